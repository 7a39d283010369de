/**
 * `drawaudit init`
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, relative } from 'node:path'
import { parseJson, type JsonValue } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { readFile } from '../../io/files.js'
import { writeNew, writeWhole } from '../../io/written-files.js'
import type { Desk } from '../../operator/desk.js'
import { escapeText } from '../../render/escape.js'
import { isPostgresUrl } from '../../store/open-store.js'
import { timestampOption } from '../shared/ceremony.js'
import { defineCommand } from '../shared/command.js'
import { atDesk } from '../shared/desk.js'
import { makeKeyFile, makePassphraseFile } from '../shared/key-file.js'
import { storeOption, switchOption, valueOption } from '../shared/options.js'
import { findPassphrase } from '../shared/passphrase.js'
import { prepareStore, type Prepared } from '../shared/prepare-store.js'
import { askYes, isAtTerminal, openQuestions } from '../shared/questions.js'
import { clientOptions } from '../shared/remote.js'
import {
  chooseSetting,
  findSettingsFile,
  parseSettings,
  settingNames,
  settingsName,
  type SettingName,
  type Settings,
  usualStore,
} from '../shared/settings.js'
import { readNetwork } from '../shared/witness-network.js'
import { askSettings, defaultPassphraseFile, readWitness } from './interview.js'
import { findGaps, renderGaps } from './levels.js'
import { renderValue } from './render-value.js'

const options = {
  operator: { ...valueOption, describe: 'Who runs the raffles: the name that auditors find in statements' },
  store: { ...storeOption, describe: `The store: an SQLite file or postgres://… (default: ${usualStore})` },
  'passphrase-file': {
    ...valueOption,
    describe: 'A file whose first line is the passphrase of the store; made where there is none',
  },
  'key-file': {
    ...valueOption,
    describe: 'A file with a key of 32 bytes in hex, instead of a passphrase; made where there is none',
  },
  beacon: {
    ...valueOption,
    describe: 'The beacon of new raffles: quicknet, default, or the hash of a chain',
  },
  'chain-info': { ...valueOption, describe: 'A file that describes the chain: what drand answers at /info' },
  relay: { ...valueOption, array: true, describe: 'A relay of the beacon; more with the option given again' },
  timestamp: {
    ...timestampOption,
    describe: 'An authority (RFC 3161) that time-stamps what is signed; more with the option given again',
  },
  log: {
    ...valueOption,
    describe: 'The log of all statements: its name for ever, a host of yours and a path',
  },
  witness: {
    ...valueOption,
    array: true,
    describe: 'Who cosigns the log, as URL=VKEY; more with the option given again',
  },
  witnesses: { ...valueOption, describe: 'The same, as the list that a network publishes: a file or a URL' },
  trust: { ...valueOption, describe: 'A trust root by which levels are said' },
  publish: { ...valueOption, describe: 'The folder that a static host shows' },
  'publish-command': {
    ...valueOption,
    describe: 'What brings that folder to its host: a program and its arguments, apart by spaces',
  },
  yes: { ...switchOption, alias: 'y', describe: 'Ask nothing: what has a default gets it' },
  force: { ...switchOption, describe: 'Replace what the file says otherwise, without asking' },
  ...clientOptions,
} as const

export const initCommand = defineCommand({
  name: 'init',
  describe: 'Set up: the settings, the store, the signing key, and whoever watches',
  options,
  examples: [
    ['$0 init', 'Asks, and says what each answer does to the level'],
    ['$0 init --operator "Example Raffles Ltd" --yes', 'Asks nothing'],
    ['$0 init --timestamp https://time.example/tsr', 'Adds to the settings that are there'],
  ],
  epilogue: `The settings are ${settingsName} in the working folder, or the file that DRAWAUDIT_SETTINGS names. A flag goes before the environment, that before the settings.`,
  async run(args) {
    const file = findSettingsFile() ?? settingsName
    const folder = dirname(file)
    const before = existsSync(file) ? readMembers(file) : {}
    // What is wrong with the file is said before anything is asked.
    DrawauditError.within({ file }, () => parseSettings(before, folder))
    const given = readFlags(args)
    const isNew = !existsSync(file)
    const isAsked = !args.yes && isAtTerminal() && (isNew || Object.keys(given).length === 0)
    const known = merge(before, place(given, folder))
    const answers = isAsked ? await ask(parseSettings(known, folder)) : {}
    const members = merge(known, place(answers, folder))
    if (members['store'] === undefined) {
      Object.assign(members, place({ store: findStoreOfEnvironment() ?? usualStore }, folder))
    }
    if (args.yes && !isOpened(members)) {
      Object.assign(members, place({ passphrase_file: defaultPassphraseFile }, folder))
    }
    const settings = parseSettings(members, folder)
    const operator = requireAnswers(settings, isNew && !isOpened(members))
    const changes = compare(before, members)
    await allowReplacing(file, changes, args.force)
    const network = settings.witnesses
    const witnesses = typeof network === 'string' ? await readNetwork(network, args) : (network ?? [])
    const { made, hasLog, asked } = await atDesk(
      {
        store: settings.store,
        'passphrase-file': settings.passphrase_file,
        'key-file': settings.key_file,
      },
      async desk => {
        await makeSecrets(desk, settings)
        const prepared = await prepareStore(desk, { operator, log: settings.log, witnesses })
        const { log } = desk.store
        return {
          made: prepared,
          hasLog: (await log.readLog()) !== undefined,
          asked: (await log.listWitnesses()).length,
        }
      },
      true,
    )
    if (changes.length > 0) write(file, members, isNew)
    const gaps = findGaps({
      hasLog,
      witnesses: asked,
    })
    return { file, members, changes, made, gaps }
  },
  json: ({ file, members, changes, made, gaps }) => ({
    file,
    settings: members,
    changes: changes.map(({ name, before }) => ({ setting: name, before: before ?? null })),
    key_id: made.key?.keyId ?? null,
    log_vkey: made.log?.vkey ?? null,
    witnesses_added: made.witnesses.map(({ url }) => url),
    missing: gaps,
  }),
  text: ({ file, members, changes, made, gaps }) =>
    [
      changes.length === 0 ? `${escapeText(file)} stays as it is\n` : `wrote ${escapeText(file)}\n`,
      ...settingNames.map(name => renderMember(name, members, changes)),
      renderPrepared(made),
      renderGaps(gaps),
      'next: drawaudit raffle create --name NAME --prize PRIZE --max ENTRIES --closes TIME\n',
    ].join(''),
})

/** Settings as they stand in the file, with its paths. */
type Members = Record<string, JsonValue>

function readMembers(file: string): Members {
  const bytes = readFile(file)
  const value = DrawauditError.within({ file }, () => parseJson(bytes))
  return { ...(value as Members) }
}

/** What flags say, with paths from the working folder. */
function readFlags(args: {
  readonly [N in keyof typeof options]?: string | boolean | readonly string[] | undefined
}): Settings {
  const flag = (name: keyof typeof options) => args[name] as string | undefined
  const list = (name: keyof typeof options) => args[name] as readonly string[] | undefined
  const witness = list('witness')?.map(readWitness)
  if (witness !== undefined && flag('witnesses') !== undefined) {
    throw new DrawauditError('usage', '--witness and --witnesses exclude each other', {
      hint: 'name each witness, or a list of them',
    })
  }
  const settings: { readonly [N in SettingName]: Settings[N] | undefined } = {
    operator: flag('operator'),
    store: flag('store'),
    passphrase_file: flag('passphrase-file'),
    key_file: flag('key-file'),
    chain: flag('beacon'),
    chain_info: flag('chain-info'),
    relays: list('relay'),
    timestampers: list('timestamp'),
    log: flag('log'),
    witnesses: witness ?? flag('witnesses'),
    trust: flag('trust'),
    publish: flag('publish'),
    publish_command: flag('publish-command')
      ?.split(/ +/)
      .filter(word => word !== ''),
  }
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}

const paths: readonly SettingName[] = [
  'store',
  'passphrase_file',
  'key_file',
  'chain_info',
  'witnesses',
  'trust',
  'publish',
]

/** The same with paths that lead from the folder of the file. */
function place(settings: Settings, folder: string): Members {
  const entries = Object.entries(settings) as [SettingName, JsonValue][]
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const isPath = paths.includes(name) && typeof value === 'string' && !/^\w+:\/\//.test(value)
      return [name, isPath && !isAbsolute(value) ? relative(folder, value) : value]
    }),
  )
}

/** Of these a file has one: whoever names the other has changed their mind. */
const others: Readonly<Record<string, string>> = {
  passphrase_file: 'key_file',
  key_file: 'passphrase_file',
  chain: 'chain_info',
  chain_info: 'chain',
}

/** Lists grow; everything else is replaced. */
function merge(before: Members, added: Members): Members {
  const merged: Members = { ...before }
  for (const [name, value] of Object.entries(added)) {
    const there = merged[name]
    const isList = Array.isArray(there) && Array.isArray(value) && name !== 'publish_command'
    merged[name] = isList ? unite(there as JsonValue[], value as JsonValue[]) : value
    const other = others[name]
    if (other !== undefined) Reflect.deleteProperty(merged, other)
  }
  return merged
}

function unite(one: readonly JsonValue[], other: readonly JsonValue[]): JsonValue {
  const texts = one.map(item => JSON.stringify(item))
  return [...one, ...other.filter(item => !texts.includes(JSON.stringify(item)))]
}

interface Change {
  readonly name: SettingName
  readonly before: JsonValue | undefined
  /** Something is not there any more, or another. */
  readonly isReplaced: boolean
}

function compare(before: Members, after: Members): readonly Change[] {
  return settingNames.flatMap(name => {
    const [old, now] = [before[name], after[name]]
    if (JSON.stringify(old) === JSON.stringify(now)) return []
    const grows = Array.isArray(old) && Array.isArray(now) && name !== 'publish_command'
    return [{ name, before: old, isReplaced: old !== undefined && !grows }]
  })
}

async function ask(known: Settings): Promise<Settings> {
  const questions = openQuestions('nothing was written; drawaudit init --help has a flag for each answer')
  try {
    return await askSettings(questions, known)
  } finally {
    questions.close()
  }
}

/** @throws DrawauditError `file-exists` where nobody agrees. */
async function allowReplacing(file: string, changes: readonly Change[], force: boolean): Promise<void> {
  const names = changes.filter(({ isReplaced }) => isReplaced).map(({ name }) => name)
  if (names.length === 0 || force) return
  if (isAtTerminal()) {
    const questions = openQuestions('nothing was written; --force replaces without asking')
    try {
      if (await askYes(questions, `${escapeText(file)} has another ${names.join(', ')}. Replace it?`)) return
    } finally {
      questions.close()
    }
  }
  throw new DrawauditError('file-exists', `the settings have another ${names.join(', ')}`, {
    where: { file },
    hint: 'give --force to replace it',
  })
}

/** The store that the environment names: all commands here would take it. */
function findStoreOfEnvironment(): string | undefined {
  const chosen = chooseSetting('store')
  return chosen?.from === 'environment' ? chosen.value : undefined
}

/** Whether somebody says what opens the secrets. */
const isOpened = (members: Members): boolean =>
  members['passphrase_file'] !== undefined ||
  members['key_file'] !== undefined ||
  process.env['DRAWAUDIT_PASSPHRASE_FILE'] !== undefined ||
  process.env['DRAWAUDIT_PASSPHRASE'] !== undefined

/**
 * What nobody has said and nothing goes on without.
 *
 * @param isOpen - nobody says what opens the secrets.
 * @returns the operator.
 * @throws DrawauditError `usage`.
 */
function requireAnswers({ operator, witnesses, log }: Settings, isOpen: boolean): string {
  if (operator === undefined) {
    throw new DrawauditError('usage', 'who runs the raffles is not said', {
      hint: 'give --operator NAME; drawaudit init alone asks on a terminal',
    })
  }
  if (isOpen && !isAtTerminal()) {
    throw new DrawauditError('usage', 'what encrypts the signing key is not said', {
      hint: `give --passphrase-file FILE, which is made where there is none; --yes takes ${defaultPassphraseFile}`,
    })
  }
  if (witnesses !== undefined && log === undefined) {
    throw new DrawauditError('usage', 'witnesses cosign a log, and none is named', {
      hint: 'give --log ORIGIN: a host of yours and a path',
    })
  }
  return operator
}

/** Files for what opens the secrets, where they are not there yet. */
async function makeSecrets(
  desk: Desk,
  { store = '', passphrase_file: passphraseFile, key_file: keyFile }: Settings,
): Promise<void> {
  const file = passphraseFile ?? keyFile
  if (file === undefined || existsSync(file)) {
    // One that is weak or empty is said before there is a key.
    if (passphraseFile !== undefined) findPassphrase(passphraseFile)
    return
  }
  if ((await desk.store.ceremonies.readSecretBox()) !== undefined) {
    const name = isPostgresUrl(store) ? 'the database' : store
    throw new DrawauditError('file-missing', `there is no such file, and ${name} has its secrets already`, {
      where: { file },
      hint: 'put what opens them into the file; drawaudit key passphrase changes it',
    })
  }
  if (passphraseFile === undefined) makeKeyFile(file)
  else makePassphraseFile(file)
}

function write(file: string, members: Members, isNew: boolean): void {
  const sorted = Object.fromEntries(settingNames.map(name => [name, members[name]]))
  const text = `${JSON.stringify(sorted, null, 2)}\n`
  if (isNew) writeNew(file, new TextEncoder().encode(text))
  else writeWhole(file, text)
}

function renderMember(name: SettingName, members: Members, changes: readonly Change[]): string {
  const value = members[name]
  const change = changes.find(one => one.name === name)
  if (value === undefined && change === undefined) return ''
  const was = change?.isReplaced === true ? `, was ${renderValue(change.before)}` : change ? ' (new)' : ''
  return `  ${name}: ${renderValue(value)}${was}\n`
}

function renderPrepared({ key, log, witnesses }: Prepared): string {
  return [
    key === undefined
      ? ''
      : `made a key of ${escapeText(key.operator)}\nfingerprint: ${key.keyId}\n` +
        'give auditors the fingerprint in another way than the key\n',
    log === undefined
      ? ''
      : `began the log ${escapeText(log.origin)}\nvkey: ${escapeText(log.vkey)}\n` +
        'every witness has to know this vkey before it cosigns (drawaudit witness serve --log VKEY)\n',
    witnesses.length === 0
      ? ''
      : `${witnesses.length} ${witnesses.length === 1 ? 'witness' : 'witnesses'} will be asked; drawaudit log sequence asks now\n`,
  ].join('')
}
