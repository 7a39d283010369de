import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import t from 'tap'
import { drawQrCode } from '../../../src/cli/shared/qr-code.js'
import * as fileLabels from '../../../src/page/catalogue/en/file-labels.js'
import { receipts } from '../../../src/page/catalogue/en/answers.js'
import { kept } from '../../protocol/scenarios/receipts.js'
import { built, launch, skip, visit } from '../../page/browser.js'
import { readQrCode } from '../../page/qr-reader.js'

/** What a code says at so many pixels for a module. */
const readPicture = (camera: Page, svg: string, pixels: number): Promise<string | undefined> =>
  readQrCode(
    camera,
    `data:image/svg+xml,${encodeURIComponent(svg)}`,
    Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]) * pixels,
  )

await t.test('the QR code of a receipt is read by another program, and opens the page', { skip }, async t => {
  const { evidence, receipt } = kept.listed
  const address = pathToFileURL(join(built, 'verify.html')).href
  const link = `${address}#receipt=${Buffer.from(JSON.stringify(receipt)).toString('base64url')}`
  const svg = await drawQrCode(link)
  const modules = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]) - 8
  t.comment(`a link of ${link.length} characters, ${modules} modules`)
  t.ok(modules <= 117, 'version 25 at most: 5 cm wide, a module has 0.4 mm')

  const browser = await launch(t)
  const { page: camera } = await visit(t, browser)
  const decoded = (await readPicture(camera, svg, 3)) ?? ''
  t.equal(decoded, link)
  const long = `${link}&nonce=${'00'.repeat(16)}`
  t.equal(await readPicture(camera, await drawQrCode(long), 3), long)

  const { page } = await visit(t, browser, { offline: true })
  await page.clock.setFixedTime(new Date(evidence.now))
  await page.goto(decoded)
  await page.getByText(fileLabels.notAlone).waitFor()
  const files = Object.entries({ bundle: evidence.bundle, trust: evidence.trust }).map(([name, content]) => ({
    name: `${name}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(content)),
  }))
  await page.locator('input[type=file]').first().setInputFiles(files)
  await page.locator('#answer-ticket.proven').waitFor()
  t.match(await page.locator('#answer-ticket').innerText(), receipts.openings['receipt-honoured'])
})

await t.test('a link that no QR code holds', async t => {
  await t.rejects(drawQrCode('x'.repeat(2954)), {
    code: 'usage',
    message: 'the link has 2954 bytes, and a QR code holds 2953',
  })
  t.match(await drawQrCode('x'.repeat(2953)), /^<svg/)
})
