// What a look at a log is said to amount to.
import t from 'tap'
import type { LookFault, LogLook } from '../../../src/log/monitor/log.js'
import { examineLook, type ReportOptions } from '../../../src/log/monitor/report.js'
import type { Shared } from '../../../src/log/monitor/others.js'
import type { LogEntryFault, LogState } from '../../../src/log/monitor/state.js'
import type { MonitoredRaffle } from '../../../src/log/monitor/raffle.js'

const origin = 'raffles.example/log'
const now = new Date('2026-05-02T12:00:00Z')

const options: ReportOptions = {
  ...{ now, grace: { seal: 3600, draw: 86_400 }, patience: 600, proofs: 'log.state.' },
  nameFile: ({ kind }) => `${kind}.json`,
}

const checkpoint = (size: number) => ({ origin, size, root: new Uint8Array(32), note: 'a note' })

const log = (size: number, changes: Partial<LogState> = {}): LogState => ({
  ...{ origin, place: 'https://raffles.example/log', size, root: new Uint8Array(32), frontier: [] },
  ...{ checkpoint: 'a note', seen: '2026-05-02T11:50:00+00:00', faults: [], counts: {}, repeated: 0 },
  raffles: new Map(),
  ...changes,
})

const look = (changes: Partial<LogLook> = {}): LogLook => ({
  place: 'https://raffles.example/log',
  served: checkpoint(5),
  before: log(3),
  after: log(5),
  relation: 'grown',
  ...changes,
})

/** Status, code and message of each claim. */
function claimsOf(changes: Partial<LogLook>, shared?: Shared): Readonly<Record<string, string>> {
  const { claims } = examineLook(look(changes), shared, options)
  return Object.fromEntries(
    claims.map(({ id, status, code, message }) => [id, `${status} ${code}: ${message}`]),
  )
}

const fault = (changes: Partial<LogEntryFault> = {}): LogEntryFault => ({
  ...{ claim: 'log.chains', status: 'refuted', code: 'chain-order', entry: 2, why: 'it is out of order' },
  ...changes,
})

const without = (...names: readonly (keyof LogLook)[]): LogLook =>
  Object.fromEntries(
    Object.entries(look()).filter(([name]) => !(names as readonly string[]).includes(name)),
  ) as unknown as LogLook

await t.test('a log that has grown', t => {
  t.strictSame(claimsOf({}), {
    'log.signed': 'proven signature-verified: the log’s key signed the checkpoint: it has 5 entries',
    'log.consistent': 'proven log-consistent: the log goes on from what was seen before',
    'log.entries': 'proven log-kept: every entry is a statement that a known key signed',
    'log.chains': 'proven log-kept: the statements of every raffle follow one another by the rules',
    'log.unique': 'proven log-kept: no raffle has two statements in one place',
    'log.draws': 'proven log-kept: every raffle is sealed and drawn when it has to be',
  })
  t.strictSame(examineLook(look(), undefined, options).findings, [])
  t.end()
})

await t.test('its name, and how much of it is new', t => {
  const title = (one: LogLook): string | undefined => examineLook(one, undefined, options).title
  t.equal(title(look()), `${origin}, 5 entries, 2 of them new`)
  t.equal(title(without('before')), `${origin}, 5 entries`)
  t.equal(title(look({ before: log(0), after: log(1) })), `${origin}, 1 entry`)
  t.equal(title(without('before', 'after')), origin, 'nothing of it was read')
  t.notOk('title' in examineLook(without('before', 'after', 'served'), undefined, options))
  t.end()
})

await t.test('a first look, and an empty log', t => {
  const first = claimsOf({ relation: 'new' })
  t.equal(
    first['log.consistent'],
    'not-applicable seen-first: the log goes on from what was seen before: there is nothing to compare with yet',
  )
  const empty = claimsOf({ relation: 'new', after: log(0) })
  t.match(empty['log.entries'], /^not-applicable nothing-to-show: .*: the log is empty$/)
  t.end()
})

await t.test('what fails shows nothing', t => {
  const broken: LookFault = {
    code: 'remote-error',
    message: 'it answered 500',
    where: { file: 'tile/0/001' },
  }
  const found = claimsOf({ fault: broken, relation: broken })
  for (const [id, said] of Object.entries(found)) {
    t.match(said, /^not-provable remote-error: .*: tile\/0\/001: it answered 500$/, id)
  }
  const nowhere = { code: broken.code, message: broken.message }
  t.match(claimsOf({ fault: nowhere })['log.signed'], /checkpoint: it answered 500$/)
  const later = claimsOf({ relation: broken })
  t.match(later['log.signed'], /^proven/, 'the checkpoint was there')
  t.match(later['log.consistent'], /^not-provable remote-error/)
  t.match(later['log.chains'], /^not-provable remote-error/)
  t.end()
})

await t.test('an earlier checkpoint is stale after a while', t => {
  const behind = { relation: 'behind', served: checkpoint(2) } as unknown as Partial<LogLook>
  const before = { ...behind, before: log(3), after: log(3) }
  const why =
    'the log goes on from what was seen before: it shows 2 entries, 3 of the same history were seen at 2026-05-02T11:50:00+00:00'
  t.equal(claimsOf(before)['log.consistent'], `proven log-consistent: ${why}`)
  const earlier = { ...before, before: log(3, { seen: '2026-05-02T11:49:59+00:00' }) }
  t.match(claimsOf(earlier)['log.consistent'], /^not-provable log-behind: /)
  t.strictSame(examineLook(look(before), undefined, options).findings, [
    {
      code: 'log-set-back',
      message:
        'the log shows an earlier checkpoint, of 2 entries, than was seen before, of 3: a cache does that, and so does a log that was set back',
    },
  ])
  t.end()
})

await t.test('two histories', t => {
  const checkpoints = [checkpoint(4), checkpoint(6)]
  const forked = { kind: 'forked', checkpoints } as unknown as NonNullable<LogLook['relation']>
  const said = claimsOf({ relation: forked })
  t.match(
    said['log.consistent'],
    /^refuted log-forked: .*: it signed two histories, of 4 and of 6 entries; the proof is in forked\.json$/,
  )
  t.match(said['log.chains'], /^not-provable log-unproven: .*: nobody can say which entries are the log’s$/)
  const unproven = { kind: 'unproven', why: 'no tiles', checkpoints } as unknown as NonNullable<
    LogLook['relation']
  >
  t.match(
    claimsOf({ relation: unproven })['log.consistent'],
    /^not-provable log-unproven: .*: nothing shows that its checkpoints of 4 and of 6 entries are of one history \(no tiles\); both are in unproven\.json$/,
  )
  const kept = claimsOf({ after: log(5, { fork: { sizes: [2, 3], name: 'fork-1.json' } as never }) })
  t.match(
    kept['log.consistent'],
    /^refuted log-forked: .*of 2 and of 3 entries; the proof is in log\.state\.fork-1\.json$/,
    'what was proven once stays so',
  )
  const since = claimsOf({
    relation: unproven,
    after: log(5, { fork: { sizes: [2, 3], name: 'fork-1.json' } as never }),
  })
  t.match(since['log.consistent'], /^refuted log-forked: /, 'whatever the log shows since')
  t.end()
})

await t.test('faults: what decides first, and of that the latest', t => {
  const faults = [
    fault({ status: 'not-provable', code: 'chain-broken', entry: 9, why: 'unknown' }),
    fault({ entry: 2 }),
    fault({ entry: 4, why: 'again' }),
    fault({ claim: 'log.unique', code: 'statement-second', entry: 1, why: 'twice' }),
  ]
  const counts = {
    'log.chains refuted chain-order': 2,
    'log.chains not-provable chain-broken': 1,
    'log.unique refuted statement-second': 4,
  }
  const said = claimsOf({ after: log(12, { faults, counts }) })
  t.equal(
    said['log.chains'],
    'refuted chain-order: the statements of every raffle follow one another by the rules: ' +
      'entry 4: again (chain-order); entry 2: it is out of order (chain-order); entry 9: unknown (chain-broken)',
  )
  t.equal(
    said['log.unique'],
    'refuted statement-second: no raffle has two statements in one place: entry 1: twice (statement-second); and 3 more',
  )
  t.match(said['log.entries'], /^proven/)
  const open = claimsOf({ after: log(12, { faults: faults.slice(0, 1), counts }) })
  t.match(open['log.chains'], /^not-provable chain-broken: .*: entry 9: unknown \(chain-broken\)$/)
  t.end()
})

await t.test('what nobody known signed was not followed', t => {
  const unread = fault({ claim: 'log.entries', status: 'not-provable', code: 'operator-unknown', why: 'X' })
  const said = claimsOf({ after: log(5, { faults: [unread] }) })
  t.match(said['log.entries'], /^not-provable operator-unknown: .*: entry 2: X \(operator-unknown\)$/)
  for (const id of ['log.chains', 'log.unique', 'log.draws']) {
    t.match(said[id], /^not-provable operator-unknown: .*: only what known keys signed was followed$/, id)
  }
  const other = claimsOf({ after: log(5, { faults: [{ ...unread, code: 'key-invalid' }] }) })
  t.match(other['log.chains'], /^proven/)
  t.end()
})

await t.test('of what is overdue the worst is named', t => {
  const raffle = (name: string, changes: Partial<MonitoredRaffle> = {}): MonitoredRaffle => ({
    ...{ raffle: name, operator: 'X', digests: [], issued: '', close: '', timed: true, drawn: 0 },
    ...{ sealed: '2026-04-01T00:00:00+00:00', earliest: '2026-04-01T00:00:00+00:00', prizes: [['a']] },
    ...changes,
  })
  const raffles = [raffle('one'), raffle('two', { open: true }), raffle('three')]
  const of = (some: readonly MonitoredRaffle[]): string | undefined =>
    claimsOf({ after: log(5, { raffles: new Map(some.map(one => [one.raffle, one])) }) })['log.draws']
  t.match(of(raffles), /^not-provable draw-withheld: .*: raffle two .*, and 2 more$/)
  t.match(of(raffles.toReversed()), /^not-provable draw-withheld: .*: raffle two .*, and 2 more$/)
  t.match(of(raffles.slice(0, 1)), /^not-provable draw-overdue: .*: raffle one .* and is not drawn$/)
  t.end()
})

await t.test('what others were shown', t => {
  const shared = (changes: Partial<Shared>): string | undefined =>
    claimsOf({}, { checked: 1, contradictions: [], ...changes })['log.shared']
  const says = 'others were shown the same log'
  t.equal(shared({}), `proven log-consistent: ${says}: the checkpoint given is of it`)
  t.equal(shared({ checked: 3 }), `proven log-consistent: ${says}: the 3 checkpoints given are of it`)
  const broken: LookFault = { code: 'log-unproven', message: 'nothing to compare with' }
  t.equal(
    shared({ worst: { name: 'a file', fault: broken } }),
    `not-provable log-unproven: ${says}: a file: nothing to compare with`,
  )
  const forked = { kind: 'forked', checkpoints: [checkpoint(4), checkpoint(6)] } as never
  t.equal(
    shared({ worst: { name: 'a file', fault: forked } }),
    `refuted log-forked: ${says}: a file: it signed two histories, of 4 and of 6 entries; the proof is in forked.json`,
  )
  t.end()
})

await t.test('statements that stand twice', t => {
  t.strictSame(examineLook(look({ after: log(5, { repeated: 2 }) }), undefined, options).findings, [
    { code: 'log-entry-repeated', message: '2 entries repeat statements that stand in the log before' },
  ])
  t.end()
})
