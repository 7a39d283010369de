// Many drand rounds: one by one, together, and together by mcl-wasm, on one core and on all. See README.md.
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { verifyBeacons } from '../dist/core/beacon-batch.js'
import { signatureDomains } from '../dist/core/beacon-scheme.js'
import { beaconMessage, defaultChain, quicknetChain, verifyBeacon } from '../dist/core/beacon.js'
import { loadMcl } from '../dist/native/mcl.js'
import { describeMachine, formatTable, median } from './lib.js'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
// A batch of more than are remembered: each is verified.
const { rounds, batch, threadSeconds } = options.quick
  ? { rounds: 1, batch: 8, threadSeconds: 0.2 }
  : { rounds: 3, batch: 256, threadSeconds: 3 }

const chains = { quicknet: quicknetChain, default: defaultChain }
const secretKey = new Uint8Array(32).fill(7)

/** A chain of the benchmark's own with so many rounds. */
function createRounds(name) {
  const { group, domain } = signatureDomains[chains[name].scheme]
  const bls = group === 'G1' ? bls12_381.shortSignatures : bls12_381.longSignatures
  const chain = { ...chains[name], publicKey: bls.getPublicKey(secretKey).toBytes(true) }
  const sign = message => bls.sign(bls.hash(message, domain), secretKey).toBytes(true)
  const beacons = []
  let previousSignature = name === 'default' ? sign(new Uint8Array(32)) : undefined
  for (let round = 2; beacons.length < batch; round += 1) {
    const unsigned = { round, ...(previousSignature && { previousSignature }) }
    const signature = sign(beaconMessage(unsigned, chain))
    beacons.push({ ...unsigned, signature })
    if (previousSignature !== undefined) previousSignature = signature
  }
  return { chain, beacons }
}

/** Milliseconds a round. */
function time(job) {
  const begin = performance.now()
  if (!job().every(({ valid }) => valid)) throw new Error('a good round was refused')
  return (performance.now() - begin) / batch
}

const bls = await loadMcl()

if (!isMainThread) {
  const { chain, beacons } = createRounds('quicknet')
  verifyBeacons(beacons, chain, { bls })
  parentPort.postMessage('ready')
  await once(parentPort, 'message')
  const begin = performance.now()
  let count = 0
  for (; performance.now() - begin < threadSeconds * 1000; count += batch) {
    verifyBeacons(beacons, chain, { bls })
  }
  parentPort.postMessage((count * 1000) / (performance.now() - begin))
  process.exit()
}

console.log(`${describeMachine()}\n`)
const rows = [['drand rounds', '', 'ms one by one', 'ms together', 'ms by mcl', 'one by one ÷', 'together ÷']]
for (const name of Object.keys(chains)) {
  const { chain, beacons } = createRounds(name)
  const times = { apart: [], together: [], mcl: [] }
  verifyBeacons(beacons, chain, { bls })
  for (let round = 0; round < rounds; round += 1) {
    times.apart.push(time(() => beacons.map(beacon => verifyBeacon(beacon, chain))))
    times.together.push(time(() => verifyBeacons(beacons, chain)))
    times.mcl.push(time(() => verifyBeacons(beacons, chain, { bls })))
  }
  const [apart, together, mcl] = [median(times.apart), median(times.together), median(times.mcl)]
  const figures = [apart, together, mcl, apart / mcl, together / mcl].map(value => value.toFixed(2))
  rows.push([name, `${batch} rounds`, ...figures])
}
console.log(formatTable(rows))

/** Rounds a second of so many threads, together. */
async function countThreads(count) {
  const workers = Array.from(
    { length: count },
    () => new Worker(fileURLToPath(import.meta.url), { argv: process.argv.slice(2) }),
  )
  await Promise.all(workers.map(worker => once(worker, 'message')))
  const rates = workers.map(worker => once(worker, 'message'))
  for (const worker of workers) worker.postMessage('begin')
  return (await Promise.all(rates)).reduce((sum, [rate]) => sum + rate, 0)
}

const cores = availableParallelism()
const [one, all] = [await countThreads(1), await countThreads(cores)]
console.log(
  `\nquicknet by mcl: ${one.toFixed(0)} rounds a second on one thread, ${all.toFixed(0)} on ${cores}: ${(all / one).toFixed(2)} ×`,
)
