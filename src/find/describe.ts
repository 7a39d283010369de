/**
 * Describes the result of a search in words.
 *
 * @packageDocumentation
 */
import { enoughBits } from './search/evidence.js'
import type { FoundRecipe, SearchOutcome } from './find-recipe.js'
import { summarizeFound, type FoundSummary, type Possibility } from './summary.js'

/** Lines of text, each with a line feed at its end. */
export function describeFound(found: FoundRecipe): string {
  const summary = summarizeFound(found)
  const lines = [
    ...describeValues(summary),
    ...describeReading(found),
    ...describeSearch(summary),
    describeOutcome(summary),
  ]
  return lines.map(line => `${line}\n`).join('')
}

/** What was found out about each value. */
function describeValues({
  explained,
  possible,
  undecided,
  unexplained,
  unmatched,
}: FoundSummary): readonly string[] {
  const sure = explained.map(({ value, is, bits }) => `  ${value}: ${is} (${countBits(bits)} of evidence)`)
  const perhaps = possible.flatMap(one => [`  ${one.value}: ${one.is}`, `    ${describeEvidence(one)}`])
  return [
    ...under('Explained:', sure),
    ...under('Fits, perhaps by chance; not written into a recipe:', perhaps),
    ...under(
      'Not decided:',
      undecided.map(what => `  ${what}`),
    ),
    ...named('Nothing fits', unexplained),
    ...named('Not found to be a hash of the other values', unmatched),
  ]
}

/** How the values were interpreted. */
function describeReading({ published, results, resultsBy }: FoundRecipe): readonly string[] {
  const { renamed, ignored } = published
  return [
    ...named('Taken for results', results).map(line => `${line} (${told[resultsBy]})`),
    ...[...renamed].map(([name, path]) => `In the recipe ${path} is called ${name}`),
    ...named('Left out, as no rule can use such values', ignored),
  ]
}

function describeSearch(summary: FoundSummary): readonly string[] {
  const { would_help, unwritten, candidates, draws, seconds, end } = summary
  const tried = `${count(candidates, 'candidate')} on ${count(draws, 'draw')} in ${seconds} s`
  return [
    ...under(
      'These would help:',
      would_help.map(help => `  ${help}`),
    ),
    ...(unwritten === undefined ? [] : [`No recipe can be written: ${unwritten}`]),
    `Tried ${tried}; ${ends[end]}`,
  ]
}

/** Lines under a title; nothing if there are no lines. */
function under(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines]
}

/** Names after a title; nothing if there are no names. */
function named(title: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${title}: ${names.join(', ')}`]
}

/** `fits, 12 bits of evidence; 4 more draws of this size would decide` */
function describeEvidence({ bits, tried, expected_by_chance, more_draws }: Possibility): string {
  const decides =
    more_draws === undefined
      ? 'no number of such draws would decide'
      : `${count(more_draws, 'more draw')} of this size would decide`
  const shown = `fits, ${countBits(bits)} of evidence; ${decides}`
  if (expected_by_chance < 0.01) return shown
  return `${shown}; about ${expected_by_chance} of ${count(tried, 'candidate')} would fit by chance`
}

function countBits(bits: number): string {
  return `${bits} ${bits === 1 ? 'bit' : 'bits'}`
}

function count(number: number, noun: string): string {
  return `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
}

const told: Readonly<Record<FoundRecipe['resultsBy'], string>> = {
  option: 'as --result says',
  name: 'by their names; --result NAME says otherwise',
  place: 'the last value, as no name says which it is; --result NAME says otherwise',
}

const ends: Readonly<Record<FoundSummary['end'], string>> = {
  settled: 'nothing is left to explain',
  most: '--most ended the search',
  time: '--seconds ended the search',
  'everything tried': 'that is everything it knows to try',
}

const outcomes: Readonly<Record<SearchOutcome, string>> = {
  found: 'Found: the recipe gives the results and the hashes of every draw, and not by chance',
  partly: `Found in part: the recipe has what is explained by ${enoughBits} bits of evidence or more, and not every result and every hash is`,
  possible: `Not found: nothing is explained by ${enoughBits} bits of evidence or more, so there is no recipe`,
  nothing: 'Not found: nothing fits, so there is no recipe',
}

const foundDigests =
  'Found: the recipe gives the digests of every draw; none of the values is a result, so it says nothing of who won'

const foundTwice =
  'Found in part: the recipe gives what is explained, and so does another rule, which these draws do not tell from it'

function describeOutcome({ outcome, results, undecided }: FoundSummary): string {
  if (outcome === 'partly' && undecided.length > 0) return foundTwice
  return outcome === 'found' && results.length === 0 ? foundDigests : outcomes[outcome]
}
