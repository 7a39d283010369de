// The whole story on one machine, in a minute. A draw that really happened is verified. Then an operator runs a raffle by
// the protocol: it commits to public seeds, imports the entries, signs a receipt, seals the list, and draws with a round of
// a random beacon that did not exist before. An authority time-stamps what it signs, every statement goes into its log,
// which two witnesses cosign, and an observer watches.
// Then anybody verifies the draw: over HTTP, and offline from one saved file. While the raffle waits for its round, the
// other fixtures are verified, each once, and all reports compared with the expected ones.
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { compare, folders, listDocuments, root, evidence } from './fixtures.js'
import { startAuthority } from './time-stamp-authority.js'

const { values: options } = parseArgs({
  options: { once: { type: 'boolean', default: false }, port: { type: 'string' } },
})

const raffle = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
const operator = 'Demo Raffles'
const origin = 'demo.example/log'
const prizes = ['Phone (1st Prize)', 'Earphones (2nd Prize)', 'Watch (3rd Prize)']
const firstDraw = 'fixtures/draws/raffair/01KTNXH2Y6N26PDWC88HAWP8H0.json'
/** Of the other fixtures, what is told of more than the verdict. */
const remarkable = [
  'fixtures/draws/random-org-signed/lottery-2018-period-2.json',
  'fixtures/draws/tgt2025/lb-competition-2025-06.json',
  'fixtures/forged/raffair-other-winner.json',
]

const folder = makeFolder()
const file = name => `${folder}/${name}`
const settings = { DRAWAUDIT_STORE: file('raffles.db'), DRAWAUDIT_PASSPHRASE: 'a demo has no secrets' }
const trust = file('trust.json')
const children = new Set()
let authority
let steps = 0
process.exitCode = 0
const end = code => {
  cleanUp()
  process.exit(code)
}
const [onInterrupt, onTerminate] = [() => end(130), () => end(143)]
process.once('SIGINT', onInterrupt).once('SIGTERM', onTerminate)
// Nobody reads on: `npm run demo | head`.
process.stdout.on('error', () => end(1))

try {
  await tell()
} finally {
  cleanUp()
}

async function tell() {
  const exported = Object.entries(settings).map(([name, value]) => `${name}=${quote(value)}`)
  console.log(`About a minute. Lines with $ are the commands that run. You can paste them into a second terminal, in this folder
and while the demo runs; first paste

  export ${exported.join(' ')}

Pasting does no harm: what is done already is not done twice, and the command says so. Only a key that ends with … is cut.`)

  step('A draw that really happened, from what its organiser published')
  await run(['verify', firstDraw], { hidden: ['--report', `json=${file('first.json')}`] })
  console.log(`
The winner can be recomputed, and still the organiser could have chosen it. Now a raffle in which it could not.`)

  const began = performance.now()
  authority = await openAuthority()
  const [stamper, alsoStamper] =
    authority === undefined ? [[], ''] : [['--timestamp', authority.url], ' a time-stamper,']
  step(`The cast: an operator, a random beacon, two witnesses,${alsoStamper} an auditor`)
  console.log(`The operator has a signing key, another one for receipts, and a public log, which two witnesses cosign. The auditor
has a trust file, which says whom it believes. The beacon is one for rehearsals; a real raffle takes drand's.
${
  authority === undefined
    ? 'No openssl that can time-stamp is on this machine: the raffle goes on without a time-stamper.'
    : `The time-stamper is openssl's, at ${authority.url}; a real raffle takes public ones.`
}
`)
  const [beacon, [key, log]] = await Promise.all([
    serve(['beacon', 'serve', '--port', '0', '--period', '1', '--trust-out', file('beacon.json')]),
    makeLog(),
    run(
      [
        'trust',
        'init',
        '-o',
        trust,
        '--observer',
        'Demo Observer',
        '--observer-key',
        file('observer.key.json'),
      ],
      {
        show: [],
      },
    ),
  ])
  const [witnesses, service, desk] = await Promise.all([
    startWitnesses(log.vkey),
    startServer(),
    make(['key', 'generate', '--operator', operator, '--use', 'receipts']),
    run(['trust', 'add', trust, '--from', file('beacon.json')], { show: [] }),
  ])

  if (service === undefined) return fail('the server cannot listen')

  step('The operator commits to its raffle: prizes, seeds, times, and the round that decides')
  // How long the cast took, in seconds: on a slow machine the raffle leaves more time.
  const pace = (performance.now() - began) / 1000
  const closes = Math.ceil(Date.now() / 1000 + 4 + pace)
  // Others have to see the seal 30 s before the round.
  const draws = Math.ceil(closes + 33 + pace)
  const { chain_hash: chain } = readJson('beacon.json').beacons[0]
  await run(
    [
      ...['raffle', 'create', '--raffle', raffle, '--name', 'Demo raffle', '--max', '500'],
      ...prizes.flatMap(prize => ['--prize', prize]),
      ...['--closes', formatTime(closes), '--draws', formatTime(draws), '--beacon', chain, '--trust', trust],
      ...['--seeds', 'public', ...stamper],
    ],
    { show: [/^created/, /^entries close/, /^public seeds/, /^time-stamped/, /^note/] },
  )

  step('The commitment is public, and the auditor signs when it saw it')
  console.log(printable(service.args))
  const url = `${service.url}/api/v1`
  console.log(`
The auditor takes the operator's keys, whose fingerprints it has over a separate channel.
`)
  await run(
    [
      ...['trust', 'add', trust, '--from', `${url}/keys`, '--allow-private'],
      ...[key, desk].flatMap(one => ['--fingerprint', one.key_id]),
    ],
    { show: [] },
  )
  const observer = start([
    ...['observe', url, '--raffle', raffle, '--follow', '--list', '--interval', '1', '--allow-private'],
    ...['--trust', trust, '--observer-key', file('observer.key.json'), '-o', file('seen.json')],
  ])

  step('142 entries come in until the close, and a buyer gets a receipt; then the list is sealed')
  const nonces = Array.from({ length: 142 }, () => randomBytes(16))
  const lines = nonces.map((nonce, index) => {
    const hash = createHash('sha256').update(nonce).digest('hex')
    return `${10000 + 7 * index},${index % 6 === 3 ? 'free' : 'paid'},${hash}`
  })
  writeFileSync(join(root, file('entries.csv')), `id,kind,nonce_hash\n${lines.join('\n')}\n`)
  await run(['raffle', 'import', raffle, file('entries.csv')])
  const [entry, nonce] = ['10049', nonces[7].toString('hex')]
  console.log(`
Who buys a ticket gets a receipt: with it, the buyer can show that the ticket was left out. Its browser drew a number,
of which the receipt has the hash, so that nobody else is sold the same ticket. This is the buyer of ticket ${entry}.
`)
  await run(['receipt', 'issue', raffle, '--entry', entry, '-o', file('receipt.json')], { show: [] })
  await run(['receipt', 'verify', file('receipt.json'), '--trust', trust, '--nonce', nonce])
  await sleep(Math.max(0, closes * 1000 + 100 - Date.now()))
  await run(['raffle', 'seal', raffle, ...stamper])
  console.log(`
No entry can be added or removed from now on, and nobody knows the winners: the round that decides comes out in ${secondsTo(draws)} s.
The seeds are public, so then anybody can compute them, and the operator cannot keep a result back that it does not like.`)

  step('Meanwhile, more draws: real ones, samples of each recipe, forged ones')
  await verifyFixtures()
  console.log(`
The auditor adds the operator's log, ${authority === undefined ? 'and both witnesses' : 'both witnesses and the time-stamper'} to its trust file.
`)
  await run(['trust', 'add', trust, '--log', log.vkey], { show: [] })
  for (const witness of witnesses) await run(['trust', 'add', trust, '--witness', witness], { show: [] })
  if (authority !== undefined) {
    const anchor = `Demo Time=${file('authority/signer.pem')}`
    await run(['trust', 'add', trust, '--timestamper', anchor], { show: [] })
  }

  step('The draw: the round is out, and with the seeds it decides')
  console.log(`Waiting for the round, ${secondsTo(draws)} s.\n`)
  await run(['raffle', 'draw', raffle, '--wait', '--relay', beacon.url, '--allow-private', '--quiet'], {
    show: [/^drew/, /^\d /],
  })
  if (observer.exitCode === null) await once(observer, 'exit')
  if (observer.exitCode !== 0) fail('the observer did not see the raffle drawn')
  const inTime = new Set(observer.said.match(/^(commitment|seal) seen at .*in time.*$/gm))
  const isRead = /^read the list: .*$/m.exec(observer.said)
  if (inTime.size !== 2 || isRead === null) fail(`the observer says: ${observer.said}`)
  console.log(`\nThe auditor has signed what it saw, and when:\n${[...inTime, isRead?.[0]].join('\n')}`)

  const check = [
    ...['check', url, '--raffle', raffle, '--allow-private', '--trust', trust],
    ...['--observation', file('seen.json'), '--require', 'witnessed', '--skip', 'LIM-03'],
  ]
  const checking = call(check)

  step('Anybody reads the result: the record, the entry statistics, the odds of 5 entries')
  const views = `${url}/raffles/${raffle}`
  const addresses = [`${views}/audit`, `${views}/entries/stats`, `${views}/odds?entries=5`]
  for (const address of addresses) await show(address)

  step('Anybody checks the service: does it keep the specification, and do the winners follow from the rule?')
  console.log(`LIM-03, the limit of 60 requests a minute, is left out: this server allows 600, so that you can try things.
`)
  await run(check, {
    started: checking,
    // Who could have chosen is said in whole with the bundle.
    show: [/^\S/, /^ {2}(?!raffle|what the|proven|finding|who could|about|service$)\S/],
  })

  step(
    'More, offline, from one file with the list in it: could anyone have steered the draw? Both witnesses of the log saw everything',
  )
  await run(
    [
      'raffle',
      'bundle',
      raffle,
      '--entries',
      'all',
      '-o',
      file('bundle.json'),
      '--record',
      file('audit.json'),
    ],
    {
      show: [],
    },
  )
  const shown = ['verify', file('bundle.json'), '--record', file('audit.json')]
  const beside = {
    log: ['--log', `${url}/log`, '--allow-private'],
    observation: ['--observation', file('seen.json')],
    receipt: ['--receipt', file('receipt.json'), '--nonce', nonce],
  }
  const verify = [...shown, '--trust', trust, ...Object.values(beside).flat()]
  const { subjects } = await verifyWhole(verify)
  console.log(`
The same file again, with less beside it. Each line adds a part, and says which level is reached and what is proven then:

${await tellParts(shown, beside, subjects[0], entry)}`)

  step('Anybody follows the log: it has every raffle that was begun, and a second history would be caught')
  await run(['monitor', `${url}/log`, '--state', file('log.state'), '--trust', trust, '--allow-private'], {
    show: [/^ {2}(proven|Nothing)/],
  })

  step('The certificate: one page that verifies this draw in any browser, without a network')
  const embedded = await call([...shown, '--trust', trust, ...beside.observation, '--format', 'json'])
  const [{ level }] = JSON.parse(embedded.stdout).subjects
  if (level !== 4) fail(`the certificate is of level ${level}`)
  console.log(
    `It has what the auditor saw in it, and not the log: level ${level}, by the trust file that is in it, too.\n`,
  )
  const page = file('certificate.html')
  await run(
    [
      'page',
      '-o',
      page,
      '--embed',
      file('bundle.json'),
      '--record',
      file('audit.json'),
      '--trust',
      trust,
      ...beside.observation,
      '--force',
    ],
    { show: [] },
  )

  step('Where to look')
  const [winner] = readJson('audit.json').draws.map(draw => draw.winner_entry_id)
  console.log(`the raffle's page    ${new URL(`/raffles/${raffle}`, url)}
all raffles          ${new URL('/', url)}
the certificate      ${join(root, page)}
the API              ${addresses.join('\n                     ')}
its description      ${url}/openapi.json

The raffle's page reads the log, and shows level 5 in grey: it knows only the keys that its own service names, and says
whose word each is. Give it the auditor's trust file at "Use what you have yourself", and it is green:

${join(root, trust)}

Worth pasting: was this ticket in, how was the winner computed, does a published draw stay what it is?

${printable([...shown, '--trust', trust, ...beside.log, ...beside.observation, '--ticket', winner])}
${printable(['explain', file('bundle.json')])}
${printable([...check, '--lock', file('lock.json'), '--quiet'])}
`)
  process.off('SIGINT', onInterrupt).off('SIGTERM', onTerminate)
  const stop = () => service.child.kill('SIGTERM')
  process.on('SIGINT', stop).on('SIGTERM', stop)
  if (options.once) stop()
  else console.log(`The server runs until Ctrl-C, which also removes ${folder}.`)
  const { child } = service
  if (child.exitCode === null) await once(child, 'exit')
  if (child.exitCode !== 0) fail(`the server did not end well: ${child.said}`)
}

/** The operator's key and log, which are in one store. */
async function makeLog() {
  const key = await make(['key', 'generate', '--operator', operator])
  return [key, await make(['log', 'create', '--origin', origin])]
}

/** What a command made, by its JSON. */
async function make(args) {
  const { text } = await run(args, { hidden: ['--format', 'json'], show: [] })
  return JSON.parse(text)
}

/** The time-stamping authority; undefined where there is no openssl, or one that makes no such certificate. */
async function openAuthority() {
  try {
    return await startAuthority(join(root, file('authority')), { name: 'Demo Time' })
  } catch (error) {
    if (error.code === 'ENOENT' || error.status > 0) return undefined
    throw error
  }
}

/** The whole report, as text and as data. */
async function verifyWhole(verify) {
  await run([...verify, '--require', 'witnessed'], { hidden: ['--report', `json=${file('whole.json')}`] })
  return readJson('whole.json')
}

/** A line for each part of the evidence: the level that is reached with it and all before it, and what it adds. */
async function tellParts(shown, { log, observation }, whole, entry) {
  const { timestampers, witnesses, witness_threshold, logs, ...alone } = readJson('trust.json')
  const stamped = { ...alone, timestampers }
  const all = { ...stamped, logs, witnesses, witness_threshold }
  const parts = [
    ['the operator’s key and the beacon', alone, []],
    ...(timestampers === undefined ? [] : [['the time-stamper', stamped, []]]),
    ['the log and both witnesses', all, log],
    ['what the auditor signed', all, [...log, ...observation]],
  ]
  const reports = await Promise.all(
    parts.map(async ([, believed, options], place) => {
      const name = file(`trust-${place}.json`)
      writeFileSync(join(root, name), JSON.stringify(believed))
      const { stdout } = await call([...shown, '--trust', name, ...options, '--format', 'json'])
      return JSON.parse(stdout).subjects[0]
    }),
  )
  let known = new Set(['level.reached'])
  const lines = [...reports, whole].flatMap((report, place) => {
    const proven = report.claims.filter(({ status }) => status === 'proven')
    // Of what the statements show by themselves, only where it ends.
    const added = proven.filter(({ id }) => (place === 0 ? id === 'winner.derived' : !known.has(id)))
    known = new Set([...known, ...proven.map(({ id }) => id)])
    const part = `${place === 0 ? ' ' : '+'} ${parts[place]?.[0] ?? `the receipt of ticket ${entry}`}`
    return added.map(({ message }, row) => {
      const [name, level] = row === 0 ? [part, `level ${report.level}`] : ['', '']
      return `${name.padEnd(37)} ${level.padEnd(9)} ${message.split(':')[0]}`
    })
  })
  return lines.join('\n')
}

/** Starts the witnesses of the log, and has the log ask them; returns their keys. */
async function startWitnesses(log) {
  const witnesses = await Promise.all(
    ['north', 'south'].map(async name => {
      const made = await run(['witness', 'init', file(name), '--name', `${name}.example/witness`], {
        show: [],
      })
      const vkeys = made.stdout.trim().split('\n')
      return { ...(await serve(['witness', 'serve', file(name), '--log', log, '--port', '0'])), vkeys }
    }),
  )
  for (const { url, vkeys } of witnesses)
    for (const vkey of vkeys) await run(['log', 'witness', url, vkey], { show: [] })
  return witnesses.flatMap(({ vkeys }) => vkeys)
}

async function verifyFixtures() {
  const rest = listDocuments().filter(path => path !== firstDraw)
  const found = await call(['verify', ...rest, ...evidence, '--format', 'json'])
  const { subjects } = JSON.parse(found.stdout)
  const results = compare({ subjects: [...readJson('first.json').subjects, ...subjects] })
  console.log(`${printable(['verify', ...folders, ...evidence, '--quiet'])}`)
  const of = (word, isOf) => `${results.filter(({ subject }) => isOf(subject)).length} ${word}`
  const counts = [
    of('refuted', ({ verdict }) => verdict === 'refuted'),
    of('reproducible', ({ level }) => level === 3),
    of('signed', ({ level }) => level === 2),
    of('well formed', ({ level }) => level === 1),
  ]
  console.log(`${results.length} checked: ${counts.join(', ')}

A line of it for each is left out here. Well formed accuses nobody: what it would take to check the draw was not published. Three of the others:
`)
  for (const path of remarkable) {
    const { title, headline, who_could_choose: who } = subjects.find(({ source }) => source === path) ?? {}
    console.log(printable(['verify', path, ...evidence]))
    console.log(`${title}\n${wrap(headline)}\n${wrap(`who could have chosen the winner: ${who}`)}\n`)
  }
  const surprises = results.filter(({ same }) => !same)
  for (const { subject, expected } of surprises) {
    fail(`${subject.source}: ${subject.verdict} instead of ${expected.verdict}, or another claim`)
  }
  if (results.length === 0) fail('no reports')
  console.log(
    `${results.length - surprises.length} of ${results.length} reports are as recorded in fixtures/reports`,
  )
}

async function show(address) {
  const response = await fetch(address, { headers: { Accept: 'application/json' } })
  if (response.status !== 200) fail(`${address} answers ${response.status}`)
  console.log(`$ curl -H 'Accept: application/json' '${address}'\n${response.status} ${response.statusText}`)
  const lines = JSON.stringify(await response.json(), null, 2).split('\n')
  // The first of the draws is enough to see what a record has.
  const most = 13
  console.log(
    `${lines.slice(0, most).join('\n')}${lines.length > most ? `\n… ${lines.length - most} more lines` : ''}\n`,
  )
}

function step(text) {
  steps += 1
  console.log(`\n${steps}. ${text}\n`)
}

function fail(text) {
  console.log(`not as expected: ${text}`)
  process.exitCode = 1
}

/**
 * Runs a command to its end, prints it and what it says: all but its hints what to do next, or the lines that match
 * `show`; everything where it fails. Arguments that are `hidden` are not printed. It may have been `started` before.
 */
async function run(args, { hidden = [], show, started = call([...args, ...hidden]) } = {}) {
  const ended = await started
  const lines = ended.text.trimEnd().split('\n')
  const wanted = line => (show === undefined ? !line.startsWith('next: ') : show.some(one => one.test(line)))
  const shown = ended.status === 0 || args[1] === firstDraw ? keep(lines, wanted) : lines
  console.log([printable(args), ...shown].join('\n'))
  if (ended.status !== (args[1] === firstDraw ? 3 : 0)) fail(`exit code ${ended.status}`)
  return ended
}

/** The lines that are wanted, each with those that go on with it. */
function keep(lines, wanted) {
  let isKept = false
  return lines.filter(line => (isKept = (isKept && line.startsWith('    ')) || wanted(line)))
}

/** What a command said, on either stream and on standard output alone, and its exit code. */
async function call(args) {
  const child = launch(args)
  const [status] = await once(child, 'close')
  children.delete(child)
  return { status, text: child.said, stdout: child.answered }
}

/** Prints and starts a command that goes on. */
function start(args) {
  console.log(printable(args))
  return launch(args)
}

/** Starts a service, and waits for its address, which it prints first. */
async function serve(args) {
  const child = start(args)
  const url = await firstMatch(child, line => (line.startsWith('http') ? line : undefined))
  if (url === undefined) throw new Error(`it ended with ${child.exitCode}: ${child.said}`)
  return { child, url }
}

/** The server's process and its address; undefined when it cannot listen. A port that was asked for has to be free. */
async function startServer() {
  for (const asked of options.port === undefined ? ['8080', '0'] : [options.port]) {
    // What is shared of a raffle names the service, so that has to know where it is.
    const port = asked === '0' ? await findPort() : asked
    const args = ['serve', '--port', port, '--public-url', `http://127.0.0.1:${port}`, '--rate-limit', '600']
    const child = launch(args)
    const url = await firstMatch(child, line => {
      const { msg, url } = JSON.parse(line)
      return msg === 'listening' ? url : undefined
    })
    if (url !== undefined) return { args, child, url }
  }
  return undefined
}

/** A port that is free just now. */
async function findPort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  await once(server, 'close')
  return String(port)
}

/** What `find` returns of the first line of standard output for which it returns anything; undefined if none comes. */
function firstMatch(child, find) {
  return new Promise(resolve => {
    createInterface({ input: child.stdout }).on('line', line => {
      const found = find(line)
      if (found !== undefined) resolve(found)
    })
    child.on('exit', () => resolve(undefined))
  })
}

function launch(args) {
  const child = spawn(process.execPath, ['bin/drawaudit.js', ...args], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  Object.assign(child, { said: '', answered: '' })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', text => {
      child.said += text
      if (stream === child.stdout) child.answered += text
    })
  }
  children.add(child)
  return child
}

/** A folder in the project, with a short name so that commands can be pasted; another one where a demo runs already. */
function makeFolder() {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? '.demo' : `.demo-${number}`
    try {
      mkdirSync(join(root, name))
      return name
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
  }
}

function cleanUp() {
  authority?.close()
  for (const child of children) child.kill('SIGTERM')
  rmSync(join(root, folder), { recursive: true, force: true, maxRetries: 5 })
}

function readJson(name) {
  return JSON.parse(readFileSync(join(root, file(name)), 'utf8'))
}

function secondsTo(time) {
  return Math.max(0, Math.round(time - Date.now() / 1000))
}

function formatTime(seconds) {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}+00:00`
}

/** Text in indented lines of at most 100 characters. */
function wrap(text) {
  return text.replace(/(.{1,98})(?: |$)/g, '  $1\n').trimEnd()
}

function quote(word) {
  // A witness's key for ML-DSA has 2,600 characters: its name and its hash tell which one it is.
  const [, begin] = /^(\S+\+[0-9a-f]{8}\+)\S{100,}$/.exec(word) ?? []
  if (begin !== undefined) return `${begin}…`
  return /^[\w./:=@,+-]+$/.test(word) ? word : `'${word}'`
}

/** The command as one would paste it in the project's folder. */
function printable(args) {
  return `$ npx drawaudit ${args.map(quote).join(' ')}`
}
