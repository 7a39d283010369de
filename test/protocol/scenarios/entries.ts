import { addNonces, createEntries, nonceOf, type Evidence, type WinnerJson } from '../factory.js'
import {
  digest,
  hex,
  leafHash,
  treePath,
  treeRoot,
  utf8,
  type Entry,
  type Members,
} from '../second-opinion.js'
import { shared } from './beacons.js'
import { altered, base, ceremony, flipHex, lied, scenariosOf } from './scenario.js'

const { entries, picks } = ceremony()
const list = entries.map(([id, kind]): Entry => [id, kind])
const leaves = entries.map(leafHash)
const paid = list.filter(([, kind]) => kind === 'paid').length

/** The raffle with another proof of a winner. */
const winner = (at: number, change: (winner: WinnerJson) => Partial<WinnerJson>): Evidence =>
  altered(({ bundle }) => {
    Object.assign(bundle.winners![at]!, change(bundle.winners![at]!))
  })

/** An entry that did not win. */
const loser = list.findIndex((_, at) => !picks.some(({ index }) => index === at))

/** Counts and proofs that are wrong. */
export const proofs = scenariosOf('entries.sealed', add => {
  const counts = 'counts-differ'
  const seal = (change: Members): Evidence => lied({ seal: change })
  add(
    'paid-one-more',
    'there is one paid entry more than the total allows',
    counts,
    seal({ paid_entries: paid + 1 }),
  )
  add(
    'free-one-more',
    'there is one free entry more than the total allows',
    counts,
    seal({ free_entries: list.length - paid + 1 }),
  )
  add(
    'total-one-more',
    'the total is one more than paid and free entries',
    counts,
    seal({ total_entries: 6 }),
  )
  add(
    'total-one-less',
    'the total is one less than paid and free entries',
    counts,
    seal({ total_entries: 4 }),
  )
  add(
    'total-above-the-most',
    'there is one entry more than the commitment allows',
    counts,
    lied({}, { maxEntries: 4 }),
  )
  add('none-allowed', 'the commitment allows no entry', counts, lied({}, { maxEntries: 0 }))
  add(
    'counts-that-wrap',
    'paid and free entries are the total only in 53 bits',
    counts,
    seal({ paid_entries: 9_007_199_254_740_991, free_entries: 9_007_199_254_740_991 }),
  )

  const differs = 'winner-differs'
  add(
    'proof-of-another-position',
    'the proof names another prize',
    differs,
    winner(0, () => ({ position: 2 })),
  )
  add(
    'proof-of-another-attempt',
    'the proof names a replacement',
    differs,
    winner(0, () => ({ attempt: 1 })),
  )
  add(
    'proof-of-another-entry',
    'the proof names another entry',
    differs,
    winner(0, () => ({ entry_id: list[loser]![0] })),
  )
  add(
    'proof-of-another-index',
    'the proof names another place',
    differs,
    winner(0, ({ index }) => ({ index: index + 1 })),
  )
  add(
    'proof-of-a-loser',
    'the proof is right and of an entry that did not win',
    differs,
    winner(0, () => ({
      entry_id: list[loser]![0],
      kind: list[loser]![1],
      index: loser,
      inclusion: treePath(loser, leaves).map(hex),
    })),
  )
  add(
    'proofs-swapped',
    'the proofs of two winners changed places',
    differs,
    altered(({ bundle }) => void bundle.winners!.reverse()),
  )
  add(
    'proof-too-many',
    'there is a proof more than there are picks',
    differs,
    altered(({ bundle }) => void bundle.winners!.push({ ...bundle.winners![0]!, position: 3 })),
  )
  add(
    'proof-of-the-replaced-winner-twice',
    'the replacement is shown with the proof of the winner before',
    differs,
    altered(
      ({ bundle }) => {
        bundle.winners![2] = bundle.winners![0]!
      },
      { replace: [1] },
    ),
  )

  const invalid = 'inclusion-invalid'
  add(
    'kind-flipped',
    'the winner’s ticket is shown as of the other kind',
    invalid,
    winner(0, ({ kind }) => ({ kind: kind === 'paid' ? 'free' : 'paid' })),
  )
  const nonces = { ...base, entries: addNonces(list) }
  const noncedWinner = (change: (winner: WinnerJson) => unknown): Evidence =>
    altered(({ bundle }) => {
      const all = bundle.winners!
      change(all.find(one => one.nonce_hash !== undefined) ?? all[0]!)
    }, nonces)
  add(
    'winner-with-another-nonce',
    'a winner is shown with another nonce',
    invalid,
    noncedWinner(one => (one.nonce_hash = nonceOf('other'))),
  )
  add(
    'winner-without-its-nonce',
    'a winner is shown without its nonce',
    invalid,
    noncedWinner(one => delete one.nonce_hash),
  )
  add(
    'winner-with-a-nonce-made-up',
    'a winner without a nonce is shown with one',
    invalid,
    winner(0, () => ({ nonce_hash: nonceOf('added') })),
  )
  add(
    'inclusion-bit-flipped',
    'one bit of a proof is another',
    invalid,
    winner(0, ({ inclusion: [one, ...rest] }) => ({ inclusion: [flipHex(one!, 31), ...rest] })),
  )
  add(
    'inclusion-too-short',
    'the last hash of a proof is left out',
    invalid,
    winner(0, ({ inclusion }) => ({ inclusion: inclusion.slice(0, -1) })),
  )
  add(
    'inclusion-too-long',
    'a proof has one hash more',
    invalid,
    winner(0, ({ inclusion }) => ({ inclusion: [...inclusion, inclusion.at(-1)!] })),
  )
  add(
    'inclusion-empty',
    'a proof has no hash',
    invalid,
    winner(0, () => ({ inclusion: [] })),
  )
  add(
    'inclusion-reversed',
    'the hashes of a proof stand from the root down',
    invalid,
    winner(0, ({ inclusion }) => ({ inclusion: inclusion.toReversed() })),
  )
  add(
    'inclusion-of-the-neighbour',
    'the proof is of the entry beside',
    invalid,
    winner(0, ({ index }) => ({ inclusion: treePath(index === 0 ? 1 : index - 1, leaves).map(hex) })),
  )
  add(
    'inclusion-ends-at-the-root',
    'a proof ends with the root itself',
    invalid,
    winner(0, ({ inclusion }) => ({ inclusion: [...inclusion.slice(0, -1), hex(treeRoot(leaves))] })),
  )
  const second = picks[1]!
  add(
    'winner-not-in-the-list',
    'the operator names a winner who is not in the list',
    invalid,
    lied({ draws: { 2: { winner_entry_id: '99999' } } }),
  )
  add(
    'winner-of-another-place',
    'the operator names the winner of another place',
    invalid,
    lied({ draws: { 2: { winner_entry_id: list[loser]![0] } } }),
  )
  add(
    'index-beyond-the-list',
    'the operator names a place beyond the end of the list',
    invalid,
    lied({ draws: { 2: { winner_index: 5, winner_entry_id: second.entryId } } }),
  )
  const other = createEntries(5, 'another list')
  add(
    'root-of-another-list',
    'the sealed root is that of another list',
    invalid,
    seal({ entries_root: `sha256:${hex(treeRoot(other.map(leafHash)))}` }),
  )
  add(
    'root-of-hashed-leaves',
    'the sealed root is of a tree without prefixes',
    invalid,
    seal({ entries_root: digest(utf8(list.map(([id]) => id).join('\n'))) }),
  )
  add(
    'root-zero',
    'the sealed root is 32 zero bytes',
    invalid,
    seal({ entries_root: `sha256:${'0'.repeat(64)}` }),
  )
  add(
    'total-smaller-than-the-tree',
    'a total for which the tree has another form',
    invalid,
    seal({ total_entries: 4, paid_entries: paid - 1 }),
  )

  const absent = ['not-provable', 'evidence-missing'] as const
  add(
    'proofs-left-out',
    'there is no proof of any winner',
    absent,
    altered(({ bundle }) => {
      delete bundle.winners
    }),
  )
  add(
    'proof-left-out',
    'there is no proof of the second winner',
    absent,
    altered(({ bundle }) => void bundle.winners!.pop()),
  )
  add(
    'no-commitment',
    'the chain has no commitment',
    ['not-provable', 'evidence-missing', 'refuted'],
    shared.headless,
  )
  add(
    'no-seal',
    'the chain has no seal',
    ['not-provable', 'evidence-missing', 'refuted'],
    altered(({ bundle }) => void bundle.statements.splice(1, 1)),
  )
})
