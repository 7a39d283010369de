import fc from 'fast-check'
import t, { type Test as Tap } from 'tap'
import { encodeHex } from '../../../src/core/encoding.js'
import type { Expression } from '../../../src/model/recipe.js'
import { encodingOperations } from '../../../src/recipe/operations/encodings.js'
import { bytes, text, type PlainValue } from '../../../src/recipe/value.js'
import { compute, endOf, refusal } from '../build.js'

const runs = process.env['SLOW'] === '1' ? 5000 : 100

const hex = (digits: string): Expression => ({ bytes_hex: digits })
const valueOf = (expression: Expression): PlainValue => compute(expression).value
const why = (expression: Expression): string => endOf(() => compute(expression))

/** Both ways; the type is that of what comes out of nobody knows what. */
function check(t: Tap, pairs: readonly (readonly [digits: string, written: string])[], name: string): void {
  for (const [digits, written] of pairs) {
    t.equal(valueOf({ [`text_${name}`]: hex(digits) }), written, `${name} of ${digits.slice(0, 40)}`)
    t.equal(valueOf({ [`bytes_${name}`]: written }), digits, `bytes of ${written.slice(0, 40)}`)
  }
}

/** Bitcoin Core, src/test/data/base58_encode_decode.json, all of it. */
const base58: readonly (readonly [digits: string, written: string])[] = [
  ['', ''],
  ['61', '2g'],
  ['626262', 'a3gV'],
  ['636363', 'aPEr'],
  ['73696d706c792061206c6f6e6720737472696e67', '2cFupjhnEsSn59qHXstmK2ffpLv2'],
  ['00eb15231dfceb60925886b67d065299925915aeb172c06647', '1NS17iag9jJgTHD1VXjvLCEnZuQ3rJDE9L'],
  ['516b6fcd0f', 'ABnLTmg'],
  ['bf4f89001e670274dd', '3SEo3LWLoPntC'],
  ['572e4794', '3EFU7m'],
  ['ecac89cad93923c02321', 'EJDM8drfXA6uyA'],
  ['10c8511e', 'Rt5zm'],
  ['00'.repeat(10), '1'.repeat(10)],
  ['00'.repeat(40), '1'.repeat(40)],
  [`${'00'.repeat(39)}01`, `${'1'.repeat(39)}2`],
  [`${'00'.repeat(83)}ec39d04c37e71e5d591881f6`, `${'1'.repeat(83)}5TYzLYH1udmLdzCLM`],
  [
    '000111d38e5fc9071ffcd20b4a763cc9ae4f252bb4e48fd66a835e252ada93ff480d6dd43dc62a641155a5',
    '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
  ],
  [
    encodeHex(Uint8Array.from({ length: 256 }, (_, index) => index)),
    '1cWB5HCBdLjAuqGGReWE3R3CguuwSjw6RHn39s2yuDRTS5NsBgNiFpWgAnEx6VQi8csexkgYw3mdYrMHr8x9i7aEwP8kZ7vccXWqKDvGv3u1GxFKPuAkn8JCPPGDMf3vMMnbzm6Nh9zh1gcNsMvH3ZNLmP5fSG6DGbbi2tuwMWPthr4boWwCxf7ewSgNQeacyozhKDDQQ1qL5fQFUW52QKUZDZ5fw3KXNQJMcNTcaB723LchjeKun7MuGW5qyCBZYzA1KjofN1gYBV3NqyhQJ3Ns746GNuf9N2pQPmHz4xpnSrrfCvy6TVVz5d4PdrjeshsWQwpZsZGzvbdAdN8MKV5QsBDY',
  ],
  ['271f359e', 'zzzzy'],
  ['271f359f', 'zzzzz'],
  ['271f35a0', '211111'],
  ['271f35a1', '211112'],
]

/** Bitcoin Core, src/test/data/key_io_valid.json: the version of each kind before what the file has. */
const base58check: readonly (readonly [digits: string, written: string])[] = [
  ['00a31c06bd463e3923bc1aadbde48b16976c080717', '1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo'],
  ['05373b819a068f32b7a6b38b6b38729647cfde01c2', '36j4NfKv6Akva9amjWrLG6MuSQym1GuEmm'],
  ['6fce28b26c57472737f5c3561a1761185bd8589a43', 'mzK2FFDEhxqHcmrJw1ysqFkVyhUULo45hZ'],
  ['c4ce0bba75891ff9ec60148d4bd4a09ee2dc5c9331', '2NC2hEhe28ULKAJkW5MjZ3jtTMJdvXmByvK'],
  ['6fb4110ba93ac54afc14da3bdd19614774a2d55d29', 'mww4LvqtTMKvmeQvizPz2EQv26xTneWrbg'],
  ['c45e5a35ab44b3efaea5129ba22b88ba3e29766145', '2N1r7aC69VHeE7yQJPDLi9T1PYq4wnwvjuT'],
  [
    '808f8943bf956de595665c38ffff23827e17c10cdc1c27a028caae6c9810626198',
    '5JuW2AMDYu4xVwRG9DZW18VbzQrGcd5RCgb99sS6ehJsNQXu5b9',
  ],
  [
    '80ff778740f88ddcf102aeb81daee289c044c4a4571c4b6f287400f4b8e0b843f801',
    'L5nJeqKmpHp4P7F8ZYyjwc5a7P4d8EabuGAzfGJk7yC1BJyzNaEd',
  ],
  [
    'ef80c32d81e91bdea04cd7a3819b32275fc3298af4c7ec87eb0099527d041ced5c',
    '92ZdE5HoLafywnTBbzPxbvRmp75pSfzvdU3XaZGh1cToipgdHVh',
  ],
  [
    'efe0fcd4ce4e3d0e3de091f21415bb7cd011fac288c42020a879f28c2a4387df9b01',
    'cV83kKisF3RQSvXbUCm9ox3kaz5JjEUBWcx8tNydfGJcyeUxuH47',
  ],
]

await t.test('base58 as Bitcoin Core has it', t => {
  check(t, base58, 'base58')
  check(t, base58check, 'base58check')
  t.equal(compute({ text_base58: '$bytes' }).type, 'text')
  for (const bad of ['0', 'O', 'I', 'l', ' 2g', '2g\n', 'é']) {
    t.match(why({ bytes_base58: bad }), /^impossible: expected base58, found /, bad)
    t.match(why({ bytes_base58check: bad }), /^impossible: expected base58, found /, bad)
  }
  t.equal(
    why({ bytes_base58check: '1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mp' }),
    'impossible: the checksum is wrong',
  )
  t.equal(why({ bytes_base58check: '1' }), 'impossible: there is no checksum')
  t.equal(why({ bytes_base58check: '' }), 'impossible: there is no checksum')
  // Four bytes are a checksum of nothing.
  t.equal(valueOf({ bytes_base58check: { text_base58check: hex('') } }), '')
  t.end()
})

type Form = readonly [prefix: string, checksum: string, values: number]
const encode = (digits: string, [prefix, checksum, values]: Form): Expression => ({
  text_bech32: { bytes: hex(digits), prefix, checksum, values },
})
const decode = (written: string, [prefix, checksum, values]: Form): Expression => ({
  bytes_bech32: { text: written, prefix, checksum, values },
})

const eighty = 'an83characterlonghumanreadablepartthatcontains'

/** BIP 173 and BIP 350, test vectors: the valid strings, with all that stands in them as values. */
const strings: readonly (readonly [written: string, form: Form, digits: string])[] = [
  ['A12UEL5L', ['a', 'bech32', 0], ''],
  ['a12uel5l', ['a', 'bech32', 0], ''],
  [`${eighty}thenumber1andtheexcludedcharactersbio1tt5tgs`, [`${eighty}thenumber1andtheexcludedcharactersbio`, 'bech32', 0], ''], // prettier-ignore
  ['abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw', ['abcdef', 'bech32', 32], Array.from({ length: 32 }, (_, value) => value.toString(16).padStart(2, '0')).join('')], // prettier-ignore
  [`11${'q'.repeat(82)}c8247j`, ['1', 'bech32', 82], '00'.repeat(82)],
  ['split1checkupstagehandshakeupstreamerranterredcaperred2y9e3w', ['split', 'bech32', 0], 'c5f38b70305f519bf66d85fb6cf03058f3dde463ecd7918f2dc743918f2d'], // prettier-ignore
  ['?1ezyfcl', ['?', 'bech32', 0], ''],
  ['A1LQFN3A', ['a', 'bech32m', 0], ''],
  ['a1lqfn3a', ['a', 'bech32m', 0], ''],
  [`${eighty}thetheexcludedcharactersbioandnumber11sg7hg6`, [`${eighty}thetheexcludedcharactersbioandnumber1`, 'bech32m', 0], ''], // prettier-ignore
  ['abcdef1l7aum6echk45nj3s0wdvt2fg8x9yrzpqzd3ryx', ['abcdef', 'bech32m', 32], Array.from({ length: 32 }, (_, value) => (31 - value).toString(16).padStart(2, '0')).join('')], // prettier-ignore
  [`11${'l'.repeat(82)}ludsr8`, ['1', 'bech32m', 82], '1f'.repeat(82)],
  ['split1checkupstagehandshakeupstreamerranterredcaperredlc445v', ['split', 'bech32m', 0], 'c5f38b70305f519bf66d85fb6cf03058f3dde463ecd7918f2dc743918f2d'], // prettier-ignore
  ['?1v759aa', ['?', 'bech32m', 0], ''],
]

/** BIP 350, and BIP 173's of version 0: segwit addresses, with the witness version and the program. */
const addresses: readonly (readonly [written: string, form: Form, digits: string])[] = [
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', ['bc', 'bech32', 1], '00751e76e8199196d454941c45d1b3a323f1433bd6'], // prettier-ignore
  ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', ['tb', 'bech32', 1], '001863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262'], // prettier-ignore
  ['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', ['bc', 'bech32m', 1], '01751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6'], // prettier-ignore
  ['BC1SW50QGDZ25J', ['bc', 'bech32m', 1], '10751e'],
  ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', ['bc', 'bech32m', 1], '02751e76e8199196d454941c45d1b3a323'],
  ['tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy', ['tb', 'bech32', 1], '00000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433'], // prettier-ignore
  ['tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c', ['tb', 'bech32m', 1], '01000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433'], // prettier-ignore
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', ['bc', 'bech32m', 1], '0179be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'], // prettier-ignore
]

/** BIP 173 and BIP 350, test vectors: the invalid strings and addresses, but for what only segwit forbids. */
const invalid: readonly (readonly [written: string, form: Form, message: RegExp])[] = [
  [`${eighty}x`.padEnd(92, 'q'), ['a', 'bech32', 0], /^a text of 92 characters, of at most 90$/],
  ['an84characterslonghumanreadablepartthatcontainsthenumber1andtheexcludedcharactersbio1569pvx', ['a', 'bech32', 0], /^a text of 91 characters/], // prettier-ignore
  ['an84characterslonghumanreadablepartthatcontainsthetheexcludedcharactersbioandnumber11d6pts4', ['a', 'bech32m', 0], /^a text of 91 characters/], // prettier-ignore
  ['\u00201nwldj5', ['a', 'bech32', 0], /^expected a before the last 1, found " "$/],
  ['\u007f1axkwrx', ['a', 'bech32', 0], /^expected a before the last 1/],
  ['\u00801eym55h', ['a', 'bech32', 0], /^expected a before the last 1/],
  ['pzry9x0s0muk', ['p', 'bech32', 0], /^expected p before the last 1, found ""$/],
  ['1pzry9x0s0muk', ['p', 'bech32', 0], /^expected p before the last 1, found ""$/],
  ['x1b4n0q5v', ['x', 'bech32', 0], /^expected bech32, found "b"/],
  ['li1dgmt3', ['li', 'bech32', 0], /^the checksum is too short$/],
  ['de1lg7wt\u00ff', ['de', 'bech32', 0], /^expected bech32, found "ÿ"/],
  ['A1G7SGD8', ['a', 'bech32', 0], /^the checksum is wrong$/],
  ['10a06t8', ['a', 'bech32', 0], /found ""$/],
  ['1qzzfhee', ['a', 'bech32', 0], /found ""$/],
  ['\u00201xj0phk', ['a', 'bech32m', 0], /found " "$/],
  ['\u007f1g6xzxy', ['a', 'bech32m', 0], /^expected a before/],
  ['\u00801vctc34', ['a', 'bech32m', 0], /^expected a before/],
  ['qyrz8wqd2c9m', ['q', 'bech32m', 0], /found ""$/],
  ['1qyrz8wqd2c9m', ['q', 'bech32m', 0], /found ""$/],
  ['y1b0jsk6g', ['y', 'bech32m', 0], /^expected bech32, found "b"/],
  ['lt1igcx5c0', ['lt', 'bech32m', 0], /^expected bech32, found "i"/],
  ['in1muywd', ['in', 'bech32m', 0], /^the checksum is too short$/],
  ['mm1crxm3i', ['mm', 'bech32m', 0], /^expected bech32, found "i"/],
  ['au1s5cgom', ['au', 'bech32m', 0], /^expected bech32, found "o"/],
  ['M1VUXWEZ', ['m', 'bech32m', 0], /^the checksum is wrong$/],
  ['16plkw9', ['m', 'bech32m', 0], /found ""$/],
  ['1p2gdwpf', ['m', 'bech32m', 0], /found ""$/],
  ['tc1qw508d6qejxtdg4y5r3zarvary0c5xw7kg3g4ty', ['tb', 'bech32', 1], /^expected tb before the last 1, found "tc"$/], // prettier-ignore
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', ['bc', 'bech32', 1], /^the checksum is wrong$/],
  ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sL5k7', ['tb', 'bech32', 1], /^small and capital letters are mixed$/], // prettier-ignore
  ['bc1zw508d6qejxtdg4y5r3zarvaryvqyzf3du', ['bc', 'bech32', 1], /^the bits at the end are no bytes$/],
  ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3pjxtptv', ['tb', 'bech32', 1], /^the bits at the end are no bytes$/], // prettier-ignore
  ['bc1gmk9yu', ['bc', 'bech32', 1], /^expected 1 values or more, found 0$/],
  ['tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut', ['bc', 'bech32m', 1], /found "tc"$/],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', ['bc', 'bech32m', 1], /^the checksum is wrong$/], // prettier-ignore
  ['tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf', ['tb', 'bech32m', 1], /^the checksum is wrong$/], // prettier-ignore
  ['BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL', ['bc', 'bech32m', 1], /^the checksum is wrong$/], // prettier-ignore
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh', ['bc', 'bech32', 1], /^the checksum is wrong$/],
  ['tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47', ['tb', 'bech32', 1], /^the checksum is wrong$/], // prettier-ignore
  ['bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4', ['bc', 'bech32m', 1], /^expected bech32, found "o"/], // prettier-ignore
  ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq', ['tb', 'bech32m', 1], /^small and capital letters are mixed$/], // prettier-ignore
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf', ['bc', 'bech32m', 1], /^the bits at the end are no bytes$/], // prettier-ignore
  ['tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j', ['tb', 'bech32m', 1], /^the bits at the end are no bytes$/], // prettier-ignore
]

await t.test('bech32 as BIP 173 and BIP 350 have it', t => {
  for (const [written, form, digits] of [...strings, ...addresses]) {
    t.equal(valueOf(decode(written, form)), digits, written)
    t.equal(valueOf(encode(digits, form)), written.toLowerCase(), digits)
    const [prefix, checksum, values] = form
    const other = checksum === 'bech32' ? 'bech32m' : 'bech32'
    t.equal(why(decode(written, [prefix, other, values])), 'impossible: the checksum is wrong', written)
  }
  for (const [written, form, message] of invalid) {
    const [, found = ''] = /^impossible: (.*)$/.exec(why(decode(written, form))) ?? []
    t.match(found, message, JSON.stringify(written))
  }
  t.equal(why(encode('20', ['bc', 'bech32', 1])), 'impossible: 32 does not fit in five bits')
  t.equal(why(encode('', ['bc', 'bech32', 1])), 'impossible: expected 1 bytes or more, found 0')
  t.equal(
    why(encode('00'.repeat(60), ['bc', 'bech32', 0])),
    'impossible: a text of 105 characters, of at most 90',
  )
  t.end()
})

const alice = 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'

/** Alice, of Substrate's well-known keys, in networks of one byte and of two; then addresses of the networks' users. */
const ss58: readonly (readonly [account: string, prefix: number, written: string])[] = [
  [alice, 42, '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'],
  ['8eaf04151687736326c9fea17e25fc5287613693c912909cb226aa4794f26a48', 42, '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'], // prettier-ignore
  [alice, 64, 'cEaNSpz4PxFcZ7nT1VEKrKewH67rfx6MfcM6yKojyyPz7qaqp'],
  [alice, 255, 'yGHXkYLYqxijLKKfd9Q2CB9shRVu8rPNBS53wvwGTutYg4zTg'],
  [alice, 256, 'VByeGLMtP8r8BYQpNX1sb2VtAW8GYCbtFAeXJwsA2ur3MNRdq'],
  [alice, 16_383, 'yNa8JpqfFB3q8A29rCwSgxvdU94ufJw2yKKxDgznS5m1PoFvn'],
  ['2534454d30f8a028e42654d6b535e0651d1d026ddf115cef59ae1dd71bae074e', 0, '1qnJN7FViy3HZaxZK9tGAA71zxHSBeUweirKqCaox4t8GT7'], // prettier-ignore
  ['2534454d30f8a028e42654d6b535e0651d1d026ddf115cef59ae1dd71bae074e', 2, 'DR6pMC4GJiVbgPtNNuw1xgxJyEsYYuXKXq7ZCVBjfFrh3V5'], // prettier-ignore
  ['79d1b9f483f005398e8a9ffa6378990a6d302b882848220dfa68a50b6f2090f2', 10, '23dKgUghw8q96xGPCybiSRDkbNJMxNK7riGoEvo4GyxFdSAe'], // prettier-ignore
  ['67ea0d6b7afce2a7328ab537decba8c6eaa998fc61c07908e74fca438b658195', 51, '68VteHnLQhPF2qFiB1EbuHSSUjqVV1cU8rskmAuwXirJHARU'], // prettier-ignore
]

await t.test('SS58 as Substrate has it', t => {
  for (const [account, prefix, written] of ss58) {
    t.equal(valueOf({ text_ss58: [hex(account), prefix] }), written)
    t.equal(valueOf({ bytes_ss58: [written, prefix] }), account)
    t.equal(
      why({ bytes_ss58: [written, prefix ^ 1] }),
      `impossible: the address is of another network than ${prefix ^ 1}`,
    )
  }
  const written = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
  t.equal(why({ bytes_ss58: [`${written.slice(0, -1)}Z`, 42] }), 'impossible: the checksum is wrong')
  t.match(why({ bytes_ss58: ['0', 42] }), /expected base58/)
  t.equal(why({ bytes_ss58: ['', 42] }), 'impossible: the address is of another network than 42')
  t.equal(why({ text_ss58: ['$bytes', 42] }), 'impossible: an account has 32 or 33 bytes, found 2')
  const short = { bytes_ss58: [{ text_base58: hex(`2a${'00'.repeat(6)}`) }, 42] }
  t.equal(why(short), 'impossible: an account has 32 or 33 bytes, found 4')
  // 42, written in two bytes.
  const wide = { text_base58: hex(`4a80${alice}0000`) }
  t.equal(why({ bytes_ss58: [wide, 42] }), 'impossible: the address is of another network than 42')
  t.end()
})

await t.test('UUIDs as RFC 9562 has them', t => {
  // Sections 4, 5.9 and 5.10, then appendix A.1 to A.6 and B.1, B.2: one of each version.
  const uuids = [
    'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
    '00000000-0000-0000-0000-000000000000',
    'ffffffff-ffff-ffff-ffff-ffffffffffff',
    'c232ab00-9414-11ec-b3c8-9f6bdeced846',
    '5df41881-3aed-3515-88a7-2f4a814cf09e',
    '919108f7-52d1-4320-9bac-f847db4148a8',
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
    '1ec9414c-232a-6b00-b3c8-9f6bdeced846',
    '017f22e2-79b0-7cc3-98c4-dc0c0c07398f',
    '2489e9ad-2ee2-8e00-8ec9-32d5f69181c0',
    '5c146b14-3c52-8afd-938a-375d0df1fbf6',
  ]
  check(
    t,
    uuids.map(uuid => [uuid.replaceAll('-', ''), uuid] as const),
    'uuid',
  )
  t.equal(compute({ bytes_uuid: '$text' }, { text: text(uuids[0] ?? '') }).type, '16 bytes')
  t.equal(compute({ bytes_utf8: { text_uuid: { slice: ['$digest', 0, 16] } } }).type, '36 bytes')
  for (const bad of [
    '',
    'F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6',
    `{${uuids[1]}}`,
    '0'.repeat(32),
    `urn:uuid:${uuids[1]}`,
    `${uuids[1]}\n`,
  ])
    // prettier-ignore
    t.match(why({ bytes_uuid: bad }), /^impossible: expected a UUID like .*, in small letters$/, bad)
  t.equal(why({ text_uuid: '$bytes' }), 'impossible: expected 16 bytes, found 2')
  t.end()
})

await t.test('ULIDs as their specification has them', t => {
  const largest = '7ZZZZZZZZZZZZZZZZZZZZZZZZZ'
  check(
    t,
    [
      ['00'.repeat(16), '0'.repeat(26)],
      ['ff'.repeat(16), largest],
      // python3: sum of "0123456789ABCDEFGHJKMNPQRSTVWXYZ".index(c) * 32 ** place
      ['01563e3ab5d3d6764c61efb99302bd5b', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
      ['015f4bffcd735334ada78edc1d4a6f1f', '01BX5ZZKBKACTAV9WEVGEMMVRZ'],
      ['015f4bffcd735334ada78edc1d4a6f20', '01BX5ZZKBKACTAV9WEVGEMMVS0'],
    ],
    'ulid',
  )
  const time = (ulid: string): PlainValue => valueOf({ integer_be: { slice: [{ bytes_ulid: ulid }, 0, 6] } })
  t.equal(time(largest), 2 ** 48 - 1, 'the last time of the specification')
  t.equal(time('01ARZ3NDEKTSV4RRFFQ69G5FAV'), 1_469_922_850_259)
  t.equal(compute({ bytes_ulid: '$text' }, { text: text(largest) }).type, '16 bytes')
  t.equal(why({ bytes_ulid: '8ZZZZZZZZZZZZZZZZZZZZZZZZZ' }), 'impossible: a ULID begins with 0 to 7, found 8')
  t.equal(why({ bytes_ulid: '7ZZ' }), 'impossible: expected the 26 characters of a ULID, found 3')
  for (const bad of ['I', 'L', 'O', 'U', 'z', '-', 'é'])
    t.match(why({ bytes_ulid: `0${bad}`.padEnd(26, '0') }), /^impossible: expected a ULID, found /, bad)
  t.equal(why({ text_ulid: '$bytes' }), 'impossible: expected 16 bytes, found 2')
  t.end()
})

await t.test('property: what is written is read back, and any text that is read is written so', t => {
  const back = (name: string, input: Uint8Array, more: readonly Expression[] = []): boolean => {
    const values = { bytes: bytes(input) }
    const args = (from: Expression): Expression => (more.length === 0 ? from : [from, ...more])
    const expression = { [`bytes_${name}`]: args({ [`text_${name}`]: args('$bytes') }) }
    return compute(expression, values).value === encodeHex(input)
  }
  const sixteen = fc.uint8Array({ minLength: 16, maxLength: 16 })
  const letters = fc.string({ unit: fc.constantFrom('1', '2', 'A', 'z', 'o'), maxLength: 30 })
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 40 }),
        sixteen,
        fc.uint8Array({ minLength: 32, maxLength: 33 }),
        fc.nat(16_383),
        letters,
        (any, id, account, prefix, written) => {
          const form = { prefix: 'x', checksum: 'bech32m', values: 0 }
          const ofAny = { bytes_bech32: { text: { text_bech32: { bytes: '$bytes', ...form } }, ...form } }
          return (
            back('base58', any) &&
            back('base58check', any) &&
            compute(ofAny, { bytes: bytes(any) }).value === encodeHex(any) &&
            back('uuid', id) &&
            back('ulid', id) &&
            back('ss58', account, [prefix]) &&
            valueOf({ text_base58: { bytes_base58: written } }) === written
          )
        },
      ),
      { numRuns: runs },
    )
  })
  t.end()
})

const form = { prefix: 'bc', checksum: 'bech32', values: 1 }
const prefixed = 'expected what stands before the 1, without capital letters, written in the recipe'
const wrong: readonly (readonly [expression: Expression, pointer: string, message: string])[] = [
  ...Object.keys(encodingOperations)
    .filter(name => /58$|58check$|u.id$/.test(name) && !name.includes('ss58'))
    .map(name => {
      const [wanted, given] = name.startsWith('text') ? ['bytes', 'text'] : ['text', 'bytes']
      return [{ [name]: `$${given}` }, `/${name}`, `expected ${wanted}, found ${given}`] as const
    }),
  [{ text_ss58: '$bytes' }, '/text_ss58', 'text_ss58 takes an array of bytes and the prefix of a network'],
  [
    { bytes_ss58: '$text' },
    '/bytes_ss58',
    'bytes_ss58 takes an array of an address and the prefix of a network',
  ],
  [{ text_ss58: ['$text', 42] }, '/text_ss58/0', 'expected bytes, found text'],
  [
    { text_ss58: ['$bytes', 16_384] },
    '/text_ss58/1',
    'expected a number from 0 to 16383, written in the recipe',
  ],
  [
    { text_bech32: '$bytes' },
    '/text_bech32',
    'text_bech32 takes an object with bytes, prefix, checksum, values',
  ],
  [{ text_bech32: { ...form, bytes: '$text' } }, '/text_bech32/bytes', 'expected bytes, found text'],
  [{ bytes_bech32: { ...form, text: '$bytes' } }, '/bytes_bech32/text', 'expected text, found bytes'],
  ...['', 'BC', '$bc', 'b c', 'é', 'x'.repeat(84), 5].map(
    prefix =>
      [{ text_bech32: { ...form, bytes: '$bytes', prefix } }, '/text_bech32/prefix', prefixed] as const,
  ),
  [{ text_bech32: { ...form, bytes: '$bytes', checksum: 'BECH32' } }, '/text_bech32/checksum', 'expected "bech32" or "bech32m"'], // prettier-ignore
  [{ text_bech32: { ...form, bytes: '$bytes', values: 83 } }, '/text_bech32/values', 'expected a number from 0 to 82, written in the recipe'], // prettier-ignore
]

await t.test('an argument that does not fit is refused where it stands', t => {
  for (const [expression, pointer, message] of wrong) {
    const error = refusal(() => compute(expression))
    t.strictSame(
      [error?.code, error?.where.pointer, error?.message],
      ['recipe-type', `/steps/x${pointer}`, message],
      JSON.stringify(expression),
    )
  }
  t.end()
})

await t.test('long base58 ends at once', t => {
  const start = process.cpuUsage().user
  const values = { text: text('z'.repeat(1_000_000)), bytes: bytes(new Uint8Array(1_000_000).fill(255)) }
  for (const expression of [
    { bytes_base58: '$text' },
    { text_base58: '$bytes' },
    { bytes_base58check: '$text' },
    { bytes_ss58: ['$text', 0] },
  ])
    // prettier-ignore
    t.match(endOf(() => compute(expression, values)), /^bound: /)
  t.ok(process.cpuUsage().user - start < 1_000_000)
  t.end()
})
