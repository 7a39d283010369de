/**
 * The log of a server.
 *
 * @packageDocumentation
 */
import { pino, type Logger } from 'pino'

/** Bytes that a pipe takes from one process before any of another's (PIPE_BUF, pipe(7)). */
const wholeWrite = 4096

/**
 * JSON lines, written without making requests wait; a reader that went away stops nothing.
 *
 * @param level - the least that is written, as pino names it.
 * @param descriptor - 1 for standard output, 2 for standard error.
 * @param isShared - other processes write there too: no line of theirs comes into one of ours; false when left out.
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
