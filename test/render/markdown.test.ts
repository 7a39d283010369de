import t from 'tap'
import { renderMarkdown } from '../../src/render/markdown.js'
import { createReport, decideSubject } from '../../src/verify/verdict.js'
import { readMarkdown } from './markdown.js'
import {
  brokenRule,
  claimOf,
  drawOf,
  findUnsafe,
  hostile,
  hostileFailure,
  hostileReport,
  kept,
  open,
  outcomes,
} from './reports.js'

await t.test('the verdict first, then the subjects, then what is not proven', t => {
  const text = renderMarkdown(outcomes['a broken rule']!)
  const { lines, blocks } = readMarkdown(text)
  t.match(
    text,
    /^## 🟠 drawaudit\n\nhow the service answers is not as its specification says; that tells nothing of how winners were found\.\n\n2 checked: 1 breaks, 1 keeps; exit code 1\n/,
  )
  t.match(text, '\n| `https://raffles.example/api/v1` | service | 🟠 breaks |  |\n')
  t.match(text, '\n| `draws/one.json` | raffle | ✅ keeps, unsteerable | nobody who is known |\n')
  t.match(text, '\n### `https://raffles.example/api/v1`\n')
  t.match(text, '\n**Not kept**\n\n- `ERR-04`: a 404 has the code NOT_FOUND\n  - expected `NOT_FOUND`\n')
  t.match(text, '\n<details><summary>61 rules kept, 2 not applicable, 1 not probed</summary>\n')
  t.strictSame(blocks, [brokenRule.reproduce, 'curl -i y'])
  t.equal(
    lines.filter(({ bare }) => bare.startsWith('### ')).length,
    1,
    'of what is proven there is nothing to say',
  )
  t.end()
})

await t.test('an error has no verdict', t => {
  const text = renderMarkdown(outcomes['a wrong file']!)
  t.match(
    text,
    /^## ❗ drawaudit: no verdict\n\nexit code 2\n\n- error \(recipe-schema\): no recipe\n- where: `my recipe/,
  )
  t.match(renderMarkdown(outcomes['without subjects']!), 'nothing to verify.\n')
  t.match(
    renderMarkdown(outcomes['nothing that was asked for']!),
    /\*\*Not provable\*\*: nothing that was asked/,
  )
  t.end()
})

/** Everything that a report says outside code; text from outside is not among it. */
const words = [
  /^About the rules[^`]*\.$/,
  /^$/,
  /^## (?:[✅❌❔🟠] )?drawaudit$/u,
  /^## ❗ drawaudit: no verdict$/u,
  /^### code$/,
  /^\*\*[A-Z][a-z ]+\*\*$/,
  /^\| [\w -]*(?: \| [^|]*){3} \|$/,
  /^<details><summary>[\w ,]+<\/summary>$/,
  /^<\/details>$/,
  /^- code(?: code)?: (?:code|[\w ,-]+)$/,
  /^- error \(usage\): code$/,
  /^- (?:where|hint): code$/,
  /^ {2}- (?:(?:expected|found|section) code|section [\d.]+|reproduce)$/,
  /^code(?:, code)*$/,
  /^[a-z0-9 :;,.]+$/,
]

await t.test('text from outside is code, whatever it says', t => {
  for (const report of [hostileReport, hostileFailure]) {
    const text = renderMarkdown(report)
    const { lines, blocks } = readMarkdown(text)
    const odd = lines.map(({ bare }) => bare).filter(bare => !words.some(word => word.test(bare)))
    t.strictSame(odd, [])
    t.notMatch(lines.map(({ bare }) => bare).join('\n'), /evil|script|everyone|javascript|deadbeef|GH-1/)
    t.strictSame(findUnsafe(text), [])
    // A bar ends a cell even in code, and even after a backslash.
    for (const { spans } of lines) for (const span of spans) t.notMatch(span, /[|`]/)
    for (const block of blocks) t.notMatch(block, '\n')
  }
  t.end()
})

await t.test('a table has four cells in each row', t => {
  const rows = readMarkdown(renderMarkdown(hostileReport)).lines.filter(({ bare }) => bare.startsWith('|'))
  t.equal(rows.length, 4)
  for (const { bare } of rows) t.equal(bare.split('|').length, 6, bare)
  t.end()
})

await t.test('only plain words stand outside code', t => {
  const messageOf = (message: string): string => {
    const claim = { ...open, id: 'a.b', message }
    const [, rest = ''] =
      /^- `a\.b`: (.*)$/m.exec(renderMarkdown(createReport([decideSubject(drawOf([claim]), ['a.b'])]))) ?? []
    return rest
  }
  for (const plain of [
    'the seed (of 256 bits) is, so far, the one: ask for it',
    "the organiser's rule says 1 in 2^256; X-RateLimit-Limit is a whole number. It is",
    'a 404 has the code NOT_FOUND',
  ]) {
    t.equal(messageOf(plain), plain)
  }
  for (const odd of [
    'see https://evil.example',
    'www.evil.example',
    'ask @everyone',
    'as #1 says',
    'as GH-1 says',
    'as AUD-06 says',
    'as ABC123 says',
    'in deadbee',
    'in 1234567',
    'a_b_ c',
    '_a_',
    '*a*',
    'a <b>',
    '[a](b)',
    'a~b~',
    ':tada:',
    '1. one',
    '- one',
    'a\\b',
    'a &lt; b',
    'a/b',
    'größer',
  ]) {
    t.equal(messageOf(odd), `\`${odd}\``)
  }
  t.equal(messageOf('a`b|c'), '`a\\u{60}b\\u{7c}c`')
  t.equal(messageOf(' '), '` `')
  t.end()
})

await t.test('a command may hold backticks', t => {
  const claim = { ...brokenRule, reproduce: 'curl ``` ```` x | head' }
  const { blocks } = readMarkdown(renderMarkdown(createReport([decideSubject(drawOf([claim]))])))
  t.strictSame(blocks, ['curl ``` ```` x | head'])
  t.end()
})

await t.test('a page has its limit, and says what is left out', t => {
  const subjects = Array.from({ length: 3000 }, (_, index) =>
    decideSubject(drawOf([claimOf('a.b', 'refuted', { found: hostile }), kept], { source: `${index}.json` })),
  )
  const report = createReport(subjects)
  for (const bytes of [1000, 20_000, 2 ** 20]) {
    const text = renderMarkdown(report, { bytes })
    t.ok(Buffer.byteLength(text) <= bytes, `${Buffer.byteLength(text)} bytes`)
    t.match(text, /\n_the details of \d+ more subjects are left out here_\n$/)
    t.match(text, '3000 checked: 3000 refuted')
    readMarkdown(text)
  }
  t.match(renderMarkdown(report, { bytes: 1000 }), /\n_\d+ more subjects are left out here_\n/)
  const many = Array.from({ length: 60 }, (_, index) => claimOf(`a.b${index}`, 'refuted'))
  t.match(renderMarkdown(createReport([decideSubject(drawOf(many))])), '\n- and 10 more\n')
  t.end()
})
