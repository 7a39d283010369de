/**
 * Goes through ceremonies one after the other, to be killed at any moment: what was begun is finished first. The test
 * beside it compiles and runs it.
 *
 * @packageDocumentation
 */
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { BeaconJson, ChainJson } from '../../src/core/beacon-json.js'
import { parseBeacon, parseChainInfo } from '../../src/core/beacon.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { createDesk } from '../../src/operator/desk.js'
import { drawRaffle } from '../../src/operator/draw-raffle.js'
import { readEntryLines } from '../../src/operator/entry-lines.js'
import { importEntries } from '../../src/operator/import-entries.js'
import { journalOf } from '../../src/operator/journal.js'
import { generateKey } from '../../src/operator/keys.js'
import { replaceWinner } from '../../src/operator/replace-winner.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import type { Store, Transaction } from '../../src/store/store.js'

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

/** Every transaction has points before it, before its end and after it; what is signed goes to a file at once. */
function watchStore(store: Store, log: number): Store {
  const write = fs.writeSync
  const watch = (transaction: Transaction): Transaction => {
    const { ceremonies } = transaction
    const writeSignature: typeof ceremonies.writeSignature = async (raffleId, sequence, signature) => {
      const digest = createHash('sha256').update(signature).digest('hex')
      write(log, `${raffleId} ${sequence} ${digest}\n`)
      await ceremonies.writeSignature(raffleId, sequence, signature)
      pass()
    }
    const watched = new Proxy(ceremonies, {
      get(target, name) {
        if (name === 'writeSignature') return writeSignature
        const member: unknown = Reflect.get(target, name, target)
        return typeof member === 'function' ? (member.bind(target) as unknown) : member
      },
    })
    return new Proxy(transaction, {
      get(target, name) {
        if (name === 'ceremonies') return watched
        const member: unknown = Reflect.get(target, name, target)
        return typeof member === 'function' ? (member.bind(target) as unknown) : member
      },
    })
  }
  const transact: Store['transact'] = async work => {
    pass()
    const result = await store.transact(async transaction => {
      const made = await work(watch(transaction))
      pass()
      return made
    })
    pass()
    return result
  }
  return new Proxy(store, {
    get(target, name) {
      if (name === 'transact') return transact
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })
}

async function run({ file, start, finish, ...orders }: Orders): Promise<void> {
  const chain = parseChainInfo(orders.chain)
  const beacon = parseBeacon(orders.beacon)
  const log = fs.openSync(`${file}.log`, 'a')
  const opened = await openSqliteStore(file, { access: 'write', create: true })
  const store = watchStore(opened, log)
  watchFiles()
  dieAt = orders.dieAt
  let base = noon
  const desk = createDesk({
    store,
    journal: journalOf(file),
    unlock: () => ({ key: new Uint8Array(32).fill(9) }),
    now: () => new Date(base * 1000 + (Date.now() - start) * 100),
    random: length => new Uint8Array(randomBytes(length)),
  })
  if ((await store.ceremonies.readSigningKeys()).length === 0) await generateKey(desk, operator)
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
    const sealed = (await store.ceremonies.readCeremony(raffleId))?.statements[1]?.signature !== undefined
    const list = Array.from({ length: 20 }, (_, index) => `t${index},paid\n`).join('')
    if (!sealed) await importEntries(desk, raffleId, readEntryLines([Buffer.from(list)]))
    base = close
    await sealRaffle(desk, raffleId)
    base = drawAt
    const { draws } = await drawRaffle(desk, raffleId, () => Promise.resolve(beacon))
    await replaceWinner(desk, raffleId, draws[0]?.winner_entry_id ?? '', 'did not answer')
    process.stdout.write('.')
  }
}

// Loaded and waiting: the time until the kill begins with the orders.
process.stdin.once('data', (line: Buffer) => {
  run(JSON.parse(line.toString()) as Orders).then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${String((error as Error).stack)}\n`)
      process.exit(1)
    },
  )
})
