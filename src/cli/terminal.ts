/**
 * Where the CLI speaks: results on standard output, talk on standard error.
 *
 * @packageDocumentation
 */

/** Writes a result and waits until all of it is out: nothing is cut when the output is a pipe. */
export async function writeResult(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, error => {
      // Whoever reads has seen enough, as `head` has: that is no failure of ours.
      if (error != null && (error as NodeJS.ErrnoException).code !== 'EPIPE') reject(error)
      else resolve()
    })
  })
}

/** Says something that is not a result. */
export function talk(text: string): void {
  process.stderr.write(text)
}

/** Colour where a person reads: asked for or refused by flag, else on a terminal unless NO_COLOR is set. */
export function wantsColour(flag: boolean | undefined): boolean {
  if (flag !== undefined) return flag
  return process.stdout.isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb'
}

/** Columns to write in: those of the terminal, at most 120, or 100 where there is none. */
export function readWidth(): number {
  return process.stdout.isTTY ? Math.min(process.stdout.columns, 120) : 100
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
    },
  }
}
