import { join } from 'node:path'
import t from 'tap'
import { openListFile } from '../../../src/cli/shared/beside-bundle.js'
import {
  createCeremony,
  createRaffle,
  observe,
  runRaffle,
  type Choices,
  type EnvelopeJson,
  type Evidence,
} from '../../protocol/factory.js'
import { judge } from '../../protocol/judge.js'
import { base64, utc, type Entry } from '../../protocol/second-opinion.js'
import { claimOf, endingOf } from '../report.js'

const base: Choices = { seed: 'attack' }
const { observer, times, envelopes, raffleId, ...raffle } = runRaffle(base)
const [commitment, seal] = envelopes as [EnvelopeJson, EnvelopeJson]

/** The raffle, and what observers saw of it. */
const seen = (...observations: EnvelopeJson[]): Evidence => ({
  ...raffle.finish(),
  observations: [observations],
})

/** Beside what was seen in time of the raffle. */
const alsoSeen = (at: number, shown: readonly EnvelopeJson[], evidence = raffle.finish()): Evidence => ({
  ...evidence,
  observations: [...evidence.observations, [observe(observer, at, shown)]],
})

/** Other commitments of the same raffle, all signed. */
const decoys = ['one', 'two'].map(raffle_name => {
  const it = createCeremony(base)
  it.commit({ raffle_name })
  return it.envelopes[0]!
})

const signedBy = (sig: string, keyid?: string) => ({ signatures: [{ ...(keyid && { keyid }), sig }] })
const unsigned = (envelope: EnvelopeJson): EnvelopeJson => ({
  ...envelope,
  ...signedBy(base64(new Uint8Array(64))),
})
/** The key id is nobody's; the signature is good. */
const misnamed = (envelope: EnvelopeJson): EnvelopeJson => ({
  ...envelope,
  ...signedBy(envelope.signatures[0]!.sig, '0'.repeat(64)),
})

await t.test('drafts that are shown unsigned, the best of them signed later, were not seen', t => {
  const drafts = [commitment, ...decoys].map(unsigned)
  const steered = judge(
    seen(
      observe(observer, times.commitmentSeen, drafts),
      observe(observer, times.sealSeen, [commitment, seal].map(unsigned)),
    ),
  )
  t.equal(endingOf(steered, 'evidence.timely'), 'not-provable evidence-missing')
  t.equal(endingOf(steered, 'evidence.unique'), 'not-provable evidence-missing')
  t.strictSame([steered.verdict, steered.level], ['not-provable', 3])
  const otherwise = [commitment, seal].map(one => ({ ...one, payloadType: 'text/plain' }))
  const retyped = judge(seen(observe(observer, times.commitmentSeen, otherwise)))
  t.equal(endingOf(retyped, 'evidence.timely'), 'not-provable evidence-missing')
  t.end()
})

await t.test('a key id that names nobody hides no second commitment, and takes nothing from the first', t => {
  const ofSeal = observe(observer, times.sealSeen, [commitment, seal])
  const hidden = [commitment, ...decoys].map(misnamed)
  const steered = judge(seen(observe(observer, times.commitmentSeen, hidden), ofSeal))
  t.equal(endingOf(steered, 'evidence.unique'), 'refuted statement-second')
  t.match(steered.who_could_choose, /^the operator: its key signed more than one commitment or seal/)
  const honest = judge(seen(observe(observer, times.commitmentSeen, [misnamed(commitment)]), ofSeal))
  t.strictSame([honest.verdict, honest.level], ['proven', 4])
  t.end()
})

await t.test('an observation under a key id that is not its observer’s is nobody’s', t => {
  const ofSeal = observe(observer, times.sealSeen, [commitment, seal])
  const whole = judge(seen(observe(observer, times.commitmentSeen, [commitment]), ofSeal))
  t.strictSame([whole.verdict, whole.level], ['proven', 4])
  const foreign = judge(
    seen(misnamed(observe(observer, times.commitmentSeen, [commitment])), misnamed(ofSeal)),
  )
  t.equal(endingOf(foreign, 'evidence.timely'), 'not-provable observation-untrusted')
  t.end()
})

await t.test('whoever stole a key cannot sign later what an observer saw unsigned before', t => {
  const revoked = (...observations: EnvelopeJson[]): Evidence => {
    const evidence = seen(...observations)
    evidence.trust.operators[0]!.keys[0]!.revoked_at = utc(times.now - 5)
    return evidence
  }
  const forged = judge(revoked(observe(observer, times.commitmentSeen, envelopes.map(unsigned))))
  t.equal(endingOf(forged, 'statement.signed'), 'not-provable key-revoked')
  const honest = judge(
    revoked(
      observe(observer, times.commitmentSeen, [commitment]),
      observe(observer, times.sealSeen, [commitment, seal]),
      observe(observer, times.now - 6, envelopes),
    ),
  )
  t.strictSame([honest.verdict, honest.level], ['proven', 4])
  t.end()
})

await t.test('a signed statement that an observer saw is missing in a bundle without it', t => {
  const cancelled = createCeremony(base)
  cancelled.commit()
  cancelled.seal()
  cancelled.cancel()
  const drawnAgain = judge(alsoSeen(times.sealSeen, cancelled.envelopes))
  t.equal(endingOf(drawnAgain, 'statement.chain'), 'refuted chain-broken')

  const replaced = runRaffle({ ...base, replace: [1] })
  const forked = runRaffle({ ...base, replace: [2] }).finish()
  const otherOrder = judge(alsoSeen(times.now, replaced.envelopes, forked), { acceptReplacements: true })
  t.equal(endingOf(otherOrder, 'statement.chain'), 'refuted chain-broken')

  // The bundle may only be older: that accuses nobody.
  const older = judge(alsoSeen(times.now, replaced.envelopes))
  t.equal(endingOf(older, 'statement.chain'), 'not-provable chain-unfinished')
  t.equal(older.verdict, 'not-provable')
  const shownToAnyone = judge(alsoSeen(times.now, cancelled.envelopes.map(unsigned)))
  t.strictSame([shownToAnyone.verdict, shownToAnyone.level], ['proven', 4])
  t.end()
})

await t.test('an older bundle is not refuted by what was seen later, two seals are', t => {
  const open = createCeremony(base)
  open.commit()
  const evidence = alsoSeen(times.sealSeen, [commitment, seal], open.finish())
  t.equal(endingOf(judge(evidence), 'evidence.unique'), 'not-provable evidence-missing')
  const resealed = createCeremony(base)
  resealed.commit()
  resealed.seal({ paid_entries: 1 })
  const two = judge(alsoSeen(times.sealSeen, resealed.envelopes, evidence))
  t.equal(endingOf(two, 'evidence.unique'), 'refuted statement-second')
  t.end()
})

await t.test(
  'of draws that the bundle does not have yet the first is named, and they are no second seal',
  t => {
    const open = createCeremony(base)
    open.commit()
    open.seal()
    const draws = envelopes.slice(2)
    t.ok(draws.length > 1)
    for (const shown of [draws, draws.toReversed()]) {
      const subject = judge(alsoSeen(times.now, [commitment, seal, ...shown], open.finish()))
      t.equal(endingOf(subject, 'statement.chain'), 'not-provable chain-unfinished')
      t.match(claimOf(subject, 'statement.chain')?.message, /statement 2 \(draw\)/)
      t.not(endingOf(subject, 'evidence.unique'), 'refuted statement-second')
    }
    t.end()
  },
)

await t.test('one id at two places that won refutes also a light bundle, without a record', t => {
  const entries: readonly Entry[] = [
    ['a', 'paid'],
    ['a', 'free'],
  ]
  const evidence = createRaffle({ ...base, entries, prizes: 2, list: 'light' })
  delete evidence.record
  t.equal(endingOf(judge(evidence), 'entries.sealed'), 'refuted entries-repeated')
  t.end()
})

await t.test('another list beside the bundle says nothing of a ticket', t => {
  const evidence = { ...createRaffle({ ...base, list: 'file' }), list: '["stranger","paid"]\n' }
  const winner = evidence.bundle.winners![0]!.entry_id
  const other = raffle.entries
    .map(([id]) => id)
    .find(id => evidence.bundle.winners!.every(one => one.entry_id !== id))!
  const endingWith = (id: string) => endingOf(judge(evidence, { ticket: { id } }), 'ticket.included')
  t.equal(endingWith('stranger'), 'not-provable evidence-missing')
  t.equal(endingWith(other), 'not-provable evidence-missing')
  t.equal(endingWith(winner), 'proven ticket-included')
  t.end()
})

await t.test('an empty list in the bundle is a list', t => {
  const evidence = createRaffle(base)
  evidence.bundle.entries = []
  t.equal(endingOf(judge(evidence), 'entries.sealed'), 'refuted list-differs')
  t.end()
})

await t.test('no replaced prize hides behind others', t => {
  const positions = Array.from({ length: 12 }, (_, at) => at + 1)
  const { findings } = judge(createRaffle({ ...base, entries: 40, prizes: 12, replace: positions }))
  t.match(findings.at(-1)?.message, /^12 winners were replaced, of the prizes 1, 2, .*, 11, 12$/)
  t.end()
})

await t.test('the last sentence believes no unsigned cancellation, and warns of a repetition', t => {
  const it = createCeremony(base)
  it.commit()
  it.cancel()
  t.match(judge(it.finish()).who_could_choose, /^nobody: the raffle was cancelled/)
  const evidence = it.finish()
  evidence.trust.operators = []
  t.match(judge(evidence).who_could_choose, /^whoever made this bundle/)
  const repeated = judge(createRaffle({ ...base, supersedes: raffleId }))
  t.match(repeated.who_could_choose, /it repeats raffle [-0-9a-f]{36}, which the operator may have cancelled/)
  t.match(repeated.findings[0]?.message, /which the operator says was cancelled/)
  t.end()
})

await t.test('names of members that every object has are names like any other', t => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const entries: readonly Entry[] = [
      [name, 'paid'],
      ['other', 'free'],
    ]
    const subject = judge(createRaffle({ ...base, raffleName: name, entries, prizes: [name] }), {
      ticket: { id: name },
    })
    t.equal(endingOf(subject, 'ticket.included'), 'proven ticket-included')
    t.equal(subject.verdict, 'proven')
  }
  t.end()
})

await t.test('hundreds of replacements are followed one by one', t => {
  const replace = Array.from({ length: 300 }, () => 1)
  const evidence = createRaffle({ ...base, entries: 320, prizes: 1, replace, list: 'full' })
  evidence.now = utc(times.now + 400 * 86_400)
  const subject = judge(evidence, { acceptReplacements: true })
  t.strictSame([endingOf(subject, 'winner.derived'), subject.level], ['proven values-equal', 4])
  t.end()
})

await t.test('a bundle that names a folder as its list ends no run', t => {
  const folder = t.testdir({ 'bundle.json': '{}', folder: {}, 'list.ndjson': '' })
  const open = (name: string) =>
    openListFile({ statements: [], entriesFile: { name, digest: '' } }, join(folder, 'bundle.json'), {
      show: () => undefined,
      clear: () => undefined,
    })
  t.equal(open('folder'), undefined)
  t.equal(open('missing.ndjson'), undefined)
  t.equal(open('..'), undefined)
  t.equal(open('list.ndjson')?.size, 0)
  t.end()
})

await t.test('what no claim decides is a finding', t => {
  const codesOf = (evidence: Evidence): readonly string[] => judge(evidence).findings.map(({ code }) => code)
  t.strictSame(codesOf(createRaffle({ ...base, supersedes: raffleId })), ['raffle-repeated'])
  const it = createCeremony(base)
  it.commit()
  it.seal()
  it.cancel({ issued_at_utc: utc(times.drawn) })
  t.strictSame(codesOf({ ...it.finish(), now: utc(times.now) }), ['cancelled-late'])
  const early = codesOf({ ...it.finish(), now: utc(times.sealSeen) })
  t.strictSame(early, ['cancelled-late', 'time-in-future'])
  t.end()
})
