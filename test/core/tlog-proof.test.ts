import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { deriveInclusionProof } from '../../src/core/inclusion-proof.js'
import { formatCheckpoint, parseCheckpoint } from '../../src/core/checkpoint.js'
import { derivePublicKey } from '../../src/core/dsse.js'
import { encodeBase64, encodeUtf8 } from '../../src/core/encoding.js'
import { hashLeaf, MerkleTree, verifyInclusion } from '../../src/core/merkle.js'
import {
  createVerifierKey,
  formatNote,
  parseNote,
  signCosignature,
  signNote,
  verifyNote,
} from '../../src/core/note.js'
import { formatTlogProof, parseTlogProof, type TlogProof } from '../../src/core/tlog-proof.js'
import { native } from '../../src/native/engine.js'
import { vectors } from '../vectors.js'
import { refusal } from './refusal.js'

const numRuns = process.env['SLOW'] === '1' ? 20_000 : 167
const hash = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)
const line = (byte: number): string => `${encodeBase64(hash(byte))}\n`

await t.test('proofs', t => {
  const checkpoint = 'a\n5\nroot\n\n— a AAAA\n'
  const proofs: readonly (readonly [string, TlogProof])[] = [
    [`c2sp.org/tlog-proof@v1\nindex 0\n\n${checkpoint}`, { index: 0, proof: [], checkpoint }],
    [
      `c2sp.org/tlog-proof@v1\nindex 73894\n${line(1)}${line(2)}\n${checkpoint}`,
      { index: 73_894, proof: [hash(1), hash(2)], checkpoint },
    ],
    [
      `c2sp.org/tlog-proof@v1\nextra ZXh0cmE=\nindex 9007199254740991\n${line(1)}\n${checkpoint}`,
      { extra: encodeUtf8('extra'), index: 2 ** 53 - 1, proof: [hash(1)], checkpoint },
    ],
  ]
  for (const [text, proof] of proofs) {
    t.strictSame(parseTlogProof(text), proof)
    t.equal(formatTlogProof(proof), text)
  }
  const most = { index: 1, proof: Array.from({ length: 63 }, (_, at) => hash(at)), checkpoint }
  t.strictSame(parseTlogProof(formatTlogProof(most)), most)
  t.equal(formatTlogProof({ extra: new Uint8Array(), index: 0, proof: [], checkpoint }), proofs[0]?.[0])
  t.end()
})

await t.test('what is no proof', t => {
  const good = `c2sp.org/tlog-proof@v1\nextra ZXh0cmE=\nindex 3\n${line(1)}${line(2)}\ncheckpoint\n`
  t.equal(
    refusal(() => parseTlogProof(good)),
    'accepted',
  )
  const bad: Record<string, string> = {
    nothing: '',
    'only a header': 'c2sp.org/tlog-proof@v1\n\ncheckpoint\n',
    'another version': good.replace('@v1', '@v2'),
    'a space after the header': good.replace('@v1', '@v1 '),
    'a byte order mark': `\ufeff${good}`,
    CRLF: good.replaceAll('\n', '\r\n'),
    'no blank line': good.replace('\n\n', '\n'),
    'no checkpoint': good.replace('checkpoint\n', ''),
    'no index': good.replace('index 3\n', ''),
    'the index twice': good.replace('index 3\n', 'index 3\nindex 3\n'),
    'the index first': good.replace('extra ZXh0cmE=\nindex 3\n', 'index 3\nextra ZXh0cmE=\n'),
    'extra twice': good.replace('extra ZXh0cmE=\n', 'extra ZXh0cmE=\nextra ZXh0cmE=\n'),
    'empty extra': good.replace('ZXh0cmE=', ''),
    'extra without a space': good.replace('extra ZXh0cmE=', 'extra'),
    'extra that is not canonical': good.replace('ZXh0cmE=', 'ZXh0cmF='),
    'extra without padding': good.replace('ZXh0cmE=', 'ZXh0cmE'),
    'a short hash': good.replace(line(1), `${encodeBase64(new Uint8Array(31))}\n`),
    'a long hash': good.replace(line(1), `${encodeBase64(new Uint8Array(33))}\n`),
    'two hashes in one line': good.replace(line(1), `${encodeBase64(new Uint8Array(64))}\n`),
    'a space after a hash': good.replace(line(1), line(1).replace('\n', ' \n')),
    '64 hashes': good.replace(line(1), line(1).repeat(63)),
  }
  for (const index of [
    '',
    ' 3',
    '3 ',
    '03',
    '-3',
    '+3',
    '3.0',
    '0x3',
    '9007199254740992',
    '18446744073709551615',
    'x',
  ]) {
    bad[`the index ${index}`] = good.replace('index 3', `index ${index}`)
  }
  for (const [name, text] of Object.entries(bad))
    t.equal(
      refusal(() => parseTlogProof(text)),
      'proof-invalid',
      name,
    )

  const proof: TlogProof = { index: 3, proof: [hash(1)], checkpoint: 'checkpoint\n' }
  for (const change of [
    { index: -1 },
    { index: 0.5 },
    { index: 2 ** 53 },
    { proof: [new Uint8Array(31)] },
    { proof: Array<Uint8Array>(64).fill(hash(1)) },
    { checkpoint: '' },
  ]) {
    t.equal(
      refusal(() => formatTlogProof({ ...proof, ...change })),
      'proof-invalid',
      JSON.stringify(change).slice(0, 60),
    )
  }
  t.end()
})

await t.test('property: a proof that is written is read again', t => {
  const proofs = fc.record(
    {
      extra: fc.uint8Array({ minLength: 1, maxLength: 40 }),
      index: fc.maxSafeNat(),
      proof: fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 63 }),
      checkpoint: fc.string({ minLength: 1 }),
    },
    { requiredKeys: ['index', 'proof', 'checkpoint'], noNullPrototype: true },
  )
  fc.assert(
    fc.property(proofs, proof => {
      t.strictSame(parseTlogProof(formatTlogProof(proof as TlogProof)), proof)
    }),
    { numRuns },
  )
  t.end()
})

// All of it in one: a log, its witness, and somebody who has nothing but two keys and the proof.
await t.test('a proof from a log is verified by whoever has the keys', async t => {
  const secret = (seed: number): Uint8Array => native.hash('sha256', Uint8Array.of(seed))
  const log = createVerifierKey('example.com/log', 'ed25519', derivePublicKey(secret(1)))
  const witness = createVerifierKey('witness.example', 'cosignature/v1', derivePublicKey(secret(2)))
  const leaves: Uint8Array[] = []
  const tree = new MerkleTree(native, (level, _index, hash) => {
    if (level === 0) leaves.push(hash)
  })
  for (let index = 0; index < 200; index += 1) tree.append(hashLeaf(encodeUtf8(`statement-${index}`)))
  const text = formatCheckpoint({ origin: log.name, size: tree.size, root: tree.root() })
  const signatures = [
    signNote(text, log.name, secret(1)),
    signCosignature(text, witness.name, 1_800_000_000, secret(2)),
  ]
  const proof = await deriveInclusionProof(41, tree.size, (_level, start, end) =>
    Promise.resolve(leaves.slice(start, end)),
  )
  const published = formatTlogProof({ index: 41, proof, checkpoint: formatNote({ text, signatures }) })

  const read = parseTlogProof(published)
  const note = parseNote(read.checkpoint)
  t.strictSame(verifyNote(note, [log, witness], native), [
    { key: log },
    { key: witness, time: 1_800_000_000 },
  ])
  const { origin, size, root } = parseCheckpoint(note.text)
  t.equal(origin, 'example.com/log')
  const inclusion = { index: read.index, size, root, proof: read.proof }
  t.ok(verifyInclusion({ ...inclusion, leafHash: hashLeaf(encodeUtf8('statement-41')) }))
  t.notOk(verifyInclusion({ ...inclusion, leafHash: hashLeaf(encodeUtf8('statement-42')) }))
})

const given = vectors('tlog-cosignature/vectors.json')
await t.test(
  'the proofs of tlog-cosignature',
  given ? {} : { skip: 'shared vectors are not here: tlog-cosignature/vectors.json' },
  t => {
    if (given === undefined) return void t.end()
    const { tlog_proof_invalid: invalid } = JSON.parse(readFileSync(given, 'utf8')) as {
      readonly tlog_proof_invalid: readonly string[]
    }
    t.ok(invalid.length >= 6)
    for (const text of invalid)
      t.equal(
        refusal(() => parseTlogProof(text)),
        'proof-invalid',
        text,
      )
    t.end()
  },
)
