/**
 * Part of `store check`: references between tables.
 *
 * @packageDocumentation
 */
import type { Sql } from '../tables/sql.js'

/** A foreign key: a column that names a row of another table. */
interface Reference {
  readonly table: string
  /** Columns that identify a row of the table. */
  readonly key: readonly string[]
  readonly column: string
  readonly parent: string
  readonly parentColumn: string
}

const ofCeremony = (table: string, ...key: readonly string[]): Reference => ({
  table,
  key: ['ceremony', ...key],
  column: 'ceremony',
  parent: 'ceremony',
  parentColumn: 'number',
})

/**
 * All references except those to raffles, which are checked with the views. Entries have none: they are
 * counted for each ceremony.
 */
export const references: readonly Reference[] = [
  ofCeremony('statement', 'sequence'),
  {
    table: 'statement',
    key: ['ceremony', 'sequence'],
    column: 'key_id',
    parent: 'signing_key',
    parentColumn: 'key_id',
  },
  ofCeremony('statement_token', 'sequence', 'authority'),
  ofCeremony('seed', 'position'),
  ofCeremony('beacon'),
  ofCeremony('tree_node', 'level', 'place'),
  ofCeremony('receipt', 'id'),
  { ...ofCeremony('receipt', 'id'), column: 'key_id', parent: 'signing_key', parentColumn: 'key_id' },
  ofCeremony('withdrawal', 'id'),
  {
    table: 'log_cosignature',
    key: ['number'],
    column: 'size',
    parent: 'log_head',
    parentColumn: 'size',
  },
  ...(['message', 'endpoint', 'worker'] as const).map(column => ({
    table: 'webhook_delivery',
    key: ['number'],
    column,
    parent: `webhook_${column}`,
    parentColumn: column === 'worker' ? 'id' : 'number',
  })),
  {
    table: 'webhook_attempt',
    key: ['number'],
    column: 'delivery',
    parent: 'webhook_delivery',
    parentColumn: 'number',
  },
]

/** Max problems of one kind that are reported; there may be millions. */
const most = 20

/**
 * Checks that referenced rows exist.
 *
 * @returns one sentence a problem: lower case, no full stop.
 */
export async function* checkReferences(sql: Sql): AsyncGenerator<string> {
  for (const { table, key, column, parent, parentColumn } of references) {
    const names = key.map(name => `child.${name}`).join(', ')
    const rows = await sql.all<Readonly<Record<string, string | number>>>(
      `SELECT ${names} FROM ${table} AS child
       WHERE child.${column} IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM ${parent} WHERE ${parent}.${parentColumn} = child.${column})
       ORDER BY ${names} LIMIT ${most}`,
    )
    for (const row of rows) {
      const name = [table.replaceAll('_', ' '), ...key.map(part => row[part])].join(' ')
      yield `${name}: its ${parent.replace('webhook_', '').replaceAll('_', ' ')} does not exist`
    }
  }
}
