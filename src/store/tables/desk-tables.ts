/**
 * The tables of the desk.
 *
 * @packageDocumentation
 */
import type { DeskRequest, DeskScope, DeskWriter, TokenOfDesk } from '../desk.js'
import type { Sql } from './sql.js'

interface RowOfToken {
  readonly name: string
  readonly digest: string
  readonly scopes: string
  readonly created_at: string
}

/** The desk in the tables. */
export class DeskTables implements DeskWriter {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async listTokens(): Promise<readonly TokenOfDesk[]> {
    return (await this.#sql.all<RowOfToken>('SELECT * FROM desk_token ORDER BY name')).map(readToken)
  }

  async findToken(digest: string): Promise<TokenOfDesk | undefined> {
    const row = await this.#sql.get<RowOfToken>('SELECT * FROM desk_token WHERE digest = ?', [digest])
    return row && readToken(row)
  }

  readRequest(token: string, key: string): Promise<DeskRequest | undefined> {
    return this.#sql.get('SELECT * FROM desk_request WHERE token = ? AND key = ?', [token, key])
  }

  async addToken({ name, digest, scopes, createdAt }: TokenOfDesk): Promise<void> {
    await this.#sql.run('INSERT INTO desk_token (name, digest, scopes, created_at) VALUES (?, ?, ?, ?)', [
      name,
      digest,
      scopes.join(' '),
      createdAt,
    ])
  }

  async removeToken(name: string): Promise<boolean> {
    return (await this.#sql.run('DELETE FROM desk_token WHERE name = ?', [name])) > 0
  }

  async addRequest({ token, key, digest, answer }: DeskRequest): Promise<void> {
    await this.#sql.run('INSERT INTO desk_request (token, key, digest, answer) VALUES (?, ?, ?, ?)', [
      token,
      key,
      digest,
      answer,
    ])
  }
}

const readToken = ({ name, digest, scopes, created_at: createdAt }: RowOfToken): TokenOfDesk => ({
  name,
  digest,
  scopes: scopes.split(' ') as DeskScope[],
  createdAt,
})
