import { sha256, sha384 } from '@noble/hashes/sha2.js'
import t from 'tap'
import { encodeLogEntry } from '../../../src/core/dsse.js'
import { parseTime } from '../../../src/core/time.js'
import { parseReceiptFile } from '../../../src/model/receipt.js'
import type { Subject } from '../../../src/model/report.js'
import { parseTrust } from '../../../src/model/trust.js'
import { readEntryList } from '../../../src/verify/bundle/entry-list.js'
import { verifyReceipt } from '../../../src/verify/bundle/receipt.js'
import type { CheckedTimestamp } from '../../../src/verify/timestamps.js'
import type { EnvelopeJson, Evidence } from '../../protocol/factory.js'
import { judge } from '../../protocol/judge.js'
import { absent, desk, held, kept, loser, nonce, nonceHash } from '../../protocol/scenarios/receipts.js'
import { ceremony, lied } from '../../protocol/scenarios/scenario.js'
import {
  hashLeaf,
  hex,
  leafHash,
  treePath,
  treeRoot,
  unhex,
  utc,
  utf8,
} from '../../protocol/second-opinion.js'

const id = 'receipt.honoured'
const claimOf = ({ claims }: Subject) => claims.find(one => one.id === id)
const endingOf = (subject: Subject): string => {
  const claim = claimOf(subject)
  return claim === undefined ? 'not made' : `${claim.status} ${claim.code}`
}
const judged = (evidence: Evidence, receipt: EnvelopeJson, options: Parameters<typeof judge>[1] = {}) =>
  judge(evidence, { receipt: { envelope: parseReceiptFile(receipt) }, ...options })

const { times, entries, raffleId } = ceremony()

await t.test('a receipt counts in the verdict, whatever else is asked for', t => {
  const { evidence, receipt } = kept.listed
  const subject = judged(evidence, receipt)
  t.equal(endingOf(subject), 'proven receipt-honoured')
  t.equal(subject.verdict, 'proven')
  t.equal(subject.claims.at(-2)?.id, id, 'after the fifteen')
  const { receipt: owed, evidence: cheated } = held(it => it.issue(loser, absent))
  const refuted = judged(cheated, owed, { require: ['well-formed'] })
  t.strictSame([refuted.verdict, refuted.level], ['refuted', 0])
  t.match(refuted.who_could_choose, 'left out an entry that it had signed for')
  const light = held(it => it.issue(loser), { list: 'light' })
  t.equal(judged(light.evidence, light.receipt, { require: ['reproducible'] }).verdict, 'not-provable')
  t.equal(endingOf(judge(kept.listed.evidence)), 'not made')
  t.end()
})

await t.test('an entry with a nonce is proven by its proof, and a nonce of another is none', t => {
  const [own, kind] = entries[loser]!
  const leaves = entries.map((entry, at) =>
    at === loser ? hashLeaf(utf8(`${own}\n${kind}\n${nonceHash}`)) : leafHash(entry),
  )
  const entries_root = `sha256:${hex(treeRoot(leaves))}`
  const evidence = lied({ seal: { entries_root } }, { list: 'light', desk })
  // Another seal has other winners, whose proofs would show it too.
  delete evidence.bundle.winners
  const proof = {
    ...{ raffleId, index: loser, totalEntries: 5, entriesRoot: entries_root },
    entry: { id: own, kind: kind as 'paid' },
    inclusion: treePath(loser, leaves),
  }
  const given = (change: Record<string, string>) => {
    const { receipt } = held(it => it.issue(loser, change))
    return { envelope: parseReceiptFile(receipt), proof }
  }
  const judgeWith = (receipt: NonNullable<NonNullable<Parameters<typeof judge>[1]>['receipt']>) =>
    judge(evidence, { receipt })
  const ask = (receipt: Parameters<typeof judgeWith>[0]): string => endingOf(judgeWith(receipt))
  const without = judgeWith(given({ nonce_hash: nonceHash }))
  t.equal(endingOf(without), 'proven receipt-honoured')
  t.match(claimOf(without)?.message, /names a nonce, .* which was not given/)
  const whole = judgeWith({ ...given({ nonce_hash: nonceHash }), nonce: unhex(nonce) })
  t.equal(endingOf(whole), 'proven receipt-honoured')
  t.match(claimOf(whole)?.message, /; the nonce given is the one that the receipt names/)
  const stranger = { ...given({ nonce_hash: nonceHash }), nonce: new Uint8Array(16) }
  t.equal(ask(stranger), 'not-provable nonce-other')
  t.equal(ask(given({})), 'not-provable inclusion-invalid', 'without the nonce')
  t.equal(ask(given({ nonce_hash: 'ab'.repeat(32) })), 'not-provable inclusion-invalid', 'with another')
  const moved = { ...given({ nonce_hash: nonceHash }), proof: { ...proof, index: (loser + 1) % 5 } }
  t.equal(ask(moved), 'not-provable inclusion-invalid', 'at another place')
  t.end()
})

await t.test('a list that was read for another entry accuses nobody', t => {
  const { evidence, receipt } = held(it => it.issue(loser, absent), { list: 'file' })
  const read = (find?: string) =>
    readEntryList(() => [utf8(evidence.list!)], find === undefined ? {} : { find })
  t.equal(endingOf(judged(evidence, receipt, { list: read() })), 'not-provable evidence-missing')
  t.equal(endingOf(judged(evidence, receipt, { list: read('10000') })), 'not-provable evidence-missing')
  t.equal(endingOf(judged(evidence, receipt, { list: read('99999') })), 'refuted receipt-dishonoured')
  t.end()
})

await t.test('a receipt and a ticket of another entry are asked for one by one', t => {
  const { evidence, receipt } = kept.listed
  t.throws(() => judged(evidence, receipt, { ticket: { id: '99999' } }), { code: 'usage' })
  const both = judged(evidence, receipt, { ticket: { id: entries[loser]![0] } })
  t.strictSame(
    both.claims.filter(({ status }) => status !== 'proven').map(({ id: claim }) => claim),
    ['draw.unstoppable', 'log.included', 'log.witnessed'],
  )
  t.end()
})

await t.test('a time-stamp shows that a receipt was there before its key was stolen', t => {
  const { evidence, receipt } = held(it => it.issue(loser, absent))
  evidence.trust.operators[0]!.keys.at(-1)!.revoked_at = utc(times.sealed)
  const envelope = parseReceiptFile(receipt)
  const stamped = encodeLogEntry(envelope)
  const at = parseTime(utc(times.sealed)) - 1n
  const token = { token: 'ab'.repeat(32), at, atUtc: utc(times.sealed - 1), who: 'Stamps' }
  const imprint = sha256(stamped)
  const ask = (...timestamps: CheckedTimestamp[]): string =>
    endingOf(judged(evidence, receipt, { timestamps }))
  t.equal(ask(), 'not-provable key-revoked')
  t.equal(ask({ ...token, algorithm: 'sha256', imprint }), 'refuted receipt-dishonoured')
  t.equal(ask({ ...token, algorithm: 'sha384', imprint: sha384(stamped) }), 'refuted receipt-dishonoured')
  t.equal(
    ask({ ...token, algorithm: 'sha256', imprint, at: at + 1n }),
    'not-provable key-revoked',
    'too late',
  )
  t.equal(ask({ ...token, algorithm: 'sha512', imprint }), 'not-provable key-revoked', 'another algorithm')
  const other = { ...token, algorithm: 'sha256', imprint: sha256(envelope.payload) } as const
  t.equal(ask(other), 'not-provable key-revoked', 'of something else')
  const fault = { token: 'ab'.repeat(32), code: 'evidence-missing', why: 'it does not count' } as const
  t.equal(ask(fault), 'not-provable key-revoked')
  const late = {
    now: new Date(evidence.now),
    timestamps: [{ ...token, algorithm: 'sha256', imprint }],
  } as const
  const signed = verifyReceipt(envelope, parseTrust(evidence.trust), { ...late })
  t.match(signed, { receipt: { entry_id: '99999' } })
  t.match(
    verifyReceipt(envelope, parseTrust(evidence.trust), {
      ...late,
      now: new Date((times.sealed - 60) * 1000),
    }),
    { code: 'key-revoked' },
    'a token of the future',
  )
  t.end()
})

await t.test('a statement under the key of the desk is signed by nobody', t => {
  const { evidence } = held(it => it.issue(loser))
  for (const key of evidence.trust.operators[0]!.keys) key.use = 'receipts'
  const { claims, verdict } = judge(evidence)
  const signed = claims.find(claim => claim.id === 'statement.signed')
  t.strictSame([signed?.status, signed?.code, verdict], ['not-provable', 'key-unknown', 'not-provable'])
  t.end()
})

await t.test('one key for both uses makes no trust file', t => {
  const { evidence } = kept.listed
  const [key] = evidence.trust.operators[0]!.keys
  const both = { ...key, use: 'receipts' }
  const trust = { ...evidence.trust, operators: [{ name: 'A', keys: [key, both] }] }
  t.throws(() => parseTrust(trust), { code: 'trust-invalid' })
  t.throws(() => parseTrust({ ...trust, operators: [{ name: 'A', keys: [{ ...key, use: 'all' }] }] }), {
    code: 'trust-invalid',
  })
  t.end()
})

await t.test('more buyers who agreed than receipts that were withdrawn is no seal', t => {
  const { evidence, receipt } = held(it => {
    const own = it.issue(loser)
    const root = `sha256:${'ab'.repeat(32)}`
    it.seal({ withdrawn: { count: 1, consented: 2, root } })
    return own
  })
  const subject = judged(evidence, receipt)
  t.match(
    subject.claims.find(claim => claim.id === 'statement.chain'),
    { status: 'refuted', code: 'statement-invalid' },
  )
  t.end()
})
