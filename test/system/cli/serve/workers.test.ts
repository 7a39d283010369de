import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { get, sample, sampleStatistics, send, view } from '../../../server/start.js'
import { bin, run, start, type RunOptions } from '../../../cli/resident.js'

interface Serving {
  readonly pid: number
  readonly port: number
  readonly metricsPort: number
  readonly logs: Record<string, unknown>[]
  readonly ended: Promise<[number | null, NodeJS.Signals | null]>
}

const needsProc = { skip: !existsSync('/proc/self/task') && 'Linux alone lists the children of a process' }

async function makeStore(test: Pick<typeof t, 'testdir'>): Promise<string> {
  const file = join(test.testdir(), 'raffles.db')
  const input = JSON.stringify(sample) + '\n' + JSON.stringify(sampleStatistics)
  const { code, stderr } = await run(['publish', '-', '--store', file], { input })
  if (code !== 0) throw new Error(stderr)
  return file
}

/** Starts the built server, and waits until it listens. */
async function serve(
  test: Pick<typeof t, 'teardown'>,
  args: readonly string[],
  options: RunOptions = {},
): Promise<Serving> {
  const whole = ['serve', '--metrics-port', '0', ...args]
  const env = { DRAWAUDIT_PORT: '0', ...options.env }
  const child = start(process.execPath, [bin, ...whole], { ...options, env })
  const ended = once(child, 'exit') as Serving['ended']
  test.teardown(() => child.kill('SIGKILL'))
  const logs: Record<string, unknown>[] = []
  const errors: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  createInterface({ input: child.stdout }).on('line', line => {
    logs.push(JSON.parse(line) as Record<string, unknown>)
  })
  const listening = () => logs.find(({ msg }) => msg === 'listening')
  await Promise.race([until(() => listening() !== undefined), ended])
  const about = listening()
  if (about === undefined) throw new Error(Buffer.concat(errors).toString())
  const portOf = (member: string): number => Number(new URL(String(about[member])).port)
  return { pid: child.pid ?? 0, port: portOf('url'), metricsPort: portOf('metrics'), logs, ended }
}

async function until(isTrue: () => boolean | Promise<boolean>, patience = 20_000): Promise<void> {
  const end = performance.now() + patience
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`not so after ${patience} ms: ${String(isTrue)}`)
    await sleep(10)
  }
}

const workersOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** How many connections to a port a process has. */
function countConnections(pid: number, port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const established = new RegExp(`^ *\\d+: [0-9A-F]{8}:${hex} [0-9A-F]{8}:[0-9A-F]{4} 01 .*`, 'gm')
  const inodes = (readFileSync('/proc/net/tcp', 'utf8').match(established) ?? []).map(
    row => `socket:[${row.trim().split(/ +/)[9] ?? ''}]`,
  )
  const open = readdirSync(`/proc/${pid}/fd`).map(name => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`)
    } catch {
      return ''
    }
  })
  return open.filter(one => inodes.includes(one)).length
}

const readMetrics = async ({ metricsPort }: Serving): Promise<string> =>
  (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()

/** The sum of all that a metric has. */
const sumOf = (text: string, name: string): number =>
  [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\S+)$`, 'gm'))]
    .map(([, value]) => Number(value))
    .reduce((sum, value) => sum + value, 0)

const responses = async (server: Serving): Promise<number> =>
  sumOf(await readMetrics(server), 'drawaudit_http_responses_total')

await t.test('one limit holds over all workers, and what is left goes down by one', async t => {
  const file = await makeStore(t)
  const server = await serve(t, ['--store', file, '--workers', '3'])
  t.match(server.logs, [{ msg: 'listening', workers: 3 }])
  const answers = await Promise.all(Array.from({ length: 90 }, () => get(server, view('audit'))))
  const admitted = answers.filter(({ status }) => status === 200)
  t.strictSame([admitted.length, answers.filter(({ status }) => status === 429).length], [60, 30])
  const left = admitted.map(({ headers }) => Number(headers['x-ratelimit-remaining']))
  t.strictSame(
    left.toSorted((a, b) => a - b),
    Array.from({ length: 60 }, (_, index) => index),
  )
  t.ok(answers.every(({ headers }) => headers['x-ratelimit-limit'] === '60'))
})

await t.test('several kinds are counted apart, and addresses behind a proxy too', async t => {
  const file = await makeStore(t)
  const server = await serve(t, ['--store', file, '--workers', '2', '--trusted-proxy', '127.0.0.1'])
  const left = async (client: string, path: string) =>
    (await get(server, path, { 'X-Forwarded-For': client })).headers['x-ratelimit-remaining']
  for (const remaining of ['59', '58', '57', '56']) t.equal(await left('192.0.2.1', view('audit')), remaining)
  t.equal(await left('2001:db8::1', view('audit')), '59')
  t.equal(await left('192.0.2.1', '/favicon.ico'), '5999')
  t.equal(await left('192.0.2.1', view('audit')), '55')
})

await t.test('metrics are those of all workers together, also of one that has ended', needsProc, async t => {
  const file = await makeStore(t)
  const server = await serve(t, ['--store', file, '--workers', '2'])
  for (let count = 0; count < 40; count += 1) await get(server, view('audit'))
  const text = await readMetrics(server)
  t.equal(sumOf(text, 'drawaudit_http_responses_total'), 40)
  t.equal(sumOf(text, 'drawaudit_http_duration_seconds_count'), 40)
  t.match(text, /^drawaudit_http_responses_total\{route="audit",status="200"\} 40$/m)
  t.match(text, /^drawaudit_workers 2$/m)
  t.equal([...text.matchAll(/^drawaudit_build_info/gm)].length, 1)
  t.match(text, /^drawaudit_build_info\{.*\} 1$/m)
  process.kill(workersOf(server.pid)[0] ?? 0, 'SIGKILL')
  await until(() => server.logs.some(({ msg }) => msg === 'a worker listens'))
  t.equal(await responses(server), 40, 'what was counted stays')
  await get(server, view('audit'))
  t.equal(await responses(server), 41)
  t.match(await readMetrics(server), /^drawaudit_workers 2$/m)
})

/** Clients that each keep a connection and ask again and again. */
function load(test: Pick<typeof t, 'teardown'>, server: Serving, clients: number) {
  let isEnding = false
  test.teardown(() => (isEnding = true))
  const found = { answered: 0, wrong: [] as number[], failures: [] as string[][] }
  const loops = Array.from({ length: clients }, async (_, client) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const failures: string[] = []
    found.failures[client] = failures
    while (!isEnding) {
      try {
        const { status } = await send(server, view('audit'), {
          headers: { Accept: 'application/json' },
          agent,
        })
        if (status === 200) found.answered += 1
        else found.wrong.push(status)
      } catch (error) {
        const { code = String(error) } = error as NodeJS.ErrnoException
        failures.push(code)
        // Nobody listens any more.
        if (code === 'ECONNREFUSED') break
      }
      await sleep(2)
    }
    agent.destroy()
  })
  return {
    found,
    end: async () => {
      isEnding = true
      await Promise.all(loops)
      return found
    },
  }
}

await t.test(
  'a worker that is killed under load takes its own connections alone along',
  needsProc,
  async t => {
    const file = await makeStore(t)
    const server = await serve(t, ['--store', file, '--workers', '3', '--rate-limit', '1000000'])
    const before = workersOf(server.pid)
    t.equal(before.length, 3)
    const clients = 12
    const { found, end } = load(t, server, clients)
    await until(() => found.answered > 200)
    const owned = before.map(pid => countConnections(pid, server.port))
    t.equal(
      owned.reduce((sum, count) => sum + count, 0),
      clients,
    )
    const most = owned.indexOf(Math.max(...owned))
    const killed = before[most] ?? 0
    process.kill(killed, 'SIGKILL')
    await until(() => server.logs.some(({ msg }) => msg === 'a worker listens'))
    const after = found.answered
    await until(() => found.answered > after + 200)
    const { failures, wrong } = await end()
    t.strictSame(wrong, [])
    const hit = failures.filter(one => one.length > 0)
    // Who had no request under way just connects again.
    t.ok(
      hit.length <= (owned[most] ?? 0),
      `${hit.length} of ${clients}, of whom ${owned.join(', ')} were here`,
    )
    t.ok(
      hit.every(one => one.length === 1),
      'each once: another worker has its next connection',
    )
    t.match(
      server.logs.find(({ msg }) => String(msg).startsWith('a worker has ended')),
      { level: 'error', pid: killed, signal: 'SIGKILL' },
    )
    const now = workersOf(server.pid)
    t.equal(now.length, 3)
    t.notOk(now.includes(killed))
  },
)

await t.test('asked to end under load it answers what was asked, with all workers', needsProc, async t => {
  const file = await makeStore(t)
  const server = await serve(t, ['--store', file, '--workers', '2', '--rate-limit', '1000000'])
  const workers = workersOf(server.pid)
  const { found, end } = load(t, server, 8)
  await until(() => found.answered > 200)
  process.kill(server.pid, 'SIGTERM')
  t.strictSame(await server.ended, [0, null])
  const { failures, wrong } = await end()
  t.strictSame(wrong, [])
  // Who comes after the end is refused or, with the last, cut: nobody who was heard was left without an answer.
  const expected = ['ECONNREFUSED', 'ECONNRESET']
  t.strictSame(
    failures.flat().filter(code => !expected.includes(code)),
    [],
  )
  t.equal(server.logs.filter(({ msg }) => msg === 'request').length, found.answered)
  t.match(
    server.logs.filter(({ msg }) => msg !== 'request'),
    [{ msg: 'listening' }, { msg: 'draining', reason: 'SIGTERM' }, { msg: 'ended' }],
  )
  for (const pid of workers) t.notOk(existsSync(`/proc/${pid}`), 'none stays')
})

await t.test(
  'a worker that is asked to end alone does so, and another takes its place',
  needsProc,
  async t => {
    const file = await makeStore(t)
    const server = await serve(t, ['--store', file, '--workers', '2', '--rate-limit', '1000000'])
    const { found, end } = load(t, server, 6)
    await until(() => found.answered > 50)
    const [first = 0] = workersOf(server.pid)
    process.kill(first, 'SIGTERM')
    await until(() => server.logs.some(({ msg }) => msg === 'a worker listens'))
    const { failures, wrong } = await end()
    t.strictSame([wrong, failures.flat()], [[], []])
    t.notOk(workersOf(server.pid).includes(first))
  },
)

await t.test('all workers at once may die: others take their place', needsProc, async t => {
  const file = await makeStore(t)
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  const server = await serve(t, ['--store', file, '--workers', '2'], {
    env: { DRAWAUDIT_PORT: String(port) },
  })
  for (const pid of workersOf(server.pid)) process.kill(pid, 'SIGKILL')
  await until(() => server.logs.filter(({ msg }) => msg === 'a worker listens').length === 2)
  t.match(await get(server, view('audit')), { status: 200, headers: { 'x-ratelimit-remaining': '59' } })
})

await t.test('workers end with the process that started them', needsProc, async t => {
  const file = await makeStore(t)
  const server = await serve(t, ['--store', file, '--workers', '2'])
  const workers = workersOf(server.pid)
  process.kill(server.pid, 'SIGKILL')
  await until(() => workers.every(pid => !existsSync(`/proc/${pid}`)))
  t.pass()
})

await t.test('SIGHUP reaches all workers, or none where a setting is wrong', async t => {
  const file = await makeStore(t)
  const config = join(file, '../serve.json')
  const write = (value: object): void => {
    writeFileSync(config, JSON.stringify({ 'metrics-port': 0, ...value }))
  }
  write({ 'rate-limit': 50, workers: 2 })
  const server = await serve(t, ['--store', file, '--config', config])
  const hangUp = async (): Promise<Record<string, unknown> | undefined> => {
    const before = server.logs.length
    process.kill(server.pid, 'SIGHUP')
    const found = () => server.logs.slice(before).find(({ msg }) => String(msg).includes('reloaded'))
    await until(() => found() !== undefined)
    // The workers have heard of it when they have answered what came after it.
    await readMetrics(server)
    return found()
  }
  const limits = async (): Promise<unknown> => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => get(server, view('audit'))))
    return [...new Set(answers.map(({ headers }) => headers['x-ratelimit-limit']))]
  }
  t.strictSame(await limits(), ['50'])
  write({ 'rate-limit': 7, workers: 3 })
  t.match(await hangUp(), { msg: 'reloaded', changed: ['rate-limit'], restart: ['workers'] })
  t.strictSame(await limits(), ['7'])
  t.equal((await get(server, view('audit'))).status, 429, 'what was counted stays counted')
  write({ 'rate-limit': 8, workers: 2, 'trusted-proxy': 'nowhere' })
  t.match(await hangUp(), { level: 'error', code: 'setting-invalid' })
  t.strictSame(await limits(), ['7'])
})

await t.test('where they cannot listen, that is said as of one process', async t => {
  const file = await makeStore(t)
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.teardown(() => taken.close())
  const { port } = taken.address() as AddressInfo
  const { code, stderr } = await run(['serve', '--store', file, '--port', String(port), '--workers', '2'])
  t.equal(code, 2)
  t.match(stderr, /another program listens there/)
})

await t.test('auto takes one for each processor that there is', async t => {
  const file = await makeStore(t)
  const server = await serve(t, ['--store', file, '--workers', 'auto', '--host', '127.0.0.1'])
  t.equal((await get(server, view('audit'))).status, 200)
  const workers = sumOf(await readMetrics(server), 'drawaudit_workers')
  t.ok(workers >= 1 || !server.logs.some(one => 'workers' in one))
})
