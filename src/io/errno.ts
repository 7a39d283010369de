/**
 * Translates the operating system's file errors: the only table of its codes.
 *
 * @packageDocumentation
 */
import { DrawauditError, type ErrorCode } from '../errors.js'

/** The intended access to a file. */
export type Doing = 'read' | 'write'

type Meaning = readonly [code: ErrorCode, message: string]

const denied: Meaning = ['file-access', 'permission denied']
const full: Meaning = ['file-access', 'cannot be written: the disk is full']
const absent: Meaning = ['file-missing', 'there is no such file or folder']

const meanings: Readonly<Record<Doing, Readonly<Record<string, Meaning>>>> = {
  read: {
    ENOENT: absent,
    ENOTDIR: absent,
    EISDIR: ['file-kind', 'is a folder'],
  },
  write: {
    ENOENT: ['file-missing', 'there is no such folder'],
    ENOTDIR: ['file-access', 'cannot be written: a part of its path is a file'],
    EISDIR: ['file-access', 'cannot be written: there is a folder of this name'],
    EEXIST: ['file-exists', 'there is such a file or folder'],
    ENXIO: ['file-access', 'cannot be written: it has no reader'],
    EPIPE: ['file-access', 'cannot be written: its reader has closed it'],
  },
}

const always: Readonly<Record<string, Meaning>> = {
  EACCES: denied,
  EPERM: denied,
  EROFS: ['file-access', 'cannot be written: the file system is read-only'],
  ENOSPC: full,
  EDQUOT: full,
  ELOOP: ['file-access', 'too many symbolic links'],
  EMFILE: ['file-access', 'too many files are open (EMFILE)'],
  ENFILE: ['file-access', 'too many files are open (ENFILE)'],
}

/** The code of an operating system error, such as `ENOENT`; undefined for any other error. */
export function errnoOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' && /^E(?!RR_)[A-Z0-9]+$/.test(code) ? code : undefined
}

/** Whether an error means that there is no such file. */
export const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '')

/** Translates an operating system error for a file; returns any other error unchanged. */
export function describeErrno(path: string, doing: Doing, error: unknown): unknown {
  const errno = errnoOf(error)
  if (errno === undefined) return error
  const [code, message] = meanings[doing][errno] ??
    always[errno] ?? ['file-access', `cannot be ${doing === 'read' ? 'read' : 'written'} (${errno})`]
  return new DrawauditError(code, message, { where: { file: path }, cause: error })
}

/**
 * Runs a file operation, synchronous or not, and translates its errors.
 *
 * @throws DrawauditError `file-missing`, `file-access`, `file-kind` or `file-exists`.
 */
export function withFile<T>(path: string, doing: Doing, action: () => T): T {
  try {
    const result = action()
    if (!(result instanceof Promise)) return result
    return result.catch((error: unknown) => {
      throw describeErrno(path, doing, error)
    }) as T
  } catch (error) {
    throw describeErrno(path, doing, error)
  }
}
