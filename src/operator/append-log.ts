/**
 * Appends the envelope of every signed statement to the log.
 *
 * @packageDocumentation
 */
import { encodeLogEntry } from '../core/dsse.js'
import type { Engine } from '../core/engine.js'
import { hashLeaf } from '../core/merkle.js'
import { statementType } from '../model/statement.js'
import type { StatementRow } from '../store/ceremonies.js'
import type { LogWriter } from '../store/log.js'

/**
 * Appends signed statements, in the transaction of their signatures; does nothing for a store without a log.
 */
export async function appendToLog(
  log: LogWriter,
  raffleId: string,
  statements: readonly StatementRow[],
  engine: Engine,
): Promise<void> {
  if ((await log.readLog()) === undefined) return
  const entries = statements.flatMap(({ sequence, payload, keyId, signature }) => {
    if (signature === undefined) return []
    const data = encodeLogEntry({ payloadType: statementType, payload, keyId, signature })
    return [{ raffleId, sequence, data, hash: hashLeaf(data, engine) }]
  })
  await log.append(entries)
}
