/**
 * Chromium, of today and of long ago, driven by Playwright.
 *
 * @packageDocumentation
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { chromium as playwright, type Browser } from 'playwright-core'
import { launch, skip, visit } from '../../../page/browser.js'
import type { Candidate, Driver, Test } from './driver.js'

async function drive(test: Test, browser: Browser): Promise<Driver> {
  const { page, faults } = await visit(test, browser)
  return {
    version: browser.version(),
    faults: () => Promise.resolve(faults),
    async open(url) {
      await page.goto(url)
    },
    evaluate: expression => page.evaluate(expression),
    click: selector => page.locator(selector).first().click(),
    type: (selector, text) => page.locator(selector).first().pressSequentially(text),
    setFiles: (selector, paths) =>
      page
        .locator(selector)
        .first()
        .setInputFiles([...paths]),
  }
}

export const chromium: Candidate = {
  name: 'Chromium',
  skip,
  launch: async test => drive(test, await launch(test)),
}

/** Its code is not run: it would leave the program where anybody may put another one. */
const packed = join(
  dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium/package.json')),
  'bin/chromium.br',
)

function whyNotOld(): string | false {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'it is for Linux on x64 alone'
  const folders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib64', '/usr/lib']
  const isThere = folders.some(folder => existsSync(join(folder, 'libnss3.so')))
  return isThere ? false : 'there is no libnss3 here: scripts/setup-debian.sh installs it'
}

/** Chromium 109 of the package `@sparticuz/chromium`, which has it packed. */
export const oldChromium: Candidate = {
  name: 'Chromium 109',
  version: '109.',
  skip: whyNotOld(),
  async launch(test) {
    const program = join(test.testdir(), 'chromium')
    await pipeline(
      createReadStream(packed),
      createBrotliDecompress(),
      createWriteStream(program, { mode: 0o700 }),
    )
    const browser = await playwright.launch({ executablePath: program })
    test.teardown(() => browser.close())
    return drive(test, browser)
  },
}
