/**
 * Options of `drawaudit init`: a flag per setting.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { authorityOption } from '../shared/ceremony.js'
import { chainInfoOption, storeOption, switchOption, valueOption } from '../shared/options.js'
import { clientOptions } from '../shared/remote.js'
import { usualStore, type SettingName, type Settings } from '../shared/settings.js'
import { readWitness } from './interview.js'

export const options = {
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
    describe: 'The beacon of new raffles: quicknet, default, evmnet, or the hash of a chain',
  },
  'chain-info': chainInfoOption,
  relay: { ...valueOption, array: true, describe: 'A relay of the beacon; more with the option given again' },
  timestamp: {
    ...authorityOption,
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
  witnesses: {
    ...valueOption,
    describe: 'The same, as the list that a network publishes, a file or a URL: read now, and by init alone',
  },
  trust: {
    ...valueOption,
    describe:
      'An auditor’s trust file: draw and raffle run say the level that it gives, and put it into the result',
  },
  publish: { ...valueOption, describe: 'The folder that a static host shows' },
  'publish-command': {
    ...valueOption,
    describe: 'What brings that folder to its host: a program and its arguments, apart by spaces',
  },
  yes: { ...switchOption, alias: 'y', describe: 'Ask nothing: what has a default gets it' },
  force: { ...switchOption, describe: 'Replace what the file says otherwise, without asking' },
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
