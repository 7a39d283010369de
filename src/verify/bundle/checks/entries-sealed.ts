/**
 * `entries.sealed`
 *
 * @packageDocumentation
 */
import { equalBytes, formatSha256, parseSha256 } from '../../../core/digest.js'
import { hashLeaf, verifyInclusion } from '../../../core/merkle.js'
import { encodeLeaf } from '../../../model/entry.js'
import { hashWithdrawn } from '../../../model/receipt.js'
import type { Seal } from '../../../model/statement.js'
import { attemptOf, namePick } from '../chain.js'
import { speak, type BundleClaimResult, type Evidence } from './evidence.js'
import { endOpen } from './open.js'

const speaker = speak('every winner stands in the list that was sealed before the draw')
const { proven, refuted, notProvable } = speaker

/**
 * The proof of each pick leads to the sealed root, the seal's counts are possible, and the list, if
 * available, has the sealed root and counts and no duplicate id.
 */
export function checkEntriesSealed(evidence: Evidence): BundleClaimResult {
  const { chain } = evidence
  const { seal, commitment } = chain
  if (commitment === undefined) return notProvable('evidence-missing', 'there is no commitment')
  if (seal === undefined) {
    return endOpen(chain, speaker) ?? notProvable('evidence-missing', 'there is no seal')
  }
  const wrong =
    checkCounts(seal.statement, commitment.max_entries) ??
    checkWinners(evidence, seal.statement) ??
    checkList(evidence, seal.statement) ??
    checkWithdrawn(evidence, seal.statement)
  const { bundle, list } = evidence
  const missing = chain.picks.length - (bundle.winners?.length ?? 0)
  if (wrong !== undefined) return wrong
  const open = endOpen(chain, speaker)
  if (open !== undefined) return open
  if (missing > 0)
    return notProvable('evidence-missing', `${missing} of ${chain.picks.length} winners have no proof`)
  if (list !== undefined)
    return proven('entries-sealed', `all ${list.count} entries were recomputed, and none stands twice`)
  const { reader } = evidence.attestations
  if (reader !== undefined) {
    const why = `the list itself was not recomputed; ${reader.who} had read it whole at ${reader.atUtc}, and says that no entry stands twice`
    return proven('entries-light', why)
  }
  return proven(
    'entries-light',
    'the list itself was not recomputed, so nothing shows that no entry stands twice',
  )
}

function checkCounts(seal: Seal, maxEntries: number): BundleClaimResult | undefined {
  const { paid_entries, free_entries, total_entries } = seal
  if (BigInt(paid_entries) + BigInt(free_entries) !== BigInt(total_entries)) {
    const values = {
      expected: String(BigInt(paid_entries) + BigInt(free_entries)),
      found: String(total_entries),
    }
    return refuted('counts-differ', 'paid and free entries together are not the total', values)
  }
  if (total_entries > maxEntries) {
    const values = { expected: `at most ${maxEntries}`, found: String(total_entries) }
    return refuted('counts-differ', 'there are more entries than the commitment allows', values)
  }
  return undefined
}

function checkWinners({ bundle, chain, engine }: Evidence, seal: Seal): BundleClaimResult | undefined {
  const { winners = [] } = bundle
  const root = parseSha256(seal.entries_root)
  const places = new Map<string, number>()
  for (const [order, { position, attempt, entry, index, inclusion }] of winners.entries()) {
    const made = chain.picks[order]
    if (made === undefined) return refuted('winner-differs', `winner ${order + 1} is of no pick`)
    const name = namePick(made)
    const pairs = [
      ['position', String(made.position), String(position)],
      ['attempt', String(attemptOf(made)), String(attempt)],
      ['entry_id', made.winner_entry_id, entry.id],
      ['index', String(made.winner_index), String(index)],
    ] as const
    for (const [member, expected, found] of pairs) {
      if (expected === found) continue
      return refuted('winner-differs', `the proof of ${name} has another ${member}`, { expected, found })
    }
    const leafHash = hashLeaf(encodeLeaf(entry), engine)
    if (!verifyInclusion({ index, size: seal.total_entries, leafHash, proof: inclusion, root }, engine)) {
      return refuted('inclusion-invalid', `the proof of ${name} does not lead to the sealed root`)
    }
    const first = places.get(entry.id) ?? index
    places.set(entry.id, first)
    if (first !== index) return repeated(entry.id, first, index)
  }
  return undefined
}

/** The withdrawn receipts, if the bundle has them, are those that were sealed. */
function checkWithdrawn(
  { bundle, engine }: Evidence,
  { withdrawn: sealed }: Seal,
): BundleClaimResult | undefined {
  const { withdrawn } = bundle
  if (withdrawn === undefined) return undefined
  if (sealed === undefined)
    return refuted('list-differs', 'there are withdrawn receipts, and none were sealed')
  const counts = [
    ['count', sealed.count, withdrawn.length],
    ['consented', sealed.consented, withdrawn.filter(({ nonce }) => nonce !== undefined).length],
  ] as const
  for (const [member, expected, found] of counts) {
    if (expected === found) continue
    const values = { expected: String(expected), found: String(found) }
    return refuted('list-differs', `the withdrawn receipts have another ${member} than was sealed`, values)
  }
  const root = hashWithdrawn(withdrawn, engine)
  if (equalBytes(root, parseSha256(sealed.root))) return undefined
  const values = { expected: sealed.root, found: formatSha256(root) }
  return refuted('list-differs', 'the withdrawn receipts do not have the sealed root', values)
}

function repeated(id: string, first: number, second: number): BundleClaimResult {
  return refuted('entries-repeated', `entry ${id} stands at ${first} and at ${second}`)
}

function checkList({ bundle, chain, list }: Evidence, seal: Seal): BundleClaimResult | undefined {
  if (list === undefined) return undefined
  const { entriesFile } = bundle
  if (list.digest !== undefined) {
    const found = formatSha256(list.digest)
    const expected = entriesFile?.digest
    if (expected === undefined) return notProvable('list-other', 'the bundle names no file with the list')
    if (found !== expected) {
      return notProvable('list-other', 'the file is not the one that the bundle names', { expected, found })
    }
  }
  if (list.fault !== undefined) {
    const { line, problem } = list.fault
    return refuted('list-differs', `line ${line} of the list is no entry: ${problem}`)
  }
  if (list.repeated !== undefined) {
    const { id, first, second } = list.repeated
    return repeated(id, first, second)
  }
  const counts = [
    ['total_entries', seal.total_entries, list.count],
    ['paid_entries', seal.paid_entries, list.paid],
    ['free_entries', seal.free_entries, list.free],
  ] as const
  for (const [member, sealed, found] of counts) {
    if (sealed === found) continue
    const values = { expected: String(sealed), found: String(found) }
    return refuted('list-differs', `the list has another ${member} than was sealed`, values)
  }
  if (!equalBytes(list.root, parseSha256(seal.entries_root))) {
    const values = { expected: seal.entries_root, found: formatSha256(list.root) }
    return refuted('list-differs', 'the list does not have the sealed root', values)
  }
  const odd = chain.picks.find(({ winner_index, winner_entry_id }) => {
    const entry = list.at(winner_index)
    return entry !== undefined && entry.id !== winner_entry_id
  })
  return (
    odd &&
    refuted('winner-differs', `${namePick(odd)} names another entry than stands at ${odd.winner_index}`)
  )
}
