/**
 * A published draw whose commitment stood at an address, and what observers say that they saw there.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { signEnvelope, type Envelope } from '../../../src/core/dsse.js'
import { encodeUtf8 } from '../../../src/core/encoding.js'
import type { JsonValue } from '../../../src/core/json.js'
import { formatTime } from '../../../src/core/time.js'
import { encodePublication, publicationType, type Publication } from '../../../src/model/observation.js'
import type { Expression } from '../../../src/model/recipe.js'
import type { Subject } from '../../../src/model/report.js'
import { parseTrust } from '../../../src/model/trust.js'
import { native } from '../../../src/native/engine.js'
import type { PublishedOptions } from '../../../src/verify/options.js'
import { createKey } from '../../observe/raffle.js'
import { recipeJson } from '../../recipe/build.js'
import { examine } from '../report.js'

type Published = Readonly<Record<string, JsonValue>>

const file = new URL('../../../fixtures/beacons/quicknet.json', import.meta.url)
const { beacons } = JSON.parse(readFileSync(file, 'utf8')) as { beacons: { round: number }[] }
const beacon = beacons.find(({ round }) => round === 1000) as unknown as {
  readonly round: number
  readonly randomness: string
  readonly signature: string
}

/** When round 1000 of quicknet was out, in seconds since 1970. */
export const roundAt = 1_692_806_364

const digestOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')
const seed = 'a5'.repeat(32)
const tickets = ['A1', 'A2', 'B7', 'C3', 'C4']
const mixed = digestOf(Buffer.concat([Buffer.from(seed, 'hex'), Buffer.from(beacon.randomness, 'hex')]))
const winner = tickets[Number(BigInt(`0x${mixed}`) % BigInt(tickets.length))] ?? ''

export const values = {
  draw_id: 'summer-17',
  seed_hash: digestOf(Buffer.from(seed, 'hex')),
  list_hash: digestOf(JSON.stringify(tickets)),
  seed,
  tickets,
  beacon,
  winner,
  round: 1000,
}

export const inputs = {
  draw_id: { type: 'text', title: 'draw id', informational: true },
  seed_hash: { type: 'sha256', title: 'seed hash', committed: true },
  list_hash: { type: 'sha256', title: 'list hash', committed: true },
  seed: { type: 'bytes', encoding: 'hex', length: 32, title: 'seed' },
  tickets: { type: 'list', of: { type: 'text' }, title: 'ticket list', order: 'as sold' },
  beacon: { type: 'drand', chain: 'quicknet', title: 'drand round', committed: true },
  winner: { type: 'text', title: 'winner' },
  round: { type: 'integer', title: 'announced round', committed: true },
}

const mix: Expression = { sha256: { concat: ['$seed', '$beacon.randomness'] } }
export const claims: readonly object[] = [
  { id: 'seed.committed', says: 'the seed is the one whose hash was published', equal: [{ sha256: '$seed' }, '$seed_hash'] },
  { id: 'entries.committed', says: 'the list is the one whose hash was published', equal: [{ sha256: { bytes_utf8: { text_jcs: '$tickets' } } }, '$list_hash'] },
  { id: 'beacon.genuine', says: 'the randomness is drand’s', verified: '$beacon' },
  { id: 'beacon.rule', says: 'the round is the one that was announced', equal: [{ add: ['$round', 0] }, '$beacon.round'] },
  { id: 'winner.derived', says: 'the winner follows', equal: [{ at: ['$tickets', { mod: [{ integer_be: mix }, { count: '$tickets' }] }] }, '$winner'] },
] // prettier-ignore

export const commitment = {
  at: 'https://raffles.example/draws/{draw_id}',
  values: {
    seed_hash: '/commitment/seed_hash',
    list_hash: '/commitment/list_hash',
    round: '/commitment/round',
  },
}

export type Parts = Readonly<Record<string, unknown>>

/** The parts of the recipe. */
export const parts: Parts = {
  series: { id: 'draw_id' },
  commitment,
  inputs,
  claims,
}

/** The recipe as a file has it. */
export const recipe = (more: Parts = {}): JsonValue => recipeJson({ ...parts, ...more })

/** What the platform shows before the draw. */
export const page = {
  title: 'Hamper',
  odds: 0.25,
  commitment: { seed_hash: values.seed_hash, list_hash: values.list_hash, round: 1000 },
}

export const ada = createKey('ada')
export const bob = createKey('bob')
export const stranger = createKey('stranger')

export const trust = parseTrust({
  trust: 'drawaudit/v1',
  observers: [
    { name: 'Ada', public_key: ada.publicKey },
    { name: 'Bob', public_key: bob.publicKey },
  ],
})

export const url = 'https://raffles.example/draws/summer-17'

interface Seen {
  readonly by?: ReturnType<typeof createKey>
  readonly url?: string
  /** So many seconds before the round. */
  readonly before?: number
  readonly content?: JsonValue | Uint8Array
  readonly type?: string
  /** In place of the payload. */
  readonly payload?: Uint8Array
}

/** What an observer signs. */
export function see({ by = ada, before = 3600, type = publicationType, ...seen }: Seen = {}): Envelope {
  const { content = page } = seen
  const publication: Publication = {
    url: seen.url ?? url,
    content: content instanceof Uint8Array ? content : encodeUtf8(JSON.stringify(content)),
    observed_at_utc: formatTime(new Date((roundAt - before) * 1000)),
  }
  return signEnvelope(type, seen.payload ?? encodePublication(publication), by.secretKey)
}

/** The page with other values in its commitment. */
export const changed = (more: Published): JsonValue => ({
  ...page,
  commitment: { ...page.commitment, ...more },
})

export const now = new Date((roundAt + 86_400) * 1000)

interface Case {
  readonly seen?: readonly Envelope[]
  readonly parts?: Parts
  /** In place of what was published; `undefined` is left out. */
  readonly values?: Readonly<Record<string, JsonValue | undefined>>
  readonly options?: PublishedOptions
}

/** What is reported of the draw. */
export function judge({
  seen = [see()],
  parts: more = {},
  values: own = {},
  options = {},
}: Case = {}): Subject {
  const all: Readonly<Record<string, JsonValue | undefined>> = { ...values, ...own }
  const known = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return examine({ ...parts, ...more }, Object.fromEntries(known), {
    trust,
    observations: seen,
    now,
    engine: native,
    ...options,
  })
}
