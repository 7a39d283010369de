import t from 'tap'
import type { Report } from '../../../../src/model/report.js'
import { sample, start } from '../../../server/start.js'
import { run } from '../../../cli/resident.js'

await t.test('our own server, with the rate limit tried', async t => {
  const { url } = await start(t, { rateLimit: 60 })
  const ended = await run([
    'check',
    `${url}/api/v1`,
    '--raffle',
    sample.raffle_id,
    '--allow-private',
    '--format',
    'json',
    '--probe-rate-limit',
  ])
  t.equal(ended.code, 0, ended.stdout)
  t.match(ended.stderr, /^trying the rate limit: up to 75 requests in a row, then a wait/)
  const report = JSON.parse(ended.stdout) as Report
  for (const id of ['ERR-06', 'LIM-06', 'LIM-07', 'LIM-08', 'LIM-09', 'LIM-15']) {
    const claims = report.subjects.flatMap(({ claims }) => claims.filter(claim => claim.id === id))
    t.match(claims.at(-1), { status: 'proven', code: 'rule-kept' }, id)
  }
  const findings = report.subjects.flatMap(({ findings }) => findings)
  t.strictSame(
    findings.filter(({ code }) => code === 'should-broken'),
    [],
  )
})
