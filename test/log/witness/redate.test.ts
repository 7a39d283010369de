import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { parseNote, verifyNote } from '../../../src/core/note.js'
import { redateCheckpoints } from '../../../src/log/witness/redate.js'
import { hashOrigin, openWitnessState } from '../../../src/log/witness/state.js'
import { native } from '../../../src/native/engine.js'
import { History, serve, TestLog, witnessKey } from '../witnessed.js'

const log = new TestLog()
const other = new TestLog('log.example/other', new Uint8Array(32).fill(4))
const history = new History(30)
const forked = new History(30, 'b', 5)

await t.test('a witness whose clock was a year ahead cosigns again, and no second history', async t => {
  const key = witnessKey()
  const folder = t.testdir()
  const noon = Date.parse('2026-11-21T12:00:00Z') / 1000
  const ahead = noon + 365 * 86_400
  let time = noon
  const options = {
    folder,
    key,
    logs: [log.witnessed, other.witnessed],
    now: () => new Date(time * 1000),
  }
  const first = await serve(t, options)
  t.equal((await first.post(await other.submission(history, 0, 3))).status, 200)
  time = ahead
  t.equal((await first.post(await log.submission(history, 0, 10))).status, 200)
  time = noon + 60
  t.equal((await first.post(await log.submission(history, 10, 11))).status, 503)
  t.equal((await first.post(await other.submission(history, 3, 4))).status, 503, 'of no log')
  await first.close()

  const state = await openWitnessState(folder, { verifiers: [key.verifier], logs: [], engine: native })
  t.strictSame(await redateCheckpoints(state, [key], time), [{ origin: log.origin, size: 10, before: ahead }])
  t.strictSame(await redateCheckpoints(state, [key], time), [], 'nothing is left to do')
  state.close()
  const note = parseNote(readFileSync(join(folder, 'checkpoints', hashOrigin(log.origin)), 'utf8'))
  t.strictSame(
    verifyNote(note, [log.verifier, key.verifier]).map(one => one.time),
    [undefined, time],
    'the same checkpoint, with the signature of the log',
  )
  t.equal(note.signatures.length, 2)

  const second = await serve(t, options)
  t.equal((await second.post(await log.submission(forked, 10, 12))).status, 422)
  t.equal((await second.post(await log.submission(history, 0, 10))).status, 409, 'nothing is forgotten')
  t.equal((await second.post(await log.submission(history, 10, 11))).status, 200)
  t.equal((await second.post(await other.submission(history, 3, 4))).status, 200)
})
