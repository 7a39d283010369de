/**
 * The list of a draw, checked completely before anything is signed.
 *
 * @packageDocumentation
 */
import { MerkleTree } from '../../core/merkle.js'
import { DrawauditError } from '../../errors.js'
import { openLarge, standardInput } from '../../io/files.js'
import { LeafBuffer } from '../../model/entry-lines.js'
import { native } from '../../native/engine.js'
import { readEntryLines, type EntryFormat, type EntryLine } from '../../operator/entry-lines.js'
import { EntriesRefusedError, type LineProblem } from '../../operator/import-entries.js'
import { PersonalLineCounter, type PersonalLines } from '../../operator/personal-lines.js'

/** A valid list. */
export interface InspectedList {
  readonly entries: number
  /** Merkle root that a seal of these entries in their order would have, 32 bytes. */
  readonly root: Uint8Array
  /** Absent if no id looks like personal data. */
  readonly personal?: PersonalLines
}

/** Maximum number of problems shown. */
const most = 20

/** Reads the current entries of a file. */
export async function* readListEntries(
  file: string,
  format: EntryFormat,
): AsyncGenerator<readonly EntryLine[]> {
  yield* readEntryLines(openLarge(file).pieces(), format)
}

/**
 * Checks a list from first to last line.
 *
 * @throws EntriesRefusedError for malformed lines and duplicate ids; DrawauditError `entries-invalid` for an empty
 * list, `usage` for standard input; as reading a file does.
 */
export async function inspectList(file: string, format: EntryFormat): Promise<InspectedList> {
  if (file === standardInput) {
    throw new DrawauditError('usage', 'the list has to be a file: it is read more than once', {
      hint: 'save it in a file first',
    })
  }
  const problems: LineProblem[] = []
  const lines = new Map<string, number>()
  const [tree, leaf] = [new MerkleTree(native), new LeafBuffer()]
  const personal = new PersonalLineCounter()
  let total = 0
  const refuse = (problem: LineProblem): void => {
    total += 1
    if (problems.length < most) problems.push(problem)
  }
  for await (const batch of readListEntries(file, format)) {
    for (const entry of batch) {
      const { line } = entry
      if ('problem' in entry) {
        refuse({ line, problem: describe(entry.problem) })
        continue
      }
      const earlier = lines.get(entry.id)
      if (earlier !== undefined) {
        const problem = `${JSON.stringify(entry.id)} is also on line ${earlier}: every entry needs its own id`
        refuse({ line, problem })
        continue
      }
      lines.set(entry.id, line)
      leaf.setEntry(entry)
      tree.appendMessage(leaf.leaf())
      personal.add(entry)
    }
  }
  if (total > 0) throw new EntriesRefusedError(problems, total)
  if (lines.size === 0) {
    throw new DrawauditError('entries-invalid', 'the list has no entry', {
      where: { file },
      hint: 'one id or name on each line, or id,kind',
    })
  }
  return {
    entries: lines.size,
    root: tree.root(),
    ...(personal.found && { personal: personal.found }),
  }
}

/** Adds a hint for tables with more columns. */
const describe = (problem: string): string =>
  /^the kind is neither|^expected id,kind/.test(problem)
    ? `${problem}; a list has one id or name on each line, in quotation marks where there is a comma in it, or id,kind`
    : problem
