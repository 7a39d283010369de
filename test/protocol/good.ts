import {
  addNonces,
  createQuantumSigner,
  createSigner,
  createTrust,
  envelop,
  entryOf,
  lastMoments,
  observe,
  quantumCosigned,
  quantumKey,
  vkeyOf,
  witnesses,
  type Choices,
  type EnvelopeJson,
  type Evidence,
  type Signer,
} from './factory.js'
import { ownRound, realRound, roundTime } from './rounds.js'
import { hex, unbase64, utc, utf8 } from './second-opinion.js'
import { grown } from './scenarios/log-evidence.js'
import { late, logged } from './scenarios/logged.js'
import { kept } from './scenarios/receipts.js'
import { beside as besideBundle, inTime, stampAll, stamped } from './scenarios/stamping.js'
import { open, undrawn } from './scenarios/unstoppable.js'
import { altered, ceremony, told, type Asked, type ScenarioJson } from './scenarios/scenario.js'

/** Evidence in which nothing is wrong, though something looks as if. */
interface Good {
  readonly description: string
  readonly evidence: Evidence
  readonly level: number
  readonly options?: Asked
}

const whole = (choices: Partial<Choices> = {}): Evidence => altered(() => undefined, choices)

const { observer, times, entries, raffleId } = ceremony()

/** Entries of a log that say nothing of the raffle. */
function strangeEntries(): readonly string[] {
  const signer = createSigner('Stranger')
  const drafts = told(it => {
    it.commit({ raffle_name: 'Winter raffle' }, { signer })
    it.seal({}, { signer })
  })
  const other = whole({ seed: 'another raffle' })
  const statements = [...drafts.bundle.statements, ...other.bundle.statements].map(entryOf)
  const altered = entryOf(ceremony().envelopes[0]!).replace('"payload":"', '"payload":"AAAA')
  return [...statements, altered, '', '{', '"\\u0000"', raffleId, `{"raffle_id":"${raffleId}"}`]
}

/** Another seal of the same raffle. */
const resealed = (): EnvelopeJson =>
  told(it => {
    it.commit()
    it.seal({ issued_at_utc: utc(times.sealed + 1) })
  }).bundle.statements[1]!

/** The raffle beside another document, which has another commitment of it. */
const beside = (signer: Signer, edit: (evidence: Evidence) => unknown = () => undefined): Evidence =>
  altered(evidence => {
    evidence.companions = told(
      it => void it.commit({ raffle_name: 'Winter raffle' }, { signer }),
    ).bundle.statements
    edit(evidence)
  })

const goods: Readonly<Record<string, Good>> = {
  observed: { description: 'an observer saw everything in time', evidence: whole(), level: 4 },
  light: { description: 'the same without the list', evidence: whole({ list: 'light' }), level: 3 },
  'light-and-read': {
    description: 'the same, and an observer had read the list whole',
    evidence: whole({ list: 'light', listRead: times.now - 1 }),
    level: 4,
  },
  'public-seeds': {
    description: 'the seeds stand in the commitment, and an observer had read the list before the round',
    evidence: whole({ ...open }),
    level: 4,
  },
  'public-seeds-list-read-30-s-before-the-round': {
    description: 'the same, and the list was read 30 s before the round',
    evidence: whole({ ...open, listRead: roundTime(realRound('quicknet', 1000)) - 30 }),
    level: 4,
  },
  'public-seeds-undrawn': {
    description: 'the winners follow from what is public, and the operator has not drawn them',
    evidence: undrawn(),
    level: 1,
  },
  'public-seeds-light-and-logged': {
    description: 'the same in a witnessed log, without the list in the bundle',
    evidence: whole({ ...open, list: 'light', log: { isObserved: true } }),
    level: 5,
  },
  'list-in-a-file': { description: 'the list is in a file', evidence: whole({ list: 'file' }), level: 4 },
  'no-record': {
    description: 'there is no record, which takes nothing away',
    evidence: altered(evidence => {
      delete evidence.record
    }),
    level: 4,
  },
  'default-chain': {
    description: 'drand’s default chain decides',
    evidence: whole({ beacon: realRound('default', 1337) }),
    level: 4,
  },
  'own-chain': {
    description: 'a chain decides that this trust file adds',
    evidence: whole({ beacon: ownRound('pedersen-bls-chained', 2, { name: 'good' }) }),
    level: 4,
  },
  'last-moments': {
    description: 'everything happened in the last second in which it may',
    evidence: whole({ times: lastMoments }),
    level: 4,
  },
  'replaced-and-accepted': {
    description: 'a winner was replaced, and the auditor accepts that',
    evidence: whole({ replace: [1] }),
    level: 4,
    options: { acceptReplacements: true },
  },
  replaced: { description: 'a winner was replaced', evidence: whole({ replace: [2] }), level: 3 },
  'no-beacon': { description: 'the commitment names no beacon', evidence: whole({ beacon: null }), level: 3 },
  unobserved: {
    description: 'nobody saw the statements in time',
    evidence: altered(evidence => {
      evidence.observations = []
    }),
    level: 3,
  },
  cancelled: {
    description: 'the raffle was cancelled when the list was sealed',
    evidence: told(it => {
      it.commit()
      it.seal()
      it.cancel()
    }),
    level: 2,
  },
  'key-changed': {
    description: 'the operator signed the draws with its next key',
    evidence: whole({ newKey: { from: 1, signer: createSigner('Example Raffles', 'the next key') } }),
    level: 4,
  },
  'key-valid-to-the-end': {
    description: 'the key was valid until a second after the last draw',
    evidence: altered(({ trust }) => {
      trust.operators[0]!.keys[0]!.valid_until = utc(times.drawn + 5)
    }),
    level: 4,
  },
  'key-ran-out-after-the-seal-was-seen': {
    description: 'the key ran out a second after an observer saw the seal, and before another one did',
    evidence: altered(
      evidence => {
        evidence.trust.operators[0]!.keys[0]!.valid_until = utc(times.sealSeen + 1)
        evidence.observations.push([
          observe(observer, times.sealSeen + 1, evidence.bundle.statements.slice(0, 2)),
        ])
      },
      { newKey: { from: 2, signer: createSigner('Example Raffles', 'the next key') } },
    ),
    level: 4,
  },
  'key-ran-out-before-the-seal-was-seen-under-the-next': {
    description:
      'the observer saw the seal when its key had run out, with a signature of the next key as well',
    evidence: altered(
      evidence => {
        const [, { payloadType, payload }] = evidence.bundle.statements as [EnvelopeJson, EnvelopeJson]
        const next = createSigner('Example Raffles', 'the next key')
        evidence.trust.operators[0]!.keys[0]!.valid_until = utc(times.sealSeen)
        evidence.observations.push([
          observe(observer, times.sealSeen, [envelop(payloadType, unbase64(payload), next)], {
            raffle_id: raffleId,
          }),
        ])
      },
      { newKey: { from: 2, signer: createSigner('Example Raffles', 'the next key') } },
    ),
    level: 4,
  },
  'key-revoked-later': {
    description: 'the key was revoked a second after an observer saw everything',
    evidence: altered(evidence => {
      evidence.trust.operators[0]!.keys[0]!.revoked_at = utc(times.drawn + 101)
      evidence.observations.push([observe(observer, times.drawn + 100, evidence.bundle.statements)])
    }),
    level: 4,
  },
  'second-seal-of-a-stranger': {
    description: 'an observer saw another seal, which the operator did not sign',
    evidence: altered(evidence => {
      const signer = createSigner('Stranger')
      const encode = (): Uint8Array => utf8('anything')
      const { bundle } = told(it => {
        it.commit({ raffle_name: 'Winter raffle' }, { signer })
        it.seal({}, { signer })
        it.cancel({}, { encode })
      })
      evidence.observations.push([
        observe(observer, times.sealSeen, bundle.statements, { raffle_id: raffleId }),
      ])
    }),
    level: 4,
  },
  'second-commitment-after-its-key-ran-out': {
    description: 'another commitment turned up when its key was not valid any more: anybody may have made it',
    evidence: altered(evidence => {
      const { bundle } = told(it => void it.commit({ raffle_name: 'Winter raffle' }))
      evidence.trust.operators[0]!.keys[0]!.valid_until = utc(times.drawn + 1000)
      evidence.observations.push([
        observe(observer, times.drawn + 1000, bundle.statements, { raffle_id: raffleId }),
      ])
    }),
    level: 4,
  },
  'second-commitment-by-an-old-key-in-another-document': {
    description:
      'another document has another commitment, by a key that is not valid any more: anybody may have made it',
    evidence: beside(
      createSigner('Example Raffles'),
      ({ trust }) => (trust.operators[0]!.keys[0]!.valid_until = utc(times.drawn + 1000)),
    ),
    level: 4,
  },
  'second-commitment-of-a-stranger-in-another-document': {
    description: 'another document has another commitment of the raffle, which the operator did not sign',
    evidence: beside(createSigner('Stranger')),
    level: 4,
  },
  'the-same-commitment-signed-twice': {
    description:
      'another document has the same commitment with another signature, which makes it no other one',
    evidence: altered(evidence => {
      const { payloadType, payload } = evidence.bundle.statements[0]!
      const next = createSigner('Example Raffles', 'the next key')
      evidence.trust.operators[0]!.keys.push(...createTrust([next], [], []).operators[0]!.keys)
      evidence.companions = [envelop(payloadType, unbase64(payload), next)]
    }),
    level: 4,
  },
  'two-commitments-in-a-log-that-nobody-read': {
    description: 'the log has another commitment of the raffle, and its entries were not given',
    evidence: ((): Evidence => {
      const second = told(it => void it.commit({ raffle_name: 'Winter raffle' })).bundle.statements[0]!
      const evidence = grown([entryOf(second)])
      delete evidence.log
      evidence.observations = whole().observations
      return evidence
    })(),
    level: 4,
  },
  'observer-without-keyid': {
    description: 'the observations do not say which key signed them',
    evidence: altered(evidence => {
      for (const file of evidence.observations) for (const { signatures } of file) delete signatures[0]!.keyid
    }),
    level: 4,
  },
  ticket: {
    description: 'a ticket is in the list',
    evidence: whole(),
    level: 4,
    options: { ticket: { id: entries[4]![0] }, raffle: raffleId.toUpperCase() },
  },
  receipt: {
    description: 'a receipt is honoured: its entry is in the list',
    evidence: kept.listed.evidence,
    level: 4,
    options: { receipt: { envelope: kept.listed.receipt } },
  },
  'receipt-of-a-winner': {
    description: 'the entry of a receipt won, and the list is not there',
    evidence: kept.won.evidence,
    level: 3,
    options: { receipt: { envelope: kept.won.receipt } },
  },
  'receipt-late': {
    description: 'the receipt was made after the seal, and its entry is in the list',
    evidence: kept.late.evidence,
    level: 4,
    options: { receipt: { envelope: kept.late.receipt } },
  },
  'receipts-withdrawn': {
    description: 'two receipts were withdrawn before the seal, one of them without its buyer',
    evidence: kept.withdrawals.evidence,
    level: 4,
    options: { receipt: { envelope: kept.withdrawals.receipt } },
  },
  'record-in-other-spelling': {
    description: 'the record has bare hashes and a UUID in upper case',
    evidence: altered(({ record }) => {
      record!.raffle_id = record!.raffle_id.toUpperCase()
      for (const draw of record!.draws) draw.signature_hash = draw.signature_hash.slice(7).toUpperCase()
    }),
    level: 4,
  },
  'flat-record': {
    description: 'the record of one prize is flat',
    evidence: altered(
      evidence => {
        const { raffle_id, draws } = evidence.record!
        evidence.record = { raffle_id, ...draws[0]! } as never
      },
      { prizes: 1 },
    ),
    level: 4,
  },
  logged: {
    description: 'everything is in a log that two witnesses cosigned in time, and nobody else saw it',
    evidence: whole({ log: {} }),
    level: 5,
    options: { require: ['witnessed'] },
  },
  'logged-two-of-three': {
    description: 'two of three witnesses cosigned, and two are enough',
    evidence: whole({ log: { trusted: 3, cosign: 2, threshold: 2 } }),
    level: 5,
  },
  'logged-by-groups': {
    description:
      'two organisations cosigned, each with one vote: both witnesses of one, and the only one of the other',
    evidence: whole({
      log: {
        policy: 'group A any w1 w2\ngroup B all w3\ngroup both all A B\nquorum both\n',
        cosign: 3,
      },
    }),
    level: 5,
  },
  'logged-and-observed': {
    description: 'an observer saw everything, and the bundle alone shows the log, which nobody read',
    evidence: whole({ log: { isObserved: true, isRead: false } }),
    level: 4,
  },
  'logged-in-the-entries-alone': {
    description:
      'the bundle has nothing of the log, whose entries are there, cosigned when all was drawn; an observer saw everything in time',
    evidence: whole({ log: { isObserved: true, isBundled: false } }),
    level: 4,
  },
  'logged-and-cancelled': {
    description: 'the raffle was cancelled, which the log shows',
    evidence: told(
      it => {
        it.commit()
        it.cancel()
      },
      { log: {} },
    ),
    level: 2,
  },
  'logged-among-others': {
    description: 'the log has drafts that somebody else signed, another raffle, and anything else',
    evidence: grown(strangeEntries()),
    level: 5,
  },
  'logged-twice': {
    description: 'the log has the commitment twice',
    evidence: grown([entryOf(ceremony().envelopes[0]!)]),
    level: 5,
  },
  'logged-with-an-extension': {
    description: 'the checkpoint has a line more, which all signed',
    evidence: logged(({ log, test }) => {
      log.checkpoint = test.note(late, `${test.text()}extension\n`)
    }),
    level: 5,
  },
  'logged-with-a-strange-cosignature': {
    description: 'someone whom the auditor does not know cosigned too, and what stands there is none',
    evidence: logged(({ log, test }) => {
      log.checkpoint = `${test.note(late)}\u2014 somebody.example ${Buffer.alloc(76, 7).toString('base64')}\n`
    }),
    level: 5,
  },
  'logged-by-a-witness-that-changed-to-ml-dsa-44': {
    description:
      'the last checkpoint is cosigned with the ML-DSA-44 key of a witness, those before with its other key',
    evidence: logged(({ evidence, log, copy, test }) => {
      const [first, second] = witnesses
      const next = createQuantumSigner(second.name)
      evidence.trust.witnesses!.push(vkeyOf(next, quantumKey))
      const time = times.now - 100
      log.checkpoint = test.note([[first, time]]) + quantumCosigned(test.text(), next, time)
      copy.checkpoint = test.note([])
    }),
    level: 5,
  },
  'logged-by-a-longer-log': {
    description: 'the log grew since the bundle was made',
    evidence: logged(({ copy, test }) => {
      test.add('one more')
      Object.assign(copy, { checkpoint: test.note(late), entries: [...test.entries] })
    }),
    level: 5,
  },
  'some-entries-with-nonces': {
    description: 'some entries have a nonce and others do not',
    evidence: whole({ entries: addNonces(entries) }),
    level: 4,
  },
  'ticket-among-entries-with-nonces': {
    description: 'a ticket is in a list in which some entries have a nonce',
    evidence: whole({ entries: addNonces(entries) }),
    level: 4,
    options: { ticket: { id: entries[4]![0] } },
  },
  'nonces-in-a-list-file': {
    description: 'the list is a file of its own, with nonces',
    evidence: whole({ entries: addNonces(entries), list: 'file' }),
    level: 4,
  },
  'logged-in-the-last-moments': {
    description: 'witnesses cosigned in the last second in which they may',
    evidence: whole({ times: { ...lastMoments, now: lastMoments.drawn + 200 }, log: {} }),
    level: 5,
  },
  'logged-before-the-key-was-revoked': {
    description: 'the key was revoked a second after witnesses cosigned everything',
    evidence: logged(({ evidence }) => {
      evidence.trust.operators[0]!.keys[0]!.revoked_at = utc(times.now - 99)
    }),
    level: 5,
  },
  'logged-second-after-the-key-was-revoked': {
    description: 'the log has a second seal, of a time in which the key was in other hands',
    evidence: grown([entryOf(resealed())], ({ evidence }) => {
      evidence.trust.operators[0]!.keys[0]!.revoked_at = utc(times.now - 100)
      evidence.observations = [[observe(observer, times.now - 200, evidence.bundle.statements)]]
    }),
    level: 5,
  },
  'two-observers': {
    description: 'one observer saw the commitment, another one the seal',
    evidence: altered(evidence => {
      const second = createSigner('Second auditor')
      evidence.trust.observers!.push({ name: second.name, public_key: hex(second.publicKey) })
      const { statements } = evidence.bundle
      evidence.observations[1] = [observe(second, times.sealSeen, statements.slice(0, 2))]
    }),
    level: 4,
  },
  stamped: {
    description:
      'time-stampers alone had the commitment and the seal in time: nobody says that there are no others',
    evidence: stamped(inTime),
    level: 3,
  },
  'stamped-beside': {
    description: 'the time-stamps are beside the bundle',
    evidence: besideBundle(inTime),
    level: 3,
  },
  'stamped-and-logged-late': {
    description:
      'the log was witnessed after the draws, and an observer saw everything then: time-stamps are earlier',
    evidence: stamped(inTime, {
      log: { isObserved: true },
      times: { commitmentSeen: times.drawn + 50, sealSeen: times.drawn + 50 },
    }),
    level: 3,
  },
  'stamped-by-one-that-is-not-trusted': {
    description: 'an observer saw everything in time, and nobody vouches for the time-stamps beside that',
    evidence: stamped(inTime, {
      isObserved: true,
      edit({ trust }) {
        delete trust.timestampers
      },
    }),
    level: 4,
  },
  'key-revoked-after-everything-was-stamped': {
    description: 'the key was revoked a second after the latest at which everything was stamped',
    evidence: stamped(stampAll(times.drawn + 100), {
      isObserved: true,
      edit: ({ trust }) => void (trust.operators[0]!.keys[0]!.revoked_at = utc(times.drawn + 102)),
    }),
    level: 4,
  },
}

/** The forms of known-good evidence, by their names. */
export const good: Readonly<
  Record<string, Omit<ScenarioJson, 'expect'> & { expect: { level: number; verdict: string } }>
> = Object.fromEntries(
  Object.entries(goods).map(([name, { description, level, evidence, options }]) => [
    name,
    {
      description,
      expect: { level, verdict: level >= 4 ? 'proven' : 'not-provable' },
      now: evidence.now,
      bundle: evidence.bundle,
      trust: evidence.trust,
      ...(evidence.record && { record: evidence.record as never }),
      ...(evidence.observations.length > 0 && { observations: evidence.observations }),
      ...(evidence.companions && { companions: evidence.companions }),
      ...(evidence.list !== undefined && { list: evidence.list }),
      ...(evidence.log && { log: evidence.log }),
      ...(evidence.tokens && { tokens: evidence.tokens }),
      ...(options && { options }),
    },
  ]),
)
