// Where a raffle stands, and what its operator can do next, from its commitment to its end.
import t from 'tap'
import { cancelRaffle } from '../../src/operator/cancel-raffle.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { readOutlook } from '../../src/operator/outlook.js'
import { readStatus, type RaffleStatus } from '../../src/operator/raffle-status.js'
import { evidenceMargin, sealRaffle } from '../../src/operator/seal-raffle.js'
import { close, drawAt, goTo, offer, raffleId, setUp, type Stage } from './stage.js'

const at = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', '+00:00')

/** When a raffle is looked at, in seconds since 1970. */
const statusOf = ({ store }: Stage, seconds: number): Promise<RaffleStatus> =>
  readStatus(store.ceremonies, raffleId, new Date(seconds * 1000))

const load = `drawaudit raffle import ${raffleId} FILE`
const seal = `drawaudit raffle seal ${raffleId}`
const again = `drawaudit raffle create --supersedes ${raffleId} …`

await t.test('before the list is sealed', async t => {
  const stage = await setUp(t)
  await t.rejects(statusOf(stage, close), { code: 'raffle-missing' })
  await createRaffle(stage.desk, offer)
  const { drawTime = '' } = await statusOf(stage, close)
  const due = Date.parse(drawTime) / 1000
  const last = due - evidenceMargin
  t.match(await statusOf(stage, close - 1), {
    state: 'open',
    next: [
      { what: 'import entries', command: load },
      { what: 'seal the list', from: at(close), until: at(last), command: seal },
    ],
  })
  t.match(await statusOf(stage, close), {
    state: 'closed',
    next: [
      { what: 'import entries', until: at(last), command: load },
      { what: 'seal the list', until: at(last), command: seal },
    ],
  })
  await stage.importText('ticket-1,paid\nticket-2,paid\n')
  t.match(await statusOf(stage, close), { next: [{ what: 'import entries' }, {}] }, 'three prizes want three')
  await stage.importText('ticket-3,paid\n')
  t.match(await statusOf(stage, close - 1), {
    state: 'open',
    next: [
      { what: 'seal the list', from: at(close), command: seal },
      { what: 'before that, import more entries', command: load },
    ],
  })
  t.match(await statusOf(stage, last - 1), {
    state: 'closed',
    next: [
      { what: 'seal the list', until: at(last) },
      { what: 'before that, import late entries', until: at(last), command: load },
    ],
  })
  t.match(
    await statusOf(stage, last),
    { state: 'closed', next: [{ until: drawTime }, {}] },
    'later than is good',
  )
  t.match(await statusOf(stage, due), {
    state: 'missed',
    next: [
      { what: 'cancel it', command: `drawaudit raffle cancel ${raffleId} --reason TEXT` },
      { what: 'then run it again', command: again },
    ],
  })
})

await t.test('once it is sealed, and drawn', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'imported')
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  const { drawTime = '' } = await statusOf(stage, close)
  const due = Date.parse(drawTime) / 1000
  t.match(await statusOf(stage, due - 60), {
    state: 'sealed',
    next: [{ what: /^draw, in /, from: drawTime, command: `drawaudit raffle draw ${raffleId} --wait` }],
  })
  t.strictSame((await statusOf(stage, due)).next, [
    { what: 'draw', command: `drawaudit raffle draw ${raffleId}` },
  ])
  t.equal((await statusOf(stage, due)).state, 'due')
  stage.setClock(drawAt + 3)
  await stage.draw()
  const drawn = await statusOf(stage, drawAt + 3)
  t.equal(drawn.state, 'drawn')
  t.strictSame(
    drawn.winners.map(({ prizeName }) => prizeName),
    offer.prizes.map(({ prizeName }) => prizeName),
  )
  t.strictSame(
    drawn.next.map(({ command }) => command),
    [
      `drawaudit raffle bundle ${raffleId} --entries file -o FILE`,
      'drawaudit serve',
      `drawaudit raffle replace ${raffleId} --winner ENTRY --reason TEXT`,
    ],
  )
})

await t.test('once it is cancelled', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'sealed')
  await cancelRaffle(stage.desk, raffleId, 'no licence')
  const status = await statusOf(stage, close)
  t.equal(status.state, 'cancelled')
  t.strictSame(status.next, [{ what: 'to run it again', command: again }])
  const outlook = await readOutlook(stage.store, raffleId, new Date(close * 1000))
  t.match(outlook, { reachable: 0, settled: false, missing: [] })
  t.strictSame(outlook.lost, [{ what: 'the draw', why: 'the raffle is cancelled' }])
})

await t.test('one whose list was not sealed in time can reach nothing', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'imported')
  const outlook = await readOutlook(stage.store, raffleId, new Date((drawAt + 60) * 1000))
  t.match(outlook, { reachable: 0, settled: false })
  t.strictSame(outlook.lost, [
    { what: 'the draw', why: 'the list was not sealed before the randomness could be known' },
  ])
})
