// Signatures: Ed25519 beside OpenSSL's own loop and noble, on one core and on all. See README.md.
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { ed25519 } from '@noble/curves/ed25519.js'
import { portable } from '../dist/core/portable.js'
import { parsePublicKey, verifySignature } from '../dist/core/signature.js'
import { native } from '../dist/native/engine.js'
import { describeMachine, formatCount, formatTable, median } from './lib.js'
import { noteRatio } from './ratios.js'

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, check: { type: 'boolean', default: false } },
})
const { rounds, seconds } = options.quick
  ? { rounds: 1, seconds: 0.2 }
  : options.check
    ? { rounds: 5, seconds: 0.4 }
    : { rounds: 5, seconds: 1 }

const secretKey = new Uint8Array(32).fill(7)
const publicKey = ed25519.getPublicKey(secretKey)
const messages = Array.from({ length: 512 }, (_, index) => new Uint8Array(200).fill(index & 255, 8))
const signed = messages.map(message => ({ message, signature: ed25519.sign(message, secretKey) }))

/** How often something is done in a second: verifications, of which each has to succeed. */
function countRate(job, duration = seconds) {
  const begin = performance.now()
  let count = 0
  while (performance.now() - begin < duration * 1000) {
    for (const one of signed) if (!job(one)) throw new Error('a good signature was refused')
    count += signed.length
  }
  return (count * 1000) / (performance.now() - begin)
}

const key = parsePublicKey('ed25519', publicKey)
const byEngine = engine => () =>
  countRate(({ message, signature }) => verifySignature(key, message, signature, engine))

if (!isMainThread) {
  byEngine(native)()
  for (let left = workerData; left > 0; left -= 1) {
    parentPort.postMessage(byEngine(native)())
    await once(parentPort, 'message')
  }
  process.exit()
}

/** Verifications a second of OpenSSL's own benchmark of itself. */
function askOpenssl() {
  const args = ['speed', '-mr', '-seconds', String(Math.max(1, seconds)), 'ed25519']
  const { stdout, stderr, status } = spawnSync('openssl', args, { encoding: 'utf8' })
  // +F5:…:seconds to sign:seconds to verify, or the rates, by version; the last row of the table has the rates.
  const line = /^\+F\d+:.*$/m.exec(stdout)?.[0]
  if (status !== 0 || line === undefined) throw new Error(stderr)
  const value = Number(line.split(':').at(-1))
  return value < 1 ? 1 / value : value
}

/** Verifications a second of so many threads, together. */
async function countThreads(count) {
  const workers = Array.from(
    { length: count },
    () => new Worker(fileURLToPath(import.meta.url), { workerData: rounds, argv: process.argv.slice(2) }),
  )
  const rates = []
  for (let round = 0; round < rounds; round += 1) {
    const answers = await Promise.all(workers.map(worker => once(worker, 'message')))
    rates.push(answers.reduce((sum, [rate]) => sum + rate, 0))
    for (const worker of workers) worker.postMessage('next')
  }
  await Promise.all(workers.map(worker => once(worker, 'exit')))
  return median(rates)
}

console.log(describeMachine())
const versions = `OpenSSL ${process.versions.openssl} in Node, ${spawnSync('openssl', ['version'], { encoding: 'utf8' }).stdout.trim()} beside it`
console.log(`medians of ${rounds} rounds of ${seconds} s in turn; ${versions}\n`)

const jobs = {
  'openssl speed': askOpenssl,
  'native engine': byEngine(native),
  'portable engine': byEngine(portable),
  noble: () =>
    countRate(({ message, signature }) => ed25519.verify(signature, message, publicKey, { zip215: false })),
}
const rates = new Map(Object.keys(jobs).map(name => [name, []]))
for (const job of [jobs['native engine'], jobs.noble]) job()
for (let round = 0; round < rounds; round += 1) {
  for (const [name, job] of Object.entries(jobs)) rates.get(name).push(job())
}
const rateOf = name => median(rates.get(name))
noteRatio('Ed25519 of the native engine, × @noble/curves', rateOf('native engine') / rateOf('noble'))
const rows = [['Ed25519, one key', '', 'a second', '÷ openssl', '÷ noble']]
for (const name of Object.keys(jobs)) {
  const rate = rateOf(name)
  const ratios = ['openssl speed', 'noble'].map(other => (rate / rateOf(other)).toFixed(2))
  rows.push([name, 'one core', formatCount(rate), ...ratios])
}
const one = await countThreads(1)
const cores = availableParallelism()
const all = await countThreads(cores)
rows.push([
  'native engine',
  `${cores} threads`,
  formatCount(all),
  `${(all / one).toFixed(2)} × one thread`,
  '',
])
console.log(formatTable(rows))
