import t from 'tap'
import type { Engine } from '../../../src/core/engine.js'
import { parseBundle } from '../../../src/model/bundle.js'
import { parseTrust } from '../../../src/model/trust.js'
import { native } from '../../../src/native/engine.js'
import { LogEntryCheck, summarizeLog, type LogSummary } from '../../../src/verify/bundle/log-entries.js'
import { createRaffleFilter } from '../../../src/verify/bundle/raffle-filter.js'
import { createCeremony, createLog, createRaffle, entryOf, type BundleJson } from '../../protocol/factory.js'
import { base64, createRandom, hex, treeRoot, utf8 } from '../../protocol/second-opinion.js'
import { base } from '../../protocol/scenarios/scenario.js'
import { logged } from '../../protocol/scenarios/logged.js'

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

/** What entries show of a bundle; they come with a checkpoint of as many as there are. */
function summarize(entries: readonly string[], bundle: BundleJson, fault?: string): LogSummary {
  const log = createLog('Example Raffles')
  log.entries.push(...entries)
  const check = new LogEntryCheck({
    bundle: parseBundle(bundle),
    trust: parseTrust(createRaffle(base).trust),
    checkpoint: log.note(),
    engine: native,
  })
  for (const entry of entries) check.add(utf8(entry))
  return check.end(fault)
}

/** A commitment to the raffle under another name. */
function commitTo(raffleName: string): string {
  const it = createCeremony({ ...base, raffleName })
  it.commit()
  return entryOf(it.envelopes[0]!)
}

await t.test('the root of no entries, where there is a checkpoint of none', t => {
  const { bundle } = createRaffle(base)
  const none = summarize([], bundle)
  t.equal(none.size, 0)
  t.strictSame(none.rootAt(0), treeRoot([]))
  t.equal(summarize([''], bundle).rootAt(0), undefined)
  t.end()
})

await t.test('why reading broke off', t => {
  const { bundle } = createRaffle(base)
  t.equal(summarize([], bundle, 'tile 7 cannot be read').fault, 'tile 7 cannot be read')
  t.notOk('fault' in summarize([], bundle))
  t.end()
})

await t.test('a bundle of which nothing can be read is found, and nothing beside it', t => {
  const { bundle } = createRaffle(base)
  const [entry] = bundle.statements.map(entryOf)
  for (const statement of bundle.statements) statement.payloadType = 'text/plain'
  const entries = [entry!, ...bundle.statements.map(entryOf)]
  const { places, others } = summarize(entries, bundle)
  t.strictSame(places, [1, 2, 3, 4])
  t.strictSame(others, [])
  t.end()
})

await t.test('a statement of the bundle in another envelope is no other statement', t => {
  const { bundle } = createRaffle(base)
  const [commitment] = bundle.statements
  const [{ sig }] = commitment!.signatures as [{ sig: string }]
  const { places, others } = summarize([entryOf({ ...commitment!, signatures: [{ sig }] })], bundle)
  t.strictSame(places, [undefined, undefined, undefined, undefined], 'and it does not stand there')
  t.strictSame(others, [])
  t.end()
})

await t.test('the first two of several other commitments, each once', t => {
  const { bundle } = createRaffle(base)
  const [one, two, three] = ['One', 'Two', 'Three'].map(commitTo) as [string, string, string]
  const indexes = (...entries: readonly string[]): readonly number[] =>
    summarize(entries, bundle).others.map(({ index }) => index)
  t.strictSame(indexes(one, one), [0])
  t.strictSame(indexes(one, one, two), [0, 2])
  t.strictSame(indexes(one, two, three, two), [0, 1])
  t.end()
})

await t.test('entries that are no envelopes are passed over', t => {
  const { bundle } = createRaffle(base)
  const other = commitTo('Another')
  // What has an escape is read.
  const odd = ['\\', '"\\u0065"', '{"payload":"\\u0065"}', other.slice(0, -1), `${other} `, `[${other}]`]
  const { others, size } = summarize([...odd, other], bundle)
  t.equal(size, 7)
  t.strictSame(
    others.map(({ index }) => index),
    [4],
    'JSON may end in white space',
  )
  t.end()
})

await t.test('an entry whose hash only begins like that of a statement is another one', t => {
  const { bundle, trust } = createRaffle(base)
  // All hashes begin alike.
  const engine: Engine = {
    name: 'alike',
    hash: (algorithm, bytes) => native.hash(algorithm, bytes).fill(0, 0, 4),
    verify: (...asked) => native.verify(...asked),
  }
  const entries = ['', commitTo('Another'), ...bundle.statements.map(entryOf)].map(utf8)
  const read = (): readonly unknown[] => {
    const check = new LogEntryCheck({
      bundle: parseBundle(bundle),
      trust: parseTrust(trust),
      checkpoint: '',
      engine,
    })
    for (const entry of entries) check.add(entry)
    const { places, others } = check.end()
    return [places, others.map(({ index }) => index)]
  }
  t.strictSame(read(), [[2, 3, 4, 5], [1]])
  for (const statement of bundle.statements) statement.payloadType = 'text/plain'
  t.strictSame(read(), [[undefined, undefined, undefined, undefined], []], 'nothing can be read')
  t.end()
})
