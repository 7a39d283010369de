/**
 * The settings of an operator: one JSON file, so that no option has to be typed twice.
 *
 * Only what an operator does reads them. Whoever verifies says each time whom to believe.
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

/** The name of the file, in the folder that one works in. */
export const settingsName = 'drawaudit.json'

/** Where the store is when nobody says: in the folder that one works in. */
export const usualStore = 'raffles.db'

/** A witness of the log, and its key. */
export interface WitnessSetting {
  readonly url: string
  readonly vkey: string
}

/** What the file may say, with paths that lead from the working folder. */
export interface Settings {
  /** Who runs the raffles. */
  readonly operator?: string
  /** An SQLite file, or the URL of a database. */
  readonly store?: string
  readonly passphrase_file?: string
  readonly key_file?: string
  /** The beacon of a new raffle: a built-in name, or the hash of a chain that `trust` knows. */
  readonly chain?: string
  /** The same, as a file that describes it. */
  readonly chain_info?: string
  readonly relays?: readonly string[]
  /** Authorities that time-stamp what is signed. */
  readonly timestampers?: readonly string[]
  /** The origin of the transparency log. */
  readonly log?: string
  /** Who cosigns the log: each with its key, or a published list as a file or a URL. */
  readonly witnesses?: readonly WitnessSetting[] | string
  /** The trust file by which the level of one's own raffles is said. */
  readonly trust?: string
  /** The folder that a static host shows. */
  readonly publish?: string
  /** What brings that folder to its host: a program and its arguments. */
  readonly publish_command?: readonly string[]
}

export type SettingName = keyof Settings

/** Reads a member, whose pointer is said of what is thrown. */
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

/** Of these a file has one at most: each says the same in another way. */
const exclusive = [
  ['passphrase_file', 'key_file'],
  ['chain', 'chain_info'],
] as const

/**
 * The file that DRAWAUDIT_SETTINGS names, or the one in the working folder.
 *
 * @returns undefined where there is none.
 * @throws DrawauditError `setting-invalid` for a file that another user has put there.
 */
export function findSettingsFile(): string | undefined {
  const named = process.env['DRAWAUDIT_SETTINGS'] ?? ''
  if (named !== '') return named
  if (!existsSync(settingsName)) return undefined
  // Somebody else's file in a shared folder would choose the beacon, and what is run.
  const { uid } = statSync(settingsName)
  const own = process.getuid?.()
  if (own === undefined || uid === own || uid === 0) return settingsName
  throw new DrawauditError('setting-invalid', 'the settings in this folder are another user’s', {
    where: { file: settingsName },
    hint: `if they are meant, say so: DRAWAUDIT_SETTINGS=${settingsName}`,
  })
}

/**
 * The settings of the file that {@link findSettingsFile} finds.
 *
 * @returns none where there is no file.
 * @throws DrawauditError as {@link parseSettings} and reading a file do.
 */
export function readSettings(file = findSettingsFile()): Settings {
  if (file === undefined) return {}
  const bytes = readFile(file)
  return DrawauditError.within({ file }, () => parseSettings(parseJson(bytes), dirname(file)))
}

/**
 * Reads settings.
 *
 * @param folder - from which paths in them lead.
 * @throws DrawauditError `setting-invalid`, `url-invalid` or `key-invalid`, with the pointer to the member.
 */
export function parseSettings(value: JsonValue, folder: string): Settings {
  const members = within([], () => readObject(value, 'a JSON object of settings'))
  const settings = Object.entries(members).map(([name, member]) => {
    const pointer = pointerOf([name])
    if (!isSettingName(name)) {
      throw new DrawauditError('setting-invalid', `${JSON.stringify(name)} is no setting`, {
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

/** Where a setting comes from. */
export type SettingOrigin = 'flag' | 'environment' | 'file'

/** A setting in force. */
export interface ResolvedSetting<T> {
  readonly value: T
  readonly from: SettingOrigin
}

/** Variables of the environment that go before the file. */
const variables: {
  readonly [N in SettingName]?: readonly [name: string, read: (text: string) => Settings[N]]
} = {
  store: ['DRAWAUDIT_STORE', text => (text === '' ? undefined : text)],
  passphrase_file: ['DRAWAUDIT_PASSPHRASE_FILE', text => text],
  // Several stand apart by white space.
  timestampers: ['DRAWAUDIT_TIMESTAMP', text => text.split(/\s+/).filter(url => url !== '')],
}

/**
 * A setting in force: what a flag says goes before the environment, and that before the file.
 *
 * @returns undefined where nobody says.
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

/** Says where what is wrong stands, unless that is said. */
function within<T>(pointer: readonly (string | number)[], read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    // Where a URL has its fault is no place in the file.
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

/** Settings are shown, and read by others. */
function hasPassword(name: string): boolean {
  if (!URL.canParse(name)) return name.includes('@')
  const url = new URL(name)
  return url.password !== '' || url.searchParams.has('password')
}

/** In the working folder a path stays as it is written. */
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
    throw new DrawauditError('setting-invalid', `${JSON.stringify(other)} is no member of a witness`, {
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
