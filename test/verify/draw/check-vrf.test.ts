// Outputs of verifiable random functions: under whose key, of what input, and what they amount to in a draw.
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE } from '@noble/curves/utils.js'
import { sha512 } from '@noble/hashes/sha2.js'
import t from 'tap'
import { concatBytes, decodeHex, encodeBase64, encodeHex, encodeUtf8 } from '../../../src/core/encoding.js'
import type { JsonValue } from '../../../src/core/json.js'
import type { Expression } from '../../../src/model/recipe.js'
import { verifyEcvrf } from '../../../src/core/vrf/ecvrf.js'
import { parseTrust } from '../../../src/model/trust.js'
import { ladderOf } from '../../../src/verify/draw/levels.js'
import { prove as proveBytes } from '../../core/vrf/prove.js'
import { recipeOf, refusal } from '../../recipe/build.js'
import { claimOf, endingOf, examine } from '../report.js'
import { claims, commitment, inputs, judge, trust, values } from './seen.js'

const { Point } = ed25519
const suite = 'ecvrf-edwards25519-sha512-tai'
const secret = bytesToNumberLE(sha512(encodeUtf8('oracle'))) % Point.Fn.ORDER
const publicKey = Point.BASE.multiply(secret).toBytes()
const tag = (octet: number, ...parts: readonly Uint8Array[]): Uint8Array =>
  sha512(concatBytes(Uint8Array.of(3, octet), ...parts, Uint8Array.of(0)))

/** RFC 9381 section 5.4.1.1. */
function encodeToCurve(alpha: Uint8Array): InstanceType<typeof Point> {
  for (let turn = 0; ; turn += 1) {
    try {
      return Point.fromBytes(tag(1, publicKey, alpha, Uint8Array.of(turn)).subarray(0, 32)).clearCofactor()
    } catch {
      // No point: the next one.
    }
  }
}

/** Each nonce makes another proof of the same output. */
function prove(alpha: Uint8Array, nonce = 7n): { readonly proof: string; readonly output: string } {
  const proof = proveBytes(suite, { x: secret, k: nonce, h: encodeToCurve(alpha).toBytes() })
  const result = verifyEcvrf(suite, { publicKey, alpha, proof })
  if (!('output' in result)) throw new Error(result.fault)
  return { proof: encodeHex(proof), output: encodeHex(result.output) }
}

const hex = { type: 'bytes', encoding: 'hex' }
const key: Expression = { bytes_hex: encodeHex(publicKey) }
/** The claim; a key of the trust file is named in place of the recipe's. */
const vrf = (more: { readonly trusted?: string } & Readonly<Record<string, Expression>> = {}): object => ({
  id: 'randomness.genuine',
  says: 'the oracle gave this output',
  vrf: {
    suite,
    ...(more.trusted === undefined && { key }),
    alpha: { bytes_utf8: '$request' },
    proof: '$proof',
    output: '$output',
    ...more,
  },
})
const recipe = (more: Parameters<typeof vrf>[0] = {}, others: object = {}) => ({
  inputs: {
    request: { type: 'text', title: 'request' },
    proof: { ...hex, title: 'proof' },
    output: { ...hex, length: 64, title: 'output', public: true, by: 'the oracle' },
    ...others,
  },
  claims: [vrf(more)],
})
const published = { request: 'draw 17', ...prove(encodeUtf8('draw 17')) }
const end = (
  parts: Parameters<typeof examine>[0],
  own: Readonly<Record<string, JsonValue>> = {},
  trust?: object,
) =>
  endingOf(
    examine(parts, { ...published, ...own }, trust && { trust: parseTrust(trust) }),
    'randomness.genuine',
  )
const trusting = (...keys: readonly object[]): object => ({
  trust: 'drawaudit/v1',
  signers: [{ name: 'Oracle', keys }],
})
const keyJson = { algorithm: suite, public_key: encodeBase64(publicKey) }

await t.test('an output is proven by its proof, by any of its proofs, and by no other', t => {
  t.equal(end(recipe()), 'proven vrf-verified')
  const again = prove(encodeUtf8('draw 17'), 8n)
  t.not(again.proof, published.proof)
  t.equal(again.output, published.output)
  t.equal(end(recipe(), again), 'proven vrf-verified')
  t.equal(end(recipe(), { request: 'draw 18' }), 'refuted vrf-invalid')
  t.equal(
    end(recipe(), { proof: published.proof.replace(/.$/, digit => (digit === '0' ? '1' : '0')) }),
    'refuted vrf-invalid',
  )
  t.equal(end(recipe(), { proof: '' }), 'refuted vrf-invalid')
  t.equal(end(recipe(), { proof: '00' }), 'refuted vrf-invalid')
  const { output } = prove(encodeUtf8('draw 18'))
  const other = examine(recipe(), { ...published, output })
  t.match(claimOf(other, 'randomness.genuine'), {
    status: 'refuted',
    code: 'vrf-output',
    message: 'the proof is of another output than the published output',
    expected: published.output,
    found: output,
  })
  t.end()
})

await t.test('the key is the recipe’s or the auditor’s, of the suite that the recipe names', t => {
  const named = recipe({ trusted: 'Oracle' })
  t.equal(end(named), 'not-provable key-unpinned')
  t.equal(end(named, {}, trusting(keyJson)), 'proven vrf-verified')
  t.equal(end(named, {}, trusting({ ...keyJson, algorithm: 'ed25519' })), 'not-provable key-unpinned')
  t.equal(
    end(named, {}, trusting({ ...keyJson, algorithm: 'ecvrf-edwards25519-sha512-ell2' })),
    'not-provable key-unpinned',
  )
  const stranger = encodeBase64(Point.BASE.multiply(5n).toBytes())
  t.equal(end(named, {}, trusting({ ...keyJson, public_key: stranger })), 'refuted vrf-invalid')
  t.equal(end(named, {}, trusting({ ...keyJson, public_key: stranger }, keyJson)), 'proven vrf-verified')
  const own = recipe({ key: '$own' }, { own: { ...hex, title: 'key' } })
  t.equal(end(own, { own: encodeHex(publicKey) }), 'not-provable key-unpinned')
  t.end()
})

await t.test('a key of a function signs nothing: it is not among those of a signer', t => {
  const signed = {
    inputs: { request: { type: 'text', title: 'request' }, proof: { ...hex, title: 'signature' } },
    claims: [
      {
        id: 'randomness.genuine',
        says: 'it is signed',
        signed: { trusted: 'Oracle', message: { bytes_utf8: '$request' }, signature: '$proof' },
      },
    ],
  }
  const { request, proof } = published
  const subject = examine(signed, { request, proof }, { trust: parseTrust(trusting(keyJson)) })
  t.equal(endingOf(subject, 'randomness.genuine'), 'not-provable key-unpinned')
  t.end()
})

await t.test('mistakes in a recipe', t => {
  const at = (more: Parameters<typeof vrf>[0]): unknown => refusal(() => recipeOf(recipe(more)))
  t.match(at({ output: { bytes_hex: '00' } }), /no output that was published is compared/)
  t.match(
    at({ suite: 'chainlink-vrf', key: { bytes_hex: '00'.repeat(64) } }),
    /not a public key of chainlink-vrf/,
  )
  t.match(at({ alpha: { bytes_utf8: 'draw 17' } }), /asked the same in every draw/)
  t.match(at({ suite: 'ed25519' }), /\/claims\/0\/vrf\/suite/)
  t.match(at({ alpha: '$request' }), /expected bytes, found text/)
  t.match(at({ key: { bytes_hex: '01'.padEnd(64, '0') } }), /small-order/)
  t.match(at({ suite: 'chainlink-vrf', trusted: 'Oracle' }), /expected 32 bytes/)
  t.end()
})

const encodeRound = (round: number): Uint8Array => decodeHex(round.toString(16).padStart(16, '0'))

/** The draw of seen.ts with its randomness from the oracle, which was asked for `asked`, as the recipe has it in `alpha`. */
function draw(
  alpha: Expression,
  asked: Uint8Array,
  {
    number = '$output',
    output = '$output',
    whose = {},
    keys = [],
  }: {
    readonly number?: Expression
    readonly output?: Expression
    /** Whose key the claim asks for, in place of the recipe's. */
    readonly whose?: NonNullable<Parameters<typeof vrf>[0]>
    /** The oracle's keys in the trust file. */
    readonly keys?: readonly object[]
  } = {},
): ReturnType<typeof judge> {
  const made = prove(asked)
  const used = JSON.stringify([alpha, number])
  const isMixed = JSON.stringify(number).includes('$beacon.randomness')
  const drawn = `${number === '$proof' ? made.proof : made.output}${isMixed ? values.beacon.randomness : ''}`
  const winner = values.tickets[Number(BigInt(`0x${drawn}`) % 5n)] ?? ''
  const { beacon, round, ...others } = inputs
  const isOf = (claim: object, start: string): boolean => JSON.stringify(claim).startsWith(`{"id":"${start}.`)
  const { round: roundAt, ...places } = commitment.values
  const ofBeacon = used.includes('$beacon')
  return judge({
    parts: {
      commitment: { ...commitment, values: { ...places, ...(ofBeacon && { round: roundAt }) } },
      inputs: {
        ...others,
        ...(ofBeacon && { beacon, round }),
        ...(whose['key_id'] === '$key_name' && { key_name: { type: 'text', title: 'name of the key' } }),
        ...(used.includes('$late') && { late: { type: 'text', title: 'late word' } }),
        proof: { ...hex, title: 'proof', public: true, by: 'the oracle' },
        output: { ...hex, length: 64, title: 'output', public: true, by: 'the oracle' },
      },
      claims: [
        ...claims.filter(claim => !isOf(claim, 'winner') && (ofBeacon || !isOf(claim, 'beacon'))),
        vrf({ alpha, output, ...whose }),
        {
          id: 'randomness.rule',
          says: 'the oracle was asked for this draw',
          equal: [{ sha256: '$seed' }, '$seed_hash'],
        },
        {
          id: 'winner.derived',
          says: 'the winner follows',
          equal: [{ at: ['$tickets', { mod: [{ integer_be: number }, { count: '$tickets' }] }] }, '$winner'],
        },
      ],
    },
    values: {
      ...made,
      winner,
      late: used.includes('$late') ? 'word' : undefined,
      key_name: whose['key_id'] === '$key_name' ? 'first' : undefined,
      ...(!ofBeacon && { beacon: undefined, round: undefined }),
    },
    options: {
      trust: keys.length === 0 ? trust : { ...trust, signers: parseTrust(trusting(...keys)).signers },
    },
  })
}

await t.test(
  'asked for public randomness of a round that was fixed, it is as good as that, if its holder is honest',
  t => {
    const asked = Uint8Array.from(Buffer.from(values.beacon.randomness, 'hex'))
    const subject = draw('$beacon.randomness', asked)
    t.equal(endingOf(subject, 'choice.bound'), 'proven choice-bound')
    t.equal(endingOf(subject, 'evidence.timely'), 'proven observed-in-time')
    t.equal(subject.level, 4)
    t.match(subject.who_could_choose, /^nobody, if drand’s nodes, the oracle and /)
    t.end()
  },
)

await t.test(
  'asked for the number of a round alone, its holder knew whatever the beacon was still to give',
  t => {
    const number = { concat: ['$output', '$beacon.randomness'] }
    const subject = draw({ bytes_be: ['$beacon.round', 8] }, encodeRound(1000), { number })
    t.equal(endingOf(subject, 'choice.bound'), 'proven choice-bound')
    t.equal(endingOf(subject, 'evidence.timely'), 'not-provable evidence-missing')
    const both = { concat: ['$beacon.randomness', { bytes_be: ['$beacon.round', 8] }] }
    const asked = concatBytes(decodeHex(values.beacon.randomness), encodeRound(1000))
    t.equal(endingOf(draw(both, asked, { number }), 'evidence.timely'), 'proven observed-in-time')
    t.end()
  },
)

await t.test('a function that was asked for its own output waits for nothing', t => {
  // A part of it: for the whole nobody finds one.
  const alpha: Expression = { concat: [{ slice: ['$output', 0, 0] }, '$seed'] }
  const subject = draw(alpha, decodeHex(values.seed), {
    number: { concat: ['$output', '$beacon.randomness'] },
  })
  t.equal(endingOf(subject, 'randomness.genuine'), 'proven vrf-verified')
  t.equal(endingOf(subject, 'evidence.timely'), 'not-provable evidence-missing')
  t.end()
})

await t.test('asked for what was fixed, nothing says when its holder knew', t => {
  const asked = Uint8Array.from(Buffer.from(values.seed, 'hex'))
  const subject = draw('$seed', asked)
  t.equal(endingOf(subject, 'choice.bound'), 'proven choice-bound')
  t.equal(endingOf(subject, 'evidence.timely'), 'not-provable evidence-missing')
  t.equal(subject.level, 3)
  t.match(subject.who_could_choose, /the organiser together with the oracle$/)
  t.end()
})

await t.test('what it is asked for decides: a word that nothing fixed leaves the choice open', t => {
  const subject = draw({ bytes_utf8: '$late' }, encodeUtf8('word'))
  t.equal(endingOf(subject, 'randomness.genuine'), 'proven vrf-verified')
  t.equal(endingOf(subject, 'choice.bound'), 'not-provable input-grindable')
  t.match(claimOf(subject, 'choice.bound')?.message, /fixes the late word/)
  t.end()
})

await t.test(
  'a winner that follows from the proof is open: its holder makes as many proofs as it likes',
  t => {
    const asked = Uint8Array.from(Buffer.from(values.seed, 'hex'))
    const subject = draw('$seed', asked, { number: '$proof' })
    t.equal(endingOf(subject, 'randomness.genuine'), 'proven vrf-verified')
    t.match(endingOf(subject, 'choice.bound'), /^not-provable (source-uncommitted|value-unproven)$/)
    t.end()
  },
)

await t.test('an output of which the proof shows a part only is not shown', t => {
  const asked = Uint8Array.from(Buffer.from(values.seed, 'hex'))
  const subject = draw('$seed', asked, {
    output: { concat: [{ slice: ['$output', 0, 64] }, { bytes_hex: '' }] },
  })
  t.equal(endingOf(subject, 'randomness.genuine'), 'proven vrf-verified')
  t.match(endingOf(subject, 'choice.bound'), /^not-provable (source-uncommitted|value-unproven)$/)
  t.end()
})

await t.test('whoever may choose among keys chooses among their outputs', t => {
  const asked = decodeHex(values.beacon.randomness)
  const other = { ...keyJson, public_key: encodeBase64(Point.BASE.multiply(5n).toBytes()) }
  const end = (
    whose: NonNullable<Parameters<typeof vrf>[0]>,
    ...keys: readonly object[]
  ): ReturnType<typeof endingOf> => {
    const subject = draw('$beacon.randomness', asked, { whose, keys })
    t.equal(endingOf(subject, 'randomness.genuine'), 'proven vrf-verified')
    return endingOf(subject, 'choice.bound')
  }
  const oracle = { trusted: 'Oracle' }
  t.equal(end(oracle, keyJson), 'proven choice-bound')
  t.equal(end(oracle, keyJson, { ...other, algorithm: 'ed25519' }), 'proven choice-bound')
  t.equal(end(oracle, keyJson, other), 'not-provable source-uncommitted')
  // The draw names the key, and nothing fixed the name.
  const named = { ...oracle, key_id: '$key_name' }
  const first = { ...keyJson, id: 'first' }
  t.equal(end(named, first, { ...other, id: 'second' }), 'not-provable input-grindable')
  t.equal(end({ ...oracle, key_id: 'first' }, first, { ...other, id: 'second' }), 'proven choice-bound')
  t.equal(
    end({ ...oracle, key_id: 'first' }, first, { ...other, id: 'first' }),
    'not-provable source-uncommitted',
  )
  t.end()
})

await t.test('a function whose output decides nothing is still one of the claims of level 4', t => {
  const claim = { ...vrf(), id: 'ticket.drawn' }
  t.ok(
    ladderOf(recipeOf({ ...recipe(), claims: [claim] }))
      .at(4)
      ?.includes('ticket.drawn'),
  )
  t.end()
})
