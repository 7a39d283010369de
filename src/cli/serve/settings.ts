/**
 * Settings of the server: sources, valid values and defaults.
 *
 * @packageDocumentation
 */
import { parseJson, pointerOf } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { describeStore, isPostgresUrl } from '../../store/open-store.js'
import { suggest } from '../../recipe/suggest.js'
import { parseRedisUrl } from '../../server/redis-url.js'
import type { Fallback } from '../shared/command.js'
import { deliveryDefaults } from '../shared/delivery-defaults.js'
import { readFile } from '../../io/files.js'
import { valueOption } from '../shared/options.js'

interface SettingDefinition<T> {
  readonly describe: string
  /** Absent for settings that are required or optional. */
  readonly default?: T
  /** Parses a text, or returns a description of what was expected. */
  readonly parse: (text: string) => { readonly value: T } | { readonly expected: string }
  /** Display form of a value that may contain a secret; invalid values are not repeated in errors then. */
  readonly mask?: (value: T) => string
}

function integer(least: number, most: number): SettingDefinition<number>['parse'] {
  return text =>
    /^(0|[1-9]\d{0,15})$/.test(text) && Number(text) >= least && Number(text) <= most
      ? { value: Number(text) }
      : { expected: `an integer from ${least} to ${most}` }
}

function matching(pattern: RegExp, expected: string): SettingDefinition<string>['parse'] {
  return text => (pattern.test(text) ? { value: text } : { expected })
}

/** Whether a URL is an HTTP origin: scheme, host and port only. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text
}

const levels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug']

export const settings = {
  store: {
    describe: 'The store: an SQLite file, or the URL of a PostgreSQL database; created if absent',
    parse: matching(/^[^\0]+$/, 'the path of a file, or postgres://USER@HOST/DATABASE'),
    mask: maskDatabase,
  },
  host: {
    describe: 'Address to listen on',
    default: '127.0.0.1',
    parse: matching(/^[^\s\0]+$/, 'an address or a host name'),
  },
  port: { describe: 'Port to listen on; 0 takes a free one', default: 8080, parse: integer(0, 65535) },
  'public-url': {
    describe: 'Public address of the service, such as https://raffles.example: gives shared links a picture',
    default: '',
    parse: text =>
      text === '' || isOrigin(text)
        ? { value: text }
        : { expected: 'an address without a path, like https://raffles.example' },
  },
  'run-by': {
    describe: 'Who runs the site, and a contact: its pages show it as a statement of the site',
    default: '',
    parse: matching(/^[^\p{Cc}\p{Cf}]{0,200}$/u, 'a name and an address, of 200 characters at most'),
  },
  'tiles-url': {
    describe:
      'URL of a static host with the output of log export, updated every few minutes: full tiles of the log are redirected there',
    default: '',
    parse: text =>
      text === '' || (/^https?:\/\/[^?#]+[^/?#]$/.test(text) && URL.canParse(text))
        ? { value: text }
        : { expected: 'the URL of a folder without a slash at its end, like https://log.example/raffles' },
  },
  'rate-limit': {
    describe:
      'Requests a minute for each client address; the specification has 60, and check refutes another (LIM-03)',
    default: 60,
    parse: integer(1, 1_000_000_000),
  },
  'rate-limit-store': {
    describe: 'URL of a Redis or Valkey server through which several instances share the limit',
    default: '',
    parse: text =>
      text === '' || parseRedisUrl(text) !== undefined
        ? { value: text }
        : { expected: 'redis://HOST:PORT, or rediss, valkey or valkeys' },
    mask: (text: string) => parseRedisUrl(text)?.masked ?? text,
  },
  'trusted-proxy': {
    describe: 'Proxies whose X-Forwarded-For is trusted: addresses and networks, separated by commas',
    default: '',
    parse: text => ({ value: text.replace(/\s/g, '') }),
  },
  vendor: {
    describe: 'Vendor part of the media type application/vnd.VENDOR.v1+json',
    default: 'service',
    parse: matching(/^[a-z0-9][a-z0-9.-]{0,62}$/, 'lower-case letters, digits, dots and dashes'),
  },
  'max-connections': {
    describe: 'Maximum open connections; further ones are closed at once',
    default: 10_000,
    parse: integer(1, 1_000_000),
  },
  workers: {
    describe: 'Processes that answer requests: a number, or auto for one on each processor',
    default: '1',
    parse: matching(/^(auto|[1-9]\d?)$/, 'an integer from 1 to 99, or auto'),
  },
  'metrics-host': {
    describe: 'Address for Prometheus metrics',
    default: '127.0.0.1',
    parse: matching(/^[^\s\0]+$/, 'an address or a host name'),
  },
  'metrics-port': {
    describe: 'Port for Prometheus metrics; without it, there are none',
    parse: integer(0, 65535),
  },
  backups: {
    describe: 'The folder of backups: the age of the newest file in it is a metric',
    default: '',
    parse: matching(/^[^\0]*$/, 'the path of a folder'),
  },
  'log-level': {
    describe: `What to log: ${levels.join(', ')}`,
    default: 'info',
    parse: text => (levels.includes(text) ? { value: text } : { expected: `one of ${levels.join(', ')}` }),
  },
  webhooks: {
    describe: 'Deliver webhooks too: yes or no',
    default: 'no',
    parse: matching(/^(yes|no)$/, 'yes or no'),
  },
  'webhook-rate': {
    describe: 'Maximum webhooks per second and host',
    default: deliveryDefaults.rate,
    parse: integer(1, 100_000),
  },
  'passphrase-file': {
    describe:
      'For webhooks: a file whose first line is the passphrase of the store; or DRAWAUDIT_PASSPHRASE has it',
    parse: matching(/^[^\0]+$/, 'the path of a file'),
  },
  'key-file': {
    describe: 'For webhooks: a file with a key of 32 bytes in hex, instead of a passphrase',
    parse: matching(/^[^\0]+$/, 'the path of a file'),
  },
  'drain-timeout': {
    describe: 'Seconds for open connections to end after SIGTERM',
    default: 10,
    parse: integer(1, 3600),
  },
} satisfies Readonly<Record<string, SettingDefinition<string> | SettingDefinition<number>>>

type SettingTable = typeof settings
export type ServeSettingName = keyof SettingTable
type SettingValue<S> = S extends SettingDefinition<infer T> ? T : never
type SettingWithDefault = {
  [N in ServeSettingName]: SettingTable[N] extends { default: unknown } ? N : never
}[ServeSettingName]

/** Effective settings: all with defaults, and the given others. */
export type ServeSettings = { readonly [N in SettingWithDefault]: SettingValue<SettingTable[N]> } & {
  readonly [N in Exclude<ServeSettingName, SettingWithDefault>]?: SettingValue<SettingTable[N]>
}

export const serveSettingNames = Object.keys(settings) as readonly ServeSettingName[]

/** Settings that a running server can reload from its config file; others need a restart. */
export const reloadable = [
  'rate-limit',
  'trusted-proxy',
  'max-connections',
  'log-level',
  'drain-timeout',
] as const satisfies readonly ServeSettingName[]

/** Name of the environment variable: `DRAWAUDIT_RATE_LIMIT` for `rate-limit`. */
export const variableOf = (name: string): string => `DRAWAUDIT_${name.toUpperCase().replaceAll('-', '_')}`

/** Flags for all settings, without defaults, so that it is known which were given. */
export const settingOptions = Object.fromEntries(
  Object.entries(settings).map(([name, { describe, ...setting }]) => {
    const value = 'default' in setting ? String(setting.default) : ''
    const fallback: Fallback = {
      environment: [variableOf(name)],
      ...(name === 'store' && { setting: name }),
      ...(value !== '' && { otherwise: value }),
    }
    return [name, { ...valueOption, describe, fallback }]
  }),
)

/** Items of a comma-separated setting. */
export const listOf = (text: string): readonly string[] => text.split(',').filter(item => item !== '')

/** Descriptions of variables that are not settings of the server. */
export const otherVariables: Readonly<Record<string, string>> = {
  DRAWAUDIT_CONFIG: 'For serve: the file of --config',
  DRAWAUDIT_SETTINGS: 'The operator’s settings, instead of drawaudit.json in the working folder',
  DRAWAUDIT_PASSPHRASE: 'The passphrase of the store itself; a file is better',
  DRAWAUDIT_JOURNAL: 'The journal of a database on this machine',
  DRAWAUDIT_TIMESTAMP:
    'Authorities that are asked for a time-stamp whenever something is signed, separated by spaces',
  DRAWAUDIT_DEBUG: 'With any value: print the stack trace of a defect',
}

/** Sources of settings, highest precedence first. */
export interface SettingSources {
  readonly flags: Readonly<Record<string, unknown>>
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Path of a JSON file with settings. */
  readonly file?: string
  /** Gets the store from the operator's settings, if no other source names one. */
  readonly findStore?: () => string | undefined
}

/**
 * Reads the effective settings.
 *
 * @throws DrawauditError `setting-invalid` for an invalid value, or an unknown variable or member; as reading a
 * file does.
 */
export function readServeSettings({ flags, environment, file, findStore }: SettingSources): ServeSettings {
  const variables = serveSettingNames.map(variableOf)
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('DRAWAUDIT_') || variables.includes(name) || Object.hasOwn(otherVariables, name))
      continue
    throw new DrawauditError('setting-invalid', `the environment variable ${name} is not a setting`, {
      hint: suggest(name, 'variables', variables),
    })
  }
  const path = file ?? environment['DRAWAUDIT_CONFIG']
  const members = path === undefined ? {} : readMembers(path)
  const values: Record<string, string | number> = {}
  for (const name of serveSettingNames) {
    const setting: SettingDefinition<string> | SettingDefinition<number> = settings[name]
    const variable = variableOf(name)
    const flag = flags[name]
    const [source, text] =
      typeof flag === 'string'
        ? [`--${name}`, flag]
        : environment[variable] !== undefined
          ? [variable, environment[variable]]
          : [`${path ?? ''}: ${name}`, members[name]]
    if (text === undefined) {
      if (setting.default !== undefined) values[name] = setting.default
      continue
    }
    const parsed = setting.parse(text)
    if ('expected' in parsed) {
      const found = setting.mask === undefined ? JSON.stringify(text) : 'something else'
      throw new DrawauditError('setting-invalid', `${source}: expected ${parsed.expected}, found ${found}`, {
        hint: 'drawaudit serve --help lists the settings',
      })
    }
    values[name] = parsed.value
  }
  const store = values['store'] ?? findStore?.()
  if (store !== undefined) values['store'] = store
  return values as unknown as ServeSettings
}

/** Settings without secrets, for display. */
export function maskSettings(chosen: ServeSettings): ServeSettings {
  const { store, 'rate-limit-store': limits } = settings
  return {
    ...chosen,
    ...(chosen.store !== undefined && { store: store.mask(chosen.store) }),
    'rate-limit-store': limits.mask(chosen['rate-limit-store']),
  }
}

/** A database URL without its password; a path is unchanged. */
function maskDatabase(name: string): string {
  if (!isPostgresUrl(name)) return name
  if (!URL.canParse(name)) return describeStore(name)
  const url = new URL(name)
  if (url.password !== '') url.password = '***'
  if (url.searchParams.has('password')) url.searchParams.set('password', '***')
  return url.href
}

function readMembers(path: string): Readonly<Record<string, string>> {
  const value = parseFile(path)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new DrawauditError('setting-invalid', 'expected a JSON object of settings', {
      where: { file: path },
    })
  }
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    const where = { file: path, pointer: pointerOf([name]) }
    if (!(serveSettingNames as readonly string[]).includes(name)) {
      throw new DrawauditError('setting-invalid', `${name} is not a setting`, {
        hint: suggest(name, 'settings', serveSettingNames),
        where,
      })
    }
    const isList = Array.isArray(member) && name === 'trusted-proxy'
    const items: readonly unknown[] = isList ? member : [member]
    if (!items.every(item => typeof item === 'string' || typeof item === 'number')) {
      const expected = name === 'trusted-proxy' ? 'a string or a list of strings' : 'a string or an integer'
      throw new DrawauditError('setting-invalid', `expected ${expected}`, { where })
    }
    return [name, items.join(',')]
  })
  return Object.fromEntries(members) as Readonly<Record<string, string>>
}

function parseFile(path: string): unknown {
  const bytes = readFile(path)
  return DrawauditError.within({ file: path }, () => parseJson(bytes))
}
