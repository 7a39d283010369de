/**
 * Bundles of one raffle in one call: who shows two people different histories is found out by whoever has both.
 *
 * @packageDocumentation
 */
import { encodeEnvelope, type EnvelopeJson } from '../../core/dsse.js'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { standardInput, type DocumentSource } from '../../io/files.js'
import { isStatement, readStatement } from '../../verify/bundle/chain.js'
import { readDocument } from '../../verify/read-document.js'

/** Statements of raffles of which documents say different things, by the id of the raffle. */
export type Companions = Readonly<Record<string, readonly EnvelopeJson[]>>

/** Larger files, and more of them, are lists and dumps: reading those twice takes longer than what it shows is worth. */
const largest = 4 * 1024 * 1024
const mostFiles = 1000

/** What the bundles among these files say of raffles of which they have different statements for one place. */
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
      // A copy with another signature must not hide the one that verifies.
      envelopes.set(`${json.payload} ${json.signatures[0]?.sig ?? ''}`, json)
      places.set(sequence, (places.get(sequence) ?? new Set<string>()).add(json.payload))
    }
  }
  const several = [...found].filter(([, { places }]) => [...places.values()].some(({ size }) => size > 1))
  return Object.fromEntries(several.map(([raffle, { envelopes }]) => [raffle, [...envelopes.values()]]))
}

/** What documents have of one raffle. */
interface ShownStatements {
  readonly envelopes: Map<string, EnvelopeJson>
  /** Payloads, by their sequence. */
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

/** Whoever verifies the file is told what is wrong with it. */
function read(source: DocumentSource): Buffer | undefined {
  try {
    const bytes = source.read()
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}
