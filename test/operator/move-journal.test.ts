import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { createLog } from '../../src/operator/create-log.js'
import { generateKey } from '../../src/operator/keys.js'
import { appendJournal, journalOf, readJournal } from '../../src/operator/journal.js'
import { moveJournal } from '../../src/operator/move-journal.js'
import { sequenceLog } from '../../src/operator/sequence-log.js'
import { failure, goTo, setUp } from './stage.js'

const lost = '59638a53-01d5-4ea0-96bc-887c4448c4f3'
const digest = `sha256:${'0'.repeat(64)}`

await t.test('what a journal says is said by the other one too', async t => {
  const stage = await setUp(t)
  const { desk, store, file } = stage
  await createLog(desk, 'raffles.example/log')
  await goTo(stage, 'drawn')
  await sequenceLog(desk)
  const from = journalOf(file)
  const to = `${file}.moved`
  appendJournal(from, readJournal(from), [
    { raffleId: lost, sequence: 0, digest },
    { lost },
    { head: { origin: 'lost.example', size: 7, root: digest } },
    { lostLog: 'lost.example' },
  ])
  const movesTo = 'postgres://db.internal/raffles'
  await moveJournal({ from, movesTo }, store)
  t.notOk(existsSync(to))
  const ours = readJournal(from)
  // A part of it is there, as after a kill.
  appendJournal(to, readJournal(to), ours.lines.slice(0, 2))
  for (const time of ['first', 'second']) {
    await moveJournal({ from, to, movesTo }, store)
    const { length, ...theirs } = readJournal(to)
    for (const part of ['lines', 'heads', 'lost', 'lostLogs'] as const) {
      t.strictSame(theirs[part], ours[part], `${part}, the ${time} time`)
    }
    t.equal(readFileSync(to).length, length)
  }
  t.equal(readJournal(from).movedTo, movesTo)
  t.equal(readJournal(to).movedTo, undefined)
  const moved = { code: 'store-rolled-back', message: /moved to postgres:\/\/db\.internal\/raffles/ }
  const elsewhere = { from, to: `${file}.other`, movesTo: 'postgres://db.internal/other' }
  t.match(await failure(moveJournal(elsewhere, store)), moved, 'to one place only')
  t.match(await failure(generateKey(desk, 'Example Raffles Ltd')), moved, 'nothing is signed from there')
  appendJournal(to, readJournal(to), [{ raffleId: lost.replace('5', '6'), sequence: 0, digest }])
  t.match(await failure(moveJournal({ from, to, movesTo }, store)), {
    code: 'store-rolled-back',
    message: /^the journal of the copy says something else: statement 0 of raffle 69638a53/,
    hint: /DRAWAUDIT_JOURNAL/,
    where: { file: to },
  })

  appendJournal(from, readJournal(from), [{ raffleId: lost.replace('5', '7'), sequence: 0, digest }])
  t.match(await failure(moveJournal({ from, to: `${file}.other`, movesTo }, store)), {
    code: 'store-rolled-back',
    where: { file: from },
  })
  t.notOk(existsSync(`${file}.other`))
})

await t.test('a copy whose journal has another head of the same size is refused', async t => {
  const { desk, store, file } = await setUp(t)
  const { head } = await createLog(desk, 'raffles.example/log')
  const from = journalOf(file)
  const to = `${file}.moved`
  appendJournal(to, readJournal(to), [
    { head: { origin: 'raffles.example/log', size: head.size, root: digest } },
  ])
  const before = readFileSync(to)
  const movesTo = 'postgres://db.internal/raffles'
  t.match(await failure(moveJournal({ from, to, movesTo }, store)), {
    code: 'store-rolled-back',
    where: { file: to },
  })
  t.strictSame(readFileSync(to), before)
  t.equal(readJournal(from).movedTo, undefined, 'the store has not moved')
})
