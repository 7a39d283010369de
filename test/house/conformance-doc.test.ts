import { readFileSync } from 'node:fs'
import t from 'tap'
import { rules } from '../../src/conformance/rules/index.js'

const read = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
const text = read('CONFORMANCE.md')
const specification = read('INTERFACE.md')

const ids = rules.map(({ id }) => id)

/** The numbered sections of docs/INTERFACE.md, each with its lines: what is said, and the last cell of the row. */
const sections = new Map(
  specification.split(/^(?=##+ )/m).flatMap(section => {
    const [, number] = /^##+ ([\d.]+) /.exec(section) ?? []
    if (number === undefined) return []
    const rows = [...section.matchAll(/^\| (.*) \| ([^|]+) \|$/gm)]
      .map(([, says = '', last = '']) => ({ says, last }))
      .filter(({ says, last }) => last !== 'rules' && !says.startsWith('---'))
    return [[number, rows] as const]
  }),
)
const lines = [...sections.values()].flat()
const rulesOf = (last: string): readonly string[] =>
  last.split(', ').filter(word => /^[A-Z]{3}-\d\d$/.test(word))

await t.test('docs/CONFORMANCE.md has the rules as they are', async t => {
  const { renderConformance } = await import('../../scripts/conformance.js')
  t.equal(text, renderConformance(text), 'node scripts/conformance.js --write renews it')
  for (const id of ids) t.match(text, `| ${id} | `)
})

await t.test('every line of the specification has rules, or a reason why none', t => {
  t.ok(lines.length > 70, `${lines.length} lines`)
  for (const { says, last } of lines) {
    const named = rulesOf(last)
    if (named.length === 0) t.match(last, /^[a-z].{5,}/, says)
    t.strictSame(
      named.filter(id => !ids.includes(id)),
      [],
      says,
    )
  }
  t.end()
})

await t.test('every rule comes from a line of the section that it cites, which reports name', t => {
  for (const { id, section } of rules) {
    const rows = sections.get(section)
    t.ok(rows?.some(({ last }) => rulesOf(last).includes(id)) ?? false, `${id}: section ${section}`)
    t.match(text, new RegExp(`^\\| ${id} \\| \\[${section}\\]\\(INTERFACE\\.md#[a-z0-9-]+\\) `, 'm'))
  }
  t.end()
})

await t.test('the sections are numbered one after the other', t => {
  const numbers = [...sections.keys()]
  t.strictSame(
    numbers.filter(number => !number.includes('.')),
    ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
  )
  t.strictSame(
    numbers,
    numbers.toSorted((a, b) => Number(a) - Number(b)),
  )
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
