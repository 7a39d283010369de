import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Locator, Page } from 'playwright-core'
import t from 'tap'
import * as fileLabels from '../../../src/page/catalogue/en/file-labels.js'
import * as labels from '../../../src/page/catalogue/en/labels.js'
import { headlines, levelHeadlines, onWord, wordLabels } from '../../../src/page/catalogue/en/result.js'
import { pictureStrings, replayStrings } from '../../../src/page/catalogue/en/picture.js'
import { receipts, titles } from '../../../src/page/catalogue/en/answers.js'
import { encodeLog } from '../../page/requests.js'
import { good } from '../../protocol/good.js'
import { absent, desk, held, kept, loser, nonce, nonceHash } from '../../protocol/scenarios/receipts.js'
import { readGood, readScenario } from '../../protocol/scenario-files.js'
import { createStamper } from '../../protocol/stamper.js'
import { utc } from '../../protocol/second-opinion.js'
import { ceremony, type ScenarioJson } from '../../protocol/scenarios/scenario.js'
import {
  built,
  findAllBarriers,
  findBarriers,
  keepImage,
  launch,
  open,
  refit,
  skip,
  skipOtherFonts,
  unsteerable,
  visit,
  type Visitor,
} from '../../page/browser.js'
import { isLong, some } from '../../long.js'

// Skipped by name where there is no browser.
const options = { skip }
const root = new URL('../../../', import.meta.url)
const page = join(built, 'verify.html')
const address = pathToFileURL(page).href

type Test = Parameters<typeof visit>[0] & Pick<typeof t, 'strictSame' | 'testdir'>
type Parts = Pick<ScenarioJson, 'bundle' | 'trust' | 'record' | 'observations'>

let browser: Browser

const textOf = async (of: Page, selector: string): Promise<string> =>
  (await of.locator(selector).allInnerTexts()).join('\n')

/** Files as somebody chooses them. */
const filesOf = (
  documents: Readonly<Record<string, unknown>>,
): { name: string; mimeType: string; buffer: Buffer }[] =>
  Object.entries(documents)
    .filter(([, content]) => content !== undefined)
    .map(([name, content]) => ({
      name: `${name}.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(content)),
    }))

const chooser = (of: Page): Locator => of.locator('input[type=file]').first()
const give = (of: Page, documents: Readonly<Record<string, unknown>>): Promise<void> =>
  chooser(of).setInputFiles(filesOf(documents))

/** Drops a file or a folder on the page. */
async function drop(of: Page, path: string): Promise<void> {
  const devtools = await of.context().newCDPSession(of)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files: [path], dragOperationsMask: 1 }
    await devtools.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data })
  }
}

/** Observations are one file, as an observer publishes them. */
const partsOf = ({ bundle, trust, record, observations = [] }: Parts): Readonly<Record<string, unknown>> => ({
  bundle,
  trust,
  record,
  ...(observations.length > 0 && { observations: observations.flat() }),
})

/** Somebody without a network who opens the file. */
async function start(test: Test, now: string, file = address): Promise<Visitor> {
  const visitor = await visit(test, browser, { offline: true })
  await visitor.page.clock.setFixedTime(new Date(now))
  await visitor.page.goto(file)
  return visitor
}

/** What holds for every visit. */
function checkVisit(test: Test, { requests, faults }: Visitor): void {
  test.strictSame(
    requests.filter(request => !request.startsWith('GET file:')),
    [],
    'nobody is asked',
  )
  test.strictSame(faults, [], 'no error, no dialog, nothing that the policy forbids')
}

const read = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

await t.test('the page in one file', options, async t => {
  browser = await launch(t)

  await t.test('a draw that holds, part by part, and one that was altered', async t => {
    const evidence = good['own-chain'] as unknown as ScenarioJson
    const { observations, ...others } = partsOf(evidence)
    const visitor = await start(t, evidence.now)
    const { page } = visitor
    t.match(await textOf(page, 'h1'), fileLabels.dropTitle)
    t.equal(await page.locator('.proven').count(), 0)
    t.strictSame(await findAllBarriers(page), [])
    await keepImage(page, 'page-file', { height: 620 })
    await give(page, { trust: others['trust'] })
    await page.getByText(fileLabels.notAlone).waitFor()
    t.equal(await page.locator('.proven').count(), 0, 'keys are no evidence')
    await give(page, others)
    await page.locator('.answers').waitFor()
    t.match(await textOf(page, '#verdict'), levelHeadlines.onWord, 'what others saw is missing')
    await give(page, { observations })
    await page.locator('.verdict.proven').waitFor()
    t.match(await textOf(page, '#verdict'), unsteerable)
    t.strictSame(await findAllBarriers(page), [])

    const altered = structuredClone(evidence.bundle)
    altered.winners![0]!.index += 1
    await give(page, { altered })
    await page.locator('.verdict.refuted').waitFor()
    const said = fileLabels.replaced('altered.json', ['bundle.json'])
    t.equal(await textOf(page, '.notice'), said, 'of one title the files are named')
    t.ok(
      await page.evaluate<boolean>(
        `document.querySelector('.given').compareDocumentPosition(document.querySelector('#verdict')) === 2`,
      ),
      'the files stand below the result',
    )
    t.equal(await page.locator('.answers .proven').count(), 0)
    const [proven, none] = await page.evaluate<readonly string[]>(
      `['--proven', '--none'].map(name => getComputedStyle(document.querySelector('main')).getPropertyValue(name))`,
    )
    t.equal(proven, none, 'nothing is green')
    await chooser(page).setInputFiles({ name: 'cat.png', mimeType: 'image/png', buffer: Buffer.of(137, 80) })
    await page.getByText(fileLabels.notUsable('cat.png')).waitFor()
    t.equal(await page.locator('.verdict.refuted').count(), 1, 'a wrong file takes nothing away')
    await drop(page, join(t.testdir({ raffle: {} }), 'raffle'))
    await page.getByText(labels.unreadableFile('raffle')).waitFor()
    t.equal(await page.locator('.verdict.refuted').count(), 1, 'nor does a folder')
    await page.getByRole('button', { name: fileLabels.startOver }).click()
    await page.getByText(fileLabels.dropTitle).waitFor()
    t.equal(await page.locator('.verdict').count(), 0)
    t.equal(await page.evaluate('document.activeElement.type'), 'file', 'focus is where one goes on')
    await drop(page, t.testdirName)
    await page.getByText(labels.unreadableFile(basename(t.testdirName))).waitFor()
    checkVisit(t, visitor)
  })

  await t.test('every claim that is refuted', async t => {
    const folder = 'fixtures/mutants'
    const claims = new Set<string>()
    const visitor = await start(t, '2030-01-01T00:00:00Z')
    const { page } = visitor
    for (const claim of some(readdirSync(new URL(folder, root)), 5)) {
      const scenarios = readdirSync(new URL(`${folder}/${claim}`, root)).map(name => ({
        name,
        ...(read(`${folder}/${claim}/${name}`) as ScenarioJson),
      }))
      const bad = scenarios.find(
        ({ expect, log, list, options }) =>
          expect.status === 'refuted' && log === undefined && list === undefined && options === undefined,
      )
      if (bad === undefined) continue
      await page.clock.setFixedTime(new Date(bad.now))
      await page.goto(address)
      await give(page, partsOf(bad))
      await page.locator('.answers').waitFor()
      const { refuted, twoWinners, otherWinner, dishonoured } = headlines
      const said = await textOf(page, '#verdict')
      t.ok(
        [refuted, twoWinners, otherWinner, dishonoured].some(one => said.includes(one)),
        `${claim}: ${bad.name}: ${said}`,
      )
      t.equal(await page.locator('.answers .proven').count(), 0, bad.name)
      const item = page.locator('#claims li.refuted').filter({ has: page.getByText(claim, { exact: true }) })
      t.match(await item.innerHTML(), bad.expect.code, bad.name)
      claims.add(claim)
    }
    checkVisit(t, visitor)
    t.ok(claims.size > 1)
    if (!isLong) return
    t.strictSame(
      [...claims],
      [
        'beacon.genuine',
        'beacon.rule',
        'draw.unstoppable',
        'entries.sealed',
        'evidence.unique',
        'log.included',
        'log.witnessed',
        'record.consistent',
        'record.matches',
        'record.schema',
        'seed.committed',
        'statement.chain',
        'statement.signed',
        'winner.derived',
      ],
      'all but the one that nothing refutes, and that of a ticket',
    )
  })

  await t.test('of a draw of ten million, whose list is not there', async t => {
    const folder = 'fixtures/bundles/light-10000000-entries'
    const [bundle, trust, record, observations] = ['bundle', 'trust', 'record', 'observations'].map(name =>
      read(`${folder}/${name}.json`),
    )
    const [winner] = (bundle as ScenarioJson['bundle']).winners ?? []
    const visitor = await start(t, '2027-01-01T00:00:00Z')
    const { page } = visitor
    await give(page, { bundle, trust, record, observations })
    await page.locator('.verdict.settled').waitFor()
    t.match(await textOf(page, '#verdict'), levelHeadlines.onWord)
    t.match(await textOf(page, '#chooser'), onWord['entries-light'], 'one ticket could stand in it twice')
    t.match(await textOf(page, 'main'), '10,000,000 tickets')
    await page.locator('#ticket').fill(winner?.entry_id ?? '')
    await page.keyboard.press('Enter')
    await page.locator('#answer-ticket.proven').waitFor()
    await page.locator('#path summary').first().click()
    await page.locator('#path svg').first().waitFor()
    t.equal((await page.locator('#path line, #path path').count()) > 20, true, 'a path of 24 steps is drawn')
    await page.locator('#ticket').fill('somebody else')
    await page.keyboard.press('Enter')
    await page.getByText(fileLabels.offlineTicket).waitFor()
    t.equal(await page.locator('#answer-ticket.proven').count(), 0)
    t.strictSame(await findAllBarriers(page), [])
    checkVisit(t, visitor)
  })

  await t.test('a receipt, by link and by file, and nobody is asked', async t => {
    const { evidence, receipt } = kept.listed
    const link = `#receipt=${Buffer.from(JSON.stringify(receipt)).toString('base64url')}`
    const visitor = await start(t, evidence.now, address + link)
    const { page } = visitor
    await page.getByText(fileLabels.notAlone).waitFor()
    t.match(await textOf(page, '.names'), labels.fromLink)
    await give(page, { bundle: evidence.bundle, trust: evidence.trust })
    await page.locator('#answer-ticket.proven').waitFor()
    t.match(await textOf(page, '#answer-ticket'), receipts.openings['receipt-honoured'])
    const broken = held(it => it.issue(loser, absent))
    await give(page, {
      bundle: broken.evidence.bundle,
      trust: broken.evidence.trust,
      receipt: broken.receipt,
    })
    await page.locator('.verdict.refuted').waitFor()
    t.match(await textOf(page, '#answer-ticket'), receipts.openings['receipt-dishonoured'])
    t.equal(await page.locator('.answers .proven').count(), 0)
    t.strictSame(await findAllBarriers(page), [])
    checkVisit(t, visitor)
  })

  await t.test('a receipt whose key was revoked, its time-stamp, and its nonce, typed', async t => {
    const stampers = createStamper('Stampers Ltd')
    const { times, entries } = ceremony()
    const { evidence, receipt } = held(
      it => it.issue(loser, { nonce_hash: nonceHash }),
      {
        desk,
        entries: entries.map(([id, kind], at) => (at === loser ? [id, kind, nonceHash] : [id, kind])),
      },
      ({ trust }) => {
        trust.operators[0]!.keys.at(-1)!.revoked_at = utc(times.sealed)
        trust.timestampers = [stampers.pinned]
      },
    )
    const token = stampers.stamp(receipt, times.sealed - 2)
    const link = `#receipt=${Buffer.from(JSON.stringify(receipt)).toString('base64url')}`
    const visitor = await start(
      t,
      evidence.now,
      `${address}${link}&token=${Buffer.from(token).toString('base64url')}`,
    )
    const { page } = visitor
    const { bundle, trust } = evidence
    await give(page, { bundle, trust })
    await page.locator('#answer-ticket.proven').waitFor()
    t.match(await textOf(page, '#answer-ticket'), /Stampers Ltd time-stamped your receipt/)
    t.match(await textOf(page, '#answer-ticket'), /names a nonce, .* which was not given/)
    t.strictSame(await findAllBarriers(page), [])
    await page.locator('#nonce').fill('not hex')
    await page.getByRole('button', { name: labels.nonceButton }).click()
    await page.getByText(labels.nonceWrong).waitFor()
    await page.locator('#nonce').fill('ff'.repeat(16))
    await page.keyboard.press('Enter')
    await page.locator('.fate', { hasText: receipts.openings['nonce-other'] ?? '-' }).waitFor()
    await page.locator('#nonce').fill(` ${nonce.toUpperCase().replaceAll(/(.{4})/g, '$1 ')}`)
    await page.keyboard.press('Enter')
    await page.locator('#answer-ticket', { hasText: /The nonce given is the one/ }).waitFor()
    t.equal(await page.locator('#nonce:visible').count(), 0, 'nothing more is asked')

    await page.goto(address)
    await give(page, { bundle, trust, receipt })
    await page.locator('.fate', { hasText: receipts.openings['key-revoked'] ?? '-' }).waitFor()
    await chooser(page).setInputFiles({
      name: 'receipt.tsr',
      mimeType: 'application/timestamp-reply',
      buffer: Buffer.from(token),
    })
    await page.locator('#answer-ticket.proven').waitFor()
    t.match(await textOf(page, '.names'), 'time-stamp: receipt.tsr')
    checkVisit(t, visitor)
  })

  await t.test('the draw as a picture: every value opens, and a replay calculates it again', async t => {
    const bundle = read('fixtures/bundles/three-prizes-142-entries/bundle.json')
    const trust = read('fixtures/bundles/three-prizes-142-entries/trust.json')
    const visitor = await visit(t, browser, { offline: true, reducedMotion: 'reduce' })
    const { page } = visitor
    await page.goto(address)
    await give(page, { bundle, trust })
    await page.locator('#picture .told').waitFor()
    t.match(await textOf(page, '#picture .told'), /picks ticket 10133 for /)
    await keepImage(page, 'page-picture', { part: '#picture' })
    t.match(await textOf(page, '#picture .won'), /10133[^]*wins \S?iPhone 15 Pro \(1st Prize\)/)

    // By keyboard: every value, and its bytes.
    const values = page.locator('#picture button.value')
    t.equal(await values.count(), 6)
    for (const value of await values.all()) {
      await value.focus()
      await page.keyboard.press('Enter')
      t.equal(await value.getAttribute('aria-expanded'), 'true')
      const panel = page.locator(`#${await value.getAttribute('aria-controls')}`)
      t.ok(await panel.isVisible())
      t.match(await panel.innerText(), /[0-9a-f]{32}/)
    }
    t.strictSame(await findAllBarriers(page), [], 'with all of them open')
    for (const value of await values.all()) await value.click()
    t.equal(await page.locator('#picture .bytes:visible').count(), 0)

    await page.locator('#picture-choice').selectOption({ index: 2 })
    await page.locator('#picture .told', { hasText: '3rd Prize' }).waitFor()
    t.match(await textOf(page, '#picture .told'), /140 tickets that were left/)

    await page.getByRole('button', { name: pictureStrings.replay }).press('Enter')
    const next = page.getByRole('button', { name: replayStrings.next })
    await next.waitFor()
    t.equal(
      await page.getByRole('button', { name: replayStrings.play }).count(),
      0,
      'nothing moves by itself',
    )
    t.match(await textOf(page, '.frame'), replayStrings.step(1, 9))
    t.equal(await page.locator('#picture .won .id').isVisible(), false, 'what is to come is not shown')
    for (let step = 2; step <= 9; step += 1) {
      await page.keyboard.press('Enter')
      await page.locator('.frame', { hasText: replayStrings.step(step, 9) }).waitFor()
      t.match(await textOf(page, '.frame .same'), /The same/)
      if (step === 5) t.strictSame(await findBarriers(page), [])
    }
    t.equal(await next.getAttribute('aria-disabled'), 'true')
    t.equal(await page.evaluate('document.activeElement.textContent'), replayStrings.next, 'focus stays')
    t.ok(await page.locator('#picture .won .id').isVisible())
    t.match(await textOf(page, '.frame'), /that is what was published/)
    await page.getByRole('button', { name: replayStrings.back }).click()
    await page.locator('.frame', { hasText: replayStrings.step(8, 9) }).waitFor()
    await page.getByRole('button', { name: replayStrings.end }).click()
    t.equal(await page.evaluate('document.activeElement.textContent'), pictureStrings.replay)

    await page.emulateMedia({ forcedColors: 'active' })
    t.ok(await page.locator('#picture .strip').isVisible())
    await page.emulateMedia({ media: 'print', forcedColors: 'none' })
    t.ok(await page.locator('#picture .won .id').isVisible(), 'it is printed')
    t.equal(await page.locator('#picture .replay').isVisible(), false)
    checkVisit(t, visitor)
  })

  await t.test('a replay plays by itself, and stops when it is told to', async t => {
    const bundle = read('fixtures/bundles/three-prizes-142-entries/bundle.json')
    const trust = read('fixtures/bundles/three-prizes-142-entries/trust.json')
    const visitor = await visit(t, browser, { offline: true })
    const { page } = visitor
    await page.goto(address)
    await give(page, { bundle, trust })
    await page.getByRole('button', { name: pictureStrings.replay }).click()
    await page.locator('.frame', { hasText: replayStrings.step(2, 9) }).waitFor()
    await page.getByRole('button', { name: replayStrings.pause }).click()
    t.equal(await page.getByRole('button', { name: replayStrings.play }).count(), 1)
    await page.getByRole('button', { name: replayStrings.back }).click()
    await page.locator('.frame', { hasText: replayStrings.step(1, 9) }).waitFor()
    checkVisit(t, visitor)
  })

  await t.test('where another winner was published, the picture has both', async t => {
    const { evidence } = readScenario('winner.derived/index-off-by-one')
    const { bundle, trust, now } = evidence
    const visitor = await start(t, now)
    const { page } = visitor
    await give(page, { bundle, trust })
    await page.locator('.verdict.refuted').waitFor()
    t.match(await textOf(page, '#picture .failed'), /The rule picks ticket .*\. Published: ticket /)
    t.match(await textOf(page, '#picture .stubs'), /The rule picks\s+\d+[^]*Published\s+\d+/)
    t.strictSame(await findAllBarriers(page), [])
    await keepImage(page, 'page-picture-refuted', { part: '#picture' })
    await page.getByRole('button', { name: pictureStrings.replay }).click()
    await page.getByRole('button', { name: replayStrings.pause }).click()
    for (let step = 2; step <= 7; step += 1) {
      await page.getByRole('button', { name: replayStrings.next }).click()
      await page.locator('.frame', { hasText: replayStrings.step(step, 9) }).waitFor()
    }
    t.match(await textOf(page, '.frame .failed'), replayStrings.notSame.published)
    t.equal(await page.locator('#picture .proven').count(), 0)
    checkVisit(t, visitor)
  })

  await t.test('files are dropped', async t => {
    const evidence = good['observed'] as unknown as ScenarioJson
    const visitor = await start(t, evidence.now)
    const { page } = visitor
    const parts = Object.entries(partsOf(evidence)).map(([name, part]) => [
      `${name}.json`,
      JSON.stringify(part),
    ])
    const dropped = await page.evaluateHandle(`(() => {
      const data = new DataTransfer()
      for (const [name, text] of ${JSON.stringify(parts).replaceAll('<', '\\u003c')}) {
        data.items.add(new File([text], name, { type: 'application/json' }))
      }
      return data
    })()`)
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: dropped })
    t.equal(await page.locator('body.dropping').count(), 1, 'says that it takes files')
    await page.dispatchEvent('body', 'drop', { dataTransfer: dropped })
    await page.locator('.verdict.proven').waitFor()
    t.equal(await page.locator('body.dropping').count(), 0)
    checkVisit(t, visitor)
  })

  await t.test('the files of a log beside a bundle', async t => {
    const evidence = readGood('logged')
    const visitor = await start(t, evidence.now)
    const { page } = visitor
    await give(page, partsOf(evidence as unknown as Parts))
    await page.locator('.verdict').getByText('3 of 5').waitFor()
    const { checkpoint = '', entries = [] } = evidence.log === undefined ? {} : encodeLog(evidence.log)
    const files = [
      ['checkpoint', Buffer.from(checkpoint)] as const,
      ['5', Buffer.from(new Uint8Array(entries[0] ?? []))] as const,
    ]
    const mimeType = 'application/octet-stream'
    await chooser(page).setInputFiles(files.map(([name, buffer]) => ({ name, mimeType, buffer })))
    await page.locator('.verdict.proven').getByText('5 of 5').waitFor()
    t.match(await textOf(page, '.names'), fileLabels.fileRoles.entries)
    const winners = await page.locator('#winners .ticket-id').allInnerTexts()
    const [id = ''] = evidence.bundle.entries?.find(([one]) => !winners.includes(one)) ?? []
    await page.locator('#ticket').fill(id)
    await page.keyboard.press('Enter')
    await page.locator('.fate', { hasText: `Ticket ${id} did not win.` }).waitFor()
    await page.evaluate('document.activeElement.blur(); scrollTo(0, 0)')
    await keepImage(page, 'page-ticket', { height: 1240 })
    checkVisit(t, visitor)
  })

  await t.test('a published draw of any recipe, and a record', async t => {
    const visitor = await start(t, '2027-01-01T00:00:00Z')
    const { page } = visitor
    const folder = 'fixtures/draws/drand-round'
    const [name = ''] = readdirSync(new URL(folder, root)).filter(one => one.endsWith('.json'))
    await give(page, { draw: read(`${folder}/${name}`) })
    await page.locator('.answers').waitFor()
    t.match(await textOf(page, 'main'), 'A published draw of another platform')
    t.match(await page.locator('#claims').textContent(), 'winner.')
    await give(page, { draw: read('fixtures/forged/dchoose-entry-added.json') })
    await page.locator('.verdict.refuted').waitFor()
    await give(page, { draw: read('fixtures/draws/vaultplay/2025-11-08-2233.json') })
    await page.locator('#winners', { hasText: 'VP-TRH1N-UKWFG-GMDK' }).waitFor()
    t.match(
      await textOf(page, '.notice'),
      /“VaultPlay, .*” is shown now, in place of “A forged copy of the Social/,
    )
    await give(page, { other: read('fixtures/records/three-prizes.json') })
    await page.getByText(fileLabels.notBeside('other.json')).waitFor()
    t.match(await textOf(page, '.names'), `other.json (${fileLabels.unused})`)
    await page.locator('#ladder summary').click()
    t.match(await textOf(page, '#ladder'), /2\. Whoever ran it signed it \(authentic\) – nothing to check/)
    t.match(await textOf(page, '#picture'), /list of qualified entries has 24 entries/)
    t.match(await textOf(page, '.formula'), /winner = codes\[0\]\s+= VP-TRH1N-UKWFG-GMDK/)
    t.strictSame(await findAllBarriers(page), [])
    await keepImage(page, 'page-formula', { part: '#picture' })
    await page.locator('#ticket').fill('VP TRH1N UKWFG GMDK')
    await page.keyboard.press('Enter')
    await page.getByText('Did you mean').waitFor()
    await page.locator('#ticket').fill('VP-TRH1N-UKWFG-GMDK')
    await page.keyboard.press('Enter')
    await page.locator('#answer-ticket', { hasText: 'It won.' }).waitFor()
    t.equal(await page.getByText(labels.receiptButton).isVisible(), false, 'there are no receipts of it')
    await page.getByRole('button', { name: fileLabels.startOver }).click()
    await give(page, { record: read('fixtures/records/three-prizes.json') })
    await page.locator('.verdict.not-provable').waitFor()
    t.equal(await page.locator('.answers .proven').count(), 0, 'a record alone proves nothing')
    t.equal(await textOf(page, 'h1'), titles.record)
    t.match(await textOf(page, '.facts'), '49638a53-01d5-4ea0-96bc-887c4448c4f3')
    t.match(await textOf(page, '#winners'), labels.winnersPublished)
    t.strictSame(await findAllBarriers(page), [])
    checkVisit(t, visitor)
  })

  await t.test('a check that does not end is ended, and says nothing of the draw', async t => {
    const evidence = good['observed'] as unknown as ScenarioJson
    const html = readFileSync(page, 'utf8')
    const start = html.indexOf('>', html.indexOf('id="worker"')) + 1
    const stuck = `${html.slice(0, start)}for (;;);${html.slice(html.indexOf('</script>', start))}`
    const file = join(t.testdir({ 'stuck.html': stuck }), 'stuck.html')
    const visitor = await visit(t, browser, { offline: true })
    await visitor.page.clock.install({ time: new Date(evidence.now) })
    await visitor.page.goto(pathToFileURL(file).href)
    await give(visitor.page, partsOf(evidence))
    await visitor.page.locator('.verdict', { hasText: labels.checking }).waitFor()
    await visitor.page.clock.fastForward(19_000)
    t.match(await textOf(visitor.page, '.verdict'), labels.checking)
    await visitor.page.clock.fastForward(2000)
    await visitor.page.getByText(labels.timeout(20)).waitFor()
    t.equal(await visitor.page.locator('.proven').count(), 0)
    checkVisit(t, visitor)
  })

  await t.test('the certificate of a draw, on the screen and on paper', async t => {
    const evidence = good['own-chain'] as unknown as ScenarioJson
    const { bundle, trust, record, observations = [], now } = evidence
    const block = (id: string, value: unknown): string =>
      value === undefined
        ? ''
        : `<script type="application/json" data-role="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
    const blocks = block('bundle', bundle) + block('trust', trust) + block('record', record)
    const folder = t.testdir()
    const file = join(folder, 'draw.html')
    writeFileSync(
      file,
      readFileSync(page, 'utf8').replace('<!-- documents -->', () => blocks),
    )
    const visitor = await visit(t, browser, { offline: true })
    await open(visitor, pathToFileURL(file).href, new Date(now))
    t.match(await textOf(visitor.page, '#verdict'), levelHeadlines.onWord, 'what others saw is missing')
    t.match(await textOf(visitor.page, 'main'), labels.embeddedTrust)
    t.strictSame(await findAllBarriers(visitor.page), [])
    await give(visitor.page, { observations: observations.flat() })
    await visitor.page.locator('.verdict.proven').waitFor()
    t.match(await textOf(visitor.page, '#verdict'), unsteerable)
    t.match(await textOf(visitor.page, '.verdict'), labels.embeddedTrust, 'says whose keys were believed')
    t.strictSame(await findAllBarriers(visitor.page), [])

    await visitor.page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    t.equal(await visitor.page.locator('button:visible, input:visible, .screen-only:visible').count(), 0)
    t.match(
      await textOf(visitor.page, '#claims .claims'),
      /statement\.signed\n[^]*winner\.derived/,
      'claims are open',
    )
    t.equal(
      await visitor.page.evaluate('getComputedStyle(document.body).color'),
      'rgb(0, 0, 0)',
      'dark on white',
    )
    const pdf = await visitor.page.pdf({ format: 'A4' })
    t.equal(pdf.subarray(0, 5).toString(), '%PDF-')
    checkVisit(t, visitor)
  })

  await t.test('what cannot be read says so, and where', async t => {
    const visitor = await start(t, '2027-01-01T00:00:00Z')
    const { page } = visitor
    const cases: readonly (readonly [text: string, said: string])[] = [
      ['{"bundle":"drawaudit/v1",\n"statements":[}', 'line 2'],
      ['{"bundle":"drawaudit/v1","bundle":"drawaudit/v1"}', 'The document cannot be read'],
      ['[]', 'not a JSON object'],
      ['{"odds":{"probability":1}}', 'neither a bundle nor a record'],
      ['\u0000', 'The document cannot be read'],
      ['{"bundle":"drawaudit/v1"}', 'statements'],
    ]
    for (const [text, said] of cases) {
      await page.goto(address)
      await chooser(page).setInputFiles({
        name: '<b>\u202egnp.json',
        mimeType: 'application/json',
        buffer: Buffer.from(text),
      })
      await page.locator('.given').waitFor()
      t.match(await textOf(page, '.verdict'), said, text)
      t.match(await textOf(page, '.given'), '<b>\\u{202e}gnp.json')
      t.equal(await page.locator('.proven').count(), 0, text)
      t.notMatch(await textOf(page, '.verdict'), wordLabels.refuted)
    }
    checkVisit(t, visitor)
  })

  if (isLong)
    await t.test('all of these pages fit in other fonts, too', { skip: skipOtherFonts }, async t => {
      const { pages, fonts, found } = await refit(t)
      t.ok(pages > 4, `${pages} pages`)
      t.strictSame(fonts, ['Noto Sans', 'Noto Sans Mono', 'Noto Sans Symbols2'], 'no other fonts')
      t.strictSame(found, [])
    })
})
