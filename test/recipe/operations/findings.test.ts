import fc from 'fast-check'
import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import type { Expression } from '../../../src/model/recipe.js'
import type { Finding } from '../../../src/model/report.js'
import { compute } from '../build.js'

const runs = process.env['SLOW'] === '1' ? 5000 : 100

const hex = (digits: string): Expression => ({ bytes_hex: digits })
const findingsOf = (expression: Expression): readonly Finding[] => compute(expression).findings
const messagesOf = (expression: Expression): readonly string[] =>
  findingsOf(expression).map(({ message }) => message)

await t.test('mod says exactly how uneven it is, and nothing where it is even', t => {
  const number = (digits: string): Expression => ({ integer_hex: digits })
  const bound = (bits: number): string =>
    `a number of ${bits} bits is reduced by modulo: no chance is off by more than 1 in 2^${bits}${bits < 64 ? '' : ', which is negligible'}`
  const cases: readonly (readonly [expression: Expression, message: string | undefined])[] = [
    [{ mod: [number('24a'), 258] }, 'modulo 258 is uneven: remainders 0 to 225 have a chance of 16/4096, remainders 226 to 257 have 15/4096'], // prettier-ignore
    [{ mod: [number('f'), 15] }, 'modulo 15 is uneven: remainder 0 has a chance of 2/16, remainders 1 to 14 have 1/16'], // prettier-ignore
    [{ mod: [number('f'), 3] }, 'modulo 3 is uneven: remainder 0 has a chance of 6/16, remainders 1 to 2 have 5/16'], // prettier-ignore
    [{ mod: [number('ff'), 257] }, 'modulo 257 is uneven: remainders 0 to 255 have a chance of 1/256, remainder 256 has 0/256'], // prettier-ignore
    [{ mod: [number('0'.repeat(10)), 3] }, 'modulo 3 is uneven: remainder 0 has a chance of 366503875926/1099511627776, remainders 1 to 2 have 366503875925/1099511627776'], // prettier-ignore
    [{ mod: [number('0'.repeat(11)), 3] }, bound(44)],
    [{ mod: [number('0'.repeat(17)), 3] }, bound(68)],
    [{ mod: [{ integer_be: '$digest' }, 142] }, bound(256)],
    [{ mod: [{ integer_le: '$digest' }, 142] }, bound(256)],
    [{ mod: [{ integer_be: '$digest' }, 128] }, undefined],
    [{ mod: [number('24a'), 4096] }, undefined],
    [{ mod: [number('24a'), 1] }, undefined],
    [{ mod: [{ add: [number('24a'), 1] }, 258] }, 'modulo 258 is uneven: 226 remainders have a chance of 16/4096, 32 have 15/4096'], // prettier-ignore
    [{ mod: [{ add: [number('24a'), 1] }, 256] }, undefined],
    // Of these numbers nothing says what else could have stood there.
    [{ mod: [17, 5] }, undefined],
    [{ mod: ['$number', 5] }, undefined],
    [{ mod: [{ integer_be: hex('') }, 5] }, undefined],
  ]
  for (const [expression, message] of cases) {
    t.strictSame(messagesOf(expression), message === undefined ? [] : [message], JSON.stringify(expression))
  }
  const [finding] = findingsOf({ mod: [number('f'), 3] })
  t.equal(finding?.code, 'modulo-bias')
  t.strictSame(messagesOf({ mod: [{ mod: [number('f'), 8] }, 3] }), [
    'modulo 3 is uneven: remainders 0 to 1 have a chance of 3/8, remainder 2 has 2/8',
  ])
  t.end()
})

const range = /remainders? (\d+)(?: to (\d+))? (?:has|have)(?: a chance of)? (\d+\/\d+)/g

/** The chance of every remainder as the message says it, or undefined where it says nothing. */
function readChances(message: string | undefined): readonly string[] | undefined {
  if (message === undefined) return undefined
  const chances: string[] = []
  for (const [, first, last = first, chance = ''] of message.matchAll(range)) {
    for (let remainder = Number(first); remainder <= Number(last); remainder++) chances[remainder] = chance
  }
  return chances
}

await t.test('property: the chances that mod names are those that counting gives', t => {
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 600 }), (digits, divisor) => {
        const below = 16 ** digits
        const counts = new Array<number>(divisor).fill(0)
        for (let number = 0; number < below; number++) counts[number % divisor]! += 1
        const counted = counts.map(count => `${count}/${below}`)
        const even = counted.every(chance => chance === counted[0])
        const [message] = messagesOf({ mod: [{ integer_hex: '0'.repeat(digits) }, divisor] })
        return isDeepStrictEqual(readChances(message), even ? undefined : counted)
      }),
      { numRuns: runs },
    )
  })
  t.end()
})

await t.test(
  'one place of a recipe leaves one finding, the worst; of very many places only the first do',
  t => {
    const remainder = (divisor: Expression): Expression => ({ mod: [{ integer_hex: 'ff' }, divisor] })
    t.equal(messagesOf({ map: { list: '$list', as: 'n', do: { mod: [{ integer_hex: 'f' }, 3] } } }).length, 1)
    t.strictSame(messagesOf({ map: { list: [3, 200, 7], as: 'n', do: remainder('$n') } }), [
      'modulo 200 is uneven: remainders 0 to 55 have a chance of 2/256, remainders 56 to 199 have 1/256',
    ])
    t.strictSame(messagesOf({ take: [[remainder(3), remainder(3), remainder(5)], 0] }), [
      'modulo 3 is uneven: remainder 0 has a chance of 86/256, remainders 1 to 2 have 85/256',
      'modulo 5 is uneven: remainder 0 has a chance of 52/256, remainders 1 to 4 have 51/256',
    ])
    const many = messagesOf(Array.from({ length: 500 }, (_, index) => remainder(257 + index)))
    t.equal(many.length, 11)
    t.strictSame([many[0]?.slice(0, 10), many[10]], ['modulo 257', 'and more of the same kind'])
    t.end()
  },
)

await t.test('pick and shuffle say when an index cannot reach all that are left', t => {
  const draw = (digits: string): Expression => ({
    pick: { from: { range: 300 }, count: 2, index: { integer_hex: digits } },
  })
  const reaches = (left: number): string => `with ${left} left only the first 256 can be drawn`
  const [finding, ...others] = findingsOf(draw('0f'))
  t.equal(finding?.code, 'entry-unreachable')
  t.strictSame([finding?.message, ...others.map(({ message }) => message)], [reaches(300), reaches(299)])
  t.strictSame(findingsOf(draw('00f')), [])
  const shuffled = { shuffle: { list: { range: 257 }, direction: 'down', index: { integer_hex: '00' } } }
  t.strictSame(messagesOf(shuffled), [reaches(257)])
  // A remainder reaches as many as it is told to; that it is uneven is another finding.
  const remainder = {
    pick: { from: { range: 300 }, count: 1, index: { mod: [{ integer_hex: '0f' }, '$left'] } },
  }
  t.strictSame(
    findingsOf(remainder).map(({ code }) => code),
    ['modulo-bias'],
  )
  t.end()
})

await t.test('concat is ambiguous only when two or more parts vary in length', t => {
  const letter = { bytes_utf8: '$text' }
  const cases: readonly (readonly [parts: Expression, vary: number])[] = [
    [[letter, '$bytes'], 2],
    [[letter, hex('00'), '$bytes', letter], 3],
    [[letter, { bytes_hex: { text_decimal: 10 } }], 2],
    [[letter, { bytes_utf8: 'é' }], 2],
    [[letter, { at: [['$digest', '$digest'], 0] }], 2],
    [['$bytes', '$digest'], 1],
    [[{ sha256: letter }, '$bytes', { md5: letter }], 1],
    [[hex('0001'), letter], 1],
    [[{ bytes_utf8: 'prize-' }, letter], 1],
    [[{ bytes_be: ['$number', 4] }, letter, { bytes_utf8: { text_hex: '$digest' } }], 1],
    [[{ concat: ['$digest', '$digest'] }, letter], 1],
    [['$digest', hex('00')], 0],
    // What begins with its length can be told from what follows.
    [[{ bytes_prefixed: [letter, 4, 'be'] }, '$bytes'], 1],
    [[{ bytes_prefixed: [letter, 4, 'be'] }, { bytes_prefixed: ['$bytes', 4, 'be'] }], 0],
    [['$bytes', { bytes_prefixed: [letter, 4, 'be'] }], 2],
  ]
  for (const [parts, vary] of cases) {
    const found = findingsOf({ concat: parts }).filter(({ code }) => code === 'ambiguous-concat')
    const message = `${vary} parts of varying length are joined without a separator or a length, so that different values can give the same bytes`
    t.strictSame(
      found.map(finding => finding.message),
      vary > 1 ? [message] : [],
      JSON.stringify(parts),
    )
  }
  t.end()
})

await t.test('md5 is weak wherever it stands, sha256 is not', t => {
  t.strictSame(findingsOf({ md5: '$bytes' }), [
    { code: 'weak-hash', message: 'MD5 is broken: two inputs with one digest can be made in seconds' },
  ])
  t.strictSame(findingsOf({ sha256: '$bytes' }), [])
  t.end()
})
