import t from 'tap'
import { sufferFailovers } from './failovers.js'
import { noStandby, Servers } from './standby.js'

/** `npm run campaign failovers` has 200. */
const times = Number(process.env['FAILOVERS'] ?? 3)

await t.test(
  'a standby that lags behind takes over, again and again: no place gets two statements',
  { skip: noStandby, timeout: 60_000 + times * 20_000 },
  async t => {
    const servers = new Servers()
    t.teardown(() => servers.end())
    const begun = performance.now()
    const { problems, ...figures } = await sufferFailovers(t.testdir(), servers, times)
    t.comment(JSON.stringify(figures), `${Math.round((performance.now() - begun) / 1000)} s`)
    t.strictSame(problems.slice(0, 5), [])
    t.equal(figures.second, 0, 'second statements')
    t.equal(figures.failovers, times)
    t.ok(figures.statements > times && figures.heads > 0, 'and there was something to double')
    t.ok(figures.refused >= 8 * times, 'nothing is signed before every journal was compared')
  },
)
