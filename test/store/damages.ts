/**
 * What may happen to the rows of a store that `fillStore` made, and what is said of it.
 *
 * @packageDocumentation
 */
import { copyFileSync } from 'node:fs'
import { Sqlite } from '../sqlite.js'
import { ids } from './copy-stage.js'

/** What a database calls bytes: those of hex digits. */
export type FormatBytes = (hex: string) => string

/** Bytes in SQLite. */
export const sqliteBytes: FormatBytes = hex => `x'${hex}'`

/** Bytes in PostgreSQL. */
export const postgresBytes: FormatBytes = hex => `'\\x${hex}'::bytea`

/** Each statement changes at least one row, and is found with such a problem, which is the first. */
export function listDamages(bytes: FormatBytes): readonly (readonly [sql: string, message: RegExp])[] {
  const id = ids.sealed
  const of = `(SELECT number FROM ceremony WHERE raffle_id = '${id}')`
  const hash = bytes('00'.repeat(32))
  return [
    [
      `UPDATE view SET body = ${bytes('7b7d')} WHERE raffle_id = '${id}' AND name = 'bundle'`,
      /: the view bundle is not/,
    ],
    [
      `UPDATE view SET etag = 'x' WHERE raffle_id = '${id}' AND name = 'statements'`,
      /: the ETag of the view statements is not/,
    ],
    [
      `UPDATE audit_version SET record = record || ' ' WHERE raffle_id = '${ids.drawn}'`,
      /: version 1 of the audit record is not what was published/,
    ],
    [`DELETE FROM audit_version WHERE raffle_id = '${ids.drawn}'`, /: the history is not/],
    [
      `UPDATE statement SET payload = ${bytes('7b7d')} WHERE ceremony = ${of} AND sequence = 0`,
      /statement 0 is not what was stored/,
    ],
    [
      `UPDATE statement SET payload = ${bytes('7b7d')} WHERE ceremony = ${of} AND sequence = 1`,
      /statement 1 is not what was stored/,
    ],
    [`UPDATE entry SET kind = 'free' WHERE ceremony = ${of} AND place = 77`, /entries are not as many/],
    [`UPDATE entry SET id = 'nobody' WHERE ceremony = ${of} AND place = 77`, /is not found at its place/],
    [
      `UPDATE entry SET kind = CASE kind WHEN 'free' THEN 'paid' ELSE 'free' END
       WHERE ceremony = ${of} AND place IN (
         (SELECT min(place) FROM entry WHERE ceremony = ${of} AND kind = 'free'),
         (SELECT min(place) FROM entry WHERE ceremony = ${of} AND kind = 'paid'))`,
      /its entries are not those that were sealed/,
    ],
    [`DELETE FROM entry WHERE ceremony = ${of} AND place = 77`, /its entries are not as many/],
    [`UPDATE receipt SET payload = ${bytes('7b7d')} WHERE id = '1'`, /the receipt of "1" is none/],
    [`UPDATE receipt SET signature = ${bytes('00'.repeat(64))} WHERE id = '1'`, /is not signed by its key/],
    ["UPDATE receipt SET issued_at = 'x' WHERE id = '1'", /the receipt of "1" is of something else/],
    ["UPDATE receipt SET id = 'x' WHERE id = '1'", /the receipt of "x" is of something else/],
    ["UPDATE withdrawal SET id = '1'", /the receipt of "1" is not the one that was withdrawn/],
    ['UPDATE withdrawal SET digest = NULL', /its withdrawn receipts are not those that were sealed/],
    [`UPDATE tree_node SET hash = ${hash} WHERE ceremony = ${of}`, /node 0 of level 8 is not/],
    [`UPDATE log_entry SET hash = ${hash} WHERE place = 2`, /the log: entry 2 is not what was appended/],
    [`UPDATE log_tile SET hashes = ${hash}`, /the log: hash 0 of level 0/],
    [`UPDATE log_head SET root = ${hash}`, /the log: its head of \d+ entries has another root/],
    [`UPDATE signing_key SET public_key = ${hash}`, /it has another public key/],
    [`UPDATE raffle_summary SET name = 'x' WHERE raffle_id = '${id}'`, /its line in the list is not/],
    ["UPDATE webhook_message SET type = 'x'", /webhook message \w+: it is an event of another type/],
    ['DELETE FROM webhook_worker', /webhook delivery \d+: its worker does not exist/],
  ]
}

/** A copy of a store with one of {@link listDamages}. @returns its path, and how many rows were changed. */
export function damageCopy(
  file: string,
  sql: string,
): { readonly damaged: string; readonly changes: number } {
  const damaged = `${file}.damaged`
  copyFileSync(file, damaged)
  const database = new Sqlite(damaged)
  database.pragma('foreign_keys = OFF')
  const { changes } = database.prepare(sql).run()
  database.close()
  return { damaged, changes }
}
