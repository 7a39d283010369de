/**
 * `drawaudit init`
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { DrawauditError } from '../../errors.js'
import { escapeText } from '../../render/escape.js'
import { defineCommand } from '../shared/command.js'
import { atDesk } from '../shared/desk.js'
import { prepareStore, type StoreChanges } from '../shared/prepare-store.js'
import { askYes, isAtTerminal, openQuestions } from '../shared/questions.js'
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
import { askSettings, defaultPassphraseFile } from './interview.js'
import { findGaps, renderGaps, renderOwn } from './levels.js'
import {
  compareSettings,
  merge,
  placeSettings,
  readSettingsJson,
  writeMembers,
  type SettingChange,
  type SettingsJson,
} from './members.js'
import { options, readFlags } from './options.js'
import { renderValue } from './render-value.js'
import { isOpened, makeSecrets } from './secrets.js'

export const initCommand = defineCommand({
  name: 'init',
  describe: 'Set up the settings, the store, the signing key, and witnesses',
  options,
  examples: [
    ['$0 init', 'Asks, and explains how each answer affects the level'],
    ['$0 init --operator "Example Raffles Ltd" --yes', 'Asks nothing'],
    ['$0 init --timestamp https://time.example/tsr', 'Adds to the existing settings'],
  ],
  epilogue: `The settings are ${settingsName} in the working folder, or the file that DRAWAUDIT_SETTINGS names. A flag goes before the environment, that before the settings.`,
  async run(args) {
    const file = findSettingsFile() ?? settingsName
    const folder = dirname(file)
    const before = existsSync(file) ? readSettingsJson(file) : {}
    // Faults of the file must appear before any question.
    DrawauditError.within({ file }, () => parseSettings(before, folder))
    const given = readFlags(args)
    const isNew = !existsSync(file)
    const isAsked = !args.yes && isAtTerminal() && (isNew || Object.keys(given).length === 0)
    const known = merge(before, placeSettings(given, folder))
    const answers = isAsked ? await ask(parseSettings(known, folder)) : {}
    const members = merge(known, placeSettings(answers, folder))
    if (members['store'] === undefined) {
      Object.assign(members, placeSettings({ store: findStoreOfEnvironment() ?? usualStore }, folder))
    }
    if (args.yes && !isOpened(members)) {
      Object.assign(members, placeSettings({ passphrase_file: defaultPassphraseFile }, folder))
    }
    const settings = parseSettings(members, folder)
    const operator = requireAnswers(settings, isNew && !isOpened(members))
    const changes = compareSettings(before, members)
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
          asked: [...new Set((await log.listWitnesses()).map(({ url }) => url))],
        }
      },
      true,
    )
    if (changes.length > 0) writeMembers(file, members, isNew)
    const gaps = findGaps({
      hasLog,
      witnesses: asked.length,
    })
    return { file, members, changes, made, gaps, asked }
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
  text: ({ file, members, changes, made, gaps, asked }) =>
    [
      changes.length === 0 ? `${escapeText(file)} is unchanged\n` : `wrote ${escapeText(file)}\n`,
      ...settingNames.map(name => renderMember(name, members, changes)),
      renderPrepared(made),
      renderGaps(gaps),
      renderOwn(asked),
      'next: drawaudit raffle create --name NAME --prize PRIZE --max ENTRIES --closes TIME\n',
    ].join(''),
})

async function ask(known: Settings): Promise<Settings> {
  const questions = openQuestions('nothing was written; drawaudit init --help has a flag for each answer')
  try {
    return await askSettings(questions, known)
  } finally {
    questions.close()
  }
}

/** @throws DrawauditError `file-exists` without agreement. */
async function allowReplacing(
  file: string,
  changes: readonly SettingChange[],
  force: boolean,
): Promise<void> {
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

/** The store from the environment, which all commands here would use. */
function findStoreOfEnvironment(): string | undefined {
  const chosen = chooseSetting('store')
  return chosen?.from === 'environment' ? chosen.value : undefined
}

/**
 * Checks that required settings are known.
 *
 * @param isOpen - no passphrase or key file is known.
 * @returns the operator.
 * @throws DrawauditError `usage`.
 */
function requireAnswers({ operator, witnesses, log }: Settings, isOpen: boolean): string {
  if (operator === undefined) {
    throw new DrawauditError('usage', 'no operator is given', {
      hint: 'give --operator NAME; drawaudit init alone asks on a terminal',
    })
  }
  if (isOpen && !isAtTerminal()) {
    throw new DrawauditError('usage', 'no passphrase or key file is given', {
      hint: `give --passphrase-file FILE, which is created if absent; --yes takes ${defaultPassphraseFile}`,
    })
  }
  if (witnesses !== undefined && log === undefined) {
    throw new DrawauditError('usage', 'witnesses cosign a log, and no log is named', {
      hint: 'give --log ORIGIN: your host and a path',
    })
  }
  return operator
}

function renderMember(name: SettingName, members: SettingsJson, changes: readonly SettingChange[]): string {
  const value = members[name]
  const change = changes.find(one => one.name === name)
  if (value === undefined && change === undefined) return ''
  const was = change?.isReplaced === true ? `, was ${renderValue(change.before)}` : change ? ' (new)' : ''
  return `  ${name}: ${renderValue(value)}${was}\n`
}

function renderPrepared({ key, log, witnesses }: StoreChanges): string {
  const added = new Set(witnesses.map(({ url }) => url)).size
  return [
    key === undefined
      ? ''
      : `made a key of ${escapeText(key.operator)}\nfingerprint: ${key.keyId}\n` +
        'give auditors the fingerprint over a separate channel\n',
    log === undefined
      ? ''
      : `began the log ${escapeText(log.origin)}\nvkey: ${escapeText(log.vkey)}\n` +
        'every witness has to know this vkey before it cosigns (drawaudit witness serve --log VKEY)\n',
    added === 0
      ? ''
      : `${added} ${added === 1 ? 'witness' : 'witnesses'} will be asked; drawaudit log sequence asks now\n`,
  ].join('')
}
