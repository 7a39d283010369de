import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { mapConcurrently } from '../../../src/cli/check/concurrent.js'

async function collect<R>(results: AsyncIterable<R>): Promise<R[]> {
  const all: R[] = []
  for await (const result of results) all.push(result)
  return all
}

await t.test('results come in the order of the items, whichever is ready first', async t => {
  let [running, most] = [0, 0]
  const waits = [30, 5, 20, 1, 10]
  const results = mapConcurrently(waits, 3, async (wait, index) => {
    most = Math.max(most, ++running)
    await setTimeout(wait)
    running--
    return index
  })
  t.strictSame(await collect(results), [0, 1, 2, 3, 4])
  t.equal(most, 3)
  t.strictSame(await collect(mapConcurrently([], 3, () => Promise.resolve(1))), [])
})

await t.test('a failure is thrown in its turn, when what had begun is over', async t => {
  const ended: number[] = []
  const results = mapConcurrently([20, 1, 30, 1], 3, async wait => {
    await setTimeout(wait)
    if (wait === 1) throw new Error('failed')
    ended.push(wait)
    return wait
  })
  const got: number[] = []
  await t.rejects(async () => {
    for await (const result of results) got.push(result)
  }, /failed/)
  t.strictSame([got, ended], [[20], [20, 30]])
})
