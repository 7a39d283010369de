import t from 'tap'
import { derivePrefixRoot } from '../../../src/core/consistency-proof.js'
import type { Subject } from '../../../src/model/report.js'
import { native } from '../../../src/native/engine.js'
import { encodeFraudProof, parseFraudProof } from '../../../src/model/fraud-proof.js'
import { parseTrust } from '../../../src/model/trust.js'
import { verifyFraudProof } from '../../../src/verify/bundle/verify-fraud-proof.js'
import { createLog, createSigner, logKey, vkeyOf, type TestLog } from '../../protocol/factory.js'
import { hex, treePath, treeRoot } from '../../protocol/second-opinion.js'

const log = (count: number, other?: number): TestLog => {
  const made = createLog('Example')
  for (let at = 0; at < count; at += 1) made.add(at === other ? 'another' : `entry ${at}`)
  return made
}

const { origin, signer } = log(0)
const trust = parseTrust({ trust: 'drawaudit/v1', logs: [{ origin, vkey: vkeyOf(signer, logKey) }] })

/** What shows the root of the first `size` leaves: the subtree at their edge, and all beside it. */
function prefixOf(size: number, whole: TestLog): string[] {
  const leaves = whole.leaves()
  let end = 1
  while (size % (2 * end) === 0) end *= 2
  const start = size - end
  // The path of the first leaf of that subtree, without what is inside of it.
  const inner = Math.log2(end)
  const path = treePath(start, leaves).slice(inner)
  return [treeRoot(leaves.slice(start, size)), ...path].map(hex)
}

const fraud = (first: string, second: string, prefix: readonly string[] = []) => ({
  fraud: 'drawaudit/v1',
  origin,
  checkpoints: [first, second],
  prefix,
})

const judge = (value: unknown, root = trust): string => {
  const { subjects, exit_code } = verifyFraudProof(value, root)
  const [claim] = subjects[0]!.claims
  return `${claim!.id} ${claim!.status} ${claim!.code} ${exit_code}`
}

const forked = 'log.consistent refuted log-forked 1'
const unproven = 'log.consistent not-provable fraud-unproven 3'

await t.test('two roots of one size, and a beginning that is another one', t => {
  t.equal(judge(fraud(log(7).note(), log(7, 3).note())), forked)
  for (let size1 = 1; size1 < 20; size1 += 1) {
    for (const size2 of [size1 + 1, size1 + 2, 20]) {
      const second = log(size2)
      const prefix = prefixOf(size1, second)
      const hashes = prefix.map(one => Uint8Array.from(Buffer.from(one, 'hex')))
      const root2 = treeRoot(second.leaves())
      const found = derivePrefixRoot({ size1, size2, root2, hashes })
      t.equal(found && hex(found), hex(treeRoot(second.leaves(size1))), `${size1} of ${size2}`)
      t.equal(judge(fraud(log(size1, size1 - 1).note(), second.note(), prefix)), forked)
      t.equal(judge(fraud(log(size1).note(), second.note(), prefix)), unproven, 'it continues')
      const broken = [...prefix.slice(0, -1), '00'.repeat(32)]
      t.equal(judge(fraud(log(size1, 0).note(), second.note(), broken)), unproven, 'leads nowhere')
    }
  }
  t.end()
})

await t.test('what is said of one', t => {
  const describe = (value: unknown, options?: Parameters<typeof verifyFraudProof>[2]): unknown => {
    const [{ claims, ...subject }] = verifyFraudProof(value, trust, options).subjects as [Subject]
    return { ...subject, claims: claims.map(({ message }) => message) }
  }
  const common = { source: 'fraud proof', kind: 'fraud-proof', findings: [] }
  const title = `two checkpoints of the log ${origin}`
  const [one, two] = [log(7).note(), log(7, 3).note()]
  const says = 'the log shows everyone the same history'
  const who =
    'whoever has the key of the log: it can show everyone another history, so nothing may rest on this log alone'
  t.strictSame(describe(fraud(one, two)), {
    ...{ ...common, title, who_could_choose: who, verdict: 'refuted' },
    headline: 'Refuted: the key of the log signed two checkpoints of a log of 7 entries with different roots',
    claims: ['the key of the log signed two checkpoints of a log of 7 entries with different roots'],
  })
  const later = log(9)
  t.strictSame(
    describe(fraud(log(4, 1).note(), later.note(), prefixOf(4, later)), { source: 'here', engine: native }),
    {
      ...{ ...common, source: 'here', title, who_could_choose: who, verdict: 'refuted' },
      headline:
        'Refuted: the key of the log signed a checkpoint of 4 entries that are not the first of its 9 entries',
      claims: ['the key of the log signed a checkpoint of 4 entries that are not the first of its 9 entries'],
    },
  )
  const wrong: readonly (readonly [value: object, why: string])[] = [
    [fraud(one, one), 'the second checkpoint continues the first one'],
    [fraud(log(8).note(), two), 'the checkpoint of the larger log comes first'],
    [fraud(one, two, ['00'.repeat(32)]), 'its hashes do not lead to the root of the second checkpoint'],
    [fraud('seen', one), 'the first checkpoint: there is no blank line between the text and its signatures'],
    [fraud(one, 'seen'), 'the second checkpoint: there is no blank line between the text and its signatures'],
    [{ ...fraud(one, two), origin: 'b' }, 'the trust file does not have the key of the log "b"'],
  ]
  for (const [value, why] of wrong) {
    t.match(
      describe(value),
      {
        ...{ ...common, who_could_choose: 'unknown: nothing shows that the log had two histories' },
        verdict: 'not-provable',
        claims: [`${says}: ${why}`],
      },
      why,
    )
  }
  t.match(describe({ fraud: 1 }), {
    kind: 'fraud-proof',
    claims: [/^the fraud proof can be read: not a fraud proof: \/origin is missing; /],
    verdict: 'not-provable',
  })
  t.end()
})

await t.test('what shows nothing', t => {
  const [one, two] = [log(7).note(), log(7, 3).note()]
  t.equal(judge(fraud(one, one)), unproven)
  t.equal(judge(fraud(log(0).note(), two)), unproven, 'everything continues an empty log')
  t.equal(judge(fraud(log(8).note(), two)), unproven, 'the larger first')
  t.equal(judge(fraud(one, two, ['00'.repeat(32)])), unproven, 'a hash too many')
  t.equal(judge(fraud(one, 'seen')), unproven)
  const stranger = createSigner('Stranger')
  t.equal(judge(fraud(one, log(7, 3).note([], log(7, 3).text(), stranger))), unproven, 'unsigned')
  const elsewhere = createLog('Another')
  elsewhere.add('entry')
  t.equal(judge(fraud(one, elsewhere.note())), unproven, 'of another log')
  t.equal(
    judge(fraud(one, two), parseTrust({ trust: 'drawaudit/v1' })),
    'log.consistent not-provable log-unknown 3',
  )
  t.end()
})

await t.test('the form', t => {
  const good = fraud('a', 'b', ['00'.repeat(32)])
  t.same(encodeFraudProof(parseFraudProof(good)), good)
  for (const value of [
    { ...good, checkpoints: ['a'] },
    { ...good, prefix: ['00'] },
    { ...good, verified: true },
    { fraud: 1 },
    null,
  ]) {
    t.throws(() => parseFraudProof(value), { code: 'proof-invalid' })
  }
  t.throws(() => parseFraudProof({ ...good, fraud: 'drawaudit/v2' }), { code: 'document-unsupported' })
  t.equal(judge({ fraud: 'drawaudit/v1' }), 'document.read not-provable proof-invalid 3')
  t.end()
})
