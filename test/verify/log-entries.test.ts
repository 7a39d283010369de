import t from 'tap'
import { parseBundle } from '../../src/model/bundle.js'
import { parseTrust } from '../../src/model/trust.js'
import { native } from '../../src/native/engine.js'
import { LogEntryCheck, summarizeLog } from '../../src/verify/log-entries.js'
import { createRaffleFilter } from '../../src/verify/raffle-filter.js'
import { createRaffle, entryOf } from '../protocol/factory.js'
import { base64, createRandom, hex, treeRoot, utf8 } from '../protocol/second-opinion.js'
import { base } from '../protocol/scenarios/scenario.js'
import { logged } from '../protocol/scenarios/logged.js'

await t.test('the filter finds an id wherever it stands in base64, and little else', t => {
  const random = createRandom('filter')
  const id = random.uuid()
  const isFound = createRaffleFilter(id)
  let missed = 0
  for (let round = 0; round < 3000; round += 1) {
    const before = random.bytes(random.below(90))
    const after = random.bytes(random.below(90))
    const payload = base64(Uint8Array.from([...before, ...utf8(id), ...after]))
    if (!isFound(utf8(`{"payload":"${payload}"}`))) missed += 1
    const other = random.uuid()
    if (isFound(utf8(`{"payload":"${base64(utf8(other))}${payload.slice(0, 40)}"}`))) missed += 1
  }
  t.equal(missed, 0)
  t.notOk(isFound(utf8('')))
  t.notOk(isFound(utf8(id)), 'not in base64')
  t.ok(isFound(utf8('{"payload":"\\u0065"}')), 'what has an escape is to be read')
  t.end()
})

await t.test('roots at the sizes that matter, of entries that come one by one', async t => {
  const { bundle, trust, log } = logged(() => undefined)
  const options = {
    bundle: parseBundle(bundle),
    trust: parseTrust(trust),
    checkpoint: log!.checkpoint,
    engine: native,
  }
  const entries = log!.entries.map(utf8)
  const summary = await summarizeLog(entries, options)
  t.equal(summary.size, 7)
  t.same(
    summary.places,
    bundle.log!.proofs.map(({ index }) => index),
  )
  const { test } = await new Promise<{ test: (size: number) => string }>(resolve => {
    logged(({ test }) => {
      resolve({ test: size => hex(treeRoot(test.leaves(size))) })
    })
  })
  for (const size of [2, 4, 7]) t.equal(hex(summary.rootAt(size) ?? new Uint8Array()), test(size), `${size}`)
  t.equal(summary.rootAt(3), undefined)
  async function* later(): AsyncGenerator<Uint8Array> {
    for (const entry of entries) yield await Promise.resolve(entry)
  }
  t.same((await summarizeLog(later(), options)).places, summary.places)
})

await t.test('memory does not grow with what a log has of a raffle', t => {
  const { bundle, trust } = createRaffle(base)
  const check = new LogEntryCheck({
    bundle: parseBundle(bundle),
    trust: parseTrust(trust),
    checkpoint: '',
    engine: native,
  })
  const others = Array.from({ length: 12 }, (_, at) =>
    createRaffle({ ...base, raffleName: `Raffle ${at}` }).bundle.statements.map(entryOf),
  ).flat()
  for (const entry of [...others, ...others]) check.add(utf8(entry))
  const summary = check.end()
  t.equal(summary.size, 96)
  t.strictSame(
    summary.others.map(({ index, signed }) => [index, signed.statement.type]),
    [
      [0, 'commitment'],
      [1, 'seal'],
      [2, 'draw'],
      [4, 'commitment'],
      [5, 'seal'],
    ],
  )
  t.end()
})
