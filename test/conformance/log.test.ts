import { join } from 'node:path'
import t from 'tap'
import { rules } from '../../src/conformance/rules/index.js'
import { parseTrust } from '../../src/model/trust.js'
import { native } from '../../src/native/engine.js'
import { createRaffle, entryOf, type Evidence } from '../protocol/factory.js'
import { grown } from '../protocol/scenarios/log-evidence.js'
import { base, told } from '../protocol/scenarios/scenario.js'
import { writeTiles } from '../protocol/tiles.js'
import { endingOf } from '../verify/report.js'
import { check, type CheckOptions } from './check.js'
import { absent, filesOf, plain, serveFiles, startLogged } from './logged-service.js'
import type { ServiceOptions } from './service.js'
import { refuse, type Outcome } from './switches.js'

type Test = Parameters<typeof startLogged>[0]

const stranger = '5f0f7c1e-0000-4000-8000-000000000000'
interface Given extends Partial<CheckOptions> {
  readonly evidence?: Evidence
  readonly answers?: ServiceOptions['log']
  readonly list?: ServiceOptions['list']
  readonly isTrusted?: boolean
}

/** Checks a service that has a raffle, its bundle and a log. */
async function checkLogged(
  test: Test,
  { evidence = plain, answers, list, isTrusted = true, ...options }: Given = {},
) {
  const { url, raffle, requests } = await startLogged(test, {
    evidence,
    ...(answers && { answers }),
    ...(list && { list }),
  })
  const { trust } = evidence
  const report = await check(url, {
    raffles: [raffle],
    rules: rules.filter(({ id }) => id === 'AUD-01'),
    log: {},
    bundle: {
      trust: parseTrust(JSON.parse(JSON.stringify(isTrusted ? trust : { ...trust, logs: [] }))),
      options: { observations: [], engine: native },
      now: () => new Date(),
      gather: () => Promise.resolve({ beside: {} }),
    },
    ...options,
  })
  const [subject] = report.subjects
  if (subject === undefined) throw new Error('no subject')
  const asked = (part: string): number => requests.filter(({ path }) => path.includes(part)).length
  const lists = (): number => requests.filter(({ path }) => path.endsWith('/entries')).length
  const said = subject.findings.find(({ code }) => code === 'log-unread')?.message
  return { subject, report, asked, lists, said, ending: (id: string) => endingOf(subject, id) }
}

await t.test('a service whose log the trust file names reaches level 5', async t => {
  const { subject, ending, said, asked, report } = await checkLogged(t, { require: ['witnessed'] })
  t.strictSame([subject.level, subject.verdict, report.exit_code], [5, 'proven', 0])
  t.equal(ending('evidence.unique'), 'proven logged-once')
  t.equal(said, undefined)
  t.strictSame([asked('/log/tile/entries'), asked('/bundle')], [1, 1])
})

await t.test('a log that the trust file does not name is not asked for, one that is given is', async t => {
  const unnamed = await checkLogged(t, { isTrusted: false })
  t.strictSame([unnamed.subject.level, unnamed.asked('/log/')], [3, 0])
  const folder = join(t.testdir(), 'log')
  writeTiles(folder, plain.log!.checkpoint, plain.log!.entries)
  const given = await checkLogged(t, { answers: () => absent, log: { place: folder } })
  t.strictSame([given.subject.level, given.asked('/log/')], [5, 0])
})

await t.test('several raffles: the log is read once', async t => {
  const others = Array.from({ length: 600 }, (_, at) => `entry ${at}`)
  const evidence = createRaffle({ ...base, log: { others } })
  const raffles = [(evidence.record as { raffle_id: string }).raffle_id, stranger]
  const { subject, asked } = await checkLogged(t, { evidence, raffles })
  t.equal(subject.level, 5)
  t.strictSame([asked('/log/checkpoint'), asked('/log/tile/entries/00')], [2, 3])
})

await t.test('a second commitment in the log refutes', async t => {
  const other = told(it => void it.commit({ raffle_name: 'Winter raffle' })).bundle.statements[0]!
  const { ending, subject, asked } = await checkLogged(t, { evidence: grown([entryOf(other)]) })
  t.equal(ending('evidence.unique'), 'refuted statement-second')
  t.equal(subject.verdict, 'refuted')
  t.strictSame([asked('/log/tile/entries'), asked('/bundle')], [1, 5], 'read once, answered five times')
})

await t.test('a log that is not to be had is said, and is no verdict', async t => {
  const gone = await checkLogged(t, { answers: () => absent })
  t.strictSame([gone.subject.verdict, gone.report.exit_code, gone.subject.level], ['proven', 0, 3])
  t.match(gone.said, /^the log was not read, .*: there is no log at http:.*\/log$/)
  const strict = await checkLogged(t, { answers: () => absent, require: ['witnessed'] })
  t.equal(strict.report.exit_code, 3, 'it has none, whenever one asks')

  const failing: ServiceOptions['log'] = () => refuse(500, 'INTERNAL_ERROR', 'not now')
  const broken = await checkLogged(t, { answers: failing })
  t.strictSame([broken.subject.verdict, broken.report.exit_code], ['proven', 0])
  t.match(broken.said, /the log answered with status 500, http:.*checkpoint$/)
  const asked = await checkLogged(t, { answers: failing, require: ['witnessed'] })
  t.equal(asked.subject.stopped_by, 'document.read')
  t.equal(asked.report.exit_code, 4, 'another time it may be there')
})

await t.test('a log that is damaged is read again, said, and is no verdict', async t => {
  const path = [...filesOf(plain).keys()].at(-1)!
  const right = filesOf(plain).get(path)!
  const spoilt = filesOf(plain).set(path, right.with(5, right[5]! ^ 1))
  const damaged = await checkLogged(t, { answers: serveFiles(spoilt) })
  t.equal(damaged.ending('log.witnessed'), 'not-provable log-damaged')
  t.strictSame([damaged.subject.verdict, damaged.asked(path)], ['proven', 2])
  t.match(damaged.said, /^the log was read, and what was read shows nothing: /)
  let count = 0
  const once = await checkLogged(t, {
    answers: asked => serveFiles(asked === path && (count += 1) === 1 ? spoilt : filesOf(plain))(asked),
  })
  t.equal(once.subject.level, 5)
  const cut = await checkLogged(t, {
    answers: serveFiles(filesOf(plain).set('checkpoint', Buffer.from('x\n'))),
  })
  t.equal(cut.ending('log.included'), 'proven log-included', 'by the proofs of the bundle')
  t.match(cut.said, /shows nothing/)
})

const light = createRaffle({ ...base, log: {}, list: 'light' })
const sealed = (plain.bundle.entries ?? []).map(entry => `${JSON.stringify(entry)}\n`).join('')
const answer =
  (content: string, status = 200) =>
  (): Outcome => ({ status, headers: { 'Content-Type': 'application/x-ndjson' }, content })

await t.test('a bundle without its list: the service is asked for the list', async t => {
  const { subject, ending, lists } = await checkLogged(t, { evidence: light, list: answer(sealed) })
  t.equal(subject.level, 5)
  t.equal(ending('entries.sealed'), 'proven entries-sealed')
  t.equal(lists(), 1)
  const stranger = await checkLogged(t, {
    evidence: { ...light, trust: { ...light.trust, operators: [] } },
    list: answer(sealed),
  })
  t.equal(stranger.lists(), 0, 'of somebody unknown it shows nothing')
  const whole = await checkLogged(t, { list: answer(sealed) })
  t.equal(whole.lists(), 0, 'the bundle has it')
})

await t.test('a list that is not the sealed one refutes, after five answers', async t => {
  const [first = '', ...others] = sealed.split(/(?<=\n)/)
  const wrong = await checkLogged(t, { evidence: light, list: answer(others.join('')) })
  t.equal(wrong.ending('entries.sealed'), 'refuted list-differs')
  t.strictSame([wrong.subject.verdict, wrong.lists()], ['refuted', 5])
  let count = 0
  const once = await checkLogged(t, {
    evidence: light,
    list: () => answer((count += 1) === 1 ? first : sealed)(),
  })
  t.not(once.subject.verdict, 'refuted', 'it may have been spoilt on its way')
})

await t.test('a list that is not to be had is said, and is no verdict', async t => {
  const cases = [
    [answer('{}', 404), 3, /the list was not read: the service shows no list \(404\)/],
    [answer('{}', 500), 4, /the list was not read: the service answers 500/],
    [answer(sealed.repeat(5000)), 3, /the list was not read: .*observe --list/],
  ] as const
  for (const [list, code, says] of cases) {
    const { subject, report } = await checkLogged(t, { evidence: light, list })
    t.match(subject.claims.find(({ id }) => id === 'entries.sealed')?.message, says)
    t.strictSame([subject.level, subject.verdict, report.exit_code], [3, 'proven', 0])
    const asked = await checkLogged(t, { evidence: light, list, require: ['unsteerable'] })
    t.equal(asked.report.exit_code, code)
  }
})

await t.test('reading the log takes half of the time at most', async t => {
  const [origin = ''] = plain.log!.checkpoint.split('\n')
  const many = `${origin}\n1000000000\n${'A'.repeat(43)}=\n\n— x AAAAAAAA\n`
  const entries = filesOf(createRaffle({ ...base, log: { others: Array.from({ length: 300 }, String) } }))
  const full = entries.get('tile/entries/000')!
  const endless: ServiceOptions['log'] = path =>
    path === 'checkpoint'
      ? { status: 200, headers: {}, content: Buffer.from(many) }
      : { status: 200, headers: {}, content: full }
  const { subject, said, report } = await checkLogged(t, { answers: endless, deadline: '3' })
  t.match(said, /reading it took half of the time/)
  t.strictSame([subject.verdict, report.exit_code], ['proven', 0], 'there was time for everything else')
})
