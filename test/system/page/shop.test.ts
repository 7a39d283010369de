// The shop of examples/shop between a real desk and a buyer's browser, up to the page that says whether a ticket was in.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import t from 'tap'
import { decodeEnvelope, type EnvelopeJson } from '../../../src/core/dsse.js'
import { createDeskServer } from '../../../src/desk/create-desk-server.js'
import { readReceipt } from '../../../src/model/receipt.js'
import { createRaffle } from '../../../src/operator/create-raffle.js'
import { addToken } from '../../../src/operator/desk-tokens.js'
import { generateKey } from '../../../src/operator/keys.js'
import { readStatus } from '../../../src/operator/raffle-status.js'
import { sealRaffle } from '../../../src/operator/seal-raffle.js'
import { receipts } from '../../../src/page/catalogue/en/answers.js'
import { createMetrics } from '../../../src/server/metrics.js'
import { root, start } from '../../cli/run.js'
import {
  chain,
  close,
  drawAt,
  offer,
  operator,
  raffleId,
  roundOf,
  setUp,
  sign,
} from '../../operator/stage.js'
import { findAllBarriers, launch, open, serve, skip, visit } from '../../page/browser.js'
import { readQrCode } from '../../page/qr-reader.js'

interface Ticket {
  readonly ticket: string
  readonly link: string
  readonly nonce: string
  readonly receipt: EnvelopeJson
}

const sha256 = (hex: string): string => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')

await t.test('ten tickets, from the click to the page of the draw', { skip }, async t => {
  // Its fonts take the folder of this test.
  const browser = await launch(t)
  await t.test('with the answer lost once', async t => {
    const stage = await setUp(t)
    const { desk, setClock } = stage
    await generateKey(desk, operator, 'receipts')
    await createRaffle(desk, offer)
    const { text: token } = await addToken(desk, 'shop', ['entries'])
    const listener = createDeskServer({
      desk,
      chain,
      fetchBeacon: () => Promise.resolve(sign(roundOf(chain))),
      authorities: [],
      env: {},
      rateLimit: 1000,
      log: pino({ enabled: false }),
      metrics: createMetrics(),
    })
    listener.http.listen(0, '127.0.0.1')
    await once(listener.http, 'listening')
    t.teardown(() => listener.drain(600))
    const service = await serve(t, stage.file)

    const [, line = ''] =
      /^node (examples\/shop\/.*)$/m.exec(readFileSync(`${root}docs/DESK.md`, 'utf8')) ?? []
    const env = {
      DESK: `http://127.0.0.1:${(listener.http.address() as AddressInfo).port}`,
      SHOP: token,
      RAFFLE: raffleId,
      PAGE: `${service}/raffles/${raffleId}`,
      PORT: '0',
    }
    const child = start(process.execPath, line.split(' '), { env })
    t.teardown(() => child.kill('SIGKILL'))
    const [shop] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
    const countSold = async (): Promise<number> =>
      (await readStatus(stage.store.ceremonies, raffleId, desk.now())).paidEntries

    const { page, requests, faults } = await visit(t, browser)
    const posted: string[] = []
    page.on('request', request => posted.push(request.postData() ?? ''))
    await page.clock.install()
    await page.goto(shop)
    const status = page.getByRole('status')
    // The first answer is lost on the way.
    await page.route(
      '**/buy',
      async route => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await page.getByRole('button').click()
    await status.getByText('asking again in 1 s').waitFor()
    t.equal(await countSold(), 10, 'they were sold')
    await page.clock.runFor(1000)
    await status.getByText('These are your tickets.').waitFor()
    t.equal(await countSold(), 10, 'once')
    const [order, again, ...more] = posted.filter(text => text !== '')
    t.match(order, /^{"order":".{36}","hashes":/)
    t.strictSame([again, ...more], [order], 'by the same order')

    const saved = page.waitForEvent('download')
    await page.getByText('Save the tickets').click()
    const tickets = JSON.parse(readFileSync(await (await saved).path(), 'utf8')) as Ticket[]
    t.equal(new Set(tickets.map(({ nonce }) => nonce)).size, 10)
    const { hashes } = JSON.parse(order ?? '') as { hashes: string[] }
    t.strictSame(
      hashes,
      tickets.map(({ nonce }) => sha256(nonce)),
    )
    const signed = tickets.map(({ receipt }) => readReceipt(decodeEnvelope(receipt)))
    t.match(
      signed,
      hashes.map((hash, index) => ({ nonce_hash: hash, entry_id: tickets[index]?.ticket })),
    )
    const said = [...posted, ...requests].join('\n')
    for (const { nonce } of tickets) t.notOk(said.includes(nonce), 'the shop never sees a nonce')
    await page.unrouteAll()
    await page.reload()
    await page.locator('li').nth(9).waitFor()
    t.equal(posted.filter(text => text !== '').length, 2, 'what was bought is kept')
    t.strictSame(await findAllBarriers(page), [])

    const call = async (body: unknown, type = 'application/json'): Promise<readonly [number, object]> => {
      const headers = { 'content-type': type }
      const response = await fetch(`${shop}buy`, { method: 'POST', headers, body: JSON.stringify(body) })
      return [response.status, (await response.json()) as object]
    }
    const { order: id } = JSON.parse(order ?? '') as { order: string }
    t.match(await call({ order: id, hashes }), [200, { tickets: [{ receipt: tickets[0]?.receipt }] }])
    t.match(await call({ order: id, hashes: hashes.slice(1) }), [422, { refused: /cannot sell now/ }])
    const eleven = Array.from({ length: 11 }, () => hashes[0])
    const wrong = [
      null,
      { hashes },
      { order: [id], hashes },
      ...[[], [1], eleven].map(of => ({ order: id, hashes: of })),
    ]
    for (const body of wrong) t.match(await call(body), [400, { refused: /UUID/ }], JSON.stringify(body))
    t.match(await call('x'.repeat(10_001)), [413, {}])
    t.match(await call({ order: id, hashes }, 'text/plain'), [415, {}], 'as a form of another site sends it')
    t.equal((await fetch(`${shop}shop.mjs`)).status, 404)
    t.equal(await countSold(), 10)

    setClock(close)
    await sealRaffle(desk, raffleId)
    setClock(drawAt + 3)
    const { winners } = await stage.draw()
    const lost = tickets.findIndex(({ ticket }) => winners.every(winner => winner.winner_entry_id !== ticket))
    const { page: camera } = await visit(t, browser)
    await page.setViewportSize({ width: 1280, height: 800 })
    const picture = await page.locator('img').nth(lost).screenshot()
    const link = await readQrCode(camera, `data:image/png;base64,${picture.toString('base64')}`)
    t.equal(link, await page.locator('li a').nth(lost).getAttribute('href'))
    t.equal(link, tickets[lost]?.link)
    t.comment(`a link of ${link?.length ?? 0} characters`)
    const holder = await visit(t, browser)
    await open(holder, link ?? '', new Date((drawAt + 3600) * 1000))
    await holder.page.locator('#answer-ticket .fate').waitFor()
    const answer = await holder.page.locator('#answer-ticket').innerText()
    t.match(answer, receipts.openings['receipt-honoured'])
    t.match(answer, /The nonce given is the one that the receipt names/)
    t.strictSame(
      [...faults, ...holder.faults].filter(fault => !fault.includes('ERR_FAILED')),
      [],
    )

    const { page: late } = await visit(t, browser)
    await late.goto(shop)
    await late.getByRole('button').click()
    await late.getByText('Not bought: the list is sealed').waitFor()
    t.equal(await late.evaluate('Object.keys(JSON.parse(localStorage.order)).join()'), 'id,nonces,hashes')
    await late.route('**/buy', route =>
      route.fulfill({ json: { tickets: [{ ...tickets[0], link: 'x'.repeat(2953) }] } }),
    )
    await late.getByRole('button').click()
    await late.getByText('Too long for a QR code: use the link.').waitFor()
    t.equal(await late.locator('img').count(), 0)

    const complained = new Promise<void>(resolve => {
      createInterface({ input: child.stderr }).on('line', said => {
        if (said.startsWith('refused: "the desk answers 401: send a token')) resolve()
      })
    })
    await stage.store.transact(transaction => transaction.desk.removeToken('shop'))
    t.match(
      await call({ order: id, hashes }),
      [422, { refused: /cannot sell now/ }],
      'asking again is no use',
    )
    await complained
    const [code] = (await once(start(process.execPath, line.split(' ')), 'exit')) as [number]
    t.equal(code, 2, 'it says what it needs')
  })
})
