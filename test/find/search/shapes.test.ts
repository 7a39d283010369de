/**
 * Shapes of rules that platforms have, each made up: found, so that the recipe holds on a draw that was not shown and
 * refutes a forged one; and not found where one draw nearly follows.
 *
 * @packageDocumentation
 */
import { createHash, createHmac, hkdfSync } from 'node:crypto'
import t from 'tap'
import { keccak256 } from '../../../bench/finder/hashes.js'
import { parseJson, type JsonValue } from '../../../src/core/json.js'
import type { FoundRecipe } from '../../../src/find/find-recipe.js'
import { summarizeFound } from '../../../src/find/summary.js'
import { native } from '../../../src/native/engine.js'
import { parseRecipe } from '../../../src/recipe/recipe.js'
import { verifyPublished } from '../../../src/verify/draw/verify-published.js'
import { find } from '../values.js'

type Values = Readonly<Record<string, JsonValue>>

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const hash = (data: string | Buffer): string => sha256(data).toString('hex')
const mac = (key: string | Buffer, data: string | Buffer): Buffer =>
  createHmac('sha256', key).update(data).digest()
const big = (digits: string | Buffer): bigint => BigInt(`0x${digits.toString('hex')}`)
const below = (digits: string | Buffer, limit: number): number => Number(big(digits) % BigInt(limit))
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at)
const word = (number: number, width = 32): Buffer =>
  Buffer.from(number.toString(16).padStart(2 * width, '0'), 'hex')
const namesOf = (number: number, count: number): readonly string[] =>
  numbers(count).map(at => `player-${hash(`${number} ${at}`).slice(0, 7)}`)

interface Shape {
  readonly draw: (number: number) => Values
  readonly draws: number
  /** What has to be explained. */
  readonly finds: readonly string[]
  /** A draw with one value that is another. */
  readonly nearly: (values: Values) => Values
  /** What is explained no more then. */
  readonly loses: string
  /** What the draws leave open. */
  readonly undecided?: RegExp
}

/** The last of a list is another of it. */
const otherLast =
  (list: string, from: string) =>
  (values: Values): Values => {
    const [own, all] = [values[list], values[from]] as readonly (readonly JsonValue[])[]
    const other = (all ?? []).find(item => !(own ?? []).includes(item)) ?? ''
    return { ...values, [list]: [...(own ?? []).slice(0, -1), other] }
  }

const shapes: Readonly<Record<string, Shape>> = {
  'so many in a row from a start': {
    draw(number) {
      const block_hash = hash(`block ${number}`)
      const holders = namesOf(number, 90 + number)
      const start = below(block_hash.slice(-8), holders.length)
      const winners = numbers(4).map(at => holders[(start + at) % holders.length] ?? '')
      return { block_hash, holders, winners }
    },
    draws: 14,
    finds: ['winners'],
    nearly: otherLast('winners', 'holders'),
    loses: 'winners',
  },
  'the last decimal digits of a hash': {
    draw(number) {
      const block_hash = hash(`block ${number}`)
      const tickets = 9000 + 31 * number
      const digits = block_hash.replaceAll(/[a-f]/g, '').slice(-7)
      return { block_hash, tickets, winning_position: (Number(digits) % tickets) + 1 }
    },
    draws: 7,
    finds: ['winning_position'],
    nearly: values => ({ ...values, winning_position: 8 }),
    loses: 'winning_position',
  },
  'the seeds of several parties in a table, xored with a beacon': {
    draw(number) {
      const seeds = ['a', 'b', 'c'].map(party => sha256(`${party} ${number}`))
      const randomness = sha256(`beacon ${number}`)
      const combined = [...seeds, randomness].reduce((sum, seed) =>
        Buffer.from(sum.map((byte, at) => byte ^ (seed[at] ?? 0))),
      )
      const contributions = seeds.map(seed => ({ commitment: hash(seed), seed: seed.toString('hex') }))
      return {
        contributions,
        randomness: randomness.toString('hex'),
        combined: combined.toString('hex'),
        tickets: 7000 + number,
        winner: below(combined, 7000 + number),
      }
    },
    draws: 6,
    finds: ['contributions.commitment', 'combined', 'winner'].map(name => name.replace(/^.*\./, '')),
    nearly: values => ({ ...values, combined: hash('another') }),
    loses: 'combined',
  },
  'HKDF of a seed and a beacon': {
    draw(number) {
      const [seed, randomness] = [sha256(`seed ${number}`), sha256(`beacon ${number}`)]
      const list_hash = sha256(`list ${number}`)
      const output = Buffer.from(hkdfSync('sha256', seed, randomness, list_hash, 32))
      return {
        seed: seed.toString('hex'),
        randomness: randomness.toString('hex'),
        list_hash: list_hash.toString('hex'),
        output: output.toString('hex'),
      }
    },
    draws: 2,
    finds: ['output'],
    // Without the counter that HKDF has behind the info.
    nearly: values => {
      const of = (name: string): Buffer => Buffer.from(values[name] as string, 'hex')
      return { ...values, output: mac(mac(of('randomness'), of('seed')), of('list_hash')).toString('hex') }
    },
    loses: 'output',
  },
  'a log of which each hash is that of the one before': {
    draw(number) {
      const secret = hash(`secret ${number}`).slice(0, 20)
      const sold = 5000 + number
      let digest = sha256(secret)
      const log = numbers(3).map(at => {
        if (at > 0) digest = sha256(digest.toString('hex'))
        return { hash: digest.toString('hex'), ticket: below(digest, sold) + 1 }
      })
      return { secret, sold, log }
    },
    draws: 3,
    finds: ['first_log_hash', 'log.hash', 'log.ticket'],
    nearly: values => {
      const log = values['log'] as readonly Values[]
      return { ...values, log: log.map((row, at) => (at === 2 ? { ...row, hash: hash('another') } : row)) }
    },
    loses: 'log.hash',
  },
  'a counter that passes over who has won': {
    draw(number) {
      const seed = hash(`seed ${number}`)
      const entries = namesOf(number, 12)
      const winners: string[] = []
      for (let counter = 0; winners.length < 8; counter += 1) {
        const name = entries[below(hash(`${seed}:${counter}`), 12)] ?? ''
        if (!winners.includes(name)) winners.push(name)
      }
      return { seed, entries, winners }
    },
    draws: 4,
    finds: ['winners'],
    nearly: otherLast('winners', 'entries'),
    loses: 'winners',
  },
  'a counter of which these draws do not show whether it passes over anybody': {
    draw(number) {
      const seed = hash(`seed ${number}`)
      const tickets = 50_000 + number
      return {
        seed,
        tickets,
        winners: numbers(4).map(counter => below(hash(`${seed}:${counter}`), tickets)),
      }
    },
    draws: 2,
    finds: ['winners'],
    nearly: values => ({ ...values, winners: [1, 2, 3, 4] }),
    loses: 'winners',
    undecided: /drawn again does not show/,
  },
  'a word before the turn': {
    draw(number) {
      const seed = hash(`seed ${number}`)
      const entries = namesOf(number, 60)
      const left = [...entries]
      const winners = numbers(5).map(
        turn => left.splice(below(hash(`${seed}:prize-${turn + 1}`), left.length), 1)[0] ?? '',
      )
      return { seed, entries, winners }
    },
    draws: 3,
    finds: ['winners'],
    nearly: otherLast('winners', 'entries'),
    loses: 'winners',
  },
  'a key that is the hash of a value, over a counter in bytes': {
    draw(number) {
      const randomness = sha256(`beacon ${number}`)
      const participants = 300_000 + number
      const output = mac(sha256(randomness), word(0, 4))
      return {
        randomness: randomness.toString('hex'),
        participants,
        winner_index: Number(output.readBigUInt64LE() % BigInt(participants)),
      }
    },
    draws: 5,
    finds: ['winner_index'],
    nearly: values => ({ ...values, winner_index: 77 }),
    loses: 'winner_index',
  },
  'fractions of a hash with a cursor, times the squares that are left': {
    draw(number) {
      const server_seed = hash(`server ${number}`)
      const [client_seed, nonce, squares] = [`client${number}`, number, 25]
      const output = mac(server_seed, `${client_seed}:${nonce}:0`)
      const left = numbers(squares).map(at => at + 1)
      const mines = numbers(5).map(at => {
        const place = Math.floor((output.readUInt32BE(4 * at) / 2 ** 32) * left.length)
        return left.splice(place, 1)[0] ?? 0
      })
      return { server_seed, client_seed, nonce, squares, mines }
    },
    draws: 4,
    finds: ['mines'],
    nearly: values => ({ ...values, mines: [1, 2, 3, 4, 5] }),
    loses: 'mines',
  },
  'a whole shuffle from the end, by a hash of two values and the place': {
    draw(number) {
      const [seed, salt] = [sha256(`seed ${number}`), sha256('salt')]
      const tokens = 30
      const shuffled = numbers(tokens).map(at => at + 1)
      for (let place = tokens - 1; place > 0; place -= 1) {
        const other = below(keccak256(Buffer.concat([seed, salt, word(place)])), place + 1)
        ;[shuffled[place], shuffled[other]] = [shuffled[other] ?? 0, shuffled[place] ?? 0]
      }
      return { seed: `0x${seed.toString('hex')}`, salt: `0x${salt.toString('hex')}`, tokens, shuffled }
    },
    draws: 1,
    finds: ['shuffled'],
    nearly: values => {
      const [first = 0, second = 0, ...others] = values['shuffled'] as readonly number[]
      return { ...values, shuffled: [second, first, ...others] }
    },
    loses: 'shuffled',
  },
  'JSON objects of named values, and a shuffle of entries with several places': {
    draw(number) {
      const draw_id = `draw-${number}`
      const drand_randomness = hash(`beacon ${number}`)
      const entries = namesOf(number, 30)
        .toSorted()
        .map((name, at) => ({ name, weight: 1 + ((at * number) % 4) }))
      const entry_hash = hash(JSON.stringify({ draw_id, entries }))
      const seed = sha256(JSON.stringify({ drand_randomness, entry_hash }))
      const slots = entries.flatMap(({ name, weight }) => Array<string>(weight).fill(name))
      for (let last = slots.length - 1, counter = 0; last > 0; last -= 1, counter += 1) {
        const other = below(sha256(Buffer.concat([seed, word(counter, 4)])), last + 1)
        ;[slots[last], slots[other]] = [slots[other] ?? '', slots[last] ?? '']
      }
      const results = [...new Set(slots)].slice(0, 4)
      return { draw_id, entries, entry_hash, drand_randomness, seed: seed.toString('hex'), results }
    },
    draws: 4,
    finds: ['entry_hash', 'seed', 'results'],
    // No entry came up twice among the first four.
    undecided: /drawn again does not show/,
    nearly: values => {
      const [first = '', second = '', ...others] = values['results'] as readonly string[]
      return { ...values, results: [second, first, ...others] }
    },
    loses: 'results',
  },
}

const search = (draws: readonly Values[], most = 10_000_000): FoundRecipe =>
  find(draws.length === 1 ? (draws[0] ?? {}) : draws, { most, milliseconds: 60_000 })

/** Of draws in which there is nothing to find: twice as far as to what is found in honest ones, or so far. */
const mostInVain = process.env['SLOW'] === '1' ? 150_000 : 30_000

const explainedIn = (found: FoundRecipe): readonly string[] =>
  summarizeFound(found).explained.map(({ value }) => value)

/** Whether the recipe refutes the draw. */
function isRefuted({ recipe = '{}' }: FoundRecipe, published: Values): boolean {
  const parsed = parseRecipe(parseJson(recipe))
  const draw = { draw: 'drawaudit/v1', recipe: parsed.name, title: 'x', source: 'x', published } as const
  const [subject] = verifyPublished(draw, parsed, { engine: native }).subjects
  const statuses = subject?.claims.map(({ status }) => status) ?? []
  return statuses.length === 0 || statuses.includes('refuted')
}

for (const [name, { draw, draws, finds, nearly, loses, undecided }] of Object.entries(shapes)) {
  let tried = mostInVain
  await t.test(name, t => {
    const honest = numbers(draws).map(number => draw(number + 1))
    const found = search(honest)
    tried = found.search.tried
    const explained = explainedIn(found)
    for (const value of finds) t.ok(explained.includes(value), `${value} of ${explained.join()}`)
    t.equal(found.outcome, undecided === undefined ? 'found' : 'partly')
    t.match(summarizeFound(found).undecided.join(), undecided ?? /^$/)
    t.notOk(isRefuted(found, draw(draws + 1)), 'a draw that was not shown')
    t.ok(isRefuted(found, nearly(draw(draws + 1))), 'one that is forged')
    t.end()
  })

  await t.test(`${name}: not where one draw nearly is so`, t => {
    const honest = numbers(draws).map(number => draw(number + 1))
    const last = honest.at(-1) ?? {}
    const found = search([...honest.slice(0, -1), nearly(last)], Math.min(2 * tried, mostInVain))
    t.notOk(explainedIn(found).includes(loses))
    t.not(found.outcome, 'found')
    t.end()
  })
}

await t.test('how those who were drawn leave the list is not decided where both ways give the same', t => {
  // The places fall: whoever leaves stands behind all who come after.
  const draw = (number: number, isFalling: boolean): Values => {
    const entries = namesOf(number, 600)
    for (let attempt = 0; ; attempt += 1) {
      const seed = hash(`seed ${number} ${attempt}`)
      const places = numbers(4).map(turn => below(hash(`${seed}:${turn}`), 600 - turn))
      const falls = places.every((place, at) => at === 0 || place < (places[at - 1] ?? 0))
      if (falls !== isFalling) continue
      const left = [...entries]
      return { seed, entries, winners: places.map(place => left.splice(place, 1)[0] ?? '') }
    }
  }
  const falling = [1, 2].map(number => draw(number, true))
  const open = search(falling)
  t.equal(open.outcome, 'partly')
  t.match(summarizeFound(open).undecided, [/leaves the list does not show/])
  const decided = search([...falling, draw(3, false)])
  t.equal(decided.outcome, 'found')
  t.strictSame(summarizeFound(decided).undecided, [])
  t.end()
})

await t.test(
  'a place and the entry there are one guess together, and each is claimed by its own evidence',
  t => {
    const draw = (number: number, winner?: string): Values => {
      const entries = namesOf(number, 40)
      const digest = hash(`digest ${number}`)
      const index = below(digest, 40)
      return { digest, entries, index, winner: winner ?? entries[index] ?? '' }
    }
    const bitsOf = (draws: readonly Values[]): Readonly<Record<string, number>> =>
      Object.fromEntries(summarizeFound(search(draws)).explained.map(({ value, bits }) => [value, bits]))
    const joint = bitsOf(numbers(12).map(number => draw(number)))
    t.ok((joint['index'] ?? 0) >= 40 && (joint['winner'] ?? 0) >= 40, JSON.stringify(joint))
    t.ok((joint['index'] ?? 0) + (joint['winner'] ?? 0) < 2 * 12 * Math.log2(40), 'no bit counts twice')
    // One winner is another: the place is what it was, and the winner follows no more.
    const other = bitsOf([...numbers(11).map(number => draw(number)), draw(11, namesOf(11, 40)[3])])
    t.ok((other['index'] ?? 0) >= 40)
    t.equal(other['winner'], undefined)
    t.end()
  },
)
