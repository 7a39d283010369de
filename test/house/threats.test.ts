// What docs/THREATS.md says and no other test shows.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { encodeHex } from '../../src/core/encoding.js'
import { encodeLeaf, parseEntry } from '../../src/model/entry.js'
import { readScenario } from '../protocol/scenario-files.js'
import { judge } from '../protocol/judge.js'
import { send, start, view } from '../server/start.js'
import { never, setUp } from '../webhook/stage.js'

await t.test('O3: at each level the report says whose word is left', t => {
  const words: Readonly<Record<string, readonly [level: number, says: RegExp]>> = {
    cancelled: [2, /^nobody: the raffle was cancelled, and the operator decided on that/],
    'no-beacon': [
      3,
      /^the operator: no public randomness was used, so it could try lists until a friend won/,
    ],
    unobserved: [3, /^the operator, unless it had committed and sealed before .* only its own dates say so/],
    observed: [
      4,
      /^nobody, if the beacon’s network and the observers are honest, and the operator showed nobody else another commitment; of the operator, .* refuse/,
    ],
    logged: [
      5,
      /^nobody, if the beacon’s network and the witnesses of the log are honest; .* entries of its own/,
    ],
  }
  for (const [name, [level, says]] of Object.entries(words)) {
    const { description, evidence } = readScenario(`unharmed/${name}`)
    const subject = judge(evidence)
    t.equal(subject.level, level, description)
    t.match(subject.who_could_choose, says, name)
  }
  t.end()
})

await t.test('O13: no two entries have the same leaf', t => {
  const parts = fc.constantFrom(
    'a',
    '1',
    'paid',
    'free',
    'é',
    'e\u0301',
    ' ',
    ',',
    '"',
    '\\n',
    '\\',
    '\u200b',
    '\u{1f3ab}',
  )
  const entries = fc.record({
    id: fc.array(parts, { minLength: 1, maxLength: 6 }).map(list => list.join('')),
    kind: fc.constantFrom('paid' as const, 'free' as const),
  })
  const leaf = (entry: Parameters<typeof encodeLeaf>[0]): string => encodeHex(encodeLeaf(entry))
  fc.assert(
    fc.property(
      entries,
      entries,
      (one, other) => (leaf(one) === leaf(other)) === (one.id === other.id && one.kind === other.kind),
    ),
    { numRuns: 5000 },
  )
  // What would make two of them one is no id.
  t.equal(leaf({ id: 'a\nfree', kind: 'paid' }), leaf({ id: 'a', kind: 'free\npaid' as 'paid' }))
  t.match(parseEntry(['a\nfree', 'paid']), { problem: /.+/ })
  t.end()
})

await t.test('C11: nothing that a client sends changes the store', async t => {
  const server = await start(t)
  const files = (): readonly string[] =>
    readdirSync(dirname(server.file))
      // What readers share, of the same length and never written to the store.
      .filter(name => !name.endsWith('-shm'))
      .map(name => join(dirname(server.file), name))
      .map(path => `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`)
  const before = files()
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPPATCH', 'MKCOL', 'GET', 'HEAD', 'OPTIONS']) {
    for (const path of [view('audit'), view('entries/stats'), '/', '/readyz']) {
      const { status } = await send(server, path, { method, headers: { Accept: '*/*' } })
      t.ok(['GET', 'HEAD', 'OPTIONS'].includes(method) ? status < 300 : status === 405, `${method} ${path}`)
    }
  }
  t.strictSame(files(), before)
})

await t.test('W8: nothing that a subscriber answers is kept or logged but its status', async t => {
  const forged = 'forged\r\n{"level":50,"msg":"delivered"}\u001b[2J'
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(503, { 'X-Forged': 'forged', Server: 'forged' }).end(forged.repeat(500))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const stage = await setUp(t)
  const { id } = await stage.subscribe(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`)
  await stage.queue(1, [id])
  const deliverer = stage.deliverer()
  await deliverer.runOnce(never)
  t.match(deliverer.attempted, [{ outcome: 'again', attempt: { status: 503 } }])
  t.notMatch(JSON.stringify(deliverer.attempted), 'forged')
  const folder = dirname(stage.file)
  const stored = readdirSync(folder).map(name => readFileSync(join(folder, name)).toString('latin1'))
  t.ok(stored.length > 0)
  t.notMatch(stored.join('\n'), 'forged')
})
