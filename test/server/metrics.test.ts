// The metrics of webhooks, and the server that Prometheus asks.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { createMetrics, createMetricsServer } from '../../src/server/metrics.js'

await t.test('what Prometheus learns of webhooks', async t => {
  const metrics = createMetrics('1.2.3')
  metrics.countWebhook('delivered')
  t.notMatch(await metrics.registry.metrics(), 'webhook', 'nothing is said where there are none')
  metrics.watchWebhooks({
    states: () => Promise.resolve(['active', 'disabled', 'active']),
    pending: () => Promise.resolve(7),
  })
  metrics.countWebhook('delivered')
  metrics.countWebhook('delivered')
  metrics.countWebhook('again')
  const lines = (await metrics.registry.metrics()).split('\n')
  for (const line of [
    '# HELP drawaudit_webhook_attempts_total Attempts to deliver webhooks, by outcome',
    'drawaudit_webhook_attempts_total{outcome="delivered"} 2',
    'drawaudit_webhook_attempts_total{outcome="again"} 1',
    '# HELP drawaudit_webhook_endpoints Endpoints by state',
    'drawaudit_webhook_endpoints{state="active"} 2',
    'drawaudit_webhook_endpoints{state="disabled"} 1',
    '# HELP drawaudit_webhook_pending Deliveries that wait, up to a million',
    'drawaudit_webhook_pending 7',
  ]) {
    t.ok(lines.includes(line), line)
  }
})

await t.test('one path is answered, to GET and HEAD', async t => {
  const server = createMetricsServer(createMetrics('1.2.3'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = async (path: string, method = 'GET') => {
    const response = await fetch(`${url}${path}`, { method })
    return {
      status: response.status,
      body: await response.text(),
      type: response.headers.get('content-type'),
    }
  }
  const { status, body, type } = await ask('/metrics')
  t.equal(status, 200)
  t.match(type, 'text/plain')
  t.match(body, '# HELP ')
  t.match(await ask('/metrics', 'HEAD'), { status: 200, body: '' })
  for (const [path, method] of [
    ['/', 'GET'],
    ['/metrics/', 'GET'],
    ['/metrics', 'POST'],
    ['/metrics', 'DELETE'],
  ] as const) {
    t.match(await ask(path, method), { status: 404, body: '' }, `${method} ${path}`)
  }
})
