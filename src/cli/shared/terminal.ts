/**
 * Output of the CLI: results on standard output, messages on standard error.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { isOwnOutput } from '../../io/written-files.js'
import { clip, widthOf } from '../../render/width.js'
import { reflow } from '../../render/wrap.js'

/** An error in writing standard output. */
export class OutputError extends DrawauditError {}

/** Leaves output errors to the writers; without a listener Node would exit with a stack trace. */
export function reportFaultsToWriters(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/**
 * Writes a result, and waits until all of it is written, so that a pipe is not cut short.
 *
 * @throws OutputError `file-access` if it cannot be written, as on a full disk.
 */
export async function writeResult(text: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, error => {
      const { code = 'unknown' } = (error ?? {}) as NodeJS.ErrnoException
      // The reader has seen enough, as `head` does: not an error.
      if (error == null || code === 'EPIPE') resolve()
      else reject(new OutputError('file-access', `standard output cannot be written (${code})`))
    })
  })
}

/** Whether a line of progress is on the terminal. */
let isShowing = false

/** Prints a message, reflowed. */
export function talk(text: string): void {
  announce(reflowFor(process.stderr, text))
}

/** Prints a message for machines too, without reflowing it. */
export function announce(text: string): void {
  process.stderr.write(isShowing ? `\r\u001b[K${text}` : text)
  isShowing = false
}

/** A stream with a width: standard output, standard error. */
type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>

/** Reflows text to the width of the terminal; unchanged for a file or another program, unless COLUMNS is set. */
export const reflowFor = (stream: Stream, text: string): string => reflow(text, proseWidth(stream))

/** Columns for prose: {@link readWidth} for a terminal or with COLUMNS, else unlimited. */
export function proseWidth(stream: Stream): number {
  return stream.isTTY || process.env['COLUMNS'] !== undefined ? readWidth(stream) : Infinity
}

/** A row that ends with a name, which goes on a line of its own where the row is wider than the terminal. */
export function nameLast(row: string, name: string, stream: Stream = process.stdout): string {
  if (name === '') return row.trimEnd()
  const fits = widthOf(`${row}  ${name}`) <= proseWidth(stream)
  return fits ? `${row}  ${name}` : `${row.trimEnd()}\n  ${name}`
}

/** Reports a written file, unless that file is standard error itself, which then must contain nothing else. */
export function talkOfFile(path: string, text: string): void {
  if (!isOwnOutput(path, 2)) talk(text)
}

/** Whether to use colour: by flag, else on a terminal unless NO_COLOR is set. */
export function wantsColour(flag: boolean | undefined): boolean {
  if (flag !== undefined) return flag
  return process.stdout.isTTY && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb'
}

const [fewestColumns, usualColumns, mostColumns] = [40, 80, 120]

/** Width in columns: `COLUMNS`, else the terminal's, else 80; clamped to 40 … 120. */
export function readWidth(stream: Stream = process.stdout): number {
  const [given = ''] = /^[1-9]\d{0,5}$/.exec(process.env['COLUMNS'] ?? '') ?? []
  // A terminal may report 0.
  const columns = Number(given) || (stream.isTTY ? stream.columns : 0) || usualColumns
  return Math.min(Math.max(columns, fewestColumns), mostColumns)
}

/** Minimum milliseconds between updates of the progress line. */
const interval = 100

export interface Progress {
  readonly show: (text: string) => void
  readonly clear: () => void
}

/** Number of open questions; progress must not overwrite them. */
let asked = 0

/** Hides progress during a question. */
export async function whileAsking<T>(ask: () => Promise<T>): Promise<T> {
  asked += 1
  try {
    return await ask()
  } finally {
    asked -= 1
  }
}

/** `performance.now()` at the last update of the progress line. */
let shownAt = 0

function showLine(text: string): void {
  shownAt = performance.now()
  const room = Math.max((process.stderr.columns || usualColumns) - 1, fewestColumns - 1)
  process.stderr.write(`\r\u001b[K${clip(text, room)}`)
  isShowing = true
}

function clearLine(): void {
  if (isShowing) process.stderr.write('\r\u001b[K')
  isShowing = false
}

/** A progress line on the terminal; without a terminal it does nothing. */
export function createProgress(quiet: boolean): Progress {
  if (quiet || !process.stderr.isTTY) return { show: () => undefined, clear: () => undefined }
  let last = performance.now()
  return {
    show(text) {
      if (asked > 0 || performance.now() - last < interval) return
      last = performance.now()
      showLine(text)
    },
    clear: clearLine,
  }
}

/** Milliseconds without progress before the clock appears. */
const patience = 2000

/**
 * Shows the elapsed time at a terminal while nothing more specific is shown, such as while waiting for a service, a
 * database or a thread.
 *
 * @returns stops the clock.
 */
export function startClock(quiet: boolean): () => void {
  if (quiet || !process.stderr.isTTY) return () => undefined
  const began = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    if (asked > 0 || now - began < patience || now - shownAt < patience) return
    showClock(now - began)
  }, 1000)
  // Must not keep the process alive.
  timer.unref()
  return () => {
    clearInterval(timer)
    clearLine()
  }
}

/** Leaves `shownAt` unchanged, since specific progress has precedence. */
function showClock(elapsed: number): void {
  const before = shownAt
  showLine(`working: ${Math.floor(elapsed / 1000)} s`)
  shownAt = before
}
