// What every operation charges, in units of work and bytes of memory, and where it finds fault. The column of
// docs/RECIPES.md says the cost in words; here it is counted, for values that are short and for such that are long, so
// that no change of it goes unnoticed.
import t from 'tap'
import { encodeUtf8 } from '../../../src/core/encoding.js'
import { pointerOf } from '../../../src/core/pointer.js'
import { portable } from '../../../src/core/portable.js'
import type { Expression } from '../../../src/model/recipe.js'
import { noBasis } from '../../../src/recipe/compile.js'
import { Context, defaultBudget } from '../../../src/recipe/context.js'
import { createCompiler, operationNames } from '../../../src/recipe/operations/index.js'
import {
  bytes,
  integer,
  list,
  plainValue,
  text,
  type PlainValue,
  type Value,
} from '../../../src/recipe/value.js'
import { changeAt, placesIn, type Path } from '../../places.js'
import type { Json } from '../../protocol/second-opinion.js'
import { compute, endOf, names, refusal } from '../build.js'
import { Meter } from '../meter.js'

const long: Readonly<Record<string, Value>> = {
  bytes: bytes(encodeUtf8('ab,'.repeat(160))),
  text: text('ab,'.repeat(400)),
  number: integer(2n ** 400n + 1n),
  list: list(Array.from({ length: 1000 }, (_, index) => integer((index * 7919) % 1009))),
  words: list(Array.from({ length: 300 }, (_, index) => text(`word ${(index * 271) % 307}`.repeat(10)))),
}

/** Work, the most memory, memory in the end; or why there is no value. */
function costOf(expression: Expression, values: Readonly<Record<string, Value>>): string {
  const meter = new Meter(portable, defaultBudget)
  const end = endOf(() => compute(expression, values, meter))
  const counts = [meter.work, meter.most, meter.kept].map(count => Math.round(count * 1000) / 1000)
  return `${counts.join(' ')}${end === 'value' ? '' : `, ${end}`}`
}

const word = (width: number, from: Expression = '$bytes'): Expression => ({
  stream_bytes: [from, width, 'be'],
})
const mapped = (kind: Expression): Expression => ({ map: { list: '$words', as: 'w', do: kind } })

/** An expression, its cost with the values of `build.ts`, its cost with long ones. */
const costs: readonly (readonly [expression: Expression, short: string, long: string])[] = [
  [{ bytes_utf8: '$text' }, '15 15 0', '1212 1212 1200'],
  [{ bytes_utf8: 'äöü€' }, '16 16 0', '16 16 0'],
  [{ bytes_hex: { text_hex: '$bytes' } }, '23 13 0', '740 1920 480'],
  [{ bytes_base64: { text_base64: '$bytes' } }, '24 14 0', '820 956 480'],
  [{ bytes_base64url: { text_base64url: '$bytes' } }, '23.5 13.5 0', '820 956 480'],
  [{ bytes_be: ['$number', 64] }, '44 0 0', '44 0 0'],
  [{ bytes_le: ['$number', 512] }, '268 512 512', '268 512 512'],
  [{ bytes_xor: ['$bytes', '$bytes'] }, '13 13 0', '252 480 480'],
  [{ bytes_prefixed: ['$bytes', 8, 'le'] }, '17 17 0', '256 488 488'],
  [{ concat: ['$bytes', '$digest', '$bytes'] }, '30 36 0', '508 992 992'],
  [{ text_hex: '$bytes' }, '10 10 0', '488 1920 944'],
  [{ text_base64: '$bytes' }, '10 10 0', '488 624 624'],
  [{ text_base64url: '$bytes' }, '10 10 0', '488 624 624'],
  [{ text_utf8: '$bytes' }, '14 14 0', '492 492 464'],
  [{ text_decimal: '$number' }, '14 14 0', '84 105 105'],
  [{ text_base: ['$number', 3] }, '44 44 0', '324 324 237'],
  [{ join: ['$words', ', '] }, '12 12 0', '24540.25 24540.25 23502'],
  [{ join: [['$text', 'a', '$text'], '-'] }, '20.109 257.109 240', '2451.516 2688.516 2627'],
  [{ split: ['$text', ','] }, '8.797 80 80', '1926.75 32080 32080'],
  [{ split: ['$text', 'ab,'] }, '8.891 80 80', '1964.25 32080 32080'],
  [{ pad_start: ['$text', 1300, '*'] }, '1304 1300 1284', '1304 1300 1284'],
  [{ pad_end: ['$text', 2, '*'] }, '4 4 0', '4 1184 1184'],
  [{ lower: '$text' }, '11 11 0', '1208 1208 1184'],
  [{ upper: '$text' }, '11 11 0', '1208 1208 1184'],
  [{ trim: '$text' }, '4.75 0 0', '304 0 0'],
  [{ replace: ['$text', 'b', 'bcd'] }, '13.797 48 0', '3922.75 19200 1984'],
  [{ replace: ['$text', 'ab', ''] }, '11.844 48 0', '3141.5 19200 384'],
  [{ chunks: ['$text', 3] }, '8 80 80', '1604 32000 32000'],
  [{ chunks: ['$bytes', 2] }, '8 288 288', '964 69120 69120'],
  [{ chunks: ['$list', 2] }, '8.5 80 80', '2254 40000 40000'],
  [{ slice: ['$text', 1, -1] }, '20 0 0', '20 0 0'],
  [{ slice: ['$bytes', 1] }, '20 0 0', '20 0 0'],
  [{ slice: ['$list', 1, 2] }, '20.25 8 8', '20.25 8 8'],
  [{ reverse: '$text' }, '18 96 0', '2412 38400 1184'],
  [{ reverse: '$bytes' }, '14 14 0', '492 492 480'],
  [{ reverse: '$list' }, '15 24 24', '1012 8000 8000'],
  [{ length: '$text' }, '4 0 0', '4 0 0'],
  [{ length: '$bytes' }, '4 0 0', '4 0 0'],
  [{ text_base58: '$bytes' }, '16.125 16.125 0', '8172 8172 640'],
  [{ bytes_base58: { text_base58: '$bytes' } }, '32.25 16.125 0', '22944 15412 480'],
  [{ text_base58check: '$bytes' }, '58.625 58.625 0', '8453.5 8453.5 645'],
  [{ bytes_base58check: { text_base58check: '$bytes' } }, '119.906 61.281 0', '23638.531 15830.031 480'],
  [
    { text_bech32: { bytes: '$bytes', prefix: 'bc', checksum: 'bech32', values: 1 } },
    '106 106 0',
    '584 584 0, impossible: 97 does not fit in five bits',
  ],
  [
    {
      bytes_bech32: {
        text: { text_bech32: { bytes: '$digest', prefix: 'bc', checksum: 'bech32m', values: 0 } },
        ...{ prefix: 'bc', checksum: 'bech32m', values: 0 },
      },
    },
    '301 210 0',
    '301 210 0',
  ],
  [{ text_ss58: ['$digest', 42] }, '176 176 32', '176 176 32'],
  [{ bytes_ss58: [{ text_ss58: ['$digest', 255] }, 255] }, '437.531 294.531 0', '437.531 294.531 0'],
  [{ text_uuid: { slice: ['$digest', 0, 16] } }, '64 20 20', '64 20 20'],
  [{ bytes_uuid: { text_uuid: { slice: ['$digest', 0, 16] } } }, '108 20 0', '108 20 0'],
  [{ text_ulid: { slice: ['$digest', 0, 16] } }, '124 10 10', '124 10 10'],
  [{ bytes_ulid: { text_ulid: { slice: ['$digest', 0, 16] } } }, '228 10 0', '228 10 0'],
  [{ text_csv: { list: '$words', separator: ',', quote: 'always' } }, '16 16 0', '47044 47044 23803'],
  [{ text_csv: { list: ['$text', '"'], separator: ',', quote: 'needed' } }, '22 208 160', '2416 2574 1351'],
  [
    { parse_csv: { text: '$text', separator: ',', header: 'none', columns: ['a', 'b'] } },
    '19 48 48, impossible: line 1: expected 2 cells, found 1',
    '2816 19248 19248, impossible: line 1: expected 2 cells, found 401',
  ],
  [
    {
      parse_csv: {
        text: { join: [{ fill: ['one,"t ""w"" o, and more of it"', 50] }, '\n'] },
        ...{ separator: ',', header: 'first', columns: ['one'] },
      },
    },
    '4089.219 10311 10215',
    '4089.219 10311 10215',
  ],
  [{ row: { id: '$number', name: '$text' } }, '12 0 0', '12 0 0'],
  [{ text_json: { row: { id: 1, name: '$text', list: '$words' } } }, '87.5 446 22', '15125 115978 25031'],
  [{ text_jcs: { row: { b: '$list', a: '"\\\u0007é' } } }, '80 417 18', '8056 64225 3909'],
  [
    { parse_json: { text: { text_json: '$list' }, at: '/1', type: { type: 'integer' } } },
    '58 256 0',
    '11925 66301 0',
  ],
  [
    { parse_json: { text: { text_json: '$words' }, at: '', type: { type: 'list', of: { type: 'text' } } } },
    '54 320 176',
    '38305 449461 68325',
  ],
  [{ sha1: '$bytes' }, '20.25 0 0', '80 0 0'],
  [{ sha256: '$bytes' }, '20.25 0 0', '80 0 0'],
  [{ sha512: '$bytes' }, '32.333 0 0', '112 0 0'],
  [{ sha3_256: '$bytes' }, '69 0 0', '308 0 0'],
  [{ sha3_512: '$bytes' }, '70 0 0', '548 0 0'],
  [{ keccak256: '$bytes' }, '69 0 0', '308 0 0'],
  [{ md5: '$bytes' }, '20.25 0 0', '80 0 0'],
  [{ blake2b_256: '$bytes' }, '57 0 0', '296 0 0'],
  [{ blake2b_512: '$bytes' }, '57 0 0', '296 0 0'],
  [{ blake3: '$bytes' }, '32.5 0 0', '152 0 0'],
  [{ sha224: '$bytes' }, '20.25 0 0', '80 0 0'],
  [{ sha384: '$bytes' }, '32.333 0 0', '112 0 0'],
  [{ sha512_256: '$bytes' }, '32.333 0 0', '112 0 0'],
  [{ ripemd160: '$bytes' }, '32.25 0 0', '92 0 0'],
  [{ keccak512: '$bytes' }, '70 0 0', '548 0 0'],
  [{ blake256: '$bytes' }, '41 0 0', '280 0 0'],
  [{ shake128: ['$bytes', 40] }, '89 0 0', '328 0 0'],
  [{ shake256: ['$bytes', 1000] }, '569 1000 1000', '808 1000 1000'],
  [{ fnv1a_32: '$bytes' }, '12.25 0 0', '72 0 0'],
  [{ fnv1a_64: '$bytes' }, '12.25 0 0', '72 0 0'],
  [{ hmac: ['md5', '$bytes', '$bytes'] }, '78.5 0 0', '198 0 0'],
  [{ hmac: ['sha1', '$bytes', '$bytes'] }, '78.5 0 0', '198 0 0'],
  [{ hmac: ['sha256', '$bytes', '$bytes'] }, '78.5 0 0', '198 0 0'],
  [{ hmac: ['sha512', '$bytes', '$bytes'] }, '116.667 0 0', '276 0 0'],
  [{ hmac: ['sha3_256', '$bytes', '$bytes'] }, '302 0 0', '780 0 0'],
  [{ hmac: ['sha3_512', '$bytes', '$bytes'] }, '472 0 0', '1428 0 0'],
  [
    { hkdf: { hash: 'sha256', key: '$bytes', salt: '$bytes', info: '$bytes', length: 65 } },
    '313.25 65 65',
    '612 65 65',
  ],
  [
    { hkdf: { hash: 'sha512', key: '$bytes', salt: '$bytes', info: '$bytes', length: 64 } },
    '239.667 0 0',
    '478.667 0 0',
  ],
  [
    { pbkdf2: { hash: 'md5', password: '$bytes', salt: '$bytes', iterations: 10, length: 17 } },
    '1008.5 0 0',
    '1128 0 0',
  ],
  [
    { pbkdf2: { hash: 'sha1', password: '$bytes', salt: '$bytes', iterations: 10, length: 20 } },
    '568.5 0 0',
    '688 0 0',
  ],
  [
    { pbkdf2: { hash: 'sha256', password: '$bytes', salt: '$bytes', iterations: '$number', length: 100 } },
    '1072.5 100 100',
    '0 0 0, bound: the draw takes more steps than drawaudit carries out',
  ],
  [
    { pbkdf2: { hash: 'sha512', password: '$bytes', salt: '$bytes', iterations: 10, length: 64 } },
    '1008.667 0 0',
    '1168 0 0',
  ],
  [
    { pbkdf2: { hash: 'sha3_256', password: '$bytes', salt: '$bytes', iterations: 10, length: 64 } },
    '3474 0 0',
    '3952 0 0',
  ],
  [
    { pbkdf2: { hash: 'sha3_512', password: '$bytes', salt: '$bytes', iterations: 10, length: 64 } },
    '1892 0 0',
    '2848 0 0',
  ],
  [
    { scrypt: { password: '$bytes', salt: '$bytes', n: 16, r: 2, p: 3, length: 100 } },
    '2812.75 5120 100',
    '2992 5120 100',
  ],
  [{ hash_chain: { from: '$bytes', times: 10, hash: 'sha256', encoding: 'bytes' } }, '100.25 0 0', '160 0 0'],
  [{ hash_chain: { from: '$bytes', times: 10, hash: 'sha1', encoding: 'hex' } }, '120.25 0 0', '180 0 0'],
  [{ hash_chain: { from: '$bytes', times: 10, hash: 'sha512', encoding: 'hex' } }, '432.333 0 0', '512 0 0'],
  [{ hash_chain: { from: '$bytes', times: 10, hash: 'md5', encoding: 'bytes' } }, '120.25 0 0', '180 0 0'],
  [{ hash_chain: { from: '$bytes', times: 10, hash: 'sha3_256', encoding: 'bytes' } }, '709 0 0', '948 0 0'],
  [
    { hash_chain: { from: '$bytes', times: 10, hash: 'sha3_512', encoding: 'bytes' } },
    '1350 0 0',
    '1828 0 0',
  ],
  [{ hash_chain: { from: '$bytes', times: 10, hash: 'keccak256', encoding: 'bytes' } }, '709 0 0', '948 0 0'],
  [
    { hash_chain: { from: '$bytes', times: 10, hash: 'blake2b_256', encoding: 'bytes' } },
    '577 0 0',
    '816 0 0',
  ],
  [
    { hash_chain: { from: '$bytes', times: 10, hash: 'blake2b_512', encoding: 'bytes' } },
    '577 0 0',
    '816 0 0',
  ],
  [{ hash_chain: { from: '$bytes', times: 10, hash: 'blake3', encoding: 'hex' } }, '232.5 0 0', '352 0 0'],
  [{ integer_be: '$bytes' }, '5 0 0', '244 0 0'],
  [{ integer_le: '$bytes' }, '5 0 0', '244 0 0'],
  [{ integer_hex: { text_hex: '$digest' } }, '60 128 0', '60 128 0'],
  [{ integer_decimal: { text_decimal: '$number' } }, '18.5 14 0', '148.5 105 0'],
  [{ add: ['$number', 1] }, '4 0 0', '4 0 0'],
  [{ subtract: ['$number', '$number'] }, '4 0 0', '4 0 0'],
  [{ add: [{ integer_be: '$digest' }, 5] }, '32 0 0', '32 0 0'],
  [{ subtract: [{ integer_be: '$digest' }, 5] }, '32 0 0', '32 0 0'],
  [{ multiply: ['$number', '$number'] }, '4.031 0 0', '6 0 0'],
  [{ multiply: [{ integer_be: '$digest' }, 3] }, '38 0 0', '38 0 0'],
  [{ divide: ['$number', 3] }, '14 0 0', '28 0 0'],
  [{ divide: [{ integer_be: '$digest' }, 3] }, '212 0 0', '212 0 0'],
  [{ mod: ['$number', 3] }, '14 0 0', '28 0 0'],
  [{ mod: [{ integer_be: '$digest' }, '$number'] }, '48 0 0', '48 0 0'],
  [{ mod: [{ add: [{ integer_be: '$digest' }, 1] }, 10] }, '224 0 0', '224 0 0'],
  [{ power: ['$number', 3] }, '16.75 0 0', '194 0 0'],
  [{ power: [2, 4000] }, '516 0 0', '516 0 0'],
  [{ minimum: ['$number', 3] }, '4 0 0', '4 0 0'],
  [{ maximum: [{ integer_be: '$digest' }, 3] }, '24 0 0', '24 0 0'],
  [{ sum: '$list' }, '7 0 0', '1004 0 0'],
  [{ sum: [{ integer_be: '$digest' }, { integer_be: '$digest' }] }, '64 368 368', '64 368 368'],
  [{ if: { is: ['$number', '<', 8], then: '$text', else: 'b' } }, '5 0 0', '5 0 0'],
  [{ if: { is: ['$text', '=', '$text'], then: '$list', else: '$none' } }, '5.188 0 0', '80 0 0'],
  [{ float: '$number' }, '4.125 0 0', '5 0 0'],
  [{ float: { integer_be: '$digest' } }, '25 0 0', '25 0 0'],
  [{ float_decimal: '0.12345678901234567890' }, '13.5 0 0', '13.5 0 0'],
  [{ float_add: [{ float: 1 }, { float: 2 }] }, '12.25 0 0', '12.25 0 0'],
  [{ float_subtract: [{ float: 1 }, { float: 2 }] }, '12.25 0 0', '12.25 0 0'],
  [{ float_multiply: [{ float: 1 }, { float: 2 }] }, '12.25 0 0', '12.25 0 0'],
  [{ float_divide: [{ float: 1 }, { float: 2 }] }, '12.25 0 0', '12.25 0 0'],
  [{ float_mod: [{ float: 1 }, { float: 2 }] }, '12.25 0 0', '12.25 0 0'],
  [{ integer_floor: { float: 3 } }, '10.125 0 0', '10.125 0 0'],
  [{ integer_ceil: { float: 3 } }, '10.125 0 0', '10.125 0 0'],
  [{ integer_round: { float: 3 } }, '10.125 0 0', '10.125 0 0'],
  [{ text_float: { float: 3 } }, '16.125 12 0', '16.125 12 0'],
  [{ text_fixed: [{ float: 3 }, 20] }, '28.125 24 6', '28.125 24 6'],
  [{ range: 100 }, '404 4000 4000', '404 4000 4000'],
  [{ range: ['$number', 5] }, '24 200 200', '24 920 920'],
  [{ count: '$list' }, '4 0 0', '4 0 0'],
  [{ at: ['$list', 2] }, '4 0 0', '4 0 0'],
  [{ take: ['$list', 2] }, '12 16 16', '12 16 16'],
  [{ without: ['$list', [9, 100]] }, '48 269 88', '10018 8245 8064'],
  [{ without: ['$words', '$words'] }, '36.5 176 0', '10534 49320 0'],
  [{ flatten: ['$words', ['c'], '$words'] }, '40 352 352', '2424 9888 9888'],
  [{ fill: ['$text', 20] }, '84 160 160', '84 160 160'],
  [{ index_of: ['$list', 100] }, '7 0 0', '189 0 0'],
  [{ index_of: ['$words', 'b'] }, '6.125 0 0', '322.75 0 0, impossible: b is not in a list of 300'],
  [mapped({ sha256: { bytes_utf8: '$w' } }), '74.25 576 576', '36585 86400 86400'],
  [mapped({ bytes_utf8: '$w' }), '34 576 576', '27720 108720 108720'],
  [{ map: { list: '$list', as: 'n', do: { add: ['$n', '$number'] } } }, '24 216 216', '8000 184000 184000'],
  [{ filter: { list: '$list', as: 'n', key: { mod: ['$n', 2] }, in: [0] } }, '83 146 56', '24011 4130 4040'],
  [{ filter: { list: '$words', as: 'w', key: '$w', not_in: ['a'] } }, '31.375 176 88', '5876.125 2568 2480'],
  [{ distinct: { list: '$list', as: 'n', key: { mod: ['$n', 10] } } }, '76 196 16', '24004 980 80'],
  [{ distinct: { list: '$words', as: 'w', key: { bytes_utf8: '$w' } } }, '50.25 194 16', '32389 74340 2400'],
  [
    { fold: { list: '$list', from: 0, as: 'sum', item: 'n', do: { add: ['$sum', '$n'] } } },
    '28 0 0',
    '8004 0 0',
  ],
  [
    { fold: { list: '$words', from: '', as: 'all', item: 'w', do: { join: [['$all', '$w'], '.'] } } },
    '36.063 331.047 320',
    '3547546.969 94712.797 71204',
  ],
  [{ iterate: { from: '$number', times: 5, as: 'n', do: { add: ['$n', 1] } } }, '40 400 400', '40 960 960'],
  [
    { iterate: { from: '$digest', times: 20, as: 'd', do: { sha256: '$d' } } },
    '560 5920 5920',
    '560 5920 5920',
  ],
  [{ sort: ['$list', 'ascending'] }, '18 216 24', '14000 72000 8000'],
  [{ sort: ['$words', 'descending', 'utf16'] }, '12.063 146 16', '7123.125 44520 2400'],
  [{ sort: ['$words', 'ascending', 'utf8'] }, '12.063 146 16', '7123.125 44520 2400'],
  [{ sort: [mapped({ bytes_utf8: '$w' }), 'ascending'] }, '46.125 724 592', '38066.25 176160 111120'],
  [
    { sort_by: { list: '$words', as: 'w', key: { sha256: { bytes_utf8: '$w' } }, order: 'ascending' } },
    '82.25 272 16',
    '41985 40800 2400',
  ],
  [
    { sort_by: { list: '$list', as: 'n', key: { mod: ['$n', 3] }, order: 'descending', ties: 'keep' } },
    '60 216 24',
    '28000 72000 8000',
  ],
  [{ weighted_at: { list: '$list', as: 'n', weight: '$n', point: 15 } }, '16 0 0', '4004 0 0'],
  [{ pick: { from: '$list', count: 2, index: 0 } }, '14.75 28 16', '272 4016 16'],
  [{ pick: { from: '$list', count: 2, stream: word(1), method: 'mod' } }, '45.083 28 16', '302.333 4016 16'],
  [{ pick: { from: '$words', count: 2, index: 0, remove: 'none' } }, '12.5 32 16', '87 2416 16'],
  [
    { pick: { from: '$list', as: 'n', weight: '$n', count: 2, stream: word(1), method: 'mod' } },
    '86.333 328 16',
    '12082.333 104016 16',
  ],
  [{ pick: { from: '$words', as: 'w', same: '$w', count: 2, index: 0 } }, '48.25 480 16', '7113 92536 16'],
  [
    { pick: { from: '$list', as: 'n', weight: '$n', wins: 2, count: 3, index: 0 } },
    '72 336 24',
    '16056 104024 24',
  ],
  [
    { pick: { from: '$list', as: 'n', weight: '$n', count: 2, index: 0, remove: 'item' } },
    '56 328 16',
    '12052 104016 16',
  ],
  [{ pick: { from: '$list', count: 3, index: 0, remove: 'swap' } }, '16.75 48 24', '266 8024 24'],
  [
    {
      pick: { from: '$list', count: 3, stream: { stream_mulberry32: 1 }, method: 'reject', remove: 'again' },
    },
    '63.75 144 24',
    '313 8120 24',
  ],
  [{ shuffle: { list: '$list', direction: 'down', index: 0 } }, '16 24 24', '4004 8000 8000'],
  [
    { shuffle: { list: '$words', direction: 'up', stream: { stream_mulberry32: 1 }, method: 'reject' } },
    '33 16 16',
    '5099 2400 2400',
  ],
  [{ words: [word(1), 2] }, '18.333 144 144', '18.333 144 144'],
  [{ words: [word(64), 3] }, '31.667 24 24, impossible: the random words are used up', '55 3240 3240'],
  [
    {
      words: [
        {
          stream_blocks: {
            as: 'i',
            from: 0,
            block: { sha256: { bytes_be: ['$i', 4] } },
            word: 8,
            order: 'be',
          },
        },
        5,
      ],
    },
    '116.667 920 920',
    '116.667 920 920',
  ],
  [
    {
      words: [
        {
          stream_chacha20: {
            key: '$digest',
            nonce: { bytes_hex: '00'.repeat(12) },
            counter: 1,
            word: 4,
            order: 'le',
          },
        },
        20,
      ],
    },
    '187.333 1440 1440',
    '187.333 1440 1440',
  ],
  [{ words: [{ stream_mt19937: '$number' }, 700] }, '3630 50400 50400', '3644 50400 50400'],
  [{ words: [{ stream_mt19937_short: '$number' }, 5] }, '93 360 360', '93 360 360'],
  [{ floats: [{ stream_python_random: '$number' }, 5] }, '160 400 400', '174 400 400'],
  [{ floats: [{ stream_mulberry32: '$number' }, 5] }, '37 400 400', '37 400 400'],
  [
    { words: [{ stream_xorshift128plus: { first: '$number', second: 2, version: '2014' } }, 5] },
    '92 920 920',
    '92 920 920',
  ],
  [{ words: [{ stream_xoshiro128plus: [1, 2, 3, '$number'] }, 5] }, '41 520 520', '41 664 664'],
  [{ words: [{ stream_splitmix64: '$number' }, 5] }, '62 920 920', '62 920 920'],
  [{ floats: [{ stream_seedrandom: '$text' }, 5] }, '188.188 400 400', '263 400 400'],
  [
    { below: { stream: { stream_mulberry32: 42 }, method: 'reject_bits', below: '$number' } },
    '21 0 0',
    '74 0 0',
  ],
  [{ below: { stream: { stream_mulberry32: 42 }, method: 'float', below: 10 } }, '21 0 0', '21 0 0'],
  [{ below: { stream: { stream_splitmix64: 42 }, method: 'multiply', below: 10 } }, '26 0 0', '26 0 0'],
  [{ below: { stream: { stream_splitmix64: 42 }, method: 'mod', below: 10 } }, '26 0 0', '26 0 0'],
  [{ below: { stream: { stream_splitmix64: 42 }, method: 'reject', below: 10 } }, '26 0 0', '26 0 0'],
  [{ below: { stream: { stream_splitmix64: 42 }, method: 'reject_last', below: 10 } }, '26 0 0', '26 0 0'],
  [
    { below_each: { stream: { stream_mulberry32: 42 }, method: 'reject', below: { fill: ['$number', 3] } } },
    '67 216 216',
    '68 24 24, impossible: no word of 32 bits is kept for a number below 2582249878086908589655919172003011874329705792829223512830659356540647622016841194629645353280137831435903171972747493377',
  ],
  [{ below: { stream: { stream_mulberry32: 42 }, method: 'reject_mask', below: 1000 } }, '21 0 0', '21 0 0'],
  [
    { below: { stream: { stream_mulberry32: 42 }, method: 'reject_multiply', below: 1000 } },
    '21 0 0',
    '21 0 0',
  ],
  [{ below: { stream: { stream_java: 42 }, method: 'java', below: 1000 } }, '21 0 0', '21 0 0'],
  [{ below: { stream: { stream_r: 42 }, method: 'r', below: '$number' } }, '97 0 0', '150 0 0'],
  [
    { words: [{ stream_bits: { stream: { stream_java: '$number' }, take: ['top 26', 'top 27'] } }, 5] },
    '66 360 360',
    '66 360 360',
  ],
  [{ words: [{ stream_halves: { stream_splitmix64: '$number' } }, 5] }, '60 360 360', '60 360 360'],
  [{ words: [{ stream_xorshift128: [1, 2, 3, '$number'] }, 5] }, '41 520 520', '41 664 664'],
  [{ words: [{ stream_xorshift1024star: { fill: ['$number', 16] } }, 5] }, '134 1048 1048', '134 1048 1048'],
  [{ words: [{ stream_sfc32: [1, 2, 3, '$number'] }, 5] }, '41 520 520', '41 664 664'],
  [{ words: [{ stream_pcg32: ['$number', 54] }, 5] }, '66 360 360', '66 360 360'],
  [{ words: [{ stream_pcg64: ['$number', 54] }, 5] }, '96 920 920', '96 920 920'],
  [{ words: [{ stream_java: '$number' }, 5] }, '37 360 360', '37 360 360'],
  [{ words: [{ stream_numpy: '$number' }, 5] }, '132 920 920', '160 920 920'],
  [{ words: [{ stream_go: '$number' }, 5] }, '738 920 920', '738 920 920'],
  [{ words: [{ stream_ruby: '$number' }, 5] }, '155 360 360', '169 360 360'],
  [{ words: [{ stream_r: '$number' }, 5] }, '113 360 360', '113 360 360'],
  [{ floats: [{ stream_dotnet: '$number' }, 5] }, '53 400 400', '53 400 400'],
  [{ words: [{ stream_glibc: '$number' }, 5] }, '73 360 360', '73 360 360'],
  [{ numpy_choice: { seed: '$number', list: '$list', count: 3 } }, '148 120 24', '190 120 24'],
  [
    { numpy_choice: { seed: 1, list: { range: 10_001 }, count: 300 } },
    '48206.125 482448 402440',
    '48206.125 482448 402440',
  ],
  [{ shuffle: { list: '$list', direction: 'inside_out', index: 0 } }, '16 24 24', '4004 8000 8000'],
  [{ python_seed: '$bytes' }, '304 0 0', '4 0 0, bound: a seed of more than 448 bytes'],
  [{ python_sample: ['$number', '$list', 3] }, '178.375 48 24', '191 120 24'],
  [{ python_sample: [1, '$words', 2] }, '164.25 32 16', '160 80 16'],
  [{ python_shuffle: ['$number', '$list'] }, '165 24 24', '17543 8000 8000'],
  [{ python_choices: { seed: '$number', list: '$list', count: 5 } }, '177.85 40 40', '275.658 40 40'],
  [
    { python_choices: { seed: 1, list: '$list', count: 5, weights: '$list' } },
    '189.85 136 136',
    '4261.658 32040 32040',
  ],
  [{ merkle_rfc6962: mapped({ bytes_utf8: '$w' }) }, '166.75 576 576', '45096 108720 86400'],
  [
    {
      merkle_pairs: {
        leaves: mapped({ sha256: { bytes_utf8: '$w' } }),
        hash: 'sha256',
        odd: 'duplicate',
        order: 'given',
      },
    },
    '139.583 1056 576',
    '53965 158400 86400',
  ],
  [
    {
      merkle_pairs: {
        leaves: mapped({ sha256: { bytes_utf8: '$w' } }),
        hash: 'keccak256',
        odd: 'promote',
        order: 'sorted',
      },
    },
    '211.583 1056 576',
    '75263.667 158400 86400',
  ],
  [{ bit_and: ['$number', 5] }, '5 0 0', '12 0 0'],
  [{ bit_and: [{ integer_be: '$digest' }, 255] }, '212 0 0', '212 0 0'],
  [{ bit_or: ['$number', 5] }, '5 0 0', '12 0 0'],
  [{ bit_xor: [{ integer_be: '$digest' }, '$number'] }, '212 0 0', '212 0 0'],
  [{ bit_not: ['$number', 401] }, '5 0 0', '12 0 0'],
  [{ shift_left: ['$number', 3, 401] }, '5.783 0 0', '12.783 0 0'],
  [{ shift_right: [{ integer_be: '$digest' }, 3] }, '212 0 0', '212 0 0'],
  [{ rotate_left: ['$number', 3, 401] }, '5.783 0 0', '12.783 0 0'],
  [{ rotate_right: [{ integer_be: '$digest' }, 3, 256] }, '212.5 0 0', '212.5 0 0'],
  [{ wrap: ['$number', 32] }, '5 0 0', '12 0 0'],
  [{ wrap_signed: [{ integer_be: '$digest' }, 32] }, '212 0 0', '212 0 0'],
  [
    {
      let: {
        a: { sha256: '$bytes' },
        b: { text_hex: '$bytes' },
        in: { concat: ['$a', { bytes_hex: '$b' }] },
      },
    },
    '72.25 34 0',
    '1088 1936 512',
  ],
  [{ let: { a: { text_hex: '$bytes' }, in: { length: '$a' } } }, '14 10 0', '492 1920 0'],
  [{ where: { list: '$list', as: 'n', is: ['$n', '<', 50] } }, '19 16 16', '5004 400 400'],
  [
    {
      where: {
        list: '$words',
        as: 'w',
        is: {
          any: [
            ['$w', '=', 'a'],
            ['$w', '=', 'b'],
          ],
        },
      },
    },
    '15.188 16 16',
    '1841.5 0 0',
  ],
  [{ empty: { type: 'list', of: { type: 'text' } } }, '0 0 0', '0 0 0'],
  [
    { map: { list: '$list', as: 'n', index: 'i', do: { add: ['$n', '$i'] } } },
    '24 216 216',
    '8000 72000 72000',
  ],
  [{ words: [{ stream_numbers: ['$list', 10] }, 3] }, '23 216 216', '23 216 216'],
  [
    { go_on: { stream: word(1), as: 'on', do: [{ words: ['$on', 1] }, { words: ['$on', 1] }] } },
    '28.333 288 288',
    '28.333 288 288',
  ],
  [{ drand_round: ['quicknet', '$time', 'next'] }, '4 0 0', '4 0 0'],
  [{ integer_time: { drand_time: ['default', 1000] } }, '58 0 0', '58 0 0'],
  [{ integer_time: { time_rfc3339: '2025-06-13T11:46:14+02:00' } }, '83 0 0', '83 0 0'],
  [{ text_time: '$time' }, '44 44 8', '44 44 8'],
  [{ integer_milliseconds: '$time' }, '4 0 0', '4 0 0'],
]

await t.test('every operation costs what it did', t => {
  for (const [expression, cost, costOfLong] of costs) {
    const name = JSON.stringify(expression)
    t.equal(costOf(expression, {}), cost, name)
    t.equal(costOf(expression, long), costOfLong, `${name} of long values`)
  }
  const written = JSON.stringify(costs.map(([expression]) => expression))
  const missing = operationNames.filter(name => !written.includes(`"${name}":`))
  t.same(missing, [])
  t.end()
})

await t.test('a name that is none is found where it stands', t => {
  for (const [expression] of costs) {
    const json = expression as unknown as Json
    for (const path of placesIn(json)) {
      const wrong = changeAt(json, path, () => ['$nowhere']) as unknown as Expression
      const found = refusal(() => compute(wrong))?.where.pointer
      t.equal(found, `/steps/x${pointerOf(path)}`, JSON.stringify(wrong))
    }
  }
  t.end()
})

await t.test('an argument too many is refused', t => {
  const accepted = costs.flatMap(([expression]) => {
    const [name = ''] = Object.keys(expression)
    const args = (expression as Readonly<Record<string, Expression>>)[name]
    if (!Array.isArray(args)) return []
    const given = args as readonly Expression[]
    const error = refusal(() => compute({ [name]: [...given, given.at(-1) ?? ''] }))
    if (error === undefined) return [name]
    t.equal(error.code, 'recipe-type', name)
    t.match(error.where.pointer, new RegExp(`^/steps/x/${name}(/2)?$`))
    return []
  })
  // Three take any number, and the end of a slice may be left out.
  t.strictSame(accepted, ['concat', 'slice', 'sum', 'flatten'])
  t.equal(refusal(() => compute({ slice: ['$bytes', 0, 2, 2] }))?.code, 'recipe-type')
  t.end()
})

await t.test('what is no list, and has to be one, is found where it stands', t => {
  const isList = (path: Path): boolean =>
    path.at(-1) === 'leaves' || (path.at(-1) === 'list' && !path.includes('row'))
  for (const [expression] of costs) {
    const json = expression as unknown as Json
    for (const path of placesIn(json).filter(isList)) {
      const wrong = changeAt(json, path, () => ['$time']) as unknown as Expression
      const error = refusal(() => compute(wrong))
      t.match(error?.message, /^expected (a )?list.*, found time$/, JSON.stringify(wrong))
      t.equal(error?.where.pointer, `/steps/x${pointerOf(path)}`)
    }
  }
  t.end()
})

await t.test('every operation is explained: its name, what it was given, what came out', t => {
  const given = new Map<string, number>()
  for (const [expression] of costs) {
    const [name = ''] = Object.keys(expression)
    const context = new Context(portable, defaultBudget)
    context.trace = []
    let value = '' as PlainValue
    const end = endOf(() => ({ value } = compute(expression, {}, context)))
    // Of these what is done with each item is explained.
    if (end !== 'value' || ['map', 'iterate', 'let', 'empty', 'go_on'].includes(name)) continue
    const last = context.trace.at(-1)
    const [args] = Object.values(expression) as readonly Expression[]
    const shown = name === 'hmac' && Array.isArray(args) ? `hmac-${String(args[0])}` : name
    t.equal(last?.name, shown, JSON.stringify(expression))
    const output = last && plainValue(last.output)
    // And of these each turn.
    const isTurn = name === 'pick' || name === 'shuffle'
    t.strictSame(isTurn ? (value as readonly PlainValue[]).find(item => item === output) : value, output)
    given.set(name, last?.inputs.length ?? 0)
  }
  const ofNone = [...given].flatMap(([name, inputs]) => (inputs === 0 ? [name] : []))
  t.strictSame(
    ofNone,
    ['filter', 'distinct', 'sort_by', 'merkle_pairs', 'where'],
    'lists that are gone through',
  )
  t.match(Object.fromEntries(given), { if: 2, index_of: 1, fold: 1, weighted_at: 1 })
  t.end()
})

await t.test('what an operation gives rests on all that it is given, and on the order of lists', t => {
  const scope = new Map(
    Object.entries(names).map(([name, [type]]) => {
      const rests = new Set([name])
      return [
        name,
        {
          type,
          rests,
          order: type.kind === 'list' ? rests : noBasis.order,
          permutes: type.kind === 'list' ? rests : noBasis.order,
        },
      ]
    }),
  )
  const inAnyOrder = new Set<string>()
  const prefixed = { leaves: [{ sha256: '$bytes' }], hash: 'sha256', odd: 'promote', order: 'given', node_prefix: '$digest' } // prettier-ignore
  for (const expression of [...costs.map(([one]) => one), { merkle_pairs: prefixed }]) {
    const written = JSON.stringify(expression)
    const { rests, order } = createCompiler().read(expression, ['steps', 'x'], scope)
    if (/"\$(list|words)"/.test(written) && order.size === 0) inAnyOrder.add(Object.keys(expression)[0] ?? '')
    const given = [...scope.keys()].filter(name => written.includes(`"$${name}"`))
    t.strictSame([...rests].sort(), given.sort(), written)
  }
  t.strictSame([...inAnyOrder], ['sum', 'count', 'sort', 'sort_by'], 'whatever the order of the list')
  t.end()
})
