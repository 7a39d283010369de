/**
 * Translates errors of PostgreSQL and its driver.
 *
 * @packageDocumentation
 */
import { DrawauditError, type ErrorCode } from '../../errors.js'

interface SqlStateMeaning {
  readonly code: ErrorCode
  readonly message: string
  readonly hint?: string
}

const unreachable: SqlStateMeaning = {
  code: 'store-unavailable',
  message: 'the database cannot be reached',
  hint: 'look whether the server runs, and at the host and the port of the URL',
}

const refused: SqlStateMeaning = {
  code: 'store-unavailable',
  message: 'the database refuses to let us in',
  hint: 'look at the user and the password of the URL, or at PGPASSWORD',
}

const insecure: SqlStateMeaning = {
  code: 'store-unavailable',
  message: 'the connection to the database is not secure',
  hint: 'look at sslmode and sslrootcert of the URL, whether the server has TLS at all, and at its certificate',
}

const forbidden: SqlStateMeaning = {
  code: 'store-unavailable',
  message: 'the user of the database may not do this',
  hint: 'grant the user CREATE on the schema to make the tables, and all rights on them to use them; or name another user',
}

const full: SqlStateMeaning = {
  code: 'store-unavailable',
  message: 'the database cannot do its work',
  hint: 'look at the memory, the disks and the log of its server',
}

const readOnly: SqlStateMeaning = {
  code: 'store-unavailable',
  message: 'the database takes no writes',
  hint: 'name the server that takes them, not one that follows it',
}

const slow: SqlStateMeaning = {
  code: 'store-unavailable',
  message: 'the database took too long',
  hint: 'look at the load of its server',
}

const busy: SqlStateMeaning = {
  code: 'store-busy',
  message: 'the store is locked by another process',
  hint: 'try again when that one is done',
}

const damaged: SqlStateMeaning = {
  code: 'store-damaged',
  message: 'the store is damaged',
  hint: 'restore a backup of the database',
}

const absent: SqlStateMeaning = {
  code: 'store-missing',
  message: 'there is no such database',
  hint: 'make one: createdb',
}

/** A pooler in transaction mode: it loses our settings, prepared statements and LISTEN. */
const pooled = {
  code: 'store-unavailable' as const,
  message: 'a pooler in front of the database shares connections between transactions',
  hint: 'name the database itself, or let the pooler leave sessions alone (pgbouncer: pool_mode = session)',
} satisfies SqlStateMeaning

const unnoticed: SqlStateMeaning = {
  code: 'internal',
  message: 'a statement of the transaction failed unnoticed',
}

/** By SQLSTATE prefix, longest first (PostgreSQL, Appendix A). */
const states: readonly (readonly [prefix: string, meaning: SqlStateMeaning])[] = [
  ['57P01', unreachable],
  ['57P02', unreachable],
  ['57P03', unreachable],
  ['57P04', absent],
  ['57P05', unreachable],
  ['57014', slow],
  ['53300', { ...unreachable, hint: 'its server has too many connections: raise max_connections' }],
  ['53', full],
  ['58', full],
  ['08', unreachable],
  // A prepared statement is missing, or another program's has its name.
  ['26000', pooled],
  ['42P05', pooled],
  ['25P02', unnoticed],
  ['25P03', slow],
  ['25006', readOnly],
  ['28', refused],
  // A table, index or type with a name that we need.
  [
    '42P07',
    {
      code: 'store-kind',
      message: 'something else lives there, with tables of the same names',
      hint: 'name an empty database, or a schema of its own: ?options=-c%20search_path=NAME',
    },
  ],
  ['42710', { code: 'store-kind', message: 'something else lives there', hint: 'name an empty database' }],
  ['42501', forbidden],
  ['3D000', absent],
  ['3F000', { ...absent, message: 'there is no schema to make tables in', hint: 'look at search_path' }],
  ['40', busy],
  ['55P03', busy],
  // An internal error of the server, such as not being able to write its own files.
  ['XX000', full],
  ['XX001', damaged],
  ['XX002', damaged],
]

/** Driver errors without a code for a connection that was lost or not made in time. */
const lost =
  /^(?:Connection terminated|Client has encountered a connection error|timeout expired|Client was closed)/

/** The same for a server that is there but busy or silent. */
const late = /^(?:timeout exceeded when trying to connect|Query read timeout)/

/** Translates an error of PostgreSQL or its driver; returns any other error unchanged. */
export function describeFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DrawauditError) return error
  const meaning = findMeaning(error)
  if (meaning === undefined) return error
  const code = codeOf(error)
  const about = code === undefined ? '' : ` (${code})`
  // The driver's message may contain the user's name, so it is only the cause.
  return new DrawauditError(meaning.code, `${meaning.message}${about}`, {
    ...(meaning.hint !== undefined && { hint: meaning.hint }),
    cause: error,
  })
}

/** Whether the database refused the login: waiting does not help. */
export const isLoginRefused = (error: unknown): boolean =>
  error instanceof Error && (findMeaning(error) === refused || isLoginRefused(error.cause))

/** The error for a listening connection that does not hear commits. */
export const failPooled = (): DrawauditError =>
  new DrawauditError(pooled.code, `${pooled.message}: commits would not be heard of`, { hint: pooled.hint })

function codeOf(error: Error): string | undefined {
  const { code } = error as { readonly code?: unknown }
  return typeof code === 'string' ? code : undefined
}

function findMeaning(error: Error): SqlStateMeaning | undefined {
  const code = codeOf(error)
  if (code === undefined) return findUncoded(error)
  // Server errors have a severity; others are socket and TLS errors.
  if ('severity' in error) return states.find(([prefix]) => code.startsWith(prefix))?.[1]
  if (/CERT|^UNABLE_TO_|^ERR_TLS|^ERR_SSL|SELF_SIGNED|^EPROTO/.test(code)) return insecure
  return /^E(?:CONN|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH|ADDRNOTAVAIL|AI_|NOTFOUND|NOENT$)/.test(code)
    ? unreachable
    : undefined
}

function findUncoded(error: Error): SqlStateMeaning | undefined {
  if (lost.test(error.message)) return unreachable
  if (late.test(error.message)) return slow
  if (/\bSSL\b/.test(error.message)) return insecure
  return /password|SASL|authentication/i.test(error.message) ? refused : undefined
}
