/**
 * Options of verification: one type, of which each kind of document uses its part.
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

/** For every document. */
export interface VerifyOptions {
  /** Where the document came from, for the report. */
  readonly source?: string
  /** Engine for hashes and signatures; `portable` by default. */
  readonly engine?: Engine
  /**
   * Claims and levels required for `proven`; by default all claims, and for a bundle the level `unsteerable`.
   */
  readonly require?: readonly string[]
}

/** For a published draw. */
export interface PublishedOptions extends VerifyOptions {
  /** Keys that the auditor trusts, for draws signed by others; none by default. */
  readonly trust?: TrustRoot
  /** Values from elsewhere that the organiser left out. */
  readonly supply?: Supply
  /** Envelopes signed by observers, from `parseObservations`. */
  readonly observations?: readonly Envelope[]
  /** Time-stamp tokens over {@link committed}, from `checkTimestamps` of `drawaudit/timestamp`. */
  readonly timestamps?: readonly CheckedTimestamp[]
  /** Files in which the commitment was published, byte for byte. */
  readonly committed?: readonly Uint8Array[]
  /** Current time: evidence dated later does not count; without it no observation counts. */
  readonly now?: Date
  /** Max units of work for the draw. */
  readonly budget?: number
  /** Called with the progress of slow steps. */
  readonly onProgress?: (done: number, total: number) => void
}

/** A receipt held by an entrant. */
export interface ReceiptGiven {
  /** The signed receipt, from `parseReceiptFile`. */
  readonly envelope: Envelope
  /** The entrant's nonce, 16 bytes: shows that the receipt is for this entrant's entry. */
  readonly nonce?: Uint8Array
  /** Inclusion proof of the entry, if the list is not available. */
  readonly proof?: EntryProof
}

/** What is given beside a bundle. */
export interface BesideBundle {
  /** The published audit record, from `parseJson`. */
  readonly record?: object
  /** Envelopes signed by observers, from `parseObservations`. */
  readonly observations?: readonly Envelope[]
  /**
   * Time-stamp tokens of the bundle and beside it, from `checkTimestamps` of `drawaudit/timestamp`. A token
   * of the bundle that is missing here counts as unchecked.
   */
  readonly timestamps?: readonly CheckedTimestamp[]
  /**
   * Envelopes signed by observers over a list that they read in full. Those among `observations` count too,
   * since they come in the same files.
   */
  readonly attestations?: readonly Envelope[]
  /** The round that the commitment names, from elsewhere, if the bundle lacks it. */
  readonly supply?: Supply
  /** The list of entries, read from the file that the bundle names. */
  readonly list?: ListSummary
  /** Entries of the operator's log, from `summarizeLog` for this bundle and trust file. */
  readonly log?: LogSummary
  /** UUID of the raffle that the auditor means: a bundle of another one is refused. */
  readonly raffle?: string
  /** Name in the trust file of the operator that the auditor means: a bundle of another one is refused. */
  readonly operator?: string
  /** An entry to look for in the sealed list, with its inclusion proof if the list is not available. */
  readonly ticket?: {
    /** Id of the entry. */
    readonly id: string
    /** Its inclusion proof, from {@link parseEntryProof}. */
    readonly proof?: EntryProof
  }
  /**
   * A receipt of the operator, with what shows that its entry was in the list; not combined with a ticket of
   * another entry.
   */
  readonly receipt?: ReceiptGiven
  /** Statements of the same raffle from the auditor's other documents. */
  readonly companions?: readonly EnvelopeJson[]
  /** If true, winners replaced for signed reasons do not limit the level. */
  readonly acceptReplacements?: boolean
}

/** For a bundle. */
export interface BundleOptions extends VerifyOptions, BesideBundle {
  /** Current time: evidence dated later does not count. */
  readonly now: Date
}

/** For any document. */
export interface DocumentOptions extends PublishedOptions, BundleOptions {
  readonly source: string
  readonly now: Date
  /**
   * Finds the recipe named by a draw; undefined if there is none. The auditor decides: a DrawauditError that
   * it throws says why the recipe must not be used, and the draw is not verified.
   */
  readonly findRecipe: (name: string) => Recipe | undefined
  /** For a fraud proof: logs in addition to those of the trust file. */
  readonly logs?: readonly TrustedLog[]
  /** Recipe for documents that name none: the draws of an audit record, and plain values. */
  readonly recipe?: Recipe
}
