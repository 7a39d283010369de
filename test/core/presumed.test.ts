import { readFileSync } from 'node:fs'
import t from 'tap'
import { parseBeacon, quicknetChain, verifyBeacon, type Beacon } from '../../src/core/beacon.js'
import { createSigner } from '../../src/core/dsse.js'
import { encodeUtf8 } from '../../src/core/encoding.js'
import type { Engine } from '../../src/core/engine.js'
import { parsePublicKey, type PublicKey } from '../../src/core/key.js'
import { makeTogether } from '../../src/core/presumed.js'
import { DrawauditError } from '../../src/errors.js'
import { native } from '../../src/native/engine.js'

const signer = createSigner(new Uint8Array(32).fill(7))
const key = parsePublicKey('ed25519', signer.publicKey)
const other = parsePublicKey('ed25519', createSigner(new Uint8Array(32).fill(8)).publicKey)

/** A message with a signature of the key, or of none. */
function signed(text: string, isGood = true): { message: Uint8Array; signature: Uint8Array } {
  const message = encodeUtf8(text)
  const signature = signer.sign(message)
  if (!isGood) signature[0] = (signature[0] ?? 0) ^ 1
  return { message, signature }
}

/** An engine that counts what it verifies. */
function counting(): { readonly engine: Engine; readonly count: () => number } {
  let count = 0
  return {
    engine: {
      ...native,
      verify(...asked) {
        count += 1
        return native.verify(...asked)
      },
    },
    count: () => count,
  }
}

/** Which of the keys is the signer's. */
const findKey =
  (keys: readonly PublicKey[]) =>
  ({ message, signature }: ReturnType<typeof signed>, engine: Engine): number =>
    keys.findIndex(one => engine.verify(one, message, signature))

await t.test('what rests on good signatures is made once, and each is verified once', t => {
  const { engine, count } = counting()
  let made = 0
  const results = makeTogether(['a', 'b', 'c'], engine, (text, asked) => {
    made += 1
    const { message, signature } = signed(text)
    return asked.verify(key, message, signature) ? `${text} is signed` : `${text} is forged`
  })
  t.same(results, ['a is signed', 'b is signed', 'c is signed'])
  t.equal(made, 3)
  t.equal(count(), 3)
  t.end()
})

await t.test('what rests on a bad one is made anew, in its place and without verifying again', t => {
  const { engine, count } = counting()
  const parts = [signed('a'), signed('b', false), signed('c')]
  t.same(makeTogether(parts, engine, findKey([key])), [0, -1, 0])
  t.equal(count(), 3)
  t.end()
})

await t.test(
  'what was asked only because an answer was presumed, and what was not, is as the engine says',
  t => {
    const { engine, count } = counting()
    t.same(makeTogether([signed('a'), signed('b', false)], engine, findKey([other, key])), [1, -1])
    // The second key is asked for each when the first turns out not to be the one.
    t.equal(count(), 4)
    const asksMore = ({ message, signature }: ReturnType<typeof signed>, asked: Engine): string =>
      asked.verify(other, message, signature) && asked.verify(other, encodeUtf8('never said'), signature)
        ? 'both'
        : 'not both'
    t.same(makeTogether([signed('a')], engine, asksMore), ['not both'])
    t.end()
  },
)

await t.test('an engine that cannot say, and one that is broken, end as they do alone', t => {
  const unsupported = new DrawauditError('algorithm-unsupported', 'not this one')
  const refusing: Engine = {
    ...native,
    verify() {
      throw unsupported
    },
  }
  const ask = (_part: number, engine: Engine): boolean =>
    engine.verify(key, new Uint8Array(), new Uint8Array(64))
  t.throws(() => makeTogether([1], refusing, ask), unsupported)
  const defect = new TypeError('a defect')
  const broken: Engine = {
    ...native,
    verify() {
      throw defect
    },
  }
  t.throws(() => makeTogether([1], broken, ask), defect)
  t.end()
})

await t.test('an error that the presumption alone brings about is none', t => {
  const careful = ({ message, signature }: ReturnType<typeof signed>, engine: Engine): string => {
    if (engine.verify(key, message, signature)) throw new Error('a forgery was believed')
    return 'refused'
  }
  t.same(makeTogether([signed('a', false)], native, careful), ['refused'])
  t.throws(() => makeTogether([signed('a')], native, careful), { message: 'a forgery was believed' })
  t.same(
    makeTogether([], native, () => 1),
    [],
  )
  t.end()
})

await t.test('beacons are verified together, and what rests on a bad one is made anew', t => {
  const url = new URL('../../fixtures/beacons/quicknet.json', import.meta.url)
  const { beacons } = JSON.parse(readFileSync(url, 'utf8')) as { beacons: readonly unknown[] }
  const [first, second] = beacons.map(parseBeacon) as [Beacon, Beacon]
  const parts = [
    first,
    second,
    { ...first, round: first.round + 1 },
    { ...second, randomness: new Uint8Array(32) },
  ]
  let made = 0
  const say = (beacon: Beacon, engine: Engine): string => {
    made += 1
    const check = verifyBeacon(beacon, quicknetChain, engine)
    return check.valid ? 'good' : check.reason
  }
  t.same(makeTogether(parts, native, say), ['good', 'good', 'signature', 'randomness'])
  t.equal(made, parts.length + 2)
  t.throws(() => makeTogether([first, { ...first, round: 0 }], native, say), { code: 'beacon-invalid' })
  t.end()
})
