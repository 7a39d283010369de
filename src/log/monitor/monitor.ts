/**
 * One run of a monitor: a look at each log, a comparison with others' checkpoints, then the files, in an
 * order that loses nothing.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { DrawauditError } from '../../errors.js'
import { encodeFraudProof } from '../../model/fraud-proof.js'
import type { Examination } from '../../verify/verdict.js'
import type { LogSource } from '../read/log-source.js'
import { writeOnce, type StateFile } from './file.js'
import { lookAtLog, type CheckpointContradiction, type LookContext, type LookFault } from './log.js'
import { compareOthers, originOf, type OtherCheckpoint } from './others.js'
import { examineLook, type ReportOptions } from './report.js'
import type { LogState } from './state.js'

export interface RunOptions extends LookContext, Pick<ReportOptions, 'grace' | 'patience' | 'anyEntries'> {
  readonly sources: readonly LogSource[]
  readonly others: readonly (OtherCheckpoint | UnreadCheckpoint)[]
  readonly file: StateFile
  /** Prefix of the files for contradictions. */
  readonly proofs: string
}

/**
 * Runs once. The state is written only after everything is decided, so a killed run leaves no trace but files
 * with contradictions.
 *
 * @returns the findings, one examination per log.
 * @throws DrawauditError as {@link StateFile.write} does, and defects; faults of a log or its network are
 * part of the result.
 */
export async function runMonitor(options: RunOptions): Promise<readonly Examination[]> {
  const { sources, file, now, grace, patience, proofs, anyEntries = false } = options
  const state = new Map<string, LogState>(file.state)
  const nameFile = (found: CheckpointContradiction): string => nameContradiction(proofs, found)
  const examinations: Examination[] = []
  const looked = new Set<string>()
  const { ofOrigin, unread } = sortOthers(options.others)
  for (const source of sources) {
    const look = await lookAtLog(source, state, options)
    const log = look.after ?? look.before
    if (look.after !== undefined) state.set(look.after.origin, look.after)
    const others = ofOrigin.get(log?.origin ?? look.served?.origin ?? '') ?? []
    if (log !== undefined) looked.add(log.origin)
    const shared = others.length === 0 ? undefined : await compareOthers(look, source, others, options)
    const { relation } = look
    const own = typeof relation === 'object' && 'kind' in relation ? [relation] : []
    for (const found of [...own, ...(shared?.contradictions ?? [])]) {
      writeOnce(nameFile(found), formatContradiction(found))
      const known = log && state.get(log.origin)
      if (found.kind === 'forked' && known !== undefined) {
        const [a, b] = inOrder(found)
        const fork = { sizes: [a.size, b.size], name: nameContradiction('', found) } as const
        state.set(known.origin, { fork, ...known })
      }
    }
    examinations.push(examineLook(look, shared, { now, grace, patience, proofs, anyEntries, nameFile }))
  }
  for (const [origin, others] of ofOrigin) {
    if (looked.has(origin)) continue
    const message = `none of these logs is ${origin}`
    unread.push(...others.map(({ name }) => ({ name, fault: { code: 'log-other' as const, message } })))
  }
  if (hasChanged(file.state, state)) file.write(state)
  return [...examinations, ...unread.map(examineOther)]
}

function hasChanged(before: StateFile['state'], after: StateFile['state']): boolean {
  return [...after].some(([origin, log]) => {
    const known = before.get(origin)
    return known?.size !== log.size || known.place !== log.place || known.fork !== log.fork
  })
}

/** A checkpoint from somebody else that could not be read. */
export interface UnreadCheckpoint {
  readonly name: string
  readonly fault: LookFault
}

/** Groups others' checkpoints by log. */
function sortOthers(others: RunOptions['others']): {
  readonly ofOrigin: ReadonlyMap<string, readonly OtherCheckpoint[]>
  readonly unread: UnreadCheckpoint[]
} {
  const ofOrigin = new Map<string, OtherCheckpoint[]>()
  const unread: UnreadCheckpoint[] = []
  for (const other of others) {
    if ('fault' in other) {
      unread.push(other)
      continue
    }
    try {
      const origin = originOf(other)
      ofOrigin.set(origin, [...(ofOrigin.get(origin) ?? []), other])
    } catch (error) {
      if (!(error instanceof DrawauditError)) throw error
      unread.push({ name: other.name, fault: error })
    }
  }
  return { ofOrigin, unread }
}

function examineOther({ name, fault }: UnreadCheckpoint): Examination {
  const message = `others were shown the same log: ${fault.message}`
  return {
    source: name,
    kind: 'log',
    claims: [{ id: 'log.shared', status: 'not-provable', code: fault.code, message }],
    findings: [],
    who_could_choose: 'a log does not say; the bundle of a draw does',
  }
}

/** File name of a contradiction: always the same for the same two checkpoints. */
function nameContradiction(base: string, found: CheckpointContradiction): string {
  const [a, b] = inOrder(found)
  const hash = createHash('sha256').update(signedText(a.note)).update(signedText(b.note)).digest('hex')
  const kind = found.kind === 'forked' ? 'fork' : 'unproven'
  return `${base}.${kind}-${a.size}-${b.size}-${hash.slice(0, 8)}.json`
}

/** Without signatures: witnesses may add theirs between two looks. */
function signedText(note: string): string {
  return note.slice(0, note.lastIndexOf('\n\n') + 1)
}

function inOrder({ checkpoints: [a, b] }: CheckpointContradiction): CheckpointContradiction['checkpoints'] {
  return a.size <= b.size ? [a, b] : [b, a]
}

function formatContradiction(found: CheckpointContradiction): string {
  const [a, b] = inOrder(found)
  const value =
    found.kind === 'forked'
      ? encodeFraudProof(found.proof)
      : { unproven: 'drawaudit/v1', origin: a.origin, checkpoints: [a.note, b.note] }
  return `${JSON.stringify(value, null, 2)}\n`
}
