import t from 'tap'
import { DrawauditError } from '../src/errors.js'

await t.test('a place is said of what is raised on purpose', async t => {
  const fail = (): never => {
    throw new DrawauditError('json-syntax', 'x', { where: { line: 2 }, hint: 'y' })
  }
  const expected = { code: 'json-syntax', message: 'x', hint: 'y', where: { file: 'a.json', line: 2 } }
  t.throws(() => DrawauditError.within({ file: 'a.json' }, fail), expected)
  await t.rejects(
    DrawauditError.within({ file: 'a.json' }, async () => {
      await Promise.resolve()
      return fail()
    }),
    expected,
  )
  t.equal(
    DrawauditError.within({ file: 'a.json' }, () => 7),
    7,
  )
  t.equal(await DrawauditError.within({ file: 'a.json' }, () => Promise.resolve(7)), 7)
  const other = new TypeError('z')
  t.throws(
    () =>
      DrawauditError.within({ file: 'a.json' }, () => {
        throw other
      }),
    other,
  )
})
