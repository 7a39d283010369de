// What the service writes stays on the page of a raffle, whether a browser checks the draw or not.
import t from 'tap'
import { publish } from '../../../src/operator/publish.js'
import { random } from '../../../src/cli/shared/random.js'
import { afterwards, createCeremony, fewEntries, raffleId } from '../../server/ceremony.js'
import { get, sample, start } from '../../server/start.js'
import { built, findAllBarriers, launch, open, skip, visit } from '../../page/browser.js'
import { summaryTimes } from '../../store/summary-times.js'

const namesakes =
  'This service has 2 raffles of this name by this operator: look at each of them. A raffle that is held every month looks like this, and so does a draw that is repeated until the operator likes the winner.'

await t.test('a browser shows what was corrected', { skip }, async t => {
  const server = await start(t, { page: built })
  const ceremony = createCeremony(server)
  await ceremony.run(fewEntries)
  const audit = JSON.parse(
    (await get(server, `/api/v1/raffles/${raffleId}/audit`, { Accept: 'application/json' })).body,
  ) as typeof sample
  const lost = String(audit.draws[1]?.['winner_entry_id'])
  await ceremony.replace(lost)
  const changed = { ...sample, draws: sample.draws.with(1, { ...sample.draws[1], winner_entry_id: '10777' }) }
  await publish(server.store, [{ file: 'x', read: () => changed }], {
    now: new Date('2026-09-02T08:00:00Z'),
    random,
    replace: { reason: 'the ticket was refunded' },
  })
  // Another raffle of the same name, as of a draw that was repeated.
  const other = '00000000-0000-4000-8000-000000000001'
  await server.store.transact(async transaction => {
    const like = await server.store.readSummary(raffleId)
    const { name = '', operator = '', prizes = [] } = like ?? {}
    const record = { raffle_id: other, draws: [], unknown: [] }
    await transaction.writeAuditRecord(record, { publishedAt: '2026-09-02T08:00:00+00:00' })
    await transaction.writeSummary(other, { name, operator, prizes, state: 'open', ...summaryTimes })
  })
  await server.publish()
  const browser = await launch(t)

  for (const [id, was, reason] of [
    [raffleId, lost, 'did not answer'],
    [sample.raffle_id, '10602', 'the ticket was refunded'],
  ] as const) {
    const visitor = await visit(t, browser)
    await open(visitor, `${server.url}/raffles/${id}`, afterwards)
    const text = await visitor.page.locator('#corrections').innerText()
    for (const said of ['What was corrected', was, reason]) t.ok(text.includes(said), said)
    t.equal(await visitor.page.locator('#corrections').count(), 1)
    t.strictSame(await visitor.page.locator('#namesakes').allInnerTexts(), id === raffleId ? [namesakes] : [])
    t.strictSame(await findAllBarriers(visitor.page), [])
    // A record by itself has no bundle: that is asked for, and is not there.
    t.strictSame(
      visitor.faults.filter(fault => !fault.includes('status of 404')),
      [],
    )
  }

  const still = await visit(t, browser, { javaScriptEnabled: false })
  await still.page.goto(`${server.url}/raffles/${raffleId}`)
  t.match(await still.page.locator('#corrections').innerText(), lost, 'without a script too')
  t.equal(await still.page.locator('#namesakes').innerText(), namesakes)
})
