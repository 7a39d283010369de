/**
 * `--report`: several reports of one run, all with its exit code.
 *
 * @packageDocumentation
 */
import { accessSync, appendFileSync, constants, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { formatTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import type { ExitCode, LongReport } from '../../model/report.js'
import { renderAnnotations } from '../../render/github.js'
import { renderHtml } from '../../render/html.js'
import { renderReportJson } from '../../render/json.js'
import { renderJunitPieces } from '../../render/junit.js'
import { renderMarkdown } from '../../render/markdown.js'
import { renderSarif } from '../../render/sarif.js'
import { reportFailure } from './failure.js'
import { valueOption } from './options.js'
import { announce as announceLines, talk } from './terminal.js'
import { readVersion } from '../../io/own-files.js'
import { writePieces } from '../../io/written-pieces.js'

/** Formats whose size grows with the subjects are rendered in pieces; the others cap the subjects shown. */
const renderers = {
  junit: renderJunitPieces,
  sarif: (report: LongReport) => [renderSarif(report, { version: readVersion() })],
  md: (report: LongReport) => [renderMarkdown(report)],
  json: renderReportJson,
  html: (report: LongReport) => [
    renderHtml(report, {
      made: { version: readVersion(), at: formatTime(new Date()) },
      nameSource: nameFromHere,
    }),
  ],
} as const

/** Shows paths relative to the working folder: absolute ones would reveal the user's folders. */
function nameFromHere(source: string): string {
  return isAbsolute(source) ? relative('.', source) : source
}

export type ReportFormat = keyof typeof renderers

const formats = Object.keys(renderers).join(', ')

export const reportOption = {
  ...valueOption,
  array: true as const,
  describe: 'Write reports too: junit=FILE,sarif=FILE,md=FILE,json=FILE,html=FILE',
}

/** A report to write. */
export interface ReportTarget {
  readonly format: ReportFormat
  /** Path as given. */
  readonly name: string
  /** Path with links resolved. */
  readonly file: string
}

/**
 * Parses `--report`, and checks its files before anything is done.
 *
 * @param inputs - input files, which no report may replace.
 * @throws DrawauditError `usage`; `file-missing`, `file-kind` or `file-access` if a report cannot be written.
 */
export function readTargets(
  lists: readonly string[] = [],
  inputs: readonly string[] = [],
): readonly ReportTarget[] {
  const targets = lists.flatMap(list => list.split(',')).map(one => readTarget(one.trim()))
  const files = targets.map(({ file }) => file)
  const twice = targets.find(({ file }, index) => files.indexOf(file) !== index)
  if (twice !== undefined) throw usage(`two reports go to ${twice.name}`, 'give each a file of its own')
  if (targets.length > 0) {
    const read = new Set(inputs.map(input => follow(input)))
    const input = targets.find(({ file }) => read.has(file))
    if (input !== undefined) {
      throw usage(`the report ${input.name} would overwrite an input`, 'give it another file')
    }
  }
  return targets
}

function readTarget(text: string): ReportTarget {
  const [, format = '', name = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? []
  if (!isFormat(format)) {
    throw usage(
      `--report takes FORMAT=FILE, separated by commas, found ${JSON.stringify(text)}`,
      `the formats are ${formats}`,
    )
  }
  if (name === '' || name === '-') {
    throw usage(
      `--report ${format} takes a file, found ${JSON.stringify(name)}`,
      'standard output has the result; --format decides how',
    )
  }
  return { format, name, file: findPlace(name) }
}

function isFormat(text: string): text is ReportFormat {
  return Object.hasOwn(renderers, text)
}

function usage(message: string, hint: string): DrawauditError {
  return new DrawauditError('usage', message, { hint })
}

/** The path to write to: in an existing, writable folder, and either absent or a regular file. */
function findPlace(name: string): string {
  const where = { file: name }
  const folder = follow(dirname(name))
  if (folder === undefined || !statSync(folder).isDirectory()) {
    throw new DrawauditError('file-missing', 'there is no such folder to write into', { where })
  }
  const file = follow(name) ?? join(folder, basename(name))
  const kind = statSync(file, { throwIfNoEntry: false })
  if (kind?.isFile() === false || /[/\\]$/.test(name)) {
    const found = kind?.isDirectory() === true || kind === undefined ? 'is a folder' : 'is not a regular file'
    throw new DrawauditError('file-kind', found, { where, hint: 'name a file to write' })
  }
  if (!isWritable(dirname(file)) || (kind !== undefined && !isWritable(file))) {
    throw new DrawauditError('file-access', 'permission denied', { where })
  }
  return file
}

/** The path with links resolved; undefined if absent. */
function follow(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    // Any other fault is reported when the path is used.
    return undefined
  }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Writes the report to every target, each atomically.
 *
 * @throws DrawauditError `file-access` for the first that fails; the others are written.
 */
export async function writeReports(report: LongReport, targets: readonly ReportTarget[]): Promise<void> {
  const faults: unknown[] = []
  for (const { format, name, file } of targets) {
    try {
      await writePieces(file, renderers[format](report))
    } catch (error) {
      faults.push(error instanceof DrawauditError ? error.at({ file: name }) : error)
    }
  }
  if (faults.length > 0) throw faults[0]
}

/** GitHub's limit for the summary of one step, in bytes. */
const longestSummary = 2 ** 20

type Environment = Readonly<Record<string, string | undefined>>

/** Whether this is a step of GitHub Actions, where results are announced. */
export function isAnnounced(env: Environment = process.env): boolean {
  return env['GITHUB_ACTIONS'] === 'true'
}

/**
 * In a step of GitHub Actions: prints annotations on standard error, which the runner reads too, and adds the
 * report to the job summary. Elsewhere does nothing.
 */
export function publishReport(report: LongReport, env: Environment = process.env): void {
  if (!isAnnounced(env)) return
  announceLines(renderAnnotations(report))
  const file = env['GITHUB_STEP_SUMMARY'] ?? ''
  if (file === '') return
  try {
    // Other commands of the step share the limit.
    const used = statSync(file, { throwIfNoEntry: false })?.size ?? 0
    const text = renderMarkdown(report, { bytes: longestSummary - used })
    if (used + Buffer.byteLength(text) <= longestSummary) appendFileSync(file, text)
    else talk('the summary of this step is full: the report is not in it\n')
  } catch (error) {
    // A missing summary changes no verdict.
    talk(
      `the summary of this step cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})\n`,
    )
  }
}

/**
 * Makes, writes and prints a report. If any of this fails, the reports record the error, with the exit code of the
 * process, and the error is rethrown.
 *
 * @param examine - makes the report; called after all options are parsed.
 */
export async function endWithReport<R extends LongReport>(
  targets: readonly ReportTarget[],
  printer: { readonly report: (report: R) => Promise<void> },
  examine: () => Promise<R>,
): Promise<ExitCode> {
  try {
    const report = await examine()
    await writeReports(report, targets)
    await printer.report(report)
    publishReport(report)
    return report.exit_code
  } catch (error) {
    const report = reportFailure(error)
    try {
      await writeReports(report, targets)
    } catch {
      // The first error is the one to report.
    }
    publishReport(report)
    throw error
  }
}
