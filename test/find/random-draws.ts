/**
 * Draws without any rule: values as platforms publish them, each of them at random or from a counter, by a seed.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../src/core/json.js'
import { sha256 } from './values.js'

type Values = Readonly<Record<string, JsonValue>>

/** Numbers below a limit, the same again for the same seed. */
export type Random = (limit: number) => number

export function randomOf(seed: string): Random {
  let turn = 0
  return limit => Number.parseInt(sha256(`${seed} ${turn++}`).slice(0, 13), 16) % limit
}

/** One to 24 draws of a platform of which nothing follows from anything. */
export function randomDraws(seed: number): readonly Values[] {
  const random = randomOf(`draws ${seed}`)
  const pick = <T>(choices: readonly [T, ...T[]]): T => choices[random(choices.length)] ?? choices[0]
  const hex = (bytes: number): string =>
    Array.from({ length: 2 * bytes }, () => random(16).toString(16)).join('')
  const count = pick([1, 1, 1, 2, 3, 8, 24])
  const pool = 2 + random(pick([4, 30, 90]))
  const winners = pick([0, 0, 1, 3])
  const first = random(5000)
  const has = {
    list: random(2) === 0,
    table: random(3) === 0,
    beacon: random(3) === 0,
    short: random(4) === 0,
  }
  const constant = { operator: pick(['Raffles Ltd', 'draw']), contract: hex(20), prize: random(3) }
  const always = random(pool)
  const isStuck = random(6) === 0
  return Array.from({ length: count }, (_, draw): Values => {
    const entries = Array.from({ length: pool }, (_, entry) => `e${entry}`)
    const place = isStuck ? always : random(pool)
    const drawn = Array.from({ length: winners }, () => random(pool))
    return {
      id: first + draw,
      height: 800_000 + 144 * draw,
      ...constant,
      title: `Draw ${draw}`,
      seed: hex(32),
      seed_hash: hex(has.short ? 8 : 32),
      ...(has.beacon && { beacon: { round: 1000 + draw, randomness: hex(32) } }),
      nonce: draw,
      sold: pool + random(3),
      roll: random(1_000_000_000),
      digest: hex(32),
      ...(has.list && { tickets: entries }),
      ...(has.table && {
        holders: entries.map((name, row) => ({
          name,
          weight: 1 + random(50),
          ticket: 5001 + row,
          hash: hex(16),
        })),
      }),
      ...(winners > 1 && { winning_tickets: drawn.map(one => (has.list ? (entries[one] ?? '') : one)) }),
      winning_index: place,
      winner: has.list || has.table ? (entries[random(pool)] ?? '') : random(pool) + 1,
    }
  })
}
