import { readFileSync } from 'node:fs'
import t from 'tap'
import { bitsOf, retarget, targetOf, workOf } from '../../../src/core/blocks/bitcoin.js'
import { parseHeaders } from '../../../src/core/blocks/headers.js'
import { shippedPins } from '../../../src/core/blocks/pins.js'

const read = (name: string): Buffer => readFileSync(`fixtures/headers/${name}`)
const pinAt = (chain: string, height: number): string | undefined =>
  shippedPins(chain).find(pin => pin.height === height)?.hash

// github.com/EthanYuan/ckb-bitcoin-spv-testdata at df333093, main-chain/headers: the first and last header of each period.
await t.test('412 real retargets of Bitcoin, and the pins at their ends', t => {
  const [first, ...rest] = parseHeaders(read('bitcoin-retargets.bin'))
  t.equal(first?.hash, pinAt('bitcoin', 0))
  let began = first?.time ?? 0
  let checked = 0
  for (let at = 0; at + 1 < rest.length; at += 2) {
    const [last, next] = [rest[at], rest[at + 1]]
    const height = 2015 + at * 1008
    t.equal(last?.hash, pinAt('bitcoin', height))
    t.equal(next?.bits, shippedPins('bitcoin').find(pin => pin.height === height)?.nextBits)
    if (retarget(last?.bits ?? 0, began, last?.time ?? 0) === next?.bits) checked += 1
    t.ok(last && (workOf(last) ?? 0n) > 0n)
    began = next?.time ?? 0
  }
  t.equal(checked, 413)
  t.end()
})

await t.test('compact bits as Bitcoin Core reads them', t => {
  t.equal(targetOf(0x1d00ffff), 0xffffn << 208n)
  for (const bits of [0, 0x01003456, 0x1d800001, 0x1e00ffff, 0x21000001]) t.equal(targetOf(bits), undefined)
  for (const bits of [0x1d00ffff, 0x1b0404cb, 0x17034219]) t.equal(bitsOf(targetOf(bits) ?? 0n), bits)
  t.equal(bitsOf(0x80n), 0x02008000)
  t.equal(retarget(0x1d00ffff, 0, 10_000_000), 0x1d00ffff)
  t.equal(retarget(0x1b0404cb, 0, 1), bitsOf((targetOf(0x1b0404cb) ?? 0n) / 4n))
  t.end()
})

// github.com/ethereum/portal-spec-tests at 938744a8, tests/mainnet/history.
await t.test('real headers of Ethereum from before London to Prague', t => {
  const headers = parseHeaders(read('ethereum-forks.hex'))
  const at = (height: number): string | undefined => headers.find(one => one.height === height)?.hash
  const before = (height: number): string | undefined => headers.find(one => one.height === height)?.previous
  for (const height of [15537393, 17034869, 19426586, 22431083]) t.equal(before(height + 1), at(height))
  const ten = parseHeaders(read('ethereum-1000001-1000010.hex'))
  t.same(
    ten.map(({ height }) => height),
    Array.from({ length: 10 }, (_, index) => 1000001 + index),
  )
  ten.slice(1).forEach((header, index) => {
    t.equal(header.previous, ten[index]?.hash)
  })
  t.end()
})

await t.test('each form that nodes give is the same headers', t => {
  const raw = read('bitcoin-retargets.bin').subarray(0, 240)
  const expected = parseHeaders(raw)
  const hex = raw.toString('hex')
  const lines = hex.match(/.{160}/g) ?? []
  const forms = [
    hex,
    lines.join('\r\n'),
    JSON.stringify(lines),
    JSON.stringify({ result: { count: 3, hex }, id: 1 }),
    lines.map(line => JSON.stringify({ result: line })).join('\n'),
  ]
  for (const form of forms) t.same(parseHeaders(Buffer.from(form)), expected)
  const rlp = read('ethereum-1000001-1000010.hex').toString().replace(/\s|0x/g, '')
  t.same(parseHeaders(Buffer.from(rlp, 'hex')), parseHeaders(read('ethereum-1000001-1000010.hex')))
  t.end()
})

await t.test('a block in JSON hashes to what it says', t => {
  // Ethereum's genesis, as eth_getBlockByNumber has it.
  const zeros = (bytes: number): string => `0x${'00'.repeat(bytes)}`
  const empty = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421'
  const genesis = {
    hash: `0x${pinAt('ethereum', 0) ?? ''}`,
    parentHash: zeros(32),
    sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
    miner: zeros(20),
    stateRoot: '0xd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544',
    transactionsRoot: empty,
    receiptsRoot: empty,
    logsBloom: zeros(256),
    difficulty: '0x400000000',
    number: '0x0',
    gasLimit: '0x1388',
    gasUsed: '0x0',
    timestamp: '0x0',
    extraData: '0x11bbe8db4e347b4e8c937c1c8370e4b5ed33adb3db69cbdb7a38e1e50b1b82fa',
    mixHash: zeros(32),
    nonce: '0x0000000000000042',
    baseFeePerGas: null,
  }
  const parse = (value: object): unknown => parseHeaders(Buffer.from(JSON.stringify(value)))
  t.match(parse({ result: genesis }), [{ hash: pinAt('ethereum', 0), height: 0 }])
  const names = Object.keys(genesis).filter(name => !['hash', 'baseFeePerGas'].includes(name))
  for (const name of names) {
    const value = genesis[name as keyof typeof genesis] ?? ''
    const changed = `${value.slice(0, -1)}${value.endsWith('1') ? '2' : '1'}`
    t.throws(() => parse({ ...genesis, [name]: changed }), {
      code: 'headers-invalid',
      message: /header 1: its hash is/,
    })
    t.throws(() => parse({ ...genesis, [name]: undefined }), {
      code: 'headers-invalid',
      message: `header 1: it has no ${name}`,
    })
  }
  t.throws(() => parse({ ...genesis, requestsHash: zeros(32) }), {
    message: /requestsHash and no baseFeePerGas/,
  })
  t.end()
})

await t.test('what is no header is refused', t => {
  const bad = ['', '00', 'zz', '{}', '[]', '{"error":{"code":-5}}', '17', '"abc"']
  for (const text of bad) t.throws(() => parseHeaders(Buffer.from(text)), { name: 'DrawauditError' })
  t.throws(() => parseHeaders(new Uint8Array(81)), { code: 'headers-invalid', message: /81 bytes/ })
  t.throws(() => parseHeaders(new Uint8Array(80 * 100_001)), {
    code: 'headers-invalid',
    message: /more than 100000/,
  })
  t.end()
})
