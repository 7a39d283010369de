/**
 * A process that carries raffles through by a clock that does not wait, to be killed before any effect or at any moment.
 * Tests compile and run it (`children.ts`).
 *
 * @packageDocumentation
 */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { conduct } from '../../src/cli/run/conduct.js'
import { deriveRaffleId } from '../../src/cli/run/definition.js'
import { Errands } from '../../src/cli/run/errands.js'
import { parseBeacon, parseChainInfo } from '../../src/core/beacon.js'
import { parseNote, signCosignature } from '../../src/core/note.js'
import { native } from '../../src/native/engine.js'
import { findUncosigned, keepCosignatures } from '../../src/operator/cosign-log.js'
import { createDesk, readSeconds, secondsOf } from '../../src/operator/desk.js'
import { readEntryLines } from '../../src/operator/entry-lines.js'
import { journalOf } from '../../src/operator/journal.js'
import { openStore } from '../../src/store/open-store.js'
import { Fuse } from './fuse.js'
import { noon, operator, steps, type Player } from './log-play.js'
import { obey } from './obey.js'
import { watchPoints } from './points.js'
import { recordDesk } from './signed-record.js'

export interface Orders {
  /** A store for each run: they go on beside each other, and die together. */
  readonly files: readonly string[]
  /** The list, which may be there. */
  readonly list: string
  readonly chain: unknown
  readonly beacon: unknown
  /** Dies before this effect of all, counted from 1; on a journal those of the first store count. */
  readonly dieAt?: number
}

/** Where the winners are noted each time. */
const resultsOf = (store: string): string => `${store}.results`

/** That of the witness of log-play.ts. */
const witnessSecret = new Uint8Array(32).fill(5)

const { appendFileSync, readFileSync } = fs

async function run({ files, dieAt, ...orders }: Orders): Promise<void> {
  const points = watchPoints()
  points.journal = journalOf(files[0] ?? '')
  points.trace = new Fuse(dieAt ?? Infinity)
  await Promise.all(files.map(file => runOne(file, orders)))
}

async function runOne(
  file: string,
  { list, chain: info, beacon }: Pick<Orders, 'list' | 'chain' | 'beacon'>,
): Promise<void> {
  const store = await openStore(file, { access: 'write', create: true })
  const raffleId = deriveRaffleId({ operator, name: 'Summer raffle' })
  // A machine that comes back finds it as late as it was.
  const rows = (await store.ceremonies.readCeremony(raffleId))?.statements ?? []
  const last = rows.findLast(({ signature }) => signature !== undefined)
  const issued = last && /"issued_at_utc":"([^"]+)"/.exec(Buffer.from(last.payload).toString())?.[1]
  let now = 1000 * (issued === undefined ? noon : readSeconds(issued))
  const chain = parseChainInfo(info)
  const desk = recordDesk(
    createDesk({
      store,
      journal: journalOf(file),
      unlock: () => ({ key: new Uint8Array(32).fill(9) }),
      now: () => new Date(now),
      random: length => new Uint8Array(randomBytes(length)),
      engine: native,
    }),
    file,
  )
  const player: Player = { desk, setClock: () => undefined, raffleId }
  for (const name of ['key', 'log', 'witness'] as const) await steps[name](player)
  const errand = {
    async run() {
      await steps.head(player)
      const found = await findUncosigned(store.log)
      if (found === undefined || found.requests.length === 0) return []
      const text = parseNote(found.note).text
      const cosignature = signCosignature(text, 'witness.example', secondsOf(desk.now()), witnessSecret)
      await keepCosignatures(desk, found.head.size, [cosignature])
      return []
    },
  }
  const tell = (text: string): void => {
    if (process.env['SAY'] !== undefined) process.stderr.write(`${text}\n`)
  }
  await conduct(
    desk,
    {
      raffleId,
      offer: (at, there) => ({
        name: 'Summer raffle',
        prizes: [{ prizeName: 'First' }, { prizeName: 'Second' }],
        maxEntries: 100,
        entriesCloseAt: there ? readSeconds(there.entries_close_at_utc) : at + 60,
        drawAt: there ? readSeconds(there.draw_at_utc) : at + 120,
        chain,
        operator,
      }),
      list: { read: () => readEntryLines([readFileSync(list)], { kind: 'paid' }), grows: true },
      fetchBeacon: () => Promise.resolve(parseBeacon(beacon)),
      errands: new Errands([[errand]], tell),
      onDrawn({ winners }) {
        const ids = winners.map(({ winner_entry_id }) => winner_entry_id)
        appendFileSync(resultsOf(file), `${JSON.stringify(ids)}\n`)
        return Promise.resolve()
      },
      patience: 0,
    },
    {
      now: () => new Date(now),
      sleep(milliseconds) {
        now += milliseconds
        return new Promise(resolve => setImmediate(resolve))
      },
      tell,
      show: () => undefined,
    },
  )
  await store.close()
}

// Loaded and waiting: the time until the kill begins with the orders.
obey(run)
