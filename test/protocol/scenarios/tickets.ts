import { hex, leafHash, treePath, treeRoot, type Entry, type Members } from '../second-opinion.js'
import { altered, ceremony, scenariosOf, told } from './scenario.js'

const { entries, picks } = ceremony()
const list = entries.map(([id, kind]): Entry => [id, kind])
const leaves = entries.map(leafHash)

/** An entry that did not win. */
const loser = list.findIndex((_, at) => !picks.some(({ index }) => index === at))

export const ticketIncluded = scenariosOf('ticket.included', add => {
  const id = list[loser]![0]
  const light = altered(() => undefined, { list: 'light' })
  const full = altered(() => undefined)
  const { bundle } = full
  const proof = (change: Members): Members => ({
    raffle_id: full.record!.raffle_id,
    entry_id: id,
    kind: list[loser]![1],
    index: loser,
    total_entries: 5,
    entries_root: `sha256:${hex(treeRoot(leaves))}`,
    inclusion: treePath(loser, leaves).map(hex),
    ...change,
  })
  add(
    'ticket-not-in-the-list',
    'the full list does not have the ticket',
    ['not-provable', 'ticket-absent'],
    full,
    {
      ticket: { id: '99999' },
    },
  )
  add(
    'ticket-in-another-spelling',
    'the list has the ticket without the zero in front',
    ['not-provable', 'ticket-absent'],
    full,
    { ticket: { id: `0${id}` } },
  )
  const invalid = ['not-provable', 'inclusion-invalid'] as const
  const by = (name: string, description: string, change: Members): void => {
    add(name, description, invalid, light, { ticket: { id, proof: proof(change) } })
  }
  by('proof-of-another-kind', 'the proof shows the ticket as of the other kind', {
    kind: list[loser]![1] === 'paid' ? 'free' : 'paid',
  })
  by('proof-with-a-nonce', 'the proof shows the ticket with a nonce that it does not have', {
    nonce_hash: 'ab'.repeat(32),
  })
  by('proof-of-another-place', 'the proof names the place beside', { index: loser === 0 ? 1 : loser - 1 })
  by('proof-beyond-the-list', 'the proof names a place beyond the end', { index: 5 })
  by('proof-cut-short', 'the proof lacks its last hash', {
    inclusion: treePath(loser, leaves).map(hex).slice(0, -1),
  })
  const fake = [...leaves, leafHash([id, 'paid'])]
  by('proof-of-a-tree-of-its-own', 'the proof leads to a root that was never sealed', {
    kind: 'paid',
    index: 5,
    total_entries: 6,
    entries_root: `sha256:${hex(treeRoot(fake))}`,
    inclusion: treePath(5, fake).map(hex),
  })
  const absent = ['not-provable', 'evidence-missing'] as const
  add('ticket-without-a-proof', 'neither the list nor a proof is there', absent, light, { ticket: { id } })
  add('proof-of-another-ticket', 'the proof is of another entry', absent, light, {
    ticket: { id: '99999', proof: proof({}) },
  })
  add('proof-of-another-raffle', 'the proof is of an entry of another raffle', absent, light, {
    ticket: { id, proof: proof({ raffle_id: '3f1c0c1e-8f0e-4c7a-a5a5-000000000000' }) },
  })
  add(
    'ticket-before-the-seal',
    'the list is not sealed yet',
    absent,
    told(it => void it.commit()),
    { ticket: { id } },
  )
  add(
    'winner-with-a-broken-proof',
    'the ticket won, and its proof leads nowhere',
    ['not-provable', 'evidence-missing', 'refuted'],
    altered(
      evidence => {
        evidence.bundle.winners![0]!.inclusion = []
      },
      { list: 'light' },
    ),
    { ticket: { id: bundle.winners![0]!.entry_id } },
  )
})
