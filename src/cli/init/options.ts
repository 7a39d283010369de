/**
 * Options of `drawaudit init`: a flag per setting.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { chainInfoOption, switchOption, valueOption } from '../shared/options.js'
import { clientOptions } from '../shared/remote.js'
import { usualStore, type SettingName, type Settings } from '../shared/settings.js'
import { readWitness } from './interview.js'

export const options = {
  operator: { ...valueOption, describe: 'Who runs the raffles: the name that auditors find in statements' },
  store: {
    ...valueOption,
    describe: 'The store: an SQLite file or postgres://USER@HOST/DATABASE',
    fallback: { otherwise: usualStore },
  },
  'passphrase-file': {
    ...valueOption,
    describe: 'A file whose first line is the passphrase of the store; created if absent',
  },
  'key-file': {
    ...valueOption,
    describe: 'A file with a key of 32 bytes in hex, instead of a passphrase; created if absent',
  },
  beacon: {
    ...valueOption,
    placeholder: 'CHAIN',
    describe: 'The beacon of new raffles: quicknet, default, evmnet, or the hash of a chain',
  },
  'chain-info': chainInfoOption,
  relay: { ...valueOption, array: true, describe: 'A relay of the beacon; may be repeated' },
  timestamp: {
    ...valueOption,
    array: true,
    placeholder: 'URL',
    describe: 'An authority (RFC 3161) that time-stamps what is signed; may be repeated',
  },
  log: {
    ...valueOption,
    placeholder: 'ORIGIN',
    describe: 'The log of all statements: its permanent name, your host and a path',
  },
  witness: {
    ...valueOption,
    array: true,
    placeholder: 'URL=VKEY',
    describe: 'A witness of the log; may be repeated',
  },
  witnesses: {
    ...valueOption,
    describe: 'All witnesses of a published list, a file or a URL: read now, and only by init',
  },
  trust: {
    ...valueOption,
    describe: 'An auditor’s trust file: draw and raffle run show the level by it, and add it to the result',
  },
  publish: { ...valueOption, describe: 'The folder that a static host serves' },
  'publish-command': {
    ...valueOption,
    describe: 'What uploads that folder: a program and its arguments, separated by spaces',
  },
  yes: { ...switchOption, alias: 'y', describe: 'Ask nothing, and use defaults' },
  force: { ...switchOption, describe: 'Replace differing settings without asking' },
  ...clientOptions,
} as const

/** Settings from flags, with paths relative to the working folder. */
export function readFlags(args: {
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
