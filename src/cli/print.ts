/**
 * A report on standard output.
 *
 * @packageDocumentation
 */
import type { Report, Subject } from '../model/report.js'
import { renderJson, renderJsonLine } from '../render/json.js'
import { renderText } from '../render/text.js'
import { readWidth, wantsColour, writeResult } from './terminal.js'

export const reportFormatOption = {
  choices: ['text', 'json', 'ndjson'] as const,
  requiresArg: true,
  default: 'text' as const,
  describe: 'How to print the result; ndjson prints a line for each subject as it is decided',
}

export interface PrintOptions {
  readonly format: (typeof reportFormatOption.choices)[number]
  /** As `--color` was given. */
  readonly color?: boolean | undefined
  readonly quiet?: boolean
  /** Every rule of a service, also those that are kept. */
  readonly all?: boolean
}

export interface Printer {
  /** Whether subjects are out as soon as they are decided, so that nobody needs them any more. */
  readonly streams: boolean
  /** Prints a subject, where the format has each for itself. */
  readonly subject: (subject: Subject) => Promise<void>
  /** Prints the report, or what is left of it. */
  readonly report: (report: Report) => Promise<void>
}

/** Prints in the format that was asked for. */
export function createPrinter({ format, color, quiet = false, all = false }: PrintOptions): Printer {
  if (format === 'ndjson') {
    return {
      streams: true,
      subject: async subject => writeResult(renderJsonLine(subject)),
      report: async report => writeResult(renderJsonLine({ ...report, subjects: [] })),
    }
  }
  const render = (report: Report): string =>
    format === 'json'
      ? renderJson(report)
      : renderText(report, { colour: wantsColour(color), brief: quiet, all, width: readWidth() })
  return {
    streams: false,
    subject: async () => Promise.resolve(),
    report: async report => writeResult(render(report)),
  }
}
