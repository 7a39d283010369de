// The whole story on one machine. An operator runs a raffle by the protocol: it commits to its seeds, imports the
// entries, seals the list, and draws with a round of a beacon that did not exist before. Every statement goes into its
// log, which two others witness, and an observer watches meanwhile.
// Then anybody verifies the draw: over HTTP, and offline from one saved file. While the raffle waits for its round, draws
// that real organisers published are verified, with the reports expected of them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { compare, documents, drawaudit, root } from './fixtures.js'

const { values: options } = parseArgs({
  options: { once: { type: 'boolean', default: false }, port: { type: 'string' } },
})

/** Between the commitment and the close; the protocol asks for a minute from there to the draw. */
const secondsToClose = 25
const raffle = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
const operator = 'Demo Raffles'
const origin = 'demo.example/log'

const folder = mkdtempSync(join(tmpdir(), 'drawaudit-'))
const file = name => join(folder, name)
const env = {
  ...process.env,
  DRAWAUDIT_STORE: file('raffles.db'),
  DRAWAUDIT_PASSPHRASE: 'a demo has no secrets',
}
const children = []
process.exitCode = 0

try {
  await tell()
} finally {
  for (const child of children) child.kill('SIGTERM')
  rmSync(folder, { recursive: true })
}

async function tell() {
  say(`1. A rehearsal has a beacon of its own; a real raffle takes drand's.`)
  const beacon = start([
    'beacon',
    'serve',
    '--port',
    '0',
    '--period',
    '3',
    '--trust-out',
    file('beacon.json'),
  ])
  const relay = await firstLine(beacon)
  console.log(relay)
  const { chain_hash: chain } = JSON.parse(readFileSync(file('beacon.json'), 'utf8')).beacons[0]

  say('2. The auditor decides whom to believe, and has a key to sign what it sees.')
  run([
    'trust',
    'init',
    '-o',
    file('trust.json'),
    '--observer',
    'Demo Observer',
    '--observer-key',
    file('observer.key.json'),
  ])
  run(['trust', 'add', file('trust.json'), '--from', file('beacon.json')])

  say(
    '3. The operator makes its key and its log, which two others witness, and commits to the raffle: prizes, seeds, times, the round that will decide.',
  )
  const key = JSON.parse(run(['key', 'generate', '--operator', operator, '--format', 'json'], 'json'))
  const log = JSON.parse(run(['log', 'create', '--origin', origin, '--format', 'json'], 'json'))
  const witnesses = []
  for (const name of ['north', 'south']) witnesses.push(await serveWitness(name, log.vkey))
  const closes = Date.now() + secondsToClose * 1000
  const time = milliseconds => `${new Date(milliseconds).toISOString().slice(0, 19)}+00:00`
  const prizes = ['Phone (1st Prize)', 'Earphones (2nd Prize)', 'Watch (3rd Prize)']
  run([
    ...['raffle', 'create', '--raffle', raffle, '--name', 'Demo raffle', '--max', '500'],
    ...prizes.flatMap(prize => ['--prize', prize]),
    ...[
      '--closes',
      time(closes),
      '--draws',
      time(closes + 60_000),
      '--beacon',
      chain,
      '--trust',
      file('trust.json'),
    ],
  ])

  say(
    '4. The commitment is public from now on. The auditor takes the key whose fingerprint the operator gave out.',
  )
  const service = await serve()
  if (service === undefined) return fail('the server cannot listen')
  const url = `${service.url}/api/v1`
  const { key_id: fingerprint } = key
  run([
    'trust',
    'add',
    file('trust.json'),
    '--from',
    `${url}/keys`,
    '--allow-private',
    '--fingerprint',
    fingerprint,
  ])
  const observer = start([
    ...['observe', url, '--raffle', raffle, '--follow', '--interval', '5', '--allow-private'],
    ...['--trust', file('trust.json'), '--observer-key', file('observer.key.json'), '-o', file('seen.json')],
  ])
  say('And whom it believes about the log: its key, and both witnesses.')
  run(['trust', 'add', file('trust.json'), '--log', log.vkey])
  run(['trust', 'add', file('trust.json'), '--operator', operator, '--log-origin', origin])
  for (const witness of witnesses) run(['trust', 'add', file('trust.json'), '--witness', witness])

  say('5. Entries come in until the close, 142 of them; then the list is sealed.')
  const kinds = Array.from(
    { length: 142 },
    (_, index) => `${10000 + 7 * index},${index % 6 === 3 ? 'free' : 'paid'}`,
  )
  writeFileSync(file('entries.csv'), `id,kind\n${kinds.join('\n')}\n`)
  run(['raffle', 'import', raffle, file('entries.csv')])
  await sleep(Math.max(0, closes + 1000 - Date.now()))
  run(['raffle', 'seal', raffle])

  say(
    '6. Nobody knows the winners yet: the round is not out. Meanwhile, draws that real organisers published.',
  )
  verifyFixtures()

  say('7. The draw: the seeds are revealed, and the round decides.')
  run(['raffle', 'draw', raffle, '--wait', '--relay', relay, '--allow-private'])
  const [seen] = observer.exitCode === null ? await once(observer, 'exit') : [observer.exitCode]
  if (seen !== 0) fail('the observer did not see the raffle drawn')

  say('8. The public API has the record, and the evidence.')
  const views = `${url}/raffles/${raffle}`
  const urls = [`${views}/audit`, `${views}/entries/stats`, `${views}/odds?entries=5`]
  for (const address of urls) await show(address)

  say(
    '9. Anybody checks the service: does it keep the interface specification, and could anyone have steered the draw?',
  )
  const evidence = [
    '--trust',
    file('trust.json'),
    '--observation',
    file('seen.json'),
    '--require',
    'unsteerable',
  ]
  run(['check', url, '--raffle', raffle, '--allow-private', ...evidence])

  say(
    '10. The same from one file that everybody can keep. With the log it takes no observer: both witnesses saw it all.',
  )
  run(['raffle', 'bundle', raffle, '-o', file('bundle.json'), '--record', file('audit.json')])
  run([
    ...['verify', file('bundle.json'), '--record', file('audit.json'), '--trust', file('trust.json')],
    ...['--log', `${url}/log`, '--allow-private', '--require', 'witnessed'],
  ])

  say(
    '11. And anybody follows the log: every raffle that was begun is in it, and two histories would be caught.',
  )
  run([
    ...['monitor', `${url}/log`, '--state', file('log.state'), '--trust', file('trust.json')],
    '--allow-private',
  ])

  const more = ['bundle', 'statements', 'entries', 'entries/10000/proof', 'audit/history'].map(
    path => `${views}/${path}`,
  )
  console.log(
    `\nAll views:\n${[...urls, ...more, `${url}/keys`, `${url}/openapi.json`, service.url].map(one => `  ${one}`).join('\n')}\n`,
  )
  console.log(`In a browser:\n  ${new URL(`/raffles/${raffle}`, url)}\n  ${new URL('/', url)}\n`)
  console.log('more: npx drawaudit explain fixtures/bundles/unicode-ids/bundle.json')
  if (options.once) service.child.kill('SIGTERM')
  else {
    console.log('The server runs until Ctrl-C.')
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => service.child.kill('SIGTERM'))
  }
  const { child } = service
  const [code] = child.exitCode === null ? await once(child, 'exit') : [child.exitCode]
  if (code !== 0) fail('the server did not end well')
}

/** Starts a witness of the log, and has the log ask it; returns its key. */
async function serveWitness(name, log) {
  const folder = file(name)
  const vkey = run(['witness', 'init', folder, '--name', `${name}.example/witness`], 'text').trim()
  const witness = start(['witness', 'serve', folder, '--log', log, '--port', '0'])
  const url = await firstLine(witness)
  console.log(url)
  run(['log', 'witness', url, vkey])
  return vkey
}

function verifyFixtures() {
  console.log(
    'proven: checked, and it holds. refuted: checked, and it does not hold. not provable: not an accusation;',
  )
  console.log('what it would take to check it was not published.\n')
  const one = 'fixtures/draws/raffair/01KTNXH2Y6N26PDWC88HAWP8H0.json'
  console.log(printable(['verify', one]))
  drawaudit(['verify', one], { stdio: 'inherit' })
  console.log(`\n${printable(['verify', ...documents, '--quiet'])}`)
  drawaudit(['verify', ...documents, '--quiet'], { stdio: 'inherit' })
  const results = compare(JSON.parse(drawaudit(['verify', ...documents, '--format', 'json']).stdout))
  const surprises = results.filter(({ same }) => !same)
  for (const { subject, expected } of surprises) {
    fail(`${subject.source}: ${subject.verdict} instead of ${expected.verdict}, or another claim`)
  }
  if (results.length === 0) fail('no reports')
  console.log(
    `\n${results.length - surprises.length} of ${results.length} reports are as recorded in fixtures/reports`,
  )
}

async function show(address) {
  const response = await fetch(address, { headers: { Accept: 'application/json' } })
  if (response.status !== 200) fail(`${address} answers ${response.status}`)
  console.log(`$ curl -H 'Accept: application/json' '${address}'\n${response.status} ${response.statusText}`)
  for (const name of ['ETag', 'Cache-Control', 'X-RateLimit-Remaining']) {
    if (response.headers.has(name)) console.log(`${name}: ${response.headers.get(name)}`)
  }
  console.log(`${JSON.stringify(await response.json(), null, 2)}\n`)
}

function say(text) {
  console.log(`\n${text}\n`)
}

function fail(text) {
  console.log(`not as expected: ${text}`)
  process.exitCode = 1
}

/** Runs a command to its end, and shows what it says; `json` or `text`: shows the result that it returns. */
function run(args, how) {
  console.log(printable(args))
  const stdio = how === undefined ? 'inherit' : ['ignore', 'pipe', 'inherit']
  const { status, stdout } = drawaudit(args, { stdio, env })
  if (how !== undefined) console.log(String(stdout).trimEnd())
  if (status !== 0) fail(`exit code ${status}`)
  return how === undefined ? '' : String(stdout)
}

/** Starts a command that goes on. Its talk comes out at once, also while others run. */
function start(args) {
  console.log(printable(args))
  const child = spawn(process.execPath, ['bin/drawaudit.js', ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve)
    child.on('exit', code => reject(new Error(`it ended with ${code}`)))
  })
}

/** The server's process and its address; undefined when it cannot listen. A port that was asked for has to be free. */
async function serve() {
  for (const port of options.port === undefined ? ['8080', '0'] : [options.port]) {
    const child = start(['serve', '--port', port])
    const url = await new Promise(resolve => {
      createInterface({ input: child.stdout }).on('line', line => {
        const { msg, url } = JSON.parse(line)
        if (msg === 'listening') resolve(url)
      })
      child.on('exit', () => resolve(undefined))
    })
    if (url !== undefined) return { child, url }
  }
  return undefined
}

/** The command as one would type it: in the folder with the files. */
function printable(args) {
  const quote = word => (/^[\w./:=@,+-]+$/.test(word) ? word : `'${word}'`)
  return `$ npx drawaudit ${args.map(word => quote(word.replace(`${folder}/`, ''))).join(' ')}`
}
