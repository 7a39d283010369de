import { createHash } from 'node:crypto'
import t from 'tap'
import { decodeEnvelope, encodeLogEntry } from '../../../src/core/dsse.js'
import { parseTrust } from '../../../src/model/trust.js'
import { checkTimestamps } from '../../../src/timestamp/index.js'
import type { Claim, Subject } from '../../../src/model/report.js'
import { entryOf, observe, type EnvelopeJson, type Evidence } from '../../protocol/factory.js'
import { judge } from '../../protocol/judge.js'
import { grown } from '../../protocol/scenarios/log-evidence.js'
import { altered, ceremony, told } from '../../protocol/scenarios/scenario.js'
import { utc } from '../../protocol/second-opinion.js'
import { buildToken, createSelfSigned } from '../../timestamp/build-token.js'

const { times, observer } = ceremony()
const authority = 'A time-stamper'
const pinned = Buffer.from(createSelfSigned(authority)).toString('base64')

/** A token of an envelope as the log takes it, at a second. */
const stampOf = (envelope: EnvelopeJson, second: number, digest: 'sha256' | 'sha384' | 'sha512' = 'sha256') =>
  buildToken({
    seed: authority,
    at: new Date(1000 * (second - 1)),
    digest,
    imprint: hashOf(digest, encodeLogEntry(decodeEnvelope(envelope))),
  })

function hashOf(digest: string, bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash(digest).update(bytes).digest())
}

const whole = (): Evidence => altered(() => undefined)

interface Stamp {
  readonly sequence: number
  readonly token: Uint8Array
}

/** The raffle, seen by nobody, with time-stamps in its bundle. */
function stampedRaffle(
  stamps: (statements: readonly EnvelopeJson[]) => readonly Stamp[],
  edit: (evidence: Evidence) => void = () => undefined,
  evidence = altered(() => undefined),
): Evidence {
  evidence.observations = []
  const { bundle, trust } = evidence
  Object.assign(trust, { timestampers: [{ name: 'Stampers Ltd', certificates: [pinned] }] })
  const timestamps = stamps(bundle.statements).map(({ sequence, token }) => ({
    sequence,
    token: Buffer.from(token).toString('base64'),
  }))
  Object.assign(bundle, { timestamps })
  edit(evidence)
  return evidence
}

const inTime = (statements: readonly EnvelopeJson[], earlier = 0): readonly Stamp[] => [
  { sequence: 0, token: stampOf(statements[0]!, times.commitmentSeen - earlier) },
  { sequence: 1, token: stampOf(statements[1]!, times.sealSeen - earlier, 'sha384') },
]

async function judgeStamped(evidence: Evidence, more: readonly Uint8Array[] = []): Promise<Subject> {
  const { timestamps = [] } = evidence.bundle as { timestamps?: readonly { token: string }[] }
  const tokens = [...timestamps.map(({ token }) => new Uint8Array(Buffer.from(token, 'base64'))), ...more]
  const checked = await checkTimestamps(tokens, parseTrust(evidence.trust), new Date(evidence.now))
  return judge(evidence, { timestamps: checked })
}

const claimOf = (subject: Subject, id: string): Claim => subject.claims.find(claim => claim.id === id)!
const endOf = (subject: Subject, id: string): string => {
  const { status, code } = claimOf(subject, id)
  return `${status} ${code}`
}

await t.test('commitment and seal stamped in time: timely, and no more', async t => {
  const subject = await judgeStamped(stampedRaffle(inTime))
  t.equal(endOf(subject, 'evidence.timely'), 'proven observed-in-time')
  t.match(
    claimOf(subject, 'evidence.timely').message,
    /Stampers Ltd time-stamped the commitment at .* and the seal at/,
  )
  t.equal(endOf(subject, 'evidence.unique'), 'not-provable evidence-missing')
  t.equal(subject.level, 3)
  const logged = await judgeStamped(
    stampedRaffle(
      all => inTime(all, 20),
      () => undefined,
      altered(() => undefined, { log: {} }),
    ),
  )
  t.equal(logged.level, 5)
  t.match(logged.who_could_choose, /the time-stamper Stampers Ltd and the witnesses of the log are honest/)
  t.match(logged.headline, /the time-stamper Stampers Ltd and the witnesses of the log/)
})

await t.test('a thousand seals are stamped as readily as one', async t => {
  const other = told(it => {
    it.commit()
    it.seal({ issued_at_utc: utc(times.sealed + 1) })
  }).bundle.statements[1]!
  // The log has the one that was liked best, after its round.
  const evidence = grown([entryOf(other)])
  const logged = await judgeStamped(stampedRaffle(inTime, () => undefined, evidence))
  t.equal(endOf(logged, 'evidence.timely'), 'proven observed-in-time')
  t.not(claimOf(logged, 'evidence.unique').status, 'proven', 'a second seal in the log')
  const seenLate = stampedRaffle(inTime, evidence => {
    evidence.observations = [[observe(observer, times.drawn + 1, evidence.bundle.statements)]]
  })
  const subject = await judgeStamped(seenLate)
  t.equal(endOf(subject, 'evidence.timely'), 'proven observed-in-time')
  t.equal(endOf(subject, 'evidence.unique'), 'not-provable observed-late')
})

await t.test('what does not count', async t => {
  const only = (sequence: number) => (statements: readonly EnvelopeJson[]) =>
    inTime(statements).filter(stamp => stamp.sequence === sequence)
  const timely = async (evidence: Evidence): Promise<string> =>
    endOf(await judgeStamped(evidence), 'evidence.timely')
  t.equal(await timely(stampedRaffle(only(0))), 'not-provable evidence-missing', 'the seal is not stamped')
  t.equal(await timely(stampedRaffle(only(1))), 'not-provable evidence-missing', 'the commitment is not')
  const late = stampedRaffle(statements => [
    inTime(statements)[0]!,
    { sequence: 1, token: stampOf(statements[1]!, times.drawn) },
  ])
  t.equal(await timely(late), 'not-provable observed-late')
  const changed = stampedRaffle(statements =>
    inTime(statements).map(({ sequence, token }) => ({ sequence, token: token.with(-1, token.at(-1)! ^ 1) })),
  )
  t.equal(await timely(changed), 'not-provable timestamp-invalid')
  const foreign = stampedRaffle(inTime, ({ trust }) => Object.assign(trust, { timestampers: [] }))
  t.equal(await timely(foreign), 'not-provable timestamp-untrusted')
  const other = stampedRaffle(([first]) => [
    { sequence: 0, token: buildToken({ seed: authority, at: new Date(1000 * times.commitmentSeen), imprint: hashOf('sha256', Buffer.from(first!.payload)) }) },
  ]) // prettier-ignore
  t.equal(await timely(other), 'not-provable evidence-missing', 'of the payload alone')
  t.equal(
    endOf(judge(stampedRaffle(inTime)), 'evidence.timely'),
    'not-provable evidence-missing',
    'not checked',
  )
  // A token refutes nothing, and takes nothing from what an observer saw.
  const { observations: observed } = whole()
  const both = stampedRaffle(inTime, evidence => {
    Object.assign(evidence.trust, { timestampers: [] })
    evidence.observations = observed
  })
  const subject = await judgeStamped(both)
  t.equal(endOf(subject, 'evidence.timely'), 'proven observed-in-time')
  t.equal(endOf(subject, 'evidence.unique'), 'proven observed-once')
})

await t.test('an envelope that the operator did not sign is not stamped for it', async t => {
  const evidence = stampedRaffle(([commitment, seal]) => {
    const unsigned = {
      ...seal!,
      signatures: [{ sig: Buffer.alloc(64).toString('base64') }] as [{ sig: string }],
    }
    return [
      { sequence: 0, token: stampOf(commitment!, times.commitmentSeen) },
      { sequence: 1, token: stampOf(unsigned, times.sealSeen) },
    ]
  })
  t.equal(endOf(await judgeStamped(evidence), 'evidence.timely'), 'not-provable evidence-missing')
})

await t.test('a key that was revoked later', async t => {
  const stamps = (statements: readonly EnvelopeJson[]): readonly Stamp[] =>
    statements.map((envelope, sequence) => ({ sequence, token: stampOf(envelope, times.drawn + 100) }))
  const revoked = (second: number): Evidence =>
    stampedRaffle(stamps, ({ trust }) => {
      trust.operators[0]!.keys[0]!.revoked_at = utc(second)
    })
  t.equal(
    endOf(await judgeStamped(revoked(times.drawn + 101)), 'statement.signed'),
    'proven signature-verified',
  )
  t.equal(
    endOf(await judgeStamped(revoked(times.drawn + 100)), 'statement.signed'),
    'not-provable key-revoked',
  )
})

await t.test('a token beside the bundle counts as one in it', async t => {
  const evidence = stampedRaffle(inTime)
  const tokens = inTime(evidence.bundle.statements).map(({ token }) => token)
  delete (evidence.bundle as { timestamps?: unknown }).timestamps
  t.equal(endOf(await judgeStamped(evidence, tokens), 'evidence.timely'), 'proven observed-in-time')
})

await t.test('a bundle has at most four of a statement, in sequence', async t => {
  const read = async (stamps: readonly Stamp[]): Promise<string> =>
    (await judgeStamped(stampedRaffle(() => stamps))).claims[0]!.code
  const token = Uint8Array.of(0x30, 0)
  const four = Array.from({ length: 4 }, () => ({ sequence: 0, token }))
  t.not(await read(four), 'bundle-invalid')
  t.equal(await read([...four, { sequence: 0, token }]), 'bundle-invalid')
  t.equal(
    await read([
      { sequence: 1, token },
      { sequence: 0, token },
    ]),
    'bundle-invalid',
  )
  t.equal(await read([{ sequence: 99, token }]), 'bundle-invalid')
})
