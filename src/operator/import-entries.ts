/**
 * Imports entries: all of a file or none.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { NumberedEntry, StageOptions } from '../store/ceremonies.js'
import type { Transaction } from '../store/store.js'
import { formatSeconds, secondsOf, type Desk } from './desk.js'
import type { EntryLine } from './entry-lines.js'
import { openList, type OpenList } from './open-list.js'
import { PersonalLineCounter, type PersonalLines } from './personal-lines.js'
import { publishStatistics } from './publish-ceremony.js'

/** The result of an import. */
export interface EntriesImported {
  readonly added: number
  /** Already in the store with the same kind and nonce. */
  readonly alreadyThere: number
  /** Total in the raffle now. */
  readonly totalEntries: number
  readonly paidEntries: number
  readonly freeEntries: number
  /** Withdrawn entries that were skipped. */
  readonly leftOut: number
  /** Absent if no id looks like a name, an e-mail address or a telephone number. */
  readonly personal?: PersonalLines
}

/** The counts in JSON. */
export const describeImported = (raffleId: string, imported: EntriesImported) => ({
  raffle_id: raffleId,
  added: imported.added,
  already_there: imported.alreadyThere,
  total_entries: imported.totalEntries,
  paid_entries: imported.paidEntries,
  free_entries: imported.freeEntries,
})

/** Why a line cannot be imported; contains text from outside. */
export interface LineProblem {
  readonly line: number
  readonly problem: string
}

/** Lines that prevented the import. */
export class EntriesRefusedError extends DrawauditError {
  /** The first problems, by line. */
  readonly problems: readonly LineProblem[]
  readonly totalProblems: number

  constructor(problems: readonly LineProblem[], totalProblems: number) {
    const [first] = problems
    const lines = totalProblems === 1 ? '1 line' : `${totalProblems} lines`
    super(
      'entries-invalid',
      `${lines} cannot be imported: line ${first?.line ?? 0}: ${first?.problem ?? ''}`,
      {
        hint: 'mend the list; nothing was imported',
        where: { line: first?.line ?? 0 },
      },
    )
    this.problems = problems
    this.totalProblems = totalProblems
  }
}

/** Max problems reported. */
const most = 20

/**
 * Adds entries to a raffle in line order, and publishes their number. Existing entries are skipped, so the
 * same list can be imported again.
 *
 * @param options - whether withdrawn entries are skipped or refused.
 * @throws EntriesRefusedError for lines that are malformed, duplicates, or differ in kind or nonce from the
 * store; DrawauditError `entries-invalid` for more entries than the raffle allows, `raffle-state` once the
 * list is sealed, `raffle-missing`, `store-rolled-back`, `journal-missing`.
 */
export async function importEntries(
  desk: Desk,
  raffleId: string,
  batches: AsyncIterable<readonly EntryLine[]>,
  options: StageOptions = {},
): Promise<EntriesImported> {
  return desk.store.transact(async transaction =>
    addEntries(desk, transaction, await openForEntries(desk, transaction, raffleId), batches, options),
  )
}

/** The raffle, if entries can be added. @throws DrawauditError as {@link importEntries} does. */
export const openForEntries = (desk: Desk, transaction: Transaction, raffleId: string): Promise<OpenList> =>
  openList(desk, transaction, raffleId, {
    message: 'no entry can be added',
    hint: `cancel the raffle if entries are missing: drawaudit raffle cancel ${raffleId} --reason TEXT`,
  })

/**
 * Like {@link importEntries}, as part of a larger transaction.
 *
 * @throws EntriesRefusedError, DrawauditError `entries-invalid` as {@link importEntries} does.
 */
export async function addEntries(
  desk: Pick<Desk, 'now'>,
  transaction: Transaction,
  { raffleId, chain }: OpenList,
  batches: AsyncIterable<readonly EntryLine[]>,
  options: StageOptions = {},
): Promise<EntriesImported> {
  const { ceremonies } = transaction
  const problems = new Problems()
  const personal = new PersonalLineCounter()
  const selected = selectEntries(batches, problems, personal)
  const staged = await ceremonies.stageEntries(raffleId, selected, options)
  for (const { line, id, earlier, other } of staged.conflicts) {
    const what =
      other === 'withdrawn'
        ? 'was withdrawn, and no other entry has its id'
        : earlier === undefined
          ? `is in the raffle with ${other === 'nonce' ? 'another nonce' : 'the other kind'}`
          : `is also on line ${earlier}`
    problems.add({ line, problem: `the entry ${JSON.stringify(id)} ${what}` })
  }
  problems.refuse(staged.totalConflicts - staged.conflicts.length)
  const { max_entries: room } = chain.commitment
  const paidEntries = chain.ceremony.paidEntries + staged.paid
  const freeEntries = chain.ceremony.freeEntries + staged.free
  if (paidEntries + freeEntries > room) {
    throw new DrawauditError(
      'entries-invalid',
      `with these there are ${paidEntries + freeEntries} entries, and at most ${room} were announced`,
      { hint: 'nothing was imported; the capacity was committed to, and does not change' },
    )
  }
  if (staged.paid + staged.free > 0) {
    await ceremonies.addStagedEntries(raffleId)
    const counted = { ...chain.ceremony, paidEntries, freeEntries }
    await publishStatistics(transaction, counted, chain.commitment, formatSeconds(secondsOf(desk.now())))
  }
  return {
    added: staged.paid + staged.free,
    alreadyThere: staged.alreadyThere,
    totalEntries: paidEntries + freeEntries,
    paidEntries,
    freeEntries,
    leftOut: staged.leftOut,
    ...(personal.found && { personal: personal.found }),
  }
}

/** The first problems by line, and their number. */
class Problems {
  #first: LineProblem[] = []
  #total = 0

  add(problem: LineProblem): void {
    this.#total += 1
    this.#first.push(problem)
    // Kept short for files with millions of bad lines; lines come nearly in order.
    if (this.#first.length > 4 * most) this.#sort()
  }

  /** @throws EntriesRefusedError if there is any; `more` is the number of further problems. */
  refuse(more: number): void {
    this.#sort()
    if (this.#total > 0) throw new EntriesRefusedError(this.#first, this.#total + more)
  }

  #sort(): void {
    this.#first = this.#first.sort((a, b) => a.line - b.line).slice(0, most)
  }
}

async function* selectEntries(
  batches: AsyncIterable<readonly EntryLine[]>,
  problems: Problems,
  personal: PersonalLineCounter,
): AsyncGenerator<readonly NumberedEntry[]> {
  for await (const batch of batches) {
    const entries: NumberedEntry[] = []
    for (const line of batch) {
      if ('problem' in line) {
        problems.add(line)
        continue
      }
      entries.push(line)
      personal.add(line)
    }
    yield entries
  }
}
