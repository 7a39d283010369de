/**
 * What a search found, in words: what was explained and how well, what it tried, and what would help.
 *
 * @packageDocumentation
 */
import { drawsNeeded, enoughBits, expectedByChance, isEnough, netBits } from './evidence.js'
import type { FoundRecipe, Outcome } from './find-recipe.js'
import { describeDigest } from './formula.js'
import type { ScopeFindings } from './search.js'

/** For programs: the same as {@link describeFound} says. */
export interface FoundSummary {
  readonly outcome: Outcome
  readonly results: readonly string[]
  /** How results were told: `--result` says otherwise. */
  readonly results_by: FoundRecipe['resultsBy']
  readonly explained: readonly { readonly value: string; readonly is: string; readonly bits: number }[]
  /** Digests and results that nothing explains. */
  readonly unexplained: readonly string[]
  /** Fits that are less than 40 bits of evidence. */
  readonly chance: readonly ChanceFit[]
  readonly would_help: readonly string[]
  readonly draws: number
  readonly candidates: number
  readonly seconds: number
  readonly end: FoundRecipe['search']['end']
  readonly unwritten?: string
}

export interface ChanceFit {
  readonly values: readonly string[]
  readonly bits: number
  /** Candidates that were tried until it fitted, and how many of so many fit by accident. */
  readonly tried: number
  /** Of all candidates that were tried on these results. */
  readonly tried_in_all: number
  readonly fitted_in_all: number
  readonly expected_by_chance: number
  /** Draws like these that it would take in all. */
  readonly draws_needed: number
}

export function summarizeFound(found: FoundRecipe): FoundSummary {
  const { outcome, results, resultsBy, search, published, unwritten } = found
  const draws = published.draws.length
  const explained = search.scopes.flatMap(({ digests, derived, fit }) => [
    ...digests.map(({ target, formula, evidence }) => ({ value: nameOf(target), is: describeDigest(formula), bits: round(netBits(evidence)) })),
    ...derived.map(({ result, says }) => ({ value: nameOf(result), is: says, bits: 0 })),
    ...(fit?.results ?? []).map(({ result, says }) => ({ value: nameOf(result), is: `${says}, of ${fit?.says ?? ''}`, bits: round(Math.max(0, netBits(fit?.evidence ?? { bits: 0, tried: 1 }))) })),
  ]) // prettier-ignore
  const chance = search.scopes.flatMap(({ fit, tried, fits }): readonly ChanceFit[] => {
    if (fit === undefined || isEnough(fit.evidence)) return []
    return [
      {
        values: fit.results.map(({ result }) => nameOf(result)),
        bits: round(Math.max(0, netBits(fit.evidence))),
        tried: fit.evidence.tried,
        tried_in_all: tried,
        fitted_in_all: fits,
        expected_by_chance: Number(expectedByChance(fit.evidence).toPrecision(2)),
        draws_needed: drawsNeeded(fit.evidence, draws),
      },
    ]
  })
  return {
    outcome,
    results,
    results_by: resultsBy,
    explained,
    unexplained: search.scopes.flatMap(({ unexplained, open }) => [...unexplained, ...open].map(nameOf)),
    chance,
    would_help: findHelp(found),
    draws,
    candidates: search.tried,
    seconds: round(search.milliseconds / 1000),
    end: search.end,
    ...(unwritten !== undefined && { unwritten }),
  }
}

/** Lines of text, each ended by a line feed. */
export function describeFound(found: FoundRecipe): string {
  const summary = summarizeFound(found)
  const { outcome, explained, unexplained, chance, would_help, draws, candidates, seconds, end, unwritten } =
    summary
  const { published, results, resultsBy } = found
  const lines: string[] = []
  const width = Math.max(0, ...explained.map(({ value }) => value.length))
  for (const { value, is, bits } of explained) {
    lines.push(`${value.padEnd(width)}  ${is}${bits > 0 ? ` (${bits} bits)` : ''}`)
  }
  if (unexplained.length > 0) lines.push(`not explained: ${unexplained.join(', ')}`)
  for (const {
    values,
    bits,
    tried,
    expected_by_chance,
    draws_needed,
    tried_in_all,
    fitted_in_all,
  } of chance) {
    lines.push(`${values.join(', ')}: fits, and may fit by chance: it was candidate ${tried} tried on the results, and of so many ${expected_by_chance} fit by accident`) // prettier-ignore
    if (fitted_in_all > 1)
      lines.push(`  ${fitted_in_all} of ${tried_in_all} tried fitted; the first is the likely one`)
    lines.push(`  that is ${bits} bits of evidence, a match takes ${enoughBits}; about ${draws_needed} draws like ${draws === 1 ? 'this' : 'these'} would decide`) // prettier-ignore
  }
  if (results.length > 0) lines.push(`results: ${results.join(', ')}, ${told[resultsBy]}`)
  for (const [name, path] of published.renamed) lines.push(`${path} is called ${name} in the recipe`)
  if (published.ignored.length > 0)
    lines.push(`left out, of no kind that is searched: ${published.ignored.join(', ')}`)
  for (const help of would_help) lines.push(`would help: ${help}`)
  if (unwritten !== undefined) lines.push(`no recipe is printed: ${unwritten}`)
  lines.push(`tried ${candidates.toLocaleString('en')} candidates on ${draws} ${draws === 1 ? 'draw' : 'draws'} in ${seconds} s; ${ends[end]}`) // prettier-ignore
  lines.push(outcomes[outcome])
  return lines.map(line => `${line}\n`).join('')
}

const told: Readonly<Record<FoundRecipe['resultsBy'], string>> = {
  option: 'by --result',
  name: 'by their names; --result NAME says otherwise',
  place: 'the last value, as no name says which it is; --result NAME says otherwise',
}

const ends: Readonly<Record<FoundRecipe['search']['end'], string>> = {
  settled: 'nothing is left to explain',
  most: 'the bound is reached, --most sets it',
  time: 'the time is up, --seconds sets it',
  'everything tried': 'that is everything it knows to try',
}

const outcomes: Readonly<Record<Outcome, string>> = {
  found: 'found: the recipe reproduces every draw, and by more than chance',
  partly: 'found in part: what has less than 40 bits of evidence, or none, is not proven',
  chance: 'not found: what fits may fit by chance',
  nothing: 'not found',
}

/** Values that the page does not show and that would let the search go on. */
function findHelp({ search, published, outcome }: FoundRecipe): readonly string[] {
  if (outcome === 'found') return []
  const help = search.scopes.flatMap(({ unexplained }) => unexplained.map(target => helpFor(nameOf(target))))
  const isOpen = ({ open, fit }: ScopeFindings): boolean => open.length > 0 || (fit !== undefined && !isEnough(fit.evidence)) // prettier-ignore
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
    'more draws of the same platform, as a JSON list',
  ]
}

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
