import t from 'tap'
import { Kept } from '../../src/server/kept.js'

await t.test('what was read before a commit does not take the place of what was read after it', async t => {
  let generation = 1
  const reads: ((value: string) => void)[] = []
  const kept = new Kept<string>({
    store: { generation: () => generation },
    capacity: 1000,
    measure: value => value.length,
    read: () => new Promise(resolve => reads.push(resolve)),
  })
  const [early, late] = [0, 100]
  t.equal(kept.find('a', early), undefined)
  const before = kept.load('a')
  generation = 2
  t.equal(kept.find('a', late), undefined)
  const after = kept.load('a')
  reads[1]?.('after')
  t.equal(await after, 'after')
  reads[0]?.('before')
  t.equal(await before, 'before', 'who asked then gets it')
  t.equal(kept.find('a', late + 100), 'after', 'and nobody else')
})
