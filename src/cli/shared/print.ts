/**
 * Prints reports on standard output.
 *
 * @packageDocumentation
 */
import type { LongReport, Report, Subject } from '../../model/report.js'
import { renderJson, renderJsonLine, renderReportJson } from '../../render/json.js'
import { describeCounts, Totals, type TotalsTexts } from '../../render/outcome.js'
import { renderSubject, renderText, type Beside, type TextOptions } from '../../render/text.js'
import { switchOption } from './options.js'
import { readWidth, wantsColour, writeResult } from './terminal.js'

export const reportFormatOption = {
  choices: ['text', 'json', 'ndjson'] as const,
  requiresArg: true,
  default: 'text' as const,
  describe: 'How to print the result; ndjson prints a line for each subject as it is decided',
}

export const detailsOption = {
  ...switchOption,
  describe: 'Print every claim and finding, instead of one screen for each subject',
}

export interface PrintOptions {
  readonly format: (typeof reportFormatOption.choices)[number]
  /** Value of `--color`. */
  readonly color?: boolean | undefined
  readonly quiet?: boolean
  /** Whether to print every claim and finding; default true. */
  readonly details?: boolean
  /** Whether to print every rule of a service, also the satisfied ones. */
  readonly all?: boolean
}

export interface Printer {
  /** Whether subjects are printed as soon as they are decided, and need not be kept. */
  readonly streams: boolean
  /** Prints a subject, in formats that print each by itself. */
  readonly subject: (subject: Subject) => Promise<void>
  /** Prints the report, or its remainder. */
  readonly report: (report: Report) => Promise<void>
}

/** Print settings: plain data, so that any thread can render. */
export interface Rendering {
  readonly format: PrintOptions['format']
  readonly text: TextOptions
  readonly require?: readonly string[]
}

export function readRendering(
  { format, color, quiet = false, details = true, all = false }: PrintOptions,
  require?: readonly string[],
): Rendering {
  const text = { colour: wantsColour(color), brief: quiet, details, all, width: readWidth() }
  return { format, text, ...(require && { require }) }
}

/** Whether only one line is printed of each subject. */
export function isLine({ format, text }: Rendering): boolean {
  return format === 'text' && text.brief === true
}

/** The text of one subject; empty in JSON, where the report is one value. */
export function renderPart(
  subject: Subject,
  { format, text, require }: Rendering,
  beside?: () => Beside,
): string {
  if (format === 'json') return ''
  if (format === 'ndjson') return renderJsonLine(subject)
  return renderSubject(subject, require, text, text.brief === true ? undefined : beside?.())
}

/** A printer for the requested format. */
export function createPrinter(options: PrintOptions, beside?: (subject: Subject) => Beside): Printer {
  const rendering = readRendering(options)
  const { format, text } = rendering
  const render = (report: Report): string => {
    if (format === 'json') return renderJson(report)
    if (beside === undefined || report.error !== undefined) return renderText(report, text)
    const parts = report.subjects.map(subject =>
      renderPart(subject, { ...rendering, ...(report.require && { require: report.require }) }, () =>
        beside(subject),
      ),
    )
    return [...parts, `${describeCounts(report)}\n`].join('')
  }
  if (format === 'ndjson') {
    return {
      streams: true,
      subject: async subject => writeResult(renderPart(subject, rendering)),
      report: async report => writeResult(renderJsonLine({ ...report, subjects: [] })),
    }
  }
  return {
    streams: false,
    subject: async () => Promise.resolve(),
    report: async report => writeResult(render(report)),
  }
}

/** Number of subjects held back, so that a usage error found meanwhile is printed alone. */
const longestHeld = 64

/** A printer that also prints text incrementally, keeping only totals; `texts` say them in another language. */
export function createStream(
  rendering: Rendering,
  texts?: TotalsTexts,
): {
  /**
   * Counts a subject, and keeps its text for the next `flush`.
   *
   * @param part - the result of `renderPart`.
   */
  readonly add: (part: string, subject: Subject) => void
  /** Prints the texts kept since the last time. */
  readonly flush: () => Promise<void>
  /** Prints the report, or its remainder. */
  readonly report: (report: LongReport) => Promise<void>
} {
  const { format, require } = rendering
  const totals = new Totals(require)
  const taken: string[] = []
  let isHolding = format === 'text'
  const flush = async (): Promise<void> => {
    isHolding &&= taken.length <= longestHeld
    if (!isHolding && taken.length > 0) await writeResult(taken.splice(0).join(''))
  }
  return {
    add(part, subject) {
      totals.add(subject)
      if (part !== '') taken.push(part)
    },
    flush,
    async report(report) {
      isHolding = false
      await flush()
      if (format === 'json') for (const piece of renderReportJson(report)) await writeResult(piece)
      else if (format === 'ndjson') await writeResult(renderJsonLine({ ...report, subjects: [] }))
      else await writeResult(`${totals.describe(texts)}\n`)
    },
  }
}
