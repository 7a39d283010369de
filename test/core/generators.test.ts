import { createHash } from 'node:crypto'
import t from 'tap'
import {
  doubleOf,
  mt19937From32Bits,
  mt19937FromInteger,
  mulberry32,
  seedrandom,
  splitmix64,
  xorshift128plus,
  xoshiro128plus,
  type NumberGenerator,
} from '../../src/core/generators.js'

function take<T>(generator: NumberGenerator<T>, count: number): readonly T[] {
  return Array.from({ length: count }, () => generator())
}

await t.test('MT19937 gives what its authors, C++ and PHP print', t => {
  // mt19937ar.out: init_by_array({0x123, 0x234, 0x345, 0x456}).
  const key = 0x456_0000_0345_0000_0234_0000_0123n
  const first = [1067595299, 955945823, 477289528, 4107218783, 4228976476]
  t.strictSame(take(mt19937FromInteger(key), 5), first)
  // The C++ standard, rand.predef.
  t.equal(take(mt19937From32Bits(5489), 10_000).at(-1), 4123659995)
  // php-src, mt_rand_value.phpt: mt_rand() is a word without its last bit.
  const php = take(mt19937From32Bits(12345678), 1040).map(word => word >>> 1)
  t.strictSame(
    php.slice(0, 16),
    [527860569, 1711027313, 1280820687, 688176834, 770499160, 412773096, 813703253, 898651287, 52508912, 757323740, 511765911, 274407457, 833082629, 1923803667, 1461450755, 1301698200], // prettier-ignore
  )
  t.equal(
    php.slice(16).reduce((all, word) => all ^ word),
    1612214270,
  )
  t.end()
})

await t.test('a seed of MT19937 may be 0, negative or of any size', t => {
  // CPython 3.11: random.seed(SEED); random.random().
  const cases: readonly (readonly [seed: bigint, doubles: readonly number[]])[] = [
    [0n, [0.8444218515250481, 0.7579544029403025, 0.420571580830845]],
    [42n, [0.6394267984578837, 0.025010755222666936, 0.27502931836911926]],
    [-7n, [0.32383276483316237, 0.15084917392450192, 0.6509344730398537]],
    [4294967296n, [0.11299430095636409, 0.41782886486292836, 0.0166763664992291]],
    [29820385934274364238912359218532315376710855148519457392740778517319005931992n, [0.08308259456184186, 0.8632341225463299, 0.5122694123150556]], // prettier-ignore
    [2n ** 4096n - 1n, [0.27603281757269493, 0.6225101083640078]],
    [3n ** 15_000n, [0.1846259293743998, 0.46695293331685495]],
  ]
  for (const [seed, doubles] of cases) {
    const next = mt19937FromInteger(seed)
    t.strictSame(
      take(() => doubleOf(next), doubles.length),
      doubles,
    )
  }
  t.end()
})

await t.test('Mulberry32 gives the values that test suites pin', t => {
  const cases: readonly (readonly [seed: number, doubles: readonly number[]])[] = [
    [42, [0.6011037519201636, 0.44829055899754167, 0.8524657934904099, 0.6697340414393693, 0.17481389874592423]], // prettier-ignore
    [123, [0.7872516233474016, 0.1785435655619949, 0.49531551403924823, 0.23136196262203157, 0.375791602069512]], // prettier-ignore
    [1, [0.6270739405881613, 0.002735721180215478, 0.5274470399599522, 0.9810509674716741]],
    [4294967295, [0.8964226141106337, 0.189478256739676, 0.7156526781618595]],
    [-1, [0.8964226141106337, 0.189478256739676, 0.7156526781618595]],
    [0, [0.26642920868471265, 0.0003297457005828619, 0.2232720274478197]],
  ]
  for (const [seed, doubles] of cases) {
    t.strictSame(
      take(mulberry32(seed), doubles.length).map(word => word / 2 ** 32),
      doubles,
    )
  }
  t.end()
})

await t.test('xorshift128+ gives the values of both versions', t => {
  // Firefox, testing its setRNGState: the low 53 bits of each word.
  const cases: readonly (readonly [
    first: bigint,
    second: bigint,
    doubles: Readonly<Record<number, number>>,
  ])[] = [
    [0x12341234n, 0x98765n, { 0: 0.28443027522441433, 10: 0.5283908544644392, 100: 0.5593668121538891, 1000: 0.7008807796441313, 9999: 0.013959566914027777 }], // prettier-ignore
    [0n, 1n, { 0: 2.220446049250313e-16, 2000: 0.8259328082050756, 9999: 0.7402370773147143 }],
    [0x0fff0101n, 0x44440001n, { 0: 0.24994062119568194, 2000: 0.4375430448883283, 6000: 0.7298689950209452 }], // prettier-ignore
  ]
  for (const [first, second, doubles] of cases) {
    const words = take(xorshift128plus(first, second, '2014'), 10_000)
    for (const [index, double] of Object.entries(doubles)) {
      t.equal(Number((words[Number(index)] ?? 0n) % 2n ** 53n) / 2 ** 53, double)
    }
  }
  const newer = [3n, 8388645n, 33816707n, 70368778527840n]
  t.strictSame(take(xorshift128plus(1n, 2n, '2016'), 4), newer)
  t.strictSame(take(xorshift128plus(2n ** 64n + 1n, 2n, '2016'), 4), newer, 'a state has 64 bits')
  t.end()
})

await t.test('xoshiro128+ and SplitMix64 give what Python computes of the published code', t => {
  const words = take(xoshiro128plus([0xdeadbeef, 0x80000000, 0x7fffffff, 0xffffffff]), 10_000)
  t.strictSame(words.slice(0, 3), [3735928558, 2706521359, 3990321908])
  t.equal(words.at(-1), 3256866049)
  t.equal(words.reduce((all, word) => (all ^ word) >>> 0), 1578263083) // prettier-ignore
  const mixed = take(splitmix64(2n ** 64n + 2n ** 63n + 1n), 10_000)
  t.equal(mixed.at(-1), 14761819369152074751n)
  t.equal(mixed.reduce((all, word) => all ^ word), 12608780452282910405n) // prettier-ignore
  t.end()
})

await t.test('seedrandom gives the doubles of npm seedrandom 3.0.5', t => {
  const cases: readonly (readonly [seed: string, doubles: readonly number[]])[] = [
    ['hello.', [0.9282578795792454, 0.3752569768646784, 0.7316977468919549]],
    ['added entropy.', [0.597067214994467]],
    ['', [0.23144008215179881, 0.27404636548159655, 0.7901279251811976]],
    ['5\0', [0.8975141500470741, 0.07915606911169919, 0.9561847198954545]],
    ['42\0', [0.0016341939679719736, 0.9364577392619949]],
    ['é😀', [0.19457911887010193, 0.5848546374356844, 0.8724330661860564]],
    ['x'.repeat(1000), [0.08396550037782918, 0.9546047966323279, 0.24491198289456736]],
  ]
  for (const [seed, doubles] of cases) {
    t.strictSame(take(seedrandom(seed), doubles.length), doubles, JSON.stringify(seed))
  }
  // The package itself, run over the same seeds: some are longer than a key.
  const hash = createHash('sha256')
  for (let index = 0; index < 2000; index++) {
    hash.update(`${take(seedrandom(`seed ${index} ${'é'.repeat(index % 300)}`), 3).join()};`)
  }
  t.equal(hash.digest('hex'), '5fae4d2d87fc57336ed94e9df9ccf4f027240d3e158cdd5485c735e600833336')
  // One double in 4096 or so needs more than 8 bytes.
  const many = take(seedrandom('hello.'), 4360)
  t.strictSame([many[2416], many[3830], many[4359]], [0.00017752281538811892, 0.00005435161777430209, 0.000052540088532366525]) // prettier-ignore
  t.end()
})
