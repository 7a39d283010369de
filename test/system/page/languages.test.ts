// The page in every language, in a browser: nothing is left in English, nothing is wider than a small phone or a sheet of
// paper, and a language that was asked for stays.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { cancelRaffle } from '../../../src/operator/cancel-raffle.js'
import { createRaffle } from '../../../src/operator/create-raffle.js'
import { sealRaffle } from '../../../src/operator/seal-raffle.js'
import type { Catalogue } from '../../../src/page/catalogue/catalogue.js'
import { languageTags, type LanguageTag } from '../../../src/page/languages.js'
import { close, drawAt, list, offer, raffleId, setUp } from '../../operator/stage.js'
import {
  built,
  findBarriers,
  keepPhone,
  keepSheets,
  launch,
  open,
  serve,
  skip,
  visit,
} from '../../page/browser.js'
import { isLong } from '../../long.js'

const { readCatalogue } = await import('../../../scripts/languages.js')

const path = `/raffles/${raffleId}`
const other = raffleId.replace('49638a53', '5a638a53')
const at = (seconds: number): Date => new Date(seconds * 1000)
const afterwards = at(drawAt + 3600)
const [phone, sheet] = [320, 718]

/** What is wider than the window. Browser code is text: tests have no types of the DOM. */
const findWide = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`document.documentElement.scrollWidth <= innerWidth ? [] :
    [...document.querySelectorAll('body *')]
      .filter(one => one.getBoundingClientRect().right > innerWidth + 0.5)
      .map(one => one.tagName + ' ' + one.className + ': ' + one.innerText?.slice(0, 60))`)

/** Words on the page that only English has, outside of what says that it is English. */
const findEnglish = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(() => {
    const copy = document.body.cloneNode(true)
    for (const one of copy.querySelectorAll('[lang=en], code, script')) one.remove()
    const words = /\\b(?:the|which|nothing|shows?|raffles?|tickets?(?!-)|whoever|would|could)\\b[^.]*/gi
    return [...(copy.textContent.replaceAll('Example Raffles Ltd', '').match(words) ?? [])].map(text => text.slice(0, 80))
  })()`)

await t.test('a browser', { skip }, async t => {
  const browser = await launch(t)
  await t.test('the page in every language', t => showAll(t, browser))
})

async function showAll(t: Test, browser: Browser): Promise<void> {
  const stage = await setUp(t)
  // Names of people and things are not translated.
  const prizes = [{ prizeName: 'iPhone 19 Pro' }, { prizeName: 'Mug' }]
  await createRaffle(stage.desk, { ...offer, name: 'Sommer', prizes })
  await createRaffle(stage.desk, { ...offer, raffleId: other, name: 'Winter', prizes })
  await stage.importText(list)
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  await cancelRaffle(stage.desk, other, 'no licence')
  const origin = await serve(t, stage.file, 'Example Ltd')
  const texts = new Map<string, Catalogue>()
  for (const tag of languageTags) texts.set(tag, (await readCatalogue(tag)) as Catalogue)
  const textsOf = (tag: LanguageTag): Catalogue => {
    const found = texts.get(tag)
    if (found === undefined) throw new Error(`no texts in ${tag}`)
    return found
  }
  /** Each of them; in the short form German, whose words are long, and one other. */
  const tags = languageTags.filter(
    (tag, index) => isLong || tag === 'de' || index === languageTags.length - 1,
  )
  const look = async (name: string, tag: string, page: Page): Promise<void> => {
    await page.setViewportSize({ width: phone, height: 700 })
    t.strictSame(await findWide(page), [], `${tag}: ${name} fits a phone`)
    t.equal(await page.locator('html').getAttribute('lang'), tag)
    if (tag !== 'en') t.strictSame(await findEnglish(page), [], `${tag}: ${name}`)
    t.strictSame(await findBarriers(page), [], `${tag}: ${name}`)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  const openAll = (page: Page): Promise<void> =>
    page.evaluate(`for (const one of document.querySelectorAll('details')) one.open = true`)

  for (const tag of tags) {
    const { result, site } = textsOf(tag)
    const visitor = await visit(t, browser)
    const { page } = visitor
    await page.goto(`${origin}/?lang=${tag}`)
    t.equal(await page.locator('h1').innerText(), site.list.title)
    await keepPhone(page, 'languages-list')
    await look('list', tag, page)
    await page.locator(`a[href^="${path}"]`).click()
    t.equal(new URL(page.url()).searchParams.get('lang'), tag, 'the link keeps the language')
    await open(visitor, `${origin}${path}?lang=${tag}`, at(close + 60))
    t.equal(
      await page
        .locator('.verdict h2')
        .first()
        .innerText()
        .then(text => text.replace(/^\S\s*/, '')),
      result.headlines.pending,
    )
    await keepPhone(page, 'languages-sealed')
    await look('sealed', tag, page)
    await open(visitor, `${origin}/raffles/${other}?lang=${tag}`, at(close + 60))
    await look('cancelled', tag, page)
    await page.goto(`${origin}/raffles/${raffleId.replace('4', '9')}?lang=${tag}`)
    await look('none', tag, page)
    t.strictSame(
      visitor.faults.filter(fault => !fault.includes('404')),
      [],
      tag,
    )
  }

  stage.setClock(drawAt + 3)
  await stage.draw()
  const bundle = JSON.stringify(await stage.bundle())
  const trust = JSON.stringify(await stage.store.readTrust())
  const record = (await (await fetch(`${origin}/api/v1/raffles/${raffleId}/audit`)).json()) as {
    readonly draws: readonly { readonly winner_entry_id: string }[]
  }
  const winners = record.draws.map(({ winner_entry_id: id }) => id)
  const loser = ['ticket-1', 'ticket-2', 'ticket-3', 'ticket-4'].find(id => !winners.includes(id))
  const otherWinner = {
    ...record,
    draws: record.draws.map((draw, at) => (at === 0 ? { ...draw, winner_entry_id: loser } : draw)),
  }
  for (const tag of tags) {
    const { result } = textsOf(tag)
    const visitor = await visit(t, browser, { locale: tag })
    const { page } = visitor
    await open(visitor, `${origin}${path}#ticket=10007`, afterwards)
    t.match(
      await page.locator('.verdict').first().innerText(),
      result.levelHeadlines.onWord,
      'as the browser prefers',
    )
    await page.locator('#answer-ticket .fate').waitFor()
    await keepPhone(page, 'languages-drawn')
    await openAll(page)
    await page.locator('#timeline ol').waitFor()
    await page.locator('#claims li').first().waitFor()
    await look('drawn', tag, page)
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: sheet, height: 1000 })
    t.strictSame(await findWide(page), [], `${tag}: it fits paper`)
    await page.emulateMedia({ media: 'screen' })
    const next = tag === 'de' ? 'fr' : 'de'
    await page.locator(`#languages a[lang=${next}]`).click()
    await page.waitForURL(`**?lang=${next}#ticket=10007`)
    t.strictSame(visitor.faults, [], tag)

    const alone = await visit(t, browser)
    await alone.page.goto(`${pathToFileURL(join(built, 'verify.html')).href}?lang=${tag}`)
    await alone.page.locator('.drop').waitFor()
    t.equal(await alone.page.locator('#languages [aria-current]').getAttribute('lang'), tag)
    await look('file', tag, alone.page)
    await alone.page
      .locator('input[type=file]')
      .first()
      .setInputFiles(
        [
          ['bundle.json', bundle],
          ['trust.json', trust],
        ].map(([name = '', text = '']) => ({
          name,
          mimeType: 'application/json',
          buffer: Buffer.from(text),
        })),
      )
    await alone.page.locator('main[data-shown=result]').waitFor()
    t.match(await alone.page.locator('.verdict').first().innerText(), result.levelHeadlines.onWord)
    await look('file-drawn', tag, alone.page)
    const give = (name: string, value: object): Promise<void> =>
      alone.page
        .locator('input[type=file]')
        .first()
        .setInputFiles([{ name, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(value)) }])
    await give('audit.json', otherWinner)
    await alone.page.locator('.two-winners').waitFor()
    await look('file-refuted', tag, alone.page)
    await alone.page.setViewportSize({ width: phone, height: 700 })
    for (const found of await alone.page.locator('.two-winners dd').all()) {
      const { height } = (await found.boundingBox()) ?? { height: Infinity }
      t.ok(height < 60, `${tag}: a ticket stands on two lines at most, not ${height} pixels high`)
    }
    t.strictSame(alone.faults, [], tag)
  }
  await keepSheets(browser)
}
