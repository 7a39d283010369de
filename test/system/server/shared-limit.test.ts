import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import t, { type Test } from 'tap'
import { random } from '../../../src/cli/shared/random.js'
import { parseClientAddress, type ClientAddress } from '../../../src/server/client-address.js'
import { RateLimiter, type Limiter } from '../../../src/server/rate-limit.js'
import { openSharedCounts, type SharedCounts } from '../../../src/server/shared-counts.js'
import { SharedLimiter } from '../../../src/server/shared-limiter.js'
import { command, findRedis, needsOwnRedis, needsRedis, startRedis } from '../../redis.js'
import { get, readError, send, sendRaw, sendText, start, view, type Started } from '../../server/start.js'
import { isLong } from '../../long.js'

type Scope = Pick<typeof t, 'testdir' | 'teardown'>

/** An address that no other test has, also where Redis is one that others use. */
function createAddress(): string {
  const [a = 0, b = 0, c = 0] = random(3)
  return `10.${a}.${b}.${c}`
}

const address = (text: string): ClientAddress => parseClientAddress(text) ?? { high: 0, low: 0 }

interface Opened {
  readonly counts: SharedCounts
  readonly logs: Record<string, unknown>[]
}

/** Counts that end with the test. */
async function open(test: Pick<typeof t, 'teardown'>, url: string, window?: number): Promise<Opened> {
  const logs: Record<string, unknown>[] = []
  const log = pino(
    { base: null },
    { write: line => void logs.push(JSON.parse(line) as Record<string, unknown>) },
  )
  const counts = await openSharedCounts({ url, log, ...(window !== undefined && { window }) })
  counts.connect()
  test.teardown(() => counts.close())
  return { counts, logs }
}

async function until(isTrue: () => boolean, patience = 10_000): Promise<void> {
  const end = performance.now() + patience
  while (!isTrue()) {
    if (performance.now() > end) throw new Error(`not so after ${patience} ms: ${String(isTrue)}`)
    await setTimeout(5)
  }
}

const becomeShared = (...opened: readonly Opened[]): Promise<void> =>
  until(() => opened.every(({ counts }) => counts.isShared))

/** A server that believes `X-Forwarded-For`, so that each part of a test can be an address of its own. */
async function serve(test: Scope, url: string, rateLimit = 60): Promise<Started & Opened> {
  const opened = await open(test, url)
  const server = await start(test, {
    rateLimit,
    trustedProxies: ['127.0.0.0/8'],
    sharedCounts: opened.counts,
  })
  return { ...server, ...opened }
}

/** Three servers, each of which knows that there are three. */
async function serveThree(t: Test, url: string): Promise<(Started & Opened)[]> {
  const servers: (Started & Opened)[] = []
  const folder = t.testdir({ one: {}, two: {}, three: {} })
  for (const name of ['one', 'two', 'three']) {
    servers.push(await serve({ testdir: () => `${folder}/${name}`, teardown: t.teardown.bind(t) }, url))
  }
  await becomeShared(...servers)
  await until(() => servers.every(({ counts }) => counts.share(60) <= 30))
  return servers
}

const ask = (server: Started, client: string, agent?: Agent) =>
  send(server, view('audit'), {
    headers: { Accept: 'application/json', 'X-Forwarded-For': client },
    ...(agent && { agent }),
  })

interface Load {
  admitted: number
  refused: number
  /** Other statuses, and connections that failed. */
  readonly wrong: unknown[]
  /** Milliseconds of the slowest response. */
  slowest: number
  /** Milliseconds for which this process stood still, at most. */
  stalled: number
  readonly end: () => Promise<void>
}

/** Asks all servers in turn, without an end, until it is told to. */
function load(servers: readonly Started[], client: string, workers = 9): Load {
  let isEnding = false
  const agent = new Agent({ keepAlive: true })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const loops = Array.from({ length: workers }, async (_, number) => {
    for (let turn = number; !isEnding; turn++) {
      const server = servers[turn % servers.length]
      const startedAt = performance.now()
      try {
        const { status } = await ask(server!, client, agent)
        if (status === 200) found.admitted += 1
        else if (status === 429) found.refused += 1
        else found.wrong.push(status)
      } catch (error) {
        found.wrong.push(error)
      }
      found.slowest = Math.max(found.slowest, performance.now() - startedAt)
      await setTimeout(5)
    }
  })
  const found: Load = {
    admitted: 0,
    refused: 0,
    wrong: [],
    slowest: 0,
    stalled: 0,
    end: async () => {
      isEnding = true
      await Promise.all(loops)
      agent.destroy()
      delay.disable()
      found.stalled = delay.max / 1e6
    },
  }
  return found
}

const readMetric = async ({ metrics }: Started, name: string): Promise<number | undefined> => {
  const value = await metrics.registry.getSingleMetric(name)?.get()
  return value?.values[0]?.value
}

/** What was said of the rate limit. */
const said = ({ logs }: Opened): unknown[] => logs.map(({ msg }) => msg)
const isShared = 'the rate limit is shared'
const isLocal = 'the rate limit is not shared: each instance counts its own requests'

/** Each change is said, once. On a busy machine the first connection may fail, and is then said too. */
function checkSaid(t: Test, opened: Opened, least: number): void {
  const lines = said(opened)
  t.ok(lines.length >= least, `${lines.length} changes`)
  t.strictSame(
    lines,
    lines.map((_, index) => ((lines[0] === isShared) === (index % 2 === 0) ? isShared : isLocal)),
  )
}

await t.test('Redis and memory give the same answers', needsRedis, async t => {
  const window = 1000
  const opened = await open(t, await findRedis(t), window)
  await becomeShared(opened)
  const limiters: Record<'memory' | 'redis', Limiter> = {
    memory: new RateLimiter(5, window),
    redis: new SharedLimiter(random(8).join(''), 5, opened.counts),
  }
  const createClients = (): ClientAddress[] => Array.from({ length: 4 }, () => address(createAddress()))
  let clients = createClients()
  /** When the window of a client ends, as memory has it. */
  const ends = new Map<ClientAddress, number>()
  let compared = 0
  const begunAt = performance.now()
  const isEnough = (): boolean => compared > 50 && performance.now() > begunAt + 6000
  while (!isEnough() && performance.now() < begunAt + 60_000) {
    const [chance = 0, who = 0, pause = 0] = random(3)
    const client = clients[who % clients.length]!
    let now = performance.now()
    // Two clocks do not end a window at the same moment: nothing is asked around it.
    const sinceEnd = now - (ends.get(client) ?? -Infinity)
    if (Math.abs(sinceEnd) < 100) {
      await setTimeout(100 - sinceEnd)
      now = performance.now()
    }
    const method = chance % 3 === 0 ? 'peek' : 'consume'
    const [memory, redis] = await Promise.all([
      limiters.memory[method](client, now),
      limiters.redis[method](client, now),
    ])
    // Nor is anything compared when this machine stood still meanwhile, for which Redis may have been given up:
    // they begin anew with others, once all that is counted is shared again.
    if (performance.now() - now > 50 || !opened.counts.isShared) {
      await becomeShared(opened)
      await until(() => opened.counts.isSettled(performance.now()))
      clients = createClients()
      continue
    }
    ends.set(client, now + memory.resetsIn)
    t.equal(redis.remaining, memory.remaining, method)
    const difference = Math.abs(redis.resetsIn - memory.resetsIn)
    t.ok(difference < 100, `${method}: ${difference} ms apart`)
    compared += 1
    if (pause % 4 === 0) await setTimeout(pause / 4)
  }
  t.ok(compared > 50, String(compared))
})

await t.test('three servers share one limit', needsRedis, async t => {
  const url = await findRedis(t)
  const servers = await serveThree(t, url)
  const [one, two, three] = servers as [Started & Opened, Started & Opened, Started & Opened]

  await t.test('exactly, whoever asks where and when', async t => {
    const client = createAddress()
    const answers = await Promise.all(
      Array.from({ length: 150 }, (_, index) => ask(servers[index % 3]!, client)),
    )
    t.equal(answers.filter(({ status }) => status === 200).length, 60)
    t.equal(answers.filter(({ status }) => status === 429).length, 90)
    const left = answers.map(({ headers }) => Number(headers['x-ratelimit-remaining']))
    t.strictSame(
      left.filter(number => number > 0).toSorted((a, b) => b - a),
      Array.from({ length: 59 }, (_, index) => 59 - index),
      'each number of requests that are left is told once',
    )
    const refused = await ask(one, client)
    t.equal(refused.headers['x-ratelimit-limit'], '60')
    t.match(readError(refused), { code: 'RATE_LIMITED' })
    const seconds = Number(refused.headers['retry-after'])
    t.ok(seconds > 50 && seconds <= 60, String(seconds))
  })

  await t.test('a preflight looks and does not count', async t => {
    const client = createAddress()
    const look = async (server: Started): Promise<string | undefined> => {
      const options = { method: 'OPTIONS', headers: { 'X-Forwarded-For': client } }
      return (await send(server, view('audit'), options)).headers['x-ratelimit-remaining']
    }
    for (const server of servers) t.equal(await look(server), '60')
    t.equal((await ask(one, client)).headers['x-ratelimit-remaining'], '59')
    for (const server of servers) t.equal(await look(server), '59')
    t.equal((await ask(two, client)).headers['x-ratelimit-remaining'], '58')
  })

  await t.test('a /64 is one client', async t => {
    const [a = 0, b = 0] = new Uint16Array(random(4).slice().buffer)
    const network = `2001:db8:${a.toString(16)}:${b.toString(16)}`
    const left = async (server: Started, client: string): Promise<string | undefined> =>
      (await ask(server, client)).headers['x-ratelimit-remaining']
    t.equal(await left(one, `${network}::1`), '59')
    t.equal(await left(two, `${network}:ffff::2`), '58')
    t.equal(await left(three, `[${network}::3]:443`), '57')
    t.ok(Number(await command(url, ['PTTL', `drawaudit:rate:requests:${network}::/64`])) > 50_000)
  })

  await t.test('the log and what cannot be read count too, each by its limit', async t => {
    const client = createAddress()
    const headers = { 'X-Forwarded-For': client }
    const tile = await send(one, '/api/v1/log/checkpoint', { headers })
    t.equal(tile.headers['x-ratelimit-remaining'], '5999')
    t.equal((await send(two, '/api/v1/log/checkpoint', { headers })).headers['x-ratelimit-remaining'], '5998')
    t.ok(Number(await command(url, ['PTTL', `drawaudit:rate:pieces:${client}`])) > 50_000)

    const before = Number((await sendText(one, 'garbage\r\n\r\n')).headers['x-ratelimit-remaining'])
    const after = await sendText(two, 'garbage\r\n\r\n')
    t.equal(after.status, 400)
    t.equal(after.headers['x-ratelimit-remaining'], String(before - 1), 'by the address of the connection')
    const twice = await sendRaw(three, `garbage\r\n\r\n`.repeat(50))
    t.equal(twice.text.split('HTTP/1.1 400 ').length, 2, 'and is answered once')
  })

  await t.test('no key is without an end', async t => {
    const keys = (await command(url, ['KEYS', 'drawaudit:rate:*'])) as string[]
    t.ok(keys.length > 5)
    for (const key of keys) {
      const left = Number(await command(url, ['PTTL', key]))
      t.ok(left > 0 && left <= 60_000, `${key} ${left}`)
    }
    const client = createAddress()
    await command(url, ['SET', `drawaudit:rate:requests:${client}`, '7'])
    t.equal((await ask(one, client)).headers['x-ratelimit-remaining'], '52')
    t.ok(Number(await command(url, ['PTTL', `drawaudit:rate:requests:${client}`])) > 50_000, 'gets one')
  })

  await t.test('health asks nobody, and the metrics say how it is', async t => {
    t.equal((await send(one, '/readyz')).status, 200)
    t.equal(await readMetric(one, 'drawaudit_rate_limit_shared'), 1)
    t.equal(await readMetric(one, 'drawaudit_rate_limit_local_total'), 0)
    t.strictSame(said(one), [isShared])
    const alone = await start(t)
    t.equal(await readMetric(alone, 'drawaudit_rate_limit_shared'), undefined)
    t.equal(await readMetric(alone, 'drawaudit_rate_limit_local_total'), undefined)
  })

  await t.test('whoever goes away half-way leaves nothing behind', async t => {
    const text = `GET ${view('audit')} HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\n\r\n`
    for (let turn = 0; turn < 50; turn++) {
      const socket = connect(one.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(turn % 2 === 0 ? text : 'garbage\r\n\r\n')
      await once(socket, 'connect')
      await setTimeout(turn % 5)
      socket.resetAndDestroy()
    }
    t.equal((await ask(one, createAddress())).status, 200)
  })
})

if (isLong)
  await t.test('Redis goes and comes back', needsOwnRedis, async t => {
    const redis = await startRedis(t)
    const servers = await serveThree(t, redis.url)
    const [one, two, three] = servers as [Started & Opened, Started & Opened, Started & Opened]

    const check = (t: Test, found: Load, most: number): void => {
      t.strictSame(found.wrong, [], 'nobody gets an error')
      t.ok(found.slowest < 300 + found.stalled, `${found.slowest} ms, ${found.stalled} of it ours`)
      t.ok(found.admitted <= most, `${found.admitted} admitted`)
      t.comment(`${found.admitted} of 60 admitted, slowest ${Math.round(found.slowest)} ms`)
    }
    const allLocal = (): Promise<void> => until(() => servers.every(({ counts }) => !counts.isShared))

    await t.test('killed in the middle of a window, and started again', async t => {
      const found = load(servers, createAddress())
      await until(() => found.admitted > 15)
      await redis.signal('SIGKILL')
      await allLocal()
      await until(() => found.refused > 500)
      const before = found.admitted
      t.ok(before >= 30, 'somebody is still served')
      t.equal((await send(one, '/readyz')).status, 200)
      t.equal(await readMetric(one, 'drawaudit_rate_limit_shared'), 0)
      t.ok(((await readMetric(one, 'drawaudit_rate_limit_local_total')) ?? 0) > 50)
      await redis.restart()
      await becomeShared(...servers)
      t.equal(await readMetric(one, 'drawaudit_rate_limit_shared'), 1)
      const { refused } = found
      await until(() => found.refused > refused + 300)
      await found.end()
      check(t, found, 120)
      for (const server of servers) checkSaid(t, server, 3)
    })

    await t.test('it hangs', async t => {
      const found = load(servers, createAddress())
      await until(() => found.admitted > 15)
      await redis.signal('SIGSTOP')
      await allLocal()
      for (const { logs } of servers) t.equal(logs.at(-1)?.['reason'], 'no answer in 100 ms')
      await until(() => found.refused > 500)
      // A connection is taken by the system, and never answered.
      await setTimeout(2500)
      await redis.signal('SIGCONT')
      await becomeShared(...servers)
      await setTimeout(300)
      await found.end()
      check(t, found, 120)
    })

    await t.test('it hangs, and nobody asks', async () => {
      await redis.signal('SIGSTOP')
      await allLocal()
      await redis.signal('SIGCONT')
      await becomeShared(...servers)
    })

    await t.test('it forgets everything', async t => {
      const found = load(servers, createAddress())
      await until(() => found.admitted > 15)
      await redis.command('FLUSHALL')
      await until(() => found.refused > 500)
      await found.end()
      check(t, found, 120)
      await redis.command('SCRIPT', 'FLUSH')
      t.equal((await ask(two, createAddress())).status, 200)
      t.ok(servers.every(({ counts }) => counts.isShared))
    })

    await t.test('it takes no writes', async t => {
      for (const [begin, end, reason] of [
        [['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0'], /^OOM/],
        [['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE'], /^READONLY/],
      ] as const) {
        const found = load(servers, createAddress())
        await until(() => found.admitted > 15)
        await redis.command(...begin)
        await allLocal()
        t.match(three.logs.at(-1)?.['reason'], reason)
        await until(() => found.refused > 500)
        await redis.command(...end)
        await becomeShared(...servers)
        await found.end()
        check(t, found, 120)
      }
    })
  })

if (isLong)
  await t.test(
    'used up by way of one instance, and Redis is gone: the others admit the limit once more',
    needsOwnRedis,
    async t => {
      const redis = await startRedis(t)
      const servers = await serveThree(t, redis.url)
      const client = createAddress()
      const admit = async (server: Started): Promise<number> => {
        const answers = await Promise.all(Array.from({ length: 70 }, () => ask(server, client)))
        return answers.filter(({ status }) => status === 200).length
      }
      const [one, two, three] = servers as [Started & Opened, Started & Opened, Started & Opened]
      t.equal(await admit(one), 60)
      await redis.signal('SIGKILL')
      await until(() => servers.every(({ counts }) => !counts.isShared))
      t.equal(await admit(one), 0, 'it counted with Redis')
      t.equal(await admit(two), 30)
      t.equal(await admit(three), 30)
      await redis.restart()
      await becomeShared(...servers)
      let admitted = 0
      for (const server of servers) admitted += await admit(server)
      t.equal(admitted, 0, 'and counts on when Redis is back and has forgotten')
      const sticky = createAddress()
      for (let turn = 0; turn < 30; turn++) t.equal((await ask(one, sticky)).status, 200)
      t.equal((await ask(one, sticky)).status, 429, 'for a window each keeps to its share')
      t.equal((await ask(two, sticky)).headers['x-ratelimit-remaining'], '28', 'of what all count')
    },
  )

/** Stands between a client and Redis, and does to what passes what it is told. */
async function startProxy(test: Scope, port: number) {
  const sockets = new Set<Socket>()
  const state = { mode: 'pass' as 'pass' | 'swallow' | 'refuse' }
  const proxy = createServer(near => {
    if (state.mode === 'refuse') {
      near.destroy()
      return
    }
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('data', chunk => {
        if (state.mode === 'pass') to.write(chunk)
      })
      from.on('close', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
    sockets.clear()
  }
  test.teardown(() => {
    cut()
    proxy.close()
  })
  return { url: `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`, state, cut }
}

if (isLong)
  await t.test('the network between drops', needsOwnRedis, async t => {
    const redis = await startRedis(t)
    const proxy = await startProxy(t, redis.port)
    const server = await serve(t, proxy.url)
    await becomeShared(server)
    for (const mode of ['swallow', 'refuse', 'pass'] as const) {
      await t.test(mode === 'pass' ? 'cut once' : mode, async t => {
        const found = load([server], createAddress())
        await until(() => found.admitted > 15)
        proxy.state.mode = mode
        if (mode !== 'swallow') proxy.cut()
        await until(() => !server.counts.isShared)
        await setTimeout(1500)
        proxy.state.mode = 'pass'
        await becomeShared(server)
        await found.end()
        t.strictSame(found.wrong, [])
        t.ok(found.slowest < 300 + found.stalled, `${found.slowest} ms, ${found.stalled} of it ours`)
        t.ok(found.admitted <= 120, String(found.admitted))
      })
    }
    checkSaid(t, server, 7)
  })

/** A server that answers every command with this text. */
async function startFake(test: Scope, reply: string): Promise<string> {
  const sockets = new Set<Socket>()
  const fake = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', () => socket.write(reply))
  }).listen(0, '127.0.0.1')
  await once(fake, 'listening')
  test.teardown(() => {
    for (const socket of sockets) socket.destroy()
    fake.close()
  })
  return `redis://127.0.0.1:${(fake.address() as AddressInfo).port}`
}

if (isLong)
  await t.test('whatever else it answers, nobody notices', async t => {
    const replies = [
      '-LOADING Redis is loading the dataset in memory\r\n',
      '-NOSCRIPT No matching script\r\n',
      '-MOVED 3999 127.0.0.1:6381\r\n',
      '-NOPERM this user has no permissions\r\n',
      '-BUSY Redis is busy running a script\r\n',
      '+OK\r\n',
      '*1\r\n$1\r\n3\r\n',
      'HTTP/1.1 400 Bad Request\r\n\r\n',
      '\0\0\0\0',
      '',
    ]
    const folder = t.testdir(Object.fromEntries(replies.map((_, index) => [index, {}])))
    const check = async (reply: string, index: number): Promise<void> => {
      const scope = { testdir: () => `${folder}/${index}`, teardown: t.teardown.bind(t) }
      const server = await serve(scope, await startFake(scope, reply))
      for (let left = 59; left > 40; left--) {
        const { status, headers } = await ask(server, '192.0.2.1')
        t.equal(status, 200, JSON.stringify(reply))
        t.equal(headers['x-ratelimit-remaining'], String(left), 'it has never known of another instance')
      }
      await until(() => server.logs.some(({ msg }) => msg === isLocal))
      await setTimeout(3500)
      t.strictSame(said(server), [isLocal], 'which is said once')
    }
    await Promise.all(replies.map(check))
  })

await t.test('nothing listens, and then it does', needsOwnRedis, async t => {
  const redis = await startRedis(t)
  await redis.signal('SIGKILL')
  const server = await serve(t, redis.url)
  await until(() => server.logs.length > 0)
  t.match(server.logs, [
    { level: 40, msg: isLocal, reason: /ECONNREFUSED/, server: `redis://127.0.0.1:${redis.port}` },
  ])
  t.equal((await ask(server, createAddress())).status, 200)
  t.equal((await send(server, '/readyz')).status, 200)
  await redis.restart()
  await becomeShared(server)
  t.strictSame(said(server), [isLocal, isShared])
})

if (isLong)
  await t.test('passwords', needsOwnRedis, async t => {
    const redis = await startRedis(t, ['--requirepass', 'open-sesame'])
    const right = await serve(t, redis.url.replace('redis:', 'valkey:'))
    await becomeShared(right)
    t.strictSame(
      right.logs.map(({ server }) => server),
      [`valkey://127.0.0.1:${redis.port}`],
    )
    const client = createAddress()
    t.equal((await ask(right, client)).headers['x-ratelimit-remaining'], '59')

    for (const [credentials, reason] of [
      [':wr0ng-secret@', /^WRONGPASS/],
      ['somebody:wr0ng-secret@', /^WRONGPASS/],
      ['', /^NOAUTH/],
    ] as const) {
      const wrong = await serve(
        { testdir: () => t.testdir(), teardown: t.teardown.bind(t) },
        `redis://${credentials}127.0.0.1:${redis.port}/3`,
      )
      await until(() => wrong.logs.length > 0)
      t.match(wrong.logs, [{ msg: isLocal, reason }])
      t.equal((await ask(wrong, client)).headers['x-ratelimit-remaining'], '59', 'it counts alone')
      t.notMatch(JSON.stringify(wrong.logs), /wr0ng-secret|open-sesame/)
    }
    t.notMatch(JSON.stringify(right.logs), 'open-sesame')
  })

await t.test('a user with the rights that docs/OPERATING.md names', needsOwnRedis, async t => {
  const redis = await startRedis(t)
  const text = readFileSync(new URL('../../../docs/OPERATING.md', import.meta.url), 'utf8')
  const [, rights = ''] = /`(\+eval [^`]*)`/.exec(text) ?? []
  await redis.command('ACL', 'SETUSER', 'limits', 'on', '>open-sesame', ...rights.split(' '))
  const opened = await open(t, redis.url.replace('//', '//limits:open-sesame@'))
  await becomeShared(opened)
  const limiter = new SharedLimiter('requests', 5, opened.counts)
  t.equal((await limiter.consume(address('192.0.2.1'), 0)).remaining, 4)
  t.equal((await limiter.peek(address('192.0.2.1'), 0)).remaining, 4)
  await opened.counts.close()
  t.equal(await redis.command('ZCARD', 'drawaudit:rate:instances'), 0)
  t.strictSame(said(opened), [isShared])
})

await t.test('who closes is not counted any more', needsRedis, async t => {
  const url = await findRedis(t)
  const [stays, goes] = [await open(t, url), await open(t, url)]
  await becomeShared(stays, goes)
  const before = Number(await command(url, ['ZCARD', 'drawaudit:rate:instances']))
  await goes.counts.close()
  t.equal(Number(await command(url, ['ZCARD', 'drawaudit:rate:instances'])), before - 1)
  t.equal(goes.counts.isShared, false)
  await goes.counts.close()
  const limiter = new SharedLimiter('requests', 5, goes.counts)
  t.match(limiter.consume(address('1.2.3.4'), 0), { resetsIn: 60_000 }, 'and counts alone')

  const early = await openSharedCounts({ url, log: pino({ level: 'silent' }) })
  early.connect()
  await early.close()
  await setTimeout(100)
  t.equal(early.isShared, false, 'also while it connects')
  await (await openSharedCounts({ url, log: pino({ level: 'silent' }) })).close()
})

if (isLong)
  await t.test('a share, by how many there are', needsOwnRedis, async t => {
    const redis = await startRedis(t)
    const opened = await open(t, redis.url)
    t.equal(opened.counts.share(60), 60, 'nobody is known')
    await becomeShared(opened)
    t.equal(opened.counts.share(60), 60, 'alone')
    const [now] = (await redis.command('TIME')) as [string]
    for (let other = 1; other < 12; other++)
      await redis.command('ZADD', 'drawaudit:rate:instances', now, `x${other}`)
    await redis.command('ZADD', 'drawaudit:rate:instances', String(Number(now) - 30), 'long-gone')
    await until(() => opened.counts.share(60) !== 60)
    t.equal(opened.counts.share(60), 5, 'twelve: 60 + 11 × 5 are less than twice 60')
    t.equal(opened.counts.share(100), 9)
    t.equal(opened.counts.share(3), 1, 'but never nothing')
  })

await t.test('a server that is none is no URL', async t => {
  await t.rejects(openSharedCounts({ url: 'http://a', log: pino({ level: 'silent' }) }), {
    code: 'setting-invalid',
  })
  t.equal((await get(await start(t), view('audit'))).status, 200)
})
