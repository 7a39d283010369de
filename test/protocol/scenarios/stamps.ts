import {
  algorithm,
  attribute,
  createCertificate,
  der,
  ed25519Key,
  essOf,
  extensions,
  integer,
  octets,
  oid,
  oids,
  p256Key,
  pss,
  rsaSpki,
  secp256k1Key,
  sequence,
  signByEd25519,
  signByRsaPss,
  signBySecp256k1,
  type TokenChoices,
} from '../../timestamp/build-token.js'
import { createCeremony, type Evidence } from '../factory.js'
import { base64, unbase64, utc } from '../second-opinion.js'
import { createStamper, type Timestamper } from '../stamper.js'
import { base, scenariosOf } from './scenario.js'

import {
  times,
  round,
  type Stamp,
  stampers,
  others,
  stampsBy,
  inTime,
  stamped,
  changed,
  find,
  signatureAt,
  flip,
  made,
  withTokens,
  signerOf,
  expiring,
} from './stamping.js'

export const stampsTimely = scenariosOf('evidence.timely', add => {
  const proven = ['proven', 'observed-in-time', 'not-provable'] as const
  const absentEnding = ['not-provable', 'evidence-missing'] as const
  const invalid = ['not-provable', 'timestamp-invalid'] as const
  const untrusted = ['not-provable', 'timestamp-untrusted'] as const

  add(
    'stamped-by-its-signer-pinned',
    'the trust file has the certificate of the signer itself',
    proven,
    stamped(inTime, { timestampers: [stampers.bySigner] }),
  )
  const odd = createStamper('Odd Stampers', {}, { extensions: [] })
  const withAuthority = [odd.bySigner, odd.pinned].map(({ certificates }) => unbase64(certificates[0]!))
  add(
    'stamped-by-its-signer-pinned-beside-an-authority-that-is-none',
    'the trust file has the signer itself, and the tokens bring the certificate of an authority that is none',
    proven,
    stamped(stampsBy(odd, { certificates: withAuthority }), { timestampers: [odd.bySigner] }),
  )
  add(
    'stamped-without-certificates',
    'the tokens come without certificates, and the trust file has the signer',
    proven,
    stamped(stampsBy(stampers, { certificates: [] }), { timestampers: [stampers.bySigner] }),
  )
  add('stamped-by-sha-384', 'the tokens have a digest by SHA-384', proven, withTokens({ digest: 'sha384' }))
  add('stamped-by-sha-512', 'the tokens have a digest by SHA-512', proven, withTokens({ digest: 'sha512' }))
  add(
    'stamper-named-by-its-key',
    'the tokens name their signer by its key',
    proven,
    made(
      { extensions: [extensions.timeStamping, extensions.keyIdentifier] },
      {},
      { sid: der(0x80, Buffer.from('a key')), signerVersion: 3 },
    ),
  )
  add(
    'stamped-by-the-second-of-two',
    'the trust file has two time-stampers',
    proven,
    stamped(inTime, { timestampers: [others.pinned, stampers.pinned] }),
  )
  add(
    'three-stamps-that-do-not-count',
    'a statement has four tokens, and the last one counts',
    proven,
    stamped(all => {
      const [commitment, seal] = inTime(all) as [Stamp, Stamp]
      const bad = [
        flip(commitment.token, commitment.token.length - 1),
        others.stamp(all[0]!, times.commitmentSeen),
        stampers.stamp(unbase64(all[0]!.payload), times.commitmentSeen),
      ]
      return [...bad.map(token => ({ sequence: 0, token })), commitment, seal]
    }),
  )

  add(
    'stamps-of-each-other',
    'each token is of the other statement, late',
    ['not-provable', 'observed-late'],
    stamped(([commitment, seal]) => [
      { sequence: 0, token: stampers.stamp(seal!, times.sealSeen) },
      { sequence: 1, token: stampers.stamp(commitment!, times.close) },
    ]),
  )
  add(
    'stamp-of-the-payload-alone',
    'what was stamped is the statement without its signature',
    absentEnding,
    stamped(([commitment, seal]) => [
      { sequence: 0, token: stampers.stamp(unbase64(commitment!.payload), times.commitmentSeen) },
      { sequence: 1, token: stampers.stamp(seal!, times.sealSeen) },
    ]),
  )
  add(
    'stamp-of-another-seal',
    'the token of the seal is of the seal of another raffle',
    absentEnding,
    stamped(all => {
      const other = createCeremony({ ...base, seed: 'another raffle' })
      other.commit()
      other.seal()
      return [inTime(all)[0]!, { sequence: 1, token: stampers.stamp(other.envelopes[1]!, times.sealSeen) }]
    }),
  )
  add(
    'stamp-of-a-draft',
    'the seal was stamped with a signature of nobody',
    absentEnding,
    stamped(all => {
      const draft = { ...all[1]!, signatures: [{ sig: base64(new Uint8Array(64)) }] }
      return [inTime(all)[0]!, { sequence: 1, token: stampers.stamp(draft, times.sealSeen) }]
    }),
  )
  add(
    'only-the-commitment-stamped',
    'nobody stamped the seal',
    absentEnding,
    stamped(all => inTime(all).slice(0, 1)),
  )
  add(
    'only-the-seal-stamped',
    'nobody stamped the commitment',
    absentEnding,
    stamped(all => inTime(all).slice(1)),
  )
  const late = ['not-provable', 'observed-late'] as const
  add(
    'seal-stamped-31-s-before-the-round',
    'the seal was stamped 31 s before the round, give or take a second',
    proven,
    stamped(all => [inTime(all)[0]!, { sequence: 1, token: stampers.stamp(all[1]!, round - 31) }]),
  )
  add(
    'seal-stamped-30-s-before-the-round',
    'the seal was stamped 30 s before the round, give or take a second',
    late,
    stamped(all => [inTime(all)[0]!, { sequence: 1, token: stampers.stamp(all[1]!, round - 30) }]),
  )
  add(
    'seal-stamped-exactly-enough',
    'the seal was stamped 30 s before the round, give or take nothing',
    proven,
    stamped(all => [
      inTime(all)[0]!,
      { sequence: 1, token: stampers.stamp(all[1]!, round - 30, { infoEnd: [sequence()] }) },
    ]),
  )
  add(
    'seal-stamped-a-microsecond-late',
    'the seal was stamped 30 s before the round, give or take a microsecond',
    late,
    stamped(all => [
      inTime(all)[0]!,
      {
        sequence: 1,
        token: stampers.stamp(all[1]!, round - 30, { infoEnd: [sequence(der(0x81, Uint8Array.of(1)))] }),
      },
    ]),
  )
  add(
    'commitment-stamped-at-the-close',
    'the commitment was stamped a second before the close, give or take a second',
    late,
    stamped(all => [{ sequence: 0, token: stampers.stamp(all[0]!, times.close - 1) }, inTime(all)[1]!]),
  )
  add(
    'seal-stamped-before-the-close',
    'the clock of the time-stamper is two minutes behind',
    ['not-provable', 'observed-early'],
    stamped(all => [inTime(all)[0]!, { sequence: 1, token: stampers.stamp(all[1]!, times.close - 120) }]),
  )

  add(
    'stamp-signature-altered',
    'the last bit of the signatures of tokens is flipped',
    invalid,
    stamped(changed(token => flip(token, token.length - 1))),
  )
  add(
    'stamp-signature-of-another-type',
    'the two numbers of the signatures stand in a SET',
    invalid,
    stamped(changed(token => flip(token, signatureAt(token)))),
  )
  add(
    'stamp-time-altered',
    'the second that was stamped is another one',
    invalid,
    stamped(changed(token => flip(token, find(token, Buffer.from('Z')) - 1))),
  )
  add(
    'stamp-imprint-altered',
    'the digest that was stamped is another one',
    invalid,
    stamped(changed(token => flip(token, find(token, oid(oids.sha256)) + 60))),
  )
  add(
    'stamp-cut-short',
    'the last byte of the tokens is missing',
    invalid,
    stamped(changed(token => token.subarray(0, -1))),
  )
  add(
    'stamp-with-a-byte-more',
    'there is a byte after the tokens',
    invalid,
    stamped(changed(token => Uint8Array.from([...token, 0]))),
  )
  add(
    'stamp-of-open-length',
    'the tokens are in BER',
    invalid,
    stamped(changed(token => Uint8Array.from([0x30, 0x80, ...token.subarray(4), 0, 0]))),
  )
  add(
    'stamp-that-is-a-certificate',
    'the tokens are certificates',
    invalid,
    stamped(changed(() => signerOf(stampers))),
  )
  add('stamp-with-two-signers', 'the tokens have two signers', invalid, withTokens({ signers: 2 }))
  add('stamp-without-a-signer', 'the tokens have no signer', invalid, withTokens({ signers: 0 }))
  add('stamp-of-another-version', 'the times are of another version', invalid, withTokens({ version: 2 }))
  add(
    'stamp-of-another-type',
    'what is signed is no time',
    invalid,
    withTokens({ type: '1.2.840.113549.1.7.1' }),
  )
  add(
    'stamp-with-a-short-digest',
    'the digest is too short',
    invalid,
    withTokens({ imprint: new Uint8Array(31) }),
  )
  add(
    'stamp-with-a-critical-extension',
    'the times have a critical extension',
    invalid,
    withTokens({ infoEnd: [der(0xa1, sequence(oid('1.2.3'), der(1, Uint8Array.of(255)), octets(der(5))))] }),
  )
  add(
    'stamp-that-is-days-out',
    'the tokens may be days out',
    invalid,
    withTokens({ infoEnd: [sequence(der(2, Uint8Array.of(2, 0xff, 0xff)))] }),
  )
  const attributes = (change: NonNullable<TokenChoices['attributes']>): Evidence =>
    withTokens({ attributes: change })
  add(
    'stamp-without-a-content-type',
    'the tokens do not sign what type they are of',
    invalid,
    attributes(([, digest, name]) => [digest!, name!]),
  )
  add(
    'stamp-without-a-message-digest',
    'the tokens do not sign the digest of the time',
    invalid,
    attributes(([type, , name]) => [type!, name!]),
  )
  add(
    'stamp-without-a-certificate',
    'the tokens do not sign who signed them',
    invalid,
    attributes(([type, digest]) => [type!, digest!]),
  )
  add(
    'stamp-with-attributes-out-of-order',
    'the attributes are not in the order of DER',
    invalid,
    withTokens({ isUnordered: true, attributes: all => [...all].sort((a, b) => Buffer.compare(b, a)) }),
  )
  add(
    'stamp-with-an-attribute-twice',
    'the tokens name two certificates',
    invalid,
    attributes(all => [
      ...all,
      attribute(oids.signingCertificate, sequence(sequence(sequence(octets(new Uint8Array(32)))))),
    ]),
  )
  add(
    'stamp-with-another-digest',
    'the tokens sign the digest of another time',
    invalid,
    attributes(([type, , name]) => [type!, attribute(oids.messageDigest, octets(new Uint8Array(32))), name!]),
  )
  add(
    'stamp-by-a-key-that-does-not-count',
    'the key of the signer is on another curve',
    invalid,
    made({ spki: secp256k1Key('strange') }, {}, { sign: message => signBySecp256k1('strange', message) }),
  )

  add(
    'stamp-with-a-set-that-has-no-parts',
    'a set in the certificates of the tokens is not marked as made of parts, so that they are not DER',
    invalid,
    stamped(
      changed(token => {
        const bytes = Uint8Array.from(token)
        bytes[find(token, Buffer.from('Stampers Ltd')) - 11]! ^= 0x20
        return bytes
      }),
    ),
  )
  add(
    'stamp-by-an-ed25519-key',
    'the key of the signer is of Ed25519',
    invalid,
    made(
      { spki: ed25519Key('strange') },
      {},
      {
        signatureAlgorithm: algorithm('1.3.101.112'),
        sign: message => signByEd25519('strange', message),
      },
    ),
  )
  add(
    'stamped-by-rsa-pss',
    'the signer has an RSA key, and signs with PSS',
    proven,
    made({ spki: rsaSpki }, {}, { signatureAlgorithm: pss(0), sign: signByRsaPss }),
  )
  add(
    'stamped-by-rsa-pss-with-another-salt',
    'the tokens say of their RSA-PSS signatures that they have salt, and they have none',
    invalid,
    made({ spki: rsaSpki }, {}, { signatureAlgorithm: pss(32), sign: signByRsaPss }),
  )
  add(
    'stamp-that-names-another-certificate',
    'the tokens sign that another certificate signed them',
    untrusted,
    attributes(([type, digest]) => [type!, digest!, essOf(signerOf(others))]),
  )
  add(
    'stamp-without-its-certificate',
    'the certificate of the signer is nowhere',
    untrusted,
    withTokens({ certificates: [] }),
  )
  add(
    'stamper-unknown',
    'the trust file has another time-stamper',
    untrusted,
    stamped(inTime, { timestampers: [others.pinned] }),
  )
  add(
    'stamper-of-the-same-name',
    'another authority has the name of the one that issued',
    untrusted,
    stamped(inTime, {
      timestampers: [
        {
          name: 'Stampers Ltd',
          certificates: [
            base64(
              createCertificate({
                seed: 'Stampers Ltd CA',
                issuer: 'nobody',
                extensions: [extensions.authority],
                spki: p256Key('nobody'),
              }),
            ),
          ],
        },
      ],
    }),
  )
  add(
    'stamper-trusted-by-nobody',
    'the trust file has no time-stamper',
    untrusted,
    stamped(inTime, { timestampers: [] }),
  )
  add(
    'stamper-whose-certificate-is-none',
    'the anchor in the trust file is no certificate',
    untrusted,
    stamped(inTime, {
      timestampers: [{ name: 'Stampers Ltd', certificates: [base64(sequence(integer(1)))] }],
    }),
  )
  const at = (change: Partial<Timestamper>): Evidence =>
    stamped(inTime, { timestampers: [{ ...stampers.pinned, ...change }] })
  add(
    'stamper-believed-later',
    'the time-stamper is believed from a second after the stamp of the commitment',
    untrusted,
    at({ valid_from: utc(times.commitmentSeen + 1) }),
  )
  add(
    'stamper-believed-from-then',
    'the time-stamper is believed from the very second on',
    proven,
    at({ valid_from: utc(times.commitmentSeen) }),
  )
  add(
    'stamper-not-believed-any-more',
    'the time-stamper is believed until the latest at which the seal may have been stamped',
    untrusted,
    at({ valid_until: utc(times.sealSeen) }),
  )
  add(
    'stamper-believed-until-then',
    'the time-stamper is believed a second longer',
    proven,
    at({ valid_until: utc(times.sealSeen + 1) }),
  )
  add(
    'stamped-in-the-future',
    'the clock is at the second of the stamp of the seal, which may be a second out',
    untrusted,
    stamped(inTime, { edit: evidence => void (evidence.now = utc(times.sealSeen - 1)) }),
  )
  add(
    'stamped-just-now',
    'the clock is a second after the stamp of the seal',
    proven,
    stamped(inTime, { edit: evidence => void (evidence.now = utc(times.sealSeen)) }),
  )
  add(
    'stamper-expired-before',
    'the certificate of the signer was valid until a second before',
    untrusted,
    expiring(times.sealSeen - 2),
  )
  add(
    'stamper-expired-then',
    'the certificate of the signer was valid until that very second',
    proven,
    expiring(times.sealSeen - 1),
  )
  add(
    'stamper-not-yet-valid',
    'the certificate of the signer is valid from a second after',
    untrusted,
    made({ from: new Date(1000 * (times.commitmentSeen + 1)).toISOString() }),
  )
  add(
    'stamper-whose-authority-expired',
    'the certificate of the authority was valid until a second before',
    untrusted,
    expiring(times.sealSeen - 2, true),
  )
  for (const [isPinned, end] of [
    [false, ''],
    [true, '-pinned'],
  ] as const) {
    const signer = (...given: (keyof typeof extensions)[]): Evidence =>
      made({ extensions: given.map(one => extensions[one]) }, {}, {}, isPinned)
    add(
      `stamper-for-web-sites${end}`,
      'the certificate of the signer is for web sites',
      untrusted,
      signer('webSites'),
    )
    add(
      `stamper-for-everything${end}`,
      'the certificate of the signer is for anything',
      untrusted,
      signer('keyIdentifier'),
    )
    add(
      `stamper-for-web-sites-too${end}`,
      'the certificate of the signer is for web sites, too',
      untrusted,
      signer('timeStampingAmongOthers'),
    )
    add(
      `stamper-for-time-stamping-uncritically${end}`,
      'the purpose of the certificate is not critical',
      untrusted,
      signer('timeStampingNotCritical'),
    )
    add(
      `stamper-that-encrypts${end}`,
      'the key of the signer is for encryption',
      untrusted,
      signer('timeStamping', 'encrypts'),
    )
    add(
      `stamper-with-a-critical-extension${end}`,
      'the certificate of the signer has a critical extension that nobody knows',
      untrusted,
      signer('timeStamping', 'unknown'),
    )
  }
  const authority = (...given: (keyof typeof extensions)[]): Evidence =>
    made({}, { extensions: given.map(one => extensions[one]) })
  add(
    'stamper-whose-authority-is-none',
    'the certificate of the authority is none of an authority',
    untrusted,
    authority('timeStamping'),
  )
  add(
    'stamper-whose-authority-is-for-web-sites',
    'the authority is for web sites',
    untrusted,
    authority('authority', 'webSites'),
  )
  add(
    'stamper-whose-authority-signs-lists-alone',
    'the authority may not sign certificates',
    untrusted,
    authority('authority', 'signsLists'),
  )
  add(
    'stamper-whose-authority-has-a-critical-extension',
    'the certificate of the authority has a critical extension that nobody knows',
    untrusted,
    authority('authority', 'unknown'),
  )

  add(
    'stamp-that-fails-after-one-that-is-not-trusted',
    'of two tokens the first is trusted by nobody and the second is altered',
    untrusted,
    stamped(all => [
      { sequence: 0, token: others.stamp(all[0]!, times.commitmentSeen) },
      { sequence: 1, token: flip(inTime(all)[1]!.token, 40) },
    ]),
  )
  add(
    'observation-that-fails-beside-stamps',
    'an observation that is altered is told before the time-stamps that do not count',
    ['not-provable', 'observation-untrusted'],
    stamped(inTime, {
      isObserved: true,
      timestampers: [],
      edit({ observations }) {
        for (const file of observations)
          for (const one of file) one.signatures = [{ sig: base64(new Uint8Array(64)) }]
      },
    }),
  )
})
