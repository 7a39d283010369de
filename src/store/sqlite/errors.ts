/**
 * Translates errors of SQLite.
 *
 * @packageDocumentation
 */
import { DrawauditError, type ErrorCode } from '../../errors.js'

/** Runs a statement and translates SQLite's errors. */
export function withSqliteErrors<T>(action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw describeFailure(error)
  }
}

/** Translates an error of SQLite; returns any other error unchanged. */
export function describeFailure(error: unknown): unknown {
  const { code } = error as { readonly code?: unknown }
  if (!(error instanceof Error) || typeof code !== 'string' || !code.startsWith('SQLITE_')) return error
  const is = (...names: readonly string[]): boolean => names.some(name => code.startsWith(name))
  const fail = (kind: ErrorCode, message: string, hint: string): DrawauditError =>
    new DrawauditError(kind, `${message} (${code})`, { hint, cause: error })
  if (is('SQLITE_BUSY', 'SQLITE_LOCKED')) {
    return fail('store-busy', 'the store is locked by another process', 'try again when that one is done')
  }
  if (is('SQLITE_NOTADB')) return fail('store-kind', 'is not a store of drawaudit', 'name another file')
  if (is('SQLITE_CORRUPT')) {
    return fail('store-damaged', 'the store is damaged', 'restore a backup: drawaudit store restore')
  }
  if (is('SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_NOMEM')) {
    return fail(
      'store-unavailable',
      'the store cannot be read or written',
      'look at the disk and the permissions',
    )
  }
  return error
}

/**
 * Whether SQLite could open the file only for reading. This lasts as long as the connection; a new one may
 * succeed.
 */
export const isReadOnly = ({ cause }: DrawauditError): boolean =>
  String((cause as { readonly code?: unknown } | undefined)?.code).startsWith('SQLITE_READONLY')
