/**
 * `drawaudit raffle bundle`
 *
 * @packageDocumentation
 */
import { dirname, join } from 'node:path'
import { DrawauditError } from '../../errors.js'
import { missing } from '../../operator/refusals.js'
import { escapeText } from '../../render/escape.js'
import { streamEntryLines, streamFullBundle } from '../../store/public-ceremony.js'
import type { Store } from '../../store/store.js'
import { atStore } from '../shared/at-store.js'
import { findAuthorities } from '../shared/ceremony.js'
import { raffleArgument, readRaffle } from '../shared/find-raffle.js'
import { storeOption, valueOption } from '../shared/options.js'
import { findOutlook, renderOutlook } from '../shared/outlook.js'
import { forceOption, saveFile } from '../shared/output-file.js'
import { talkOfFile, writeResult } from '../shared/terminal.js'
import { isEndless } from '../../io/written-files.js'
import { defineCommand } from '../shared/command.js'

const exampleId = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

export const raffleBundleCommand = defineCommand({
  name: 'bundle <raffle>',
  describe: 'Save the evidence of a raffle in one file',
  arguments: { raffle: raffleArgument },
  options: {
    out: {
      ...valueOption,
      alias: 'o',
      describe: 'The file to save it in (default: print it)',
    },
    entries: {
      choices: ['none', 'all', 'file'],
      requiresArg: true,
      default: 'none',
      describe: 'The sealed list: not in it, all in it, or in a file beside it',
    },
    record: {
      ...valueOption,
      describe: 'Save the audit record in this file, too',
    },
    force: forceOption,
    store: storeOption,
  },
  examples: [
    [
      `$0 raffle bundle ${exampleId} -o bundle.json --store raffles.db`,
      'A few kilobytes that prove the winners',
    ],
    [
      `$0 raffle bundle ${exampleId} -o bundle.json --entries file --store raffles.db`,
      'With the list beside it',
    ],
  ],
  async print({ raffle, out, entries, record, force, store: given }) {
    if (entries === 'file' && (out === undefined || isEndless(out))) {
      throw new DrawauditError('usage', '--entries file puts the list beside the bundle', {
        hint: 'give the bundle the name of a file: -o FILE',
      })
    }
    const raffleId = await readRaffle(raffle, given)
    await atStore(given, 'read', async store => {
      const bundle = await store.readBundle(raffleId)
      if (bundle === undefined) throw missing(raffleId)
      const light = Buffer.from(bundle.body).toString()
      if (entries === 'all') await write(out, await requireSealed(streamFullBundle(store, raffleId)), force)
      else if (entries === 'none' || out === undefined) await write(out, [light], force)
      else await writeWithList(store, raffleId, light, out, force)
      if (record !== undefined) {
        const body = Buffer.from((await store.readRaffle(raffleId))?.audit.body ?? '')
        await saveFile(record, [body.toString()], force)
      }
      if (out === undefined || isEndless(out)) return
      const outlook = await findOutlook(store, raffleId, findAuthorities({}))
      // It has just been saved.
      const next = outlook?.next.filter(
        ({ command }) => command?.startsWith('drawaudit raffle bundle') !== true,
      )
      talkOfFile(out, renderOutlook(outlook && { ...outlook, next: next ?? [] }))
    })
    return 0
  },
})

/** The list first: a bundle never names a file that is not there. */
async function writeWithList(
  store: Store,
  raffleId: string,
  light: string,
  out: string,
  force: boolean,
): Promise<void> {
  const lines = await requireSealed(streamEntryLines(store, raffleId))
  const name = `entries-${raffleId}.ndjson`
  const path = join(dirname(out), name)
  const { digest, written } = await saveFile(path, lines, force)
  await write(out, [`${light.slice(0, -1)},"entries_file":${JSON.stringify({ name, digest })}}`], force)
  if (written) talkOfFile(out, `the list is in ${escapeText(path)}\n`)
}

async function write(
  out: string | undefined,
  pieces: Iterable<string> | AsyncIterable<string>,
  force: boolean,
): Promise<void> {
  if (out !== undefined) {
    const { bytes, written } = await saveFile(out, pieces, force)
    if (written) talkOfFile(out, `saved ${bytes} bytes in ${escapeText(out)}\n`)
    return
  }
  for await (const piece of pieces) await writeResult(piece)
  await writeResult('\n')
}

async function requireSealed<T>(pieces: Promise<T | undefined>): Promise<T> {
  const found = await pieces
  if (found !== undefined) return found
  throw new DrawauditError('raffle-state', 'the list is not sealed', {
    hint: 'leave out --entries: what is signed so far is in the light bundle',
  })
}
