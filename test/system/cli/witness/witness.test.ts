import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { encodeHex } from '../../../../src/core/encoding.js'
import {
  formatNote,
  formatVerifierKey,
  parseNote,
  parseVerifierKey,
  signCosignature,
} from '../../../../src/core/note.js'
import { parseFraudProof } from '../../../../src/model/fraud-proof.js'
import { parseWitnessKeys } from '../../../../src/log/witness/key.js'
import { submitCheckpoint } from '../../../../src/log/witness/submit.js'
import { hashOrigin } from '../../../../src/log/witness/state.js'
import { native } from '../../../../src/native/engine.js'
import { History, TestLog } from '../../../log/witnessed.js'
import { bin, run, start } from '../../../cli/resident.js'

type Test = Pick<typeof t, 'teardown' | 'testdir'>

const log = new TestLog()
const history = new History(30)
const forked = new History(30, 'b', 5)
const client = { allowPrivate: true }

interface Serving {
  readonly url: string
  readonly stdout: () => string
  readonly stderr: () => string
  readonly end: (signal: NodeJS.Signals) => Promise<number | null>
}

/** Starts the built command on a free port, and waits until it has printed its result. */
async function serve(test: Test, args: readonly string[]): Promise<Serving> {
  const child = start(process.execPath, [bin, 'witness', 'serve', ...args, '--port', '0'])
  const ended = once(child, 'close') as Promise<[number | null]>
  test.teardown(() => child.kill('SIGKILL'))
  let [stdout, stderr] = ['', '']
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  await Promise.race([once(child.stdout, 'data'), ended])
  const url = /^http:\/\/\S+/.exec(stdout)?.[0]
  if (url === undefined) throw new Error(stderr)
  return {
    url,
    stdout: () => stdout,
    stderr: () => stderr,
    async end(signal) {
      child.kill(signal)
      return (await ended)[0]
    },
  }
}

async function init(
  test: Test,
  name = 'witness.example/w1',
): Promise<{ folder: string; vkey: string; vkeys: readonly string[] }> {
  const folder = join(test.testdir(), 'witness')
  const { code, stdout } = await run(['witness', 'init', folder, '--name', name])
  if (code !== 0) throw new Error('no witness was made')
  const vkeys = stdout.trim().split('\n')
  return { folder, vkey: vkeys[0] ?? '', vkeys }
}

const readKeys = (folder: string) =>
  parseWitnessKeys(JSON.parse(readFileSync(join(folder, 'witness.key.json'), 'utf8')))

await t.test('a witness from its making to its end', async t => {
  const { folder, vkeys } = await init(t)
  const keys = vkeys.map(parseVerifierKey)
  t.match(keys, [
    { name: 'witness.example/w1', type: 'cosignature/v1' },
    { name: 'witness.example/w1', type: 'subtree/v1' },
  ])
  const keyFile = join(folder, 'witness.key.json')
  t.equal(statSync(keyFile).mode & 0o777, 0o600)
  t.match(await run(['witness', 'show', folder]), {
    code: 0,
    stdout: `${vkeys.join('\n')}\nnothing was cosigned\n`,
  })

  const serving = await serve(t, [folder, '--log', formatVerifierKey(log.verifier)])
  t.equal(serving.stdout(), `${serving.url}\n`)
  t.match(
    serving.stderr(),
    `the witness witness.example/w1 answers at ${serving.url}\n` +
      `${vkeys.map(one => `it cosigns with ${one}\n`).join('')}it cosigns log.example/one\n`,
  )
  const submit = async (from: History, oldSize: number, size: number) =>
    submitCheckpoint(
      {
        url: serving.url,
        keys,
        note: log.checkpoint(from, size),
        oldSize,
        proofFrom: async (a, b) => from.proof(a, b),
      },
      { client, engine: native },
    )
  await submit(history, 0, 10)
  t.match(await submit(history, 10, 20), { cosignatures: { length: 2 }, missing: [] }, 'a line of each key')
  await t.rejects(submit(forked, 20, 20), { code: 'witness-conflict' })
  const path = `/${hashOrigin(log.origin)}/checkpoint`
  t.ok((await (await fetch(serving.url + path)).text()).startsWith(log.checkpoint(history, 20)))

  const shown = await run(['witness', 'show', folder, '--format', 'json'])
  t.match(
    JSON.parse(shown.stdout),
    { vkeys, logs: [{ origin: log.origin, size: 20, path }] },
    'beside the server',
  )
  t.match(await run(['witness', 'serve', folder, '--log', formatVerifierKey(log.verifier), '--port', '0']), {
    code: 2,
    stderr: /another process works with the folder/,
  })
  t.equal(await serving.end('SIGTERM'), 0)

  const lines = serving
    .stderr()
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as Record<string, unknown>)
  t.match(lines[0], {
    msg: 'request',
    status: 200,
    origin: log.origin,
    old: 0,
    size: 10,
    path: '/add-checkpoint',
  })
  t.match(
    lines.map(({ msg }) => msg),
    ['request', 'request', 'request', /two histories/, 'request', 'ending', 'ended'],
  )
  const proof = join(folder, 'forks', `${hashOrigin(log.origin)}.json`)
  t.match(lines[3], { level: 'error', file: proof, origin: log.origin })
  t.match(parseFraudProof(JSON.parse(readFileSync(proof, 'utf8'))), { origin: log.origin, prefix: [] })
  const secrets = readKeys(folder).map(({ secretKey }) => encodeHex(secretKey))
  t.equal(secrets.length, 2)
  for (const secret of secrets) t.notOk((serving.stdout() + serving.stderr() + shown.stdout).includes(secret))

  const text = await run(['witness', 'show', folder])
  t.match(
    text.stdout,
    /^log\.example\/one\n {2}20 entries, cosigned at \d{4}-\d\d-\d\dT.*\n {2}\/[0-9a-f]{64}\/checkpoint\n$/m,
  )
  const state = join(folder, 'checkpoints', hashOrigin(log.origin))
  writeFileSync(state, readFileSync(state, 'utf8').replace('\n20\n', '\n2\n'))
  for (const args of [
    ['show', folder],
    ['serve', folder, '--log', formatVerifierKey(log.verifier), '--port', '0'],
  ]) {
    t.match(await run(['witness', ...args]), {
      code: 2,
      stderr: /is damaged: .*does not verify.*\n.*newest copy/s,
    })
  }
})

await t.test('a witness whose clock was ahead', async t => {
  const { folder } = await init(t)
  const [{ secretKey, verifier }] = readKeys(folder)
  const ahead = Math.floor(Date.now() / 1000) + 365 * 86_400
  mkdirSync(join(folder, 'checkpoints'))
  const note = parseNote(log.checkpoint(history, 10))
  const cosignature = signCosignature(note.text, verifier.name, ahead, secretKey)
  const file = join(folder, 'checkpoints', hashOrigin(log.origin))
  writeFileSync(file, formatNote({ text: note.text, signatures: [...note.signatures, cosignature] }))
  const redate = ['witness', 'redate', folder, '--now', `${new Date().toISOString().slice(0, 19)}Z`]
  const year = new Date(ahead * 1000).getUTCFullYear()
  t.match(await run(redate), {
    code: 0,
    stdout: new RegExp(`^log\\.example/one\n {2}10 entries, cosigned at .*, before at ${year}-`),
  })
  t.match(await run(redate), { code: 0, stdout: /nothing was changed/ })
  const serving = await serve(t, [folder, '--log', formatVerifierKey(log.verifier)])
  t.match(await run(redate), { code: 2, stderr: /another process works/ })
  const submission = {
    url: serving.url,
    keys: [verifier],
    note: log.checkpoint(history, 20),
    oldSize: 10,
    proofFrom: async (from: number, to: number) => history.proof(from, to),
  }
  await t.resolves(submitCheckpoint(submission, { client }))
  t.equal(await serving.end('SIGINT'), 0)
})

await t.test('logs of a trust file, and of another origin than their keys', async t => {
  const { folder } = await init(t, 'witness.example/=w2')
  const trust = join(t.testdir(), 'trust.json')
  const other = new TestLog('log.example/two', new Uint8Array(32).fill(5), 'key=of+two'.replace('+', '-'))
  const trusted = {
    trust: 'drawaudit/v1',
    logs: [{ origin: log.origin, vkey: formatVerifierKey(log.verifier) }],
  }
  writeFileSync(trust, JSON.stringify(trusted))
  const made = await run(['witness', 'init', folder, '--name', 'x', '--format', 'json'])
  t.equal(made.code, 0)
  const { vkeys } = JSON.parse(made.stdout) as { readonly vkeys: readonly string[] }
  const given = `${formatVerifierKey(other.verifier)}=${other.origin}`
  const serving = await serve(t, [
    folder,
    '--trust',
    trust,
    '--log',
    given,
    '--log',
    formatVerifierKey(log.verifier),
  ])
  t.match(serving.stderr(), 'it cosigns log.example/two, log.example/one\n')
  for (const one of [log, other]) {
    const note = one.checkpoint(history, 3)
    const proofFrom = async (from: number, to: number) => history.proof(from, to)
    const submission = { url: serving.url, keys: vkeys.map(parseVerifierKey), note, oldSize: 0, proofFrom }
    await t.resolves(submitCheckpoint(submission, { client }))
  }
  t.equal(await serving.end('SIGINT'), 0)
})

await t.test('wrong calls', async t => {
  const { folder, vkey } = await init(t)
  const key = formatVerifierKey(log.verifier)
  const cases: readonly (readonly [args: readonly string[], words: RegExp])[] = [
    [['init', folder, '--name', 'x'], /there is a witness in this folder\n.*witness show/],
    [['init', join(folder, 'new'), '--name', 'has space'], /cannot be the name of a key/],
    [['init', join(folder, 'new')], /name/],
    [['init', join(folder, 'witness.key.json', 'x'), '--name', 'x'], /part of its path is a file/],
    [['show', join(folder, 'nowhere')], /there is no witness in this folder\n.*witness init/],
    [['serve', join(folder, 'nowhere'), '--log', key], /there is no witness in this folder/],
    [['serve', folder], /no log is named/],
    [['serve', folder, '--log', 'x'], /not a verifier key/],
    [['serve', folder, '--log', `${key}=`], /no origin/],
    [['serve', folder, '--log', vkey], /key of a witness, not of a log/],
    [['serve', folder, '--log', `${key}=${'o'.repeat(256)}`], /an origin of more than 255 bytes.*\nhint: /],
    [['serve', folder, '--log', key, '--port', '65536'], /--port takes an integer/],
    [['serve', folder, '--log', key, '--rate-limit', '0'], /--rate-limit takes an integer/],
    [['serve', folder, '--log', key, '--host', 'nowhere.invalid'], /no such host|cannot be resolved/],
    [['redate', folder], /now/],
    [['redate', folder, '--now', 'noon'], /--now takes a time/],
    [
      ['redate', folder, '--now', '2026-01-01T00:00:00Z'],
      /more than 5 minutes from 2026-01-01T00:00:00.*\nhint: set the clock first/,
    ],
    [['serve', folder, '--trust', join(folder, 'witness.key.json')], /not a trust file/],
  ]
  for (const [args, words] of cases) {
    const { code, stdout, stderr } = await run(['witness', ...args])
    t.strictSame([code, stdout], [2, ''], args.join(' '))
    t.match(stderr, words)
    t.notMatch(stderr, /at .*\.js:\d+/, 'no stack trace')
  }
  t.notOk(existsSync(join(folder, 'new', 'witness.key.json')))
  writeFileSync(join(folder, 'witness.key.json'), '{"witness_key": "drawaudit/v1"}')
  t.match(await run(['witness', 'show', folder]), { code: 2, stderr: /not the key file of a witness/ })
})
