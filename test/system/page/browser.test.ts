import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import t from 'tap'
import { cancelRaffle } from '../../../src/operator/cancel-raffle.js'
import { askAuthorities } from '../../../src/operator/ask-authorities.js'
import { findUncosigned, keepCosignatures } from '../../../src/operator/cosign-log.js'
import { createLog } from '../../../src/operator/create-log.js'
import { createRaffle } from '../../../src/operator/create-raffle.js'
import { findSigningKey } from '../../../src/operator/desk.js'
import { signingKeyPlace } from '../../../src/store/ceremonies.js'
import { importEntries } from '../../../src/operator/import-entries.js'
import { generateKey } from '../../../src/operator/keys.js'
import { issueOne } from '../../../src/operator/receipts.js'
import { sealRaffle } from '../../../src/operator/seal-raffle.js'
import { sequenceLog } from '../../../src/operator/sequence-log.js'
import { stampStatements } from '../../../src/operator/stamp-statements.js'
import { createChain } from '../../../src/relay/create-chain.js'
import { readCertificates } from '../../../src/timestamp/index.js'
import { derivePublicKey, encodeEnvelope, type Envelope } from '../../../src/core/dsse.js'
import { builtInChains } from '../../../src/core/beacon.js'
import { loadMlDsa44 } from '../../../src/core/ml-dsa.js'
import {
  createVerifierKey,
  deriveVerifierKey,
  formatVerifierKey,
  parseNote,
  signCosignature,
} from '../../../src/core/note.js'
import { issueReceipt, parseReceipt } from '../../../src/model/receipt.js'
import type { AuditRecord } from '../../../src/model/audit-record.js'
import * as labels from '../../../src/page/catalogue/en/labels.js'
import {
  badgeLabels,
  cancelledHeadline,
  headlines,
  levelHeadlines,
  onWord,
  overdue,
  questions,
  rests,
  stranger,
  wordLabels,
} from '../../../src/page/catalogue/en/result.js'
import { pictureStrings } from '../../../src/page/catalogue/en/picture.js'
import { answers, receipts } from '../../../src/page/catalogue/en/answers.js'
import type { PageQuestion } from '../../../src/page/model.js'
import { encodeBeacon, encodeChainInfo, type BeaconJson } from '../../../src/core/beacon-json.js'
import {
  chain,
  close,
  drawAt,
  goTo,
  list,
  noon,
  offer,
  operator,
  raffleId,
  readView,
  roundOf,
  setUp,
  sign,
  type Stage,
} from '../../operator/stage.js'
import { createSigner, observe, type EnvelopeJson } from '../../protocol/factory.js'
import { hex, utc } from '../../protocol/second-opinion.js'
import { Sqlite } from '../../sqlite.js'
import {
  built,
  enlargeList,
  findAllBarriers,
  fontsOf,
  keepImage,
  launch,
  open,
  rateLimit,
  refit,
  serve,
  skip,
  skipOtherFonts,
  unsteerable,
  visit,
  type Visitor,
} from '../../page/browser.js'
import { isLong } from '../../long.js'

const { startAuthority } = await import('../../../scripts/time-stamp-authority.js')

// Skipped by name where there is no browser.
const options = { skip }
const path = `/raffles/${raffleId}`
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }
const afterwards = new Date((drawAt + 3600) * 1000)
const at = (seconds: number): Date => new Date(seconds * 1000)

/** Of a raffle that anybody can carry out again, and no more. */
const reproducible = levelHeadlines.onWord

let browser: Browser

const textOf = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).allInnerTexts()).join('\n')
const capital = (text = ''): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
const headline = (page: Page): Promise<string> => textOf(page, '#verdict > span:last-child')
const answer = (page: Page, id: PageQuestion): Promise<string> => textOf(page, `#answer-${id}`)
/** Everything that looks like something was proven. */
const greens = (page: Page): Promise<number> => page.locator('.proven').count()

/** Elements that are drawn in the colour of what is proven, in either scheme. */
async function findGreen(page: Page): Promise<readonly string[]> {
  const found: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    found.push(
      ...(await page.evaluate<string[]>(`(() => {
        const probe = document.body.appendChild(document.createElement('i'))
        const greens = ['--proven', '--proven-back'].map(name => {
          probe.style.color = getComputedStyle(document.documentElement).getPropertyValue(name)
          return getComputedStyle(probe).color
        })
        probe.remove()
        const members = ['color', 'backgroundColor', 'borderLeftColor', 'borderTopColor', 'fill', 'stroke']
        return [...document.querySelectorAll('#app *')]
          .filter(one => members.some(member => greens.includes(getComputedStyle(one)[member])))
          .map(one => one.outerHTML.slice(0, 100))
      })()`)),
    )
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

const winnersOf = async (stage: Stage): Promise<readonly string[]> =>
  ((await stage.bundle()).winners ?? []).map(({ entry_id }) => entry_id)

/** Puts another body in the place of a published view, as an operator could. */
function forge(
  test: Pick<typeof t, 'not'>,
  stage: Stage,
  name: string,
  change: (text: string) => string,
): void {
  const database = new Sqlite(stage.file)
  const body = database
    .prepare<[string], Uint8Array>('SELECT body FROM view WHERE name = ?')
    .pluck()
    .get(name)
  const before = Buffer.from(body ?? '').toString()
  const after = change(before)
  test.not(after, before)
  const etag = `"${createHash('md5').update(after).digest('hex')}"`
  database.prepare('UPDATE view SET body = ?, etag = ? WHERE name = ?').run(Buffer.from(after), etag, name)
  database.close()
}

/** What holds for every visit. */
async function checkVisit(
  test: Pick<typeof t, 'strictSame'>,
  { page, requests, faults }: Visitor,
  origin: string,
): Promise<void> {
  test.strictSame(
    requests.filter(request => !request.startsWith(`GET ${origin}/`)),
    [],
    'nobody else is asked',
  )
  test.strictSame(faults, [], 'no error, no dialog, nothing that the policy forbids')
  test.strictSame(await page.context().cookies(), [], 'no cookie')
}

type FileGiven = readonly [name: string, content: unknown]

/** Chooses files, at a button in some part of the page. */
const giveTo = (page: Page, part: string, files: readonly FileGiven[]): Promise<void> =>
  page.locator(`${part} input[type=file]`).setInputFiles(
    files.map(([name, content]) => ({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(content)),
    })),
  )

/** Chooses a file that is deleted before the page reads it. */
async function giveGone(test: Pick<typeof t, 'testdir'>, page: Page): Promise<void> {
  const file = join(test.testdir({ 'gone.json': '{}' }), 'gone.json')
  const input = page.locator('input[type=file]').first()
  await page.evaluate(
    `document.addEventListener('change', event => event.stopImmediatePropagation(), { capture: true, once: true })`,
  )
  await input.setInputFiles(file)
  rmSync(file)
  await input.dispatchEvent('change')
}

type Test = Parameters<typeof setUp>[0] & Parameters<typeof visit>[0]

/** A raffle as far as a point of its course, served, and somebody who comes to look. */
async function come(test: Test, point: Parameters<typeof goTo>[1], how: BrowserContextOptions = {}) {
  const stage = await setUp(test)
  await goTo(stage, point)
  const origin = await serve(test, stage.file)
  const visitor = await visit(test, browser, how)
  const { page, requests } = visitor
  return { stage, origin, visitor, page, requests }
}

await t.test('a browser', options, async t => {
  browser = await launch(t)

  await t.test('what must not happen would be seen', async t => {
    const stage = await setUp(t)
    const origin = await serve(t, stage.file)
    const { page, requests, faults } = await visit(t, browser)
    await page.goto(origin)
    const barriers = await findAllBarriers(page)
    t.strictSame(barriers, [])
    await page.evaluate(`document.querySelector('main').innerHTML =
      '<img src="https://elsewhere.example/x.png"><p>faint and wide</p>'`)
    await page.evaluate(
      `document.querySelector('p').style.cssText = 'color: #eee; background: #fff; min-width: 600px'`,
    )
    const found = (await findAllBarriers(page)).join('\n')
    for (const id of ['image-alt', 'page-has-heading-one', 'color-contrast']) t.match(found, id)
    t.match(found, /6\d\d pixels wide at 320/)
    if (skipOtherFonts === false)
      t.strictSame(await fontsOf(page), ['DejaVu Sans'], 'whatever else is installed')
    t.match(faults.join('\n'), 'Content Security Policy')
    t.match(requests.join('\n'), origin)
    await page.evaluate('setTimeout(() => alert(1))')
    await page.evaluate('setTimeout(() => { throw new Error("thrown") })')
    await page.evaluate('new Promise(resolve => setTimeout(resolve))')
    t.match(faults, [...faults.slice(0, -2), 'dialog: 1', 'error: thrown'])
  })

  await t.test('a draw, with the keys that the service names', async t => {
    const { stage, origin, visitor, page } = await come(t, 'drawn')
    await open(visitor, origin + path, afterwards)
    t.match(await headline(page), levelHeadlines.onWord, 'a service cannot vouch for all of it')
    t.match(await textOf(page, 'h1'), 'Summer raffle')
    t.match(await textOf(page, '.title'), `${operator}${labels.saysSite}`, 'which nothing else says')
    t.match(await textOf(page, '.verdict'), labels.onlySite(operator, false))
    t.match(await textOf(page, '#keys'), labels.signedByNamed(operator))
    t.match(await answer(page, 'winner'), wordLabels.believed, 'this chain is not a public one')
    t.match(await textOf(page, '.verdict'), '3 of 5')
    t.match(await textOf(page, '#chooser'), `that this site names the real keys of ${operator}`)
    for (const winner of await winnersOf(stage)) t.match(await textOf(page, '#winners'), winner)
    const winner = page.locator('#winners .ticket-id').first()
    for (const [width, most] of [
      [1280, 600],
      [375, 680],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const { y } = (await winner.boundingBox()) ?? { y: Infinity }
      t.ok(y < most, `the first winner is at ${y} of a screen that is ${width} wide`)
    }
    const spoken = await page.locator('header ~ p[role=status]').textContent()
    t.match(spoken, levelHeadlines.onWord, 'the whole answer is read out')
    t.match(spoken, (await winnersOf(stage))[0])
    t.match(await textOf(page, '#keys'), labels.keysService)
    t.match(await page.title(), levelHeadlines.onWord)
    t.strictSame(await findAllBarriers(page), [])
    await keepImage(page, 'page-not-provable')
    await keepImage(page, 'page-narrow', { width: 360, height: 780 })
    await checkVisit(t, visitor, origin)
    const { headers } = await fetch(origin + path, { method: 'OPTIONS' })
    t.equal(headers.get('x-ratelimit-remaining'), String(rateLimit - 1), 'a visit costs one request')
    const before = visitor.requests.length
    t.match(visitor.requests.map(request => request.replace(origin, '')).toSorted(), [
      /^GET \/assets\/page-/,
      /^GET \/assets\/style-/,
      /^GET \/assets\/worker-/,
      `GET ${path}`,
      `GET /visits/${raffleId}/audit`,
      `GET /visits/${raffleId}/bundle?entries=short`,
      `GET /visits/${raffleId}/keys`,
    ])
    await page.getByRole('button', { name: pictureStrings.replay }).click()
    await page.locator('.frame .same').waitFor()
    t.match(visitor.requests.slice(before), [/\/assets\/later-[0-9a-f]{8}\.js$/], 'only now')
    await checkVisit(t, visitor, origin)
  })

  await t.test('what a visitor has: keys and observations, right and wrong', async t => {
    const { stage, origin, visitor, page } = await come(t, 'drawn')
    await open(visitor, origin + path, afterwards)
    const own = await stage.store.readTrust()
    const [first] = own.operators ?? []
    const observer = createSigner('Newspaper')
    const observers = [{ name: observer.name, public_key: hex(observer.publicKey) }]
    const trust = { ...own, observers, beacons: [encodeChainInfo(chain)] }
    const give = (...files: readonly FileGiven[]): Promise<void> => giveTo(page, '#own-files', files)
    await give(['trust.json', trust])
    await page.locator('#keys', { hasText: labels.keysFile }).waitFor()
    t.match(await answer(page, 'winner'), wordLabels.proven)
    t.match(await textOf(page, '.title'), labels.saysFile('trust.json'))
    t.match(await textOf(page, '#keys'), labels.signedBy(operator))
    t.match(await headline(page), levelHeadlines.onWord, 'what others saw is missing')
    t.match(await textOf(page, '#chooser'), onWord['evidence.timely'])

    const { statements } = (await stage.bundle()) as unknown as { statements: EnvelopeJson[] }
    const commitment = observe(observer, noon + 60, statements.slice(0, 1))
    await give(
      ['commitment.json', commitment],
      ['seal.json', [observe(observer, close + 2, statements.slice(0, 2))]],
    )
    await page.locator('.verdict.proven').waitFor()
    t.equal(await page.getByRole('button', { name: labels.readList }).count(), 0, 'it was read')
    t.match(await textOf(page, '#chooser'), rests.rehearsal, 'that has to be trusted')
    t.match(await textOf(page, '.title'), labels.rehearsal)
    t.match(await headline(page), unsteerable)
    t.match(
      await textOf(page, '#chooser'),
      'Nobody, as long as whoever runs this rehearsal’s own source of the random number and the observer ',
    )
    t.strictSame(await findAllBarriers(page), [])
    await keepImage(page, 'page-proven')
    await keepImage(page, 'page-timeline', { part: '#timeline' })
    await keepImage(page, 'page-levels-dark', { colorScheme: 'dark', part: '#ladder' })
    await keepImage(page, 'page-path-dark', { colorScheme: 'dark', part: '#path' })

    await give(['record.json', { raffle_id: raffleId, draws: [] }])
    await page.getByText(labels.notBeside('record.json')).waitFor()
    t.equal(await page.locator('.verdict.proven').count(), 1, 'a wrong file takes nothing away')
    await giveGone(t, page)
    await page.getByText(labels.unreadableFile('gone.json')).waitFor()
    t.equal(await page.locator('.verdict.proven').count(), 1, 'nor does one that is gone')
    t.match(await textOf(page, '.given'), 'trust.json, commitment.json, seal.json', 'what counts is named')

    await give(['none.json', { trust: 'drawaudit/v1', operators: [{ ...first, name: 'Somebody else' }] }])
    await page.locator('#keys', { hasText: labels.keysNone }).waitFor()
    t.match(await textOf(page, '#keys'), labels.namesOperator(operator))
    t.match(await textOf(page, '.title'), `${operator}${labels.saysItself}`)
    t.match(await textOf(page, '.verdict'), stranger(operator))
    t.equal(await page.locator('.answers .proven').count(), 0)
    await checkVisit(t, visitor, origin)
  })

  if (isLong)
    await t.test(
      'time-stamps are checked by a worker of their own, for whoever anchors an authority',
      async t => {
        const folder = t.testdir()
        const authority = await startAuthority(join(folder, 'authority'))
        t.teardown(authority.close)
        // Its tokens say what the time is.
        const today = Math.floor(Date.now() / 1000)
        const stage = await setUp(t, { file: join(folder, 'raffles.db'), bare: true })
        stage.setClock(today)
        await generateKey(stage.desk, operator)
        await generateKey(stage.desk, operator, 'receipts')
        const own = createChain({
          secretKey: new Uint8Array(32).fill(8),
          period: 3,
          genesisTime: today - 300,
        })
        const [closes, draws] = [today + 30, today + 120]
        await createRaffle(stage.desk, { ...offer, chain: own.chain, entriesCloseAt: closes, drawAt: draws })
        await stage.importText(list)
        await stampStatements(stage.desk, raffleId, [authority.url], { env: {} })
        const { receipt } = await issueOne(stage.desk, raffleId, 'ticket-7')
        const question = { url: authority.url, envelope: receipt }
        const [stamped] = await askAuthorities(stage.desk.random, [question], { env: {} })
        stage.setClock(closes)
        await sealRaffle(stage.desk, raffleId)
        await stampStatements(stage.desk, raffleId, [authority.url], { env: {} })
        stage.setClock(draws)
        await stage.draw(() => Promise.resolve(own.sign((draws - today + 300) / 3 + 1)))

        const origin = await serve(t, stage.file)
        const visitor = await visit(t, browser)
        const { page, requests } = visitor
        const loaded = (): number => requests.filter(request => request.includes('/worker-stamps-')).length
        await open(visitor, origin + path, at(draws + 60))
        const timely = page.locator('#claims li', { has: page.getByText('evidence.timely', { exact: true }) })
        const [certificate] = readCertificates(readFileSync(authority.pem))
        const certificates = [Buffer.from(certificate ?? []).toString('base64')]
        const trust = { ...(await stage.store.readTrust()), beacons: [encodeChainInfo(own.chain)] }
        await giveTo(page, '#own-files', [['keys.json', trust]])
        await page.locator('#keys', { hasText: labels.keysFile }).waitFor()
        t.match(await timely.textContent(), 'the bundle has time-stamps, which were not checked here')
        t.equal(loaded(), 0, 'nobody would count them')
        t.comment(`without anchors: ${await textOf(page, '#chooser .small')}`)

        const timestampers = [{ name: 'Stampers Ltd', certificates }]
        await giveTo(page, '#own-files', [['anchors.json', { ...trust, timestampers }]])
        await page.locator('.given', { hasText: 'anchors.json' }).waitFor()
        t.match(await timely.textContent(), /Stampers Ltd time-stamped the commitment at .* and the seal at /)
        t.match(await timely.getAttribute('class'), 'proven')
        t.equal(loaded(), 1)
        t.comment(`with them: ${await textOf(page, '#chooser .small')}`)
        t.match(
          await textOf(page, '#chooser'),
          /Nothing shows that the operator did not make several lists/,
          'which no time-stamp shows',
        )
        await giveTo(page, '#own-files', [['keys.json', trust]])
        await page.locator('.given', { hasText: 'keys.json' }).waitFor()
        t.match(await timely.getAttribute('class'), 'not-provable', 'nobody anchors them any more')
        await giveTo(page, '#own-files', [['anchors.json', { ...trust, timestampers }]])
        await page.locator('.given', { hasText: 'anchors.json' }).waitFor()
        t.equal(loaded(), 1, 'it is loaded once')
        t.comment(`with them, again: ${await textOf(page, '#chooser .small')}`)
        await checkVisit(t, visitor, origin)

        const other = await visit(t, browser)
        await other.page.route('**/assets/worker-stamps-*', route =>
          route.fulfill({ body: 'postMessage(1)' }),
        )
        await open(other, origin + path, at(draws + 60))
        await giveTo(other.page, '#own-files', [['anchors.json', { ...trust, timestampers }]])
        await other.page.getByText(labels.badAsset).waitFor()
        t.equal(await greens(other.page), 0, 'what is not the worker is not run')

        const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
        const link = `#receipt=${base64url(Buffer.from(JSON.stringify(encodeEnvelope(receipt))))}`
        const token = `&token=${stamped && 'token' in stamped ? base64url(stamped.token) : ''}`
        const operators = trust.operators?.map(one => ({
          ...one,
          keys: one.keys.map(key => (key.use === 'receipts' ? { ...key, revoked_at: utc(closes) } : key)),
        }))
        const revoked: FileGiven = ['revoked.json', { ...trust, operators, timestampers }]
        for (const [fragment, text] of [
          [link, receipts.openings['key-revoked']],
          [link + token, 'Stampers Ltd time-stamped your receipt'],
        ] as const) {
          const holder = await visit(t, browser)
          await open(holder, origin + path + fragment, at(draws + 60))
          await giveTo(holder.page, '#own-files', [revoked])
          await holder.page.locator('#answer-ticket', { hasText: text ?? '-' }).waitFor()
          await checkVisit(t, holder, origin)
        }
      },
    )

  await t.test('a receipt, by link and by file, honoured and dishonoured', async t => {
    const stage = await setUp(t)
    await generateKey(stage.desk, operator, 'receipts')
    await goTo(stage, 'imported')
    const { receipt } = await issueOne(stage.desk, raffleId, 'ticket-7')
    const { commitment } = parseReceipt(receipt.payload)
    // What an operator signs that takes the money and leaves the ticket out.
    const secrets = await stage.desk.openSecrets()
    const key = await stage.store.transact(({ ceremonies }) =>
      findSigningKey(ceremonies, operator, noon, 'receipts'),
    )
    const entry = { id: 'left-out', kind: 'paid' } as const
    const terms = { raffleId, commitment, operator, entry, issuedAt: '2026-09-01T12:00:00+00:00' }
    const broken = issueReceipt(terms, secrets.decrypt(key.secret, signingKeyPlace(key)))
    stage.setClock(close)
    await sealRaffle(stage.desk, raffleId)
    stage.setClock(drawAt + 3)
    await stage.draw()

    const origin = await serve(t, stage.file)
    const visitor = await visit(t, browser)
    const { page, requests } = visitor
    const fragment = (envelope: Envelope, more = ''): string =>
      `#receipt=${Buffer.from(JSON.stringify(encodeEnvelope(envelope))).toString('base64url')}${more}`
    const shrink = await enlargeList(visitor)
    await open(visitor, origin + path + fragment(receipt), afterwards)
    await page.getByText(labels.askTitle).waitFor()
    t.match(await answer(page, 'ticket'), answers.notLookedUp)
    t.match(await textOf(page, '.given'), labels.named('receipt', labels.fromLink))
    t.strictSame(await findAllBarriers(page), [])
    const before = requests.length
    await page.getByRole('button', { name: labels.askSend }).click()
    await page.locator('#answer-ticket.believed').waitFor()
    t.match(await answer(page, 'ticket'), receipts.openings['receipt-honoured'])
    t.match(await answer(page, 'ticket'), answers.serviceKeys)
    t.strictSame(requests.slice(before), [`GET ${origin}/visits/${raffleId}/entries/ticket-7/proof`])

    const nonce = '00112233445566778899aabbccddeeff'
    await page.evaluate(`location.hash = ${JSON.stringify(fragment(receipt, `&nonce=${nonce}`))}`)
    await page.locator('.fate', { hasText: receipts.openings['nonce-other'] ?? '-' }).waitFor()
    const forged = { ...broken, signature: broken.signature.toReversed() }
    await page.evaluate(`location.hash = ${JSON.stringify(fragment(forged))}`)
    await page.locator('.fate', { hasText: receipts.openings['signature-invalid'] ?? '-' }).waitFor()
    t.match(await headline(page), levelHeadlines.onWord, 'what nobody signed accuses nobody')
    await page.evaluate(`location.hash = '#receipt=<img src=x onerror=alert(1)>&nonce=\\u202e'`)
    await page.locator('#answer-ticket', { hasText: receipts.bad('').slice(0, -1) }).waitFor()
    t.equal(await page.locator('.ask').count(), 0, 'and makes the page ask for nothing')
    await page.evaluate(`location.hash = ${JSON.stringify(fragment(broken))}`)
    await shrink()
    await page.getByRole('button', { name: labels.askDownload }).click()
    await page.locator('.verdict.refuted').waitFor()
    t.match(await answer(page, 'ticket'), receipts.openings['receipt-dishonoured'])
    t.match(
      await textOf(page, '.verdict'),
      'The operator signed a receipt for ticket “left-out”, and none of the',
    )
    t.equal(await page.locator('.answers .proven').count(), 0)
    t.strictSame(await findAllBarriers(page), [])

    await page.locator('#ticket').fill('ticket-8')
    await page.keyboard.press('Enter')
    await page.locator('#answer-ticket.believed').waitFor()
    t.match(await headline(page), levelHeadlines.onWord, 'one ticket is asked about at a time')
    t.equal(await page.evaluate('location.hash'), '', 'and the link is forgotten')
    await giveTo(page, '#answer-ticket', [['receipt.json', encodeEnvelope(receipt)]])
    await page.locator('.given', { hasText: labels.named('receipt', 'receipt.json') }).waitFor()
    t.match(await answer(page, 'ticket'), receipts.openings['receipt-honoured'])
    t.match(await answer(page, 'ticket'), /cannot show that the ticket was sold only once/)
    t.strictSame(requests.slice(before + 1), [`GET ${origin}/visits/${raffleId}/bundle?entries=all`])
    await checkVisit(t, visitor, origin)
  })

  if (isLong)
    await t.test('winners that follow from the public random number, which the visitor brings', async t => {
      const stage = await setUp(t)
      await createRaffle(stage.desk, { ...offer, seeds: 'public' })
      await stage.importText(list)
      stage.setClock(close)
      await sealRaffle(stage.desk, raffleId)
      const origin = await serve(t, stage.file)
      const visitor = await visit(t, browser)
      const { page } = visitor
      await open(visitor, origin + path, afterwards)
      const trust = { ...(await stage.store.readTrust()), beacons: [encodeChainInfo(chain)] }
      const round = roundOf(chain)
      await giveTo(page, '#own-files', [
        ['trust.json', trust],
        ['round.json', encodeBeacon(sign(round + 1))],
      ])
      await page.getByText(labels.otherRound).waitFor()
      await giveTo(page, '#own-files', [['round.json', encodeBeacon(sign(round))]])
      await page.locator('#chooser', { hasText: 'has won prize 1' }).waitFor()
      const named = /Entry (\S+) has won prize 1, iPhone/.exec(await textOf(page, '#chooser'))
      t.match(await headline(page), 'No result is shown here.')
      t.match(
        await textOf(page, '.verdict'),
        'its winners follow already, and the operator has not published them',
      )
      stage.setClock(drawAt + 3)
      await stage.draw()
      t.equal(named?.[1], (await winnersOf(stage))[0], 'as the operator would have drawn')
      await checkVisit(t, visitor, origin)
    })

  await t.test('values are copied as they are', async t => {
    const { origin, visitor, page } = await come(t, 'drawn', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await open(visitor, origin + path, afterwards)
    const copied = (): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()')
    await page.locator('#steps summary').first().click()
    await page.locator('#steps li summary').first().click()
    for (const copyable of [
      page.locator('#keys .copyable').first(),
      page.locator('#steps .copyable').first(),
    ]) {
      await copyable.getByRole('button').click()
      await copyable.getByText(labels.copied).waitFor()
      t.equal(await copied(), await copyable.locator('code').innerText())
    }
    await page.locator('#share summary').click()
    const link = page.locator('#share .copyable').first()
    await link.getByRole('button').click()
    await link.getByText(labels.copied).waitFor()
    t.equal(await copied(), origin + path, 'the address of this page')
    const summary = page.locator('#share .copyable').nth(1)
    await summary.getByRole('button').click()
    await summary.getByText(labels.copied).waitFor()
    const lines = (await copied()).split('\n')
    t.equal(lines[0], 'Summer raffle')
    const said = [labels.rehearsal, levelHeadlines.onWord, labels.onlySite(operator, false), 'Mug']
    for (const text of said) t.ok(lines.includes(text), text)
    t.match(
      lines.join('\n'),
      /by Example Raffles Ltd, says this site\n[^]*Level 3 of 5, if this site’s keys are real: [^]*\nMug\nticket-\d+\n/,
    )
    t.notMatch(lines.join('\n'), labels.rests)
    t.equal(lines.at(-1), origin + path)
    await checkVisit(t, visitor, origin)
  })

  await t.test('a draw whose published record is not what was signed', async t => {
    const stage = await setUp(t)
    await goTo(stage, 'drawn')
    const [winner = ''] = await winnersOf(stage)
    forge(t, stage, 'audit', text => text.replace(winner, 'ticket-of-a-friend'))
    const origin = await serve(t, stage.file)
    const visitor = await visit(t, browser)
    await open(visitor, origin + path, afterwards)
    const { page } = visitor
    t.match(await headline(page), levelHeadlines.ifKeys(headlines.otherWinner))
    t.match(await answer(page, 'winner'), badgeLabels['two-answers'])
    t.match(
      await textOf(page, '.verdict'),
      /iPhone \(1st Prize\):\s*The operator signed\s*ticket-\d+\s*The published record \(unsigned\) says\s*ticket-of-a-friend/,
      'and what is not true',
    )
    t.equal(await page.locator('.answers .proven').count(), 0, 'nothing is green beside it')
    t.strictSame(await findAllBarriers(page), [])
    await keepImage(page, 'page-refuted')
    await checkVisit(t, visitor, origin)
  })

  await t.test('a draw whose winner is not the one that the rule gives', async t => {
    const stage = await setUp(t)
    await goTo(stage, 'drawn')
    forge(t, stage, 'bundle', text => {
      const bundle = JSON.parse(text) as { statements: { signatures: { sig: string }[] }[] }
      const [first, second] = bundle.statements.map(({ signatures }) => signatures)
      if (first === undefined || second === undefined) throw new Error('no statements')
      ;[bundle.statements[0]!.signatures, bundle.statements[1]!.signatures] = [second, first]
      return JSON.stringify(bundle)
    })
    const origin = await serve(t, stage.file)
    const visitor = await visit(t, browser)
    await open(visitor, origin + path, afterwards)
    t.match(await headline(visitor.page), headlines.refuted, 'signatures of other statements')
    t.equal(await visitor.page.locator('.answers .proven').count(), 0)
    await checkVisit(t, visitor, origin)
  })

  await t.test('a raffle that is open counts down, and one that is sealed', async t => {
    const { stage, origin, visitor, page } = await come(t, 'imported')
    await open(visitor, origin + path, at(noon + 1800))
    t.match(await headline(page), headlines.pending)
    t.match(await textOf(page, '.countdown'), '30 minutes')
    await page.clock.setFixedTime(at(close - 61))
    await page.locator('.clock', { hasText: '1 minute 1 second' }).waitFor()
    t.equal(await page.locator('#ticket').count(), 0, 'there is no list to look into yet')
    t.strictSame(await findAllBarriers(page), [])

    stage.setClock(close)
    await sealRaffle(stage.desk, raffleId)
    await open(visitor, origin + path, at(close + 60))
    t.match(await headline(page), headlines.pending)
    t.match(await textOf(page, '.countdown'), /1[34] minutes/)
    t.equal(await page.locator('#verdict .proven').count(), 0)
    t.strictSame(await findAllBarriers(page), [])
    await keepImage(page, 'page-pending')
    t.match(await textOf(page, '#prizes'), 'iPhone (1st Prize)')
    await checkVisit(t, visitor, origin)

    const late = await visit(t, browser)
    await late.page.clock.install({ time: at(drawAt + 303) })
    await late.page.goto(origin + path)
    await late.page.locator('main[data-shown=result]').waitFor()
    t.equal(await headline(late.page), overdue('5 minutes'))
    t.strictSame(await findAllBarriers(late.page), [])
    await late.page.locator('#ticket').fill('ticket-7')
    await late.page.clock.runFor(130_000)
    await late.page.locator('#verdict', { hasText: overdue('7 minutes') }).waitFor()
    stage.setClock(drawAt + 3)
    await stage.draw()
    await late.page.clock.runFor(200_000)
    await late.page.locator('#verdict', { hasText: levelHeadlines.onWord }).waitFor()
    t.equal(await late.page.locator('#ticket').inputValue(), 'ticket-7', 'what was typed stays')
    await checkVisit(t, late, origin)
  })

  await t.test('a raffle that was cancelled', async t => {
    const stage = await setUp(t)
    await goTo(stage, 'sealed')
    await cancelRaffle(stage.desk, raffleId, 'the prizes were stolen')
    const origin = await serve(t, stage.file)
    const visitor = await visit(t, browser)
    await open(visitor, origin + path, afterwards)
    const { page } = visitor
    t.match(await headline(page), cancelledHeadline)
    t.match(await textOf(page, '.verdict'), 'the prizes were stolen')
    t.notMatch(await headline(page), unsteerable)
    t.equal(await page.locator('.countdown').count(), 0)
    t.equal(await page.locator('.answers, #winners').count(), 0, 'one card says it all')
    t.match(await textOf(page, '.verdict + *'), labels.prizes, 'but what another raffle may be for')
    t.match(await textOf(page, '#prizes + *'), questions.ticket, 'and who was in the list that was sealed')
    await page.locator('#ticket').fill('ticket-7')
    await page.keyboard.press('Enter')
    await page
      .locator('.fate', { hasText: 'Yes: ticket-7 was in the list of this raffle, which was cancelled.' })
      .waitFor()
    t.notMatch(await textOf(page, '#answer-ticket'), wordLabels.pending)
    const foot = await textOf(page, 'footer')
    const evidence = await fetch(`${origin}/visits/${raffleId}/bundle?entries=short`)
    const digest = createHash('sha256')
      .update(new Uint8Array(await evidence.arrayBuffer()))
      .digest('hex')
    t.match(foot.replaceAll(/\s/g, ''), digest, 'exactly what was checked')
    t.match(foot, `Checked by drawaudit ${version}.`)
    t.match(foot, `${new URL(origin).host}, which does not say who runs it.`)
    t.strictSame(await findAllBarriers(page), [])
    await checkVisit(t, visitor, origin)
  })

  await t.test('a link to a part that is closed at first opens it', async t => {
    const { origin, visitor, page } = await come(t, 'drawn')
    await open(visitor, `${origin}${path}#claims`, afterwards)
    t.equal(await page.locator('#claims > details[open]').count(), 1)
    t.equal(await page.locator('#steps > details[open], #path > details[open]').count(), 0)
    t.ok(await page.locator('#claims .claims').isVisible())
    t.strictSame(await findAllBarriers(page), [])
    await checkVisit(t, visitor, origin)
  })

  await t.test('a raffle without signed evidence', async t => {
    const stage = await setUp(t)
    const text = readFileSync(new URL('../../../fixtures/records/three-prizes.json', import.meta.url), 'utf8')
    const record = { ...(JSON.parse(text) as AuditRecord), unknown: [] }
    await stage.store.transact(transaction =>
      transaction.writeAuditRecord(record, { publishedAt: '2026-09-01T12:00:00+00:00' }),
    )
    const origin = await serve(t, stage.file, 'Example <b>Ltd</b>, post@example.org')
    const visitor = await visit(t, browser)
    await open(visitor, `${origin}/raffles/${record.raffle_id}`, afterwards)
    t.equal(await headline(visitor.page), levelHeadlines.ofRecord)
    const { host } = new URL(origin)
    t.match(await textOf(visitor.page, '.title'), host)
    t.match(await textOf(visitor.page, '#keys'), labels.namesNobody(host))
    t.match(
      await textOf(visitor.page, 'footer'),
      `${host}. It says that it is run by: Example <b>Ltd</b>, post@example.org`,
    )
    t.equal(await visitor.page.locator('.answers .proven').count(), 0)
    t.strictSame(await findAllBarriers(visitor.page), [])
    // That there is no evidence is an answer of 404, which Chromium tells.
    t.match(visitor.faults, [/404/])
  })

  await t.test('without JavaScript nothing is called proven', async t => {
    const { origin, visitor, page } = await come(t, 'drawn', { javaScriptEnabled: false })
    await page.goto(origin + path)
    const began = Date.now()
    await page.getByText('Your browser has not checked this').waitFor({ timeout: 5000 })
    t.ok(Date.now() - began < 5000)
    t.match(await textOf(page, 'body'), 'Nothing is known of the draw')
    t.equal(await greens(page), 0)
    t.notMatch(await textOf(page, 'body'), /proven|✓|holds/)
    const links = await page.locator('.unrun a').all()
    t.equal(links.length, 3)
    for (const link of links) {
      const href = (await link.getAttribute('href')) ?? ''
      const { status } = await fetch(origin + href, { headers: { Accept: 'application/json' } })
      t.equal(status, 200, href)
    }
    // What was fetched for the script has no use without it, and Chromium says so.
    const faults = visitor.faults.filter(fault => !fault.includes(' was preloaded using '))
    await checkVisit(t, { ...visitor, faults }, origin)
    await page.goto(pathToFileURL(join(built, 'verify.html')).href)
    t.match(await textOf(page, 'body'), 'Nothing is known of the draw')
    t.equal(await greens(page), 0)
  })

  await t.test(
    'a browser whose script does not arrive, or cannot be read, says so within five seconds',
    async t => {
      for (const body of [undefined, 'this is #no script of { today', 'throw new Error()']) {
        const { origin, page } = await come(t, 'drawn')
        await page.route('**/assets/page-*.js', route =>
          body === undefined ? route.abort() : route.fulfill({ contentType: 'text/javascript', body }),
        )
        await page.goto(origin + path)
        t.equal(await page.getByText('Your browser has not checked this').isVisible(), false, 'not at once')
        await page.getByText('Your browser has not checked this').waitFor({ timeout: 5000 })
        t.match(await textOf(page, 'body'), 'Nothing is known of the draw')
        t.match(await textOf(page, 'body'), 'Try a newer browser')
        t.equal(await greens(page), 0)
      }
    },
  )

  await t.test('before the check has ended nothing is called proven', async t => {
    const { origin, page } = await come(t, 'drawn')
    let go: () => void = () => undefined
    const gate = new Promise<void>(resolve => {
      go = resolve
    })
    await page.route('**/bundle?entries=short', async route => {
      await gate
      await route.continue()
    })
    await page.goto(origin + path)
    await page.locator('.verdict', { hasText: labels.loading }).waitFor()
    t.match(await headline(page), labels.waitingTitle)
    t.equal(await greens(page), 0)
    go()
    await page.locator('.answers').waitFor()
  })

  await t.test('evidence that cannot be fetched, or is cut, gives no result', async t => {
    const stage = await setUp(t)
    await goTo(stage, 'drawn')
    const origin = await serve(t, stage.file)
    for (const [name, answers] of Object.entries({
      'no network': { abort: true },
      busy: { status: 429 },
      'an error': { status: 500 },
      garbage: { status: 200, body: '{"bundle":"drawaudit/v1","statements":[' },
      'another document': { status: 200, body: '[]' },
    })) {
      const { page } = await visit(t, browser)
      await page.route('**/bundle?entries=short', route =>
        'abort' in answers ? route.abort() : route.fulfill({ contentType: 'application/json', ...answers }),
      )
      await page.goto(origin + path)
      await page.locator(`.verdict.not-checked`, { hasNotText: labels.waitingTitle }).waitFor()
      t.match(await headline(page), labels.failedTitle, name)
      t.equal(await greens(page), 0, name)
    }
  })

  await t.test('a part of the page that was changed on the way is not run', async t => {
    const stage = await setUp(t)
    await goTo(stage, 'drawn')
    const origin = await serve(t, stage.file)
    for (const part of ['page', 'worker']) {
      const visitor = await visit(t, browser)
      const { page } = visitor
      await page.route(`**/assets/${part}-*`, async route => {
        const response = await route.fetch()
        await route.fulfill({ response, body: `${await response.text()}\nglobalThis.evil = true` })
      })
      const refused = page.waitForEvent('console', message => /integrity/i.test(message.text()))
      await page.goto(origin + path)
      await refused
      if (part === 'worker') await page.getByText(labels.badAsset).waitFor()
      t.equal(await greens(page), 0, part)
      t.equal(await page.evaluate('globalThis.evil'), undefined, part)
      t.match(visitor.faults.join('\n'), /integrity/i, part)
      t.match(await textOf(page, 'h1, h2'), /Not checked/, part)
    }
  })

  await t.test('what an operator writes is text', async t => {
    const stage = await setUp(t)
    const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>'
    const id = '"><svg/onload=alert(3)>'
    const ids = [id, '\u202e\u2066evil', '</script><b>', '{{7*7}}', '__proto__', 'javascript:alert(4)']
    await createRaffle(stage.desk, {
      ...offer,
      name: `${evil}\u202eelffar\u202c \u200b`,
      prizes: [{ prizeName: evil }, { prizeName: '\u2067\u202e</title><b>' }, { prizeName: '${alert(5)}' }],
    })
    async function* entries() {
      yield await Promise.resolve(
        ids.map((entry, line) => ({ id: entry, kind: 'paid' as const, line: line + 1 })),
      )
    }
    await importEntries(stage.desk, raffleId, entries())
    stage.setClock(close)
    await sealRaffle(stage.desk, raffleId)
    stage.setClock(drawAt + 3)
    await stage.draw()
    const origin = await serve(t, stage.file)
    const visitor = await visit(t, browser)
    const { page } = visitor
    await open(visitor, origin + path, afterwards)
    t.match(await textOf(page, 'h1'), '<img src=x onerror=alert(1)>', 'shown as it is written')
    t.match(await textOf(page, 'h1'), '\\u{202e}', 'what turns the line around is shown')
    const foreign =
      'main img:not([src$="/badge.svg"]), main script, main b, main iframe, main [onerror], main [onload], main a[href^="javascript"]'
    t.equal(await page.locator(foreign).count(), 0)
    t.notMatch(await textOf(page, 'main'), /(?!\n|\t)[\p{Cc}\p{Cf}]/u)
    const [winner = ''] = await winnersOf(stage)
    await page.locator('#ticket').fill(winner)
    await page.keyboard.press('Enter')
    await page.locator('#answer-ticket.believed').waitFor()
    t.equal(await page.locator(foreign).count(), 0)
    t.strictSame(await findAllBarriers(page), [])
    await checkVisit(t, visitor, origin)

    await page.goto(`${origin}/?q=${encodeURIComponent('<img')}`)
    t.match(await textOf(page, 'h3'), '<img src=x onerror=alert(1)>')
    t.equal(await page.locator('img, script, b').count(), 0)
    t.strictSame(await findAllBarriers(page), [])
    await checkVisit(t, visitor, origin)
  })

  await t.test('the ticket box sends nothing where it need not, and asks first where it must', async t => {
    const { stage, origin, visitor, page, requests } = await come(t, 'drawn')
    const shrink = await enlargeList(visitor)
    await open(visitor, origin + path, afterwards)
    const winners = await winnersOf(stage)
    await page.locator('#steps summary').first().click()
    // What is closed at first has a program of its own.
    await page.locator('#steps .pieces').waitFor()
    const before = requests.length
    const checkedAt = await page.locator('#chooser .small').last().innerText()
    await page.evaluate(`document.querySelector('#winners').isOld = true`)
    await page.locator('#ticket').fill(winners[0] ?? '')
    await page.getByRole('button', { name: labels.ticketButton }).click()
    await page.locator('#answer-ticket.believed').waitFor()
    t.equal(requests.length, before, 'a winner has its proof in the evidence')
    t.equal(await page.locator('#steps > details').getAttribute('open'), '', 'what was opened stays open')
    t.equal(
      await page.evaluate(`document.querySelector('#winners').isOld`),
      true,
      'and so does what is as it was',
    )
    t.equal(await page.locator('#chooser .small').last().innerText(), checkedAt, 'nothing is verified again')

    const other = list
      .split('\n')
      .map(line => line.split(',')[0] ?? '')
      .find(id => id !== '' && !winners.includes(id))
    await page.locator('#ticket').fill(other ?? '')
    await page.getByRole('button', { name: labels.ticketButton }).click()
    await page.getByText(labels.askTitle).waitFor()
    t.match(await textOf(page, '.ask'), new URL(origin).host, 'says who would be asked')
    t.equal(requests.length, before, 'nothing was sent')
    t.equal(await page.locator('#answer-ticket.believed').count(), 0)
    t.strictSame(await findAllBarriers(page), [])
    await page.getByRole('button', { name: labels.askNo }).click()
    await page.getByText(labels.askRefused).waitFor()
    t.equal(requests.length, before)

    await page.getByRole('button', { name: labels.ticketButton }).click()
    await page.getByRole('button', { name: labels.askSend }).click()
    await page.locator('#answer-ticket.believed').waitFor()
    t.strictSame(requests.slice(before), [`GET ${origin}/visits/${raffleId}/entries/${other ?? ''}/proof`])

    const sent = requests.length
    await page.locator('#ticket').fill(`${other ?? ''}, no-such-ticket`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: labels.askDownload }).waitFor()
    t.equal(await page.getByRole('button', { name: labels.askSend }).count(), 0, 'several are looked up here')
    await page.locator('#ticket').fill('no-such-ticket')
    await page.keyboard.press('Enter')
    await shrink()
    await page.getByRole('button', { name: labels.askDownload }).click()
    await page.locator('#answer-ticket.not-provable').waitFor()
    t.match(await answer(page, 'ticket'), answers.ticketMistyped)
    t.strictSame(requests.slice(sent), [`GET ${origin}/visits/${raffleId}/bundle?entries=all`])
    t.match(await headline(page), levelHeadlines.onWord, 'a mistyped ticket does not refute a draw')
    await checkVisit(t, visitor, origin)
  })

  await t.test('a short list is there without asking, and tickets are answered in words', async t => {
    const { stage, origin, visitor, page, requests } = await come(t, 'drawn')
    const winners = await winnersOf(stage)
    const lost = ['ticket-1', 'ticket-2', 'ticket-3', 'ticket-4'].find(id => !winners.includes(id)) ?? ''
    await open(visitor, `${origin}${path}#ticket=${lost}`, afterwards)
    const fate = (text: string) => page.locator('#answer-ticket .fate', { hasText: text }).waitFor()
    await fate(`${capital(lost)} did not win. It was in the draw.`)
    t.match(await page.locator('header ~ p[role=status]').textContent(), `${capital(lost)} did not win.`)
    const before = requests.length
    await page.evaluate(`location.hash = '#ticket=${winners[0] ?? ''}'`)
    await fate(`${capital(winners[0])} won the iPhone (1st Prize).`)
    await page.locator('#ticket').fill('TICKET 7')
    await page.keyboard.press('Enter')
    await fate('Did you mean ticket-7? TICKET 7 is not one of the 142 tickets in the list.')
    t.strictSame(await findAllBarriers(page), [])
    await page.getByRole('button', { name: labels.lookUpMeant('ticket-7') }).click()
    await fate('icket-7 ')
    t.equal(await page.locator('#ticket').inputValue(), 'ticket-7')
    await page.locator('#ticket').fill(`${lost}, ticket-9999 ${winners[1] ?? ''}`)
    await page.keyboard.press('Enter')
    await fate(`${capital(winners[1])} won the Voucher.`)
    const fates = page.locator('#answer-ticket .fate')
    await fates.nth(2).waitFor()
    t.match(await fates.allInnerTexts(), [
      /won the Voucher\./,
      new RegExp(`${capital(lost)} did not win\\.`),
      /ticket-9999 is not one of the 142 tickets/,
    ])
    t.match(await textOf(page, '#picture .told'), 'for Voucher.', 'the picture of the prize that it won')
    t.equal(requests.length, before, 'nobody was asked')
    t.equal(await page.evaluate('location.hash'), '', 'and the link is forgotten')
    const box = (await page.locator('#answer-ticket').boundingBox()) ?? { y: 0 }
    const others = (await page.locator('#chooser').boundingBox()) ?? { y: 0 }
    const last = (await page.locator('#winners').boundingBox()) ?? { y: 0 }
    t.ok(last.y < box.y && box.y < others.y, 'directly below the winners')
    await checkVisit(t, visitor, origin)
  })

  if (isLong)
    await t.test('a list of names', async t => {
      const stage = await setUp(t)
      await createRaffle(stage.desk, offer)
      await stage.importText(
        ['José Álvarez', 'Ada Lovelace', 'Grace Hopper', 'Μαρία', '田中'].map(id => `${id},paid\n`).join(''),
      )
      stage.setClock(close)
      await sealRaffle(stage.desk, raffleId)
      const origin = await serve(t, stage.file)
      const visitor = await visit(t, browser)
      const { page } = visitor
      await open(visitor, origin + path, at(close + 60))
      t.match(await textOf(page, '#answer-ticket label'), labels.nameLabel)
      await page.locator('#ticket').fill('jose alvarez')
      await page.keyboard.press('Enter')
      await page
        .locator('.fate', {
          hasText: 'Did you mean José Álvarez? jose alvarez is not one of the 5 tickets in the list.',
        })
        .waitFor()
      await page.locator('#ticket').fill('Ada Lovelace')
      await page.keyboard.press('Enter')
      await page
        .locator('.fate', { hasText: 'Yes: Ada Lovelace is in the list. The draw is still to come.' })
        .waitFor()
      await checkVisit(t, visitor, origin)
    })

  await t.test('a site that vouches for itself is never green, until it is compared', async t => {
    const stage = await setUp(t)
    const liar = createSigner('proven ✓ This draw holds')
    const keysOf = async (): Promise<object> => ({
      ...(await stage.store.readTrust()),
      observers: [{ name: liar.name, public_key: hex(liar.publicKey) }],
      beacons: [encodeChainInfo(chain)],
    })
    await createRaffle(stage.desk, { ...offer, name: 'Proven: this draw holds ✓' })
    await stage.importText(list)
    const origin = await serve(t, stage.file)
    const visitor = await visit(t, browser)
    const { page } = visitor
    await page.route(`**/visits/${raffleId}/keys`, async route => route.fulfill({ json: await keysOf() }))
    const look = async (name: string): Promise<void> => {
      const found = await findGreen(page)
      t.strictSame(found, [], name)
      t.equal(await page.locator('.proven').count(), 0, name)
      for (let round = 0; round < 2; round++) {
        await page.evaluate(`document.querySelectorAll('details').forEach(one => (one.open = true))`)
        await page.evaluate('new Promise(resolve => setTimeout(resolve, 50))')
      }
      t.strictSame(await findGreen(page), [], `${name}, all of it open`)
    }
    await open(visitor, origin + path, at(noon + 1800))
    await look('open')
    stage.setClock(close)
    await sealRaffle(stage.desk, raffleId)
    await open(visitor, origin + path, at(close + 60))
    await look('sealed')
    await open(visitor, origin + path, at(drawAt + 303))
    await look('overdue')
    stage.setClock(drawAt + 3)
    await stage.draw()
    // Another `#` alone loads nothing anew.
    await page.goto('about:blank')
    await open(visitor, `${origin}${path}#ticket=ticket-7`, afterwards)
    t.match(await headline(page), levelHeadlines.onWord)
    await look('drawn')
    const { statements } = (await stage.bundle()) as unknown as { statements: EnvelopeJson[] }
    await giveTo(page, '#own-files', [
      ['seen.json', observe(liar, noon + 60, statements.slice(0, 1))],
      ['sealed.json', observe(liar, close + 2, statements.slice(0, 2))],
    ])
    await page.locator('.verdict.believed').waitFor()
    t.match(await headline(page), unsteerable)
    t.match(
      await textOf(page, '#chooser'),
      /that this site names the real keys of Example Raffles Ltd, its observer “proven/,
    )
    await look('with what its own observer saw')
    t.strictSame(await findAllBarriers(page), [])
    for (let left = 3; left > 0; left--) {
      t.equal(await page.locator('.verdict.proven').count(), 0, `${left} are not compared`)
      await page
        .locator('#keys')
        .getByRole('button', { name: /^I compared/ })
        .first()
        .click()
      await page
        .locator('#keys')
        .getByRole('button', { name: /^I compared/ })
        .nth(left - 1)
        .waitFor({ state: 'detached' })
    }
    await page.locator('.verdict.proven').waitFor()
    t.not((await findGreen(page)).length, 0, 'and green would be seen')
    await page.reload()
    await page.locator('main[data-shown=result]').waitFor()
    await look('another visit')
  })

  if (isLong)
    await t.test('a log that the site and its own witnesses vouch for, and one that it lacks', async t => {
      const stage = await setUp(t)
      await createLog(stage.desk, 'raffles.example/log')
      const secrets = [5, 6].map(byte => new Uint8Array(32).fill(byte))
      const nameOf = (place: number): string => `witness-${place}.example`
      await stage.store.transact(async ({ log }) => {
        for (const [place, secret] of secrets.entries()) {
          const key = createVerifierKey(nameOf(place), 'cosignature/v1', derivePublicKey(secret))
          await log.writeWitness({ url: `https://${nameOf(place)}`, vkey: formatVerifierKey(key) })
        }
      })
      const advance = async (seconds: number): Promise<void> => {
        await sequenceLog(stage.desk)
        const { head, note = '' } = (await findUncosigned(stage.store.log)) ?? {}
        const sign = (secret: Uint8Array, place: number) =>
          signCosignature(parseNote(note).text, nameOf(place), seconds, secret)
        await keepCosignatures(stage.desk, head?.size ?? 0, secrets.map(sign))
      }
      await createRaffle(stage.desk, offer)
      await advance(noon + 1)
      await stage.importText(list)
      stage.setClock(close)
      await sealRaffle(stage.desk, raffleId)
      await advance(close + 1)
      stage.setClock(drawAt + 3)
      await stage.draw()
      await advance(drawAt + 4)

      const origin = await serve(t, stage.file)
      const visitor = await visit(t, browser)
      const { page } = visitor
      const seen = page.locator('.verdict').getByText('5 of 5')
      const isNeverGreen = async (name: string): Promise<void> => {
        t.strictSame(await findGreen(page), [], name)
        t.equal(await page.locator('.proven').count(), 0, name)
      }
      await open(visitor, origin + path, afterwards)
      await seen.waitFor()
      t.match(await headline(page), unsteerable)
      t.match(
        await textOf(page, '#chooser'),
        /its log raffles\.example\/log, its witnesses witness-0\.example and witness-1\.example and the source of the random/,
      )
      await isNeverGreen('with the keys of the site')
      t.strictSame(await findAllBarriers(page), [])
      await keepImage(page, 'page-witnessed')
      await checkVisit(t, visitor, origin)
      t.match(
        visitor.requests.map(request => request.replace(`GET ${origin}`, '')).slice(-2),
        ['/api/v1/log/checkpoint', /^\/api\/v1\/log\/tile\/entries\/000\.p\/\d+$/],
        'the log is read last',
      )
      await giveTo(page, '#own-files', [['trust.json', await stage.store.readTrust()]])
      await page.locator('.verdict.proven').waitFor()
      t.equal(await seen.count(), 1, 'with a trust file of the visitor’s own it is green')

      const lies = [
        ['cut off', '**/log/tile/**', { body: '' }],
        ['of nobody', '**/log/checkpoint', { body: 'raffles.example/log\n1\nAAAA\n' }],
        ['not there', '**/log/checkpoint', { status: 404, body: '' }],
      ] as const
      for (const [name, view, answer] of lies) {
        await page.route(view, route => route.fulfill(answer))
        await page.goto('about:blank')
        await open(visitor, origin + path, afterwards)
        const said = name === 'not there' ? labels.logFailed : 'What was given as the operator’s log does not'
        await page.getByText(said).first().waitFor({ state: 'attached' })
        t.equal(await seen.count(), 0, name)
        t.match(await headline(page), reproducible, name)
        await isNeverGreen(name)
        await page.unroute(view)
      }
      let release = (): void => undefined
      await page.route('**/log/checkpoint', async route => {
        await new Promise<void>(resolve => (release = resolve))
        await route.continue()
      })
      await page.goto('about:blank')
      await open(visitor, origin + path, afterwards)
      await page.getByText(labels.logReading).waitFor()
      t.match(await headline(page), reproducible, 'a slow log holds nothing up')
      await page.locator('#ticket').fill('ticket-7')
      await page.keyboard.press('Enter')
      await page.locator('#answer-ticket.believed').waitFor()
      release()
      await seen.waitFor()
      t.match(await answer(page, 'ticket'), /icket-7/, 'and takes nothing away')

      await enlargeList(visitor)
      await page.goto('about:blank')
      await open(visitor, origin + path, afterwards)
      await page.getByText(labels.logReading).waitFor()
      await page.locator('#ticket').fill('ticket-nowhere')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: labels.askSend }).focus()
      await page.evaluate(
        `document.activeElement.isOld = true; document.querySelector('#answer-ticket').isOld = true`,
      )
      release()
      await page.locator('#claims li.believed', { hasText: 'log.witnessed' }).waitFor({ state: 'attached' })
      t.equal(
        await page.evaluate('document.activeElement.isOld'),
        true,
        'nor what somebody is about to press',
      )
      t.equal(
        await page.evaluate(`document.querySelector('#answer-ticket').isOld`),
        true,
        'which stays in its place',
      )
      t.equal(await page.locator('.ask').count(), 1)
      await page.getByRole('button', { name: labels.askNo }).click()
      await page.getByText(labels.askRefused).waitFor()
    })

  if (isLong)
    await t.test(
      'what few draws need is loaded for them alone: ML-DSA-44 of witnesses, and drand’s evmnet',
      async t => {
        await loadMlDsa44()
        const rounds = JSON.parse(
          readFileSync(new URL('../../../fixtures/beacons/evmnet.json', import.meta.url), 'utf8'),
        ) as { readonly beacons: readonly BeaconJson[] }
        const { round, ...signed } = rounds.beacons.at(-1) ?? { round: 0, signature: '' }
        const evmnet = builtInChains.evmnet
        const due = evmnet.genesisTime + (round - 1) * evmnet.period
        for (const isQuantum of [true, false]) {
          const stage = await setUp(t, { bare: true, file: join(t.testdir(), `${String(isQuantum)}.db`) })
          const [begin, closes, draws] = isQuantum ? [noon, close, drawAt] : [due - 7200, due - 3600, due]
          stage.setClock(begin)
          await generateKey(stage.desk, operator)
          const secret = new Uint8Array(32).fill(5)
          const name = 'witness.example'
          if (isQuantum) {
            await createLog(stage.desk, 'raffles.example/log')
            const key = formatVerifierKey(deriveVerifierKey(name, 'subtree/v1', secret))
            await stage.store.transact(({ log }) => log.writeWitness({ url: `https://${name}`, vkey: key }))
          }
          const advance = async (seconds: number): Promise<void> => {
            if (!isQuantum) return
            await sequenceLog(stage.desk)
            const { head, note = '' } = (await findUncosigned(stage.store.log)) ?? {}
            const line = signCosignature(parseNote(note).text, name, seconds, secret, 'subtree/v1')
            await keepCosignatures(stage.desk, head?.size ?? 0, [line])
          }
          await createRaffle(stage.desk, {
            ...offer,
            ...(isQuantum ? {} : { chain: evmnet }),
            ...{ entriesCloseAt: closes, drawAt: draws },
          })
          await advance(begin + 1)
          await stage.importText(list)
          stage.setClock(closes)
          await sealRaffle(stage.desk, raffleId)
          await advance(closes + 1)
          stage.setClock(draws + 3)
          await stage.draw(() =>
            Promise.resolve(
              isQuantum ? sign(roundOf(chain)) : { round, signature: Buffer.from(signed.signature, 'hex') },
            ),
          )
          await advance(draws + 4)

          const origin = await serve(t, stage.file)
          const visitor = await visit(t, browser)
          const { page, requests } = visitor
          const loaded = (): number => requests.filter(request => request.includes('/worker-stamps-')).length
          await open(visitor, origin + path, at(draws + 3600))
          const shows = async (id: string, word: string): Promise<void> =>
            page
              .locator(`#claims li.${word}`, { has: page.getByText(id, { exact: true }) })
              .waitFor({ state: 'attached' })
          if (isQuantum) await page.locator('.verdict').getByText('5 of 5').waitFor()
          await shows('beacon.genuine', 'believed')
          if (isQuantum) await shows('log.witnessed', 'believed')
          t.equal(loaded(), 1, 'once')
          await checkVisit(t, visitor, origin)

          const file = await visit(t, browser, { offline: true })
          await file.page.clock.setFixedTime(at(draws + 3600))
          await file.page.goto(pathToFileURL(join(built, 'verify.html')).href)
          const given = { bundle: await stage.bundle(), trust: await stage.store.readTrust() }
          await giveTo(
            file.page,
            'main',
            Object.entries(given).map(([what, content]): FileGiven => [`${what}.json`, content]),
          )
          const claim = file.page.locator('#claims li.proven', {
            has: file.page.getByText(isQuantum ? 'log.witnessed' : 'beacon.genuine', { exact: true }),
          })
          await claim.waitFor({ state: 'attached' })
          t.strictSame(file.faults, [], 'the file has it in it')
          // A changed cosignature or round is not taken for a good one.
          const changed = JSON.stringify(given.bundle).replace(
            isQuantum ? /(— witness\.example [^\\]{40})(.)/ : /("signature":"[0-9a-f]{20})(.)/,
            (_, before: string, digit: string) => `${before}${digit === '1' ? '2' : '1'}`,
          )
          t.not(changed, JSON.stringify(given.bundle))
          await giveTo(file.page, 'header', [['changed.json', JSON.parse(changed)]])
          await file.page.locator('.verdict.refuted').waitFor()
        }
      },
    )

  if (isLong)
    await t.test('a site that vouches for a cancelled raffle', async t => {
      const stage = await setUp(t)
      await goTo(stage, 'sealed')
      await cancelRaffle(stage.desk, raffleId, 'proven')
      const origin = await serve(t, stage.file)
      const visitor = await visit(t, browser)
      await open(visitor, origin + path, afterwards)
      t.strictSame(await findGreen(visitor.page), [])
      t.equal(await visitor.page.locator('.proven').count(), 0)
    })

  await t.test('a proof that was made for another ticket convinces nobody', async t => {
    const { stage, origin, visitor, page } = await come(t, 'drawn')
    await enlargeList(visitor)
    await open(visitor, origin + path, afterwards)
    const winners = await winnersOf(stage)
    const [one = '', two = ''] = list
      .split('\n')
      .map(line => line.split(',')[0] ?? '')
      .filter(id => id !== '' && !winners.includes(id))
    const proof = readView({
      body: Buffer.from(JSON.stringify(await stage.store.readEntryProof(raffleId, two))),
    }) as object
    await page.route('**/proof', route => route.fulfill({ json: { ...proof, entry_id: one } }))
    await page.locator('#ticket').fill(one)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: labels.askSend }).click()
    await page.locator('#answer-ticket.not-provable').waitFor()
    t.equal(await page.locator('#answer-ticket.believed, #answer-ticket.proven').count(), 0)
  })

  await t.test('by keyboard alone', async t => {
    const { stage, origin, visitor, page } = await come(t, 'drawn', { reducedMotion: 'reduce' })
    await enlargeList(visitor)
    await open(visitor, origin + path, afterwards)
    const focused = 'document.activeElement?.id ?? ""'
    await page.keyboard.press('Tab')
    t.equal(await page.evaluate('document.activeElement?.textContent'), labels.skip)
    let steps = 0
    while ((await page.evaluate(focused)) !== 'ticket' && steps < 20) {
      await page.keyboard.press('Tab')
      steps += 1
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')
      t.not(outline, 'none', 'what has the focus is seen')
    }
    t.equal(await page.evaluate(focused), 'ticket', `after ${steps} steps`)
    await page.keyboard.type((await winnersOf(stage))[1] ?? '')
    await page.keyboard.press('Enter')
    await page.locator('#answer-ticket.believed').waitFor()
    t.equal(await page.evaluate(focused), 'ticket', 'the focus is not lost')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('ticket-that-nobody-bought')
    await page.keyboard.press('Enter')
    await page.locator('.ask').waitFor()
    for (let step = 0; step < 5; step++) {
      await page.keyboard.press('Tab')
      if ((await page.evaluate('document.activeElement?.textContent')) === labels.askNo) break
    }
    await page.keyboard.press('Enter')
    await page.getByText(labels.askRefused).waitFor()
    await checkVisit(t, visitor, origin)
  })

  await t.test('the list, and its search', async t => {
    const stage = await setUp(t)
    await goTo(stage, 'drawn')
    await createRaffle(stage.desk, {
      ...offer,
      raffleId: raffleId.replace('4963', '5963'),
      entriesCloseAt: drawAt + 9999,
    })
    const origin = await serve(t, stage.file)
    const visitor = await visit(t, browser, { javaScriptEnabled: false })
    const { page } = visitor
    await page.goto(origin)
    t.match(await textOf(page, '.note'), '2 raffles of this name')
    await keepImage(page, 'page-list')
    t.match(
      await textOf(page, 'main'),
      'This site says: level 3 of 5, the operator could still have decided who wins.',
    )
    t.equal(await page.locator('h3 a').count(), 2)
    await page.getByRole('searchbox').fill('nothing like it')
    await page.keyboard.press('Enter')
    await page.getByText('Names, prizes, operators and ids are searched').waitFor()
    await page.getByRole('searchbox').fill(' SUMMER ')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.locator('h3 a').first().waitFor()
    t.equal(await page.locator('h3 a').count(), 2)
    await checkVisit(t, visitor, origin)

    const other = await visit(t, browser)
    await other.page.goto(origin)
    t.strictSame(await findAllBarriers(other.page), [])
    await other.page.locator(`a[href="${path}"]`).click()
    await other.page.locator('.answers').waitFor()
    await checkVisit(t, other, origin)
  })

  if (isLong)
    await t.test('all of these pages fit in other fonts, too', { skip: skipOtherFonts }, async t => {
      const { pages, fonts, found } = await refit(t)
      t.ok(pages > 8, `${pages} pages`)
      t.strictSame(fonts, ['Noto Sans', 'Noto Sans Mono', 'Noto Sans Symbols2'], 'no other fonts')
      t.strictSame(found, [])
    })
})
