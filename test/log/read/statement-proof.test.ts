// The proof that a statement is in the log: under which head, and why there is none.
import t from 'tap'
import { native } from '../../../src/native/engine.js'
import { proveStatement } from '../../../src/log/read/statement-proof.js'
import { hashLeaf, verifyInclusion } from '../../../src/core/merkle.js'
import { createLog } from '../../../src/operator/create-log.js'
import { sealRaffle } from '../../../src/operator/seal-raffle.js'
import { sequenceLog } from '../../../src/operator/sequence-log.js'
import type { LogReader } from '../../../src/store/log.js'
import { close, drawAt, goTo, raffleId, setUp } from '../../operator/stage.js'

const origin = 'raffles.example/log'
const absent = '59638a53-01d5-4ea0-96bc-887c4448c4f3'

await t.test('a statement is proven under a head that covers it', async t => {
  const stage = await setUp(t)
  const prove = (sequence: number, raffle = raffleId) =>
    proveStatement(stage.store.log, raffle, sequence, native)
  await t.rejects(prove(0), {
    code: 'log-missing',
    message: 'the store has no log',
    hint: 'begin it: drawaudit log create --origin NAME',
  })
  await createLog(stage.desk, origin)
  await goTo(stage, 'sealed')
  await t.rejects(prove(0), {
    code: 'raffle-state',
    message: 'no signed head of the log covers the statement yet',
    hint: 'sign one: drawaudit log sequence',
  })
  await sequenceLog(stage.desk)
  for (const sequence of [0, 1]) {
    const { proof, head } = await prove(sequence)
    const [entry] = await stage.store.log.readLogEntries(proof.index, proof.index + 1)
    const leafHash = hashLeaf(entry?.data ?? new Uint8Array(), native)
    const place = { leafHash, index: proof.index, size: head.size, proof: proof.proof, root: head.root }
    t.equal(verifyInclusion(place, native), true)
    t.match(proof.checkpoint, `${origin}\n${head.size}\n`)
  }
  await t.rejects(prove(2), {
    code: 'raffle-missing',
    message: `the log has no statement 2 of raffle ${raffleId}`,
    hint: 'the commitment is statement 0, the seal is 1; drawaudit raffle status shows what was signed',
  })
  await t.rejects(prove(0, absent), { code: 'raffle-missing' })
  const { log } = stage.store
  const damaged: Partial<LogReader> = {
    readLog: () => log.readLog(),
    findLogEntry: (...of) => log.findLogEntry(...of),
    readHead: () => log.readHead(),
    findHead: (...of) => log.findHead(...of),
    readTile: (...of) => log.readTile(...of),
    readLogEntries: async (...of) =>
      (await log.readLogEntries(...of)).map(one => ({ ...one, data: Buffer.from('{}') })),
  }
  await t.rejects(proveStatement(damaged as LogReader, raffleId, 1, native), {
    code: 'store-damaged',
    message: 'entry 1 of the log does not lead to its head',
    hint: 'restore a backup: drawaudit store restore',
  })
})

await t.test('of the heads that cover it the latest of those with the most cosignatures', async t => {
  const stage = await setUp(t)
  await createLog(stage.desk, origin)
  await goTo(stage, 'imported')
  await sequenceLog(stage.desk)
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  await sequenceLog(stage.desk)
  stage.setClock(drawAt + 3)
  await stage.draw()
  await sequenceLog(stage.desk)
  const cosign = (size: number, name: string): Promise<void> =>
    stage.store.transact(({ log }) =>
      log.writeCosignature(size, { name, keyId: '00000001', signature: new Uint8Array(76) }),
    )
  const chosen = async (sequence: number): Promise<number> =>
    (await proveStatement(stage.store.log, raffleId, sequence, native)).head.size
  t.equal(await chosen(0), 5, 'of none with any the latest')
  await cosign(2, 'one.example')
  t.equal(await chosen(0), 2)
  t.equal(await chosen(1), 2)
  t.equal(await chosen(2), 5, 'that head does not cover the draw')
  await cosign(5, 'one.example')
  t.equal(await chosen(0), 5)
  await cosign(1, 'one.example')
  await cosign(1, 'two.example')
  t.equal(await chosen(0), 1)
  t.equal(await chosen(1), 5)
})
