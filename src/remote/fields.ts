/**
 * The header fields of a request.
 *
 * @packageDocumentation
 */
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { DrawauditError } from '../errors.js'
import type { HeaderField } from '../model/exchange.js'

/** Fields that say how a message is framed or where it goes: never the user's. */
const reserved =
  /^(host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|proxy-.*)$/i

/**
 * The user's own header fields, as they can be sent. Their values are in no message: they may be secret.
 *
 * @throws DrawauditError `usage` when a field cannot be sent, or is one that the client sets itself.
 */
export function checkOwnFields(fields: readonly HeaderField[]): readonly HeaderField[] {
  for (const [name, value] of fields) {
    if (reserved.test(name)) throw new DrawauditError('usage', `the header field ${name} cannot be set`)
    if (!canBeSent(name, value)) {
      throw new DrawauditError('usage', `the header field ${name} has a character that none can have`)
    }
  }
  return fields
}

/** Fields in the order of their sources; each name is taken from the last source that has it, in lower case. */
export function mergeFields(...sources: readonly (readonly HeaderField[])[]): HeaderField[] {
  const merged: HeaderField[] = []
  for (const source of sources) {
    const fields = source.map(([name, value]): HeaderField => [name.toLowerCase(), value])
    const names = new Set(fields.map(([name]) => name))
    merged.splice(0, merged.length, ...merged.filter(([name]) => !names.has(name)), ...fields)
  }
  return merged
}

/** Fields as node:http takes them: the values of each name together. */
export function groupFields(fields: readonly HeaderField[]): Record<string, string | string[]> {
  const grouped = new Map<string, string[]>()
  for (const [name, value] of fields) grouped.set(name, [...(grouped.get(name) ?? []), value])
  return Object.fromEntries([...grouped].map(([name, values]) => [name, soleOrAll(values)]))
}

/** Raw header fields of node:http, names and values in turn, as pairs. */
export function pairFields(raw: readonly string[]): HeaderField[] {
  const pairs: HeaderField[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) pairs.push([raw[index] ?? '', raw[index + 1] ?? ''])
  return pairs
}

function soleOrAll(values: string[]): string | string[] {
  const [sole] = values
  return values.length === 1 && sole !== undefined ? sole : values
}

function canBeSent(name: string, value: string): boolean {
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return true
  } catch {
    // Node only says it by throwing.
    return false
  }
}
