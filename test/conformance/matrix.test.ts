import t from 'tap'
import { rules } from '../../src/conformance/rules/index.js'
import { brokenRules, check } from './check.js'
import { startMinimal } from './minimal.js'
import { startService, switches, type RuleId } from './service.js'

// Every rule is broken by a service of its own: the rule is found, and no other.

const ids = Object.keys(switches) as RuleId[]

await t.test('there is a switch for every rule that can be broken', t => {
  const breakable = rules.filter(({ severity }) => severity !== 'open').map(({ id }) => id)
  t.strictSame(ids.toSorted(), breakable.toSorted())
  t.end()
})

await t.test('a service that keeps every rule', async t => {
  const { url, raffle } = await startService(t, { windowSeconds: 2 })
  const report = await check(url, { raffles: [raffle], probeLimit: true })
  t.strictSame(brokenRules(report), [])
  t.equal(report.exit_code, 0)
  const open = report.subjects.flatMap(({ claims }) =>
    claims.filter(({ status }) => status === 'not-provable'),
  )
  t.strictSame(
    open.filter(({ asked }) => asked !== false).map(({ id }) => id),
    [],
  )
})

await t.test('a service that follows the text of the specification and nothing else', async t => {
  const { url, raffle } = await startMinimal(t)
  const report = await check(url, { raffles: [raffle] })
  t.strictSame(brokenRules(report), ['AUD-22', 'AUD-34'], 'it knows no If-None-Match and no Vary')
  t.equal(report.exit_code, 0)
})

await t.test('the schemas say of a view what the rules say of its members', async t => {
  const cases = [
    ['AUD-07', 'record.schema'],
    ['STA-04', 'statistics.schema'],
    ['ODD-07', 'odds.schema'],
  ] as const
  for (const [broken, schema] of cases) {
    const { url, raffle } = await startService(t, { broken, enforced: false })
    const report = await check(url, { raffles: [raffle] })
    const claims = report.subjects.flatMap(({ claims }) => claims.filter(({ id }) => id.endsWith('.schema')))
    for (const { id, status, code } of claims) {
      const expected = id === schema ? ['refuted', 'schema-invalid'] : ['proven', 'schema-valid']
      t.strictSame([status, code], expected, `${broken}: ${id}`)
    }
    t.equal(claims.length, 3)
  }
})

t.jobs = 4

for (const broken of ids) {
  void t.test(broken, { buffered: true }, async t => {
    const probing = /^LIM-(0[6-9]|1[0-25])|ERR-06|ERR-17/.test(broken)
    const { url, raffle } = await startService(t, { broken, enforced: probing, windowSeconds: 2 })
    const report = await check(url, { raffles: [raffle], probeLimit: probing })
    t.strictSame(brokenRules(report), [broken])
    const rule = rules.find(({ id }) => id === broken)
    t.equal(report.exit_code, rule?.severity === 'must' ? 1 : 0, `a ${rule?.severity ?? ''}`)
  })
}
