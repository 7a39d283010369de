import { bls12_381 } from '@noble/curves/bls12-381.js'
import type { SchemeName } from '../../../src/core/beacon.js'
import type { Evidence } from '../factory.js'
import { ownRound, realRound, type Round } from '../rounds.js'
import { hex, type Members } from '../second-opinion.js'
import { altered, flipHex, scenariosOf } from './scenario.js'

const { G1 } = bls12_381
const { Fp } = bls12_381.fields
const p = Fp.ORDER
const quicknet = realRound('quicknet', 1000)
const neighbour = realRound('quicknet', 1001)
const chained = realRound('default', 1337)
const genesis = realRound('default', 1)

/** The raffle with other members of its beacon. */
const beacon = (change: Members, of?: Round): Evidence =>
  altered(
    ({ bundle }) => {
      Object.assign(bundle.beacon!, change)
    },
    of && { beacon: of },
  )

const signature = (text: string): Evidence => beacon({ signature: text })

/** A compressed point of G1 from its x. */
const compress = (x: bigint, flags = 0x80): string =>
  (x | (BigInt(flags) << 376n)).toString(16).padStart(96, '0')

/** The smallest x from `from` for which there is, or is not, a point of the curve. */
function findX(from: bigint, onCurve: boolean): bigint {
  for (let x = from; ; x += 1n) {
    const square = Fp.add(Fp.mul(Fp.sqr(x), x), 4n)
    const isSquare = Fp.pow(square, (p - 1n) / 2n) === 1n
    if (isSquare === onCurve) return x
  }
}

/** Of order other than the prime: nearly every point of the curve is. */
const outside = compress(findX(5n, true))

const infinity = `c0${'00'.repeat(47)}`

const negated = hex(G1.Point.fromHex(quicknet.signature).negate().toBytes(true))

const own = (scheme: SchemeName, round: number, name: string): Round => ownRound(scheme, round, { name })

/** A round of a chain of one's own that nobody trusts. */
const unknown = altered(
  evidence => {
    delete evidence.trust.beacons
  },
  { beacon: own('bls-unchained-g1-rfc9380', 5, 'untrusted') },
)

const nameless = altered(() => undefined, { beacon: null })

const missing = altered(({ bundle }) => {
  delete bundle.beacon
})

const headless = altered(({ bundle }) => {
  bundle.statements.shift()
})

export const beaconGenuine = scenariosOf('beacon.genuine', add => {
  const wrong = 'beacon-signature'
  add(
    'signature-bit-flipped',
    'one bit of the signature is another',
    wrong,
    signature(flipHex(quicknet.signature, 47)),
  )
  add(
    'signature-of-the-next-round',
    'the signature is of the round after',
    wrong,
    signature(neighbour.signature),
  )
  add(
    'signature-of-an-earlier-round',
    'the signature is of a round before',
    wrong,
    signature(realRound('quicknet', 123).signature),
  )
  add(
    'signature-of-the-other-chain',
    'the signature is of drand’s default chain',
    wrong,
    signature(chained.signature),
  )
  add(
    'signature-under-another-round',
    'the beacon is said to be of the round after',
    wrong,
    beacon({ round: 1001 }),
  )
  add('signature-negated', 'the signature is the other point with the same x', wrong, signature(negated))
  add(
    'signature-sign-bit-flipped',
    'the sign bit is another',
    wrong,
    signature((parseInt(quicknet.signature[0]!, 16) ^ 2).toString(16) + quicknet.signature.slice(1)),
  )
  add(
    'signature-uncompressed',
    'the right point, in its uncompressed form',
    wrong,
    signature(hex(G1.Point.fromHex(quicknet.signature).toBytes(false))),
  )
  add(
    'signature-compression-bit-cleared',
    'the compression bit is not set',
    wrong,
    signature((parseInt(quicknet.signature[0]!, 16) ^ 8).toString(16) + quicknet.signature.slice(1)),
  )
  add('signature-infinity', 'the signature is the identity', wrong, signature(infinity))
  add(
    'signature-infinity-with-a-sign',
    'the identity, spelt in another way',
    wrong,
    signature(`e0${'00'.repeat(47)}`),
  )
  add(
    'signature-infinity-with-an-x',
    'the bit of the identity is set beside an x',
    wrong,
    signature((parseInt(quicknet.signature[0]!, 16) | 4).toString(16) + quicknet.signature.slice(1)),
  )
  add(
    'signature-outside-the-subgroup',
    'a point of the curve outside the subgroup',
    wrong,
    signature(outside),
  )
  add('signature-off-the-curve', 'an x that no point has', wrong, signature(compress(findX(5n, false))))
  add('signature-x-not-reduced', 'an x above the modulus', wrong, signature(compress(findX(5n, true) + p)))
  add('signature-zero', 'the signature is 48 zero bytes', wrong, signature('00'.repeat(48)))
  add('signature-one-byte-short', 'the signature has 47 bytes', wrong, signature(quicknet.signature.slice(2)))
  add('signature-one-byte-long', 'the signature has 49 bytes', wrong, signature(`${quicknet.signature}00`))
  add(
    'signature-of-the-key',
    'the signature is a point of the other group',
    wrong,
    signature(quicknet.chain.public_key),
  )
  add(
    'chained-bit-flipped',
    'one bit of a signature of drand’s default chain is another',
    wrong,
    beacon({ signature: flipHex(chained.signature, 95) }, chained),
  )
  add(
    'chained-after-another-signature',
    'the signature before is that of another round',
    wrong,
    beacon({ previous_signature: chained.signature }, chained),
  )
  add(
    'chained-signature-infinity',
    'the signature is the identity of G2',
    wrong,
    beacon({ signature: `c0${'00'.repeat(95)}` }, chained),
  )
  add(
    'scheme-swapped-in-the-trust-root',
    'the chain is trusted under a scheme that hashes differently; no chain hash covers that',
    wrong,
    altered(
      ({ trust }) => {
        trust.beacons = [{ ...trust.beacons![0]!, scheme: 'bls-unchained-on-g1' }]
      },
      { beacon: own('bls-unchained-g1-rfc9380', 5, 'scheme') },
    ),
  )
  add(
    'own-chain-signed-by-another-key',
    'another chain of the same form signed the round',
    wrong,
    beacon(
      { signature: own('bls-unchained-g1-rfc9380', 5, 'imitation').signature },
      own('bls-unchained-g1-rfc9380', 5, 'genuine'),
    ),
  )
  const previous = 'beacon-previous'
  add(
    'previous-signature-unexpected',
    'quicknet signs no signature before',
    previous,
    beacon({ previous_signature: neighbour.signature }),
  )
  add(
    'previous-signature-missing',
    'drand’s default chain signs the signature before',
    previous,
    altered(
      ({ bundle }) => {
        delete bundle.beacon!.previous_signature
      },
      { beacon: chained },
    ),
  )
  add(
    'previous-signature-too-short',
    'the signature before has 95 bytes',
    previous,
    beacon({ previous_signature: chained.previous_signature!.slice(2) }, chained),
  )
  add(
    'previous-signature-of-the-first-round',
    'the first round follows something else than the genesis seed',
    previous,
    beacon({ previous_signature: flipHex(genesis.previous_signature!, 0) }, genesis),
  )
  add(
    'previous-signature-is-the-genesis-seed',
    'a later round follows the genesis seed',
    previous,
    beacon({ previous_signature: genesis.previous_signature! }, chained),
  )
  add(
    'beacon-left-out',
    'the committed beacon is not in the bundle',
    ['not-provable', 'evidence-missing'],
    missing,
  )
  add('chain-unknown', 'the trust file does not have the chain', ['not-provable', 'beacon-unknown'], unknown)
  add('no-beacon', 'the commitment names no beacon', ['not-applicable', 'beacon-none'], nameless)
})

/** For other claims. */
export const shared = { unknown, nameless, missing, headless }
