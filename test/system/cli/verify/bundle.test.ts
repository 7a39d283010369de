import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { BundleJson } from '../../../../src/model/bundle.js'
import { endingOf } from '../../../verify/report.js'
import { proven, root, run, runJson } from '../../../cli/resident.js'

const file = (name: string, part: string): string => `fixtures/bundles/${name}/${part}.json`
const three = 'three-prizes-142-entries'
const [bundle, trust, record] = (['bundle', 'trust', 'record'] as const).map(part => file(three, part)) as [
  string,
  string,
  string,
]
const raffle = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
const beside = ['--trust', trust, '--record', record]

await t.test('the exit code follows the level that is asked for', async t => {
  const cases: readonly (readonly [args: readonly string[], code: number])[] = [
    [[bundle, ...beside], 3],
    [[bundle, ...beside, '--require', 'reproducible'], 0],
    [[bundle, ...beside, '--require', '3,entries.sealed'], 0],
    [[bundle, ...beside, '--require', 'unsteerable'], 3],
    [[bundle, ...beside, '--require', 'evidence.timely'], 3],
    // Nobody is believed without a trust file.
    [[bundle, '--require', 'authentic'], 3],
    [[bundle, '--trust', file('unicode-ids', 'trust'), '--require', 'authentic'], 3],
    [[bundle, '--trust', trust, '--record', file('unicode-ids', 'record')], 1],
    [[bundle, ...beside, '--raffle', raffle, '--require', 'reproducible'], 0],
    [[bundle, ...beside, '--raffle', raffle.replace('4', '5'), '--require', 'reproducible'], 3],
  ]
  for (const [args, code] of cases) {
    const { report } = await runJson(['verify', ...args])
    t.equal(report.exit_code, code, args.join(' '))
  }
})

await t.test('the report leads with the level and what stopped it', async t => {
  const { stdout, stderr, code } = await run(['verify', bundle, ...beside])
  t.match(
    stdout,
    /^\S+\n {2}[^\n]*(?:\n {4}[^\n]*)*\n {2}Reproducible: the winners are the ones the rule gives\n/,
  )
  t.match(stdout, /\n {2}level 3 of 5, reproducible; asked for level 4 \(unsteerable\), not reached\n/)
  t.match(stdout, '\n  missing for level 4: evidence.timely: not shown that')
  t.match(
    stdout.replace(/\s+/g, ' '),
    /who could have chosen the winner: the operator, unless it had committed/,
  )
  t.same([code, stderr], [3, ''])
})

await t.test('without a trust file it is said how to make one, and where the keys are from', async t => {
  const says =
    /\n {2}next: add the operator’s key[^]*fingerprint[^]*\n {4}drawaudit trust init && drawaudit trust add trust\.json --from URL\/keys --fingerprint FINGERPRINT\n/
  t.match(await run(['verify', bundle]), { code: 3, stdout: says, stderr: '' })
  t.notMatch((await run(['verify', bundle, '--quiet'])).stdout, 'next:')
  t.equal((await run(['verify', bundle, '--format', 'json'])).stderr, '')
  const others = ['verify', bundle, '--trust', file('unicode-ids', 'trust')]
  t.match((await run(others)).stdout, /\n {4}drawaudit trust show /)
})

await t.test('replaced winners cap the level unless they are accepted', async t => {
  const args = ['verify', file('replacements', 'bundle'), '--trust', file('replacements', 'trust')]
  const { report } = await runJson(args)
  t.equal(report.subjects[0]?.stopped_by, 'winner-replaced')
  t.equal(report.subjects[0]?.findings.filter(({ code }) => code === 'winner-replaced').length, 3)
  const accepted = await runJson([...args, '--accept-replacements'])
  t.equal(accepted.report.subjects[0]?.stopped_by, 'evidence.timely')
})

await t.test('a ticket is shown to be in, or not', async t => {
  const ask = async (id: string, ...args: readonly string[]) =>
    runJson(['verify', ...args, '--ticket', id, '--require', 'reproducible'])
  const inside = await ask('10007', bundle, ...beside)
  t.equal(inside.report.exit_code, 0)
  const outside = await ask('10008', bundle, ...beside)
  t.equal(outside.report.exit_code, 3, 'only a signed receipt accuses')
  t.equal(
    outside.report.subjects[0] && endingOf(outside.report.subjects[0], 'ticket.included'),
    'not-provable ticket-absent',
  )
  const light = JSON.parse(readFileSync(join(root, bundle), 'utf8')) as BundleJson
  const [winner] = light.winners ?? []
  if (winner === undefined) throw new Error('no winner')
  const folder = t.testdir()
  const proof = {
    raffle_id: raffle,
    entry_id: winner.entry_id,
    kind: winner.kind,
    index: winner.index,
    total_entries: 142,
    entries_root: `sha256:${'0'.repeat(64)}`,
    inclusion: winner.inclusion,
  }
  writeFileSync(join(folder, 'proof.json'), JSON.stringify(proof))
  const proved = await ask(winner.entry_id, bundle, ...beside, '--proof', join(folder, 'proof.json'))
  const [subject] = proved.report.subjects
  t.equal(subject && endingOf(subject, 'ticket.included'), 'proven ticket-included')
  writeFileSync(join(folder, 'proof.json'), JSON.stringify({ ...proof, inclusion: ['00'] }))
  const bad = await run([
    'verify',
    bundle,
    '--ticket',
    winner.entry_id,
    '--proof',
    join(folder, 'proof.json'),
  ])
  t.equal(bad.code, 2)
  t.match(bad.stderr, /not the proof of an entry: \/inclusion\/0/)
})

await t.test('the list in the file beside the bundle is read', async t => {
  const { entries = [], ...light } = JSON.parse(readFileSync(join(root, bundle), 'utf8')) as BundleJson
  const lines = entries.map(entry => `${JSON.stringify(entry)}\n`).join('')
  const digest = `sha256:${createHash('sha256').update(lines).digest('hex')}`
  const named = { ...light, entries_file: { name: 'entries.ndjson', digest } }
  const folder = t.testdir({ 'bundle.json': JSON.stringify(named), 'entries.ndjson': lines })
  const ending = async (): Promise<string | undefined> => {
    const { report } = await runJson(['verify', join(folder, 'bundle.json'), ...beside])
    const [subject] = report.subjects
    return subject && endingOf(subject, 'entries.sealed')
  }
  t.equal(await ending(), 'proven entries-sealed')
  writeFileSync(join(folder, 'entries.ndjson'), lines.slice(1))
  t.equal(await ending(), 'not-provable list-other')
  const elsewhere = t.testdir({ 'bundle.json': JSON.stringify(named) })
  const alone = await runJson(['verify', join(elsewhere, 'bundle.json'), ...beside])
  t.equal(
    alone.report.subjects[0] && endingOf(alone.report.subjects[0], 'entries.sealed'),
    'proven entries-light',
  )
})

await t.test('wrong calls are refused before anything is verified', async t => {
  const cases: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [[bundle, file('unicode-ids', 'bundle'), '--record', record], /--record goes with one bundle/],
    [[bundle, '--proof', record], /--proof needs an entry/],
    [[bundle, '--raffle', 'seven'], /a raffle is named by its UUID/],
    [[proven, '--ticket', '7'], /--ticket goes with a bundle, and this is not one/],
    [[bundle, '--trust', record], /not a trust file/],
    [[bundle, '--trust', 'nowhere.json'], /there is no such file/],
    [[bundle, '--observation', record], /not an observation/],
    [[bundle, '--record', 'fixtures/bundles'], /is a folder/],
  ]
  for (const [args, message] of cases) {
    const { code, stdout, stderr } = await run(['verify', ...args])
    t.same([code, stdout], [2, ''], args.join(' '))
    t.match(stderr, message)
  }
})

await t.test('what else belongs to a bundle is named when it is verified by mistake', async t => {
  const [, , observed] = [trust, record, { payload: '', payloadType: 'x', signatures: [{ sig: '' }] }]
  const { report } = await runJson(['verify', trust])
  t.match(
    report.subjects[0]?.claims[0]?.message,
    /a trust file, which goes with a bundle: give it with --trust/,
  )
  const other = await runJson(['verify', '-'], { input: JSON.stringify(observed) })
  t.match(
    other.report.subjects[0]?.claims[0]?.message,
    /an observation goes with a bundle or a draw, with --observation/,
  )
})
