import { readFileSync } from 'node:fs'
import t from 'tap'
import { builtInChains, type ChainInfo } from '../../../src/core/beacon.js'
import { decodeHex } from '../../../src/core/encoding.js'
import { portable } from '../../../src/core/portable.js'
import type { PublishedBeacon } from '../../../src/recipe/value.js'
import { emptyTrust } from '../../../src/model/trust.js'
import { checkBeacon } from '../../../src/verify/draw/check-beacon.js'

interface Sample {
  readonly beacons: readonly {
    readonly round: number
    readonly signature: string
    readonly previous_signature?: string
    readonly randomness: string
  }[]
}

function sampleOf(name: string): PublishedBeacon {
  const file = new URL(`../../../fixtures/beacons/${name}.json`, import.meta.url)
  const [first] = (JSON.parse(readFileSync(file, 'utf8')) as Sample).beacons
  if (first === undefined) throw new Error(`no beacon of ${name}`)
  const { round, signature, previous_signature, randomness } = first
  return {
    round,
    signature: decodeHex(signature),
    randomness: decodeHex(randomness),
    ...(previous_signature !== undefined && { previousSignature: decodeHex(previous_signature) }),
  }
}

await t.test('why a beacon is not that of its chain, in words', t => {
  const { quicknet, default: chained } = builtInChains
  const [plain, linked] = [sampleOf('quicknet'), sampleOf('default')]
  const { previousSignature, ...unlinked } = linked
  const { signature, ...unsigned } = plain
  t.ok(previousSignature && signature)
  const flipped = (bytes: Uint8Array): Uint8Array => bytes.map((byte, at) => (at === 0 ? byte ^ 0x80 : byte))
  const cases: readonly (readonly [PublishedBeacon, ChainInfo, string, string, string | undefined])[] = [
    [plain, quicknet, 'proven', 'beacon-verified', undefined],
    [linked, chained, 'proven', 'beacon-verified', undefined],
    [
      unsigned,
      quicknet,
      'not-provable',
      'beacon-signature-missing',
      `the signature of round ${plain.round} was not published; drand has it at https://api.drand.sh/${quicknet.chainHash}/public/${plain.round}`,
    ],
    [
      unlinked,
      chained,
      'not-provable',
      'beacon-signature-missing',
      'the signature of the round before was not published; drand serves it with this one as previous_signature',
    ],
    [
      { ...plain, previousSignature: signature! },
      quicknet,
      'refuted',
      'beacon-previous',
      'this chain signs no previous signature, and one was published',
    ],
    [
      { ...linked, previousSignature: Uint8Array.of(1) },
      chained,
      'refuted',
      'beacon-previous',
      'the previous signature cannot be one of this chain',
    ],
    [
      { ...plain, signature: flipped(signature!) },
      quicknet,
      'refuted',
      'beacon-signature',
      'the signature is not a point of the chain’s group in its one encoding',
    ],
    [
      { ...plain, round: plain.round + 1 },
      quicknet,
      'refuted',
      'beacon-signature',
      'the signature is not the chain’s over this round',
    ],
    [
      { ...plain, randomness: new Uint8Array(32) },
      quicknet,
      'refuted',
      'beacon-randomness',
      'the randomness is not the hash of the signature',
    ],
  ]
  for (const [beacon, chain, status, code, because] of cases) {
    t.strictSame(checkBeacon(beacon, chain, emptyTrust, portable), {
      status,
      code,
      ...(because !== undefined && { because }),
    })
  }
  t.end()
})
