/**
 * Conditions within sentences, on which nobody could have chosen.
 *
 * @packageDocumentation
 */
import { clause, listWords } from './grammar.js'

/** `A en B eerlijk zijn`, in the order of a subordinate clause. */
const areHonest = (honest: readonly string[]): string => {
  const isPlural =
    honest.length > 1 ||
    honest.some(one => /^de (?:waarnemers|tijdstempeldiensten|getuigen|makers|mensen) /.test(one))
  return `${listWords(honest)} eerlijk ${isPlural ? 'zijn' : 'is'}`
}

/**
 * `als A en B eerlijk zijn en als C`
 *
 * @param honest - parties who have to be honest.
 * @param clauses - further conditions, each a clause that begins with “dat”.
 */
export const sayConditions = (honest: readonly string[], clauses: readonly string[]): string =>
  listWords([
    ...(honest.length === 0 ? [] : [`als ${areHonest(honest)}`]),
    ...clauses.map(one => `als ${one.replace(clause, '')}`),
  ])
