/**
 * The header fields of a request.
 *
 * @packageDocumentation
 */
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { DrawauditError } from '../errors.js'
import type { HeaderField } from '../model/exchange.js'

/** Fields about framing and routing: never the user's. */
const reserved =
  /^(host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|proxy-.*)$/i

/**
 * Checks the user's own header fields. Messages never contain their values, which may be secret.
 *
 * @throws DrawauditError `usage` if a field cannot be sent, or is set by the client itself.
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

/** Merges fields; each name, in lower case, has the value of the last source with it. */
export function mergeFields(...sources: readonly (readonly HeaderField[])[]): HeaderField[] {
  const merged: HeaderField[] = []
  for (const source of sources) {
    const fields = source.map(([name, value]): HeaderField => [name.toLowerCase(), value])
    const names = new Set(fields.map(([name]) => name))
    merged.splice(0, merged.length, ...merged.filter(([name]) => !names.has(name)), ...fields)
  }
  return merged
}

/** Fields for node:http: the values of each name together. */
export function groupFields(fields: readonly HeaderField[]): Record<string, string | string[]> {
  const grouped = new Map<string, string[]>()
  for (const [name, value] of fields) grouped.set(name, [...(grouped.get(name) ?? []), value])
  return Object.fromEntries([...grouped].map(([name, values]) => [name, soleOrAll(values)]))
}

/** Pairs node:http's raw header list of alternating names and values. */
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
    // Node only reports it by throwing.
    return false
  }
}
