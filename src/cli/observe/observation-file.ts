/**
 * The file that an observer's observations are kept in.
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import { encodeEnvelope, type Envelope, type EnvelopeJson } from '../../core/dsse.js'
import { defaultJsonLimits, parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { parseObservation, parseObservations, type Observation } from '../../model/observation.js'
import { readFile } from '../../io/files.js'
import { writeWhole } from '../../io/written-files.js'

/** Observations as they stand in a file, and what they say. */
export interface ObservationFile {
  readonly envelopes: readonly EnvelopeJson[]
  readonly observations: readonly SignedObservation[]
}

export interface SignedObservation extends Observation {
  /** What was signed, by whomever. */
  readonly signed: Envelope
}

/**
 * Reads observations of one raffle. Whose they are is not verified: that is for whoever believes them to do.
 *
 * @param path - a file that is not there has none.
 * @throws DrawauditError `raffle-other` for an observation of another raffle, `observation-invalid`, a code that begins
 * with `json-`, or as reading any file does.
 */
export function readObservationFile(path: string, raffleId: string): ObservationFile {
  if (!existsSync(path)) return { envelopes: [], observations: [] }
  const bytes = readFile(path)
  try {
    const value = parseJson(bytes)
    const envelopes = (Array.isArray(value)
      ? value
      : [value]) as readonly unknown[] as readonly EnvelopeJson[]
    const observations = parseObservations(value).map(signed => ({
      ...parseObservation(signed.payload),
      signed,
    }))
    const other = observations.find(({ raffle_id }) => raffle_id !== raffleId)
    if (other === undefined) return { envelopes, observations }
    throw new DrawauditError('raffle-other', `the observations are of raffle ${other.raffle_id}`, {
      hint: 'name another file with -o: one file has the observations of one raffle',
    })
  } catch (error) {
    throw error instanceof DrawauditError ? error.at({ file: path }) : error
  }
}

/**
 * Adds observations to a file. What is in it stays, also what was added since it was read last.
 *
 * @returns how many observations there are now.
 * @throws DrawauditError as {@link readObservationFile} does, `file-too-large`, `file-access` or `file-missing`; the file
 * is as it was then.
 */
export function appendObservations(path: string, raffleId: string, added: readonly Envelope[]): number {
  const { envelopes } = readObservationFile(path, raffleId)
  const all = [...envelopes, ...added.map(encodeEnvelope)]
  const text = `${JSON.stringify(all, null, 2)}\n`
  if (text.length > defaultJsonLimits.bytes) {
    throw new DrawauditError(
      'file-too-large',
      `larger than ${defaultJsonLimits.bytes} bytes with what was seen now`,
      {
        where: { file: path },
        hint: 'go on with another file; drawaudit verify takes several',
      },
    )
  }
  writeWhole(path, text)
  return all.length
}
