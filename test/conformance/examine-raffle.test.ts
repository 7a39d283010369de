import t from 'tap'
import { examineRaffle, type RaffleOptions } from '../../src/conformance/examine-raffle.js'
import type { ProbeName } from '../../src/conformance/probe-names.js'
import { rules } from '../../src/conformance/rules/index.js'
import { answer, baseUrl, raffle, sample } from './made-up.js'

/** What is asked of a service that has the record, and nothing else. */
async function examine(options: Partial<RaffleOptions>) {
  const sent: ProbeName[] = []
  const examined = await examineRaffle({
    baseUrl,
    raffle,
    vendorType: 'application/vnd.service.v1+json',
    rules: [],
    send: probe => {
      sent.push(probe)
      return Promise.resolve(
        answer({ probe, ...(probe.startsWith('audit') ? { json: sample } : { status: 404 }) }),
      )
    },
    ...options,
  })
  const claims = examined.examination.claims.map(({ id }) => id)
  return { ...examined, sent, claims }
}

await t.test('without rules only the record is asked for, and no schema of another view', async t => {
  const { sent, claims, rules, accepted } = await examine({})
  t.strictSame(sent, ['audit', 'audit-vendor'])
  t.strictSame(rules, { claims: [], findings: [] })
  t.notOk(claims.includes('statistics.schema') || claims.includes('drift.changed'))
  t.equal(accepted, undefined)
})

await t.test('with one rule the schemas of the views are judged too', async t => {
  const { sent, claims } = await examine({ rules: rules.filter(({ id }) => id === 'AUD-02') })
  t.strictSame(sent, ['audit', 'audit-vendor', 'stats', 'odds'])
  t.strictSame(claims.slice(0, 3), ['AUD-02', 'statistics.schema', 'odds.schema'])
  const few = await examine({ rules, probes: ['audit'], confirmations: 1 })
  t.strictSame([...new Set(few.sent)], ['audit'], 'of the probes that there are')
})

await t.test('a lock asks for the history, and takes over what may be taken over', async t => {
  const { sent, claims, accepted, examination } = await examine({ lock: { seen: undefined } })
  t.strictSame(sent, ['audit', 'audit-vendor', 'audit-again', 'history'])
  t.strictSame(claims.slice(0, 2), ['drift.changed', 'drift.recorded'])
  t.equal(accepted?.record.draws.length, sample.draws.length)
  t.strictSame(examination.findings.filter(({ code }) => code === 'draw-new').length, sample.draws.length)
  t.match(examination, {
    source: `${baseUrl}/raffles/${raffle}`,
    kind: 'raffle',
    title: `raffle ${raffle}`,
  })
})
