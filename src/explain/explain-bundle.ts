/**
 * Explains a bundle step by step, with the input and output bytes of every hash, so that a reader can redo
 * the draw by hand.
 *
 * @packageDocumentation
 */
import { encodePae, type Envelope } from '../core/dsse.js'
import type { Engine } from '../core/engine.js'
import { InclusionProofs } from '../core/inclusion-proof.js'
import { hashLeaf, MerkleTree } from '../core/merkle.js'
import { portable } from '../core/portable.js'
import { noRandomness } from '../core/selection.js'
import { parseBundle, type Bundle, type EntryProof } from '../model/bundle.js'
import { encodeLeaf } from '../model/entry.js'
import type { Seal, Statement } from '../model/statement.js'
import { emptyTrust, type TrustRoot } from '../model/trust.js'
import {
  isStatement,
  namePick,
  nameStatement,
  readChain,
  type StatementChain,
  type Link,
} from '../verify/bundle/chain.js'
import { askForProof } from '../verify/bundle/checks/evidence.js'
import { ticketCheck } from '../verify/bundle/checks/index.js'
import { describeUnfinished } from '../verify/bundle/checks/open.js'
import { findRandomness } from '../verify/bundle/checks/winner-derived.js'
import type { ListSummary } from '../verify/bundle/entry-list.js'
import {
  explainEntry,
  explainHash,
  explainPick,
  nameBytes,
  plainBytes,
  type ProvenEntry,
} from './explain-pick.js'
import type { ExplainedStep, Explanation } from './explain-draw.js'
import { examineBundle } from '../verify/bundle/verify-bundle.js'

/** Options of {@link explainBundle}. */
export interface BundleExplanationOptions {
  /** Origin of the bundle. */
  readonly source?: string
  /** The current time. */
  readonly now: Date
  /** The auditor's trust, for the claims about signatures; none by default. */
  readonly trust?: TrustRoot
  /** The prize whose picks are shown, from 1; all by default. */
  readonly position?: number
  /** An entry to show with its path to the root, and its proof if the list is not available. */
  readonly ticket?: {
    /** Id of the entry. */
    readonly id: string
    /** Its inclusion proof, from {@link parseEntryProof}. */
    readonly proof?: EntryProof
  }
  /** The list of entries, from the file named in the bundle. */
  readonly list?: ListSummary
  /** The path of an entry in that list, from the leaf's sibling upwards. */
  readonly findPath?: (index: number) => readonly Uint8Array[]
  /** Engine for hashes and signatures; portable by default. */
  readonly engine?: Engine
}

/** The claims covered by the explanation; all others need more than the bundle. */
const explainedClaims: readonly string[] = [
  'document.read',
  'statement.signed',
  'statement.chain',
  'seed.committed',
  'beacon.genuine',
  'beacon.rule',
  'entries.sealed',
  'winner.derived',
  ticketCheck.id,
]

/** Max statements explained; the latest have a pick and a path each. */
const mostStatements = 200

/**
 * Explains a bundle as far as possible. For a bad bundle the explanation says where it stops; it never
 * throws.
 *
 * @param value - the bundle, from {@link parseJson}.
 *
 * @example
 * ```js
 * const explanation = explainBundle(read('bundle.json'), { now: new Date(), position: 1 })
 * renderExplanation(explanation).includes('HMAC') // true
 * ```
 */
export function explainBundle(value: unknown, options: BundleExplanationOptions): Explanation {
  const { source = 'bundle', trust = emptyTrust, engine = portable, now, ticket, list } = options
  const examination = examineBundle(value, trust, {
    source,
    now,
    engine,
    ...(ticket && { ticket }),
    ...(list && { list }),
  })
  const claims = examination.claims.filter(({ id }) => explainedClaims.includes(id))
  const common = {
    explanation: 'drawaudit/v1',
    source,
    title: examination.title ?? 'a bundle',
    published: [],
    claims: claims.map(claim => ({ ...claim, operations: [] })),
    omitted: 0,
  } as const
  if (claims.some(({ id }) => id === 'document.read')) return { ...common, notes: [], steps: [] }
  const bundle = parseBundle(value)
  const chain = readChain(bundle.statements, engine)
  const more = findAsked(chain, options.position).length - mostStatements
  const notes = [
    'signers, other publications and sightings are checked by drawaudit verify',
    ...(more > 0 ? [`${more} more statements are left out; --position shows those of one prize`] : []),
  ]
  return { ...common, notes, steps: explainSteps(bundle, chain, options) }
}

/** The steps of a parsed bundle, without its claims. */
export function explainSteps(
  bundle: Bundle,
  chain: StatementChain,
  options: BundleExplanationOptions,
): readonly ExplainedStep[] {
  const links = findAsked(chain, options.position).slice(0, mostStatements)
  return [...explainLinks(links, bundle, chain, options), ...explainEnd(chain, options.position)]
}

const findAsked = ({ links }: StatementChain, position: number | undefined): readonly Link[] =>
  links.filter(({ statement }) => isAsked(statement, position))

function isAsked(statement: Link['statement'], position: number | undefined): boolean {
  if (position === undefined || !isStatement(statement)) return true
  return !('position' in statement) || statement.position === position
}

function explainLinks(
  links: readonly Link[],
  bundle: Bundle,
  chain: StatementChain,
  options: BundleExplanationOptions,
): readonly ExplainedStep[] {
  const { engine = portable } = options
  const randomness = findRandomness({ bundle, chain })
  return links.flatMap(link => {
    const { statement } = link
    const said = explainStatement(
      link,
      chain.links.indexOf(link),
      chain.commitment?.seeds === 'public',
      engine,
    )
    if (!isStatement(statement)) return [said]
    if (statement.type === 'seal' && statement === chain.seal?.statement) {
      return [said, ...explainTicket(bundle, chain, options), explainRandomness(bundle, chain, engine)]
    }
    if (statement.type !== 'draw' && statement.type !== 'replacement') return [said]
    const order = chain.picks.indexOf(statement)
    const picked = explainPick(chain, order, randomness, engine)
    const winner = bundle.winners?.[order]
    const name = `the entry of ${namePick(statement)}`
    const path =
      chain.seal === undefined
        ? { name, operations: [], failed: 'there is no seal' }
        : winner === undefined
          ? { name, operations: [], failed: 'its proof is not in the bundle' }
          : explainEntry(name, winner, chain.seal.statement, engine)
    return [said, ...(picked === undefined ? [] : [picked]), path]
  })
}

const purposes: Readonly<Record<Statement['type'], string>> = {
  commitment: 'the operator fixes each seed by its hash, and the round of the public randomness',
  seal: 'the operator fixes the list of entries by its root; the digest goes into every pick',
  draw: 'the operator reveals the seed and names the winner',
  replacement: 'the operator names the next winner of the prize',
  cancellation: 'the operator ends the raffle',
}

/** With public seeds. */
const publicPurposes: typeof purposes = {
  ...purposes,
  commitment: 'the operator publishes each seed with its hash, and fixes the round of the public randomness',
  draw: 'the seed is the public one of the commitment; the operator names the winner',
}

function explainStatement(
  { envelope, digest, statement }: Link,
  place: number,
  isPublic: boolean,
  engine: Engine,
): ExplainedStep {
  const { payloadType, payload, signature } = envelope
  const operations = [
    explainHash([nameBytes('payload', payload)], digest),
    {
      operation: 'pae',
      inputs: [{ name: 'type', type: 'text' as const, value: payloadType }, nameBytes('payload', payload)],
      output: plainBytes(encodePae(payloadType, payload)),
    },
    explainHash([nameBytes('signature', signature)], engine.hash('sha256', signature)),
  ]
  if (!isStatement(statement)) {
    return { name: `statement ${place}`, operations, failed: `it is no statement: ${statement.message}` }
  }
  return {
    name: nameStatement(statement),
    title: `${isPublic ? publicPurposes[statement.type] : purposes[statement.type]}${describeKey(envelope)}`,
    operations,
    output: plainBytes(digest),
    ...(statement.type === 'cancellation' && { failed: `the raffle was cancelled: ${statement.reason}` }),
  }
}

function describeKey({ keyId }: Envelope): string {
  return keyId === undefined ? '' : `; it names the key ${keyId}`
}

function explainRandomness(bundle: Bundle, chain: StatementChain, engine: Engine): ExplainedStep {
  const name = 'randomness'
  const named = chain.commitment?.beacon
  if (named === null) {
    const title = 'the commitment names no beacon: 32 zero bytes'
    return { name, title, operations: [], output: plainBytes(noRandomness) }
  }
  const { beacon } = bundle
  if (beacon === undefined) {
    const failed = 'the committed beacon is not in the bundle'
    return { name, operations: [], failed: named === undefined ? 'there is no commitment' : failed }
  }
  const digest = engine.hash('sha256', beacon.signature)
  const { round, chainHash } = beacon
  const isOther = named !== undefined && (named.round !== round || named.chain_hash !== chainHash)
  return {
    name,
    title: `the hash of the signature of round ${round} of the beacon ${chainHash}`,
    operations: [explainHash([nameBytes('signature', beacon.signature)], digest)],
    output: plainBytes(digest),
    ...(isOther && { failed: `the commitment names round ${named.round} of ${named.chain_hash}` }),
  }
}

/** Why there is nothing more to show for an unfinished raffle, or an undrawn prize. */
function explainEnd(chain: StatementChain, position: number | undefined): readonly ExplainedStep[] {
  const { commitment, seal, cancellation, drawn, picks } = chain
  const failed = [
    ...(commitment === undefined ? ['there is no commitment'] : []),
    ...(seal === undefined && cancellation === undefined ? ['the list is not sealed'] : []),
    ...(commitment && !drawn && cancellation === undefined ? [describeUnfinished(chain)] : []),
    ...(position !== undefined && picks.every(pick => pick.position !== position)
      ? [`there is no draw of prize ${position}`]
      : []),
  ]
  return failed.length === 0 ? [] : [{ name: 'the end', operations: [], failed: failed.join('; ') }]
}

function explainTicket(
  bundle: Bundle,
  { seal }: StatementChain,
  options: BundleExplanationOptions,
): readonly ExplainedStep[] {
  const { ticket, engine = portable } = options
  if (ticket === undefined || seal === undefined) return []
  const name = `entry ${ticket.id}`
  const found = findTicket(bundle, seal.statement, ticket, options)
  if (typeof found === 'string') return [{ name, operations: [], failed: found }]
  return [explainEntry(name, found, seal.statement, engine)]
}

/** An entry with its path, or why there is none. */
function findTicket(
  { entries, winners }: Bundle,
  { raffle_id }: Seal,
  { id, proof }: NonNullable<BundleExplanationOptions['ticket']>,
  { list, findPath, engine = portable }: BundleExplanationOptions,
): ProvenEntry | string {
  if (proof !== undefined) {
    if (proof.entry.id === id && proof.raffleId === raffle_id) return proof
    return `the proof is of entry ${proof.entry.id} of raffle ${proof.raffleId}`
  }
  if (list !== undefined && findPath !== undefined) {
    if (list.found === undefined) return `none of the ${list.count} entries has this id`
    const { index, kind } = list.found
    return { entry: { id, kind }, index, inclusion: findPath(index) }
  }
  if (entries !== undefined) {
    const index = entries.findIndex(entry => entry.id === id)
    const entry = entries[index]
    if (entry === undefined) return `none of the ${entries.length} entries has this id`
    const proofs = new InclusionProofs([index], entries.length, engine)
    const tree = new MerkleTree(engine, proofs.add)
    for (const one of entries) tree.append(hashLeaf(encodeLeaf(one), engine))
    return { entry, index, inclusion: proofs.proof(index) }
  }
  return winners?.find(({ entry }) => entry.id === id) ?? `the bundle does not have the list: ${askForProof}`
}
