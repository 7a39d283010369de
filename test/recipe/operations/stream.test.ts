import fc from 'fast-check'
import { createHash } from 'node:crypto'
import t from 'tap'
import { portable } from '../../../src/core/portable.js'
import type { Expression } from '../../../src/model/recipe.js'
import { noBasis } from '../../../src/recipe/compile.js'
import { Context, defaultBudget } from '../../../src/recipe/context.js'
import { drawBelow, readWay, type DrawMethod } from '../../../src/recipe/operations/below.js'
import { generatorOperations } from '../../../src/recipe/operations/generator.js'
import { createCompiler } from '../../../src/recipe/operations/index.js'
import { streamOperations } from '../../../src/recipe/operations/stream.js'
import { bytes, integer, plainValue, type PlainValue } from '../../../src/recipe/value.js'
import { compute, endOf, refusal } from '../build.js'
import { Meter } from '../meter.js'

const runs = process.env['SLOW'] === '1' ? 20_000 : 100

const hex = (digits: string): Expression => ({ bytes_hex: digits })
const given = (digits: string, width: number, order = 'be'): Expression => ({
  stream_bytes: [hex(digits), width, order],
})
const below = (stream: Expression, method: string, below: Expression): Expression => ({
  below: { stream, method, below },
})
const eachOf = (stream: Expression, method: string, below: Expression): Expression => ({
  below_each: { stream, method, below },
})
const cut = (stream: Expression, ...take: readonly Expression[]): Expression => ({
  stream_bits: { stream, take },
})
const words = (stream: Expression, count: Expression): Expression => ({ words: [stream, count] })
const floats = (stream: Expression, count: Expression): Expression => ({ floats: [stream, count] })
const chacha = (nonce: string, counter: Expression, word = 4): Expression => ({
  stream_chacha20: { key: hex('00'.repeat(32)), nonce: hex(nonce), counter, word, order: 'le' },
})
const blocks = (from: Expression, block: Expression, word: number, order = 'be'): Expression => ({
  stream_blocks: { as: 'c', from, block, word, order },
})
const sha256 = { sha256: { bytes_be: ['$c', 8] } }
const xorshift = (first: Expression, second: Expression, version: string): Expression => ({
  stream_xorshift128plus: { first, second, version },
})
const widest = { integer_hex: 'f'.repeat(1024) }

const examples: readonly (readonly [expression: Expression, type: string, value: PlainValue])[] = [
  [given('00', 1), 'stream', '8-bit words of bytes'],
  [given('0000', 2), 'stream', '16-bit words of bytes'],
  [blocks(1, { bytes_be: ['$c', 4] }, 2), 'stream', '16-bit words of computed blocks'],
  [chacha('00'.repeat(12), 0), 'stream', '32-bit words of ChaCha20'],
  [{ stream_mt19937: 1 }, 'stream', '32-bit words of MT19937'],
  [{ stream_python_random: 1 }, 'stream', "floats of Python's random()"],
  [{ stream_mulberry32: 1 }, 'stream', '32-bit words of Mulberry32'],
  [xorshift(1, 2, '2014'), 'stream', '64-bit words of xorshift128+'],
  [{ stream_xoshiro128plus: [1, 2, 3, 4] }, 'stream', '32-bit words of xoshiro128+'],
  [{ stream_splitmix64: 0 }, 'stream', '64-bit words of SplitMix64'],
  [words(given('0001020304', 2), 2), 'list of integer', [1, 0x203]],
  [words(given('0001020304', 2, 'le'), 2), 'list of integer', [0x100, 0x302]],
  [words(given('00ff', 1), 2), 'list of integer', [0, 255]],
  [words(given('00112233445566778899', 7), 1), 'list of integer', [0x112233445566]],
  [words(given('00112233445566778899', 7, 'le'), 1), 'list of integer', ['28804199028494592']],
  [words(given('01'.repeat(64), 64), 1), 'list of integer', [String(BigInt(`0x${'01'.repeat(64)}`))]],
  [words(given('ff', 1), 0), 'list of integer', []],
  [floats(given('80ff', 1), 2), 'list of float', [0.5, 255 / 256]],
  [floats(given('8000000000000001', 8), 1), 'list of float', [0.5]],
  [words(blocks(3, { bytes_be: ['$c', 3] }, 2), 3), 'list of integer', [0, 0, 0]],
  [words(blocks(258, { bytes_be: ['$c', 2] }, 2, 'le'), 2), 'list of integer', [513, 769]],
  [words(blocks(-1, { bytes_utf8: { text_decimal: '$c' } }, 1), 4), 'list of integer', [45, 49, 48, 49]],
  // RFC 8439, appendix A.1, vectors 1 and 2; then a nonce of 8 bytes, of which the counter has 8.
  [words(chacha('00'.repeat(12), 0), 2), 'list of integer', [0xade0b876, 0x903df1a0]],
  [words(chacha('00'.repeat(12), 0, 64), 2), 'list of integer', ['7039003500397687520765368499088186654351917334248399457103356182739499237952994372730440252670990462176648876651872336412644292703126897649783166273108086', '5829391845716826576434291523203836281903964969706841104673567551877575462189166507248921274006811892622314429044464657418913957553403401736069832035993503']], // prettier-ignore
  [words(chacha('00'.repeat(8), 1), 1), 'list of integer', [0xbee7079f]],
  [{ stream_numbers: ['$list', 7] }, 'stream', '7-bit words of numbers'],
  [words({ stream_numbers: ['$list', 7] }, 3), 'list of integer', [10, 9, 100]],
  [floats({ stream_numbers: [[128, 255], 8] }, 2), 'list of float', [0.5, 255 / 256]],
  // Each reader goes on where the one before it stopped: 200 is thrown away.
  [{ go_on: { stream: given('c80b0c0d0e', 1), as: 'on', do: [below('$on', 'reject', 100), below('$on', 'mod', 100), { at: [words('$on', 2), 1] }] } }, 'list of integer', [11, 12, 14]], // prettier-ignore
  [{ go_on: { stream: given('0102030405', 1), as: 'on', do: { map: { list: [3, 2], as: 'n', do: words('$on', '$n') } } } }, 'list of list of integer', [[1, 2, 3], [4, 5]]], // prettier-ignore
  [[words(given('0102', 1), 1), words(given('0102', 1), 1)], 'list of list of integer', [[1], [1]]],
  [words({ stream_mt19937: 1 }, 3), 'list of integer', [577090037, 2444712010, 3639700191]],
  [words({ stream_mt19937_short: 5489 }, 3), 'list of integer', [3499211612, 581869302, 3890346734]],
  [words({ stream_mt19937_short: 4294972785 }, 1), 'list of integer', [3499211612]],
  [floats({ stream_python_random: 42 }, 2), 'list of float', [0.6394267984578837, 0.025010755222666936]],
  [words({ stream_mulberry32: 42 }, 3), 'list of integer', [2581720956, 1925393290, 3661312704]],
  [floats({ stream_mulberry32: -1 }, 1), 'list of float', [0.8964226141106337]],
  [words(xorshift(1, 2, '2014'), 3), 'list of integer', [8388677, 33554692, 70368777736387]],
  [words(xorshift(1, 2, '2016'), 3), 'list of integer', [3, 8388645, 33816707]],
  // rand_xoshiro's own test, from the reference code; then states of large numbers, by Python.
  [words({ stream_xoshiro128plus: [1, 2, 3, 4] }, 10), 'list of integer', [5, 12295, 25178119, 27286542, 39879690, 1140358681, 3276312097, 4110231701, 399823256, 2144435200]], // prettier-ignore
  [words({ stream_xoshiro128plus: [-1, 4294967295, 4294967296, 1] }, 5), 'list of integer', [0, 4294965248, 4290770941, 3152380, 2148534780]], // prettier-ignore
  [words({ stream_xoshiro128plus: [0, 0, 0, 1] }, 4), 'list of integer', [1, 2049, 4196353, 4198402]],
  [words({ stream_splitmix64: 0 }, 3), 'list of integer', ['16294208416658607535', '7960286522194355700', '487617019471545679']], // prettier-ignore
  [words({ stream_splitmix64: 1234567 }, 5), 'list of integer', ['6457827717110365317', '3203168211198807973', '9817491932198370423', '4593380528125082431', '16408922859458223821']], // prettier-ignore
  [words({ stream_splitmix64: -1 }, 2), 'list of integer', ['16490336266968443936', '16834447057089888969']],
  // The demo of PCG's author; then C by the published formulas, as in vectors/formulas.json.
  [words({ stream_pcg32: [42, 54] }, 6), 'list of integer', [0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e]], // prettier-ignore
  [words({ stream_pcg64: [42, 54] }, 1), 'list of integer', ['9705778491962043240']],
  [words({ stream_xorshift128: [123456789, 362436069, 521288629, 88675123] }, 2), 'list of integer', [3701687786, 458299110]], // prettier-ignore
  [words({ stream_xorshift1024star: { fill: [1, 16] } }, 1), 'list of integer', ['14380354638086930432']],
  [words({ stream_sfc32: [0, 0, 0, 0] }, 3), 'list of integer', [0, 1, 2]],
  [floats({ stream_seedrandom: 'hello.' }, 2), 'list of float', [0.9282578795792454, 0.3752569768646784]],
  [eachOf({ stream_mt19937: 42 }, 'reject_bits', [10, 10, 6]), 'list of integer', [1, 0, 5]],
  [eachOf({ stream_mt19937: 42 }, 'reject', '$none'), 'list of integer', []],
  [cut({ stream_mulberry32: 1 }, 'top 8'), 'stream', '8-bit words out of 32-bit words of Mulberry32'],
  [{ stream_halves: given('00', 2) }, 'stream', '8-bit words out of 16-bit words of bytes'],
  [words(cut(given('12345678', 2), 'top 4', 'low 8'), 1), 'list of integer', [0x178]],
  [words(cut(given('12345678', 2), 'low 16'), 2), 'list of integer', [0x1234, 0x5678]],
  [words({ stream_halves: given('12345678', 4) }, 2), 'list of integer', [0x5678, 0x1234]],
  [floats(cut(given('ff'.repeat(8), 8), 'top 53'), 1), 'list of float', [1 - 2 ** -53]],
  // 256 − 256 mod 100 = 200.
  [below(given('c8c7', 1), 'reject', 100), 'integer', 99],
  [below(given('ffff05', 1), 'reject', 128), 'integer', 127],
  [below(given('05', 1), 'reject', 256), 'integer', 5],
  // 255 − 255 mod 100 = 200; 255 − 255 mod 128 = 128, 255 − 255 mod 5 = 255.
  [below(given('c8c7', 1), 'reject_last', 100), 'integer', 99],
  [below(given('ff807f', 1), 'reject_last', 128), 'integer', 127],
  [below(given('fffe', 1), 'reject_last', 5), 'integer', 4],
  [below(given('ff05', 1), 'reject_last', 255), 'integer', 5],
  [below(given('ff05', 1), 'reject_last', 1), 'integer', 0],
  // The top 4 bits, below 10; of 8 itself, 4 bits.
  [below(given('a090', 1), 'reject_bits', 10), 'integer', 9],
  [below(given('8070', 1), 'reject_bits', 8), 'integer', 7],
  [below(given('8070', 1), 'reject_bits', 1), 'integer', 0],
  // 9 bits: a word, then the top bit of another.
  [below(given('ff80057f', 1), 'reject_bits', 257), 'integer', 5],
  // The low 4 bits, below 10; of 8 itself, 3 bits.
  [below(given('0af9', 1), 'reject_mask', 10), 'integer', 9],
  [below(given('ff', 1), 'reject_mask', 8), 'integer', 7],
  [below(given('ff', 1), 'reject_mask', 256), 'integer', 255],
  [below(given('', 1), 'reject_mask', 1), 'integer', 0],
  // 256 mod 100 = 56: 0 · 100 leaves 0, 1 · 100 leaves 100; 128 · 100 is 50 · 256.
  [below(given('0001', 1), 'reject_multiply', 100), 'integer', 0],
  [below(given('80ff', 1), 'reject_multiply', 100), 'integer', 99],
  [below(given('ff', 1), 'reject_multiply', 256), 'integer', 255],
  [below(given('', 1), 'reject_multiply', 1), 'integer', 0],
  // 2^31 − 2^31 mod 100 is 2^31 − 48; of a power of two the top bits.
  [below(given('ffffffff00000007', 4), 'java', 100), 'integer', 3],
  [below(given('ffffffff', 4), 'java', 2 ** 30), 'integer', 2 ** 30 - 1],
  [below(given('ffffffff', 4), 'java', 1), 'integer', 0],
  [below(given('fffffff000000001', 8), 'java', 7), 'integer', (2 ** 31 - 8) % 7],
  // Of the top 16 bits the low 4, below 10; above 2^16 those of two words, and of 2^16 itself too.
  [below(given('000affff0009ffff', 4), 'r', 10), 'integer', 9],
  [below(given('1234', 2), 'r', 1), 'integer', 0],
  [below(given('000012345678', 2), 'r', 65536), 'integer', 0x1234],
  [below(given('000112345678', 2), 'r', 2 ** 17), 'integer', 0x11234],
  [below(given('ff', 1), 'mod', 100), 'integer', 55],
  [below(given('ff', 1), 'mod', 1000), 'integer', 255],
  [below(given('ff', 1), 'multiply', 100), 'integer', 99],
  [below(given('80', 1), 'multiply', 1000), 'integer', 500],
  [below(given('ff', 1), 'float', 100), 'integer', 99],
  [below({ stream_seedrandom: 'hello.' }, 'float', 1000), 'integer', 928],
  [below({ stream_python_random: 42 }, 'float', 1), 'integer', 0],
]

await t.test('every operation gives exactly these results', t => {
  for (const [expression, type, value] of examples) {
    const computed = compute(expression)
    t.strictSame([computed.type, computed.value], [type, value], JSON.stringify(expression).slice(0, 100))
  }
  const printed = JSON.stringify(examples)
  const names = [...Object.keys(streamOperations), ...Object.keys(generatorOperations)]
  t.strictSame(
    names.filter(name => !printed.includes(`{"${name}":`)),
    [],
  )
  t.end()
})

/** The words of 6 bytes of the SHA-256 of a counter, by Node's own functions. */
function counted(number: number): readonly number[] {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(number))
  const block = createHash('sha256').update(counter).digest()
  return [0, 6, 12, 18, 24].map(start => block.readUIntBE(start, 6))
}

await t.test('blocks are cut one by one, and what is left of each is dropped', t => {
  t.strictSame(compute(words(blocks(5, sha256, 6), 12)).value, [5, 6, 7].flatMap(counted).slice(0, 12))
  t.end()
})

await t.test('a stream begins anew for whoever reads it', t => {
  const streams = [
    chacha('00'.repeat(8), 7),
    blocks(0, sha256, 4),
    given('0102030405', 1),
    { stream_mt19937: 3 },
  ]
  for (const stream of streams) {
    const { value } = compute({
      map: { list: [1, 1, 2], as: 'n', do: { words: [stream, '$n'] } },
    })
    const [first, second, third] = value as readonly (readonly number[])[]
    t.strictSame(first, second)
    t.strictSame(first, third?.slice(0, 1))
    t.not(third?.[0], third?.[1])
  }
  t.end()
})

/** The whole of a method in a line, for words that are large enough. */
const models: Readonly<
  Record<DrawMethod['method'], (words: readonly bigint[], bits: bigint, n: bigint) => bigint>
> = {
  reject: (words, bits, n) => (words.find(word => word < (2n ** bits / n) * n) ?? -1n) % n,
  // Three platforms: limit = MAX - (MAX % n); if (word < limit) return word % n.
  reject_last: (words, bits, n) =>
    (words.find(word => word < 2n ** bits - 1n - ((2n ** bits - 1n) % n)) ?? -1n) % n,
  reject_bits: (words, bits, n) =>
    words.map(word => word >> (bits - BigInt(n.toString(2).length))).find(top => top < n) ?? -1n,
  reject_mask: (words, _, n) =>
    words.map(word => word % 2n ** BigInt((n - 1n).toString(2).length)).find(low => low < n) ?? -1n,
  reject_multiply: (words, bits, n) =>
    ((words.find(word => (word * n) % 2n ** bits >= 2n ** bits % n) ?? -1n) * n) >> bits,
  // if ((n & -n) == n) return (int)((n * (long)next(31)) >> 31), else do … while (u - (r = u % n) + (n - 1) < 0)
  java: (words, bits, n) => {
    const tops = words.map(word => word >> (bits - 31n))
    const kept = tops.find(top => top - (top % n) + n - 1n < 2n ** 31n) ?? -1n
    return (n & -n) === n ? (n * (tops[0] ?? 0n)) >> 31n : kept % n
  },
  r: (words, bits, n) => {
    const width = n === 1n ? 0 : (n - 1n).toString(2).length
    const count = Math.floor(width / 16) + 1
    const numbers = Array.from({ length: Math.floor(words.length / count) }, (_, index) =>
      words
        .slice(index * count, (index + 1) * count)
        .reduce((sum, word) => sum * 65536n + (word >> (bits - 16n)), 0n),
    )
    return numbers.map(number => number % 2n ** BigInt(width)).find(number => number < n) ?? -1n
  },
  mod: ([word = 0n], _, n) => word % n,
  multiply: ([word = 0n], bits, n) => (word * n) >> bits,
  float: ([word = 0n], bits, n) => BigInt(Math.floor((Number(word) / 2 ** Number(bits)) * Number(n))),
}

/** Bits that a word has at least. */
const leastBits: Readonly<Record<DrawMethod['method'], bigint>> = {
  ...{
    reject: 1n,
    reject_last: 1n,
    reject_bits: 1n,
    reject_mask: 1n,
    reject_multiply: 1n,
    java: 31n,
    r: 16n,
  },
  ...{ mod: 1n, multiply: 1n, float: 1n },
}

const methods = Object.keys(models) as readonly DrawMethod['method'][]

await t.test('property: each method gives what it says', t => {
  const width = fc.integer({ min: 1, max: 6 })
  const pool = fc.uint8Array({ minLength: 600, maxLength: 600 })
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(
        fc.constantFrom(...methods),
        width,
        pool,
        fc.bigInt(1n, 2n ** 48n),
        (method, width, pool, number) => {
          const bits = BigInt(8 * width)
          if (bits < leastBits[method]) return true
          const most = method === 'java' ? 2n ** 31n - 1n : 2n ** bits - 1n
          const n = method.startsWith('reject') || method === 'java' ? (number % most) + 1n : number
          const all = Array.from({ length: 600 / width }, (_, index) =>
            BigInt(`0x${Buffer.from(pool.subarray(index * width, (index + 1) * width)).toString('hex')}`),
          )
          const stream: Expression = { stream_bytes: ['$bytes', width, 'be'] }
          const { value } = compute(below(stream, method, '$number'), {
            bytes: bytes(pool),
            number: integer(n),
          })
          return value === plainValue(integer(models[method](all, bits, n)))
        },
      ),
      { numRuns: runs },
    )
  })
  t.end()
})

await t.test('numbers wider than a word are those of CPython', t => {
  // random.seed(42); [random._randbelow(n) for each n]: one after the other, so read from one stream.
  const limits = [3n, 2n ** 32n, 2n ** 32n + 1n, 2n ** 40n - 1n, 2n ** 64n, 3n ** 100n, 2n ** 521n - 1n]
  const context = new Context(portable, 100_000)
  const compiled = createCompiler().read({ stream_mt19937: 42 }, [], new Map())
  const value = compiled.run({ get: () => undefined }, context)
  if (value.kind !== 'stream') throw new Error(value.kind)
  const next = value.stream.open(context)
  t.strictSame(
    limits.map(limit => drawBelow(next, { bits: 32 }, readWay('reject_bits', []), limit, context)),
    [
      2n,
      478163327n,
      3184935163n,
      245864938384n,
      13585496030504862185n,
      63530620428678521197462229461096911503605116269n,
      2876577367741661744489806003005823864682185001742523038948863603227241344773715276598833900341143122447621513800204091066573186729534234741809430110359159913n,
    ],
  )
  t.end()
})

const impossible: readonly (readonly [expression: Expression, message: string])[] = [
  [words(given('0102', 1), 3), 'the random words are used up'],
  [words(given('01', 2), 1), 'the random words are used up'],
  [words(given('', 1), 1), 'the random words are used up'],
  [words(given('01', 1), -1), 'a count of -1'],
  [words({ stream_seedrandom: 'a' }, 1), 'floats of seedrandom are not words of bits'],
  [below(given('01', 1), 'reject', 0), 'a number below 0'],
  [below(given('01', 1), 'mod', -5), 'a number below -5'],
  [below(given('', 1), 'mod', 5), 'the random words are used up'],
  [below(given('ffff', 1), 'reject', 128 + 1), 'the random words are used up'],
  [below(given('ff', 1), 'reject', 257), 'no word of 8 bits is kept for a number below 257'],
  [below(given('ff', 1), 'reject_last', 256), 'no word of 8 bits is kept for a number below 256'],
  [below(given('ff', 1), 'reject_last', widest), `no word of 8 bits is kept for a number below ${2n ** 4096n - 1n}`], // prettier-ignore
  [below(given('ff', 1), 'reject_last', 5), 'the random words are used up'],
  [below(given('ff', 1), 'reject_mask', 257), 'a number below 257 out of words of 8 bits'],
  [below(given('0a', 1), 'reject_mask', 10), 'the random words are used up'],
  [below(given('ff', 1), 'reject_multiply', 257), 'a number below 257 out of words below 256'],
  [below(given('00', 1), 'reject_multiply', 100), 'the random words are used up'],
  [below(given('ff', 1), 'java', 5), 'the method java takes words of 31 bits or more, not of 8'],
  [below(given('ffffffff', 4), 'java', 2 ** 31), "a number below 2147483648: Java's int ends at 2147483647"],
  [below(given('ff', 1), 'r', 5), 'the method r takes words of 16 bits or more, not of 8'],
  [below(given('ffff', 2), 'r', 65536), 'the random words are used up'],
  [eachOf({ stream_mt19937: 1 }, 'reject', [5, 0]), 'a number below 0'],
  [words(cut(given('ffff', 1), 'top 8', 'low 1', 'low 1'), 1), 'the random words are used up'],
  [cut(given('ff', 1), 'top 9'), '9 bits out of words of 8'],
  [cut({ stream_seedrandom: 'a' }, 'top 9'), 'floats of seedrandom are not words of bits'],
  [{ stream_halves: { stream_go: 1 } }, 'halves of words of 63 bits'],
  [{ stream_halves: { stream_seedrandom: 'a' } }, 'floats of seedrandom are not words of bits'],
  [words({ stream_halves: given('ff', 2) }, 1), 'the random words are used up'],
  [{ stream_xorshift128: [1, 2, 3] }, 'a state of 3 numbers: xorshift128 has four'],
  [{ stream_xorshift128: [0, 0, 0, 0] }, 'a state of zeros, which gives nothing but zeros'],
  [{ stream_sfc32: [0, 0, 0, 0, 0] }, 'a state of 5 numbers: sfc32 has four'],
  [{ stream_xorshift1024star: { fill: [1, 15] } }, 'a state of 15 numbers: xorshift1024* has 16'],
  [
    { stream_xorshift1024star: { fill: [{ power: [2, 64] }, 16] } },
    'a state of zeros, which gives nothing but zeros',
  ],
  [{ stream_numpy: -1 }, 'a seed of -1: NumPy takes none below 0'],
  [{ stream_xoshiro128plus: [1, 2, 3] }, 'a state of 3 numbers: xoshiro128+ has four'],
  [{ stream_xoshiro128plus: [1, 2, 3, 4, 5] }, 'a state of 5 numbers: xoshiro128+ has four'],
  [{ stream_xoshiro128plus: [0, 0, 4294967296, 0] }, 'a state of zeros, which gives nothing but zeros'],
  [below(given('ff', 1), 'reject_bits', 257), 'the random words are used up'],
  [
    below(given('ff'.repeat(2000), 1), 'reject', 200),
    '1024 random numbers one after the other were thrown away',
  ],
  [below(blocks(0, { bytes_hex: 'ffff' }, 2), 'reject_bits', 9), '1024 random numbers one after the other were thrown away'], // prettier-ignore
  ...methods
    .filter(method => method !== 'float')
    .map(
      method =>
        [
          below({ stream_seedrandom: 'a' }, method, 5),
          `the method ${method} takes words of bits, and these random numbers are floats`,
        ] as const,
    ),
  [below(given('ff'.repeat(8), 8), 'float', 5), 'a float times 5 came out as 5, which is not below it'],
  [below(given('ff'.repeat(8), 8), 'float', widest), `a float times ${2n ** 4096n - 1n} came out as Infinity, which is not below it`], // prettier-ignore
  [words(blocks(0, { bytes_utf8: '$text' }, 4), 1), 'a block of 3 bytes has no word of 4'],
  [words(chacha('00'.repeat(12), 4294967295, 64), 2), 'the random words are used up'],
  [chacha('00'.repeat(12), 4294967296), 'a block 4294967296 of ChaCha20 with a nonce of 12 bytes'],
  [chacha('00'.repeat(8), -1), 'a block -1 of ChaCha20 with a nonce of 8 bytes'],
  [{ stream_chacha20: { key: '$bytes', nonce: hex('00'.repeat(8)), counter: 0, word: 4, order: 'le' } }, 'a key of 2 bytes'], // prettier-ignore
  [{ stream_chacha20: { key: '$digest', nonce: '$bytes', counter: 0, word: 4, order: 'le' } }, 'a nonce of 2 bytes'], // prettier-ignore
]

await t.test('a value that does not allow a step makes it impossible', t => {
  for (const [expression, message] of impossible) {
    t.equal(
      endOf(() => compute(expression)),
      `impossible: ${message}`,
      JSON.stringify(expression).slice(0, 100),
    )
  }
  t.end()
})

await t.test('what is too large is beyond the bounds, at once', t => {
  const most = Number.MAX_SAFE_INTEGER
  const large: readonly Expression[] = [
    words(chacha('00'.repeat(8), 0), most),
    words(blocks(0, sha256, 4), widest),
    floats({ stream_mulberry32: 1 }, 10 ** 8),
    // Words of 64 bytes fill the memory.
    words(chacha('00'.repeat(8), 0, 64), 200_000),
  ]
  for (const expression of large) {
    t.match(
      endOf(() => compute(expression)),
      /^bound: /,
      JSON.stringify(expression).slice(0, 100),
    )
  }
  // Of a two-hundredth of what a draw may cost.
  const costly: readonly Expression[] = [
    words(blocks(0, sha256, 4), 100_000),
    words(chacha('00'.repeat(8), 0, 1), 180_000),
    each(9000, below({ stream_mt19937: '$n' }, 'reject', 5)),
    each(9000, below({ stream_seedrandom: 'a' }, 'float', 5)),
    each(9000, below({ stream_mt19937_short: 5 }, 'mod', widest)),
    // Thrown away a thousand times, and 512 words each time.
    below(given('ff'.repeat(600_000), 1), 'reject_bits', { subtract: [widest, 1] }),
    each(1, floats({ stream_seedrandom: '$text' }, 400_000)),
    each(1, words(xorshift(1, 2, '2014'), 140_000)),
    each(1, words({ stream_xoshiro128plus: [1, 2, 3, 4] }, 120_000)),
    each(1, words({ stream_splitmix64: 1 }, 60_000)),
    each(1, words({ stream_pcg64: [1, 2] }, 40_000)),
    each(9000, below({ stream_go: '$n' }, 'reject', 5)),
    each(9000, below({ stream_numpy: '$n' }, 'reject', 5)),
    each(1, words(cut({ stream_java: 1 }, ...new Array<Expression>(8).fill('top 32')), 20_000)),
    each(1, words({ stream_halves: { stream_splitmix64: 1 } }, 70_000)),
    each(1, eachOf({ stream_java: 1 }, 'java', { range: [1, 40_000] })),
    // Thrown away a thousand times, and 257 words each time.
    below(given('ff'.repeat(1_200_000), 2), 'r', { add: [{ power: [2, 4095] }, 1] }),
  ]
  for (const expression of costly) {
    t.match(
      endOf(() => {
        within(500_000, expression)
      }),
      /^bound: the draw takes more steps/,
      JSON.stringify(expression).slice(0, 100),
    )
  }
  t.end()
})

await t.test('what goes on has its block as long as it goes on', t => {
  const long = bytes(new Uint8Array(2 ** 20))
  const joined: Expression = { concat: new Array<Expression>(8).fill('$bytes') }
  // Each has read of its own stream before the next begins within it.
  const nest = (depth: number, stream: Expression): Expression =>
    depth === 0
      ? 0
      : {
          go_on: {
            stream,
            as: `on_${depth}`,
            do: { add: [below(`$on_${depth}`, 'mod', 1), nest(depth - 1, stream)] },
          },
        }
  const streams: readonly Expression[] = [
    blocks(0, joined, 2),
    { stream_halves: blocks(0, joined, 2) },
    // A piece keeps what it was cut from.
    blocks(0, { slice: [joined, 0, 65] }, 2),
  ]
  for (const stream of streams) {
    const within = new Meter(portable, defaultBudget)
    compute(nest(12, stream), { bytes: long }, within)
    t.ok(within.most >= 12 * 8 * 2 ** 20, `${within.most} bytes`)
    t.equal(within.kept, 0)
    const beyond = new Meter(portable, defaultBudget)
    const end = endOf(() => compute(nest(20, stream), { bytes: long }, beyond))
    t.equal(end, 'bound: the draw has more values than drawaudit keeps')
    t.ok(beyond.kept < 9 * 2 ** 20, 'what was kept to go on is given back')
  }
  // One after the other is one at a time.
  const turns = { go_on: { stream: blocks(0, joined, 64), as: 'on', do: each(20, below('$on', 'mod', 1)) } }
  t.equal(
    endOf(() => compute(turns, { bytes: long })),
    'value',
  )
  t.end()
})

function each(times: number, body: Expression): Expression {
  return { map: { list: { range: times }, as: 'n', do: body } }
}

function within(budget: number, expression: Expression): void {
  const scope = new Map([['text', { type: { kind: 'text' }, ...noBasis }] as const])
  const compiled = createCompiler().read(expression, [], scope)
  compiled.run({ get: () => ({ kind: 'text', text: 'abc' }) }, new Context(portable, budget))
}

const cutting = { word: 4, order: 'le' }
const key = { key: '$digest', nonce: hex('00'.repeat(8)), counter: 0, ...cutting }

const wrong: readonly (readonly [expression: Expression, pointer: string, message: RegExp])[] = [
  [{ stream_bytes: '$bytes' }, '/stream_bytes', /takes an array of bytes, a width in bytes and an order$/],
  [
    { stream_bytes: ['$bytes', 4] },
    '/stream_bytes',
    /takes an array of bytes, a width in bytes and an order$/,
  ],
  [{ stream_bytes: ['$text', 4, 'be'] }, '/stream_bytes/0', /^expected bytes, found text$/],
  [{ stream_bytes: ['$bytes', 65, 'be'] }, '/stream_bytes/1', /^expected a number from 1 to 64/],
  [{ stream_bytes: ['$bytes', 0, 'be'] }, '/stream_bytes/1', /^expected a number from 1 to 64/],
  [{ stream_bytes: ['$bytes', '$number', 'be'] }, '/stream_bytes/1', /^expected a number from 1 to 64/],
  [{ stream_bytes: ['$bytes', 4, 'big'] }, '/stream_bytes/2', /^expected "be" or "le"$/],
  [{ stream_blocks: { from: 0, block: '$bytes', ...cutting } }, '/stream_blocks', /: as is missing$/],
  [blocks('$text', '$bytes', 1), '/stream_blocks/from', /^expected integer, found text$/],
  [blocks(0, '$text', 1), '/stream_blocks/block', /^expected bytes, found text$/],
  [blocks(0, '$digest', 33), '/stream_blocks/word', /^a block of 32 bytes has no such word$/],
  [blocks(0, '$digest', 65), '/stream_blocks/word', /^expected a number from 1 to 64/],
  [blocks(0, '$digest', 4, 'up'), '/stream_blocks/order', /^expected "be" or "le"$/],
  [
    { stream_chacha20: '$digest' },
    '/stream_chacha20',
    /takes an object with key, nonce, counter, word, order$/,
  ],
  [
    { stream_chacha20: { ...key, key: hex('00') } },
    '/stream_chacha20/key',
    /^expected 32 bytes, found 1 bytes$/,
  ],
  [{ stream_chacha20: { ...key, key: '$text' } }, '/stream_chacha20/key', /^expected bytes, found text$/],
  [{ stream_chacha20: { ...key, nonce: '$digest' } }, '/stream_chacha20/nonce', /^expected 8 or 12 bytes, found 32 bytes$/], // prettier-ignore
  [
    { stream_chacha20: { ...key, counter: '$text' } },
    '/stream_chacha20/counter',
    /^expected integer, found text$/,
  ],
  [{ stream_chacha20: { ...key, word: 3 } }, '/stream_chacha20/word', /^expected a width that divides 64$/],
  [{ stream_chacha20: { ...key, order: 'big' } }, '/stream_chacha20/order', /^expected "be" or "le"$/],
  ...['stream_mt19937', 'stream_mt19937_short', 'stream_python_random', 'stream_mulberry32'].map(
    name => [{ [name]: '$text' }, `/${name}`, /^expected integer, found text$/] as const,
  ),
  ...[
    'stream_java',
    'stream_numpy',
    'stream_go',
    'stream_ruby',
    'stream_r',
    'stream_dotnet',
    'stream_glibc',
  ].map(name => [{ [name]: '$text' }, `/${name}`, /^expected integer, found text$/] as const),
  [{ stream_pcg32: 5 }, '/stream_pcg32', /takes an array of 2 arguments, found one$/],
  [{ stream_pcg64: [5, '$text'] }, '/stream_pcg64/1', /^expected integer, found text$/],
  [{ stream_sfc32: 5 }, '/stream_sfc32', /^expected list of integer, found integer$/],
  [{ stream_xorshift128: ['a'] }, '/stream_xorshift128', /^expected list of integer, found list of text$/],
  [{ stream_xorshift1024star: 5 }, '/stream_xorshift1024star', /^expected list of integer, found integer$/],
  [{ stream_halves: 5 }, '/stream_halves', /^expected stream, found integer$/],
  [{ stream_bits: given('00', 1) }, '/stream_bits', /: stream is missing$/],
  [cut('$list', 'top 1'), '/stream_bits/stream', /^expected stream, found list of integer$/],
  [cut(given('00', 1)), '/stream_bits/take', /^expected a list of up to 8 pieces, like "top 53"$/],
  [
    cut(given('00', 1), ...new Array<Expression>(9).fill('top 1')),
    '/stream_bits/take',
    /^expected a list of up to 8 pieces/,
  ],
  [
    { stream_bits: { stream: given('00', 1), take: 'top 1' } },
    '/stream_bits/take',
    /^expected a list of up to 8/,
  ],
  ...['top 0', 'top 65', 'mid 5', 'top 01', 'top', 'top 5 ', 5].map(
    piece =>
      [
        cut(given('00', 1), 'top 1', piece),
        '/stream_bits/take/1',
        /^expected "top" or "low" and 1 to 64/,
      ] as const,
  ),
  [eachOf(given('00', 1), 'mod', 5), '/below_each/below', /^expected list of integer, found integer$/],
  [eachOf(given('00', 1), 'x', ['$number']), '/below_each/method', /^expected "reject" or/],
  [eachOf('$list', 'mod', '$list'), '/below_each/stream', /^expected stream, found list of integer$/],
  [{ stream_splitmix64: '$text' }, '/stream_splitmix64', /^expected integer, found text$/],
  [{ stream_xoshiro128plus: 5 }, '/stream_xoshiro128plus', /^expected list of integer, found integer$/],
  [{ stream_xoshiro128plus: [1, 'a'] }, '/stream_xoshiro128plus/1', /^expected integer, found text$/],
  [{ stream_seedrandom: 5 }, '/stream_seedrandom', /^expected text, found integer$/],
  [
    { stream_xorshift128plus: [1, 2] },
    '/stream_xorshift128plus',
    /takes an object with first, second, version$/,
  ],
  [xorshift('$text', 1, '2014'), '/stream_xorshift128plus/first', /^expected integer, found text$/],
  [xorshift(1, '$text', '2014'), '/stream_xorshift128plus/second', /^expected integer, found text$/],
  [xorshift(1, 2, '2015'), '/stream_xorshift128plus/version', /^expected "2014" or "2016"$/],
  [words('$list', 1), '/words/0', /^expected stream, found list of integer$/],
  [words(given('00', 1), '$text'), '/words/1', /^expected integer, found text$/],
  [floats('$list', 1), '/floats/0', /^expected stream, found list of integer$/],
  [floats(given('00', 1), '$text'), '/floats/1', /^expected integer, found text$/],
  [{ below: 5 }, '/below', /takes an object with stream, method, below$/],
  [below('$list', 'mod', 5), '/below/stream', /^expected stream, found list of integer$/],
  [
    below(given('00', 1), 'modulo', 5),
    '/below/method',
    /^expected "reject" or "reject_last" or "reject_bits" or "reject_mask" or/,
  ],
  [below(given('00', 1), 'mod', '$text'), '/below/below', /^expected integer, found text$/],
]

await t.test('an argument that does not fit is refused where it stands', t => {
  for (const [expression, pointer, message] of wrong) {
    const name = JSON.stringify(expression).slice(0, 100)
    const error = refusal(() => compute(expression))
    t.strictSame([error?.code, error?.where.pointer], ['recipe-type', `/steps/x${pointer}`], name)
    t.match(error?.message, message, name)
  }
  const taken = refusal(() =>
    compute({ stream_blocks: { as: 'text', from: 0, block: '$bytes', word: 1, order: 'be' } }),
  )
  t.strictSame([taken?.code, taken?.where.pointer], ['recipe-reference', '/steps/x/stream_blocks/as'])
  t.end()
})

const messages = (expression: Expression): readonly (readonly [code: string, message: string])[] =>
  compute(expression).findings.map(({ code, message }) => [code, message])

await t.test('every generator says why it is weak, in one sentence', t => {
  const twister = 'MT19937 is not a cryptographic generator: 624 of its words tell all that follow'
  const cases: readonly (readonly [stream: Expression, weakness: string | undefined])[] = [
    [{ stream_mt19937: 1 }, twister],
    [{ stream_mt19937_short: 1 }, twister],
    [{ stream_python_random: 1 }, twister],
    [
      { stream_mulberry32: 1 },
      'Mulberry32 has only 2^32 seeds: all can be tried in minutes, to find one that suits',
    ],
    [
      xorshift(1, 2, '2016'),
      'xorshift128+ is not a cryptographic generator: a few of its words tell all that follow',
    ],
    [
      { stream_xoshiro128plus: [1, 2, 3, 4] },
      'xoshiro128+ is not a cryptographic generator: a few of its words tell all that follow',
    ],
    [
      { stream_splitmix64: 1 },
      'SplitMix64 is not a cryptographic generator: one of its words tells all others',
    ],
    [
      { stream_seedrandom: 'a' },
      'seedrandom is ARC4, which is broken: its numbers can be told from random ones',
    ],
    [
      { stream_xorshift128: [1, 2, 3, 4] },
      'xorshift128 is not a cryptographic generator: four of its words tell all that follow',
    ],
    [
      { stream_xorshift1024star: { fill: [1, 16] } },
      'xorshift1024* is not a cryptographic generator: 16 of its words tell all that follow',
    ],
    [
      { stream_sfc32: [1, 2, 3, 4] },
      'sfc32 is not a cryptographic generator: nothing shows that its words do not tell those that follow',
    ],
    [
      { stream_pcg32: [1, 2] },
      'PCG32 is not a cryptographic generator: a few of its words tell all that follow, with some work',
    ],
    ...[{ stream_pcg64: [1, 2] }, { stream_numpy: 1 }, { stream_halves: { stream_numpy: 1 } }].map(
      stream =>
        [
          stream,
          'PCG64 is not a cryptographic generator: 64 of its words tell all that follow, with much work',
        ] as const,
    ),
    [{ stream_java: 1 }, 'java.util.Random has a state of 48 bits: two of its words tell all that follow'],
    [
      { stream_go: 1 },
      "Go's math/rand has only 2^31 − 1 seeds: all can be tried in hours, to find one that suits",
    ],
    [{ stream_ruby: 1 }, twister],
    [{ stream_r: 1 }, twister],
    [
      { stream_dotnet: 1 },
      'Random of .NET has only 2^31 seeds: all can be tried in hours, to find one that suits',
    ],
    [
      { stream_glibc: 1 },
      'rand() of glibc has only 2^32 seeds: all can be tried in hours, to find one that suits',
    ],
    [chacha('00'.repeat(8), 0), undefined],
    [given('00', 1), undefined],
    [cut(given('00', 1), 'top 1'), undefined],
    [blocks(0, sha256, 4), undefined],
  ]
  for (const [stream, weakness] of cases) {
    t.strictSame(messages(stream), weakness === undefined ? [] : [['weak-generator', weakness]])
  }
  t.end()
})

await t.test('a method says exactly how uneven it is, and nothing where it is even', t => {
  const byte = given('00', 1)
  const long = given('00'.repeat(8), 8)
  const cases: readonly (readonly [
    draw: Expression,
    ...found: readonly (readonly [code: string, message: string])[],
  ])[] = [
    [below(byte, 'reject', 3)],
    [below(byte, 'reject_last', 3)],
    [below(byte, 'reject_last', 128)],
    [{ mod: [below(byte, 'reject_last', 8), 3] }, ['modulo-bias', 'modulo 3 is uneven: remainders 0 to 1 have a chance of 3/8, remainder 2 has 2/8']], // prettier-ignore
    [below(byte, 'reject_bits', 3)],
    [below(byte, 'reject_mask', 3)],
    [below(given('01', 1), 'reject_multiply', 3)],
    [below(given('00000000', 4), 'java', 3)],
    [below(given('0000', 2), 'r', 3)],
    [{ mod: [below(byte, 'reject_mask', 8), 3] }, ['modulo-bias', 'modulo 3 is uneven: remainders 0 to 1 have a chance of 3/8, remainder 2 has 2/8']], // prettier-ignore
    [{ mod: [{ at: [eachOf(byte, 'reject', [8]), 0] }, 3] }, ['modulo-bias', 'modulo 3 is uneven: remainders 0 to 1 have a chance of 3/8, remainder 2 has 2/8']], // prettier-ignore
    [{ mod: [{ at: [words(cut(byte, 'low 3'), 1), 0] }, 3] }, ['modulo-bias', 'modulo 3 is uneven: remainders 0 to 1 have a chance of 3/8, remainder 2 has 2/8']], // prettier-ignore
    [eachOf(byte, 'mod', [3]), ['modulo-bias', 'modulo 3 is uneven: remainder 0 has a chance of 86/256, remainders 1 to 2 have 85/256']], // prettier-ignore
    [below(byte, 'mod', 3), ['modulo-bias', 'modulo 3 is uneven: remainder 0 has a chance of 86/256, remainders 1 to 2 have 85/256']], // prettier-ignore
    [below(byte, 'mod', 4)],
    [below(long, 'mod', 3), ['modulo-bias', 'a number of 64 bits is reduced by modulo: no chance is off by more than 1 in 2^64, which is negligible']], // prettier-ignore
    [below(byte, 'multiply', 3), ['modulo-bias', 'scaling to 3 results is uneven: 1 of them has a chance of 86/256, 2 have 85/256']], // prettier-ignore
    [below(byte, 'multiply', 255), ['modulo-bias', 'scaling to 255 results is uneven: 1 of them has a chance of 2/256, 254 have 1/256']], // prettier-ignore
    [below(byte, 'multiply', 300), ['modulo-bias', 'scaling to 300 results is uneven: 256 of them have a chance of 1/256, 44 have 0/256']], // prettier-ignore
    [below(given('00'.repeat(4), 4), 'multiply', 641), ['modulo-bias', 'scaling to 641 results is uneven: 640 of them have a chance of 6700417/4294967296, 1 has 6700416/4294967296']], // prettier-ignore
    [below(byte, 'multiply', 8)],
    [below(long, 'multiply', 3), ['modulo-bias', 'a number of 64 bits is scaled down: no chance is off by more than 1 in 2^64, which is negligible']], // prettier-ignore
    [below(byte, 'float', 3), ['float-arithmetic', 'a fraction of 8 bits is scaled up in floating point: no chance is off by more than 1 in 2^7']], // prettier-ignore
    [below(long, 'float', 3), ['float-arithmetic', 'a fraction of 53 bits is scaled up in floating point: no chance is off by more than 1 in 2^52']], // prettier-ignore
    [below(byte, 'float', 1)],
    // What is drawn evenly goes on as such; of the rest nothing is known.
    [{ mod: [below(byte, 'reject', 8), 3] }, ['modulo-bias', 'modulo 3 is uneven: remainders 0 to 1 have a chance of 3/8, remainder 2 has 2/8']], // prettier-ignore
    [{ mod: [below(byte, 'reject_bits', 8), 3] }, ['modulo-bias', 'modulo 3 is uneven: remainders 0 to 1 have a chance of 3/8, remainder 2 has 2/8']], // prettier-ignore
    [{ mod: [below(byte, 'multiply', 8), 3] }],
    [{ mod: [{ add: [below(byte, 'multiply', 8), below(byte, 'reject', 8)] }, 3] }],
    [{ mod: [{ at: [words(byte, 1), 0] }, 3] }, ['modulo-bias', 'modulo 3 is uneven: remainder 0 has a chance of 86/256, remainders 1 to 2 have 85/256']], // prettier-ignore
  ]
  for (const [draw, ...found] of cases) t.strictSame(messages(draw), found, JSON.stringify(draw))
  t.end()
})

await t.test('of all that a place draws unevenly, the most uneven is said', t => {
  const from = { range: 40 }
  const byte = { stream: given('00'.repeat(40), 1), method: 'multiply' }
  t.strictSame(messages({ pick: { from, count: 40, ...byte } }), [
    ['modulo-bias', 'scaling to 40 results is uneven: 16 of them have a chance of 7/256, 24 have 6/256'],
  ])
  const twice = messages([
    { at: [{ pick: { from, count: 2, ...byte } }, 0] },
    { at: [{ shuffle: { list: from, direction: 'down', ...byte, method: 'mod' } }, 0] },
    { below: { ...byte, below: 40 } },
    { below: { ...byte, below: 3 } },
  ])
  t.strictSame(
    twice.map(([, message]) => message.slice(0, 24)),
    ['scaling to 40 results is', 'modulo 40 is uneven: rem', 'scaling to 3 results is '],
  )
  t.end()
})

await t.test('property: the chances that scaling names are those that counting gives', t => {
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 700 }), fc.integer({ min: 1, max: 2 }), (n, width) => {
        const span = 256 ** width
        const exact = new Array<number>(n).fill(0)
        const rounded = new Array<number>(n).fill(0)
        for (let word = 0; word < span; word++) {
          exact[Number((BigInt(word) * BigInt(n)) / BigInt(span))]! += 1
          rounded[Math.floor((word / span) * n)]! += 1
        }
        const counts = new Map<number, number>()
        for (const count of exact) counts.set(count, (counts.get(count) ?? 0) + 1)
        const said = messages(below(given('0000', width), 'multiply', n))[0]?.[1] ?? ''
        const named = [...said.matchAll(/(\d+) (?:of them )?(?:has|have)(?: a chance of)? (\d+)\//g)]
        const same = named.every(([, results, count]) => counts.get(Number(count)) === Number(results))
        const off = Math.max(...rounded.map(count => Math.abs(count - span / n)))
        return same && named.length === (counts.size === 1 ? 0 : 2) && off <= 2
      }),
      { numRuns: Math.min(runs, 1000) / 10 },
    )
  })
  t.end()
})

await t.test('a stream rests on what it is made of, and a draw on its stream', t => {
  const published = ['a', 'b', 'c'].map(name => {
    const basis = { rests: new Set([name]), order: new Set([name]) }
    return [name, { type: { kind: 'integer' }, ...basis }] as const
  })
  const restsOn = (expression: Expression): unknown => {
    const { rests, order } = createCompiler().read(expression, [], new Map(published))
    return [[...rests].sort().join(''), [...order].sort().join('')]
  }
  const block = { bytes_be: [{ add: ['$n', '$b'] }, 8] }
  const stream = { stream_blocks: { as: 'n', from: '$a', block, word: 4, order: 'be' } }
  t.strictSame(restsOn(stream), ['ab', 'ab'])
  t.strictSame(restsOn(below(stream, 'mod', '$c')), ['abc', 'abc'])
  t.strictSame(restsOn(words(stream, '$c')), ['abc', 'abc'])
  t.strictSame(restsOn(xorshift('$a', '$b', '2014')), ['ab', 'ab'])
  t.strictSame(restsOn(chacha('00'.repeat(8), '$c')), ['c', 'c'])
  t.strictSame(restsOn({ python_choices: { seed: '$a', list: [1], count: 1, weights: ['$b'] } }), [
    'ab',
    'ab',
  ])
  t.end()
})
