// What is said of bad input, word for word, and where: the message is all that most users see of an error.
import t from 'tap'
import { encodeChainInfo } from '../../src/core/beacon-json.js'
import { parseBeacon, parseChainInfo, quicknetChain } from '../../src/core/beacon.js'
import { canonicalize } from '../../src/core/canonical.js'
import { formatCheckpoint, parseCheckpoint } from '../../src/core/checkpoint.js'
import { formatSha256 } from '../../src/core/digest.js'
import { derivePublicKey } from '../../src/core/dsse.js'
import {
  concatBytes,
  decodeBase64,
  decodeHex,
  decodeUtf8,
  encodeBase64,
  encodeUtf8,
} from '../../src/core/encoding.js'
import { decodeJson, parseJson, type JsonLimits, type JsonOptions } from '../../src/core/json.js'
import {
  createVerifierKey,
  formatNote,
  formatSignatureLine,
  parseNote,
  parseSignatureLines,
  parseVerifierKey,
  signCosignature,
  signNote,
  verifyNote,
} from '../../src/core/note.js'
import { pick } from '../../src/core/selection.js'
import { parsePublicKey } from '../../src/core/signature.js'
import { decodeEntries, decodeHashes, encodeEntries, formatTilePath } from '../../src/core/tiles.js'
import { parseTime } from '../../src/core/time.js'
import { firstRoundAtOrAfter, roundAt, roundTime } from '../../src/core/timetable.js'
import { parseTlogProof } from '../../src/core/tlog-proof.js'
import { readListHeader, readStandardHeader } from '../../src/core/webhook-headers.js'
import {
  formatWebhookSecret,
  formatWebhookPublicKey,
  parseTextSecret,
  parseWebhookKey,
} from '../../src/core/webhook-key.js'
import { formatWebhookSignature, verifyWebhook } from '../../src/core/webhook.js'
import { DrawauditError } from '../../src/errors.js'
import { vkeyOf } from './vkey.js'

const bytes = (length: number): Uint8Array => new Uint8Array(length)
const hash = encodeBase64(bytes(32))

// RFC 8032 section 7.1, test 1; BIP-340, test vector 0.
const key = parsePublicKey(
  'ed25519',
  decodeHex('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'),
)
const schnorrKey = decodeHex('f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9')

const signed = signNote('text\n', 'example.com', bytes(32))
const note = { text: 'text\n', signatures: [signed] }
const ownKey = derivePublicKey(bytes(32))
const verifier = createVerifierKey('example.com', 'ed25519', ownKey)

const vkey = (type: number, publicKey: Uint8Array): string =>
  vkeyOf('example.com', concatBytes(Uint8Array.of(type), publicKey))

const limited = (limits: Partial<JsonLimits>): JsonOptions => ({ limits })

const chain = { genesisTime: 100, period: 30 }
const info = encodeChainInfo(quicknetChain)

const standard = { 'webhook-id': 'a', 'webhook-timestamp': '1700000000', 'webhook-signature': 'v1,AAAA' }
const secret = bytes(32)
const at = (seconds: number): Date => new Date((1_700_000_000 + seconds) * 1000)
const request = {
  headers: {
    ...standard,
    'webhook-signature': formatWebhookSignature(
      { id: 'a', timestamp: 1_700_000_000, body: encodeUtf8('{}') },
      [{ secret }],
    ),
  },
  body: '{}',
  keys: [formatWebhookSecret(secret)],
  now: at(0),
}
const picked = { seed: bytes(32), sealDigest: bytes(32), position: 1, attempt: 1, randomness: bytes(32) }

function said(act: () => unknown): string {
  try {
    act()
    return 'nothing'
  } catch (error) {
    if (error instanceof RangeError) return `RangeError: ${error.message}`
    if (!(error instanceof DrawauditError)) throw error
    const { code, message, hint, where } = error
    const places = Object.entries(where).map(([kind, place]) => `, ${kind} ${JSON.stringify(place)}`)
    return `${code}: ${message}${places.join('')}${hint === undefined ? '' : ` (${hint})`}`
  }
}

const refused: readonly (readonly [act: () => unknown, said: string])[] = [
  [
    () => parsePublicKey('dsa', bytes(32)),
    'algorithm-unknown: unknown algorithm "dsa" (known are ed25519, ecdsa-p256-sha256, ecdsa-secp256k1-sha256, bip340, rsa-pkcs1-sha256, rsa-pkcs1-sha512, rsa-pss-sha256, rsa-pss-sha512, ml-dsa-44, ecvrf-p256-sha256-tai, ecvrf-p256-sha256-sswu, ecvrf-edwards25519-sha512-tai, ecvrf-edwards25519-sha512-ell2, ecvrf-ed25519-sha512-elligator2-draft03, chainlink-vrf)',
  ],
  [() => parsePublicKey('bip340', bytes(33)), 'key-length: expected 32 bytes for bip340, found 33'],
  [
    () => parsePublicKey('ecdsa-p256-sha256', bytes(32), { encoding: 'der' }),
    'key-length: expected 33 or 65 bytes for ecdsa-p256-sha256, found 32',
  ],
  [
    () => parsePublicKey('ed25519', bytes(32).fill(2)),
    'key-invalid: the bytes are not a public key of ed25519',
  ],
  [
    () => parsePublicKey('ed25519', bytes(32)),
    'key-weak: this public key of ed25519 has a small-order component (signatures under such a key prove nothing; ask for another key)',
  ],
  [
    () => parsePublicKey('ed25519', key.bytes, { encoding: 'der' }),
    'algorithm-unknown: ed25519 needs nothing declared beside the key (ask the key’s publisher how its signatures are encoded; it cannot be guessed)',
  ],
  [
    () => parsePublicKey('ecdsa-p256-sha256', bytes(33)),
    'algorithm-unknown: ecdsa-p256-sha256 needs encoding declared beside the key (ask the key’s publisher how its signatures are encoded; it cannot be guessed)',
  ],
  [
    () => parsePublicKey('ecdsa-p256-sha256', bytes(33), { encoding: 'der', lowS: true }),
    'algorithm-unknown: ecdsa-p256-sha256 needs encoding declared beside the key (ask the key’s publisher how its signatures are encoded; it cannot be guessed)',
  ],
  [
    () => parsePublicKey('ecdsa-secp256k1-sha256', bytes(33), { encoding: 'compact' }),
    'algorithm-unknown: ecdsa-secp256k1-sha256 needs encoding and lowS declared beside the key (ask the key’s publisher how its signatures are encoded; it cannot be guessed)',
  ],
  [
    () => parsePublicKey('ecdsa-secp256k1-sha256', bytes(33), { lowS: false }),
    'algorithm-unknown: ecdsa-secp256k1-sha256 needs encoding and lowS declared beside the key (ask the key’s publisher how its signatures are encoded; it cannot be guessed)',
  ],
  [
    () => parsePublicKey('ecdsa-secp256k1-sha256', bytes(33), { encoding: 'der', lowS: true }),
    'key-invalid: the bytes are not a public key of ecdsa-secp256k1-sha256',
  ],
  [
    () => parsePublicKey('rsa-pss-sha256', bytes(300)),
    'key-invalid: the bytes are not an RSA public key in DER (expected SubjectPublicKeyInfo or RSAPublicKey; for a PEM file, its decoded base64)',
  ],
  [
    () => parsePublicKey('rsa-pss-sha256', bytes(300), { encoding: 'der' }),
    'algorithm-unknown: rsa-pss-sha256 needs nothing declared beside the key (ask the key’s publisher how its signatures are encoded; it cannot be guessed)',
  ],
  [
    () => parseVerifierKey('example.com'),
    'key-invalid: not a verifier key: "example.com" (it is written name+id+key, the id 8 lower-case hex digits, the key base64)',
  ],
  [
    () => parseVerifierKey('x'.repeat(300)),
    'key-invalid: not a verifier key: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" (it is written name+id+key, the id 8 lower-case hex digits, the key base64)',
  ],
  [
    () => parseVerifierKey('example.com+0123456+AQ=='),
    'key-invalid: not a verifier key: "example.com+0123456+AQ==" (it is written name+id+key, the id 8 lower-case hex digits, the key base64)',
  ],
  [
    () => parseVerifierKey('example.com+0123456789+AQ=='),
    'key-invalid: not a verifier key: "example.com+0123456789+AQ==" (it is written name+id+key, the id 8 lower-case hex digits, the key base64)',
  ],
  [
    () => parseVerifierKey('a b+01234567+AQ=='),
    'key-invalid: not a verifier key: "a b+01234567+AQ==" (it is written name+id+key, the id 8 lower-case hex digits, the key base64)',
  ],
  [
    () => parseVerifierKey('example.com+01234567+'),
    'key-invalid: not a verifier key: "example.com+01234567+" (it is written name+id+key, the id 8 lower-case hex digits, the key base64)',
  ],
  [
    () => parseVerifierKey('example.com+01234567+AQ'),
    'key-invalid: not a verifier key: "example.com+01234567+AQ" (it is written name+id+key, the id 8 lower-case hex digits, the key base64)',
  ],
  [
    () => parseVerifierKey(vkey(0x01, bytes(31))),
    'key-invalid: expected an ed25519 key of 32 bytes, found 31',
  ],
  [
    () => parseVerifierKey(vkey(0x02, bytes(32))),
    'algorithm-unsupported: signatures of type 0x02 (ECDSA) are not verified (give a key of type 0x01, or of a witness 0x04 or 0x06)',
  ],
  [
    () => parseVerifierKey(vkey(0x05, bytes(32))),
    'algorithm-unsupported: signatures of type 0x05 (RFC 6962 tree heads) are not verified (give a key of type 0x01, or of a witness 0x04 or 0x06)',
  ],
  [
    () => parseVerifierKey(vkey(0x06, bytes(32))),
    'key-invalid: expected an ml-dsa-44 key of 1312 bytes, found 32',
  ],
  [
    () => parseVerifierKey(vkey(0x07, bytes(32))),
    'algorithm-unsupported: signatures of type 0x07 are not verified (give a key of type 0x01, or of a witness 0x04 or 0x06)',
  ],
  [
    () => parseVerifierKey(vkey(0x01, key.bytes).replace(/\+.{8}\+/, '+00000000+')),
    'key-invalid: the id of this key is ec47bd05, found 00000000 (copy the verifier key again, its name included)',
  ],
  [
    () => createVerifierKey('example.com', 'ed25519', parsePublicKey('bip340', schnorrKey)),
    'key-invalid: expected an ed25519 key, found bip340',
  ],
  [
    () => createVerifierKey('a+b', 'ed25519', key),
    'key-invalid: "a+b" cannot be the name of a key (a name has neither spaces nor plus signs, such as example.com/log)',
  ],
  [
    () => parseCheckpoint('\tlog\n'),
    'checkpoint-invalid: not a checkpoint: a checkpoint has no control characters but newlines',
  ],
  [
    () => parseCheckpoint('log\n1'),
    'checkpoint-invalid: not a checkpoint: the last line does not end in a newline',
  ],
  [
    () => parseCheckpoint('log\n'),
    'checkpoint-invalid: not a checkpoint: expected lines of origin, size and root, found 1',
  ],
  [
    () => parseCheckpoint('log\n1\n'),
    'checkpoint-invalid: not a checkpoint: expected lines of origin, size and root, found 2',
  ],
  [() => parseCheckpoint(`log\n\n${hash}\n`), 'checkpoint-invalid: not a checkpoint: there is an empty line'],
  [
    () => parseCheckpoint(`log\n01\n${hash}\n`),
    'checkpoint-invalid: not a checkpoint: "01" is not the size of a log',
  ],
  [
    () => parseCheckpoint(`log\n${'1'.repeat(50)}\n${hash}\n`),
    'checkpoint-invalid: not a checkpoint: "1111111111111111111111111111111111111111" is not the size of a log',
  ],
  [
    () => parseCheckpoint(`log\n1\n${'A'.repeat(100)}\n`),
    'checkpoint-invalid: not a checkpoint: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" is not a root',
  ],
  [
    () => parseCheckpoint(`log\n0\n${hash}\n`),
    'checkpoint-invalid: not a checkpoint: a log without entries has another root',
  ],
  [
    () => formatCheckpoint({ origin: 'two\n2', size: 1, root: bytes(32) }),
    'checkpoint-invalid: not a checkpoint: an origin is one line',
  ],
  [
    () => formatCheckpoint({ origin: '', size: 1, root: bytes(32) }),
    'checkpoint-invalid: not a checkpoint: there is an empty line',
  ],
  [
    () => formatSha256(bytes(31)),
    'hash-length: expected a SHA-256 digest of 32 bytes, found 31 (give the whole digest, as bytes)',
  ],
  [() => decodeHex('0g'), 'hex-invalid: expected hex digits, found "g" (U+0067), character 1'],
  [() => decodeHex('abc'), 'hex-invalid: expected an even number of hex digits, found 3'],
  [() => decodeBase64('AA-_'), 'base64-invalid: expected base64, found "-" (U+002D), character 2'],
  [
    () => decodeBase64('AA'),
    'base64-invalid: base64 is not in its canonical form (it needs padding to a multiple of four characters and zero bits at the end)',
  ],
  [
    () => decodeBase64('AB=='),
    'base64-invalid: base64 is not in its canonical form (it needs padding to a multiple of four characters and zero bits at the end)',
  ],
  [() => encodeUtf8('\ud800'), 'text-invalid: text has a lone surrogate'],
  [
    () => decodeUtf8(Uint8Array.of(0x61, 0xff)),
    'utf8-invalid: byte 1 is not valid UTF-8, byte 1 (save the file as UTF-8)',
  ],
  [() => canonicalize(NaN), 'json-number-form: NaN is not a JSON number'],
  [() => canonicalize('\ud800'), 'text-invalid: text has a lone surrogate'],
  [
    () => parseJson(''),
    'json-empty: expected JSON, found nothing, line 1, column 1, pointer "" (give the whole document)',
  ],
  [
    () => parseJson('1 2'),
    'json-trailing-data: expected the end of the document, found "2" (U+0032), line 1, column 3, pointer "" (give one document, with nothing after it)',
  ],
  [
    () => parseJson('[1,2,3]', limited({ values: 3 })),
    'json-too-many-values: expected at most 3 values in one document, line 1, column 6, pointer "/2" (split the document)',
  ],
  [
    () => parseJson('[[]]', limited({ depth: 1 })),
    'json-too-deep: expected at most 1 arrays and objects inside one another, line 1, column 2, pointer "/0" (make the document flatter)',
  ],
  [
    () => parseJson('["abc","def"]', limited({ memory: 60 })),
    'json-too-many-values: expected values that fill at most 60 bytes of memory, line 1, column 2, pointer "/0" (split the document)',
  ],
  [
    () => parseJson('{"a":1,"b":2}', limited({ names: 1 })),
    'json-too-many-names: expected at most 1 names in one object, line 1, column 8, pointer "/b" (use an array for long lists)',
  ],
  [
    () => parseJson('[{"a":1},{"b":2}]', limited({ differentNames: 1 })),
    'json-too-many-names: expected at most 1 different names in one document, line 1, column 11, pointer "/1/b" (use an array for long lists)',
  ],
  [
    () => parseJson('"abc"', limited({ stringLength: 2 })),
    'json-string-too-long: expected strings of at most 2 UTF-16 code units, found 3, line 1, column 1, pointer "" (shorten the text)',
  ],
  [
    () => parseJson('[1,2]', limited({ bytes: 4 })),
    'json-too-large: expected at most 4 bytes of JSON, found 5, byte 4 (split the document, or raise the limit if you trust its source)',
  ],
  [
    () => decodeJson(encodeUtf8('[1,2]'), { bytes: 4 }),
    'json-too-large: expected at most 4 bytes of JSON, found 5, byte 4 (split the document, or raise the limit if you trust its source)',
  ],
  [
    () => decodeJson(encodeUtf8('"aāb"'), { bytes: 6 }),
    'json-too-large: expected at most 3 characters where any is beyond U+00FF, found 5 (split the document, or write those characters as \\u and four hex digits)',
  ],
  [
    () => decodeJson(encodeUtf8('"😀😀"'), { bytes: 10 }),
    'json-too-large: expected at most 5 characters where any is beyond U+00FF, found 6 (split the document, or write those characters as \\u and four hex digits)',
  ],
  [
    () => parseJson('{"a" 1}'),
    'json-syntax: expected ":", found "1" (U+0031), line 1, column 6, pointer "/a" (put a colon between name and value)',
  ],
  [
    () => parseJson('{"a":1 "b":2}'),
    'json-syntax: expected "," or "}", found "\\"" (U+0022), line 1, column 8, pointer "/a" (put a comma between two values, and close what was opened)',
  ],
  [
    () => parseJson('[1 2]'),
    'json-syntax: expected "," or "]", found "2" (U+0032), line 1, column 4, pointer "/0" (put a comma between two values, and close what was opened)',
  ],
  [
    () => parseJson('9007199254740992'),
    'json-number-unsafe: expected an integer within ±9007199254740991, found 9007199254740992, line 1, column 1, pointer "" (write it as a string)',
  ],
  [
    () => parseJson('1.5'),
    'json-number-form: expected an integer, found 1.5: a fraction, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('1e400', { numbers: 'any' }),
    'json-number-unsafe: expected a number that a double has, found 1e400, line 1, column 1, pointer "" (write it as a string)',
  ],
  [
    () => parseJson('-1E+400', { numbers: 'any' }),
    'json-number-unsafe: expected a number that a double has, found -1E+400, line 1, column 1, pointer "" (write it as a string)',
  ],
  [
    () => parseJson('01', { numbers: 'any' }),
    'json-number-form: expected a number, found 01: a leading zero, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('1.2345678901234567', { numbers: 'decimal' }),
    'json-number-unsafe: expected a decimal of at most 15 significant digits and 100 decimals, found 1.2345678901234567, line 1, column 1, pointer "" (write it as a string)',
  ],
  [
    () => parseJson('1e5', { numbers: 'decimal' }),
    'json-number-form: expected an integer or a plain decimal, found 1e5: an exponent, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('-'),
    'json-number-form: expected an integer, found -: no digit after the minus sign, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('+1'),
    'json-number-form: expected an integer, found +1: a plus sign, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('0x10'),
    'json-number-form: expected an integer, found 0x10: not in base ten, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('-0X1'),
    'json-number-form: expected an integer, found -0X1: not in base ten, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('0b1'),
    'json-number-form: expected an integer, found 0b1: not in base ten, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('0o7'),
    'json-number-form: expected an integer, found 0o7: not in base ten, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('01'),
    'json-number-form: expected an integer, found 01: a leading zero, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('-0'),
    'json-number-form: expected an integer, found -0: zero has one form, 0, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('-0.0'),
    'json-number-form: expected an integer, found -0.0: zero has one form, 0, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('-0.00', { numbers: 'decimal' }),
    'json-number-form: expected an integer or a plain decimal, found -0.00: zero has one form, 0, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('12e3'),
    'json-number-form: expected an integer, found 12e3: an exponent, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('10.25'),
    'json-number-form: expected an integer, found 10.25: a fraction, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('1.'),
    'json-number-form: expected an integer, found 1.: no digit after the point, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('.5'),
    'json-number-form: expected an integer, found .5: no digit before the point, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('1.2.3'),
    'json-number-form: expected an integer, found 1.2.3: in no form of JSON, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('1e'),
    'json-number-form: expected an integer, found 1e: an exponent, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('1e+5'),
    'json-number-form: expected an integer, found 1e+5: an exponent, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('12e-34x'),
    'json-number-form: expected an integer, found 12e-34x: an exponent, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('NaN'),
    'json-number-form: expected an integer, found NaN: not a number that JSON has, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('Infinity'),
    'json-number-form: expected an integer, found Infinity: not a number that JSON has, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('-Infinity'),
    'json-number-form: expected an integer, found -Infinity: not a number that JSON has, line 1, column 1, pointer "" (write it as a plain integer, or as a string)',
  ],
  [
    () => parseJson('undefined'),
    'json-syntax: expected a value, found undefined, line 1, column 1, pointer "" (text needs double quotes; only true, false and null go without)',
  ],
  [
    () => parseJson('True'),
    'json-syntax: expected a value, found True, line 1, column 1, pointer "" (text needs double quotes; only true, false and null go without)',
  ],
  [
    () => parseJson('[1,]'),
    'json-syntax: expected a value, found a trailing comma, line 1, column 4, pointer "/1" (remove the comma before the closing bracket)',
  ],
  [
    () => parseJson('[1, \n ]'),
    'json-syntax: expected a value, found a trailing comma, line 2, column 2, pointer "/1" (remove the comma before the closing bracket)',
  ],
  [
    () => parseJson('{"a":1,}'),
    'json-syntax: expected a name in double quotes, found a trailing comma, line 1, column 8, pointer "" (remove the comma before the closing bracket)',
  ],
  [
    () => parseJson("'a'"),
    'json-syntax: expected a value, found another quotation mark than ", line 1, column 1, pointer "" (use straight double quotes)',
  ],
  [
    () => parseJson('{a:1}'),
    'json-syntax: expected a name in double quotes, found a, line 1, column 2, pointer "" (put double quotes around every name)',
  ],
  [
    () => parseJson('// a'),
    'json-syntax: expected a value, found a comment, line 1, column 1, pointer "" (JSON has no comments: remove it)',
  ],
  [
    () => parseJson('"a\u0000"'),
    'json-syntax: expected an escape, found U+0000 in a string, line 1, column 3, pointer "" (write it as \\u0000, or close the string before it)',
  ],
  [
    () => parseJson('"a\tb"'),
    'json-syntax: expected an escape, found U+0009 in a string, line 1, column 3, pointer "" (write it as \\u0009, or close the string before it)',
  ],
  [
    () => parseJson('"a'),
    'json-syntax: expected a closing quote, found the end of the text, line 1, column 1, pointer "" (the text is cut off: give all of it)',
  ],
  [
    () => parseJson('"\\x41"'),
    'json-syntax: expected an escape like \\n or \\u0041, found "\\\\x", line 1, column 2, pointer "" (write a backslash itself as \\\\)',
  ],
  [
    () => parseJson('"\\u12"'),
    'json-syntax: expected an escape like \\n or \\u0041, found "\\\\u12\\"", line 1, column 2, pointer "" (write a backslash itself as \\\\)',
  ],
  [
    () => parseJson('"\\ud800"'),
    'json-lone-surrogate: lone surrogate U+D800, line 1, column 2, pointer "" (half a character has no bytes: write the whole character)',
  ],
  [
    () => parseJson('"\\udc00"'),
    'json-lone-surrogate: lone surrogate U+DC00, line 1, column 2, pointer "" (half a character has no bytes: write the whole character)',
  ],
  [
    () => parseJson('"\ud800x"'),
    'json-lone-surrogate: lone surrogate U+D800, line 1, column 2, pointer "" (half a character has no bytes: write the whole character)',
  ],
  [
    () => parseJson('"\udc00"'),
    'json-lone-surrogate: lone surrogate U+DC00, line 1, column 2, pointer "" (half a character has no bytes: write the whole character)',
  ],
  [
    () => parseJson('{"a":1,"a":2}'),
    'json-duplicate-name: duplicate name "a", line 1, column 8, pointer "/a" (keep one of them: which one counts differs from program to program)',
  ],
  [
    () => parseJson('9'.repeat(70)),
    'json-number-unsafe: expected an integer within ±9007199254740991, found 999999999999999999999999999999999999999999999999999999999..., line 1, column 1, pointer "" (write it as a string)',
  ],
  [
    () => parseJson('z'.repeat(70)),
    'json-syntax: expected a value, found zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz..., line 1, column 1, pointer "" (text needs double quotes; only true, false and null go without)',
  ],
  [
    () => parseJson('"' + 'a'.repeat(70) + '":'),
    'json-trailing-data: expected the end of the document, found ":" (U+003A), line 1, column 73, pointer "" (give one document, with nothing after it)',
  ],
  [
    () => parseJson('{"' + 'a'.repeat(55) + '😀😀😀":1,"' + 'a'.repeat(55) + '😀😀😀":1}'),
    'json-duplicate-name: duplicate name "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa😀...", line 1, column 68, pointer "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa😀😀😀" (keep one of them: which one counts differs from program to program)',
  ],
  [() => parseNote(bytes(2 ** 20 + 1)), 'note-invalid: a note has at most 1048576 bytes, found more'],
  [() => parseNote('a'.repeat(2 ** 20 + 1)), 'note-invalid: a note has at most 1048576 bytes, found more'],
  [() => parseNote('ā'.repeat(2 ** 19) + 'a'), 'note-invalid: a note has at most 1048576 bytes, found more'],
  [() => parseNote('text\n'), 'note-invalid: there is no blank line between the text and its signatures'],
  [() => parseNote('text\n\n'), 'note-invalid: the last signature line does not end in a newline'],
  [
    () => parseNote('text\n\n\u2014 name AAAAAAA='),
    'note-invalid: the last signature line does not end in a newline',
  ],
  [() => parseNote('text\n\nname\n'), 'note-invalid: not a signature line: "name"'],
  [
    () => parseNote('text\n\nx\u2014 name AAAAAAA=\n'),
    'note-invalid: not a signature line: "x— name AAAAAAA="',
  ],
  [
    () => parseNote('te\txt\n\n\u2014 name AAAAAAA=\n'),
    'note-invalid: a note has no control characters but newlines',
  ],
  [() => parseNote(Uint8Array.of(0xff)), 'note-invalid: in a note, byte 0 is not valid UTF-8'],
  [
    () => parseSignatureLines('\u2014 name AAAAAAA=\n'.repeat(101)),
    'note-invalid: a note has at most 100 signatures, found more',
  ],
  [
    () => parseSignatureLines(`${'x'.repeat(300)}\n`),
    'note-invalid: not a signature line: "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"',
  ],
  [
    () => formatNote({ text: 'text\n', signatures: [] }),
    'note-invalid: a note has 1 to 100 signatures, found 0',
  ],
  [() => formatNote({ text: 'text', signatures: [] }), 'note-invalid: the text of a note ends in a newline'],
  [
    () => formatNote({ text: 'te\rxt\n', signatures: [] }),
    'note-invalid: a note has no control characters but newlines',
  ],
  [
    () => formatSignatureLine({ name: 'a b', keyId: '01234567', signature: bytes(64) }),
    'note-invalid: no signature line has the name "a b", the id "01234567" and 64 bytes',
  ],
  [() => verifyNote(note, [verifier, verifier]), 'note-invalid: two keys are known as example.com+2a3d8424'],
  [
    () => verifyNote({ ...note, signatures: [{ ...signed, signature: bytes(64) }] }, [verifier]),
    'note-signature: the signature of example.com+2a3d8424 does not verify',
  ],
  [
    () => signCosignature('text\n', 'name', -1, bytes(32)),
    'RangeError: time must be an integer from 0 to 2^53 - 1, found -1',
  ],
  [
    () => signCosignature('text\n', 'name', 1.5, bytes(32)),
    'RangeError: time must be an integer from 0 to 2^53 - 1, found 1.5',
  ],
  [
    () => formatTilePath({ level: 64, index: 0, width: 256 }),
    'RangeError: level must be an integer from 0 to 63, found 64',
  ],
  [
    () => formatTilePath({ level: 0, index: -1, width: 256 }),
    'RangeError: index must be an integer from 0 to 2^53 - 1, found -1',
  ],
  [
    () => formatTilePath({ level: 0, index: 0, width: 0 }),
    'RangeError: width must be an integer from 1 to 256, found 0',
  ],
  [() => encodeEntries([bytes(65_536)]), 'RangeError: an entry has at most 65535 bytes, found 65536'],
  [
    () => decodeEntries(Uint8Array.of(0, 1, 5, 0), 2),
    'tile-invalid: expected a bundle of 2 entries, found 1 and 1 bytes more',
  ],
  [
    () => decodeEntries(Uint8Array.of(0, 1, 5, 0), 1),
    'tile-invalid: expected a bundle of 1 entries, found 1 and 1 bytes more',
  ],
  [
    () => decodeEntries(Uint8Array.of(0, 9, 5), 1),
    'tile-invalid: expected a bundle of 1 entries, found 0 and 3 bytes more',
  ],
  [() => decodeHashes(bytes(31), 1), 'tile-invalid: expected a tile of 1 hashes, 32 bytes, found 31'],
  [() => roundTime(chain, 0), 'beacon-invalid: expected a round from 1, found 0'],
  [() => roundTime(chain, 2 ** 53 - 1), 'beacon-invalid: the time of round 9007199254740991 is out of range'],
  [() => roundAt(chain, 10), 'time-invalid: the first round was at 100, after 10'],
  [() => firstRoundAtOrAfter(chain, 1.5), 'time-invalid: expected whole seconds since 1970, found 1.5'],
  [
    () => parseTlogProof('proof\n'),
    'proof-invalid: not a proof of a log: there is no blank line before the checkpoint',
  ],
  [() => parseTlogProof('proof\n\n'), 'proof-invalid: not a proof of a log: there is no checkpoint'],
  [
    () => parseTlogProof('proof\n\nlog\n'),
    'proof-invalid: not a proof of a log: it does not begin with c2sp.org/tlog-proof@v1',
  ],
  [
    () => parseTlogProof('c2sp.org/tlog-proof@v1\nextra A\nindex 0\n\nlog\n'),
    'proof-invalid: not a proof of a log: the extra data are not base64',
  ],
  [
    () => parseTlogProof('c2sp.org/tlog-proof@v1\n\nlog\n'),
    'proof-invalid: not a proof of a log: expected an index, found ""',
  ],
  [
    () => parseTlogProof('c2sp.org/tlog-proof@v1\nindex 01\n\nlog\n'),
    'proof-invalid: not a proof of a log: expected an index, found "index 01"',
  ],
  [
    () => parseTlogProof(`c2sp.org/tlog-proof@v1\nindex ${'1'.repeat(100)}\n\nlog\n`),
    'proof-invalid: not a proof of a log: expected an index, found "index 11111111111111111111111111111111111111111111111111111111111111111111111111"',
  ],
  [
    () => parseTlogProof(`c2sp.org/tlog-proof@v1\nindex 0\n${'A'.repeat(100)}\n\nlog\n`),
    'proof-invalid: not a proof of a log: "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" is not a hash',
  ],
  [
    () => parseTlogProof(`c2sp.org/tlog-proof@v1\nindex 0\n${`${hash}\n`.repeat(64)}\nlog\n`),
    'proof-invalid: not a proof of a log: it has at most 63 hashes, found 64',
  ],
  [
    () => readStandardHeader({ ...standard, 'webhook-id': 'a.b' }),
    'webhook-header: the header field webhook-id is malformed: it must be visible characters without a full stop',
  ],
  [
    () => readStandardHeader({ ...standard, 'webhook-timestamp': '1e9' }),
    'webhook-header: the header field webhook-timestamp is malformed: it has to be digits, seconds since 1970',
  ],
  [
    () => readStandardHeader({ ...standard, 'webhook-signature': 'v1,' }),
    'webhook-header: the header field webhook-signature is malformed: a signature is empty, or the field is doubled',
  ],
  [
    () => readStandardHeader({ ...standard, 'webhook-signature': 'v1,a '.repeat(101).trim() }),
    'webhook-header: the header field webhook-signature is malformed: it has more than 100 signatures',
  ],
  [
    () => readStandardHeader({ ...standard, 'webhook-signature': `v1,${'a'.repeat(20_000)}` }),
    'webhook-header: the header field webhook-signature is malformed: it has more than 16384 characters',
  ],
  [
    () => readStandardHeader({ ...standard, 'webhook-id': ['a', 'b'] }),
    'webhook-header: the header field webhook-id occurs more than once',
  ],
  [
    () => readStandardHeader({ ...standard, 'webhook-id': '' }),
    'webhook-header: the header field webhook-id is missing or empty (pass the fields of the request as they were received)',
  ],
  [
    () => readStandardHeader({}),
    'webhook-header: the header field webhook-id is missing or empty (pass the fields of the request as they were received)',
  ],
  [
    () => readListHeader({ name: 't=1,v1=a' }, 'na me'),
    'webhook-header: this cannot be the name of a header field',
  ],
  [
    () => readListHeader({ name: 't=1,v1=a' }, ''),
    'webhook-header: this cannot be the name of a header field',
  ],
  [
    () => readListHeader({ name: 'v1=a' }, 'name'),
    'webhook-header: the header field name is malformed: expected t= and digits, seconds since 1970, exactly once',
  ],
  [
    () => readListHeader({ name: 't=1,t=2,v1=a' }, 'name'),
    'webhook-header: the header field name is malformed: expected t= and digits, seconds since 1970, exactly once',
  ],
  [
    () => readListHeader({ name: 't=x' }, 'name'),
    'webhook-header: the header field name is malformed: expected t= and digits, seconds since 1970, exactly once',
  ],
  [
    () => readListHeader({ name: 't=1' + ',v1=a'.repeat(100) }, 'name'),
    'webhook-header: the header field name is malformed: it has more than 100 signatures',
  ],
  [
    () => parseTextSecret(''),
    'webhook-secret: not a webhook secret: expected at least 16 bytes, found 0 (copy it again, as the service shows it)',
  ],
  [
    () => parseTextSecret('whpk_aaaaaaaaaaaaaaaaaaaaaaa'),
    'webhook-secret: not a webhook secret: this is a public key (copy it again, as the service shows it)',
  ],
  [
    () => parseTextSecret(' a secret that is long enough'),
    'webhook-secret: not a webhook secret: there is white space around it (copy it again, as the service shows it)',
  ],
  [
    () => parseTextSecret('fifteen letters'),
    'webhook-secret: not a webhook secret: expected at least 16 bytes, found 15 (copy it again, as the service shows it)',
  ],
  [
    () => parseTextSecret(undefined as unknown as string),
    'webhook-secret: not a webhook secret: expected text (copy it again, as the service shows it)',
  ],
  [
    () => parseWebhookKey(''),
    'webhook-secret: not a webhook key: it is empty (a secret is whsec_ and base64, a public key whpk_ and base64: copy it again, whole)',
  ],
  [
    () => parseWebhookKey(undefined as unknown as string),
    'webhook-secret: not a webhook key: expected text (a secret is whsec_ and base64, a public key whpk_ and base64: copy it again, whole)',
  ],
  [
    () => parseWebhookKey('whsk_AAAA'),
    'webhook-secret: not a webhook key: this is the secret key of a sender, found where its public key belongs (a secret is whsec_ and base64, a public key whpk_ and base64: copy it again, whole)',
  ],
  [
    () => parseWebhookKey('whpk_AAAA'),
    'webhook-secret: not a webhook key: expected the base64 of 32 bytes after whpk_ (a secret is whsec_ and base64, a public key whpk_ and base64: copy it again, whole)',
  ],
  [
    () => parseWebhookKey('whpk_*'),
    'webhook-secret: not a webhook key: expected the base64 of 32 bytes after whpk_ (a secret is whsec_ and base64, a public key whpk_ and base64: copy it again, whole)',
  ],
  [
    () => parseWebhookKey('whsec_*'),
    'webhook-secret: not a webhook key: expected base64 after whsec_ (a secret is whsec_ and base64, a public key whpk_ and base64: copy it again, whole)',
  ],
  [
    () => parseWebhookKey('*'),
    'webhook-secret: not a webhook key: expected whsec_ or whpk_ first (a secret is whsec_ and base64, a public key whpk_ and base64: copy it again, whole)',
  ],
  [
    () => parseWebhookKey('whsec_AAAA'),
    'webhook-secret: not a webhook key: expected 24 to 64 bytes, found 3 (a secret is whsec_ and base64, a public key whpk_ and base64: copy it again, whole)',
  ],
  [
    () => parseWebhookKey(hash),
    'webhook-secret: not a webhook key: these 32 bytes may be a secret or a public key: write whsec_ or whpk_ before them (a secret is whsec_ and base64, a public key whpk_ and base64: copy it again, whole)',
  ],
  [
    () => formatWebhookPublicKey(parsePublicKey('bip340', schnorrKey)),
    'RangeError: expected an Ed25519 key, found bip340',
  ],
  [() => formatWebhookSecret(bytes(23)), 'RangeError: expected 24 to 64 bytes, found 23'],
  [() => formatWebhookSecret(bytes(65)), 'RangeError: expected 24 to 64 bytes, found 65'],
  [
    () => verifyWebhook({ ...request, tolerance: -1 }),
    'RangeError: expected a tolerance of 0 to 86400 seconds',
  ],
  [
    () => verifyWebhook({ ...request, tolerance: 86_401 }),
    'RangeError: expected a tolerance of 0 to 86400 seconds',
  ],
  [() => verifyWebhook({ ...request, now: new Date(NaN) }), 'RangeError: expected a time'],
  [
    () => verifyWebhook({ ...request, keys: [] }),
    'webhook-secret: no webhook key is given (give the secret of the endpoint, whsec_…, or a public key of the sender, whpk_…)',
  ],
  [
    () => verifyWebhook({ ...request, keys: ['', 'whsec_AAAA'] }),
    'webhook-secret: no webhook key can be used: key 1 of 2: not a webhook key: it is empty; key 2 of 2: not a webhook key: expected 24 to 64 bytes, found 3 (copy them again, whole)',
  ],
  [
    () => verifyWebhook({ ...request, keys: [`whpk_${encodeBase64(ownKey.bytes)}`, ''] }),
    'webhook-signature: no signature has a version that the keys can verify; not used: key 2 of 2: not a webhook key: it is empty (these signatures are verified with a secret)',
  ],
  [
    () => verifyWebhook({ ...request, keys: [`whsec_${encodeBase64(bytes(24).fill(1))}`] }),
    'webhook-signature: no signature is by a key that was given (give the key of this endpoint and the body exactly as it was received, not parsed and printed again)',
  ],
  [
    () => verifyWebhook({ ...request, keys: [`whpk_${encodeBase64(ownKey.bytes)}`] }),
    'webhook-signature: no signature has a version that the keys can verify (these signatures are verified with a secret)',
  ],
  [
    () => verifyWebhook({ ...request, now: at(301) }),
    'webhook-expired: it was sent 301 seconds before now, and 300 are allowed (it may be a replay, was held up on its way, or the clock of the receiver is fast)',
  ],
  [
    () => verifyWebhook({ ...request, now: at(-301) }),
    'webhook-expired: it was sent 301 seconds after now, and 300 are allowed (the clock of the receiver is slow, or that of the sender is fast)',
  ],
  [
    () => formatWebhookSignature({ id: 'a b', timestamp: 1, body: bytes(0) }, [{ secret }]),
    'RangeError: expected an id of visible characters without a full stop',
  ],
  [
    () => formatWebhookSignature({ id: 'a', timestamp: -1, body: bytes(0) }, [{ secret }]),
    'RangeError: expected a time in whole seconds since 1970',
  ],
  [
    () => formatWebhookSignature({ id: 'a', timestamp: 1, body: bytes(0) }, []),
    'RangeError: expected a signer',
  ],
  [
    () => parseTime('2026'),
    'time-invalid: expected a time like 2026-11-20T16:15:00+00:00 (write date, T, time with seconds, and an offset (Z or +00:00), as in RFC 3339)',
  ],
  [() => pick(picked, 0), 'RangeError: nothing can be picked of 0'],
  [() => pick(picked, 1.5), 'RangeError: nothing can be picked of 1.5'],
  [() => pick({ ...picked, position: -1 }, 3), 'RangeError: -1 is not an integer of 32 bits'],
  [() => pick({ ...picked, attempt: 2 ** 32 }, 3), 'RangeError: 4294967296 is not an integer of 32 bits'],
  [() => parseChainInfo([]), 'chain-invalid: expected an object, pointer ""'],
  [() => parseChainInfo({ ...info, scheme: undefined }), 'chain-invalid: expected text, pointer "/scheme"'],
  [
    () => parseChainInfo({ ...info, scheme: 'other' }),
    'scheme-unknown: unknown scheme "other", pointer "/scheme" (known are pedersen-bls-chained, pedersen-bls-unchained, bls-unchained-on-g1, bls-unchained-g1-rfc9380, bls-bn254-unchained-on-g1)',
  ],
  [
    () => parseChainInfo({ ...info, period: 0 }),
    'chain-invalid: expected an integer from 1 to 4294967295, pointer "/period"',
  ],
  [
    () => parseChainInfo({ ...info, period: 2 ** 32 }),
    'chain-invalid: expected an integer from 1 to 4294967295, pointer "/period"',
  ],
  [
    () => parseChainInfo({ ...info, public_key: 5 }),
    'chain-invalid: expected hex digits, two for each byte, pointer "/public_key"',
  ],
  [
    () => parseChainInfo({ ...info, public_key: 'abc' }),
    'chain-invalid: expected hex digits, two for each byte, pointer "/public_key"',
  ],
  [
    () => parseChainInfo({ ...info, genesis_seed: 'ab' }),
    'chain-invalid: expected 64 hex digits, pointer "/genesis_seed"',
  ],
  [() => parseChainInfo({ ...info, beacon_id: 5 }), 'chain-invalid: expected text, pointer "/beacon_id"'],
  [
    () => parseChainInfo({ ...info, chain_hash: 'ab'.repeat(32) }),
    'chain-hash-mismatch: expected chain hash abababababababababababababababababababababababababababababababab, computed 52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971, pointer "/chain_hash" (the description is of another chain, or it was altered)',
  ],
  [
    () => parseChainInfo(info, { scheme: 'pedersen-bls-chained' }),
    'chain-invalid: expected scheme pedersen-bls-chained, found bls-unchained-g1-rfc9380, pointer "/scheme"',
  ],
  [
    () => parseChainInfo(info, { chainHash: 'ab'.repeat(32) }),
    'chain-hash-mismatch: expected chain hash abababababababababababababababababababababababababababababababab, computed 52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971, pointer "/chain_hash" (the description is of another chain, or it was altered)',
  ],
  [() => parseBeacon([]), 'beacon-invalid: expected an object, pointer ""'],
  [
    () => parseBeacon({ round: 0, signature: 'ab' }),
    'beacon-invalid: expected an integer from 1 to 9007199254740991, pointer "/round"',
  ],
  [
    () => parseBeacon({ round: 1, signature: 'a' }),
    'beacon-invalid: expected hex digits, two for each byte, pointer "/signature"',
  ],
  [
    () => parseBeacon({ round: 1, signature: [] }),
    'beacon-invalid: expected hex digits, two for each byte, pointer "/signature"',
  ],
  [
    () => parseJson('\u0000{'),
    'json-syntax: expected a value, found U+0000, line 1, column 1, pointer "" (the text may be UTF-16: save it as UTF-8)',
  ],
  [
    () => parseJson('<html>'),
    'json-syntax: expected a value, found "<", as at the start of a web page, line 1, column 1, pointer "" (look at what the address really returns)',
  ],
  [
    () => parseJson('# a'),
    'json-syntax: expected a value, found a comment, line 1, column 1, pointer "" (JSON has no comments: remove it)',
  ],
]

await t.test('every refusal says what was wrong, where, and what to do', t => {
  for (const [act, wanted] of refused) t.equal(said(act), wanted, String(act).slice(6))
  t.end()
})
