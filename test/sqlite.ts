/**
 * The SQLite that the store of this Node works with.
 *
 * @packageDocumentation
 */
import { loadSqlite } from '../src/io/sqlite.js'

export const Sqlite = await loadSqlite()
