/**
 * The SQLite that the store of this Node works with.
 *
 * @packageDocumentation
 */
import { loadDriver } from '../src/store/sqlite/database.js'

export const Sqlite = await loadDriver()
