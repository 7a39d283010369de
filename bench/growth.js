// How time grows with the number of entries, with the size of a log, with the number of draws. See README.md.
import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { verifyBeacons } from '../dist/core/beacon-batch.js'
import { deriveConsistencyProof, verifyConsistency } from '../dist/core/consistency-proof.js'
import { deriveInclusionProof } from '../dist/core/inclusion-proof.js'
import { hashLeaf, MerkleTree, verifyInclusion } from '../dist/core/merkle.js'
import { parseJson, parseRecipe, parseTrust, verifyBundle } from '../dist/index.js'
import { native } from '../dist/native/engine.js'
import { readNodesOf } from '../dist/store/log-tree.js'
import { openSqliteStore } from '../dist/store/sqlite/sqlite-store.js'
import { readEntryList } from '../dist/verify/bundle/entry-list.js'
import { verifyPublished } from '../dist/verify/draw/verify-published.js'
import { describeMachine, formatCount, formatTable, makeFolder, median, root } from './lib.js'
import { fill, leaf } from './log-proof.js'
import { fitSlope, formatSeconds, formatSlope, renderPlot } from './plot.js'
import { makeBundle, now, signRounds, trust, writeList } from './raffle.js'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    write: { type: 'boolean', default: false },
  },
})
if (options.quick && options.write) {
  console.error('error: the figures of --quick say nothing, and are not drawn')
  process.exit(2)
}
/** Each point is the median of at least `least` runs and at most `most`; between them, of `seconds`. */
const effort = options.quick ? { least: 1, most: 3, seconds: 0.1 } : { least: 3, most: 31, seconds: 2 }
/** The most that a line may be steep: what grows with the number, by its logarithm, and not at all. */
const aims = { linear: 1.1, logarithmic: 0.4, flat: 0.1 }

/** Powers of ten, and if wanted the threes between them. */
function listCounts(first, last, { halves = false } = {}) {
  const steps = halves ? [1, 3] : [1]
  const decades = Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index))
  return decades.flatMap(decade => steps.map(step => step * decade)).filter(count => count <= 10 ** last)
}

/** Seconds that a job takes, once whatever is compiled was compiled: what takes long is compiled while it runs. */
async function time(job) {
  const { least, most, seconds } = effort
  const elapsed = from => (performance.now() - from) / 1000
  async function run() {
    const from = performance.now()
    await job()
    return elapsed(from)
  }
  const begin = performance.now()
  let last
  do last = await run()
  while (elapsed(begin) < seconds / 6)
  const runs = last < seconds ? [] : [last]
  const start = performance.now()
  while (runs.length < least || (runs.length < most && elapsed(start) < seconds)) runs.push(await run())
  return median(runs)
}

function* readPieces(file) {
  const descriptor = openSync(file, 'r')
  const piece = new Uint8Array(65_536)
  for (let length = readSync(descriptor, piece); length > 0; length = readSync(descriptor, piece)) {
    yield piece.subarray(0, length)
  }
  closeSync(descriptor)
}

const believed = parseTrust(trust)

/** Verifies a bundle from its bytes; everything of it has to be as it was made. */
function verify(bytes, code, list) {
  const report = verifyBundle(parseJson(bytes), believed, {
    now,
    engine: native,
    ...(list && { list }),
  })
  const [{ level, claims }] = report.subjects
  if (level !== 3 || claims.find(({ id }) => id === 'entries.sealed').code !== code) {
    throw new Error(`not verified: ${JSON.stringify(claims)}`)
  }
}

async function measureEntries() {
  const names = { list: 'list of entries', listed: 'listed bundle', light: 'light bundle' }
  const points = { list: [], listed: [], light: [] }
  const counts = listCounts(2, options.quick ? 4 : 7)
  for (const count of counts) {
    const list = await writeList(makeFolder(), count)
    const read = () => {
      const createDigest = () => createHash('sha256')
      const summary = readEntryList(() => readPieces(list.file), { engine: native, createDigest })
      if (Buffer.compare(summary.root, list.root) !== 0) throw new Error('the list has another root')
      return summary
    }
    const [light, listed] = [await makeBundle(list, 3), await makeBundle(list, 3, { isListed: true })]
    points.list.push({ count, seconds: await time(read) })
    points.listed.push({ count, seconds: await time(() => verify(listed, 'entries-sealed', read())) })
    points.light.push({ count, seconds: await time(() => verify(light, 'entries-light')) })
    console.error(`${formatCount(count)} entries`)
  }
  return {
    title: 'Verifying a raffle, by the entries in its list',
    axis: 'entries',
    note: 'native engine, 3 prizes, one drand round',
    series: Object.entries(points).map(([key, values]) => ({
      name: names[key],
      points: values,
      aim: key === 'light' ? 'flat' : 'linear',
    })),
  }
}

/** Places all over a list, the same ones every time. */
function spreadPlaces(size, count) {
  return Array.from({ length: count }, (_, index) => Math.floor(((index * 0.618_033_988_75) % 1) * size))
}

async function measureLog() {
  const series = [
    'inclusion proof, derived',
    'inclusion proof, verified',
    'consistency proof, derived',
    'consistency proof, verified',
  ].map(name => ({ name, points: [], aim: 'logarithmic' }))
  const proofs = options.quick ? 20 : 200
  for (const size of listCounts(2, options.quick ? 4 : 6)) {
    const file = join(makeFolder(), 'log.db')
    const rootHash = await fill(file, size)
    const store = await openSqliteStore(file, { access: 'read' })
    const readNodes = readNodesOf(store.log)
    const tree = new MerkleTree(native)
    const earlier = new Map(spreadPlaces(size, proofs).map(place => [place + 1, undefined]))
    for (let place = 0; place < size; place++) {
      tree.append(hashLeaf(leaf(place), native))
      if (earlier.has(tree.size)) earlier.set(tree.size, tree.root())
    }
    const inclusions = []
    for (const index of spreadPlaces(size, proofs)) {
      const proof = await deriveInclusionProof(index, size, readNodes, native)
      inclusions.push({ index, size, leafHash: hashLeaf(leaf(index), native), proof, root: rootHash })
    }
    const consistencies = []
    for (const [size1, root1] of earlier) {
      const proof = await deriveConsistencyProof(size1, size, readNodes, native)
      consistencies.push({ size1, root1, size2: size, root2: rootHash, proof })
    }
    const jobs = [
      async () => {
        for (const { index } of inclusions) await deriveInclusionProof(index, size, readNodes, native)
      },
      () => {
        if (!inclusions.every(one => verifyInclusion(one, native))) throw new Error('a proof is wrong')
      },
      async () => {
        for (const { size1 } of consistencies) await deriveConsistencyProof(size1, size, readNodes, native)
      },
      () => {
        if (!consistencies.every(one => verifyConsistency(one, native))) throw new Error('a proof is wrong')
      },
    ]
    for (const [index, job] of jobs.entries()) {
      const count = index < 2 ? inclusions.length : consistencies.length
      series[index].points.push({ count: size, seconds: (await time(job)) / count })
    }
    await store.close()
    console.error(`a log of ${formatCount(size)} entries`)
  }
  const note = `native engine, a log in SQLite, each the mean of ${proofs} proofs from all over it`
  return { title: 'Proofs, by the entries in the log', axis: 'entries in the log', note, series }
}

async function measureDraws() {
  const counts = listCounts(0, options.quick ? 2 : 4, { halves: true })
  // A bundle has at most 10,000 statements, of which two come before the first pick.
  const bundles = []
  const list = await writeList(makeFolder(), 20_000)
  for (const count of counts.map(number => Math.min(number, 9998))) {
    const bytes = await makeBundle(list, count)
    bundles.push({ count, seconds: await time(() => verify(bytes, 'entries-light')) })
    console.error(`${formatCount(count)} picks`)
  }
  const folder = join(root, 'fixtures/draws/raffair')
  const text = readFileSync(
    join(
      folder,
      readdirSync(folder).find(name => name.endsWith('.json')),
    ),
  )
  const recipe = parseRecipe(parseJson(readFileSync(join(root, 'recipes/raffair.json'))))
  const published = []
  for (const count of counts) {
    const job = () => {
      for (let left = count; left > 0; left -= 1) {
        const report = verifyPublished(parseJson(text), recipe, { engine: native })
        if (report.verdict === 'refuted') throw new Error('a published draw was refuted')
      }
    }
    published.push({ count, seconds: await time(job) })
  }
  const { chain, beacons } = signRounds(options.quick ? 10 : 1000)
  const rounds = []
  for (const count of counts.filter(number => number <= beacons.length)) {
    const part = beacons.slice(0, count)
    const job = () => {
      if (!verifyBeacons(part, chain).every(({ valid }) => valid)) throw new Error('a good round was refused')
    }
    rounds.push({ count, seconds: await time(job) })
    console.error(`${formatCount(count)} drand rounds`)
  }
  return {
    title: 'Verifying many draws',
    axis: 'draws',
    note: 'native engine; one bundle with one drand round; one published draw over and over; rounds as of quicknet',
    series: [
      { name: 'picks of one light bundle', points: bundles, aim: 'linear' },
      { name: 'published draws (raffair)', points: published, aim: 'linear' },
      { name: 'drand rounds at once', points: rounds, aim: 'linear' },
    ],
  }
}

const subjects = { entries: measureEntries, log: measureLog, draws: measureDraws }

console.log(describeMachine())
const { least, most, seconds } = effort
console.log(`medians of ${least} to ${most} runs, of ${seconds} s where they are as many\n`)
const problems = []
for (const [name, measureSubject] of Object.entries(subjects)) {
  if (options.only !== undefined && !options.only.includes(name)) continue
  const { title, axis, note, ...measured } = await measureSubject()
  const series = measured.series.map(one => ({
    ...one,
    fit: fitSlope(one.points, { isLinear: one.aim === 'linear' }),
  }))
  const counts = [...new Set(series.flatMap(({ points }) => points.map(({ count }) => count)))]
  const rows = [[axis, '', ...series.map(one => one.name)]]
  for (const count of counts.sort((a, b) => a - b)) {
    const cells = series.map(({ points }) => points.find(point => point.count === count)?.seconds)
    rows.push([formatCount(count), '', ...cells.map(cell => (cell === undefined ? '' : formatSeconds(cell)))])
  }
  rows.push(['slope', '', ...series.map(({ fit }) => formatSlope(fit.slope))])
  rows.push(['from', '', ...series.map(({ fit }) => formatCount(fit.from))])
  rows.push(['to', '', ...series.map(({ fit }) => formatCount(fit.to))])
  rows.push(['at most', '', ...series.map(({ aim }) => aims[aim].toFixed(2))])
  console.log(`${title}: ${note}\n\n${formatTable(rows)}\n`)
  for (const { name: line, aim, fit } of series) {
    const steepness = formatSlope(fit.slope)
    if (!options.quick && fit.slope > aims[aim])
      problems.push(`${line}: slope ${steepness}, above ${aims[aim]}`)
  }
  if (options.write) {
    const picture = renderPlot({ title, axis, notes: [note, describeMachine()], series })
    writeFileSync(join(root, `docs/images/growth-${name}.svg`), picture)
  }
}
for (const problem of problems) console.error(`error: ${problem}`)
if (problems.length > 0) process.exitCode = 1
