import t from 'tap'
import { campaign, describeOutcome, mostGrowth } from '../../conformance/campaign.js'
import { faults } from '../../conformance/gremlin.js'

// Honest and dishonest services behind a network that spoils every fifth answer. `npm run campaign gremlin` makes
// 10,000 of these audits.

const audits = Number(process.env['AUDITS'] ?? 100)

await t.test(`${audits} audits through a bad network`, { timeout: 0 }, async t => {
  const tell = process.stderr.isTTY
    ? (done: number) => process.stderr.write(`\r${done} of ${audits}${done === audits ? '\n' : ''}`)
    : undefined
  const outcome = await campaign(t, audits, tell)
  for (const line of describeOutcome(outcome)) t.comment(line)

  const { verdicts, falselyProven, falselyRefuted, late, unexplained, memory } = outcome
  t.strictSame(falselyProven, [], 'no dishonest service is called proven')
  t.strictSame(falselyRefuted, [], 'nothing of an honest service is called refuted')
  t.strictSame(late, [], 'every audit ends in its time')
  t.strictSame(unexplained, [], 'what is not provable says why')
  t.ok(memory.most - memory.start < mostGrowth, 'memory stays within its bound')
  // Otherwise nothing was tried.
  t.ok(verdicts.honest.proven > 0 && verdicts.dishonest.refuted > audits / 8, JSON.stringify(verdicts))
  t.strictSame(
    Object.keys(faults).filter(kind => outcome.faults[kind] === 0),
    [],
    'every fault happened',
  )
})
