import t from 'tap'
import type { InputType } from '../../src/model/recipe.js'
import { describeInputType, readTypeWords, typeWords } from '../../src/model/type-words.js'

await t.test('types in words are read back', t => {
  for (const word of typeWords) {
    for (const words of [word, `list of ${word}`, `list of list of ${word}`]) {
      const type = readTypeWords(` ${words} `)
      t.equal(type && describeInputType(type), words)
    }
  }
  t.strictSame(readTypeWords('hex bytes'), { type: 'bytes', encoding: 'hex' })
  t.strictSame(readTypeWords('base64 bytes'), { type: 'bytes', encoding: 'base64' })
  t.strictSame(readTypeWords('list of sha256'), { type: 'list', of: { type: 'sha256' } })
  for (const words of ['', 'bytes', 'list of', 'list of words', 'a list of text', 'text and more', 'drand']) {
    t.equal(readTypeWords(words), undefined, words)
  }
  const table: InputType = { type: 'table', columns: { id: { type: 'integer' }, name: { type: 'text' } } }
  t.equal(describeInputType(table), 'table of id, name')
  const own = { type: 'drand', chain: { from: 'trust' } } as unknown as InputType
  t.equal(describeInputType(own), 'drand of another chain')
  t.end()
})
