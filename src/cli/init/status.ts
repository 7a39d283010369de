/**
 * `drawaudit status`
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import type { JsonValue } from '../../core/json.js'
import { listKeys } from '../../operator/keys.js'
import { listStatuses, type NextStep, type RaffleStatus } from '../../operator/raffle-status.js'
import type { Outlook } from '../../operator/outlook.js'
import { escapeText } from '../../render/escape.js'
import { maskUrl } from '../../render/mask-url.js'
import { defaultRelays } from '../../remote/drand.js'
import { describeStore, isPostgresUrl } from '../../store/open-store.js'
import type { Store } from '../../store/store.js'
import { atStore } from '../shared/at-store.js'
import { authorityOption } from '../shared/ceremony.js'
import { nameLast } from '../shared/terminal.js'
import { defineCommand } from '../shared/command.js'
import { storeOption } from '../shared/options.js'
import { describeOutlook, findOutlook, renderTimes } from '../shared/outlook.js'
import { stateWords } from '../shared/raffle-states.js'
import {
  chooseSetting,
  findSettingsFile,
  readSettings,
  settingNames,
  type SettingName,
  type SettingOrigin,
  type Settings,
  usualStore,
} from '../shared/settings.js'
import { findGaps, renderGaps, renderOwn } from './levels.js'
import { renderValue } from './render-value.js'

export const statusCommand = defineCommand({
  name: 'status',
  describe: 'Show the settings, what the higher levels need, and every raffle with its next step',
  options: { store: storeOption, timestamp: authorityOption },
  examples: [['$0 status', 'What is set, what is missing, and what is next']],
  epilogue: 'drawaudit init changes the settings; drawaudit raffle status shows all of one raffle.',
  async run(args) {
    const flags: Settings = {
      ...(args.store !== undefined && { store: args.store }),
      ...(args.timestamp !== undefined && { timestampers: args.timestamp }),
    }
    const file = findSettingsFile()
    // Faults of the file must appear before anything is shown.
    readSettings(file)
    const settings = settingNames.map(name => describeSetting(name, flags))
    const authorities = chooseSetting('timestampers', flags.timestampers)?.value ?? []
    // By default, the store made by `drawaudit draw`.
    const name = chooseSetting('store', flags.store)?.value ?? usualStore
    const isThere = isPostgresUrl(name) || existsSync(name)
    const store = isThere
      ? await atStore(name, 'read', async opened => readStore(opened, name, authorities))
      : undefined
    const gaps = findGaps({
      hasLog: store?.log != null,
      witnesses: store?.witnesses.length ?? 0,
      namesList: typeof chooseSetting('witnesses')?.value === 'string',
    })
    return { file, settings, store, gaps }
  },
  json: ({ file, settings, store, gaps }) => ({
    file: file ?? null,
    settings: Object.fromEntries(settings.map(({ name, value, from }) => [name, { value, from }])),
    store: store === undefined ? null : describeShown(store),
    missing: gaps,
  }),
  text: ({ file, settings, store, gaps }) =>
    [
      file === undefined
        ? 'there are no settings: drawaudit init makes them\n'
        : `settings: ${escapeText(file)}\n`,
      ...settings.map(renderSetting),
      store === undefined ? 'there is no store yet: drawaudit init makes it\n' : renderStore(store),
      renderGaps(gaps),
      renderOwn(store?.witnesses ?? []),
      store === undefined ? '' : renderRaffles(store.raffles),
    ].join(''),
})

interface ShownSetting {
  readonly name: SettingName
  readonly value: JsonValue
  readonly from: SettingOrigin | 'built-in' | null
}

/** Defaults of settings. */
const builtIn: { readonly [N in SettingName]?: JsonValue } = { chain: 'quicknet', relays: defaultRelays }

/** Settings that replace a default. */
const instead: { readonly [N in SettingName]?: SettingName } = { chain: 'chain_info', relays: 'chain_info' }

function describeSetting(name: SettingName, flags: Settings): ShownSetting {
  const chosen = chooseSetting(name, flags[name])
  if (chosen !== undefined) {
    return { name, value: mask(name, chosen.value as JsonValue), from: chosen.from }
  }
  const other = instead[name]
  const value = builtIn[name]
  if (value === undefined || (other !== undefined && chooseSetting(other) !== undefined)) {
    return { name, value: null, from: null }
  }
  return { name, value, from: 'built-in' }
}

/** Hides secrets in values from flags and variables. */
function mask(name: SettingName, value: JsonValue): JsonValue {
  if (name === 'store') return maskStore(value as string)
  return Array.isArray(value)
    ? value.map((item: JsonValue) => (typeof item === 'string' ? maskUrl(item) : item))
    : value
}

/** A database URL without user and password. */
const maskStore = (name: string): string => (isPostgresUrl(name) ? describeStore(name) : name)

const origins: Readonly<Record<SettingOrigin | 'built-in', string>> = {
  flag: 'flag',
  environment: 'environment',
  file: 'file',
  'built-in': 'built in',
}

function renderSetting({ name, value, from }: ShownSetting): string {
  if (from === null) return ''
  return `  ${name}: ${renderValue(value)} (${origins[from]})\n`
}

interface ShownStore {
  readonly name: string
  readonly keys: readonly { readonly keyId: string; readonly operator: string }[]
  readonly log: string | undefined
  readonly witnesses: readonly string[]
  readonly raffles: readonly ShownRaffle[]
}

interface ShownRaffle {
  readonly status: RaffleStatus
  /** Absent for finished raffles. */
  readonly outlook?: Outlook | undefined
  readonly next: readonly NextStep[]
}

async function readStore(store: Store, name: string, authorities: readonly string[]): Promise<ShownStore> {
  const raffles: ShownRaffle[] = []
  for (const status of await listStatuses(store.ceremonies, new Date())) {
    const isDone = status.state === 'drawn' || status.state === 'cancelled'
    const outlook = isDone ? undefined : await findOutlook(store, status.raffleId, authorities)
    raffles.push({ status, outlook, next: isDone ? [] : (outlook?.next ?? status.next) })
  }
  const keys = (await listKeys(store.ceremonies)).filter(({ use }) => use === 'statements')
  return {
    name: maskStore(name),
    keys,
    log: (await store.log.readLog())?.origin,
    witnesses: [...new Set((await store.log.listWitnesses()).map(({ url }) => url))],
    raffles,
  }
}

const describeShown = ({ name, keys, log, witnesses, raffles }: ShownStore) => ({
  name,
  keys: keys.map(({ keyId, operator }) => ({ key_id: keyId, operator })),
  log: log ?? null,
  witnesses,
  raffles: raffles.map(({ status, outlook, next }) => ({
    raffle_id: status.raffleId,
    raffle_name: status.commitment?.raffle_name ?? null,
    state: status.state,
    next,
    ...describeOutlook(outlook),
  })),
})

function renderStore({ name, keys, log, witnesses }: ShownStore): string {
  const operators = [...new Set(keys.map(({ operator }) => escapeText(operator)))]
  return [
    `store ${escapeText(name)}: `,
    operators.length === 0
      ? 'no signing key: drawaudit init makes one\n'
      : `a signing key of ${operators.join(', ')}\n`,
    log === undefined
      ? ''
      : `log ${escapeText(log)}, which ${countOf(witnesses.length, 'witness is', 'witnesses are')} asked to cosign\n`,
  ].join('')
}

function renderRaffles(raffles: readonly ShownRaffle[]): string {
  if (raffles.length === 0) return 'there is no raffle: drawaudit raffle create makes one\n'
  return `${countOf(raffles.length, 'raffle', 'raffles')}:\n${raffles.map(renderRaffle).join('')}`
}

function renderRaffle({
  status: { raffleId, state, commitment },
  outlook,
  next: [step],
}: ShownRaffle): string {
  const name = commitment === undefined ? '' : escapeText(commitment.raffle_name)
  const level =
    outlook === undefined || outlook.reachable === 0 ? '' : `, level ${outlook.reachable} can be reached`
  const lines = [nameLast(`${raffleId}  ${stateWords[state]}${level}`, name)]
  if (step !== undefined) {
    lines.push(`  next: ${escapeText(step.what)}${renderTimes(step)}`)
    if (step.command !== undefined) lines.push(`    ${escapeText(step.command)}`)
  }
  return `${lines.join('\n')}\n`
}

const countOf = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`
