import { readFileSync } from 'node:fs'
import t from 'tap'
import { rules } from '../../src/conformance/rules/index.js'
import { parseJson } from '../../src/core/json.js'
import { emptyTrust, parseTrust } from '../../src/model/trust.js'
import { native } from '../../src/native/engine.js'
import { endingOf } from '../verify/report.js'
import { check, type CheckOptions } from './check.js'
import { startService, type ServiceOptions } from './service.js'

const read = (file: string): object =>
  parseJson(
    readFileSync(new URL(`../../fixtures/bundles/three-prizes-142-entries/${file}.json`, import.meta.url)),
  ) as object
const record = read('record') as { readonly raffle_id: string; readonly draws: readonly object[] }
const bundle = read('bundle')
const trust = parseTrust(read('trust'))
const statistics = {
  raffle_id: record.raffle_id,
  total_entries: 142,
  paid_entries: 130,
  free_entries: 12,
  max_entries: 142,
  updated_at: '2026-08-31T18:44:35+00:00',
}
const evidence = (known = trust): NonNullable<CheckOptions['bundle']> => ({
  trust: known,
  options: { observations: [], engine: native },
  now: () => new Date('2026-11-21T00:00:00Z'),
})

type Test = Parameters<typeof startService>[0]

async function checkRaffle(t: Test, service: ServiceOptions, options: Partial<CheckOptions> = {}) {
  const { url, raffle, requests } = await startService(t, { record, statistics, limit: 1000, ...service })
  const asked = { raffles: [raffle], rules: rules.filter(({ id }) => id === 'AUD-01'), bundle: evidence() }
  const report = await check(url, { ...asked, ...options })
  const [subject] = report.subjects
  if (subject === undefined) throw new Error('no subject')
  const bundles = requests.filter(({ path }) => path.endsWith('/bundle')).length
  return { subject, report, bundles, ending: (id: string) => endingOf(subject, id) }
}

const content = (value: unknown) => () => ({ status: 200, headers: {}, content: value })

await t.test('a bundle is verified with the record that the service serves', async t => {
  const { subject, ending, bundles } = await checkRaffle(t, { bundle: content(bundle) })
  t.strictSame([subject.kind, subject.level, subject.stopped_by], ['raffle', 3, 'evidence.timely'])
  t.equal(ending('record.matches'), 'proven values-equal')
  t.equal(ending('statement.signed'), 'proven signature-verified')
  t.equal(subject.verdict, 'proven')
  t.equal(bundles, 1)
  const strict = await checkRaffle(t, { bundle: content(bundle) }, { require: ['unsteerable'] })
  t.strictSame([strict.subject.verdict, strict.report.exit_code], ['not-provable', 3])
  const enough = await checkRaffle(t, { bundle: content(bundle) }, { require: ['reproducible'] })
  t.equal(enough.subject.verdict, 'proven')
})

await t.test('without a trust file the bundle proves nothing about who signed it', async t => {
  const { ending, subject } = await checkRaffle(
    t,
    { bundle: content(bundle) },
    { bundle: evidence(emptyTrust) },
  )
  t.equal(ending('statement.signed'), 'not-provable operator-unknown')
  t.strictSame([subject.level, subject.verdict], [1, 'proven'])
})

await t.test('a record that is not what was signed refutes, after five answers', async t => {
  const draws = record.draws.with(0, { ...record.draws[0], winner_entry_id: '10000' })
  const { ending, subject, bundles } = await checkRaffle(t, {
    record: { ...record, draws },
    bundle: content(bundle),
  })
  t.equal(ending('record.matches'), 'refuted values-differ')
  t.strictSame([subject.verdict, subject.level, bundles], ['refuted', 0, 5])
})

await t.test('a bundle that is broken in some answers only is unsteady, not refuted', async t => {
  let count = 0
  const other = { ...bundle, winners: [] }
  const forged = { ...bundle, beacon: { ...(bundle as { beacon: object }).beacon, round: 5 } }
  const { ending, subject } = await checkRaffle(t, {
    bundle: () => ({ status: 200, headers: {}, content: (count += 1) % 2 === 1 ? forged : bundle }),
  })
  t.equal(ending('beacon.rule'), 'not-provable rule-unsteady')
  t.not(subject.verdict, 'refuted')
  const missing = await checkRaffle(t, { bundle: content(other) })
  t.equal(missing.ending('entries.sealed'), 'not-provable evidence-missing')
})

await t.test('a service without bundles is judged as before', async t => {
  for (const status of [404, 400, 405]) {
    const { ending, subject } = await checkRaffle(t, {
      bundle: () => ({ status, headers: {}, content: { code: 'NOT_FOUND', message: 'nothing' } }),
    })
    t.equal(ending('statement.signed'), 'not-provable evidence-missing')
    t.strictSame([subject.level, subject.verdict], [1, 'proven'])
  }
  const { bundles } = await checkRaffle(t, { bundle: content(bundle) }, { bundle: undefined })
  t.equal(bundles, 0)
})

await t.test('a bundle that cannot be read leaves the raffle not provable', async t => {
  const others = { ...bundle, statements: [] }
  for (const [answer, code] of [
    [content(others), 'bundle-invalid'],
    [content([]), 'document-unknown'],
    [content('<html>'), 'json-syntax'],
    [() => ({ status: 500, headers: {}, content: 'x' }), 'remote-error'],
  ] as const) {
    const { ending, subject } = await checkRaffle(t, { bundle: answer })
    t.equal(ending('document.read'), `not-provable ${code}`)
    t.equal(subject.verdict, 'not-provable')
  }
})

await t.test('the bundle of another raffle is not that of this one', async t => {
  const other = parseJson(
    readFileSync(new URL('../../fixtures/bundles/unicode-ids/bundle.json', import.meta.url)),
  )
  const { ending } = await checkRaffle(t, { bundle: content(other) })
  t.equal(ending('document.read'), 'not-provable raffle-other')
})
