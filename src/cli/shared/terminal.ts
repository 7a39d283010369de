/**
 * Where the CLI speaks: results on standard output, talk on standard error.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { isOwnOutput } from '../../io/written-files.js'
import { reflow } from '../../render/wrap.js'

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

/** Whether a line of progress stands on the terminal. */
let isShowing = false

/** Says something that is not a result. */
export function talk(text: string): void {
  announce(reflowFor(process.stderr, text))
}

/** The same of what a machine reads too: its lines stay as they are. */
export function announce(text: string): void {
  process.stderr.write(isShowing ? `\r\u001b[K${text}` : text)
  isShowing = false
}

/** What a width is read of: standard output, standard error. */
type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>

/** Lines in the columns of who reads them; as they are where nobody says how many there are: a file, another program. */
export const reflowFor = (stream: Stream, text: string): string => reflow(text, proseWidth(stream))

/** Columns for sentences: as {@link readWidth} where somebody reads them, and any number elsewhere. */
export function proseWidth(stream: Stream): number {
  return stream.isTTY || process.env['COLUMNS'] !== undefined ? readWidth(stream) : Infinity
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

const [fewestColumns, usualColumns, mostColumns] = [40, 80, 120]

/** Columns to write in: `COLUMNS`, or else those of the terminal, or else 80; 40 at least, and 120 at most. */
export function readWidth(stream: Stream = process.stdout): number {
  const [given = ''] = /^[1-9]\d{0,5}$/.exec(process.env['COLUMNS'] ?? '') ?? []
  // A terminal may say that it has none.
  const columns = Number(given) || (stream.isTTY ? stream.columns : 0) || usualColumns
  return Math.min(Math.max(columns, fewestColumns), mostColumns)
}

/** Shortest time between two updates of the progress line, in milliseconds. */
const interval = 100

export interface Progress {
  readonly show: (text: string) => void
  readonly clear: () => void
}

/** How many questions wait for an answer: nothing is written over them. */
let asked = 0

/** Keeps the line of progress away while somebody is asked. */
export async function whileAsking<T>(ask: () => Promise<T>): Promise<T> {
  asked += 1
  try {
    return await ask()
  } finally {
    asked -= 1
  }
}

/** When a line of progress was shown last, by `performance.now()`. */
let shownAt = 0

function showLine(text: string): void {
  shownAt = performance.now()
  const room = Math.max((process.stderr.columns || usualColumns) - 1, fewestColumns - 1)
  process.stderr.write(`\r\u001b[K${text.length > room ? `${text.slice(0, room - 1)}…` : text}`)
  isShowing = true
}

function clearLine(): void {
  if (isShowing) process.stderr.write('\r\u001b[K')
  isShowing = false
}

/** A line on the terminal that says how far long work has come; nothing where nobody watches. */
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

/** Milliseconds after which whoever waits is told that work goes on. */
const patience = 2000

/**
 * Says at a terminal that work goes on, and for how long, where nothing more telling is shown. It speaks while the
 * command waits: for a service, a database, a thread.
 *
 * @returns ends it.
 */
export function startClock(quiet: boolean): () => void {
  if (quiet || !process.stderr.isTTY) return () => undefined
  const began = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    if (asked > 0 || now - began < patience || now - shownAt < patience) return
    showClock(now - began)
  }, 1000)
  // It keeps nothing from ending.
  timer.unref()
  return () => {
    clearInterval(timer)
    clearLine()
  }
}

/** Does not count as shown: what is more telling goes before it. */
function showClock(elapsed: number): void {
  const before = shownAt
  showLine(`working: ${Math.floor(elapsed / 1000)} s`)
  shownAt = before
}
