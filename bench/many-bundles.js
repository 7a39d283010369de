// A hundred thousand light bundles of one operator in one file, verified by the command, beside their signatures and the
// rounds of their beacon alone. See README.md.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { verifyBeacon } from '../dist/core/beacon.js'
import {
  chooseSizes,
  describeMachine,
  formatCount,
  formatTable,
  makeFolder,
  median,
  root,
  timeWorkers,
} from './lib.js'
import { listRounds, makeBundle, publicKey, trust, writeList } from './raffle.js'
import { noteRatio } from './ratios.js'
import { timeSignatures } from './signatures-alone.js'

const own = fileURLToPath(import.meta.url)

if (!isMainThread) {
  const { chain, beacons } = workerData
  parentPort.postMessage('ready')
  await once(parentPort, 'message')
  for (const beacon of beacons) {
    if (!verifyBeacon(beacon, chain).valid) throw new Error('a good round was refused')
  }
  parentPort.postMessage('done')
} else await run()

async function run() {
  const { count, rounds } = chooseSizes({
    quick: { count: 500, rounds: 1 },
    check: { count: 10_000, rounds: 3 },
    full: { count: 100_000, rounds: 3 },
  })
  /** MiB that the whole process may take, however many bundles there are. */
  const limit = 256

  const folder = makeFolder()
  const list = await writeList(folder, 142)
  const proofs = []
  const known = { ...list, prove: index => (proofs[index] ??= list.prove(index)) }
  /** As many as any of them: signatures of later ones take as long. */
  const signed = []
  const onSigned = one => {
    if (signed.length < 30_000) signed.push(one)
  }
  const file = join(folder, 'bundles.ndjson')
  const descriptor = openSync(file, 'w')
  let bytes = 0
  for (let number = 0; number < count; number += 1) {
    const bundle = await makeBundle(known, 1, { number, onSigned })
    bytes += writeSync(descriptor, `${bundle.toString()}\n`)
  }
  closeSync(descriptor)
  const trustFile = join(folder, 'trust.json')
  writeFileSync(trustFile, JSON.stringify(trust))
  const signatures = 3 * count

  /** Seconds, and those of the processors, for the rounds, each verified once, on a thread a core. */
  async function timeBeacons() {
    const { chain, beacons } = listRounds(count)
    const cores = availableParallelism()
    const workers = Array.from({ length: cores }, (_, core) => {
      const part = beacons.filter((_beacon, index) => index % cores === core)
      return new Worker(own, { workerData: { chain, beacons: part } })
    })
    return timeWorkers(workers)
  }

  async function verifyAlone() {
    const some = await timeSignatures(signed, publicKey)
    const beacons = await timeBeacons()
    const sum = figure => (some[figure] * signatures) / signed.length + beacons[figure]
    return { seconds: sum('seconds'), processor: sum('processor') }
  }

  async function verifyBundles() {
    const preload = ['--import', new URL('report-usage.js', import.meta.url).href]
    const asked = ['--trust', trustFile, '--require', 'reproducible', '-q']
    const command = [...preload, join(root, 'bin/drawaudit.js'), 'verify', file, ...asked]
    const begin = performance.now()
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] })
    const said = { usage: '', last: '' }
    child.stdio[3].on('data', chunk => (said.usage += chunk))
    child.stdout.on('data', chunk => (said.last = `${said.last}${chunk}`.slice(-2000)))
    const [code] = await once(child, 'close')
    if (code !== 0 || !said.last.includes(`${count} of ${count} reach it`)) {
      throw new Error(`exit code ${code}: ${said.last}`)
    }
    return { seconds: (performance.now() - begin) / 1000, ...JSON.parse(said.usage) }
  }

  const pairs = []
  for (let round = 0; round < rounds; round += 1) {
    pairs.push({ alone: await verifyAlone(), bundles: await verifyBundles() })
  }
  const speeds = figure => pairs.map(({ alone, bundles }) => alone[figure] / bundles[figure])
  const seconds = name => median(pairs.map(pair => pair[name].seconds))
  const show = values => [
    median(values).toFixed(2),
    `${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`,
  ]
  const memory = Math.max(...pairs.map(({ bundles }) => bundles.memory))
  console.log(describeMachine())
  console.log(
    `${formatCount(count)} light bundles, ${(bytes / 1e6).toFixed(0)} MB, ${formatCount(signatures)} signatures, ${Math.min(count, listRounds(count).beacons.length)} rounds, ${availableParallelism()} cores; medians of ${rounds}\n`,
  )
  console.log(
    formatTable([
      [
        ...['', '', 'seconds', 'bundles a second', '× alone', 'spread', '× by processor', 'spread'],
        'max RSS MiB',
      ],
      [
        ...['signatures and rounds alone', '', seconds('alone').toFixed(2)],
        ...[formatCount(count / seconds('alone')), '1.00', '', '1.00', '', ''],
      ],
      [
        ...['bundles, -q', '', seconds('bundles').toFixed(2), formatCount(count / seconds('bundles'))],
        ...[...show(speeds('seconds')), ...show(speeds('processor')), memory.toFixed(0)],
      ],
    ]),
  )
  noteRatio('light bundles, × the speed of their signatures and rounds', median(speeds('processor')))
  if (memory > limit) {
    console.error(`error: more than ${limit} MiB were resident`)
    process.exitCode = 1
  }
}
