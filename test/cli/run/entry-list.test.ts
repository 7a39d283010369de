import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { inspectList } from '../../../src/cli/run/entry-list.js'
import { EntriesRefusedError } from '../../../src/operator/import-entries.js'
import { failure } from '../../operator/stage.js'

const folder = t.testdir()
const paid = { kind: 'paid' as const }

function write(text: string): string {
  const file = join(folder, 'list.txt')
  writeFileSync(file, text)
  return file
}

await t.test('one list, however it is written', async t => {
  const forms = [
    'Anna\n"Doe, Jo"\nChris\n',
    '\uFEFFName\r\nAnna\r\n"Doe, Jo"\r\n\r\nChris',
    'id,kind\nAnna,paid\n"Doe, Jo",paid\nChris,paid\n',
    '["Anna","paid"]\n["Doe, Jo","paid"]\n["Chris","paid"]\n',
  ]
  const roots = new Set<string>()
  for (const form of forms) {
    const { entries, root } = await inspectList(write(form), paid)
    t.equal(entries, 3, form)
    roots.add(Buffer.from(root).toString('hex'))
  }
  t.equal(roots.size, 1)
  const free = await inspectList(write('Anna\n"Doe, Jo"\nChris\n'), { kind: 'free' })
  t.notOk(roots.has(Buffer.from(free.root).toString('hex')), 'of another kind it is another')
  const other = await inspectList(write('Chris\nAnna\n"Doe, Jo"\n'), paid)
  t.notOk(roots.has(Buffer.from(other.root).toString('hex')), 'and in another order')
})

await t.test('what is wrong is named by its line', async t => {
  const error = await failure(inspectList(write('Anna\nBob\nAnna\nJo,jo@example.org\n"Chris\n'), paid))
  t.ok(error instanceof EntriesRefusedError)
  t.match((error as EntriesRefusedError).problems, [
    { line: 3, problem: /^"Anna" is also on line 1/ },
    { line: 4, problem: /in quotation marks where there is a comma in it/ },
    { line: 5, problem: /quotation mark/ },
  ])
  const many = await failure(inspectList(write('same\n'.repeat(50)), paid))
  t.match(many, { problems: { length: 20 }, totalProblems: 49 })
})

await t.test('what is no list', async t => {
  t.match(await failure(inspectList(write('name\n\n'), paid)), {
    code: 'entries-invalid',
    message: /no entry/,
  })
  t.equal((await failure(inspectList('-', paid))).code, 'usage')
  t.equal((await failure(inspectList(join(folder, 'none.txt'), paid))).code, 'file-missing')
})

await t.test('what looks like personal data, addresses and telephone numbers first', async t => {
  const { personal } = await inspectList(
    write('ticket 1\nJo Doe\nAnn Roe\nT2\nBo Poe\nann@example.org\n+49 170 1234567\n'),
    paid,
  )
  t.strictSame(personal, {
    count: 5,
    examples: [
      { line: 6, masked: 'a…@e….o…' },
      { line: 7, masked: '+4… 1… 1…' },
      { line: 2, masked: 'J… D…' },
    ],
  })
})
