/**
 * Compares bundles of one raffle within a call, to expose operators who show different histories.
 *
 * @packageDocumentation
 */
import { encodeEnvelope, type EnvelopeJson } from '../../core/dsse.js'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { standardInput, type DocumentSource } from '../../io/files.js'
import { isStatement, readStatement } from '../../verify/bundle/chain.js'
import { readDocument } from '../../verify/read-document.js'

/** Conflicting statements, by raffle id. */
export type Companions = Readonly<Record<string, readonly EnvelopeJson[]>>

/**
 * Maximum bytes and number of compared files. Beyond these, input is lists and dumps, for which a second read is
 * not worth its time.
 */
const largest = 4 * 1024 * 1024
const mostFiles = 1000

/** The statements of raffles for which bundles among these files differ. */
export function findCompanions(sources: readonly DocumentSource[]): Companions {
  const files = sources.filter(
    ({ name, size }) => name !== standardInput && size !== undefined && size <= largest,
  )
  if (files.length < 2 || files.length > mostFiles) return {}
  const found = new Map<string, ShownStatements>()
  for (const source of files) {
    for (const envelope of readStatements(source)) {
      const statement = readStatement(envelope)
      if (!isStatement(statement)) continue
      const { raffle_id, sequence } = statement
      const { envelopes, places } = found.get(raffle_id) ?? {
        envelopes: new Map<string, EnvelopeJson>(),
        places: new Map<number, Set<string>>(),
      }
      found.set(raffle_id, { envelopes, places })
      const json = encodeEnvelope(envelope)
      // Keyed by signature too: a copy with a bad signature must not hide the good one.
      envelopes.set(`${json.payload} ${json.signatures[0]?.sig ?? ''}`, json)
      places.set(sequence, (places.get(sequence) ?? new Set<string>()).add(json.payload))
    }
  }
  const several = [...found].filter(([, { places }]) => [...places.values()].some(({ size }) => size > 1))
  return Object.fromEntries(several.map(([raffle, { envelopes }]) => [raffle, [...envelopes.values()]]))
}

/** The statements of one raffle in all documents. */
interface ShownStatements {
  readonly envelopes: Map<string, EnvelopeJson>
  /** Payloads by sequence number. */
  readonly places: Map<number, Set<string>>
}

function readStatements(source: DocumentSource) {
  const bytes = read(source)
  if (bytes?.includes('"statements"') !== true) return []
  try {
    const document = readDocument(parseJson(bytes))
    return document.kind === 'bundle' ? document.bundle.statements : []
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    return []
  }
}

/** The verification of the file reports its faults. */
function read(source: DocumentSource): Buffer | undefined {
  try {
    const bytes = source.read()
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}
