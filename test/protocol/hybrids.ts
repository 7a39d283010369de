/** Evidence of two raffles, mixed: some parts of one, the others of the other. */
import {
  mergeTrust,
  payloadOf,
  type EnvelopeJson,
  type Evidence,
  type LogJson,
  type WinnerJson,
} from './factory.js'
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
] as const

/** Parts that are swapped only where both raffles have them. */
const optional: readonly Part[] = ['entries', 'head', 'places', 'cosigned', 'log']

export type Part = (typeof parts)[number]

/** The part that each kind of statement belongs to, in the order of a chain. */
const kinds = { commitment: 'commitment', seal: 'seal', draw: 'draws', replacement: 'replacements' } as const

const kindOf = (envelope: EnvelopeJson): keyof typeof kinds =>
  payloadOf(envelope)['type'] as keyof typeof kinds

/** The bytes of one part, to see whether two raffles share them. */
function readPart({ bundle, record, observations, log }: Evidence, part: Part): unknown {
  switch (part) {
    case 'signatures':
      return bundle.statements.map(({ signatures }) => signatures)
    case 'beacon':
      return bundle.beacon
    case 'winners':
      return bundle.winners?.map(winner => ({ ...winner, inclusion: [] }))
    case 'proofs':
      return bundle.winners?.map(({ inclusion }) => inclusion)
    case 'entries':
      return bundle.entries ?? bundle.entries_file
    case 'record':
      return record
    case 'observations':
      return observations
    case 'head':
      return bundle.log?.checkpoint
    case 'places':
      return bundle.log?.proofs
    case 'cosigned':
      return bundle.log?.cosigned
    case 'log':
      return log
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

/** The evidence `own`, with the parts of `from` taken from `other`. The trust root believes both. */
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
  const winners = mixWinners(source('winners').bundle.winners ?? [], source('proofs').bundle.winners ?? [])
  return {
    bundle: {
      bundle: 'drawaudit/v1',
      statements: mixStatements(source),
      ...(beacon && { beacon }),
      winners,
      ...(entries && { entries }),
      ...(entries_file && { entries_file }),
      ...(own.bundle.log && { log: mixLogs(part => source(part).bundle.log ?? own.bundle.log!) }),
    },
    trust,
    ...(record && { record }),
    observations: source('observations').observations,
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
  })
}

function mixLogs(source: (part: 'head' | 'places' | 'cosigned') => LogJson): LogJson {
  const { cosigned } = source('cosigned')
  return {
    checkpoint: source('head').checkpoint,
    proofs: source('places').proofs,
    ...(cosigned && { cosigned }),
  }
}

function mixWinners(winners: readonly WinnerJson[], proofs: readonly WinnerJson[]): WinnerJson[] {
  return winners.map((winner, at) => ({ ...winner, inclusion: proofs[at]?.inclusion ?? [] }))
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
