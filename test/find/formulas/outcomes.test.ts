/**
 * Results that are no place in a list: multipliers, rolls, what wins at published odds. What nearly fits is not found.
 *
 * @packageDocumentation
 */
import { createHash, createHmac } from 'node:crypto'
import t from 'tap'
import type { JsonValue } from '../../../src/core/json.js'
import { summarizeFound } from '../../../src/find/summary.js'
import { find } from '../values.js'

type Values = Readonly<Record<string, JsonValue>>

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const mac = (key: string, text: string, name = 'sha256'): string =>
  createHmac(name, key).update(text).digest('hex')

const explained = (draws: JsonValue, most = 60_000): readonly string[] =>
  summarizeFound(find(draws, { most })).explained.map(({ value }) => value)

/** Candidates where one is forged. */
const inVain = process.env['SLOW'] === '1' ? 60_000 : 12_000

const draws = (count: number, draw: (number: number) => Values): readonly Values[] =>
  Array.from({ length: count }, (_, number) => draw(number + 1))

/** Nine games in ten are honest: the last one is made up. */
const withForged = (list: readonly Values[], name: string, value: JsonValue): readonly Values[] =>
  list.map((one, at) => (at === list.length - 1 ? { ...one, [name]: value } : one))

await t.test('the multiplier of a crash game', t => {
  const games = draws(9, number => {
    const game_hash = hash(`game ${number}`)
    const part = Number.parseInt(mac(game_hash, 'salt').slice(0, 13), 16)
    const cents = Math.max(100, Math.floor((99 * 2 ** 52) / (2 ** 52 - part)))
    return { game_hash, salt: 'salt', bust: (cents / 100).toFixed(2) }
  })
  t.strictSame(explained(games), ['bust'])
  t.strictSame(explained(withForged(games, 'bust', '7.41'), inVain), [])
  t.end()
})

await t.test('a roll to 99.99 by five digits after the other', t => {
  const rolls = draws(7, nonce => {
    const server_seed = hash(`server ${nonce}`)
    const digits = mac(server_seed, `client:${nonce}`, 'sha512')
    const groups = digits.match(/.{5}/g)?.map(group => Number.parseInt(group, 16)) ?? []
    const lucky = groups.find(group => group < 1_000_000) ?? 0
    return { server_seed, client_seed: 'client', nonce, roll: (lucky % 10_000) / 100 }
  })
  t.strictSame(explained(rolls), ['roll'])
  t.strictSame(explained(withForged(rolls, 'roll', 12.35), inVain), [])
  t.end()
})

await t.test('tickets that win below published odds', t => {
  const seed = hash('seed')
  const ticket = (number: number): Values => ({
    ticket: number,
    win: Number.parseInt(mac(seed, `IW1:${number}`).slice(0, 8), 16) / 2 ** 32 < 0.2,
  })
  const tickets = draws(240, number => ticket(500 + number))
  const values = (list: readonly Values[]): Values => ({
    campaign: 'IW1',
    seed,
    commitment: hash(seed),
    odds: '0.20',
    tickets: list,
  })
  t.strictSame(explained(values(tickets)), ['commitment', 'tickets.win'])
  const [first, ...others] = tickets
  const forged = { ...first, win: first?.['win'] !== true }
  t.strictSame(explained(values([forged, ...others]), inVain), ['commitment'])
  t.end()
})
