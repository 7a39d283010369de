import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { parseCheckpoint } from '../../src/core/checkpoint.js'
import { verifyConsistency } from '../../src/core/consistency-proof.js'
import { decodeHex, encodeUtf8 } from '../../src/core/encoding.js'
import { derivePublicKey } from '../../src/core/dsse.js'
import { canonicalize } from '../../src/core/canonical.js'
import type { JsonValue } from '../../src/core/json.js'
import { hashLeaf, MerkleTree, verifyInclusion } from '../../src/core/merkle.js'
import {
  createVerifierKey,
  formatVerifierKey,
  parseNote,
  parseVerifierKey,
  signCosignature,
  verifyNote,
} from '../../src/core/note.js'
import { portable } from '../../src/core/portable.js'
import { adoptStore } from '../../src/operator/adopt-store.js'
import { compareHeads, type ComparedLog } from '../../src/operator/compare-journal.js'
import { createLog } from '../../src/operator/create-log.js'
import { createRaffle } from '../../src/operator/create-raffle.js'
import { findUncosigned, keepCosignatures } from '../../src/operator/cosign-log.js'
import { journalOf, readJournal } from '../../src/operator/journal.js'
import { readOwnLog } from '../../src/operator/own-log.js'
import { sequenceLog } from '../../src/operator/sequence-log.js'
import { formatHead, formatLogKey } from '../../src/store/log-tree.js'
import { backupSqliteStore, checkSqliteStore } from '../../src/store/sqlite/maintenance.js'
import { parseBundle, type BundleJson } from '../../src/model/bundle.js'
import { parseTrust } from '../../src/model/trust.js'
import { encodeChainInfo } from '../../src/core/beacon-json.js'
import { native } from '../../src/native/engine.js'
import { sealRaffle } from '../../src/operator/seal-raffle.js'
import { summarizeLog } from '../../src/verify/bundle/log-entries.js'
import { summarizeEntries } from '../../src/verify/bundle/entry-list.js'
import { verifyBundle } from '../../src/verify/bundle/verify-bundle.js'
import { Sqlite } from '../sqlite.js'
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
  readView,
  setUp,
  type Stage,
} from './stage.js'

const slow = process.env['SLOW'] === '1'
const origin = 'raffles.example/log'
type Test = Pick<typeof t, 'equal' | 'ok' | 'name' | 'testdir' | 'teardown'>
let copies = 0
const other = '59638a53-01d5-4ea0-96bc-887c4448c4f3'

function must<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('nothing there')
  return value
}

/** Entries that are no statements: for trees of any size. */
async function appendMade({ store }: Stage, count: number): Promise<void> {
  await store.transact(async ({ log }) => {
    const start = await log.countEntries()
    await log.append(
      Array.from({ length: count }, (_, index) => {
        const data = encodeUtf8(`entry ${start + index}`)
        return { raffleId: other, sequence: start + index, data, hash: hashLeaf(data) }
      }),
    )
  })
}

/** Every proof in a bundle's log leads from its statement to the root of its signed checkpoint. */
function checkLogMember(t: Test, bundle: BundleJson, vkey: string): number {
  const log = bundle.log as unknown as {
    checkpoint: string
    proofs: { sequence: number; index: number; inclusion: string[] }[]
    cosigned?: { checkpoint: string; sequence: number; index: number; inclusion: string[] }[]
  }
  const all = [
    ...log.proofs.map(proof => ({ ...proof, checkpoint: log.checkpoint })),
    ...(log.cosigned ?? []),
  ]
  for (const { checkpoint, sequence, index, inclusion } of all) {
    const note = parseNote(checkpoint)
    const { size, root } = parseCheckpoint(note.text)
    t.equal(verifyNote(note, [parseVerifierKey(vkey)]).length, 1, 'signed by the log')
    const leafHash = hashLeaf(encodeUtf8(canonicalize(bundle.statements[sequence] as unknown as JsonValue)))
    t.ok(
      verifyInclusion({ index, size, leafHash, proof: inclusion.map(decodeHex), root }),
      `statement ${sequence}`,
    )
  }
  return log.proofs.length
}

await t.test('what was signed before goes into a log, and what is signed later', async t => {
  const stage = await setUp(t)
  await goTo(stage, 'created')
  const { vkey, head, added } = await createLog(stage.desk, origin)
  t.strictSame([head.size, added], [1, 1])
  t.equal(formatLogKey(must(await stage.store.log.readLog())), vkey)
  t.equal(checkLogMember(t, await stage.bundle(), vkey), 1)
  await stage.importText('ticket-1,paid\nticket-2,paid\nticket-3,free\n')
  await createRaffle(stage.desk, { ...offer, raffleId: other })
  t.equal((await sequenceLog(stage.desk))?.head.size, 2)
  t.strictSame((await checkSqliteStore(stage.file, native)).problems, [])
  t.equal((await sequenceLog(stage.desk))?.added, 0, 'no head is signed where nothing was added')
  t.equal((await stage.store.log.listHeads(0, 10)).length, 2)
  const refused = await failure(createLog(stage.desk, 'another.example'))
  t.equal(refused.code, 'log-exists')
})

await t.test('an empty log has a head', async t => {
  const stage = await setUp(t)
  const { head } = await createLog(stage.desk, origin)
  t.equal(head.size, 0)
  t.equal(
    parseCheckpoint(parseNote(formatHead(origin, head)).text).size,
    0,
    'whose root is that of no leaves',
  )
  t.equal((await sequenceLog(stage.desk))?.added, 0)
  t.equal((await failure(createLog(stage.desk, 'two words'))).code, 'key-invalid')
  t.equal((await failure(createLog(stage.desk, 'https://raffles.example'))).code, 'key-invalid')
})

await t.test('a whole ceremony is in the log, statement by statement', async t => {
  const stage = await setUp(t)
  const { vkey } = await createLog(stage.desk, origin)
  await goTo(stage, 'drawn')
  t.equal((await stage.bundle()).log, undefined, 'no head covers it yet')
  const { added } = must(await sequenceLog(stage.desk))
  t.equal(added, 5)
  t.equal(checkLogMember(t, await stage.bundle(), vkey), 5)
  t.strictSame((await checkSqliteStore(stage.file, native)).problems, [])
})

await t.test('every head follows from the one before, over tiles of any width', async t => {
  const stage = await setUp(t)
  await createLog(stage.desk, origin)
  const naive = new MerkleTree()
  let before = naive.root()
  let size = 0
  for (const count of [1, 1, 253, 1, 1, 255, 256, 1, 4097, 9000]) {
    await appendMade(stage, count)
    const { head } = must(await sequenceLog(stage.desk))
    for (let index = size; index < size + count; index += 1) {
      naive.append(hashLeaf(encodeUtf8(`entry ${index}`)))
    }
    t.strictSame(head.root, naive.root(), `${head.size} entries`)
    const uncosigned = must(await findUncosigned(stage.store.log))
    if (size > 0) {
      const proof = await uncosigned.prove(size)
      t.ok(verifyConsistency({ size1: size, root1: before, size2: head.size, root2: head.root, proof }))
    }
    before = head.root
    size = head.size
  }
  const sizes = (await stage.store.log.listHeads(0, 100)).map(head => head.size)
  t.equal(new Set(sizes).size, sizes.length, 'no two heads have one size')
})

await t.test('cosignatures become a part of bundles, the first that has what', async t => {
  const stage = await setUp(t)
  await createLog(stage.desk, origin)
  const secret = new Uint8Array(32).fill(5)
  const witness = createVerifierKey('witness.example', 'cosignature/v1', derivePublicKey(secret))
  const url = 'https://witness.example'
  await stage.store.transact(({ log }) => log.writeWitness({ url, vkey: formatVerifierKey(witness) }))
  const cosign = async (time: number): Promise<void> => {
    const { note, head, requests } = must(await findUncosigned(stage.store.log))
    t.strictSame(
      requests.map(request => request.url),
      [url],
    )
    const cosignature = signCosignature(parseNote(note).text, witness.name, time, secret)
    await keepCosignatures(stage.desk, head.size, [cosignature])
    t.strictSame((await findUncosigned(stage.store.log))?.requests, [], 'nothing is left to ask')
  }
  await goTo(stage, 'created')
  await sequenceLog(stage.desk)
  await cosign(1000)
  await stage.importText('ticket-1,paid\nticket-2,paid\nticket-3,free\n')
  await createRaffle(stage.desk, { ...offer, raffleId: other })
  await sequenceLog(stage.desk)
  const { requests } = must(await findUncosigned(stage.store.log))
  t.equal(requests[0]?.oldSize, 1, 'the witness is asked from where it stands')
  await cosign(2000)
  const bundle = await stage.bundle()
  const { checkpoint } = bundle.log as unknown as { checkpoint: string }
  const times = verifyNote(parseNote(checkpoint), [witness]).map(({ time }) => time)
  t.strictSame(times, [1000], 'a bundle keeps the first checkpoint that covers it')
  t.strictSame((await checkSqliteStore(stage.file, native)).problems, [])
  const none = await failure(keepCosignatures(stage.desk, 77, [signCosignature('x\n', 'w', 1, secret)]))
  t.equal(none.code, 'internal', 'a head that was never signed takes none')
})

await t.test('of more cosignatures than a note has room for, the latest are shown', async t => {
  const stage = await setUp(t)
  await createLog(stage.desk, origin)
  await goTo(stage, 'created')
  await sequenceLog(stage.desk)
  const { note, head } = must(await findUncosigned(stage.store.log))
  const { text } = parseNote(note)
  const secret = new Uint8Array(32).fill(5)
  // As where witnesses were removed and others named while the log did not grow.
  for (const from of [0, 60]) {
    const names = Array.from({ length: 60 }, (_, at) => `w${from + at}.example`)
    const cosignatures = names.map(name => signCosignature(text, name, 1000, secret))
    await keepCosignatures(stage.desk, head.size, cosignatures)
  }
  const { checkpoint } = (await stage.bundle()).log as unknown as { checkpoint: string }
  const names = parseNote(checkpoint).signatures.map(({ name }) => name)
  t.strictSame(names, [origin, ...Array.from({ length: 99 }, (_, at) => `w${21 + at}.example`)])
})

await t.test('a draw whose statements witnesses saw in time reaches level 5', async t => {
  const stage = await setUp(t)
  await createLog(stage.desk, origin)
  const secrets = [5, 6].map(byte => new Uint8Array(32).fill(byte))
  const witnesses = secrets.map((secret, index) => ({
    secret,
    key: createVerifierKey(`witness${index}.example`, 'cosignature/v1', derivePublicKey(secret)),
  }))
  for (const { key } of witnesses) {
    const row = { url: `https://${key.name}`, vkey: formatVerifierKey(key) }
    await stage.store.transact(({ log }) => log.writeWitness(row))
  }
  const advance = async (time: number): Promise<void> => {
    await sequenceLog(stage.desk)
    const { note, head } = must(await findUncosigned(stage.store.log))
    const { text } = parseNote(note)
    const cosignatures = witnesses.map(({ key, secret }) => signCosignature(text, key.name, time, secret))
    await keepCosignatures(stage.desk, head.size, cosignatures)
  }
  await goTo(stage, 'created')
  await advance(noon + 1)
  await stage.importText(list)
  stage.setClock(close)
  await sealRaffle(stage.desk, raffleId)
  await advance(close + 1)
  stage.setClock(drawAt + 3)
  await stage.draw()
  await advance(drawAt + 4)

  const bundle = await stage.bundle()
  const trust = parseTrust({
    ...(await stage.store.readTrust()),
    beacons: [encodeChainInfo(chain)],
    witnesses: witnesses.map(({ key }) => formatVerifierKey(key)),
    witness_threshold: 2,
  })
  const record = readView((await stage.store.readRaffle(raffleId))?.audit) as object
  const options = { now: new Date((drawAt + 10) * 1000), record, require: ['witnessed'] }
  const [light] = verifyBundle(bundle, trust, options).subjects
  t.strictSame([light?.level, light?.stopped_by], [3, 'entries.sealed'], 'nobody read the list whole')
  const sealed = await stage.store.ceremonies.readEntries(raffleId, 0, 1000)
  const whole = { ...options, list: summarizeEntries(sealed, { at: [0] }) }
  const [alone] = verifyBundle(bundle, trust, whole).subjects
  t.equal(alone?.level, 3, 'without the entries nobody can say that there was no second commitment')
  t.equal(alone?.stopped_by, 'evidence.unique')
  const entries = await stage.store.log.readLogEntries(0, 100)
  const log = await summarizeLog(
    entries.map(({ data }) => data),
    {
      bundle: parseBundle(bundle),
      trust,
      checkpoint: formatHead(origin, must(await stage.store.log.readHead())),
    },
  )
  const report = verifyBundle(bundle, trust, { ...whole, log })
  t.equal(report.verdict, 'proven')
  t.equal(report.subjects[0]?.level, 5)
  const codes = new Map((report.subjects[0]?.claims ?? []).map(({ id, code }) => [id, code]))
  t.equal(codes.get('log.included'), 'log-included')
  t.equal(codes.get('log.witnessed'), 'log-witnessed')
  t.equal(codes.get('evidence.unique'), 'logged-once')
})

await t.test('a head that was noted and not stored is signed again, the same', async t => {
  const stage = await setUp(t)
  await createLog(stage.desk, origin)
  await appendMade(stage, 300)
  // The moment after the journal and before the commit.
  const before = `${stage.file}.before`
  await backupSqliteStore(stage.file, before)
  const first = must(await sequenceLog(stage.desk))
  const again = await setUpCopy(t, stage, before)
  await appendMade(again, 5)
  const lines = readFileSync(journalOf(again.file), 'utf8')
  const second = must(await sequenceLog(again.desk))
  const [replayed] = await again.store.log.listHeads(300, 1)
  t.strictSame(replayed?.signature, first.head.signature, 'byte for byte')
  t.equal(second.head.size, 305, 'and then goes on')
  t.equal(readFileSync(journalOf(again.file), 'utf8').length > lines.length, true)
})

await t.test('a store behind its last head refuses to sign', async t => {
  const stage = await setUp(t)
  await createLog(stage.desk, origin)
  await goTo(stage, 'created')
  const copy = `${stage.file}.old`
  await backupSqliteStore(stage.file, copy)
  await appendMade(stage, 3)
  await sequenceLog(stage.desk)
  const old = await setUpCopy(t, stage, copy)
  const refused = await failure(sequenceLog(old.desk))
  t.equal(refused.code, 'store-rolled-back')
  t.match(refused.message, /a head of 4 entries was signed for the log raffles\.example\/log/)
  const step = await failure(createRaffle(old.desk, { ...offer, raffleId: other }))
  t.equal(step.code, 'store-rolled-back', 'no step is carried out either')

  // With as many entries, but others.
  await appendOther(old, 3)
  const forked = await failure(sequenceLog(old.desk))
  t.equal(forked.code, 'store-rolled-back')
  t.equal((await old.store.log.readHead())?.size, 0)

  const adopted = await old.store.transact(transaction =>
    adoptStore(journalOf(old.file), transaction, portable),
  )
  t.strictSame(adopted.lostLogs, [origin])
  const lost = await failure(sequenceLog(old.desk))
  t.equal(lost.code, 'log-lost')
  t.equal((await failure(createLog(old.desk, origin))).code, 'log-exists', 'a lost name is never used again')
  const begun = await createLog(old.desk, 'raffles.example/log2')
  t.equal(begun.head.size, 1, 'another log has what the store has')
})

await t.test('a store that has all of its log gives none up, and one from before the log does', async t => {
  const stage = await setUp(t)
  const copy = `${stage.file}.old`
  await backupSqliteStore(stage.file, copy)
  await createLog(stage.desk, origin)
  await appendMade(stage, 3)
  await sequenceLog(stage.desk)
  const adopt = ({ store, file }: Stage) =>
    store.transact(transaction => adoptStore(journalOf(file), transaction, portable))
  t.strictSame((await adopt(stage)).lostLogs, [])
  await appendMade(stage, 2)
  t.equal((await sequenceLog(stage.desk))?.head.size, 5, 'it goes on')
  const old = await setUpCopy(t, stage, copy)
  t.strictSame((await adopt(old)).lostLogs, [origin])
  t.strictSame((await adopt(old)).lostLogs, [], 'given up once')
})

await t.test('a head that is signed and not stored is no fault, and another one of its size is', t => {
  const [one, two] = ['1', '2'].map(digit => `sha256:${digit.repeat(64)}`) as [string, string]
  const noted = { heads: new Map([[origin, { origin, size: 3, root: one }]]), lostLogs: new Set<string>() }
  const compare = (state: ComparedLog | undefined) => () => {
    compareHeads('journal', noted, state)
  }
  compare({ origin, entries: 3 })()
  compare({ origin, entries: 4, head: { origin, size: 2, root: two } })()
  compare({ origin, entries: 3, head: { origin, size: 3, root: one } })()
  const back = { code: 'store-rolled-back' }
  t.throws(compare({ origin, entries: 3, head: { origin, size: 3, root: two } }), back)
  t.throws(compare({ origin, entries: 2 }), back)
  t.throws(compare(undefined), back)
  t.end()
})

await t.test('what a store says of its own log is what its entries say', async t => {
  const stage = await setUp(t)
  await createLog(stage.desk, origin)
  await goTo(stage, 'drawn')
  const { log } = stage.store
  const bundle = parseBundle(await stage.bundle())
  const trust = parseTrust({ ...(await stage.store.readTrust()), beacons: [encodeChainInfo(chain)] })
  await sequenceLog(stage.desk)
  const head = must(await log.readHead())
  const summary = must(await readOwnLog(log, bundle, trust, portable))
  t.equal(summary.checkpoint, formatHead(origin, head))
  t.strictSame([summary.size, summary.fault], [5, undefined])
  t.strictSame(summary.places, [0, 1, 2, 3, 4])
  t.strictSame(summary.rootAt(5), Uint8Array.from(head.root))
  const bare = await setUp(t, { file: `${stage.file}.bare` })
  t.equal(await readOwnLog(bare.store.log, bundle, trust, portable), undefined)
})

await t.test('a journal that is lost or behind refuses too', async t => {
  const stage = await setUp(t)
  await createLog(stage.desk, origin)
  const before = readFileSync(journalOf(stage.file))
  await appendMade(stage, 2)
  await sequenceLog(stage.desk)
  await appendMade(stage, 1)
  writeFileSync(journalOf(stage.file), before)
  const behind = await failure(sequenceLog(stage.desk))
  t.equal(behind.code, 'journal-missing')
  rmSync(journalOf(stage.file))
  t.equal((await failure(sequenceLog(stage.desk))).code, 'journal-missing')
  const adopted = await stage.store.transact(transaction =>
    adoptStore(journalOf(stage.file), transaction, portable),
  )
  t.strictSame(adopted.lostLogs, [])
  t.equal((await sequenceLog(stage.desk))?.head.size, 3)
  t.strictSame(
    [...readJournal(journalOf(stage.file)).heads.values()].map(({ size }) => size),
    [3],
  )
})

await t.test('a bit that flips in any stored leaf is found, and never signed', async t => {
  const stage = await setUp(t)
  await createLog(stage.desk, origin)
  const naive = new MerkleTree()
  const total = 520
  await appendMade(stage, total)
  await sequenceLog(stage.desk)
  await appendMade(stage, 20)
  for (let index = 0; index < total + 20; index += 1) naive.append(hashLeaf(encodeUtf8(`entry ${index}`)))
  const right = naive.root()
  const whole = `${stage.file}.whole`
  await backupSqliteStore(stage.file, whole)
  let refused = 0
  for (let place = 0; place < total + 20; place += slow ? 13 : 41) {
    for (const column of ['data', 'hash'] as const) {
      const copy = await setUpCopy(t, stage, whole)
      flip(copy.file, 'log_entry', column, place, place % 8)
      const { problems } = await checkSqliteStore(copy.file, native)
      t.ok(
        problems.includes(`the log: entry ${place} is not what was appended`),
        `store check finds entry ${place}`,
      )
      const ended = await sequenceLog(copy.desk).catch((error: unknown) => error)
      if (ended instanceof Error) {
        t.match(ended, { code: 'store-damaged' }, `${column} of entry ${place}`)
        refused += 1
      } else t.strictSame((ended as Sequenced).head.root, right, 'no head rests on what has flipped')
      await copy.store.close()
    }
  }
  t.ok(refused > 0, `${refused} of them would have been signed`)
  for (const [level, place, at] of [
    [0, 0, 3],
    [0, 1, 200],
    [0, 2, 7],
    [1, 0, 0],
    [1, 0, 1],
  ] as const) {
    const copy = await setUpCopy(t, stage, whole)
    flipTile(copy.file, level, place, at * 32)
    t.ok(
      (await checkSqliteStore(copy.file, native)).problems.length > 0,
      `store check finds it in tile ${level}/${place}`,
    )
    const ended = await sequenceLog(copy.desk).catch((error: unknown) => error)
    if (ended instanceof Error) t.match(ended, { code: 'store-damaged' })
    else t.strictSame((ended as Sequenced).head.root, right)
    await copy.store.close()
  }
})

type Sequenced = NonNullable<Awaited<ReturnType<typeof sequenceLog>>>

/** A desk on a copy of a store, beside a copy of its journal. */
async function setUpCopy(t: Test, { file }: Stage, from = file): Promise<Stage> {
  copies += 1
  const to = `${file}.copy${copies}`
  copyFileSync(from, to)
  copyFileSync(journalOf(file), journalOf(to))
  return setUp(t, { file: to, bare: true })
}

async function appendOther({ store }: Stage, count: number): Promise<void> {
  await store.transact(async ({ log }) => {
    const start = await log.countEntries()
    await log.append(
      Array.from({ length: count }, (_, index) => {
        const data = encodeUtf8(`another ${start + index}`)
        return { raffleId: other, sequence: start + index, data, hash: hashLeaf(data) }
      }),
    )
  })
}

function flip(file: string, table: string, column: string, place: number, bit: number): void {
  const database = new Sqlite(file)
  const bytes = database
    .prepare<[number], Buffer>(`SELECT ${column} FROM ${table} WHERE place = ?`)
    .pluck()
    .get(place)
  if (bytes === undefined) throw new Error('no such row')
  bytes[0] = (bytes[0] ?? 0) ^ (1 << bit)
  database.prepare(`UPDATE ${table} SET ${column} = ? WHERE place = ?`).run(bytes, place)
  database.close()
}

function flipTile(file: string, level: number, place: number, byte: number): void {
  const database = new Sqlite(file)
  const bytes = database
    .prepare<[number, number], Buffer>('SELECT hashes FROM log_tile WHERE level = ? AND place = ?')
    .pluck()
    .get(level, place)
  if (bytes === undefined) throw new Error('no such tile')
  bytes[byte] = (bytes[byte] ?? 0) ^ 1
  database.prepare('UPDATE log_tile SET hashes = ? WHERE level = ? AND place = ?').run(bytes, level, place)
  database.close()
}
