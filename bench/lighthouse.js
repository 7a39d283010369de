// What Lighthouse says of the pages that are served, as a phone on a slow network sees them: the list, and raffles that are
// open, overdue, drawn, cancelled, and drawn with 200 prizes. See README.md.
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cancelRaffle } from '../dist/operator/cancel-raffle.js'
import { createChain } from '../dist/relay/create-chain.js'
import { native } from '../dist/native/engine.js'
import { createRaffle } from '../dist/operator/create-raffle.js'
import { createDesk } from '../dist/operator/desk.js'
import { drawRaffle } from '../dist/operator/draw-raffle.js'
import { readEntryLines } from '../dist/operator/entry-lines.js'
import { importEntries } from '../dist/operator/import-entries.js'
import { journalOf } from '../dist/operator/journal.js'
import { generateKey } from '../dist/operator/keys.js'
import { sealRaffle } from '../dist/operator/seal-raffle.js'
import { openStore } from '../dist/store/open-store.js'
import {
  describeMachine,
  findChromium,
  formatTable,
  installPeers,
  makeFolder,
  median,
  readVersion,
  start,
  stopServers,
} from './lib.js'

installPeers()
const { default: lighthouse } = await import('lighthouse')
const { launch } = await import('chrome-launcher')

const isQuick = process.argv.includes('--quick')
const runs = isQuick ? 1 : 5
/** Of 100, and what may shift at most. */
const aims = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 }
const mostShift = 0.05
const program = findChromium()

const folder = makeFolder()
const file = join(folder, 'raffles.db')
const operator = 'Example Raffles Ltd'
const hour = 3600
const closes = Math.floor(Date.now() / 1000) - 2 * hour
const drawAt = closes + hour
let now = closes - hour
const { chain, sign } = createChain({
  secretKey: new Uint8Array(32).fill(7),
  period: 3,
  genesisTime: closes - 24 * hour,
})

const store = await openStore(file, { access: 'write', create: true })
const secret = randomBytes(32)
const desk = createDesk({
  store,
  journal: journalOf(file),
  unlock: () => ({ key: secret }),
  now: () => new Date(now * 1000),
  random: length => new Uint8Array(randomBytes(length)),
  engine: native,
})
await generateKey(desk, operator)

const idOf = number => `49638a53-01d5-4ea0-96bc-${String(number).padStart(12, '0')}`
const create = (raffleId, name, prizes, times) =>
  createRaffle(desk, {
    ...{ raffleId, name, operator, chain, maxEntries: 10_000 },
    prizes: prizes.map(prizeName => ({ prizeName })),
    ...{ entriesCloseAt: closes, drawAt, ...times },
  })
const later = { entriesCloseAt: closes + 48 * hour, drawAt: closes + 50 * hour }
/** So many that the list has more than one page. */
for (let number = 10; number < 62; number++)
  await create(idOf(number), `Raffle ${number}`, ['A hamper'], later)
await create(idOf(1), 'Autumn raffle', ['A bicycle', 'A voucher'], later)
await create(idOf(2), 'Summer raffle', ['Phone (1st Prize)', 'Earphones', 'Watch'])
await create(
  idOf(3),
  'The great raffle',
  Array.from({ length: 200 }, (_, index) => `Prize ${index + 1}`),
)
await create(idOf(4), 'Spring raffle', ['A picnic'])
await create(idOf(5), 'Winter raffle', ['A sledge'])
now = closes - hour / 2
for (const [raffle, count] of [
  [idOf(1), 20],
  [idOf(2), 142],
  [idOf(3), 5000],
  [idOf(4), 20],
  [idOf(5), 20],
]) {
  await importEntries(desk, raffle, entries(count))
}
const drawn = [idOf(2), idOf(3)]
const [overdue, cancelled] = [idOf(4), idOf(5)]
// The clock of a store never goes back.
now = closes
for (const raffle of [...drawn, overdue, cancelled]) await sealRaffle(desk, raffle)
await cancelRaffle(desk, cancelled, 'The sledge was stolen')
now = drawAt + 3
for (const raffle of drawn) await drawRaffle(desk, raffle, (_chain, round) => Promise.resolve(sign(round)))
await store.close()

function entries(count) {
  const lines = Array.from({ length: count }, (_, index) => `ticket-${index + 1},paid\n`)
  return readEntryLines([Buffer.from(lines.join(''))])
}

const serve = [process.execPath, 'bin/drawaudit.js', 'serve', '--store', file, '--log-level', 'silent']
const { port } = await start(free => [...serve, '--rate-limit', '100000', '--port', free])
const pages = [
  ['list', '/'],
  ['list, overdue', '/?state=overdue'],
  ['open', `/raffles/${idOf(1)}`],
  ['overdue', `/raffles/${overdue}`],
  ['drawn', `/raffles/${idOf(2)}`],
  ['cancelled', `/raffles/${cancelled}`],
  ['200 prizes', `/raffles/${idOf(3)}`],
]
const chrome = await launch({
  chromePath: program,
  chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'],
  logLevel: 'silent',
})
console.log(`${describeMachine()}\nLighthouse ${readVersion('lighthouse')}, as a phone, medians of ${runs}\n`)
const rows = []
const missed = []
for (const [name, path] of pages) {
  const measured = []
  for (let run = 0; run < runs; run++) {
    const url = `http://127.0.0.1:${port}${path}`
    const found = await lighthouse(url, {
      ...{ port: chrome.port, output: 'json', logLevel: 'error' },
      onlyCategories: Object.keys(aims),
    })
    measured.push(found.lhr)
  }
  const of = read => median(measured.map(read))
  const audit = id => of(({ audits }) => audits[id].numericValue)
  const scores = Object.keys(aims).map(key => Math.round(100 * of(({ categories }) => categories[key].score)))
  const shift = audit('cumulative-layout-shift')
  rows.push([
    name,
    ...scores.map(String),
    shift.toFixed(3),
    ...['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'].map(id =>
      String(Math.round(audit(id))),
    ),
  ])
  Object.entries(aims).forEach(([key, aim], index) => {
    if (scores[index] < aim) missed.push(`${name}: ${key} ${scores[index]} of ${aim}`)
  })
  if (shift >= mostShift) missed.push(`${name}: a shift of ${shift.toFixed(3)}`)
  const failing = new Set(
    measured.flatMap(({ audits }) =>
      Object.values(audits).flatMap(({ id, score, scoreDisplayMode }) =>
        score !== null && score < 0.9 && !['informative', 'manual'].includes(scoreDisplayMode) ? [id] : [],
      ),
    ),
  )
  if (failing.size > 0) missed.push(`  (below 0.9 there: ${[...failing].join(', ')})`)
  if (process.argv.includes('--save'))
    writeFileSync(`${name.replaceAll(/\W+/g, '-')}.json`, JSON.stringify(measured[0]))
}
await chrome.kill()
await stopServers()
console.log(
  formatTable([
    ['page', 'performance', 'accessibility', 'best practices', 'SEO', 'CLS', 'FCP ms', 'LCP ms', 'TBT ms'],
    ...rows,
  ]),
)
for (const line of missed) console.log(line)
if (missed.some(line => !line.startsWith(' '))) process.exitCode = 1
