/**
 * Messages between the page and its worker.
 *
 * @packageDocumentation
 */
import type { CheckResult } from './model.js'

/** A ticket to look up. */
export interface TicketRequest {
  readonly id: string
  /** Entry proof as JSON text, if the service supplied one. */
  readonly proof?: string
}

/** The reader's receipt. */
export interface ReceiptRequest {
  /** The receipt file as JSON text. */
  readonly envelope: string
  /** Nonce generated in the reader's browser, 32 hex digits, from the link or the reader. */
  readonly nonce?: string
  /** Entry proof as JSON text. */
  readonly proof?: string
}

/** The operator's log: its checkpoint and all its entries in order, as C2SP tlog-tiles entry bundles. */
export interface LogRequest {
  readonly checkpoint: string
  readonly entries: readonly ArrayBuffer[]
}

/** A document to check, and what was given with it. */
export interface CheckRequest {
  /** The document as bytes or text. */
  readonly document: ArrayBuffer | string
  /** Trust file as JSON text. */
  readonly trust?: string
  /**
   * Source of the trust file: the service, the reader's file, or none. Keys from the service prove nothing to
   * a reader who does not trust the service.
   */
  readonly trustFrom: 'service' | 'file' | 'none'
  /** Fingerprints of the service's keys that the reader has compared with another source. */
  readonly compared?: readonly string[]
  /** Published audit record as JSON text. */
  readonly record?: string
  /**
   * Whether somebody chose the record by hand; one of another raffle is then a mistake and refutes nothing.
   */
  readonly isRecordChosen?: boolean
  /** Observations, each as JSON text. */
  readonly observations?: readonly string[]
  /**
   * Time-stamps outside the bundle, of its statements or of the receipt: files as written by an authority.
   */
  readonly timestamps?: readonly ArrayBuffer[]
  readonly log?: LogRequest
  /** Current time in milliseconds since 1970. */
  readonly now: number
  /** Excluded by a receipt. */
  readonly ticket?: TicketRequest
  readonly receipt?: ReceiptRequest
  /** Beacon rounds in drand's format, each as JSON text. */
  readonly rounds?: readonly string[]
  /** Recipes by name, as one JSON object; parsed only if a published draw names one. */
  readonly recipes?: string
}

/** Request to the worker. */
export type WorkerRequest = { readonly id: number } & (
  | (CheckRequest & { readonly kind: 'verify' })
  /** Looks up a ticket in the document that was verified last. */
  | { readonly kind: 'look up'; readonly ticket: TicketRequest }
)

/** Response of the worker. */
export type WorkerResponse =
  | { readonly id: number; readonly checked: Omit<CheckResult, 'steps'>; readonly hasSteps: boolean }
  /**
   * Follows the result: the steps as JSON bytes. They can be megabytes, so they are parsed only when somebody
   * opens them.
   */
  | { readonly id: number; readonly steps: ArrayBuffer }
  /** The document needs a larger program, for instance for time-stamps or a draw of another platform. */
  | { readonly id: number; readonly isForMore: true }
  /** Nothing is kept for a look-up; request a full check instead. */
  | { readonly id: number; readonly isGone: true }
  | { readonly id: number; readonly error: { readonly message: string; readonly hint?: string } }
