import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { derivePublicKey } from '../../../../src/core/dsse.js'
import { encodeHex } from '../../../../src/core/encoding.js'
import { createVerifierKey, formatVerifierKey } from '../../../../src/core/note.js'
import { formatTime } from '../../../../src/core/time.js'
import { bin, run, start, withKeyFile, type Ended } from '../../../cli/resident.js'

const witness = formatVerifierKey(
  createVerifierKey('w.example', 'cosignature/v1', derivePublicKey(new Uint8Array(32).fill(3))),
)

/** A folder with a store and a key, and the command line in it. */
async function setUp(t: { testdir: () => string }): Promise<{
  readonly call: (...args: readonly string[]) => Promise<Ended>
  readonly folder: string
}> {
  const folder = t.testdir()
  const call = (...args: readonly string[]): Promise<Ended> =>
    run(withKeyFile([...args, '--store', join(folder, 'raffles.db')], join(folder, 'secrets.key')))
  await call('key', 'generate', '--operator', 'Example Raffles')
  return { call, folder }
}

await t.test('a log is begun once, under a name that can be one', async t => {
  const { call } = await setUp(t)
  t.match(await call('log', 'status'), {
    code: 2,
    stderr: /the store has no log\nhint: begin it: drawaudit log create/,
  })
  t.match(await call('log', 'sequence'), { code: 2, stderr: /the store has no log/ })
  t.match(await call('log', 'witness', 'https://w.example', witness), { code: 2, stderr: /no log/ })
  t.match(await call('log', 'create', '--origin', 'two words'), { code: 2, stderr: /error: / })
  const created = await call('log', 'create', '--origin', 'raffles.example/log', '--format', 'json')
  t.match(JSON.parse(created.stdout), {
    origin: 'raffles.example/log',
    vkey: /^raffles\.example\/log\+[0-9a-f]{8}\+A/,
    size: 0,
    root: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  })
  t.match(await call('log', 'create', '--origin', 'other.example'), {
    code: 2,
    stderr: /the store has the log raffles\.example\/log/,
  })
  t.match(await call('log', 'status'), {
    code: 0,
    stdout:
      /^log raffles\.example\/log: 0 entries; the head of 0 entries was signed at .*\nvkey: .*\nno witness is asked/,
  })
})

await t.test('a log is begun with a key that was made elsewhere', async t => {
  const { call, folder } = await setUp(t)
  t.match(await call('log', 'create'), { code: 2, stderr: /expected --origin, the name of the log/ })
  const key = join(folder, 'log.key')
  writeFileSync(key, 'ssh-ed25519 AAAA', { mode: 0o600 })
  t.match(await call('log', 'create', '--key', key), {
    code: 2,
    stderr: /log\.key.*not the secret key of a log/s,
  })
  const secret = new Uint8Array(32).fill(5)
  writeFileSync(key, `${encodeHex(secret)}\n`, { mode: 0o600 })
  const hash = createHash('sha256').update(derivePublicKey(secret).bytes).digest('hex')
  const name = `sigsum.org/v1/tree/${hash}`
  const vkey = formatVerifierKey(createVerifierKey(name, 'ed25519', derivePublicKey(secret)))
  const created = await call('log', 'create', '--key', key, '--format', 'json')
  t.match(JSON.parse(created.stdout), { origin: name, vkey, size: 0 })
})

await t.test('witnesses are named and removed, and what is none is refused', async t => {
  const { call } = await setUp(t)
  const { stdout } = await call('log', 'create', '--origin', 'raffles.example/log', '--format', 'json')
  const { vkey } = JSON.parse(stdout) as { vkey: string }
  const add = (url: string, ...rest: readonly string[]): Promise<Ended> =>
    call('log', 'witness', url, ...rest)
  t.match(await add('https://w.example', vkey), { code: 2, stderr: /the key of a log, not of a witness/ })
  t.match(await add('https://w.example', 'nonsense'), { code: 2, stderr: /error: / })
  t.match(await add('ftp://w.example', witness), { code: 2, stderr: /error: / })
  t.match(await add('https://w.example'), {
    code: 2,
    stderr: /give either the key of the witness, or --remove/,
  })
  t.match(await add('https://w.example', witness, '--remove'), { code: 2 })
  t.match(await add('https://w.example', witness), { code: 0, stdout: /^1 witness will be asked/ })
  t.match(await call('log', 'status'), { stdout: /witness https:\/\/w\.example has cosigned nothing/ })
  t.match(await add('https://w.example', '--remove'), { code: 0, stdout: /^0 witnesses will be asked/ })
})

await t.test('all witnesses of a published list', async t => {
  const { call, folder } = await setUp(t)
  const created = await call('log', 'create', '--origin', 'raffles.example/log')
  t.match(
    created.stdout,
    /\n {2}origin raffles\.example\/log\n {2}vkey raffles\.example\/log\+.*\n {2}qpd .*\n/,
  )
  const vkeyOf = (name: string, byte: number): string => {
    const key = derivePublicKey(new Uint8Array(32).fill(byte))
    return formatVerifierKey(createVerifierKey(name, 'cosignature/v1', key))
  }
  const file = join(folder, 'list.txt')
  const write = (text: string): void => {
    writeFileSync(file, text)
  }
  const list = `# a network\nwitness a ${vkeyOf('a.example', 4)} https://a.example/w\nwitness b ${vkeyOf('b.example', 5)}\nwitness w ${witness} https://other.example\n`
  write(list)
  t.match(await call('log', 'witness', 'https://w.example', witness), { code: 0 })
  const add = (source: string, ...rest: readonly string[]): Promise<Ended> =>
    call('log', 'witness', '--network', source, ...rest)
  const stdout = /^2 witnesses will be asked/
  t.match(await add(file), { code: 0, stdout }, 'b has no URL, and w is asked already')
  t.match(await add(file), { code: 0, stdout }, 'once more changes nothing')
  t.match(await call('log', 'status'), { stdout: /https:\/\/a\.example\/w has cosigned nothing/ })
  t.match(await call('log', 'witness', 'https://w.example', '--network', file), { code: 2 })
  t.match(await add(file, '--remove'), { code: 2 })
  t.match(await call('log', 'witness'), { code: 2, stderr: /expected the URL of a witness, or --network/ })
  for (const [text, stderr] of [
    ['logs/v0\n\nvkey x\nqpd 1\ncontact me\n', /this is a list of logs, which witnesses read/],
    ['<!doctype html>\n', /line 1: unknown keyword/],
    [list.replace('https://a', 'http://a'), /the URL of "a" is not https/],
    [list.replace('https://a', 'https://a?b/'), /error: /],
    [
      Array.from(
        { length: 99 },
        (_, at) => `witness w${at} ${vkeyOf('m.example', at + 10)} https://${at}.example\n`,
      ).join(''),
      /a log asks for 99 cosignatures at most, and these witnesses have 101 keys/,
    ],
  ] as const) {
    write(text)
    t.match(await add(file), { code: 2, stderr })
  }
  write(list.replace('https://a', 'http://a'))
  t.match(await add(file, '--allow-private'), { code: 0, stdout })

  const server = createServer(({ url }, response) => {
    if (url === '/list') response.end(`witness c ${vkeyOf('c.example', 6)} https://c.example\n`)
    else response.writeHead(404).end('witness d')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  t.match(await add(`${url}/list`, '--allow-private'), { code: 0, stdout: /^3 witnesses will be asked/ })
  t.match(await add(`${url}/none`, '--allow-private'), { code: 4, stderr: /the answer has status 404/ })
})

await t.test('no more witnesses are asked than a checkpoint has lines for', async t => {
  const { call, folder } = await setUp(t)
  await call('log', 'create', '--origin', 'raffles.example/log')
  const file = join(folder, 'list.txt')
  const keys = Array.from({ length: 99 }, (_, at) => {
    const key = derivePublicKey(new Uint8Array(32).fill(at + 100))
    return formatVerifierKey(createVerifierKey(`w${at}.example`, 'cosignature/v1', key))
  })
  writeFileSync(file, keys.map((vkey, at) => `witness w${at} ${vkey} https://w${at}.example\n`).join(''))
  t.match(await call('log', 'witness', '--network', file), { code: 0, stdout: /^99 witnesses will be asked/ })
  t.match(await call('log', 'witness', 'https://w.example', witness), {
    code: 2,
    stderr:
      /^error: a log asks for 99 cosignatures at most, and these witnesses have 100 keys\nhint: .*log witness URL --remove/,
  })
  t.match(
    await call('log', 'witness', 'https://w7.example', witness),
    { code: 0, stdout: /^99 witnesses/ },
    'another key of one',
  )
  t.match(await call('log', 'witness', 'https://w8.example', '--remove'), { code: 0, stdout: /^98 / })
  t.match(await call('log', 'witness', 'https://w.example', keys[8]!), { code: 0, stdout: /^99 witnesses/ })
})

await t.test('a witness that does not answer keeps no step up, and is asked again', async t => {
  const { call, folder } = await setUp(t)
  await call('log', 'create', '--origin', 'raffles.example/log')
  const server = createServer((_, response) => response.writeHead(503).end('no\u001b[31m'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await call('log', 'witness', url, witness)
  const closes = formatTime(new Date(Date.now() + 3_600_000))
  const created = await call(
    ...['raffle', 'create', '--name', 'Summer', '--prize', 'Mug', '--max', '10', '--closes', closes],
  )
  t.equal(created.code, 0)
  t.match(created.stderr, /^log raffles\.example\/log: 1 entry, cosigned by 0 of 1 witness\nnote: .*503/m)
  t.notMatch(created.stderr, '\u001b', 'nothing remote reaches the terminal unescaped')
  const again = await call('log', 'sequence', '--format', 'json')
  t.equal(again.code, 4)
  t.match(JSON.parse(again.stdout), {
    origin: 'raffles.example/log',
    size: 1,
    added: 0,
    witnesses: 1,
    cosigned: 0,
    faults: [{ url, code: 'witness-refused' }],
  })

  // Beside the server, until it is told to end.
  const sequence = ['log', 'sequence', '--interval', '1', '--store', join(folder, 'raffles.db')]
  const child = start(process.execPath, [bin, ...withKeyFile(sequence, join(folder, 'secrets.key'))])
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  t.strictSame(await ended, [0, null])
})
