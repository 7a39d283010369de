// Joined keys of HMACs, limits that go without saying, wallets that win: each found, and not where one draw is forged.
import { createHash, createHmac } from 'node:crypto'
import t from 'tap'
import type { JsonValue } from '../../../src/core/json.js'
import { summarizeFound } from '../../../src/find/summary.js'
import { find } from '../values.js'

type Values = Readonly<Record<string, JsonValue>>

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const mac = (key: string, text: string): string => createHmac('sha256', key).update(text).digest('hex')
const below = (digest: string, limit: number): number => Number(BigInt(`0x${digest}`) % BigInt(limit))
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at)

/** Each draw by itself, and of a forged one the result. */
interface Mechanism {
  readonly draw: (number: number) => Values
  readonly draws: number
  readonly result: string
  readonly forged: JsonValue
}

const mechanisms: Readonly<Record<string, Mechanism>> = {
  'an HMAC under two values joined': {
    draw: number => {
      const [server_seed, public_seed] = [hash(`server ${number}`), hash(`public ${number}`)]
      const proof_hash = mac(`${server_seed}:${public_seed}`, `${number}`)
      return { server_seed, public_seed, nonce: number, proof_hash }
    },
    draws: 2,
    result: 'proof_hash',
    forged: hash('forged'),
  },
  'a wheel of 37 pockets, which nobody publishes': {
    draw: number => {
      const seed = hash(`seed ${number}`)
      return { seed, result: below(seed, 37) }
    },
    draws: 14,
    result: 'result',
    forged: 36,
  },
  'wallets of a list that win': {
    draw: number => {
      const seed = hash(`seed ${number}`)
      const holders = numbers(60).map(at => `0x${hash(`${number} ${at}`).slice(0, 40)}`)
      return { seed, holders, winner: holders[below(seed, 60)] ?? '' }
    },
    draws: 12,
    result: 'winner',
    forged: '0x00000000000000000000000000000000000000ff',
  },
}

for (const [name, { draw, draws, result, forged }] of Object.entries(mechanisms)) {
  await t.test(name, t => {
    const honest = numbers(draws).map(number => draw(number + 1))
    const explained = (list: readonly Values[]): readonly string[] =>
      summarizeFound(find(list, { most: 2_000_000, milliseconds: 20_000 })).explained.map(
        ({ value }) => value,
      )
    t.ok(explained(honest).includes(result))
    const nearly = honest.map((one, at) => (at === draws - 1 ? { ...one, [result]: forged } : one))
    t.notOk(explained(nearly).includes(result), 'one that is forged')
    t.end()
  })
}
