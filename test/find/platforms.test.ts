/**
 * Platforms of the kinds that publish draws, each made up: what is found has to hold on a draw that was not shown.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import t from 'tap'
import { parseJson, type JsonValue } from '../../src/core/json.js'
import { describeFound } from '../../src/find/describe.js'
import { parseRecipe } from '../../src/recipe/recipe.js'
import { verifyPublished } from '../../src/verify/draw/verify-published.js'
import { find, sha256 } from './values.js'

type Values = Readonly<Record<string, JsonValue>>

const hash = (message: string | Buffer, algorithm = 'sha256'): string =>
  createHash(algorithm).update(message).digest('hex')
const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')
const big = (digits: string): bigint => BigInt(`0x${digits}`)

interface Platform {
  /** One draw, by its number. */
  readonly draw: (number: number) => Values
  /** Draws that are shown. */
  readonly shown: number
  /** What has to be explained. */
  readonly finds: readonly string[]
  readonly results?: readonly string[]
  /** How the search ends where something stays open. */
  readonly outcome?: 'partly'
}

const tickets = (number: number, count = 40): readonly string[] =>
  Array.from({ length: count + (number % 7) }, (_, index) => `T${(index * 37 + number * 11) % 1009}-${index}`)

const platforms: Readonly<Record<string, Platform>> = {
  'lists beside each other, weighted': {
    shown: 12,
    finds: ['digest', 'winner'],
    draw(number) {
      const ids = tickets(number)
      const weights = ids.map((_, index) => 1 + ((index * 7 + number) % 5))
      const seed = sha256(`seed ${number}`)
      const digest = hash(`${seed}|${number}`)
      const sum = weights.reduce((a, b) => a + b, 0)
      let point = Number(big(digest) % BigInt(sum))
      const place = weights.findIndex(weight => (point -= weight) < 0)
      return { number_of_draw: number, seed, digest, ids, weights, winner: ids[place] ?? '' }
    },
  },
  'rows that are numbered from 1 in the draw that is shown': {
    shown: 1,
    finds: ['tickets.ticket_hash', 'commitment'],
    // The chance at which a ticket wins is not published.
    outcome: 'partly',
    draw(number) {
      const seed = sha256(`seed ${number}`)
      const ticket = (_: unknown, at: number): Values => {
        const ticket_number = (number - 1) * 500 + 1 + at
        const ticket_hash = hash(`${seed}${ticket_number}`)
        return { ticket_number, ticket_hash, instant_win: big(ticket_hash) % 7n === 0n }
      }
      return { commitment: hash(seed), revealed_seed: seed, tickets: Array.from({ length: 30 }, ticket) }
    },
  },
  'a list and its count in one message': {
    shown: 1,
    finds: ['list_hash'],
    draw(number) {
      const entries = tickets(number)
      return {
        seed: sha256(`s ${number}`),
        entries,
        list_hash: hash(`${entries.join('\n')}|${entries.length}`),
      }
    },
  },
  'seeds of three parties xored': {
    shown: 10,
    finds: ['mixed', 'index'],
    draw(number) {
      const [a, b, c] = ['a', 'b', 'c'].map(name => sha256(`${name} ${number}`)) as [string, string, string]
      const xored = bytes(a).map((byte, index) => byte ^ (bytes(b)[index] ?? 0) ^ (bytes(c)[index] ?? 0))
      const mixed = hash(Buffer.from(xored))
      return { seed: a, randomness: b, block_hash: c, mixed, count: 90, index: Number(big(mixed) % 90n) }
    },
  },
  'seeds xored, the number is the winner': {
    shown: 10,
    finds: ['index'],
    draw(number) {
      const [a, b] = ['a', 'b'].map(name => sha256(`${name} ${number}`)) as [string, string]
      const xored = bytes(a).map((byte, index) => byte ^ (bytes(b)[index] ?? 0))
      return {
        seed: a,
        randomness: b,
        count: 900 + number,
        index: Number(big(Buffer.from(xored).toString('hex')) % BigInt(900 + number)),
      }
    },
  },
  'one number modulo what is left': {
    shown: 8,
    finds: ['digest', 'winners'],
    draw(number) {
      const entries = tickets(number)
      const seed = sha256(`seed ${number}`)
      const digest = hash(`${seed}:${number}`)
      const left = [...entries]
      const winners = [1, 2, 3].map(() => left.splice(Number(big(digest) % BigInt(left.length)), 1)[0] ?? '')
      return { number_of_draw: number, seed, digest, entries, winners }
    },
  },
  'one number that nobody published, modulo what is left': {
    shown: 8,
    finds: ['winners'],
    draw(number) {
      const entries = tickets(number)
      const seed = sha256(`seed ${number}`)
      const left = [...entries]
      const digest = hash(`${seed}:${number}`)
      const winners = [1, 2, 3].map(() => left.splice(Number(big(digest) % BigInt(left.length)), 1)[0] ?? '')
      return { number_of_draw: number, seed, entries, winners }
    },
  },
  'whoever was drawn is replaced by the last one': {
    shown: 8,
    finds: ['winners'],
    draw(number) {
      const entries = tickets(number)
      const seed = sha256(`seed ${number}`)
      const left = [...entries]
      const winners = [0, 1, 2, 3].map(turn => {
        const place = Number(big(hash(`${seed}:${turn}`)) % BigInt(left.length))
        const winner = left[place] ?? ''
        left[place] = left.at(-1) ?? ''
        left.pop()
        return winner
      })
      return { seed, entries, winners }
    },
  },
  'a list shuffled from its beginning, winners in a table': {
    shown: 8,
    finds: ['winners.ticket'],
    draw(number) {
      const entries = tickets(number)
      const seed = sha256(`seed ${number}`)
      const list = [...entries]
      const winners = [0, 1, 2, 3].map(turn => {
        const place = turn + (Number.parseInt(hash(`${seed}-${turn}`).slice(0, 8), 16) % (list.length - turn))
        ;[list[turn], list[place]] = [list[place] ?? '', list[turn] ?? '']
        return { prize: `Prize ${turn}`, ticket: list[turn] ?? '' }
      })
      return { seed, entries, winners }
    },
  },
  'a chain of hashes, little-endian': {
    shown: 6,
    finds: ['winners'],
    draw(number) {
      const entries = tickets(number)
      const randomness = sha256(`r ${number}`)
      const mixed = hash(`${hash(entries.toSorted().join('\n'))}${randomness}`)
      let link: Buffer = bytes(mixed)
      const left = entries.toSorted()
      const winners = [0, 1, 2].map(() => {
        link = createHash('sha256').update(link).digest()
        const place = Number(big(Buffer.from(link).reverse().toString('hex')) % BigInt(left.length))
        return left.splice(place, 1)[0] ?? ''
      })
      return { round: 1000 + number, randomness, entries, mixed, winners }
    },
  },
  'a chain of as many hashes as a number says': {
    shown: 2,
    finds: ['terminal_hash'],
    draw(number) {
      let link = sha256(`s ${number}`)
      const server_seed = link
      for (let round = 0; round < 500 + number; round += 1) link = sha256(link)
      return { game: 500 + number, server_seed, terminal_hash: link }
    },
  },
  'true and false, rows with other columns, rows in rows': {
    shown: 12,
    finds: ['digest', 'winner_name'],
    draw(number) {
      const seed = sha256(`seed ${number}`)
      const isPostal = number % 3 === 0
      const entries = tickets(number).map((id, index) => ({
        id,
        holder: { name: `name ${number} ${index}` },
        ...(index % 4 === 0 && { note: 'by post' }),
      }))
      const digest = hash(`${seed}:${String(isPostal)}:0.38192`)
      return {
        seed,
        is_postal: isPostal,
        odds: 0.38192,
        digest,
        entries,
        winner: { name: entries[Number(big(digest) % BigInt(entries.length))]?.holder.name ?? '' },
      }
    },
  },
  'a seed of a hash that is not shown': {
    shown: 1,
    finds: ['digest'],
    draw(number) {
      const entries = tickets(number)
      const randomness = sha256(`r ${number}`)
      return { entries, randomness, digest: hash(`${hash(entries.join('\n'))}${randomness}`) }
    },
  },
}

const only = process.env['ONLY']

for (const [name, { draw, shown, finds, results, outcome = 'found' }] of Object.entries(platforms)) {
  if (only !== undefined && !name.includes(only)) continue
  await t.test(name, t => {
    const draws = Array.from({ length: shown }, (_, number) => draw(number + 1))
    const found = find(draws, { ...(results !== undefined && { results }) })
    const said = describeFound(found)
    if (only !== undefined) process.stderr.write(`${said}${found.recipe ?? ''}`)
    t.equal(found.outcome, outcome, said)
    const recipe = found.recipe === undefined ? undefined : parseRecipe(parseJson(found.recipe))
    if (recipe === undefined) t.fail(said)
    else {
      // On a draw that was not shown, each claim is proven that computes something.
      const other = verifyPublished(draw(100), recipe).subjects[0]
      const compared = new Set(recipe.claims.flatMap(({ id, kind }) => (kind === 'equal' ? [id] : [])))
      const open = other?.claims.filter(({ id, status }) => compared.has(id) && status !== 'proven') ?? []
      t.strictSame(open, [], said)
      t.ok(compared.size >= finds.length, said)
    }
    for (const value of finds) t.match(said, `\n  ${value}: `)
    t.end()
  })
}
