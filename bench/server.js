// The public API beside its peers: requests a second and latency for the same bodies. See README.md.
import { spawnSync } from 'node:child_process'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import {
  assertMachine,
  auditPath,
  describeMachine,
  findMissing,
  formatCount,
  formatTable,
  installPeers,
  load,
  makeFolder,
  median,
  readProcessorTime,
  readVersion,
  request,
  start,
  startDrawaudit,
  stopServers,
} from './lib.js'
import { base, computeOdds, rateLimit, record, statistics } from './peers/data.js'
import { prepareNginx } from './peers/nginx.js'
import { noteRatio } from './ratios.js'

const views = [
  { name: 'audit', path: auditPath, body: record },
  { name: '304', path: auditPath, body: record, conditional: true },
  { name: 'odds', path: `${base}/odds?entries=5`, body: computeOdds(5), computed: true },
  { name: 'statistics', path: `${base}/entries/stats`, body: statistics },
]
const [bare, fastify, express, nginx, drawaudit] = ['node:http', 'Fastify', 'Express', 'nginx', 'drawaudit']
const node = file => start(port => [process.execPath, `bench/peers/${file}`, port])
const starters = {
  [bare]: () => node('bare.js'),
  [fastify]: () => node('fastify.js'),
  [express]: () => node('express.js'),
  [nginx]: () => start(port => prepareNginx(makeFolder(), port)),
  [drawaudit]: () => startDrawaudit('--rate-limit', rateLimit),
}

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
if (options.check) for (const peer of [fastify, express, nginx]) delete starters[peer]
const { rounds, seconds, warmUp } = options.quick
  ? { rounds: 2, seconds: 1, warmUp: 1 }
  : options.check
    ? { rounds: 5, seconds: 1, warmUp: 1 }
    : { rounds: 5, seconds: 3, warmUp: 1 }
const wanted = options.only?.split(',') ?? (options.check ? ['audit', '304'] : views.map(view => view.name))
const unknown = wanted.find(name => !views.some(view => view.name === name))
if (unknown !== undefined) {
  console.error(`error: no view ${unknown}\nhint: --only takes ${views.map(view => view.name).join(',')}`)
  process.exit(2)
}

assertMachine()
if (!options.check) installPeers()
const skipped = nginx in starters ? findMissing('nginx') : undefined
if (skipped !== undefined) {
  console.error(`nginx is skipped: ${skipped}`)
  delete starters[nginx]
}

/** What to send for a view, and the answer that every request of the run has to get, tried once beforehand. */
async function prepareRun(peer, server, view) {
  const run = { ...server, path: view.path, headers: { Accept: 'application/json' } }
  const first = await request(run.port, run.path, run.headers)
  const body = JSON.parse(first.body)
  const expected = view.computed ? { ...view.body, as_of: body.as_of } : view.body
  if (first.status !== 200 || !isDeepStrictEqual(body, expected)) {
    throw new Error(`answers ${first.status} ${first.body}`)
  }
  if (!view.conditional) return { ...run, bytes: first.bytes }
  // The yardstick decides nothing: its 304 is another constant, at a path of its own.
  if (peer === bare) run.path += '?304'
  else run.headers['If-None-Match'] = first.headers.get('etag')
  const second = await request(run.port, run.path, run.headers)
  if (second.status !== 304) throw new Error(`answers ${second.status} to its own ETag`)
  return { ...run, bytes: second.bytes }
}

/** One window; it throws when wrk saw an error, or when the answers were not as long as the one that was checked. */
async function measure(run, duration) {
  const before = readProcessorTime(run.pid)
  const figures = await load(run.port, run.path, { headers: run.headers, seconds: duration })
  if (figures.problem !== undefined) throw new Error(figures.problem)
  const length = figures.bytes / figures.requests
  if (!(Math.abs(length / run.bytes - 1) < 0.05)) {
    throw new Error(`${Math.round(length)} bytes an answer instead of ${run.bytes}`)
  }
  return { ...figures, busy: (readProcessorTime(run.pid) - before) / figures.seconds }
}

const nginxVersion = () => spawnSync('nginx', ['-v'], { encoding: 'utf8' }).stderr.trim().split('/').at(-1)
const wrkVersion = spawnSync('wrk', ['-v'], { encoding: 'utf8' }).stdout.split(' ')[1]
console.log(describeMachine())
console.log(
  [
    `drawaudit ${readVersion('drawaudit')}`,
    ...(options.check
      ? []
      : ['fastify', '@fastify/rate-limit', '@fastify/etag', 'express', 'express-rate-limit']
    ).map(name => `${name} ${readVersion(name)}`),
    ...(nginx in starters ? [`nginx ${nginxVersion()}`] : []),
    `wrk ${wrkVersion}`,
  ].join(', '),
)
console.log(
  `medians of ${rounds} processes, ${seconds} s each, 64 connections${options.quick ? '; a trial, no result' : ''}\n`,
)

const chosen = views.filter(({ name }) => wanted.includes(name))
const results = new Map(
  chosen.map(view => {
    const peers = Object.keys(starters).filter(peer => !(view.computed && peer === nginx))
    return [view.name, new Map(peers.map(peer => [peer, { peer, view: view.name, windows: [] }]))]
  }),
)
for (let round = 0; round < rounds; round++) {
  // A new process each time: two of one program differ by a tenth. Peer after peer, so that a drift of the machine
  // hits all of them.
  for (const [peer, starter] of Object.entries(starters)) {
    const server = await starter()
    for (const view of chosen) {
      const result = results.get(view.name).get(peer)
      if (result === undefined) continue
      try {
        const run = await prepareRun(peer, server, view)
        await measure(run, warmUp)
        result.windows.push(await measure(run, seconds))
      } catch ({ message }) {
        result.problem = message
      }
    }
    await stopServers()
  }
}
for (const run of [...results.values()].flatMap(runs => [...runs.values()])) {
  if (run.problem !== undefined) continue
  for (const figure of ['rate', 'busy', 'p50', 'p99']) {
    run[figure] = median(run.windows.map(window => window[figure]))
  }
  const rates = run.windows.map(({ rate }) => rate)
  run.spread = (Math.max(...rates) - Math.min(...rates)) / run.rate
}

const ratio = (part, whole) => (part?.rate && whole?.rate ? part.rate / whole.rate : undefined)
const show = number => number?.toFixed(2) ?? '–'
const percent = share => (share === undefined ? '–' : `${Math.round(share * 100)} %`)
const names = ['requests/s', 'spread', 'busy', '÷ node:http', '÷ Fastify', 'p50 ms', 'p99 ms']
const rows = [['view', 'peer', ...names]]
for (const [view, runs] of results) {
  for (const run of runs.values()) {
    const rate = run.problem === undefined ? formatCount(run.rate) : 'void'
    const ratios = [ratio(run, runs.get(bare)), ratio(run, runs.get(fastify))]
    const shares = [run.spread, run.busy].map(percent)
    rows.push([view, run.peer, rate, ...shares, ...[...ratios, run.p50, run.p99].map(show)])
  }
}
console.log(formatTable(rows))
const allRuns = [...results.values()].flatMap(runs => [...runs.values()])
if (allRuns.some(({ spread, busy }) => spread > 0.3 || busy < 0.9)) {
  console.error(
    '\nwarning: something else ran on these cores: a spread above 30 %, or a server busy below 90 %',
  )
}
console.log(`
node:http answers a constant with a type and a length; for 304 a constant 304 without any header of its own.
nginx sends a file: no negotiation, no limiter, no odds.
`)

function judge(view, peer, least, of = view) {
  const reached = ratio(results.get(view)?.get(drawaudit), results.get(of)?.get(peer))
  if (!results.has(view) || !results.get(of)?.has(peer)) return
  const verdict = reached === undefined ? 'void' : reached >= least ? 'met' : 'missed'
  const what = of === view ? peer : `${peer}'s ${of}`
  console.log(`${verdict.padEnd(6)}  ${view}: ${show(reached)} × ${what}, the aim is at least ${least}`)
}
judge('audit', bare, 0.8)
judge('audit', fastify, 1.8)
// Against the constant that the yardstick answers to everything else, and against a bare 304 too.
judge('304', bare, 0.9, 'audit')
judge('304', bare, 0.9)
judge('odds', bare, 0.6)
for (const [view, runs] of results) {
  const speed = ratio(runs.get(drawaudit), runs.get(bare))
  if (speed !== undefined) noteRatio(`serve, ${view}, × node:http`, speed)
  if (!runs.has(fastify)) continue
  const [ours, theirs] = [runs.get(drawaudit).p99, runs.get(fastify).p99]
  const verdict = ours === undefined || theirs === undefined ? 'void' : ours <= theirs ? 'met' : 'missed'
  console.log(
    `${verdict.padEnd(6)}  ${view}: p99 ${show(ours)} ms, the aim is at most Fastify's ${show(theirs)} ms`,
  )
}
for (const { view, peer, problem } of allRuns) {
  if (problem === undefined) continue
  console.error(`void: ${view}, ${peer}: ${problem}`)
  process.exitCode = 1
}
