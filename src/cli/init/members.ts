/**
 * The members of a settings file, and changes to them.
 *
 * @packageDocumentation
 */
import { isAbsolute, relative } from 'node:path'
import { parseJson, type JsonValue } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { readFile } from '../../io/files.js'
import { writeNew, writeWhole } from '../../io/written-files.js'
import { settingNames, type SettingName, type Settings } from '../shared/settings.js'

/** Settings as in the file, with paths relative to its folder. */
export type SettingsJson = Record<string, JsonValue>

export function readSettingsJson(file: string): SettingsJson {
  const bytes = readFile(file)
  const value = DrawauditError.within({ file }, () => parseJson(bytes))
  return { ...(value as SettingsJson) }
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

/** Settings in the form of the file. */
export function placeSettings(settings: Settings, folder: string): SettingsJson {
  const entries = Object.entries(settings) as [SettingName, JsonValue][]
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const isPath = paths.includes(name) && typeof value === 'string' && !/^\w+:\/\//.test(value)
      return [name, isPath && !isAbsolute(value) ? relative(folder, value) : value]
    }),
  )
}

/** Alternatives: setting one removes the other. */
const others: Readonly<Record<string, string>> = {
  passphrase_file: 'key_file',
  key_file: 'passphrase_file',
  chain: 'chain_info',
  chain_info: 'chain',
}

/** Merges settings: lists grow, other values are replaced. */
export function merge(before: SettingsJson, added: SettingsJson): SettingsJson {
  const merged: SettingsJson = { ...before }
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

export interface SettingChange {
  readonly name: SettingName
  readonly before: JsonValue | undefined
  /** Whether an old value was lost. */
  readonly isReplaced: boolean
}

export function compareSettings(before: SettingsJson, after: SettingsJson): readonly SettingChange[] {
  return settingNames.flatMap(name => {
    const [old, now] = [before[name], after[name]]
    if (JSON.stringify(old) === JSON.stringify(now)) return []
    const grows = Array.isArray(old) && Array.isArray(now) && name !== 'publish_command'
    return [{ name, before: old, isReplaced: old !== undefined && !grows }]
  })
}

export function writeMembers(file: string, members: SettingsJson, isNew: boolean): void {
  const sorted = Object.fromEntries(settingNames.map(name => [name, members[name]]))
  const text = `${JSON.stringify(sorted, null, 2)}\n`
  if (isNew) writeNew(file, new TextEncoder().encode(text))
  else writeWhole(file, text)
}
