/**
 * Options for asking a remote service, and the session made from them.
 *
 * @packageDocumentation
 */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Answer, AnswersByProbe } from '../../conformance/answer.js'
import type { ProbeName } from '../../conformance/probe-names.js'
import { describeProbe, type ProbeContext } from '../../conformance/probes.js'
import { Session } from '../../conformance/session.js'
import { parseUuid } from '../../core/uuid.js'
import { DrawauditError } from '../../errors.js'
import type { HeaderField } from '../../model/exchange.js'
import { createClient, type Client } from '../../remote/client.js'
import { parseRemoteUrl } from '../../remote/url.js'
import { findSource, readFile } from '../../io/files.js'
import type { ValuesOf } from './command.js'
import { switchOption, valueOption } from './options.js'
import { talk } from './terminal.js'

export const urlArgument = {
  type: 'string' as const,
  describe: 'The base URL of the service, such as https://raffles.example/api/v1',
}

/** Options of every command that asks a service. */
export const remoteOptions = {
  raffle: {
    ...valueOption,
    array: true as const,
    describe: 'The UUID of a raffle; several separated by commas, or with the option repeated',
  },
  'raffles-file': {
    ...valueOption,
    describe: 'A file with the UUID of a raffle on each line, or - for standard input',
  },
  header: {
    ...valueOption,
    array: true as const,
    describe: 'A header field for every request, like "Authorization: Bearer …"; never in a report',
  },
  'ca-file': {
    ...valueOption,
    describe: 'Further CA certificates (PEM) to trust',
  },
  timeout: { ...valueOption, default: '20', describe: 'Seconds that one request may take' },
  deadline: { ...valueOption, default: '900', describe: 'Seconds that the whole run may take' },
  'max-wait': { ...valueOption, default: '75', describe: 'Longest Retry-After to obey, in seconds' },
  wait: { ...valueOption, default: '0', describe: 'Seconds to wait until the service is up' },
  'vendor-type': {
    ...valueOption,
    default: 'application/vnd.service.v1+json',
    describe: 'The media type of version 1 beside application/json',
  },
  'allow-private': {
    ...switchOption,
    describe: 'Also ask private and loopback addresses',
  },
}

/** The options, as parsed by yargs. */
export interface RemoteArguments extends ValuesOf<typeof remoteOptions> {
  readonly url: string
}

/** An open session with a service. */
export interface Remote {
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** In lower case, without duplicates. */
  readonly raffles: readonly string[]
  readonly vendorType: string
  readonly longestWait: number
  /** The end of the run. */
  readonly deadline: Date
  readonly client: Client
  readonly session: Session
  /** Waits before a retry. */
  readonly pause: (round: number) => Promise<void>
  /** Sends one probe about a raffle; the seed varies the numbers of entries asked for. */
  readonly send: (
    raffle: string,
    seed?: number,
  ) => (probe: ProbeName, seen: AnswersByProbe) => Promise<Answer>
  readonly context: (raffle: string) => ProbeContext
}

/**
 * Opens a session, and checks that the service answers.
 *
 * @param known - raffles to ask about if none is named.
 * @param onRequest - called with the number of requests so far.
 * @throws DrawauditError `usage` and others for options; `remote-…` if the service does not answer.
 */
export async function openRemote(
  args: RemoteArguments,
  known: (baseUrl: string) => readonly string[] = () => [],
  onRequest: (count: number) => void = () => undefined,
): Promise<Remote> {
  const baseUrl = readBaseUrl(args.url)
  const named = readRaffles(args.raffle, args['raffles-file'])
  const raffles = named.length > 0 ? named : known(baseUrl)
  const [first] = raffles
  if (first === undefined) {
    throw new DrawauditError('usage', 'no raffle is named', {
      hint: 'give --raffle UUID, as often as needed',
    })
  }
  const vendorType = readMediaType(args['vendor-type'])
  const longestWait = readSecondsOption('max-wait', args['max-wait'])
  const client = openClient(args)
  const started = Date.now()
  const deadline = new Date(started + readSecondsOption('deadline', args.deadline) * 1000)
  let sent = 0
  const session = new Session({
    baseUrl,
    request: async (url, options) => {
      onRequest((sent += 1))
      return client.request(url, options)
    },
    now: () => new Date(),
    sleep: async milliseconds => {
      await setTimeout(milliseconds)
    },
    longestWait,
    deadline,
    onWait: wait => {
      talk(`rate-limited: retrying in ${wait} s\n`)
    },
  })
  const context = (raffle: string): ProbeContext => ({ raffle, vendorType, createUuid: randomUUID })
  try {
    await reach(session, context(first), started + readSecondsOption('wait', args.wait) * 1000)
  } catch (error) {
    client.close()
    throw error
  }
  return {
    baseUrl,
    raffles,
    vendorType,
    longestWait,
    deadline,
    client,
    session,
    pause: async round => {
      await setTimeout(100 * 2 ** (round - 2))
    },
    send: (raffle, seed) => async (probe, seen) =>
      session.send(probe, describeProbe(probe, { ...context(raffle), seed }, seen)),
    context,
  }
}

/** Options of an HTTP client. */
export const clientOptions = {
  header: remoteOptions.header,
  'ca-file': remoteOptions['ca-file'],
  timeout: remoteOptions.timeout,
  'allow-private': remoteOptions['allow-private'],
}

export type ClientArguments = ValuesOf<typeof clientOptions>

/**
 * A client from options.
 *
 * @throws DrawauditError `usage` and others for options.
 */
export function openClient(args: ClientArguments): Client {
  return createClient({
    allowPrivate: args['allow-private'],
    timeout: readSecondsOption('timeout', args.timeout) * 1000,
    headers: (args.header ?? []).map(readHeader),
    env: process.env,
    ...(args['ca-file'] !== undefined && { ca: new TextDecoder().decode(readFile(args['ca-file'])) }),
  })
}

/** Attempts before a service counts as unreachable. */
const attempts = 3

async function reach(session: Session, context: ProbeContext, until: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const answer = await session.ask('audit', describeProbe('audit', context, new Map()))
    const waiting = Date.now() < until
    if (!('fault' in answer) && (answer.exchange.status < 500 || !waiting)) return
    if ('fault' in answer) {
      const { fault } = answer
      // Something answers, perhaps not for every address.
      if (fault.code === 'remote-intercepted' && !waiting) return
      if (!fault.code.startsWith('remote-')) throw fault
      if (!waiting && attempt >= attempts) throw fault
    }
    await setTimeout(Math.min(1000, 50 * 2 ** attempt))
  }
}

export const concurrencyOption = {
  ...valueOption,
  default: '4',
  describe: 'Raffles to ask about at the same time',
}

/** @throws DrawauditError `usage`. */
export function readConcurrency(text: string): number {
  return readInteger('concurrency', text, 1, 32)
}

/** @throws DrawauditError `usage`. */
export function readInteger(name: string, text: string, least: number, most: number): number {
  if (/^-?\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text)
  const message = `--${name} takes an integer from ${least} to ${most}, found ${JSON.stringify(text)}`
  throw new DrawauditError('usage', message)
}

/** @throws DrawauditError `url-invalid`. */
export function readBaseUrl(text: string): string {
  const url = parseRemoteUrl(text)
  if (url.search !== '') {
    throw new DrawauditError('url-invalid', 'a base URL has no query', { hint: 'give the URL up to /api/v1' })
  }
  return url.href.replace(/\/+$/, '')
}

function readRaffles(lists: readonly string[] = [], file: string | undefined): readonly string[] {
  const lines = file === undefined ? [] : new TextDecoder().decode(findSource(file).read()).split('\n')
  const named = [...lists.join(',').split(','), ...lines].map(one => one.trim()).filter(one => one !== '')
  const wrong = named.find(one => parseUuid(one) === undefined)
  if (wrong !== undefined) {
    throw new DrawauditError('usage', `a raffle is named by its UUID, found ${JSON.stringify(wrong)}`, {
      hint: 'a UUID looks like 49638a53-01d5-4ea0-96bc-887c4448c4f3',
    })
  }
  return [...new Set(named.map(one => one.toLowerCase()))]
}

/**
 * @returns seconds.
 * @throws DrawauditError `usage`.
 */
export function readSecondsOption(name: string, text: string): number {
  if (/^\d{1,6}(\.\d{1,3})?$/.test(text)) return Number(text)
  throw new DrawauditError('usage', `--${name} takes a number of seconds, found ${JSON.stringify(text)}`)
}

function readMediaType(text: string): string {
  if (/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(text)) return text
  throw new DrawauditError('usage', `--vendor-type takes a media type, found ${JSON.stringify(text)}`, {
    hint: 'such as application/vnd.service.v1+json',
  })
}

/** Fields that requests already have, or that would change their meaning. */
const reserved = [
  'accept',
  'host',
  'if-none-match',
  'x-request-id',
  'content-length',
  'connection',
  'accept-encoding',
]

function readHeader(text: string): HeaderField {
  const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\x20-\x7e]*)$/.exec(text) ?? []
  if (name === '') {
    throw new DrawauditError('usage', '--header takes a header field like "Name: value"', {
      hint: 'quote it for the shell',
    })
  }
  if (reserved.includes(name.toLowerCase())) {
    throw new DrawauditError('usage', `--header cannot set ${name}: the checks send their own`)
  }
  return [name, value]
}
