import fc from 'fast-check'
import { readFileSync, readdirSync } from 'node:fs'
import t from 'tap'
import { defaultChain, quicknetChain, roundTime } from '../../../src/core/beacon.js'
import { parseTime } from '../../../src/core/time.js'
import type { Expression } from '../../../src/model/recipe.js'
import { operationNames } from '../../../src/recipe/operations/index.js'
import { list, text, type PlainValue } from '../../../src/recipe/value.js'
import { compute, endOf } from '../build.js'

const runs = process.env['SLOW'] === '1' ? 20_000 : 100

const hex = (digits: string): Expression => ({ bytes_hex: digits })
const pick = (count: Expression, index: Expression): Expression => ({ pick: { from: '$list', count, index } })

const examples: readonly (readonly [expression: Expression, type: string, value: PlainValue])[] = [
  [{ bytes_utf8: 'aé😀' }, 'bytes', '61c3a9f09f9880'],
  [{ bytes_utf8: '' }, '0 bytes', ''],
  [{ bytes_hex: '00fF' }, '2 bytes', '00ff'],
  [{ bytes_hex: { text_hex: '$digest' } }, '32 bytes', '00'.repeat(32)],
  [{ bytes_be: [258, 4] }, '4 bytes', '00000102'],
  [{ bytes_be: [255, 1] }, '1 bytes', 'ff'],
  [{ bytes_be: [0, 512] }, '512 bytes', '00'.repeat(512)],
  [{ text_hex: '$bytes' }, 'text', '0102'],
  [{ text_hex: '$digest' }, 'text', '00'.repeat(32)],
  [{ text_decimal: -42 }, 'text', '-42'],
  [{ integer_be: '$bytes' }, 'integer', 258],
  [{ integer_be: hex('') }, 'integer', 0],
  [{ integer_be: hex('ff'.repeat(512)) }, 'integer', String(2n ** 4096n - 1n)],
  [{ integer_le: '$bytes' }, 'integer', 513],
  [{ integer_hex: '24A' }, 'integer', 586],
  [{ concat: [hex('01'), { bytes_utf8: 'a' }, '$bytes'] }, 'bytes', '01610102'],
  [{ concat: ['$digest', hex('01')] }, '33 bytes', `${'00'.repeat(32)}01`],
  [{ join: [['a', '', '$text'], ', '] }, 'text', 'a, , abc'],
  [{ chunks: ['24a9b84', 3] }, 'list of text', ['24a', '9b8']],
  [{ chunks: ['abc', 3] }, 'list of text', ['abc']],
  [{ sha256: hex('') }, '32 bytes', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [
    { sha256: { bytes_utf8: 'abc' } },
    '32 bytes',
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  ],
  [{ md5: { bytes_utf8: 'abc' } }, '16 bytes', '900150983cd24fb0d6963f7d28e17f72'],
  [{ add: [9007199254740991, 1] }, 'integer', '9007199254740992'],
  [{ subtract: [2, 3] }, 'integer', -1],
  [{ mod: [17, 5] }, 'integer', 2],
  [{ mod: [-17, 5] }, 'integer', 3],
  [{ mod: [4, 1] }, 'integer', 0],
  [{ range: 3 }, 'list of integer', [0, 1, 2]],
  [{ range: 0 }, 'list of integer', []],
  [{ count: '$none' }, 'integer', 0],
  [{ count: '$times' }, 'integer', 1],
  [{ at: ['$list', 2] }, 'integer', 100],
  [{ at: [['a', 'b'], 0] }, 'text', 'a'],
  [{ take: ['$list', 2] }, 'list of integer', [10, 9]],
  [{ take: ['$list', 0] }, 'list of integer', []],
  [{ sort: ['$list', 'ascending'] }, 'list of integer', [9, 10, 100]],
  [{ sort: [[-1, 0, -10], 'descending'] }, 'list of integer', [0, -1, -10]],
  [{ sort: [['b', '10', 'a', '9'], 'ascending', 'utf16'] }, 'list of text', ['10', '9', 'a', 'b']],
  [
    { sort: [[hex('02'), hex('0100'), hex('01'), hex('ff')], 'ascending'] },
    'list of bytes',
    ['01', '0100', '02', 'ff'],
  ],
  [
    { sort_by: { list: '$list', as: 'n', key: { subtract: [0, '$n'] }, order: 'ascending' } },
    'list of integer',
    [100, 10, 9],
  ],
  [
    { sort_by: { list: ['a', 'b'], as: 'x', key: { sha256: { bytes_utf8: '$x' } }, order: 'descending' } },
    'list of text',
    ['a', 'b'],
  ],
  [{ map: { list: '$list', as: 'n', do: { text_decimal: '$n' } } }, 'list of text', ['10', '9', '100']],
  [
    { map: { list: '$list', as: 'n', do: { map: { list: '$none', as: 'm', do: '$n' } } } },
    'list of list of integer',
    [[], [], []],
  ],
  [{ iterate: { from: 1, times: 4, as: 'n', do: { add: ['$n', '$n'] } } }, 'list of integer', [2, 4, 8, 16]],
  [{ iterate: { from: 1, times: 0, as: 'n', do: '$n' } }, 'list of integer', []],
  [pick(3, { subtract: ['$left', 1] }), 'list of integer', [100, 9, 10]],
  [pick(2, 0), 'list of integer', [10, 9]],
  [pick(2, '$turn'), 'list of integer', [10, 100]],
  [{ drand_round: ['quicknet', '$time', 'next'] }, 'integer', 19001537],
  [{ drand_time: ['quicknet', 1] }, 'time', '2023-08-23T15:09:27.000Z'],
  [{ drand_time: ['default', 4_000_000] }, 'time', '2024-05-11T12:37:00.000Z'],
  [{ drand_time: ['quicknet', { power: [2, 32] }] }, 'time', '2431-12-13T10:34:12.000Z'],
  [{ time_rfc3339: '2025-06-13T11:46:14.5+02:00' }, 'time', '2025-06-13T11:46:14.5+02:00'],
  [{ integer_time: '$time' }, 'integer', 1749807974],
  [{ integer_time: { time_rfc3339: '1969-12-31T23:59:59.5Z' } }, 'integer', -1],
  [{ integer_time: { time_rfc3339: '1969-12-31T23:59:50Z' } }, 'integer', -10],
  [{ text_time: '$time' }, 'text', '2025-06-13T09:46:14.399Z'],
  [{ integer_milliseconds: '$time' }, 'integer', 1749807974399],
  [{ integer_milliseconds: { time_rfc3339: '1969-12-31T23:59:59.9995Z' } }, 'integer', -1],
  ['$$5', 'text', '$5'],
  [['a', 'b'], 'list of text', ['a', 'b']],
]

await t.test('every operation gives exactly these results', t => {
  for (const [expression, type, value] of examples) {
    const computed = compute(expression)
    t.strictSame([computed.type, computed.value], [type, value], JSON.stringify(expression).slice(0, 80))
  }
  t.end()
})

await t.test('every operation is among these examples or among those of its group', t => {
  const folder = new URL('../../../test/recipe/operations/', import.meta.url)
  const groups = readdirSync(folder).filter(file =>
    /^(?!index|every|findings|mistakes).*\.test\.ts$/.test(file),
  )
  const others = groups.map(file => readFileSync(new URL(file, folder), 'utf8')).join('\n')
  const here = JSON.stringify(examples)
  t.strictSame(
    operationNames.filter(name => !here.includes(`{"${name}":`) && !new RegExp(`\\b${name}\\b`).test(others)),
    [],
  )
  t.end()
})

const impossible: readonly (readonly [expression: Expression, message: string])[] = [
  [hex('abc'), 'expected an even number of hex digits, found 3'],
  [hex('zz'), 'expected hex digits, found "z" (U+007A)'],
  [{ bytes_utf8: '$half' }, 'text has a lone surrogate'],
  [{ bytes_be: [256, 1] }, '256 does not fit into 1 bytes'],
  [{ bytes_be: [-1, 4] }, '-1 does not fit into 4 bytes'],
  [{ integer_hex: '' }, '"" is not a number in hex digits'],
  [{ integer_hex: '0x1' }, '"0x1" is not a number in hex digits'],
  [{ integer_hex: '-1' }, '"-1" is not a number in hex digits'],
  [{ chunks: ['abc', 0] }, 'a text of 3 characters has no piece of 0'],
  [{ chunks: ['abc', -1] }, 'a text of 3 characters has no piece of -1'],
  [{ chunks: ['abc', 4] }, 'a text of 3 characters has no piece of 4'],
  [{ chunks: ['', 1] }, 'a text of 0 characters has no piece of 1'],
  [{ mod: [5, 0] }, 'a remainder by 0'],
  [{ mod: [5, -3] }, 'a remainder by -3'],
  [{ range: -1 }, 'a count of -1'],
  [{ iterate: { from: 1, times: -1, as: 'n', do: '$n' } }, 'a count of -1'],
  [{ at: ['$list', 3] }, 'there is no item 3 in a list of 3'],
  [{ at: ['$list', -1] }, 'there is no item -1 in a list of 3'],
  [{ at: ['$none', 0] }, 'there is no item 0 in a list of 0'],
  [
    { at: ['$list', { integer_hex: 'f'.repeat(400) }] },
    `there is no item ${16n ** 400n - 1n} in a list of 3`,
  ],
  [{ take: ['$list', 4] }, '4 items asked of a list of 3'],
  [{ take: ['$list', 9007199254740991] }, '9007199254740991 items asked of a list of 3'],
  [{ take: ['$list', -1] }, 'a count of -1'],
  [pick(4, 0), '4 picks from 3 entries'],
  [pick(9007199254740991, 0), '9007199254740991 picks from 3 entries'],
  [pick(-1, 0), 'a count of -1'],
  [pick(2, { add: ['$left', 0] }), 'there is no entry 3 among the 3 left'],
  [pick(1, -1), 'there is no entry -1 among the 3 left'],
  [
    { sort_by: { list: '$list', as: 'n', key: { mod: ['$n', 9] }, order: 'ascending' } },
    '10 and 100 have the same key',
  ],
  [{ drand_round: ['default', { at: ['$times', 1] }, 'latest'] }, 'there is no item 1 in a list of 1'],
  [{ drand_time: ['default', 0] }, 'there is no round 0'],
  [{ drand_time: ['default', -1] }, 'there is no round -1'],
  [{ drand_time: ['default', { add: [{ power: [2, 32] }, 1] }] }, 'there is no round 4294967297'],
  [{ drand_time: ['default', { power: [2, 400] }] }, `there is no round ${2n ** 400n}`],
  [{ time_rfc3339: 'yesterday' }, 'expected a time like 2026-11-20T16:15:00+00:00'],
  [{ time_rfc3339: '2025-02-30T00:00:00Z' }, 'expected a time like 2026-11-20T16:15:00+00:00'],
  [{ time_rfc3339: '2025-06-13 09:46:14' }, 'expected a time like 2026-11-20T16:15:00+00:00'],
]

await t.test('a value that does not allow a step makes it impossible', t => {
  for (const [expression, message] of impossible) {
    t.equal(
      endOf(() => compute(expression)),
      `impossible: ${message}`,
    )
  }
  t.end()
})

await t.test('a number longer than 4096 bits is beyond the bounds, not impossible', t => {
  const widest = { integer_hex: 'f'.repeat(1024) }
  const beyond: readonly Expression[] = [
    { integer_be: hex('00'.repeat(513)) },
    { integer_le: hex('00'.repeat(513)) },
    { integer_hex: '0'.repeat(1025) },
    { add: [widest, 1] },
    { subtract: [{ subtract: [0, widest] }, 1] },
  ]
  for (const expression of beyond)
    t.match(
      endOf(() => compute(expression)),
      /^bound: a number of /,
    )
  t.equal(compute({ subtract: [widest, 1] }).value, String(2n ** 4096n - 2n))
  t.end()
})

await t.test('text sorts by UTF-16 units or by UTF-8 bytes, as asked', t => {
  const letters: Expression = ['\u{1f600}', '\ufb33', 'z', '\u{10ffff}', '\ue000']
  const sorted = (unit: string): PlainValue => compute({ sort: [letters, 'ascending', unit] }).value
  t.strictSame(sorted('utf16'), ['z', '\u{1f600}', '\u{10ffff}', '\ue000', '\ufb33'])
  t.strictSame(sorted('utf8'), ['z', '\ue000', '\ufb33', '\u{1f600}', '\u{10ffff}'])
  const word = fc.string({ unit: fc.constantFrom('a', 'é', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{1f600}'), maxLength: 4 }) // prettier-ignore
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 9 }), words => {
        const of = (unit: string): PlainValue =>
          compute({ sort: ['$words', 'ascending', unit] }, { words: list(words.map(text)) }).value
        const bytewise = words.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
        t.strictSame(of('utf8'), bytewise)
        t.strictSame(of('utf16'), words.toSorted())
      }),
      { numRuns: runs },
    )
  })
  t.end()
})

const iso = (nanoseconds: bigint): string => {
  const second = new Date(Number(nanoseconds / 1_000_000_000n) * 1000).toISOString().slice(0, 19)
  return `${second}.${String(nanoseconds % 1_000_000_000n).padStart(9, '0')}Z`
}

await t.test('drand_round changes at the second of a round', t => {
  for (const [name, chain] of [
    ['default', defaultChain],
    ['quicknet', quicknetChain],
  ] as const) {
    const round = (nanoseconds: bigint, which: string): PlainValue =>
      compute(
        { drand_round: [name, '$time', which] },
        { time: { kind: 'time', nanoseconds, text: iso(nanoseconds) } },
      ).value
    const genesis = BigInt(chain.genesisTime) * 1_000_000_000n
    for (const number of [2, 1000, 5_000_000]) {
      const at = BigInt(roundTime(chain, number)) * 1_000_000_000n
      t.equal(parseTime(iso(at)), at)
      t.strictSame([round(at, 'latest'), round(at, 'next')], [number, number + 1], `${name} ${number}`)
      t.strictSame([round(at - 1n, 'latest'), round(at - 1n, 'next')], [number - 1, number])
      t.strictSame([round(at + 1n, 'latest'), round(at + 1n, 'next')], [number, number + 1])
    }
    t.strictSame([round(genesis, 'latest'), round(genesis, 'next')], [1, 2])
    for (const before of [genesis - 1n, 0n, -1n, -genesis]) {
      t.equal(round(before, 'next'), 1, 'the first round comes next')
      t.equal(
        endOf(() => round(before, 'latest')),
        `impossible: at ${iso(before)} the chain had no round yet`,
      )
    }
  }
  t.end()
})

await t.test('property: a round is the latest one at its time, and the next one just before', t => {
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(
        fc.constantFrom('default', 'quicknet'),
        fc.integer({ min: 2, max: 100_000_000 }),
        (chain, round) => {
          const time = { drand_time: [chain, round] }
          const at = compute({ drand_round: [chain, time, 'latest'] }).value
          const seconds = compute({ integer_time: time }).value
          const info = chain === 'default' ? defaultChain : quicknetChain
          return at === round && seconds === roundTime(info, round)
        },
      ),
      { numRuns: runs },
    )
  })
  t.end()
})
