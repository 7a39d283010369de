/**
 * Where the CLI speaks: results on standard output, talk on standard error.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { isOwnOutput } from '../../io/written-files.js'

/** Standard output cannot be written. */
export class OutputError extends DrawauditError {}

/** Leaves a fault of an output to whoever writes there; without a listener Node ends with a stack trace. */
export function reportFaultsToWriters(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/**
 * Writes a result and waits until all of it is out: nothing is cut when the output is a pipe.
 *
 * @throws OutputError `file-access` when it cannot be written, as on a full disk.
 */
export async function writeResult(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, error => {
      const { code = 'unknown' } = (error ?? {}) as NodeJS.ErrnoException
      // Whoever reads has seen enough, as `head` has: that is no failure of ours.
      if (error == null || code === 'EPIPE') resolve()
      else reject(new OutputError('file-access', `standard output cannot be written (${code})`))
    })
  })
}

/** Says something that is not a result. */
export function talk(text: string): void {
  process.stderr.write(text)
}

/** Says what became of a file, unless the file is where that would be said: what was written stays alone there. */
export function talkOfFile(path: string, text: string): void {
  if (!isOwnOutput(path, 2)) talk(text)
}

/** Colour where a person reads: asked for or refused by flag, else on a terminal unless NO_COLOR is set. */
export function wantsColour(flag: boolean | undefined): boolean {
  if (flag !== undefined) return flag
  return process.stdout.isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb'
}

/** Columns to write in: those of the terminal, at most 120, or 100 where there is none or it does not say. */
export function readWidth(): number {
  return process.stdout.isTTY ? Math.min(process.stdout.columns || 100, 120) : 100
}

/** Shortest time between two updates of the progress line, in milliseconds. */
const interval = 100

export interface Progress {
  readonly show: (text: string) => void
  readonly clear: () => void
}

/** A line on the terminal that says how far long work has come; nothing where nobody watches. */
export function createProgress(quiet: boolean): Progress {
  if (quiet || !process.stderr.isTTY) return { show: () => undefined, clear: () => undefined }
  let last = performance.now()
  let shown = false
  return {
    show(text) {
      if (performance.now() - last < interval) return
      last = performance.now()
      shown = true
      talk(`\r\u001b[K${text}`)
    },
    clear() {
      if (shown) talk('\r\u001b[K')
      shown = false
    },
  }
}
