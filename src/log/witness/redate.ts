/**
 * Bringing back a witness whose clock was ahead: until the time has come that it wrote, it cosigns nothing.
 *
 * @packageDocumentation
 */
import { formatNote, parseNote } from '../../core/note.js'
import { cosignWithAll, type WitnessKeys } from './key.js'
import type { WitnessState } from './state.js'

/** A checkpoint that was cosigned anew. */
export interface Redated {
  readonly origin: string
  readonly size: number
  /** The time that its cosignature had, in seconds since 1970. */
  readonly before: number
}

/**
 * Cosigns anew what was cosigned with a time after `now`: the same checkpoints, with the time of now. Nothing that is
 * recorded of a log is forgotten, so that no second history can be cosigned. What left with the wrong time stays wrong:
 * those cosignatures are verified as before.
 *
 * @param now - in seconds since 1970.
 * @throws DrawauditError `witness-state`, where some may have been written.
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
