/**
 * What `drawaudit serve` and its workers say to each other.
 *
 * @packageDocumentation
 */
import type { ErrorCode, Where } from '../../errors.js'
import type { Snapshot } from '../../server/workers-metrics.js'
import type { ServeSettings } from './settings.js'

/** What a worker is told. */
export type ToWorker =
  | { readonly kind: 'serve'; readonly settings: ServeSettings }
  | { readonly kind: 'change'; readonly settings: ServeSettings }
  | { readonly kind: 'count' }
  | { readonly kind: 'drain'; readonly deadline: number }

/** What it says. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'listening'; readonly url: string; readonly isTraced: boolean }
  | { readonly kind: 'counted'; readonly snapshot: Snapshot }
  | ({ readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string } & ErrorSaid)

interface ErrorSaid {
  readonly hint?: string
  readonly where: Where
}

/** The descriptor of its stream to the process that counts requests: after those that a cluster has. */
export const countsDescriptor = 4
