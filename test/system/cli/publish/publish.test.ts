import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { currentVersion as latest } from '../../../../src/store/tables/migrations.js'
import { sample, sampleStatistics } from '../../../server/start.js'
import { Sqlite } from '../../../sqlite.js'
import { record as flat, root, run, type Ended } from '../../../cli/resident.js'

const id = sample.raffle_id
const records = 'fixtures/records/three-prizes.json'
const raffleOf = (n: number): string => `49638a53-01d5-4ea0-96bc-${String(n).padStart(12, '0')}`
const lines = (...values: readonly object[]): string =>
  values.map(value => `${JSON.stringify(value)}\n`).join('')

// Nearly all of the time is that of starting programs.
t.jobs = 3

/** A folder for stores and documents, and the command line in it. */
function open(test: Pick<typeof t, 'testdir'>, files: Record<string, string> = {}) {
  const folder = test.testdir(files)
  const call = (args: readonly string[], input = ''): Promise<Ended> => run(args, { cwd: folder, input })
  return {
    folder,
    call,
    /** Publishes into the one store of the folder. */
    put: (paths: readonly string[], input = '') => call(['publish', ...paths, '--store', 'r.db'], input),
    raffles: async () =>
      JSON.parse((await call(['raffles', '--store', 'r.db', '--format', 'json'])).stdout) as {
        raffle_id: string
        total_draws: number
        total_entries: number | null
        changed_at: string
      }[],
  }
}

void t.test('files, folders and standard input', async t => {
  const { folder, put, raffles, call } = open(t, {
    'record.json': JSON.stringify(sample, null, 2),
    'statistics.json': JSON.stringify(sampleStatistics),
  })
  mkdirSync(join(folder, 'records/below'), { recursive: true })
  writeFileSync(join(folder, 'records/one.json'), JSON.stringify({ ...sample, raffle_id: raffleOf(1) }))
  writeFileSync(join(folder, 'records/below/two.json'), JSON.stringify(flat))
  writeFileSync(join(folder, 'records/notes.txt'), 'no document')

  t.match(await put(['record.json', 'statistics.json']), {
    code: 0,
    stderr: '',
    stdout: `published  audit       ${id} record.json\npublished  statistics  ${id} statistics.json\n2 documents: 2 published\n`,
  })
  t.equal(
    (await put(['records', 'record.json'])).stdout,
    `published  audit       ${flat.raffle_id} records/below/two.json\n` +
      `published  audit       ${raffleOf(1)} records/one.json\n` +
      `unchanged  audit       ${id} record.json\n3 documents: 2 published, 1 unchanged\n`,
  )
  const streamed = lines(
    { ...sample, raffle_id: raffleOf(2) },
    { ...sampleStatistics, raffle_id: raffleOf(2) },
  )
  // Empty lines, the other line end, and no line end after the last one.
  const ndjson = `\n${streamed.replaceAll('\n', '\r\n\r\n')}  \n${JSON.stringify({ ...flat, raffle_id: raffleOf(3) })}`
  t.match(await put(['-', '--quiet'], ndjson), { code: 0, stdout: '3 documents: 3 published\n', stderr: '' })
  t.match(await put(['-'], JSON.stringify({ ...sample, raffle_id: raffleOf(4) }, null, 2)), {
    code: 0,
    stdout: `published  audit       ${raffleOf(4)} -\n1 document: 1 published\n`,
  })
  t.strictSame(
    (await raffles()).map(({ raffle_id, total_draws, total_entries }) => [
      raffle_id,
      total_draws,
      total_entries,
    ]),
    [
      [flat.raffle_id, 1, null],
      [raffleOf(1), 3, null],
      [raffleOf(2), 3, 142],
      [raffleOf(3), 1, null],
      [raffleOf(4), 3, null],
      [id, 3, 142],
    ],
  )
  t.match(await call(['store', 'check', '--store', 'r.db']), { code: 0 })
})

void t.test('the list of raffles', async t => {
  const { put, call, raffles } = open(t)
  t.match(await call(['store', 'migrate', '--store', 'r.db']), { code: 0 })
  t.match(await call(['raffles', '--store', 'r.db']), { code: 0, stdout: 'no raffle has been published\n' })
  t.strictSame(await raffles(), [])
  await put(['-'], lines(sample, { ...sampleStatistics, raffle_id: raffleOf(1) }))
  const { stdout, stderr } = await call(['raffles', '--store', 'r.db'])
  t.equal(stderr, '')
  const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00/
  t.equal(
    stdout.replaceAll(new RegExp(time, 'g'), 'T'),
    `raffle                                draws  entries  changed\n` +
      `${raffleOf(1)}  0      142      T\n${id}  3      -        T\n`,
  )
  for (const { changed_at } of await raffles()) t.match(changed_at, time)

  const many = Array.from({ length: 1001 }, (_, n) => ({ ...flat, raffle_id: raffleOf(n) }))
  await put(['-', '-q'], lines(...many))
  t.equal((await raffles()).length, 1002, 'more than a page')
})

void t.test('--format json says the same', async t => {
  const { put } = open(t, { 'record.json': JSON.stringify({ ...sample, note: 1 }) })
  const done = await put(['record.json', '-', '--format', 'json'], JSON.stringify(sampleStatistics))
  t.equal(done.code, 0)
  t.strictSame(JSON.parse(done.stdout), {
    published: [
      {
        file: 'record.json',
        raffle_id: id,
        view: 'audit',
        notes: ['/note is not in the specification, and is not published'],
        outcome: 'published',
      },
      { file: '-', raffle_id: id, view: 'statistics', notes: [], outcome: 'published' },
    ],
  })
  const changed = { ...sample, draws: sample.draws.map(draw => ({ ...draw, prize_name: 'Another' })) }
  const refused = await put(
    ['-', '--format', 'json'],
    lines(changed, { ...sampleStatistics, updated_at: '2020-01-01T00:00:00+00:00' }) + '{"x": 01}\n',
  )
  t.equal(refused.code, 2)
  t.match(JSON.parse(refused.stdout), {
    refused: [
      { code: 'record-changed', where: { file: '-', line: 1, pointer: '/draws/0' }, hint: /--replace/ },
      { code: 'statistics-older', where: { file: '-', line: 2, pointer: '/updated_at' } },
      { code: 'json-number-form', where: { file: '-', line: 3, column: 7, pointer: '/x' } },
    ],
  })
  t.equal(refused.stderr, '')
})

void t.test('what is refused is said, and nothing is published', async t => {
  const { put, raffles, folder } = open(t, {
    'good.json': JSON.stringify(sample),
    'bad.json': '{"raffle_id": 7, "draws": []}',
    'cut.json': '{"raffle_id": ',
    'other.json': '{"lottery": 1}',
  })
  const { code, stdout, stderr } = await put(['good.json', 'bad.json', 'cut.json', 'other.json'])
  t.strictSame([code, stdout], [2, ''])
  t.match(
    stderr,
    /^error: bad\.json, at \/total_draws: .*\/raffle_id expected string\nhint: .*audit-record\.json\n/,
  )
  t.match(stderr, /^error: cut\.json, line 1, column 15, at \/raffle_id: /m)
  t.match(stderr, /^error: other\.json: neither an audit record nor entry statistics\nhint: /m)
  t.match(stderr, /\nnothing was published: 3 of 4 documents were refused\n$/)
  t.strictSame(await raffles(), [])

  const missing = await put(['good.json', 'no.json'])
  t.match(missing, { code: 2, stdout: '', stderr: 'error: no.json: there is no such file or folder\n' })
  const empty = await put(['-'], '')
  t.match(empty, { code: 2, stderr: /nothing was published: 1 of 1 documents were refused\n$/ })
  mkdirSync(join(folder, 'empty'))
  t.match(await put(['empty']), { code: 3, stdout: '0 documents\n', stderr: '' })
  t.match(await put(['empty', '--format', 'json']), { code: 3, stdout: /"published": \[\]/ })
  const unchanged = await put(['good.json', 'empty'])
  t.equal(unchanged.code, 0)
  t.equal((await put(['good.json'])).code, 0, 'nor is publishing it again a failure')
})

void t.test('many refusals are cut', async t => {
  const { put } = open(t)
  const bad = (count: number): string => lines(...Array.from({ length: count }, (_, n) => ({ lottery: n })))
  const [twenty, more] = [await put(['-'], bad(20)), await put(['-'], bad(23) + lines(sample))]
  t.equal(twenty.stderr.match(/^error: /gm)?.length, 20)
  t.notMatch(twenty.stderr, /^and \d/m)
  t.equal(more.stderr.match(/^error: /gm)?.length, 20)
  t.match(more.stderr, /^error: -, line 20, column 1: /m)
  t.match(more.stderr, /\nand 3 more\nnothing was published: 23 of 24 documents were refused\n$/)
  const json = await put(['-', '--format', 'json'], bad(23))
  t.equal((JSON.parse(json.stdout) as { refused: unknown[] }).refused.length, 23, 'programs get all')
})

void t.test('--replace and --reason', async t => {
  const { put, call } = open(t, {
    'record.json': JSON.stringify(sample),
    'changed.json': JSON.stringify({ ...sample, total_draws: 1, draws: sample.draws.slice(0, 1) }),
  })
  await put(['record.json'])
  t.match(await put(['changed.json']), {
    code: 2,
    stderr: /was published, and this would change it\nhint: .*--replace/,
  })
  t.match(await put(['changed.json', '--reason', 'a slip']), { code: 2, stderr: /hint: give --replace too/ })
  for (const reason of [[], ['--reason', ' '], ['--reason', '\u200b.']]) {
    t.match(await put(['changed.json', '--replace', ...reason]), {
      code: 2,
      stdout: '',
      stderr: /needs a --reason\nhint: say in a sentence what was wrong/,
    })
  }
  t.match(await put(['changed.json', '--replace', '--reason', 'a slip']), {
    code: 0,
    stdout: `replaced   audit       ${id} changed.json\n1 document: 1 replaced\n`,
  })
  t.match(await put(['record.json']), { code: 0, stdout: /^added .*\n1 document: 1 added\n$/ })
  t.match(await call(['store', 'check', '--store', 'r.db']), {
    code: 0,
    stdout: '1 raffle, 3 versions of audit records: nothing is wrong\n',
  })
})

void t.test('nothing from outside reaches the terminal as it is', async t => {
  const { put, call, folder } = open(t)
  const name = 'a\u001b[31m\nb\u202e.json'
  const hostile = { ...sample, 'x\u001b[2J\ny': 1 }
  writeFileSync(join(folder, name), JSON.stringify(hostile))
  const ended = await Promise.all([
    put([name]),
    put([name, '--format', 'json']),
    put(['-'], lines({ ...sample, draws: [], total_draws: 0 }, { 'x\u001b[2J': 1 })),
    put(['-'], lines({ ...sampleStatistics, updated_at: '\u001b[2J\n' })),
    put(['-'], lines({ ...sample, raffle_id: raffleOf(1), draws: [{ 'x\u001b[2J': 1 }], total_draws: 1 })),
    put(['no\u001b[2J\nsuch.json']),
    call(['raffles', '--store', 'no\u001b[2J\n.db']),
    call(['store', 'backup', 'r\u001b[2J\n.db', '--store', 'r.db']),
    call([
      'stats',
      'set',
      '\u001b[2J',
      '--paid',
      '1',
      '--free',
      '1',
      '--max',
      '\u001b[2J',
      '--store',
      'r.db',
    ]),
    call(['stats', 'set', '\u001b[2J', '--paid', '1', '--free', '1', '--max', '2', '--store', 'r.db']),
    call(['serve', '--check-config', '--host', '\u001b[2J\n']),
  ])
  ended.forEach(({ stdout, stderr, code }, index) => {
    t.not(code, 70, `call ${index}`)
    // oxlint-disable-next-line no-control-regex -- what has to be absent
    t.notMatch(stdout + stderr, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/, `call ${index}`)
  })
  const [text] = ended
  t.equal(text.code, 0)
  t.match(text.stdout, `${id} a\\u{1b}[31m\\nb\\u{202e}.json\n`)
  t.match(text.stderr, 'note: a\\u{1b}[31m\\nb\\u{202e}.json: /x\\u{1b}[2J\\ny is not in the specification')
})

void t.test('stats set', async t => {
  const { call, raffles } = open(t)
  const set = (...args: readonly string[]): Promise<Ended> =>
    call(['stats', 'set', ...args, '--store', 'r.db'])
  const counts = ['--paid', '120', '--free', '22', '--max', '500']
  const noon = ['--updated-at', '2026-08-31T12:00:00+00:00']

  t.match(await set(id, ...counts, ...noon), { code: 0, stdout: `published statistics ${id}\n`, stderr: '' })
  t.match(await set(id.toUpperCase(), ...counts, ...noon, '--total', '142'), {
    stdout: `unchanged statistics ${id}\n`,
  })
  t.strictSame(
    (await raffles()).map(({ total_entries }) => total_entries),
    [142],
  )
  const json = await set(id, '--paid=0', '--free=0', '--max=0', '--format', 'json')
  t.strictSame(JSON.parse(json.stdout), {
    published: [{ file: 'stats set', raffle_id: id, view: 'statistics', notes: [], outcome: 'replaced' }],
  })
  const older = await set(id, ...counts, ...noon)
  t.match(older, { code: 2, stdout: '', stderr: /before the published ones of \d{4}-.*\nhint: .*--replace/ })
  t.match(await set(id, ...counts, ...noon, '--replace'), { code: 0, stdout: `replaced statistics ${id}\n` })

  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [['not-a-uuid', ...counts], /begins with "not-a-uuid"/],
    [[id, ...counts, '--total', '143'], /120 paid and 22 free entries are not 143 in total/],
    [[id, '--paid', '501', '--free', '0', '--max', '500'], /501 entries, and at most 500/],
    [[id, '--paid', '-1', '--free', '0', '--max', '500'], /--paid/],
    [
      [id, '--paid', '1.5', '--free', '0', '--max', '500'],
      /--paid takes an integer from 0 to 2\^53 - 1, found "1\.5"/,
    ],
    [[id, '--paid', '1e3', '--free', '0', '--max', '500'], /--paid takes an integer/],
    [[id, '--paid', '007', '--free', '0', '--max', '500'], /--paid takes an integer/],
    [[id, '--paid', '1', '--free', 'x', '--max', '500'], /--free takes an integer/],
    [[id, '--paid', '1', '--free', '0', '--max', '9007199254740992'], /--max takes an integer/],
    [[id, ...counts, '--total', ''], /--total/],
    [[id, '--paid', '9007199254740991', '--free', '1', '--max', '9007199254740991'], /total_entries/],
    [
      [id, ...counts, '--updated-at', '31/08/2026'],
      /--updated-at takes a time.*\nhint: write the year first: 2026-08-31\n/,
    ],
    [[id, ...counts, '--updated-at', '2026-02-30T12:00:00+00:00'], /--updated-at takes a time/],
    [[id, '--paid', '1', '--free', '1'], /max/],
    [['--paid', '1', '--free', '1', '--max', '5'], /raffle|argument/],
    [[id, ...counts, '--paid', '1'], /--paid/],
  ]
  await Promise.all(
    cases.map(async ([args, message]) => {
      const { code, stdout, stderr } = await set(...args)
      t.strictSame([code, stdout], [2, ''], args.join(' '))
      t.match(stderr, message)
    }),
  )
  const failed = await set(id, ...counts, '--total', '143', '--format', 'json')
  t.match(JSON.parse(failed.stdout), { exit_code: 2, error: { code: 'statistics-inconsistent' } })
  t.equal((await raffles()).length, 1)
})

void t.test('the store may be named by a variable', async t => {
  const { folder } = open(t)
  const env = { DRAWAUDIT_STORE: join(folder, 'variable.db') }
  t.match(await run(['publish', records], { env }), { code: 0 })
  t.match((await run(['raffles'], { env })).stdout, id)
  t.match(
    (await run(['raffles', '--store', join(folder, 'flag.db')], { env })).stderr,
    /flag\.db: there is no store/,
  )
  const set = ['stats', 'set', id, '--paid', '1', '--free', '0', '--max', '5']
  const calls = [['publish', records], ['raffles'], set, ['store', 'check'], ['store', 'migrate'], ['serve']]
  const without = await Promise.all([
    ...calls.map(args => run(args)),
    run(['raffles'], { env: { DRAWAUDIT_STORE: '' } }),
  ])
  for (const { code, stdout, stderr } of without) {
    t.strictSame([code, stdout], [2, ''])
    t.equal(
      stderr,
      'error: no store is named\nhint: give --store FILE or postgres://…, set DRAWAUDIT_STORE, or make drawaudit.json: drawaudit init\n',
    )
  }
  t.match(await run(['store', 'check'], { env }), {
    code: 0,
    stdout: /^1 raffle, 1 version of audit records: /,
  })
})

void t.test('store migrate, check, backup and restore', async t => {
  const { call, put, folder } = open(t)
  const store = (...args: readonly string[]): Promise<Ended> => call(['store', ...args, '--store', 'r.db'])
  const json = async (...args: readonly string[]): Promise<unknown> =>
    JSON.parse((await store(...args, '--format', 'json')).stdout)
  t.match(await store('migrate'), {
    code: 0,
    stdout: `the store now has version ${latest}, before 0\n`,
    stderr: '',
  })
  t.match(await store('migrate'), { code: 0, stdout: `the store already has version ${latest}\n` })
  t.strictSame(await json('migrate'), { from: latest, to: latest })

  await put(['-'], lines(sample, sampleStatistics))
  const whole = { raffles: 1, versions: 1, problems: [] }
  t.equal((await store('check')).stdout, '1 raffle, 1 version of audit records: nothing is wrong\n')
  t.strictSame(await json('check'), { ...whole, secrets: 0 })
  t.match(await store('backup', 'a.db'), {
    code: 0,
    stdout: 'saved 1 raffle, 1 version of audit records in a.db\n',
  })
  t.match(await json('backup', 'b.db'), { ...whole, journal: null })
  t.match(await store('backup', 'b.db'), {
    code: 2,
    stdout: '',
    stderr: /^error: b\.db: there is such a file\nhint: /,
  })
  t.match(await json('backup', 'b.db'), { error: { code: 'file-exists', where: { file: 'b.db' } } })

  t.match(await store('restore', 'a.db'), {
    code: 2,
    stderr: /r\.db: there is such a file\nhint: .*--replace/,
  })
  t.match(await store('restore', 'a.db', '--replace'), {
    code: 0,
    stdout: 'restored 1 raffle, 1 version of audit records to r.db\n',
  })
  t.match(await json('restore', 'a.db', '--replace'), { ...whole, journal: 'none', can_sign: true })
  t.match(await call(['store', 'restore', 'a.db', '--store', 'c.db']), { code: 0 })
  t.ok(existsSync(join(folder, 'c.db')))
  t.match(await json('restore', 'no.db', '--replace'), {
    error: { code: 'store-missing', where: { file: 'no.db' } },
  })

  // As if someone had edited it with another program.
  const database = new Sqlite(join(folder, 'c.db'))
  database.exec(`UPDATE raffle SET total_draws = 5, total_entries = 7`)
  database.close()
  const wrong = await call(['store', 'check', '--store', 'c.db'])
  t.match(wrong, { code: 1, stderr: '' })
  t.equal(
    wrong.stdout,
    `raffle ${id}: the number of draws is not that of the audit view\n` +
      `raffle ${id}: the number of entries is not that of the statistics\n` +
      '1 raffle, 1 version of audit records: 2 problems\n',
  )
  const listed = await call(['store', 'check', '--store', 'c.db', '--format', 'json'])
  t.equal(listed.code, 1)
  t.equal((JSON.parse(listed.stdout) as { problems: unknown[] }).problems.length, 2)
  t.match(await json('restore', 'c.db', '--replace'), { error: { code: 'store-damaged' } })
  t.match(await call(['store', 'check', '--store', 'no.db']), {
    code: 2,
    stderr: /there is no store\nhint: make one: /,
  })
  t.notOk(existsSync(join(folder, 'no.db')))
})

void t.test('each command explains itself, and shows how it is called', async t => {
  const commands = [['publish'], ['stats', 'set'], ['store', 'migrate']]
  await Promise.all(
    commands.map(async words => {
      const { code, stdout, stderr } = await run([...words, '--help'])
      t.strictSame([code, stderr], [0, ''], words.join(' '))
      t.match(stdout, '--store')
      t.match(stdout, new RegExp(`Examples:\\n[^]*?drawaudit ${words.join(' ')} `), words.join(' '))
    }),
  )
  const { stdout } = await run(['--help'])
  for (const word of ['serve', 'publish', 'stats', 'raffles', 'store']) t.match(stdout, `\n  ${word}`)
  const [group, none] = [await run(['store', '--help']), await run(['store'])]
  for (const word of ['migrate', 'check', 'backup', 'restore']) t.match(group.stdout, `store ${word}`)
  t.equal(none.code, 2)
  t.ok(readFileSync(join(root, records), 'utf8').includes(id))
})
