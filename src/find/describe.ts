/**
 * What a search found, in words: what was explained and how well, what it tried, and what would help.
 *
 * @packageDocumentation
 */
import type { Derived } from './derived.js'
import { drawsToDecide, enoughBits, expectedByChance, netBits, type Evidence } from './evidence.js'
import type { ExplainedDigest } from './explain-digests.js'
import { describeResult, splitResults, type FittedResult, type ResultFit } from './explain-results.js'
import type { FoundRecipe, Outcome } from './find-recipe.js'
import { describeDigest } from './formula.js'
import { resultName } from './scope.js'
import type { ScopeFindings } from './search.js'

/** For programs: the same as {@link describeFound} says. */
export interface FoundSummary {
  readonly outcome: Outcome
  readonly results: readonly string[]
  /** How results were told: `--result` says otherwise. */
  readonly results_by: FoundRecipe['resultsBy']
  /** By formulas that are in the recipe, with at least 40 bits of evidence. */
  readonly explained: readonly Explanation[]
  /** By formulas that fit, and that are not in the recipe: they may fit by chance. */
  readonly possible: readonly Possibility[]
  /** Results that nothing fits. */
  readonly unexplained: readonly string[]
  /** Values that may be hashes, and are of none of the others, nor go into any. */
  readonly unmatched: readonly string[]
  readonly would_help: readonly string[]
  readonly draws: number
  readonly candidates: number
  readonly seconds: number
  readonly end: FoundRecipe['search']['end']
  readonly unwritten?: string
}

export interface Explanation {
  readonly value: string
  readonly is: string
  readonly bits: number
}

export interface Possibility extends Explanation {
  /** Candidates that were tried until it fitted, and how many of so many fit by chance. */
  readonly tried: number
  readonly expected_by_chance: number
  /** Further draws of this size that would decide; absent where no number of them would. */
  readonly more_draws?: number
}

export function summarizeFound(found: FoundRecipe): FoundSummary {
  const { outcome, results, resultsBy, search, published, unwritten } = found
  const { scopes } = search
  const draws = published.draws.length
  return {
    outcome,
    results,
    results_by: resultsBy,
    explained: scopes.flatMap(({ digests, derived, fit }) => [
      ...digests.map(explainDigest),
      ...derived.map(explainDerived),
      ...splitResults(fit).sure.map(result => explainResult(fit, result)),
    ]),
    possible: scopes.flatMap(({ possibleDigests, possibleDerived, fit }) => [
      ...possibleDigests.map(digest => mayBe(explainDigest(digest), digest.evidence, draws)),
      ...possibleDerived.map(derived => mayBe(explainDerived(derived), derived.evidence, draws)),
      ...splitResults(fit).possible.map(result => mayBe(explainResult(fit, result), weaker(fit, result), draws)), // prettier-ignore
    ]),
    unexplained: [
      ...scopes.flatMap(({ open }) => open.map(nameOf)),
      ...results.filter(name => !scopes.some(({ scope }) => scope.results.some(one => resultName(scope, one) === name))), // prettier-ignore
    ],
    unmatched: scopes.flatMap(({ unexplained }) => unexplained.map(nameOf)),
    would_help: findHelp(found),
    draws,
    candidates: search.tried,
    seconds: round(search.milliseconds / 1000),
    end: search.end,
    ...(unwritten !== undefined && { unwritten }),
  }
}

function explain(of: { readonly reference: string }, is: string, evidence: Evidence): Explanation {
  return { value: nameOf(of), is, bits: Math.max(0, Math.floor(10 * netBits(evidence)) / 10) }
}

const explainDigest = ({ target, formula, evidence }: ExplainedDigest): Explanation =>
  explain(target, describeDigest(formula), evidence)

const explainDerived = ({ result, says, evidence }: Derived): Explanation => explain(result, says, evidence)

function explainResult(fit: ResultFit | undefined, result: FittedResult): Explanation {
  return explain(
    result.result,
    fit === undefined ? result.says : describeResult(fit, result),
    weaker(fit, result),
  )
}

/** A result is as sure as the number that it follows from, and as its following from it. */
function weaker(fit: ResultFit | undefined, { evidence }: FittedResult): Evidence {
  return fit !== undefined && netBits(fit.evidence) < netBits(evidence) ? fit.evidence : evidence
}

function mayBe(explanation: Explanation, evidence: Evidence, draws: number): Possibility {
  const more = drawsToDecide(evidence, draws)
  return {
    ...explanation,
    tried: evidence.tried,
    expected_by_chance: Number(expectedByChance(evidence).toPrecision(2)),
    ...(more !== undefined && { more_draws: more }),
  }
}

/** Lines of text, each ended by a line feed. */
export function describeFound(found: FoundRecipe): string {
  const summary = summarizeFound(found)
  const { outcome, explained, possible, unexplained, unmatched, would_help, draws, candidates, seconds, end, unwritten } = summary // prettier-ignore
  const { published, results, resultsBy } = found
  const lines: string[] = []
  if (explained.length > 0) lines.push('Explained:')
  for (const { value, is, bits } of explained)
    lines.push(`  ${value}: ${is} (${countBits(bits)} of evidence)`)
  if (possible.length > 0) lines.push('Fits, perhaps by chance; not written into a recipe:')
  for (const one of possible) lines.push(`  ${one.value}: ${one.is}`, `    ${describeEvidence(one)}`)
  if (unexplained.length > 0) lines.push(`Nothing fits: ${unexplained.join(', ')}`)
  if (unmatched.length > 0) lines.push(`Not found to be a hash of the other values: ${unmatched.join(', ')}`)
  if (results.length > 0) lines.push(`Taken for results: ${results.join(', ')} (${told[resultsBy]})`)
  for (const [name, path] of published.renamed) lines.push(`In the recipe ${path} is called ${name}`)
  if (published.ignored.length > 0)
    lines.push(`Left out, as no rule can use such values: ${published.ignored.join(', ')}`)
  if (would_help.length > 0) lines.push('These would help:', ...would_help.map(help => `  ${help}`))
  if (unwritten !== undefined) lines.push(`No recipe can be written: ${unwritten}`)
  lines.push(`Tried ${count(candidates, 'candidate')} on ${count(draws, 'draw')} in ${seconds} s; ${ends[end]}`) // prettier-ignore
  lines.push(describeOutcome(outcome, results.length > 0))
  return lines.map(line => `${line}\n`).join('')
}

/** `fits, 12 bits of evidence; 4 more draws of this size would decide` */
function describeEvidence({ bits, tried, expected_by_chance, more_draws }: Possibility): string {
  const decides =
    more_draws === undefined
      ? 'no number of such draws would decide'
      : `${count(more_draws, 'more draw')} of this size would decide`
  const shown = `fits, ${countBits(bits)} of evidence; ${decides}`
  const chance = expected_by_chance >= 0.01 ? `; about ${expected_by_chance} of ${count(tried, 'candidate')} would fit by chance` : '' // prettier-ignore
  return `${shown}${chance}`
}

const countBits = (bits: number): string => `${bits} ${bits === 1 ? 'bit' : 'bits'}`

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

const told: Readonly<Record<FoundRecipe['resultsBy'], string>> = {
  option: 'as --result says',
  name: 'by their names; --result NAME says otherwise',
  place: 'the last value, as no name says which it is; --result NAME says otherwise',
}

const ends: Readonly<Record<FoundRecipe['search']['end'], string>> = {
  settled: 'nothing is left to explain',
  most: '--most ended the search',
  time: '--seconds ended the search',
  'everything tried': 'that is everything it knows to try',
}

function describeOutcome(outcome: Outcome, hasResults: boolean): string {
  switch (outcome) {
    case 'found':
      return hasResults
        ? 'Found: the recipe gives the results of every draw, and not by chance'
        : 'Found: the recipe gives the digests of every draw; none of the values is a result, so it says nothing of who won'
    case 'partly':
      return `Found in part: the recipe has what is explained by ${enoughBits} bits of evidence or more, and not every result is`
    case 'possible':
      return `Not found: nothing is explained by ${enoughBits} bits of evidence or more, so there is no recipe`
    case 'nothing':
      return 'Not found: nothing fits, so there is no recipe'
  }
}

/** Values that the page does not show and that would let the search go on. */
function findHelp({ search, published, outcome }: FoundRecipe): readonly string[] {
  if (outcome === 'found') return []
  const hashes = search.scopes.flatMap(({ unexplained }) => unexplained.map(nameOf)).filter(isCalledHash)
  const help = hashes.map(helpFor)
  const isOpen = ({ open, fit }: ScopeFindings): boolean =>
    open.length + splitResults(fit).possible.length > 0
  if (!search.scopes.some(isOpen)) return help
  const shapes = [...published.shapes.values()]
  const hasRandomness = shapes.some(({ kind }) => kind === 'hex' || kind === 'base64' || kind === 'beacon')
  const hasDigest = search.scopes.some(({ digests }) => digests.some(({ formula }) => formula.parts.length + (formula.key ? 1 : 0) > 1)) // prettier-ignore
  const hasList = shapes.some(({ kind }) => kind === 'list' || kind === 'table')
  return [
    ...help,
    ...(hasRandomness ? [] : ['the seed, or the public randomness and its round']),
    ...(hasDigest ? [] : ['the hash, or other number, from which the result was computed']),
    ...(hasList ? [] : ['the list of entries in its order, or how many there were']),
    'more draws of the same platform, in one JSON list',
  ]
}

/** A seed, or the number of a block, is a hash of nothing that could be published. */
const isCalledHash = (name: string): boolean => /hash|digest|commit/.test(name) || !/seed|block|random|nonce/.test(name) // prettier-ignore

function helpFor(name: string): string {
  if (/list|ticket|entr|snapshot|pool/.test(name))
    return `the list that ${name} may be the hash of, in its exact form`
  if (/seed|commit/.test(name)) return `the seed that ${name} may be the hash of`
  return `what ${name} may be the hash of`
}

function nameOf({ reference }: { readonly reference: string }): string {
  return reference.replace(/^row\./, '')
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
