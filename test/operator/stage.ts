/**
 * A ceremony on a real store, with a clock that the test sets and a beacon chain of its own.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Beacon, ChainInfo } from '../../src/core/beacon.js'
import { encodeChainInfo } from '../../src/core/beacon-json.js'
import { DrawauditError } from '../../src/errors.js'
import type { BundleJson } from '../../src/model/bundle.js'
import type { Report } from '../../src/model/report.js'
import { parseTrust } from '../../src/model/trust.js'
import { native } from '../../src/native/engine.js'
import { createDesk, type Desk } from '../../src/operator/desk.js'
import { createRaffle, type RaffleOffer } from '../../src/operator/create-raffle.js'
import { drawRaffle, type RaffleDrawn } from '../../src/operator/draw-raffle.js'
import { readEntryLines, type EntryFormat } from '../../src/operator/entry-lines.js'
import { importEntries, type EntriesImported } from '../../src/operator/import-entries.js'
import { journalOf } from '../../src/operator/journal.js'
import { generateKey } from '../../src/operator/keys.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import type { Unlock } from '../../src/operator/secrets.js'
import { createChain } from '../../src/relay/create-chain.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../src/store/store.js'
import { verifyBundle } from '../../src/verify/bundle/verify-bundle.js'

/** 12:00:00 on the day of the rehearsal. */
export const noon = Date.UTC(2026, 8, 1, 12) / 1000

/** Entries close at one, and the draw is a quarter past. */
export const close = noon + 3600
export const drawAt = close + 900

const genesisTime = noon - 86_400
export const { chain, sign } = createChain({
  secretKey: new Uint8Array(32).fill(7),
  period: 3,
  genesisTime,
})

export const raffleId = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
export const operator = 'Example Raffles Ltd'

/** The cheap way to open secrets: scrypt takes a third of a second. */
export const keyFile: Unlock = { key: new Uint8Array(32).fill(9) }

export const offer: RaffleOffer = {
  raffleId,
  name: 'Summer raffle',
  prizes: [{ prizeName: 'iPhone (1st Prize)' }, { prizeName: 'Voucher' }, { prizeName: 'Mug' }],
  maxEntries: 500,
  entriesCloseAt: close,
  chain,
  operator,
}

/** `id,kind` of 142 entries, every fifth of them free. */
export const list = Array.from(
  { length: 142 },
  (_, index) => `ticket-${index},${index % 5 === 4 ? 'free' : 'paid'}\n`,
).join('')

export interface Stage {
  readonly file: string
  readonly store: Store
  readonly desk: Desk
  /** Sets the clock, to seconds since 1970. */
  readonly setClock: (seconds: number) => void
  /** Sets the clock of the database, to seconds since 1970; without it there is none. */
  readonly setOtherClock: (seconds: number) => void
  readonly importText: (text: string, format?: EntryFormat) => Promise<EntriesImported>
  readonly draw: (fetch?: () => Promise<Beacon>) => Promise<RaffleDrawn>
  /** Verifies what the store would serve. */
  readonly verify: () => Promise<Report>
  readonly bundle: () => Promise<BundleJson>
}

export interface StageOptions {
  readonly unlock?: Unlock
  readonly file?: string
  /** An open one, whose journal is that of the file, and which ends with the test; by default the file is the store. */
  readonly store?: Store
  /** No key yet. */
  readonly bare?: boolean
  /** Somebody looked at the clock. */
  readonly isClockChecked?: boolean
}

interface Test {
  readonly name: string
  testdir(): string
  teardown(action: () => Promise<void>): void
}

const stages = new Map<string, number>()

/** Random numbers that are the same in every run, so that the same tickets win: others for each stage of each test. */
function createRandom(name: string): (length: number) => Uint8Array {
  const stage = (stages.get(name) ?? 0) + 1
  stages.set(name, stage)
  let calls = 0
  return outputLength =>
    new Uint8Array(
      createHash('shake256', { outputLength })
        .update(`${name} ${stage} ${(calls += 1)}`)
        .digest(),
    )
}

/** A store, a journal in a folder of the test, a key, and noon. */
export async function setUp(test: Test, options: StageOptions = {}): Promise<Stage> {
  const file = options.file ?? join(test.testdir(), 'raffles.db')
  const store = options.store ?? (await openSqliteStore(file, { access: 'write', create: true }))
  test.teardown(() => store.close())
  let seconds = noon
  let otherSeconds: number | undefined
  const desk = createDesk({
    store,
    journal: journalOf(file),
    // As the command line has it; noble takes twenty times as long.
    engine: native,
    unlock: () => options.unlock ?? keyFile,
    now: () => new Date(seconds * 1000),
    otherClock: () => Promise.resolve(otherSeconds === undefined ? undefined : new Date(otherSeconds * 1000)),
    isClockChecked: options.isClockChecked === true,
    random: createRandom(test.name),
  })
  if (options.bare !== true) await generateKey(desk, operator)
  const bundle = async (): Promise<BundleJson> => readView(await store.readBundle(raffleId)) as BundleJson
  return {
    file,
    store,
    desk,
    setClock(to) {
      seconds = to
    },
    setOtherClock(to) {
      otherSeconds = to
    },
    importText: (text, format) => importEntries(desk, raffleId, readEntryLines([Buffer.from(text)], format)),
    draw: (fetch = () => Promise.resolve(sign(roundOf(chain)))) => drawRaffle(desk, raffleId, fetch),
    bundle,
    async verify() {
      const trust = await store.readTrust()
      const record = readView((await store.readRaffle(raffleId))?.audit) as object
      return verifyBundle(await bundle(), parseTrust({ ...trust, beacons: [encodeChainInfo(chain)] }), {
        engine: native,
        now: desk.now(),
        record,
        require: ['reproducible'],
      })
    },
  }
}

/** The round of {@link drawAt}. */
export const roundOf = ({ genesisTime: start, period }: ChainInfo): number =>
  Math.ceil((drawAt - start) / period) + 1

export const readView = (view: { readonly body: Uint8Array } | undefined): unknown =>
  view && JSON.parse(Buffer.from(view.body).toString())

/** Goes through the ceremony up to a point. */
export async function goTo(stage: Stage, point: 'created' | 'imported' | 'sealed' | 'drawn'): Promise<void> {
  await createRaffle(stage.desk, offer)
  if (point === 'created') return
  await stage.importText(list)
  if (point === 'imported') return
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  if (point === 'sealed') return
  stage.setClock(drawAt + 3)
  await stage.draw()
}

/** The error that something is refused with. */
export async function failure(promise: Promise<unknown>): Promise<DrawauditError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof DrawauditError) return error
  throw new Error('no error of ours', { cause: error })
}
