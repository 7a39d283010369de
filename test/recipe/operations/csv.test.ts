import fc from 'fast-check'
import t from 'tap'
import { portable } from '../../../src/core/portable.js'
import type { Expression } from '../../../src/model/recipe.js'
import { Context } from '../../../src/recipe/context.js'
import { list, text, type PlainValue } from '../../../src/recipe/value.js'
import { compute, endOf, refusal } from '../build.js'

const runs = process.env['SLOW'] === '1' ? 5000 : 100

const line = (cells: Expression, quote = 'needed', separator = ','): Expression => ({
  text_csv: { list: cells, separator, quote },
})
const parse = (
  whole: string,
  columns: readonly string[],
  header: 'first' | 'none' = 'none',
  separator = ',',
): Expression => ({ parse_csv: { text: whole, separator, header, columns } })
const valueOf = (expression: Expression): PlainValue => compute(expression).value
const why = (expression: Expression): string => endOf(() => compute(expression))

await t.test('a line is written as RFC 4180 says', t => {
  const lines: readonly (readonly [expression: Expression, written: string])[] = [
    // RFC 4180 section 2, rules 1 and 5 to 7; the line end is not part of the line.
    [line(['aaa', 'bbb', 'ccc']), 'aaa,bbb,ccc'],
    [line(['aaa', 'bbb', 'ccc'], 'always'), '"aaa","bbb","ccc"'],
    [line(['aaa', 'b\r\nbb', 'ccc']), 'aaa,"b\r\nbb",ccc'],
    [line(['aaa', 'b"bb', 'ccc'], 'always'), '"aaa","b""bb","ccc"'],
    [line(['aaa', 'b"bb', 'ccc']), 'aaa,"b""bb",ccc'],
    [line(['a,b', 'c\rd', 'e\nf', ' g ', '']), '"a,b","c\rd","e\nf", g ,'],
    [line(['a,b', 'c;d'], 'needed', ';'), 'a,b;"c;d"'],
    [line(['a,b', '', 'c'], 'never', '\t'), 'a,b\t\tc'],
    // One empty cell is no empty line, unless quotes are never written.
    [line(['']), '""'],
    [line([''], 'always'), '""'],
    [line([''], 'never'), ''],
    [line(['', '']), ','],
    [line(['$text', '"']), 'abc,""""'],
  ]
  for (const [expression, written] of lines) t.equal(valueOf(expression), written, JSON.stringify(written))
  const never: readonly (readonly [cell: string, shown: string])[] = [
    ['a,b', '"a,b"'],
    ['a"b', '"a\\"b"'],
    ['a\nb', '"a\\nb"'],
    ['a\rb', '"a\\rb"'],
  ]
  for (const [cell, shown] of never)
    t.equal(why(line(['x', cell], 'never')), `impossible: the cell ${shown} needs quotes`)
  t.equal(why(line({ take: [['a'], 0] })), 'impossible: a line has one cell or more')
  t.end()
})

const ab = (...rows: readonly (readonly [string, string])[]): PlainValue => rows.map(([a, b]) => ({ a, b }))

await t.test('a file is read as RFC 4180 says', t => {
  const files: readonly (readonly [expression: Expression, rows: PlainValue])[] = [
    // RFC 4180 section 2, rules 1 to 7.
    [parse('aaa,bbb\r\nzzz,yyy\r\n', ['a', 'b']), ab(['aaa', 'bbb'], ['zzz', 'yyy'])],
    [parse('aaa,bbb\r\nzzz,yyy', ['a', 'b']), ab(['aaa', 'bbb'], ['zzz', 'yyy'])],
    [parse('a,b\r\naaa,bbb\r\nzzz,yyy', ['a', 'b'], 'first'), ab(['aaa', 'bbb'], ['zzz', 'yyy'])],
    [parse('"aaa","bbb"\r\nzzz,yyy', ['a', 'b']), ab(['aaa', 'bbb'], ['zzz', 'yyy'])],
    [parse('"aaa","b\r\nbb"\r\nzzz,yyy', ['a', 'b']), ab(['aaa', 'b\r\nbb'], ['zzz', 'yyy'])],
    [parse('"aaa","b""bb"', ['a', 'b']), ab(['aaa', 'b"bb'])],
    [parse(' a , b ', ['a', 'b']), ab([' a ', ' b '])],
    [parse('1,2\n3,4\n', ['a', 'b']), ab(['1', '2'], ['3', '4'])],
    [parse('1;2,3', ['a', 'b'], 'none', ';'), ab(['1', '2,3'])],
    [parse(',\n"",""', ['a', 'b']), ab(['', ''], ['', ''])],
    [parse('""\n"""\n"', ['a']), [{ a: '' }, { a: '"\n' }]],
    [parse('', ['a']), []],
    [parse('a\n', ['a'], 'first'), []],
    // By name, in the recipe's order; others are left out.
    [parse('b,x,a\n1,2,3\n4,5,6', ['a', 'b'], 'first'), ab(['3', '1'], ['6', '4'])],
    [parse('\ufeffa,b\n1,2', ['a', 'b'], 'first'), ab(['1', '2'])],
    [parse('\ufeff"1",2', ['a', 'b']), ab(['1', '2'])],
    [parse('Ticket no.,__proto__\n7,x', ['Ticket no.'], 'first'), [{ 'Ticket no.': '7' }]],
    [parse('$$price,$$\n7,x', ['$$price', '$$$'], 'first'), [{ $price: '7', $$: 'x' }]],
  ]
  for (const [expression, rows] of files) t.strictSame(valueOf(expression), rows, JSON.stringify(expression))
  t.equal(compute(parse('1,2', ['a', 'b'])).type, 'list of row of a, b')
  t.end()
})

await t.test('a malformed file is impossible, with the line', t => {
  const malformed: readonly (readonly [expression: Expression, message: string])[] = [
    [parse('1,2\n3\n', ['a', 'b']), 'line 2: expected 2 cells, found 1'],
    [parse('1,2\n3,4,5', ['a', 'b']), 'line 2: expected 2 cells, found 3'],
    [parse('a,b,c\n1,2\n', ['a'], 'first'), 'line 2: expected 3 cells, found 2'],
    [parse('"x\n\n",2\n3', ['a', 'b']), 'line 4: expected 2 cells, found 1'],
    [parse('1,2\n\n3,4', ['a', 'b']), 'line 2: it is empty'],
    [parse('1\n\n', ['a']), 'line 2: it is empty'],
    [parse('""\n\n', ['a']), 'line 2: it is empty'],
    [parse('\n', ['a']), 'line 1: it is empty'],
    [parse('1,2\r\n3,4\n', ['a', 'b']), 'line 2: it ends otherwise than the lines before'],
    [parse('1,2\n3,4\r\n5,6', ['a', 'b']), 'line 2: it ends otherwise than the lines before'],
    [parse('1,2\r3,4', ['a', 'b']), 'line 1: a CR without LF where a cell has to end'],
    [parse('1,2\r', ['a', 'b']), 'line 1: a CR without LF where a cell has to end'],
    [parse('1,2"', ['a', 'b']), 'line 1: a quote where a cell has to end'],
    [parse('1, "2"', ['a', 'b']), 'line 1: a quote where a cell has to end'],
    [parse('1,2\n"3"x,4', ['a', 'b']), 'line 2: text where a cell has to end'],
    [parse('1,2\n3,"4\n5\n', ['a', 'b']), 'line 2: a quote is not closed'],
    [parse('1,"2""', ['a', 'b']), 'line 1: a quote is not closed'],
    [parse('', ['a'], 'first'), 'there is no first line with the names of the columns'],
    [parse('x,b\n1,2', ['a', 'b'], 'first'), 'line 1: there is no column "a"'],
    [parse('a,b,a\n1,2,3', ['a', 'b'], 'first'), 'line 1: the column "a" is a duplicate'],
  ]
  for (const [expression, message] of malformed) t.equal(why(expression), `impossible: ${message}`)
  t.end()
})

await t.test('property: what is written is read back', t => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', ';', '"', '\r', '\n', ' ', 'é'), maxLength: 6 })
  const table = fc.array(fc.tuple(cell, cell), { maxLength: 5 })
  const end = fc.constantFrom('\n', '\r\n')
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(table, cell, end, fc.constantFrom('needed', 'always'), (rows, one, end, quote) => {
        const written = (cells: readonly string[]): string =>
          compute(line('$words', quote), { words: list(cells.map(text)) }).value as string
        const file = rows.map(cells => written(cells) + end).join('')
        const read = (whole: string, columns: readonly string[]): PlainValue =>
          compute({ parse_csv: { text: '$text', separator: ',', header: 'none', columns } }, { text: text(whole) }).value // prettier-ignore
        t.strictSame(read(file, ['a', 'b']), ab(...rows))
        t.strictSame(read(written([one]), ['a']), [{ a: one }])
      }),
      { numRuns: runs },
    )
  })
  t.end()
})

const parts = { separator: ',', header: 'none', columns: ['a'] } as const
const wrong: readonly (readonly [expression: Expression, pointer: string, message: string])[] = [
  [{ text_csv: '$words' }, '/text_csv', 'text_csv takes an object with list, separator, quote'],
  [line('$list'), '/text_csv/list', 'expected list of text, found list of integer'],
  [line('$words', 'sometimes'), '/text_csv/quote', 'expected "needed" or "always" or "never"'],
  ...['', ',,', '"', '\n', '\r', '\ud83d', '😀', '$text', 5].map(
    separator =>
      [
        { text_csv: { list: '$words', separator, quote: 'never' } },
        '/text_csv/separator',
        'expected one character other than a quote or line ending',
      ] as const,
  ),
  [{ parse_csv: '$text' }, '/parse_csv', 'parse_csv takes an object with text, separator, header, columns'],
  [{ parse_csv: { ...parts, text: '$bytes' } }, '/parse_csv/text', 'expected text, found bytes'],
  [{ parse_csv: { ...parts, text: 'a', header: 'yes' } }, '/parse_csv/header', 'expected "first" or "none"'],
  [parse('a', []), '/parse_csv/columns', 'expected a list with the name of each column'],
  [{ parse_csv: { ...parts, text: 'a', columns: 'a' } }, '/parse_csv/columns', 'expected a list with the name of each column'], // prettier-ignore
  [parse('a', ['a', '$a']), '/parse_csv/columns/1', 'expected the name of a column, written in the recipe'],
  [parse('a', ['a', 'b', 'a']), '/parse_csv/columns/2', 'the column "a" is a duplicate'],
  [parse('a', Array.from({ length: 1001 }, (_, index) => `c${index}`)), '/parse_csv/columns', 'a row has at most 1000 columns, with those of the rows in it'], // prettier-ignore
]

await t.test('an argument that does not fit is refused where it stands', t => {
  for (const [expression, pointer, message] of wrong) {
    const error = refusal(() => compute(expression))
    t.strictSame(
      [error?.code, error?.where.pointer, error?.message],
      ['recipe-type', `/steps/x${pointer}`, message],
      JSON.stringify(expression).slice(0, 80),
    )
  }
  t.end()
})

await t.test('files that are all quotes, cells or lines end within the bounds', t => {
  const start = process.cpuUsage().user
  const whole = (part: string): { text: ReturnType<typeof text> } => ({ text: text(part.repeat(1_000_000)) })
  const read = { parse_csv: { ...parts, text: '$text' } }
  t.match(
    endOf(() => compute(read, whole(','), new Context(portable, 2_000_000))),
    /^bound: /,
  )
  t.match(
    endOf(() => compute(read, whole('a\n'), new Context(portable, 5_000_000))),
    /^bound: /,
  )
  t.match(
    endOf(() => compute(read, { text: text(`"${'""'.repeat(3_000_000)}"`) })),
    /^bound: /,
  )
  t.match(
    endOf(() => compute(line(['$text'], 'always'), { text: text('"'.repeat(3_000_000)) })),
    /^bound: /,
  )
  t.ok(process.cpuUsage().user - start < 8_000_000)
  t.end()
})
