/**
 * The list is sealed while another process makes receipts without a pause. It takes some eight seconds.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { createRaffle } from '../../../src/operator/create-raffle.js'
import { generateKey } from '../../../src/operator/keys.js'
import { sealRaffle } from '../../../src/operator/seal-raffle.js'
import { Children } from '../../operator/children.js'
import type { Orders } from '../../operator/issue-child.js'
import { close, offer, operator, raffleId, setUp } from '../../operator/stage.js'
import { Sqlite } from '../../sqlite.js'

const entries = 30_000

await t.test('a seal has its turn beside receipts without end', async t => {
  const stage = await setUp(t)
  await generateKey(stage.desk, operator, 'receipts')
  await createRaffle(stage.desk, { ...offer, maxEntries: entries })
  const lines = Array.from({ length: entries }, (_, index) => `ticket-${index},paid\n`)
  await stage.importText(lines.join(''))
  const children = new Children<Orders>('issue-child.ts', dirname(stage.file))
  t.teardown(() => {
    children.end()
  })
  const { process, ended } = children.start({ file: stage.file })
  const refused = t.rejects(
    ended,
    // Where sealing takes longer than the other one waits for its turn, it is told that.
    /the list is sealed: entries are taken back, and receipts made, before that|another process works on this raffle/,
    'the other one ends',
  )
  await once(process.stdout, 'data')
  stage.setClock(close)
  t.equal((await sealRaffle(stage.desk, raffleId)).signed, true)
  await refused
  const database = new Sqlite(stage.file)
  const issued = database.prepare<[], number>('SELECT count(*) FROM receipt').pluck().get() ?? 0
  database.close()
  t.ok(issued > 0 && issued < entries, `${issued} receipts when it was sealed`)
})

await t.test('who writes without a pause gives everybody a turn', async t => {
  const { file, store } = await setUp(t, { bare: true })
  const other = new Sqlite(file)
  let isOver = false
  let rounds = 0
  const greedy = async (): Promise<void> => {
    for (; !isOver; rounds++) {
      other.exec('BEGIN IMMEDIATE')
      await setTimeout(300)
      other.exec('COMMIT')
      await setTimeout(5)
    }
    other.close()
  }
  const ended = greedy()
  try {
    for (let turn = 0; turn < 4; turn++) await store.transact(() => Promise.resolve())
  } finally {
    isOver = true
    await ended
  }
  // It is free one moment in sixty: who looked ten times a second would give up first.
  t.ok(rounds <= 12, `${rounds} transactions of the other one beside four`)
})
