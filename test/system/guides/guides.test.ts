// Every command of docs/guides, in its order. What is far away stands in here: the service, the random beacon, other people.
// Some wait a minute for a draw, and take few CPU seconds.
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { encodeChainInfo } from '../../../src/core/beacon-json.js'
import { encodeEnvelope } from '../../../src/core/dsse.js'
import { formatTime } from '../../../src/core/time.js'
import { createRaffle } from '../../../src/operator/create-raffle.js'
import { generateKey } from '../../../src/operator/keys.js'
import { issueOne } from '../../../src/operator/receipts.js'
import { sealRaffle } from '../../../src/operator/seal-raffle.js'
import { root, run, runShell, type Ended } from '../../cli/resident.js'
import { chain, close, drawAt, noon, offer, operator, raffleId, setUp } from '../../operator/stage.js'
import { serve } from '../../page/browser.js'
import { createDatabase, noPostgres } from '../../postgres.js'
import { findRedis, needsRedis } from '../../redis.js'
import { startRehearsal } from '../../relay/rehearsal.js'
import { blockOf, commandsOf, readGuide, walk, type Step } from './walk.js'

const base = 'https://raffles.example/api/v1'
const hour = 3_600_000

/** The address of a stand-in for a service far away, which a command asks only when it is told that it may. */
const at =
  (url: () => string, ...options: readonly string[]) =>
  (command: string): string =>
    [command.replaceAll(base, url()), '--allow-private', ...options].join(' ')

/** A raffle that is drawn and served, with a receipt of one entry, whose operator is not known yet. */
async function startService(t: Test): Promise<{
  readonly url: string
  readonly fingerprints: readonly string[]
  readonly receipt: string
}> {
  const stage = await setUp(t)
  const { desk, setClock } = stage
  await generateKey(desk, operator, 'receipts')
  await createRaffle(desk, offer)
  setClock(noon + 60)
  await stage.importText(Array.from({ length: 50 }, (_, index) => `${10_000 + index},paid\n`).join(''))
  const { receipt } = await issueOne(desk, raffleId, '10042')
  setClock(close)
  await sealRaffle(desk, raffleId)
  setClock(drawAt)
  await stage.draw()
  const { operators = [] } = await stage.store.readTrust()
  // That of the statements, then that of the receipts.
  const keys = operators
    .flatMap(({ keys }) => keys)
    .toSorted((a, b) => Number(a.use === 'receipts') - Number(b.use === 'receipts'))
  const fingerprints = await Promise.all(keys.map(({ public_key: key }) => fingerprintOf(key)))
  return {
    url: `${await serve(t, stage.file)}/api/v1`,
    fingerprints,
    receipt: JSON.stringify(encodeEnvelope(receipt)),
  }
}

async function fingerprintOf(publicKey: string): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(publicKey, 'hex'))).toString('hex')
}

async function listen(t: Test, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const trustChain =
  (cwd: string, info = encodeChainInfo(chain)) =>
  async (): Promise<void> => {
    writeFileSync(join(cwd, 'chain.json'), JSON.stringify({ trust: 'drawaudit/v1', beacons: [info] }))
    const added = await run(['trust', 'add', '--from', 'chain.json'], { cwd })
    if (added.code !== 0) throw new Error(added.stderr)
  }

const folder = t.testdir({
  check: {},
  gate: {},
  audit: {},
  publish: {},
  witness: {},
  quick: {},
  steps: {},
  observer: {},
})

/** Where the fixtures are found by the names that guides give them. */
function standIn(name: string, ...fixtures: readonly string[]): string {
  const cwd = join(folder, name)
  for (const path of fixtures) {
    mkdirSync(join(cwd, path), { recursive: true })
    cpSync(join(root, path), join(cwd, path), { recursive: true })
  }
  return cwd
}

t.jobs = 3

await Promise.all([
  t.test('check a draw you took part in', async t => {
    const cwd = standIn('check', 'fixtures/draws/tgt2025', 'fixtures/draws/getfoundni')
    const service = await startService(t)
    writeFileSync(join(cwd, 'receipt.json'), service.receipt)
    const asked = at(() => service.url)
    const [statements = '', receipts = ''] = service.fingerprints
    await walk(
      t,
      commandsOf('check-your-draw'),
      [
        { begins: 'drawaudit page', says: /verify\.html/ },
        { begins: 'curl', typed: command => command.replace(base, service.url), says: /^$/ },
        { begins: 'drawaudit fetch', typed: asked, says: /saved/ },
        { begins: 'drawaudit trust init', says: /trust\.json/ },
        {
          begins: 'drawaudit trust add',
          before: trustChain(cwd),
          typed: command =>
            asked(
              command
                .replace('RECEIPTS_FINGERPRINT', receipts)
                .replace('FINGERPRINT', statements.slice(0, 16)),
            ),
          says: /added/,
        },
        {
          begins: 'drawaudit verify bundle.json',
          says: /proven +ticket\.included[^]*level 3 of 5, reproducible/,
        },
        { begins: 'drawaudit verify bundle.json', says: /proven +receipt\.honoured/ },
        { begins: 'drawaudit explain bundle.json', says: /HMAC-SHA256/i },
        { begins: 'drawaudit recipe list', says: /raffair/ },
        { begins: 'drawaudit verify fixtures', code: 1, says: /Refuted: the rule gives something else/ },
        { begins: 'drawaudit verify --feed', code: 3, says: /getfoundni/ },
      ],
      { cwd },
    )
  }),

  t.test('gate a CI job', async t => {
    const cwd = standIn('gate', 'fixtures/draws/raffair')
    const service = await startService(t)
    // This server of a test lets more than 60 requests a minute through.
    const checked = at(() => service.url, '--skip', 'LIM-03')
    const added = at(() => service.url)
    await walk(
      t,
      commandsOf('gate-a-ci-job'),
      [
        { begins: 'drawaudit check', typed: checked, says: /Keeps the specification/ },
        { begins: 'drawaudit check', typed: checked, says: /rules kept/ },
        { begins: 'drawaudit trust init', says: /trust\.json/ },
        {
          begins: 'drawaudit trust add',
          before: trustChain(cwd),
          typed: command => added(command.replace('FINGERPRINT', service.fingerprints[0] ?? '')),
          says: /added/,
        },
        { begins: 'drawaudit check', typed: checked, says: /level 3 of 5, reproducible/ },
        { begins: 'drawaudit verify fixtures', says: /asked/ },
      ],
      { cwd },
    )
    t.match(readFileSync(join(cwd, 'check.xml'), 'utf8'), /<testsuite/)
    t.match(readFileSync(join(cwd, 'drawaudit.lock.json'), 'utf8'), raffleId)
    t.match(readFileSync(join(cwd, 'draws.sarif'), 'utf8'), /seed\.committed/)
  }),

  t.test('audit a platform that nobody knows', async t => {
    const cwd = standIn('audit')
    writeFileSync(join(cwd, 'values.json'), blockOf('audit-a-platform', 'json values.json'))
    const platform = await listen(t, (_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ seed_hash: 'a'.repeat(64) }))
    })
    const edited = blockOf('audit-a-platform', 'recipe recipe.txt')
    const found = new Set<string>()
    await walk(
      t,
      commandsOf('audit-a-platform'),
      [
        { begins: 'drawaudit recipe find', says: /^Found: the recipe gives the results and the hashes/m },
        { begins: 'jq', says: /^$/ },
        { begins: 'drawaudit recipe new', says: /search it for TODO/ },
        {
          begins: 'drawaudit recipe format',
          says: /^/,
          then() {
            const written = readFileSync(join(cwd, 'recipe.txt'), 'utf8')
            const steps = (text: string): string =>
              text.match(/^let (?!computed_seed_hash).*$/gm)?.join('\n') ?? ''
            t.equal(steps(written), steps(edited), 'the guide shows the rule that was found')
            writeFileSync(join(cwd, 'recipe.txt'), edited.replaceAll('https://platform.example', platform))
          },
        },
        { begins: 'drawaudit recipe test', says: /verdict: passed/ },
        {
          begins: 'drawaudit verify values.json',
          says: /level 3 of 5, reproducible[^]*who could have chosen the winner: the organiser alone/,
        },
        { begins: 'drawaudit trust init', says: /observer/i },
        {
          begins: 'drawaudit observe',
          typed: command => `${command.replace('https://platform.example', platform)} --allow-private`,
          says: /seen\.json/,
          then: printed => found.add(printed),
        },
        { begins: 'drawaudit verify values.json', says: /asked for level 3 \(reproducible\), reached/ },
      ],
      { cwd },
    )
    t.equal(found.size, 1)
  }),

  t.test('publish under the interface specification', async t => {
    const cwd = standIn('publish', 'fixtures/records')
    let service = ''
    const subscriber = await listen(t, (request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const { data } = JSON.parse(body) as { data: { challenge?: string } }
        response.end(JSON.stringify({ challenge: data.challenge }))
      })
    })
    const anyPort = (command: string): string => `${command} --port 0`
    await walk(
      t,
      commandsOf('publish'),
      [
        { begins: 'drawaudit publish', says: /2 documents: 2 published/ },
        { begins: 'drawaudit stats set', says: /published statistics/ },
        {
          begins: 'drawaudit serve',
          serves: true,
          typed: anyPort,
          says: /http:/,
          then: line => ([service = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []),
        },
        {
          begins: 'drawaudit check',
          typed: command => command.replace('http://127.0.0.1:8080', service),
          says: /Keeps the specification/,
        },
        { begins: 'drawaudit key generate', says: /made a key of Example Raffles/ },
        {
          begins: 'drawaudit webhook add',
          typed: command =>
            `${command.replace('https://subscriber.example', subscriber)} --allow-http --allow-any-port --allow-network 127.0.0.0/8`,
          says: /challenge answered: 200/,
        },
        { begins: 'drawaudit serve', serves: true, typed: anyPort, says: /delivering webhooks/ },
      ],
      { cwd },
    )
  }),

  t.test('operate a witness', async t => {
    const cwd = standIn('witness')
    const env = { DRAWAUDIT_STORE: 'raffles.db', DRAWAUDIT_KEY_FILE: 'secrets.key' }
    await run(['key', 'generate', '--operator', 'Example Raffles', '--key-file', 'secrets.key'], { cwd, env })
    const closes = formatTime(new Date(Date.now() + hour))
    const raffle = ['raffle', 'create', '--name', 'Summer raffle', '--prize', 'Mug', '--max', '9']
    const created = await run([...raffle, '--closes', closes, '--key-file', 'secrets.key'], { cwd, env })
    t.equal(created.code, 0, created.stderr)
    const { stdout } = await run(['key', 'list', '--format', 'json'], { cwd, env })
    const [key] = JSON.parse(stdout) as { public_key: string; valid_from: string }[]
    let [witness, log, url, served] = ['', '', '', '']
    const withKey = (command: string): string => `${command} --key-file secrets.key`
    await walk(
      t,
      commandsOf('operate-a-witness'),
      [
        { begins: 'drawaudit witness init', says: /witness\.example\/w1\+/ },
        {
          begins: 'drawaudit witness show',
          says: /witness\.example\/w1\+/,
          then: text => ([witness = ''] = /witness\.example\/w1\+\S+/.exec(text) ?? []),
        },
        {
          begins: 'drawaudit log create',
          typed: withKey,
          says: /vkey/,
          then: text => ([log = ''] = /raffles\.example\/log\+\S+/.exec(text) ?? []),
        },
        {
          begins: 'drawaudit witness serve',
          serves: true,
          typed: command => `${command.replace('LOG_VKEY', log)} --port 0`,
          says: /http:/,
          then: line => ([url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []),
        },
        {
          begins: 'drawaudit log witness',
          typed: command =>
            `${command.replace('https://witness.example', url).replace('WITNESS_VKEY', witness)} --allow-private`,
          says: /witness/,
        },
        { begins: 'drawaudit log sequence', typed: withKey, says: /cosigned|witness/ },
        {
          begins: 'drawaudit trust add',
          before: async () => {
            await run(['trust', 'init'], { cwd })
            const ofKey = ['--public-key', key?.public_key ?? '', '--valid-from', key?.valid_from ?? '']
            const fingerprint = ['--fingerprint', await fingerprintOf(key?.public_key ?? '')]
            const args = ['trust', 'add', '--operator', 'Example Raffles', ...ofKey, ...fingerprint]
            const added = await run(args, { cwd })
            t.equal(added.code, 0, added.stderr)
          },
          typed: command => command.replace('LOG_VKEY', log),
          says: /added/,
        },
        { begins: 'drawaudit trust add', says: /raffles\.example\/log/ },
        {
          begins: 'drawaudit trust add',
          typed: command => command.replace('WITNESS_VKEY', witness),
          says: /added/,
        },
        {
          begins: 'drawaudit monitor',
          typed: at(() => `${served}/api/v1`),
          before: async () => {
            served = await serve(t, join(cwd, 'raffles.db'))
          },
          says: /proven +log\.entries/,
        },
      ],
      { cwd, env },
    )
  }),

  t.test('run a raffle with proof', { skip: noPostgres || needsRedis.skip }, async t => {
    const relay = await startRehearsal(t)
    const commands = commandsOf('run-a-raffle')
    const chainFile = JSON.stringify({ trust: 'drawaudit/v1', beacons: [relay.chain] })
    for (const name of ['quick', 'steps']) {
      const cwd = join(folder, name)
      writeFileSync(join(cwd, 'chain.json'), chainFile)
      // Both kinds of lines that the guide names, and no heading.
      writeFileSync(join(cwd, 'entries.csv'), '10001\n10002\n10003,paid\n10004,free\n')
    }
    writeFileSync(join(folder, 'quick/secret'), 'a rather long passphrase 7\n', { mode: 0o600 })
    writeFileSync(
      join(folder, 'quick/drawaudit.json'),
      JSON.stringify({ chain_info: 'chain.json', relays: [relay.url] }),
    )
    const answers = `--operator 'Village fair' --passphrase-file secret --in 75s`
    const isQuick = (command: string): boolean => command.startsWith('drawaudit draw ')
    const quick = walk(
      t,
      commands.filter(isQuick),
      [{ begins: 'drawaudit draw', typed: command => `${command} ${answers}`, says: /level 3/ }],
      { cwd: join(folder, 'quick') },
    )

    const cwd = join(folder, 'steps')
    const database = await createDatabase(t)
    const redis = await findRedis(t)
    const env: Record<string, string> = {}
    const watching = join(folder, 'observer')
    const isOfObserver = (command: string): boolean =>
      /^drawaudit (trust init --observer|observe|verify) /.test(command)
    const [prepare = '', observe = '', verify = '', ...others] = commands.filter(isOfObserver)
    t.strictSame(others, [])
    let closes = 0
    let [desk, raffle] = ['', '']
    let observing: Promise<Ended> | undefined
    const ofRaffle = (command: string): string => command.replaceAll(raffleId, raffle)
    const startObserver = async (): Promise<void> => {
      const url = await serve(t, join(cwd, 'raffles.db'))
      const prepared = await runShell(prepare, { cwd: watching })
      t.equal(prepared.code, 0, prepared.stderr)
      const command = `${ofRaffle(observe).replace('http://192.0.2.10:8080', url)} --interval 1`
      observing = runShell(command, { cwd: watching })
    }
    /** The level that the guide promises, by a trust file with the keys of both. */
    const finishObserver = async (): Promise<void> => {
      const seen = await observing
      t.equal(seen?.code, 0, String(seen?.stderr))
      const [key] = JSON.parse((await run(['key', 'list', '--format', 'json'], { cwd })).stdout) as {
        public_key: string
        valid_from: string
      }[]
      const ofKey = ['--public-key', key?.public_key ?? '', '--valid-from', key?.valid_from ?? '']
      const fingerprint = ['--fingerprint', await fingerprintOf(key?.public_key ?? '')]
      const more = [
        ['--from', join(cwd, 'chain.json')],
        ['--operator', 'Example Raffles', ...ofKey, ...fingerprint],
      ]
      for (const args of more) {
        const added = await run(['trust', 'add', ...args], { cwd: watching })
        t.equal(added.code, 0, added.stderr)
      }
      cpSync(join(cwd, 'bundle.json'), join(watching, 'bundle.json'))
      const ended = await runShell(ofRaffle(verify), { cwd: watching })
      t.equal(ended.code, 0, ended.stdout + ended.stderr)
      t.match(ended.stdout, /level 4 of 5, unsteerable/)
    }
    const token = (name: string) => (text: string) => {
      env[name] = /^(?:token: )?([A-Za-z0-9_-]{30,})$/m.exec(text)?.[1] ?? ''
    }
    const toDesk = (command: string): string => command.replace('http://127.0.0.1:8093', desk)
    const toCluster = (command: string): string =>
      command.replace(/postgres:\/\/\S+/, `'${database}'`).replace(/redis:\/\/\S+/, `'${redis}'`)
    const steps: readonly Step[] = [
      { begins: '(umask 077', says: /^$/ },
      {
        begins: 'drawaudit init',
        typed: command =>
          `${command} --beacon ${relay.chain.chain_hash} --trust chain.json --relay ${relay.url} --yes`,
        says: /made a key of Example Raffles/,
      },
      {
        begins: 'drawaudit raffle create',
        typed(command) {
          closes = Math.ceil(Date.now() / 1000) + 20
          const time = (seconds: number): string => formatTime(new Date(seconds * 1000))
          return command.replace(/--closes '.*'/, `--closes ${time(closes)} --draws ${time(closes + 45)}`)
        },
        says: /created raffle/,
        then: text => ([raffle = ''] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text) ?? []),
      },
      { begins: 'drawaudit raffle import', before: startObserver, says: /added 4 entries/ },
      {
        begins: 'drawaudit raffle seal',
        before: () => setTimeout(Math.max(0, closes * 1000 + 100 - Date.now())),
        says: /sealed/,
      },
      { begins: 'drawaudit raffle draw', typed: command => `${command} --allow-private`, says: /drew/ },
      { begins: 'drawaudit raffle bundle', says: /bundle\.json/ },
      { begins: 'drawaudit status', before: finishObserver, says: /Summer raffle/ },
      { begins: 'drawaudit key generate', says: /made a key for receipts of Example Raffles/ },
      { begins: 'drawaudit desk token add shop', says: /it allows: entries/, then: token('SHOP') },
      { begins: 'drawaudit desk token add office', says: /it allows: ceremony/, then: token('OFFICE') },
      {
        begins: 'drawaudit desk serve',
        serves: true,
        typed: command => `${command} --port 0`,
        says: /http:/,
        then: line => ([desk = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []),
      },
      { begins: 'curl', typed: toDesk, says: /"raffle_id":\s*"49638a53/ },
      { begins: 'curl', typed: toDesk, says: /"receipts":\s*\[\s*\{/ },
      { begins: 'drawaudit db copy', typed: toCluster, says: /rows|copied/ },
      {
        begins: 'drawaudit serve',
        serves: true,
        typed: command => `${toCluster(command)} --port 0`,
        says: /http:/,
      },
    ]
    await walk(
      t,
      commands.filter(command => !isQuick(command) && !isOfObserver(command)),
      steps,
      { cwd, env },
    )
    await quick
  }),
])

await t.test('the guides are of one page each, and no other is there than those that are walked', t => {
  const names = [
    'audit-a-platform',
    'check-your-draw',
    'gate-a-ci-job',
    'operate-a-witness',
    'publish',
    'run-a-raffle',
  ]
  for (const name of names) {
    const words = readGuide(name)
      .replaceAll(/^```[^]*?^```$/gm, '')
      .split(/\s+/)
    t.ok(words.length <= 700, `${name}: ${words.length} words`)
  }
  t.end()
})
