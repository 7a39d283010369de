import { generateKeyPairSync } from 'node:crypto'
import t from 'tap'
import { derivePublicKey } from '../../src/core/dsse.js'
import { decodeBase64, encodeBase64, encodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import { createVerifierKey, formatVerifierKey } from '../../src/core/note.js'
import { createLog } from '../../src/operator/create-log.js'
import { parseSecretLogKey, sigsumOrigin } from '../../src/operator/log-key.js'
import { refusal } from '../core/refusal.js'
import { failure, setUp } from './stage.js'

/** A pair that `sigsum-key generate` made for this test, and what `sigsum-key to-vkey` says of it. */
const made =
  'b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZWQyNTUxOQAAACDlbPq7AmHeylU7FLf31Z5T45yEwBJrPbyiRhRQMzEZBwAAAIhkNYI1ZDWCNQAAAAtzc2gtZWQyNTUxOQAAACDlbPq7AmHeylU7FLf31Z5T45yEwBJrPbyiRhRQMzEZBwAAAECphfsKHemDkpdOYGR6rotya2ZeiQKoUfiChfMyD4kP5eVs+rsCYd7KVTsUt/fVnlPjnITAEms9vKJGFFAzMRkHAAAAAAECAwQF'
const vkey =
  'sigsum.org/v1/tree/b1a1f178f0bc48c98ff27760d7e8df6f0deb6bc6208e4242c865706ccc20816c+6c785cd5+AeVs+rsCYd7KVTsUt/fVnlPjnITAEms9vKJGFFAzMRkH'

const pem = (label: string, body: string): string =>
  `-----BEGIN ${label}-----\n${(body.match(/.{1,70}/g) ?? []).join('\n')}\n-----END ${label}-----\n`
const openSsh = (body: string): Uint8Array => encodeUtf8(pem('OPENSSH PRIVATE KEY', body))
const seed = parseSecretLogKey(openSsh(made))

await t.test('a key of sigsum has the name and the vkey that sigsum-key gives it', t => {
  const key = derivePublicKey(seed)
  t.equal(formatVerifierKey(createVerifierKey(sigsumOrigin(key), 'ed25519', key)), vkey)
  t.end()
})

await t.test('other forms of a key, and what is none', t => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const own = Buffer.from(privateKey.export({ format: 'jwk' }).d ?? '', 'base64url')
  const pkcs8 = String(privateKey.export({ format: 'pem', type: 'pkcs8' }))
  t.equal(encodeHex(parseSecretLogKey(encodeUtf8(pkcs8))), own.toString('hex'))
  t.equal(encodeHex(parseSecretLogKey(encodeUtf8(`${own.toString('hex')}\n`))), own.toString('hex'))
  t.equal(
    encodeHex(parseSecretLogKey(encodeUtf8(pem('OPENSSH PRIVATE KEY', made).replaceAll('\n', '\r\n')))),
    encodeHex(seed),
  )

  const bytes = decodeBase64(made)
  const changed = (at: number): string => encodeBase64(bytes.with(at, (bytes[at] ?? 0) ^ 1))
  const pairAt = Buffer.from(bytes).lastIndexOf(Buffer.from(seed))
  const cipher = { cipher: 'aes-256-cbc', passphrase: 'p' } as const
  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const wrong: Record<string, readonly [Uint8Array, RegExp]> = {
    nothing: [encodeUtf8(''), /expected 64 hex digits/],
    'hex cut off': [encodeUtf8(own.toString('hex').slice(1)), /expected 64 hex digits/],
    'a public key': [encodeUtf8(vkey), /expected 64 hex digits/],
    'encrypted PKCS #8': [
      encodeUtf8(String(privateKey.export({ format: 'pem', type: 'pkcs8', ...cipher }))),
      /it is encrypted/,
    ],
    'another algorithm': [
      encodeUtf8(String(p256.export({ format: 'pem', type: 'pkcs8' }))),
      /another algorithm/,
    ],
    'PKCS #8 that is none': [encodeUtf8(pem('PRIVATE KEY', 'AAAA')), /does not contain PKCS #8/],
    'OpenSSH that is none': [openSsh('AAAA'), /is truncated/],
    'OpenSSH of another form': [openSsh(changed(0)), /does not contain openssh-key-v1/],
    'OpenSSH encrypted': [openSsh(changed(20)), /it is encrypted/],
    'another secret': [openSsh(changed(pairAt)), /not that of the secret one/],
    'another public key': [openSsh(changed(pairAt + 40)), /not that of the secret one/],
    'OpenSSH cut off': [openSsh(encodeBase64(bytes.subarray(0, pairAt + 9))), /is truncated/],
  }
  for (const [name, [file, words]] of Object.entries(wrong)) {
    const error = refusal(() => parseSecretLogKey(file))
    t.equal(error, 'key-invalid', name)
    t.throws(() => parseSecretLogKey(file), words, name)
  }
  t.end()
})

await t.test('a log is begun with a key, and sigsum’s name is only of that key', async t => {
  const stage = await setUp(t)
  const origin = sigsumOrigin(derivePublicKey(seed))
  t.match(await failure(createLog(stage.desk, origin)), { code: 'key-invalid', message: /of another key/ })
  t.equal((await failure(createLog(stage.desk, `https://${origin}`, seed))).code, 'key-invalid')
  t.match(await createLog(stage.desk, origin, seed), { origin, vkey, head: { size: 0 } })
})
