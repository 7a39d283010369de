import t from 'tap'
import { portable } from '../../src/core/portable.js'
import { Context, defaultBudget, type PerformedOperation } from '../../src/recipe/context.js'
import { bytes, integer, text, type Value } from '../../src/recipe/value.js'
import { endOf } from './build.js'

const steps = 'bound: the draw takes more steps than drawaudit carries out'
const values = 'bound: the draw has more values than drawaudit keeps'
const mostMemory = 120 * 1024 * 1024
const operation = (output: Value, ...inputs: readonly Value[]): PerformedOperation => ({
  name: 'sha256',
  inputs,
  output,
})

/** How it ends when so much is asked of a context. */
const ends = (context: Context, what: 'charge' | 'expect' | 'keep', amount: number): string =>
  endOf(() => {
    context[what](amount)
  })

await t.test('the budget may be used up to its last unit, and what does not fit leaves it', t => {
  const context = new Context(portable, 10)
  context.charge(4)
  t.equal(ends(context, 'charge', 7), steps)
  t.equal(ends(context, 'charge', NaN), steps)
  context.charge(6)
  t.equal(ends(context, 'charge', 1), steps)
  t.end()
})

await t.test('so is the memory, which is given back', t => {
  const context = new Context(portable, defaultBudget)
  context.expect(mostMemory)
  t.equal(ends(context, 'expect', mostMemory + 1), values)
  context.keep(mostMemory - 5)
  context.expect(5)
  t.equal(ends(context, 'keep', 6), values)
  context.release(1)
  context.keep(6)
  t.equal(ends(context, 'keep', 1), values)
  t.end()
})

await t.test('of texts that were made for a while only the result is held', t => {
  const context = new Context(portable, defaultBudget)
  const mark = context.held
  t.equal(mark, 0)
  context.settle(mark, text('a'.repeat(116)))
  t.equal(context.held, 100)
  context.settle(context.held, bytes(new Uint8Array(1000)))
  t.equal(context.held, 1100)
  context.expect(mostMemory - 1100)
  t.equal(ends(context, 'expect', mostMemory - 1099), values)
  context.settle(100)
  t.equal(context.held, 100)
  context.expect(mostMemory - 100)
  t.equal(ends(context, 'expect', mostMemory - 99), values)
  t.end()
})

await t.test(
  '20,000 operations are explained, of which texts and bytes fill 24 MiB at most, each once',
  t => {
    const many = new Context(portable, defaultBudget)
    many.note(operation(integer(0)))
    t.equal(many.untraced, 0, 'nothing is kept where nothing is to be explained')
    many.trace = []
    for (let index = 0; index < 20_003; index++) many.note(operation(integer(index)))
    t.same([many.trace.length, many.untraced], [20_000, 3])

    const large = new Context(portable, defaultBudget)
    large.trace = []
    const mebibyte = (): Value => bytes(new Uint8Array(1024 * 1024))
    const first = mebibyte()
    for (let index = 0; index < 10; index++) large.note(operation(integer(1), first, first))
    for (let index = 0; index < 22; index++) large.note(operation(mebibyte(), first))
    t.same([large.trace.length, large.untraced], [32, 0])
    large.note(operation(mebibyte(), mebibyte()))
    t.same([large.trace.length, large.untraced], [32, 1], 'one more fits, two do not')
    large.note(operation(mebibyte(), first))
    t.same([large.trace.length, large.untraced], [33, 1])
    large.note(operation(text('a'.repeat(17)), first))
    t.same([large.trace.length, large.untraced], [33, 2], 'all of it is used')
    large.note(operation(text('a'.repeat(16)), first))
    t.same([large.trace.length, large.untraced], [34, 2], 'short ones take no more than their object')
    t.end()
  },
)

await t.test('a finding stays where it was left first, and of one place that with the fewest rounds', t => {
  const context = new Context(portable, defaultBudget)
  const [one, other] = [{}, {}]
  const bias = (message: string) => ({ code: 'modulo-bias', message }) as const
  let described = 0
  const describe = (message: string) => () => {
    described++
    return bias(message)
  }
  context.findWorst(one, 5n, describe('first of five'))
  context.find(bias('in between'))
  context.find(bias('in between'))
  context.findWorst(one, 5n, describe('second of five'))
  context.findWorst(one, 7n, describe('of seven'))
  context.findWorst(other, 9n, describe('of nine'))
  context.findWorst(one, 3n, describe('of three'))
  context.findWorst(one, 4n, describe('of four'))
  t.same(
    context.findings.map(({ message }) => message),
    ['of three', 'in between', 'of nine'],
  )
  t.equal(described, 3)
  t.end()
})
