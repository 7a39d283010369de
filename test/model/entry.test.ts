import fc from 'fast-check'
import t from 'tap'
import { encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import {
  describeIdFault,
  encodeLeaf,
  formatEntryLine,
  parseEntry,
  parseEntryLine,
  type Entry,
} from '../../src/model/entry.js'
import { EntryLines, LeafBuffer } from '../../src/model/entry-lines.js'

const runs = process.env['SLOW'] === '1' ? 100_000 : 667

/** The entries of a list file, given in pieces of some length. */
function readLines(bytes: Uint8Array, length = bytes.length) {
  const entries: [leaf: string, kind: string][] = []
  const leaf = new LeafBuffer()
  const lines = new EntryLines(leaf, () => entries.push([encodeHex(leaf.leaf()), leaf.kind]))
  for (let at = 0; at < bytes.length; at += Math.max(1, length))
    lines.add(bytes.slice(at, at + Math.max(1, length)))
  lines.end()
  return { entries, fault: lines.fault }
}

/** What {@link readLines} says of entries. */
const leafOf = (entry: Entry): [string, string] => [`00${encodeHex(encodeLeaf(entry))}`, entry.kind]

const nonce = '0123456789abcdef'.repeat(4)

const long = 'é'.repeat(64)

/** Lines that are entries, plain and not. */
const good: readonly (readonly [line: string, id: string, kind: string])[] = [
  ['["12345678","paid"]', '12345678', 'paid'],
  ['["12345678","free"]', '12345678', 'free'],
  ['["7f6c2b1e-90aa-4b3c-8d1e-0123456789ab","paid"]', '7f6c2b1e-90aa-4b3c-8d1e-0123456789ab', 'paid'],
  ['[ "a" , "free" ] ', 'a', 'free'],
  ['\t["a","free"]\r', 'a', 'free'],
  ['["\\u0061","p\\u0061id"]', 'a', 'paid'],
  ['["a\\/b\\"c\\\\d","free"]', 'a/b"c\\d', 'free'],
  ['["\\ud83c\\udf9f","paid"]', '🎟', 'paid'],
  ['["ticket-\u00e9","paid"]', 'ticket-\u00e9', 'paid'],
  ['["ticket-e\u0301","paid"]', 'ticket-e\u0301', 'paid'],
  ['["票-1 🎟️","free"]', '票-1 🎟️', 'free'],
  ['["\ufeff","free"]', '\ufeff', 'free'],
  ['["\u202e","free"]', '\u202e', 'free'],
  ['["\uffff","free"]', '\uffff', 'free'],
  ['[" ","free"]', ' ', 'free'],
  ['["paid","free"]', 'paid', 'free'],
  ['["a\',\'paid","free"]', "a','paid", 'free'],
  [`["${'x'.repeat(128)}","paid"]`, 'x'.repeat(128), 'paid'],
  [`["${long}","paid"]`, long, 'paid'],
  [`["${'\\u00e9'.repeat(64)}","paid"]`, long, 'paid'],
]

await t.test('lines that are entries', t => {
  for (const [line, id, kind] of good) {
    const entry = { id, kind } as Entry
    t.strictSame(parseEntryLine(line), entry, line)
    t.strictSame(parseEntryLine(encodeUtf8(line)), entry, line)
    for (const text of [line, `${line}\n`]) {
      t.strictSame(readLines(encodeUtf8(text)), { entries: [leafOf(entry)], fault: undefined }, line)
    }
    t.strictSame(parseEntryLine(formatEntryLine(entry).slice(0, -1)), entry, 'and back')
  }
  t.end()
})

const bad: readonly (readonly [line: string, problem: RegExp])[] = [
  ['', /found nothing/],
  [' ', /only white space/],
  ['\ufeff["a","paid"]', /byte order mark/],
  ['["a","paid"],', /end of the document/],
  ['["a","paid"]["b","paid"]', /end of the document/],
  ['["a","paid"', /end of the text/],
  ['["a",', /end of the text/],
  ['["a', /end of the text/],
  ['"a","paid"]', /end of the document/],
  ['["a","paid",]', /trailing comma/],
  ['["a","paid","x"]', /nonce_hash is something else/],
  ['["a","paid",null]', /nonce_hash is not text/],
  ['["a","paid",""]', /nonce_hash is something else/],
  [`["a","paid","${nonce.slice(1)}"]`, /nonce_hash is something else/],
  [`["a","paid","${nonce}0"]`, /nonce_hash is something else/],
  [`["a","paid","${nonce.toUpperCase()}"]`, /nonce_hash has upper-case digits/],
  [`["a","paid","${nonce.slice(1)}\\n"]`, /nonce_hash is something else/],
  [`["a","paid","${nonce}","x"]`, /array \[id, kind\]/],
  [`["a","paid","${nonce}"`, /end of the text/],
  [`["a","paid",  "${nonce}"x]`, /bracket|comma|expected/],
  ['["a"]', /array \[id, kind\]/],
  ['[]', /array \[id, kind\]/],
  ['null', /array \[id, kind\]/],
  ['"a"', /array \[id, kind\]/],
  ['{"id":"a","kind":"paid"}', /array \[id, kind\]/],
  ['{"0":"a","1":"paid","length":2}', /array \[id, kind\]/],
  ['[["a"],"paid"]', /the id is not text/],
  ['[[["a"]],"paid"]', /inside one another/],
  [`[${'1,'.repeat(20)}1]`, /at most 16 values/],
  ['[12345678,"paid"]', /the id is not text/],
  ['[null,"paid"]', /the id is not text/],
  ['["a",null]', /the kind is neither/],
  ['["a","PAID"]', /the kind is neither/],
  ['["a","paid "]', /the kind is neither/],
  ['["a","fred"]', /the kind is neither/],
  ['["a","pree"]', /the kind is neither/],
  ['["paid","a"]', /the kind is neither/],
  ['["a","__proto__"]', /the kind is neither/],
  ['["","paid"]', /the id is empty/],
  ['["\\u0000","paid"]', /control character U\+0000/],
  ['["a\\nb","paid"]', /control character U\+000A/],
  ['["a\\u001f","paid"]', /control character U\+001F/],
  ['["a\u007f","paid"]', /control character U\+007F/],
  ['["a\u0080","paid"]', /control character U\+0080/],
  ['["a\u009f","paid"]', /control character U\+009F/],
  ['["a\tb","paid"]', /U\+0009 in a string/],
  ['["\\ud83c","paid"]', /lone surrogate/],
  ['["\\q","paid"]', /escape/],
  ["['a','paid']", /quotation mark/],
  ['12345678,paid', /end of the document/],
  ['id,kind', /found id/],
  [`["${'x'.repeat(129)}","paid"]`, /more than 128 bytes/],
  [`["${long}x","paid"]`, /more than 128 bytes/],
  [`["${'\\u0061'.repeat(129)}","paid"]`, /more than 128 bytes/],
  [`["${'x'.repeat(4096)}","paid"]`, /4096 bytes/],
]

await t.test('lines that are not', t => {
  for (const [line, problem] of bad) {
    const parsed = parseEntryLine(line)
    t.match(parsed, { problem }, JSON.stringify(line.slice(0, 60)))
    const one = encodeUtf8(`["first","paid"]\n${line}\n["third","paid"]\n`)
    for (const length of [1, 5, one.length]) {
      const { entries, fault } = readLines(one, length)
      t.strictSame(entries, [leafOf({ id: 'first', kind: 'paid' })])
      t.match(fault, { line: 2, problem }, `in pieces of ${length}`)
    }
  }
  t.end()
})

await t.test('both ways of reading agree, with nonces and without', t => {
  const digits = fc.string({
    unit: fc.constantFrom(...Array.from('0123456789abcdefg"F')),
    minLength: 63,
    maxLength: 65,
  })
  const lines = fc.record({
    id: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 130 }), digits),
    kind: fc.constantFrom('paid', 'free', 'fred', `paid\n${nonce}`),
    nonceHash: fc.oneof(fc.constant(undefined), fc.constant(nonce), digits),
    space: fc.constantFrom('', '', '', ' '),
  })
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 5 }), fc.nat(200), (all, length) => {
      const texts = all.map(({ id, kind, nonceHash, space }) =>
        nonceHash === undefined
          ? `${JSON.stringify([id, kind])}${space}`
          : `["${id}","${kind}",${space}"${nonceHash}"]`,
      )
      const single = texts.join('\n').split('\n')
      if (all.length === 0) return
      const parsed = single.map(line => parseEntryLine(line))
      const fault = parsed.findIndex(entry => 'problem' in entry)
      const expected = (fault === -1 ? parsed : parsed.slice(0, fault)) as Entry[]
      const read = readLines(encodeUtf8(`${single.join('\n')}\n`), length)
      // Text of any kind would be read as a part of the test's own output.
      t.strictSame(
        read.entries,
        expected.map(leafOf),
        `${encodeURIComponent(single.join('\n').toWellFormed())} in ${length}`,
      )
      t.equal(read.fault?.line, fault === -1 ? undefined : fault + 1)
    }),
    { numRuns: runs },
  )
  t.end()
})

await t.test('a nonce in every way of writing it', t => {
  for (const kind of ['paid', 'free'] as const) {
    const entry: Entry = { id: 'é', kind, nonceHash: nonce }
    const escaped = `[ "\\u00e9","${kind}","\\u0030${nonce.slice(1)}"]`
    for (const line of [formatEntryLine(entry).slice(0, -1), escaped]) {
      t.strictSame(parseEntryLine(line), entry)
      t.strictSame(readLines(encodeUtf8(`${line}\n`)).entries, [leafOf(entry)])
    }
    const leaf = new LeafBuffer()
    leaf.setEntry(entry)
    t.equal(leaf.nonceHash, nonce)
    t.notOk(leaf.isPaidLeaf)
    const plain: Entry = { id: 'é', kind: 'paid' }
    t.equal(encodeHex(leaf.paidLeaf()), leafOf(plain)[0], 'an id is the same with whatever nonce')
    t.equal(encodeHex(leaf.leaf()), leafOf(entry)[0])
    leaf.setEntry({ id: 'é', kind })
    t.equal(leaf.nonceHash, undefined)
    t.equal(encodeHex(leaf.leaf()), leafOf({ id: 'é', kind })[0], 'nothing of the nonce stays')
  }
  t.end()
})

await t.test('no two entries have the same leaf', t => {
  const odd = ['x', 'x paid', nonce, `x${nonce}`, `paid${nonce}`, '"', 'paid', 'free']
  const entries = odd.flatMap(id =>
    (['paid', 'free'] as const).flatMap((kind): Entry[] => [
      { id, kind },
      { id, kind, nonceHash: nonce },
    ]),
  )
  t.equal(new Set(entries.map(entry => encodeHex(encodeLeaf(entry)))).size, entries.length)
  t.match(parseEntryLine(`["x\\npaid","${nonce}"]`), { problem: /kind is neither/ })
  t.match(parseEntryLine(`["x\\npaid","paid"]`), { problem: /control character U\+000A/ })
  t.end()
})

await t.test('bytes that are no UTF-8', t => {
  for (const bytes of ['c0af', 'eda080', 'f8888080', 'ff', '80', 'c3', 'f0908d', 'f4908080', 'e28080ff']) {
    const id = bytes.match(/../g)!.map(byte => parseInt(byte, 16))
    const line = Uint8Array.from([...encodeUtf8('["a'), ...id, ...encodeUtf8('","paid"]\n')])
    t.match(parseEntryLine(line.subarray(0, -1)), { problem: /not valid UTF-8/ }, bytes)
    t.match(readLines(line), { entries: [], fault: { line: 1, problem: /not valid UTF-8/ } }, bytes)
  }
  t.end()
})

await t.test('a line without an end takes no more memory than a line may', t => {
  const leaf = new LeafBuffer()
  const lines = new EntryLines(leaf, () => t.fail('there is no entry'))
  const piece = new Uint8Array(1000).fill(0x20)
  for (let count = 0; count < 4; count++) lines.add(piece)
  t.equal(lines.fault, undefined)
  lines.add(piece)
  t.match(lines.fault, { line: 1, problem: /more than 4096 bytes/ })
  lines.add(encodeUtf8('\n["a","paid"]\n'))
  lines.end()
  t.match(lines.fault, { line: 1 }, 'the first fault stays')
  t.end()
})

await t.test('empty files, and blank lines', t => {
  t.strictSame(readLines(new Uint8Array()), { entries: [], fault: undefined })
  const a = leafOf({ id: 'a', kind: 'paid' })
  for (const text of ['\n', '["a","paid"]\n\n', '["a","paid"]\n\n["b","paid"]\n', '["a","paid"]\r\n\r\n']) {
    const { entries, fault } = readLines(encodeUtf8(text))
    t.strictSame(entries, text === '\n' ? [] : [a])
    t.match(fault, { line: text === '\n' ? 1 : 2 }, JSON.stringify(text))
  }
  t.end()
})

await t.test('ids', t => {
  t.equal(describeIdFault('a'), undefined)
  t.equal(describeIdFault('\ud800'), 'the id has a lone surrogate')
  t.equal(describeIdFault('x'.repeat(10_000_000)), 'the id has more than 128 bytes')
  t.equal(describeIdFault('票'.repeat(42)), undefined)
  t.match(describeIdFault('票'.repeat(43)), /128 bytes/)
  t.match(parseEntry(['\ud800', 'paid']), { problem: /surrogate/ })
  t.strictSame(parseEntry(['a', 'paid']), { id: 'a', kind: 'paid' })
  t.equal(encodeHex(encodeLeaf({ id: 'é', kind: 'free' })), 'c3a90a66726565')
  t.end()
})

const ids = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('"', '\\', 'a', '7', '/', 'é', '票', '🎟', ' '),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    ),
    minLength: 1,
    maxLength: 40,
  })
  .filter(id => describeIdFault(id) === undefined)
const entries = fc.record({ id: ids, kind: fc.constantFrom('paid' as const, 'free' as const) })

await t.test('property: what is written is read again, however it is cut', t => {
  fc.assert(
    fc.property(fc.array(entries, { maxLength: 20 }), fc.integer({ min: 1, max: 70 }), (list, length) => {
      const { entries: read, fault } = readLines(encodeUtf8(list.map(formatEntryLine).join('')), length)
      t.equal(fault, undefined)
      t.strictSame(read, list.map(leafOf))
    }),
    { numRuns: Math.ceil(runs / 4) },
  )
  t.end()
})

/** Text that is nearly a line: parts of lines, one of them changed, at any byte. */
const nearly = fc
  .tuple(
    fc.constantFrom(...good.map(([line]) => line), ...bad.map(([line]) => line)),
    fc.nat(),
    fc.constantFrom(...encodeUtf8('"\\[],padfr \t\r'), 0, 0x7f, 0x80, 0xc2, 0xc3, 0xed, 0xff),
    fc.constantFrom('replace', 'insert', 'remove'),
  )
  .map(([line, number, byte, change]) => {
    const bytes = encodeUtf8(line)
    const at = number % (bytes.length + 1)
    const end = change === 'insert' ? at : at + 1
    return Uint8Array.from([
      ...bytes.slice(0, at),
      ...(change === 'remove' ? [] : [byte]),
      ...bytes.slice(end),
    ])
  })

await t.test('property: the fast way and the slow way agree on any line', t => {
  fc.assert(
    fc.property(nearly, line => {
      const parsed = parseEntryLine(line)
      const whole = Uint8Array.from([...line, 0x0a])
      const expected =
        'problem' in parsed
          ? { entries: [], fault: { line: 1, problem: parsed.problem } }
          : { entries: [leafOf(parsed)], fault: undefined }
      const leaf = new LeafBuffer()
      if (leaf.setPlainLine(whole, 0) > 0)
        t.strictSame([encodeHex(leaf.leaf()), leaf.kind], expected.entries[0])
      t.strictSame(readLines(whole), expected)
      t.strictSame(readLines(whole, 3), expected)
    }),
    { numRuns: runs },
  )
  t.end()
})

await t.test('the fast way takes exactly the bytes that are an id', t => {
  const edges = [
    ...[0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbb, 0xbf, 0xc0, 0xc1, 0xc2],
    ...[0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0xff],
  ]
  const leaf = new LeafBuffer()
  let taken = 0
  const wrong: string[] = []
  for (const first of edges) {
    for (const second of edges) {
      for (const third of [0x41, 0x80, 0xbb, 0xbf, 0xc2]) {
        for (const fourth of [0x41, 0x80, 0xbf, 0xe0]) {
          const line = Uint8Array.from([
            0x5b,
            0x22,
            first,
            second,
            third,
            fourth,
            ...encodeUtf8('","paid"]\n'),
          ])
          const isTaken = leaf.setPlainLine(line, 0) > 0
          if (isTaken) taken += 1
          if (isTaken === 'problem' in parseEntryLine(line.subarray(0, -1))) wrong.push(encodeHex(line))
        }
      }
    }
  }
  t.strictSame(wrong, [])
  t.ok(taken > 50, `${taken} are ids`)
  t.end()
})
