/**
 * What the page shows: the outcome of a check as plain values. Nothing here is markup, and every
 * text that an operator or a service wrote is untrusted.
 *
 * @packageDocumentation
 */

/**
 * How something stands. Failed, not checked and not provable are three different things; and `believed` is what keys show
 * that the service names itself: it is proven to whoever believes those.
 */
export type PageVerdict = 'proven' | 'believed' | 'refuted' | 'not-provable' | 'not-checked' | 'pending'

/** Where a raffle stands, by its own signed statements. */
export type State = 'open' | 'sealed' | 'drawn' | 'cancelled' | 'finished-without-evidence' | 'unreadable'

/** One rung of the ladder of proof. */
export interface Rung {
  readonly level: number
  readonly name: string
  readonly word: PageVerdict
  /** The claim that kept the document from this level. */
  readonly stoppedBy?: string
  /** All of its own holds, beside something else that is refuted. */
  readonly fits?: boolean
  /** Of a published draw: what the step means there, and what was checked for it, each a sentence. */
  readonly own?: {
    readonly meaning: string
    /** What is said in place of the word. */
    readonly label?: string
    readonly parts: readonly { readonly word: PageVerdict; readonly says: string }[]
  }
}

/** The level that a document reached. */
export interface Level {
  readonly reached: number
  /** The names of all levels, by their number. */
  readonly names: readonly string[]
  readonly rungs: readonly Rung[]
  /** Of a published draw: how far it goes, and how far draws of its kind can go. */
  readonly summary?: string
}

/** One of the five questions that a reader has. */
export type PageQuestion = 'ticket' | 'winner' | 'list' | 'redraw' | 'limits'

/** The answer to one of the five questions. */
export interface PageAnswer {
  readonly id: PageQuestion
  readonly word: PageVerdict
  /** What a badge says in place of the word: more than that nothing is proven, or how far what is proven goes. */
  readonly badge?: 'apart' | 'calculated' | 'one-raffle' | 'two-answers' | 'seen' | 'logged'
  /** Sentences, each a paragraph. */
  readonly text: readonly string[]
  /** The claims that the answer is made of. */
  readonly claims: readonly string[]
}

/** One moment of a raffle. */
export interface TimelinePoint {
  readonly id:
    'commitment' | 'close' | 'seal' | 'round' | 'draw' | 'replacement' | 'cancellation' | 'seen' | 'receipt'
  /** Milliseconds since 1970. */
  readonly at: number
  readonly label: string
  readonly word: PageVerdict
}

/** The moments of a raffle, to scale. */
export interface Timeline {
  /** Milliseconds since 1970. */
  readonly from: number
  /** Milliseconds since 1970. */
  readonly to: number
  readonly points: readonly TimelinePoint[]
}

/** What a raffle waits for. */
export interface AwaitedStep {
  readonly what: 'close' | 'seal' | 'round' | 'draw'
  /** Milliseconds since 1970. */
  readonly at: number
  /** Of what is not the draw: when that is due. */
  readonly draw?: number
}

/** One winner. */
export interface PageWinner {
  readonly prize: string
  readonly entryId: string
  /** Place in the sealed list, from 0, where the document says it. */
  readonly index?: number
  /** Someone else took this winner's place. */
  readonly replaced: boolean
}

/** A value that an operation took. */
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

/** The way from one entry to the root of the list. */
export interface TreePath {
  readonly entryId: string
  readonly index: number
  readonly leaf: string
  /** From the leaf upwards: the hash beside, and the side that it stands on. */
  readonly siblings: readonly { readonly side: 'left' | 'right'; readonly hash: string }[]
  /** The root that the path leads to. */
  readonly root: string
  /** That root is the sealed one. */
  readonly holds: boolean
}

/** A ticket at its place in the sealed list. */
export interface PlacedTicket {
  readonly id: string
  readonly index: number
  /** What is hashed to its leaf, in hex. */
  readonly leafBytes: string
  readonly path: TreePath
}

/**
 * One pick, from what was published to the ticket: what the picture shows, and its replay computes again. Bytes are in
 * hex, times are milliseconds since 1970.
 */
export interface Picture {
  readonly prize: string
  /** Of the prize, from 1. */
  readonly position: number
  /** 0 for the draw, from 1 for its replacements. */
  readonly attempt: number
  /** Someone else took this winner’s place. */
  readonly replaced: boolean
  readonly secret: {
    readonly value: string
    /** The hash that the commitment has. */
    readonly committed: string
    /** Everybody could read it from the commitment on. */
    readonly isPublic: boolean
    readonly at: number
    readonly holds: boolean
  }
  readonly list: {
    /** The signed statement. */
    readonly statement: string
    readonly digest: string
    /** The digest as the statement after it has it. */
    readonly named?: string
    readonly root: string
    readonly entries: number
    readonly at: number
    readonly word: PageVerdict
  }
  /** Missing where no public random number was named. */
  readonly random?: {
    readonly signature: string
    readonly value: string
    readonly chain: string
    readonly round: number
    readonly at?: number
    /** It comes from a source that everybody knows. */
    readonly isDrand: boolean
    readonly word: PageVerdict
  }
  /** What was mixed: prefix, digest of the seal, position, attempt, randomness. */
  readonly message: string
  readonly key: string
  /** Numbers in the order in which they were tried; the last one counts. */
  readonly trials: readonly {
    readonly counter: string
    readonly output: string
    readonly number: string
    readonly accepted: boolean
  }[]
  /** Numbers from here on are not taken. */
  readonly limit: string
  /** Tickets that were left. */
  readonly pool: number
  readonly rank: number
  /** Places that were picked before, in ascending order. */
  readonly taken: readonly number[]
  /** The place that the rule gives. */
  readonly index: number
  /** The ticket at that place, where it is known. */
  readonly ticket?: PlacedTicket
  /** Missing where the operator has published nothing, though the winner follows already. */
  readonly published?: { readonly id: string; readonly index: number; readonly pool: number }
  /** Nothing else was published than what the rule gives. */
  readonly agrees: boolean
}

/** A value in a formula. */
export interface FormulaValue {
  /** What is long is cut. */
  readonly shown: string
  /** All of it, where that is more. */
  readonly full?: string
}

/** One line of a formula: what is calculated, and what it gives. */
export interface FormulaLine {
  readonly text: string
  readonly value?: FormulaValue
  /** Why there is no value. */
  readonly missing?: string
  /** What the recipe says of it, where that was checked. */
  readonly claim?: { readonly word: PageVerdict; readonly says: string }
}

/** How the winners of a published draw follow, with the numbers of this draw. */
export interface Formula {
  readonly lines: readonly FormulaLine[]
  /** What was published and goes into the lines, by the names that it has there. */
  readonly inputs: readonly { readonly name: string; readonly title: string; readonly value?: FormulaValue }[]
  /** What the signs and words in the lines mean. */
  readonly terms: readonly { readonly notation: string; readonly means: string }[]
  /** The list that winners are drawn from. */
  readonly entries?: { readonly title: string; readonly count: number }
  /** Numbers of tickets that were published. */
  readonly counts: readonly { readonly title: string; readonly count: string }[]
  /** What the rule gives, and what was published instead: of several, the first that differ, from 1. */
  readonly differs?: { readonly rule: string; readonly published: string; readonly place?: number }
}

/** One claim of the report. */
export interface PageClaim {
  readonly id: string
  readonly word: PageVerdict
  readonly message: string
  readonly code: string
  /** The same in whole sentences, for a reader. */
  readonly says: string
  /** What the evidence requires, and what was published instead. */
  readonly expected?: string
  readonly found?: string
  /** Of a winner that the rule does not give: the prize. */
  readonly prize?: string
  /** The place in the record that it is about, as a JSON pointer. */
  readonly pointer?: string
}

/** One finding of the report. */
export interface PageFinding {
  readonly code: string
  readonly message: string
}

/** Somebody on whose word the result rests, and who says that the key is theirs. */
export interface PageKey extends PageParty {
  /** `compared`: by the service, and the reader has compared it with one from elsewhere; `built-in`: this program has it. */
  readonly from: 'service' | 'compared' | 'file' | 'built-in'
}

/** Somebody on whose word the result rests. */
export interface PageParty {
  /** `receipts`: the operator, by its key for them. */
  readonly role: 'operator' | 'receipts' | 'observer' | 'log' | 'witness' | 'beacon'
  /** Plain text, untrusted. */
  readonly name: string
  /** Of a key, a log or a witness; of a beacon the hash of its chain. */
  readonly fingerprint: string
}

/** All that the page shows of one document. */
export interface PageModel {
  readonly kind: 'bundle' | 'record' | 'draw' | 'unreadable'
  /** Plain text, untrusted. */
  readonly title: string
  /** Plain text, untrusted. */
  readonly operator?: string
  readonly raffleId?: string
  readonly state: State
  /**
   * The verdict of the report, whatever came of a ticket: an id that was mistyped refutes no draw. `pending` where it is
   * not provable because the raffle is not at its end, and is not overdue.
   */
  readonly verdict: PageVerdict
  /** Of the report: what was shown. Missing where nothing was. */
  readonly headline?: string
  /** What has to be trusted for that, each as a noun or a clause that begins with “that”. */
  readonly rests?: readonly string[]
  /** The reader's trust file has no key of the operator that the raffle names. */
  readonly isStranger?: boolean
  /** The winners follow from what is public, and the operator has not published them. */
  readonly isOut?: boolean
  readonly level?: Level
  /** What keeps a raffle that anybody can carry out again from the next level: claims, and `entries-light`. */
  readonly onWord?: readonly string[]
  /** Why the operator cancelled the raffle, in its words, and when, as it dates that, in milliseconds since 1970. */
  readonly cancelled?: { readonly reason: string; readonly at: number }
  /** The random number is of no public source, as in a rehearsal: whoever runs the source may have known it before. */
  readonly isOwnBeacon?: boolean
  /** What was given and not used. */
  readonly unused?: 'record'
  /** A round of a beacon was given, and this raffle does not need it, or names another one. */
  readonly isRoundUnused?: boolean
  /** A time-stamp was given, and it is not a raffle with signed evidence that it goes with. */
  readonly isStampUnused?: boolean
  /** The receipt names a nonce, and the reader may still give it. */
  readonly asksNonce?: boolean
  /** The ticket that was looked for, as it was typed or as the receipt has it. */
  readonly ticketId?: string
  /** How a ticket of the list is written that is much like the one that was looked for. */
  readonly ticketMeant?: string
  /** Most ids in the list are names, not numbers. */
  readonly hasNames?: boolean
  /** The operator has a log that was not read here: it may show more, or something else. */
  readonly asksLog?: boolean
  /** Of a raffle that is not drawn yet. */
  readonly prizes?: readonly string[]
  /** Whom the reader has to take at this service’s word; none where the reader named or compared them. */
  readonly believing?: readonly PageParty[]
  /** In the order of the five questions. */
  readonly answers: readonly PageAnswer[]
  readonly timeline?: Timeline
  /** What the raffle waits for, for a countdown. */
  readonly next?: AwaitedStep
  readonly winners: readonly PageWinner[]
  /** Of each pick, those that stand first; none of which a value is missing. */
  readonly pictures?: readonly Picture[]
  /** Of a published draw whose recipe derives winners. */
  readonly formula?: Formula
  /** Made when they are asked for, which takes as long as the check does: a worker sends them after the rest. */
  readonly steps?: () => readonly PageStep[]
  readonly paths: readonly TreePath[]
  /** Of an unreadable document the one claim says why. */
  readonly claims: readonly PageClaim[]
  readonly findings: readonly PageFinding[]
  /** Who could have chosen the winner, in sentences; and what the operator could still do. */
  /** Only a receipt contradicts it, which is dated after the list was sealed. */
  readonly isReceiptLate?: boolean
  readonly chooser: { readonly says: readonly string[]; readonly left?: readonly string[] }
  /** Of a draw that the rule refutes: what else is wrong with its picks, each a sentence. */
  readonly alsoWrong?: readonly string[]
  readonly keys: readonly PageKey[]
  readonly totals?: { readonly entries: number; readonly hasList: boolean }
}

/** What a worker found, and how long it took. */
export interface CheckResult {
  readonly model: Omit<PageModel, 'steps'>
  /** `PageStep[]` as the bytes of JSON, where there is a calculation to show: they come later. */
  readonly steps?: Promise<ArrayBuffer>
  /** Milliseconds in the worker. */
  readonly took: number
  /** When it was verified, in milliseconds since 1970. */
  readonly at: number
  /** SHA-256 of the document, byte for byte as it was given, in hex. */
  readonly digest: string
}
