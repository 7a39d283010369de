/**
 * What is said of a list of entries that was refused.
 *
 * @packageDocumentation
 */
import type { EntriesRefusedError } from '../../operator/import-entries.js'
import { escapeText } from '../../render/escape.js'

/**
 * Its lines, as an editor takes them.
 *
 * @param undone - what was not done therefore: `imported`, `signed`.
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

/** The same in JSON. */
export const describeRefusal = ({ problems, totalProblems }: EntriesRefusedError) => ({
  refused: problems,
  total_refused: totalProblems,
})
