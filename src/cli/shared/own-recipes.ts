/**
 * Installed recipes: files named after their recipes in a folder of the user.
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

/** Maximum bytes of a recipe file: twice the envelope of the longest signed recipe. */
export const mostRecipeBytes = 2 * 1024 * 1024

/**
 * `drawaudit/recipes` in the user's configuration folder (XDG Base Directory Specification); undefined for a user
 * without a home.
 */
export function findRecipeFolder(): string | undefined {
  const given = process.env['XDG_CONFIG_HOME'] ?? ''
  const home = findHome()
  // By the specification, a relative path is ignored.
  const settings = isAbsolute(given) ? given : home && join(home, '.config')
  return settings && join(settings, 'drawaudit', 'recipes')
}

function findHome(): string | undefined {
  try {
    const home = homedir()
    return isAbsolute(home) ? home : undefined
  } catch {
    // No HOME, and a user unknown to the system, as in many containers.
    return undefined
  }
}

/** Whether text is a recipe name (schemas/recipe.json); such a name cannot lead out of the folder. */
const isName = (name: string): boolean => /^[a-z0-9][a-z0-9-]{0,63}$/.test(name)

const fileOf = (folder: string, name: string): string => join(folder, `${name}.json`)

/**
 * Names of installed recipes, sorted.
 *
 * @throws DrawauditError `file-access` if the folder cannot be read.
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

/** Status of a path, links not followed; undefined if absent. */
function statOf(file: string): Stats | undefined {
  try {
    return lstatSync(file)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** An installed file. */
export interface InstalledFile {
  readonly file: string
  readonly bytes: Uint8Array
}

/**
 * The file of an installed recipe; undefined if there is none.
 *
 * @throws DrawauditError `file-kind` for anything but a regular file, links included; `file-access` for another
 * user's file; `file-too-large`; as reading a file does.
 */
export function readInstalled(name: string): InstalledFile | undefined {
  const folder = findRecipeFolder()
  if (folder === undefined || !isName(name)) return undefined
  const file = fileOf(folder, name)
  return withFile(file, 'read', () => {
    const stats = statOf(file)
    if (stats === undefined) return undefined
    // The target of a link can change without consent.
    if (!stats.isFile())
      throw refuse('file-kind', 'is not a regular file, as drawaudit recipe add makes them', file)
    const { O_RDONLY, O_NOFOLLOW } = constants
    // Windows has no O_NOFOLLOW.
    const descriptor = openSync(file, O_RDONLY | ((O_NOFOLLOW as number | undefined) ?? 0))
    try {
      const { uid, size } = fstatSync(descriptor)
      const own = process.getuid?.()
      if (own !== undefined && uid !== own && uid !== 0) {
        throw refuse('file-access', 'belongs to another user', file)
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
 * Installs a recipe, atomically.
 *
 * @param replace - whether to replace an existing one; a link itself is replaced, not its target.
 * @returns the path of the file.
 * @throws DrawauditError `recipe-exists` if there is one and `replace` is false; `file-access`.
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
      // Only one of several concurrent installs succeeds in linking.
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

/** The error for a name in use. */
function existsAlready(file: string): DrawauditError {
  return new DrawauditError('recipe-exists', 'there is a recipe of this name', {
    where: { file },
    hint: 'drawaudit recipe show shows it; --replace puts this one in its place',
  })
}

/**
 * Removes an installed recipe.
 *
 * @returns the path of the removed file; undefined if there was none.
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
