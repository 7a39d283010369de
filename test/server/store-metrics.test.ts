import { Registry } from 'prom-client'
import t from 'tap'
import { watchStore } from '../../src/server/store-metrics.js'

const counts = { open: 2, sealed: 1, drawn: 7, cancelled: 0, unsigned: 3 }
const head = {
  size: 1,
  root: new Uint8Array(32),
  signedAt: '2026-11-01T12:00:00+00:00',
  signature: { name: 'a', keyId: '00000000', signature: new Uint8Array(64) },
  cosignatures: [],
}

await t.test('what is read of the store, once for all of it', async t => {
  const registry = new Registry()
  const asked: string[] = []
  let isAway = false
  let hasLog = true
  const answer = <T>(name: string, value: T): Promise<T> => {
    asked.push(name)
    return isAway ? Promise.reject(new Error('away')) : Promise.resolve(value)
  }
  const store = {
    countSummaries: () => answer('counts', counts),
    countOverdue: (before: string) => answer(before, 4),
    log: { readHead: () => answer('head', hasLog ? head : undefined) },
  }
  watchStore(registry, store, () => Date.parse('2026-11-01T12:01:30Z'))
  const read = async (): Promise<string> =>
    (await registry.metrics()).replaceAll(/^#.*\n/gm, '').replace(/(read_seconds) \S+/, '$1 x')
  const raffles = Object.entries(counts)
    .map(([state, count]) => `drawaudit_raffles{state="${state}"} ${count}`)
    .join('\n')
  const whole = `drawaudit_store_up 1

drawaudit_store_read_seconds x

drawaudit_raffles_overdue 4

drawaudit_log_checkpoint_age_seconds 90

${raffles}
`
  t.equal(await read(), whole)
  t.strictSame(asked, ['counts', '2026-11-01T11:56:30+00:00', 'head'])
  isAway = true
  t.equal((await read()).trim(), 'drawaudit_store_up 0', 'nothing is said of what is not known')
  isAway = false
  t.equal(await read(), whole, 'it comes back')
  hasLog = false
  t.notMatch(await read(), 'checkpoint')
})
