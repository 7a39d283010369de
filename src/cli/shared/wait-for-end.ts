/**
 * Waits for the end of a server.
 *
 * @packageDocumentation
 */
import type { Logger } from 'pino'
import type { ExitCode } from '../../model/report.js'

/** Waits for SIGTERM or SIGINT, or for an uncaught exception. */
export async function waitForEnd(
  log: Logger,
): Promise<{ readonly reason: string; readonly exitCode: ExitCode }> {
  return new Promise(resolve => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.once(signal, () => {
        resolve({ reason: signal, exitCode: 0 })
      })
    }
    process.once('uncaughtException', error => {
      log.fatal({ err: error }, 'a defect')
      resolve({ reason: 'a defect', exitCode: 70 })
    })
  })
}
