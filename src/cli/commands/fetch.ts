/**
 * `drawaudit fetch`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import type { Answer, Seen } from '../../conformance/answer.js'
import {
  capturedProbes,
  type Capture,
  type CapturedExchange,
  type CapturedProbe,
} from '../../model/capture.js'
import { escapeText } from '../../render/escape.js'
import { renderJson } from '../../render/json.js'
import { refuseOccupied, writeCapture } from '../captures.js'
import { mapConcurrently } from '../concurrent.js'
import { colourOption, formatOption } from '../options.js'
import { concurrencyOption, openRemote, readConcurrency, remoteOptions, urlArgument } from '../remote.js'
import { createProgress, writeResult } from '../terminal.js'
import type { Command } from './command.js'

function build(yargs: Argv) {
  return yargs
    .positional('url', { ...urlArgument, demandOption: true })
    .options(remoteOptions)
    .option('out', {
      type: 'string',
      alias: 'o',
      requiresArg: true,
      demandOption: true,
      describe: 'The folder to save into; it must not exist yet, or be empty',
    })
    .option('concurrency', concurrencyOption)
    .option('format', formatOption)
    .option('color', colourOption)
    .example('$0 fetch https://raffles.example/api/v1 --raffle UUID -o said', 'Then: $0 verify said')
}

export const fetchCommand: Command<typeof build> = {
  name: 'fetch <url>',
  describe: 'Save what a service says about raffles, to be verified offline',
  build,
  async run(options) {
    const concurrency = readConcurrency(options.concurrency)
    refuseOccupied(options.out)
    const remote = await openRemote(options)
    const { baseUrl, vendorType, raffles, client, send, pause } = remote
    const progress = createProgress(options.format === 'json')
    try {
      const fetched = new Map<string, readonly CapturedExchange[]>()
      const all = mapConcurrently(raffles, concurrency, async raffle => ({
        raffle,
        exchanges: await fetchRaffle(raffle, send(raffle), pause),
      }))
      for await (const { raffle, exchanges } of all) {
        fetched.set(raffle, exchanges)
        progress.show(`fetched ${fetched.size} of ${raffles.length}`)
      }
      const exchanges = raffles.flatMap(raffle => fetched.get(raffle) ?? [])
      const capturedAt = exchanges.at(-1)?.exchange.receivedAt ?? new Date().toISOString()
      const capture = writeCapture(options.out, { baseUrl, vendorType, capturedAt, exchanges })
      progress.clear()
      await writeResult(options.format === 'json' ? renderJson(capture) : renderCapture(capture, options.out))
      return 0
    } finally {
      progress.clear()
      client.close()
    }
  },
}

/** A request that fails is sent so often. */
const attempts = 3

/** @throws DrawauditError `remote-…` for a view that is not answered, so that nothing is saved that looks whole. */
async function fetchRaffle(
  raffle: string,
  send: (probe: CapturedProbe, seen: Seen) => Promise<Answer>,
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

function renderCapture({ exchanges, raffles }: Capture, folder: string): string {
  const lines = exchanges.map(
    ({ status, bytes, sha256, file }) => `${status}  ${String(bytes).padStart(8)}  ${sha256}  ${file}\n`,
  )
  const count = raffles.length === 1 ? '1 raffle' : `${raffles.length} raffles`
  return `${lines.join('')}${count} saved in ${escapeText(folder)}; drawaudit verify reads it\n`
}
