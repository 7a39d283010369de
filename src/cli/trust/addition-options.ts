/**
 * Options and result of `drawaudit trust add`.
 *
 * @packageDocumentation
 */
import { type Changed } from '../../model/trust-changes.js'
import type { ValuesOf } from '../shared/command.js'
import { switchOption, valueOption } from '../shared/options.js'
import { clientOptions } from '../shared/remote.js'
import { signerOptions } from './signer-key.js'

/** Options of `drawaudit trust add`. */
export const additionOptions = {
  from: {
    ...valueOption,
    describe: 'Add the operators of a trust file: a file, or the URL of a service’s keys',
  },
  beacons: {
    ...switchOption,
    describe: 'With --from FILE: its beacon chains too (without it, only if the file has nothing else)',
  },
  operator: { ...valueOption, describe: 'Add a key of this operator' },
  observer: { ...valueOption, describe: 'Add an observer of this name' },
  signer: {
    ...valueOption,
    describe: 'Add a key of a signer of draw inputs, by its name in recipes',
  },
  timestamper: {
    ...valueOption,
    describe: 'Add the anchors of a time-stamping authority: NAME=FILE, with its certificates (PEM or DER)',
  },
  'public-key': {
    ...valueOption,
    describe:
      'The key: of --operator, --observer or --recipe-signer 64 hex digits (Ed25519); of --signer a file (PEM or DER), or base64',
  },
  ...signerOptions,
  'valid-from': { ...valueOption, describe: 'When the key becomes valid' },
  'valid-until': { ...valueOption, describe: 'When the key expires' },
  'revoked-at': { ...valueOption, describe: 'When the key was revoked' },
  use: {
    choices: ['statements', 'receipts'] as const,
    requiresArg: true,
    describe: 'With --operator: what the key signs (default: statements)',
  },
  'observer-key': {
    ...valueOption,
    describe: 'Add yourself as an observer, by your key file',
  },
  'chain-info': {
    ...valueOption,
    placeholder: 'FILE|URL',
    describe: 'Add a drand chain as its /info describes it: a file or a URL',
  },
  block: {
    ...valueOption,
    describe: 'Add the hash of a block, as several nodes have it: CHAIN:HEIGHT:HASH',
  },
  log: { ...valueOption, placeholder: 'VKEY', describe: 'Add a log by the vkey of its key' },
  origin: {
    ...valueOption,
    describe: 'With --log: the first line of its checkpoints (default: the name of the key)',
  },
  'log-origin': {
    ...valueOption,
    describe: 'With --operator: the log of the operator',
  },
  witness: { ...valueOption, describe: 'Add a witness by its vkey' },
  'witness-threshold': {
    ...valueOption,
    describe: 'How many witnesses must cosign (default: all of them)',
  },
  'witness-policy': {
    ...valueOption,
    describe: 'Take the witnesses, their groups and the quorum from a file (C2SP tlog-policy)',
  },
  'recipe-signer': {
    ...valueOption,
    describe: 'Add a signer of recipes, under this name',
  },
  'recipe-key': {
    ...valueOption,
    describe: 'Add yourself as a signer of recipes, by your key file',
  },
  recipes: {
    choices: ['signed'] as const,
    requiresArg: true,
    describe: 'Use only recipes by recipe signers, besides those that come with drawaudit',
  },
  fingerprint: {
    ...valueOption,
    array: true,
    describe:
      'The fingerprint of a key, from a separate channel: 64 hex digits, or the first 16; for a chain, its hash',
  },
  ...clientOptions,
} as const

export type AdditionArguments = ValuesOf<typeof additionOptions>

/** Result of an addition. */
export interface Addition extends Changed {
  /** Parts of the source that were not added, with reasons. */
  readonly leftOut: readonly string[]
}
