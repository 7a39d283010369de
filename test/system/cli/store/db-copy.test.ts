import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { formatTime } from '../../../../src/core/time.js'
import { createDatabase, noPostgres, query } from '../../../postgres.js'
import { run, type Ended } from '../../../cli/resident.js'

const id = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
const other = '59638a53-01d5-4ea0-96bc-887c4448c4f3'

await t.test('a wrong call', async t => {
  const cases = [
    [['raffles.db'], 'the argument <to> is missing', '--help shows how to call it'],
    [
      ['raffles.db', 'other.db'],
      'the target of a copy is a database',
      'drawaudit store backup copies a file',
    ],
    [
      ['postgres://a/b', 'postgres://a/c'],
      'the source of a copy is a file',
      'pg_dump and pg_restore copy a database',
    ],
    [['none.db', 'postgres://127.0.0.1:1/b'], 'there is no store', 'drawaudit store migrate --store none.db'],
  ] as const
  for (const [args, error, hint] of cases) {
    const { code, stderr } = await run(['db', 'copy', ...args], {
      cwd: t.testdir(),
      env: { HOME: t.testdir() },
    })
    t.equal(code, 2)
    t.match(stderr, error)
    t.match(stderr, hint)
  }
})

await t.test('from a file to a database', { skip: noPostgres }, async t => {
  const url = new URL(await createDatabase(t))
  url.password = 'secret-of-the-database'
  const folder = t.testdir()
  const call = (args: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
    run(args, {
      cwd: folder,
      env: {
        DRAWAUDIT_STORE: 'raffles.db',
        DRAWAUDIT_PASSPHRASE: 'correct horse battery',
        XDG_STATE_HOME: join(folder, 'state'),
        ...env,
      },
    })
  const ok = async (args: readonly string[], env?: Record<string, string>): Promise<string> => {
    const { code, stdout, stderr } = await call(args, env)
    t.equal(code, 0, `${args.join(' ')}: ${stderr}`)
    return stdout
  }
  const after = (seconds: number): string =>
    formatTime(new Date((Math.floor(Date.now() / 1000) + seconds) * 1000))
  const create = (raffle: string): readonly string[] => [
    ...['raffle', 'create', '--name', 'Summer raffle', '--prize', 'Mug', '--max', '500', '--raffle', raffle],
    ...['--closes', after(3600), '--draws', after(7200)],
  ]
  const copy = ['db', 'copy', 'raffles.db', url.href]
  const there = { DRAWAUDIT_STORE: url.href }

  await ok(['key', 'generate', '--operator', 'Example'])
  await ok(['log', 'create', '--origin', 'raffles.example/log'])
  await ok(create(id))
  writeFileSync(join(folder, 'entries.csv'), 'ticket-1,paid\nticket-2,free\n')
  await ok(['raffle', 'import', id, 'entries.csv'])

  // A store that may be an older copy moves nowhere.
  const file = join(folder, 'raffles.db.signed')
  renameSync(file, `${file}.away`)
  t.match(await call(copy), { code: 2, stderr: /its journal is not there/ })
  renameSync(`${file}.away`, file)
  t.match(await call(['raffles'], there), { code: 2, stderr: /there is no store/ }, 'nothing was copied')

  const printed = await ok(copy)
  t.match(printed, /^raffle +1 row +\d+\.\d s\n/)
  t.match(printed, /^entry +2 rows/m)
  t.match(printed, /copied \d+ rows to postgres:\/\/127\.0\.0\.1/)
  t.match(printed, 'nothing is signed from raffles.db any more')
  t.notMatch(printed, 'secret-of-the-database')
  const [, journal = ''] = /^its journal is (.*)$/m.exec(printed) ?? []
  t.ok(existsSync(journal))
  const readLines = (path: string): readonly string[] =>
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => line.replace(/[ +][0-9a-f]{8}$/, ''))
  const [moved, ...before] = readLines(file).toReversed()
  t.match(JSON.parse(moved ?? ''), { moved_to: /^postgres:\/\/127\.0\.0\.1/ })
  const came = readLines(journal)
  t.strictSame(before.toReversed().slice(-came.length), came, 'the journal came along')
  // What is typed out of habit signs no second history.
  t.match(await call(create(other)), { code: 2, stderr: /the store was moved to postgres:/ })

  const {
    to,
    was_done: wasDone,
    tables,
  } = JSON.parse(await ok([...copy, '--format', 'json'])) as {
    readonly to: string
    readonly was_done: boolean
    readonly tables: readonly { readonly table: string; readonly rows: number; readonly sha256: string }[]
  }
  t.ok(wasDone)
  t.notMatch(to, 'secret')
  t.match(
    tables.find(({ table }) => table === 'entry'),
    { rows: 2, sha256: /^[0-9a-f]{64}$/ },
  )
  t.match(await ok(['raffle', 'status', id], there), /2 of at most 500 entries/)
  await ok(create(other), there)
  t.ok(
    readFileSync(journal, 'utf8').trimEnd().split('\n').length > before.length,
    'the first signature there is in its journal',
  )
  t.match(await call(copy), {
    code: 2,
    stderr: /there are other rows than in the file[^]*one of them has gone on/,
  })

  // Another database has the rows, and the journal of this one knows more.
  const second = await createDatabase(t)
  const older = ['db', 'copy', 'raffles.db', second]
  t.match(await call(older), { code: 2, stderr: /the store was moved to postgres:/ })
  await ok(['store', 'adopt', '--is-newest'])
  t.match(await call(older, { DRAWAUDIT_JOURNAL: journal }), { code: 2, stderr: /older copy/ })

  // A place of its own: names like entry and log are not rare.
  const shared = await createDatabase(t)
  await query(shared, 'CREATE TABLE guests (name text)')
  const intruder = ['db', 'copy', 'raffles.db', shared]
  t.match(await call(intruder), { code: 2, stderr: /something else lives there: guests/ })
  await query(shared, 'CREATE TABLE entry (name text)')
  t.match(await call(['store', 'migrate'], { DRAWAUDIT_STORE: shared }), {
    code: 2,
    stderr: /something else lives there, with tables of the same names/,
  })
})
