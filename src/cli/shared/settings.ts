/**
 * The settings of an operator: a JSON file with defaults for options.
 *
 * Only operators' commands read them. Auditors name their trust file each time.
 *
 * @packageDocumentation
 */
import { existsSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { builtInChains } from '../../core/beacon.js'
import { parseJson, pointerOf, type JsonValue } from '../../core/json.js'
import { isWitnessKey, parseVerifierKey } from '../../core/verifier-key.js'
import { DrawauditError } from '../../errors.js'
import { readFile } from '../../io/files.js'
import { suggest } from '../../recipe/suggest.js'
import { parseRemoteUrl } from '../../remote/url.js'
import { isPostgresUrl } from '../../store/open-store.js'
import { settingsName } from './settings-name.js'

export { settingsName }

/** Default store in the working folder. */
export const usualStore = 'raffles.db'

/** A witness of the log. */
export interface WitnessSetting {
  readonly url: string
  readonly vkey: string
}

/** Members of the file; paths are relative to the working folder. */
export interface Settings {
  /** Name of the operator of the raffles. */
  readonly operator?: string
  /** An SQLite file, or the URL of a database. */
  readonly store?: string
  readonly passphrase_file?: string
  readonly key_file?: string
  /** Beacon chain of new raffles: a built-in name, or a chain hash known to `trust`. */
  readonly chain?: string
  /** Beacon chain of new raffles, as a file that describes it. */
  readonly chain_info?: string
  readonly relays?: readonly string[]
  /** URLs of time-stamp authorities. */
  readonly timestampers?: readonly string[]
  /** Origin of the transparency log. */
  readonly log?: string
  /** Witnesses of the log: each with its key, or a published list as a file or URL. */
  readonly witnesses?: readonly WitnessSetting[] | string
  /** Trust file used to determine the level of one's own raffles. */
  readonly trust?: string
  /** Folder that a static host serves. */
  readonly publish?: string
  /** Uploads that folder to its host: a program and its arguments. */
  readonly publish_command?: readonly string[]
}

export type SettingName = keyof Settings

/**
 * Parses a member.
 *
 * @param folder - folder of the settings file.
 * @param pointer - JSON pointer of the member, for errors.
 */
type SettingReader<T> = (value: JsonValue, folder: string, pointer: readonly (string | number)[]) => T

const readers: { readonly [N in SettingName]-?: SettingReader<NonNullable<Settings[N]>> } = {
  operator: readText,
  store: (value, folder) => {
    const name = readText(value)
    if (!isPostgresUrl(name)) return from(folder, name)
    return hasPassword(name) ? fail('a URL without its password, which ~/.pgpass or PGPASSWORD has') : name
  },
  passphrase_file: readPath,
  key_file: readPath,
  chain: readChainName,
  chain_info: readPath,
  relays: listOf(readUrl),
  timestampers: listOf(readUrl),
  log: readText,
  witnesses: (value, folder, pointer) => {
    if (typeof value !== 'string') return listOf(readWitness)(value, folder, pointer)
    return /^https?:\/\//i.test(value) ? readUrl(value) : readPath(value, folder)
  },
  trust: readPath,
  publish: readPath,
  publish_command: (value, folder, pointer) => {
    const words = listOf(readText)(value, folder, pointer)
    return words.length > 0 ? words : fail('a program and its arguments, as a list')
  },
}

export const settingNames = Object.keys(readers) as readonly SettingName[]

/** Alternatives: a file may have one of each. */
const exclusive = [
  ['passphrase_file', 'key_file'],
  ['chain', 'chain_info'],
] as const

/**
 * The settings file: DRAWAUDIT_SETTINGS, or the one in the working folder.
 *
 * @returns undefined if there is none.
 * @throws DrawauditError `setting-invalid` for another user's file.
 */
export function findSettingsFile(): string | undefined {
  const named = process.env['DRAWAUDIT_SETTINGS'] ?? ''
  if (named !== '') return named
  if (!existsSync(settingsName)) return undefined
  // Another user's file in a shared folder could choose the beacon and the command to run.
  const { uid } = statSync(settingsName)
  const own = process.getuid?.()
  if (own === undefined || uid === own || uid === 0) return settingsName
  throw new DrawauditError('setting-invalid', 'the settings in this folder belong to another user', {
    where: { file: settingsName },
    hint: `to use them anyway: DRAWAUDIT_SETTINGS=${settingsName}`,
  })
}

/**
 * Reads the settings file.
 *
 * @returns empty settings if there is no file.
 * @throws DrawauditError as {@link parseSettings} and reading a file do.
 */
export function readSettings(file = findSettingsFile()): Settings {
  if (file === undefined) return {}
  const bytes = readFile(file)
  return DrawauditError.within({ file }, () => parseSettings(parseJson(bytes), dirname(file)))
}

/**
 * Parses settings.
 *
 * @param folder - folder that relative paths start from.
 * @throws DrawauditError `setting-invalid`, `url-invalid` or `key-invalid`, with the pointer to the member.
 */
export function parseSettings(value: JsonValue, folder: string): Settings {
  const members = within([], () => readObject(value, 'a JSON object of settings'))
  const settings = Object.entries(members).map(([name, member]) => {
    const pointer = pointerOf([name])
    if (!isSettingName(name)) {
      throw new DrawauditError('setting-invalid', `${JSON.stringify(name)} is not a setting`, {
        where: { pointer },
        hint: suggest(name, 'settings', settingNames, 'docs/CLI.md'),
      })
    }
    return [name, within([name], () => readers[name](member, folder, [name]))] as const
  })
  for (const [one, other] of exclusive) {
    if (!(one in members) || !(other in members)) continue
    throw new DrawauditError('setting-invalid', `${one} and ${other} exclude each other`, {
      where: { pointer: pointerOf([other]) },
      hint: 'leave one of them out',
    })
  }
  return Object.fromEntries(settings)
}

/** Origin of a setting. */
export type SettingOrigin = 'flag' | 'environment' | 'file'

/** The effective value of a setting. */
export interface ResolvedSetting<T> {
  readonly value: T
  readonly from: SettingOrigin
}

/** Environment variables that override the file. */
const variables: {
  readonly [N in SettingName]?: readonly [name: string, read: (text: string) => Settings[N]]
} = {
  store: ['DRAWAUDIT_STORE', text => (text === '' ? undefined : text)],
  passphrase_file: ['DRAWAUDIT_PASSPHRASE_FILE', text => text],
  // Separated by white space.
  timestampers: ['DRAWAUDIT_TIMESTAMP', text => text.split(/\s+/).filter(url => url !== '')],
}

/**
 * The effective value of a setting: flag, else environment, else file.
 *
 * @returns undefined if it is not set.
 * @throws DrawauditError as {@link readSettings} does.
 */
export function chooseSetting<N extends SettingName>(
  name: N,
  flag?: Settings[N],
): ResolvedSetting<NonNullable<Settings[N]>> | undefined {
  if (flag != null) return { value: flag, from: 'flag' }
  const [variable = '', read] = variables[name] ?? []
  const text = process.env[variable]
  const said = text === undefined ? undefined : read?.(text)
  if (said != null) return { value: said, from: 'environment' }
  const { [name]: member } = readSettings()
  return member == null ? undefined : { value: member, from: 'file' }
}

/** The value of {@link chooseSetting}. */
export const findSetting = <N extends SettingName>(name: N, flag?: Settings[N]) =>
  chooseSetting(name, flag)?.value

const isSettingName = (name: string): name is SettingName => Object.hasOwn(readers, name)

/** Adds a pointer to an error that has none. */
function within<T>(pointer: readonly (string | number)[], read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    // Drops `where` of a URL's error: an offset within the URL is no place in the file.
    const { pointer: known = pointerOf(pointer) } = error.where
    const { code, message, hint } = error
    throw new DrawauditError(code, message, {
      where: { pointer: known },
      ...(hint !== undefined && { hint }),
      cause: error,
    })
  }
}

function fail(expected: string): never {
  throw new DrawauditError('setting-invalid', `expected ${expected}`)
}

function listOf<T>(read: SettingReader<T>): SettingReader<readonly T[]> {
  return (value, folder, pointer) => {
    if (!Array.isArray(value)) fail('a list')
    return value.map((item: JsonValue, index) => {
      const place = [...pointer, index]
      return within(place, () => read(item, folder, place))
    })
  }
}

function readText(value: JsonValue): string {
  if (typeof value !== 'string' || value === '' || /\p{Cc}/u.test(value)) return fail('a text on one line')
  return value
}

function readPath(value: JsonValue, folder: string): string {
  if (typeof value !== 'string' || value === '' || value.includes('\0')) return fail('the path of a file')
  return from(folder, value)
}

/** No passwords: settings are shown, and others may read them. */
function hasPassword(name: string): boolean {
  if (!URL.canParse(name)) return name.includes('@')
  const url = new URL(name)
  return url.password !== '' || url.searchParams.has('password')
}

/** For the working folder, the path stays as written. */
const from = (folder: string, path: string): string => (isAbsolute(path) ? path : join(folder, path))

function readUrl(value: JsonValue): string {
  const url = readText(value)
  parseRemoteUrl(url)
  return url
}

function readChainName(value: JsonValue): string {
  const name = readText(value)
  if (Object.hasOwn(builtInChains, name) || /^[0-9a-f]{64}$/.test(name)) return name
  return fail(`${Object.keys(builtInChains).join(', ')}, or the hash of a chain`)
}

function readWitness(
  value: JsonValue,
  _folder: string,
  pointer: readonly (string | number)[],
): WitnessSetting {
  const { url, vkey, ...others } = readObject(value, 'a witness with url and vkey')
  const [other] = Object.keys(others)
  if (other !== undefined) {
    throw new DrawauditError('setting-invalid', `${JSON.stringify(other)} is not a member of a witness`, {
      where: { pointer: pointerOf([...pointer, other]) },
      hint: suggest(other, 'members', ['url', 'vkey']),
    })
  }
  return {
    url: within([...pointer, 'url'], () => readUrl(url ?? null)),
    vkey: within([...pointer, 'vkey'], () => {
      const text = readText(vkey ?? null)
      if (!isWitnessKey(parseVerifierKey(text))) fail('the key of a witness, found that of a log')
      return text
    }),
  }
}

function readObject(value: JsonValue, expected: string): Readonly<Record<string, JsonValue>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail(expected)
  return value as Readonly<Record<string, JsonValue>>
}
