/**
 * Answers “Was my ticket in?” for a receipt, in plain words for every outcome of its claim.
 *
 * @packageDocumentation
 */
import type { PageAnswer, PageClaim, PageFinding, State } from './model.js'
import { answers, openings, receipts } from './catalogue/en/answers.js'
import { formatMoment } from './catalogue/en/grammar.js'
import type { Openings, Sought } from './catalogue/types.js'
import { sayFate } from './fate.js'

/** The reader's receipt and the outcome of its check. */
export interface HeldReceipt {
  /** `receipt.honoured`. Missing if the receipt could not be read. */
  readonly claim?: PageClaim
  /** Why it could not be read. */
  readonly fault?: string
  /** Whether there is a sealed list that was not supplied. */
  readonly lacksList: boolean
  /** Results of the time-stamps given for it, each a sentence. */
  readonly stamps: readonly string[]
  /** Date in a receipt that the operator signed; milliseconds since 1970. */
  readonly datedAt?: number
  /** When the list was sealed, in milliseconds since 1970. */
  readonly sealedAt?: number
  readonly sought: Sought
  /** Current time in milliseconds since 1970. */
  readonly now: number
  /** Prizes that its ticket won, according to the operator. */
  readonly prizes: readonly string[]
}

/** Context of the draw. */
interface Around {
  readonly state: State
  readonly findings: readonly PageFinding[]
  readonly trustFrom: 'service' | 'compared' | 'file' | 'none'
}

/** Whether both times are known and the first is later. */
export const isLater = (one: number | undefined, other: number | undefined): boolean =>
  one !== undefined && other !== undefined && one > other

/** The answer about the ticket on a receipt. */
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
  // The signer of the receipt is named first, as the operator is in other answers.
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
    // If the receipt refutes the draw, the headline says so.
    return { ...made, text: [opening, ...(isDishonoured ? [] : [claim.says]), ...stamps] }
  }
  const late = findings.filter(finding => finding.code === 'receipt-late')
  return {
    ...made,
    text: [
      sayFate({ sought, prizes }, state),
      ...(state === 'drawn' && prizes.length > 0 ? [answers.askForPrize] : []),
      opening,
      claim.says,
      ...late.map(({ message, says = message }) => says),
      ...stamps,
    ],
  }
}
