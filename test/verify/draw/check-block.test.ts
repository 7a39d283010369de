import { readFileSync } from 'node:fs'
import t from 'tap'
import { retarget } from '../../../src/core/blocks/bitcoin.js'
import { parseHeaders } from '../../../src/core/blocks/headers.js'
import type { BlockHeader } from '../../../src/core/blocks/header.js'
import { shippedPins } from '../../../src/core/blocks/pins.js'
import { parseJson } from '../../../src/core/json.js'
import { emptyTrust, type TrustRoot } from '../../../src/model/trust.js'
import { parsePublishedDraw } from '../../../src/model/published-draw.js'
import { parseRecipe } from '../../../src/recipe/recipe.js'
import { indexHeaders } from '../../../src/verify/draw/block-headers.js'
import { checkBlockWork } from '../../../src/verify/draw/block-work.js'
import { checkBlock } from '../../../src/verify/draw/check-block.js'
import { verifyPublished } from '../../../src/verify/draw/verify-published.js'
import { refusal } from '../../recipe/build.js'

// Blocks 824,544 to 826,580: github.com/EthanYuan/ckb-bitcoin-spv-testdata at df333093, main-chain/headers/continuous.
const first = 824_544
const raw = new Uint8Array(readFileSync('fixtures/headers/bitcoin-824544-826580.bin'))
const headers = parseHeaders(raw)
const hashAt = (height: number): string => headers[height - first]?.hash ?? ''
const drawn = 824_970

const check = (hash: string, given: readonly BlockHeader[], height = drawn): ReturnType<typeof checkBlock> =>
  checkBlock({ chain: 'bitcoin', height: BigInt(height), hash }, emptyTrust, given)

await t.test('headers lead from a block up to the pin above it', t => {
  t.match(check(hashAt(drawn), headers), { status: 'proven', code: 'block-linked' })
  t.match(check(hashAt(drawn), [...headers].reverse()), { status: 'proven' })
  t.match(check(hashAt(drawn), headers.slice(drawn - first + 1)), { status: 'proven' })
  t.match(check(hashAt(drawn + 1), headers), {
    status: 'refuted',
    code: 'block-differs',
    expected: hashAt(drawn),
  })
  t.match(check(hashAt(drawn), headers, drawn + 1), { status: 'refuted' })
  t.match(check(hashAt(drawn), []), {
    code: 'block-unpinned',
    because: /from block 824,970 to block 826,559/,
  })
  const gap = headers.filter(({ hash }) => hash !== hashAt(825_000))
  t.match(check(hashAt(drawn), gap), {
    code: 'headers-short',
    because: /down to block 825,001, and that of block 825,000/,
  })
  t.end()
})

await t.test('a pin at the height itself decides', t => {
  t.match(check(hashAt(826_559), [], 826_559), { status: 'proven', code: 'block-pinned' })
  t.match(check(hashAt(drawn), [], 826_559), { status: 'refuted', code: 'block-differs' })
  t.end()
})

await t.test('a pin of the auditor’s that the headers contradict decides nothing', t => {
  const pinning = (height: number, hash: string): TrustRoot => ({
    ...emptyTrust,
    blocks: [{ chain: 'bitcoin', height, hash }],
  })
  const under = (height: number, pinned: string, named: string, at = drawn): ReturnType<typeof checkBlock> =>
    checkBlock({ chain: 'bitcoin', height: BigInt(at), hash: named }, pinning(height, pinned), headers)
  const cases = [
    under(825_000, hashAt(824_999), hashAt(drawn), drawn + 1),
    under(drawn, hashAt(drawn + 1), hashAt(drawn)),
    under(825_000, hashAt(drawn + 1), hashAt(drawn)),
  ]
  for (const ending of cases) {
    t.match(ending, {
      status: 'not-provable',
      code: 'block-unpinned',
      because: /^your trust file pins another block/,
    })
  }
  t.match(under(825_000, hashAt(825_000), hashAt(drawn)), {
    status: 'proven',
    because: /pinned by your trust file$/,
  })
  const alone = checkBlock(
    { chain: 'bitcoin', height: BigInt(drawn), hash: hashAt(drawn) },
    pinning(drawn, hashAt(first)),
    [],
  )
  t.match(alone, { status: 'refuted', because: /pinned by your trust file, unless that pin is wrong$/ })
  t.match(check(hashAt(drawn), headers.slice(0, 1000)), {
    code: 'headers-short',
    because:
      /^of the 1,000 headers that were given none is that of block 826,559, with the hash [0-9a-f]{64}; give/,
  })
  t.end()
})

await t.test('no bit of a header above the block can be changed', t => {
  const at = 80 * (825_100 - first)
  for (let byte = 0; byte < 80; byte += 1) {
    const changed = raw.slice()
    changed[at + byte] = (changed[at + byte] ?? 0) ^ (1 << (byte % 8))
    const ending = check(hashAt(drawn), parseHeaders(changed))
    t.match(ending, { status: 'not-provable', code: 'headers-short' }, `byte ${byte}`)
  }
  t.end()
})

const base = shippedPins('bitcoin').find(({ height }) => height === first - 1)
if (base === undefined) throw new Error('the period ends there')
const work = (
  hash: string,
  given: readonly BlockHeader[],
  height = drawn,
  pin = base,
): ReturnType<typeof checkBlock> => checkBlockWork(height, hash, pin, indexHeaders([...given]), 'pinned')

await t.test('above the highest pin work counts, with six blocks on top', t => {
  const upTo = (height: number): readonly BlockHeader[] => headers.slice(0, height - first + 1)
  t.match(work(hashAt(drawn), upTo(drawn + 6)), {
    status: 'proven',
    code: 'block-worked',
    because: /6 blocks on top/,
  })
  t.match(work(hashAt(drawn), upTo(drawn + 5)), { code: 'headers-short', because: /5 blocks follow it/ })
  t.match(work(hashAt(drawn), []), { code: 'block-unpinned' })
  t.match(work(hashAt(drawn + 1), headers), { status: 'not-provable', code: 'headers-other' })
  // Past the retarget of block 826,560.
  t.match(work(hashAt(826_570), headers, 826_570), { status: 'proven' })
  const { nextBits, ...bare } = base
  t.ok(nextBits)
  t.match(work(hashAt(drawn), headers, drawn, bare), {
    status: 'not-provable',
    code: 'headers-broken',
    because: /from block 822,528 on/,
  })
  t.end()
})

await t.test('work that was not done does not count', t => {
  const tail = headers.slice(0, drawn - first)
  const forged = (bits: number): BlockHeader[] => {
    const chain: BlockHeader[] = []
    let previous = hashAt(drawn - 1)
    for (let at = 0; at < 9; at += 1) {
      const hash = (at + 1).toString(16).padStart(64, 'f')
      chain.push({ chain: 'bitcoin', hash, previous, time: 1_700_000_000, bits })
      previous = hash
    }
    return chain
  }
  const bits = headers[0]?.bits ?? 0
  for (const [one, because] of [
    [bits, /does not reach its target/],
    [0x1d00ffff, /has the bits 1d00ffff/],
    [0x207fffff, /has the bits/],
  ] as const) {
    const chain = forged(one)
    t.match(work(chain[0]?.hash ?? '', [...tail, ...chain]), {
      status: 'not-provable',
      code: 'headers-broken',
      because,
    })
  }
  // A wrong retarget: the header of block 826,560 with the bits of the period before.
  const wrong = headers.map((header, at) => (at === 826_560 - first ? { ...header, bits } : header))
  t.match(work(hashAt(826_565), wrong, 826_565), { status: 'not-provable', because: /rule of difficulty/ })
  t.end()
})

await t.test(
  'a header that is dated far ahead makes the blocks after it cheap, and they count for no more',
  t => {
    const bits = headers[0]?.bits ?? 0
    const began = headers[0]?.time ?? 0
    const time = began + 8 * 14 * 86_400
    const easier = retarget(bits, began, time) ?? 0
    const real = headers.slice(0, 826_559 - first)
    const forged = [bits, ...Array<number>(40).fill(easier)].map((one, at, all) => ({
      chain: 'bitcoin' as const,
      hash: (at + 1).toString(16).padStart(64, '0'),
      previous: at === 0 ? hashAt(826_558) : at.toString(16).padStart(64, '0'),
      time,
      bits: all[at] ?? one,
    }))
    const drawnThere = forged[1]?.hash ?? ''
    t.match(work(drawnThere, [...real, ...forged.slice(0, 9)], 826_560), {
      status: 'not-provable',
      code: 'headers-short',
      because: /took less work than 6 of the hardest blocks/,
    })
    t.match(work(drawnThere, [...real, ...forged], 826_560), { status: 'proven' }, 'where as much was done')
    t.end()
  },
)

await t.test('an old pin is no base: a fork from it would cost nothing', t => {
  t.match(check('00'.repeat(32), parseHeaders(readFileSync('fixtures/headers/bitcoin-retargets.bin')), 3), {
    status: 'not-provable',
    code: 'headers-short',
    because: /to block 2,015/,
  })
  t.end()
})

await t.test(
  'Ethereum and other chains take pins, and what contradicts drawaudit’s counts for nothing',
  t => {
    const ten = parseHeaders(readFileSync('fixtures/headers/ethereum-1000001-1000010.hex'))
    const top = ten.at(-1)
    const trusting = (chain: string, height: number, hash: string): TrustRoot => ({
      ...emptyTrust,
      blocks: [{ chain, height, hash }],
    })
    const trust = trusting('ethereum', 1_000_010, top?.hash ?? '')
    const block = { chain: 'ethereum', height: 1_000_000n, hash: ten[0]?.previous ?? '' }
    t.match(checkBlock(block, trust, ten), { status: 'proven', code: 'block-linked' })
    t.match(checkBlock(block, trust, ten.slice(1)), { code: 'headers-short' })
    t.match(checkBlock(block, emptyTrust, ten), { status: 'not-provable', code: 'headers-short' })
    t.match(checkBlock({ ...block, height: 1_000_001n }, trust, ten), { status: 'refuted' })
    // A pin with a wrong height.
    t.match(checkBlock(block, trusting('ethereum', 1_000_011, top?.hash ?? ''), ten), {
      status: 'not-provable',
    })
    const last = { chain: 'ethereum', height: 99_999_999n, hash: block.hash }
    t.match(checkBlock(last, emptyTrust, ten), { status: 'not-provable', code: 'block-unpinned' })
    const iotex = { chain: 'iotex', height: 5n, hash: 'ab'.repeat(32) }
    t.match(checkBlock(iotex, emptyTrust, []), { status: 'not-provable' })
    t.match(checkBlock(iotex, trusting('iotex', 5, iotex.hash), []), {
      status: 'proven',
      code: 'block-pinned',
    })
    t.match(checkBlock(iotex, trusting('iotex', 6, iotex.hash), ten), { status: 'not-provable' })
    t.match(checkBlock(iotex, trusting('iotex', 5, 'cd'.repeat(32)), []), { status: 'refuted' })
    const contrary = trusting('bitcoin', 826_559, 'ab'.repeat(32))
    for (const height of [BigInt(drawn), 826_559n]) {
      const named = { chain: 'bitcoin', height, hash: hashAt(Number(height)) }
      t.match(checkBlock(named, contrary, headers), {
        status: 'not-provable',
        because: /pins another block 826,559/,
      })
    }
    t.end()
  },
)

await t.test('the draw of HubX with its real headers', t => {
  const read = (path: string) => parseJson(readFileSync(path))
  const recipe = parseRecipe(read('recipes/hubx.json'))
  const draw = parsePublishedDraw(read('fixtures/draws/hubx/worked-example.json'))
  const end = (supply: object): unknown =>
    verifyPublished(draw, recipe, { supply }).subjects[0]?.claims.find(
      ({ id }) => id === 'randomness.genuine',
    )
  t.match(end({ headers }), { status: 'proven', code: 'block-linked' })
  t.match(end({}), { status: 'not-provable', code: 'block-unpinned' })
  t.end()
})

await t.test('a recipe that misuses block is refused, with the place', t => {
  const recipe = JSON.parse(readFileSync('recipes/bitcoin-block.json', 'utf8')) as {
    inputs: Record<string, Record<string, unknown>>
  }
  const change = (members: object, height: object = {}) => {
    const inputs = { ...recipe.inputs }
    inputs['block_hash'] = { ...inputs['block_hash'], ...members }
    inputs['block_height'] = { ...inputs['block_height'], ...height }
    return () => parseRecipe({ ...recipe, inputs } as never)
  }
  const pointerOf = (refused: () => unknown): unknown =>
    (refusal(refused) as { where: { pointer?: string } }).where.pointer
  t.doesNotThrow(change({}))
  t.equal(pointerOf(change({ length: undefined })), '/inputs/block_hash/block')
  t.equal(pointerOf(change({ length: 31 })), '/inputs/block_hash/block')
  t.equal(pointerOf(change({ which: undefined })), '/inputs/block_hash/block')
  t.equal(pointerOf(change({}, { type: 'text', minimum: undefined })), '/inputs/block_hash/which')
  t.throws(change({ block: 'Bitcoin' }), { code: 'recipe-schema' })
  t.end()
})
