/**
 * What `store check` looks for in the tables of the desk.
 *
 * @packageDocumentation
 */
import { deskScopes } from '../desk.js'
import { DeskTables } from '../tables/desk-tables.js'
import type { Sql } from '../tables/sql.js'

/** Looks whether each token and answer is one that the desk can have made: one sentence for each problem. */
export async function* checkDesk(sql: Sql): AsyncGenerator<string> {
  for (const { name, digest, scopes } of await new DeskTables(sql).listTokens()) {
    if (!/^[0-9a-f]{64}$/.test(digest)) yield `desk token ${name}: its digest is no SHA-256 hash`
    const strange = scopes.find(scope => !deskScopes.includes(scope))
    if (strange !== undefined) yield `desk token ${name}: ${JSON.stringify(strange)} is no scope`
  }
  const requests = await sql.all<{ token: string; key: string; answer: string }>(
    'SELECT token, key, answer FROM desk_request ORDER BY token, key',
  )
  for (const { token, key, answer } of requests) {
    if (!isJson(answer)) yield `desk request ${token} ${key}: its answer cannot be read`
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
