import t from 'tap'
import { watchBackups } from '../../../src/server/backup-metrics.js'
import { createMetrics } from '../../../src/server/metrics.js'
import { watchStore } from '../../../src/server/store-metrics.js'
import { failingStore } from '../../server/start.js'
import { need, print, read, root } from './programs.js'

const folder = 'examples/deploy/prometheus'

/** Everything that a server can count. */
function listMetrics(): ReadonlySet<string> {
  const metrics = createMetrics('1.2.3')
  watchStore(metrics.registry, failingStore(new Error('no')))
  watchBackups(metrics.registry, '.')
  metrics.watchConnections(() => Promise.resolve(0))
  metrics.watchSharedCounts({ isShared: true, countedLocally: 0 })
  metrics.watchWebhooks({ pending: () => Promise.resolve(0), states: () => Promise.resolve([]) })
  return new Set(metrics.registry.getMetricsAsArray().map(({ name }) => name))
}

await t.test('the alerts are valid, and each comes when it has to', need('promtool'), t => {
  t.match(print('promtool', 'check', 'rules', `${root}${folder}/alerts.yml`), /12 rules found/)
  t.match(print('promtool', 'test', 'rules', `${root}${folder}/alerts.test.yml`), 'SUCCESS')
  const names = [...read(`${folder}/alerts.yml`).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name)
  const tested = read(`${folder}/alerts.test.yml`)
  for (const name of names) {
    t.match(tested, new RegExp(`alertname: ${name}\\n\\s+exp_alerts`), `${name} is seen to come`)
    t.match(tested, `alertname: ${name} }`, `${name} is seen not to come`)
  }
  t.end()
})

await t.test('alerts and dashboard name the metrics that there are', t => {
  const known = listMetrics()
  const named = (text: string): readonly string[] => [
    ...new Set(
      [...text.matchAll(/\b(?:drawaudit|process)_[a-z_]+\b/g)].map(([name]) => name.replace(/_bucket$/, '')),
    ),
  ]
  for (const file of [`${folder}/alerts.yml`, `${folder}/dashboard.json`]) {
    for (const name of named(read(file))) t.ok(known.has(name), `${file}: ${name}`)
  }
  const { panels } = JSON.parse(read(`${folder}/dashboard.json`)) as {
    readonly panels: readonly {
      readonly title: string
      readonly gridPos: Record<'x' | 'y' | 'w' | 'h', number>
    }[]
  }
  for (const [index, { title, gridPos: one }] of panels.entries()) {
    t.ok(one.x + one.w <= 24, title)
    const over = panels
      .slice(index + 1)
      .find(
        ({ gridPos: other }) =>
          one.x < other.x + other.w &&
          other.x < one.x + one.w &&
          one.y < other.y + other.h &&
          other.y < one.y + one.h,
      )
    t.equal(over, undefined, `nothing lies over ${title}`)
  }
  t.end()
})
