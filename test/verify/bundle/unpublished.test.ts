import t from 'tap'
import {
  beaconOf,
  createRaffle,
  createSigner,
  envelop,
  runRaffle,
  type Evidence,
} from '../../protocol/factory.js'
import { judge } from '../../protocol/judge.js'
import { realRound } from '../../protocol/rounds.js'
import { unbase64, utf8 } from '../../protocol/second-opinion.js'
import { base } from '../../protocol/scenarios/scenario.js'
import { open, undrawn } from '../../protocol/scenarios/unstoppable.js'
import { readEntryList } from '../../../src/verify/bundle/entry-list.js'
import { derivePlaces } from '../../../src/verify/bundle/unpublished.js'
import { readChain } from '../../../src/verify/bundle/chain.js'
import { parseBundle } from '../../../src/model/bundle.js'
import { native } from '../../../src/native/engine.js'
import { claimOf } from '../report.js'

/** What the operator would have drawn. */
const { picks } = runRaffle({ ...base, ...open })

const unpublished = (evidence: Evidence, options: Parameters<typeof judge>[1] = {}): readonly string[] =>
  judge(evidence, options)
    .findings.filter(({ code }) => code === 'winner-unpublished')
    .map(({ message }) => message)

const edited = (
  edit: (evidence: Evidence) => void,
  choices: Parameters<typeof undrawn>[0] = {},
): Evidence => {
  const evidence = undrawn(choices)
  edit(evidence)
  return evidence
}

await t.test('a sealed raffle with public seeds has its winners when the round is out', t => {
  const subject = judge(undrawn())
  t.match(unpublished(undrawn()), [
    `entry ${picks[0]!.entryId} has won prize 1, Prize 1: the operator has not said so`,
    `entry ${picks[1]!.entryId} has won prize 2, Prize 2: the operator has not said so`,
  ])
  t.match(claimOf(subject, 'winner.derived'), { status: 'not-provable', code: 'chain-unfinished' })
  t.match(claimOf(subject, 'draw.unstoppable'), { status: 'proven', code: 'draw-unstoppable' })
  t.match(claimOf(judge(createRaffle(base)), 'draw.unstoppable'), { code: 'seeds-secret' })
  t.equal(subject.verdict, 'not-provable')
  t.match(subject.headline, /its winners follow already, and the operator has not published them/)
  t.match(subject.who_could_choose, /^nobody yet: the winners follow from what is public/)
  t.end()
})

await t.test('also by a round and a list from elsewhere', t => {
  const evidence = undrawn({ list: 'file' })
  const round = realRound('quicknet', 1000)
  const { signature } = beaconOf(round)
  delete evidence.bundle.beacon
  t.equal(unpublished(evidence).length, 0)
  const beacon = { round: 1000, signature: Uint8Array.from(Buffer.from(signature, 'hex')) }
  const chain = readChain(parseBundle(evidence.bundle).statements, native)
  const at = derivePlaces(chain, { ...beacon, chainHash: round.chain.chain_hash })
  t.match(at, [picks[0]!.index, picks[1]!.index])
  const list = readEntryList(() => [utf8(evidence.list!)], { at })
  const supply = { beacons: [{ beacon, from: 'round.json, verified' }] }
  const subject = judge(evidence, { supply, list })
  t.equal(unpublished(evidence, { supply, list }).length, 2)
  t.same(subject.supplied, [{ name: 'beacon', from: 'round.json, verified' }])
  t.match(claimOf(subject, 'beacon.genuine'), { status: 'proven' })
  for (const wrong of [
    { ...beacon, round: 999 },
    { ...beacon, signature: beacon.signature.toReversed() },
  ]) {
    const subject = judge(evidence, { supply: { beacons: [{ beacon: wrong, from: 'x' }] }, list })
    t.match(claimOf(subject, 'beacon.genuine'), { code: 'evidence-missing' })
    t.equal(subject.supplied, undefined)
  }
  // What the bundle has stays.
  const own = edited(({ bundle }) => (bundle.beacon!.signature = bundle.beacon!.signature.replace(/.$/, '0')))
  t.match(claimOf(judge(own, { supply }), 'beacon.genuine'), { status: 'refuted' })
  t.end()
})

await t.test('a published draw that lacks its round takes it from elsewhere too', t => {
  const evidence = createRaffle(base)
  const signature = Uint8Array.from(Buffer.from(evidence.bundle.beacon!.signature, 'hex'))
  delete evidence.bundle.beacon
  t.equal(judge(evidence).level, 2)
  t.equal(
    judge(evidence, { supply: { beacons: [{ beacon: { round: 1000, signature }, from: 'x' }] } }).level,
    4,
  )
  t.end()
})

await t.test('never from what is not signed, not the committed round, or not the sealed list', t => {
  const stranger = createSigner('Stranger')
  const cases: Readonly<Record<string, Evidence>> = {
    'secret seeds': (() => {
      const evidence = createRaffle(base)
      evidence.bundle.statements.splice(2)
      delete evidence.bundle.winners
      return evidence
    })(),
    'unsigned seal': edited(({ bundle: { statements } }) => {
      const { payloadType, payload } = statements[1]!
      statements[1] = envelop(payloadType, unbase64(payload), stranger)
    }),
    'unknown operator': edited(({ trust }) => (trust.operators[0]!.name = 'Another')),
    'another round': edited(({ bundle }) => {
      bundle.beacon = beaconOf(realRound('quicknet', 1001))
    }),
    'forged round': edited(({ bundle }) => {
      bundle.beacon!.signature = beaconOf(realRound('quicknet', 1001)).signature
    }),
    'no round': edited(({ bundle }) => delete bundle.beacon),
    'no list': undrawn({ list: 'light' }),
    'another list': edited(({ bundle }) => bundle.entries!.pop()),
    'seal missing': edited(({ bundle }) => bundle.statements.pop()),
    drawn: createRaffle({ ...base, ...open }),
    'drawn, as somebody saw': edited(evidence => {
      const whole = createRaffle({ ...base, ...open })
      evidence.companions = whole.bundle.statements
    }),
  }
  for (const [name, evidence] of Object.entries(cases)) t.equal(unpublished(evidence).length, 0, name)
  t.end()
})

await t.test('more prizes than entries give no winners', t => {
  t.equal(unpublished(undrawn({ entries: 1, prizes: 2 })).length, 0)
  t.end()
})
