import t from 'tap'
import { parseJson } from '../../src/core/json.js'
import { findSeparator } from '../../src/core/table-text.js'

await t.test('a table is told from JSON, and from text', t => {
  const cases: readonly (readonly [text: string, separator: string | undefined])[] = [
    ['id,kind\n1,paid\n2,free\n', 'commas'],
    ['\ufeff"id";"name"\r\n"1";"Ann; Bob"\r\n', 'semicolons'],
    ['1\tpaid\r2\tfree', 'tabs'],
    [`id,kind\n${'10001,paid\n'.repeat(20_000)}`, 'commas'],
    ['1,2', undefined],
    ['1,2\n3', undefined],
    ['{"a":1,\n"b":2,\n}', undefined],
    ['[1,\n2,\n]', undefined],
    ['a text\nof two lines', undefined],
    ['', undefined],
  ]
  for (const [text, separator] of cases) t.equal(findSeparator(text), separator, text.slice(0, 30))
  t.end()
})

await t.test('the reader of JSON says so', t => {
  for (const text of ['id,kind\n1,paid\n', '1,paid\n2,free\n', '\ufeff"id","kind"\n"1","paid"\n']) {
    t.throws(() => parseJson(text), {
      code: 'json-syntax',
      message: 'expected JSON, found a table with commas between the values (CSV)',
    })
  }
  t.throws(() => parseJson('1,2'), { code: 'json-trailing-data' })
  t.end()
})
