/**
 * Types of the texts in every language.
 *
 * @packageDocumentation
 */
import type { PageClaim, PageVerdict } from '../model.js'

/** The subject of a search: a ticket number or a name. */
export interface Sought {
  readonly id: string
  /** Whether most ids in the list are names. */
  readonly isName: boolean
}

/** First sentence of an answer, by verdict. */
export type Openings = Readonly<Record<Exclude<PageVerdict, 'believed'>, string>>

/** A prize, the ticket that the rule picks for it, and the published ticket. */
export interface WrongPick {
  /** `Prize 2` */
  readonly prize: string
  /** Missing without the list; the sentence then names the place. */
  readonly ticket?: string
  /** Place in the list, from 0. */
  readonly place: number
  readonly published: string
}

/** Values for a sentence. Untrusted ones are escaped when they are inserted. */
export interface ClaimContent extends Pick<
  PageClaim,
  'id' | 'code' | 'message' | 'expected' | 'found' | 'pointer'
> {
  readonly word: PageVerdict
  readonly wrong?: WrongPick
  /** The ticket on the receipt. */
  readonly sought?: string
  /** Place of the requested ticket in the list, from 0, and the length of the list. */
  readonly placed?: { readonly index: number; readonly of: number; readonly kind: string }
}

/** The report's reason, as a sentence to append. */
export interface Why {
  readonly why: string
}

export type ClaimSentence = string | ((said: ClaimContent & Why) => string)

/** Sentences for one claim. */
export interface Sayings {
  readonly proven: string
  /** For a claim that could not be decided. */
  readonly open: string
  /** For a refuted claim without an exception; English has the report's words instead. */
  readonly refuted?: string
  /** Exceptions by code. */
  readonly codes?: Readonly<Record<string, ClaimSentence>>
}

/** A step of a replay and its result. */
export interface StepText {
  readonly title: string
  readonly text: string
}
