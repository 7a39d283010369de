/** A small published draw by a recipe of its own: who won is a number modulo the tickets. */
import type { JsonValue } from '../../src/core/json.js'
import type { CheckRequest } from '../../src/page/messages.js'
import type { PageModel } from '../../src/page/model.js'
import { hex, sha256, utf8 } from '../protocol/second-opinion.js'
import { drawOf, recipeJson } from '../recipe/build.js'
import { check } from './requests.js'

const seed = 'a5'.repeat(32)
export const tickets = ['A-1', 'A-2', 'B-7', 'C-3', 'C-4']
const reserves = ['R-1', 'R-2']

/** The place of the winner, with so much added to the seed. */
const placeOf = (added: number): number =>
  Number((BigInt(`0x${seed}`) + BigInt(added)) % BigInt(tickets.length))

export const winner = tickets[placeOf(reserves.length)] ?? ''
export const loser = tickets[(placeOf(reserves.length) + 1) % tickets.length] ?? ''

const texts = { type: 'list', of: { type: 'text' }, order: 'as sold' }

export const inputs = {
  seed: { type: 'bytes', encoding: 'hex', length: 32, title: 'seed' },
  reserves: { ...texts, title: 'list of reserves' },
  tickets: { ...texts, title: 'ticket list', distinct: true },
  list_hash: { type: 'sha256', title: 'list hash', committed: true },
  winner: { type: 'text', title: 'winner' },
}

const values: Readonly<Record<string, JsonValue>> = {
  ...{ seed, reserves, tickets, winner },
  list_hash: hex(sha256(utf8(JSON.stringify(tickets)))),
}

export const committed = {
  ...{ id: 'entries.committed', says: 'the list is the one whose hash was published' },
  equal: [{ sha256: { bytes_utf8: { text_jcs: '$tickets' } } }, '$list_hash'],
}

const number = { add: [{ integer_be: '$seed' }, { count: '$reserves' }] }

export const derived = {
  ...{ id: 'winner.derived', says: 'the winner is the ticket at that place' },
  equal: [{ at: ['$tickets', { mod: [number, { count: '$tickets' }] }] }, '$winner'],
}

interface Small {
  readonly parts?: Readonly<Record<string, unknown>>
  readonly values?: Readonly<Record<string, JsonValue>>
  readonly request?: Partial<CheckRequest>
}

/** What the page shows of it. */
export const checkSmall = ({ parts = {}, values: own = {}, request = {} }: Small = {}): Promise<PageModel> =>
  check({
    document: JSON.stringify(drawOf({ ...values, ...own })),
    recipes: JSON.stringify({ test: recipeJson({ inputs, claims: [committed, derived], ...parts }) }),
    ...{ trustFrom: 'none', now: Date.parse('2026-09-01T12:00:00Z') },
    ...request,
  })
