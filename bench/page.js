// How long the page takes in Chromium: for a light bundle, beside the same check in Node and the limit; and to look up a
// ticket in a long list. See README.md.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { parseJson, parseTrust, verifyBundle } from '../dist/index.js'
import { writeEntries } from './entries.js'
import { describeMachine, findChromium, formatCount, formatTable, makeFolder, root } from './lib.js'

const limit = 300
const lookUpLimit = 50
const listed = process.argv.includes('--quick') ? 20_000 : 600_000
const runs = process.argv.includes('--quick') ? 3 : 15
const bundles = ['three-prizes-142-entries', 'light-100000-entries', 'light-10000000-entries']
const program = findChromium()

const fileOf = (name, part) =>
  fileURLToPath(new URL(`fixtures/bundles/${name}/${part}.json`, pathToFileURL(root)))
const median = times => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]
const most = times => times.toSorted((a, b) => b - a)[0]

/** The first check of a worker that has just begun, and how long the page itself stood still meanwhile. */
async function measureVisit(browser, name) {
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  await page.goto(pathToFileURL(`${root}dist/page/verify.html`).href)
  await page.evaluate(`globalThis.long = []
    new PerformanceObserver(list => long.push(...list.getEntries().map(entry => entry.duration)))
      .observe({ type: 'longtask', buffered: true })
    addEventListener('change', () => {
      long.length = 0
      const began = performance.now()
      new MutationObserver((_, observer) => {
        if (document.querySelector('.answers') === null) return
        observer.disconnect()
        requestAnimationFrame(() => (globalThis.shown = performance.now() - began))
      }).observe(document.body, { childList: true, subtree: true })
    }, { capture: true, once: true })`)
  const files = ['bundle', 'trust', 'record'].map(part => fileOf(name, part))
  await page.locator('input[type=file]').first().setInputFiles(files)
  await page.locator('.answers').waitFor()
  await page.waitForTimeout(100)
  const [shown, frozen, text] = await page.evaluate(
    `[shown, Math.max(0, ...long), document.querySelector('#chooser').innerText]`,
  )
  await context.close()
  const [, seconds = ''] = /in ([\d.]+) seconds/.exec(text) ?? []
  return { shown, frozen, checked: Number(seconds) * 1000 }
}

function measureNode(name) {
  const [bundle, trust, record] = ['bundle', 'trust', 'record'].map(part =>
    readFileSync(fileOf(name, part), 'utf8'),
  )
  const began = performance.now()
  const root = parseTrust(parseJson(trust))
  const report = verifyBundle(parseJson(bundle), root, { now: new Date(), record: parseJson(record) })
  if (report.subjects[0].level !== 3) throw new Error(`${name} has another level`)
  return performance.now() - began
}

/** A drawn raffle of so many tickets, and its evidence with the whole list. */
async function makeListed(count) {
  const folder = makeFolder()
  await writeEntries(join(folder, 'entries.csv'), count, (number, kind) => `ticket-${number},${kind}\n`)
  writeFileSync(join(folder, 'secrets.key'), '07'.repeat(32))
  const close = Math.floor(Date.now() / 1000) - 86_400
  const run = (args, stdio) => {
    const { status } = spawnSync(process.execPath, args.map(String), { cwd: root, stdio })
    if (status !== 0) throw new Error(`${args.join(' ')}: exit ${status}`)
  }
  for (const step of ['create', 'import', 'seal', 'draw'])
    run([`${root}bench/ceremony.js`, step, folder, count, close], ['ignore', 'ignore', 'inherit', 'ignore'])
  const [store, bundle, trust] = ['store.db', 'bundle.json', 'trust.json'].map(name => join(folder, name))
  const raffle = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
  run(
    ['bin/drawaudit.js', 'raffle', 'bundle', raffle, '--store', store, '--entries', 'all', '-o', bundle],
    'ignore',
  )
  return [bundle, trust]
}

/** The first result of a long list, and how long each ticket takes that is looked up after it. */
async function measureLookUps(browser, count) {
  const files = await makeListed(count)
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  await page.goto(pathToFileURL(`${root}dist/page/verify.html`).href)
  await page.locator('input[type=file]').first().setInputFiles(files)
  await page.locator('.answers').waitFor({ timeout: 60_000 })
  const [, seconds = ''] = /in ([\d.]+) seconds/.exec(await page.locator('#chooser').innerText()) ?? []
  const lookUp = id =>
    page.evaluate(
      `new Promise(resolve => {
        const input = document.querySelector('#ticket')
        input.value = ${JSON.stringify(id)}
        const began = performance.now()
        new MutationObserver((_, observer) => {
          if (!document.querySelector('.fate')?.textContent.toLowerCase().includes(${JSON.stringify(id)})) return
          observer.disconnect()
          requestAnimationFrame(() => resolve(performance.now() - began))
        }).observe(document.querySelector('main'), { childList: true, subtree: true })
        input.form.requestSubmit()
      })`,
    )
  const place = part => `ticket-${Math.floor((count - 1) * part)}`
  const times = []
  for (let run = 0; run < runs; run++) times.push(await lookUp(place((run + 1) / (runs + 1))))
  const absent = []
  for (let run = 0; run < 3; run++) absent.push(await lookUp(`nobody-${run}x`))
  await context.close()
  return { first: 1000 * Number(seconds), found: median(times), absent: median(absent) }
}

const browser = await chromium.launch({ executablePath: program })
console.log(`${describeMachine()}; Chromium ${browser.version()}; median of ${runs}, each in a new tab\n`)
const rows = []
let isLate = false
for (const name of bundles) {
  const visits = []
  for (let run = 0; run < runs; run++) visits.push(await measureVisit(browser, name))
  const node = median(Array.from({ length: runs }, () => measureNode(name)))
  const shown = median(visits.map(visit => visit.shown))
  isLate ||= name.startsWith('light-') && shown > limit
  rows.push([
    name,
    `${median(visits.map(visit => visit.checked)).toFixed(0)} ms`,
    `${shown.toFixed(0)} ms`,
    (shown / limit).toFixed(2),
    `${most(visits.map(visit => visit.frozen)).toFixed(0)} ms`,
    `${node.toFixed(0)} ms`,
    (shown / node).toFixed(1),
  ])
}
const { first, found, absent } = await measureLookUps(browser, listed)
const isSlow = found > lookUpLimit
await browser.close()
console.log(
  formatTable([
    ['bundle', 'in the worker', 'until it is shown', '÷ limit', 'page stood still', 'Node, warm', '÷ Node'],
    ...rows,
  ]),
)
console.log(
  `\na list of ${formatCount(listed)} tickets: ${(first / 1000).toFixed(1)} s until its first result; then a ticket of it ${found.toFixed(0)} ms (limit ${lookUpLimit}), a number that it does not have ${absent.toFixed(0)} ms`,
)
const sizes = ['page.js', 'worker.js', 'worker-stamps.js', 'replay.js', 'style.css', 'verify.html'].map(
  name => {
    const bytes = readFileSync(`${root}dist/page/${name}`)
    return [name, `${bytes.length}`, `${brotliCompressSync(bytes).length}`]
  },
)
console.log(`\n${formatTable([['part', 'bytes', 'brotli'], ...sizes])}`)
if (isLate) {
  console.error(`\nerror: a light bundle takes more than ${limit} ms`)
  process.exitCode = 1
}
if (isSlow) {
  console.error(`\nerror: to look up a ticket takes more than ${lookUpLimit} ms`)
  process.exitCode = 1
}
