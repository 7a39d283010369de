import fc from 'fast-check'
import t from 'tap'
import { Cache } from '../../src/server/cache.js'

await t.test('what is asked for stays, what is not is forgotten', t => {
  const cache = new Cache<number>(100)
  cache.set('often', 0, 10)
  for (let at = 1; at <= 100; at++) {
    cache.set(String(at), at, 10)
    t.equal(cache.get('often'), 0)
    t.equal(cache.get(String(at)), at)
  }
  t.equal(cache.get('1'), undefined)
  t.end()
})

await t.test('what is set again is what is found, and counts once', t => {
  const cache = new Cache<string>(100)
  cache.set('other', 'other', 40)
  for (let left = 100; left > 0; left--) cache.set('a', 'old', 10)
  t.equal(cache.get('other'), 'other')
  cache.set('fills', 'fills', 50)
  cache.set('a', 'new', 10)
  t.equal(cache.get('a'), 'new')
  t.end()
})

await t.test('what is too large is not kept, nor what it would take the place of', t => {
  const cache = new Cache<string>(100)
  cache.set('a', 'half', 50)
  t.equal(cache.get('a'), 'half')
  cache.set('a', 'more', 51)
  t.equal(cache.get('a'), undefined)
  t.end()
})

await t.test('property: never more than its capacity, nor another value than the last', t => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const step = fc.oneof(
    fc.record({ key, size: fc.integer({ min: 0, max: 60 }) }),
    fc.record({ key, size: fc.constant(undefined) }),
  )
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), steps => {
        const cache = new Cache<{ readonly at: number; readonly size: number }>(100)
        const last = new Map<string, number>()
        for (const [at, { key, size }] of steps.entries()) {
          if (size === undefined) {
            const found = cache.get(key)
            if (found !== undefined && found.at !== last.get(key)) return false
          } else {
            cache.set(key, { at, size }, size)
            last.set(key, at)
          }
        }
        const left = [...last.keys()].map(key => cache.get(key)?.size ?? 0)
        return left.reduce((sum, size) => sum + size, 0) <= 100
      }),
    )
  })
  t.end()
})
