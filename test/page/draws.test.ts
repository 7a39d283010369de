// How the formulas of published draws are explained to whoever reads no programs.
import t from 'tap'
import { formulaMeanings } from '../../src/page/catalogue/en/draws.js'
import { formulaTerms as terms } from '../../src/page/formula-terms.js'

const meanings: Readonly<Record<string, string>> = formulaMeanings
const formulaTerms = terms.map(term => ({ ...term, means: meanings[term.operations[0] ?? ''] ?? '' }))

await t.test('every sign of a formula has a meaning, in words', t => {
  for (const { operations, notation, means } of formulaTerms) {
    t.ok(operations.length > 0, means)
    t.match(means, /^[\p{L}\d][^]{5,}[^.]$/u, operations.join(', '))
    if (notation !== undefined) t.match(notation, /\S/, means)
  }
  t.end()
})

await t.test('every meaning belongs to a sign', t => {
  t.strictSame(Object.keys(meanings).sort(), terms.map(({ operations }) => operations[0]).sort())
  t.end()
})

await t.test('what the operations on lists and texts mean', t => {
  const meaningOf = (operation: string): string | undefined =>
    formulaTerms.find(({ operations }) => operations.includes(operation))?.means
  const notationOf = (operation: string): string | undefined =>
    formulaTerms.find(({ operations }) => operations.includes(operation))?.notation
  t.equal(meaningOf('mod'), 'what is left over when a is divided by b')
  t.equal(meaningOf('trim'), 'the text with some signs replaced or left out')
  t.equal(meaningOf('fill'), 'x, n times')
  t.equal(notationOf('fill'), 'fill(x, n)')
  t.equal(meaningOf('distinct'), 'each only once')
  t.equal(
    meaningOf('pick'),
    'n items taken out of the list one after the other: “turn” is the number of the item, from 0, “left” how many there still are',
  )
  t.equal(notationOf('pick'), 'pick(n of list)')
  t.end()
})
