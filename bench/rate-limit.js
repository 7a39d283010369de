// Our limiter beside rate-limiter-flexible's: time for one address and for a million, and memory. See README.md.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { describeMachine, formatCount, formatTable, installPeers, readVersion } from './lib.js'

const { values: options, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const count = options.quick ? 100_000 : 1_000_000

/**
 * How each is made, and the key it takes for an address. Which address counts (/64, trusted proxies) has to be found
 * out before either is asked, so the time for that is not measured.
 */
const limiters = {
  drawaudit: async () => {
    const { RateLimiter } = await import('../dist/server/rate-limit.js')
    const { parseClientAddress } = await import('../dist/server/client-address.js')
    const makeConsume = limit => {
      const limiter = new RateLimiter(limit)
      return key => limiter.consume(key, performance.now())
    }
    return { makeKey: parseClientAddress, makeConsume }
  },
  'rate-limiter-flexible': async () => {
    const { RateLimiterMemory } = await import('rate-limiter-flexible')
    const makeConsume = limit => {
      const limiter = new RateLimiterMemory({ points: limit, duration: 60 })
      return key => limiter.consume(key)
    }
    return { makeKey: address => address, makeConsume }
  },
}

const makeAddress = number => `20.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`

async function consumeAll(consume, keys) {
  for (const key of keys) {
    const allowance = consume(key)
    if (allowance instanceof Promise) await allowance
  }
}

/** Nanoseconds for a request, after a warm-up. */
async function measureTime({ makeKey, makeConsume }, limit, addresses) {
  const keys = addresses.map(makeKey)
  await consumeAll(makeConsume(limit), keys.slice(0, count / 10))
  const consume = makeConsume(limit)
  const start = performance.now()
  await consumeAll(consume, keys)
  return ((performance.now() - start) * 1e6) / count
}

const cases = {
  hot: limiter => measureTime(limiter, 1_000_000_000, Array(count).fill('192.0.2.1')),
  distinct: limiter =>
    measureTime(
      limiter,
      60,
      Array.from({ length: count }, (_, number) => makeAddress(number)),
    ),
  /** Bytes more than before the limiter was made. */
  memory: async ({ makeKey, makeConsume }) => {
    const addresses = function* () {
      for (let number = 0; number < count; number++) yield makeKey(makeAddress(number))
    }
    globalThis.gc()
    const before = process.memoryUsage.rss()
    const consume = makeConsume(60)
    await consumeAll(consume, addresses())
    globalThis.gc()
    const after = process.memoryUsage.rss()
    // Asked once more, so that it is still there when the memory is read.
    await consume(makeKey('192.0.2.1'))
    return after - before
  },
}

if (positionals.length > 0) {
  const [name, what] = positionals
  console.log(await cases[what](await limiters[name]()))
  process.exit()
}

/** Each case in a process of its own, so that none inherits the memory of another. */
function run(name, what) {
  const script = [
    '--expose-gc',
    fileURLToPath(import.meta.url),
    name,
    what,
    ...(options.quick ? ['--quick'] : []),
  ]
  const { status, stdout, stderr } = spawnSync(process.execPath, script, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return Number(stdout)
}

installPeers()
console.log(describeMachine())
console.log(`rate-limiter-flexible ${readVersion('rate-limiter-flexible')}, ${formatCount(count)} requests\n`)
const rows = Object.keys(limiters).map(name => {
  const nanoseconds = ['hot', 'distinct'].map(what => formatCount(run(name, what)))
  return [name, '', ...nanoseconds, (run(name, 'memory') / 2 ** 20).toFixed(1)]
})
console.log(
  formatTable([['limiter', '', 'ns, one address', 'ns, all distinct', 'MiB after distinct'], ...rows]),
)
