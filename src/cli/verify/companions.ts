/**
 * Bundles of one raffle in one call: who shows two people different commitments is found out by whoever has both.
 *
 * @packageDocumentation
 */
import { encodeEnvelope, type EnvelopeJson } from '../../core/dsse.js'
import { parseJson } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { standardInput, type Source } from '../../io/files.js'
import { isStatement, readStatement } from '../../verify/bundle/chain.js'
import { readDocument } from '../../verify/read-document.js'

/** Commitments and seals, by the id of their raffle. */
export type Companions = Readonly<Record<string, readonly EnvelopeJson[]>>

/** Larger files, and more of them, are lists and dumps: reading those twice takes longer than what it shows is worth. */
const largest = 4 * 1024 * 1024
const mostFiles = 1000

/** What the bundles among these files say of raffles that more than one of them is about. */
export function findCompanions(sources: readonly Source[]): Companions {
  const files = sources.filter(
    ({ name, size }) => name !== standardInput && size !== undefined && size <= largest,
  )
  if (files.length < 2 || files.length > mostFiles) return {}
  const found = new Map<string, Map<string, EnvelopeJson>>()
  for (const source of files) {
    for (const envelope of readStatements(source)) {
      const statement = readStatement(envelope)
      if (!isStatement(statement) || (statement.type !== 'commitment' && statement.type !== 'seal')) continue
      const json = encodeEnvelope(envelope)
      const known = found.get(statement.raffle_id) ?? new Map<string, EnvelopeJson>()
      found.set(statement.raffle_id, known.set(json.payload, json))
    }
  }
  // A commitment and a seal are what every bundle has.
  const several = [...found].filter(([, envelopes]) => envelopes.size > 2)
  return Object.fromEntries(several.map(([raffle, envelopes]) => [raffle, [...envelopes.values()]]))
}

function readStatements(source: Source) {
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
function read(source: Source): Buffer | undefined {
  try {
    const bytes = source.read()
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}
