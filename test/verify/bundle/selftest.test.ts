import { readFileSync } from 'node:fs'
import t from 'tap'
import { native } from '../../../src/native/engine.js'
import { checks, receiptCheck, ticketCheck, type Check } from '../../../src/verify/bundle/checks/index.js'
import { runSelfTest, type ScenarioResult, type Scenario } from '../../../src/verify/bundle/selftest.js'

// That all scenarios that are shipped end as they should is for test/system/cli/selftest/selftest.test.ts.

const read = (name: string): Scenario => ({
  name,
  ...(JSON.parse(
    readFileSync(new URL(`../../../fixtures/mutants/${name}.json`, import.meta.url), 'utf8'),
  ) as Omit<Scenario, 'name'>),
})

/** How one scenario ends. */
function judge(scenario: Scenario): ScenarioResult {
  const outcomes: ScenarioResult[] = []
  const { good, bad, failed, passed } = runSelfTest([scenario], {
    engine: native,
    onOutcome: outcome => outcomes.push(outcome),
  })
  const [outcome, ...more] = outcomes
  if (outcome === undefined || more.length > 0) throw new Error(`${outcomes.length} outcomes`)
  if (passed) throw new Error('one scenario does not fire every code')
  if (good + bad !== 1 || (good === 1) !== (outcome.kind === 'good')) throw new Error('miscounted')
  if (failed[0] !== (outcome.passed ? undefined : outcome)) throw new Error('not told')
  return outcome
}

await t.test('each scenario is judged by everything that it expects', t => {
  const endings: readonly (readonly [name: string, ending: string])[] = [
    ['unharmed/logged', 'level 5, proven'],
    ['unharmed/light', 'level 3, not-provable'],
    ['unharmed/ticket', 'level 4, proven'],
    ['unharmed/no-record', 'level 4, proven'],
    [
      'ticket.included/proof-of-another-raffle',
      'ticket.included not-provable (evidence-missing), not-provable',
    ],
    ['ticket.included/ticket-not-in-the-list', 'ticket.included not-provable (ticket-absent), not-provable'],
    ['document.read/another-raffle-asked-for', 'document.read not-provable (raffle-other), not-provable'],
    ['document.read/list-of-bundles', 'document.read not-provable (bundle-invalid), not-provable'],
    ['log.included/entries-altered', 'log.included not-provable (log-damaged), not-provable'],
    ['entries.sealed/file-other-than-named', 'entries.sealed not-provable (list-other), not-provable'],
    ['evidence.unique/second-seal-seen', 'evidence.unique refuted (statement-second), level 0, refuted'],
  ]
  for (const [name, ending] of endings) {
    const scenario = read(name)
    const { expected, found, passed, kind, description } = judge(scenario)
    t.strictSame([expected, found, passed], [ending, ending, true], name)
    t.equal(kind, name.startsWith('unharmed/') ? 'good' : 'bad')
    t.equal(description, scenario.description)
  }
  const { description, ...nameless } = read('unharmed/logged')
  t.type(description, 'string')
  t.notOk('description' in judge(nameless))
  t.end()
})

await t.test('what does not end as it should is told in words', t => {
  const good = read('unharmed/logged')
  const bad = read('seed.committed/seed-bit-flipped')
  const wrong: readonly (readonly [what: string, Scenario, expected: string, found: string])[] = [
    ['level', { ...good, expect: { level: 4 } }, 'level 4', 'level 5'],
    ['no level', { ...good, expect: { level: -1 } }, 'no level', 'level 5'],
    ['verdict', { ...good, expect: { level: 5, verdict: 'refuted' } }, 'level 5, refuted', 'level 5, proven'],
    ['nothing but a verdict', { ...good, expect: { verdict: 'proven' } }, 'proven', 'proven'],
    ['nothing', { ...good, expect: {} }, '', ''],
    [
      'code',
      { ...bad, expect: { claim: 'seed.committed', status: 'refuted', code: 'seed-committed' } },
      'seed.committed refuted (seed-committed)',
      'seed.committed refuted (seed-differs)',
    ],
    [
      'no code',
      { ...bad, expect: { claim: 'seed.committed', status: 'refuted' } },
      'seed.committed refuted',
      'seed.committed refuted (seed-differs)',
    ],
    [
      'claim',
      { ...bad, expect: { claim: 'no.claim', status: 'refuted' } },
      'no.claim refuted',
      'no.claim is not there',
    ],
    [
      'exception',
      { ...good, trust: {} },
      'level 5, proven',
      'an exception: not a trust file: /trust is missing',
    ],
  ]
  for (const [what, scenario, expected, found] of wrong) {
    const outcome = judge(scenario)
    t.equal(outcome.passed, false, what)
    t.equal(outcome.expected, expected, what)
    t.equal(outcome.found, found, what)
  }
  t.end()
})

await t.test('every code of every claim of a bundle has to fire', t => {
  const { codes, missing, unlisted, failed, good, bad, passed } = runSelfTest(
    ['unharmed/logged', 'seed.committed/seed-bit-flipped', 'document.read/list-of-bundles'].map(read),
    { engine: native },
  )
  const all = [...checks, ticketCheck, receiptCheck].flatMap(({ id, codes }) =>
    codes.map(code => `${id} ${code}`),
  )
  t.strictSame([passed, good, bad, failed, unlisted], [false, 1, 2, [], []])
  t.equal(codes + missing.length, all.length)
  const fired = all.filter(one => !missing.includes(one))
  for (const one of [
    'seed.committed seed-committed',
    'seed.committed seed-differs',
    'log.witnessed log-witnessed',
  ]) {
    t.ok(fired.includes(one), one)
  }
  t.ok(missing.includes('statement.chain chain-cancelled'))
  t.strictSame(runSelfTest([], { engine: native }).missing, all)
  t.end()
})

await t.test('what is no scenario is a damaged installation', t => {
  const whole = read('unharmed/logged')
  const damaged: readonly unknown[] = [
    undefined,
    null,
    'text',
    {},
    { ...whole, name: 1 },
    { ...whole, now: 1 },
    { ...whole, expect: null },
    { ...whole, expect: 'proven' },
    { ...whole, bundle: undefined },
    { ...whole, trust: undefined },
  ]
  const expected = {
    code: 'internal',
    message: 'a scenario of the self-test is damaged',
    hint: 'reinstall drawaudit',
  }
  for (const value of damaged) t.throws(() => runSelfTest([value], { engine: native }), expected)
  t.end()
})

await t.test('the record, a list in a file and the proof of a ticket are verified with the bundle', t => {
  const endings: readonly (readonly [name: string, ending: string])[] = [
    ['record.matches/winner-other', 'record.matches refuted (values-differ), level 0, refuted'],
    ['unharmed/list-in-a-file', 'level 4, proven'],
    ['ticket.included/proof-cut-short', 'ticket.included not-provable (inclusion-invalid), not-provable'],
  ]
  for (const [name, ending] of endings) {
    const { expected, found, passed } = judge(read(name))
    t.strictSame([expected, found, passed], [ending, ending, true], name)
  }
  t.end()
})

await t.test('a bundle that cannot be read is judged as one, though there are entries of a log', t => {
  const whole = read('unharmed/logged')
  t.ok(whole.log)
  const unread = { ...whole, bundle: { bundle: 'drawaudit/v1' } }
  const expect = { claim: 'document.read', status: 'not-provable', code: 'bundle-invalid' } as const
  const ending = 'document.read not-provable (bundle-invalid)'
  t.match(judge({ ...unread, expect }), { passed: true, expected: ending, found: ending })
  t.match(judge({ ...unread, expect: { level: 0 } }), {
    passed: false,
    expected: 'level 0',
    found: 'no level',
  })
  t.end()
})

await t.test('it passes where every code that is listed fires and no other, and nothing else does', t => {
  const all: readonly Pick<Check, 'id' | 'codes'>[] = [...checks, ticketCheck, receiptCheck]
  const listed = all.map(({ codes }) => codes)
  const whole = read('unharmed/logged')
  const { missing } = runSelfTest([whole], { engine: native })
  const fired = all.map(({ id, codes }) => codes.filter(code => !missing.includes(`${id} ${code}`)))
  t.strictSame([all[0]?.id, fired[0], fired.flat().length], ['record.schema', ['schema-valid'], 15])
  /** What is found where claims can end with no other codes than they do, but the first with these. */
  const testOf = (scenario: Scenario, ...first: Check['codes']) => {
    all.forEach((check, index) => Object.assign(check, { codes: index === 0 ? first : fired[index] }))
    const { failed, ...rest } = runSelfTest([scenario], { engine: native })
    return { ...rest, failed: failed.map(({ found }) => found) }
  }
  t.teardown(() => {
    all.forEach((check, index) => Object.assign(check, { codes: listed[index] }))
  })
  const good = { passed: true, good: 1, bad: 0, codes: 15, missing: [], unlisted: [], failed: [] }
  t.strictSame(testOf(whole, 'schema-valid'), good)
  const bad = { ...good, passed: false }
  const failed = { failed: ['level 5'] }
  const never = { missing: ['record.schema schema-invalid'] }
  const unlisted = { codes: 14, unlisted: ['record.schema schema-valid'] }
  const wrong = { ...whole, expect: { level: 4 } }
  t.strictSame(testOf(wrong, 'schema-valid'), { ...bad, ...failed })
  t.strictSame(testOf(whole, 'schema-valid', 'schema-invalid'), { ...bad, ...never })
  t.strictSame(testOf(whole), { ...bad, ...unlisted })
  t.strictSame(testOf(wrong, 'schema-valid', 'schema-invalid'), { ...bad, ...failed, ...never })
  t.strictSame(testOf(whole, 'schema-invalid'), { ...bad, ...never, ...unlisted })
  t.strictSame(testOf(wrong), { ...bad, ...failed, ...unlisted })
  t.end()
})
