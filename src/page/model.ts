/**
 * The outcome of a check as the page shows it, in plain values. Nothing here is markup; every text by an
 * operator or a service is untrusted.
 *
 * @packageDocumentation
 */
import type { ShownCode, StateCode } from '../verify/headline.js'

/**
 * Outcome of a check or a part of it. `refuted`, `not-checked` and `not-provable` are distinct. `believed`
 * depends on keys that the service itself names: proven for whoever trusts them.
 */
export type PageVerdict = 'proven' | 'believed' | 'refuted' | 'not-provable' | 'not-checked' | 'pending'

/** State of a raffle by its own signed statements. */
export type State = 'open' | 'sealed' | 'drawn' | 'cancelled' | 'finished-without-evidence' | 'unreadable'

/** One level of the ladder. */
export interface Rung {
  readonly level: number
  readonly name: string
  readonly word: PageVerdict
  /** The claim that keeps the document from this level. */
  readonly stoppedBy?: string
  /** Whether all claims of this level hold although another one is refuted. */
  readonly fits?: boolean
  /** For a published draw: what the level requires, and what was checked for it, in sentences. */
  readonly own?: {
    readonly meaning: string
    /** Replaces the word. */
    readonly label?: string
    readonly parts: readonly { readonly word: PageVerdict; readonly says: string }[]
  }
}

/** The level that a document reached. */
export interface Level {
  readonly reached: number
  /** Names of all levels, by number. */
  readonly names: readonly string[]
  readonly rungs: readonly Rung[]
  /** For a published draw: how far it is proven, and how far draws of its kind can be. */
  readonly summary?: string
}

/** The five questions that a reader has. */
export type PageQuestion = 'ticket' | 'winner' | 'list' | 'redraw' | 'limits'

/** The answer to one of the five questions. */
export interface PageAnswer {
  readonly id: PageQuestion
  readonly word: PageVerdict
  /** Replaces the word in the badge, to say more than “not proven”, or to limit “proven”. */
  readonly badge?: 'apart' | 'calculated' | 'one-raffle' | 'two-answers' | 'seen' | 'logged'
  /** Sentences, each a paragraph. */
  readonly text: readonly string[]
  /** Ids of the claims behind the answer. */
  readonly claims: readonly string[]
}

/** One event of a raffle. */
export interface TimelinePoint {
  readonly id:
    | 'commitment'
    | 'close'
    | 'seal'
    | 'round'
    | 'draw'
    | 'replacement'
    | 'cancellation'
    | 'seen'
    | 'receipt'
  /** Milliseconds since 1970. */
  readonly at: number
  readonly label: string
  readonly word: PageVerdict
}

/** The events of a raffle, to scale. */
export interface Timeline {
  /** Milliseconds since 1970. */
  readonly from: number
  /** Milliseconds since 1970. */
  readonly to: number
  readonly points: readonly TimelinePoint[]
}

/** The next step of a raffle. */
export interface AwaitedStep {
  readonly what: 'close' | 'seal' | 'round' | 'draw'
  /** Milliseconds since 1970. */
  readonly at: number
  /** When the draw is due, if it is not the next step; milliseconds since 1970. */
  readonly draw?: number
}

/** One winner. */
export interface PageWinner {
  readonly prize: string
  readonly entryId: string
  /** Place in the sealed list, from 0, if the document contains it. */
  readonly index?: number
  /** Whether another winner replaced this one. */
  readonly replaced: boolean
}

/** An operand of an operation. */
export interface NamedOperand {
  readonly name?: string
  readonly value: string
}

/** One operation of a computation. */
export interface StepOperation {
  readonly operation: string
  readonly inputs: readonly NamedOperand[]
  readonly output: string
}

/** One step of the computation from the published values to the winner. */
export interface PageStep {
  readonly title: string
  readonly operations: readonly StepOperation[]
  /** Why the step could not be carried out. */
  readonly failed?: string
}

/** The Merkle path from one entry to the root of the list. */
export interface TreePath {
  readonly entryId: string
  readonly index: number
  readonly leaf: string
  /** Sibling hashes from the leaf upwards, each with its side. */
  readonly siblings: readonly { readonly side: 'left' | 'right'; readonly hash: string }[]
  /** Root computed from the path. */
  readonly root: string
  /** Whether that root is the sealed one. */
  readonly holds: boolean
}

/** A ticket at its place in the sealed list. */
export interface PlacedTicket {
  readonly id: string
  readonly index: number
  /** Input of the leaf hash, in hex. */
  readonly leafBytes: string
  readonly path: TreePath
}

/**
 * One pick, from the published values to the ticket, as the picture shows it and its replay recomputes it.
 * Bytes are in hex, times in milliseconds since 1970.
 */
export interface Picture {
  readonly prize: string
  /** Position of the prize, from 1. */
  readonly position: number
  /** 0 for the draw, from 1 for its replacements. */
  readonly attempt: number
  /** Whether another winner replaced this one. */
  readonly replaced: boolean
  readonly secret: {
    readonly value: string
    /** Hash in the commitment. */
    readonly committed: string
    /** Whether the value was public from the commitment on. */
    readonly isPublic: boolean
    readonly at: number
    readonly holds: boolean
  }
  readonly list: {
    /** The signed statement. */
    readonly statement: string
    readonly digest: string
    /** Digest of the statement in the one after it. */
    readonly named?: string
    readonly root: string
    readonly entries: number
    readonly at: number
    readonly word: PageVerdict
  }
  /** Missing if no public random number was named. */
  readonly random?: {
    readonly signature: string
    readonly value: string
    readonly chain: string
    readonly round: number
    readonly at?: number
    /** Whether the source is one of drand's well-known chains. */
    readonly isDrand: boolean
    readonly word: PageVerdict
  }
  /** Input of the draw: prefix, digest of the seal, position, attempt, randomness. */
  readonly message: string
  readonly key: string
  /** Numbers in the order in which they were tried; the last one counts. */
  readonly trials: readonly {
    readonly counter: string
    readonly output: string
    readonly number: string
    readonly accepted: boolean
  }[]
  /** Numbers from this limit on are rejected. */
  readonly limit: string
  /** Number of remaining tickets. */
  readonly pool: number
  readonly rank: number
  /** Places picked before, in ascending order. */
  readonly taken: readonly number[]
  /** Place that the rule gives. */
  readonly index: number
  /** Ticket at that place, if known. */
  readonly ticket?: PlacedTicket
  /** Missing if the operator has not published a winner, although one already follows. */
  readonly published?: { readonly id: string; readonly index: number; readonly pool: number }
  /** Whether nothing else was published than the rule gives. */
  readonly agrees: boolean
}

/** A value in a formula. */
export interface FormulaValue {
  /** Cut if long. */
  readonly shown: string
  /** The whole value, if `shown` is cut. */
  readonly full?: string
}

/** One line of a formula: a calculation and its result. */
export interface FormulaLine {
  readonly text: string
  readonly value?: FormulaValue
  /** Why there is no value. */
  readonly missing?: string
  /** The recipe's claim about it, if it was checked. */
  readonly claim?: { readonly word: PageVerdict; readonly says: string }
}

/** How the winners of a published draw follow, with the numbers of this draw. */
export interface Formula {
  readonly lines: readonly FormulaLine[]
  /** Published values in the lines, by their published names. */
  readonly inputs: readonly { readonly name: string; readonly title: string; readonly value?: FormulaValue }[]
  /** Meanings of the signs and words in the lines. */
  readonly terms: readonly { readonly notation: string; readonly means: string }[]
  /** The list that winners are drawn from. */
  readonly entries?: { readonly title: string; readonly count: number }
  /** Published numbers of tickets. */
  readonly counts: readonly { readonly title: string; readonly count: string }[]
  /** The rule's result and the published one; of several results the first that differ, from 1. */
  readonly differs?: { readonly rule: string; readonly published: string; readonly place?: number }
}

/** One claim of the report. */
export interface PageClaim {
  readonly id: string
  readonly word: PageVerdict
  readonly message: string
  readonly code: string
  /** The claim in whole sentences, for readers. */
  readonly says: string
  /** The value that the evidence requires, and the published one. */
  readonly expected?: string
  readonly found?: string
  /** The prize, for a winner that violates the rule. */
  readonly prize?: string
  /** JSON pointer to the place in the record. */
  readonly pointer?: string
}

/** One finding of the report. */
export interface PageFinding {
  readonly code: string
  /** The report's. */
  readonly message: string
  /** In the words of the page, where it has some. */
  readonly says?: string
}

/** A trusted party and the source of its key. */
export interface PageKey extends PageParty {
  /**
   * `compared`: from the service, and the reader has compared it with another source; `built-in`: part of
   * this program.
   */
  readonly from: 'service' | 'compared' | 'file' | 'built-in'
}

/** A party that the result depends on. */
export interface PageParty {
  /** `receipts`: the operator, by its receipt key. */
  readonly role: 'operator' | 'receipts' | 'observer' | 'log' | 'witness' | 'beacon'
  /** Plain text, untrusted. */
  readonly name: string
  /** Of a key, log or witness; for a beacon the hash of its chain. */
  readonly fingerprint: string
}

/** The answer about one ticket. */
export interface TicketOutcome {
  readonly id: string
  readonly word: PageVerdict
}

/** Everything that the page shows of one document. */
export interface PageModel {
  readonly kind: 'bundle' | 'record' | 'draw' | 'unreadable'
  /** Plain text, untrusted. */
  readonly title: string
  /** Plain text, untrusted. */
  readonly operator?: string
  readonly raffleId?: string
  readonly state: State
  /**
   * Verdict of the report, regardless of a ticket: a mistyped id does not refute a draw. `pending` if it is
   * not provable because the raffle is unfinished and not overdue.
   */
  readonly verdict: PageVerdict
  /** What the report's headline says; missing if nothing was shown. */
  readonly headline?: { readonly shown: ShownCode; readonly state?: StateCode }
  /** Trust assumptions of the headline, each a noun or a clause that begins with “that”. */
  readonly rests?: readonly string[]
  /** Whether the reader's trust file lacks a key of the named operator. */
  readonly isStranger?: boolean
  /** Whether the winners follow from public values although the operator has not published them. */
  readonly isOut?: boolean
  readonly level?: Level
  /** What keeps a reproducible raffle from the next level: claims, and `entries-light`. */
  readonly onWord?: readonly string[]
  /**
   * Why and when the operator cancelled the raffle, in its own words and by its own date; milliseconds since
   * 1970.
   */
  readonly cancelled?: {
    readonly reason: string
    readonly at: number
    readonly isKnown: boolean
    /** When the random number was due, if known. */
    readonly due?: number
  }
  /**
   * Whether the random number has no public source, as in a rehearsal: its operator may have known it before.
   */
  readonly isOwnBeacon?: boolean
  /** For a published draw that nobody signed: what that means. */
  readonly note?: string
  /** Input that was not used. */
  readonly unused?: 'record'
  /** Whether a given beacon round was ignored because the raffle does not need it or names another one. */
  readonly isRoundUnused?: boolean
  /** Whether a given time-stamp was ignored because there is no signed evidence of a raffle for it. */
  readonly isStampUnused?: boolean
  /** Whether the receipt requires a nonce that the reader may still supply. */
  readonly asksNonce?: boolean
  /** The requested ticket, as typed or as on the receipt. */
  readonly ticketId?: string
  /** A similar ticket in the list, as spelled there. */
  readonly ticketMeant?: string
  /** If several were typed: each, with the answer about it; their sentences come first in the answer's text. */
  readonly tickets?: readonly TicketOutcome[]
  /** Whether most ids in the list are names, not numbers. */
  readonly hasNames?: boolean
  /** Whether the operator has a log that was not read here; it may show more, or something else. */
  readonly asksLog?: boolean
  /** For a raffle that is not drawn yet. */
  readonly prizes?: readonly string[]
  /** Parties whose keys the service alone vouches for; none if the reader supplied or compared them. */
  readonly believing?: readonly PageParty[]
  /** In the order of the five questions. */
  readonly answers: readonly PageAnswer[]
  readonly timeline?: Timeline
  /** The next step of the raffle, for a countdown. */
  readonly next?: AwaitedStep
  readonly winners: readonly PageWinner[]
  /** One for each of the first picks; picks with a missing value are left out. */
  readonly pictures?: readonly Picture[]
  /** For a published draw whose recipe derives winners. */
  readonly formula?: Formula
  /** Computed on request, which takes as long as the check; a worker sends them after the rest. */
  readonly steps?: () => readonly PageStep[]
  readonly paths: readonly TreePath[]
  /** For an unreadable document a single claim with the reason. */
  readonly claims: readonly PageClaim[]
  readonly findings: readonly PageFinding[]
  /** Whether the only contradiction is a receipt dated after the list was sealed. */
  readonly isReceiptLate?: boolean
  /** `says`: who could have chosen the winner; `left`: what the operator could still do. In sentences. */
  readonly chooser: { readonly says: readonly string[]; readonly left?: readonly string[] }
  /** Further errors in the picks of a draw that the rule refutes, each a sentence. */
  readonly alsoWrong?: readonly string[]
  readonly keys: readonly PageKey[]
  readonly totals?: { readonly entries: number; readonly hasList: boolean }
}

/** The result from a worker, and its duration. */
export interface CheckResult {
  readonly model: Omit<PageModel, 'steps'>
  /** `PageStep[]` as JSON bytes, if there is a calculation to show; sent later. */
  readonly steps?: Promise<ArrayBuffer>
  /** Milliseconds in the worker. */
  readonly took: number
  /** Time of the check in milliseconds since 1970. */
  readonly at: number
  /** SHA-256 of the document's exact bytes, in hex. */
  readonly digest: string
}
