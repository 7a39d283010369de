/** Evidence of two raffles, mixed: some parts of one, the others of the other. */
import {
  listType,
  mergeTrust,
  payloadOf,
  type EnvelopeJson,
  type Evidence,
  type LogJson,
  type WinnerJson,
} from './factory.js'
import { base64, jcs, type Entry, type Members } from './second-opinion.js'
import type { Valid } from './valid.js'

/** What evidence is taken apart into. */
export const parts = [
  'commitment',
  'seal',
  'draws',
  'replacements',
  'signatures',
  'beacon',
  'winners',
  'proofs',
  'entries',
  'record',
  'observations',
  'head',
  'places',
  'cosigned',
  'log',
  'seeds',
  'nonces',
  'withdrawn',
  'receipt',
  'tokens',
  'lists',
  'policy',
] as const

/** Parts that are swapped only where both raffles have them. */
const optional: readonly Part[] = ['entries', 'head', 'places', 'cosigned', 'log', 'receipt', 'policy']

export type Part = (typeof parts)[number]

/** The part that each kind of statement belongs to, in the order of a chain. */
const kinds = { commitment: 'commitment', seal: 'seal', draw: 'draws', replacement: 'replacements' } as const

/** Two kinds of envelope stand in one file. */
const isOfList = ({ payloadType }: EnvelopeJson): boolean => payloadType === listType

const kindOf = (envelope: EnvelopeJson): keyof typeof kinds =>
  payloadOf(envelope)['type'] as keyof typeof kinds

/** The bytes of one part, to see whether two raffles share them. */
function readPart({ bundle, trust, record, observations, receipt, log }: Evidence, part: Part): unknown {
  switch (part) {
    case 'signatures':
      return bundle.statements.map(({ signatures }) => signatures)
    case 'beacon':
      return bundle.beacon
    case 'winners':
      return bundle.winners?.map(winner => ({ ...without(winner, 'nonce_hash'), inclusion: [] }))
    case 'proofs':
      return bundle.winners?.map(({ inclusion }) => inclusion)
    case 'entries':
      return bundle.entries?.map(([id, kind]) => [id, kind]) ?? bundle.entries_file
    case 'record':
      return record
    case 'observations':
      return observations.map(file => file.filter(envelope => !isOfList(envelope)))
    case 'head':
      return bundle.log?.checkpoint
    case 'places':
      return bundle.log?.proofs
    case 'cosigned':
      return bundle.log?.cosigned
    case 'log':
      return log
    case 'seeds':
      return readSeeds(payloadOf(bundle.statements[0]!))
    case 'nonces':
      return [
        readSparse((bundle.entries ?? []).map(([, , nonce]) => nonce)),
        readSparse((bundle.winners ?? []).map(one => one.nonce_hash)),
      ]
    case 'withdrawn':
      return bundle.withdrawn
    case 'receipt':
      return receipt
    case 'tokens':
      return bundle.timestamps
    case 'lists':
      return observations.flat().filter(isOfList)
    case 'policy':
      return trust.witness_policy
    default:
      return bundle.statements
        .filter(envelope => kinds[kindOf(envelope)] === part)
        .map(({ payload, payloadType }) => [payload, payloadType])
  }
}

/** The parts in which two raffles differ and which may be swapped: a list is never taken away, a light bundle is right too. */
export function differingParts(own: Evidence, other: Evidence): readonly Part[] {
  return parts.filter(part => {
    const mine = readPart(own, part)
    const theirs = readPart(other, part)
    if (optional.includes(part) && (mine === undefined || theirs === undefined)) return false
    return JSON.stringify(mine) !== JSON.stringify(theirs)
  })
}

/** The evidence `own`, with the parts of `from` taken from `other`. The trust file believes both. */
export function mix(
  own: Evidence,
  other: Evidence,
  from: ReadonlySet<Part>,
  trust: Evidence['trust'],
): Evidence {
  const source = (part: Part): Evidence => (from.has(part) ? other : own)
  const { beacon } = source('beacon').bundle
  const { record } = source('record')
  const { entries, entries_file } = source('entries').bundle
  const { list } = source('entries')
  const { log } = source('log')
  const { receipt } = source('receipt')
  const { timestamps } = source('tokens').bundle
  const { withdrawn } = source('withdrawn').bundle
  const nonces = source('nonces').bundle
  const winners = mixWinners(
    source('winners').bundle.winners ?? [],
    source('proofs').bundle.winners ?? [],
    nonces.winners ?? [],
  )
  return {
    bundle: {
      bundle: 'drawaudit/v1',
      statements: mixStatements(source),
      ...(beacon && { beacon }),
      winners,
      ...(entries && { entries: mixEntries(entries, nonces.entries ?? entries) }),
      ...(entries_file && { entries_file }),
      ...(withdrawn && { withdrawn }),
      ...(timestamps && { timestamps }),
      ...(own.bundle.log && { log: mixLogs(part => source(part).bundle.log ?? own.bundle.log!) }),
    },
    trust: mixTrust(trust, source('policy').trust),
    ...(record && { record }),
    observations: [
      ...source('observations').observations.map(file => file.filter(one => !isOfList(one))),
      source('lists').observations.flat().filter(isOfList),
    ].filter(file => file.length > 0),
    ...(receipt && { receipt }),
    ...(list !== undefined && { list }),
    ...(log && { log }),
    now: own.now > other.now ? own.now : other.now,
  }
}

/** Statements of each kind from their source, and each with the signature of the statement in its place. */
function mixStatements(source: (part: Part) => Evidence): EnvelopeJson[] {
  const signed = source('signatures').bundle.statements
  return Object.entries(kinds).flatMap(([kind, part]) => {
    const isKind = (envelope: EnvelopeJson): boolean => kindOf(envelope) === kind
    const signatures = signed.filter(isKind)
    return source(part)
      .bundle.statements.filter(isKind)
      .map((envelope, at) => ({ ...envelope, signatures: (signatures[at] ?? envelope).signatures }))
      .map(envelope => (part === 'commitment' ? mixSeeds(envelope, source) : envelope))
  })
}

const readSeeds = ({ seeds, prizes }: Members): unknown => [
  seeds,
  readSparse((prizes as Members[]).map(({ rng_seed }) => rng_seed)),
]

/** Nothing, however often, is nothing. */
const readSparse = (values: readonly unknown[]): readonly unknown[] =>
  values.every(value => value === undefined) ? [] : values

/** The commitment, with seeds that are public, or are not, as the other raffle has them. */
function mixSeeds(envelope: EnvelopeJson, source: (part: Part) => Evidence): EnvelopeJson {
  if (source('seeds') === source('commitment')) return envelope
  const commitment = without(payloadOf(envelope), 'seeds')
  const other = payloadOf(source('seeds').bundle.statements[0]!)
  const shown = other['prizes'] as Members[]
  const prizes = (commitment['prizes'] as Members[]).map((prize, at) => {
    const seed = shown[at]?.['rng_seed']
    return { ...without(prize, 'rng_seed'), ...(seed !== undefined && { rng_seed: seed }) }
  })
  const { seeds } = other
  const mixed = { ...commitment, prizes, ...(seeds !== undefined && { seeds }) }
  return { ...envelope, payload: base64(Buffer.from(jcs(mixed))) }
}

/** Whom the auditor believes is one thing, and how many of the witnesses it asks for another. */
function mixTrust(trust: Evidence['trust'], { witness_policy }: Evidence['trust']): Evidence['trust'] {
  if (witness_policy === undefined) return trust
  return { ...without(trust, 'witnesses', 'witness_threshold'), witness_policy }
}

const mixEntries = (entries: readonly Entry[], nonces: readonly Entry[]): Entry[] =>
  entries.map(([id, kind], at): Entry => {
    const nonce = nonces[at]?.[2]
    return nonce === undefined ? [id, kind] : [id, kind, nonce]
  })

function mixLogs(source: (part: 'head' | 'places' | 'cosigned') => LogJson): LogJson {
  const { cosigned } = source('cosigned')
  return {
    checkpoint: source('head').checkpoint,
    proofs: source('places').proofs,
    ...(cosigned && { cosigned }),
  }
}

function mixWinners(
  winners: readonly WinnerJson[],
  proofs: readonly WinnerJson[],
  nonces: readonly WinnerJson[],
): WinnerJson[] {
  return winners.map((winner, at) => {
    const nonce = nonces[at]?.nonce_hash
    const inclusion = proofs[at]?.inclusion ?? []
    return { ...without(winner, 'nonce_hash'), ...(nonce !== undefined && { nonce_hash: nonce }), inclusion }
  })
}

function without<T extends object, Name extends keyof T>(value: T, ...names: readonly Name[]): Omit<T, Name> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name as Name))) as Omit<
    T,
    Name
  >
}

export interface Hybrid {
  readonly name: string
  readonly own: Valid
  readonly other: Valid
  readonly from: ReadonlySet<Part>
  readonly evidence: Evidence
  /** One parent with no more than the observations of the other: nothing in it is false, and nobody vouches for it. */
  readonly unobserved: boolean
}

/** One way of mixing two raffles, by a number from 1 to 2^n − 2: which of their n differing parts come from `other`. */
export function createHybrid(own: Valid, other: Valid, choice: number): Hybrid {
  const differing = differingParts(own.evidence, other.evidence)
  const from = new Set(differing.filter((_, at) => Math.floor(choice / 2 ** at) % 2 === 1))
  const only = (part: Part, taken: boolean): boolean =>
    differing.every(one => (one === part) === (from.has(one) === taken))
  return {
    name: `${own.name} with ${[...from].join(', ')} of ${other.name}`,
    own,
    other,
    from,
    evidence: mix(own.evidence, other.evidence, from, mergedTrust(own, other)),
    unobserved: only('observations', true) || only('observations', false),
  }
}

/** How many hybrids two raffles have, numbered from 1. */
export const countHybrids = (own: Valid, other: Valid): number =>
  Math.max(0, 2 ** differingParts(own.evidence, other.evidence).length - 2)

const roots = new WeakMap<Valid, WeakMap<Valid, Evidence['trust']>>()

function mergedTrust(own: Valid, other: Valid): Evidence['trust'] {
  const known = roots.get(own) ?? new WeakMap<Valid, Evidence['trust']>()
  roots.set(own, known)
  const trust = known.get(other) ?? mergeTrust([own.evidence.trust, other.evidence.trust])
  known.set(other, trust)
  return trust
}
