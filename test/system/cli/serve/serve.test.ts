import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { serveCommand } from '../../../../src/cli/serve/serve.js'
import { get, sample, sampleStatistics, send, view } from '../../../server/start.js'
import { needsOwnRedis, startRedis } from '../../../redis.js'
import { bin, run, start, type RunOptions } from '../../../cli/resident.js'

interface Serving {
  readonly port: number
  readonly metricsPort: number
  /** Lines of the log so far. */
  readonly logs: Record<string, unknown>[]
  /** Ends the reader of the log. */
  readonly closeLog: () => void
  readonly signal: (name: NodeJS.Signals) => void
  /** Asks it to end, and says how it did. */
  readonly end: (signal: NodeJS.Signals) => Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

const published = JSON.stringify(sample) + '\n' + JSON.stringify(sampleStatistics)

/** A store with the sample raffle. */
async function makeStore(test: Pick<typeof t, 'testdir'>): Promise<string> {
  const file = join(test.testdir(), 'raffles.db')
  const { code, stderr } = await run(['publish', '-', '--store', file], { input: published })
  if (code !== 0) throw new Error(stderr)
  return file
}

/** Starts the built server on a free port, and waits until it listens. */
async function serve(
  test: Pick<typeof t, 'teardown'>,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Serving> {
  const child = start(process.execPath, [bin, 'serve', '--port', '0', ...args], options)
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  test.teardown(() => child.kill('SIGKILL'))
  const logs: Record<string, unknown>[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', line => {
    logs.push(JSON.parse(line) as Record<string, unknown>)
  })
  const errors: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  await Promise.race([once(lines, 'line'), ended])
  const portOf = (member: string): number => Number(new URL(String(logs[0]?.[member])).port)
  if (logs.length === 0) throw new Error(Buffer.concat(errors).toString())
  return {
    port: portOf('url'),
    metricsPort: logs[0]?.['metrics'] === undefined ? 0 : portOf('metrics'),
    logs,
    closeLog: () => {
      child.stdout.destroy()
    },
    signal: name => void child.kill(name),
    end: async name => {
      child.kill(name)
      const [code, signal] = await ended
      return { code, signal }
    },
  }
}

/** A port that is taken until the test ends. */
async function takePort(test: Pick<typeof t, 'teardown'>): Promise<number> {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  test.teardown(() => taken.close())
  return (taken.address() as AddressInfo).port
}

const config = (
  ...args: readonly string[]
): Promise<{ code: number | null; stdout: string; stderr: string }> => run(['serve', ...args])

await t.test('it serves what is published, and ends when it is asked to', async t => {
  const file = await makeStore(t)
  const serveUntil = async (signal: NodeJS.Signals): Promise<void> => {
    const server = await serve(t, ['--store', file])
    t.match(server.logs, [
      {
        level: 'info',
        msg: 'listening',
        store: file,
        url: `http://127.0.0.1:${server.port}`,
        time: /^\d{4}-\d\d-\d\dT/,
      },
    ])
    t.notOk('metrics' in (server.logs[0] ?? {}))
    const audit = await get(server, view('audit'))
    t.equal(audit.status, 200)
    t.strictSame(JSON.parse(audit.body), sample)
    t.strictSame(JSON.parse((await get(server, view('entries/stats'))).body), sampleStatistics)
    t.equal(audit.headers['x-ratelimit-limit'], '60')

    t.strictSame(await server.end(signal), { code: 0, signal: null }, signal)
    t.match(server.logs.slice(-2), [
      { level: 'info', msg: 'draining', reason: signal },
      { level: 'info', msg: 'ended' },
    ])
    t.notOk(existsSync(`${file}-wal`), 'the store is closed')
  }
  // One after the other: of two that close in the same moment, each may leave the journal to the other.
  await serveUntil('SIGTERM')
  await serveUntil('SIGINT')
})

await t.test('settings reach the server, wherever they come from', async t => {
  const file = await makeStore(t)
  const settings = join(file, '../serve.json')
  writeFileSync(settings, JSON.stringify({ 'rate-limit': 7, vendor: 'acme', 'metrics-port': 0, port: 1 }))
  const env = { DRAWAUDIT_STORE: file, DRAWAUDIT_RATE_LIMIT: '9', DRAWAUDIT_LOG_LEVEL: 'debug' }
  const server = await serve(t, ['--config', settings], { env })
  const answer = await get({ ...server, vendor: 'acme' }, view('audit'), {
    Accept: 'application/vnd.acme.v1+json',
  })
  t.equal(answer.status, 200)
  t.equal(answer.headers['content-type'], 'application/vnd.acme.v1+json')
  t.equal(answer.headers['x-ratelimit-limit'], '9')
  const other = await get(server, view('audit'), { Accept: 'application/vnd.service.v1+json' })
  t.equal(other.status, 406)

  const door = `http://127.0.0.1:${server.metricsPort}`
  const metrics = await fetch(`${door}/metrics`)
  t.equal(metrics.status, 200)
  t.match(metrics.headers.get('content-type'), /^text\/plain/)
  t.match(await metrics.text(), /^# HELP /m)
  t.equal((await send(server, '/metrics')).status, 404, 'not where everyone asks')
  t.equal((await fetch(door + view('audit'))).status, 404, 'and nothing else there')
  await server.end('SIGTERM')
})

await t.test('SIGHUP takes up the config file, all of it or nothing', async t => {
  const file = await makeStore(t)
  const settings = join(file, '../serve.json')
  const write = (value: object | string): void => {
    writeFileSync(settings, typeof value === 'string' ? value : JSON.stringify(value))
  }
  write({ 'rate-limit': 50, 'metrics-port': 0 })
  const server = await serve(t, ['--store', file, '--config', settings, '--vendor', 'acme'])
  const hangUp = async (): Promise<Record<string, unknown> | undefined> => {
    const before = server.logs.length
    server.signal('SIGHUP')
    while (!server.logs.slice(before).some(({ msg }) => String(msg).includes('reloaded'))) await sleep(5)
    return server.logs.slice(before).find(({ msg }) => String(msg).includes('reloaded'))
  }
  const limit = async (): Promise<readonly (string | undefined)[]> => {
    const { headers } = await get(server, '/', { 'X-Forwarded-For': '192.0.2.1' })
    return [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]
  }
  t.strictSame(await limit(), ['50', '49'])

  write({ 'rate-limit': 8, 'metrics-port': 0, vendor: 'other' })
  t.match(await hangUp(), { level: 'info', msg: 'reloaded', changed: ['rate-limit'], restart: undefined })
  t.strictSame(await limit(), ['8', '6'], 'what was counted stays counted; and the flag goes before the file')

  write({ 'rate-limit': 9, 'trusted-proxy': 'nowhere' })
  t.match(await hangUp(), { level: 'error', code: 'setting-invalid', reason: /^trusted-proxy: / })
  write('{"rate-limit": 9,}')
  t.match(await hangUp(), { level: 'error', code: 'json-syntax', where: { file: settings } })
  t.strictSame(await limit(), ['8', '5'])

  write({ 'rate-limit': 8, 'trusted-proxy': '127.0.0.1', 'metrics-port': 17, 'drain-timeout': 3 })
  t.match(await hangUp(), { changed: ['trusted-proxy', 'drain-timeout'], restart: ['metrics-port'] })
  t.strictSame(await limit(), ['8', '7'], 'another address')
  t.match(await hangUp(), { changed: [], restart: ['metrics-port'] }, 'said again, for it is not in force')

  write({ 'log-level': 'warn', 'metrics-port': 0 })
  await hangUp()
  const before = server.logs.length
  t.strictSame(await limit(), ['60', '56'])
  t.strictSame(await server.end('SIGTERM'), { code: 0, signal: null })
  t.equal(server.logs.length, before, 'nothing is logged any more')
})

await t.test('the age of the newest backup is a metric', async t => {
  const file = await makeStore(t)
  const backups = join(file, '../backups')
  const server = await serve(t, ['--store', file, '--metrics-port', '0', '--backups', backups])
  const age = async (): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${server.metricsPort}/metrics`)).text()
    return Number(/^drawaudit_backup_age_seconds (.*)$/m.exec(text)?.[1]?.replace('+Inf', 'Infinity'))
  }
  t.equal(await age(), Infinity, 'there is no folder')
  mkdirSync(backups)
  t.equal(await age(), Infinity, 'there is nothing in it')
  t.match(await run(['store', 'backup', join(backups, 'a.db'), '--store', file]), { code: 0 })
  const young = await age()
  t.ok(young >= 0 && young < 60, String(young))
  for (const name of readdirSync(backups)) utimesSync(join(backups, name), 1e9, 1e9)
  for (const name of ['empty', '.hidden']) writeFileSync(join(backups, name), name === 'empty' ? '' : 'x')
  t.ok((await age()) > 7e8, 'neither an empty file nor a hidden one is a backup')
  await server.end('SIGTERM')
})

await t.test('a store is made where there is none, and publishing is seen', async t => {
  const file = join(t.testdir(), 'new.db')
  const server = await serve(t, ['--store', file])
  t.equal((await get(server, view('audit'))).status, 404)
  t.match(await run(['publish', '-', '--store', file], { input: published }), { code: 0 })
  t.equal((await get(server, view('audit'))).status, 200)
  t.strictSame(await server.end('SIGTERM'), { code: 0, signal: null })
})

await t.test('nothing is logged when nobody wants it', async t => {
  const file = await makeStore(t)
  const port = await takePort(t).then(async taken => {
    const refused = await run(['serve', '--store', file, '--port', String(taken), '--log-level', 'silent'])
    t.strictSame([refused.code, refused.stdout], [2, ''])
    t.match(refused.stderr, 'another program listens there', 'what went wrong is no log')
    return freePort()
  })
  const child = start(process.execPath, [
    bin,
    'serve',
    '--store',
    file,
    '--port',
    String(port),
    '--log-level',
    'silent',
  ])
  t.teardown(() => child.kill('SIGKILL'))
  const out: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => out.push(chunk))
  const ended = once(child, 'close')
  await answering({ port })
  t.equal((await get({ port }, view('audit'))).status, 200)
  child.kill('SIGTERM')
  t.equal((await ended)[0], 0)
  t.equal(Buffer.concat(out).toString(), '')
})

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** Waits for a server that does not say when it listens. */
async function answering(server: { readonly port: number }): Promise<void> {
  for (;;) {
    try {
      await send(server, '/livez')
      return
    } catch {
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
}

/** Node finds no such package. */
const withoutDriver = `
import { register } from 'node:module'
const hooks = "export const resolve = (name, context, next) => next(name === '@redis/client' ? 'no-such-package' : name, context)"
register('data:text/javascript,' + encodeURIComponent(hooks))`

await t.test('several servers share the rate limit', needsOwnRedis, async t => {
  const file = await makeStore(t)
  const redis = await startRedis(t, ['--requirepass', 'open-sesame'])
  const env = { DRAWAUDIT_RATE_LIMIT_STORE: redis.url, DRAWAUDIT_STORE: file }
  const servers = await Promise.all([serve(t, [], { env }), serve(t, ['--metrics-port', '0'], { env })])
  const [one, two] = servers
  const shared = {
    level: 'info',
    msg: 'the rate limit is shared',
    server: `redis://127.0.0.1:${redis.port}`,
  }
  const last = async ({ logs }: Serving, msg: RegExp): Promise<unknown> => {
    for (;;) {
      const line = logs.find(entry => msg.test(String(entry['msg'])))
      if (line !== undefined) return line
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }
  for (const server of servers) t.match(await last(server, /is shared/), shared)
  t.equal((await get(one, view('audit'))).headers['x-ratelimit-remaining'], '59')
  t.equal((await get(two, view('audit'))).headers['x-ratelimit-remaining'], '58')
  const metrics = await (await fetch(`http://127.0.0.1:${two.metricsPort}/metrics`)).text()
  t.match(metrics, '\ndrawaudit_rate_limit_shared 1\n')
  t.match(metrics, '\ndrawaudit_rate_limit_local_total 0\n')
  t.strictSame(await one.end('SIGTERM'), { code: 0, signal: null })
  t.equal(await redis.command('ZCARD', 'drawaudit:rate:instances'), 1, 'who ends says so')
  await redis.signal('SIGKILL')
  t.match(await last(two, /is not shared/), { level: 'warn' })
  t.equal((await get(two, view('audit'))).status, 200)
  t.equal((await send(two, '/readyz')).status, 200)
  t.strictSame(await two.end('SIGTERM'), { code: 0, signal: null })

  const late = await serve(t, [], { env })
  t.match(await last(late, /is not shared/), { level: 'warn', reason: /ECONNREFUSED/ })
  t.equal((await get(late, view('audit'))).headers['x-ratelimit-remaining'], '59')
  t.strictSame(await late.end('SIGINT'), { code: 0, signal: null })
  t.notMatch(JSON.stringify([one.logs, two.logs, late.logs]), 'open-sesame')

  const url = 'redis://:open-sesame@127.0.0.1:1'
  const [printed, wrong, missing] = await Promise.all([
    config('--print-config', '--rate-limit-store', url),
    config('--check-config', '--rate-limit-store', `${url}/x`),
    run(['serve', '--store', file, '--port', '0', '--rate-limit-store', url], {
      nodeOptions: ['--import', `data:text/javascript,${encodeURIComponent(withoutDriver)}`],
    }),
  ])
  t.match(printed, { code: 0, stdout: '"redis://:***@127.0.0.1:1"' })
  t.match(wrong, { code: 2, stdout: '', stderr: /^error: --rate-limit-store: expected redis:.*\nhint: / })
  t.match(missing, {
    code: 2,
    stdout: '',
    stderr:
      /^error: rate-limit-store: the package @redis\/client is not installed\nhint: npm install @redis\/client\n$/,
  })
  t.notMatch(JSON.stringify([printed, wrong, missing]), 'open-sesame')
})

await t.test('a reader of the log that goes away stops nothing', async t => {
  const file = await makeStore(t)
  const server = await serve(t, ['--store', file, '--log-level', 'debug', '--rate-limit', '1000'])
  server.closeLog()
  for (let n = 0; n < 50; n++) t.equal((await get(server, view('audit'))).status, 200)
  t.strictSame(await server.end('SIGTERM'), { code: 0, signal: null })
})

await t.test('an address that cannot be had', async t => {
  const file = await makeStore(t)
  const port = String(await takePort(t))
  const cases: readonly (readonly [args: readonly string[], message: string])[] = [
    [['--port', port], `cannot listen on 127.0.0.1:${port}: another program listens there`],
    [
      ['--port', '0', '--metrics-port', port],
      `cannot listen on 127.0.0.1:${port}: another program listens there`,
    ],
    [
      ['--host', '192.0.2.1', '--port', '0'],
      'cannot listen on 192.0.2.1:0: this machine has no such address',
    ],
  ]
  await Promise.all(
    cases.map(async ([args, message]) => {
      const { code, stdout, stderr } = await run(['serve', '--store', file, ...args])
      t.strictSame([code, stdout], [2, ''], message)
      t.equal(stderr, `error: ${message}\nhint: choose another address or port; port 0 takes a free one\n`)
    }),
  )
  // There is no --format here, so the code shows only to whoever calls the command.
  const options = { store: file, port, 'check-config': false, 'print-config': false } as unknown
  await t.rejects(serveCommand.run(options as Parameters<typeof serveCommand.run>[0]), {
    code: 'address-unavailable',
  })
})

await t.test('a store that is none', async t => {
  const folder = t.testdir({ 'notes.txt': 'no store\n'.repeat(100) })
  const [none, text, nowhere] = await Promise.all([
    config('--port', '0'),
    config('--port', '0', '--store', join(folder, 'notes.txt')),
    config('--port', '0', '--store', join(folder, 'no/raffles.db')),
  ])
  t.match(none, { code: 2, stdout: '', stderr: /^error: no store is named\nhint: give --store FILE/ })
  t.match(text, { code: 2, stdout: '', stderr: /notes\.txt: is not a store of drawaudit/ })
  t.match(nowhere, { code: 2, stdout: '', stderr: /raffles\.db: there is no such folder/ })
})

await t.test('settings are checked and printed without serving', async t => {
  const folder = t.testdir({
    'good.json': '{"port": 81, "trusted-proxy": ["10.0.0.0/8", "::1"], "store": "x.db"}',
    'bad.json': '{"port": "http"}',
  })
  const good = join(folder, 'good.json')
  const [valid, printed, bad, unknown, flag, proxy, variable] = await Promise.all([
    config('--check-config', '--config', good),
    config('--print-config', '--config', good, '--rate-limit', '5', '--log-level', 'warn'),
    config('--check-config', '--config', join(folder, 'bad.json')),
    config('--check-config', '--config', join(folder, 'no.json')),
    config('--check-config', '--drain-timeout', '0'),
    config('--check-config', '--trusted-proxy', '10.0.0.0/8,proxy.example'),
    run(['serve', '--check-config'], { env: { DRAWAUDIT_STOER: 'x' } }),
  ])
  t.match(valid, { code: 0, stdout: 'the settings are valid\n', stderr: '' })
  t.equal(printed.code, 0)
  t.strictSame(JSON.parse(printed.stdout), {
    store: 'x.db',
    host: '127.0.0.1',
    'tiles-url': '',
    backups: '',
    port: 81,
    'rate-limit': 5,
    'rate-limit-store': '',
    'trusted-proxy': '10.0.0.0/8,::1',
    'public-url': '',
    'run-by': '',
    vendor: 'service',
    'max-connections': 10000,
    workers: '1',
    'metrics-host': '127.0.0.1',
    'log-level': 'warn',
    webhooks: 'no',
    'webhook-rate': 50,
    'drain-timeout': 10,
  })
  t.match(bad, {
    code: 2,
    stdout: '',
    stderr: /bad\.json: port: expected an integer .*, found "http"\nhint: /,
  })
  t.match(unknown, { code: 2, stdout: '', stderr: /no\.json: there is no such file/ })
  t.match(flag, {
    code: 2,
    stderr: /^error: --drain-timeout: expected an integer from 1 to 3600, found "0"\n/,
  })
  t.match(proxy, { code: 2, stderr: /trusted-proxy: .*proxy\.example\nhint: give addresses or networks/ })
  t.match(variable, {
    code: 2,
    stderr: /DRAWAUDIT_STOER is not a setting\nhint: did you mean DRAWAUDIT_STORE\?/,
  })
  t.notOk(existsSync('x.db'))

  const again = join(folder, 'again.json')
  writeFileSync(again, printed.stdout)
  const second = await config('--print-config', '--config', again)
  t.equal(second.stdout, printed.stdout, 'what it prints it reads')
  const bare = await config('--print-config')
  writeFileSync(again, bare.stdout)
  t.equal(
    (await config('--print-config', '--config', again)).stdout,
    bare.stdout,
    'and so when nothing is set',
  )
  t.equal(readFileSync(again, 'utf8'), bare.stdout)
})

await t.test('a wrong call', async t => {
  const [value, twice, unknown] = await Promise.all([
    config('--port'),
    config('--port', '1', '--port', '2'),
    config('--prot', '1'),
  ])
  for (const { code, stdout, stderr } of [value, twice, unknown]) {
    t.strictSame([code, stdout], [2, ''], stderr)
    t.match(stderr, /^error: .*\nhint: /)
  }
})
