/**
 * Part of `store check`: the tables of the desk.
 *
 * @packageDocumentation
 */
import { parseJson } from '../../core/json.js'
import { deskScopes } from '../desk.js'
import { DeskTables } from '../tables/desk-tables.js'
import type { Sql } from '../tables/sql.js'
import { tryTo } from './try-to.js'

/** Requests a page: a shop makes millions. */
const pageSize = 1000

/** Checks that the desk could have made each token and answer: one sentence a problem. */
export async function* checkDesk(sql: Sql): AsyncGenerator<string> {
  for (const { name, digest, scopes } of await new DeskTables(sql).listTokens()) {
    if (!/^[0-9a-f]{64}$/.test(digest)) yield `desk token ${name}: its digest is no SHA-256 hash`
    const strange = scopes.find(scope => !deskScopes.includes(scope))
    if (strange !== undefined) yield `desk token ${name}: ${JSON.stringify(strange)} is no scope`
  }
  for (let after: readonly [string, string] | undefined = ['', '']; after !== undefined;) {
    const page: readonly RowOfRequest[] = await sql.all<RowOfRequest>(
      `SELECT token, key, answer FROM desk_request WHERE (token, key) > (?, ?) ORDER BY token, key LIMIT ${pageSize}`,
      after,
    )
    for (const { token, key, answer } of page) {
      if (tryTo(() => parseJson(answer)) === undefined)
        yield `desk request ${token} ${key}: its answer cannot be read`
    }
    const last = page.at(-1)
    after = last === undefined || page.length < pageSize ? undefined : [last.token, last.key]
  }
}

interface RowOfRequest {
  readonly token: string
  readonly key: string
  readonly answer: string
}
