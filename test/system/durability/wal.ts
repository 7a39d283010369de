/**
 * What a store is worth whose write-ahead log was cut or damaged, and whether its operator can go on.
 *
 * @packageDocumentation
 */
import { portable } from '../../../src/core/portable.js'
import { native } from '../../../src/native/engine.js'
import { checkJournal } from '../../../src/operator/check-journal.js'
import { adoptStore } from '../../../src/operator/adopt-store.js'
import { journalOf } from '../../../src/operator/journal.js'
import { checkSqliteStore } from '../../../src/store/sqlite/maintenance.js'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js'
import { checkHistory } from '../../operator/log-history.js'
import { readRecord } from '../../operator/signed-record.js'
import { Sqlite } from '../../sqlite.js'
import {
  digestOf,
  goOn,
  judge,
  lay,
  openOffice,
  origin,
  plan,
  prepare,
  publishOther,
  refusal,
  second,
  startOf,
  type Mark,
  type Scene,
} from './wal-stage.js'

/** What became of the write-ahead log: it ends at a byte, or the byte there has another bit. */
export interface Damage {
  readonly kind: 'cut' | 'flip'
  readonly at: number
  /** The bit. */
  readonly bit?: number
}

/**
 * What is beside the store. `then`: the journal as it was when the byte was written, which is a crash. `now`: the
 * journal as it is at the end, so that the disk has lost what it had confirmed.
 */
export type Beside = 'then' | 'now'

/**
 * How far a case is followed. `opened`: what is there, and what the journal says to it. `finished`: until the ceremony
 * is finished, with the store as it is. `restored`: the same, after the newer copy was put back where there is one.
 */
export type Depth = 'opened' | 'finished' | 'restored'

/** What a case came to. */
export interface Outcome {
  /** Everything that was wrong, in words. */
  readonly problems: readonly string[]
  /** Commits that were there. */
  readonly commits: number
  /** What the comparison with the journal said; undefined where the ceremony went on. */
  readonly refused?: string
}

/** What many cases came to. */
export interface Figures {
  runs: number
  /** It was not the commits until then, each whole, or damaged. */
  notPrefix: number
  signedTwice: number
  notFinished: number
  /** Refused as a store that went back, which those are from which the disk has taken what it had confirmed. */
  rolledBack: number
  /** Of those from which it has taken nothing: none may be refused. */
  refused: number
}

/** Carries out many cases. @param tell - hears what is wrong with one. */
export async function sufferAll(
  file: string,
  scene: Scene,
  cases: Iterable<readonly [Damage, Beside, Depth]>,
  tell: (what: readonly [Damage, Beside, Depth], problems: readonly string[]) => void,
): Promise<Figures> {
  const figures = { runs: 0, notPrefix: 0, signedTwice: 0, notFinished: 0, rolledBack: 0, refused: 0 }
  for (const one of cases) {
    const { problems, refused } = await suffer(file, scene, ...one).catch((error: unknown): Outcome => ({
      problems: [`not finished: ${String((error as Error).stack)}`],
      commits: 0,
    }))
    figures.runs += 1
    figures.rolledBack += Number(refused === 'store-rolled-back')
    const count = (pattern: RegExp): number => Number(problems.some(problem => pattern.test(problem)))
    figures.refused += count(/^refused/)
    figures.signedTwice += count(/^two signatures|^signed twice/)
    figures.notPrefix += count(/^integrity|^it is not the first/)
    figures.notFinished +=
      count(/./) - count(/^refused|^two sig|^signed twice|^integrity|^it is not the first/)
    if (problems.length > 0) tell(one, problems)
  }
  return figures
}
/** How long an operator waited before going on, in seconds: what is signed anew bears another time. */
const late = 7

/** Carries out a case in a file. */
async function suffer(
  file: string,
  scene: Scene,
  { kind, at, bit = 0 }: Damage,
  beside: Beside,
  depth: Depth,
): Promise<Outcome> {
  const wal = Buffer.from(kind === 'cut' ? scene.wal.subarray(0, at) : scene.wal)
  if (kind === 'flip') wal[at] = (wal[at] ?? 0) ^ (1 << bit)
  const whole = kind === 'cut' ? at : startOf(scene, at)
  const commits = scene.marks.findLastIndex(mark => mark.wal <= whole)
  const before = markOf(scene, commits)
  // A journal gets its line before the frames of its commit are written.
  const moment = beside === 'now' ? scene.marks.length - 1 : Math.min(commits + 1, scene.marks.length - 1)
  const { journal, record } = markOf(scene, moment)
  lay(file, {
    database: scene.database,
    wal,
    journal: scene.journal.subarray(0, journal),
    record: scene.record.subarray(0, record),
  })
  const problems: string[] = []

  const store = await openSqliteStore(file, { access: 'write' })
  const found = new Sqlite(file, { readonly: true })
  if (found.pragma('integrity_check', { simple: true }) !== 'ok') problems.push('integrity_check')
  if (digestOf(found) !== before.digest) problems.push(`it is not the first ${commits} commits`)
  found.close()
  problems.push(...(await checkSqliteStore(file, native)).problems)
  const refused = await refusal(
    store.transact(transaction => checkJournal({ journal: journalOf(file), isShared: false }, transaction)),
  )
  await store.close()
  if (refused !== undefined && (beside === 'then' || refused !== 'store-rolled-back')) {
    problems.push(`refused: ${refused}`)
  }
  if (depth === 'restored' && refused !== undefined) {
    lay(file, scene)
    problems.push(...(await finish(file)))
  } else if (depth !== 'opened') {
    problems.push(...(await (refused === undefined ? finish(file) : begin(file))))
  }
  return { problems, commits, ...(refused !== undefined && { refused }) }
}

const markOf = ({ marks }: Scene, index: number): Mark => {
  const mark = marks[index]
  if (mark === undefined) throw new Error(`there is no mark ${index}`)
  return mark
}

/** Goes on with a store that is the newest copy. @returns what is wrong in the end. */
async function finish(file: string): Promise<readonly string[]> {
  const office = await openOffice(file)
  await prepare(office)
  await publishOther(office)
  await goOn(office, plan, late)
  const problems = await judgeAll(office.store, plan.raffleId)
  // Two draws, the record of all draws, the record of the other system, and a replacement.
  const pending = await office.store.outbox.countPending(100)
  if (pending !== 5) problems.push(`${pending} events`)
  await office.store.close()
  return [...problems, ...(await checkHistory(file))]
}

/** Gives up what is lost, as docs/OPERATING.md says, and runs a raffle anew. @returns what is wrong in the end. */
async function begin(file: string): Promise<readonly string[]> {
  const before = readRecord(file)
  const office = await openOffice(file)
  const { store, desk } = office
  const problems: string[] = []
  office.setClock(second.begin)
  const adopted = await store.transact(transaction => adoptStore(desk.journal, transaction, portable))
  const isLost = adopted.lost.includes(plan.raffleId)
  const [name, raffle] = [
    adopted.lostLogs.length > 0 ? 'raffles.example/second' : origin,
    isLost ? second : plan,
  ]
  await prepare(office, { origin: name })
  if (isLost) {
    const code = await refusal(goOn(office, plan, late))
    if (code !== 'store-rolled-back') problems.push(`a raffle that was given up: ${code ?? 'it went on'}`)
  }
  await publishOther(office)
  await goOn(office, raffle, late)
  problems.push(...(await judgeAll(store, raffle.raffleId)))
  await store.close()
  problems.push(...(await checkSqliteStore(file, native)).problems)

  // Of what was given up nothing more was signed, and of the rest nothing else.
  const known = new Map(before.map(({ what, place, content }) => [`${what} ${place}`, content]))
  for (const { what, place, content } of readRecord(file).slice(before.length)) {
    const there = known.get(`${what} ${place}`)
    const isOther = what === 'head' && adopted.lostLogs.length > 0
    if (!isOther && there !== undefined && there !== content) problems.push(`signed twice: ${what} ${place}`)
  }
  return problems
}

async function judgeAll(store: Parameters<typeof judge>[0], raffleId: string): Promise<string[]> {
  const [verdict, count] = await judge(store, raffleId)
  // Commitment, seal, two draws, replacement.
  return verdict === 'proven' && count === 5 ? [] : [`the bundle is ${verdict}, of ${count} statements`]
}
