/**
 * `ticket.included`: made if a ticket is asked for, beside the claims of every bundle.
 *
 * @packageDocumentation
 */
import { equalBytes, parseSha256 } from '../../../core/digest.js'
import { hashLeaf, verifyInclusion } from '../../../core/merkle.js'
import { encodeLeaf, type Entry } from '../../../model/entry.js'
import type { Bundle, EntryProof } from '../../../model/bundle.js'
import { askForProof, speak, type BundleClaimResult, type Evidence } from './evidence.js'

/**
 * An entry is in the sealed list: by the list itself, by its own proof, or because it won.
 *
 * @param ticket - the entry's id.
 * @param proof - the entry's inclusion proof, if available.
 */
export function checkTicketIncluded(
  evidence: Pick<Evidence, 'bundle' | 'chain' | 'list' | 'engine'>,
  ticket: string,
  proof?: EntryProof,
): BundleClaimResult {
  const { proven, notProvable } = speak(`entry ${ticket} stands in the sealed list`)
  const { bundle, chain, list, engine } = evidence
  if (chain.seal === undefined) return notProvable('evidence-missing', 'the list is not sealed yet')
  const seal = chain.seal.statement
  const root = parseSha256(seal.entries_root)
  const size = seal.total_entries
  if (proof !== undefined) {
    const { raffleId, entry, index, inclusion } = proof
    if (raffleId !== seal.raffle_id || entry.id !== ticket) {
      return notProvable('evidence-missing', `the proof is of entry ${entry.id} of raffle ${raffleId}`)
    }
    const leafHash = hashLeaf(encodeLeaf(entry), engine)
    // Root and size are the signed ones, whatever the proof says.
    return verifyInclusion({ index, size, leafHash, proof: inclusion, root }, engine)
      ? proven('ticket-included', `at place ${index} of ${size}, ${entry.kind}`)
      : // The proof is not signed, so it accuses nobody.
        notProvable('inclusion-invalid', 'the proof that was given does not lead to the sealed root')
  }
  // A list beside the bundle may be any list.
  const isSealed = list?.fault === undefined && list?.count === size && equalBytes(list.root, root)
  if (list !== undefined && isSealed) {
    return list.found === undefined
      ? notProvable(
          'ticket-absent',
          `none of the ${list.count} entries has this id${suggestTicket(ticket, bundle)}`,
        )
      : proven('ticket-included', `at place ${list.found.index} of ${size}, ${list.found.kind}`)
  }
  const winner = bundle.winners?.find(({ entry }) => entry.id === ticket)
  if (winner !== undefined) {
    const { index, entry, inclusion } = winner
    const leafHash = hashLeaf(encodeLeaf(entry), engine)
    if (verifyInclusion({ index, size, leafHash, proof: inclusion, root }, engine)) {
      return proven('ticket-included', `at place ${index} of ${size}, ${entry.kind}; it was picked`)
    }
  }
  const lacking = list === undefined ? 'the bundle does not have the list' : 'the list is not the sealed one'
  return notProvable('evidence-missing', `${lacking}: ${askForProof}`)
}

/** Normalizes an id so that case, accents, punctuation and leading zeros do not matter. */
const spell = (id: string): string =>
  id
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]|^0+/gu, '')

/** Max length of ids that are compared: normalizing some texts takes quadratic time. */
const longestAlike = 256

/** The id of an entry that is spelled almost like this one; undefined if there is none. */
export function findAlike(ticket: string, { entries = [], winners = [] }: Bundle): string | undefined {
  if (ticket.length > longestAlike) return undefined
  const wanted = spell(ticket)
  if (wanted === '') return undefined
  // Normalizing a whole long list takes a second; most ids end differently, and are skipped.
  const end = new RegExp(`[^a-z0-9]|${wanted.slice(-1)}`, 'i')
  const isAlike = (id: string): boolean =>
    id.length <= longestAlike && end.test(id.slice(-1)) && spell(id) === wanted
  const alike = winners.find(({ entry }) => isAlike(entry.id))?.entry ?? entries.find(({ id }) => isAlike(id))
  if (alike !== undefined || !/^\d+$/.test(wanted)) return alike?.id
  // `7` for `ticket-7`, unless there is a `guest-7`.
  const isNumbered = ({ id }: Entry): boolean =>
    id.endsWith(wanted) && id.length <= longestAlike && numberOf(id) === wanted
  const [first, ...others] = [...winners.map(({ entry }) => entry), ...entries].filter(isNumbered)
  return others.every(({ id }) => id === first?.id) ? first?.id : undefined
}

/** The number at the end of an id that begins with letters. */
const numberOf = (id: string): string | undefined => /^\p{L}+[^\p{L}\p{N}]*0*(\d+)$/u.exec(id)?.[1]

/** A mistyped id is not evidence of anything. */
function suggestTicket(ticket: string, bundle: Bundle): string {
  const near = findAlike(ticket, bundle)
  return near === undefined ? '; look at it again, letter by letter' : `; did you mean ${near}?`
}
