/**
 * The log of a server.
 *
 * @packageDocumentation
 */
import { pino, type Logger } from 'pino'

/**
 * JSON lines, written without making requests wait; a reader that went away stops nothing.
 *
 * @param level - the least that is written, as pino names it.
 * @param descriptor - 1 for standard output, 2 for standard error.
 */
export function createJsonLog(
  level: string,
  descriptor: 1 | 2,
): { readonly log: Logger; readonly flush: () => Promise<void> } {
  const destination = pino.destination({ dest: descriptor, sync: false, maxLength: 16 * 1024 * 1024 })
  destination.on('error', () => undefined)
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
    },
    destination,
  )
  return {
    log,
    flush: () =>
      new Promise(resolve => {
        destination.flush(() => {
          resolve()
        })
      }),
  }
}
