// A folder of drawaudit fetch: the draw in it ends as its record or its bundle does by itself.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import type { Subject } from '../../../../src/model/report.js'
import { createCeremony, fewEntries, raffleId } from '../../../server/ceremony.js'
import { startService } from '../../../conformance/service.js'
import { record as flat, run, runJson } from '../../../cli/resident.js'
import { get, sample, start } from '../../../server/start.js'
import { startFree } from '../../../conformance/watch.js'

/** What a report says of a draw, whatever the file is called. */
const sayingOf = ({ source, title, ...rest }: Subject): unknown => ({
  ...rest,
  hasPlace: source !== '' && title !== '',
})

async function fetchFrom(url: string, raffle: string, folder: string): Promise<void> {
  const ended = await run(['fetch', url, '--raffle', raffle, '--allow-private', '-o', folder])
  t.equal(ended.code, 0, ended.stderr)
}

await t.test('a record in a capture ends as the record by itself', async t => {
  const [first] = sample.draws
  const total = { ...sample, total_draws: 4 }
  const cases: readonly (readonly [
    what: string,
    record: { readonly raffle_id: string },
    ...more: readonly string[],
  ])[] = [
    ['the list', sample],
    ['the flat shape', flat],
    ['a list of one', { ...sample, total_draws: 1, draws: [first] } as { readonly raffle_id: string }],
    ['no draw', { raffle_id: sample.raffle_id, total_draws: 0, draws: [] } as { readonly raffle_id: string }],
    ['one that contradicts itself', total],
    ['one that is none', { raffle_id: sample.raffle_id, draws: [{}] } as { readonly raffle_id: string }],
    ['with a level', sample, '--require', 'well-formed'],
    ['with a claim', sample, '--require', 'winner.derived'],
    ['with both', flat, '--require', '1,record.schema'],
  ]
  const place = t.testdir()
  for (const [index, [what, record, ...more]] of cases.entries()) {
    const folder = join(place, String(index))
    const { url } = await startFree(t, ({ view }) =>
      view === 'audit' ? { body: record } : { status: 404, body: {} },
    )
    await fetchFrom(url, record.raffle_id, folder)
    const captured = (await runJson(['verify', folder, ...more])).report
    const alone = (await runJson(['verify', join(folder, record.raffle_id, 'audit.json'), ...more])).report
    const draw = captured.subjects.find(({ kind }) => kind === 'audit-record')
    t.strictSame(draw && sayingOf(draw), alone.subjects[0] && sayingOf(alone.subjects[0]), what)
    t.equal(captured.subjects.length, 2, what)
    t.match(captured.subjects[0], { kind: 'raffle' }, 'the rules stand by themselves')
    t.equal(captured.subjects[0]?.level, undefined)
    t.ok(captured.exit_code >= alone.exit_code || captured.exit_code === 1, what)
  }
})

await t.test('no word of a capture praises a record', async t => {
  const service = await startService(t, { enforced: false })
  const folder = join(t.testdir(), 'said')
  await fetchFrom(service.url, service.raffle, folder)
  const ended = await run(['verify', folder])
  t.equal(ended.code, 3)
  t.match(ended.stdout, /Well formed; nothing more can be checked/)
  t.match(ended.stdout, /level 1 of 5, well formed; asked for level 4 \(unsteerable\), not reached/)
  const headlines = (await runJson(['verify', folder])).report.subjects.map(({ headline }) => headline)
  t.strictSame(headlines, ['Keeps the specification', 'Well formed; nothing more can be checked'])
  t.equal((await run(['verify', folder, '--require', 'well-formed'])).code, 0)
  t.equal((await run(['verify', folder, '--require', 'capture.intact'])).code, 0)
})

await t.test('a rule that is broken does not refute the draw', async t => {
  const service = await startService(t, { enforced: false, broken: 'AUD-21' })
  const folder = join(t.testdir(), 'said')
  await fetchFrom(service.url, service.raffle, folder)
  const { report } = await runJson(['verify', folder])
  t.strictSame(
    report.subjects.map(({ kind, verdict, headline }) => [kind, verdict, headline]),
    [
      ['raffle', 'refuted', 'Breaks the specification: AUD-21'],
      ['audit-record', 'not-provable', 'Well formed; nothing more can be checked'],
    ],
  )
  t.equal(report.exit_code, 1)
})

await t.test('a bundle in a capture ends as the bundle by itself, with its record', async t => {
  const server = await start(t, { rateLimit: 60 })
  await createCeremony(server).run(fewEntries)
  const keys = await get(server, '/api/v1/keys', { Accept: 'application/json' })
  const place = dirname(server.file)
  const trust = join(place, 'keys.json')
  writeFileSync(trust, keys.body)
  const folder = join(place, 'said')
  await fetchFrom(`${server.url}/api/v1`, raffleId, folder)
  const own = join(folder, raffleId)
  for (const more of [[], ['--trust', trust], ['--trust', trust, '--require', 'reproducible']]) {
    const { report } = await runJson(['verify', folder, ...more])
    const beside = ['--record', join(own, 'audit.json'), '--raffle', raffleId]
    const alone = (await runJson(['verify', join(own, 'bundle.json'), ...beside, ...more])).report
    const draw = report.subjects.find(({ kind }) => kind === 'bundle')
    t.strictSame(draw && sayingOf(draw), alone.subjects[0] && sayingOf(alone.subjects[0]))
    t.match(report.subjects[0], { kind: 'raffle', verdict: 'proven' }, 'the rules are kept')
    t.equal(report.exit_code, alone.exit_code)
  }
})

await t.test('options about one bundle are refused for a capture, never ignored', async t => {
  const service = await startService(t, { enforced: false })
  const server = await start(t)
  await createCeremony(server).run(fewEntries)
  const { body } = await get(server, `/api/v1/raffles/${raffleId}/entries/10001/proof`)
  const place = dirname(server.file)
  writeFileSync(join(place, 'proof.json'), body)
  mkdirSync(join(place, 'log'))
  const folder = join(place, 'said')
  await fetchFrom(service.url, service.raffle, folder)
  const audit = join(folder, service.raffle, 'audit.json')
  const proof = ['--ticket', '10133', '--proof', join(place, 'proof.json')]
  const cases: readonly (readonly [args: readonly string[], names: RegExp])[] = [
    [['--raffle', service.raffle], /--raffle/],
    [['--record', audit], /--record/],
    [['--ticket', '10133'], /--ticket/],
    [['--operator', 'raffles.example'], /--operator/],
    [['--log', join(place, 'log')], /--log/],
    [proof, /--ticket and --proof/],
  ]
  for (const [args, names] of cases) {
    const ended = await run(['verify', folder, ...args])
    t.equal(ended.code, 2, args.join(' '))
    t.match(ended.stderr, names)
    t.match(ended.stderr, /goes? with a bundle, and this is a folder of drawaudit fetch\nhint: name the file/)
    t.equal(ended.stdout, '')
  }
  const report = await runJson(['verify', folder, '--observation', observed(place)])
  t.equal(
    report.report.exit_code,
    3,
    'observations are read for all bundles of a capture, as for those of a folder',
  )
})

/** No observation at all, in the form of a file of them. */
function observed(place: string): string {
  const file = join(place, 'none.json')
  writeFileSync(file, '[]')
  return file
}
