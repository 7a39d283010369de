/**
 * Logs and counts every response: one log line, and the metrics.
 *
 * @packageDocumentation
 */
import type { Logger } from 'pino'
import type { Metrics } from './metrics.js'

/** A response that was sent. */
export interface SentResponse {
  readonly id: string
  /** OpenTelemetry trace id, if traces are on. */
  readonly trace_id?: string
  /** Absent if no request could be parsed. */
  readonly method?: string | undefined
  readonly route: string
  readonly status: number
  /** Milliseconds from request to response. */
  readonly ms: number
  /** Bytes of the body. */
  readonly bytes: number
  /** Whether the connection ended before the body did. */
  readonly cut?: true
}

export type AccessLog = (ended: SentResponse) => void

export function createAccessLog(log: Logger, metrics: Metrics): AccessLog {
  return ended => {
    metrics.observe(ended.route, ended.status, ended.ms / 1000)
    // Checked each time: the log level can change.
    if (log.isLevelEnabled('info')) log.info({ ...ended, ms: Math.round(ended.ms * 1000) / 1000 }, 'request')
  }
}
