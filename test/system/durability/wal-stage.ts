/**
 * A whole ceremony in the write-ahead log of a store, which nothing moves into the database: what the disk would have
 * if the power went at any moment.
 *
 * @packageDocumentation
 */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type Driver from 'better-sqlite3'
import { encodeChainInfo } from '../../../src/core/beacon-json.js'
import { encodeHex } from '../../../src/core/encoding.js'
import { DrawauditError } from '../../../src/errors.js'
import { parseTrust } from '../../../src/model/trust.js'
import { native } from '../../../src/native/engine.js'
import { createLog } from '../../../src/operator/create-log.js'
import { createRaffle } from '../../../src/operator/create-raffle.js'
import { createDesk, type Desk } from '../../../src/operator/desk.js'
import { drawRaffle } from '../../../src/operator/draw-raffle.js'
import { readEntryLines } from '../../../src/operator/entry-lines.js'
import { importEntries } from '../../../src/operator/import-entries.js'
import { journalOf } from '../../../src/operator/journal.js'
import { generateKey } from '../../../src/operator/keys.js'
import { publish } from '../../../src/operator/publish.js'
import { issueOne, withdrawEntry } from '../../../src/operator/receipts.js'
import { replaceWinner } from '../../../src/operator/replace-winner.js'
import { sealRaffle } from '../../../src/operator/seal-raffle.js'
import { sequenceLog } from '../../../src/operator/sequence-log.js'
import { stampStatements } from '../../../src/operator/stamp-statements.js'
import { addEndpoint, confirmEndpoint } from '../../../src/operator/webhooks.js'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../../src/store/store.js'
import { verifyBundle } from '../../../src/verify/bundle/verify-bundle.js'
import { record } from '../../cli/run.js'
import { recordDesk, recordOf, replace } from '../../operator/signed-record.js'
import { loopback } from '../../webhook/stage.js'
import { chain, keyFile, noon, operator, readView, sign } from '../../operator/stage.js'
import { firstRoundAtOrAfter } from '../../../src/core/beacon.js'
import { Sqlite } from '../../sqlite.js'

const { startAuthority } = await import('../../../scripts/time-stamp-authority.js')

export const walOf = (file: string): string => `${file}-wal`

/** Bytes of the head of a write-ahead log, and of that of each frame: https://sqlite.org/fileformat2.html#walformat. */
const walHead = 32
const frameHead = 24

export const origin = 'raffles.example/log'
const endpoint = 'https://subscriber.example/hook'

/** A raffle and its times, in seconds since 1970. */
export interface Plan {
  readonly raffleId: string
  readonly begin: number
  readonly close: number
  readonly drawAt: number
}

export const plan: Plan = {
  raffleId: '49638a53-01d5-4ea0-96bc-887c4448c4f3',
  begin: noon,
  close: noon + 3600,
  drawAt: noon + 4500,
}

/** What is run where the first one had to be given up. */
export const second: Plan = {
  raffleId: '59638a53-01d5-4ea0-96bc-887c4448c4f3',
  begin: noon + 7200,
  close: noon + 10_800,
  drawAt: noon + 11_700,
}

export const beacons = new Map(
  [plan, second].map(({ drawAt }) => [drawAt, sign(firstRoundAtOrAfter(chain, drawAt))] as const),
)

/** `id,kind` of the entries. */
export const list = Array.from(
  { length: 20 },
  (_, index) => `t${index},${index % 4 === 3 ? 'free' : 'paid'}\n`,
).join('')

/** The store after a commit. */
export interface Mark {
  /** Bytes of the write-ahead log. */
  readonly wal: number
  readonly journal: number
  readonly record: number
  /** Of everything in every table. */
  readonly digest: string
}

/** What a disk has, and what it had after each commit. */
export interface Scene {
  readonly database: Buffer
  readonly wal: Buffer
  readonly journal: Buffer
  /** All that was signed, whatever became of it. */
  readonly record: Buffer
  /** The first is before all commits. */
  readonly marks: readonly Mark[]
  readonly pageSize: number
  /** Where each frame ends, and whether it ends a commit. */
  readonly frames: readonly { readonly end: number; readonly isCommit: boolean }[]
}

/** A desk on a store, with a clock of its own. */
export interface Office {
  readonly store: Store
  readonly desk: Desk
  readonly setClock: (seconds: number) => void
}

/** Opens an office, whose signatures are recorded beside the store. */
export async function openOffice(
  file: string,
  watch: (store: Store) => Store = store => store,
): Promise<Office> {
  const store = watch(await openSqliteStore(file, { access: 'write' }))
  let seconds = noon
  const desk = createDesk({
    store,
    journal: journalOf(file),
    unlock: () => keyFile,
    now: () => new Date(seconds * 1000),
    // Raffles of one store are played at times of their own.
    isClockChecked: true,
    random: length => new Uint8Array(randomBytes(length)),
    engine: native,
  })
  return {
    store,
    desk: recordDesk(desk, file),
    setClock(to) {
      seconds = to
    },
  }
}

/** What is set up once. */
export interface Setting {
  /** The log; null for none. */
  readonly origin?: string | null
  /** Where subscribers are. */
  readonly url?: string
}

/** Sets up; each part is found done where it is. */
export async function prepare(
  { desk, setClock }: Office,
  { origin: name = origin, url = endpoint }: Setting = {},
): Promise<void> {
  const { store } = desk
  setClock(noon)
  const keys = await store.ceremonies.readSigningKeys()
  for (const use of ['statements', 'receipts'] as const)
    if (!keys.some(key => key.use === use)) await generateKey(desk, operator, use)
  if (name !== null && (await store.log.readLog())?.origin !== name) await createLog(desk, name)
  const [there] = await store.outbox.listEndpoints()
  const apiUrl = 'https://raffles.example/api/v1'
  const { id } = there ?? (await addEndpoint(desk, { url, allow: loopback, apiUrl })).endpoint
  if (there?.state !== 'active') await confirmEndpoint(desk, id)
}

/** How far a ceremony goes. */
export type Until = 'imported' | 'sealed' | 'drawn' | 'replaced'

/** A ceremony, from wherever it stands on. @param late - seconds by which the clock is later than it was. */
export async function goOn(
  { desk, setClock }: Office,
  { raffleId, begin, close, drawAt }: Plan,
  late = 0,
  until: Until = 'replaced',
): Promise<void> {
  setClock(begin + late)
  await createRaffle(desk, {
    raffleId,
    name: 'Summer raffle',
    prizes: [{ prizeName: 'First' }, { prizeName: 'Second' }],
    maxEntries: 100,
    entriesCloseAt: close,
    drawAt,
    chain,
    operator,
  })
  await sequenceLog(desk)
  try {
    await importEntries(desk, raffleId, readEntryLines([Buffer.from(list)]))
  } catch (error) {
    // It is sealed, or about to be.
    if (!(error instanceof DrawauditError) || error.code !== 'raffle-state') throw error
  }
  if (until === 'imported') return
  setClock(close + late)
  await sealRaffle(desk, raffleId)
  await sequenceLog(desk)
  if (until === 'sealed') return
  setClock(drawAt + 3 + late)
  const beacon = beacons.get(drawAt)
  if (beacon === undefined) throw new Error('no beacon for that time')
  const { draws } = await drawRaffle(desk, raffleId, () => Promise.resolve(beacon))
  await sequenceLog(desk)
  if (until === 'drawn') return
  await replaceWinner(desk, raffleId, draws[0]?.winner_entry_id ?? '', 'did not answer')
  await sequenceLog(desk)
}

/**
 * Sells two tickets more, gives receipts for both and for one of the list, takes back one of them, and has the
 * commitment stamped.
 *
 * @param url - of a time-stamping authority.
 */
async function sell({ desk }: Office, { raffleId }: Plan, url: string): Promise<void> {
  await importEntries(desk, raffleId, readEntryLines([Buffer.from('sold,paid\nrefunded,paid\n')]))
  for (const id of ['t0', 'sold', 'refunded']) await issueOne(desk, raffleId, id)
  await withdrawEntry(desk, raffleId, 'refunded', 'refunded')
  for (const { fault } of await stampStatements(desk, raffleId, [url], { env: {} }))
    if (fault !== undefined) throw fault
}

/** Publishes the record of another system, which may be done again. */
export async function publishOther({ store, desk }: Office): Promise<void> {
  await publish(store, [{ file: 'record.json', read: () => record }], {
    now: desk.now(),
    random: desk.random,
  })
}

/** The verdict on what the store would serve of a raffle, and how many statements it has. */
export async function judge(store: Store, raffleId: string): Promise<readonly [string, number]> {
  const trust = parseTrust({ ...(await store.readTrust()), beacons: [encodeChainInfo(chain)] })
  const bundle = readView(await store.readBundle(raffleId)) as { statements: unknown[] }
  const report = verifyBundle(bundle, trust, {
    now: new Date('2027-01-01T00:00:00Z'),
    record: readView((await store.readRaffle(raffleId))?.audit) as object,
    require: ['reproducible'],
    acceptReplacements: true,
  })
  return [report.verdict ?? 'nothing', bundle.statements.length]
}

/** Makes a scene in a file. */
export async function makeScene(file: string): Promise<Scene> {
  await (await openSqliteStore(file, { access: 'write', create: true })).close()
  const database = readFileSync(file)
  // Whoever reads the state before the first commit keeps all that follows in the write-ahead log.
  const reader = new Sqlite(file, { readonly: true })
  reader.exec('BEGIN')
  reader.prepare('SELECT count(*) FROM raffle').get()
  const looker = new Sqlite(file, { readonly: true })
  const size = (path: string): number => (existsSync(path) ? statSync(path).size : 0)
  const mark = (): Mark => ({
    wal: size(walOf(file)),
    journal: size(journalOf(file)),
    record: size(recordOf(file)),
    digest: digestOf(looker),
  })
  const marks = [mark()]
  const office = await openOffice(file, store =>
    replace(store, {
      async transact(work, options) {
        const result = await store.transact(work, options)
        const next = mark()
        // One that wrote nothing leaves no frame.
        if (next.wal > (marks.at(-1)?.wal ?? 0)) marks.push(next)
        return result
      },
    }),
  )
  await prepare(office)
  await publishOther(office)
  await goOn(office, plan, 0, 'imported')
  const authority = await startAuthority(`${file}-authority`)
  await sell(office, plan, authority.url)
  authority.close()
  await goOn(office, plan)
  const wal = readFileSync(walOf(file))
  if (!readFileSync(file).equals(database)) throw new Error('the database has changed')
  const scene: Scene = {
    database,
    wal,
    journal: readFileSync(journalOf(file)),
    record: readFileSync(recordOf(file)),
    marks,
    pageSize: wal.readUInt32BE(8),
    frames: readFrames(wal),
  }
  reader.close()
  looker.close()
  await office.store.close()
  return scene
}

function readFrames(wal: Buffer): Scene['frames'] {
  const step = frameHead + wal.readUInt32BE(8)
  const frames: { end: number; isCommit: boolean }[] = []
  for (let at = walHead; at + step <= wal.length; at += step) {
    frames.push({ end: at + step, isCommit: wal.readUInt32BE(at + 4) > 0 })
  }
  return frames
}

/** Where a log may end: with nothing in it, and after each frame. */
export const endsOf = ({ frames }: Scene): readonly number[] => [0, ...frames.map(({ end }) => end)]

/** Where the frame, or the head, of a place begins: what is before it is whole when a byte of it is not. */
export function startOf({ pageSize }: Scene, place: number): number {
  if (place < walHead) return 0
  const step = frameHead + pageSize
  return walHead + Math.floor((place - walHead) / step) * step
}

/** Puts a disk where a store is. */
export function lay(
  file: string,
  parts: { readonly [Part in 'database' | 'wal' | 'journal' | 'record']: Uint8Array },
): void {
  for (const path of [file, walOf(file), `${file}-shm`, journalOf(file), recordOf(file)])
    rmSync(path, { force: true })
  writeFileSync(file, parts.database)
  writeFileSync(walOf(file), parts.wal)
  if (parts.journal.length > 0) writeFileSync(journalOf(file), parts.journal)
  writeFileSync(recordOf(file), parts.record)
}

/** A digest of everything that a store holds. */
export function digestOf(database: Driver.Database): string {
  const hash = createHash('sha256')
  const tables = database
    .prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .pluck()
    .all()
  for (const table of tables) {
    const statement = database.prepare(`SELECT * FROM "${table}"`).raw()
    const rows = (statement.all() as unknown[][]).map(row =>
      JSON.stringify(row.map(value => (value instanceof Uint8Array ? encodeHex(value) : value))),
    )
    hash.update(`${table}\n${rows.toSorted().join('\n')}\n`)
  }
  return hash.digest('hex')
}

/** The code with which something is refused; undefined where it is not. */
export async function refusal(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise
    return undefined
  } catch (error) {
    if (error instanceof DrawauditError) return error.code
    throw error
  }
}
