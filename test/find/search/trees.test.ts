// Roots of Merkle trees over a published list.
import { createHash } from 'node:crypto'
import t from 'tap'
import { find } from '../values.js'

const sha256 = (...data: readonly (Buffer | string)[]): Buffer =>
  data.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

const entries = Array.from({ length: 11 }, (_, at) => `entry-${at * at}`)

/** A lone node is paired with itself, or goes up as it is. */
function rootOf(odd: 'duplicate' | 'promote'): string {
  let nodes = entries.map(entry => sha256(entry))
  while (nodes.length > 1) {
    nodes = nodes.flatMap((left, at) => {
      if (at % 2 === 1) return []
      const right = nodes[at + 1]
      return right === undefined && odd === 'promote' ? [left] : [sha256(left, right ?? left)]
    })
  }
  return nodes[0]?.toString('hex') ?? ''
}

for (const odd of ['duplicate', 'promote'] as const) {
  await t.test(odd, t => {
    const found = find({ entries, root: rootOf(odd) }, { most: 50_000 })
    t.match(found.recipe, /"merkle_pairs"/)
    t.match(found.recipe, new RegExp(`"odd": "${odd}"`))
    t.end()
  })
}

await t.test('a root of another list is none of this one', t => {
  const found = find({ entries: entries.toReversed().slice(1), root: rootOf('duplicate') }, { most: 50_000 })
  t.equal(found.recipe, undefined)
  t.end()
})
