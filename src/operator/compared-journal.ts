/**
 * What a process compared of a journal and its store, kept beside the journal for the next process, which goes on from
 * there: so the first step of a process takes no longer in an old store than in a young one.
 *
 * It holds only for the very file that was compared: the same inode, not written to since the program left it but by
 * appending, with the same bytes before the place that was reached. A copy, a restored backup and an edited file have
 * another inode or another time of change; neither can be set by whoever copies. It is no secret and no evidence: where
 * it is missing, torn or of another version of the program, all is compared.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import type { StatementDigest } from '../store/ceremonies.js'
import {
  journalForm,
  type Journal,
  type JournalHead,
  type JournalLine,
  type JournalSelf,
  type OtherConsole,
} from './journal.js'

/** A journal that agrees with its store. */
export interface CheckedJournal extends Omit<Journal, 'lines'> {
  /** Its lines of statements that are noted in the store, and not signed there: of raffles that are not given up. */
  readonly unsigned: readonly JournalLine[]
}

/** What agreed, and how far the store had come. */
export interface Agreed {
  readonly journal: CheckedJournal
  /** What was signed last; undefined where nothing was. */
  readonly last: StatementDigest | undefined
}

/** Version of {@link Kept}: raise it when that changes. */
const keptForm = 1

/** The JSON of what is kept. */
interface Kept {
  readonly forms: readonly [number, number]
  /** Device, inode, bytes and time of change in nanoseconds, as decimal numbers. */
  readonly file: readonly [string, string, string, string]
  /** Base64. */
  readonly ending: string
  readonly count: number
  readonly length: number
  readonly heads: readonly JournalHead[]
  readonly receipts: readonly (readonly [string, number])[]
  readonly lost: readonly string[]
  readonly lostLogs: readonly string[]
  readonly consoles: readonly OtherConsole[]
  readonly self?: JournalSelf
  readonly lastSigned?: Journal['last']
  readonly unsigned: readonly JournalLine[]
  readonly last?: StatementDigest
}

/** File name of what was compared of a journal. */
export const comparedOf = (journal: string): string => `${journal}.compared`

/**
 * Keeps what agreed. What cannot be written is not kept: then the next process compares all.
 *
 * @param before - what was written last, or undefined: the same is not written again.
 * @returns what is written now, undefined where nothing is.
 */
export function keepCompared(file: string, agreed: Agreed, before?: string): string | undefined {
  const text = formatKept(agreed)
  if (text === undefined || text === before) return before
  const path = comparedOf(file)
  const partial = `${path}.partial`
  try {
    // Not synced: what a power failure leaves torn is not read.
    writeFileSync(partial, `${text}\n${checksumOf(text)}\n`, { mode: 0o600 })
    renameSync(partial, path)
    return text
  } catch {
    dropCompared(file)
    return undefined
  }
}

/** Lets the next process compare all. */
export function dropCompared(file: string): void {
  for (const path of [comparedOf(file), `${comparedOf(file)}.partial`]) {
    try {
      rmSync(path, { force: true })
    } catch {
      // Where nothing can be removed, what is there still holds only for what was compared.
    }
  }
}

/** What an earlier process compared; undefined where there is nothing that can be relied on. */
export function readCompared(file: string): Agreed | undefined {
  try {
    const [text = '', sum] = readFileSync(comparedOf(file), 'utf8').split('\n')
    // Written by this program, or by nobody.
    return sum === checksumOf(text) ? parseKept(JSON.parse(text) as Kept) : undefined
  } catch {
    return undefined
  }
}

const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

function formatKept({ journal, last }: Agreed): string | undefined {
  const { mark, count, length, heads, receipts, lost, lostLogs, consoles, self, unsigned } = journal
  // Nothing is signed from a store that was moved: it has nothing to go on from.
  if (mark === undefined || journal.movedTo !== undefined) return undefined
  const { dev, ino, size, ctimeNs } = mark.stats
  const kept: Kept = {
    forms: [keptForm, journalForm],
    file: [`${dev}`, `${ino}`, `${size}`, `${ctimeNs}`],
    ending: mark.ending.toString('base64'),
    ...{ count, length, unsigned },
    heads: [...heads.values()],
    receipts: [...receipts],
    lost: [...lost],
    lostLogs: [...lostLogs],
    consoles: [...consoles.values()],
    ...(self && { self }),
    ...(journal.last && { lastSigned: journal.last }),
    ...(last && { last }),
  }
  return JSON.stringify(kept)
}

function parseKept(kept: Kept): Agreed | undefined {
  if (kept.forms[0] !== keptForm || kept.forms[1] !== journalForm) return undefined
  const [dev, ino, size, ctimeNs] = kept.file
  const stats = { dev: BigInt(dev), ino: BigInt(ino), size: BigInt(size), ctimeNs: BigInt(ctimeNs) }
  const { count, length, self, lastSigned, unsigned, last } = kept
  return {
    journal: {
      ...{ exists: true, count, length, unsigned },
      heads: new Map(kept.heads.map(head => [head.origin, head])),
      receipts: new Map(kept.receipts),
      lost: new Set(kept.lost),
      lostLogs: new Set(kept.lostLogs),
      consoles: new Map(kept.consoles.map(one => [one.journal, one])),
      ...(self && { self }),
      ...(lastSigned && { last: lastSigned }),
      mark: { stats, ending: Buffer.from(kept.ending, 'base64') },
    },
    last,
  }
}
