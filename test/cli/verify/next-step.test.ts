import t from 'tap'
import { quote, repeatOptions } from '../../../src/cli/shared/next-step.js'
import { findNext } from '../../../src/cli/verify/next-step.js'
import type { Claim, Subject } from '../../../src/model/report.js'
import { decideSubject } from '../../../src/verify/verdict.js'
import { broken, claimOf, drawOf, kept } from '../../render/reports.js'
import { run, notProvable, refuted } from '../run.js'

const draw = (claims: readonly Claim[], more: Parameters<typeof drawOf>[1] = {}): Subject =>
  decideSubject(drawOf(claims, more))
const commandOf = (subject: Subject, ...options: string[]): string | undefined =>
  findNext(subject, { options })?.command

await t.test('each verdict has a next step', t => {
  const unsigned = claimOf('beacon.genuine', 'not-provable', { code: 'beacon-signature-missing' })
  t.equal(commandOf(draw([kept, unsigned])), 'drawaudit verify draws/one.json --online')
  t.equal(commandOf(draw([kept, unsigned]), '--online'), 'drawaudit explain draws/one.json')
  t.equal(commandOf(draw([broken])), 'drawaudit explain draws/one.json')
  t.equal(
    commandOf(
      draw([claimOf('evidence.unique', 'refuted')], { kind: 'bundle', source: 'my bundle.json' }),
      '--trust',
      't',
    ),
    "drawaudit verify 'my bundle.json' --trust t --report html=report.html",
  )
  const unknown = claimOf('statement.signed', 'not-provable', { code: 'operator-unknown' })
  t.match(commandOf(draw([unknown], { kind: 'bundle' })), /^drawaudit trust init && drawaudit trust add /)
  const believed = { options: ['--trust', 't'], trust: 't' }
  t.equal(findNext(draw([unknown], { kind: 'bundle' }), believed)?.command, 'drawaudit trust show t')
  t.equal(commandOf(draw([kept], { kind: 'bundle' })), 'drawaudit verify draws/one.json --ticket TICKET')
  const unread = claimOf('document.read', 'not-provable', { code: 'document-unknown' })
  t.equal(commandOf(draw([unread])), 'drawaudit recipe find draws/one.json -o recipe.json')
  t.equal(commandOf(draw([{ ...unread, code: 'json-syntax' }])), 'drawaudit help json-syntax')
  t.equal(commandOf(draw([{ ...unread, code: 'recipe-unknown' }])), 'drawaudit recipe list')
  t.match(
    commandOf(draw([kept], { source: 'draws.ndjson:17' })),
    'drawaudit explain FILE',
    'a line has no name',
  )
  t.end()
})

await t.test('options are repeated as a shell takes them', t => {
  t.strictSame(
    repeatOptions({ trust: 'a b', online: true, given: ['x=1'], raffle: undefined, proof: false }),
    ['--trust', 'a b', '--online', '--given', 'x=1'],
  )
  t.equal(quote("it's"), "'it'\\''s'")
  t.equal(quote('trust.json'), 'trust.json')
  t.end()
})

await t.test('verify prints it', async t => {
  const [open, wrong] = await Promise.all([run(['verify', notProvable]), run(['verify', refuted])])
  t.match(open.stdout, `\n    drawaudit verify ${notProvable} --online\n`)
  t.match(wrong.stdout, `\n    drawaudit explain ${refuted}\n`)
  t.match(wrong.stdout, '\n  published winning ticket: 5\n')
})

await t.test('of several winners each has its place, and a refuted draw says that they follow', async t => {
  const { code, stdout } = await run(['verify', 'fixtures/draws/tgt2025/lb-competition-2025-06.json'])
  t.equal(code, 1)
  t.match(stdout, /\); yet\s+the\s+winners\s+are\s+the\s+ones\s+that\s+seed\s+hash\s+and\s+list\s+give\n/)
  t.match(stdout, /\n {2}published winner 1: qYvI\w+\n {2}published winner 2: eMKq/)
  const other = await run(['verify', 'fixtures/draws/rctab-tie-break', '--format', 'text'])
  t.match(other.stdout, /\n {2}candidates drawn, 1: /, 'a title that is no plain plural stays')
})
