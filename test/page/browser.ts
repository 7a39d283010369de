/**
 * The page in a real browser: Debian's Chromium, and a server with a real store.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { createApiServer } from '../../src/server/create-server.js'
import { createMetrics } from '../../src/server/metrics.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'

/** What `npm run build` made of the page. */
export const built = fileURLToPath(new URL('../../dist/page/', import.meta.url))

const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

/** Why tests in a browser are skipped here; false where they are not. */
export const skip =
  program === undefined ? 'there is no Chromium here: scripts/setup-debian.sh installs it' : false

interface Test {
  teardown(action: () => Promise<void> | void): void
}

export async function launch(test: Test): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: program ?? '' })
  test.teardown(() => browser.close())
  return browser
}

/** Serves a store file with the page. @returns the origin. */
export async function serve(test: Test, file: string): Promise<string> {
  const store = await openSqliteStore(file, { access: 'read' })
  const api = createApiServer({
    store,
    rateLimit: 100_000,
    trustedProxies: [],
    vendor: 'service',
    maxConnections: 1000,
    log: pino({ enabled: false }),
    metrics: createMetrics(),
    page: built,
  })
  api.http.listen(0, '127.0.0.1')
  await once(api.http, 'listening')
  test.teardown(async () => {
    api.http.closeAllConnections()
    await new Promise(resolve => api.http.close(resolve))
    await store.close()
  })
  return `http://127.0.0.1:${(api.http.address() as AddressInfo).port}`
}

/** One visitor. */
export interface Visitor {
  readonly page: Page
  /** Method and URL of every request so far. */
  readonly requests: string[]
  /** What must never happen: errors, dialogs, what the policy of the page forbids. */
  readonly faults: string[]
}

/** A visitor with a browser of its own: no cookies, an empty cache. */
export async function visit(
  test: Test,
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ colorScheme: 'light', ...options })
  test.teardown(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const requests: string[] = []
  const faults: string[] = []
  context.on('request', request => {
    // A part of the page itself, made in the browser.
    if (!request.url().startsWith('blob:')) requests.push(`${request.method()} ${request.url()}`)
  })
  // Chromium says there what a Content-Security-Policy forbade.
  context.on('console', message => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', error => faults.push(`error: ${error.message}`))
  page.on('dialog', dialog => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { page, requests, faults }
}

/** Goes to the page of a raffle and waits until it was checked. @param now - what the visitor's clock says. */
export async function open({ page }: Visitor, url: string, now: Date): Promise<void> {
  await page.clock.setFixedTime(now)
  await page.goto(url)
  await page.locator('.answers').waitFor()
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What keeps people from using what a page shows: WCAG 2.2 AA, as far as a program can find it. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe)
  const run = `axe.run(document, { runOnly: ${JSON.stringify(rules)} })`
  const { violations } = await page.evaluate<{
    readonly violations: readonly {
      readonly id: string
      readonly nodes: readonly { readonly html: string }[]
    }[]
  }>(run)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

/** The same for a wide and a narrow screen, light and dark; and what does not fit on the narrow one. */
export async function findAllBarriers(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const wider = await page.evaluate<number>('document.documentElement.scrollWidth')
    if (wider > width) found.push(`${wider} pixels wide at ${width}`)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      found.push(...(await findBarriers(page)).map(barrier => `${width} ${colorScheme} ${barrier}`))
    }
  }
  return found
}

/** How the page is to look on an image. */
export interface Look {
  readonly width?: number
  readonly height?: number
  readonly colorScheme?: 'light' | 'dark'
  /** Only this part of the page. */
  readonly part?: string
}

const images = new URL('../../docs/images/', import.meta.url)

/** Keeps an image for the documents: only for `npm run images`, for browsers do not draw the same everywhere. */
export async function keepImage(page: Page, name: string, look: Look = {}): Promise<void> {
  if (process.env['IMAGES'] === undefined) return
  const { width = 1000, height = 900, colorScheme = 'light', part } = look
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme })
  const path = fileURLToPath(new URL(`${name}.png`, images))
  if (part === undefined) await page.screenshot({ path })
  else await page.locator(part).screenshot({ path })
}
