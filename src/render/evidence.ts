/**
 * What stands below a claim or a finding: what was expected and found, where it is required, how to see it. And where
 * an error lies.
 *
 * @packageDocumentation
 */
import type { Claim, Failure, Finding } from '../model/report.js'

/** One line of evidence; text from outside in it is not escaped yet. */
export interface EvidenceLine {
  readonly name: 'expected' | 'found' | 'section' | 'reproduce'
  readonly text: string
}

/** A longer command is not shown: a part of a command is another command. */
const longestCommand = 4000

/** The evidence for one claim or finding, in the order in which it is read. */
export function listEvidence(item: Claim | Finding): readonly EvidenceLine[] {
  const { expected, found, section, reproduce } = item
  const skipped = commonStart(expected, found)
  // Of what holds there is nothing to look up and to see for oneself.
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

/** What the specification leaves open; the rule's name is enough to look it up. */
function isOpen(item: Claim | Finding): boolean {
  return item.code === 'left-open'
}

/** Long values are shown from a little before the place where they part. */
const before = 40

/** How much of two long values is the same from the beginning and need not be shown. */
function commonStart(expected = '', found = ''): number {
  let same = 0
  while (same < expected.length && expected[same] === found[same]) same++
  return Math.max(expected.length, found.length) > 300 ? Math.max(0, same - before) : 0
}

function skip(text: string, length: number): string {
  return length === 0 ? text : `(${length} characters the same) …${text.slice(length)}`
}

/** Where an error lies, in words; empty when it does not say. */
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
