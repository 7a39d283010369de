/**
 * The draws of an audit record as they were signed, one after the other: what a replaced winner changed in it, and why.
 *
 * @packageDocumentation
 */
import { formatSha256 } from '../../core/digest.js'
import { portable } from '../../core/portable.js'
import { describeSignedDraw, type AuditDraw } from '../../model/audit-record.js'
import { parseBundle } from '../../model/bundle.js'
import type { Draw } from '../../model/statement.js'
import type { TrustRoot } from '../../model/trust.js'
import type { BundleOptions } from '../options.js'
import { readChain, type StatementChain, type PickStatement } from './chain.js'
import { examineBundle } from './verify-bundle.js'

/** One draw as it was published once. */
export interface SignedDraw {
  readonly draw: AuditDraw
  /** Why it took the place of the one before it; absent of the first. */
  readonly reason?: string
}

/** What a bundle has to show before its replacements excuse anything, with nothing in it refuted. */
const needed = ['statement.signed', 'statement.chain', 'record.matches']

/**
 * Every draw of a bundle as its record had it, from the draw to its last replacement.
 *
 * @param options - with the raffle, and the record as it is published now.
 * @returns undefined unless a key that the auditor trusts signed all of it, nothing in the bundle is refuted, and the
 * record says what was signed last.
 */
export function listSignedDraws(
  value: unknown,
  trust: TrustRoot,
  options: BundleOptions & { readonly raffle: string; readonly record: object },
): readonly (readonly SignedDraw[])[] | undefined {
  const { claims } = examineBundle(value, trust, options)
  const holds = needed.every(id => claims.some(claim => claim.id === id && claim.status === 'proven'))
  if (!holds || claims.some(({ status }) => status === 'refuted')) return undefined
  const { engine = portable } = options
  const chain = readChain(parseBundle(value).statements, engine)
  return chain.draws.map(draw =>
    chain.picks
      .filter(({ position }) => position === draw.position)
      .map(pick => ({
        draw: drawAs(draw, pick, chain, engine),
        ...(pick.type === 'replacement' && { reason: pick.reason }),
      })),
  )
}

function drawAs(
  draw: Draw,
  pick: PickStatement,
  { links }: StatementChain,
  engine: typeof portable,
): AuditDraw {
  const signature = links.find(({ statement }) => statement === pick)?.envelope.signature ?? new Uint8Array()
  return describeSignedDraw(draw, pick, formatSha256(engine.hash('sha256', signature)))
}
