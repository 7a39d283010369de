import t from 'tap'
import { generateRequests } from '../../src/conformance/generate.js'

const raffle = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

await t.test('the seed decides which requests are made', t => {
  const made = generateRequests(raffle, 7, 50)
  t.equal(made.length, 50)
  t.strictSame(generateRequests(raffle, 7, 50), made)
  t.strictSame(generateRequests(raffle, 7, 20), made.slice(0, 20), 'the first ones are the same')
  const seeds = [0, 1, -1, 8, 2 ** 31 - 1, -(2 ** 31)]
  const others = seeds.map(seed => JSON.stringify(generateRequests(raffle, seed, 50)))
  t.equal(new Set([...others, JSON.stringify(made)]).size, seeds.length + 1)
  t.end()
})

await t.test('every request is one that HTTP allows, and all kinds are made', t => {
  const requests = generateRequests(raffle, 1, 5000)
  for (const { method, path, headers } of requests) {
    t.equal(method, 'GET')
    if (!/^\/[!-~]*$/.test(path) || new URL(path, 'http://a.example').origin !== 'http://a.example') {
      // A path may begin with another slash only where it is encoded.
      t.fail(path)
    }
    const bad = headers.filter(
      ([name, value]) => !/^[\w-]+$/.test(name) || !/^[!-~]+(?: [!-~]+)*$/.test(value),
    )
    if (bad.length > 0) t.fail(JSON.stringify(bad))
  }
  const of = `/raffles/${raffle}`
  const made = (part: RegExp): number => requests.filter(({ path }) => part.test(path)).length
  const sent = (name: string): number =>
    requests.filter(({ headers }) =>
      headers.some(([field, value]) => field === name && value !== 'application/json'),
    ).length
  for (const [kind, count] of Object.entries({
    'no UUID': made(new RegExp(`^/raffles/(?!${raffle}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/)`)),
    'no number of entries': made(new RegExp(`^${of}/odds\\?entries=[^&]*$`)),
    'two numbers of entries': made(new RegExp(`^${of}/odds\\?entries=[^&]*&entries=`)),
    'odd queries': made(new RegExp(`^${of}/audit\\?`)),
    'odd paths': made(/^\/(?!raffles\/)/),
    'raffles that are not there': sent('X-Request-Id'),
    'odd media types': sent('Accept'),
    'odd validators': sent('If-None-Match'),
  })) {
    t.ok(count > 400, `${kind}: ${count}`)
  }
  t.ok(made(/%[C-F]/) > 1000, 'text beyond ASCII')
  t.equal(made(/^\/raffles\/\.{0,2}\//), 0, 'no client takes a part of the path away')
  t.end()
})

await t.test(
  'every number that is read in more than one way is sent for entries, and every odd name for a raffle',
  t => {
    const paths = generateRequests(raffle, 1, 10_000).map(({ path }) => path)
    const counts = new Set(
      paths.map(path => /odds\?entries=([^&]*)$/.exec(path)?.[1] ?? '').map(decodeURIComponent),
    )
    const numbers = [
      '1e3',
      '0x10',
      '+1',
      ' 1',
      '1 ',
      '01',
      '١',
      'NaN',
      'Infinity',
      '5e-324',
      'true',
      '[]',
      '1,2',
    ]
    t.strictSame(
      numbers.filter(number => !counts.has(number)),
      [],
    )
    const asked = new Set(
      paths.map(path => /^\/raffles\/([^/]*)\//.exec(path)?.[1] ?? '').map(decodeURIComponent),
    )
    const names = ['__proto__', 'constructor', 'null', '0', '%00', '%zz', "'--", '${7*7}', '../../etc/passwd']
    t.strictSame(
      names.filter(name => !asked.has(name)),
      [],
    )
    t.end()
  },
)
