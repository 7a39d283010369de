import { createHash, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import t from 'tap'
import { emptyTrust, parseTrust, type TrustRoot } from '../../src/model/trust.js'
import { readCertificate } from '../../src/timestamp/certificate.js'
import { checkTimestamps, readCertificates, readTokenFile } from '../../src/timestamp/index.js'
import {
  createAuthority,
  isVerifiedByOpenssl,
  type AuthorityChoices,
  type StampChoices,
} from './authority.js'
import {
  algorithm,
  attribute,
  buildToken,
  createSelfSigned,
  createCertificate,
  der,
  ed25519Key,
  essOf,
  extensions,
  integer,
  name as nameOf,
  octets,
  oid,
  oids,
  pss,
  sequence,
  signByEd25519,
  signPss,
  type TokenChoices,
} from './build-token.js'

const now = new Date('2050-01-01T00:00:00Z')
const content = new TextEncoder().encode('the commitment')
const digestOf = (name: string, bytes: Uint8Array = content): Uint8Array =>
  new Uint8Array(createHash(name).update(bytes).digest())

function trusting(certificates: readonly Uint8Array[], period: object = {}): TrustRoot {
  return { ...emptyTrust, timestampers: [{ name: 'Authority', certificates, ...period }] }
}

/** How the check of one token ends: the digest that was stamped, or why it does not count. */
async function check(token: Uint8Array, trust: TrustRoot, at = now): Promise<string> {
  const [result, ...more] = await checkTimestamps([token], trust, at)
  t.equal(more.length, 0)
  t.equal(result?.token, createHash('sha256').update(token).digest('hex'))
  if (result === undefined || 'why' in result) return `${result?.code ?? ''}: ${result?.why ?? ''}`
  return `${result.who} ${result.algorithm} ${Buffer.from(result.imprint).toString('hex').slice(0, 8)}`
}

const stamped = (name = 'sha256', bytes = content): string =>
  `Authority ${name} ${Buffer.from(digestOf(name, bytes)).toString('hex').slice(0, 8)}`

await t.test('authorities made with openssl, which has a second opinion', async t => {
  const cases: Readonly<
    Record<string, readonly [AuthorityChoices, StampChoices, ends: string | RegExp, bySigner?: string | RegExp]>
  > = {
    'P-256': [{}, {}, stamped()],
    'P-384': [{ key: 'p-384', caKey: 'p-384' }, { digest: 'sha384', signerDigest: 'sha384' }, stamped('sha384')],
    'RSA': [{ key: 'rsa-2048', caKey: 'rsa-2048' }, { digest: 'sha512', signerDigest: 'sha512' }, stamped('sha512')],
    'the certificate named by SHA-1': [{ key: 'rsa-2048' }, { ess: 'sha1' }, stamped()],
    'the certificate named by SHA-512': [{}, { ess: 'sha512' }, stamped()],
    'no accuracy': [{}, { accuracy: '' }, stamped()],
    'an authority between': [{ isDeep: true }, {}, stamped()],
    'no certificates in it': [{}, { isBare: true }, /its signer’s is not there/, stamped()],
    'RSA of 1024 bits': [{ key: 'rsa-1024' }, {}, /1024 bits|2048/],
    'an authority of 1024 bits': [{ caKey: 'rsa-1024' }, {}, /a key does not count/, stamped()],
    secp256k1: [{ key: 'secp256k1' }, {}, /curve other than/],
    'P-192': [{ key: 'p-192' }, {}, /curve other than/],
    'P-521': [{ key: 'p-521' }, { signerDigest: 'sha512' }, /curve other than/],
    'another use of its key': [{ extensions: ['keyUsage=critical,keyEncipherment'] }, {}, /something else than signatures/],
    'an authority that is none': [{ caExtensions: ['basicConstraints=critical,CA:FALSE'] }, {}, /not that of an authority/, stamped()],
    'an authority that may not sign certificates': [{ caExtensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,cRLSign'] }, {}, /may not sign certificates/, stamped()],
    'an authority for web sites': [{ caExtensions: ['basicConstraints=critical,CA:TRUE', 'extendedKeyUsage=serverAuth'] }, {}, /not for time-stamping/, stamped()],
    'a path that is too long': [{ isDeep: true, caExtensions: ['basicConstraints=critical,CA:TRUE,pathlen:0', 'keyUsage=critical,keyCertSign'] }, {}, /no authority below it/, stamped()],
    'an expired authority': [{ caValidity: ['20200101000000Z', '20210101000000Z'] }, {}, /not valid any more/, stamped()],
  } // prettier-ignore
  for (const [name, [choices, stamp, ends, bySigner = ends]] of Object.entries(cases)) {
    await t.test(name, async t => {
      let authority, token
      try {
        authority = createAuthority(t.testdir(), choices)
        token = authority.stamp(content, stamp)
      } catch (error) {
        // Policies of a machine may forbid openssl to make weak keys.
        t.comment(`openssl does not make it: ${(error as Error).message.slice(0, 200)}`)
        return
      }
      const found = await check(token, trusting([authority.ca]))
      if (typeof ends === 'string') t.equal(found, ends)
      else t.match(found, ends)
      const found2 = await check(token, trusting([authority.signer]))
      if (typeof bySigner === 'string') t.equal(found2, bySigner)
      else t.match(found2, bySigner)
      const isBelieved = isVerifiedByOpenssl(authority.folder, token, content, authority.caFile)
      // What openssl refuses never counts here.
      if (!isBelieved && typeof stamp.isBare === 'undefined') t.match(found, /^timestamp-/)
      if (typeof ends === 'string') t.ok(isBelieved, 'openssl agrees')
    })
  }
})

await t.test('openssl refuses to stamp with other purposes, so these are made here', async t => {
  const { ca } = createAuthority(t.testdir())
  const other = createSelfSigned('stranger')
  const at = new Date('2026-01-01T00:00:00Z')
  const good = (changes: Partial<TokenChoices> = {}): Uint8Array =>
    buildToken({ seed: 'a signer', at, imprint: digestOf('sha256'), ...changes })
  const signer = createSelfSigned('a signer')
  const trust = trusting([signer])
  const ess = essOf(signer)
  const without = (index: number) => ({
    attributes: (all: Uint8Array[]) => all.filter((_, place) => place !== index),
  })
  const cases: Readonly<Record<string, readonly [token: Uint8Array, ends: string | RegExp, trust?: TrustRoot]>> = {
    good: [good(), stamped()],
    'without its certificate': [good({ certificates: [] }), stamped()],
    'beside another certificate': [good({ certificates: [other, signer] }), stamped()],
    'of nobody trusted': [good(), /timestamp-untrusted: .*no time-stamper/, trusting([ca])],
    'of nobody at all': [good(), /timestamp-untrusted/, emptyTrust],
    'an anchor that cannot be read': [good(), /timestamp-untrusted/, trusting([Uint8Array.of(0x30, 0)])],
    'dated later than now': [good({ at: new Date('2051-01-01T00:00:00Z') }), /timestamp-untrusted: .*after now/],
    'dated now, and a second out': [good({ at: now }), /after now/],
    'before its certificate': [good({ at: new Date('2019-12-31T23:59:59Z') }), /not valid yet/],
    'before the auditor believes it': [good(), /begins to believe/, trusting([signer], { validFrom: BigInt(at.getTime() + 1) * 1_000_000n })],
    'after the auditor believes it': [good(), /stopped believing/, trusting([signer], { validUntil: BigInt(at.getTime()) * 1_000_000n })],
    'two signers': [good({ signers: 2 }), /does not have exactly one signer/],
    'no signer': [good({ signers: 0 }), /does not have exactly one signer/],
    'another version of the time': [good({ version: 2 }), /another version/],
    'another type of content': [good({ type: '1.2.840.113549.1.7.1' }), /something else than a time/],
    'no content type': [good(without(0)), /content type/],
    'no digest': [good(without(1)), /signed digest/],
    'no name of the certificate': [good(without(2)), /not among the signed attributes/],
    'the name of another certificate': [good({ attributes: ([a, b]) => [a!, b!, essOf(other)] }), /not there/],
    'two names of the certificate': [good({ attributes: all => [...all, attribute(oids.signingCertificate, sequence(sequence(sequence(octets(digestOf('sha256', other))))))] }), /is a duplicate/],
    'two values of an attribute': [good({ attributes: ([a, b]) => [a!, b!, attribute(oids.signingCertificate, ...[essOf(signer), essOf(other)])] }), /one value/],
    'the digest of another time': [good({ attributes: ([a, , c]) => [a!, attribute(oids.messageDigest, octets(digestOf('sha256'))), c!] }), /signed digest/],
    'attributes out of order': [good({ isUnordered: true, attributes: all => [...all].sort((a, b) => Buffer.compare(b, a)) }), /order/],
    'an imprint that is too short': [good({ imprint: digestOf('sha256').subarray(1) }), /as long as its digest/],
    'an imprint by SHA-384': [good({ digest: 'sha384', imprint: digestOf('sha384') }), stamped('sha384')],
    'a critical extension of the time': [good({ infoEnd: [der(0xa1, sequence(oid('1.2.3'), der(1, Uint8Array.of(255)), octets(Uint8Array.of(5, 0))))] }), /critical extension/],
    'an accuracy beyond a day': [good({ infoEnd: [sequence(der(2, Uint8Array.of(0x7f, 0xff, 0xff)))] }), /accuracy/],
    'an accuracy below zero': [good({ infoEnd: [sequence(integer(255))] }), /accuracy/],
    'a signature by somebody else': [good({ sign: () => Uint8Array.from([0x30, 6, 2, 1, 1, 2, 1, 1]) }), /not its signer’s/],
    'a signature of zeros': [good({ sign: () => Uint8Array.from([0x30, 6, 2, 1, 0, 2, 1, 0]) }), /not its signer’s/],
    'the algorithm of another key': [good({ signatureAlgorithm: algorithm('1.2.840.113549.1.1.11', der(5)) }), /not its signer’s/],
    'Ed25519, which is none of the three': [good({ signatureAlgorithm: algorithm('1.3.101.112') }), /is not accepted/],
    'no bytes': [new Uint8Array(), /not ASN.1/],
    'too many bytes': [new Uint8Array(65_537), /more than 65536 bytes/],
    'too many certificates': [good({ certificates: Array.from({ length: 17 }, () => signer) }), /more than 16/],
    'a byte more': [Uint8Array.from([...good(), 0]), /after the end/],
    'a certificate alone': [signer, /timestamp-invalid/],
    'indefinite length': [indefinite(good()), /not in DER: a length/],
    'a length that is longer than need be': [Uint8Array.from([0x30, 0x83, 0, ...good().subarray(2)]), /not in DER: a length/],
  } // prettier-ignore
  t.ok(ess.length > 0)
  for (const [name, [token, ends, believed = trust]] of Object.entries(cases)) {
    const found = await check(token, believed)
    if (typeof ends === 'string') t.equal(found, ends, name)
    else t.match(found, ends, name)
  }
  const whole = good()
  for (let length = 0; length < whole.length; length += 1) {
    const found = await check(whole.subarray(0, length), trust)
    if (!found.startsWith('timestamp-invalid')) t.fail(`cut to ${length} bytes: ${found}`)
  }
})

/** The same with the outermost length left open, as BER allows. */
function indefinite(token: Uint8Array): Uint8Array {
  return Uint8Array.from([0x30, 0x80, ...token.subarray(4), 0, 0])
}

await t.test('certificates for more, or for something else', async t => {
  const cases: Readonly<Record<string, readonly [AuthorityChoices, RegExp]>> = {
    'not critical': [{ purposes: 'timeStamping' }, /alone, critically/],
    'two purposes': [{ purposes: 'critical,timeStamping,codeSigning' }, /alone, critically/],
    'another purpose': [{ purposes: 'critical,serverAuth' }, /alone, critically/],
    'any purpose': [{ purposes: 'critical,anyExtendedKeyUsage' }, /alone, critically/],
    'no purpose': [{ purposes: '' }, /alone, critically/],
    'a critical extension that nobody knows': [{ extensions: ['1.2.3.4=critical,DER:0500'] }, /critical extension that is not known/],
    'a critical policy': [{ extensions: ['certificatePolicies=critical,1.2.3.4'] }, /critical extension that is not known/],
    expired: [{ validity: ['20200101000000Z', '20210101000000Z'] }, /not valid any more/],
    'not valid yet': [{ validity: ['20400101000000Z', '20410101000000Z'] }, /not valid yet/],
  } // prettier-ignore
  for (const [name, [choices, why]] of Object.entries(cases)) {
    const made = createAuthority(t.testdir({}), choices)
    const key = readFileSync(join(made.folder, 'signer.key'), 'utf8')
    const parts = readSid(made.signer)
    const token = buildToken({
      seed: 'unused',
      at: new Date('2026-01-01T00:00:00Z'),
      imprint: digestOf('sha256'),
      signer: made.signer,
      sid: parts,
      sign: message => signBy(key, message),
    })
    t.match(await check(token, trusting([made.ca])), why, name)
    t.match(await check(token, trusting([made.signer])), why, `${name}, pinned`)
  }
})

await t.test('RSA-PSS', async t => {
  const made = createAuthority(t.testdir(), { key: 'rsa-2048' })
  const key = readFileSync(join(made.folder, 'signer.key'), 'utf8')
  const build = (signatureAlgorithm: Uint8Array): Uint8Array =>
    buildToken({
      seed: 'unused',
      at: new Date('2026-01-01T00:00:00Z'),
      imprint: digestOf('sha256'),
      signer: made.signer,
      sid: readSid(made.signer),
      signatureAlgorithm,
      sign: message => signPss(key, message),
    })
  t.equal(await check(build(pss(32)), trusting([made.ca])), stamped())
  t.match(await check(build(pss(20)), trusting([made.ca])), /not its signer’s/)
  t.match(await check(build(pss(32, algorithm(oids.sha512))), trusting([made.ca])), /one digest/)
  t.match(await check(build(algorithm('1.2.840.113549.1.1.10')), trusting([made.ca])), /no parameters/)
  t.match(
    await check(build(algorithm('1.2.840.113549.1.1.11', der(5))), trusting([made.ca])),
    /not its signer’s/,
  )
})

await t.test('an Ed25519 key does not count, as signer, as anchor or between', async t => {
  const spki = ed25519Key('odd')
  const signer = createCertificate({ seed: 'odd', spki })
  const token = buildToken({
    seed: 'odd',
    at: new Date('2026-01-01T00:00:00Z'),
    imprint: digestOf('sha256'),
    signer,
    signatureAlgorithm: algorithm('1.3.101.112'),
    sign: message => signByEd25519('odd', message),
  })
  t.match(await check(token, trusting([signer])), /^timestamp-invalid: .*is not accepted/)
  const anchor = createCertificate({
    seed: 'odd CA',
    spki,
    extensions: [extensions.authority, extensions.signsCertificates],
  })
  const issued = createCertificate({ seed: 'good', issuer: 'odd CA', serial: 2 })
  const under = buildToken({
    seed: 'good',
    at: new Date('2026-01-01T00:00:00Z'),
    imprint: digestOf('sha256'),
    signer: issued,
    sid: sequence(nameOf('odd CA'), integer(2)),
  })
  t.match(await check(under, trusting([anchor])), /^timestamp-/)
  t.match(await check(under, trusting([issued])), stamped(), 'its own certificate, pinned, is enough')
})

await t.test('one certificate in two roles, and in two periods', async t => {
  const made = createAuthority(t.testdir())
  const token = made.stamp(content)
  t.equal(await check(token, trusting([made.ca, made.signer])), stamped(), 'anchor and signer')
  const named = (name: string, certificate: Uint8Array, period: object = {}) => ({
    ...{ name, certificates: [certificate] },
    ...period,
  })
  const ended = { validUntil: BigInt(Date.UTC(2001)) * 1_000_000n }
  const both = { ...emptyTrust, timestampers: [named('Old', made.ca, ended), named('New', made.signer)] }
  t.match(await check(token, both), /^New /, 'who is not believed any more takes nothing away')
  const twice = { ...emptyTrust, timestampers: [named('One', made.ca), named('Other', made.signer)] }
  t.match(await check(token, twice), /^One /, 'a token is of one authority')
  const json = Buffer.from(made.ca).toString('base64')
  const stampers = ['One', 'Other'].map(name => ({ name, certificates: [json] }))
  t.throws(() => parseTrust({ trust: 'drawaudit/v1', operators: [], timestampers: stampers }), {
    code: 'trust-invalid',
    message: /certificate is a duplicate/,
  })
})

await t.test('a certificate that comes with a token is believed no more than its issuer', async t => {
  const folder = t.testdir()
  const made = createAuthority(join(folder, 'one'))
  const other = createAuthority(join(folder, 'other'))
  const token = made.stamp(content)
  t.match(
    await check(token, trusting([other.ca])),
    /not signed by its issuer/,
    'an authority of the same name',
  )
  t.equal(await check(token, trusting([other.ca, made.ca])), stamped())
})

await t.test('no altered byte of what is signed counts', async t => {
  const made = createAuthority(t.testdir())
  const token = made.stamp(content)
  const trust = trusting([made.ca])
  t.equal(await check(token, trust), stamped())
  const info = find(token, oid(oids.info))
  // Of the certificates, which stand between, every eleventh one, of the rest every third; all in `npm run campaign bits`.
  const isBetween = (index: number): boolean => index > info + 200 && index < token.length - 400
  const isTime = (index: number): boolean => index >= info && index < info + 150
  const all = process.env['SLOW'] === '1'
  const indexes = [...token.keys()].filter(
    index => all || isTime(index) || index % (isBetween(index) ? 11 : 3) === 0,
  )
  const tried = []
  for (const index of indexes) {
    const altered = Uint8Array.from(token)
    altered[index]! ^= 1 << (index % 8)
    tried.push(altered)
  }
  const results = await checkTimestamps(tried, trust, now)
  const alive = results.flatMap((result, index) =>
    'why' in result ? [] : [{ index: indexes[index]!, result }],
  )
  // What nobody signs: the list of digests, and certificates that are not in the path.
  for (const { index, result } of alive) {
    t.same(
      result,
      { ...result, imprint: digestOf('sha256'), who: 'Authority' },
      `byte ${index} changes nothing`,
    )
  }
  const signed = alive.filter(({ index }) => isTime(index))
  t.same(signed, [], 'no byte of the time')
  t.comment(`${tried.length} bytes altered, ${alive.length} of them outside of what is signed`)
})

function find(bytes: Uint8Array, part: Uint8Array): number {
  return Buffer.from(bytes).indexOf(Buffer.from(part))
}

const tokens = resolve('test/timestamp/tokens')

await t.test('tokens of public authorities', async t => {
  const read = (name: string): Uint8Array => readFileSync(join(tokens, name))
  const hello = new TextEncoder().encode('hello')
  for (const name of ['sha256', 'sha384', 'sha512']) {
    const token = readTokenFile(read(`sigstage-${name}.tsr`))
    const [signer, ca] = readCertificates(read('sigstage.pem'))
    t.equal(await check(token, trusting([ca!])), stamped(name, hello))
    t.equal(await check(token, trusting([signer!])), stamped(name, hello))
    t.ok(isVerifiedByOpenssl(t.testdir(), token, hello, join(tokens, 'sigstage.pem'), new Date('2025-05-10')))
  }
  const [signer, ca] = readCertificates(read('sigstage.pem'))
  const bare = readTokenFile(read('sigstage-bare.tsr'))
  t.match(await check(bare, trusting([signer!])), /^Authority sha256/)
  t.match(await check(bare, trusting([ca!])), /is not there/)
  const identrust = readCertificates(read('identrust.der'))
  const [result] = await checkTimestamps([readTokenFile(read('identrust.tsr'))], trusting(identrust), now)
  t.match(result, { who: 'Authority', algorithm: 'sha512', atUtc: '2025-03-11T08:52:09+00:00' })
})

await t.test('files with tokens and certificates', t => {
  const made = createAuthority(t.testdir())
  const answer = made.answer(content)
  const token = made.stamp(content)
  t.same(readTokenFile(token), token)
  t.ok(readTokenFile(answer).length > 0)
  const base64 = Buffer.from(token).toString('base64')
  t.same(readTokenFile(Buffer.from(base64)), token)
  t.same(readTokenFile(Buffer.from(`-----BEGIN TOKEN-----\n${base64}\n-----END TOKEN-----\n`)), token)
  t.throws(() => readTokenFile(sequence(sequence(integer(2)))), {
    code: 'timestamp-invalid',
    message: /status 2/,
  })
  t.throws(() => readTokenFile(Buffer.from('hello there')), { code: 'timestamp-invalid' })
  t.throws(() => readCertificates(token), { code: 'timestamp-invalid' })
  t.same(readCertificates(readFileSync(made.caFile)), [made.ca])
  t.end()
})

/** Issuer and serial number of a certificate, as CMS names it. */
function readSid(certificate: Uint8Array): Uint8Array {
  const { issuer, serial } = readCertificate(certificate)
  return sequence(issuer, der(2, serial))
}

function signBy(pem: string, message: Uint8Array): Uint8Array {
  return new Uint8Array(sign('sha256', message, pem))
}
