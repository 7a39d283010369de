/**
 * The log of a server process.
 *
 * @packageDocumentation
 */
import { pino, type Logger } from 'pino'

/** Maximum bytes of an atomic write to a pipe (PIPE_BUF, pipe(7)). */
const wholeWrite = 4096

/**
 * A log in JSON lines, written asynchronously; goes on without its reader.
 *
 * @param level - minimum level, by pino's names.
 * @param descriptor - 1 for standard output, 2 for standard error.
 * @param isShared - other processes write there too, so lines must be atomic; default false.
 */
export function createJsonLog(
  level: string,
  descriptor: 1 | 2,
  { isShared = false } = {},
): { readonly log: Logger; readonly flush: () => Promise<void> } {
  const destination = pino.destination({
    ...{ dest: descriptor, sync: false, maxLength: 16 * 1024 * 1024 },
    ...(isShared && { maxWrite: wholeWrite }),
  })
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
