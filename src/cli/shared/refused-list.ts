/**
 * Reports of a refused list of entries.
 *
 * @packageDocumentation
 */
import type { EntriesRefusedError } from '../../operator/import-entries.js'
import { escapeText } from '../../render/escape.js'

/**
 * `FILE:LINE: problem` lines, the form that editors recognise.
 *
 * @param undone - the step that did not happen: `imported`, `signed`.
 */
export function renderRefusal(
  file: string,
  { problems, totalProblems: total }: EntriesRefusedError,
  undone: 'imported' | 'signed',
): string {
  const lines = problems.map(({ line, problem }) => `${escapeText(file)}:${line}: ${escapeText(problem)}\n`)
  const more = total - problems.length
  return [
    ...lines,
    ...(more > 0 ? [`and ${more} more\n`] : []),
    `nothing was ${undone}: ${total} ${total === 1 ? 'line was' : 'lines were'} refused\n`,
  ].join('')
}

/** The refusal in JSON. */
export const describeRefusal = ({ problems, totalProblems }: EntriesRefusedError) => ({
  refused: problems,
  total_refused: totalProblems,
})
