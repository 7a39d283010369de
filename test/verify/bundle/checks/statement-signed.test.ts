import t from 'tap'
import { checkStatementSigned } from '../../../../src/verify/bundle/checks/statement-signed.js'
import {
  createCeremony,
  createSigner,
  envelop,
  statementType,
  type EnvelopeJson,
  type Evidence,
} from '../../../protocol/factory.js'
import { altered, base } from '../../../protocol/scenarios/scenario.js'
import { keyIdOf, unbase64, utc, utf8 } from '../../../protocol/second-opinion.js'
import { gather } from '../gather.js'

const { operator, times } = createCeremony(base)
const thief = createSigner('Thief')
const thiefId = keyIdOf(thief.publicKey)

/** How the claim ends, in one line, where statements of the raffle are replaced. */
function ending(
  replaced: Readonly<Record<number, (envelope: EnvelopeJson) => EnvelopeJson>>,
  edit: (evidence: Evidence) => void = () => undefined,
): string {
  const { status, code, message } = checkStatementSigned(
    gather(
      altered(evidence => {
        const { statements } = evidence.bundle
        for (const [at, replace] of Object.entries(replaced)) statements[+at] = replace(statements[+at]!)
        edit(evidence)
      }),
    ),
  )
  return `${status} ${code} ${message}`
}

const says = 'the organiser signed every statement about the raffle'
const unnamed = ({ signatures: [first], ...rest }: EnvelopeJson): EnvelopeJson => ({
  ...rest,
  signatures: [{ sig: first!.sig }],
})
const resigned = ({ payload }: EnvelopeJson): EnvelopeJson => envelop(statementType, unbase64(payload), thief)
const forged = (envelope: EnvelopeJson): EnvelopeJson => unnamed(resigned(envelope))
const garbled = (): EnvelopeJson => envelop(statementType, utf8('{}'), operator)
const otherType = ({ payload }: EnvelopeJson): EnvelopeJson =>
  envelop('text/plain', unbase64(payload), operator)

await t.test('statements that the operator signed, and others', t => {
  t.equal(ending({}), `proven signature-verified ${says}`)
  t.equal(ending({ 0: unnamed, 1: unnamed }), `proven signature-verified ${says}`)
  t.equal(
    ending({ 2: forged }),
    `refuted signature-invalid statement 2 (draw): the signature is not of the operator’s key`,
  )
  t.equal(
    ending({ 1: resigned }),
    `not-provable key-unknown ${says}: statement 1 (seal): the trust file does not have the key ${thiefId} of "Example Raffles"`,
  )
  t.end()
})

await t.test('of several faults one that refutes comes first, and then the first', t => {
  t.equal(
    ending({ 0: resigned, 2: garbled, 3: forged }),
    `refuted signature-invalid statement 3 (draw): the signature is not of the operator’s key`,
  )
  t.equal(
    ending({ 1: garbled, 2: resigned }),
    `not-provable statement-invalid ${says}: statement 1 cannot be read, so nobody knows whose it is`,
  )
  t.end()
})

await t.test('what is no statement may still be somebody else’s', t => {
  t.equal(
    ending({ 2: otherType }),
    `refuted signature-invalid statement 2 is signed as something else than a statement`,
  )
  t.equal(
    ending({ 0: () => unnamed(envelop(statementType, utf8('{}'), thief)) }),
    `refuted signature-invalid statement 0: the signature is not of the operator’s key`,
  )
  t.equal(
    ending({ 2: () => envelop(statementType, utf8('{}'), thief) }),
    `not-provable key-unknown ${says}: statement 2: the trust file does not have the key ${thiefId} of "Example Raffles"`,
  )
  t.end()
})

await t.test('where nothing can be read nobody knows whose it is', t => {
  const foreign = (): EnvelopeJson => envelop(statementType, utf8('{}'), thief)
  t.equal(
    ending({ 0: foreign, 1: foreign, 2: foreign, 3: foreign }),
    `not-provable statement-invalid ${says}: statement 0 cannot be read, so nobody knows whose it is`,
  )
  t.end()
})

await t.test('a key is valid from its first second, and not in its last', t => {
  const valid = (from: number, until: number): string =>
    ending({}, ({ trust }) => {
      Object.assign(trust.operators[0]!.keys[0]!, { valid_from: utc(from), valid_until: utc(until) })
    })
  const last = times.drawn + 4
  t.equal(valid(times.committed, last + 1), `proven signature-verified ${says}`)
  t.match(valid(times.committed + 1, last + 1), /^refuted key-outside-period statement 0 \(commitment\)/)
  t.match(valid(times.committed, last), /^refuted key-outside-period statement \d \(draw\)/)
  t.end()
})

await t.test('a key that was revoked: what somebody saw before that holds', t => {
  const revoked = (at: number): string =>
    ending({}, ({ trust }) => {
      trust.operators[0]!.keys[0]!.revoked_at = utc(at)
    })
  const fault = (name: string): string =>
    `not-provable key-revoked ${says}: ${name}: its key was revoked, and nobody saw it before that`
  t.equal(revoked(times.commitmentSeen), fault('statement 0 (commitment)'), 'in the very second')
  t.equal(revoked(times.commitmentSeen + 1), fault('statement 1 (seal)'))
  t.equal(revoked(times.sealSeen + 1), fault('statement 2 (draw)'))
  t.end()
})
