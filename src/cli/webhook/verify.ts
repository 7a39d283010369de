/**
 * `drawaudit webhook verify`
 *
 * @packageDocumentation
 */
import { formatTime, parseTime } from '../../core/time.js'
import { assertRecent, openWebhook, type OpenedWebhook } from '../../core/webhook.js'
import { DrawauditError } from '../../errors.js'
import type { Failure } from '../../model/report.js'
import { parseWebhookEvent, type WebhookEvent } from '../../model/webhook-event.js'
import { native } from '../../native/engine.js'
import { escapeText } from '../../render/escape.js'
import { toFailure } from '../shared/failure.js'
import { findSource } from '../../io/files.js'
import { requiredArgument, valueOption } from '../shared/options.js'
import { explainLength, parseSavedRequest, type SavedRequest } from './saved-request.js'
import { readWebhookKeys, webhookKeyOptions, type NamedKey } from './keys.js'
import { defineCommand } from '../shared/command.js'

export const webhookVerifyCommand = defineCommand({
  name: 'verify <file>',
  describe: 'Verify a webhook that was saved as it was received',
  arguments: {
    file: {
      ...requiredArgument,
      describe: 'A request as it was received: header, an empty line, body; - for standard input',
    },
  },
  options: {
    ...webhookKeyOptions,
    header: {
      ...valueOption,
      placeholder: 'NAME',
      describe:
        'The header field of another service that signs t=…,v1=…; lines of --secret-file are text then',
    },
    received: {
      ...valueOption,
      describe: 'When it was received, like 2026-11-20T16:15:00Z, within five minutes of when it was sent',
    },
  },
  examples: [
    ['$0 webhook verify request.http --secret-file secret.txt', 'With the secret of the endpoint'],
    ['$0 webhook verify request.http --trust trust.json', 'With the public keys of the service'],
  ],
  exits: { 0: 'verified', 1: 'refused' },
  run({ file, header, received, ...given }) {
    if (header !== undefined && given.trust !== undefined) {
      throw new DrawauditError('usage', '--header goes with --secret-file, not with --trust')
    }
    const now = received === undefined ? undefined : readTime(received)
    const keys = readWebhookKeys(given, header !== undefined)
    if (keys.length === 0) {
      throw new DrawauditError('usage', 'no key is given', {
        hint: 'give --secret-file FILE or --trust FILE',
      })
    }
    const bytes = findSource(file).read()
    try {
      return { checked: check(bytes, keys, header, now) }
    } catch (error) {
      if (!(error instanceof DrawauditError) || error.code === 'file-access') throw error
      return { failure: toFailure(error) }
    }
  },
  json: ({ checked, failure }) =>
    checked ? { verified: true, ...describe(checked) } : { verified: false, error: failure },
  text: ({ checked, failure }) => (checked ? render(checked) : renderRefusal(failure)),
  exitCode: ({ checked }) => (checked ? 0 : 1),
})

interface VerifiedWebhook {
  readonly opened: OpenedWebhook
  /** Display name of the key. */
  readonly key: string
  /** Absent for other services, whose events have other forms. */
  readonly event: WebhookEvent | undefined
  readonly receivedAt: Date | undefined
}

/** @throws DrawauditError for an invalid webhook. */
function check(
  bytes: Uint8Array,
  keys: readonly NamedKey[],
  header: string | undefined,
  receivedAt: Date | undefined,
): VerifiedWebhook {
  const opened = open(parseSavedRequest(bytes), keys, header)
  if (receivedAt !== undefined) assertRecent(opened.timestamp, receivedAt, undefined, 'it was received')
  const event = header === undefined ? parseWebhookEvent(opened.payload) : undefined
  return { opened, key: keys[opened.key]?.name ?? '', event, receivedAt }
}

function describe({ opened: { id, timestamp, version, payload }, key, receivedAt }: VerifiedWebhook) {
  return {
    ...(id !== undefined && { id }),
    sent_at: timestamp,
    signature: { version, key },
    window: receivedAt === undefined ? 'not checked' : 'checked',
    payload,
  }
}

function render({ opened: { id, timestamp, version }, key, event, receivedAt }: VerifiedWebhook): string {
  const raffle = event !== undefined && 'raffle_id' in event.data ? ` of raffle ${event.data.raffle_id}` : ''
  const window =
    receivedAt === undefined ? 'not checked: --received TIME checks it' : `received ${formatTime(receivedAt)}`
  const rows = Object.entries({
    ...(id !== undefined && { id }),
    sent: describeSeconds(timestamp),
    signature: `${version}, by ${key}`,
    window,
  })
  const lines = rows.map(([name, says]) => `  ${name.padEnd(10)} ${escapeText(says)}\n`)
  return `verified: ${escapeText(`${event?.type ?? 'a webhook'}${raffle}`)}\n${lines.join('')}`
}

function renderRefusal({ message, code, hint }: Failure): string {
  const advice = hint === undefined ? '' : `hint: ${escapeText(hint)}\n`
  return `refused: ${escapeText(message)} (${code})\n${advice}`
}

function open(request: SavedRequest, keys: readonly NamedKey[], header: string | undefined): OpenedWebhook {
  try {
    const texts = keys.map(({ key }) => key)
    return openWebhook({ ...request, keys: texts, ...(header !== undefined && { header }) }, native)
  } catch (error) {
    const hint = explainLength(request)
    if (!(error instanceof DrawauditError) || error.code !== 'webhook-signature' || hint === undefined)
      throw error
    throw new DrawauditError(error.code, error.message, { hint, cause: error })
  }
}

/** The sender's time may be beyond year 9999. */
function describeSeconds(seconds: number): string {
  return seconds < 253_402_300_800 ? formatTime(new Date(seconds * 1000)) : `${seconds} seconds after 1970`
}

function readTime(text: string): Date {
  try {
    return new Date(Number(parseTime(text) / 1_000_000n))
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw new DrawauditError('usage', `--received: ${error.message}, found ${JSON.stringify(text)}`)
  }
}
