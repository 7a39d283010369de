/**
 * The journal of a store that moves: what was signed is remembered where it goes.
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
  /** The journal of the store that moves. */
  readonly from: string
  /** The store that it becomes, as it may be shown. */
  readonly movesTo: string
  /** The journal of that one, which need not exist; left out, it is only looked whether the store may move. */
  readonly to?: string
}

/**
 * Adds what a journal says to another one, and that the store has moved to its own, after which nothing is signed from
 * there. Returns when both are on the disk.
 *
 * @param store - the store that moves.
 * @throws DrawauditError `store-rolled-back`, `journal-missing` where it is not the newest copy, has moved to another
 * place, or the other journal is that of another store; `journal-invalid`, `file-access`.
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

/** What one journal lacks of another, and the journal with it. */
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
