/**
 * Repairs a witness whose clock was ahead: it cosigns nothing until the time that it recorded has come.
 *
 * @packageDocumentation
 */
import { formatNote, parseNote } from '../../core/note.js'
import { cosignWithAll, type WitnessKeys } from './key.js'
import type { WitnessState } from './state.js'

/** A checkpoint that was cosigned again. */
export interface Redated {
  readonly origin: string
  readonly size: number
  /** Earlier time of its cosignature, in seconds since 1970. */
  readonly before: number
}

/**
 * Cosigns checkpoints that have a time after `now` again, with the current time. Nothing recorded is
 * forgotten, so no second history can be cosigned. Published cosignatures keep their wrong time and remain
 * valid.
 *
 * @param now - seconds since 1970.
 * @throws DrawauditError `witness-state`; some may have been written.
 */
export async function redateCheckpoints(
  state: WitnessState,
  keys: WitnessKeys,
  now: number,
): Promise<readonly Redated[]> {
  const redated: Redated[] = []
  for (const recorded of state.list().filter(({ time }) => time > now)) {
    const { origin, size, time: before } = recorded
    const { text, signatures } = parseNote(recorded.note)
    const others = signatures.filter(
      ({ name, keyId }) => !keys.some(({ verifier }) => verifier.name === name && verifier.keyId === keyId),
    )
    const note = formatNote({ text, signatures: [...others, ...cosignWithAll(keys, text, now)] })
    await state.write({ ...recorded, time: now, note })
    redated.push({ origin, size, before })
  }
  return redated.sort((one, other) => (one.origin < other.origin ? -1 : 1))
}
