import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { findOwnChain, findOwnRelays } from '../../../src/cli/shared/chains.js'
import { findAuthorities } from '../../../src/cli/shared/ceremony.js'
import { findStore } from '../../../src/cli/shared/options.js'
import {
  chooseSetting,
  findSettingsFile,
  parseSettings,
  readSettings,
  settingNames,
  type SettingName,
  type Settings,
} from '../../../src/cli/shared/settings.js'
import { encodeChainInfo } from '../../../src/core/beacon-json.js'
import { builtInChains } from '../../../src/core/beacon.js'
import { derivePublicKey } from '../../../src/core/dsse.js'
import type { JsonValue } from '../../../src/core/json.js'
import { createVerifierKey, formatVerifierKey } from '../../../src/core/note.js'
import { DrawauditError } from '../../../src/errors.js'

const folder = t.testdir()
const home = process.cwd()
process.chdir(folder)
t.teardown(() => {
  process.chdir(home)
})
const key = derivePublicKey(new Uint8Array(32).fill(1))
const vkey = formatVerifierKey(createVerifierKey('witness.example', 'cosignature/v1', key))
const logKey = formatVerifierKey(createVerifierKey('log.example', 'ed25519', key))

/** Puts a settings file into the working folder, and says so much in the environment. */
function give(members: object | undefined, environment: Readonly<Record<string, string>> = {}): void {
  for (const name of Object.keys(process.env))
    if (name.startsWith('DRAWAUDIT_')) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, environment)
  if (members === undefined) rmSync('drawaudit.json', { force: true })
  else writeFileSync('drawaudit.json', JSON.stringify(members))
}

function failure(action: () => unknown): DrawauditError {
  try {
    action()
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

const full: Required<Omit<Settings, 'key_file' | 'chain_info'>> = {
  operator: 'Example Raffles Ltd',
  store: 'raffles.db',
  passphrase_file: 'passphrase',
  chain: 'quicknet',
  relays: ['https://relay.example'],
  timestampers: ['https://time.example/tsr'],
  log: 'raffles.example/log',
  witnesses: [{ url: 'https://witness.example', vkey }],
  trust: 'trust.json',
  publish: 'public',
  publish_command: ['rsync', '-a', 'public/', 'host:/srv/www'],
}

await t.test('the file is the one that the environment names, or the one in the working folder', t => {
  give(undefined)
  t.equal(findSettingsFile(), undefined)
  t.strictSame(readSettings(), {})
  give(full)
  t.equal(findSettingsFile(), 'drawaudit.json')
  t.strictSame(readSettings(), full, 'there, paths stay as they are written')
  mkdirSync('other')
  writeFileSync(
    'other/mine.json',
    JSON.stringify({ ...full, store: '/var/raffles.db', witnesses: 'list.txt' }),
  )
  give(full, { DRAWAUDIT_SETTINGS: 'other/mine.json' })
  t.match(readSettings(), {
    store: '/var/raffles.db',
    passphrase_file: join('other', 'passphrase'),
    trust: join('other', 'trust.json'),
    publish: join('other', 'public'),
    witnesses: join('other', 'list.txt'),
  })
  give(full, { DRAWAUDIT_SETTINGS: 'none.json' })
  t.match(failure(readSettings), { code: 'file-missing', where: { file: 'none.json' } })
  give(full)
  t.intercept(process, 'getuid', { value: () => 4_000_000_001 })
  const isOurs = statSync('drawaudit.json').uid === 0
  if (isOurs) t.equal(findSettingsFile(), 'drawaudit.json', 'that of root')
  else t.match(failure(findSettingsFile), { code: 'setting-invalid', where: { file: 'drawaudit.json' } })
  t.end()
})

await t.test('a database and a list at a URL are no paths', t => {
  const urls = { store: 'postgres://me@db.example/raffles', witnesses: 'https://network.example/list' }
  t.strictSame(parseSettings(urls, 'folder'), urls)
  t.end()
})

await t.test('what is wrong is named by its pointer', t => {
  const cases: readonly (readonly [value: JsonValue, code: string, pointer: string, hint?: string])[] = [
    [[], 'setting-invalid', ''],
    ['raffles.db', 'setting-invalid', ''],
    [{ stor: 'raffles.db' }, 'setting-invalid', '/stor', 'did you mean store?'],
    [{ 'passphrase-file': 'x' }, 'setting-invalid', '/passphrase-file', 'did you mean passphrase_file?'],
    [{ toString: 'x' }, 'setting-invalid', '/toString'],
    ...settingNames.map(name => [{ [name]: 7 }, 'setting-invalid', `/${name}`] as const),
    ...settingNames.map(name => [{ [name]: null }, 'setting-invalid', `/${name}`] as const),
    [{ operator: '' }, 'setting-invalid', '/operator'],
    [{ operator: 'two\nlines' }, 'setting-invalid', '/operator'],
    [{ store: '' }, 'setting-invalid', '/store'],
    [{ store: 'postgres://me:secret@db.example/raffles' }, 'setting-invalid', '/store'],
    [{ store: 'postgres://db.example/raffles?password=secret' }, 'setting-invalid', '/store'],
    [{ trust: '\0' }, 'setting-invalid', '/trust'],
    [{ chain: 'fastnet' }, 'setting-invalid', '/chain'],
    [{ relays: ['https://a.example', 'ftp://b.example'] }, 'url-invalid', '/relays/1'],
    [{ timestampers: ['https://me:secret@a.example'] }, 'url-invalid', '/timestampers/0'],
    [{ timestampers: 'https://a.example' }, 'setting-invalid', '/timestampers'],
    [{ publish_command: [] }, 'setting-invalid', '/publish_command'],
    [{ publish_command: ['rsync', ''] }, 'setting-invalid', '/publish_command/1'],
    [{ witnesses: ['https://a.example'] }, 'setting-invalid', '/witnesses/0'],
    [{ witnesses: 'http://' }, 'url-invalid', '/witnesses'],
    [{ witnesses: [{ vkey }] }, 'setting-invalid', '/witnesses/0/url'],
    [{ witnesses: [{ url: 'x', vkey }] }, 'url-invalid', '/witnesses/0/url'],
    [{ witnesses: [{ url: 'https://a.example' }] }, 'setting-invalid', '/witnesses/0/vkey'],
    [{ witnesses: [{ url: 'https://a.example', vkey: `${vkey}A` }] }, 'key-invalid', '/witnesses/0/vkey'],
    [{ witnesses: [{ url: 'https://a.example', vkey: logKey }] }, 'setting-invalid', '/witnesses/0/vkey'],
    [{ witnesses: [{ url: 'https://a.example', key: vkey }] }, 'setting-invalid', '/witnesses/0/key'],
    [{ passphrase_file: 'a', key_file: 'b' }, 'setting-invalid', '/key_file'],
    [{ chain: 'quicknet', chain_info: 'b' }, 'setting-invalid', '/chain_info'],
  ]
  for (const [value, code, pointer, hint] of cases) {
    const error = failure(() => parseSettings(value, '.'))
    t.match(error, { code, where: { pointer } }, JSON.stringify(value))
    if (hint !== undefined) t.equal(error.hint, hint)
  }
  writeFileSync('bad.json', '{"operator": "A", "operator": "B"}')
  t.match(
    failure(() => readSettings('bad.json')),
    { code: 'json-duplicate-name', where: { file: 'bad.json' } },
  )
  t.end()
})

await t.test('a flag goes before the environment, and that before the file', t => {
  const table: readonly (readonly [
    SettingName,
    flag: unknown,
    variable?: string,
    text?: string,
    said?: unknown,
  ])[] = [
    ['operator', 'Flag'],
    ['store', 'flag.db', 'DRAWAUDIT_STORE', 'variable.db', 'variable.db'],
    ['passphrase_file', 'flag', 'DRAWAUDIT_PASSPHRASE_FILE', 'variable', 'variable'],
    ['chain', 'default'],
    ['relays', ['https://flag.example']],
    [
      'timestampers',
      ['https://flag.example'],
      'DRAWAUDIT_TIMESTAMP',
      ' https://a.example\nhttps://b.example ',
      ['https://a.example', 'https://b.example'],
    ],
    ['log', 'flag.example/log'],
    ['trust', 'flag.json'],
    ['publish', 'flag'],
  ]
  for (const [name, flag, variable = '', text = '', said] of table) {
    const environment = variable === '' ? {} : { [variable]: text }
    give(undefined)
    t.equal(chooseSetting(name), undefined, name)
    give(full)
    t.strictSame(chooseSetting(name), { value: (full as Settings)[name], from: 'file' }, name)
    give(full, environment)
    if (said !== undefined) t.strictSame(chooseSetting(name), { value: said, from: 'environment' }, name)
    t.strictSame(chooseSetting(name, flag as never), { value: flag, from: 'flag' }, name)
  }
  t.end()
})

await t.test('an empty variable names no store, and asks no authority', t => {
  give(full, { DRAWAUDIT_STORE: '', DRAWAUDIT_TIMESTAMP: '' })
  t.equal(findStore(undefined), 'raffles.db')
  t.strictSame(findAuthorities({}), [])
  give(undefined)
  t.match(
    failure(() => findStore(undefined)),
    { code: 'usage', hint: /drawaudit init/ },
  )
  t.end()
})

await t.test('a chain and its relays', t => {
  const { quicknet } = builtInChains
  give(undefined)
  t.equal(findOwnChain({}), undefined)
  t.strictSame(findOwnRelays(undefined), { relays: undefined, allowPrivate: false })
  give({ chain: 'default', relays: ['http://127.0.0.1:8090'] })
  t.equal(findOwnChain({})?.chainHash, builtInChains.default.chainHash)
  t.equal(findOwnChain({ chain: 'quicknet' })?.chainHash, quicknet.chainHash)
  t.strictSame(findOwnRelays(undefined), { relays: ['http://127.0.0.1:8090'], allowPrivate: true })
  t.strictSame(findOwnRelays(['http://127.0.0.1:1']), {
    relays: ['http://127.0.0.1:1'],
    allowPrivate: false,
  })
  writeFileSync('info.json', JSON.stringify(encodeChainInfo(quicknet)))
  give({ chain_info: 'info.json' })
  t.equal(findOwnChain({})?.chainHash, quicknet.chainHash)
  t.equal(findOwnChain({ chain: 'default' })?.chainHash, builtInChains.default.chainHash, 'the flag alone')
  t.end()
})
