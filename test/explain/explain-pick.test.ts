import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import t from 'tap'
import { pick } from '../../src/core/selection.js'
import { parseBundle } from '../../src/model/bundle.js'
import { native } from '../../src/native/engine.js'
import { readChain, type StatementChain } from '../../src/verify/bundle/chain.js'
import { explainPick } from '../../src/explain/explain-pick.js'
import type { ExplainedOperation, ExplainedStep } from '../../src/explain/explain-draw.js'

const path = new URL('../../fixtures/bundles/three-prizes-142-entries/bundle.json', import.meta.url)
const chain = readChain(parseBundle(JSON.parse(readFileSync(path, 'utf8'))).statements, native)
const [first] = chain.picks
const randomness = new Uint8Array(32)

if (first === undefined || chain.seal === undefined) throw new Error('the bundle has a seal and a draw')
const { seal } = chain

/** The same chain over a list of another length. */
const over = (total_entries: number, picks: StatementChain['picks'] = chain.picks): StatementChain => ({
  ...chain,
  picks,
  seal: { ...seal, statement: { ...seal.statement, total_entries } },
})
const explain = (changed: StatementChain, order: number, drawn: Uint8Array): ExplainedStep | undefined =>
  explainPick(changed, order, drawn, native)
const of = (step: ExplainedStep | undefined, kind: string): readonly ExplainedOperation[] =>
  (step?.operations ?? []).filter(({ operation }) => operation === kind)

await t.test('a number that is left over is shown as rejected, and the next one is tried', t => {
  // Nearly a whole pool is left over of 2^64: about one number in 2,049 is rejected.
  const pool = Number(2n ** 64n / 2049n + 1n)
  const seed = Buffer.from(chain.draws[0]!.rng_seed, 'hex')
  const isRejected = (randomness: Uint8Array): boolean =>
    pick({ seed, sealDigest: seal.digest, position: 1, attempt: 0, randomness }, pool).trials.length > 1
  let chosen: Uint8Array = randomness
  while (!isRejected(chosen)) chosen = createHash('sha256').update(chosen).digest()
  const step = explain(over(pool), 0, chosen)
  t.strictSame(
    of(step, 'below').map(({ output }) => output.value),
    ['rejected', 'accepted'],
  )
  const [rejected, accepted] = of(step, 'u64be').map(({ output }) => output.value)
  const limit = (2n ** 64n / BigInt(pool)) * BigInt(pool)
  if (typeof rejected !== 'string' || typeof accepted !== 'string')
    throw new Error('numbers are decimal text')
  t.ok(BigInt(rejected) >= limit && BigInt(accepted) < limit)
  t.strictSame(
    of(step, 'mod').map(({ output }) => output.value),
    [String(BigInt(accepted) % BigInt(pool))],
  )
  t.end()
})

await t.test('of many places that are taken the first hundred are shown, and how many more there are', t => {
  const places = Array.from({ length: 103 }, (_, index) => 2 * (102 - index))
  const picks = places.map((winner_index, attempt): StatementChain['picks'][number] => ({
    ...first,
    type: 'replacement',
    attempt: attempt + 1,
    reason: 'unreachable',
    winner_index,
  }))
  const taken = (order: number): ExplainedOperation['inputs'][number] | undefined =>
    of(explain(over(1000, picks), order, randomness), 'skip')[0]?.inputs[1]
  const shown = taken(102)
  t.equal(shown?.more, 2)
  t.strictSame(
    shown?.value,
    Array.from({ length: 100 }, (_, index) => String(2 * index + 2)),
  )
  t.equal(taken(100)?.more, undefined, 'a hundred are all')
  t.match(taken(100)?.value, { length: 100 })
  t.end()
})

await t.test('what cannot be derived has no place', t => {
  const beyond: StatementChain['picks'][number] = {
    ...first,
    type: 'replacement',
    attempt: 2 ** 32,
    reason: 'unreachable',
  }
  const step = explain({ ...chain, picks: [beyond] }, 0, randomness)
  t.equal(step?.failed, 'there is no such pick')
  t.equal(step?.output, undefined)
  t.equal(explain(chain, chain.picks.length, randomness), undefined)
  t.end()
})
