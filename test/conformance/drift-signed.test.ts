// A replaced winner: what was signed under a key that the auditor trusts excuses a change, and nothing else does.
import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import type { EnvelopeJson } from '../../src/core/dsse.js'
import type { BundleEvidence } from '../../src/conformance/evidence.js'
import { emptyTrust, parseTrust, type TrustJson } from '../../src/model/trust.js'
import type { Claim, Report } from '../../src/model/report.js'
import { native } from '../../src/native/engine.js'
import { afterwards, createCeremony, fewEntries, raffleId, trustServed } from '../server/ceremony.js'
import { get, start } from '../server/start.js'
import { readGood } from '../protocol/scenario-files.js'
import { startFree, watch, type FreeAnswer } from './watch.js'

const evidenceOf = (trust: BundleEvidence['trust'], now = afterwards): BundleEvidence => ({
  trust,
  options: { observations: [], engine: native },
  now: () => now,
})

function changedOf({ subjects }: Report): Claim {
  const found = subjects[0]?.claims.find(({ id }) => id === 'drift.changed')
  if (found === undefined) throw new Error('there is no claim drift.changed')
  return found
}

const endOf = (report: Report): readonly [number, string] => {
  const { status, code } = changedOf(report)
  return [report.exit_code, `${status} ${code}`]
}

const told = ({ subjects }: Report): string =>
  (subjects[0]?.findings ?? [])
    .filter(({ code }) => code === 'record-corrected')
    .map(({ message }) => message)
    .join('\n')

interface RecordJson {
  readonly raffle_id: string
  readonly total_draws: number
  readonly draws: readonly Record<string, unknown>[]
}

await t.test('our own server: a winner is replaced by what is signed', async t => {
  const server = await start(t)
  const ceremony = createCeremony(server)
  await ceremony.run(fewEntries)
  const keys = JSON.parse(
    (await get(server, '/api/v1/keys', { Accept: 'application/json' })).body,
  ) as TrustJson
  const trust = trustServed(keys)
  const folder = dirname(server.file)
  const lock = join(folder, 'lock.json')
  const look = async (bundle?: BundleEvidence, path = lock) =>
    watch(`${server.url}/api/v1`, {
      raffle: raffleId,
      lock: path,
      now: afterwards,
      ...(bundle && { bundle }),
    })
  const first = await look(evidenceOf(trust))
  t.strictSame(endOf(first), [0, 'not-applicable seen-first'])
  const record = JSON.parse(
    (await get(server, `/api/v1/raffles/${raffleId}/audit`, { Accept: 'application/json' })).body,
  ) as RecordJson
  const lost = String(record.draws[1]?.['winner_entry_id'])
  for (const name of ['unsigned', 'untrusted']) copyFileSync(lock, join(folder, `${name}.json`))
  await ceremony.replace(lost)

  const unsigned = await look(undefined, join(folder, 'unsigned.json'))
  t.strictSame(endOf(unsigned), [3, 'not-provable correction-recorded'], 'nobody’s key is trusted')
  const untrusted = await look(evidenceOf(emptyTrust), join(folder, 'untrusted.json'))
  t.strictSame(endOf(untrusted), [3, 'not-provable correction-recorded'], 'nor is this one')

  const signed = await look(evidenceOf(trust))
  t.strictSame(endOf(signed), [0, 'proven correction-signed'])
  t.match(changedOf(signed).message, `winner_entry_id "${lost}" → `)
  t.match(changedOf(signed).message, 'signature_hash "sha256:')
  t.match(told(signed), /^the organiser signed a correction: draw .*"did not answer"$/)
  const locked = JSON.parse(readFileSync(lock, 'utf8')) as {
    services: Record<
      string,
      Record<string, { records: { correction?: { signed: boolean; reasons: readonly string[] } }[] }>
    >
  }
  t.equal(locked.services[`${server.url}/api/v1`]?.[raffleId]?.records[1]?.correction?.signed, true)
  const again = await look(evidenceOf(trust))
  t.strictSame(endOf(again), [0, 'proven draws-kept'])
  t.match(told(again), 'did not answer', 'and it is shown for ever')

  const corrected = JSON.parse(
    (await get(server, `/api/v1/raffles/${raffleId}/audit`, { Accept: 'application/json' })).body,
  ) as RecordJson
  await ceremony.replace(String(corrected.draws[1]?.['winner_entry_id']), 'moved away')
  t.strictSame(endOf(await look(evidenceOf(trust))), [0, 'proven correction-signed'])
  const { services } = JSON.parse(readFileSync(lock, 'utf8')) as typeof locked
  t.strictSame(
    services[`${server.url}/api/v1`]?.[raffleId]?.records.map(one => one.correction?.reasons),
    [undefined, ['did not answer'], ['moved away']],
    'each correction has the reasons for what changed since it was seen, and no other',
  )
})

interface Replaced {
  readonly bundle: { readonly statements: readonly EnvelopeJson[] }
  readonly record: RecordJson
  readonly trust: TrustJson
  readonly now: string
}

await t.test('what a replacement does not excuse', async t => {
  const { bundle, trust: json, record, now } = readGood('replaced') as unknown as Replaced
  const trust = parseTrust(json)
  const statements = bundle.statements.map(
    ({ payload }) => JSON.parse(Buffer.from(payload, 'base64').toString()) as Record<string, unknown>,
  )
  const drawn = statements.filter(({ type }) => type === 'draw')
  const before: RecordJson = {
    ...record,
    draws: record.draws.map((draw, index) => {
      const statement = drawn[index]
      const envelope = bundle.statements[statements.indexOf(statement!)]
      const signature = Buffer.from(envelope?.signatures[0]?.sig ?? '', 'base64')
      return {
        ...draw,
        winner_entry_id: statement?.['winner_entry_id'],
        drawn_at_utc: statement?.['drawn_at_utc'],
        signature_hash: `sha256:${createHash('sha256').update(signature).digest('hex')}`,
      }
    }),
  }
  t.notSame(before, record, 'a winner was replaced')
  const ok = (body: unknown): FreeAnswer => ({ body })
  const missing: FreeAnswer = { status: 404, body: {} }
  const replacementAt = statements.findIndex(({ type }) => type === 'replacement')
  const forged = {
    ...bundle,
    statements: bundle.statements.map((envelope, index) =>
      index === replacementAt
        ? {
            ...envelope,
            payload: Buffer.from(JSON.stringify({ ...statements[index], reason: 'another one' })).toString(
              'base64',
            ),
          }
        : envelope,
    ),
  }
  const cut = { ...bundle, statements: bundle.statements.slice(0, replacementAt) }
  const silently = (draw: number, change: object): RecordJson => ({
    ...record,
    draws: record.draws.with(draw, { ...record.draws[draw], ...change }),
  })
  const otherSeen: RecordJson = {
    ...before,
    draws: before.draws.with(1, { ...before.draws[1], winner_entry_id: 'nobody' }),
  }
  const cases: readonly (readonly [
    what: string,
    seen: RecordJson,
    now: RecordJson,
    bundle: FreeAnswer,
    trusted: BundleEvidence['trust'],
    end: readonly [number, string],
  ])[] = [
    ['it is signed', before, record, ok(bundle), trust, [0, 'proven correction-signed']],
    ['by nobody who is trusted', before, record, ok(bundle), emptyTrust, [1, 'refuted draw-changed']],
    ['by another key', before, record, ok(forged), trust, [1, 'refuted draw-changed']],
    ['the statement is not there', before, record, ok(cut), trust, [1, 'refuted draw-changed']],
    ['there is no bundle', before, record, missing, trust, [1, 'refuted draw-changed']],
    ['the bundle cannot be had', before, record, 'hang', trust, [3, 'not-provable correction-unread']],
    [
      'a prize is renamed under cover of it',
      before,
      silently(0, { prize_name: 'a mug' }),
      ok(bundle),
      trust,
      [1, 'refuted draw-changed'],
    ],
    [
      'the winner is another one than was signed',
      before,
      silently(1, { winner_entry_id: '10001' }),
      ok(bundle),
      trust,
      [1, 'refuted draw-changed'],
    ],
    ['what was seen was never signed', otherSeen, record, ok(bundle), trust, [1, 'refuted draw-changed']],
    ['the replaced winner is back', record, before, ok(bundle), trust, [1, 'refuted draw-changed']],
    [
      'a draw went',
      before,
      { ...record, total_draws: 1, draws: record.draws.slice(0, 1) },
      ok(bundle),
      trust,
      [1, 'refuted draw-vanished'],
    ],
  ]
  const folder = t.testdir()
  for (const [index, [what, seen, later, served, trusted, end]] of cases.entries()) {
    let current = seen
    const { url } = await startFree(t, ({ view }) =>
      view === 'audit' ? ok(current) : view === 'bundle' ? served : missing,
    )
    const lock = join(folder, `${index}.json`)
    const options = { raffle: record.raffle_id, lock, bundle: evidenceOf(trusted, new Date(now)) }
    await watch(url, { raffle: record.raffle_id, lock })
    const kept = readFileSync(lock, 'utf8')
    current = later
    const report = await watch(url, options)
    t.strictSame(endOf(report), end, what)
    t.match(changedOf(report).message, / → | is gone /, what)
    if (end[0] !== 0) t.equal(readFileSync(lock, 'utf8'), kept, what)
  }
})
