/**
 * Options shared by commands.
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import type { Engine } from '../../core/engine.js'
import { portable } from '../../core/portable.js'
import { DrawauditError } from '../../errors.js'
import { both } from '../../native/both.js'
import { native } from '../../native/engine.js'
import { findSetting, settingsName, usualStore } from './settings.js'

/** Templates of an option with a value, and of one without. */
export const valueOption = { type: 'string' as const, requiresArg: true as const }
export const switchOption = { type: 'boolean' as const, default: false as const }

export const chainInfoOption = {
  ...valueOption,
  describe: 'A file that describes the chain: what drand answers at /info, or a trust file with it',
}

/** `--chain-info` of operators' commands. */
export const ownChainInfoOption = { ...chainInfoOption, fallback: { setting: 'chain_info' as const } }

/** `--trust` of operators' commands. */
export const ownTrustOption = {
  ...valueOption,
  describe: 'A trust file with further chains',
  fallback: { setting: 'trust' as const },
}

/** Template of a required argument. */
export const requiredArgument = { type: 'string' as const, demandOption: true as const }

export const pathArgument = {
  ...requiredArgument,
  array: true as const,
  describe: 'Files, folders (for the .json files in them and below), or - for standard input; NDJSON too',
}

export const formatOption = {
  choices: ['text', 'json'] as const,
  requiresArg: true,
  default: 'text' as const,
  describe: 'How to print the result',
}

export const colourOption = {
  type: 'boolean' as const,
  describe: 'Colour the words (default: on a terminal)',
}

export const recipeOption = {
  ...valueOption,
  describe: 'Use this recipe, whichever the draw names: a name or a file',
}

export const engineOption = {
  choices: ['native', 'portable', 'both'] as const,
  requiresArg: true,
  default: 'native' as const,
  describe: 'What hashes and verifies: OpenSSL, noble, or both against each other',
}

export type EngineName = (typeof engineOption.choices)[number]

const engines: Readonly<Record<EngineName, Engine>> = {
  native,
  portable,
  both: both(native, portable),
}

export function findEngine(name: EngineName): Engine {
  return engines[name]
}

export const quietOption = {
  type: 'boolean' as const,
  alias: 'q',
  default: false,
  describe: 'Print totals only',
}

export const storeOption = {
  ...valueOption,
  describe: 'The store: an SQLite file or postgres://USER@HOST/DATABASE',
  fallback: { environment: ['DRAWAUDIT_STORE'], setting: 'store' as const, otherwise: `${usualStore} here` },
}

/**
 * The store named by an option, else by the environment, else by the settings; else `raffles.db` here, as made by
 * `drawaudit draw`.
 *
 * @throws DrawauditError `usage` if there is none; as reading the settings does.
 */
export function findStore(given: string | undefined): string {
  const file = findSetting('store', given) ?? (existsSync(usualStore) ? usualStore : '')
  if (file !== '') return file
  throw new DrawauditError('usage', 'no store is named', {
    hint: `give --store FILE or postgres://…, set DRAWAUDIT_STORE, or make ${settingsName}: drawaudit init`,
  })
}

export const relayOption = {
  ...valueOption,
  array: true as const,
  describe: 'The base URL of a drand relay to ask; may be repeated',
  fallback: { otherwise: 'drand.sh' },
}

/** `--relay` of operators' commands. */
export const ownRelayOption = {
  ...relayOption,
  fallback: { setting: 'relays' as const, otherwise: 'drand.sh' },
}
