// What stands at the top of the page: of each kind of document, in each state, whatever came of it.
import t from 'tap'
import * as labels from '../../src/page/catalogue/en/labels.js'
import {
  cancelledHeadline,
  cancelledLateHeadline,
  headlines,
  levelHeadlines,
  meanings,
  onWordShort,
  rests,
  stateNotes,
  closed,
  unpublished,
  shown as reportHeadlines,
} from '../../src/page/catalogue/en/result.js'
import {
  headlineConditions,
  headlineOf,
  headlineTone,
  isCancelled,
  isChosen,
  isDoubtful,
  isRecordWrong,
  isUnsigned,
  lateBy,
  meaningOf,
  noteOf,
  onlySaid,
  ownerOf,
  signatureOf,
  sourceOfName,
  trusted,
  wrongWinner,
} from '../../src/page/headline.js'
import type { PageClaim, PageModel, PageParty, State, PageVerdict } from '../../src/page/model.js'

const now = Date.parse('2026-09-01T12:00:00Z')
const states: readonly State[] = [
  ...(['open', 'sealed', 'drawn', 'cancelled', 'finished-without-evidence', 'unreadable'] as const),
]
const words: readonly PageVerdict[] = [
  ...(['proven', 'believed', 'refuted', 'not-provable', 'not-checked', 'pending'] as const),
]

const party = (role: PageParty['role'], name: string): PageParty => ({ role, name, fingerprint: 'ab' })

const claim = (id: string, word: PageVerdict, code = 'a-code'): PageClaim => ({
  ...{ id, word, code },
  message: `the message of ${id}`,
  says: `${id} is ${word}.`,
})

/** A raffle that was drawn and fully proven, but for what is given. */
const model = (changes: Partial<PageModel> = {}): PageModel => ({
  kind: 'bundle',
  title: 'A raffle',
  operator: 'Example Ltd',
  state: 'drawn',
  verdict: 'proven',
  headline: { shown: 'nobody' },
  answers: [],
  winners: [],
  paths: [],
  claims: [],
  findings: [],
  chooser: { says: [] },
  keys: [],
  ...changes,
})

const without = (name: 'headline' | 'operator', changes: Partial<PageModel> = {}): PageModel =>
  Object.fromEntries(Object.entries(model(changes)).filter(([one]) => one !== name)) as unknown as PageModel

/** Of a draw that reached a level, stopped by a claim. */
const atLevel = (reached: number, stoppedBy?: string): NonNullable<PageModel['level']> => ({
  reached,
  names: [],
  rungs: [
    { level: reached, name: 'this one', word: 'proven', stoppedBy: 'of no interest' },
    {
      level: reached + 1,
      name: 'the next',
      word: 'not-provable',
      ...(stoppedBy !== undefined && { stoppedBy }),
    },
  ],
})

await t.test('a draw that is due is late after five seconds, and only then', t => {
  const due = (what: NonNullable<PageModel['next']>['what'], late: number, state: State = 'sealed') =>
    lateBy(model({ state, verdict: 'pending', next: { what, at: now - late } }), now)
  t.equal(due('draw', 5001), 5001)
  t.equal(due('draw', 5000), undefined)
  t.equal(due('draw', -60_000), undefined)
  t.equal(due('seal', 60_000, 'open'), 60_000)
  t.equal(due('close', 60_000, 'open'), undefined, 'the close of entries needs nobody')
  t.equal(due('round', 60_000), undefined, 'nor does the random number')
  for (const state of states) {
    const late = due('draw', 60_000, state)
    t.equal(late, state === 'open' || state === 'sealed' ? 60_000 : undefined, state)
  }
  t.equal(lateBy(model({ state: 'sealed', verdict: 'pending' }), now), undefined)
  const refuted = model({ state: 'sealed', verdict: 'refuted', next: { what: 'draw', at: now - 60_000 } })
  t.equal(lateBy(refuted, now), undefined, 'what is refuted is no matter of time')
  t.end()
})

await t.test('the colour of the headline', t => {
  const late = { what: 'draw', at: now - 60_000 } as const
  const cases: readonly (readonly [tone: string, changes: Partial<PageModel>])[] = [
    ['proven', {}],
    ['believed', { verdict: 'believed' }],
    ['not-checked', { state: 'unreadable', verdict: 'refuted' }],
    ['not-checked', { state: 'cancelled', verdict: 'proven' }],
    ['not-provable', { state: 'cancelled', findings: [{ code: 'cancelled-late', message: '' }] }],
    ['not-checked', { state: 'cancelled', findings: [{ code: 'another', message: '' }] }],
    ['refuted', { state: 'cancelled', verdict: 'refuted' }],
    ['late', { state: 'sealed', verdict: 'pending', next: late }],
    ['pending', { state: 'sealed', verdict: 'pending' }],
    ['settled', { verdict: 'not-provable', level: atLevel(3) }],
    ['not-provable', { verdict: 'not-provable', level: atLevel(2) }],
    ['proven', { level: atLevel(4) }],
    ['refuted', { verdict: 'refuted', level: atLevel(3) }],
    ['not-provable', { state: 'finished-without-evidence', verdict: 'not-provable', level: atLevel(3) }],
  ]
  for (const [tone, changes] of cases)
    t.equal(headlineTone(model(changes), now), tone, JSON.stringify(changes))
  t.end()
})

await t.test('nothing is green where somebody could have chosen, or a site vouches for itself', t => {
  for (const state of states) {
    for (const verdict of words) {
      const isBad = verdict === 'refuted' || (verdict === 'not-provable' && state !== 'cancelled')
      t.equal(isDoubtful(model({ state, verdict })), isBad, `${state} ${verdict}`)
      const believing = [party('operator', 'Example Ltd')]
      t.equal(isDoubtful(model({ state, verdict, believing })), true, `${state} ${verdict}, believed`)
      t.equal(isCancelled(model({ state, verdict })), state === 'cancelled' && verdict !== 'refuted')
      t.equal(
        isChosen(model({ state, verdict })),
        verdict !== 'pending' && (state !== 'cancelled' || verdict === 'refuted'),
      )
    }
  }
  t.end()
})

await t.test('the headline', t => {
  const shown = 'Nobody could have chosen the winners'
  const notProvable = { verdict: 'not-provable', level: atLevel(3, 'evidence.timely') } as const
  const cases: readonly (readonly [headline: string, changes: Partial<PageModel>])[] = [
    [shown, {}],
    [shown, { verdict: 'believed' }],
    [
      'Nobody could have chosen the winners of this rehearsal unless its random number was known beforehand',
      { isOwnBeacon: true },
    ],
    [shown, { verdict: 'not-provable', isOwnBeacon: true }],
    [headlines.unread, { state: 'unreadable', verdict: 'refuted' }],
    [headlines.unread, { verdict: 'not-checked' }],
    [headlines.pending, { state: 'sealed', verdict: 'pending' }],
    [cancelledHeadline, { state: 'cancelled' }],
    [cancelledLateHeadline, { state: 'cancelled', findings: [{ code: 'cancelled-late', message: '' }] }],
    [
      'Shown to be wrong',
      { verdict: 'refuted', claims: [claim('a', 'proven'), claim('b', 'refuted'), claim('c', 'refuted')] },
    ],
    ['Shown to be wrong', { verdict: 'refuted' }],
    [
      'A ticket with a receipt is missing from the list, or stands there differently',
      { verdict: 'refuted', claims: [claim('receipt.honoured', 'refuted', 'receipt-dishonoured')] },
    ],
    [
      'If this site’s keys are real, a ticket with a receipt is missing from the list, or stands there differently',
      {
        verdict: 'refuted',
        claims: [claim('receipt.honoured', 'refuted', 'receipt-dishonoured')],
        believing: [{ role: 'receipts', name: 'Example', fingerprint: '' }],
      },
    ],
    [
      'Shown to be wrong',
      {
        verdict: 'refuted',
        claims: [claim('receipt.honoured', 'refuted', 'receipt-dishonoured'), claim('b', 'refuted')],
      },
    ],
    [
      'The draw was due 2 hours ago. No result is shown here.',
      { state: 'sealed', verdict: 'pending', next: { what: 'draw', at: now - 7_200_000 } },
    ],
    [levelHeadlines.ofDraw, { kind: 'draw', ...notProvable }],
    [shown, { kind: 'draw', level: atLevel(2) }],
    [
      levelHeadlines.unsigned,
      { ...notProvable, level: atLevel(1), claims: [claim('statement.signed', 'not-provable')] },
    ],
    [reportHeadlines['form-only'], { ...notProvable, level: atLevel(1), headline: { shown: 'form-only' } }],
    [levelHeadlines.ofRecord, { kind: 'record', level: atLevel(3) }],
    [levelHeadlines.onWord, notProvable],
    [levelHeadlines.onWord, { ...notProvable, onWord: ['evidence.timely', 'evidence.unique'] }],
    [shown, { ...notProvable, state: 'sealed' }],
    [shown, { ...notProvable, level: atLevel(2) }],
    [
      levelHeadlines.noBeacon,
      { ...notProvable, claims: [claim('beacon.rule', 'not-provable', 'beacon-none')] },
    ],
    [levelHeadlines.replaced, { ...notProvable, level: atLevel(3, 'winner-replaced') }],
    [levelHeadlines.replaced, { ...notProvable, onWord: ['winner-replaced', 'evidence.timely'] }],
  ]
  for (const [headline, changes] of cases) {
    t.equal(headlineOf(model(changes), now), headline, JSON.stringify(changes))
  }
  t.equal(headlineOf(without('headline'), now), headlines.unread)
  t.end()
})

await t.test('what the headline means, where it does not say so', t => {
  const short = { verdict: 'not-provable', level: atLevel(2, 'seed.committed') } as const
  const unseen = 'Nothing shows that the winners follow from what was fixed before.'
  const cases: readonly (readonly [meaning: string | undefined, changes: Partial<PageModel>])[] = [
    [undefined, {}],
    [
      'The operator says that it cancelled the raffle on 1 September 2026 at 08:00 UTC, for this reason: “no licence”. No winner is shown here.',
      {
        state: 'cancelled',
        cancelled: { reason: 'no licence', at: Date.UTC(2026, 8, 1, 8), isKnown: false },
      },
    ],
    [
      'The operator says that it cancelled the raffle on 1 September 2026 at 08:00 UTC, for this reason: “no licence”. No winner is shown here. The random number was due on 1 September 2026 at 09:00 UTC.',
      {
        state: 'cancelled',
        cancelled: {
          ...{ reason: 'no licence', at: Date.UTC(2026, 8, 1, 8), due: Date.UTC(2026, 8, 1, 9) },
          isKnown: false,
        },
      },
    ],
    [meanings.unread, { state: 'unreadable' }],
    [undefined, { verdict: 'refuted', level: atLevel(2, 'seed.committed') }],
    [undefined, { ...short, state: 'open' }],
    [undefined, { ...short, state: 'sealed' }],
    [undefined, { ...short, verdict: 'pending' }],
    [undefined, { kind: 'draw', verdict: 'not-provable', level: atLevel(3) }],
    ['A note.', { kind: 'draw', verdict: 'not-provable', level: atLevel(3), note: 'A note.' }],
    [meanings.short, { kind: 'draw', verdict: 'not-provable', level: atLevel(2) }],
    [undefined, { isOwnBeacon: true }],
    [unseen, { ...short, isOwnBeacon: true }],
    [undefined, { ...short, isOwnBeacon: true, level: atLevel(2, 'beacon.genuine') }],
    [unseen, short],
    [
      'Nothing shows that a public random number decided them.',
      { ...short, level: atLevel(2, 'beacon.rule') },
    ],
    ['Who replaces a winner may choose who follows.', { ...short, level: atLevel(3, 'winner-replaced') }],
    [
      'Who replaces a winner may choose who follows.',
      { ...short, onWord: ['winner-replaced', 'evidence.timely'] },
    ],
    [
      'Your trust file has no key of Example Ltd. Get the fingerprint of its key from the operator itself, or check without the file.',
      { ...short, level: atLevel(1, 'statement.signed'), isStranger: true },
    ],
    [meanings.short, { ...short, level: atLevel(2, 'something.else') }],
    [meanings.short, { ...short, level: atLevel(2) }],
    [meanings.short, { verdict: 'not-provable' }],
    [meanings.short, { ...short, state: 'finished-without-evidence' }],
    [undefined, { ...short, kind: 'record' }],
    [undefined, { ...short, onWord: ['evidence.timely'] }],
    [undefined, { verdict: 'not-checked' }],
  ]
  for (const [meaning, changes] of cases) {
    t.equal(meaningOf(model(changes)), meaning, JSON.stringify(changes))
  }
  t.end()
})

await t.test(
  'what praises stands beside its condition, and beside what the operator could do all the same',
  t => {
    const level = atLevel(4)
    const observer = 'the observer Newspaper'
    const left =
      'The operator could still have raised its chances, by tickets of its own or by leaving some out.'
    const holds = [
      'This holds if the makers of the public random number (drand) and the observer Newspaper are honest and no other raffle was run for these prizes.',
      left,
    ]
    const of = (changes: Partial<PageModel>) => headlineConditions(model({ level, ...changes }))
    const given = [rests.network, observer, rests.onlyOne]
    t.strictSame(of({ rests: given }), holds)
    t.strictSame(of({ rests: given, verdict: 'believed', level: atLevel(5) }), holds)
    t.strictSame(of({ rests: [rests.rehearsal, observer, rests.shownOnce, rests.onlyOne] }), [
      'This holds if the source of its random number (no public one) and the observer Newspaper are honest and no other raffle was run for these prizes.',
      left,
    ])
    t.strictSame(of({ rests: [rests.onlyOne], kind: 'draw' }), [
      'This holds if no other raffle was run for these prizes.',
      'The organiser could still have raised its chances, by tickets of its own or by leaving some out.',
    ])
    t.strictSame(of({}), [left])
    for (const verdict of words) {
      const hasPraise = verdict === 'proven' || verdict === 'believed'
      t.equal(of({ rests: given, verdict }).length, hasPraise ? 2 : 0, verdict)
    }
    t.strictSame(of({ rests: given, level: atLevel(3) }), [])
    t.strictSame(of({ rests: given, state: 'sealed' }), [])
    t.end()
  },
)

await t.test('what only the operator says', t => {
  const open = { verdict: 'not-provable', onWord: ['evidence.timely', 'unknown', 'evidence.unique'] } as const
  const timely = 'that the list was closed before the random number existed'
  const unique = 'that it did not make several lists and show the one that it liked'
  t.strictSame(onlySaid(model(open)), [timely, unique])
  t.strictSame(onlySaid(model(open), { but: ['evidence.timely'] }), [unique])
  t.strictSame(onlySaid(model(open), { words: onWordShort }), [
    'that the list was closed before the draw',
    'that there was no second list',
  ])
  t.strictSame(onlySaid(model()), [])
  for (const state of states) {
    t.equal(onlySaid(model({ ...open, state })).length, state === 'drawn' ? 2 : 0, state)
  }
  t.strictSame(onlySaid(model({ ...open, verdict: 'refuted' })), [])
  t.end()
})

await t.test('who has to be trusted', t => {
  const open = { verdict: 'not-provable', onWord: ['evidence.timely'] } as const
  const given = { rests: ['the network of drand'] } as const
  t.strictSame(trusted(model(given)), ['the network of drand'])
  t.strictSame(trusted(model({ ...given, verdict: 'believed' })), ['the network of drand'])
  t.strictSame(trusted(model()), [])
  t.strictSame(
    trusted(model({ ...given, ...open })),
    [rests.operator],
    'what is not shown rests on nobody else',
  )
  t.strictSame(trusted(model({ ...open, isOwnBeacon: true })), [rests.operator, rests.rehearsal])
  t.strictSame(trusted(model({ ...open, isOwnBeacon: true, state: 'sealed' })), [])
  t.strictSame(trusted(model({ isOwnBeacon: true })), [], 'the report of one that is shown says it')
  const believing = [
    party('operator', 'Example Ltd'),
    party('witness', 'w.example'),
    party('witness', 'v.example'),
  ]
  t.strictSame(trusted(model({ ...given, verdict: 'believed', believing })), [
    'the network of drand',
    'that this site names the real keys of Example Ltd and its witnesses w.example and v.example',
  ])
  t.strictSame(trusted(model({ ...given, ...open, believing, state: 'unreadable' })), [])
  const refuted = { ...given, ...open, verdict: 'refuted' } as const
  t.strictSame(trusted(model(refuted)), [rests.calculated], 'what is not true rests on nobody’s word')
  t.strictSame(
    trusted(model({ ...refuted, believing })),
    ['that this site names the real keys of Example Ltd'],
    'but on whose signature it is',
  )
  t.end()
})

const signed = (word: PageVerdict, ...more: readonly PageClaim[]) => [
  claim('statement.signed', word),
  ...more,
]

await t.test('whose signature stands under what is not true', t => {
  const operator = 'Example Ltd'
  const of = (changes: Partial<PageModel>): string | undefined => signatureOf(model(changes))
  t.equal(of({ claims: [] }), undefined)
  t.equal(of({ claims: signed('refuted') }), undefined, 'the headline says it')
  t.equal(of({ claims: signed('proven') }), labels.signedBy(operator))
  t.equal(of({ claims: signed('believed') }), labels.signedBy(operator))
  t.equal(of({ claims: signed('not-provable') }), labels.signedByNobody)
  t.equal(of({ claims: signed('not-checked') }), labels.signedByNobody)
  t.equal(signatureOf(without('operator', { claims: signed('proven') })), undefined)
  const key = { ...party('operator', operator), from: 'compared' } as const
  t.equal(of({ claims: signed('proven'), keys: [key] }), labels.signedByCompared(operator))
  t.equal(of({ claims: signed('proven'), keys: [{ ...key, from: 'file' }] }), labels.signedBy(operator))
  t.equal(
    of({ claims: signed('believed'), believing: [party('operator', operator)] }),
    labels.signedByNamed(operator),
  )
  t.equal(
    of({ claims: signed('proven'), believing: [party('beacon', 'a chain')] }),
    labels.signedBy(operator),
  )
  t.equal(
    of({ claims: signed('proven', claim('record.matches', 'refuted')) }),
    labels.signedOther(operator, false),
  )
  t.end()
})

await t.test('whose a raffle is, and who says so', t => {
  const operator = 'Example Ltd'
  const named = { believing: [party('operator', operator)] }
  const cases: readonly (readonly [owner: string, source: string, changes: Partial<PageModel>])[] = [
    [labels.signedBy(operator), '', { claims: signed('proven') }],
    [labels.signedByNamed(operator), labels.saysSite, { claims: signed('believed'), ...named }],
    [labels.namesOperator(operator), labels.saysItself, { claims: signed('not-provable') }],
    [labels.namesOperator(operator), labels.saysItself, { claims: signed('refuted'), ...named }],
    [labels.namesOperator(operator), labels.saysItself, { claims: [] }],
    [labels.namesOperator(operator), '', { claims: [], kind: 'draw' }],
  ]
  for (const [owner, source, changes] of cases) {
    t.equal(ownerOf(model(changes), 'raffles.example'), owner, JSON.stringify(changes))
    t.equal(sourceOfName(model(changes)), source, JSON.stringify(changes))
  }
  const own = { claims: signed('proven') }
  t.equal(sourceOfName(model(own), 'trust.json'), ', says your trust file trust.json')
  t.equal(
    sourceOfName(model({ ...own, keys: [{ ...party('operator', operator), from: 'compared' }] }), 'a.json'),
    labels.saysCompared,
  )
  t.equal(sourceOfName(model({ claims: signed('believed'), ...named }), 'trust.json'), labels.saysSite)
  t.equal(sourceOfName(model({ claims: signed('not-provable') }), 'trust.json'), labels.saysItself)
  t.equal(isUnsigned(model({ verdict: 'not-provable', claims: signed('not-provable') })), true)
  for (const word of ['proven', 'believed'] as const) {
    t.equal(isUnsigned(model({ verdict: 'not-provable', claims: signed(word) })), false, word)
  }
  t.equal(isUnsigned(model({ verdict: 'not-provable', kind: 'record', claims: [] })), false)
  t.equal(
    ownerOf(without('operator'), 'raffles.example'),
    'This record does not say whose the raffle is: raffles.example published it.',
  )
  t.equal(ownerOf(without('operator'), undefined), 'This record does not say whose the raffle is.')
  t.end()
})

await t.test('a record that is wrong beside what was signed', t => {
  const record = claim('record.matches', 'refuted')
  for (const word of words) {
    const isSigned = word === 'proven' || word === 'believed'
    t.equal(isRecordWrong([claim('statement.signed', word), record]), isSigned, word)
  }
  t.equal(isRecordWrong([record]), false)
  t.equal(isRecordWrong([claim('statement.signed', 'proven')]), false)
  t.equal(
    isRecordWrong([claim('statement.signed', 'proven'), record, claim('seed.committed', 'refuted')]),
    false,
  )
  t.equal(
    isRecordWrong([claim('statement.signed', 'proven'), record, claim('seed.committed', 'proven')]),
    true,
  )
  t.end()
})

await t.test('where the raffle is, unless its headline says so', t => {
  const next = (what: NonNullable<PageModel['next']>['what'], late: number) => ({
    next: { what, at: now - late },
  })
  const cases: readonly (readonly [note: string | undefined, changes: Partial<PageModel>])[] = [
    [undefined, {}],
    [stateNotes.sealed, { state: 'sealed', verdict: 'pending' }],
    [stateNotes['finished-without-evidence'], { state: 'finished-without-evidence' }],
    [undefined, { state: 'cancelled' }],
    [stateNotes.open, { state: 'open', verdict: 'pending' }],
    [stateNotes.open, { state: 'open', verdict: 'pending', ...next('close', -1000) }],
    [closed, { state: 'open', verdict: 'pending', ...next('seal', 1000) }],
    [stateNotes.sealed, { state: 'sealed', verdict: 'pending', ...next('round', -1000) }],
    [undefined, { state: 'sealed', verdict: 'pending', ...next('draw', 60_000) }],
    [unpublished, { state: 'sealed', verdict: 'pending', isOut: true, ...next('draw', 60_000) }],
    [stateNotes.sealed, { state: 'sealed', verdict: 'pending', isOut: true, ...next('draw', 1000) }],
  ]
  for (const [note, changes] of cases) t.equal(noteOf(model(changes), now), note, JSON.stringify(changes))
  t.end()
})

await t.test('praise has its condition in the headline, and a wrong record its prize', t => {
  const of = (reached: number, changes: Partial<PageModel> = {}): string =>
    headlineOf(model({ level: atLevel(reached), ...changes }), now)
  const only = { rests: [rests.network, rests.onlyOne] }
  t.equal(of(5), 'Nobody could have chosen the winners')
  t.equal(of(4, only), 'If this was the only list, nobody could have chosen the winners')
  t.equal(of(4, { ...only, kind: 'draw' }), 'Nobody could have chosen the winners', 'its own conditions')
  t.equal(
    of(5, { verdict: 'believed' }),
    'If this site’s keys are real, nobody could have chosen the winners',
    'they are the site’s word',
  )
  const pointer = '/draws/0/winner_entry_id'
  const wrong = { ...claim('record.matches', 'refuted'), expected: '10130', found: '10086', pointer }
  const winner = { prize: 'Mug', entryId: '10130', replaced: false }
  const changes = { verdict: 'refuted', claims: signed('proven', wrong), winners: [winner] } as const
  t.equal(of(0, changes), 'The record names another winner than the operator’s signed statement')
  const rule = { ...claim('winner.derived', 'refuted'), prize: 'Mug', expected: '10130', found: '10086' }
  t.equal(
    of(0, { verdict: 'refuted', claims: signed('proven', rule) }),
    'The published winner is not the one that the rule picks',
  )
  t.strictSame(wrongWinner(model(changes)), {
    prize: 'Mug',
    expected: '10130',
    found: '10086',
    by: 'operator',
  })
  t.equal(
    of(0, { ...changes, claims: signed('proven', wrong, rule) }),
    'The published winner is not the one that the rule picks',
    'that weighs more than what a record says',
  )
  const file = { keys: [{ role: 'operator', name: 'Example', fingerprint: '', from: 'file' }] } as const
  t.strictSame(trusted(model({ ...changes, ...file })), [rests.file])
  t.strictSame(trusted(model({ verdict: 'refuted', kind: 'record' })), [rests.calculated])
  const other = { ...changes, claims: signed('proven', { ...wrong, pointer: '/draws/0/total_entries' }) }
  t.equal(of(0, other), 'Shown to be wrong', 'a number is no winner')
  t.end()
})
