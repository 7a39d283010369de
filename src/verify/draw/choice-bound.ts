/**
 * `choice.bound`: whether anybody could still choose something once the random number was known.
 *
 * @packageDocumentation
 */
import type { Claim, ClaimCode, Finding } from '../../model/report.js'
import type { Recipe } from '../../recipe/recipe.js'
import { winnerClaims, type Deciding } from './deciding.js'
import { enumerate } from './enumerate.js'

const id = 'choice.bound'
const says = 'everything that decides the winner was fixed beforehand'

/** Findings under which a commitment fixes less than it seems to. */
const weaknesses = ['ambiguous-concat', 'weak-hash', 'merkle-duplicate', 'hash-trivial'] as const

/**
 * Proven only if each value that decides the winner is a constant of the recipe, fixed by a commitment, or
 * verified public randomness whose source and round a commitment fixes (docs/CLAIMS.md). What is not shown to
 * be bound is not bound.
 *
 * @param claims - the recipe's claims, in its order.
 */
export function checkChoiceBound(
  recipe: Recipe,
  claims: readonly Claim[],
  { own, outside, untoldOrder }: Deciding,
  findings: readonly Finding[],
): Claim {
  const open = (code: ClaimCode, because: string): Claim => ({
    id,
    status: 'not-provable',
    code,
    message: `${says}: ${because}`,
  })
  const winners = winnerClaims(recipe).map(claim => claim.id)
  if (claims.some(claim => winners.includes(claim.id) && claim.status !== 'proven')) {
    return open('evidence-missing', 'it is not shown that the winner follows from what was published')
  }
  if (outside.length === 0) {
    return open('randomness-missing', 'nothing from outside the organiser’s hands decides the winner')
  }
  const anyone = outside.find(({ by }) => by === 'anyone')
  if (anyone !== undefined) return open('input-grindable', `anyone could try out the ${anyone.title}`)
  const free = own.filter(({ committed }) => !committed)
  for (const [kind, code] of kinds) {
    const which = kind === 'choice' ? 'which' : 'the'
    const would = kind === 'choice' ? ' would count' : ''
    const titles = free.filter(one => one.kind === kind).map(({ title }) => `${which} ${title}${would}`)
    if (titles.length === 0) continue
    return open(code, `nothing that was published beforehand fixes ${enumerate(titles)}`)
  }
  if (untoldOrder.length > 0) {
    const titles = untoldOrder.map(name => `the ${recipe.inputs.get(name)?.declared.title ?? name}`)
    return open('order-unstated', `nothing fixes the order of ${enumerate(titles)}`)
  }
  const unverified = outside.filter(({ verified }) => !verified).map(({ title }) => `the ${title}`)
  if (unverified.length > 0) {
    return open('value-unproven', `nothing shows where ${enumerate(unverified)} really came from`)
  }
  const weak = weaknesses.find(code => findings.some(finding => finding.code === code))
  if (weak !== undefined) {
    const { message = '' } = findings.find(({ code }) => code === weak) ?? {}
    return open(weak, `a commitment may fit another value too: ${message}`)
  }
  return { id, status: 'proven', code: 'choice-bound', message: says }
}

const kinds = [
  ['choice', 'source-uncommitted'],
  ['list', 'list-uncommitted'],
  ['value', 'input-grindable'],
] as const
