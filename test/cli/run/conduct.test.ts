import t from 'tap'
import { conduct, type ConductedRaffle } from '../../../src/cli/run/conduct.js'
import { Errands, type Errand } from '../../../src/cli/run/errands.js'
import { stampErrand } from '../../../src/cli/run/evidence.js'
import { DrawauditError } from '../../../src/errors.js'
import { cancelRaffle } from '../../../src/operator/cancel-raffle.js'
import type { RaffleDrawn } from '../../../src/operator/draw-raffle.js'
import { readEntryLines } from '../../../src/operator/entry-lines.js'
import { removeEntries } from '../../../src/operator/receipts.js'
import { readStatus } from '../../../src/operator/raffle-status.js'
import {
  chain,
  close,
  drawAt,
  failure,
  goTo,
  list,
  noon,
  offer,
  raffleId,
  roundOf,
  setUp,
  sign,
  type Stage,
} from '../../operator/stage.js'

const away = new DrawauditError('remote-unreachable', 'nobody answers')

/** Conducts on a stage whose clock does not wait. */
function play(
  stage: Stage,
  from: number,
  raffle: Partial<ConductedRaffle> = {},
  errands: readonly Errand[] = [],
) {
  let now = 1000 * from
  const told: string[] = []
  const results: RaffleDrawn[] = []
  const setClock = (): void => {
    stage.setClock(Math.floor(now / 1000))
  }
  setClock()
  const tell = (text: string): void => {
    told.push(text)
  }
  const context = {
    now: () => new Date(now),
    sleep(milliseconds: number) {
      now += milliseconds
      setClock()
      return Promise.resolve()
    },
    tell,
    show: () => undefined,
  }
  const whole: ConductedRaffle = {
    raffleId,
    offer: () => offer,
    list: { read: () => readEntryLines([Buffer.from(list)]), grows: false },
    fetchBeacon: () => Promise.resolve(sign(roundOf(chain))),
    errands: new Errands([errands], tell),
    onDrawn: result => {
      results.push(result)
      return Promise.resolve()
    },
    patience: 10_000,
    ...raffle,
  }
  return { told, results, ended: conduct(stage.desk, whole, context), seconds: () => now / 1000 }
}

const typesOf = async ({ desk }: Stage): Promise<readonly string[]> =>
  (await readStatus(desk.store.ceremonies, raffleId, desk.now())).statements.map(
    ({ type, issued_at_utc }) => `${type} ${issued_at_utc.slice(11, 19)}`,
  )

const whole = ['commitment 12:00:00', 'seal 13:00:00', 'draw 13:15:00', 'draw 13:15:00', 'draw 13:15:00']

await t.test('from nothing to the result, each step at its time', async t => {
  const stage = await setUp(t)
  const { ended, results, told } = play(stage, noon)
  const { winners, signed } = await ended
  t.strictSame(await typesOf(stage), whole)
  t.equal(winners.length, 3)
  t.equal(signed, false, 'it asks for what was drawn')
  t.equal(results.length, 1)
  t.match(told, [
    'entries close in 1 h',
    /^sealed 142 entries, 15 min before the draw$/,
    'the draw is in 15 min',
  ])
  const again = play(stage, drawAt + 900)
  t.strictSame((await again.ended).winners, winners, 'run again, it shows the same')
  t.strictSame(await typesOf(stage), whole)
})

await t.test('from wherever it stands', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'imported')
  const { ended } = play(stage, close + 5)
  await ended
  t.strictSame((await typesOf(stage)).slice(0, 2), ['commitment 12:00:00', 'seal 13:00:05'])
})

await t.test('what may pass is tried again, and told once', async t => {
  const stage = await setUp(t)
  let asked = 0
  const { ended, told } = play(stage, noon, {
    fetchBeacon() {
      asked += 1
      return asked < 5 ? Promise.reject(away) : Promise.resolve(sign(roundOf(chain)))
    },
  })
  await ended
  t.equal(asked, 5)
  t.strictSame(
    told.filter(line => line.includes('nobody answers')),
    ['nobody answers: retrying'],
  )
  t.equal((await typesOf(stage))[2], 'draw 13:15:15')
})

await t.test('what does not pass ends it', async t => {
  const stage = await setUp(t)
  const wrong = new DrawauditError('clock-wrong', 'the clock is wrong')
  const { ended, results } = play(stage, noon, { fetchBeacon: () => Promise.reject(wrong) })
  t.equal((await failure(ended)).code, 'clock-wrong')
  t.strictSame(results, [])
  const { ended: later } = play(stage, drawAt + 100)
  t.equal((await later).winners.length, 3, 'and it goes on later')
})

await t.test('a list that grows is read when entries have closed', async t => {
  const stage = await setUp(t)
  const lists = ['a,paid\nb,paid\nb,free\n', 'a,paid\na,free\n', `a,paid\nb,paid\nc,paid\nd,paid\n`]
  let reads = 0
  const { ended, told } = play(stage, noon, {
    list: { grows: true, read: () => readEntryLines([Buffer.from(lists[reads++] ?? '')]) },
  })
  await ended
  t.equal(reads, 3, 'once while they are open, and at the close until it is good')
  t.match(told[0], /^the list is not imported yet: .*line 3/)
  t.match(told[2], /line 2.*: retrying$/)
  t.ok(told.includes('sealed 4 entries, 14 min 59 s before the draw'), told.join('\n'))
})

await t.test('what was taken back need not be struck from the list', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  await stage.importText('a,paid\nb,paid\n')
  await removeEntries(stage.desk, raffleId, ['b'], 'a refund')
  const read = () => readEntryLines([Buffer.from('a,paid\nb,paid\nc,paid\nd,paid\n')])
  const { ended, told } = play(stage, noon, { list: { grows: true, read } })
  await ended
  t.ok(told.includes('1 of the list was taken back: left out'), told.join('\n'))
  t.ok(told.includes('sealed 3 entries, 15 min before the draw'), told.join('\n'))
})

await t.test('one that does not is refused at once', async t => {
  const stage = await setUp(t)
  const bad = { grows: false, read: () => readEntryLines([Buffer.from('a,paid\na,paid\n')]) }
  const { ended } = play(stage, noon, { list: bad })
  t.equal((await failure(ended)).code, 'entries-invalid')
})

await t.test('what comes too late', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'imported')
  const missed = await failure(play(stage, drawAt + 3).ended)
  t.equal(missed.code, 'raffle-late')
  t.match(missed.hint, `drawaudit raffle cancel ${raffleId}`)
  await cancelRaffle(stage.desk, raffleId, 'nobody sealed it')
  const cancelled = await failure(play(stage, drawAt + 9).ended)
  t.match(cancelled, { code: 'raffle-state', hint: /--supersedes/ })
})

await t.test('a raffle that there has to be', async t => {
  const stage = await setUp(t)
  const none = await failure(
    conduct(
      stage.desk,
      {
        raffleId,
        fetchBeacon: () => Promise.reject(away),
        errands: new Errands([], () => undefined),
        onDrawn: () => Promise.resolve(),
        patience: 0,
      },
      { now: () => new Date(), sleep: () => Promise.resolve(), tell: () => undefined, show: () => undefined },
    ),
  )
  t.equal(none.code, 'raffle-missing')
})

await t.test('another definition of the same raffle is refused', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  const { ended } = play(stage, noon + 60, { offer: () => ({ ...offer, maxEntries: 600 }) })
  t.match(await failure(ended), { code: 'raffle-exists', message: /the capacity is another/ })
})

await t.test('errands are done at each step, and hold up none', async t => {
  const stage = await setUp(t)
  const times: number[] = []
  let fails = 2
  const errand: Errand = {
    run() {
      times.push(stage.desk.now().getTime() / 1000 - noon)
      if (fails-- > 0) return Promise.reject(away)
      return Promise.resolve(times.length === 4 ? ['not all has come'] : [])
    },
  }
  const { ended, told } = play(stage, noon, {}, [errand])
  await ended
  t.strictSame(times, [0, 2, 6, 3600, 3602, 4500], 'again after 2 s and 4 s; after each step; after the draw')
  t.strictSame(
    told.filter(line => line.endsWith('retrying')),
    ['nobody answers: retrying', 'not all has come: retrying'],
  )
  t.strictSame(await typesOf(stage), whole)
})

await t.test('what fails after the draw takes nothing back', async t => {
  const stage = await setUp(t)
  const errand: Errand = { run: () => Promise.reject(away) }
  const { ended, results, seconds } = play(stage, noon, {}, [errand])
  t.equal((await ended).winners.length, 3)
  t.equal(results.length, 1)
  t.ok(seconds() <= drawAt + 10, 'and it ends when its patience does')
})

await t.test('an authority that has not stamped is named without its password', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  const [fault] = await stampErrand(stage.desk, raffleId, ['http://me:hush@127.0.0.1:1/'], {}).run(
    AbortSignal.timeout(5000),
  )
  t.match(fault, /^http:\/\/\*\*\*@127\.0\.0\.1:1\/ has not time-stamped it: /)
  t.notMatch(fault, 'hush')
})
