// Every command once, in one story, and every exit code as a shell sees it. What else they do is tested in test/system/cli.
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import t from 'tap'
import { loaders } from '../../src/cli/main.js'
import { formatTime } from '../../src/core/time.js'
import { inside } from './inside.js'
import {
  bin,
  notProvable,
  proven,
  record,
  refuted,
  root,
  run,
  start,
  withKeyFile,
  type Ended,
} from './run.js'

const folder = t.testdir()
const env = { DRAWAUDIT_STORE: 'raffles.db', XDG_CONFIG_HOME: folder }
const fixture = (path: string): string => join(root, 'fixtures', path)
const later = (seconds: number): string => formatTime(new Date(Date.now() + seconds * 1000))
const callInside = inside(t, folder, env)
const called = new Set<string>()

/** The command of a call: `raffle create` of `raffle create --name x`. */
const nameOf = ([first = '', second = '']: readonly string[]): string =>
  [
    'recipe',
    'beacon',
    'raffle',
    'key',
    'log',
    'witness',
    'webhook',
    'desk',
    'stats',
    'receipt',
    'trust',
    'store',
    'db',
  ].includes(first)
    ? `${first} ${second}`
    : first

/** Runs a command to its end, which has a code that is expected, and returns what it printed; with input as a shell does. */
async function call(args: readonly string[], code = 0, input?: string): Promise<Ended> {
  called.add(nameOf(args))
  const whole = withKeyFile(args, 'secrets.key')
  const ended = input === undefined ? await callInside(whole) : await run(whole, { cwd: folder, env, input })
  t.equal(ended.code, code, `${args.join(' ')}\n${ended.stderr}`)
  return ended
}

const json = async <T>(...args: readonly string[]): Promise<T> =>
  JSON.parse((await call([...args, '--format', 'json'])).stdout) as T

/** Starts a command that goes on until the end of the test, and returns what it prints of a kind. */
async function serve(
  test: { teardown(action: () => unknown): void },
  args: readonly string[],
  wanted: RegExp,
): Promise<string> {
  called.add(nameOf(args))
  const child = start(process.execPath, [bin, ...args], { cwd: folder, env })
  test.teardown(() => child.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on('line', line => {
        const [found] = wanted.exec(line) ?? []
        if (found !== undefined) resolve(found)
      })
    }
    child.once('exit', code => {
      reject(new Error(`${args.join(' ')} ended with ${String(code)}`))
    })
  })
}

const url = /http:\/\/127\.0\.0\.1:\d+/

await t.test('every exit code', async t => {
  const cases: readonly (readonly [readonly string[], number])[] = [
    [['verify', join(root, proven), '--require', 'reproducible'], 0],
    [['verify', join(root, refuted)], 1],
    [['verify', 'no-such-file.json'], 2],
    [['verify', join(root, notProvable)], 3],
    [['check', 'http://127.0.0.1:1/api/v1', '--raffle', record.raffle_id, '--allow-private'], 4],
  ]
  await Promise.all(cases.map(async ([args, code]) => call(args, code, '')))
  const broken = `import crypto from 'node:crypto'
    import { syncBuiltinESMExports } from 'node:module'
    crypto.hash = () => { throw new TypeError('boom') }
    syncBuiltinESMExports()`
  const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(broken)}`]
  const ended = await run(['verify', join(root, refuted)], { nodeOptions })
  t.equal(ended.code, 70, 'a bug is no verdict')
  t.equal(ended.stdout, '')
})

await t.test('what needs nothing but files', async t => {
  const bundle = fixture('bundles/every-entry-wins')
  const seen = await call(['explain', join(root, proven)])
  t.match(seen.stdout, /sha256/i)
  await call(['verify', join(bundle, 'bundle.json'), '--trust', join(bundle, 'trust.json')], 3)
  t.match((await call(['hash', '0'.repeat(64)])).stdout, /[0-9a-f]{64}/)
  t.match((await call(['recipe', 'list'])).stdout, /raffair/)
  const recipe = await call(['recipe', 'show', 'raffair'])
  writeFileSync(join(folder, 'recipe.json'), recipe.stdout)
  await call(['recipe', 'test', 'recipe.json', join(root, proven)])
  await call(['recipe', 'format', 'recipe.json', '--to', 'text', '-o', 'recipe.txt'])
  await call(['recipe', 'test', 'recipe.txt', join(root, proven)])
  await call(['recipe', 'find', 'no-such-file.json'], 2)
  await call(['recipe', 'new', '--from', join(root, proven), '-o', 'new.json'])
  await call([
    'trust',
    'init',
    '-o',
    'of-recipes.json',
    '--observer',
    'Ada',
    '--observer-key',
    'ada.key.json',
  ])
  const own = readFileSync(join(folder, 'recipe.json'), 'utf8').replace('"raffair"', '"mine"')
  writeFileSync(join(folder, 'mine.json'), own)
  await call(['recipe', 'sign', 'mine.json', '--key', 'ada.key.json', '-o', 'mine.signed.json'])
  t.match((await call(['recipe', 'add', 'mine.signed.json', '--yes'])).stdout, /^installed mine sha256:/)
  await call(['recipe', 'remove', 'mine'])
  t.match((await call(['help', 'levels'])).stdout, /reproducible/)
  t.match((await call(['completion', 'bash'])).stdout, /^complete /m)
  await call(['page', '-o', 'verify.html'])
  t.match(readFileSync(join(folder, 'verify.html'), 'utf8'), /<script/)
})

await t.test('a raffle, its log, its service, and who looks at them', async t => {
  await call(['store', 'migrate'])
  t.match((await call(['status'])).stdout, /store: raffles.db \(environment\)/)
  // Nobody can be asked.
  await call(['init'], 2)
  await call(['key', 'generate', '--operator', 'Example'])
  await call(['key', 'rotate'])
  await call(['key', 'passphrase', '--new-passphrase-file', 'new-passphrase'], 2)
  const keys = await json<{ key_id: string }[]>('key', 'list')
  const log = await json<{ vkey: string }>('log', 'create', '--origin', 'example.org/log')
  await call(['witness', 'init', 'witness', '--name', 'witness.example/w1'])
  const witness = (await call(['witness', 'show', 'witness'])).stdout
  await call(['witness', 'redate', 'witness', '--now', `${new Date().toISOString().slice(0, 19)}Z`])
  const [vkey = ''] = /witness\.example\/w1\+\S+/.exec(witness) ?? []
  await call([
    'log',
    'witness',
    await serve(t, ['witness', 'serve', 'witness', '--log', log.vkey, '--port', '0'], url),
    vkey,
  ])

  const raffle = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
  const prizes = ['--name', 'Raffle', '--prize', 'Mug', '--max', '5', '--closes', later(3600)]
  await call(['raffle', 'create', '--raffle', raffle, ...prizes])
  await call(['raffle', 'import', raffle, '-'], 0, 'id,kind\n10001,paid\n10002,free\n')
  t.match((await call(['raffle', 'list'])).stdout, /Raffle/)
  // There is no such list, and no such raffle.
  await call(['draw', 'no-such-list.txt'], 2)
  await call(['raffle', 'run', 'no-such-raffle.json'], 2)
  t.match((await call(['raffle', 'status', raffle])).stdout, /next/)
  // Not yet: the entries have not closed.
  // Without a key for receipts.
  await call(['receipt', 'issue', raffle, '--entry', '10001'], 2)
  await call(['receipt', 'withdraw', raffle, '--entry', 'nothing', '--reason', 'refund'], 2)
  t.match(
    (await call(['desk', 'token', 'add', 'shop', '--scope', 'entries'])).stdout,
    /^token: drawaudit_desk_/,
  )
  await call(['receipt', 'verify', 'no-such-file.json', '--trust', 'no-such-trust.json'], 2)
  await call(['raffle', 'remove', raffle, '--entry', '10002', '--reason', 'refund'])
  await call(['raffle', 'seal', raffle], 2)
  await call(['raffle', 'draw', raffle], 2)
  await call(['raffle', 'bundle', raffle, '-o', 'bundle.json'])
  await call(['raffle', 'replace', raffle, '--winner', '10001', '--reason', 'none'], 2)
  // No authority is named.
  await call(['raffle', 'timestamp', raffle], 2)
  await call(['raffle', 'cancel', raffle, '--reason', 'nobody came'])
  await call(['log', 'sequence'])
  t.match((await call(['log', 'status'])).stdout, /cosigned/)
  await call(['log', 'proof', raffle, '0', '-o', 'proof'])
  await call(['log', 'export', 'exported'])

  writeFileSync(join(folder, 'record.json'), JSON.stringify(record))
  t.match(await serve(t, ['desk', 'serve', '--port', '0', '--key-file', 'secrets.key'], url), url)
  await call(['publish', 'record.json'])
  await call(['stats', 'set', record.raffle_id, '--paid', '120', '--free', '22', '--max', '500'])
  t.match((await call(['raffles'])).stdout, new RegExp(record.raffle_id))
  const service = await serve(t, ['serve', '--port', '0', '--rate-limit', '100000'], url)
  const api = `${service}/api/v1`
  const local = '--allow-private'
  // It allows more requests than the specification has it.
  t.match((await call(['check', api, '--raffle', record.raffle_id, local], 1)).stdout, /LIM-03/)
  await call(['fetch', api, '--raffle', record.raffle_id, local, '-o', 'capture'])
  await call(['watch', api, '--raffle', record.raffle_id, local, '--lock', 'lock.json'])

  await call(['trust', 'init', '-o', 'trust.json', '--observer', 'Me', '--observer-key', 'me.key.json'])
  // Both: how long the first one goes on signing depends on when its second ends.
  for (const { key_id: id } of keys) {
    await call(['trust', 'add', 'trust.json', '--from', `${api}/keys`, local, '--fingerprint', id])
  }
  await call(['trust', 'add', 'trust.json', '--log', log.vkey])
  await call(['trust', 'show', 'trust.json'])
  await call(['trust', 'check', 'trust.json'])
  const observer = ['--trust', 'trust.json', '--observer-key', 'me.key.json', '-o', 'seen.json']
  await call(['observe', api, '--raffle', raffle, local, ...observer])
  await call(['monitor', `${api}/log`, '--state', 'log.state', '--trust', 'trust.json', local])

  await call(['key', 'revoke', (keys[0]?.key_id ?? '').slice(0, 8)])
  await call(['store', 'check'])
  await call(['store', 'backup', 'backup.db'])
  await call(['store', 'restore', 'backup.db', '--store', 'restored.db'])
  await call(['store', 'adopt', '--is-newest', '--store', 'restored.db'])
  await call(['db', 'copy', 'backup.db', 'postgres://nobody@127.0.0.1:1/none'], 2)
})

await t.test('a beacon of one’s own', async t => {
  const beacon = await serve(t, ['beacon', 'serve', '--port', '0', '--trust-out', 'beacon.json'], url)
  const { beacons } = JSON.parse(readFileSync(join(folder, 'beacon.json'), 'utf8')) as {
    beacons: readonly [{ chain_hash: string }]
  }
  const chain = ['--chain', beacons[0].chain_hash, '--trust', 'beacon.json']
  await call(['beacon', 'fetch', '1', ...chain, '--relay', beacon, '--allow-private', '-o', 'round.json'])
})

await t.test('webhooks', async t => {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(chunks).toString()) as { data: { challenge?: string } }
      response.end(JSON.stringify({ challenge: data.challenge }))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const local = ['--allow-http', '--allow-any-port', '--allow-network', '127.0.0.0/8']
  const added = await call([
    'webhook',
    'add',
    endpoint,
    '--api-url',
    'https://raffles.example/api/v1',
    ...local,
  ])
  const [, id = ''] = /^added (ep_\S+):/.exec(added.stdout) ?? []
  t.match((await call(['webhook', 'list'])).stdout, id)
  await call(['webhook', 'pause', id])
  await call(['webhook', 'resume', id])
  await call(['webhook', 'rotate', id])
  await call(['webhook', 'test', id])
  await call(['webhook', 'deliver', '--once'])
  await call(['webhook', 'deliveries'])
  await call(['webhook', 'redeliver', id, '--since', later(-3600)])
  await call(['webhook', 'verify', 'no-such-file.http'], 2)
  await serve(t, ['webhook', 'listen', '--port', '0'], url)
  await call(['webhook', 'remove', id])
})

await t.test('the self-test', async () => {
  // What it finds takes ten seconds: test/system/cli/selftest.
  await call(['selftest', '--engine', 'none'], 2)
})

await t.test('that were all commands', async t => {
  const groups = await Promise.all(
    Object.entries(loaders).map(async ([word, load]) =>
      (await load()).map(({ name }) =>
        name.split(' ')[0] === word ? word : `${word} ${name.split(' ')[0] ?? ''}`,
      ),
    ),
  )
  t.strictSame([...called].sort(), groups.flat().sort())
})
