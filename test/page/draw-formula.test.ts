// The formula of a published draw: its lines, what goes in, and which of its signs are explained.
import t from 'tap'
import { now, recipe, values as seen } from '../verify/draw/seen.js'
import { drawOf } from '../recipe/build.js'
import { check } from './requests.js'
import { checkSmall, committed, derived, tickets, winner } from './small-draw.js'

/** A recipe of so many steps before the winner, of which the first alone joins and divides. */
const inSteps = (count: number) => {
  const joined = { integer_be: { sha256: { concat: ['$seed', '$seed'] } } }
  const steps = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      `s${at}`,
      at === 0 ? { mod: [joined, { count: '$reserves' }] } : { multiply: [`$s${at - 1}`, 1] },
    ]),
  )
  const equal = [{ at: ['$tickets', `$s${count - 1}`] }, '$winner']
  return checkSmall({ parts: { steps, claims: [committed, { ...derived, equal }] } })
}

await t.test('signs are explained that stand in the lines, and no others', async t => {
  const { formula } = await inSteps(2)
  t.strictSame(
    formula?.lines.map(({ text }) => text),
    ['s0 = int(sha256(seed ‖ seed)) mod 2', 's1 = 0 × 1', 'winner = tickets[0]'],
  )
  t.strictSame(
    formula?.terms.map(({ notation }) => notation),
    ['a ‖ b', 'a mod b', 'int(…)', 'sha256', 'list[n]'],
  )
  const long = (await inSteps(45)).formula
  t.equal(long?.lines.length, 40, 'the last lines of many')
  t.strictSame(
    long?.terms.map(({ notation }) => notation).filter(one => one === 'a mod b' || one === 'a ‖ b'),
    [],
    'what is not shown is not explained',
  )
})

await t.test('what goes in is shown with its value, members of a beacon by themselves', async t => {
  const { formula } = await check({
    ...{ document: JSON.stringify(drawOf(seen)), recipes: JSON.stringify({ test: recipe() }) },
    ...{ trustFrom: 'none', now: now.getTime() },
  })
  const { randomness } = seen.beacon
  t.strictSame(formula?.inputs, [
    {
      ...{ name: 'seed', title: 'seed' },
      value: { shown: `${'a5'.repeat(8).slice(0, 15)}…${seen.seed.slice(-7)}`, full: seen.seed },
    },
    { name: 'tickets', title: 'ticket list', value: { shown: 'A1, A2, B7, C3, C4' } },
    {
      ...{ name: 'beacon.randomness', title: 'randomness of the drand round' },
      value: { shown: `${randomness.slice(0, 15)}…${randomness.slice(-7)}`, full: randomness },
    },
  ])
})

await t.test('the numbers of the draw stand in the line', async t => {
  const { formula } = await checkSmall()
  t.strictSame(
    formula?.lines.map(({ text, value }) => [text, value?.shown]),
    [['winner = tickets[(int(seed) + 2) mod 5]', winner]],
  )
  t.equal(tickets.includes(winner), true)
})
