import t from 'tap'
import { defaultChain, quicknetChain } from '../../src/core/beacon.js'
import { decodeEnvelope, verifyEnvelope, derivePublicKey, type EnvelopeJson } from '../../src/core/dsse.js'
import { parseObservation, observationType } from '../../src/model/observation.js'
import { parseTrust } from '../../src/model/trust.js'
import { native } from '../../src/native/engine.js'
import { compareStatements, describeConflict, isFinished } from '../../src/observe/compare.js'
import { createObservations } from '../../src/observe/observation.js'
import { selectSigned } from '../../src/observe/signed.js'
import { readStatements } from '../../src/observe/statements-view.js'
import { describeTiming, judgeTiming } from '../../src/observe/timing.js'
import { readChain } from '../../src/verify/bundle/chain.js'
import { findSightings } from '../../src/verify/bundle/sightings.js'
import { cancel, createKey, createRaffle, keysView, raffleId } from './raffle.js'

const read = (envelopes: readonly EnvelopeJson[]) => readStatements(envelopes, raffleId, native)
const chain = createRaffle()

await t.test('a chain that grows has nothing to explain', t => {
  for (let length = 0; length < chain.length; length++) {
    const { added, vanished, conflicts } = compareStatements(
      read(chain.slice(0, length)),
      read(chain.slice(0, length + 1)),
    )
    t.same([added.length, vanished.length, conflicts.length], [1, 0, 0])
  }
  t.same(compareStatements(read(chain), read(chain)), { added: [], vanished: [], conflicts: [] })
  t.end()
})

await t.test('a second commitment, seal or draw', t => {
  const other = createRaffle({ name: 'Winter', entries: 143 })
  for (const [index, what] of ['commitment', 'seal', 'statement 2'].entries()) {
    const first = read(chain)[index]!
    const second = read(other)[index]!
    for (const { conflicts } of [
      compareStatements(read(chain), read([other[index]!])),
      compareStatements([], read([...chain, other[index]!])),
      compareStatements(read([...chain, other[index]!]), read(chain)),
    ]) {
      t.same(
        conflicts.map(conflict => conflict.what),
        [what],
      )
      t.equal(conflicts[0]?.first.digest, first.digest)
      t.equal(conflicts[0]?.second.digest, second.digest)
      t.match(describeConflict(conflicts[0]!), new RegExp(`${first.digest}.*${second.digest}`))
    }
  }
  t.end()
})

await t.test('what was shown and is not any more', t => {
  const { vanished, conflicts } = compareStatements(read(chain), read(chain.slice(0, 2)))
  t.same(
    vanished.map(({ statement }) => statement.sequence),
    [2, 3],
  )
  t.same(conflicts, [])
  t.end()
})

await t.test('a raffle is finished when every prize is drawn, or it is cancelled', t => {
  t.equal(isFinished([]), false)
  for (let length = 1; length < chain.length; length++) t.notOk(isFinished(read(chain.slice(0, length))))
  t.ok(isFinished(read(chain)))
  t.notOk(isFinished(read(chain.slice(1))), 'how many prizes there are is not known')
  t.ok(isFinished(read(cancel(chain.slice(0, 1)))))
  t.end()
})

await t.test('in time, to the second', t => {
  const statements = read(chain)
  const [commitment, seal] = statements
  if (commitment?.statement.type !== 'commitment' || seal === undefined) throw new Error('no chain')
  const close = Date.parse(commitment.statement.entries_close_at_utc)
  const { round } = commitment.statement.beacon ?? { round: 0 }
  const due = (quicknetChain.genesisTime + (round - 1) * 3) * 1000
  const utc = (time: number): string => `${new Date(time).toISOString().slice(0, 19)}+00:00`
  const judge = (committed: number, sealed: number, chains = [quicknetChain]) =>
    judgeTiming(
      statements,
      new Map([
        [commitment.digest, utc(committed)],
        [seal.digest, utc(sealed)],
      ]),
      chains,
    ).map(({ inTime }) => inTime)
  t.same(judge(close - 1000, due - 30_000), [true, true])
  t.same(judge(close, due - 29_000), [false, false])
  t.same(judge(close - 1000, due - 30_000, [defaultChain]), [true, undefined])
  t.same(judgeTiming(statements, new Map(), [quicknetChain]), [])
  t.same(judgeTiming([seal], new Map([[seal.digest, utc(due)]]), [quicknetChain]), [
    { type: 'seal', seenAt: utc(due) },
  ])
  t.match(describeTiming({ type: 'seal', seenAt: utc(due) }), /cannot be said/)
  t.match(describeTiming({ type: 'seal', seenAt: utc(due), deadline: utc(due), inTime: false }), /TOO LATE/)

  const without = read(createRaffle({ beacon: null }))
  const { statement } = without[0]!
  const drawAt = statement.type === 'commitment' ? Date.parse(statement.draw_at_utc) : NaN
  const times = new Map([[without[1]!.digest, utc(drawAt - 1000)]])
  t.match(judgeTiming(without, times, []), [{ type: 'seal', inTime: true }])
  t.match(judgeTiming(without, new Map([[without[1]!.digest, utc(drawAt)]]), []), [{ inTime: false }])

  const chainHash = quicknetChain.chainHash
  const far = read(createRaffle({ beacon: { chain_hash: chainHash, round: Number.MAX_SAFE_INTEGER } }))
  t.same(judgeTiming(far, new Map([[far[1]!.digest, utc(due)]]), [quicknetChain]), [
    { type: 'seal', seenAt: utc(due) },
  ])
  t.end()
})

await t.test('who signed', t => {
  const trust = parseTrust(keysView)
  const forged = createRaffle({ name: 'Forged', secretKey: createKey('stranger').secretKey })
  t.equal(selectSigned(read([...chain, ...forged]), trust, native).length, chain.length)
  t.equal(selectSigned(read([...chain, ...forged]), undefined, native).length, 2 * chain.length)
  t.equal(selectSigned(read(chain), parseTrust({ trust: 'drawaudit/v1' }), native).length, 0)
  t.end()
})

await t.test('an observation is signed, and has what was seen', t => {
  const { secretKey } = createKey('observer')
  const observedAt = new Date('2026-11-20T16:15:00.900Z')
  const observed = { raffleId, source: 'http://localhost/x', observedAt, envelopes: chain }
  const [one, ...more] = createObservations(observed, secretKey)
  t.same(more, [])
  t.equal(one?.payloadType, observationType)
  t.ok(verifyEnvelope(one!, derivePublicKey(secretKey)))
  t.same(parseObservation(one!.payload), {
    raffle_id: raffleId,
    source: 'http://localhost/x',
    observed_at_utc: '2026-11-20T16:15:00+00:00',
    envelopes: chain,
  })

  const many = Array.from({ length: 30 }, (_, index) => ({
    ...chain[0]!,
    pad: `${index}`.padEnd(60_000, 'é'),
  }))
  const parts = createObservations({ ...observed, envelopes: many }, secretKey)
  t.ok(parts.length > 1)
  const read = parts.map(({ payload }) => parseObservation(payload))
  t.same(
    read.flatMap(({ envelopes }) => envelopes),
    many,
  )
  t.equal(new Set(read.map(({ observed_at_utc }) => observed_at_utc)).size, 1)
  for (const { payload } of parts) t.ok((payload.length * 4) / 3 < 1_048_576)
  t.same(
    createObservations({ ...observed, envelopes: [] }, secretKey).map(
      ({ payload }) => parseObservation(payload).envelopes,
    ),
    [[]],
    'that nothing is shown is seen, too',
  )
  t.end()
})

await t.test('a verifier takes it for what it is', t => {
  const { secretKey, publicKey } = createKey('observer')
  const observedAt = new Date('2026-11-20T16:15:00.900Z')
  const other = createRaffle({ name: 'Winter' })[0]!
  const trust = parseTrust({ ...keysView, observers: [{ name: 'Ada', public_key: publicKey }] })
  const sight = (envelopes: readonly EnvelopeJson[]) => {
    const observations = createObservations({ raffleId, source: 'x', observedAt, envelopes }, secretKey)
    const now = BigInt(observedAt.getTime()) * 1_000_000n
    const none = { heads: [], sightings: [], others: [], outdated: [], findings: [] }
    const noLog = { isMissing: true, hasEntries: false, ...none }
    return findSightings(
      { observations, log: noLog },
      readChain(chain.map(decodeEnvelope), native),
      trust,
      now,
      native,
    )
  }
  const seen = sight(chain)
  t.same(
    seen.earliest.map(one => one?.atUtc),
    chain.map(() => '2026-11-20T16:15:00+00:00'),
  )
  t.same([seen.second, seen.discounted, seen.findings], [undefined, [], []])
  t.match(sight([...chain, other]).second, { where: 'Ada saw', statement: { type: 'commitment' } })
  t.end()
})
