// The public views through three instances on one PostgreSQL and one Redis, beside one, and beside nginx's cache, as
// ratios of one run.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  assertMachine,
  auditPath,
  describeMachine,
  findMissing,
  formatCount,
  formatTable,
  load,
  makeFolder,
  median,
  readProcessorTime,
  request,
  root,
  start,
  stopServers,
} from './lib.js'
import { asNobody, findProgram, startDatabase } from './database.js'
import { base, rateLimit, record, statistics } from './peers/data.js'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, cores: { type: 'string', default: '0' } },
})
const { cores } = options
const { rounds, seconds, warmUp } = options.quick
  ? { rounds: 1, seconds: 1, warmUp: 1 }
  : { rounds: 5, seconds: 3, warmUp: 1 }
const isRoot = process.getuid() === 0
const drawaudit = [process.execPath, 'bin/drawaudit.js']

const views = [
  { name: 'audit', path: auditPath },
  { name: '304', path: auditPath, conditional: true },
  { name: 'odds', path: `${base}/odds?entries=5` },
  { name: 'statistics', path: `${base}/entries/stats` },
]

assertMachine()
const skipped = findMissing('nginx')
if (skipped !== undefined) {
  console.error(`error: ${skipped}`)
  process.exit(2)
}

async function startStore() {
  const { url: store } = await startDatabase(['fsync=off'], cores)
  const { paid_entries: paid, free_entries: free, max_entries: max, updated_at: time } = statistics
  run(...drawaudit, 'store', 'migrate', '--store', store)
  run(...drawaudit, 'publish', 'fixtures/records/three-prizes.json', '--store', store)
  const counts = ['--paid', paid, '--free', free, '--max', max, '--updated-at', time]
  run(...drawaudit, 'stats', 'set', record.raffle_id, ...counts, '--store', store)
  return store
}

const startRedis = async () => {
  const args = ['--bind', '127.0.0.1', '--save', '', '--loglevel', 'warning', '--logfile', '/dev/null']
  const { port, pid } = await start(
    free => [...asNobody, findProgram('redis-server'), '--port', free, ...args],
    cores,
  )
  return { url: `redis://127.0.0.1:${port}`, pid }
}

function run(command, ...args) {
  const { status, stderr } = spawnSync(command, args.map(String), { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${args.slice(0, 3).join(' ')}: exit ${status}\n${stderr}`)
}

const startInstance = (store, redis) => {
  const shared = redis === undefined ? [] : ['--rate-limit-store', redis.url]
  const settings = ['--store', store, '--log-level', 'silent', '--rate-limit', rateLimit, ...shared]
  const proxy = ['--trusted-proxy', '127.0.0.1']
  return start(port => [...drawaudit, 'serve', ...settings, ...proxy, '--port', port], cores)
}

/** nginx by examples/deploy/nginx.conf, with a connection limit and a log that are not in the way. */
function startNginx(ports, hasCache) {
  return start(port => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'cache'))
    const changes = {
      'user www-data;': isRoot ? 'user root;' : '',
      'worker_processes auto;': 'worker_processes 1; daemon off;',
      '/run/nginx.pid': `${folder}/nginx.pid`,
      '/var/log/nginx': folder,
      '/var/cache/nginx-drawaudit': `${folder}/cache`,
      'listen 80;': `listen 127.0.0.1:${port};`,
      'listen [::]:80;': '',
      'server 127.0.0.1:8080;': ports
        .map(one => `server 127.0.0.1:${one} max_fails=1 fail_timeout=1s;`)
        .join(' '),
      'limit_conn clients 100;': '',
      [`access_log ${folder}/access.log drawaudit;`]: 'access_log off;',
      ...(!hasCache && { 'proxy_cache drawaudit;': 'proxy_cache off;' }),
      'http {': `http { keepalive_requests 1000000000; ${['client_body', 'proxy', 'fastcgi', 'scgi', 'uwsgi']
        .map(name => `${name}_temp_path ${folder}/${name};`)
        .join(' ')}`,
    }
    const text = readFileSync(join(root, 'examples/deploy/nginx.conf'), 'utf8')
    const config = Object.entries(changes).reduce((all, [from, to]) => all.replaceAll(from, to), text)
    writeFileSync(join(folder, 'nginx.conf'), config)
    return ['nginx', '-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]
  }, cores)
}

const one = 'one instance'
const alone = 'one, its own limit'
const behind = 'one behind nginx'
const three = 'three behind nginx'
const cached = 'three, nginx’s cache'

/** The server to ask, and the processes whose time is counted. */
const starters = {
  [alone]: async ({ store }) => {
    const instance = await startInstance(store)
    return { port: instance.port, pids: [instance.pid] }
  },
  [one]: async ({ store, redis }) => {
    const instance = await startInstance(store, redis)
    return { port: instance.port, pids: [instance.pid] }
  },
  [behind]: shared => startFleet(shared, 1, false),
  [three]: shared => startFleet(shared, 3, false),
  [cached]: shared => startFleet(shared, 3, true),
}

async function startFleet({ store, redis }, count, hasCache) {
  const instances = []
  for (let left = count; left > 0; left--) instances.push(await startInstance(store, redis))
  const nginx = await startNginx(
    instances.map(({ port }) => port),
    hasCache,
  )
  return { port: nginx.port, pids: [nginx.pid, ...instances.map(({ pid }) => pid)] }
}

async function measure(server, { path, conditional }, duration) {
  const headers = { Accept: 'application/json' }
  const first = await request(server.port, path, headers)
  if (first.status !== 200) throw new Error(`answers ${first.status}`)
  if (conditional) {
    headers['If-None-Match'] = first.headers.get('etag')
    const second = await request(server.port, path, headers)
    if (second.status !== 304) throw new Error(`answers ${second.status} to its own ETag`)
  }
  const before = server.pids.map(readProcessorTime)
  const figures = await load(server.port, path, { headers, seconds: duration })
  if (figures.problem !== undefined) throw new Error(figures.problem)
  const used = server.pids.reduce((sum, pid, index) => sum + readProcessorTime(pid) - before[index], 0)
  return { ...figures, cost: (1e6 * used) / figures.requests }
}

console.log(describeMachine())
console.log(
  `medians of ${rounds} rounds, ${seconds} s each, 64 connections. Instances, nginx, Redis and PostgreSQL share core ${cores}, wrk has core 1.\n`,
)
const results = new Map()
for (let round = 0; round < rounds; round++) {
  for (const [name, starter] of Object.entries(starters)) {
    const shared = { store: await startStore(), redis: await startRedis() }
    const server = await starter(shared)
    await sleep(1500)
    for (const view of views) {
      const key = `${view.name} ${name}`
      const windows = results.get(key) ?? []
      results.set(key, windows)
      try {
        await measure(server, view, warmUp)
        windows.push(await measure(server, view, seconds))
      } catch ({ message }) {
        console.error(`void: ${view.name}, ${name}: ${message}`)
        process.exitCode = 1
      }
    }
    await stopServers()
  }
}

const middle = (view, name, figure) =>
  median((results.get(`${view} ${name}`) ?? []).map(window => window[figure]))
const show = number => (Number.isFinite(number) ? number.toFixed(2) : '–')
const rows = [
  ['view', 'served by', 'requests/s', '÷ one', '÷ one behind nginx', 'µs a request', 'p50 ms', 'p99 ms'],
]
for (const { name: view } of views) {
  for (const name of Object.keys(starters)) {
    const rate = middle(view, name, 'rate')
    const ratios = [one, behind].map(other => show(rate / middle(view, other, 'rate')))
    const figures = ['cost', 'p50', 'p99'].map(figure => show(middle(view, name, figure)))
    rows.push([view, name, formatCount(rate ?? 0), ...ratios, ...figures])
  }
}
console.log(formatTable(rows))
