import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseTrust, type TrustJson } from '../../../../src/model/trust.js'
import { root, run, type Ended } from '../../../cli/resident.js'

const folder = t.testdir()
const place = (name: string): string => join(folder, name)
const save = (name: string, content: string | Uint8Array): string => {
  writeFileSync(place(name), content)
  return place(name)
}
const empty = (): string => save('trust.json', JSON.stringify({ trust: 'drawaudit/v1' }))
const readTrust = (): TrustJson => JSON.parse(readFileSync(place('trust.json'), 'utf8')) as TrustJson
const add = async (...args: readonly string[]): Promise<Ended> =>
  run(['trust', 'add', place('trust.json'), ...args])
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const keys = {
  rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ed25519: generateKeyPairSync('ed25519'),
  p256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  secp256k1: generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
}
const spki = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' })
const pem = (key: KeyObject): string => String(key.export({ format: 'pem', type: 'spki' }))

/** The bytes that a trust file has: the end of the SPKI, which is the point; of RSA all of it. */
const bytesOf = {
  rsa: spki(keys.rsa.publicKey),
  ed25519: spki(keys.ed25519.publicKey).subarray(-32),
  p256: spki(keys.p256.publicKey).subarray(-65),
  secp256k1: spki(keys.secp256k1.publicKey).subarray(-65),
}

const kinds = [
  ['rsa', 'rsa-pkcs1-sha512', []],
  ['ed25519', 'ed25519', []],
  ['p256', 'ecdsa-p256-sha256', ['--encoding', 'der']],
  ['secp256k1', 'ecdsa-secp256k1-sha256', ['--encoding', 'compact', '--low-s']],
] as const

await t.test('a key is taken from PEM, DER and base64, and gives the same', async t => {
  for (const [kind, algorithm, form] of kinds) {
    const { publicKey } = keys[kind]
    const ways = [
      save('key.pem', pem(publicKey)),
      save('key.der', spki(publicKey)),
      bytesOf[kind].toString('base64'),
    ]
    for (const way of ways) {
      empty()
      const call = ['--signer', 'Oracle', '--algorithm', algorithm, ...form, '--public-key', way]
      const added = await add(...call, '--fingerprint', sha256(bytesOf[kind]).slice(0, 16))
      t.equal(added.code, 0, `${kind} ${way}: ${added.stderr}`)
      t.match(added.stdout, /^added: signer Oracle {2}([0-9a-f]{8} ){7}[0-9a-f]{8}\n$/)
      const [signer] = readTrust().signers ?? []
      t.match(signer, { name: 'Oracle', keys: [{ algorithm, public_key: bytesOf[kind].toString('base64') }] })
      t.equal(parseTrust(readTrust()).signers[0]?.keys.length, 1)
    }
  }
  t.match(readTrust().signers?.[0]?.keys[0], { encoding: 'compact', low_s: true })
})

await t.test('the bytes of a key in hex, and the x coordinate of BIP 340', async t => {
  empty()
  const hex = bytesOf.ed25519.toString('hex')
  const call = ['--signer', 'A', '--algorithm', 'ed25519', '--public-key', hex]
  t.equal((await add(...call, '--fingerprint', sha256(bytesOf.ed25519))).code, 0)
  const x = bytesOf.secp256k1.subarray(1, 33)
  const file = save('key.pem', pem(keys.secp256k1.publicKey))
  const schnorr = ['--signer', 'B', '--algorithm', 'bip340', '--public-key', file]
  t.equal((await add(...schnorr, '--fingerprint', sha256(x))).code, 0)
  t.match(readTrust().signers, [{ name: 'A' }, { name: 'B', keys: [{ public_key: x.toString('base64') }] }])
})

await t.test('keys of verifiable random functions, as each suite writes them', async t => {
  const point = bytesOf.p256
  const compressed = Buffer.from([2 + ((point.at(-1) ?? 0) & 1), ...point.subarray(1, 33)])
  const both = bytesOf.secp256k1.subarray(1)
  const cases = [
    ['ecvrf-p256-sha256-tai', save('p256.pem', pem(keys.p256.publicKey)), compressed],
    ['ecvrf-p256-sha256-sswu', compressed.toString('hex'), compressed],
    ['ecvrf-edwards25519-sha512-ell2', save('ed.pem', pem(keys.ed25519.publicKey)), bytesOf.ed25519],
    ['chainlink-vrf', save('k1.pem', pem(keys.secp256k1.publicKey)), both],
    ['chainlink-vrf', `0x${both.toString('hex')}`, both],
  ] as const
  for (const [algorithm, way, bytes] of cases) {
    empty()
    const added = await add(
      '--signer',
      'Oracle',
      '--algorithm',
      algorithm,
      '--public-key',
      way,
      '--fingerprint',
      sha256(bytes),
    )
    t.equal(added.code, 0, `${algorithm}: ${added.stderr}`)
    t.match(readTrust().signers, [{ keys: [{ algorithm, public_key: bytes.toString('base64') }] }])
  }
  empty()
  const long = [
    '--signer',
    'Oracle',
    '--algorithm',
    'ecvrf-p256-sha256-tai',
    '--public-key',
    point.toString('base64'),
  ]
  const refused = await add(...long, '--fingerprint', sha256(point))
  t.equal(refused.code, 2)
  t.match(refused.stderr, /expected 33 bytes for ecvrf-p256-sha256-tai, found 65/)
})

await t.test('a certificate has a key too', async t => {
  const { execFileSync } = await import('node:child_process')
  const key = save('secret.pem', String(keys.rsa.privateKey.export({ format: 'pem', type: 'pkcs8' })))
  const made = place('certificate.pem')
  try {
    const request = ['req', '-x509', '-key', key, '-subj', '/CN=x', '-days', '1', '-out', made]
    execFileSync('openssl', request, { stdio: 'ignore' })
  } catch {
    t.pass('there is no openssl here')
    return
  }
  empty()
  const call = ['--signer', 'A', '--algorithm', 'rsa-pss-sha256', '--public-key', made]
  const added = await add(...call, '--fingerprint', sha256(bytesOf.rsa))
  t.equal(added.code, 0, added.stderr)
  t.equal(readTrust().signers?.[0]?.keys[0]?.public_key, bytesOf.rsa.toString('base64'))
})

await t.test('a signer has several keys, each once, and show lists them', async t => {
  empty()
  const base = ['--signer', 'Oracle \u001b[31m', '--algorithm', 'ed25519']
  const other = spki(generateKeyPairSync('ed25519').publicKey).subarray(-32)
  const first = [...base, '--public-key', bytesOf.ed25519.toString('base64'), '--key-id', 'k1']
  const second = [...base, '--public-key', other.toString('base64')]
  await add(...first, '--fingerprint', sha256(bytesOf.ed25519))
  await add(...second, '--fingerprint', sha256(other))
  const again = await add(...second, '--fingerprint', sha256(other))
  t.match(again.stdout, /^unchanged: signer /)
  t.match(readTrust().signers, [{ keys: [{ id: 'k1' }, {}] }])
  const [shown, json, checked] = await Promise.all([
    run(['trust', 'show', place('trust.json')]),
    run(['trust', 'show', place('trust.json'), '--format', 'json']),
    run(['trust', 'check', place('trust.json')]),
  ])
  t.match(
    shown.stdout,
    /\nsigners\n {2}Oracle \\u\{1b\}\[31m\n {4}([0-9a-f]{8} ){7}[0-9a-f]{8}\n {6}ed25519, called k1\n/,
  )
  t.match(JSON.parse(json.stdout), {
    signers: [{ keys: [{ fingerprint: sha256(bytesOf.ed25519) }, { fingerprint: sha256(other) }] }],
  })
  t.match([checked.code, checked.stdout], [0, /trust\.json is a valid trust file\n$/])
  t.notMatch(checked.stdout, 'no operator')
})

await t.test('check finds what is wrong with a signer', async t => {
  const [rsa] = kinds
  const bad = {
    trust: 'drawaudit/v1',
    signers: [
      { name: 'A', keys: [{ algorithm: rsa[1], public_key: 'AAAA' }] },
      { name: 'A', keys: [{ algorithm: 'ed25519', public_key: '!' }] },
    ],
  }
  const { code, stdout } = await run(['trust', 'check', save('bad.json', JSON.stringify(bad))])
  t.equal(code, 2)
  t.match(stdout, 'error: /signers/1/name: the signer is a duplicate')
  t.match(stdout, 'error: /signers/0/keys/0')
  t.match(stdout, 'error: /signers/1/keys/0/public_key')
})

await t.test('a wrong call changes nothing, and says why', async t => {
  empty()
  const before = readFileSync(place('trust.json'), 'utf8')
  const file = save('key.pem', pem(keys.rsa.publicKey))
  const p256 = save('p256.pem', pem(keys.p256.publicKey))
  const secret = save('secret.pem', String(keys.ed25519.privateKey.export({ format: 'pem', type: 'pkcs8' })))
  const short = createPublicKey(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey)
  const weak = save('weak.pem', pem(short))
  const signer = ['--signer', 'A']
  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [[...signer], /--signer needs --algorithm NAME and --public-key FILE\nhint: the algorithms are ed25519/],
    [[...signer, '--algorithm', 'rsa', '--public-key', file], /--algorithm takes "ed25519"/],
    [
      [...signer, '--algorithm', 'ed25519', '--public-key', file],
      /key\.pem: expected a key of Ed25519, found one of RSA/,
    ],
    [
      [...signer, '--algorithm', 'rsa-pss-sha256', '--public-key', 'nothing.pem'],
      /--public-key is neither a file nor base64/,
    ],
    [
      [...signer, '--algorithm', 'ed25519', '--public-key', secret],
      /secret\.pem: this is a secret key\nhint: it belongs to the signer/,
    ],
    [[...signer, '--algorithm', 'rsa-pkcs1-sha256', '--public-key', weak], /weak\.pem: .*1024 bits/],
    [[...signer, '--algorithm', 'ecdsa-p256-sha256', '--public-key', p256], /needs --encoding declared/],
    [
      [...signer, '--algorithm', 'rsa-pkcs1-sha256', '--public-key', file, '--fingerprint', '0'.repeat(16)],
      /no key has the fingerprint/,
    ],
    [
      [...signer, '--algorithm', 'rsa-pkcs1-sha256', '--public-key', file],
      /nobody has confirmed the key of signer "A"/,
    ],
    [['--operator', 'A', '--algorithm', 'ed25519'], /--algorithm does not go with --operator/],
    [['--observer', 'A', '--no-low-s'], /--low-s does not go with --observer/],
    [[...signer, '--observer', 'B'], /expected one of /],
  ]
  for (const [args, message] of cases) {
    const { code, stderr, stdout } = await add(...args)
    t.match([code, stdout, stderr], [2, '', message], args.join(' '))
  }
  t.equal(readFileSync(place('trust.json'), 'utf8'), before)
})

await t.test(
  'signers of another file are not taken, and a draw is verified with those that were added',
  async t => {
    empty()
    const fixture = 'fixtures/trust/signers.json'
    const from = await add('--from', fixture)
    t.match(
      [from.code, from.stderr],
      [2, /there is nothing to add .*\nhint: left out: signers \(add them by hand\)/],
    )
    const { signers = [] } = JSON.parse(readFileSync(join(root, fixture), 'utf8')) as TrustJson
    for (const { name, keys } of signers) {
      for (const { algorithm, public_key, id } of keys) {
        const fingerprint = sha256(Buffer.from(public_key, 'base64'))
        const call = ['--signer', name, '--algorithm', algorithm, '--public-key', public_key]
        const named = id === undefined ? [] : ['--key-id', id]
        const added = await add(...call, ...named, '--fingerprint', fingerprint)
        t.equal(added.code, 0, added.stderr)
      }
    }
    const draws = ['verify', 'fixtures/draws/random-org-signed', '--format', 'json']
    const [mine, theirs] = await Promise.all([
      run([...draws, '--trust', place('trust.json')]),
      run([...draws, '--trust', fixture]),
    ])
    t.equal(mine.stdout, theirs.stdout)
    t.match(mine.stdout, '"signature-verified"')
    t.ok(existsSync(place('trust.json')))
  },
)
