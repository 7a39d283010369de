import { cpSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { mostHeaderFields } from '../../../src/server/request.js'
import { watchBackups } from '../../../src/server/backup-metrics.js'
import { watchStore } from '../../../src/server/store-metrics.js'
import { run, runShell } from '../../cli/run.js'
import { get, sample, send, start, view } from '../../server/start.js'
import { read, root } from './programs.js'

const text = read('docs/OPERATING.md')
const section = (heading: string): string =>
  new RegExp(`\n## ${heading}\n([^]*?)(?:\n## |$)`).exec(text)?.[1] ?? ''
const column = (heading: string): readonly string[] =>
  [...section(heading).matchAll(/^\| `?([^|`]+?)`? \|/gm)].map(([, cell = '']) => cell).slice(2)

await t.test('the commands of docs/OPERATING.md do what is said, one block after the other', async t => {
  const cwd = t.testdir()
  cpSync(`${root}fixtures/records`, `${cwd}/fixtures/records`, { recursive: true })
  cpSync(`${root}fixtures/statistics`, `${cwd}/fixtures/statistics`, { recursive: true })
  const blocks = [...text.matchAll(/```sh run\n([^]*?)```/g)].map(([, block = '']) => block)
  t.equal(blocks.length, 6)
  let printed = ''
  for (const block of blocks) {
    const { code, stdout, stderr } = await runShell(`set -e\n${block}`, { cwd })
    t.equal(code, 0, stderr)
    printed += stdout
  }
  t.match(printed, 'the settings are valid')
  t.match(printed, /saved 1 raffle, 1 version .* in raffles-backup\.db/)
  t.match(printed, /restored 1 raffle, 1 version /)
  t.match(printed, /the store already has version \d+/)

  const again = await run(['store', 'restore', 'raffles-backup.db', '--store', 'raffles.db'], { cwd })
  t.equal(again.code, 2, 'without --replace a store that is there is kept')
})

await t.test('a restore while a server serves takes back what came after the backup', async t => {
  const server = await start(t)
  const backup = `${server.file}.backup`
  const before = await get(server, view('audit'))
  t.equal((await run(['store', 'backup', backup, '--store', server.file])).code, 0)
  const winner = { ...sample.draws[0], winner_entry_id: '1' }
  await server.publish({ ...sample, draws: [winner, ...sample.draws.slice(1)] })
  t.not((await get(server, view('audit'))).body, before.body)

  const end = new AbortController()
  const asking = (async () => {
    const statuses = new Set<number>()
    while (!end.signal.aborted) {
      statuses.add((await get(server, view('audit'))).status)
      await setTimeout(1)
    }
    return statuses
  })()
  const restored = await run(['store', 'restore', backup, '--store', server.file, '--replace'])
  await setTimeout(10)
  end.abort()
  t.equal(restored.code, 0, restored.stderr)
  t.strictSame(
    [...(await asking)].filter(status => status !== 200 && status !== 503),
    [],
  )
  const after = await get(server, view('audit'))
  t.equal(after.body, before.body)
  t.equal(after.headers['etag'], before.headers['etag'])
  const { total_versions } = JSON.parse((await get(server, view('audit/history'))).body) as {
    total_versions: number
  }
  t.equal(total_versions, 1)
  t.equal((await run(['store', 'check', '--store', server.file])).code, 0)
})

await t.test('the fields of the log, and its routes', async t => {
  const server = await start(t)
  for (const path of [view('audit'), view('entries/stats'), view('odds?entries=1'), view('audit/history')]) {
    await get(server, path)
  }
  for (const name of ['statements', 'bundle', 'entries', 'entries/x/proof']) {
    await get(server, view(name), { Accept: '*/*' })
  }
  const { raffle_id: id } = sample
  const asked = ['bundle', 'audit', 'keys', 'entries/x/proof'].map(name => `/visits/${id}/${name}`)
  const pages = ['/', `/raffles/${id}`, ...asked, '/assets/page.js']
  for (const path of ['/api/v1/keys', '/api/v1/openapi.json', ...pages, '/livez', '/readyz', '/x'])
    await get(server, path)
  const lines = server.logs.filter(({ msg }) => msg === 'request')
  const fields = Object.keys(lines[0] ?? {}).filter(name => !['level', 'time', 'msg'].includes(name))
  t.strictSame(column('Logs'), [...fields, 'cut'])
  const row = /^\| `route` \| (.*) \|$/m.exec(text)?.[1] ?? ''
  const routes = [...row.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)
  t.strictSame(
    routes.filter(name => name !== 'broken'),
    lines.map(({ route }) => route),
  )
})

await t.test('the names of the metrics', async t => {
  const { metrics, store } = await start(t)
  watchStore(metrics.registry, store)
  watchBackups(metrics.registry, '.')
  metrics.watchSharedCounts({ isShared: true, countedLocally: 0 })
  metrics.watchWorkers(() => 2)
  metrics.watchWebhooks({ pending: () => Promise.resolve(0), states: () => Promise.resolve([]) })
  const names = metrics.registry.getMetricsAsArray().map(({ name }) => name)
  t.strictSame(column('Metrics').toSorted(), names.filter(name => name.startsWith('drawaudit_')).toSorted())
})

await t.test('the limits', async t => {
  const server = await start(t)
  const { http } = server.api
  const rows = [...section('Limits').matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm)]
  const values = Object.fromEntries(rows.map(([, limit = '', value = '']) => [limit, value]))
  t.equal(values['header of a request'], `${http.headersTimeout / 1000} s`)
  t.equal(values['whole request'], `${http.requestTimeout / 1000} s`)
  t.equal(values['silence on a connection'], `${http.timeout / 1000} s`)
  t.equal(values['requests on a connection'], String(http.maxRequestsPerSocket))
  t.equal(values['header fields'], String(mostHeaderFields))
  const long = (length: number): Promise<{ status: number }> =>
    send(server, `/${'x'.repeat(length - 1)}`, { headers: { Accept: 'application/json' } })
  const longest = Number(values['request target']?.split(' ')[0])
  t.equal((await long(longest)).status, 404)
  t.equal((await long(longest + 1)).status, 414)
  const size = Number(values['header size']?.split(' ')[0])
  t.equal((await get(server, '/', { X: 'x'.repeat(size - 200) })).status, 200)
  t.equal((await get(server, '/', { X: 'x'.repeat(size) })).status, 431)
})
