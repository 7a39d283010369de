import t from 'tap'
import { decodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import {
  encodeReceipt,
  hashNonce,
  hashWithdrawn,
  parseReceipt,
  parseReceiptFile,
  readReceipt,
  receiptType,
  type Receipt,
} from '../../src/model/receipt.js'
import { canonicalize } from '../../src/core/canonical.js'
import { hashLeaf, hex, sha256, treeRoot, unhex } from '../protocol/second-opinion.js'

const receipt: Receipt = {
  type: 'receipt',
  raffle_id: '49638a53-01d5-4ea0-96bc-887c4448c4f3',
  commitment: `sha256:${'ab'.repeat(32)}`,
  operator: 'Example Raffles',
  entry_id: '10000',
  kind: 'paid',
  nonce_hash: 'cd'.repeat(32),
  issued_at_utc: '2026-11-20T16:15:00+00:00',
}

await t.test('a receipt is read back as it was written', t => {
  t.strictSame(parseReceipt(encodeReceipt(receipt)), receipt)
  const bare = { ...receipt }
  Reflect.deleteProperty(bare, 'nonce_hash')
  t.strictSame(parseReceipt(encodeReceipt(bare)), bare)
  t.end()
})

const bad: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'another type': { type: 'commitment' },
  'a raffle that is no UUID': { raffle_id: '49638A53-01D5-4EA0-96BC-887C4448C4F3' },
  'a digest without its prefix': { commitment: 'ab'.repeat(32) },
  'an operator without a name': { operator: '' },
  'an entry without an id': { entry_id: '' },
  'an entry with a control character': { entry_id: 'a\nb' },
  'an entry that is too long': { entry_id: 'é'.repeat(65) },
  'a kind that is none': { kind: 'gratis' },
  'a nonce hash in upper case': { nonce_hash: 'CD'.repeat(32) },
  'a nonce hash that is null': { nonce_hash: null },
  'a local time': { issued_at_utc: '2026-11-20T16:15:00+01:00' },
  'a day that is none': { issued_at_utc: '2026-02-30T16:15:00+00:00' },
  'a member more': { note: 'hello' },
}

await t.test('what is no receipt is refused', t => {
  for (const [name, change] of Object.entries(bad)) {
    const payload = encodeUtf8(canonicalize({ ...receipt, ...change }))
    t.throws(() => parseReceipt(payload), { code: 'receipt-invalid' }, name)
  }
  const text = Buffer.from(encodeReceipt(receipt)).toString()
  for (const other of [
    text.replace(/"commitment":"[^"]*",/, ''),
    ` ${text}`,
    text.replace(':', ': '),
    `${text}\n`,
    text.slice(0, -1),
    '[]',
    '',
  ]) {
    t.throws(() => parseReceipt(encodeUtf8(other)), { code: 'receipt-invalid' }, other)
  }
  t.end()
})

await t.test('a file with a receipt is one envelope, and only an envelope of its type has a receipt', t => {
  const payload = encodeReceipt(receipt)
  const signature = new Uint8Array(64)
  t.strictSame(readReceipt({ payloadType: receiptType, payload, signature }), receipt)
  const other = readReceipt({ payloadType: `${receiptType}x`, payload, signature })
  t.match(other, { code: 'receipt-invalid' })
  for (const value of [null, [], {}, { payload: '', payloadType: receiptType, signatures: [] }]) {
    t.throws(() => parseReceiptFile(value), { code: 'receipt-invalid' }, JSON.stringify(value))
  }
  t.end()
})

await t.test('nonces and the root over withdrawn receipts', t => {
  const nonce = decodeHex('00112233445566778899aabbccddeeff')
  t.equal(hashNonce(nonce), hex(sha256(nonce)))
  const withdrawn = [{ digest: unhex('01'.repeat(32)), nonce }, { digest: unhex('02'.repeat(32)) }]
  const leaves = [`${'01'.repeat(32)}${hex(nonce)}`, '02'.repeat(32)].map(data => hashLeaf(unhex(data)))
  t.equal(hex(hashWithdrawn(withdrawn)), hex(treeRoot(leaves)))
  t.end()
})
