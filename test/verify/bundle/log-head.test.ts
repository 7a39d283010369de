import t from 'tap'
import { unsupportedAlgorithm, type Engine } from '../../../src/core/engine.js'
import { loadMlDsa44 } from '../../../src/core/ml-dsa.js'
import {
  deriveVerifierKey,
  formatSignatureLine,
  formatVerifierKey,
  signCosignature,
} from '../../../src/core/note.js'
import { findReachedQuorum, isSplittable } from '../../../src/model/quorum.js'
import { parseTrust } from '../../../src/model/trust.js'
import { native } from '../../../src/native/engine.js'
import { readHead, type LogFault, type LogHead } from '../../../src/verify/bundle/log-head.js'
import {
  cosigned,
  createLog,
  logKey,
  vkeyOf,
  witnesses,
  witnessKey,
  type Cosigners,
  type Signer,
} from '../../protocol/factory.js'

const [one, two, three] = witnesses
const at = 1_800_000_000
const nano = (seconds: number): bigint => BigInt(seconds) * 1_000_000_000n

const keyOf = ({ publicKey }: Signer): string => Buffer.from(publicKey).toString('hex')

const log = createLog('Example Raffles')
log.entries.push('one', 'two', 'three')

/** What is read of a note a minute after. */
function readNote(
  note: string,
  trusted: readonly Signer[] = witnesses,
  engine: Engine = native,
): LogHead | LogFault {
  const trust = parseTrust({
    trust: 'drawaudit/v1',
    logs: [{ origin: log.origin, vkey: vkeyOf(log.signer, logKey) }],
    witnesses: trusted.map(witness => vkeyOf(witness, witnessKey)),
  })
  return readHead(note, { log: trust.logs[0]!, trust, now: nano(at + 60), engine })
}

/** Who cosigned, and how many seconds after `at`; names of those whose clocks are ahead. */
function readCosigners(
  cosigners: Cosigners,
  trusted: readonly Signer[] = witnesses,
): readonly [cosigned: readonly (readonly [name: string, after: number])[], future: readonly string[]] {
  const head = readNote(log.note(cosigners), trusted)
  if ('why' in head) throw new Error(head.why)
  return [head.cosigned.map(one => [one.name, Number(one.at / 1_000_000_000n) - at]), head.future]
}

await t.test('a checkpoint that the log signed', t => {
  const { size, root, ...rest } = readNote(log.note([[two, at]])) as LogHead
  t.equal(size, 3)
  t.equal(log.text(), `${log.origin}\n3\n${Buffer.from(root).toString('base64')}\n`)
  t.strictSame(rest, {
    cosigned: [{ key: keyOf(two), name: 'two.witness.example', at: nano(at) }],
    future: [],
  })
  t.end()
})

await t.test('what is no checkpoint of the log', t => {
  const fault = (status: string, code: string, why: string) => ({ status, code, why })
  t.strictSame(
    readNote('seen'),
    fault('not-provable', 'note-invalid', 'there is no blank line between the text and its signatures'),
  )
  t.strictSame(
    readNote(log.note([], 'seen\n')),
    fault(
      'not-provable',
      'checkpoint-invalid',
      'not a checkpoint: expected lines of origin, size and root, found 1',
    ),
  )
  const other = createLog('Other')
  t.strictSame(
    readNote(other.note()),
    fault(
      'refuted',
      'log-other',
      'a checkpoint is of "other.example/log", and the operator’s log is "exampleraffles.example/log"',
    ),
  )
  const unsigned = fault(
    'refuted',
    'signature-invalid',
    'the checkpoint of a log of 3 entries is not signed by the log’s key',
  )
  t.strictSame(readNote(log.note([], log.text(), one)), unsigned, 'by another key')
  const [text, signature] = log.note().split('\n\n')
  const altered = text!.replace('\n3\n', '\n4\n')
  t.strictSame(
    readNote(`${altered}\n\n${signature}`),
    { ...unsigned, why: 'the checkpoint of a log of 4 entries is not signed by the log’s key' },
    'another text',
  )
  t.end()
})

await t.test('the earliest witness first, and of one time in the order of the trust file', t => {
  const earliest: Cosigners = [
    [one, at],
    [two, at - 1],
    [three, at - 2],
  ]
  t.strictSame(readCosigners(earliest)[0], [
    ['three.witness.example', -2],
    ['two.witness.example', -1],
    ['one.witness.example', 0],
  ])
  t.strictSame(
    readCosigners(earliest.toReversed())[0].map(([, after]) => after),
    [-2, -1, 0],
  )
  const names = (trusted: readonly Signer[]) =>
    readCosigners(
      [one, two, three].map(witness => [witness, at] as const),
      trusted,
    )[0].map(([name]) => name)
  t.strictSame(
    names(witnesses),
    ['one', 'two', 'three'].map(name => `${name}.witness.example`),
  )
  t.strictSame(
    names([three, two, one]),
    ['three', 'two', 'one'].map(name => `${name}.witness.example`),
  )
  t.end()
})

await t.test('a time after now is none, and neither is 0', t => {
  t.strictSame(
    readCosigners([
      [one, at + 60],
      [two, at + 61],
      [three, 0],
    ]),
    [[['one.witness.example', 60]], ['two.witness.example']],
  )
  t.end()
})

await t.test('one key is one witness, by its earliest time, whatever it is called', t => {
  const alias = { ...one, name: 'alias.example' }
  const cosigners: Cosigners = [
    [one, at],
    [alias, at - 1],
  ]
  for (const trusted of [
    [one, alias],
    [alias, one],
  ]) {
    t.strictSame(readCosigners(cosigners, trusted)[0], [['alias.example', -1]])
  }
  const same: Cosigners = [
    [one, at],
    [alias, at],
  ]
  t.strictSame(readCosigners(same, [one, alias])[0], [['one.witness.example', 0]], 'the first name')
  t.strictSame(readCosigners(same, [alias, one])[0], [['alias.example', 0]], 'the first name')
  t.end()
})

await t.test('a cosignature that fails is told of, and counts for nothing', t => {
  const bad = (witness: Signer): string => cosigned('another text\n', witness, at)
  const { cosigned: found, badCosignature } = readNote(
    log.note([[one, at]]) + bad(three) + bad(two),
  ) as LogHead
  t.strictSame(found, [{ key: keyOf(one), name: 'one.witness.example', at: nano(at) }])
  t.equal(badCosignature, 'the cosignature of witness two.witness.example does not verify', 'the first known')
  t.notOk('badCosignature' in readNote(log.note() + bad(two), [one]), 'nobody knows who that is')
  t.end()
})

await t.test('an Ed25519 and an ML-DSA-44 cosignature of one witness are one vote', async t => {
  await loadMlDsa44()
  const seedOf = ({ name }: Signer): Uint8Array => new Uint8Array(32).fill(name.charCodeAt(0))
  const quantumKey = (witness: Signer, name = witness.name): string =>
    formatVerifierKey(deriveVerifierKey(name, 'subtree/v1', seedOf(witness)))
  const quantum = (witness: Signer, time: number, text = log.text(), name = witness.name): string =>
    formatSignatureLine(signCosignature(text, name, time, seedOf(witness), 'subtree/v1'))
  const read = (note: string, vkeys: readonly string[], threshold: number) => {
    const trust = parseTrust({
      trust: 'drawaudit/v1',
      logs: [{ origin: log.origin, vkey: vkeyOf(log.signer, logKey) }],
      witnesses: vkeys,
      witness_threshold: threshold,
    })
    const head = readHead(note, { log: trust.logs[0]!, trust, now: nano(at + 60), engine: native })
    return {
      head,
      trust,
      reached: 'why' in head ? undefined : findReachedQuorum(trust.quorum, head.cosigned),
    }
  }
  const oneKey = vkeyOf(one, witnessKey)
  const twoKey = vkeyOf(two, witnessKey)
  const vkeys = [oneKey, quantumKey(one), twoKey, quantumKey(two)]
  for (const keys of [vkeys, vkeys.toReversed()]) {
    const both = read(log.note([[one, at + 1]]) + quantum(one, at), keys, 2)
    t.match(both.trust.quorum, { threshold: 2, members: { length: 2 } })
    t.match(both.head, { cosigned: [{ name: one.name, at: nano(at) }] }, 'the earlier one')
    t.equal((both.head as LogHead).cosigned.length, 1)
    t.equal(both.reached, undefined, 'two lines of one witness are not two witnesses')
    const mixed = read(log.note([[two, at + 1]]) + quantum(one, at), keys, 2)
    t.match(mixed.reached, { at: nano(at + 1), members: { length: 2 } })
  }
  const all = parseTrust({ trust: 'drawaudit/v1', witnesses: vkeys })
  t.match(all.quorum, { threshold: 2 }, 'all witnesses, and not all keys')
  t.notOk(isSplittable(all.quorum))
  const alone = read(log.note() + quantum(one, at), [quantumKey(one)], 1)
  t.match(alone.reached, { at: nano(at) }, 'ML-DSA-44 alone')
  // One key under two names, and one name over two keys: all of it is one witness.
  const joined = [oneKey, quantumKey(two), quantumKey(two, one.name)]
  t.match(parseTrust({ trust: 'drawaudit/v1', witnesses: joined }).quorum, { members: { length: 1 } })
  t.match(read(log.note([[one, at]]) + quantum(two, at), joined, 2).reached, undefined)

  t.match(
    read(
      log.note([[one, at]]) + quantum(one, at, 'x\n1\n'.concat(log.text().split('\n')[2]!, '\n')),
      vkeys,
      1,
    ).head,
    {
      badCosignature: `the cosignature of witness ${one.name} does not verify`,
    },
  )
  t.match(
    read(log.note() + quantum(one, 0), vkeys, 1).head,
    { cosigned: { length: 0 } },
    'time 0 says nothing',
  )
  t.match(read(log.note() + quantum(one, at + 3600), vkeys, 1).head, {
    cosigned: { length: 0 },
    future: [one.name],
  })
  const { trust } = read(log.note(), vkeys, 1)
  const cannot: Engine = {
    ...native,
    verify(key, message, signature) {
      if (key.algorithm === 'ml-dsa-44') throw unsupportedAlgorithm('ML-DSA-44', 'old')
      return native.verify(key, message, signature)
    },
  }
  t.strictSame(
    readHead(
      log.note([
        [one, at],
        [two, at],
      ]) + quantum(one, at),
      { log: trust.logs[0]!, trust, now: nano(at + 60), engine: cannot },
    ),
    {
      status: 'not-provable',
      code: 'algorithm-unsupported',
      why: `the cosignature of witness ${one.name} is not checked: the old engine cannot verify ML-DSA-44`,
    },
    'what cannot be checked proves nothing, and refutes nothing',
  )
})

await t.test('an error in our code is no verdict on a note, and neither is an engine that cannot tell', t => {
  const note = log.note([[one, at]])
  const failing = (fail: () => Error): Engine => ({
    ...native,
    verify: (): boolean => {
      throw fail()
    },
  })
  t.throws(() => readNote(note, witnesses, failing(() => new RangeError('a defect'))), RangeError) // prettier-ignore
  t.strictSame(
    readNote(note, witnesses, failing(() => unsupportedAlgorithm('ed25519', 'broken'))), // prettier-ignore
    { status: 'not-provable', code: 'algorithm-unsupported', why: 'the broken engine cannot verify ed25519' },
  )
  t.end()
})
