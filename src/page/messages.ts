/**
 * What the page and its worker say to each other.
 *
 * @packageDocumentation
 */
import type { CheckResult } from './model.js'

/** A ticket to look for. */
export interface TicketRequest {
  readonly id: string
  /** An entry proof as JSON text, where the service gave one. */
  readonly proof?: string
}

/** A receipt that the reader holds. */
export interface ReceiptRequest {
  /** Its file, as JSON text. */
  readonly envelope: string
  /** What the reader's browser drew, 32 hex digits, where the link to this page has it or the reader gave it. */
  readonly nonce?: string
  /** An entry proof as JSON text, where there is one. */
  readonly proof?: string
}

/** The operator’s log: its head, and all its entries in order, in pieces as C2SP’s tlog-tiles stores them. */
export interface LogRequest {
  readonly checkpoint: string
  readonly entries: readonly ArrayBuffer[]
}

/** One document to check, and what there is beside it. */
export interface CheckRequest {
  /** The document's bytes, or its text. */
  readonly document: ArrayBuffer | string
  /** A trust file, as JSON text. */
  readonly trust?: string
  /**
   * Who gave the trust file: the service itself, a file of the reader, or nobody. What a service says of keys shows
   * nothing to whoever does not believe it.
   */
  readonly trustFrom: 'service' | 'file' | 'none'
  /** Fingerprints of a service’s keys that the reader has compared with what it has from elsewhere. */
  readonly compared?: readonly string[]
  /** The published audit record, as JSON text. */
  readonly record?: string
  /** Somebody chose the record by hand: one of another raffle is a slip, and refutes nothing. */
  readonly isRecordChosen?: boolean
  /** Observations, each as JSON text. */
  readonly observations?: readonly string[]
  /** Time-stamps that are not in the bundle, of its statements or of the receipt: files as an authority writes them. */
  readonly timestamps?: readonly ArrayBuffer[]
  readonly log?: LogRequest
  /** Now, in milliseconds since 1970. */
  readonly now: number
  /** Not beside a receipt. */
  readonly ticket?: TicketRequest
  readonly receipt?: ReceiptRequest
  /** Rounds of a beacon as drand serves them, each as JSON text. */
  readonly rounds?: readonly string[]
  /** Recipes by their names, as the JSON text of one object: read only when a published draw names one. */
  readonly recipes?: string
}

/** What the worker is asked. */
export type WorkerRequest = { readonly id: number } & (
  | (CheckRequest & { readonly kind: 'verify' })
  /** A ticket, to be looked up in what was verified last. */
  | { readonly kind: 'look up'; readonly ticket: TicketRequest }
)

/** What the worker answers. */
export type WorkerResponse =
  | { readonly id: number; readonly checked: Omit<CheckResult, 'steps'>; readonly hasSteps: boolean }
  /** After it the steps, as the bytes of JSON: they may be megabytes, which are read once somebody opens them. */
  | { readonly id: number; readonly steps: ArrayBuffer }
  /** Something is to be checked that this program cannot: time-stamps, say, or a draw of another platform. */
  | { readonly id: number; readonly isForMore: true }
  /** Nothing was kept in which a ticket can be looked up: ask for a whole check. */
  | { readonly id: number; readonly isGone: true }
  | { readonly id: number; readonly error: { readonly message: string; readonly hint?: string } }
