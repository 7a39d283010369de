/**
 * Moves the journal of a store that moves, so that its signatures are remembered there.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'
import type { CeremonyReader } from '../store/ceremonies.js'
import type { LogReader } from '../store/log.js'
import { readLogState } from './check-journal.js'
import { compareHeads, compareJournal, refuseMoved } from './compare-journal.js'
import { appendJournal, confirmJournal, readJournal, type Journal } from './journal.js'

export interface MoveOptions {
  /** Journal of the moving store. */
  readonly from: string
  /** Displayed name of the new store. */
  readonly movesTo: string
  /** Journal of the new store, which need not exist; if left out, only checks whether the store may move. */
  readonly to?: string
}

/**
 * Copies a journal's content to another one, and marks the old one as moved, after which nothing is signed
 * with it. Both are synced to disk.
 *
 * @param store - the moving store.
 * @throws DrawauditError `store-rolled-back`, `journal-missing` if it is not the newest copy, has moved
 * elsewhere, or the other journal belongs to another store; `journal-invalid`, `file-access`.
 */
export async function moveJournal(
  { from, to, movesTo }: MoveOptions,
  { ceremonies, log }: { readonly ceremonies: CeremonyReader; readonly log: LogReader },
): Promise<void> {
  const digests = await ceremonies.readDigests()
  const state = await readLogState(log)
  const compare = (file: string, journal: Journal): void => {
    compareJournal(file, journal, digests)
    compareHeads(file, journal, state)
  }
  const ours = readJournal(from)
  if (ours.movedTo !== movesTo) refuseMoved(from, ours)
  compare(from, ours)
  if (to === undefined) return
  const theirs = readJournal(to)
  const { lines, merged } = merge(theirs, ours)
  try {
    compare(to, merged)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    throw new DrawauditError(error.code, `the journal of the copy says something else: ${error.message}`, {
      hint: 'if it is of another store, name another file with DRAWAUDIT_JOURNAL; if not, this is an older copy, and nothing may be signed from it',
      where: error.where,
    })
  }
  if (lines.length > 0) appendJournal(to, theirs, lines)
  else if (theirs.exists) confirmJournal(to, theirs)
  if (ours.movedTo === undefined) appendJournal(from, ours, [{ movedTo: movesTo }])
}

/** Lines that one journal lacks of another, and the merged journal. */
function merge(
  theirs: Journal,
  ours: Journal,
): { readonly lines: Parameters<typeof appendJournal>[2]; readonly merged: Journal } {
  const name = ({ raffleId, sequence, digest }: Journal['lines'][number]): string =>
    `${raffleId} ${sequence} ${digest}`
  const noted = new Set(theirs.lines.map(name))
  const lines = ours.lines.filter(line => !noted.has(name(line)))
  const heads = [...ours.heads.values()].filter(
    ({ origin, size }) => (theirs.heads.get(origin)?.size ?? -1) < size,
  )
  const receipts = [...ours.receipts].filter(([id, count]) => (theirs.receipts.get(id) ?? 0) < count)
  const lost = [...ours.lost].filter(id => !theirs.lost.has(id))
  const lostLogs = [...ours.lostLogs].filter(origin => !theirs.lostLogs.has(origin))
  return {
    lines: [
      ...lines,
      ...heads.map(head => ({ head })),
      ...receipts.map(([raffleId, count]) => ({ receipts: { raffleId, count } })),
      ...lost.map(id => ({ lost: id })),
      ...lostLogs.map(lostLog => ({ lostLog })),
    ],
    merged: {
      ...theirs,
      lines: [...theirs.lines, ...lines],
      heads: new Map([...theirs.heads, ...heads.map(head => [head.origin, head] as const)]),
      receipts: new Map([...theirs.receipts, ...receipts]),
      lost: new Set([...theirs.lost, ...lost]),
      lostLogs: new Set([...theirs.lostLogs, ...lostLogs]),
    },
  }
}
