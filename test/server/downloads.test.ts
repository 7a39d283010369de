// How many bodies are streamed at a time, and in what turn.
import t from 'tap'
import { Downloads, type Admission } from '../../src/server/downloads.js'

const client = (low: number) => ({ high: 1, low })
const release = (admission: Admission | undefined): void => {
  if (typeof admission === 'object') admission.release()
}

await t.test('one address has four places, and all have 32', t => {
  const downloads = new Downloads()
  const admitted = Array.from({ length: 32 }, (_, index) => downloads.admit(client(index >> 2)))
  t.ok(admitted.every(one => typeof one === 'object'))
  t.equal(downloads.admit(client(0)), 'client-full')
  t.equal(downloads.admit(client(99)), 'server-full')
  release(admitted[0])
  t.equal(downloads.admit(client(1)), 'client-full', 'the place is another’s')
  const again = downloads.admit(client(0))
  t.type(again, 'object')
  t.equal(downloads.admit(client(0)), 'client-full')
  for (const one of [...admitted.slice(1), again]) release(one)
  t.type(downloads.admit(client(0)), 'object')
  t.end()
})

await t.test('places may be more or fewer', t => {
  const downloads = new Downloads(2, 1)
  const first = downloads.admit(client(1))
  t.equal(downloads.admit(client(1)), 'client-full')
  downloads.admit(client(2))
  t.equal(downloads.admit(client(3)), 'server-full')
  release(first)
  t.type(downloads.admit(client(1)), 'object')
  t.end()
})

await t.test('pieces are made one after the other', async t => {
  const downloads = new Downloads()
  const made: number[] = []
  let turns = 0
  const count = (): void => {
    turns += 1
    if (made.length < 5) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all([1, 2, 3, 4, 5].map(async piece => made.push((await downloads.takeTurn(), piece))))
  t.strictSame(made, [1, 2, 3, 4, 5])
  t.ok(turns >= 4, 'everybody else has a turn in between')
})
