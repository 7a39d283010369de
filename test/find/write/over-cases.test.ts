import { createHash } from 'node:crypto'
import t from 'tap'
import { find } from '../values.js'

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Entries with their hashes, and their ranking by them: of all, or of the first few. */
function ranked(
  draw: number,
  count: number,
): {
  readonly block: string
  readonly entries: readonly { readonly name: string; readonly hash: string }[]
  readonly ranking: readonly string[]
} {
  const block = hash(`block ${draw}`)
  const entries = Array.from({ length: 30 }, (_, at) => {
    const name = `${draw}-${hash(`entry ${draw} ${at}`).slice(0, 6)}`
    return { name, hash: hash(`${block}${name}`) }
  })
  const sorted = entries.toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
  return { block, entries, ranking: sorted.slice(0, count).map(({ name }) => name) }
}

await t.test('a ranking of all entries is as long as their list is, though all draws have as many', t => {
  const all = find([ranked(0, 30), ranked(1, 30)], { most: 60_000 })
  t.equal(all.outcome, 'found')
  t.match(all.recipe, /"count": "\$entries"/)
  const few = find([ranked(0, 12), ranked(1, 12)], { most: 60_000 })
  t.equal(few.outcome, 'found')
  t.notMatch(few.recipe, /"count": "\$entries"/, 'of some, as many as there always are')
  t.end()
})
