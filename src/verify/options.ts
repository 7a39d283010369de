/**
 * By what anything is verified: one type, of which each kind of document takes what it understands.
 *
 * @packageDocumentation
 */
import type { Envelope, EnvelopeJson } from '../core/dsse.js'
import type { Engine } from '../core/engine.js'
import type { EntryProof } from '../model/bundle.js'
import type { TrustedLog } from '../model/trust-log.js'
import type { TrustRoot } from '../model/trust.js'
import type { Recipe } from '../recipe/recipe.js'
import type { ListSummary } from './bundle/entry-list.js'
import type { LogSummary } from './bundle/log-entries.js'
import type { Supply } from './draw/supply.js'
import type { CheckedTimestamp } from './timestamps.js'

/** Of every document. */
export interface VerifyOptions {
  /** Where it came from, for the report. */
  readonly source?: string
  /** What hashes and verifies; `portable` when left out. */
  readonly engine?: Engine
  /** Claims and levels to ask for; when left out all claims, and of a bundle the level `unsteerable`. */
  readonly require?: readonly string[]
}

/** Of a published draw. */
export interface PublishedOptions extends VerifyOptions {
  /** Whose keys the auditor believes, for draws that others signed; nobody's when left out. */
  readonly trust?: TrustRoot
  /** Values that the organiser left out, from elsewhere. */
  readonly supply?: Supply
  /** Envelopes that observers signed, as `parseObservations` reads them. */
  readonly observations?: readonly Envelope[]
  /** Time-stamp tokens over {@link committed}, as `checkTimestamps` of `drawaudit/timestamp` gives them. */
  readonly timestamps?: readonly CheckedTimestamp[]
  /** Files in which the commitment was published, byte for byte. */
  readonly committed?: readonly Uint8Array[]
  /** What the clock says: nothing dated later counts as evidence, and without a clock no observation does. */
  readonly now?: Date
  /** Units of work the draw may cost. */
  readonly budget?: number
  /** Told how far the steps that take long have come. */
  readonly onProgress?: (done: number, total: number) => void
}

/** A receipt that an entrant holds. */
export interface ReceiptGiven {
  /** As `parseReceiptFile` reads it. */
  readonly envelope: Envelope
  /** What the entrant drew, 16 bytes: shows that the receipt is of this entrant's entry. */
  readonly nonce?: Uint8Array
  /** The proof of the entry, where the list is not at hand. */
  readonly proof?: EntryProof
}

/** What there is beside a bundle. */
export interface BesideBundle {
  /** The audit record that was published, as `parseJson` reads it. */
  readonly record?: object
  /** Envelopes that observers signed, as `parseObservations` reads them. */
  readonly observations?: readonly Envelope[]
  /**
   * Time-stamp tokens of the bundle and beside it, as `checkTimestamps` of `drawaudit/timestamp` gives them. A token of
   * the bundle that is not among them counts as not checked.
   */
  readonly timestamps?: readonly CheckedTimestamp[]
  /**
   * Envelopes that observers signed over a list that they read whole. Those that stand among `observations`, since
   * they come in the same files, count as well.
   */
  readonly attestations?: readonly Envelope[]
  /** The round that the commitment names, from elsewhere, where the bundle does not have it. */
  readonly supply?: Supply
  /** The list of entries, read from the file that the bundle names. */
  readonly list?: ListSummary
  /** The entries of the operator's log, as `summarizeLog` reads them for this bundle and this trust file. */
  readonly log?: LogSummary
  /** The raffle that the auditor means, a UUID: a bundle of another one is refused. */
  readonly raffle?: string
  /** The operator that the auditor means, by its name in the trust file: a bundle of another one is refused. */
  readonly operator?: string
  /** An entry to look for in the sealed list, and its proof where the list is not at hand. */
  readonly ticket?: { readonly id: string; readonly proof?: EntryProof }
  /** A receipt of the operator's, and what shows that its entry was in; not beside a ticket of another entry. */
  readonly receipt?: ReceiptGiven
  /** Statements of the same raffle in other documents that the auditor has. */
  readonly companions?: readonly EnvelopeJson[]
  /** Winners that were replaced, for the reasons that were signed, do not cap the level. */
  readonly acceptReplacements?: boolean
}

/** Of a bundle. */
export interface BundleOptions extends VerifyOptions, BesideBundle {
  /** What the clock says. Nothing dated later counts as evidence. */
  readonly now: Date
}

/** Of any document. */
export interface DocumentOptions extends PublishedOptions, BundleOptions {
  readonly source: string
  readonly now: Date
  /**
   * The recipe of a name that a draw gives; undefined when there is none. The auditor decides: a DrawauditError that it
   * throws says why the one that there is may not be used, and the draw is not verified.
   */
  readonly findRecipe: (name: string) => Recipe | undefined
  /** Of a fraud proof: logs beside those of the trust file. */
  readonly logs?: readonly TrustedLog[]
  /** A recipe for what names none itself: the draws of an audit record, and plain values. */
  readonly recipe?: Recipe
}
