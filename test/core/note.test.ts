import { readFileSync } from 'node:fs'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE, numberToBytesLE } from '@noble/curves/utils.js'
import fc from 'fast-check'
import t from 'tap'
import { derivePublicKey } from '../../src/core/dsse.js'
import { concatBytes, decodeBase64, decodeHex, encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import {
  createVerifierKey,
  formatNote,
  formatSignatureLine,
  formatVerifierKey,
  parseNote,
  parseSignatureLines,
  parseVerifierKey,
  respellLines,
  signCosignature,
  signNote,
  verifyNote,
  type Note,
  type NoteSignature,
} from '../../src/core/note.js'
import { portable } from '../../src/core/portable.js'
import { parsePublicKey } from '../../src/core/signature.js'
import { DrawauditError } from '../../src/errors.js'
import { native } from '../../src/native/engine.js'
import { vkeyOf } from './vkey.js'
import { vectors } from '../vectors.js'
import { refusal } from './refusal.js'

const runs = process.env['SLOW'] === '1' ? 20_000 : 100

const secret = (seed: number): Uint8Array => native.hash('sha256', Uint8Array.of(seed))
const logKey = createVerifierKey('example.com/log', 'ed25519', derivePublicKey(secret(1)))
const witnessKey = createVerifierKey('witness.example', 'cosignature/v1', derivePublicKey(secret(2)))
const text = 'example.com/log\n5\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'

// What C2SP's signed-note prints.
const exampleKey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const example = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`

await t.test('the note that signed-note prints', t => {
  const key = parseVerifierKey(exampleKey)
  t.match(key, { name: 'example.com/foo', keyId: '530d903a', type: 'ed25519' })
  t.equal(formatVerifierKey(key), exampleKey)
  t.strictSame(createVerifierKey(key.name, key.type, key.key), key)
  const note = parseNote(example)
  t.equal(note.text, 'This is an example message.\n')
  t.equal(formatNote(note), example)
  t.strictSame(parseNote(encodeUtf8(example)), note)
  for (const engine of [portable, native]) t.strictSame(verifyNote(note, [key], engine), [{ key }])
  t.equal(
    refusal(() => verifyNote({ ...note, text: 'This is an example message!\n' }, [key])),
    'note-signature',
  )
  t.strictSame(verifyNote(note, [logKey]), [], 'nobody that is known')
  t.end()
})

// The well-known note and key of Go's sumdb, with the seed that makes them: Ed25519 has one signature a message.
await t.test('the same bytes are signed as by others', t => {
  const seed = decodeBase64('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz').subarray(1)
  const peter = parseVerifierKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')
  const words =
    "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
  const signature = signNote(words, 'PeterNeumann', seed)
  t.equal(
    formatSignatureLine(signature),
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
  )
  t.strictSame(verifyNote({ text: words, signatures: [signature] }, [peter]), [{ key: peter }])
  t.end()
})

// The example of C2SP's tlog-cosignature: nobody published its keys, its layout is known.
await t.test('the parts of a checkpoint with a cosignature', t => {
  const { text, signatures } = parseNote(`example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`)
  t.equal(text.split('\n').length, 4)
  t.strictSame(
    signatures.map(({ name, keyId, signature }) => [name, keyId, signature.length]),
    [
      ['example.com/behind-the-sofa', '033de0ae', 64],
      ['witness.example.com/w1', '8d66cf3f', 72],
    ],
  )
  t.equal(encodeHex(signatures[1]!.signature.subarray(0, 8)), '00000000641850cb')
  t.end()
})

await t.test('a cosignature is over the time and the text', t => {
  const time = 1_679_315_147
  const cosignature = signCosignature(text, 'witness.example', time, secret(2))
  t.equal(cosignature.keyId, witnessKey.keyId)
  t.equal(encodeHex(cosignature.signature.subarray(0, 8)), '00000000641850cb')
  const message = encodeUtf8(`cosignature/v1\ntime 1679315147\n${text}`)
  t.ok(ed25519.verify(cosignature.signature.subarray(8), message, witnessKey.key.bytes))

  const note = { text, signatures: [signNote(text, 'example.com/log', secret(1)), cosignature] }
  for (const engine of [portable, native]) {
    t.strictSame(verifyNote(note, [witnessKey, logKey], engine), [{ key: logKey }, { key: witnessKey, time }])
  }
  const withExtension = { ...note, text: `${text}extension\n` }
  t.equal(
    refusal(() => verifyNote(withExtension, [witnessKey])),
    'note-signature',
    'extensions are signed too',
  )
  t.strictSame(verifyNote(note, []), [])

  // The same key under the other type has another id, and signs other bytes.
  const asLog = createVerifierKey('witness.example', 'ed25519', witnessKey.key)
  t.not(asLog.keyId, witnessKey.keyId)
  t.strictSame(verifyNote(note, [asLog]), [])
  const relabelled = { ...cosignature, keyId: asLog.keyId }
  t.equal(
    refusal(() => verifyNote({ text, signatures: [relabelled] }, [asLog])),
    'note-signature',
  )
  const plain = signNote(text, 'witness.example', secret(2))
  const timed = { ...plain, keyId: witnessKey.keyId }
  t.equal(
    refusal(() => verifyNote({ text, signatures: [timed] }, [witnessKey])),
    'note-signature',
  )
  t.end()
})

await t.test('the time of a cosignature is exact, or it is none', t => {
  for (const time of [0, 1, 2 ** 32, 2 ** 53 - 1]) {
    const signatures = [signCosignature(text, 'witness.example', time, secret(2))]
    t.strictSame(verifyNote({ text, signatures }, [witnessKey]), [{ key: witnessKey, time }])
  }
  for (const time of [-1, 0.5, NaN, 2 ** 53, Infinity]) {
    t.throws(() => signCosignature(text, 'witness.example', time, secret(2)), RangeError, `${time}`)
  }
  // What a witness of the year 285 million would sign: 2^53 is a number, 2^53 + 1 is none.
  for (const time of [2n ** 53n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n - 1n]) {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setBigUint64(0, time)
    const signed = ed25519.sign(encodeUtf8(`cosignature/v1\ntime ${time}\n${text}`), secret(2))
    const line = { name: 'witness.example', keyId: witnessKey.keyId, signature: concatBytes(bytes, signed) }
    t.equal(
      refusal(() => verifyNote({ text, signatures: [line] }, [witnessKey])),
      'note-signature',
      `${time}`,
    )
  }
  t.end()
})

await t.test('every known key has to verify, and every unknown one is ignored', t => {
  const good = signNote(text, 'example.com/log', secret(1))
  const bad = { ...good, signature: good.signature.with(5, good.signature[5]! ^ 1) }
  const verify = (signatures: readonly NoteSignature[], keys = [logKey]): unknown => {
    try {
      return verifyNote({ text, signatures }, keys).map(({ key }) => key.name)
    } catch (error) {
      if (error instanceof DrawauditError) return error.code
      throw error
    }
  }
  t.strictSame(verify([good]), ['example.com/log'])
  t.strictSame(verify([bad]), 'note-signature')
  t.strictSame(verify([bad, good]), 'note-signature', 'the first line counts')
  t.strictSame(verify([good, bad]), ['example.com/log'], 'and no other')
  t.strictSame(verify([good, good]), ['example.com/log'], 'once')
  t.strictSame(verify([{ ...bad, name: 'example.com/other' }]), [], 'another name')
  t.strictSame(verify([{ ...bad, keyId: '00000000' }]), [], 'another id')
  t.strictSame(verify([{ ...bad, name: 'example.com/other' }, good]), ['example.com/log'])
  t.strictSame(verify([good], [logKey, logKey]), 'note-invalid', 'ambiguous')
  t.strictSame(verify([], [logKey]), [])
  for (const length of [1, 63, 65, 72]) {
    const cut = { ...good, signature: new Uint8Array(length).fill(7) }
    t.equal(verify([cut]), 'note-signature', `${length} bytes`)
  }
  for (const length of [1, 8, 64, 71, 73]) {
    const cut = { name: witnessKey.name, keyId: witnessKey.keyId, signature: new Uint8Array(length) }
    t.equal(verify([cut], [witnessKey]), 'note-signature', `${length} bytes of a cosignature`)
  }
  t.end()
})

await t.test('Ed25519 by the strict rule', t => {
  const { signature, ...line } = signNote(text, 'example.com/log', secret(1))
  const order = ed25519.Point.Fn.ORDER
  const s = bytesToNumberLE(signature.subarray(32))
  const twin = concatBytes(signature.subarray(0, 32), numberToBytesLE(s + order, 32))
  const identity = concatBytes(Uint8Array.of(1), signature.subarray(1))
  for (const engine of [portable, native]) {
    for (const spoilt of [twin, identity, new Uint8Array(64)]) {
      const note = { text, signatures: [{ ...line, signature: spoilt }] }
      t.equal(
        refusal(() => verifyNote(note, [logKey], engine)),
        'note-signature',
        engine.name,
      )
    }
  }
  t.end()
})

await t.test('what is no note', t => {
  const line = formatSignatureLine(signNote(text, 'example.com/log', secret(1)))
  const base64 = line.split(' ')[2]!.trim()
  const good = `${text}\n${line}`
  t.equal(
    refusal(() => parseNote(good)),
    'accepted',
  )
  const bad: Record<string, string | Uint8Array> = {
    nothing: '',
    'only text': text,
    'no signature': `${text}\n`,
    'no text': line,
    'no blank line': text + line,
    'no final newline': good.slice(0, -1),
    'a blank line after it': `${good}\n`,
    'another line among the signatures': `${good}Unexpected line.\n`,
    'another line before them': `${text}\nUnexpected line.\n${line}`,
    'a hyphen': good.replace('—', '-'),
    'an en dash': good.replace('—', '–'),
    'no space after the dash': good.replace('— ', '—'),
    'two spaces after the dash': good.replace('— ', '—  '),
    'two spaces before the signature': good.replace(` ${base64}`, `  ${base64}`),
    'a space at the end': good.replace(/\n$/, ' \n'),
    'no name': good.replace('— example.com/log ', '— '),
    'an empty name': good.replace('— example.com/log ', '—  '),
    'a name with a plus': good.replace('— example.com/log', '— example.com+log'),
    'a name with a no-break space': good.replace('— example.com/log', '— example.com\u00a0log'),
    'a name with an ideographic space': good.replace('— example.com/log', '— example.com\u3000log'),
    'a name with a next line': good.replace('— example.com/log', '— example.com\u0085log'),
    'a name with a line separator': good.replace('— example.com/log', '— example.com\u2028log'),
    'no base64': good.replace(base64, '!'),
    'only a key id': good.replace(base64, 'AAAAAA=='),
    'a tab': good.replace('5', '5\t'),
    'a carriage return': good.replaceAll('\n', '\r\n'),
    'a zero byte': `\0${good}`,
    'an escape': good.replace('5', '\u001b[2J'),
    'a lone surrogate': `\ud800${good}`,
    'a byte that is not UTF-8': concatBytes(Uint8Array.of(0xff), encodeUtf8(good)),
    'an overlong slash': concatBytes(Uint8Array.of(0xc0, 0xaf), encodeUtf8(good)),
    'a surrogate in UTF-8': concatBytes(Uint8Array.of(0xed, 0xa0, 0x80), encodeUtf8(good)),
    'more than a megabyte': `${'x'.repeat(2 ** 20)}\n\n${line}`,
    'more than a megabyte in fewer characters': `${'ä'.repeat(2 ** 19)}\n\n${line}`,
    'more than a megabyte of bytes': encodeUtf8(`${'x'.repeat(2 ** 20)}\n\n${line}`),
  }
  for (const [name, note] of Object.entries(bad)) {
    t.not(note, good, `${name} is a change`)
    t.equal(
      refusal(() => parseNote(note)),
      'note-invalid',
      name,
    )
    if (typeof note === 'string' && note.isWellFormed()) {
      t.equal(
        refusal(() => parseNote(encodeUtf8(note))),
        'note-invalid',
        `${name}, in bytes`,
      )
    }
  }
  t.end()
})

await t.test(
  'a line in other base64 is skipped where nobody knows its key, and refused where somebody does',
  t => {
    const line = formatSignatureLine(signNote(text, 'example.com/log', secret(1)))
    const other = (base64: string): string => `\u2014 someone.example ${base64}\n`
    for (const base64 of ['AAAAAAAAAA', '____AAAAAAA=', 'AAAAAAAAAB==', '-AAAAAAAAAE']) {
      for (const lines of [line + other(base64), other(base64) + line]) {
        const note = `${text}\n${lines}`
        t.strictSame(
          verifyNote(parseNote(note), [logKey]).map(({ key }) => key.name),
          ['example.com/log'],
          base64,
        )
        t.equal(formatNote(parseNote(note)), note)
      }
    }
    const base64 = line.trim().split(' ')[2] ?? ''
    const decodeAny = (digits: string): Buffer => Buffer.from(digits, 'base64')
    t.match(base64, /[+/]/, 'the other alphabet is another spelling')
    const spellings = [
      base64.replace(/=+$/, ''),
      base64.replaceAll('+', '-').replaceAll('/', '_'),
      base64.replace(/.=$/, last => (last === 'A=' ? 'B=' : 'x=')),
    ]
    for (const spelling of spellings) {
      for (const lines of [line.replace(base64, spelling), line + line.replace(base64, spelling)]) {
        const note = parseNote(`${text}\n${lines}`)
        t.equal(
          refusal(() => verifyNote(note, [logKey])),
          'note-invalid',
          spelling,
        )
        t.strictSame(verifyNote(note, []), [])
        t.equal(formatNote(respellLines(note, { ...logKey, keyId: '00000000' })), formatNote(note))
        if (decodeAny(spelling).equals(decodeAny(base64))) {
          t.equal(verifyNote(respellLines(note, logKey), [logKey]).length, 1, spelling)
        }
      }
    }
    for (const wrong of ['!!!!!!!!', 'AAAA', 'AAAAA', 'AAAAAA==', 'AAAAAAA===', 'AA=AAAAA']) {
      t.equal(
        refusal(() => parseNote(`${text}\n${line}${other(wrong)}`)),
        'note-invalid',
        wrong,
      )
    }
    t.end()
  },
)

await t.test('a note of a megabyte, and not a byte more', t => {
  const end = formatNote({ text: '\n', signatures: [signNote('\n', 'example.com/log', secret(1))] })
  const left = 2 ** 20 - encodeUtf8(end).length
  for (const fill of ['x'.repeat(left), 'ä'.repeat(left / 2) + 'x'.repeat(left % 2)]) {
    for (const [note, expected] of [
      [fill + end, 'accepted'],
      [`x${fill}${end}`, 'note-invalid'],
    ] as const) {
      t.equal(
        refusal(() => parseNote(note)),
        expected,
      )
      t.equal(
        refusal(() => parseNote(encodeUtf8(note))),
        expected,
      )
    }
  }
  t.end()
})

await t.test('what is a note, though it may look odd', t => {
  const key = secret(1)
  const sign = (text: string): string =>
    formatNote({ text, signatures: [signNote(text, 'example.com/log', key)] })
  for (const text of [
    '\n',
    '\n\n\n',
    'a\n\nb\n',
    'a\n\n',
    '\ufeffa byte order mark\n',
    'a\u0085\u2028b\u007f\n',
    '— example.com/log AAAAAAA=\n',
    'a\n\n— example.com/log AAAAAAA=\n',
    '😀\n',
  ]) {
    const note = sign(text)
    for (const given of [note, encodeUtf8(note)]) {
      const parsed = parseNote(given)
      t.equal(parsed.text, text)
      t.equal(formatNote(parsed), note)
      t.equal(verifyNote(parsed, [logKey]).length, 1)
    }
  }
  // Names may have anything else.
  const odd = createVerifierKey('ⓦ\ufeff—/~', 'ed25519', logKey.key)
  t.strictSame(parseVerifierKey(formatVerifierKey(odd)), odd)
  t.equal(
    verifyNote(parseNote(formatNote({ text, signatures: [signNote(text, odd.name, key)] })), [odd]).length,
    1,
  )
  t.end()
})

await t.test('up to 100 signatures, of any type and length', t => {
  const others: NoteSignature[] = [
    { name: 'ecdsa.example', keyId: '0a0b0c0d', signature: new Uint8Array(71).fill(2) },
    { name: 'ct.example/2027h1', keyId: '00000005', signature: new Uint8Array(82).fill(5) },
    { name: 'post-quantum.example', keyId: 'ffffffff', signature: new Uint8Array(8 + 2420).fill(6) },
    { name: 'long.example', keyId: '12345678', signature: new Uint8Array(5000).fill(9) },
    { name: 'short.example', keyId: '12345678', signature: Uint8Array.of(0) },
  ]
  const many = Array.from({ length: 94 }, (_, at) => ({ ...others[0]!, name: `witness-${at}.example` }))
  const note: Note = { text, signatures: [...others, ...many, signNote(text, 'example.com/log', secret(1))] }
  t.equal(note.signatures.length, 100)
  const parsed = parseNote(formatNote(note))
  t.strictSame(parsed, note)
  t.strictSame(verifyNote(parsed, [logKey]), [{ key: logKey }])
  t.equal(
    refusal(() => parseNote(formatNote(note) + formatSignatureLine(others[0]!))),
    'note-invalid',
  )
  t.equal(
    refusal(() => formatNote({ text, signatures: [...note.signatures, others[0]!] })),
    'note-invalid',
  )
  t.equal(parseSignatureLines(many.map(formatSignatureLine).join('')).length, 94)
  t.end()
})

await t.test('signature lines by themselves, as a witness answers', t => {
  const cosignature = signCosignature(text, 'witness.example', 7, secret(2))
  const line = formatSignatureLine(cosignature)
  t.strictSame(parseSignatureLines(line), [cosignature])
  t.strictSame(parseSignatureLines(line + line), [cosignature, cosignature])
  for (const bad of [
    '',
    '\n',
    line.slice(0, -1),
    `\n${line}`,
    `${line}\n`,
    line.replace('\n', '\r\n'),
    'ok\n',
  ]) {
    t.equal(
      refusal(() => parseSignatureLines(bad)),
      'note-invalid',
      JSON.stringify(bad),
    )
  }
  t.equal(
    refusal(() => parseSignatureLines(line.repeat(101))),
    'note-invalid',
  )
  t.equal(parseSignatureLines(line.repeat(100)).length, 100)
  t.end()
})

await t.test('what would be read as something else is not written', t => {
  const signature = signNote(text, 'example.com/log', secret(1))
  for (const bad of ['', 'a', 'a\tb\n', 'a\r\n', '\ud800\n', 'a\n\nb']) {
    t.equal(
      refusal(() => signNote(bad, 'example.com/log', secret(1))),
      'note-invalid',
      JSON.stringify(bad),
    )
    t.equal(
      refusal(() => signCosignature(bad, 'w', 1, secret(1))),
      'note-invalid',
      JSON.stringify(bad),
    )
    t.equal(
      refusal(() => formatNote({ text: bad, signatures: [signature] })),
      'note-invalid',
    )
  }
  t.equal(
    refusal(() => formatNote({ text, signatures: [] })),
    'note-invalid',
  )
  for (const name of ['', 'a b', 'a+b', 'a\nb', 'a\u00a0b', 'a\u0001b', '\udc00']) {
    t.equal(
      refusal(() => createVerifierKey(name, 'ed25519', logKey.key)),
      'key-invalid',
      JSON.stringify(name),
    )
    t.equal(
      refusal(() => signNote(text, name, secret(1))),
      'key-invalid',
      JSON.stringify(name),
    )
    t.equal(
      refusal(() => formatSignatureLine({ ...signature, name })),
      'note-invalid',
      JSON.stringify(name),
    )
  }
  for (const keyId of ['', '1234567', '123456789', 'ABCDEF01', 'zzzzzzzz']) {
    t.equal(
      refusal(() => formatSignatureLine({ ...signature, keyId })),
      'note-invalid',
      keyId,
    )
  }
  t.equal(
    refusal(() => formatSignatureLine({ ...signature, signature: new Uint8Array() })),
    'note-invalid',
  )
  const other = parsePublicKey(
    'bip340',
    decodeHex('f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9'),
  )
  t.equal(
    refusal(() => createVerifierKey('a', 'ed25519', other)),
    'key-invalid',
    'another algorithm',
  )
  t.end()
})

await t.test('what is no verifier key', t => {
  const key = logKey.key.bytes
  const good = vkeyOf('a.example', concatBytes(Uint8Array.of(1), key))
  t.equal(parseVerifierKey(good).type, 'ed25519')
  const [name, id, base64] = good.split(/\+(.{8})\+/) as [string, string, string]
  const invalid: Record<string, string> = {
    nothing: '',
    'one part': name,
    'two parts': `${name}+${id}`,
    'no name': `+${id}+${base64}`,
    'a name with a space': vkeyOf('a example', concatBytes(Uint8Array.of(1), key)),
    'upper-case id': vkeyOf('a.example', concatBytes(Uint8Array.of(1), key)).replace(id, id.toUpperCase()),
    'another id': `${name}+${id.replace(/.$/, last => (last === '0' ? '1' : '0'))}+${base64}`,
    'a short id': `${name}+${id.slice(1)}+${base64}`,
    'another name': good.replace('a.example', 'b.example'),
    'no base64': `${name}+${id}+`,
    'base64 with a newline': `${good}\n`,
    'base64 with a space': `${good} `,
    'base64 without padding': vkeyOf(
      'a.example',
      concatBytes(Uint8Array.of(1), key, Uint8Array.of(0)),
    ).replace(/=+$/, ''),
    'a key of 31 bytes': vkeyOf('a.example', concatBytes(Uint8Array.of(1), key.subarray(1))),
    'a key of 33 bytes': vkeyOf('a.example', concatBytes(Uint8Array.of(1), key, Uint8Array.of(0))),
    'no key': vkeyOf('a.example', Uint8Array.of(1)),
    'not a point': vkeyOf('a.example', concatBytes(Uint8Array.of(1, 2), new Uint8Array(31))),
    'a point that is not canonical': vkeyOf(
      'a.example',
      concatBytes(Uint8Array.of(4), new Uint8Array(32).fill(255)),
    ),
  }
  for (const [what, vkey] of Object.entries(invalid)) {
    t.equal(
      refusal(() => parseVerifierKey(vkey)),
      'key-invalid',
      what,
    )
  }
  // Small order: the identity, order 2 and order 4.
  for (const hex of [`01${'00'.repeat(31)}`, `ec${'ff'.repeat(30)}7f`, '00'.repeat(32)]) {
    for (const type of [1, 4]) {
      const weak = vkeyOf('a.example', concatBytes(Uint8Array.of(type), decodeHex(hex)))
      t.equal(
        refusal(() => parseVerifierKey(weak)),
        'key-weak',
        `${type} ${hex}`,
      )
    }
  }
  for (const [type, length] of [
    [0x00, 32],
    [0x02, 91],
    [0x03, 32],
    [0x05, 91],
    [0x07, 1312],
    [0xff, 40],
  ] as const) {
    const vkey = vkeyOf('a.example', concatBytes(Uint8Array.of(type), new Uint8Array(length)))
    t.equal(
      refusal(() => parseVerifierKey(vkey)),
      'algorithm-unsupported',
      `type ${type}`,
    )
  }
  t.equal(parseVerifierKey(vkeyOf('a.example', concatBytes(Uint8Array.of(4), key))).type, 'cosignature/v1')
  t.end()
})

await t.test('the base64 of a key may have plus signs', t => {
  let seed = 0
  let vkey = ''
  while (vkey.split('+').length < 5) {
    seed += 1
    vkey = formatVerifierKey(createVerifierKey('a', 'ed25519', derivePublicKey(secret(seed))))
  }
  t.strictSame(parseVerifierKey(vkey), createVerifierKey('a', 'ed25519', derivePublicKey(secret(seed))))
  t.end()
})

const names = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  .filter(name => /^[^\p{White_Space}\p{Cc}+]+$/u.test(name))
const lines = fc.record(
  {
    name: names,
    keyId: fc.uint8Array({ minLength: 4, maxLength: 4 }).map(encodeHex),
    signature: fc.uint8Array({ minLength: 1, maxLength: 100 }),
  },
  { noNullPrototype: true },
)
const texts = fc
  .string({
    unit: fc.oneof(
      { weight: 5, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
      fc.constant('\n'),
    ),
  })
  .map(text => `${text.replace(/[^\n\u{20}-\u{10FFFF}]/gu, '')}\n`)

await t.test('property: a note that is written is read again', t => {
  fc.assert(
    fc.property(texts, fc.array(lines, { minLength: 1, maxLength: 20 }), (text, signatures) => {
      const note = { text, signatures }
      const written = formatNote(note)
      t.strictSame(parseNote(written), note)
      return formatNote(parseNote(encodeUtf8(written))) === written
    }),
    { numRuns: runs },
  )
  t.end()
})

await t.test('property: what is read is written the same, whatever is done to a note', t => {
  const good = formatNote({ text, signatures: [signNote(text, 'example.com/log', secret(1))] })
  const pieces = fc.oneof(
    fc.constantFrom('\n', '\n\n', '— ', ' ', '+', '=', 'A', '\u0085', '\ufeff', '—'),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  )
  const edits = fc.array(fc.tuple(fc.nat(good.length), fc.nat(3), pieces), { minLength: 1, maxLength: 3 })
  let read = 0
  fc.assert(
    fc.property(edits, changes => {
      const changed = changes.reduce(
        (note, [at, drop, piece]) => note.slice(0, at) + piece + note.slice(at + drop),
        good,
      )
      try {
        const parsed = parseNote(changed)
        read += 1
        if (formatNote(parsed) !== changed) return false
        // Only the text that was signed has a signature of the log.
        return changed === good || verifyNote(parsed, [logKey]).length === 0 || parsed.text === text
      } catch (error) {
        return error instanceof DrawauditError && ['note-invalid', 'note-signature'].includes(error.code)
      }
    }),
    { numRuns: 10 * runs },
  )
  t.ok(read > 0, 'some of them are notes still')
  t.end()
})

await t.test('property: no bit of a signed note can be flipped', t => {
  const note = { text, signatures: [signNote(text, 'example.com/log', secret(1))] }
  const bytes = encodeUtf8(formatNote(note))
  let nobodys = 0
  for (let bit = 0; bit < 8 * bytes.length; bit += 1) {
    const flipped = bytes.with(bit >> 3, bytes[bit >> 3]! ^ (1 << (bit & 7)))
    try {
      const verified = verifyNote(parseNote(flipped), [logKey], native)
      t.strictSame(verified, [], `bit ${bit}`)
      nobodys += 1
    } catch (error) {
      if (!(error instanceof DrawauditError)) throw error
      t.ok(['note-invalid', 'note-signature'].includes(error.code), `bit ${bit}`)
    }
  }
  t.ok(nobodys > 0, 'the name or the id of another')
  t.end()
})

await t.test('property: a verifier key that is written is read again', t => {
  fc.assert(
    fc.property(names, fc.constantFrom('ed25519', 'cosignature/v1'), fc.nat(255), (name, type, seed) => {
      const key = createVerifierKey(name, type, derivePublicKey(secret(seed)))
      const parsed = parseVerifierKey(formatVerifierKey(key))
      return parsed.name === name && parsed.type === type && parsed.keyId === key.keyId
    }),
    { numRuns: Math.min(runs, 1000) },
  )
  t.end()
})

interface NoteVectors {
  readonly vkeys: Readonly<Record<string, string>>
  readonly bad_vkeys: readonly string[]
  readonly valid: readonly {
    readonly note: string
    readonly keys: readonly string[]
    readonly verified: readonly string[]
  }[]
  readonly malformed: readonly string[]
  readonly invalid_signature: readonly string[]
}

const noteVectors = vectors('signed-note/vectors.json')
await t.test(
  'the vectors of signed-note',
  noteVectors ? {} : { skip: 'shared vectors are not here: signed-note/vectors.json' },
  t => {
    if (noteVectors === undefined) return void t.end()
    const given = JSON.parse(readFileSync(noteVectors, 'utf8')) as NoteVectors
    const keyOf = (name: string) => parseVerifierKey(given.vkeys[name]!)
    for (const vkey of Object.values(given.vkeys)) t.equal(formatVerifierKey(parseVerifierKey(vkey)), vkey)
    for (const vkey of given.bad_vkeys) {
      t.match(
        refusal(() => parseVerifierKey(vkey)),
        /^(key-invalid|algorithm-unsupported)$/,
      )
    }
    for (const { note, keys, verified } of given.valid) {
      const parsed = parseNote(note)
      t.equal(formatNote(parsed), note)
      for (const engine of [portable, native]) {
        t.strictSame(
          verifyNote(parsed, keys.map(keyOf), engine).map(({ key }) => formatVerifierKey(key)),
          verified.map(name => given.vkeys[name]),
        )
      }
    }
    for (const note of given.malformed)
      t.equal(
        refusal(() => parseNote(note)),
        'note-invalid',
        note,
      )
    // One of these has base64 that is not canonical, of a known key: refused, which is stricter than Go.
    for (const note of given.invalid_signature) {
      t.match(
        refusal(() => verifyNote(parseNote(note), [keyOf('peter')])),
        /^note-(signature|invalid)$/,
      )
    }
    t.ok(given.valid.length >= 5 && given.malformed.length >= 6)
    t.end()
  },
)

const cosignatureVectors = vectors('tlog-cosignature/vectors.json')
await t.test(
  'the keys of tlog-cosignature',
  cosignatureVectors ? {} : { skip: 'shared vectors are not here: tlog-cosignature/vectors.json' },
  t => {
    if (cosignatureVectors === undefined) return void t.end()
    const given = JSON.parse(readFileSync(cosignatureVectors, 'utf8')) as {
      readonly valid_vkeys: readonly string[]
      readonly invalid_vkeys: readonly string[]
    }
    t.strictSame(
      given.valid_vkeys.map(vkey => parseVerifierKey(vkey).type),
      ['ed25519', 'cosignature/v1'],
      'a key of a log is not one of a witness',
    )
    for (const vkey of given.valid_vkeys) t.equal(formatVerifierKey(parseVerifierKey(vkey)), vkey)
    for (const vkey of given.invalid_vkeys) {
      t.match(
        refusal(() => parseVerifierKey(vkey)),
        /^(key-invalid|algorithm-unsupported)$/,
        vkey,
      )
    }
    t.end()
  },
)
