/**
 * `drawaudit webhook verify`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import { formatTime, parseTime } from '../../core/time.js'
import { assertRecent, openWebhook, type OpenedWebhook } from '../../core/webhook.js'
import { DrawauditError } from '../../errors.js'
import { parseWebhookEvent } from '../../model/webhook-event.js'
import { native } from '../../native/engine.js'
import { escapeText } from '../../render/escape.js'
import { renderJson } from '../../render/json.js'
import { describeFailure } from '../shared/failure.js'
import { findSource } from '../../io/files.js'
import { formatOption } from '../shared/options.js'
import { explainLength, parseSavedRequest, type SavedRequest } from './saved-request.js'
import { writeResult } from '../shared/terminal.js'
import { readWebhookKeys, webhookKeyOptions, type NamedKey } from './keys.js'
import type { Command } from '../shared/command.js'

function build(yargs: Argv) {
  return yargs
    .positional('file', {
      type: 'string',
      demandOption: true,
      describe: 'A request as it was received: header, an empty line, body; - for standard input',
    })
    .options(webhookKeyOptions)
    .option('header', {
      type: 'string',
      array: true,
      requiresArg: true,
      describe:
        'The header field of another service that signs t=…,v1=…; lines of --secret-file are text then',
    })
    .option('received', {
      type: 'string',
      requiresArg: true,
      describe: 'When it was received, like 2026-11-20T16:15:00Z: within five minutes of when it was sent',
    })
    .option('format', formatOption)
    .example('$0 webhook verify request.http --secret-file secret.txt', 'With the secret of the endpoint')
    .example('$0 webhook verify request.http --trust trust.json', 'With the public keys of the service')
    .epilogue('Exit codes: 0 verified, 1 refused, 2 wrong call.')
}

export const webhookVerifyCommand: Command<typeof build> = {
  name: 'verify <file>',
  describe: 'Verify a webhook that was saved as it was received',
  build,
  async run({ file, header: headers = [], received, format, ...given }) {
    const [header, ...more] = headers
    if (more.length > 0) throw new DrawauditError('usage', '--header is given more than once')
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
      const checked = check(bytes, keys, header, now)
      await writeResult(format === 'json' ? renderJson({ verified: true, ...checked.json }) : checked.text)
      return 0
    } catch (error) {
      if (!(error instanceof DrawauditError) || error.code === 'file-access') throw error
      const failure = describeFailure(error)
      const lines = [
        `refused: ${escapeText(failure.message)} (${failure.code})`,
        ...(failure.hint === undefined ? [] : [`hint: ${escapeText(failure.hint)}`]),
      ]
      await writeResult(
        format === 'json' ? renderJson({ verified: false, error: failure }) : `${lines.join('\n')}\n`,
      )
      return 1
    }
  },
}

/** What is said of a good one. @throws DrawauditError for any other. */
function check(
  bytes: Uint8Array,
  keys: readonly NamedKey[],
  header: string | undefined,
  now: Date | undefined,
): { readonly json: object; readonly text: string } {
  const request = parseSavedRequest(bytes)
  const opened = open(request, keys, header)
  const { id, timestamp, payload, version } = opened
  if (now !== undefined) assertRecent(timestamp, now, undefined, 'it was received')
  // What another service tells of has another form.
  const event = header === undefined ? parseWebhookEvent(payload) : undefined
  const raffle = event !== undefined && 'raffle_id' in event.data ? event.data.raffle_id : undefined
  const key = keys[opened.key]?.name ?? ''
  const sent = describeSeconds(timestamp)
  const rows = [
    ...(id === undefined ? [] : [['id', id]]),
    ['sent', sent],
    ['signature', `${version}, by ${key}`],
    ['window', now === undefined ? 'not checked: --received TIME checks it' : `received ${formatTime(now)}`],
  ] as const
  const what = `${event?.type ?? 'a webhook'}${raffle === undefined ? '' : ` of raffle ${raffle}`}`
  return {
    json: {
      ...(id !== undefined && { id }),
      sent_at: timestamp,
      signature: { version, key },
      window: now === undefined ? 'not checked' : 'checked',
      payload,
    },
    text: `verified: ${escapeText(what)}\n${rows.map(([name = '', says = '']) => `  ${name.padEnd(10)} ${escapeText(says)}\n`).join('')}`,
  }
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

/** A time that a sender names need not be one that a calendar has. */
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
