import { createHash } from 'node:crypto'
import { ml_dsa44 } from '@noble/post-quantum/ml-dsa.js'
import fc from 'fast-check'
import t from 'tap'
import { loadMlDsa44 } from '../../src/core/ml-dsa.js'
import {
  createVerifierKey,
  formatVerifierKey,
  isWitnessKey,
  parseVerifierKey,
  signCosignature,
  verifyNote,
  type NoteSignature,
} from '../../src/core/note.js'
import { portable } from '../../src/core/portable.js'
import { parsePublicKey } from '../../src/core/signature.js'
import { native } from '../../src/native/engine.js'

const seed = new Uint8Array(32).fill(1)
const { publicKey, secretKey } = ml_dsa44.keygen(seed)
const name = 'witness.example/w1'
const key = createVerifierKey(name, 'subtree/v1', parsePublicKey('ml-dsa-44', publicKey))
const origin = 'example.com/behind-the-sofa'
const root = Buffer.from('CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=', 'base64')
const text = `${origin}\n20852163\n${root.toString('base64')}\n`
const time = 1_679_315_147

const u64 = (value: number | bigint): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

interface Parts {
  readonly label?: string
  readonly name?: string
  readonly time?: number | bigint
  readonly origin?: string
  readonly start?: number
  readonly end?: number
  readonly root?: Uint8Array
}

/** `cosigned_message` of tlog-cosignature, written down once more. */
const messageOf = (parts: Parts = {}): Buffer => {
  const said = { label: 'subtree/v1\n\0', name, time, origin, start: 0, end: 20_852_163, root, ...parts }
  return Buffer.concat([
    Buffer.from(said.label),
    Buffer.of(Buffer.byteLength(said.name)),
    Buffer.from(said.name),
    u64(said.time),
    Buffer.of(Buffer.byteLength(said.origin)),
    Buffer.from(said.origin),
    u64(said.start),
    u64(said.end),
    said.root,
  ])
}

const lineOf = (message: Uint8Array, at: number | bigint = time, by = key): NoteSignature => ({
  name: by.name,
  keyId: by.keyId,
  signature: Buffer.concat([u64(at), ml_dsa44.sign(message, secretKey)]),
})

await t.test('the key: SHA-256( name ‖ 0A ‖ 06 ‖ 1312 bytes )', t => {
  const bytes = Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(6), publicKey])
  t.equal(key.keyId, createHash('sha256').update(bytes).digest('hex').slice(0, 8))
  const vkey = `${name}+${key.keyId}+${Buffer.concat([Buffer.of(6), publicKey]).toString('base64')}`
  t.equal(formatVerifierKey(key), vkey)
  const parsed = parseVerifierKey(vkey)
  t.match(parsed, { name, keyId: key.keyId, type: 'subtree/v1', key: { algorithm: 'ml-dsa-44' } })
  t.ok(isWitnessKey(parsed))
  t.strictSame(parsed.key.bytes, publicKey)
  const withBytes = (typed: Uint8Array): string => {
    const id = createHash('sha256').update(`${name}\n`).update(typed).digest('hex').slice(0, 8)
    return `${name}+${id}+${Buffer.from(typed).toString('base64')}`
  }
  for (const [wrong, code] of [
    [`${name}+00000000+${vkey.split('+').slice(2).join('+')}`, 'key-invalid'],
    [withBytes(Buffer.concat([Buffer.of(6), publicKey.subarray(1)])), 'key-invalid'],
    [withBytes(Buffer.concat([Buffer.of(6), publicKey, Buffer.of(0)])), 'key-invalid'],
    [withBytes(Buffer.concat([Buffer.of(4), publicKey])), 'key-invalid'],
    [withBytes(Buffer.concat([Buffer.of(6), publicKey.subarray(0, 32)])), 'key-invalid'],
    [withBytes(Buffer.concat([Buffer.of(7), publicKey])), 'algorithm-unsupported'],
  ] as const) {
    t.throws(() => parseVerifierKey(wrong), { code }, wrong.slice(0, 40))
  }
  const ed25519 = parsePublicKey('ed25519', Buffer.from(`58${'66'.repeat(31)}`, 'hex'))
  t.throws(() => createVerifierKey(name, 'subtree/v1', ed25519), { code: 'key-invalid' })
  t.throws(() => createVerifierKey(name, 'cosignature/v1', key.key), { code: 'key-invalid' })
  t.end()
})

await loadMlDsa44()

await t.test('what is signed is the structure of the specification', t => {
  for (const engine of [portable, native]) {
    t.strictSame(verifyNote({ text, signatures: [lineOf(messageOf())] }, [key], engine), [{ key, time }])
    const ours = signCosignature(text, name, time, seed, 'subtree/v1')
    t.equal(ours.keyId, key.keyId)
    t.strictSame(Buffer.from(ours.signature.subarray(0, 8)), u64(time))
    t.ok(ml_dsa44.verify(ours.signature.subarray(8), messageOf(), publicKey), 'ours, by noble alone')
    t.strictSame(verifyNote({ text, signatures: [ours] }, [key], engine), [{ key, time }])
  }
  const lines = `${text}an extension\n`
  t.strictSame(
    verifyNote({ text: lines, signatures: [lineOf(messageOf())] }, [key], native),
    [{ key, time }],
    'lines after the root are not in it',
  )
  const zero = lineOf(messageOf({ time: 0 }), 0)
  t.strictSame(verifyNote({ text, signatures: [zero] }, [key], native), [{ key, time: 0 }], 'without a time')
  t.end()
})

await t.test('what is not this cosignature', t => {
  const good = lineOf(messageOf())
  const changed = (at: number): NoteSignature => {
    const signature = Uint8Array.from(good.signature)
    signature[at]! ^= 1
    return { ...good, signature }
  }
  const ed25519Message = Buffer.from(`cosignature/v1\ntime ${time}\n${text}`)
  const cases: Readonly<Record<string, NoteSignature>> = {
    'another label': lineOf(messageOf({ label: 'subtree/v2\n\0' })),
    'another name': lineOf(messageOf({ name: 'witness.example/w2' })),
    'another time': lineOf(messageOf({ time: time + 1 })),
    'another origin': lineOf(messageOf({ origin: 'example.com/other' })),
    'a subtree that begins later': lineOf(messageOf({ start: 1 })),
    'another size': lineOf(messageOf({ end: 20_852_164 })),
    'another root': lineOf(messageOf({ root: Buffer.alloc(32) })),
    'the message of Ed25519': lineOf(ed25519Message),
    'the text alone': lineOf(Buffer.from(text)),
    'a context': {
      ...good,
      signature: Buffer.concat([u64(time), ml_dsa44.sign(messageOf(), secretKey, { context: Buffer.of(1) })]),
    },
    'a time above 2^53': lineOf(messageOf({ time: 2n ** 53n }), 2n ** 53n),
    'a time above 2^63': lineOf(messageOf({ time: 2n ** 63n }), 2n ** 63n),
    'one byte too few': { ...good, signature: good.signature.subarray(0, -1) },
    'one byte too many': { ...good, signature: Buffer.concat([good.signature, Buffer.of(0)]) },
    'the length of an Ed25519 cosignature': { ...good, signature: good.signature.subarray(0, 72) },
    'no time before it': { ...good, signature: good.signature.subarray(8) },
    'a changed time': changed(7),
    'a changed challenge': changed(8),
    'a changed response': changed(1000),
    'a changed hint': changed(2427),
  }
  for (const [what, line] of Object.entries(cases)) {
    for (const engine of [portable, native]) {
      const verify = (): unknown => verifyNote({ text, signatures: [line] }, [key], engine)
      t.throws(verify, { code: 'note-signature' }, `${engine.name}: ${what}`)
    }
  }
  const noCheckpoint = { text: 'some text\n', signatures: [good] }
  t.throws(() => verifyNote(noCheckpoint, [key], native), { code: 'note-signature' })
  t.strictSame(verifyNote({ text, signatures: [{ ...good, keyId: '00000000' }] }, [key], native), [])
  t.strictSame(verifyNote({ text, signatures: [{ ...good, name: 'other' }] }, [key], native), [])
  const typed = createVerifierKey(
    name,
    'cosignature/v1',
    parsePublicKey('ed25519', Buffer.from(`58${'66'.repeat(31)}`, 'hex')),
  )
  t.throws(
    () => verifyNote({ text, signatures: [{ ...good, keyId: typed.keyId }] }, [typed], native),
    { code: 'note-signature' },
    'under an Ed25519 key',
  )
  t.end()
})

await t.test('names and origins of up to 255 bytes', t => {
  const longest = `${'ö'.repeat(127)}x`
  const of = (origin: string): string => `${origin}\n1\n${root.toString('base64')}\n`
  for (const [who, what] of [
    [longest, 'x'],
    ['x', longest],
  ] as const) {
    const line = signCosignature(of(what), who, time, seed, 'subtree/v1')
    const verifier = createVerifierKey(who, 'subtree/v1', key.key)
    t.equal(verifyNote({ text: of(what), signatures: [line] }, [verifier], native).length, 1)
    t.throws(
      () =>
        signCosignature(
          of(what === 'x' ? 'x' : `${what}x`),
          what === 'x' ? `${who}x` : who,
          time,
          seed,
          'subtree/v1',
        ),
      { code: 'note-invalid' },
    )
  }
  const far = createVerifierKey(`${longest}x`, 'subtree/v1', key.key)
  const line = { name: far.name, keyId: far.keyId, signature: lineOf(messageOf()).signature }
  t.throws(() => verifyNote({ text, signatures: [line] }, [far], native), { code: 'note-signature' })
  t.throws(() => signCosignature('no checkpoint\n', name, time, seed, 'subtree/v1'), { code: 'note-invalid' })
  t.throws(() => signCosignature(text, name, -1, seed, 'subtree/v1'), RangeError)
  t.end()
})

await t.test('any bytes as a signature', t => {
  fc.assert(
    fc.property(
      fc.oneof(fc.uint8Array({ maxLength: 100 }), fc.uint8Array({ minLength: 2428, maxLength: 2428 })),
      bytes => {
        const signature = bytes.length === 0 ? Uint8Array.of(0) : bytes
        try {
          verifyNote({ text, signatures: [{ name, keyId: key.keyId, signature }] }, [key], native)
          return false
        } catch (error) {
          return (error as { code?: string }).code === 'note-signature'
        }
      },
    ),
    { numRuns: 100 },
  )
  t.pass('each is refused as a signature that fails')
  t.end()
})
