/**
 * Conditions within sentences, on which nobody could have chosen.
 *
 * @packageDocumentation
 */
import { clause, listWords } from './grammar.js'

/** `A et B sont honnêtes` */
const areHonest = (honest: readonly string[]): string => {
  const isPlural = honest.length > 1 || honest.some(one => /^(?:les|ceux) /.test(one))
  return `${listWords(honest)} ${isPlural ? 'sont honnêtes' : 'est honnête'}`
}

/**
 * `si A et B sont honnêtes et si C`
 *
 * @param honest - parties who have to be honest.
 * @param clauses - further conditions, each a clause that begins with “que”.
 * @param first - conditions before these, without “que”.
 */
export const sayConditions = (
  honest: readonly string[],
  clauses: readonly string[],
  first: readonly string[] = [],
): string =>
  listWords([
    ...first.map(one => `si ${one}`),
    ...(honest.length === 0 ? [] : [`si ${areHonest(honest)}`]),
    ...clauses.map(one => `si ${one.replace(clause, '')}`),
  ])
