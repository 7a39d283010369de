/**
 * The page in a real browser: Debian's Chromium, and a server with a real store.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { createApiServer } from '../../src/server/create-server.js'
import { createMetrics } from '../../src/server/metrics.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import { isLong } from '../long.js'

/** What `npm run build` made of the page. */
export const built = fileURLToPath(new URL('../../dist/page/', import.meta.url))

const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

/** How the headline begins of a draw that nobody could steer. */
export const unsteerable = /nobody could have chosen the winners/i

/** Why tests in a browser are skipped here; false where they are not. */
export const skip =
  program === undefined ? 'there is no Chromium here: scripts/setup-debian.sh installs it' : false

/** Fonts that a browser is given. */
interface Fonts {
  readonly sans: string
  readonly mono: string
  readonly files: readonly string[]
}

const dejavu: Fonts = {
  sans: 'DejaVu Sans',
  mono: 'DejaVu Sans Mono',
  files: ['Sans', 'Sans-Bold', 'SansMono', 'SansMono-Bold'].map(
    name => `/usr/share/fonts/truetype/dejavu/DejaVu${name}.ttf`,
  ),
}

/** What Debian's fonts-noto brings; a field for text is wider with it. */
const noto: Fonts = {
  sans: 'Noto Sans',
  mono: 'Noto Sans Mono',
  files: ['Sans-Regular', 'Sans-Bold', 'SansMono-Regular', 'SansMono-Bold', 'SansSymbols2-Regular'].map(
    name => `/usr/share/fonts/truetype/noto/Noto${name}.ttf`,
  ),
}

const isInstalled = ({ files }: Fonts): boolean => files.every(existsSync)

/** Why the page is not tried in other fonts here; false where it is. */
export const skipOtherFonts =
  skip === false && !(isInstalled(dejavu) && isInstalled(noto))
    ? 'there are no DejaVu and Noto fonts here: scripts/setup-debian.sh installs them'
    : skip

interface Test {
  teardown(action: () => Promise<void> | void): void
  testdir(): string
}

/** A browser that has these fonts, where they are installed, and no others, whatever the machine has. */
async function launchWith(test: Test, fonts: Fonts): Promise<Browser> {
  const env = isInstalled(fonts)
    ? { ...process.env, FONTCONFIG_FILE: giveOnly(fonts, test.testdir()) }
    : process.env
  const browser = await chromium.launch({ executablePath: program ?? '', env })
  test.teardown(() => browser.close())
  return browser
}

export function launch(test: Test): Promise<Browser> {
  return launchWith(test, dejavu)
}

/** Puts only these fonts into a folder. @returns the fontconfig file that names them. */
function giveOnly({ sans, mono, files }: Fonts, folder: string): string {
  for (const file of files) symlinkSync(file, join(folder, basename(file)))
  const path = join(folder, 'fonts.conf')
  writeFileSync(
    path,
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${folder}</cachedir>
  <alias binding="strong"><family>monospace</family><prefer><family>${mono}</family></prefer></alias>
  <match><edit name="family" mode="append"><string>${sans}</string></edit></match>
</fontconfig>
`,
  )
  return path
}

/** Serves a store file with the page. @returns the origin. */
/** Requests a minute that one address may make of `serve`. */
export const rateLimit = 100_000

export async function serve(test: Test, file: string, runBy?: string): Promise<string> {
  const store = await openSqliteStore(file, { access: 'read' })
  const api = createApiServer({
    store,
    rateLimit,
    trustedProxies: [],
    vendor: 'service',
    maxConnections: 1000,
    log: pino({ enabled: false }),
    metrics: createMetrics(),
    page: built,
    ...(runBy !== undefined && { runBy }),
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
    // A part of the page itself, made in the browser; its icon and its badge, which come whenever the browser likes.
    const isOwn = /^blob:|\/assets\/icon-[0-9a-f]{8}\.svg$|\/badge\.svg$/.test(request.url())
    if (!isOwn) requests.push(`${request.method()} ${request.url()}`)
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
export async function open({ page, requests, faults }: Visitor, url: string, now: Date): Promise<void> {
  await page.clock.setFixedTime(now)
  await page.goto(url)
  const result = page.locator('main[data-shown=result]')
  await result.waitFor().catch(async (error: unknown) => {
    const seen = [await page.locator('body').innerText(), ...requests, ...faults]
    throw new Error(`the page shows no result:\n${seen.join('\n')}`, { cause: error })
  })
}

/** Makes the list of a raffle too large to be fetched without asking. @returns what makes it small again. */
export async function enlargeList({ page }: Visitor): Promise<() => Promise<void>> {
  const short = '**/bundle?entries=short'
  await page.route(short, route => route.continue({ url: route.request().url().replace(/\?.*/, '') }))
  return () => page.unroute(short)
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

/** Narrow screens, and text that somebody made larger. */
const narrow = [
  { width: 320, text: '100%' },
  { width: 280, text: '100%' },
  { width: 320, text: '200%' },
]

/** What does not fit on a narrow screen. */
async function findTooWide(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const { width, text } of narrow) {
    await page.setViewportSize({ width, height: 800 })
    const wider = await page.evaluate<number>(`(() => {
      const { documentElement } = document
      documentElement.style.fontSize = '${text}'
      const { scrollWidth } = documentElement
      documentElement.style.fontSize = ''
      return scrollWidth
    })()`)
    if (wider > width) found.push(`${wider} pixels wide at ${width}, text at ${text}`)
  }
  return found
}

/** The markup of every page that fitted. */
const fitted: string[] = []

/** What a page shows, as a document that does nothing and fetches nothing. */
async function stillOf(page: Page): Promise<string> {
  const style = readFileSync(join(built, 'list.css'), 'utf8')
  return (await page.content())
    .replaceAll(/<(script|noscript)\b[^]*?<\/\1>|<meta http-equiv[^>]*>/g, '')
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${style}</style>`)
}

/**
 * Draws every page that fitted once more, in other fonts, and finds what does not fit any more.
 *
 * @returns how many pages there were, the fonts that they were drawn with, and what was found.
 */
export async function refit(
  test: Test,
): Promise<{ readonly pages: number; readonly fonts: readonly string[]; readonly found: readonly string[] }> {
  const browser = await launchWith(test, noto)
  const page = await browser.newPage({ offline: true })
  const found: string[] = []
  const fonts = new Set<string>()
  for (const html of fitted) {
    await page.setContent(html)
    found.push(...(await findTooWide(page)))
    for (const font of await fontsOf(page)) fonts.add(font)
  }
  return { pages: fitted.length, fonts: [...fonts].toSorted(), found }
}

/** The fonts that a page is drawn with. */
export async function fontsOf(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: 'p, code, h2, .mark',
  })
  const names = new Set<string>()
  for (const nodeId of nodeIds.slice(0, 40)) {
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    for (const { familyName } of fonts) names.add(familyName)
  }
  await session.detach()
  return [...names]
}

/** Counts the states of pages that were kept. */
let kept = 0

/** Keeps what a page shows, to be looked at, in the folder that the variable STILLS names: on a desk and on a phone. */
async function keepStill(page: Page): Promise<void> {
  const folder = process.env['STILLS']
  if (folder === undefined || folder === '') return
  kept += 1
  for (const [device, width, colorScheme] of [
    ['desk', 1280, 'light'],
    ['phone', 375, 'light'],
    ['dark', 375, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    const name = `${process.pid}-${String(kept).padStart(2, '0')}-${device}.png`
    await page.screenshot({ path: join(folder, name), fullPage: true })
  }
}

/** The same for a wide and a narrow screen, light and dark; and what does not fit on narrow ones. */
export async function findAllBarriers(page: Page): Promise<readonly string[]> {
  await keepStill(page)
  const found = [...(await findTooWide(page))]
  if (found.length === 0) fitted.push(await stillOf(page))
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    const wider = await page.evaluate<number>('document.documentElement.scrollWidth')
    if (width === 1280 && wider > width) found.push(`${wider} pixels wide at ${width}`)
    // In the short form each width, and each scheme, once.
    const schemes = isLong ? (['light', 'dark'] as const) : ([width === 1280 ? 'light' : 'dark'] as const)
    for (const colorScheme of schemes) {
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
  else {
    await page.evaluate(`document.querySelector('${part} > details')?.setAttribute('open', '')`)
    await page.locator(part).screenshot({ path })
  }
}

/** What pages look like on a phone, by the name of their sheet. */
const sheets = new Map<string, string[]>()

/** Keeps the first screen of a phone for a sheet of the documents, as {@link keepImage} does. */
export async function keepPhone(page: Page, sheet: string): Promise<void> {
  if (process.env['IMAGES'] === undefined) return
  await page.setViewportSize({ width: 360, height: 740 })
  const image = await page.screenshot()
  sheets.set(sheet, [...(sheets.get(sheet) ?? []), image.toString('base64')])
}

/** Draws the sheets: all phones side by side, four in a row. */
export async function keepSheets(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1492, height: 600 } })
  for (const [name, phones] of sheets) {
    const drawn = phones.map(image => `<img src="data:image/png;base64,${image}" width="360">`)
    await page.setContent(
      `<body style="margin: 8px; display: grid; grid-template-columns: repeat(4, 360px); gap: 12px; background: #888">${drawn.join('')}</body>`,
    )
    await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, images)), fullPage: true })
  }
}
