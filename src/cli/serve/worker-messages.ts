/**
 * Messages between `drawaudit serve` and its workers.
 *
 * @packageDocumentation
 */
import type { ErrorCode, Where } from '../../errors.js'
import type { Snapshot } from '../../server/workers-metrics.js'
import type { ServeSettings } from './settings.js'

/** Messages to a worker. */
export type ToWorker =
  | { readonly kind: 'serve'; readonly settings: ServeSettings }
  | { readonly kind: 'change'; readonly settings: ServeSettings }
  | { readonly kind: 'count' }
  | { readonly kind: 'drain'; readonly deadline: number }

/** Messages from a worker. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'listening'; readonly url: string; readonly isTraced: boolean }
  | { readonly kind: 'counted'; readonly snapshot: Snapshot }
  | ({ readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string } & WorkerErrorDetails)

interface WorkerErrorDetails {
  readonly hint?: string
  readonly where: Where
}

/** File descriptor of a worker's stream to the counting process, after those of node:cluster. */
export const countsDescriptor = 4
