import t from 'tap'
import { decodeHex, encodeHex } from '../../src/core/encoding.js'
import { hashNode } from '../../src/core/merkle.js'
import { portable } from '../../src/core/portable.js'
import type { Seal } from '../../src/model/statement.js'
import { HashedList } from '../../src/page/hashed-list.js'
import { createPath, createPaths, placeTicket } from '../../src/page/paths.js'
import type { TreePath } from '../../src/page/model.js'
import { createEntries } from '../protocol/factory.js'
import { hex, leafHash, treePath, treeRoot } from '../protocol/second-opinion.js'
import { check, requestOfFixture } from './requests.js'

const raffle_id = '00000000-0000-4000-8000-000000000000'

function sealOf(leaves: readonly Uint8Array[]): Seal {
  return {
    raffle_id,
    total_entries: leaves.length,
    entries_root: `sha256:${hex(treeRoot(leaves))}`,
  } as Seal
}

/** The root that a picture leads to: joined by whoever looks at it. */
function walk({ leaf, siblings }: TreePath): string {
  let hash = decodeHex(leaf)
  for (const { side, hash: sibling } of siblings) {
    const other = decodeHex(sibling)
    hash = side === 'left' ? hashNode(other, hash) : hashNode(hash, other)
  }
  return encodeHex(hash)
}

await t.test('of every entry of lists of every shape', t => {
  for (let count = 1; count <= 20; count += 1) {
    const entries = createEntries(count, 'paths')
    const leaves = entries.map(leafHash)
    const seal = sealOf(leaves)
    for (const [index, [id, kind]] of entries.entries()) {
      const inclusion = treePath(index, leaves)
      const path = createPath({ entry: { id, kind: kind as 'paid' }, index, inclusion }, seal, portable)
      t.equal(path.holds, true, `${index} of ${count}`)
      t.equal(path.root, seal.entries_root.slice(7))
      t.equal(walk(path), path.root)
      t.equal(path.siblings.length, inclusion.length)
      const bundle = {
        statements: [],
        entries: entries.map(([one, what]) => ({ id: one, kind: what as 'paid' })),
      }
      t.same(
        placeTicket(bundle, seal, { id }, new HashedList(bundle.entries, portable))?.inclusion,
        inclusion,
      )
    }
  }
  t.end()
})

await t.test('a path that does not hold says so', t => {
  const entries = createEntries(9, 'paths')
  const leaves = entries.map(leafHash)
  const seal = sealOf(leaves)
  const [id, kind] = entries[5]!
  const entry = { id, kind: kind as 'paid' }
  const inclusion = treePath(5, leaves)
  const holds = (changes: object): boolean =>
    createPath({ entry, index: 5, inclusion, ...changes }, seal, portable).holds
  t.equal(holds({}), true)
  t.equal(holds({ index: 4 }), false)
  t.equal(holds({ index: 100 }), false)
  t.equal(holds({ entry: { ...entry, id: `${id}0` } }), false)
  t.equal(holds({ inclusion: inclusion.slice(1) }), false)
  t.equal(holds({ inclusion: [...inclusion, inclusion[0]] }), false)
  t.equal(holds({ inclusion: [] }), false)
  const other = createPath({ entry, index: 4, inclusion }, seal, portable)
  t.equal(walk(other), other.root, 'what is shown is what was calculated')
  t.not(other.root, seal.entries_root.slice(7))
  t.end()
})

await t.test('a ticket comes first, and stands once', t => {
  const entries = createEntries(9, 'paths')
  const leaves = entries.map(leafHash)
  const seal = sealOf(leaves)
  const winners = [2, 5].map((index, at) => ({
    position: at + 1,
    attempt: 0,
    entry: { id: entries[index]![0], kind: entries[index]![1] as 'paid' },
    index,
    inclusion: treePath(index, leaves),
  }))
  const bundle = { statements: [], winners }
  const ids = (id?: string): readonly number[] =>
    createPaths(
      bundle,
      seal,
      id === undefined ? undefined : placeTicket(bundle, seal, { id }, undefined),
      portable,
    ).map(({ index }) => index)
  t.same(ids(), [2, 5])
  t.same(ids(entries[5]![0]), [5, 2])
  t.same(ids('nobody'), [2, 5])
  const proof = {
    raffleId: raffle_id,
    entry: { id: 'x', kind: 'paid' as const },
    index: 0,
    totalEntries: 9,
    entriesRoot: '',
    inclusion: [],
  }
  t.equal(placeTicket(bundle, seal, { id: 'y', proof }, undefined), undefined)
  t.equal(placeTicket(bundle, seal, { id: 'x', proof: { ...proof, raffleId: 'z' } }, undefined), undefined)
  t.equal(placeTicket(bundle, seal, { id: 'x', proof }, undefined), proof)
  t.end()
})

await t.test('of the winners of a long list', async t => {
  const { paths, winners } = await check(requestOfFixture('light-100000-entries'))
  t.equal(paths.length, winners.length)
  for (const path of paths) {
    t.equal(path.siblings.length, 17)
    t.equal(walk(path), path.root)
    t.equal(path.holds, true)
  }
})
