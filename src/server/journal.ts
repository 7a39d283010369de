/**
 * What is said of every response: one line in the log, and the metrics.
 *
 * @packageDocumentation
 */
import type { Logger } from 'pino'
import type { Metrics } from './metrics.js'

/** A response that was sent. */
export interface SentResponse {
  readonly id: string
  /** Of OpenTelemetry, where there are traces. */
  readonly trace_id?: string
  /** Absent where no request could be read. */
  readonly method?: string | undefined
  readonly route: string
  readonly status: number
  /** Milliseconds from the request to the response. */
  readonly ms: number
  /** Of the body. */
  readonly bytes: number
  /** The connection ended before the body did. */
  readonly cut?: true
}

export type AccessLog = (ended: SentResponse) => void

export function createAccessLog(log: Logger, metrics: Metrics): AccessLog {
  return ended => {
    metrics.observe(ended.route, ended.status, ended.ms / 1000)
    // Asked each time: the level may be changed.
    if (log.isLevelEnabled('info')) log.info({ ...ended, ms: Math.round(ended.ms * 1000) / 1000 }, 'request')
  }
}
