/**
 * The lines below a claim or a finding: expected and found values, the section that requires it, a command to
 * reproduce it. Also the location of an error.
 *
 * @packageDocumentation
 */
import type { Claim, Failure, Finding } from '../model/report.js'

/** One line of evidence; outside text in it is not escaped yet. */
export interface EvidenceLine {
  readonly name: 'expected' | 'found' | 'section' | 'reproduce'
  readonly text: string
}

/** Max characters of a shown command: a shortened command would be another command. */
const longestCommand = 4000

/** The evidence for a claim or finding, in reading order. */
export function listEvidence(item: Claim | Finding): readonly EvidenceLine[] {
  const { expected, found, section, reproduce } = item
  const skipped = commonStart(expected, found)
  // What holds needs no looking up or reproducing.
  const isNews = !('status' in item) || item.status === 'refuted' || item.status === 'not-provable'
  return [
    ...(expected === undefined ? [] : [{ name: 'expected' as const, text: skip(expected, skipped) }]),
    ...(found === undefined ? [] : [{ name: 'found' as const, text: skip(found, skipped) }]),
    ...(section === undefined || !isNews || isOpen(item)
      ? []
      : [{ name: 'section' as const, text: section }]),
    ...(reproduce === undefined || !isNews || reproduce.length > longestCommand
      ? []
      : [{ name: 'reproduce' as const, text: reproduce }]),
  ]
}

/** Whether the specification leaves it open; then the rule's name is enough. */
function isOpen(item: Claim | Finding): boolean {
  return item.code === 'left-open'
}

/** Characters shown before the first difference of two long values. */
const before = 40

/** Number of leading characters that two long values share and need not show. */
function commonStart(expected = '', found = ''): number {
  let same = 0
  while (same < expected.length && expected[same] === found[same]) same++
  return Math.max(expected.length, found.length) > 300 ? Math.max(0, same - before) : 0
}

function skip(text: string, length: number): string {
  return length === 0 ? text : `(${length} characters the same) …${text.slice(length)}`
}

/** Location of an error in words; empty if it has none. */
export function describePlace({ where }: Failure): string {
  const { file, line, column, pointer, byte, character } = where ?? {}
  return [
    ...(file === undefined ? [] : [String(file)]),
    ...(line === undefined ? [] : [`line ${line}, column ${column ?? 1}`]),
    ...(byte === undefined ? [] : [`byte ${byte}`]),
    ...(character === undefined ? [] : [`character ${Number(character) + 1}`]),
    ...(pointer === undefined || pointer === '' ? [] : [`at ${pointer}`]),
  ].join(', ')
}
