import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { parseJson } from '../../../src/core/json.js'
import { formatNote, parseNote, signNote } from '../../../src/core/note.js'
import { derivePrefixRoot } from '../../../src/core/consistency-proof.js'
import { parseCheckpoint } from '../../../src/core/checkpoint.js'
import { parseFraudProof } from '../../../src/model/fraud-proof.js'
import { native } from '../../../src/native/engine.js'
import { verifyFraudProof } from '../../../src/verify/bundle/verify-fraud-proof.js'
import { openLogSource } from '../../../src/log/read/log-source.js'
import { readOther } from '../../../src/log/monitor/read-other.js'
import {
  createCeremony,
  createSigner,
  runRaffle,
  type Ceremony,
  type Choices,
} from '../../protocol/factory.js'
import { sha256, utc, utf8, type Members } from '../../protocol/second-opinion.js'
import { start } from '../../remote/start.js'
import { entriesOf, entryOf, operator, poolEntries, raffleEntries, serveLog, TestLog } from '../make-log.js'
import { codesOf, later, trustIn, watch } from '../watch-log.js'

const good = {
  'log.signed': 'proven signature-verified',
  'log.consistent': 'proven log-consistent',
  'log.entries': 'proven log-kept',
  'log.chains': 'proven log-kept',
  'log.unique': 'proven log-kept',
  'log.draws': 'proven log-kept',
}
const first = { ...good, 'log.consistent': 'not-applicable seen-first' }

const raffle = (seed: string, choices: Partial<Choices> = {}): Ceremony =>
  runRaffle({ seed, operator, ...choices })

void t.test('a good log, look by look', async t => {
  const folder = t.testdir()
  const state = `${folder}/log.state`
  const log = new TestLog()
  const place = log.write(`${folder}/log`)
  const empty = await watch([place], { state, log })
  t.same(codesOf(empty)['log.entries'], 'not-applicable nothing-to-show')
  t.equal(empty.exitCode, 0)
  for (let round = 0; round < 4; round++) {
    for (let each = 0; each < 20; each++) {
      log.append(
        ...raffleEntries({ seed: `${round}/${each}`, prizes: 3, replace: each % 5 === 0 ? [2, 2] : [] }),
      )
    }
    log.write(place)
    const watched = await watch([place], { state, log })
    t.same(codesOf(watched), good, `round ${round}`)
    t.equal(watched.exitCode, 0)
    t.equal(watched.subjects[0]?.kind, 'log')
    t.match(watched.subjects[0]?.title, `${log.size} entries`)
  }
  const before = readFileSync(state, 'utf8')
  t.same(codesOf(await watch([place], { state, log })), good)
  t.equal(readFileSync(state, 'utf8'), before, 'nothing new, nothing written')
  t.same(codesOf(await watch([place], { state: `${folder}/new.state`, log })), first)
  t.same(readdirSync(folder).sort(), ['log', 'log.state', 'log.state.lock', 'new.state', 'new.state.lock'])
})

void t.test('each statement comes alone', async t => {
  const folder = t.testdir()
  const log = new TestLog()
  const choices = { seed: 'alone', prizes: 2, replace: [1] }
  const entries = raffleEntries(choices)
  const { times } = createCeremony(choices)
  for (const entry of entries) {
    log.append(entry)
    const dated = new Date((log.size > 2 ? times.drawn + 3600 : times.committed) * 1000)
    const watched = await watch([log.write(`${folder}/log`)], { state: `${folder}/state`, log, now: dated })
    t.same(codesOf(watched), log.size === 1 ? first : good, `${log.size} entries`)
  }
})

/** A log with exactly one fault, and how it ends. */
interface Case {
  readonly name: string
  readonly make: () => readonly Uint8Array[]
  readonly claim: string
  readonly ends: string
  readonly exitCode: number
  readonly now?: Date
}

const stranger = createSigner('Stranger')
const impostor = createSigner('Example Raffles', 'another key')
const step = (seed: string, ...steps: ((ceremony: Ceremony) => unknown)[]): readonly Uint8Array[] => {
  const ceremony = createCeremony({ seed, operator, prizes: 2 })
  for (const one of steps) one(ceremony)
  return entriesOf(ceremony)
}
/** The same of a raffle with public seeds. */
const openRaffle = (seed: string, ...steps: ((ceremony: Ceremony) => unknown)[]): readonly Uint8Array[] => {
  const ceremony = createCeremony({ seed, operator, prizes: 2, seeds: 'public' })
  for (const one of steps) one(ceremony)
  return entriesOf(ceremony)
}

const commit = (one: Ceremony): unknown => one.commit()
const seal = (one: Ceremony): unknown => one.seal()
const draw = (one: Ceremony): unknown => one.draw(one.picks.length + 1)

/** The same raffle with something else in one statement, so that both are signed by the operator. */
const twice = (at: number, lies: Parameters<typeof runRaffle>[1]): readonly Uint8Array[] => {
  const one = entriesOf(raffle('twice'))
  const other = entriesOf(raffle('twice', {}))
  const lied = entriesOf(runRaffle({ seed: 'twice', operator }, lies))
  return [...one, ...other.slice(0, 0), lied[at]!]
}

const altered = (entry: Uint8Array, change: (text: string) => string): Uint8Array =>
  utf8(change(Buffer.from(entry).toString()))

const cases: readonly Case[] = [
  {
    name: 'an empty entry',
    make: () => [Uint8Array.of()],
    claim: 'log.entries',
    ends: 'refuted statement-invalid',
    exitCode: 1,
  },
  {
    name: 'bytes that are no text',
    make: () => [Uint8Array.of(0xff, 0xfe, 0)],
    claim: 'log.entries',
    ends: 'refuted statement-invalid',
    exitCode: 1,
  },
  {
    name: 'the longest entry, of nothing',
    make: () => [new Uint8Array(65_535).fill(0x20)],
    claim: 'log.entries',
    ends: 'refuted statement-invalid',
    exitCode: 1,
  },
  {
    name: 'an envelope in another form',
    make: () => [altered(raffleEntries({ seed: 'form' })[0]!, text => `${text} `)],
    claim: 'log.entries',
    ends: 'refuted statement-invalid',
    exitCode: 1,
  },
  {
    name: 'an envelope with a member that nobody signed',
    make: () => [altered(raffleEntries({ seed: 'member' })[0]!, text => `{"a":1,${text.slice(1)}`)],
    claim: 'log.entries',
    ends: 'refuted statement-invalid',
    exitCode: 1,
  },
  {
    name: 'an envelope of something else',
    make: () => step('type', one => one.commit({}, { payloadType: 'text/plain' })),
    claim: 'log.entries',
    ends: 'refuted statement-invalid',
    exitCode: 1,
  },
  {
    name: 'a signature that fails',
    make: () => {
      const ceremony = raffle('signature')
      const [envelope] = ceremony.envelopes
      const [signature] = envelope!.signatures
      const sig = Buffer.from(signature!.sig, 'base64')
      sig[40]! ^= 1
      return [
        ...entriesOf(ceremony),
        entryOf({ ...envelope, signatures: [{ ...signature, sig: sig.toString('base64') }] }),
      ]
    },
    claim: 'log.entries',
    ends: 'refuted signature-invalid',
    exitCode: 1,
  },
  {
    name: 'an operator that is not known',
    make: () => entriesOf(raffle('stranger', { operator: stranger })),
    claim: 'log.entries',
    ends: 'not-provable operator-unknown',
    exitCode: 3,
  },
  {
    name: 'a key that is not known',
    make: () => entriesOf(raffle('impostor', { operator: impostor })),
    claim: 'log.entries',
    ends: 'not-provable key-unknown',
    exitCode: 3,
  },
  {
    name: 'a second commitment',
    make: () => twice(0, { commitment: { raffle_name: 'Another name' } }),
    claim: 'log.unique',
    ends: 'refuted statement-second',
    exitCode: 1,
  },
  {
    name: 'a second seal',
    make: () => twice(1, { seal: { entries_root: `sha256:${'0'.repeat(64)}` } }),
    claim: 'log.unique',
    ends: 'refuted statement-second',
    exitCode: 1,
  },
  {
    name: 'a second draw of a prize',
    make: () => twice(2, { draws: { 1: { winner_entry_id: 'friend' } } }),
    claim: 'log.unique',
    ends: 'refuted statement-second',
    exitCode: 1,
  },
  {
    name: 'a seal without a commitment',
    make: () => raffleEntries({ seed: 'gap' }).slice(1),
    claim: 'log.chains',
    ends: 'refuted chain-broken',
    exitCode: 1,
  },
  {
    name: 'a statement that is missing',
    make: () => raffleEntries({ seed: 'missing', prizes: 3 }).filter((_, at) => at !== 3),
    claim: 'log.chains',
    ends: 'refuted chain-broken',
    exitCode: 1,
  },
  {
    name: 'a statement that follows another one',
    make: () =>
      entriesOf(
        runRaffle({ seed: 'link', operator }, { draws: { 1: { previous: `sha256:${'1'.repeat(64)}` } } }),
      ),
    claim: 'log.chains',
    ends: 'refuted chain-broken',
    exitCode: 1,
  },
  {
    name: 'a statement of another operator',
    make: () =>
      step('mixed', commit, one =>
        one.seal({ operator: 'Other Raffles' }, { signer: createSigner('Other Raffles') }),
      ),
    claim: 'log.chains',
    ends: 'refuted chain-mixed',
    exitCode: 1,
  },
  {
    name: 'a draw before the seal',
    make: () =>
      step('order', commit, one => {
        const statement = createCeremony({ seed: 'order', operator, prizes: 2 })
        statement.commit()
        statement.seal()
        one.say({
          ...statement.draw(1),
          sequence: 1,
          previous: `sha256:${Buffer.from(sha256(one.said[0]!.payload)).toString('hex')}`,
        })
      }),
    claim: 'log.chains',
    ends: 'refuted chain-order',
    exitCode: 1,
  },
  {
    name: 'a statement after a cancellation',
    make: () => step('after', commit, one => one.cancel(), seal),
    claim: 'log.chains',
    ends: 'refuted chain-order',
    exitCode: 1,
  },
  {
    name: 'a seal dated before the entries closed',
    make: () => entriesOf(runRaffle({ seed: 'seal', operator, times: { sealed: 1_600_000_000 } })),
    claim: 'log.chains',
    ends: 'refuted chain-time',
    exitCode: 1,
  },
  {
    name: 'a draw of another prize',
    make: () => entriesOf(runRaffle({ seed: 'prize', operator }, { draws: { 1: { prize_name: 'A car' } } })),
    claim: 'log.chains',
    ends: 'refuted chain-prize',
    exitCode: 1,
  },
  {
    name: 'two prizes with one seed',
    make: () =>
      step(
        'repeated',
        one =>
          one.commit(statement => {
            const [prize, other] = statement['prizes'] as { rng_seed_hash: string }[]
            return {
              ...statement,
              prizes: [prize!, { ...other!, rng_seed_hash: prize!.rng_seed_hash }] as never,
            }
          }),
        one => one.cancel(),
      ),
    claim: 'log.chains',
    ends: 'refuted prize-repeated',
    exitCode: 1,
  },
  {
    name: 'a draw dated before its round',
    make: () => {
      const { times, beacon } = createCeremony({ seed: 'early', operator })
      return entriesOf(
        runRaffle({ seed: 'early', operator, beacon, times: { ...times, drawn: times.sealed + 1 } }),
      )
    },
    claim: 'log.draws',
    ends: 'refuted draw-early',
    exitCode: 1,
  },
  {
    name: 'a draw in the log before its round',
    make: () => raffleEntries({ seed: 'before' }),
    claim: 'log.draws',
    ends: 'refuted draw-early',
    exitCode: 1,
    now: new Date('2023-01-01T00:00:00Z'),
  },
  {
    name: 'another round than the rule gives',
    make: () =>
      step(
        'round',
        one =>
          one.commit(statement => ({
            ...statement,
            beacon: { ...(statement['beacon'] as { chain_hash: string }), round: 999 },
          })),
        one => one.cancel(),
      ),
    claim: 'log.draws',
    ends: 'refuted round-wrong',
    exitCode: 1,
  },
  {
    name: 'a raffle that is never sealed',
    make: () => step('unsealed', commit),
    claim: 'log.draws',
    ends: 'not-provable seal-overdue',
    exitCode: 3,
  },
  {
    name: 'a raffle that is never drawn',
    make: () => step('undrawn', commit, seal),
    claim: 'log.draws',
    ends: 'not-provable draw-overdue',
    exitCode: 3,
  },
  {
    name: 'a raffle with public seeds that is never drawn, though its winners are known',
    make: () => openRaffle('withheld', commit, seal),
    claim: 'log.draws',
    ends: 'not-provable draw-withheld',
    exitCode: 3,
  },
  {
    name: 'a raffle with public seeds that is cancelled when its winners are known',
    make: () =>
      openRaffle('taken back', commit, seal, one => {
        one.cancel({ issued_at_utc: utc(one.times.drawAt + 60) })
      }),
    claim: 'log.draws',
    ends: 'refuted cancelled-after-round',
    exitCode: 1,
  },
  {
    name: 'a public seed that does not have its hash',
    make: () =>
      openRaffle(
        'unhashed',
        one =>
          one.commit(({ prizes, ...rest }) => ({
            ...rest,
            prizes: (prizes as Members[]).map(prize => ({ ...prize, rng_seed: '7'.repeat(64) })),
          })),
        one => one.cancel(),
      ),
    claim: 'log.chains',
    ends: 'refuted seed-differs',
    exitCode: 1,
  },
  {
    name: 'a raffle of which one prize is not drawn',
    make: () => step('undrawn', commit, seal, draw),
    claim: 'log.draws',
    ends: 'not-provable draw-overdue',
    exitCode: 3,
  },
]

void t.test('exactly one fault', async t => {
  const around = [raffleEntries({ seed: 'around/1' }), raffleEntries({ seed: 'around/2' })] as const
  for (const { name, make, claim, ends, exitCode, now } of cases) {
    await t.test(name, async t => {
      const folder = t.testdir()
      const state = `${folder}/log.state`
      const log = new TestLog()
      if (now === undefined) log.append(...around[0])
      log.append(...make())
      if (now === undefined) log.append(...around[1])
      const place = log.write(`${folder}/log`)
      const trust = trustIn([operator, createSigner('Other Raffles')], [log])
      const watched = await watch([place], { state, log, trust, ...(now && { now }) })
      // Nobody can say how the statements of others follow one another.
      const followed = ends.endsWith('-unknown')
        ? { 'log.chains': ends, 'log.unique': ends, 'log.draws': ends }
        : {}
      t.same(codesOf(watched), { ...first, ...followed, [claim]: ends })
      t.equal(watched.exitCode, exitCode)
      const again = await watch([place], { state, log, trust, ...(now && { now }) })
      t.same(
        codesOf(again),
        { ...good, ...followed, [claim]: ends },
        'it stays in the log, and in the report',
      )
    })
  }
})

void t.test('what is not overdue yet', async t => {
  const folder = t.testdir()
  const log = new TestLog().append(...step('in time', commit, seal))
  const { times } = createCeremony({ seed: 'in time', operator, prizes: 2 })
  const place = log.write(`${folder}/log`)
  for (const [hours, ends] of [
    [1, 'proven log-kept'],
    [23, 'proven log-kept'],
    [25, 'not-provable draw-overdue'],
  ] as const) {
    const now = new Date((times.drawAt + hours * 3600) * 1000)
    const watched = await watch([place], { state: `${folder}/state`, log, now })
    t.equal(codesOf(watched)['log.draws'], ends, `${hours} hours`)
  }
  log.append(...raffleEntries({ seed: 'in time', prizes: 2 }).slice(2))
  t.same(
    codesOf(await watch([log.write(place)], { state: `${folder}/state`, log })),
    good,
    'late is not never',
  )
})

void t.test('keys over time', async t => {
  const folder = t.testdir()
  const log = new TestLog().append(...raffleEntries({ seed: 'keys' }))
  const place = log.write(`${folder}/log`)
  const trust = trustIn([operator], [log])
  const [known] = trust.operators
  const withKey = (change: object): typeof trust => ({
    ...trust,
    operators: [{ ...known!, keys: known!.keys.map(key => ({ ...key, ...change })) }],
  })
  const nano = (time: string): bigint => BigInt(Date.parse(time)) * 1_000_000n
  const ended = withKey({ validUntil: nano('2020-01-01T00:00:00Z') })
  const outside = await watch([place], { state: `${folder}/1`, log, trust: ended })
  t.same(codesOf(outside), { ...first, 'log.entries': 'refuted key-outside-period' })
  const revoked = withKey({ revokedAt: nano('2025-01-01T00:00:00Z') })
  const late = await watch([place], { state: `${folder}/2`, log, trust: revoked })
  t.same(codesOf(late), { ...first, 'log.entries': 'not-provable key-revoked' })
  const now = new Date('2024-12-31T00:00:00Z')
  t.same(codesOf(await watch([place], { state: `${folder}/3`, log, trust: revoked, now })), first)
})

void t.test('the same entry twice', async t => {
  const folder = t.testdir()
  const entries = raffleEntries({ seed: 'again' })
  const log = new TestLog().append(...entries, ...entries)
  const watched = await watch([log.write(`${folder}/log`)], { state: `${folder}/state`, log })
  t.same(codesOf(watched), first)
  t.match(watched.subjects[0]?.findings, [{ code: 'log-entry-repeated', message: /^4 entries/ }])
})

void t.test('many faults are counted, and a few told', async t => {
  const folder = t.testdir()
  const log = new TestLog().append(...Array.from({ length: 700 }, (_, index) => utf8(`garbage ${index}`)))
  const watched = await watch([log.write(`${folder}/log`)], { state: `${folder}/state`, log })
  t.match(watched.claims['log.entries']?.message, /and 690 more$/)
  t.ok(readFileSync(`${folder}/state`).length < 10_000)
})

void t.test('whose log it is', async t => {
  const folder = t.testdir()
  const log = new TestLog().append(...raffleEntries({ seed: 'whose' }))
  const state = `${folder}/state`
  const place = log.write(`${folder}/log`)
  const withNote = (note: string): void => {
    writeFileSync(`${place}/checkpoint`, note)
  }
  const ends = async (): Promise<string | undefined> =>
    codesOf(await watch([place], { state, log }))['log.signed']

  const unknown = await watch([place], { state, log, trust: trustIn([operator], []) })
  t.equal(codesOf(unknown)['log.signed'], 'not-provable log-unknown')
  t.equal(unknown.exitCode, 3)
  t.throws(() => readFileSync(state), 'nothing is remembered of what nobody signed')

  const { text } = parseNote(log.note())
  withNote(formatNote({ text, signatures: [signNote(text, log.origin, sha256(utf8('another')))] }))
  t.equal(await ends(), 'not-provable key-unknown')
  const [signature] = parseNote(log.note()).signatures
  const bad = Uint8Array.from(signature!.signature)
  bad[1]! ^= 1
  withNote(formatNote({ text, signatures: [{ ...signature!, signature: bad }] }))
  t.equal(await ends(), 'not-provable note-signature')
  withNote('<html>')
  t.equal(await ends(), 'not-provable note-invalid')
  const odd = `${log.origin}\n-1\n`
  withNote(formatNote({ text: odd, signatures: [signNote(odd, log.origin, log.secretKey)] }))
  t.equal(await ends(), 'not-provable checkpoint-invalid')

  withNote(log.note())
  t.equal(await ends(), 'proven signature-verified')
  const other = new TestLog('other.example/log').append(...raffleEntries({ seed: 'whose' }))
  const moved = await watch([other.write(place)], { state, log, trust: trustIn([operator], [log, other]) })
  t.equal(codesOf(moved)['log.signed'], 'not-provable log-other')
})

void t.test('an earlier checkpoint', async t => {
  const folder = t.testdir()
  const state = `${folder}/state`
  const log = new TestLog()
  log.append(...poolEntries(100))
  const place = log.write(`${folder}/log`)
  await watch([place], { state, log })
  const before = readFileSync(state, 'utf8')
  for (const size of [0, 1, 255, 256, 257, 399]) {
    writeFileSync(`${place}/checkpoint`, log.note(size))
    const watched = await watch([place], { state, log })
    t.same(codesOf(watched), good, `${size} entries`)
    t.match(watched.subjects[0]?.findings, [{ code: 'log-set-back' }])
    const now = new Date(later.getTime() + 25 * 3_600_000)
    const late = await watch([place], { state, log, now })
    t.equal(codesOf(late)['log.consistent'], 'not-provable log-behind')
    t.equal(late.exitCode, 3)
  }
  t.equal(readFileSync(state, 'utf8'), before, 'what is remembered never goes back')
  const other = log.fork(100).append(utf8('another history'))
  writeFileSync(`${place}/checkpoint`, other.note())
  const forked = await watch([place], { state, log })
  t.equal(codesOf(forked)['log.consistent'], 'refuted log-forked', 'an earlier one of another history')
  // The last line is the hash of the others.
  const lines = (text: string): readonly string[] =>
    text
      .replace(/"fork":\{[^}]*\},/, '')
      .split('\n')
      .slice(0, -2)
  t.same(lines(readFileSync(state, 'utf8')), lines(before), 'nothing but the fork is remembered')
})

void t.test('a fork is written down once, and proves it', async t => {
  const folder = t.testdir()
  const state = `${folder}/state`
  const log = new TestLog()
  log.append(...poolEntries(80))
  const other = log.fork(250).append(...raffleEntries({ seed: 'other' }))
  other.append(...poolEntries(140).slice(400))
  await watch([log.write(`${folder}/a`)], { state, log })
  const place = other.write(`${folder}/b`)
  const watched = await watch([place], { state, log })
  t.same(codesOf(watched)['log.consistent'], 'refuted log-forked')
  t.equal(watched.exitCode, 1)
  t.equal(codesOf(watched)['log.entries'], 'not-provable log-unproven')
  const files = (): string[] => readdirSync(folder).filter(name => name.endsWith('.json'))
  t.match(files(), [/^state\.fork-320-414-[0-9a-f]{8}\.json$/])
  const text = readFileSync(`${folder}/${files()[0]!}`)
  const proof = parseFraudProof(parseJson(text))
  const [a, b] = proof.checkpoints.map(note => parseCheckpoint(parseNote(note).text))
  const root = derivePrefixRoot({ size1: a!.size, size2: b!.size, root2: b!.root, hashes: proof.prefix })
  t.ok(root)
  t.notSame(root, a!.root)
  writeFileSync(`${folder}/${files()[0]!}`, 'kept as it is')
  await watch([place], { state, log })
  t.equal(files().length, 1)
  t.equal(readFileSync(`${folder}/${files()[0]!}`, 'utf8'), 'kept as it is')
  const forked = { ...good, 'log.consistent': 'refuted log-forked' }
  t.same(codesOf(await watch([`${folder}/a`], { state, log })), forked, 'and is never forgotten')
})

void t.test('a fork without tiles that prove it', async t => {
  const folder = t.testdir()
  const state = `${folder}/state`
  const log = new TestLog().append(...raffleEntries({ seed: 'tiles' }))
  const other = log.fork(2).append(...raffleEntries({ seed: 'other' }))
  await watch([log.write(`${folder}/a`)], { state, log })
  const files = other.files()
  for (const path of files.keys()) if (path.startsWith('tile/0')) files.delete(path)
  const served = await serveLog(t, files)
  const source = openLogSource(served.url, { client: start(t), pause: 0.01 })
  const watched = await watch([source], { state, log })
  t.equal(codesOf(watched)['log.consistent'], 'not-provable log-unproven')
  t.equal(watched.exitCode, 3)
  const [name = ''] = readdirSync(folder).filter(file => file.includes('unproven'))
  t.match(JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')), {
    unproven: 'drawaudit/v1',
    origin: log.origin,
    checkpoints: [log.note(), other.note()],
  })
})

void t.test('entries that are not those of the checkpoint', async t => {
  const folder = t.testdir()
  const state = `${folder}/state`
  const log = new TestLog().append(...raffleEntries({ seed: 'honest' }))
  const place = log.write(`${folder}/log`)
  const lied = log.fork(3).append(...raffleEntries({ seed: 'lied' }).slice(0, 1))
  writeFileSync(`${place}/tile/entries/000.p/4`, lied.files().get('tile/entries/000.p/4')!)
  const watched = await watch([place], { state, log })
  t.equal(codesOf(watched)['log.consistent'], 'not-provable log-unproven')
  t.throws(() => readFileSync(state), 'nothing of it is remembered')
  log.write(place)
  await watch([place], { state, log })
  log.append(...raffleEntries({ seed: 'more' }))
  const more = log.fork(6).append(utf8('lie'), utf8('lie'))
  log.write(place)
  writeFileSync(`${place}/tile/entries/000.p/8`, more.files().get('tile/entries/000.p/8')!)
  const again = await watch([place], { state, log })
  t.equal(codesOf(again)['log.consistent'], 'not-provable log-unproven')
  t.match(again.claims['log.consistent']?.message, 'do not lead to the root')
})

void t.test('a service that fails', async t => {
  const folder = t.testdir()
  const state = `${folder}/state`
  const log = new TestLog()
  log.append(...poolEntries(100))
  const served = await serveLog(t, log.files())
  const source = openLogSource(served.url, { client: start(t, { timeout: 500 }), pause: 0.01 })
  const look = async (size = log.size): Promise<Readonly<Record<string, string>>> => {
    served.files = log.files(size)
    return codesOf(await watch([source], { state, log }))
  }
  served.misbehave = (path, response) => {
    if (path === 'checkpoint') return false
    response.writeHead(404).end()
    return true
  }
  t.equal((await look())['log.consistent'], 'not-provable remote-error')
  served.misbehave = undefined
  t.same(await look(300), first)
  const faults = [
    ['html', 'not-provable tile-invalid'],
    ['short', 'not-provable tile-invalid'],
    ['cut', 'not-provable remote-truncated'],
    ['closed', 'not-provable remote-closed'],
    ['drip', 'not-provable remote-timeout'],
    ['endless', 'not-provable remote-too-large'],
    ['status', 'not-provable remote-error'],
    ['loop', 'not-provable remote-redirect'],
  ] as const
  for (const [kind, ends] of faults) {
    served.misbehave = (path, response) => {
      if (!path.startsWith('tile/entries/001')) return false
      const bytes = served.files.get(path) ?? new Uint8Array()
      if (kind === 'html') response.end('<html></html>')
      else if (kind === 'short') response.end(bytes.subarray(0, 100))
      else if (kind === 'cut') {
        response.writeHead(200, { 'content-length': bytes.length })
        response.write(bytes.subarray(0, 100), () => response.socket?.destroy())
      } else if (kind === 'closed') response.socket?.destroy()
      else if (kind === 'drip') response.write('x')
      else if (kind === 'endless') response.end(new Uint8Array(17 * 1024 * 1024))
      else if (kind === 'status') response.writeHead(500).end()
      else response.writeHead(302, { location: `/log/${path}` }).end()
      return true
    }
    const before = readFileSync(state, 'utf8')
    const codes = await look()
    t.match(
      codes['log.consistent'],
      ends === 'not-provable remote-truncated' ? /remote-(truncated|closed)/ : ends,
      kind,
    )
    t.equal(readFileSync(state, 'utf8'), before)
  }
  served.misbehave = undefined
  t.same(await look(), good, 'and then it works again')
})

void t.test('what others were shown', async t => {
  const folder = t.testdir()
  const log = new TestLog()
  log.append(...poolEntries(100))
  const other = log.fork(150).append(utf8('x'), utf8('y'), utf8('z'))
  const place = log.write(`${folder}/log`)
  log.write(`${folder}/mirror`, 300)
  other.write(`${folder}/other`)
  const shared = async (
    places: readonly string[],
    trust = trustIn([operator], [log]),
  ): Promise<string | undefined> => {
    const others = await Promise.all(places.map(async one => readOther(one, { client: start(t) })))
    return codesOf(await watch([place], { state: `${folder}/state`, log, others, trust }))['log.shared']
  }
  const file = (name: string, text: string): string => {
    writeFileSync(`${folder}/${name}`, text)
    return `${folder}/${name}`
  }
  t.equal(await shared([]), undefined, 'nothing is said of what was not asked')
  t.equal(await shared([file('same', log.note()), file('smaller', log.note(77))]), 'proven log-consistent')
  t.equal(await shared([`${folder}/mirror`, `${folder}/mirror/checkpoint`]), 'proven log-consistent')
  const bundle = { bundle: 'drawaudit/v1', log: { checkpoint: log.note(9), proofs: [] } }
  t.equal(await shared([file('bundle', JSON.stringify(bundle))]), 'proven log-consistent')
  t.equal(await shared([file('fork', other.note())]), 'refuted log-forked')
  t.equal(await shared([`${folder}/other`]), 'refuted log-forked')
  t.equal(await shared([file('same', log.note()), file('fork', other.note(151))]), 'refuted log-forked')
  t.equal(readdirSync(folder).filter(name => name.includes('.fork-')).length, 2)
  t.equal(await shared([file('garbage', 'garbage')]), undefined)
  t.equal(await shared([`${folder}/nothing`]), undefined)

  const served = await serveLog(t, other.files())
  t.equal(await shared([`${served.url}/checkpoint`]), 'refuted log-forked')
  served.files = new Map([['checkpoint', utf8(log.note(20))]])
  t.equal(await shared([`${served.url}/checkpoint`]), 'proven log-consistent')

  log.append(...raffleEntries({ seed: 'more' }))
  t.equal(await shared([file('larger', log.note())]), 'not-provable log-unproven', 'nobody shows its tiles')
  log.write(`${folder}/ahead`)
  t.equal(await shared([`${folder}/ahead`]), 'proven log-consistent', 'its own tiles do')
  const strange = await watch([place], {
    ...{ state: `${folder}/state`, log },
    others: [
      await readOther(file('strange', new TestLog('x.example').note()), {}),
      await readOther(file('garbage', '{}'), {}),
    ],
  })
  t.match(strange.subjects.slice(1), [
    { claims: [{ code: 'note-invalid' }] },
    { claims: [{ code: 'log-other' }] },
  ])
})

void t.test('a fork is found however the line of the log is written', async t => {
  const log = new TestLog().append(...poolEntries(3))
  const other = log.fork(5).append(utf8('x'), utf8('y'))
  const note = other.note()
  const [, base64 = ''] = /^\u2014 \S+ (\S+)$/m.exec(note) ?? []
  t.match(base64, /[^=]=$/, 'there are two bits to spare')
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const spare = digits.charAt(digits.indexOf(base64.at(-2) ?? '') + 1)
  const spellings = [
    `${base64.slice(0, -2)}${spare}=`,
    base64.slice(0, -1),
    base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', ''),
  ]
  for (const spelling of spellings) {
    t.equal(Buffer.from(spelling, 'base64').toString('base64'), base64, 'the same bytes')
    const spelt = note.replace(base64, spelling)
    const folder = t.testdir()
    writeFileSync(`${folder}/friend`, spelt)
    const others = [await readOther(`${folder}/friend`, {})]
    const trust = trustIn([operator], [log])
    const place = log.write(`${folder}/log`)
    const watched = await watch([place], { state: `${folder}/state`, log, others, trust })
    t.equal(codesOf(watched)['log.shared'], 'refuted log-forked', spelling)
    const [file = ''] = readdirSync(folder).filter(name => name.includes('.fork-'))
    const proof = parseJson(readFileSync(`${folder}/${file}`))
    t.strictSame(parseFraudProof(proof).checkpoints, [note, log.note()], 'in the proof it is canonical')
    t.match(verifyFraudProof(proof, trust, { engine: native }), { verdict: 'refuted' })
    // Served, it is followed, and the fork is found too.
    writeFileSync(`${place}/checkpoint`, spelt)
    const served = await watch([place], { state: `${folder}/state`, log, trust })
    t.equal(codesOf(served)['log.consistent'], 'refuted log-forked')
  }
  const folder = t.testdir()
  writeFileSync(
    `${folder}/friend`,
    note.replace(base64, `${spellings[0]!.slice(0, 30)}x${spellings[0]!.slice(31)}`),
  )
  const others = [await readOther(`${folder}/friend`, {})]
  const spoilt = await watch([log.write(`${folder}/log`)], { state: `${folder}/state`, log, others })
  t.match(codesOf(spoilt)['log.shared'], /^not-provable note-signature$/, 'other bytes are no signature')
})

void t.test('several logs, and several places of one', async t => {
  const folder = t.testdir()
  const state = `${folder}/state`
  const log = new TestLog().append(...raffleEntries({ seed: 'one' }))
  const other = new TestLog('other.example').append(...raffleEntries({ seed: 'two' }))
  const trust = trustIn([operator], [log, other])
  const places = [log.write(`${folder}/a`), log.write(`${folder}/mirror`), other.write(`${folder}/b`)]
  const watched = await watch(places, { state, log, trust })
  t.equal(watched.exitCode, 0)
  t.match(
    watched.subjects.map(({ claims }) => claims[1]?.code),
    ['seen-first', 'log-consistent', 'seen-first'],
  )
  const forked = log.fork(2).append(utf8('other'), utf8('other'))
  const again = await watch([places[0]!, forked.write(`${folder}/mirror`), places[2]!], { state, log, trust })
  t.equal(again.exitCode, 1)
  t.match(
    again.subjects.map(({ verdict }) => verdict),
    ['proven', 'refuted', 'proven'],
  )
})

void t.test('times of rounds that nobody can name', async t => {
  const folder = t.testdir()
  const log = new TestLog().append(
    ...step('far', one =>
      one.commit(statement => ({
        ...statement,
        beacon: { ...(statement['beacon'] as { chain_hash: string }), round: Number.MAX_SAFE_INTEGER },
        draw_at_utc: utc(253_402_300_000),
      })),
    ),
  )
  const watched = await watch([log.write(`${folder}/log`)], { state: `${folder}/state`, log })
  t.equal(codesOf(watched)['log.draws'], 'refuted round-wrong')
})
