/**
 * Reads a request to the desk: its token, its key, its body.
 *
 * @packageDocumentation
 */
import type { IncomingMessage } from 'node:http'
import { parseJson, pointerOf } from '../core/json.js'
import { isTime } from '../core/time.js'
import { parseUuid } from '../core/uuid.js'
import { DrawauditError } from '../errors.js'
import { parseEntry, type Entry } from '../model/entry.js'
import { readSeconds } from '../operator/desk.js'
import { seedsModes, type RaffleOffer } from '../operator/create-raffle.js'

/** Max bytes of a body: 1,000 of the longest entries need a tenth of it. */
export const mostBodyBytes = 4 * 1024 * 1024

/** Max entries in one request: the store is locked while their receipts are signed. */
export const mostEntries = 1000

/** The bearer token (RFC 6750); undefined if there is none, or more than one. */
export function readBearer({
  headersDistinct,
}: Pick<IncomingMessage, 'headersDistinct'>): string | undefined {
  // With two, a proxy may have checked the other one.
  const [text = '', ...others] = headersDistinct['authorization'] ?? []
  return others.length > 0 ? undefined : /^Bearer +([\w.~+/-]+=*)$/i.exec(text)?.[1]
}

/**
 * The idempotency key of a request, as sent.
 *
 * @throws DrawauditError `desk-body`.
 */
export function readKey({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const key = headers['idempotency-key']
  if (typeof key === 'string' && /^[!-~]{1,255}$/.test(key)) return key
  throw malformed(
    key === undefined
      ? 'the header Idempotency-Key is missing'
      : 'Idempotency-Key: expected 1 to 255 characters of ASCII without spaces',
    'make one for each sale, such as a UUID, and send it again with the same request',
  )
}

/**
 * The raffle to begin a page after; empty for the first page.
 *
 * @throws DrawauditError `desk-body`.
 */
export function readAfter(query: string): string {
  if (query === '') return ''
  const [, after = ''] = /^after=([^&]*)$/.exec(query) ?? []
  const id = parseUuid(after)
  if (id !== undefined) return id
  throw malformed('the query is not ?after=RAFFLE', 'give what the page before calls next, or nothing')
}

/** The members of a body. */
export type BodyMembers = Readonly<Record<string, unknown>>

/**
 * The members of a JSON object.
 *
 * @param names - the allowed ones.
 * @throws DrawauditError `desk-body`, and as `parseJson` does.
 */
export function readBodyMembers(body: Uint8Array, names: readonly string[]): BodyMembers {
  if (body.length === 0) throw malformed('the body is missing', `send JSON; ${describeNames(names)}`)
  return checkMembers(parseJson(body, { limits: { bytes: mostBodyBytes, depth: 8 } }), names, [])
}

function checkMembers(value: unknown, names: readonly string[], place: readonly string[]): BodyMembers {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed('expected an object', describeNames(names), place)
  }
  const other = Object.keys(value).find(name => !names.includes(name))
  if (other !== undefined) {
    throw malformed('there is no such member', describeNames(names), [...place, other])
  }
  return value as BodyMembers
}

const describeNames = (names: readonly string[]): string =>
  names.length === 0 ? 'send {} or no body' : `the members are ${names.join(', ')}`

/** The reason of a refund or a cancellation. @throws DrawauditError `desk-body`. */
export function readReason(members: BodyMembers): string {
  return readText(members, 'reason')
}

/** The buyer's nonce; undefined if absent. @throws DrawauditError `desk-body`. */
export function readNonce({ nonce }: BodyMembers): Uint8Array | undefined {
  if (nonce === undefined) return undefined
  if (typeof nonce === 'string' && /^[0-9a-fA-F]{32}$/.test(nonce)) return Buffer.from(nonce, 'hex')
  throw malformed('expected 32 hex digits', 'what the buyer’s browser drew; leave it out without it', [
    'nonce',
  ])
}

/** @throws DrawauditError `desk-body`. */
export function readSwitch(members: BodyMembers, name: string): boolean {
  const value = members[name] ?? false
  if (typeof value === 'boolean') return value
  throw malformed('expected true or false', 'leave it out for false', [name])
}

/** One or more entries. @throws DrawauditError `desk-body` for the first invalid one. */
export function readBodyEntries({ entries }: BodyMembers): readonly Entry[] {
  if (!Array.isArray(entries) || entries.length === 0 || entries.length > mostEntries) {
    throw malformed(`expected an array of 1 to ${mostEntries} entries`, 'send more in several requests', [
      'entries',
    ])
  }
  return entries.map((value: unknown, index) => {
    const place = ['entries', String(index)]
    const { id, kind, nonce_hash: nonceHash } = checkMembers(value, ['id', 'kind', 'nonce_hash'], place)
    const entry = parseEntry([id, kind, ...(nonceHash === undefined ? [] : [nonceHash])])
    if (!('problem' in entry)) return entry
    throw malformed(entry.problem, 'an entry is {"id": "10042", "kind": "paid"}', place)
  })
}

/** The members of {@link readOffer}. */
export const offerNames = [
  'raffle_id',
  'raffle_name',
  'prizes',
  'max_entries',
  'entries_close_at_utc',
  'draw_at_utc',
  'seeds',
  'supersedes',
] as const

/**
 * The raffle to create. It must have an id, so that a repeated request finds it created.
 *
 * @throws DrawauditError `desk-body`.
 */
export function readOffer(
  members: BodyMembers,
): Omit<RaffleOffer, 'operator' | 'chain'> & { raffleId: string } {
  const { prizes, max_entries: maxEntries, draw_at_utc: drawAt, seeds, supersedes } = members
  if (!Array.isArray(prizes) || prizes.length === 0) {
    throw malformed('expected an array of prizes', 'such as [{"prize_name": "Mug"}]', ['prizes'])
  }
  if (typeof maxEntries !== 'number' || maxEntries < 1 || maxEntries > 2 ** 32) {
    throw malformed('expected an integer from 1 to 4294967296', 'the maximum number of entries', [
      'max_entries',
    ])
  }
  const mode = seedsModes.find(one => one === (seeds ?? 'secret'))
  if (mode === undefined) throw malformed('expected secret or public', 'leave it out for secret', ['seeds'])
  return {
    raffleId: readId(members, 'raffle_id'),
    name: readText(members, 'raffle_name'),
    prizes: prizes.map((value: unknown, index) => {
      const place = ['prizes', String(index)]
      const prize = checkMembers(value, ['prize_name', 'draw_id'], place)
      return {
        prizeName: readText(prize, 'prize_name', place),
        ...(prize['draw_id'] !== undefined && { drawId: readId(prize, 'draw_id', place) }),
      }
    }),
    maxEntries,
    entriesCloseAt: readMoment(members, 'entries_close_at_utc'),
    ...(drawAt !== undefined && { drawAt: readMoment(members, 'draw_at_utc') }),
    seeds: mode,
    ...(supersedes !== undefined && { supersedes: readId(members, 'supersedes') }),
  }
}

function readText(members: BodyMembers, name: string, place: readonly string[] = []): string {
  const text = members[name]
  if (typeof text === 'string' && text !== '') return text
  throw malformed('expected a text', 'give it as plain text on one line', [...place, name])
}

function readId(members: BodyMembers, name: string, place: readonly string[] = []): string {
  const id = members[name]
  const uuid = typeof id === 'string' ? parseUuid(id) : undefined
  if (uuid !== undefined) return uuid
  throw malformed('expected a UUID', 'such as 01234567-89ab-cdef-0123-456789abcdef', [...place, name])
}

function readMoment(members: BodyMembers, name: string): number {
  const time = members[name]
  if (typeof time === 'string' && isTime(time)) return readSeconds(time)
  throw malformed('expected a time', 'as in RFC 3339: 2026-11-20T16:15:00+00:00', [name])
}

function malformed(message: string, hint: string, place?: readonly string[]): DrawauditError {
  return new DrawauditError('desk-body', message, {
    hint,
    ...(place && { where: { pointer: pointerOf([...place]) } }),
  })
}
