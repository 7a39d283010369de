// How long the page takes for a light bundle in Chromium, beside the same check in Node and the limit. See README.md.
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { parseJson, parseTrust, verifyBundle } from '../dist/index.js'
import { describeMachine, formatTable, root } from './lib.js'

const limit = 500
const runs = process.argv.includes('--quick') ? 3 : 15
const bundles = ['three-prizes-142-entries', 'light-100000-entries', 'light-10000000-entries']
const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
if (program === undefined) {
  console.error('error: there is no Chromium here: scripts/setup-debian.sh installs it')
  process.exit(2)
}

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
await browser.close()
console.log(
  formatTable([
    ['bundle', 'in the worker', 'until it is shown', '÷ limit', 'page stood still', 'Node, warm', '÷ Node'],
    ...rows,
  ]),
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
