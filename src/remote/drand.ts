/**
 * Fetches rounds and chain infos from drand relays. No relay is trusted: rounds are verified, chain hashes
 * recomputed.
 *
 * @packageDocumentation
 */
import { setMaxListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { parseBeacon, parseChainInfo, roundTime, type Beacon, type ChainInfo } from '../core/beacon.js'
import { parseJson } from '../core/json.js'
import { formatTime } from '../core/time.js'
import { DrawauditError } from '../errors.js'
import { headerValue, type Exchange } from '../model/exchange.js'
import { createClient, type Client, type ClientOptions } from './client.js'
import { mostBeaconBytes, parseBeaconFile } from './read-beacon.js'
import { parseRemoteUrl } from './url.js'

/** The public relays of the League of Entropy. */
export const defaultRelays: readonly string[] = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
]

/** The result of asking one relay. */
export interface RelayAnswer {
  /** Its base URL. */
  readonly relay: string
  /** Why it is skipped; absent if the round is good. */
  readonly fault?: DrawauditError
  /**
   * Seconds by which this machine's clock is ahead of the relay's; absent if the relay does not state the
   * time.
   */
  readonly clockAhead?: number
}

export interface RoundOptions {
  /** Base URLs in order of preference; {@link defaultRelays} by default. */
  readonly relays?: readonly string[]
  /** Options for requests: 10 seconds each by default, longer if relays hold a request for a due round. */
  readonly client?: Omit<ClientOptions, 'now' | 'maxBytes'>
  /** Milliseconds of silence after which the next relay is asked too; 1,000 by default. */
  readonly stagger?: number
  readonly signal?: AbortSignal
  /** The clock of this machine. */
  readonly now?: () => Date
  /** Called with the result of each relay. */
  readonly onAnswer?: (answer: RelayAnswer) => void
}

const mostRelays = 16

/** Default time-out in milliseconds. */
const usualTimeout = 10_000

/** Seconds that a relay may be late before silence or a 404 means that it will never have the round. */
const grace = 60

/**
 * Asks relays for a round until one returns a good one; the next is asked if one fails or is silent for a
 * while. A relay that lies, hangs or is down is skipped. drand's relays hold a request for the next round
 * until it is published: a due round is waited for, up to a period and a minute after its time; before its
 * time, their latest round is requested, which is answered at once. Version 2 of the paths is used if a relay
 * lacks version 1.
 *
 * @returns the beacon, verified with the chain's key, and its randomness.
 * @throws DrawauditError if no relay has it, with the reason of each: `remote-early` if the round is not
 * published yet, according to a relay, or to the clock if one answered; `beacon-invalid` if the relays'
 * answers were wrong; else their common code, or `remote-unreachable`. `usage`, `url-invalid` for invalid
 * relays; `beacon-invalid` for an impossible round. The reason of `signal` if it aborted.
 */
export async function fetchRound(
  chain: ChainInfo,
  round: number,
  options: RoundOptions = {},
): Promise<Beacon> {
  const { stagger = 1000, now = () => new Date() } = options
  const wanted = { chain, round, due: roundTime(chain, round) }
  const relays = readRelays(options.relays ?? defaultRelays)
  options.signal?.throwIfAborted()
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, ...(options.signal === undefined ? [] : [options.signal])])
  // Each relay's request and the pause add a listener.
  setMaxListeners(mostRelays + 1, signal)
  const { timeout = usualTimeout } = options.client ?? {}
  const client = createRelayClient({ ...options.client, now })
  const faults: RelayFault[] = []

  /** @throws DrawauditError the fault, after recording it. */
  async function ask(relay: string): Promise<Beacon> {
    const { beacon, fault, clockAhead } = await askRelay(client, relay, wanted, { signal, now, timeout })
    signal.throwIfAborted()
    if (fault !== undefined) faults.push({ relay, fault })
    options.onAnswer?.({ relay, ...(fault && { fault }), ...(clockAhead !== undefined && { clockAhead }) })
    if (beacon !== undefined) return beacon
    throw fault ?? new Error('a relay returned neither a round nor an error')
  }

  const asked: Promise<Beacon>[] = []
  try {
    for (const relay of relays) {
      const latest = ask(relay)
      asked.push(latest)
      const beacon = await Promise.race([
        Promise.any(asked).catch(() => undefined),
        latest.catch(() => undefined),
        setTimeout(stagger, undefined, { signal }),
      ])
      if (beacon !== undefined) return beacon
    }
    return await Promise.any(asked)
  } catch (error) {
    options.signal?.throwIfAborted()
    if (faults.length === relays.length) throw explainFaults(faults, wanted, now())
    // Any other error is a defect of ours, or the caller's.
    const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : [error]
    throw errors.find(one => !(one instanceof DrawauditError)) ?? error
  } finally {
    stop.abort()
    client.close()
  }
}

/**
 * A chain as described by a relay, for a person to check: only a chain hash known from elsewhere confirms it,
 * except for its scheme.
 *
 * @param chainHash - the chain; the relay's default if left out.
 * @throws DrawauditError as `parseChainInfo` does; `remote-…` if the relay does not answer, `remote-error`
 * for an unexpected answer; `utf8-invalid` or `json-…` for anything but JSON.
 */
export async function fetchChainInfo(
  relay: string,
  chainHash?: string,
  options: Pick<RoundOptions, 'client' | 'signal'> = {},
): Promise<ChainInfo> {
  const [base = ''] = readRelays([relay])
  const hash = chainHash?.toLowerCase()
  const client = createRelayClient(options.client)
  const ask = async (path: string): Promise<Exchange> =>
    client.request(`${base}${path}`, options.signal && { signal: options.signal })
  try {
    const first = await ask(`${hash === undefined ? '' : `/${hash}`}/info`)
    const second = isElsewhere(first) && hash !== undefined ? await ask(`/v2/chains/${hash}/info`) : first
    const { status, body } = second.status === 200 ? second : first
    if (status !== 200) {
      throw new DrawauditError('remote-error', `${base} answered ${status} instead of a chain`, {
        hint: 'check that it is a drand relay, and that it serves this chain',
      })
    }
    return parseChainInfo(parseJson(body), chainHash === undefined ? {} : { chainHash })
  } finally {
    client.close()
  }
}

interface RelayFault {
  readonly relay: string
  readonly fault: DrawauditError
}

interface RequestedRound {
  readonly chain: ChainInfo
  readonly round: number
  /** Time of the round. */
  readonly due: number
}

function createRelayClient(options: ClientOptions = {}): Client {
  return createClient({ timeout: usualTimeout, ...options, maxBytes: mostBeaconBytes })
}

/** @throws DrawauditError `usage`, `url-invalid`. */
function readRelays(relays: readonly string[]): readonly string[] {
  const bases = relays.map(relay => {
    const url = parseRemoteUrl(relay)
    if (url.search === '') return url.href.replace(/\/+$/, '')
    throw new DrawauditError('url-invalid', 'the URL of a relay has no query', {
      hint: 'it looks like https://api.drand.sh',
    })
  })
  const distinct = [...new Set(bases)]
  if (distinct.length > 0 && distinct.length <= mostRelays) return distinct
  throw new DrawauditError('usage', `expected 1 to ${mostRelays} relays, found ${distinct.length}`)
}

/** Asks one relay: a good round or a fault. Throws only other errors. */
async function askRelay(
  client: Client,
  relay: string,
  wanted: RequestedRound,
  options: { readonly signal: AbortSignal; readonly now: () => Date; readonly timeout: number },
): Promise<{ readonly beacon?: Beacon; readonly fault?: DrawauditError; readonly clockAhead?: number }> {
  const { signal, now } = options
  const { chain, round, due } = wanted
  let clockAhead: number | undefined

  const get = async (path: string, timeout = options.timeout): Promise<Exchange> => {
    const exchange = await client.request(`${relay}/${path}`, { signal, timeout })
    clockAhead = readClock(exchange)
    return exchange
  }

  async function ask(which: string, timeout = options.timeout): Promise<Exchange> {
    const first = await get(`${chain.chainHash}/public/${which}`, timeout)
    if (!isElsewhere(first)) return first
    const second = await get(`v2/chains/${chain.chainHash}/rounds/${which}`, timeout)
    if (second.status === 200 || second.status === 425) return second
    if (listsOthers(await get('chains'), chain)) {
      throw new DrawauditError('remote-error', 'does not serve this chain', { hint: unservedHint })
    }
    return first
  }

  try {
    const left = due * 1000 - now().getTime()
    if (left > 0) {
      const latest = await ask('latest')
      const isOut = latest.status === 200 && readLatest(latest.body) >= round
      if (!isOut) throw describeEarly(latest, wanted, clockAhead ?? 0)
    }
    // Due by our clock, but perhaps not by the relay's, which then holds the request.
    const exchange = await ask(`${round}`, Math.max(options.timeout, left + (chain.period + grace) * 1000))
    return {
      beacon: readRound(exchange, wanted, clockAhead ?? 0),
      ...(clockAhead !== undefined && { clockAhead }),
    }
  } catch (error) {
    if (signal.aborted || !(error instanceof DrawauditError)) throw error
    return { fault: error, ...(clockAhead !== undefined && { clockAhead }) }
  }
}

/** Whether version 2 of the paths may have what version 1 lacks. */
const isElsewhere = ({ status }: Exchange): boolean => status === 404 || status === 410

/** Whether a relay answers `/chains` with chains of which none is this one. Anything else says nothing. */
function listsOthers({ status, body }: Exchange, { chainHash }: ChainInfo): boolean {
  if (status !== 200) return false
  try {
    const chains = parseJson(body)
    return (
      Array.isArray(chains) && chains.every(one => typeof one === 'string') && !chains.includes(chainHash)
    )
  } catch (error) {
    if (error instanceof DrawauditError) return false
    throw error
  }
}

/** The number of a relay’s latest round: unverified, and used only to decide what to request. */
function readLatest(body: Uint8Array): number {
  try {
    return parseBeacon(parseJson(body)).round
  } catch (cause) {
    if (!(cause instanceof DrawauditError)) throw cause
    throw new DrawauditError('beacon-invalid', `not a round of drand: ${cause.message}`, { cause })
  }
}

/** Why a relay lacks a round before its time, from its answer for the latest one. */
function describeEarly(latest: Exchange, wanted: RequestedRound, clockAhead: number): DrawauditError {
  if (latest.status !== 200) return describeStatus(latest, wanted, clockAhead)
  return new DrawauditError('remote-early', `has round ${readLatest(latest.body)}: not out yet`)
}

/** @throws DrawauditError `remote-early`, `remote-error`, `beacon-invalid`. */
function readRound(exchange: Exchange, wanted: RequestedRound, clockAhead: number): Beacon {
  if (exchange.status === 200) return readBody(exchange.body, wanted)
  throw describeStatus(exchange, wanted, clockAhead)
}

function describeStatus(
  { status, receivedAt }: Exchange,
  wanted: RequestedRound,
  clockAhead: number,
): DrawauditError {
  const isRecent = Date.parse(receivedAt) / 1000 - clockAhead < wanted.due + grace
  // drand's relays answer 425, older ones 404, which also means an unknown chain.
  if (status === 425 || (status === 404 && isRecent)) {
    return new DrawauditError('remote-early', `answered ${status}: not out yet`)
  }
  return new DrawauditError('remote-error', `answered ${status} instead of the round`)
}

function readBody(body: Uint8Array, { chain, round }: RequestedRound): Beacon {
  try {
    return parseBeaconFile(body, chain, round)
  } catch (cause) {
    if (!(cause instanceof DrawauditError) || cause.code === 'beacon-invalid') throw cause
    throw new DrawauditError('beacon-invalid', `not a round of drand: ${cause.message}`, { cause })
  }
}

/** Seconds by which our clock is ahead of the server's; a cache states the age of its copy. */
function readClock(exchange: Exchange): number | undefined {
  const date = headerValue(exchange, 'date') ?? ''
  const age = headerValue(exchange, 'age') ?? '0'
  const time = Date.parse(date)
  if (Number.isNaN(time) || new Date(time).toUTCString() !== date || !/^[0-9]{1,9}$/.test(age))
    return undefined
  return Math.round((Date.parse(exchange.receivedAt) - time) / 1000) - Number(age)
}

/** Why no relay has the round, as one error. */
function explainFaults(
  faults: readonly RelayFault[],
  { round, due }: RequestedRound,
  now: Date,
): DrawauditError {
  const list = faults.map(({ relay, fault }) => `${relay}: ${fault.message}`).join('; ')
  const codes = new Set(faults.map(({ fault }) => fault.code))
  const time = formatTime(new Date(due * 1000))
  const isAnswered = (['remote-early', 'remote-error', 'beacon-invalid'] as const).some(code =>
    codes.has(code),
  )
  if (isAnswered && now.getTime() < due * 1000) {
    return new DrawauditError('remote-early', `round ${round} is not out yet (${list})`, {
      hint: `it comes at ${time}: ask again then`,
    })
  }
  if (codes.has('remote-early')) {
    return new DrawauditError(
      'remote-early',
      `round ${round} was due at ${time}, and is not out yet (${list})`,
      {
        hint: 'wait a little, and check the clock of this machine',
      },
    )
  }
  if (codes.has('beacon-invalid')) {
    return new DrawauditError('beacon-invalid', `no relay returned a valid round ${round} (${list})`, {
      hint: `what was answered is not of this chain: ${elsewhere}`,
    })
  }
  const [code = 'remote-unreachable', ...others] = codes
  const [{ fault } = {}] = faults
  const isOwn = code === 'address-forbidden' || faults.every(one => one.fault.hint === unservedHint)
  const hint = isOwn ? fault?.hint : undefined
  return new DrawauditError(
    others.length === 0 ? code : 'remote-unreachable',
    `no relay returned round ${round} (${list})`,
    {
      hint: hint ?? `check the network, or ${elsewhere}`,
    },
  )
}

/** What to do about a relay of other chains: most often one of a rehearsal, asked for drand’s. */
export const unservedHint =
  'give the chain of this relay with --chain-info FILE: what it answers at /info, or the trust file by drawaudit beacon serve; or name other relays with --relay URL'

const elsewhere = 'name other relays with --relay URL, or give the round from a file with --beacon-file FILE'
