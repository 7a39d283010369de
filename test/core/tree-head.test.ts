import { createHash, generateKeyPairSync } from 'node:crypto'
import t from 'tap'
import { concatBytes, decodeBase64, encodeBase64, encodeHex } from '../../src/core/encoding.js'
import { native } from '../../src/native/engine.js'
import { portable } from '../../src/core/portable.js'
import {
  createVerifierKey,
  formatNote,
  formatVerifierKey,
  isWitnessKey,
  parseLogKey,
  parseNote,
  parseVerifierKey,
  verifyNote,
} from '../../src/core/note.js'
import { parsePublicKey } from '../../src/core/signature.js'
import { CtLog } from '../log/make-ct-log.js'

// The checkpoint and the key of sunlight's tests (cmd/skylight/testdata), which its own code signed.
const sunlight = {
  spki: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEPIcer7RB32jt4bTEbhgUKLKvOctFD+I2hoDItFxUBlJiGFvftBuRk3fO7e1T7gC2ekyfL7XoO2oN/ObcZyc4EA==',
  note: 'rome2026h1.example.org\n300\nlCkHUpkmVBEms2r2T1K6Og69+wUuuN3MIEW1/ezu2v0=\n\n— rome2026h1.example.org kVB1JgAAAZtxtEwABAMARzBFAiEAi+mTa2xjL1IdWpH82OeciGsGvwRAP+f1WkfKaSZCfFECIHoNPZ/Q3y6UNzvKOO9cuLr6V16vPNfhwhle9f6r5H/Z\n',
}
// The head of a public log, as it answered get-sth (checkpoint_test.go there).
const publicLog = {
  spki: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAESYlKFDLLFmA9JScaiaNnqlU8oWDytxIYMfswHy9Esg0aiX+WnP/yj4O0ViEHtLwbmOQeSWBGkIu9YK9CLeer+g==',
  root: 'l+XrWXWRyp4SmATORgTfz4CcYS/VlE7CeTuWI0FAk3o=',
  size: 90_785_920,
  timestamp: 1_588_741_228_371,
  signature:
    'BAMASDBGAiEAnaHGuwnyyHWvrfgEn3qtl1j2heMzocku6ZAItYD75m8CIQCpotlpH5GEPEfMMzky72BCuIl14FB65t5SWZ91vgTQOg==',
}

void t.test('heads that others signed', t => {
  const key = parseLogKey(`rome2026h1.example.org+${sunlight.spki}`)
  t.equal(key.keyId, '91507526', 'the id that sunlight computed')
  t.equal(isWitnessKey(key), false)
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(publicLog.timestamp))
  const other = parseLogKey(`example.com+${publicLog.spki}`)
  const head = formatNote({
    text: `example.com\n${publicLog.size}\n${publicLog.root}\n`,
    signatures: [
      {
        name: 'example.com',
        keyId: other.keyId,
        signature: concatBytes(time, decodeBase64(publicLog.signature)),
      },
    ],
  })
  for (const engine of [native, portable]) {
    t.same(verifyNote(parseNote(sunlight.note), [key], engine), [{ key }])
    t.same(verifyNote(parseNote(head), [other], engine), [{ key: other }])
    t.throws(() => verifyNote(parseNote(head.replace('\n90785920\n', '\n90785921\n')), [other], engine), {
      code: 'note-signature',
    })
  }
  t.end()
})

void t.test('what is signed is the head, and nothing else will do', t => {
  const log = new CtLog().grow(3)
  const key = parseLogKey(log.key)
  const note = parseNote(log.note())
  t.equal(verifyNote(note, [key]).length, 1)
  const [line] = note.signatures
  if (line === undefined) throw new Error('there is no line')
  const refused = (text: string, signature: Uint8Array, why: string): void => {
    t.throws(
      () => verifyNote({ text, signatures: [{ ...line, signature }] }, [key]),
      { code: 'note-signature' },
      why,
    )
  }
  for (const [at, why] of [
    [0, 'another time'],
    [7, 'another time'],
    [8, 'another hash'],
    [9, 'another algorithm'],
    [11, 'another length'],
    [20, 'another signature'],
  ] as const) {
    const changed = line.signature.slice()
    changed[at] = (changed[at] ?? 0) ^ 1
    refused(note.text, changed, why)
  }
  for (let length = 0; length < line.signature.length; length += 1)
    refused(note.text, line.signature.slice(0, length), `${length} bytes`)
  refused(note.text, concatBytes(line.signature, Uint8Array.of(0)), 'a byte more')
  refused(`${note.text}extension\n`, line.signature, 'a line that nobody signed')
  refused(note.text.replace('\n3\n', '\n4\n'), line.signature, 'another size')
  refused('no checkpoint\n', line.signature, 'no checkpoint')
  const origin = { text: note.text.replace(log.origin, 'other.example'), signatures: [line] }
  t.equal(verifyNote(origin, [key]).length, 1, 'of the origin it says nothing: the monitor compares it')
  t.equal(verifyNote(note, [parseLogKey(new CtLog().key)]).length, 0, 'another key of that name')
  t.end()
})

void t.test('keys, with and without their id', t => {
  const log = new CtLog()
  const key = parseLogKey(log.key)
  t.equal(key.type, 'tree-head')
  const vkey = formatVerifierKey(key)
  t.equal(vkey, `${log.origin}+${key.keyId}+${encodeBase64(concatBytes(Uint8Array.of(5), log.spki))}`)
  t.strictSame(formatVerifierKey(parseLogKey(vkey)), vkey)
  const id = createHash('sha256').update(log.spki).digest()
  const expected = createHash('sha256').update(`${log.origin}\n\u0005`).update(id).digest('hex').slice(0, 8)
  t.equal(key.keyId, expected)
  // Nobody is believed for such a key where it matters which log it is of.
  t.throws(() => parseVerifierKey(vkey), { code: 'algorithm-unsupported' })
  const wrong = (text: string, code: string): void => {
    t.throws(() => parseLogKey(text), { code })
  }
  wrong(`${log.origin}+00000000+${vkey.split('+').slice(2).join('+')}`, 'key-invalid')
  wrong(`two words+${log.spki.toString('base64')}`, 'key-invalid')
  wrong(`${log.origin}+`, 'key-invalid')
  wrong(log.origin, 'key-invalid')
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey
  const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey
  for (const [other, message] of [
    [rsa, /^it is a key of RSA, with which heads of logs are not verified$/],
    [small, /a key of RSA/],
    [p384, /^it is not an ECDSA key on P-256$/],
  ] as const) {
    const spki = other.export({ format: 'der', type: 'spki' })
    const typed = Buffer.concat([Buffer.of(5), spki]).toString('base64')
    for (const text of [`${log.origin}+${spki.toString('base64')}`, `${log.origin}+00000000+${typed}`]) {
      t.throws(() => parseLogKey(text), { code: 'algorithm-unsupported', message }, text.slice(0, 40))
    }
  }
  const off = Buffer.from(log.spki)
  off[90] = (off[90] ?? 0) ^ 1
  wrong(`${log.origin}+${off.toString('base64')}`, 'key-invalid')
  const compact = parsePublicKey('ecdsa-p256-sha256', log.spki.subarray(26), { encoding: 'compact' })
  t.throws(() => createVerifierKey('a', 'tree-head', compact), { code: 'key-invalid' })
  t.match(encodeHex(key.key.bytes), /^04/)
  t.end()
})
