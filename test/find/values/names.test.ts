import t from 'tap'
import type { JsonValue } from '../../../src/core/json.js'
import { chooseResults } from '../../../src/find/values/choose-results.js'
import { readPublishedValues } from '../../../src/find/values/published.js'
import {
  isCalledDrawn,
  isCalledOutcome,
  isCalledResult,
  isNumberOfDraw,
  nameInput,
  nameRecipe,
  nameAsWords,
} from '../../../src/find/values/names.js'

await t.test('names for what a platform calls its values', t => {
  const inputs: Readonly<Record<string, string>> = {
    winner: 'winner',
    winnerTicket: 'winner_ticket',
    sha256Hash: 'sha256_hash',
    'Winner – ticket no.': 'winner_ticket_no',
    __winner__: 'winner',
    '1st prize': 'st_prize',
    '2': 'value',
    '…': 'value',
    ABC: 'abc',
    [`${'a'.repeat(64)}b`]: 'a'.repeat(64),
  }
  for (const [text, name] of Object.entries(inputs)) t.equal(nameInput(text), name, text)
  const recipes: Readonly<Record<string, string>> = {
    'My  Platform!': 'my-platform',
    '-- 21 raffle --': '21-raffle',
    a_b: 'a-b',
    '…': 'my-platform',
    [`${'a'.repeat(64)}b`]: 'a'.repeat(64),
  }
  for (const [text, name] of Object.entries(recipes)) t.equal(nameRecipe(text), name, text)
  t.end()
})

await t.test('which names are of results', t => {
  const results = ['winner', 'winning_index', 'results', 'positions', 'roll', 'ticket', 'numbers_drawn']
  const others = [
    'winner_count',
    'total_results',
    'result_hash',
    'drawn_at',
    'block_number',
    'index_id',
    'tickets',
  ]
  for (const name of results) t.ok(isCalledResult(name), name)
  for (const name of others) t.notOk(isCalledResult(name), name)
  t.ok(isCalledOutcome('winner_hash'), 'a person may call a hash the result; the search does not')
  t.notOk(isCalledOutcome('position'), 'a step on the way to the winner')
  t.end()
})

await t.test('which numbers tell draws apart, and which lists were drawn', t => {
  for (const name of ['draw_number', 'serial_number']) t.ok(isNumberOfDraw(name), name)
  for (const name of ['winning_number', 'lucky_number', 'number']) t.notOk(isNumberOfDraw(name), name)
  for (const name of ['winners', 'drawn_tickets', 'indices']) t.ok(isCalledDrawn(name), name)
  for (const name of ['tickets', 'entrants']) t.notOk(isCalledDrawn(name), name)
  t.equal(nameAsWords('server_seed_hash'), 'server seed hash')
  t.end()
})

await t.test('one number that is as long as a list says how many there are', t => {
  const resultsOf = (value: JsonValue): readonly string[] =>
    chooseResults(readPublishedValues(value), []).results
  const offered = ['c', 'a']
  t.strictSame(resultsOf({ entries: ['a', 'b', 'c'], places: 2, offered }), ['offered'])
  t.strictSame(resultsOf({ entries: ['a', 'b', 'c'], place: 2, offered }), ['place', 'offered'], 'one place')
  t.strictSame(resultsOf({ entries: ['a', 'b', 'c'], places: 1, offered }), ['places', 'offered'])
  t.end()
})
