import { join } from 'node:path'
import t from 'tap'
import {
  maskSettings,
  readServeSettings,
  serveSettingNames,
  type ServeSettingName,
  type SettingSources,
} from '../../../src/cli/serve/settings.js'
import { DrawauditError } from '../../../src/errors.js'

/** Of every setting: its default, three other values (of flag, environment, file), and texts that are none. */
const table: Readonly<
  Record<
    ServeSettingName,
    {
      readonly default?: string | number
      readonly good: readonly [string | number, string | number, string | number]
      readonly bad: readonly string[]
      readonly expected: string
    }
  >
> = {
  store: {
    good: ['/b/c.db', 'd e.db', 'postgres://user@db.example/raffles'],
    bad: ['', 'a\0b'],
    expected: 'the path of a file, or postgres://USER@HOST/DATABASE',
  },
  host: {
    default: '127.0.0.1',
    good: ['::1', '0.0.0.0', 'localhost'],
    bad: ['', 'a b', 'a\n', '\0'],
    expected: 'an address or a host name',
  },
  port: {
    default: 8080,
    good: [0, 65535, 80],
    bad: ['', '65536', '-1', '080', '1.5', '1e3', '0x50', ' 80', '80 ', 'http', '٨٠', '9'.repeat(20)],
    expected: 'an integer from 0 to 65535',
  },
  'public-url': {
    default: '',
    good: ['https://raffles.example', 'http://127.0.0.1:8080', 'https://[::1]'],
    bad: [
      ' ',
      'raffles.example',
      'https://raffles.example/',
      'https://a/b',
      'https://u@a',
      'https://a:443',
      'ftp://a',
    ],
    expected: 'an address without a path, like https://raffles.example',
  },
  'run-by': {
    default: '',
    good: ['Example Raffles Ltd, 1 High Street, Anytown', 'Lotterie „Glück“ e.V., post@example.org', 'A'],
    bad: ['a\nb', 'a\0', '\u202eelpmaxe', 'x'.repeat(201)],
    expected: 'a name and an address, of 200 characters at most',
  },
  'tiles-url': {
    default: '',
    good: ['https://log.example/raffles', 'http://127.0.0.1:8000/a/b', 'https://log.example'],
    bad: [
      ' ',
      'log.example',
      'https://log.example/',
      'https://a/b?c',
      'https://a/b#c',
      'ftp://a/b',
      'https://',
    ],
    expected: 'the URL of a folder without a slash at its end, like https://log.example/raffles',
  },
  'rate-limit': {
    default: 60,
    good: [1, 1_000_000_000, 120],
    bad: ['', '0', '1000000001', '-5', 'none', '1_000'],
    expected: 'an integer from 1 to 1000000000',
  },
  'rate-limit-store': {
    default: '',
    good: ['redis://127.0.0.1:6379', 'rediss://user:p%40ss@redis.example/2', 'valkeys://[::1]:1'],
    // prettier-ignore
    bad: [
      ' ', 'redis', 'redis:', 'redis://', 'redis://:6379', 'redis:///2', 'redis://:secret@:6379', 'http://:secret@a',
      'redis://:secret@a:70000', 'redis://:secret@a/two', 'redis://:secret@a/1/2', 'redis://:secret@a?db=2',
      'redis://:secret@a#2', 'redis://:secret%zz@a', 'redis://:secret @a', 'unix:///secret', 'secret@redis.example',
    ],
    expected: 'redis://HOST:PORT, or rediss, valkey or valkeys',
  },
  'trusted-proxy': { default: '', good: ['10.0.0.0/8,::1', '127.0.0.1', 'fd00::/8'], bad: [], expected: '' },
  vendor: {
    default: 'service',
    good: ['acme', 'a.b-c', '7'],
    bad: ['', 'Acme', 'a b', '.a', '-a', 'a+json', 'a/b', 'ä', 'a'.repeat(64)],
    expected: 'lower-case letters, digits, dots and dashes',
  },
  'max-connections': {
    default: 10_000,
    good: [1, 1_000_000, 50],
    bad: ['', '0', '1000001', 'all'],
    expected: 'an integer from 1 to 1000000',
  },
  workers: {
    default: '1',
    good: ['auto', '2', '99'],
    bad: ['', '0', '100', '-1', '02', 'Auto', '1.5', 'all'],
    expected: 'an integer from 1 to 99, or auto',
  },
  'metrics-host': {
    default: '127.0.0.1',
    good: ['::1', '0.0.0.0', 'localhost'],
    bad: ['', 'a b'],
    expected: 'an address or a host name',
  },
  'metrics-port': {
    good: [9090, 65535, 0],
    bad: ['', '65536', '-1', 'yes'],
    expected: 'an integer from 0 to 65535',
  },
  backups: {
    default: '',
    good: ['/srv/backups', 'backups', '.'],
    bad: ['\0', 'a\0b'],
    expected: 'the path of a folder',
  },
  'log-level': {
    default: 'info',
    good: ['silent', 'fatal', 'debug'],
    bad: ['', 'INFO', 'trace', 'verbose', 'toString'],
    expected: 'one of silent, fatal, error, warn, info, debug',
  },
  webhooks: {
    default: 'no',
    good: ['yes', 'no', 'yes'],
    bad: ['', 'Yes', 'true', '1'],
    expected: 'yes or no',
  },
  'webhook-rate': {
    default: 50,
    good: [1, 100_000, 20],
    bad: ['', '0', '100001', '5/s'],
    expected: 'an integer from 1 to 100000',
  },
  'passphrase-file': {
    good: ['pass', '/run/pass', 'a b'],
    bad: ['', 'a\0b'],
    expected: 'the path of a file',
  },
  'key-file': { good: ['key', '/run/key', 'a b'], bad: ['', 'a\0b'], expected: 'the path of a file' },
  'drain-timeout': {
    default: 10,
    good: [1, 3600, 30],
    bad: ['', '0', '3601', '10s'],
    expected: 'an integer from 1 to 3600',
  },
}

const variableOf = (name: string): string => `DRAWAUDIT_${name.toUpperCase().replaceAll('-', '_')}`
const read = (sources: Partial<SettingSources>) =>
  readServeSettings({ flags: {}, environment: {}, ...sources })

function failure(sources: Partial<SettingSources>): DrawauditError {
  try {
    read(sources)
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
  throw new Error('nothing was refused')
}

/** The path of a config file with this text. */
const config = (test: Pick<typeof t, 'testdir'>, text: string | object): string =>
  join(test.testdir({ 'config.json': typeof text === 'string' ? text : JSON.stringify(text) }), 'config.json')

const defaults = Object.fromEntries(
  serveSettingNames.flatMap(name => (table[name].default === undefined ? [] : [[name, table[name].default]])),
)

await t.test('what holds when nobody says', t => {
  t.strictSame(Object.keys(table), serveSettingNames)
  t.strictSame(read({}), defaults)
  t.strictSame(read({ environment: { PATH: '/bin', DRAWAUDITOR: 'x', DRAWAUDIT_DEBUG: '1' } }), defaults)
  t.strictSame(
    read({ flags: { 'check-config': false, color: true, $0: 'drawaudit', _: ['serve'] } }),
    defaults,
  )
  t.end()
})

await t.test('a flag goes before a variable, a variable before the file, the file before the default', t => {
  for (const name of serveSettingNames) {
    const [flag, variable, member] = table[name].good
    const flags = { [name]: String(flag) }
    const environment = { [variableOf(name)]: String(variable) }
    const file = config(t, { [name]: member })
    const value = (sources: Partial<SettingSources>): unknown => read(sources)[name]
    t.equal(value({ flags, environment, file }), flag, `${name}: flag`)
    t.equal(value({ flags, file }), flag, `${name}: flag, no variable`)
    t.equal(value({ environment, file }), variable, `${name}: variable`)
    t.equal(value({ file }), member, `${name}: file`)
    t.equal(value({}), table[name].default, `${name}: default`)
    t.strictSame(read({ file }), { ...defaults, [name]: member }, `${name}: and no other`)
    const asText = config(t, { [name]: String(member) })
    t.equal(value({ file: asText }), member, `${name}: as text in the file`)
  }
  t.end()
})

await t.test('the file may be named by a variable too', t => {
  const file = config(t, { port: 1 })
  const environment = { DRAWAUDIT_CONFIG: file }
  t.equal(read({ environment }).port, 1)
  t.equal(read({ environment: { ...environment, DRAWAUDIT_PORT: '2' } }).port, 2)
  const other = join(t.testdir({ 'other.json': '{"port":3}' }), 'other.json')
  t.equal(read({ environment: { DRAWAUDIT_CONFIG: 'no-such.json' }, file: other }).port, 3)
  t.match(failure({ environment: { DRAWAUDIT_CONFIG: 'no-such.json' } }), {
    code: 'file-missing',
    where: { file: 'no-such.json' },
  })
  t.end()
})

await t.test('proxies may be a list', t => {
  const file = config(t, { 'trusted-proxy': ['10.0.0.0/8', '::1'] })
  t.equal(read({ file })['trusted-proxy'], '10.0.0.0/8,::1')
  t.equal(read({ file: config(t, { 'trusted-proxy': [] }) })['trusted-proxy'], '')
  t.equal(read({ flags: { 'trusted-proxy': ' 10.0.0.0/8 , ::1 ' } })['trusted-proxy'], '10.0.0.0/8,::1')
  t.end()
})

await t.test('a value that a setting cannot have names its source and what was expected', t => {
  for (const name of serveSettingNames) {
    const { bad, expected } = table[name]
    for (const text of bad) {
      // What may hold a password is not repeated.
      const shown = name === 'rate-limit-store' || name === 'store' ? 'something else' : JSON.stringify(text)
      const found = `: expected ${expected}, found ${shown}`
      const file = config(t, { [name]: text })
      const sources: readonly (readonly [source: string, Partial<SettingSources>])[] = [
        [`--${name}`, { flags: { [name]: text } }],
        [variableOf(name), { environment: { [variableOf(name)]: text } }],
        [`${file}: ${name}`, { file }],
      ]
      for (const [source, given] of sources) {
        const error = failure(given)
        t.equal(error.code, 'setting-invalid')
        t.equal(error.message, source + found)
        t.match(error.hint, /serve --help/)
      }
    }
  }
  t.match(
    failure({ file: config(t, { port: 65536 }) }).message,
    /port: expected an integer .*, found "65536"$/,
  )
  t.equal(failure({ file: config(t, { port: [80, 81] }) }).message, 'expected a string or an integer')
  // The one that does not count is not looked at.
  t.equal(read({ flags: { port: '1' }, environment: { DRAWAUDIT_PORT: 'x' } }).port, 1)
  t.end()
})

await t.test('settings are shown without passwords', t => {
  const table: Readonly<Record<string, string>> = {
    '': '',
    'redis://a': 'redis://a',
    'redis://a:6379/2': 'redis://a:6379/2',
    'redis://:secret@a': 'redis://:***@a',
    'valkeys://user:s%40e@[::1]:1/0': 'valkeys://user:***@[::1]:1/0',
    'rediss://user:a@b:c@d': 'rediss://user:***@d',
  }
  for (const [url, shown] of Object.entries(table)) {
    const flags = { 'rate-limit-store': url, port: '1' }
    t.match(maskSettings(read({ flags })), { 'rate-limit-store': shown, port: 1 })
    t.equal(
      read({ flags: { 'rate-limit-store': shown } })['rate-limit-store'],
      shown,
      'what is shown is read',
    )
  }
  t.end()
})

await t.test('a variable or a member that no setting has', t => {
  const near = failure({ environment: { DRAWAUDIT_PROT: '1' } })
  t.match(near, {
    code: 'setting-invalid',
    message: 'the environment variable DRAWAUDIT_PROT is not a setting',
    hint: 'did you mean DRAWAUDIT_PORT?',
  })
  t.match(failure({ environment: { DRAWAUDIT_: '1' } }).hint, /^the variables are DRAWAUDIT_STORE, /)
  t.match(failure({ environment: { DRAWAUDIT_port: '1' } }).code, 'setting-invalid')
  for (const [member, hint] of [
    ['rate-limits', 'did you mean rate-limit?'],
    ['rate_limit', 'did you mean rate-limit?'],
    ['Port', 'did you mean port?'],
    ['config', /^the settings are store, host, /],
    ['toString', /^the settings are /],
    ['', /^the settings are /],
  ] as const) {
    const file = config(t, { port: 1, [member]: 1 })
    const error = failure({ file })
    t.equal(error.code, 'setting-invalid')
    t.equal(error.message, `${member} is not a setting`)
    t.strictSame(error.where, { file, pointer: `/${member}` })
    t.match(error.hint, hint)
  }
  const pointed = config(t, { 'a/b~c': 1 })
  t.strictSame(failure({ file: pointed }).where, { file: pointed, pointer: '/a~1b~0c' })
  t.end()
})

await t.test('a member of another type', t => {
  for (const member of [true, null, {}, [true], [[1]], [null]]) {
    const file = config(t, { 'trusted-proxy': member })
    t.match(failure({ file }), {
      code: 'setting-invalid',
      message: 'expected a string or a list of strings',
      where: { file, pointer: '/trusted-proxy' },
    })
  }
  t.end()
})

await t.test('a file that holds no settings', t => {
  const cases: Readonly<Record<string, string>> = {
    '': 'json-empty',
    '{': 'json-syntax',
    'port = 80': 'json-syntax',
    '{"port": 80,}': 'json-syntax',
    '{"port": 80, "port": 81}': 'json-duplicate-name',
    '{"port": 80.5}': 'json-number-form',
    '{"port": 80} {}': 'json-trailing-data',
    '[]': 'setting-invalid',
    '"port"': 'setting-invalid',
    null: 'setting-invalid',
    '7': 'setting-invalid',
  }
  for (const [text, code] of Object.entries(cases)) {
    const file = config(t, text)
    const error = failure({ file })
    t.equal(error.code, code, text)
    t.equal(error.where.file, file, text)
  }
  const missing = join(t.testdir(), 'no.json')
  t.match(failure({ file: missing }), { code: 'file-missing', where: { file: missing } })
  t.match(failure({ file: t.testdir() }), { code: 'file-kind' })
  t.strictSame(read({ file: config(t, '{}') }), defaults)
  t.end()
})
