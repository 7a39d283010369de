// Hostile bundles, one test for each row of docs/evidence/HOSTILE.md. Most of the evidence is that of the scenarios of
// test/protocol, where each lie stands alone.
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { execFileSync } from 'node:child_process'
import { createHmac, generateKeyPairSync, sign as opensslSign } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { findSources } from '../../../src/io/files.js'
import { verifyConsistency } from '../../../src/core/consistency-proof.js'
import { parseCheckpoint } from '../../../src/core/checkpoint.js'
import { decodeHex, encodeBase64, encodeHex } from '../../../src/core/encoding.js'
import type { Engine } from '../../../src/core/engine.js'
import { hashLeaf, hashNode, MerkleTree, verifyInclusion } from '../../../src/core/merkle.js'
import { parseNote } from '../../../src/core/note.js'
import { portable } from '../../../src/core/portable.js'
import { parsePublicKey, verifySignature } from '../../../src/core/signature.js'
import { parseEntryProof } from '../../../src/model/bundle.js'
import { describeCapture, parseCapture } from '../../../src/model/capture.js'
import { encodeLeaf } from '../../../src/model/entry.js'
import type { ClaimCode, Status, Subject } from '../../../src/model/report.js'
import { parseTrust } from '../../../src/model/trust.js'
import { native } from '../../../src/native/engine.js'
import { verifyFraudProof } from '../../../src/verify/bundle/verify-fraud-proof.js'
import { run, runJson } from '../../cli/resident.js'
import { operator as logOperator, poolEntries, TestLog, entriesOf } from '../../log/make-log.js'
import { later, trustIn, watch } from '../../log/watch-log.js'
import {
  createCeremony,
  createRaffle,
  createSigner,
  logKey,
  vkeyOf,
  witnessKey,
  type EnvelopeJson,
  type Evidence,
} from '../../protocol/factory.js'
import { judge } from '../../protocol/judge.js'
import {
  hex,
  jcs,
  keyIdOf,
  pae,
  sha256,
  unbase64,
  utc,
  utf8,
  type Members,
} from '../../protocol/second-opinion.js'
import { keys } from '../../protocol/scenarios/keys.js'
import { links, order } from '../../protocol/scenarios/links.js'
import { lists } from '../../protocol/scenarios/lists.js'
import { logEvidence } from '../../protocol/scenarios/log-evidence.js'
import { bundled, late } from '../../protocol/scenarios/logged.js'
import { logClaims } from '../../protocol/scenarios/logs.js'
import { evidenceTimely } from '../../protocol/scenarios/observed.js'
import { payloads } from '../../protocol/scenarios/payloads.js'
import { altered, base, ceremony, told, type Scenario } from '../../protocol/scenarios/scenario.js'
import { secondSeen } from '../../protocol/scenarios/second.js'
import { seedCommitted } from '../../protocol/scenarios/seeds.js'
import { signatures } from '../../protocol/scenarios/signed.js'
import { ticketIncluded } from '../../protocol/scenarios/tickets.js'
import { unended } from '../../protocol/scenarios/turns.js'
import { readGiven } from '../../../src/verify/bundle/selftest.js'
import { parseRecipe } from '../../../src/recipe/recipe.js'
import { recipeJson } from '../../recipe/build.js'
import { claimOf, examine } from '../../verify/report.js'
import { codeOf, ends, findingsOf, show, unread, verifyValue, type Test } from '../../hostile/claims.js'
import { asNobody, noNobody } from '../../unprivileged.js'

/** Asserts how the claim of a scenario ends, and that its bundle is not proven. */
function known(
  test: Test,
  scenarios: readonly Scenario[],
  id: string,
  name: string,
  status: Status,
  code: ClaimCode,
): Subject {
  const scenario = scenarios.find(one => one.claim === id && one.name === name)
  if (scenario === undefined) throw new Error(`there is no scenario ${id} ${name}`)
  const { ticket, receipt, ...asked } = scenario.options ?? {}
  const proof = ticket?.proof && { proof: parseEntryProof(ticket.proof) }
  const subject = judge(scenario.evidence, {
    ...asked,
    ...(ticket && { ticket: { id: ticket.id, ...proof } }),
    ...(receipt && { receipt: readGiven(receipt) }),
  })
  ends(test, subject, id, status, code, name)
  test.ok(subject.verdict !== 'proven' || id === 'ticket.included', name)
  return subject
}

const good = altered(() => undefined)
const bundle = good.bundle as unknown as Members
const another = createRaffle({ ...base, seed: 'another raffle' })
const { operator, times, raffleId } = ceremony()
const stranger = createSigner('Stranger')
const [one, two] = [raffleId, String(another.record?.raffle_id)]

/** An engine that counts what it does. */
function createCounter(): Engine & { readonly hashed: () => number; readonly verified: () => number } {
  let hashed = 0
  let verified = 0
  return {
    name: 'counting',
    hash: (algorithm, bytes) => {
      hashed += 1
      return native.hash(algorithm, bytes)
    },
    verify: (key, message, signature) => {
      verified += 1
      return native.verify(key, message, signature)
    },
    hashed: () => hashed,
    verified: () => verified,
  }
}

/** A bundle that is refused before anything of it is hashed or verified. */
function refusedUnverified(test: Test, evidence: Evidence, code: ClaimCode, name: string): void {
  const engine = createCounter()
  const subject = judge(evidence, { engine })
  ends(test, subject, 'document.read', 'not-provable', code, name)
  test.strictSame([engine.hashed(), engine.verified()], [0, 0], name)
}

await t.test('E1: parts of two raffles', t => {
  t.strictSame([judge(good).verdict, judge(another).verdict], ['proven', 'proven'])
  const withParts = (parts: Partial<Evidence['bundle']>, rest: Partial<Evidence> = {}): Evidence => ({
    ...good,
    ...rest,
    bundle: { ...good.bundle, ...parts },
  })
  const { winners, entries, statements } = another.bundle
  ends(t, judge(withParts({ winners: winners! })), 'entries.sealed', 'refuted', 'winner-differs')
  ends(t, judge(withParts({ entries: entries! })), 'entries.sealed', 'refuted', 'list-differs')
  const swapped = good.bundle.statements.with(3, statements[3]!)
  ends(t, judge(withParts({ statements: swapped })), 'statement.chain', 'refuted', 'chain-broken')
  known(t, links, 'statement.chain', 'raffle-changes', 'refuted', 'chain-mixed')
  const record = claimOf(judge({ ...good, record: another.record! }), 'record.matches')
  t.match(record, { status: 'refuted', code: 'values-differ', expected: one, found: two })
  const asked = judge(good, { raffle: two })
  ends(t, asked, 'document.read', 'not-provable', 'raffle-other')
  for (const id of [one, two]) t.match(claimOf(asked, 'document.read')?.message, id)
  known(t, ticketIncluded, 'ticket.included', 'proof-of-another-raffle', 'not-provable', 'evidence-missing')
  const observed = judge({ ...good, observations: another.observations })
  ends(t, observed, 'evidence.timely', 'not-provable', 'evidence-missing')
  t.end()
})

await t.test('E2: a proof of something else in the log', t => {
  for (const name of [
    'proof-of-another-entry',
    'proof-of-another-statement',
    'proof-of-another-raffle',
    'proof-of-no-statement',
  ]) {
    known(t, logClaims, 'log.included', name, 'refuted', 'inclusion-invalid')
  }
  t.end()
})

await t.test('E3: a checkpoint that the log did not sign', t => {
  for (const id of ['log.included', 'log.witnessed'] as const) {
    known(t, logClaims, id, 'note-without-signatures', 'not-provable', 'note-invalid')
    known(t, logClaims, id, 'signed-by-witnesses-alone', 'refuted', 'signature-invalid')
    known(t, logClaims, id, 'log-signature-broken', 'refuted', 'signature-invalid')
    known(t, logClaims, id, 'signed-by-a-stranger', 'refuted', 'signature-invalid')
    known(t, logClaims, id, 'another-log', 'refuted', 'log-other')
    known(t, logClaims, id, 'another-log-and-its-key', 'refuted', 'log-other')
    known(t, logClaims, id, 'log-key-unknown', 'not-provable', 'log-unknown')
  }
  // A key in the bundle is nobody's: there is no place for one.
  const own = bundled(({ log }) => {
    Object.assign(log, { vkey: vkeyOf(stranger, logKey) })
  })
  ends(t, judge(own), 'document.read', 'not-provable', 'bundle-invalid')
  t.end()
})

await t.test('E4: a time that was altered', t => {
  known(t, logClaims, 'log.witnessed', 'cosignature-at-another-time', 'refuted', 'signature-invalid')
  known(t, evidenceTimely, 'evidence.timely', 'observation-altered', 'not-provable', 'observation-untrusted')
  known(
    t,
    evidenceTimely,
    'evidence.timely',
    'observation-from-the-future',
    'not-provable',
    'observation-untrusted',
  )
  // Times that nobody signs have no place in a bundle.
  const integrated = { integratedTime: times.committed }
  refusedUnverified(
    t,
    { ...good, bundle: { ...good.bundle, ...integrated } },
    'bundle-invalid',
    'in the bundle',
  )
  const inLog = bundled(({ log }) => {
    Object.assign(log.proofs[0]!, integrated)
  })
  ends(t, judge(inLog), 'document.read', 'not-provable', 'bundle-invalid')
  // Beside an envelope nobody reads them: late stays late.
  const lateSeal = altered(evidence => {
    evidence.observations = []
    for (const envelope of evidence.bundle.statements) Object.assign(envelope, integrated)
  })
  ends(t, judge(lateSeal), 'evidence.timely', 'not-provable', 'evidence-missing')
  t.end()
})

await t.test('E5: proofs of every wrong length', t => {
  const single = createRaffle({ ...base, prizes: 1, entries: 1 })
  t.strictSame([judge(single).verdict, single.bundle.winners?.[0]?.inclusion], ['proven', []])
  const longer = (inclusion: readonly string[], evidence = good): Evidence => {
    const winners = evidence.bundle.winners!.map((winner, at) =>
      at === 0 ? { ...winner, inclusion: [...inclusion] } : winner,
    )
    return { ...evidence, bundle: { ...evidence.bundle, winners } }
  }
  const zeros = '00'.repeat(32)
  const proof = good.bundle.winners![0]!.inclusion
  for (const [name, evidence] of [
    ['a hash where none belongs', longer([zeros], single)],
    ['no hash', longer([])],
    ['one too few', longer(proof.slice(0, -1))],
    ['one too many', longer([...proof, zeros])],
    ['64', longer(Array.from({ length: 64 }, () => zeros))],
  ] as const) {
    ends(t, judge(evidence), 'entries.sealed', 'refuted', 'inclusion-invalid', name)
  }
  refusedUnverified(t, longer(Array.from({ length: 65 }, () => zeros)), 'bundle-invalid', '65 hashes')
  refusedUnverified(
    t,
    longer(Array.from({ length: 1_000_000 }, () => zeros)),
    'bundle-invalid',
    'a million hashes',
  )
  known(t, ticketIncluded, 'ticket.included', 'proof-beyond-the-list', 'not-provable', 'inclusion-invalid')
  known(t, ticketIncluded, 'ticket.included', 'proof-cut-short', 'not-provable', 'inclusion-invalid')
  for (const name of ['proof-cut-off', 'proof-too-long', 'index-beyond-the-log']) {
    known(t, logClaims, 'log.included', name, 'refuted', 'inclusion-invalid')
  }
  const leafHash = hashLeaf(utf8('entry'))
  t.equal(verifyInclusion({ index: 0, size: 0, leafHash, proof: [], root: leafHash }), false, 'of nothing')
  t.equal(verifyInclusion({ index: 0, size: 1, leafHash, proof: [], root: leafHash }), true, 'of one')
  t.equal(verifyInclusion({ index: 1, size: 1, leafHash, proof: [], root: leafHash }), false, 'beyond one')
  t.end()
})

/** As Bitcoin builds trees. */
const bitcoinTree = { leaves: '$leaves', hash: 'sha256', odd: 'duplicate', order: 'given' }

await t.test('E6: a node as a leaf, and a last leaf that stands twice', t => {
  const leaves = ['a', 'b', 'c', 'd'].map(id => hashLeaf(encodeLeaf({ id, kind: 'paid' })))
  const [left, right] = [hashNode(leaves[0]!, leaves[1]!), hashNode(leaves[2]!, leaves[3]!)]
  const root = hashNode(left, right)
  t.equal(verifyInclusion({ index: 0, size: 4, leafHash: left, proof: [right], root }), false)
  // Only in a list of two that somebody else would have to have signed.
  t.equal(verifyInclusion({ index: 0, size: 2, leafHash: left, proof: [right], root }), true)
  // What a node is the hash of is no entry: nothing has its hash as a leaf.
  t.notSame(hashLeaf(Buffer.concat([leaves[0]!, leaves[1]!])), left)
  const grow = (count: number): Uint8Array => {
    const tree = new MerkleTree(portable)
    for (const leaf of [...leaves.slice(0, 3), leaves[2]!].slice(0, count)) tree.append(leaf)
    return tree.root()
  }
  t.notSame(grow(3), grow(4), 'the last leaf twice gives another root')
  const twice = altered(evidence => {
    evidence.bundle.entries!.push(['99999', 'paid'])
  })
  ends(t, judge(twice), 'entries.sealed', 'refuted', 'list-differs')
  const repeated = altered(evidence => {
    evidence.bundle.entries!.push(evidence.bundle.entries!.at(-1)!)
  })
  ends(t, judge(repeated), 'entries.sealed', 'refuted', 'entries-repeated')
  known(t, lists, 'entries.sealed', 'id-twice', 'refuted', 'entries-repeated')
  // Trees of others may be built so: then the report says it.
  const bitcoin = {
    inputs: {
      leaves: { type: 'list', of: { type: 'sha256' }, title: 'leaves' },
      root: { type: 'sha256', title: 'root' },
    },
    claims: [{ id: 'entries.listed', says: 'x', equal: [{ merkle_pairs: bitcoinTree }, '$root'] }],
  }
  const three = leaves.slice(0, 3)
  const pair = (a: Uint8Array, b: Uint8Array): Uint8Array => sha256(Buffer.concat([a, b]))
  const top = pair(pair(three[0]!, three[1]!), pair(three[2]!, three[2]!))
  for (const list of [three, [...three, three[2]!]]) {
    const subject = examine(bitcoin, { leaves: list.map(encodeHex), root: encodeHex(top) })
    ends(t, subject, 'entries.listed', 'proven', 'values-equal')
    t.ok(findingsOf(subject).includes('merkle-duplicate'))
  }
  t.end()
})

const forkedLog = (count: number, other?: number): TestLog => {
  const log = new TestLog().append(...poolEntries(2).slice(0, other ?? count))
  while (log.size < count) log.append(utf8(`another ${log.size}`))
  return log
}

const fraud = (first: string, second: string, prefix: readonly string[] = []) => ({
  fraud: 'drawaudit/v1',
  origin: new TestLog().origin,
  checkpoints: [first, second],
  prefix,
})

await t.test('E7: a log that goes back, or on from elsewhere', async t => {
  const [short, long, fork] = [forkedLog(4), forkedLog(8), forkedLog(8, 3)]
  const consistent = (
    size1: number,
    root1: Uint8Array,
    size2: number,
    root2: Uint8Array,
    proof: Uint8Array[] = [],
  ) => verifyConsistency({ size1, root1, size2, root2, proof })
  t.equal(consistent(0, new TestLog().root(), 8, long.root()), false, 'from nothing everything goes on')
  t.equal(consistent(8, long.root(), 8, fork.root()), false, 'one size, two roots')
  t.equal(consistent(8, long.root(), 8, long.root()), true)
  t.equal(consistent(8, long.root(), 4, short.root()), false, 'the larger first')
  const trust = trustIn([], [long])
  const judged = (value: object) => verifyFraudProof(value, trust).subjects[0]!
  ends(t, judged(fraud(long.note(), fork.note())), 'log.consistent', 'refuted', 'log-forked')
  ends(
    t,
    judged(fraud(new TestLog().note(), fork.note())),
    'log.consistent',
    'not-provable',
    'fraud-unproven',
  )
  ends(t, judged(fraud(long.note(), short.note())), 'log.consistent', 'not-provable', 'fraud-unproven')
  // A monitor that saw the longer one: an old checkpoint may come from a cache, for a day.
  const folder = t.testdir()
  const place = long.write(`${folder}/log`)
  const look = async (at: string, now = later) =>
    (await watch([at], { state: `${folder}/log.state`, log: long, now })).subjects[0]!
  ends(t, await look(place), 'log.consistent', 'not-applicable', 'seen-first')
  writeFileSync(`${place}/checkpoint`, long.note(4))
  const back = await look(place)
  ends(t, back, 'log.consistent', 'proven', 'log-consistent')
  t.strictSame(findingsOf(back), ['log-set-back'])
  const nextDay = new Date(later.getTime() + 25 * 3_600_000)
  ends(t, await look(place, nextDay), 'log.consistent', 'not-provable', 'log-behind')
  // Where the rest is gone too, nothing shows that the shorter one was its beginning.
  const cut = await look(short.write(`${folder}/cut`))
  ends(t, cut, 'log.consistent', 'not-provable', 'log-unproven')
})

await t.test('E8: two checkpoints of one size', async t => {
  known(t, logClaims, 'log.witnessed', 'two-roots-of-one-size', 'refuted', 'log-forked')
  known(t, logClaims, 'log.witnessed', 'two-histories-in-the-bundle', 'refuted', 'log-forked')
  const folder = t.testdir()
  const [log, fork] = [forkedLog(8), forkedLog(8, 3)]
  const state = `${folder}/log.state`
  await watch([log.write(`${folder}/log`)], { state, log })
  const seen = (await watch([fork.write(`${folder}/log`)], { state, log })).subjects[0]!
  ends(t, seen, 'log.consistent', 'refuted', 'log-forked')
  const [proof = '', ...more] = readdirSync(folder).filter(name => name.includes('.fork-'))
  t.same(more, [])
  const written = JSON.parse(readFileSync(join(folder, proof), 'utf8')) as { checkpoints: string[] }
  t.strictSame(
    new Set(written.checkpoints),
    new Set([log.note(), fork.note()]),
    'both of them, as they were signed',
  )
  const { subjects } = verifyFraudProof(written, trustIn([], [log]))
  ends(t, subjects[0]!, 'log.consistent', 'refuted', 'log-forked')
})

const engines = [portable, native]

/** All encodings of points of small order, canonical or not. */
const smallOrder = [
  `01${'00'.repeat(31)}`,
  `01${'00'.repeat(30)}80`,
  `ec${'ff'.repeat(30)}7f`,
  `ec${'ff'.repeat(31)}`,
  '00'.repeat(32),
  `${'00'.repeat(31)}80`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  `ed${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(31)}`,
  `ee${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(31)}`,
]

await t.test('E9: weak keys of Ed25519, and signatures in a second spelling', t => {
  const trusting = (public_key: string) => () =>
    parseTrust({
      trust: 'drawaudit/v1',
      operators: [
        { name: 'x', keys: [{ algorithm: 'ed25519', public_key, valid_from: '2020-01-01T00:00:00+00:00' }] },
      ],
    })
  for (const key of smallOrder) {
    t.equal(codeOf(trusting(key)), 'trust-invalid', key)
    const code = codeOf(() => parsePublicKey('ed25519', decodeHex(key)))
    t.ok(code === 'key-weak' || code === 'key-invalid', `${key}: ${code}`)
  }
  t.equal(
    codeOf(() => parsePublicKey('ed25519', decodeHex(smallOrder[0]!))),
    'key-weak',
    'the identity',
  )
  // y = p + 1: the identity once more, not canonical.
  t.equal(
    codeOf(() => parsePublicKey('ed25519', decodeHex(`ee${'ff'.repeat(30)}7f`))),
    'key-invalid',
  )
  t.equal(
    codeOf(() => parsePublicKey('ed25519', new Uint8Array(31))),
    'key-length',
  )
  const key = parsePublicKey('ed25519', operator.publicKey)
  const message = utf8('message')
  for (const R of smallOrder) {
    const signature = decodeHex(R + '00'.repeat(32))
    for (const engine of engines)
      t.equal(verifySignature(key, message, signature, engine), false, `${engine.name} ${R}`)
  }
  for (const name of [
    'signature-s-plus-order',
    'signature-r-identity',
    'signature-r-of-mixed-order',
    'signature-zero',
    'signature-empty',
    'signature-one-byte-short',
    'signature-one-byte-long',
  ]) {
    known(t, signatures, 'statement.signed', name, 'refuted', 'signature-invalid')
  }
  // In hex, where base64 belongs: other bytes, and too many of them.
  const inHex = altered(({ bundle: { statements } }) => {
    const [first] = statements[3]!.signatures
    first!.sig = hex(unbase64(first!.sig))
  })
  ends(t, judge(inHex), 'document.read', 'not-provable', 'bundle-invalid')
  t.throws(() => verifySignature(key, message, 'ab'.repeat(64) as unknown as Uint8Array), TypeError)
  t.end()
})

/** A published message with its signature, under a key in the recipe. */
const signedBy = (algorithm: string, form: object, publicKey: Uint8Array) => ({
  inputs: {
    message: { type: 'text', title: 'message' },
    signature: { type: 'bytes', encoding: 'hex', title: 'signature' },
  },
  claims: [
    {
      id: 'draw.signed',
      says: 'x',
      signed: {
        algorithm,
        ...form,
        key: { bytes_hex: encodeHex(publicKey) },
        message: { bytes_utf8: '$message' },
        signature: '$signature',
      },
    },
  ],
})

await t.test('E10: signatures of P-256 with a high s', t => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const point = Buffer.concat([Uint8Array.of(4), ...[x, y].map(part => Buffer.from(part, 'base64url'))])
  const half = p256.Point.Fn.ORDER / 2n
  let [high, low] = [0, 0]
  for (let round = 0; high < 3 || low < 3; round += 1) {
    const message = `winner ${round}`
    const signature = opensslSign('sha256', Buffer.from(message), {
      key: privateKey,
      dsaEncoding: 'ieee-p1363',
    })
    const isHigh = BigInt(`0x${signature.subarray(32).toString('hex')}`) > half
    if (isHigh) high += 1
    else low += 1
    const recipe = signedBy('ecdsa-p256-sha256', { encoding: 'compact' }, point)
    const published = { message, signature: encodeHex(signature) }
    for (const engine of engines) {
      ends(t, examine(recipe, published, { engine }), 'draw.signed', 'proven', 'signature-verified')
    }
  }
  t.end()
})

await t.test('E11: signatures of secp256k1 with a high s, and DER that is not strict', t => {
  const secretKey = sha256(utf8('secp256k1'))
  const publicKey = secp256k1.getPublicKey(secretKey)
  const message = 'winner 4711'
  const { r, s } = secp256k1.Signature.fromBytes(secp256k1.sign(utf8(message), secretKey))
  const order = secp256k1.Point.Fn.ORDER
  const compact = (s: bigint): string => [r, s].map(part => part.toString(16).padStart(64, '0')).join('')
  const recipe = (form: object) => signedBy('ecdsa-secp256k1-sha256', form, publicKey)
  const ending = (form: object, signature: string, status: 'proven' | 'refuted', name: string): void => {
    for (const engine of engines) {
      const code = status === 'proven' ? 'signature-verified' : 'signature-invalid'
      ends(t, examine(recipe(form), { message, signature }, { engine }), 'draw.signed', status, code, name)
    }
  }
  const lowS = { encoding: 'compact', low_s: true }
  ending(lowS, compact(s), 'proven', 'low')
  ending(lowS, compact(order - s), 'refuted', 'high')
  ending({ ...lowS, low_s: false }, compact(order - s), 'proven', 'high, where the recipe allows it')
  const integer = (value: string): string => `02${(value.length / 2).toString(16).padStart(2, '0')}${value}`
  const positive = (value: bigint): string => {
    const digits = value.toString(16).padStart(value < 2n ** 256n ? 64 : 66, '0')
    return parseInt(digits.slice(0, 2), 16) < 0x80 ? digits : `00${digits}`
  }
  const sequence = (content: string): string =>
    `30${(content.length / 2).toString(16).padStart(2, '0')}${content}`
  const der = { encoding: 'der', low_s: false }
  const [R, S] = [integer(positive(r)), integer(positive(s))]
  const strict = sequence(R + S)
  ending(der, strict, 'proven', 'strict')
  const wrong = {
    'a byte more': `${strict}00`,
    'a byte more inside': sequence(`${R}${S}00`),
    'a byte less': strict.slice(0, -2),
    'a length in two bytes': `3081${strict.slice(2)}`,
    'a length without end': `3080${strict.slice(4)}0000`,
    'a zero too many': sequence(integer(`00${positive(r)}`) + S),
    'a negative integer': sequence(integer(`ff${positive(r)}`) + S),
    'r = 0': sequence(integer('00') + S),
    's = 0': sequence(R + integer('00')),
    'r with the order added': sequence(integer(positive(r + order)) + S),
    'no integer at all': sequence('0500' + S),
    nothing: '',
  }
  for (const [name, signature] of Object.entries(wrong)) ending(der, signature, 'refuted', name)
  t.end()
})

await t.test('E12: one key for another, and keys that were not valid', t => {
  known(
    t,
    signatures,
    'statement.signed',
    'signed-by-another-under-its-keyid',
    'refuted',
    'signature-invalid',
  )
  known(t, signatures, 'statement.signed', 'signed-by-another', 'not-provable', 'key-unknown')
  // Both keys are the operator's, and the signature is under the name of the other.
  const newKey = createSigner(operator.name, 'another key')
  const mislabelled = altered(
    ({ bundle: { statements } }) => {
      statements[3]!.signatures[0]!.keyid = keyIdOf(operator.publicKey)
    },
    { newKey: { from: 2, signer: newKey } },
  )
  ends(t, judge(mislabelled), 'statement.signed', 'refuted', 'signature-invalid')
  for (const name of ['key-not-yet-valid', 'key-expired-at-the-draw', 'key-expired-before-the-seal']) {
    known(t, keys, 'statement.signed', name, 'refuted', 'key-outside-period')
  }
  const onlyNow = altered(evidence => {
    evidence.trust.operators[0]!.keys[0]!.valid_from = utc(times.now - 1)
  })
  ends(t, judge(onlyNow), 'statement.signed', 'refuted', 'key-outside-period')
  known(t, keys, 'statement.signed', 'key-revoked', 'not-provable', 'key-revoked')
  known(
    t,
    logEvidence,
    'statement.signed',
    'key-revoked-before-the-log-was-cosigned',
    'not-provable',
    'key-revoked',
  )
  t.end()
})

await t.test('E13: a signature over the same bytes as something else', t => {
  known(t, signatures, 'statement.signed', 'signature-over-other-type', 'refuted', 'signature-invalid')
  known(t, signatures, 'statement.signed', 'signature-over-the-payload', 'refuted', 'signature-invalid')
  known(t, payloads, 'statement.chain', 'payload-type-of-observations', 'refuted', 'statement-invalid')
  known(
    t,
    evidenceTimely,
    'evidence.timely',
    'observation-signed-as-a-statement',
    'not-provable',
    'observation-untrusted',
  )
  known(t, logClaims, 'log.witnessed', 'signed-like-a-note', 'not-provable', 'witnesses-short')
  known(t, logClaims, 'log.witnessed', 'cosignature-as-the-logs', 'refuted', 'signature-invalid')
  t.end()
})

await t.test('E14: another algorithm, or none', t => {
  const named = (algorithm: string, sig?: (message: Uint8Array) => string): Evidence =>
    altered(({ bundle: { statements } }) => {
      const envelope = statements[3]!
      const message = pae(envelope.payloadType, unbase64(envelope.payload))
      Object.assign(envelope, { alg: algorithm })
      Object.assign(envelope.signatures[0]!, { alg: algorithm, ...(sig && { sig: sig(message) }) })
    })
  // The key in the trust file says how it signs: what stands beside a signature is not read.
  t.equal(judge(named('none')).verdict, 'proven', 'a good signature stays good')
  const hmac = (message: Uint8Array): string =>
    createHmac('sha256', operator.publicKey).update(message).digest('base64')
  for (const [algorithm, sig] of [
    ['none', () => ''],
    ['HS256', hmac],
    [
      'hmac-sha256',
      (message: Uint8Array) =>
        Buffer.from(hmac(message).repeat(2), 'base64').subarray(0, 64).toString('base64'),
    ],
  ] as const) {
    ends(t, judge(named(algorithm, sig)), 'statement.signed', 'refuted', 'signature-invalid', algorithm)
  }
  for (const algorithm of ['none', 'HS256', 'hmac-sha256', 'ecdsa-p256-sha256', '']) {
    const trust = structuredClone(good.trust)
    trust.operators[0]!.keys[0]!.algorithm = algorithm
    t.equal(
      codeOf(() => parseTrust(trust)),
      'trust-invalid',
      algorithm,
    )
  }
  for (const algorithm of ['none', 'HS256', 'hmac-sha256']) {
    t.equal(
      codeOf(() => parsePublicKey(algorithm, operator.publicKey)),
      'algorithm-unknown',
      algorithm,
    )
    const recipe = recipeJson(signedBy(algorithm, {}, operator.publicKey))
    t.equal(
      codeOf(() => parseRecipe(recipe)),
      'recipe-schema',
      algorithm,
    )
  }
  t.end()
})

await t.test('E15: one witness who counts twice', t => {
  for (const name of ['one-witness-twice', 'one-key-under-two-names', 'one-of-two-cosigned']) {
    known(t, logClaims, 'log.witnessed', name, 'not-provable', 'witnesses-short')
  }
  // The log and the operator bear no witness for themselves.
  for (const who of ['log', 'operator'] as const) {
    bundled(({ evidence: { trust }, test }) => {
      const signer = who === 'log' ? test.signer : operator
      trust.witnesses!.push(vkeyOf({ ...signer, name: 'third.example' }, witnessKey))
      t.throws(
        () => parseTrust(trust),
        {
          code: 'trust-invalid',
          message: new RegExp(
            `/witnesses/2 is also the key of the ${who} .*: nobody can be their own witness$`,
          ),
        },
        who,
      )
    })
  }
  const twoOfThree = (cosign: number): Evidence =>
    createRaffle({ ...base, log: { trusted: 3, threshold: 2, cosign } })
  ends(t, judge(twoOfThree(1)), 'log.witnessed', 'not-provable', 'witnesses-short')
  ends(t, judge(twoOfThree(2)), 'log.witnessed', 'proven', 'log-witnessed')
  for (const witness_threshold of [0, -1, 1.5]) {
    t.equal(
      codeOf(() => parseTrust({ trust: 'drawaudit/v1', witness_threshold })),
      'trust-invalid',
    )
  }
  t.end()
})

await t.test('E16: checkpoints in another form', t => {
  const note = (change: (note: string) => string): Evidence =>
    bundled(({ log }) => {
      log.checkpoint = change(log.checkpoint)
    })
  const signedText = (change: (text: string) => string): Evidence =>
    bundled(({ log, test }) => {
      log.checkpoint = test.note(late, change(test.text()))
    })
  known(t, logClaims, 'log.included', 'another-text-with-the-same-root', 'refuted', 'signature-invalid')
  // A log may sign more lines than there are names for: they mean nothing here.
  const extended = judge(signedText(text => `${text}extension of tomorrow\n`))
  ends(t, extended, 'log.included', 'proven', 'log-included')
  ends(t, extended, 'log.witnessed', 'proven', 'log-witnessed')
  ends(t, judge(note(text => text.replaceAll('\n', '\r\n'))), 'log.included', 'not-provable', 'note-invalid')
  known(t, logClaims, 'log.included', 'note-cut-off', 'not-provable', 'note-invalid')
  known(t, logClaims, 'log.included', 'size-with-a-zero', 'not-provable', 'checkpoint-invalid')
  for (const size of ['+5', '-5', '5.0', '05', ' 5', '0x5', '9007199254740992', '']) {
    const found = judge(signedText(text => text.replace(/\n\d+\n/, `\n${size}\n`)))
    const isNote = size !== ''
    t.equal(claimOf(found, 'log.included')?.status, 'not-provable', size)
    if (isNote) ends(t, found, 'log.included', 'not-provable', 'checkpoint-invalid', size)
  }
  const line = `\u2014 nobody.example ${encodeBase64(new Uint8Array(68).fill(1))}\n`
  const strangers = (count: number) => note(text => text + line.repeat(count))
  ends(t, judge(strangers(97)), 'log.witnessed', 'proven', 'log-witnessed', '100 lines')
  ends(t, judge(strangers(98)), 'log.witnessed', 'not-provable', 'note-invalid', '101 lines')
  refusedUnverified(t, { ...strangers(10_000) }, 'bundle-invalid', '10,000 lines')
  t.equal(
    codeOf(() => parseNote(`text\n\n${line.repeat(10_000)}`)),
    'note-invalid',
  )
  t.equal(
    codeOf(() => parseCheckpoint('origin\n1')),
    'checkpoint-invalid',
  )
  t.end()
})

/** An archive of one file, stored as it is. */
function zip(name: string, content: string): Uint8Array {
  const [path, data] = [Buffer.from(name), Buffer.from(content)]
  const sizes = Buffer.alloc(12)
  sizes.writeUInt32LE(data.length, 4)
  sizes.writeUInt32LE(data.length, 8)
  const lengths = Buffer.alloc(4)
  lengths.writeUInt16LE(path.length, 0)
  const version = Buffer.from([10, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), version, sizes, lengths, path, data])
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02'),
    Buffer.from([10, 0]),
    version,
    sizes,
    lengths,
    Buffer.alloc(14),
    path,
  ])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, central, end])
}

/** A header of tar and what it is about. */
function tar(name: string, content: string, type = '0', link = ''): Uint8Array {
  const header = Buffer.alloc(512)
  header.write(name, 0)
  header.write('0000644\0', 100)
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write(`        ${type}${link}`, 148)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, Buffer.from(content), Buffer.alloc(1536 - content.length)])
}

const capture = describeCapture({
  baseUrl: 'https://raffles.example/api/v1',
  vendorType: 'application/vnd.service.v1+json',
  capturedAt: '2026-09-01T08:00:00.000Z',
  exchanges: [
    {
      probe: 'audit',
      raffle: raffleId,
      exchange: {
        method: 'GET',
        url: `https://raffles.example/api/v1/raffles/${raffleId}/audit`,
        sent: [],
        status: 200,
        headers: [],
        body: utf8('{}'),
        sentAt: '2026-09-01T08:00:00.000Z',
        receivedAt: '2026-09-01T08:00:00.000Z',
        redirects: [],
      },
    },
  ],
})

/** The manifest of a folder of `fetch`, with another name of its file. */
const captureWith = (file: string): object => ({
  ...capture,
  exchanges: capture.exchanges.map(exchange => ({ ...exchange, file })),
})

await t.test('E17: archives, which are never opened', async t => {
  const text = '{"bundle":1}'
  const archives: Readonly<Record<string, Uint8Array>> = {
    'up.zip.json': zip('../evil.json', text),
    'absolute.zip.json': zip('/tmp/evil.json', text),
    'nul.zip.json': zip('evil\0.json', text),
    'turned.zip.json': zip('evil\u202enosj', text),
    'twice.zip.json': Buffer.concat([zip('evil.json', text), zip('EVIL.json', text)]),
    'up.tar.json': tar('../evil.json', text),
    'link.tar.json': tar('evil.json', '', '2', '/etc/passwd'),
    'device.tar.json': tar('evil.json', '', '3'),
    'bundle.json.gz.json': gzipSync(JSON.stringify(bundle)),
  }
  const folder = t.testdir()
  for (const [name, bytes] of Object.entries(archives)) writeFileSync(join(folder, name), bytes)
  writeFileSync(join(folder, 'archive.zip'), zip('evil.json', text))
  // What stands first in them is no JSON: a letter, a point, or no UTF-8.
  const codes: Record<string, string> = {
    'up.tar.json': 'json-number-form',
    'bundle.json.gz.json': 'utf8-invalid',
  }
  const before = readdirSync(folder)
  const { report, code } = await runJson(['verify', '.'], { cwd: folder })
  t.equal(code, 3)
  t.strictSame(
    Object.fromEntries(report.subjects.map(({ source, claims }) => [source, claims[0]?.code])),
    Object.fromEntries(Object.keys(archives).map(name => [name, codes[name] ?? 'json-syntax'])),
    'a file that does not end in .json is not even read',
  )
  t.strictSame(readdirSync(folder), before, 'nothing was written')
  // The names of files that are read beside a document lead nowhere else.
  for (const name of [
    '../evil',
    '/etc/passwd',
    'a/b',
    '..',
    '.',
    'evil\0',
    'evil\u202etxt',
    'C:evil',
    'a\\b',
    '',
    'x'.repeat(129),
  ]) {
    const evidence = {
      ...bundle,
      entries: undefined,
      entries_file: { name, digest: `sha256:${'0'.repeat(64)}` },
    }
    unread(t, verifyValue(evidence), 'bundle-invalid', '/entries_file/name', show(name))
    t.equal(
      codeOf(() => parseCapture(captureWith(name))),
      'capture-schema',
      show(name),
    )
  }
  t.equal(
    codeOf(() => parseCapture(capture)),
    undefined,
  )
})

await t.test('E18: files that are none, or too many bytes, or change', async t => {
  const folder = t.testdir({
    'good.json': JSON.stringify(bundle),
    sub: { 'a.json': '{}' },
    'big.json': '',
    'own.json': '{}',
  })
  const place = (name: string): string => join(folder, name)
  execFileSync('mkfifo', [place('pipe')])
  truncateSync(place('big.json'), 5 * 1024 ** 3)
  symlinkSync('/dev/zero', place('zero.json'))
  const cases = [
    ['pipe', 'file-kind'],
    ['/dev/zero', 'file-kind'],
    ['zero.json', 'file-kind'],
    ['missing.json', 'file-missing'],
  ] as const
  for (const [path, code] of cases) {
    const { report, code: exit } = await runJson(['verify', path], { cwd: folder })
    t.strictSame([exit, report.error?.code], [2, code], path)
  }
  t.match(await run(['hash', 'sub'], { cwd: folder }), { code: 2, stderr: /sub: is a folder/ })
  const big = await runJson(['verify', 'big.json'], { cwd: folder })
  t.strictSame([big.code, big.report.subjects[0]?.claims[0]?.code], [3, 'file-too-large'])
  // What is opened is read to its end, whatever becomes of the name; what is opened again is looked at again.
  const [source] = findSources([place('own.json')])
  const pieces = source!.pieces()[Symbol.iterator]()
  writeFileSync(place('other.json'), '{"other":1}')
  const begun = pieces.next()
  renameSync(place('other.json'), place('own.json'))
  t.equal(Buffer.from(begun.value as Uint8Array).toString(), '{}')
  t.equal(pieces.next().done, true)
  t.equal(Buffer.from(source!.read()).toString(), '{"other":1}', 'one or the other, and never half of each')
  appendFileSync(place('own.json'), ' '.repeat(100))
  t.equal(source!.read().length, 111, 'a file may have grown')
  rmSync(place('own.json'))
  execFileSync('mkfifo', [place('own.json')])
  t.equal(
    codeOf(() => source!.read()),
    'file-kind',
    'and nobody waits for a pipe',
  )
  rmSync(place('own.json'))
  t.equal(
    codeOf(() => source!.read()),
    'file-missing',
  )
})

await t.test('E18: a file without permission', { skip: noNobody }, t => {
  const folder = t.testdir({ 'secret.json': '{}' })
  chmodSync(join(folder, 'secret.json'), 0)
  t.equal(
    asNobody(() => codeOf(() => findSources([join(folder, 'secret.json')]))),
    'file-access',
  )
  t.end()
})

await t.test('E19: a seed that was committed in another form', t => {
  for (const [name, slip] of [
    ['hash-of-the-hex-digits', 'the expected digest is that of the same bytes as lower-case hex text'],
    ['hash-of-the-hash', 'the expected digest is the found one hashed again'],
    ['seed-committed-itself', 'the found digest is the expected one hashed again'],
    ['hash-revealed', 'the found digest is the expected one hashed again'],
  ] as const) {
    const subject = known(t, seedCommitted, 'seed.committed', name, 'refuted', 'seed-differs')
    t.match(claimOf(subject, 'seed.committed')?.message, new RegExp(`: ${slip}$`))
  }
  const other = known(t, seedCommitted, 'seed.committed', 'seed-bit-flipped', 'refuted', 'seed-differs')
  t.equal(
    claimOf(other, 'seed.committed')?.message,
    'the seed of the draw of prize 1 is not the one that was committed to',
  )
  // In the protocol a seed has one spelling.
  for (const write of [
    (seed: string) => seed.toUpperCase(),
    (seed: string) => ` ${seed}`,
    (seed: string) => `${seed}\n`,
  ]) {
    const spelled = told(it => {
      it.commit()
      it.seal()
      it.draw(1)
      it.draw(2, {}, { encode: said => utf8(jcs({ ...said, rng_seed: write(said['rng_seed'] as string) })) })
    })
    ends(t, judge(spelled), 'statement.chain', 'refuted', 'statement-invalid')
  }
  const word = (seed: string, hash: string) =>
    examine(
      {
        inputs: { seed: { type: 'text', title: 'seed' }, hash: { type: 'sha256', title: 'hash' } },
        claims: [{ id: 'seed.committed', says: 'x', equal: [{ sha256: { bytes_utf8: '$seed' } }, '$hash'] }],
      },
      { seed, hash },
    )
  const hash = encodeHex(sha256(utf8('Secret seed')))
  ends(t, word('Secret seed', hash), 'seed.committed', 'proven', 'values-equal')
  for (const seed of ['secret seed', 'Secret seed ', 'Secret  seed', 'Secret seed\n']) {
    ends(t, word(seed, hash), 'seed.committed', 'refuted', 'values-differ', show(seed))
  }
  t.end()
})

/** A commitment to a salt and a seed, joined somehow. */
const joined = (hashed: unknown) => ({
  inputs: {
    salt: { type: 'text', title: 'salt' },
    seed: { type: 'text', title: 'seed' },
    hash: { type: 'sha256', title: 'hash' },
  },
  claims: [{ id: 'seed.committed', says: 'x', equal: [{ sha256: hashed }, '$hash'] }],
})

await t.test('E20: a border between salt and seed that moves', t => {
  const plain = joined({ concat: [{ bytes_utf8: '$salt' }, { bytes_utf8: '$seed' }] })
  const hash = encodeHex(sha256(utf8('abc')))
  for (const [salt, seed] of [
    ['ab', 'c'],
    ['a', 'bc'],
  ] as const) {
    const subject = examine(plain, { salt, seed, hash })
    ends(t, subject, 'seed.committed', 'proven', 'values-equal')
    t.ok(findingsOf(subject).includes('ambiguous-concat'), 'and the report says what that is worth')
  }
  const prefixed = (name: string) => ({ bytes_prefixed: [{ bytes_utf8: name }, 4, 'be'] })
  const bounded = joined({ concat: [prefixed('$salt'), prefixed('$seed')] })
  const length = Buffer.from([0, 0, 0, 2])
  const fixed = encodeHex(sha256(Buffer.concat([length, utf8('ab'), Buffer.from([0, 0, 0, 1]), utf8('c')])))
  const kept = examine(bounded, { salt: 'ab', seed: 'c', hash: fixed })
  ends(t, kept, 'seed.committed', 'proven', 'values-equal')
  t.notOk(findingsOf(kept).includes('ambiguous-concat'))
  const moved = examine(bounded, { salt: 'a', seed: 'bc', hash: fixed })
  ends(t, moved, 'seed.committed', 'refuted', 'values-differ')
  t.end()
})

await t.test('E21: a hash of a secret and a message, and the message continued', t => {
  const keyed = joined({ concat: [{ bytes_utf8: '$salt' }, { bytes_utf8: '$seed' }] })
  const hash = encodeHex(sha256(utf8('secretmessage')))
  ends(
    t,
    examine(keyed, { salt: 'secret', seed: 'message', hash }),
    'seed.committed',
    'proven',
    'values-equal',
  )
  // What a hash function would be fed before it goes on: whoever continues has another hash, and this one is published.
  const padding = `\u0080${'\0'.repeat(42)}`
  for (const seed of [`message${padding}`, `message${padding}more`, 'messagemore']) {
    ends(
      t,
      examine(keyed, { salt: 'secret', seed, hash }),
      'seed.committed',
      'refuted',
      'values-differ',
      show(seed),
    )
  }
  t.end()
})

await t.test('E22: two commitments, and one without a draw', async t => {
  for (const name of ['second-commitment-seen', 'second-commitment-seen-late', 'second-seal-seen']) {
    known(t, secondSeen, 'evidence.unique', name, 'refuted', 'statement-second')
  }
  known(t, logEvidence, 'evidence.unique', 'second-commitment-logged', 'refuted', 'statement-second')
  known(t, order, 'statement.chain', 'second-commitment', 'refuted', 'chain-order')
  known(t, links, 'statement.chain', 'commitment-twice', 'refuted', 'chain-broken')
  known(t, unended, 'statement.chain', 'only-committed', 'not-provable', 'chain-unfinished')
  // The log shows whoever looks that a raffle was begun and not ended.
  const folder = t.testdir()
  for (const [steps, code] of [
    [1, 'seal-overdue'],
    [2, 'draw-overdue'],
  ] as const) {
    const it = createCeremony({ seed: 'begun', operator: logOperator })
    it.commit()
    if (steps === 2) it.seal()
    const log = new TestLog().append(...entriesOf(it))
    const { subjects } = await watch([log.write(`${folder}/${code}`)], {
      state: `${folder}/${code}.state`,
      log,
    })
    ends(t, subjects[0]!, 'log.draws', 'not-provable', code)
  }
})

await t.test('E23: a clock that is a year behind', t => {
  const year = 365 * 86_400
  const early = altered(evidence => {
    evidence.now = utc(times.now - year)
  })
  const subject = judge(early)
  t.equal(subject.verdict, 'not-provable', 'nobody is accused')
  ends(t, subject, 'evidence.timely', 'not-provable', 'observation-untrusted')
  t.ok(findingsOf(subject).includes('time-in-future'))
  t.match(subject.findings.find(({ code }) => code === 'time-in-future')?.message, utc(times.now - year))
  known(t, logClaims, 'log.witnessed', 'cosigned-in-the-future', 'not-provable', 'witnesses-short')
  t.end()
})

await t.test('E24: 100,000 signatures', t => {
  const [first] = good.bundle.statements as [EnvelopeJson]
  const many = Array.from({ length: 100_000 }, () => first.signatures[0]!)
  const withStatements = (statements: EnvelopeJson[]): Evidence => ({
    ...good,
    bundle: { ...good.bundle, statements },
  })
  refusedUnverified(
    t,
    withStatements([{ ...first, signatures: many }]),
    'bundle-invalid',
    'below one statement',
  )
  refusedUnverified(
    t,
    withStatements(Array.from({ length: 100_000 }, () => first)),
    'bundle-invalid',
    'of one each',
  )
  const line = `\u2014 nobody.example ${encodeBase64(new Uint8Array(68).fill(1))}\n`
  t.equal(
    codeOf(() => parseNote(`text\n\n${line.repeat(100_000)}`)),
    'note-invalid',
  )
  const noted = bundled(({ log }) => {
    log.checkpoint += line.repeat(100_000)
  })
  refusedUnverified(t, noted, 'bundle-invalid', 'below a checkpoint')
  t.end()
})

await t.test('E25: a report that praises itself', async t => {
  const folder = t.testdir({ 'bundle.json': JSON.stringify(bundle) })
  const { report } = await runJson(['verify', 'bundle.json'], { cwd: folder })
  t.equal(report.verdict, 'not-provable')
  const edited = JSON.stringify({ ...report, verdict: 'proven', exit_code: 0 }).replaceAll(
    'not-provable',
    'proven',
  )
  unread(t, edited, 'document-unknown', /found a report of drawaudit: reports are not evidence$/)
  writeFileSync(join(folder, 'report.json'), edited)
  const again = await run(['verify', 'report.json'], { cwd: folder })
  t.equal(again.code, 3)
  t.match(again.stdout, /reports are not\s+evidence/)
})
