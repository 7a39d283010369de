import { readFileSync } from 'node:fs'
import t from 'tap'
import { rules } from '../../src/conformance/rules/index.js'

const text = readFileSync(new URL('../../docs/CONFORMANCE.md', import.meta.url), 'utf8')

const ids = rules.map(({ id }) => id)

/** The sentences of the specification with the last cell of their row. */
const [, below = ''] = text.split('\n## The specification, sentence by sentence\n')
const sentences = below
  .split('\n')
  .filter(line => /^\| [\d.]* \| /.test(line))
  .map(line => {
    const [, section = '', sentence = '', last = ''] = line.split(/ ?(?<!\\)\| ?/)
    return { section, sentence: sentence.replaceAll('\\|', '|'), last }
  })

await t.test('docs/CONFORMANCE.md has the rules as they are', async t => {
  const { renderConformance } = await import('../../scripts/conformance.js')
  t.equal(text, renderConformance(text), 'node scripts/conformance.js --write renews it')
  for (const id of ids) t.match(text, `| ${id} | `)
})

await t.test('every sentence of the specification has rules, or a reason why none', t => {
  t.ok(sentences.length > 90, `${sentences.length} sentences`)
  for (const { sentence, last } of sentences) {
    const named = last.split(', ').filter(word => /^[A-Z]{3}-\d\d$/.test(word))
    if (named.length > 0)
      t.strictSame(
        named.filter(id => !ids.includes(id)),
        [],
        sentence,
      )
    else t.match(last, /^[a-z].{5,}/, sentence)
  }
  t.end()
})

await t.test('every rule comes from a sentence that names it', t => {
  for (const { id, section, sentence } of rules) {
    const found = sentences.filter(
      row => row.section === section && row.sentence.includes(sentence) && row.last.includes(id),
    )
    t.ok(found.length > 0, `${id}: ${sentence}`)
  }
  t.end()
})

await t.test('ids are numbered without a gap, and each stands once', t => {
  for (const group of ['AUD', 'STA', 'ODD', 'HDR', 'ERR', 'LIM', 'VER']) {
    const own = ids.filter(id => id.startsWith(group))
    t.strictSame(
      own,
      own.map((_, index) => `${group}-${String(index + 1).padStart(2, '0')}`),
    )
  }
  t.equal(new Set(ids).size, ids.length)
  t.end()
})
