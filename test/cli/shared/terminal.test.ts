import t from 'tap'
import { nameLast, readWidth, reflowFor } from '../../../src/cli/shared/terminal.js'
import { run } from '../run.js'

const before = process.env['COLUMNS']
t.afterEach(() => {
  if (before === undefined) delete process.env['COLUMNS']
  else process.env['COLUMNS'] = before
})

await t.test('COLUMNS goes before the terminal, and 80 is taken where nobody says', t => {
  const terminal = { isTTY: true, columns: 100 }
  const pipe = { isTTY: false, columns: 0 }
  const cases: readonly (readonly [string | undefined, typeof terminal, number])[] = [
    [undefined, terminal, 100],
    [undefined, pipe, 80],
    [undefined, { isTTY: true, columns: 0 }, 80],
    ['60', terminal, 60],
    ['60', pipe, 60],
    ['9', pipe, 40],
    ['500', pipe, 120],
    ['', terminal, 100],
    ['wide', pipe, 80],
    ['-5', pipe, 80],
  ]
  for (const [columns, stream, width] of cases) {
    if (columns === undefined) delete process.env['COLUMNS']
    else process.env['COLUMNS'] = columns
    t.equal(readWidth(stream), width, `${String(columns)} at ${JSON.stringify(stream)}`)
  }
  t.end()
})

await t.test('lines stay as they are where nobody reads them', t => {
  const line = 'word '.repeat(40).trim()
  delete process.env['COLUMNS']
  t.equal(reflowFor({ isTTY: false, columns: 0 }, line), line)
  process.env['COLUMNS'] = '60'
  t.ok(
    reflowFor({ isTTY: false, columns: 0 }, line)
      .split('\n')
      .every(one => one.length <= 60),
  )
  t.end()
})

await t.test('what is printed and said is laid out in them', async t => {
  for (const COLUMNS of ['60', '80', '120']) {
    const options = { env: { COLUMNS } }
    const ended = await Promise.all([
      run(['--help'], options),
      run(['verify', '--help'], options),
      run(['raffle', '--help'], options),
      run(['check', '--list-rules'], options),
      run(['recipe', 'list'], options),
      run(['verify', 'no-such-file.json'], options),
      run(['verify', 'fixtures/records/flat.json', '--require', 'nothing'], options),
    ])
    for (const { stdout, stderr } of ended) {
      const long = `${stdout}${stderr}`
        .split('\n')
        // What is one word, or a command, is never divided.
        .filter(
          line =>
            line.length > Number(COLUMNS) && !/^ *(?:drawaudit|export-draws|curl|source|\S+$)/.test(line),
        )
      t.strictSame(long, [], COLUMNS)
    }
  }
})

await t.test('a name that does not fit goes on a line of its own', t => {
  const terminal = { isTTY: true, columns: 60 }
  delete process.env['COLUMNS']
  t.equal(nameLast('id  open  ', 'Summer raffle', terminal), 'id  open    Summer raffle')
  t.equal(nameLast('id  open  ', 'S'.repeat(50), terminal), `id  open\n  ${'S'.repeat(50)}`)
  t.equal(nameLast('id  open  ', '抽'.repeat(25), terminal), `id  open\n  ${'抽'.repeat(25)}`)
  t.equal(nameLast('id  open  ', '抽'.repeat(20), terminal), `id  open    ${'抽'.repeat(20)}`)
  t.equal(nameLast('id  open  ', '', terminal), 'id  open')
  t.equal(
    nameLast('id  open  ', 'S'.repeat(99), { isTTY: false, columns: 0 }),
    `id  open    ${'S'.repeat(99)}`,
  )
  t.end()
})
