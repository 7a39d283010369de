/**
 * The file of an observer's observations.
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import { encodeEnvelope, type Envelope, type EnvelopeJson } from '../../core/dsse.js'
import { defaultJsonLimits, parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import {
  parseObservation,
  parseObservations,
  parsePublication,
  type Observation,
  type Publication,
} from '../../model/observation.js'
import { parseListAttestation } from '../../model/list-attestation.js'
import { isListAttestation } from '../../verify/bundle/attestations.js'
import { readFile } from '../../io/files.js'
import { writeWhole } from '../../io/written-files.js'

/** Observations in a file; `envelopes` includes attestations of lists. */
export interface ObservationFile {
  readonly envelopes: readonly EnvelopeJson[]
  readonly observations: readonly SignedObservation[]
}

export interface SignedObservation extends Observation {
  /** Envelope, by any signer. */
  readonly signed: Envelope
}

/**
 * Reads observations of a raffle. Does not verify their signers: whoever uses them must.
 *
 * @param path - may be absent: no observations.
 * @throws DrawauditError `raffle-other` for an observation of another raffle; `observation-invalid`, `json-…`; as
 * reading a file does.
 */
export function readObservationFile(path: string, raffleId: string): ObservationFile {
  const { envelopes, signed } = readEnvelopes(path)
  return inFile(path, () => {
    const observations = signed
      .filter(one => !isListAttestation(one))
      .map(one => ({ ...parseObservation(one.payload), signed: one }))
    const lists = signed.filter(isListAttestation).map(({ payload }) => parseListAttestation(payload))
    const other = [...observations, ...lists].find(({ raffle_id }) => raffle_id !== raffleId)
    if (other === undefined) return { envelopes, observations }
    throw new DrawauditError('raffle-other', `the observations are of raffle ${other.raffle_id}`, {
      hint: 'name another file with -o: one file has the observations of one raffle',
    })
  })
}

export interface SignedPublication extends Publication {
  /** Envelope, by any signer. */
  readonly signed: Envelope
}

/**
 * Reads observations of addresses, in the order of the file. Does not verify their signers.
 *
 * @param path - may be absent: no observations.
 * @throws DrawauditError `observation-invalid`, `json-…`; as reading a file does.
 */
export function readPublicationFile(path: string): readonly SignedPublication[] {
  const { signed } = readEnvelopes(path)
  return inFile(path, () => signed.map(one => ({ ...parsePublication(one.payload), signed: one })))
}

interface Envelopes {
  /** As written in the file. */
  readonly envelopes: readonly EnvelopeJson[]
  readonly signed: readonly Envelope[]
}

function readEnvelopes(path: string): Envelopes {
  if (!existsSync(path)) return { envelopes: [], signed: [] }
  const bytes = readFile(path)
  return inFile(path, () => {
    const value = parseJson(bytes)
    const envelopes = (Array.isArray(value)
      ? value
      : [value]) as readonly unknown[] as readonly EnvelopeJson[]
    return { envelopes, signed: parseObservations(value) }
  })
}

function inFile<T>(path: string, read: () => T): T {
  return DrawauditError.within({ file: path }, () => read())
}

/**
 * Adds observations to a file, keeping its content, even if it changed since the last read.
 *
 * @returns the number of observations now.
 * @throws DrawauditError as {@link readObservationFile} does; `file-too-large`, `file-access`, `file-missing`; the
 * file is then unchanged.
 */
export function appendObservations(path: string, raffleId: string, added: readonly Envelope[]): number {
  return append(path, readObservationFile(path, raffleId).envelopes, added)
}

/**
 * Adds the observation of an address to a file, keeping its content.
 *
 * @returns the number of observations now.
 * @throws DrawauditError as {@link readPublicationFile} does; `file-too-large`, `file-access`, `file-missing`; the
 * file is then unchanged.
 */
export function appendPublication(path: string, added: Envelope): number {
  readPublicationFile(path)
  return append(path, readEnvelopes(path).envelopes, [added])
}

function append(path: string, envelopes: readonly EnvelopeJson[], added: readonly Envelope[]): number {
  const all = [...envelopes, ...added.map(one => encodeEnvelope(one))]
  const text = `${JSON.stringify(all, null, 2)}\n`
  if (text.length > defaultJsonLimits.bytes) {
    throw new DrawauditError(
      'file-too-large',
      `larger than ${defaultJsonLimits.bytes} bytes with the new observations`,
      {
        where: { file: path },
        hint: 'continue with another file; drawaudit verify takes several',
      },
    )
  }
  writeWhole(path, text)
  return all.length
}
