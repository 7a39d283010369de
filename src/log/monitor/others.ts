/**
 * Compares checkpoints that others were shown: a fork is found when two of them meet.
 *
 * @packageDocumentation
 */
import { parseCheckpoint } from '../../core/checkpoint.js'
import { parseNote } from '../../core/note.js'
import { DrawauditError } from '../../errors.js'
import type { LogSource } from '../read/log-source.js'
import { compareCheckpoints, type SignedCheckpoint } from './fork.js'
import {
  signedOf,
  verifyCheckpoint,
  type CheckpointContradiction,
  type LogLook,
  type LookContext,
  type LookFault,
} from './log.js'

/** A checkpoint from somebody else. */
export interface OtherCheckpoint {
  /** File or URL. */
  readonly name: string
  /** Signed note. */
  readonly note: string
  /** The log as they see it, if its tiles are available too. */
  readonly source?: LogSource
}

/** Relation of others' checkpoints to ours. */
export interface Shared {
  readonly checked: number
  /** The worst fault among them. */
  readonly worst?: { readonly name: string; readonly fault: CheckpointContradiction | LookFault }
  /** All contradictions. */
  readonly contradictions: readonly CheckpointContradiction[]
}

/**
 * The origin named by a note.
 *
 * @throws DrawauditError `note-invalid` or `checkpoint-invalid`.
 */
export function originOf({ note, name }: OtherCheckpoint): string {
  return DrawauditError.within({ file: name }, () => parseCheckpoint(parseNote(note).text).origin)
}

/** Compares others' checkpoints with the remembered state of their log after a look at it. */
export async function compareOthers(
  look: LogLook,
  source: LogSource,
  others: readonly OtherCheckpoint[],
  context: LookContext,
): Promise<Shared> {
  const log = look.after ?? look.before
  const ours = log && signedOf(log)
  const contradictions: CheckpointContradiction[] = []
  const faults: { readonly name: string; readonly fault: CheckpointContradiction | LookFault }[] = []
  for (const other of others) {
    const fault = await compareOther(other, ours, source, context)
    if (fault === undefined) continue
    if ('kind' in fault) contradictions.push(fault)
    faults.push({ name: other.name, fault })
  }
  const worst = faults.find(({ fault }) => 'kind' in fault && fault.kind === 'forked') ?? faults[0]
  return { checked: others.length, ...(worst && { worst }), contradictions }
}

async function compareOther(
  other: OtherCheckpoint,
  ours: SignedCheckpoint | undefined,
  source: LogSource,
  context: LookContext,
): Promise<CheckpointContradiction | LookFault | undefined> {
  let theirs
  try {
    theirs = verifyCheckpoint(other.note, context)
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
  if ('code' in theirs) return theirs
  if (ours === undefined) {
    return { code: 'log-unproven', message: 'there is no checkpoint of ours to compare with' }
  }
  const sources = other.source === undefined ? [source] : [source, other.source]
  const comparison = await compareCheckpoints(theirs, ours, sources, context.engine, context.signal)
  if (comparison.kind === 'consistent') return undefined
  return { ...comparison, checkpoints: [theirs, ours] }
}
