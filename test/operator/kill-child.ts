/**
 * Goes through ceremonies one after the other, to be killed at any moment: what was begun is finished first. The test
 * beside it compiles and runs it.
 *
 * @packageDocumentation
 */
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { BeaconJson, ChainJson } from '../../src/core/beacon-json.js'
import { parseBeacon, parseChainInfo } from '../../src/core/beacon.js'
import { native } from '../../src/native/engine.js'
import { createLog } from '../../src/operator/create-log.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { createDesk } from '../../src/operator/desk.js'
import { drawRaffle } from '../../src/operator/draw-raffle.js'
import { readEntryLines } from '../../src/operator/entry-lines.js'
import { importEntries } from '../../src/operator/import-entries.js'
import { journalOf } from '../../src/operator/journal.js'
import { generateKey } from '../../src/operator/keys.js'
import { replaceWinner } from '../../src/operator/replace-winner.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { sequenceLog } from '../../src/operator/sequence-log.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import type { Store, Transaction } from '../../src/store/store.js'
import { recordDesk, replace } from './signed-record.js'
import { obey } from './obey.js'

export interface Orders {
  readonly file: string
  /** Milliseconds since 1970: fake time begins here, and passes a hundred times as fast. */
  readonly start: number
  /** Dies by itself at this point of those that it passes; 0 for never. */
  readonly dieAt: number
  /** Ends when no raffle is unfinished, rather than begin another. */
  readonly finish: boolean
  readonly chain: ChainJson
  /** The one round that all raffles are drawn by: making it takes longer than all the rest. */
  readonly beacon: BeaconJson
}

const noon = Date.UTC(2026, 8, 1, 12) / 1000
const drawAt = noon + 2_000_000
const close = noon + 1_000_000
const operator = 'Example Raffles Ltd'
const origin = 'raffles.example/log'

const raffleOf = (n: number): string => `49638a53-01d5-4ea0-96bc-${String(n).padStart(12, '0')}`

let point = 0
let dieAt = 0

function pass(): void {
  point += 1
  if (point === dieAt) process.kill(process.pid, 'SIGKILL')
}

/** Every write to the journal has a point before it, in the middle of it and after it. */
function watchFiles(): void {
  const { writeSync, fsyncSync } = fs
  const write = (
    descriptor: number,
    bytes: Uint8Array,
    at: number,
    length: number,
    position: number,
  ): number => {
    pass()
    const half = Math.floor(length / 2)
    writeSync(descriptor, bytes, at, half, position)
    pass()
    writeSync(descriptor, bytes, at + half, length - half, position + half)
    pass()
    return length
  }
  Object.assign(fs, {
    writeSync: write,
    fsyncSync(descriptor: number) {
      fsyncSync(descriptor)
      pass()
    },
  })
  syncBuiltinESMExports()
}

/** Every transaction has points before it, at what it writes that was signed, before its end and after it. */
function watchStore(store: Store): Store {
  const watch = (transaction: Transaction): Transaction =>
    replace(transaction, {
      ceremonies: replace(transaction.ceremonies, {
        async writeSignature(...values) {
          await transaction.ceremonies.writeSignature(...values)
          pass()
        },
      }),
      log: replace(transaction.log, {
        async append(entries) {
          await transaction.log.append(entries)
          pass()
        },
        async writeHead(...values) {
          pass()
          await transaction.log.writeHead(...values)
          pass()
        },
      }),
    })
  const transact: Store['transact'] = async (work, options) => {
    pass()
    const result = await store.transact(async transaction => {
      const made = await work(watch(transaction))
      pass()
      return made
    }, options)
    pass()
    return result
  }
  return replace(store, { transact })
}

async function run({ file, start, finish, ...orders }: Orders): Promise<void> {
  const chain = parseChainInfo(orders.chain)
  const beacon = parseBeacon(orders.beacon)
  const opened = await openSqliteStore(file, { access: 'write', create: true })
  const store = watchStore(opened)
  watchFiles()
  dieAt = orders.dieAt
  let base = noon
  const made = createDesk({
    store,
    journal: journalOf(file),
    engine: native,
    unlock: () => ({ key: new Uint8Array(32).fill(9) }),
    now: () => new Date(base * 1000 + (Date.now() - start) * 100),
    // Raffles of one store are played at times of their own.
    isClockChecked: true,
    random: length => new Uint8Array(randomBytes(length)),
  })
  const desk = recordDesk(made, file)
  if ((await store.ceremonies.readSigningKeys()).length === 0) await generateKey(desk, operator)
  if ((await store.log.readLog()) === undefined) await createLog(desk, origin)
  else await sequenceLog(desk)
  const raffles = await store.ceremonies.listCeremonies('', 10_000)
  for (let n = Math.max(1, raffles.length); ; n += 1) {
    if (finish && n > Math.max(1, raffles.length)) return
    const raffleId = raffleOf(n)
    base = noon
    await createRaffle(desk, {
      raffleId,
      name: `Raffle ${n}`,
      prizes: [{ prizeName: 'First' }, { prizeName: 'Second' }],
      maxEntries: 100,
      entriesCloseAt: close,
      drawAt,
      chain,
      operator,
    })
    await sequenceLog(desk)
    const sealed = (await store.ceremonies.readCeremony(raffleId))?.statements[1]?.signature !== undefined
    const list = Array.from({ length: 20 }, (_, index) => `t${index},paid\n`).join('')
    if (!sealed) await importEntries(desk, raffleId, readEntryLines([Buffer.from(list)]))
    base = close
    await sealRaffle(desk, raffleId)
    await sequenceLog(desk)
    base = drawAt
    const { draws } = await drawRaffle(desk, raffleId, () => Promise.resolve(beacon))
    await sequenceLog(desk)
    await replaceWinner(desk, raffleId, draws[0]?.winner_entry_id ?? '', 'did not answer')
    await sequenceLog(desk)
    process.stdout.write('.')
  }
}

// Loaded and waiting: the time until the kill begins with the orders.
obey(run)
