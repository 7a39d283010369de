/**
 * What a log shows about a bundle: which checkpoints cover each statement, and who cosigned them when.
 *
 * @packageDocumentation
 */
import { equalBytes } from '../../core/digest.js'
import { encodeLogEntry } from '../../core/dsse.js'
import type { Engine } from '../../core/engine.js'
import { hashLeaf, verifyInclusion } from '../../core/merkle.js'
import { formatTime } from '../../core/time.js'
import type { Bundle, LogPlace } from '../../model/bundle.js'
import {
  describeGroups,
  describeCosigners,
  findReachedQuorum,
  hasGroups,
  type ReachedQuorum,
} from '../../model/quorum.js'
import { addFinding, type Finding } from '../../model/report.js'
import type { TrustedLog } from '../../model/trust-log.js'
import type { Statement } from '../../model/statement.js'
import type { TrustRoot } from '../../model/trust.js'
import { isStatement, nameStatement, type StatementChain } from './chain.js'
import type { LoggedStatement, LogSummary } from './log-entries.js'
import { describeEntries, readHead, type HeadReader, type LogFault, type LogHead } from './log-head.js'
import { isOutdated } from './signed-statement.js'
import type { Sighting } from './sighting.js'

/** A checkpoint and the statements that it covers. */
export interface Covering extends LogHead {
  /** Indexes of the covered statements in the bundle. */
  readonly holds: ReadonlySet<number>
  /** Whether the given entries have this root at this size. */
  readonly isBacked: boolean
  /** The quorum's witnesses, and the time of the last needed cosignature; undefined without a quorum. */
  readonly witnessed?: ReachedQuorum
}

/** All evidence from the log. */
export interface LogEvidence {
  /** Whether neither the bundle nor the auditor gave anything of a log. */
  readonly isMissing: boolean
  /** Whether entries were given. */
  readonly hasEntries: boolean
  /** Why nothing can be said, or that it is another log. */
  readonly fault?: LogFault
  /** An invalid proof in the bundle, in words. */
  readonly badProof?: string
  /** An invalid cosignature in the bundle, in words. */
  readonly badCosignature?: string
  /** Two histories signed by the log, in words. */
  readonly fork?: string
  /** Why the given entries are not the log's, in words. */
  readonly damage?: string
  /** Checkpoints signed by the log, the bundle's first. */
  readonly heads: readonly Covering[]
  /** For each statement of the bundle, when witnesses had cosigned a log that contains it. */
  readonly sightings: readonly (Sighting | undefined)[]
  /** Statements of the raffle in the log that count and are missing in the bundle. */
  readonly others: readonly LoggedStatement[]
  /**
   * Another commitment or seal by a key that is not valid any more, which was in the log when witnesses first
   * saw the bundle's there: it accuses nobody, but either could have been chosen. A later one could not.
   */
  readonly outdated: readonly LoggedStatement[]
  readonly findings: readonly Finding[]
}

interface NotedCheckpoint {
  readonly note: string
  readonly places: readonly LogPlace[]
}

/** Gathers what the bundle and the log's entries show about the log. */
export function findLogEvidence(
  { log }: Bundle,
  chain: StatementChain,
  entries: LogSummary | undefined,
  trust: TrustRoot,
  now: bigint,
  engine: Engine,
): LogEvidence {
  const none = {
    isMissing: log === undefined && entries === undefined,
    hasEntries: entries !== undefined,
    heads: [],
    sightings: [],
    outdated: [],
    findings: [],
  }
  // What the operator signed twice counts against it, whatever happens to the log.
  const unrevoked = (entries?.others ?? []).filter(({ signed }) => !isOutdated(signed, undefined, now))
  if (none.isMissing) return { ...none, others: unrevoked }
  const known = findLog(chain, trust)
  if ('why' in known) return { ...none, others: unrevoked, fault: known }
  const reader: HeadReader = { log: known, trust, now, engine }
  const noted = log === undefined ? [] : [{ note: log.checkpoint, places: log.proofs }, ...collectNotes(log)]
  const read = noted.map(({ note, places }) => ({ head: readHead(note, reader), places }))
  const fault = findWorst(read.flatMap(({ head }) => ('why' in head ? [head] : [])))
  if (fault !== undefined) return { ...none, others: unrevoked, fault }

  const own = entries && readOwn(entries, reader)
  const leaves = chain.links.map(({ envelope }) => hashLeaf(encodeLogEntry(envelope), engine))
  let badProof: string | undefined
  const signed = read.flatMap(({ head, places }) => ('why' in head ? [] : [{ head, places }]))
  const all = [...signed, ...(own?.head ? [{ head: own.head, places: [] }] : [])]
  const heads = all.map(({ head, places }): Covering => {
    const isBacked = isRootOf(entries, head)
    const { holds, bad } = findHeld(head, places, leaves, engine)
    badProof ??= bad && describeBadProof(bad, chain, head)
    if (isBacked) {
      for (const [place, index] of (entries?.places ?? []).entries()) {
        if (index !== undefined && index < head.size) holds.add(place)
      }
    }
    const witnessed = findReachedQuorum(trust.quorum, head.cosigned)
    return { ...head, holds, isBacked, ...(witnessed && { witnessed }) }
  })
  const isReached = heads.some(({ isBacked }) => isBacked)
  const fork = findFork(heads, isReached ? entries : undefined)
  const badCosignature = signed.find(({ head }) => head.badCosignature !== undefined)?.head.badCosignature
  const findings: Finding[] = []
  for (const name of heads.flatMap(({ future }) => future)) {
    addFinding(findings, { code: 'time-in-future', message: `a cosignature of ${name} is dated after now` })
  }
  const isOld = ({ index, signed: one }: LoggedStatement): boolean =>
    isOutdated(one, timeOf(heads, index), now)
  const others = entries?.others ?? []
  const firsts = chain.links.map((_, place) => findFirst(heads, place))
  const sizeOf = (statement: object | undefined): number =>
    firsts[chain.links.findIndex(link => link.statement === statement)]?.size ?? 0
  const sizes: Partial<Record<Statement['type'], number>> = {
    commitment: sizeOf(chain.commitment),
    seal: sizeOf(chain.seal?.statement),
  }
  return {
    ...none,
    heads,
    sightings: firsts.map(head => head && describeSighting(head)),
    others: others.filter(one => !isOld(one)),
    outdated: others.filter(one => one.index < (sizes[one.signed.statement.type] ?? 0) && isOld(one)),
    findings,
    ...(badProof !== undefined && { badProof }),
    ...(badCosignature !== undefined && { badCosignature }),
    ...(fork !== undefined && { fork }),
    ...(own?.why !== undefined && { damage: own.why }),
  }
}

function findLog({ links }: StatementChain, trust: TrustRoot): HeadReader['log'] | LogFault {
  return findLogOf(links.map(({ statement }) => statement).find(isStatement)?.operator, trust)
}

/**
 * The operator's log in the trust file, or why it is unknown.
 *
 * @param name - name of the operator in the statements; undefined if no statement is readable.
 */
export function findLogOf(name: string | undefined, trust: TrustRoot): TrustedLog | LogFault {
  const unknown = (why: string): LogFault => ({ status: 'not-provable', code: 'log-unknown', why })
  if (name === undefined)
    return unknown('no statement can be read, so nobody knows which log is the operator’s')
  const origin = trust.operators.find(operator => operator.name === name)?.logOrigin
  if (origin === undefined) {
    return unknown(`the trust file does not say which log is that of ${JSON.stringify(name)}`)
  }
  return (
    trust.logs.find(log => log.origin === origin) ??
    unknown(`the trust file does not have the key of the log ${JSON.stringify(origin)}`)
  )
}

/** Each earlier checkpoint once, with all statements that it should cover. */
function collectNotes({ cosigned }: NonNullable<Bundle['log']>): readonly NotedCheckpoint[] {
  const notes = new Map<string, LogPlace[]>()
  for (const { checkpoint, ...place } of cosigned) {
    const places = notes.get(checkpoint) ?? []
    places.push(place)
    notes.set(checkpoint, places)
  }
  return [...notes].map(([note, places]) => ({ note, places }))
}

/** A contradiction outweighs something unreadable. */
function findWorst(faults: readonly LogFault[]): LogFault | undefined {
  return faults.find(({ status }) => status === 'refuted') ?? faults[0]
}

/** The checkpoint given with the entries, if the log signed it; and why they do not match, if so. */
function readOwn(
  entries: LogSummary,
  reader: HeadReader,
): { readonly head?: LogHead; readonly why?: string } {
  const head = readHead(entries.checkpoint, reader)
  if ('why' in head) return { why: entries.fault ?? head.why }
  if (head.badCosignature !== undefined) return { why: head.badCosignature }
  if (entries.fault !== undefined) return { head, why: entries.fault }
  if (entries.size !== head.size) {
    return { head, why: `there are ${entries.size} entries, and the checkpoint has ${head.size}` }
  }
  const why = `the root of the ${head.size} entries is not that of the checkpoint`
  return isRootOf(entries, head) ? { head } : { head, why }
}

function isRootOf(entries: LogSummary | undefined, { size, root }: LogHead): boolean {
  const found = entries?.rootAt(size)
  return found !== undefined && equalBytes(found, root)
}

/** Statements whose proofs lead to a root, and the first proof that does not. */
function findHeld(
  { size, root }: LogHead,
  places: readonly LogPlace[],
  leaves: readonly Uint8Array[],
  engine: Engine,
): { readonly holds: Set<number>; readonly bad?: LogPlace } {
  const holds = new Set<number>()
  let bad: LogPlace | undefined
  for (const place of places) {
    const { sequence, index, inclusion } = place
    const leafHash = leaves[sequence]
    const isIn = leafHash && verifyInclusion({ index, size, leafHash, proof: inclusion, root }, engine)
    if (isIn === true) holds.add(sequence)
    else bad ??= place
  }
  return { holds, ...(bad && { bad }) }
}

function describeBadProof({ sequence }: LogPlace, { links }: StatementChain, { size }: LogHead): string {
  const link = links[sequence]
  if (link === undefined) return `there is a proof of statement ${sequence}, and no such statement`
  const name = isStatement(link.statement) ? nameStatement(link.statement) : `statement ${sequence}`
  return `the proof of ${name} does not lead to the checkpoint of a log of ${describeEntries(size)}`
}

/**
 * Two roots of one size, or a checkpoint that is not a prefix of a later one. Entries show the latter only if
 * they match a checkpoint themselves.
 */
function findFork(heads: readonly LogHead[], entries: LogSummary | undefined): string | undefined {
  const roots = new Map<number, Uint8Array>()
  for (const { size, root } of heads) {
    const other = roots.get(size)
    if (other !== undefined && !equalBytes(other, root)) {
      return `its key signed two checkpoints of a log of ${describeEntries(size)} with different roots`
    }
    roots.set(size, root)
  }
  if (entries === undefined) return undefined
  const covered = Math.max(...heads.filter(head => isRootOf(entries, head)).map(({ size }) => size))
  const odd = heads.find(head => head.size < covered && !isRootOf(entries, head))
  return (
    odd &&
    `its key signed a checkpoint of ${odd.size} entries that are not the first of its ${covered} entries`
  )
}

/** When witnesses had cosigned a log that contains the entry at an index. */
function timeOf(heads: readonly Covering[], index: number): bigint | undefined {
  const times = heads.flatMap(({ isBacked, size, witnessed }) =>
    isBacked && index < size && witnessed ? [witnessed.at] : [],
  )
  return times.reduce<bigint | undefined>(
    (least, at) => (least === undefined || at < least ? at : least),
    undefined,
  )
}

/** A checkpoint that a quorum cosigned. */
type Witnessed = Covering & Required<Pick<Covering, 'witnessed'>>

const isWitnessed = (head: Covering): head is Witnessed => head.witnessed !== undefined

/** The first checkpoint with a statement that a quorum cosigned; of several of one time the smallest. */
const findFirst = (heads: readonly Covering[], place: number): Witnessed | undefined =>
  heads
    .filter(isWitnessed)
    .filter(({ holds }) => holds.has(place))
    .reduce<Witnessed | undefined>(
      (first, head) =>
        first === undefined ||
        head.witnessed.at < first.witnessed.at ||
        (head.witnessed.at === first.witnessed.at && head.size < first.size)
          ? head
          : first,
      undefined,
    )

const describeSighting = ({ witnessed }: Witnessed): Sighting => ({
  who: describeCosigners(witnessed),
  by: 'witnesses',
  at: witnessed.at,
  atUtc: formatTime(new Date(Number(witnessed.at / 1_000_000n))),
  ...(hasGroups(witnessed) && { groups: describeGroups(witnessed) }),
})
