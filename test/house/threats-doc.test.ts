import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { levelNames } from '../../src/model/report.js'

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const text = read('docs/THREATS.md')

/** The sections, and the letter and number of the last threat of each; those up to S3 are those of the research. */
const sections = {
  'The operator': 'O15',
  'The participant': 'P5',
  'The network': 'N5',
  'The hostile service': 'R11',
  'The client': 'C12',
  'The subscriber': 'W9',
  'The shop’s side': 'D6',
  'The supply chain': 'S7',
}

/** The rows of the table of a section. */
function rowsOf(document: string, heading: string): readonly (readonly string[])[] {
  const [, below = ''] = document.split(`\n## ${heading}\n`)
  const [section = ''] = below.split('\n## ')
  return [...section.matchAll(/^\| ([A-Z]\d+) \| (.*) \|$/gm)].map(([, id = '', cells = '']) => [
    id,
    ...cells.split(' | '),
  ])
}

/** What is wrong with the last cell of a row: every test that it names has to be there, with the words in quotes. */
function findFaults([
  id = '',
  attack = '',
  defence = '',
  shown = '',
  ...more
]: readonly string[]): readonly string[] {
  const faults: string[] = []
  if (attack === '' || defence === '' || more.length > 0) faults.push(`${id} does not have four cells`)
  const named = [...shown.matchAll(/`(test\/[\w./-]+\.ts)` "([^"]+)"/g)]
  const isAll = named.map(([whole]) => whole).join('; ') === shown
  if (named.length === 0 || !isAll) faults.push(`${id} names no test, or something else`)
  for (const [, path = '', words = ''] of named) {
    if (!existsSync(new URL(path, root))) faults.push(`${id}: there is no ${path}`)
    else if (!read(path).includes(words)) faults.push(`${id}: ${path} does not have "${words}"`)
  }
  return faults
}

for (const [heading, last] of Object.entries(sections)) {
  await t.test(`${heading}: every threat has a test that shows the defence`, t => {
    const rows = rowsOf(text, heading)
    const count = Number(last.slice(1))
    t.strictSame(
      rows.map(([id]) => id),
      Array.from({ length: count }, (_, index) => `${last.charAt(0)}${index + 1}`),
    )
    for (const row of rows) t.strictSame(findFaults(row), [])
    t.end()
  })
}

await t.test('a row that shows nothing is noticed', t => {
  const here = '`test/house/threats-doc.test.ts` "a row that shows nothing"'
  const good = ['X1', 'an attack', 'a defence', here]
  t.strictSame(findFaults(good), [])
  const last = (cell: string): readonly string[] => findFaults([...good.slice(0, 3), cell])
  t.match(last(''), ['X1 names no test, or something else'])
  t.match(last(`${here} and more`), ['X1 names no test, or something else'])
  t.match(last('`test/house/no.test.ts` "a row"'), ['X1: there is no test/house/no.test.ts'])
  const absent = ['what', 'nobody', 'wrote'].join(' ')
  t.match(last(`\`test/house/threats-doc.test.ts\` "${absent}"`), [/does not have/])
  t.match(findFaults(['X1', '', 'a defence', here]), ['X1 does not have four cells'])
  t.match(findFaults([...good, 'more']), ['X1 does not have four cells'])
  const [row] = rowsOf(`\n## A\n\n| X1 | an attack | a defence | ${here} |\n\n## B\n`, 'A')
  t.strictSame(row, good)
  t.end()
})

await t.test('it says of every level what remains trusted', t => {
  const [, below = ''] = text.split('\n## What remains trusted\n')
  const levels = [...below.matchAll(/^\| (\d) `([\w-]+)` \| .{20,} \|$/gm)].map(([, level, name]) => [
    level,
    name,
  ])
  t.strictSame(
    levels,
    levelNames.map((name, level) => [String(level), name]),
  )
  t.end()
})

await t.test('SECURITY.md leads to it', t => {
  t.match(read('SECURITY.md'), '(docs/THREATS.md)')
  t.match(read('SECURITY.md'), '(docs/RELEASING.md)')
  t.match(read('SECURITY.md'), '(docs/DEPENDENCIES.md)')
  t.end()
})
