import { writeFileSync } from 'node:fs'
import t from 'tap'
import { get, start, view } from '../../server/start.js'
import { ask, findFreePort, need, patch, print, read, startProxy } from './programs.js'

await t.test('Caddy from examples/deploy/Caddyfile', need('caddy'), async t => {
  const server = await start(t, { trustedProxies: ['127.0.0.1'], rateLimit: 1000 })
  const folder = t.testdir()
  const port = await findFreePort()
  const file = `${folder}/Caddyfile`
  const config = patch(read('examples/deploy/Caddyfile'), {
    '\tservers {': '\tadmin off\n\tservers {',
    ':80 {': `http://127.0.0.1:${port} {`,
    'reverse_proxy 127.0.0.1:8080': `reverse_proxy 127.0.0.1:${server.port}`,
  })
  writeFileSync(file, config)
  const args = ['--config', file, '--adapter', 'caddyfile'] as const
  t.match(print('caddy', 'validate', ...args), /Valid configuration/)
  t.equal(print('caddy', 'fmt', '--diff', file).replace(/^ .*\n/gm, ''), '', 'as caddy fmt writes it')
  await startProxy(t, port, ['caddy', 'run', ...args], { HOME: folder })
  const proxy = { port }

  const direct = await get(server, view('audit'))
  const audit = await ask(proxy, view('audit'))
  t.equal(audit.status, 200)
  t.equal(audit.body, direct.body)
  for (const name of ['etag', 'cache-control', 'content-type', 'vary', 'access-control-allow-origin']) {
    t.equal(audit.headers[name], direct.headers[name], name)
  }
  const compressed = await ask(proxy, view('audit'), { 'Accept-Encoding': 'gzip' })
  t.equal(compressed.body, direct.body)
  t.equal(compressed.headers['etag'], `W/${direct.headers['etag'] ?? ''}`, 'as the service compressed it')
  t.equal((await ask(proxy, view('audit'), { 'If-None-Match': direct.headers['etag'] ?? '' })).status, 304)

  t.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 404, 'whether it is ready is not told')

  const remaining = async (address: string): Promise<number> =>
    Number((await ask(proxy, view('audit'), { 'X-Forwarded-For': address })).headers['x-ratelimit-remaining'])
  const before = await remaining('203.0.113.1')
  t.equal(
    await remaining('203.0.113.2'),
    before - 1,
    'a client cannot choose the address that it is counted by',
  )

  server.api.http.closeAllConnections()
  await new Promise(resolve => server.api.http.close(resolve))
  const away = await ask(proxy, view('audit'))
  t.equal(away.status, 503)
  t.equal(away.headers['content-type'], 'application/json')
  t.match(away.headers['retry-after'], /^\d+$/)
  const { error } = JSON.parse(away.body) as { error: Record<string, string> }
  t.equal(error['code'], 'SERVER_ERROR')
  t.equal(error['request_id'], away.headers['x-request-id'])
})
