import t from 'tap'
import { readEntryLines, type EntryFormat, type EntryLine } from '../../src/operator/entry-lines.js'
import { EntriesRefusedError } from '../../src/operator/import-entries.js'
import { failure, goTo, list, raffleId, readView, setUp } from './stage.js'

async function read(
  text: string | Uint8Array,
  format?: EntryFormat,
  size = 7,
): Promise<readonly EntryLine[]> {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  )
  const lines: EntryLine[] = []
  for await (const batch of readEntryLines(pieces, format)) lines.push(...batch)
  return lines
}

/** Of a nonce. */
const nonce = 'ab'.repeat(32)

const summary = (lines: readonly EntryLine[]): readonly unknown[] =>
  lines.map(line => ('problem' in line ? [line.line, line.problem] : [line.line, line.id, line.kind]))

await t.test('lists in every form', async t => {
  const cases: readonly (readonly [string, EntryFormat | undefined, readonly unknown[]])[] = [
    [
      'a,paid\nb,free\n',
      undefined,
      [
        [1, 'a', 'paid'],
        [2, 'b', 'free'],
      ],
    ],
    [
      'a,paid\r\nb,free',
      undefined,
      [
        [1, 'a', 'paid'],
        [2, 'b', 'free'],
      ],
    ],
    ['\uFEFFid,kind\na,paid\n', undefined, [[2, 'a', 'paid']]],
    [
      '"entry_id","kind"\n"a ""x"", y","paid"\n\n"b",free\n',
      undefined,
      [
        [2, 'a "x", y', 'paid'],
        [4, 'b', 'free'],
      ],
    ],
    [
      'id\na\nb\n',
      { kind: 'free' },
      [
        [2, 'a', 'free'],
        [3, 'b', 'free'],
      ],
    ],
    [
      'a\nb,paid\n',
      { kind: 'free' },
      [
        [1, 'a', 'free'],
        [2, 'b', 'paid'],
      ],
    ],
    [
      '["a","paid"]\n{"id":"b","kind":"free"}\n',
      undefined,
      [
        [1, 'a', 'paid'],
        [2, 'b', 'free'],
      ],
    ],
    ['{"id":"b"}\n', { kind: 'paid' }, [[1, 'b', 'paid']]],
    ['[a,paid\n', { form: 'csv' }, [[1, '[a', 'paid']]],
    ['Łódź 🎟,paid\n', undefined, [[1, 'Łódź 🎟', 'paid']]],
    ['', undefined, []],
    ['\n\n', undefined, []],
  ]
  for (const [text, format, expected] of cases) {
    for (const size of [1, 7, 1000]) t.strictSame(summary(await read(text, format, size)), expected, text)
  }
})

await t.test('lists with nonces, in every form', async t => {
  const texts = [
    `a,paid,${nonce}\nb,free\n`,
    `id,kind,nonce_hash\na,paid,${nonce}\nb,free,\n`,
    `"entry_id","kind","nonce_hash"\n"a","paid","${nonce}"\n"b","free",""\n`,
    `["a","paid","${nonce}"]\n["b","free"]\n`,
    `{"id":"a","kind":"paid","nonce_hash":"${nonce}"}\n{"id":"b","kind":"free"}\n`,
  ]
  for (const text of texts) {
    const read_ = (await read(text)).map(line => ({ ...line, line: 0 }))
    t.strictSame(
      read_,
      [
        { line: 0, id: 'a', kind: 'paid', nonceHash: nonce },
        { line: 0, id: 'b', kind: 'free' },
      ],
      text,
    )
  }
  t.match(await read(`{"id":"a","nonce_hash":"${nonce}"}\n`, { kind: 'free' }), [
    { id: 'a', kind: 'free', nonceHash: nonce },
  ])
})

await t.test('an id has one nonce', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  const other = 'cd'.repeat(32)
  const all = `a,paid,${nonce}\nb,free,${nonce}\nc,paid\n`
  t.match(await stage.importText(all), { added: 3 })
  t.match(await stage.importText(all), { added: 0, alreadyThere: 3 }, 'the same once more')
  const bad = [`a,paid,${other}`, 'b,free', `c,paid,${other}`, `d,paid,${other}`, 'd,paid']
  t.match(await failure(stage.importText(bad.join('\n'))), {
    totalProblems: 4,
    problems: [
      { line: 1, problem: /"a" is in the raffle with another nonce/ },
      { line: 2, problem: /"b" is in the raffle with another nonce/ },
      { line: 3, problem: /"c" is in the raffle with another nonce/ },
      { line: 5, problem: /"d" is also on line 4/ },
    ],
  })
})

await t.test('ids that look like personal data are counted, and refuse nothing', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  t.match(await stage.importText('12345678,paid\njo@example.org,paid\nJo Doe,free\n'), {
    added: 3,
    personal: {
      count: 2,
      examples: [
        { line: 2, masked: 'j…@e….o…' },
        { line: 3, masked: 'J… D…' },
      ],
    },
  })
  t.notOk('personal' in (await stage.importText('A-1,paid\n')))
})

await t.test('however many ids look like personal data, three are named: addresses before names', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  const people = ['Jo Doe', 'Al Roe', 'a@example.org', 'b@example.org', 'Di Poe']
  const { personal } = await stage.importText(people.map(id => `${id},paid\n`).join(''))
  t.equal(personal?.count, 5)
  t.strictSame(
    personal?.examples.map(({ line }) => line),
    [3, 4, 1],
  )
})

await t.test('a line of blanks is passed over, before a header and after it', async t => {
  t.strictSame(summary(await read('  \nid,kind\n\t \na,paid\n \r\nb,free\n')), [
    [4, 'a', 'paid'],
    [6, 'b', 'free'],
  ])
})

await t.test('a line that is not UTF-8 spoils none of those around it', async t => {
  const bytes = Buffer.concat([Buffer.from('a,paid\nb'), Buffer.of(0xff), Buffer.from(',paid\nc,free\r\n')])
  t.match(summary(await read(bytes, undefined, 1000)), [
    [1, 'a', 'paid'],
    [2, /not UTF-8/],
    [3, 'c', 'free'],
  ])
})

await t.test('lines that are none', async t => {
  const cases: readonly (readonly [string | Uint8Array, RegExp])[] = [
    ['a\n', /kind is missing.*--kind/],
    ['a,gold\n', /neither "paid" nor "free"/],
    ['a,Paid\n', /neither/],
    ['a,paid,x,y\n', /found 4 fields/],
    ['a,paid,\n', /found 3 fields, of which the last is empty/],
    ['a,paid,x\n', /nonce_hash is something else: expected 64 lower-case hex digits/],
    [`a,paid,${nonce.toUpperCase()}\n`, /nonce_hash has upper-case digits/],
    [`["a","paid","${nonce.slice(1)}"]\n`, /nonce_hash is something else/],
    ['["a","paid",null]\n', /nonce_hash is not text/],
    [`{"id":"a","kind":"paid","nonce_hash":"${nonce}0"}\n`, /nonce_hash is something else/],
    [',paid\n', /id is empty/],
    ['"a,paid\n', /quotation mark/],
    ['a"b,paid\n', /quotation mark/],
    ['"a"b,paid\n', /quotation mark/],
    ['a\tb,paid\n', /control character/],
    [`${'x'.repeat(129)},paid\n`, /more than 128 bytes/],
    [`${'x'.repeat(200_000)},paid\n`, /longer than 4096 bytes/],
    [Uint8Array.of(0x61, 0xff, 0x2c, 0x70, 0x61, 0x69, 0x64, 0x0a), /not UTF-8/],
    ['["a"]\n', /expected an array/],
    ['{"id":"a","kind":"paid","name":"x"}\n', /"name" is not a member/],
    ['{"id":7,"kind":"paid"}\n', /not text/],
    ['{"id":"a","id":"b","kind":"paid"}\n', /duplicate name/],
    ['["a","paid"\n', /\w/],
  ]
  for (const [text, problem] of cases) {
    for (const size of [7, 1000]) {
      const [line, ...more] = await read(text, undefined, size)
      t.match(line, { line: 1, problem })
      t.strictSame(more, [])
    }
  }
  const long = summary(await read(`a,paid\n${'x'.repeat(9000)}\nb,paid\n`, undefined, 1000))
  t.match(
    long,
    [
      [1, 'a'],
      [2, /longer/],
      [3, 'b'],
    ],
    'lines around a long one count right',
  )
})

await t.test('all or nothing, with the first problems and their number', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  t.strictSame(await stage.importText('a,paid\nb,free\n'), {
    added: 2,
    alreadyThere: 0,
    totalEntries: 2,
    paidEntries: 1,
    freeEntries: 1,
    leftOut: 0,
  })
  const bad = ['c,paid', 'd', 'a,paid', 'a,paid', 'c,paid', 'b,paid', 'c,free', 'e,paid,'].join('\n')
  const error = await failure(stage.importText(bad))
  t.ok(error instanceof EntriesRefusedError)
  t.match(error, {
    code: 'entries-invalid',
    totalProblems: 6,
    problems: [
      { line: 2, problem: /kind is missing/ },
      { line: 4, problem: '"a" is also on line 3' },
      { line: 5, problem: '"c" is also on line 1' },
      { line: 6, problem: '"b" is in the raffle with the other kind' },
      { line: 7, problem: '"c" is also on line 1' },
      { line: 8, problem: /3 fields/ },
    ],
  })
  const many = await failure(stage.importText('x\n'.repeat(1000)))
  t.match(many, { totalProblems: 1000 })
  t.equal(many instanceof EntriesRefusedError && many.problems.length, 20)
  const twice = await failure(stage.importText('x,paid\n'.repeat(1000)))
  t.match(twice, { totalProblems: 999, problems: [{ line: 2 }] })
  t.match(readView((await stage.store.readRaffle(raffleId))?.statistics), { total_entries: 2 })
  t.strictSame(await stage.store.ceremonies.readEntries(raffleId, 0, 10), [
    { id: 'a', kind: 'paid' },
    { id: 'b', kind: 'free' },
  ])
})

await t.test('a long list again, grown, in part or changed', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  const lines = Array.from({ length: 300 }, (_, at) => `e-${at},${at % 3 === 0 ? 'free' : 'paid'}`)
  const put = (...all: readonly string[]): ReturnType<typeof stage.importText> =>
    stage.importText(all.join('\n'))
  t.match(await put(...lines), { added: 300, alreadyThere: 0 })
  t.match(await put(...lines), { added: 0, alreadyThere: 300 }, 'again')
  t.match(await put('id,kind', ...lines), { added: 0, alreadyThere: 300 }, 'below a header')
  t.match(await put(...lines.slice(100)), { added: 0, alreadyThere: 200 }, 'its end')
  const apart = [...lines.slice(0, 150), '', ...lines.slice(150)]
  t.match(await put(...apart), { added: 0, alreadyThere: 300 }, 'with a blank line in it')
  t.match(await put(...lines.toReversed()), { added: 0, alreadyThere: 300 }, 'in another order')
  t.match(
    await put(...lines, 'x,paid', 'y,free'),
    { added: 2, alreadyThere: 300, totalEntries: 302 },
    'grown',
  )
  t.match(await put('z,free', ...lines), { added: 1, alreadyThere: 300 }, 'with one before it')
  t.strictSame(await stage.store.ceremonies.readEntries(raffleId, 299, 400), [
    { id: 'e-299', kind: 'paid' },
    ...[
      { id: 'x', kind: 'paid' },
      { id: 'y', kind: 'free' },
      { id: 'z', kind: 'free' },
    ],
  ])
  const cases: readonly (readonly [what: string, list: readonly string[], problems: readonly object[]])[] = [
    [
      'a line twice, below the lines that are known',
      [...lines, 'n,paid', 'e-5,paid', 'e-5,paid', 'n,paid'],
      [
        { line: 302, problem: 'the entry "e-5" is also on line 6' },
        { line: 303, problem: 'the entry "e-5" is also on line 6' },
        { line: 304, problem: 'the entry "n" is also on line 301' },
      ],
    ],
    [
      'with the other kind there, and repeated with it',
      [...lines.with(200, 'e-200,free'), 'e-6,paid'],
      [
        { line: 201, problem: 'the entry "e-200" is in the raffle with the other kind' },
        { line: 301, problem: 'the entry "e-6" is also on line 7' },
      ],
    ],
    [
      'with a nonce',
      lines.with(299, `e-299,paid,${nonce}`),
      [{ line: 300, problem: 'the entry "e-299" is in the raffle with another nonce' }],
    ],
  ]
  for (const [what, changed, problems] of cases) {
    const error = await failure(put(...changed))
    t.match(error, { code: 'entries-invalid', totalProblems: problems.length, problems }, what)
    t.equal(error instanceof EntriesRefusedError && error.problems.length, problems.length, what)
  }
})

await t.test('the same list again adds nothing; order is that of import', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'imported')
  t.match(await stage.importText(list), { added: 0, alreadyThere: 142, totalEntries: 142 })
  t.match(await stage.importText(`new-2,free\n${list}new-1,paid\n`), {
    added: 2,
    alreadyThere: 142,
    totalEntries: 144,
  })
  const entries = await stage.store.ceremonies.readEntries(raffleId, 0, 1000)
  t.strictSame(
    entries.map(({ id }) => id),
    [...Array.from({ length: 142 }, (_, index) => `ticket-${index}`), 'new-2', 'new-1'],
  )
  t.equal(await stage.store.ceremonies.findEntry(raffleId, 'new-1'), 143)
  const over = Array.from({ length: 357 }, (_, index) => `more-${index},paid\n`).join('')
  t.match(await failure(stage.importText(over)), {
    code: 'entries-invalid',
    message: /501 entries, and at most 500/,
  })
  t.match(await stage.importText(over.replace('more-0,paid\n', '')), { added: 356, totalEntries: 500 })
})
