/**
 * The successive signed versions of an audit record's draws: what a replaced winner changed, and why.
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

/** One published version of a draw. */
export interface SignedDraw {
  readonly draw: AuditDraw
  /** Why it replaced the one before; absent for the first. */
  readonly reason?: string
}

/** Claims that a bundle must prove, with none refuted, before its replacements excuse anything. */
const needed = ['statement.signed', 'statement.chain', 'record.matches']

/**
 * Every draw of a bundle in each version of its record, up to its last replacement.
 *
 * @param options - the raffle, and the record as published now.
 * @returns undefined unless a trusted key signed all of it, nothing in the bundle is refuted, and the record
 * agrees with the last signed version.
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
