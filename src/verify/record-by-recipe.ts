/**
 * Applies a recipe to each draw of an audit record, with the draw's members as published values.
 *
 * @packageDocumentation
 */
import type { Engine } from '../core/engine.js'
import type { AuditDraw, AuditRecord } from '../model/audit-record.js'
import { addFinding, type Claim, type Finding } from '../model/report.js'
import type { Recipe } from '../recipe/recipe.js'
import { decideVerdict, type Examination } from './verdict.js'
import { examinePublished } from './draw/verify-published.js'

/** The auditor's recipe for a record, and what evaluates it. */
export interface AppliedRecipe {
  readonly recipe: Recipe
  readonly engine?: Engine
}

/**
 * Result of the recipe over all draws: each claim once, with its worst ending, and each finding. The recipe's
 * inputs are named like the members of a draw, and `raffle_id`; inputs that a record does not have are
 * missing.
 */
export function examineByRecipe(
  { raffle_id, draws }: AuditRecord,
  { recipe, engine }: AppliedRecipe,
): Pick<Examination, 'recipe' | 'claims' | 'findings' | 'who_could_choose'> {
  const examined = draws.map(draw => {
    const values = { raffle_id, ...draw }
    const published = Object.fromEntries(Object.entries(values).filter(([name]) => recipe.inputs.has(name)))
    const about = { draw: 'drawaudit/v1', recipe: recipe.name, source: raffle_id } as const
    return examinePublished({ ...about, title: draw.prize_name, published }, recipe, engine && { engine })
      .examination
  })
  const named = { recipe: { name: recipe.name, digest: recipe.digest, ...recipe.origin } }
  const first = examined.toSorted((a, b) => weigh(a.claims) - weigh(b.claims))[0]
  if (first === undefined) {
    const claims = recipe.claims.map(({ id, says }): Claim => ({
      id,
      status: 'not-provable',
      code: 'nothing-compared',
      message: `${says}: the record has no draw`,
    }))
    return { ...named, claims, findings: [], who_could_choose: 'unknown: the record has no draw' }
  }
  const findings: Finding[] = []
  for (const finding of examined.flatMap(one => one.findings)) addFinding(findings, finding)
  const ids = [...new Set(examined.flatMap(({ claims }) => claims.map(({ id }) => id)))]
  return {
    ...named,
    claims: ids.map(id => worstOf(id, examined, draws)),
    findings,
    who_could_choose: first.who_could_choose,
  }
}

const byWeight = ['refuted', 'not-provable', 'proven', 'not-applicable']

function weigh(claims: readonly Claim[]): number {
  return byWeight.indexOf(decideVerdict(claims))
}

function worstOf(id: string, examined: readonly Examination[], draws: readonly AuditDraw[]): Claim {
  const made = examined.flatMap(({ claims }, index) =>
    claims.filter(claim => claim.id === id).map(claim => ({ claim, index })),
  )
  const [worst] = made.toSorted(
    (a, b) => byWeight.indexOf(a.claim.status) - byWeight.indexOf(b.claim.status) || a.index - b.index,
  )
  if (worst === undefined) throw new Error(`no draw makes the claim ${id}`)
  const { claim, index } = worst
  if (draws.length === 1 || claim.status === 'proven') return claim
  return { ...claim, message: `${claim.message} (draw ${index + 1}, ${draws[index]?.prize_name ?? ''})` }
}
