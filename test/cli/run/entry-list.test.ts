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
  const digests = new Set<string>()
  for (const form of forms) {
    const { entries, digest } = await inspectList(write(form), paid)
    t.equal(entries, 3, form)
    digests.add(Buffer.from(digest).toString('hex'))
  }
  t.equal(digests.size, 1)
  const free = await inspectList(write('Anna\n"Doe, Jo"\nChris\n'), { kind: 'free' })
  t.notOk(digests.has(Buffer.from(free.digest).toString('hex')), 'of another kind it is another')
  const other = await inspectList(write('Chris\nAnna\n"Doe, Jo"\n'), paid)
  t.notOk(digests.has(Buffer.from(other.digest).toString('hex')), 'and in another order')
})

await t.test('what is wrong is named by its line', async t => {
  const error = await failure(inspectList(write('Anna\nBob\nAnna\nJo,jo@example.org\n"Chris\n'), paid))
  t.ok(error instanceof EntriesRefusedError)
  t.match((error as EntriesRefusedError).problems, [
    { line: 3, problem: /^"Anna" stands on line 1 too/ },
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

await t.test('what looks like personal data', async t => {
  const { personal } = await inspectList(write('ticket 1\nJo Doe\nT2\nann@example.org\n'), paid)
  t.strictSame(personal, {
    count: 2,
    examples: [
      { line: 2, masked: 'J… D…' },
      { line: 4, masked: 'a…@e….o…' },
    ],
  })
})
