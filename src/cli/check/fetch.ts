/**
 * `drawaudit fetch`
 *
 * @packageDocumentation
 */
import { join } from 'node:path'
import type { Answer, AnswersByProbe } from '../../conformance/answer.js'
import { formatSha256 } from '../../core/digest.js'
import { saveLog } from '../../log/export/save-log.js'
import {
  capturedProbes,
  digestContent,
  type Capture,
  type CapturedExchange,
  type CapturedLog,
  type CapturedProbe,
} from '../../model/capture.js'
import { native } from '../../native/engine.js'
import { escapeText } from '../../render/escape.js'
import { logName, refuseOccupied, writeCapture } from '../shared/captures.js'
import { mapConcurrently } from './concurrent.js'
import { valueOption } from '../shared/options.js'
import {
  concurrencyOption,
  openRemote,
  readConcurrency,
  remoteOptions,
  urlArgument,
  type Remote,
} from '../shared/remote.js'
import { createProgress, talk, type Progress } from '../shared/terminal.js'
import { defineCommand } from '../shared/command.js'

export const fetchCommand = defineCommand({
  name: 'fetch <url>',
  describe: 'Save the answers of a service about raffles, for offline verification',
  arguments: { url: { ...urlArgument, demandOption: true } },
  options: {
    ...remoteOptions,
    out: {
      ...valueOption,
      placeholder: 'FOLDER',
      alias: 'o',
      demandOption: true,
      describe: 'The folder to save into: absent or empty, except for an earlier log, which is continued',
    },
    log: {
      type: 'boolean',
      default: true,
      describe: 'Save the log of the service too, if it has one (--no-log: leave it out)',
    },
    concurrency: concurrencyOption,
  },
  examples: [['$0 fetch https://raffles.example/api/v1 --raffle UUID -o said', 'Then: $0 verify said']],
  exits: { 0: 'all answers are saved', 4: 'an answer cannot be had: nothing is saved' },
  async run(options) {
    const concurrency = readConcurrency(options.concurrency)
    refuseOccupied(options.out)
    const remote = await openRemote(options)
    const { baseUrl, vendorType, raffles, client, send, pause } = remote
    const progress = createProgress(options.format === 'json')
    try {
      const fetched: (readonly CapturedExchange[])[] = []
      const all = mapConcurrently(raffles, concurrency, raffle => fetchRaffle(raffle, send(raffle), pause))
      for await (const exchanges of all) {
        fetched.push(exchanges)
        progress.show(`fetched ${fetched.length} of ${raffles.length}`)
      }
      const exchanges = fetched.flat()
      const capturedAt = exchanges.at(-1)?.exchange.receivedAt ?? new Date().toISOString()
      // After the raffles, so that it includes everything their bundles refer to.
      const log = options.log ? await fetchLog(remote, options.out, progress) : undefined
      const captured = { baseUrl, vendorType, capturedAt, exchanges, ...(log && { log }) }
      return writeCapture(options.out, captured)
    } finally {
      progress.clear()
      client.close()
    }
  },
  text: (capture, { out }) => renderCapture(capture, out),
})

/** Maximum attempts per request. */
const attempts = 3

/** @throws DrawauditError `remote-…` if a view gets no answer, so that no incomplete capture is saved. */
async function fetchRaffle(
  raffle: string,
  send: (probe: CapturedProbe, seen: AnswersByProbe) => Promise<Answer>,
  pause: (round: number) => Promise<void>,
): Promise<readonly CapturedExchange[]> {
  const exchanges: CapturedExchange[] = []
  for (const probe of capturedProbes) {
    for (let attempt = 1; ; attempt++) {
      if (attempt > 1) await pause(attempt)
      const answer = await send(probe, new Map())
      if (!('fault' in answer)) {
        exchanges.push({ probe, raffle, exchange: answer.exchange })
        break
      }
      if (attempt === attempts) throw answer.fault
    }
  }
  return exchanges
}

/** Saves the log into the capture; undefined if there is none. */
async function fetchLog(
  { baseUrl, client, longestWait }: Remote,
  folder: string,
  progress: Progress,
): Promise<CapturedLog | undefined> {
  const url = `${baseUrl}/log`
  const saved = await saveLog(url, join(folder, logName), {
    client,
    engine: native,
    longestWait,
    onWait: seconds => {
      talk(`rate-limited: retrying in ${seconds} s\n`)
    },
    onProgress: (done, total) => {
      progress.show(`fetched ${done} of ${total} entries of the log`)
    },
  })
  if ('checkpoint' in saved) {
    const { checkpoint, size, root } = saved
    const sha256 = digestContent(checkpoint)
    return { url, size, root: formatSha256(root), bytes: checkpoint.length, sha256 }
  }
  if (saved.because !== undefined) {
    progress.clear()
    talk(`note: the service has no log, or a malformed one: ${escapeText(saved.because)}\n`)
  }
  return undefined
}

function renderCapture({ exchanges, raffles, log }: Capture, folder: string): string {
  const lines = exchanges.map(
    ({ status, bytes, sha256, file }) => `${status}  ${String(bytes).padStart(8)}  ${sha256}  ${file}\n`,
  )
  const count = raffles.length === 1 ? '1 raffle' : `${raffles.length} raffles`
  const entries = log && `${log.size} ${log.size === 1 ? 'entry' : 'entries'} of the log`
  return `${lines.join('')}${count}${entries === undefined ? '' : ` and ${entries}`} saved in ${escapeText(folder)}; drawaudit verify reads it\n`
}
