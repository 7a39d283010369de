/**
 * Was my ticket in? As a receipt answers it, in plain words for every way in which its claim can end.
 *
 * @packageDocumentation
 */
import type { PageAnswer, PageClaim, PageFinding, State } from './model.js'
import { asSentence, formatMoment } from './sentence.js'
import { answers, openings, receipts, sayFate, type Openings, type Sought } from './catalogue/answers.js'

/** A receipt that the reader gave, and what came of it. */
export interface HeldReceipt {
  /** `receipt.honoured`. Missing where the receipt could not be read. */
  readonly claim?: PageClaim
  /** Why it could not be read. */
  readonly fault?: string
  /** There is a sealed list, and it is not here. */
  readonly lacksList: boolean
  /** What the time-stamps that were given say of it, each a sentence. */
  readonly stamps: readonly string[]
  /** When it was signed, as it says itself, of one that the operator signed; milliseconds since 1970. */
  readonly datedAt?: number
  /** When the list was sealed, in milliseconds since 1970. */
  readonly sealedAt?: number
  readonly sought: Sought
  /** In milliseconds since 1970, as the other two. */
  readonly now: number
  /** What its ticket won, as the operator says. */
  readonly prizes: readonly string[]
}

/** What else there is to know of the draw. */
interface Around {
  readonly state: State
  readonly findings: readonly PageFinding[]
  readonly trustFrom: 'service' | 'compared' | 'file' | 'none'
}

/** Whether both are known, and the first is after the second. */
export const isLater = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && one > other

/** The answer about the ticket that a receipt is for. */
export function answerReceipt(
  { claim, fault = '', lacksList, stamps: given, datedAt, sealedAt, now, sought, prizes }: HeldReceipt,
  { state, findings, trustFrom }: Around,
): PageAnswer {
  const id = 'ticket'
  if (claim === undefined) return { id, word: 'not-provable', text: [receipts.bad(fault)], claims: [] }
  const { word, code } = claim
  const dated = datedAt === undefined ? '' : formatMoment(datedAt)
  const stamps = [...(datedAt === undefined ? [] : [receipts.dated(dated)]), ...given]
  const made = { id, word, claims: [claim.id] } as const
  // Whoever signed a receipt is asked first: these come where the operator did.
  const signed = [receipts.signed, ...stamps, ...(trustFrom === 'service' ? [answers.serviceKeys] : [])]
  if (word === 'pending') return { ...made, text: [openings.ticket.pending, ...signed] }
  if (code === 'raffle-cancelled') return { ...made, text: [answers.cancelled] }
  if (code === 'evidence-missing') {
    return lacksList
      ? { ...made, word: 'not-checked', text: [answers.notLookedUp, ...signed] }
      : { ...made, text: [openings.ticket['not-provable'], claim.says] }
  }
  const agreed = code === 'receipt-withdrawn' && word === 'not-checked' ? receipts.takenBack : undefined
  const opening = agreed ?? receipts.openings[code] ?? openings.ticket[word as keyof Openings]
  if (word !== 'proven') {
    const isDishonoured = code === 'receipt-dishonoured'
    if (isDishonoured && isLater(datedAt, sealedAt)) {
      const text = [receipts.late, receipts.tooLate(dated, isLater(datedAt, now)), ...given]
      return { ...made, word: 'not-provable', text }
    }
    // Of a draw that the receipt refutes the headline says it.
    return { ...made, text: [opening, ...(isDishonoured ? [] : [claim.says]), ...stamps] }
  }
  const late = findings.filter(finding => finding.code === 'receipt-late')
  return {
    ...made,
    text: [
      sayFate({ sought, prizes }, state),
      opening,
      claim.says,
      ...late.map(({ message }) => asSentence(message)),
      ...stamps,
    ],
  }
}
