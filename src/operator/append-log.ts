/**
 * What goes into the log: the envelope of every signed statement.
 *
 * @packageDocumentation
 */
import { canonicalize } from '../core/canonical.js'
import { encodeEnvelope } from '../core/dsse.js'
import { encodeUtf8 } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import type { JsonValue } from '../core/json.js'
import { hashLeaf } from '../core/merkle.js'
import { statementType } from '../model/statement.js'
import type { StatementRow } from '../store/ceremonies.js'
import type { LogWriter } from '../store/log.js'

/** Appends signed statements, in the transaction of their signatures; nothing for a store without a log. */
export async function appendToLog(
  log: LogWriter,
  raffleId: string,
  statements: readonly StatementRow[],
  engine: Engine,
): Promise<void> {
  if ((await log.readLog()) === undefined) return
  const entries = statements.flatMap(({ sequence, payload, keyId, signature }) => {
    if (signature === undefined) return []
    const envelope = encodeEnvelope({ payloadType: statementType, payload, keyId, signature })
    const data = encodeUtf8(canonicalize(envelope as unknown as JsonValue))
    return [{ raffleId, sequence, data, hash: hashLeaf(data, engine) }]
  })
  await log.append(entries)
}
