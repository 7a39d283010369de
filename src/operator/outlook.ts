/**
 * The outlook for a raffle's evidence: what there is, what must be added by when, and what is too late. It is
 * judged as a verifier who trusts these parties would judge the bundle.
 *
 * @packageDocumentation
 */
import { builtInChains, parseChainInfo } from '../core/beacon.js'
import type { Engine } from '../core/engine.js'
import { portable } from '../core/portable.js'
import { parseBundle } from '../model/bundle.js'
import { parseTrust, type TrustRoot } from '../model/trust.js'
import type { TokenRow } from '../store/ceremonies.js'
import type { Store } from '../store/store.js'
import { findCovering } from '../verify/bundle/checks/log-included.js'
import { checkEvidenceTimely } from '../verify/bundle/checks/evidence-timely.js'
import type { Evidence } from '../verify/bundle/checks/evidence.js'
import { gatherEvidence } from '../verify/bundle/gather-evidence.js'
import type { Sighting } from '../verify/bundle/sighting.js'
import type { Timestamp } from '../verify/timestamps.js'
import { listAuthorities, nameAuthority } from './ask-authorities.js'
import { formatSeconds, readSeconds, secondsOf } from './desk.js'
import { readStatus, type NextStep } from './raffle-status.js'
import { evidenceMargin, findDrawTime } from './seal-raffle.js'
import { readCeremonyChain, type CeremonyChain } from './steps.js'

/** Missing evidence. Sentences here are lower case, without a full stop. */
export interface Missing {
  /** The level it is for; a level above `reachable` needs something new. */
  readonly level: 4 | 5
  readonly what: string
  /** The last moment at which it counts; absent if there is none. */
  readonly until?: string
  readonly command: string
}

/** Evidence that is too late. */
export interface Lost {
  /** `level 4`, or `the draw`. */
  readonly what: string
  readonly why: string
}

export interface Outlook {
  /**
   * The highest level reachable with what the store has, for an auditor who trusts the parties it names: 0 if
   * the raffle can have no winners, or its commitment is not published.
   */
  readonly reachable: 0 | 3 | 4 | 5
  /** The parties an auditor has to trust for it, in words; absent below level 4. */
  readonly trusting?: string
  /** Whether the bundle has everything for it already. */
  readonly settled: boolean
  readonly done: readonly string[]
  readonly missing: readonly Missing[]
  readonly lost: readonly Lost[]
  /** What to do now, first things first: for evidence, and for the raffle. */
  readonly next: readonly NextStep[]
}

export interface OutlookOptions {
  /** URLs of the authorities that stamp it; none by default. */
  readonly authorities?: readonly string[]
  /** Engine for signatures; portable by default. */
  readonly engine?: Engine
}

/** A statement that a third party must see before a deadline. */
interface SightingDeadline {
  readonly name: 'commitment' | 'seal'
  /** Undefined until it is signed. */
  readonly sequence?: number
  /** The first second that is too late. */
  readonly end: number
  /** The event at the deadline. */
  readonly before: string
  /** When witnesses saw it, if they did. */
  readonly shown?: Sighting
}

/**
 * Determines the outlook for a raffle's evidence.
 *
 * @throws DrawauditError `raffle-missing`, and as the store does.
 */
export async function readOutlook(
  store: Store,
  raffleId: string,
  now: Date,
  { authorities = [], engine = portable }: OutlookOptions = {},
): Promise<Outlook> {
  const { ceremonies, log } = store
  const { state, next: steps } = await readStatus(ceremonies, raffleId, now)
  const ceremony = await ceremonies.readCeremony(raffleId)
  const chain = ceremony && readCeremonyChain(ceremony)
  const view = await store.readBundle(raffleId)
  const none = { reachable: 0, settled: false, done: [], missing: [], lost: [], next: steps } as const
  if (chain === undefined || view === undefined) return none
  const tokens = await ceremonies.readTokens(raffleId)
  const trust = await trustOwn(store, chain)
  const stamps = await readStamps(tokens, now)
  const timestamps = stamps.map(({ timestamp }) => timestamp)
  const bundle = parseBundle(JSON.parse(Buffer.from(view.body).toString()))
  const evidence = gatherEvidence(bundle, trust, { now, engine, timestamps })
  const seconds = secondsOf(now)
  const wanted = listWanted(chain, evidence)
  const done = describeDone(wanted, stamps)
  if (state === 'cancelled' || state === 'missed') {
    const why =
      state === 'cancelled'
        ? 'the raffle is cancelled'
        : 'the list was not sealed before the randomness could be known'
    return { ...none, done, lost: [{ what: 'the draw', why }] }
  }
  const lost = findLost(chain, evidence, wanted, seconds)
  const hasWitnesses = trust.witnesses.length > 0
  const listStamps = (some: readonly SightingDeadline[]): readonly Missing[] =>
    listUnstamped(raffleId, some, tokens, authorities, seconds)
  const isDrawn = chain.draws.length > 0
  if (lost.length > 0) {
    const unseen = chain.commitment.beacon === null ? [] : listUnseen(raffleId, wanted, seconds)
    const unstamped = listStamps(wanted)
    const missing = [...unstamped, ...unseen]
    return { reachable: 3, settled: isDrawn, done, missing, lost, next: [...unstamped, ...steps] }
  }
  const uncosigned = hasWitnesses ? listUncosigned(chain, evidence, wanted, seconds) : []
  // What witnesses dated in time needs no time-stamp: an unreachable authority blocks no step.
  const spare = listStamps(wanted.filter(isInTime))
  const soon = [...uncosigned, ...listStamps(wanted.filter(one => !isInTime(one)))]
  const hasLog = (await log.readLog()) !== undefined
  const unseen = hasWitnesses
    ? []
    : [...listUnseen(raffleId, wanted, seconds), ...listUnlogged(wanted, seconds, hasLog)]
  return {
    reachable: hasWitnesses ? 5 : 4,
    trusting: describeTrusted(trust),
    settled: isDrawn && uncosigned.length === 0,
    done,
    missing: [...soon, ...unseen, ...spare],
    lost,
    next: [...soon, ...steps, ...spare],
  }
}

/** The trust file of an auditor who trusts everyone the store names, and a majority of the witnesses. */
async function trustOwn(
  store: Store,
  { ceremony, commitment: { beacon } }: CeremonyChain,
): Promise<TrustRoot> {
  const root = parseTrust(await store.readTrust())
  const chains = beacon === null ? [] : [parseChainInfo(ceremony.chain, { chainHash: beacon.chain_hash })]
  return { ...root, chains }
}

/** The claim of a token, and its statement. */
interface StatementStamp {
  readonly sequence: number
  readonly timestamp: Timestamp
}

/** The times claimed by a store's tokens; verifying them needs the authority's anchor. */
async function readStamps(rows: readonly TokenRow[], now: Date): Promise<readonly StatementStamp[]> {
  if (rows.length === 0) return []
  const { readTimestamps } = await import('../timestamp/index.js')
  const read = await readTimestamps(rows)
  const limit = BigInt(now.getTime()) * 1_000_000n
  return rows.flatMap(({ sequence }, place) => {
    const timestamp = read[place]
    return timestamp !== undefined && timestamp.at <= limit ? [{ sequence, timestamp }] : []
  })
}

function listWanted(chain: CeremonyChain, { log }: Evidence): readonly [SightingDeadline, SightingDeadline] {
  const { commitment, seal } = chain
  const sawSeal = seal && log.sightings[seal.sequence]
  const [sawCommitment] = log.sightings
  return [
    {
      name: 'commitment',
      sequence: commitment.sequence,
      end: readSeconds(commitment.entries_close_at_utc),
      before: 'before entries closed',
      ...(sawCommitment && { shown: sawCommitment }),
    },
    {
      name: 'seal',
      ...(seal && { sequence: seal.sequence }),
      end: findDrawTime(chain) - evidenceMargin + 1,
      before: `${evidenceMargin} seconds before the randomness`,
      ...(sawSeal && { shown: sawSeal }),
    },
  ]
}

const isInTime = ({ shown, end }: SightingDeadline): boolean =>
  shown !== undefined && shown.at < BigInt(end) * 1_000_000_000n

/** Whether a third party can still see it in time, including a seal not signed yet. */
const isOpen = (one: SightingDeadline, now: number): boolean => now < one.end && !isInTime(one)

function describeDone(
  wanted: readonly SightingDeadline[],
  stamps: readonly StatementStamp[],
): readonly string[] {
  return wanted.flatMap(({ name, sequence, shown }) => [
    ...(shown === undefined ? [] : [`${shown.who} cosigned the ${name} at ${shown.atUtc}`]),
    ...stamps.flatMap(({ sequence: of, timestamp: { who, atUtc } }) =>
      of === sequence ? [`${who} time-stamped the ${name} at ${atUtc}`] : [],
    ),
  ])
}

/** Why the level is at most 3; empty if more can be reached. */
function findLost(
  chain: CeremonyChain,
  evidence: Evidence,
  wanted: readonly SightingDeadline[],
  now: number,
): readonly Lost[] {
  const { commitment, picks } = chain
  const why: string[] = []
  const late = wanted.filter(one => !isInTime(one) && !isOpen(one, now))
  if (commitment.beacon === null) {
    why.push('the commitment names no beacon, so the seeds alone decide: level 3 at most')
  } else if (late.length > 0) {
    why.push(...late.map(describeLate))
  } else if (chain.seal !== undefined) {
    const timely = checkEvidenceTimely(evidence)
    if (timely.code === 'observed-early') why.push(`${timely.message}: level 3 at most`)
  }
  if (picks.some(({ type }) => type === 'replacement')) {
    why.push(
      'a winner was replaced: level 3 at most, unless the auditor accepts that (--accept-replacements)',
    )
  }
  return why.map(reason => ({ what: 'level 4', why: reason }))
}

/** A time-stamp does not help: a thousand seals can be stamped and the lucky one shown. */
const describeLate = ({ name, before, shown }: SightingDeadline): string =>
  `the ${name} was ${shown === undefined ? 'not cosigned by witnesses' : `cosigned at ${shown.atUtc} only, and not`} ${before}: level 3 at most, unless an observer saw it by then`

function listUnstamped(
  raffleId: string,
  wanted: readonly SightingDeadline[],
  tokens: readonly TokenRow[],
  authorities: readonly string[],
  now: number,
): readonly Missing[] {
  return wanted.flatMap(({ name, sequence, end }) => {
    if (sequence === undefined || now >= end) return []
    const kept = tokens.filter(row => row.sequence === sequence).map(row => nameAuthority(row.authority))
    const open = listAuthorities(authorities).filter(url => !kept.includes(nameAuthority(url)))
    if (open.length === 0) return []
    const what = `have the ${name} time-stamped by ${open.map(nameAuthority).join(' and ')}`
    const command = `drawaudit raffle timestamp ${raffleId}`
    return [{ level: 4 as const, what, until: formatSeconds(end - 1), command }]
  })
}

/** Statements not cosigned by the store's witnesses. */
function listUncosigned(
  { seal, draws }: CeremonyChain,
  evidence: Evidence,
  wanted: readonly SightingDeadline[],
  now: number,
): readonly Missing[] {
  const command = 'drawaudit log sequence'
  const open = findOpen(wanted, now)
  if (open !== undefined) {
    const what = `have the witnesses cosign the ${open.name}`
    return [{ level: 5, what, until: formatSeconds(open.end - 1), command }]
  }
  const isCosigned = findCovering(evidence).some(({ witnessed }) => witnessed !== undefined)
  if (seal === undefined || draws.length === 0 || isCosigned) return []
  return [{ level: 5, what: 'have the witnesses cosign the draw', command }]
}

/** Statements for an observer, whom the store does not know. */
function listUnseen(raffleId: string, wanted: readonly SightingDeadline[], now: number): readonly Missing[] {
  const open = findOpen(wanted, now)
  if (open === undefined) return []
  const what = `publish it (drawaudit serve), and have an observer whom auditors trust see the ${open.name}`
  const command = `drawaudit observe URL --raffle ${raffleId} -o FILE`
  return [{ level: 4, what, until: formatSeconds(open.end - 1), command }]
}

/** Alternatives to an observer. */
function listUnlogged(wanted: readonly SightingDeadline[], now: number, hasLog: boolean): readonly Missing[] {
  const open = findOpen(wanted, now)
  if (open === undefined) return []
  const until = formatSeconds(open.end - 1)
  return [
    hasLog
      ? { level: 5, what: 'name witnesses of the log', until, command: 'drawaudit log witness URL VKEY' }
      : {
          level: 5,
          what: 'begin a log with witnesses',
          until,
          command: 'drawaudit log create --origin NAME',
        },
  ]
}

const findOpen = (wanted: readonly SightingDeadline[], now: number): SightingDeadline | undefined =>
  wanted.find(one => one.sequence !== undefined && isOpen(one, now))

function describeTrusted({ quorum, witnesses, chains }: TrustRoot): string {
  const names = witnesses.map(({ name }) => name)
  const threshold = 'threshold' in quorum ? quorum.threshold : names.length
  const who =
    names.length === 0
      ? 'an observer who sees it in time'
      : names.length === 1
        ? `the witness ${names.join()}`
        : `${threshold} of the witnesses ${names.join(', ')}`
  const known = Object.values(builtInChains).map(({ chainHash }) => chainHash)
  const others = chains.filter(({ chainHash }) => !known.includes(chainHash))
  return [who, ...others.map(({ chainHash }) => `the beacon chain ${chainHash}`)].join(' and ')
}
