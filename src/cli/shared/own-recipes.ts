/**
 * The recipes that somebody installed: files in a folder of their own, named by what the recipes are called.
 *
 * @packageDocumentation
 */
import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
} from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { DrawauditError } from '../../errors.js'
import { makeFolders, syncPath, writeSynced } from '../../io/durable-files.js'
import { errnoOf, isAbsent, withFile } from '../../io/errno.js'

/** Bytes that a file with a recipe has at most: what an envelope of the longest signed recipe takes, twice. */
export const mostRecipeBytes = 2 * 1024 * 1024

/**
 * `recipes` in drawaudit’s folder of this user’s settings (XDG Base Directory Specification); undefined for a user
 * without a home.
 */
export function findRecipeFolder(): string | undefined {
  const given = process.env['XDG_CONFIG_HOME'] ?? ''
  const home = findHome()
  // The specification has a relative path ignored.
  const settings = isAbsolute(given) ? given : home && join(home, '.config')
  return settings && join(settings, 'drawaudit', 'recipes')
}

function findHome(): string | undefined {
  try {
    const home = homedir()
    return isAbsolute(home) ? home : undefined
  } catch {
    // Without HOME, a user whom the system does not know: as in many containers.
    return undefined
  }
}

/** A name that a recipe can have (schemas/recipe.json): with it no path leads out of the folder. */
const isName = (name: string): boolean => /^[a-z0-9][a-z0-9-]{0,63}$/.test(name)

const fileOf = (folder: string, name: string): string => join(folder, `${name}.json`)

/**
 * The names of the recipes that are installed, in order.
 *
 * @throws DrawauditError `file-access` for a folder that cannot be read.
 */
export function installedNames(): readonly string[] {
  const folder = findRecipeFolder()
  if (folder === undefined) return []
  try {
    return readdirSync(folder)
      .filter(file => file.endsWith('.json') && isName(file.slice(0, -'.json'.length)))
      .map(file => file.slice(0, -'.json'.length))
      .sort()
  } catch (error) {
    if (isAbsent(error)) return []
    return withFile(folder, 'read', () => {
      throw error
    })
  }
}

/** What is there, a link as itself; undefined where nothing is, nor a folder for it. */
function statOf(file: string): Stats | undefined {
  try {
    return lstatSync(file)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** A file that is installed. */
export interface InstalledFile {
  readonly file: string
  readonly bytes: Uint8Array
}

/**
 * The file of a recipe that is installed; undefined where there is none of this name.
 *
 * @throws DrawauditError `file-kind` for what is no regular file, such as a link, `file-access` for one of another user,
 * `file-too-large`, or as reading any file does.
 */
export function readInstalled(name: string): InstalledFile | undefined {
  const folder = findRecipeFolder()
  if (folder === undefined || !isName(name)) return undefined
  const file = fileOf(folder, name)
  return withFile(file, 'read', () => {
    const stats = statOf(file)
    if (stats === undefined) return undefined
    // What a link leads to can change without anybody having agreed.
    if (!stats.isFile())
      throw refuse('file-kind', 'is no regular file, as drawaudit recipe add makes one', file)
    const { O_RDONLY, O_NOFOLLOW } = constants
    // Windows has no O_NOFOLLOW.
    const descriptor = openSync(file, O_RDONLY | ((O_NOFOLLOW as number | undefined) ?? 0))
    try {
      const { uid, size } = fstatSync(descriptor)
      const own = process.getuid?.()
      if (own !== undefined && uid !== own && uid !== 0) {
        throw refuse('file-access', 'is another user’s', file)
      }
      if (size > mostRecipeBytes)
        throw refuse('file-too-large', `is larger than ${mostRecipeBytes} bytes`, file)
      return { file, bytes: Uint8Array.from(readFileSync(descriptor)) }
    } finally {
      closeSync(descriptor)
    }
  })
}

function refuse(
  code: 'file-kind' | 'file-access' | 'file-too-large',
  message: string,
  file: string,
): DrawauditError {
  return new DrawauditError(code, message, {
    where: { file },
    hint: 'drawaudit recipe remove removes it; drawaudit recipe add --replace puts a recipe in its place',
  })
}

/**
 * Installs a recipe: its file is there whole, or not at all.
 *
 * @param replace - also in the place of one that is there; a link is replaced itself, and not what it leads to.
 * @returns the file.
 * @throws DrawauditError `recipe-exists` where there is one of this name and it may not be replaced, or `file-access`.
 */
export function installRecipe(name: string, content: string, replace: boolean): string {
  const folder = findRecipeFolder()
  if (folder === undefined || !isName(name)) {
    throw new DrawauditError('file-access', 'there is no folder for recipes: this user has no home', {
      hint: 'set XDG_CONFIG_HOME to a folder, or name the file each time: --recipe FILE',
    })
  }
  const file = fileOf(folder, name)
  return withFile(file, 'write', () => {
    makeFolders(folder, 0o700)
    const partial = join(folder, `.${name}.${process.pid}.partial`)
    try {
      writeSynced(partial, [content])
      if (replace) renameSync(partial, file)
      // A link is made for one of those who install at the same time.
      else linkNew(partial, file)
      syncPath(folder)
      return file
    } finally {
      rmSync(partial, { force: true })
    }
  })
}

function linkNew(partial: string, file: string): void {
  try {
    linkSync(partial, file)
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error
    throw existsAlready(file)
  }
}

/** What is said where the name of a recipe is taken. */
function existsAlready(file: string): DrawauditError {
  return new DrawauditError('recipe-exists', 'there is a recipe of this name', {
    where: { file },
    hint: 'drawaudit recipe show shows it; --replace puts this one in its place',
  })
}

/**
 * Removes a recipe that is installed.
 *
 * @returns the file that was there; undefined where there is none.
 * @throws DrawauditError `file-access`; `file-kind` for a folder.
 */
export function removeInstalled(name: string): string | undefined {
  const folder = findRecipeFolder()
  if (folder === undefined || !isName(name)) return undefined
  const file = fileOf(folder, name)
  return withFile(file, 'write', () => {
    const found = statOf(file)
    if (found === undefined) return undefined
    if (found.isDirectory()) throw refuse('file-kind', 'is a folder, which drawaudit did not make', file)
    rmSync(file)
    syncPath(folder)
    return file
  })
}
