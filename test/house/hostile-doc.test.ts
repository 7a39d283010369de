import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { errorCodes } from '../../src/errors.js'
import { claimCodes, findingCodes } from '../../src/model/report.js'

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const text = read('docs/evidence/HOSTILE.md')

/** The five lists, by the letter of their ids, with how many rows each has. */
const sections = [
  ['D', 'Published records', 45],
  ['H', 'Hashes', 15],
  ['A', 'Requests', 25],
  ['W', 'Webhook URLs', 17],
  ['E', 'Bundles', 25],
] as const

interface Row {
  readonly id: string
  readonly input: string
  readonly says: string
}

/** The rows of a section, in the order in which they stand there. */
function rowsOf(letter: string, title: string): readonly Row[] {
  const [, below = ''] = text.split(`\n## ${title} (${letter})\n`)
  const [section = ''] = below.split('\n## ')
  return [...section.matchAll(/^\| ([A-Z]\d+) \| (.+) \|$/gm)].map(([, id = '', rest = '']) => {
    const [input = '', ...says] = rest.split(/(?<!\\) \| /)
    return { id, input, says: says.join(' | ') }
  })
}

const { properties } = JSON.parse(read('schemas/error.json')) as {
  properties: { error: { properties: { code: { enum: readonly string[] } } } }
}
const catalogue: ReadonlySet<string> = new Set([
  ...claimCodes,
  ...findingCodes,
  ...errorCodes,
  ...properties.error.properties.code.enum,
])

/** What is written as a code: `json-syntax`, `NOT_FOUND`. Names of header fields are not. */
const codesIn = (says: string): readonly string[] =>
  [...says.matchAll(/`([a-z][a-z0-9]*(?:-[a-z0-9]+)+|[A-Z]+(?:_[A-Z]+)+)`/g)]
    .map(([, code = '']) => code)
    .filter(
      code => !/^(?:x|accept|content|if|retry|transfer|user|webhook)-/.test(code) || catalogue.has(code),
    )

/** The source of each test of a row, by the id that its name begins with; some rows have more than one. */
function readTests(): ReadonlyMap<string, string> {
  const tests = new Map<string, string>()
  const files = ['test/hostile/', 'test/system/hostile/'].flatMap(folder =>
    readdirSync(new URL(folder, root)).map(name => folder + name),
  )
  for (const file of files) {
    if (!file.endsWith('.test.ts')) continue
    for (const part of read(file).split(/^(?=(?:await |void )?t\.test\()/m)) {
      const [, id] = /^(?:await |void )?t\.test\(\s*['"`]([A-Z]\d+): /.exec(part) ?? []
      // What stands after the test is of others too.
      const [source = ''] = part.split(/^\}\)$/m)
      if (id !== undefined) tests.set(id, `${tests.get(id) ?? ''}${source}`)
    }
  }
  return tests
}

const tests = readTests()

for (const [letter, title, count] of sections) {
  await t.test(`docs/evidence/HOSTILE.md: ${title} (${letter})`, t => {
    const rows = rowsOf(letter, title)
    t.strictSame(
      rows.map(({ id }) => id),
      Array.from({ length: count }, (_, at) => `${letter}${at + 1}`),
      'every row, in order',
    )
    for (const { id, input, says } of rows) {
      t.ok(input !== '' && says !== '', `${id} says what is given and what is said`)
      const source = tests.get(id)
      const codes = codesIn(says)
      const [, reason] = /does not apply: (.+)/.exec(says) ?? []
      t.ok(source !== undefined || reason !== undefined, `${id} has a test, or a reason why it has none`)
      for (const code of codes) {
        t.ok(catalogue.has(code), `${id}: ${code} is a code`)
        t.ok(source?.includes(`'${code}'`), `the test of ${id} has '${code}'`)
      }
    }
    t.end()
  })
}

await t.test('no test has the id of a row that is not there', t => {
  const ids = sections.flatMap(([letter, , count]) =>
    Array.from({ length: count }, (_, at) => `${letter}${at + 1}`),
  )
  t.strictSame(
    [...tests.keys()].filter(id => !ids.includes(id)),
    [],
  )
  t.end()
})
