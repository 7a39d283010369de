import t from 'tap'
import type { Claim, Status } from '../../../src/model/report.js'
import { describeBundleChoice, joinChoice } from '../../../src/verify/bundle/bundle-choice.js'
import type { Evidence } from '../../../src/verify/bundle/checks/evidence.js'
import type { Sighting } from '../../../src/verify/bundle/sighting.js'

const ids = [
  'statement.signed',
  'statement.chain',
  'seed.committed',
  'beacon.genuine',
  'beacon.rule',
  'entries.sealed',
  'winner.derived',
  'evidence.timely',
  'evidence.unique',
  'log.included',
  'log.witnessed',
]

interface Case {
  /** Claims that are not proven. */
  readonly others?: Readonly<Record<string, Status>>
  readonly chain?: object
  readonly earliest?: readonly (Sighting | undefined)[]
  /** The entries of the log were read; true when left out. */
  readonly isRead?: boolean
  /** That of the commitment; one that is built in when left out. */
  readonly beaconChain?: object
  /** Whether the list is not there. */
  readonly isLight?: boolean
  /** Who read the list. */
  readonly reader?: { readonly who: string }
}

const observer: Sighting = { who: 'Auditor', by: 'observer', at: 0n, atUtc: '1970-01-01T00:00:00Z' }

/** The sentence on a raffle that was drawn, and of which all else is proven. */
function choiceOf(given: Case): string {
  const {
    others = {},
    chain = {},
    earliest = [observer, observer],
    isRead = true,
    beaconChain,
    reader,
    isLight = false,
  } = given
  const claims = ids.map((id): Claim => {
    const status = others[id] ?? 'proven'
    const code =
      id === 'evidence.unique' && isRead
        ? 'logged-once'
        : id === 'entries.sealed' && isLight
          ? 'entries-light'
          : 'values-equal'
    return { id, status, code, message: `${id} holds: that: is\nwhy` }
  })
  const evidence = {
    chain: { drawn: true, picks: [{ type: 'draw' }], ...chain },
    sightings: { earliest },
    attestations: { reader },
    beaconChain,
  }
  return joinChoice(describeBundleChoice(claims, evidence as unknown as Evidence))
}

const left = 'or put entries of its own into the list or leave some out before it was sealed'
const watched = `what it could do is refuse to draw, which everyone who reads the log would see, ${left}`
const unwatched = `what it could do is refuse to draw, ${left}`
const noLog = { 'log.included': 'not-provable', 'log.witnessed': 'not-provable' } as const
const fromWhatWasFixed = 'the operator: nothing shows that the winners follow from what was fixed before'
const unlessGenuine =
  'the operator, unless the public randomness is genuine and was fixed beforehand: nothing that was given proves that'
const replacements = [{ type: 'draw' }, { type: 'replacement' }]
const replacedSome = 'the operator replaced some when it could know who would follow'
const repeats = (raffle: string): string =>
  `it repeats raffle ${raffle}, which the operator may have cancelled because it knew the winners`

await t.test('who could have chosen the winner of a raffle, from what is not proven', t => {
  const without = (id: string, status: Status = 'not-provable'): Case => ({ others: { [id]: status } })
  const sentences: readonly (readonly [given: Case, expected: string])[] = [
    [
      without('evidence.unique', 'refuted'),
      'the operator: its key signed more than one commitment or seal of this raffle, so it could show the one it likes',
    ],
    [
      without('beacon.rule', 'refuted'),
      'whoever made this bundle: something in it is not true (beacon.rule)',
    ],
    [
      without('statement.signed'),
      'whoever made this bundle: nothing shows that the statements are the operator’s',
    ],
    [
      { chain: { drawn: false, cancellation: {} } },
      'nobody: the raffle was cancelled, and the operator decided on that',
    ],
    [{ chain: { drawn: false } }, 'nobody yet: the raffle is not drawn'],
    [without('statement.chain'), fromWhatWasFixed],
    [without('seed.committed'), fromWhatWasFixed],
    [without('entries.sealed'), fromWhatWasFixed],
    [without('winner.derived'), fromWhatWasFixed],
    [
      without('beacon.rule', 'not-applicable'),
      'the operator: no public randomness was used, so it could try lists until a friend won',
    ],
    [without('beacon.rule'), unlessGenuine],
    [without('beacon.genuine'), unlessGenuine],
    [
      without('evidence.timely'),
      'the operator, unless it had committed and sealed before the randomness came out: only its own dates say so; ask someone who saw the statements in time',
    ],
    [
      without('evidence.unique'),
      'the operator, if it kept several commitments or seals and shows the one it likes',
    ],
    [
      { chain: { commitment: { supersedes: null }, picks: replacements } },
      `nobody chose the first winners, but ${replacedSome}; otherwise ${watched}`,
    ],
    [
      { chain: { commitment: { supersedes: 'r1' } } },
      `nobody chose the first winners, but ${repeats('r1')}; otherwise ${watched}`,
    ],
    [
      { chain: { commitment: { supersedes: 'r1' }, picks: replacements }, others: noLog },
      `nobody chose the first winners, but ${repeats('r1')}, and ${replacedSome}; otherwise ${unwatched}`,
    ],
  ]
  for (const [given, expected] of sentences) t.equal(choiceOf(given), expected)
  const none = { chain: {}, sightings: {} } as unknown as Evidence
  t.equal(
    joinChoice(describeBundleChoice([], none)),
    'whoever made this bundle: nothing shows that the statements are the operator’s',
    'claims that were not made are not proven',
  )
  t.end()
})

await t.test('of several reasons the one that leaves most to the operator is said', t => {
  const both = { 'evidence.timely': 'not-provable', 'evidence.unique': 'not-provable' } as const
  t.match(choiceOf({ isLight: true, others: both }), /unless it had committed and sealed before/)
  t.match(choiceOf({ isLight: true, others: { 'evidence.unique': 'not-provable' } }), /several commitments/)
  t.match(choiceOf({ isLight: true }), /one entry into the list many times/)
  t.match(choiceOf({ isLight: true, reader: { who: 'Ada' } }), /Ada, who read the list/)
  t.end()
})

await t.test('whose honesty is left to believe in', t => {
  const honest = (who: string, rest: string): string =>
    `nobody, if the beacon’s network and ${who} are honest; of the operator, ${rest}`
  const witnesses: Sighting = { ...observer, by: 'witnesses' }
  const cases: readonly (readonly [given: Case, expected: string])[] = [
    [{}, honest('the observers and the witnesses of the log', watched)],
    [{ others: noLog }, honest('the observers', unwatched)],
    [{ earliest: [undefined, observer], others: noLog }, honest('the observers', unwatched)],
    [{ earliest: [witnesses, undefined] }, honest('the witnesses of the log', watched)],
    [
      { earliest: [witnesses, witnesses], others: { 'log.included': 'not-provable' } },
      honest('those who saw the statements', unwatched),
    ],
    [
      { earliest: [witnesses, witnesses], others: { 'log.witnessed': 'not-provable' } },
      honest('those who saw the statements', unwatched),
    ],
  ]
  for (const [given, expected] of cases) t.equal(choiceOf(given), expected)
  const others = 'the observers and the witnesses of the log'
  t.equal(
    choiceOf({ isRead: false }),
    `nobody, if the beacon’s network and ${others} are honest, and the operator showed nobody else another commitment; of the operator, ${watched}`,
    'who did not read the log does not know',
  )
  const own = { chainHash: 'ab'.repeat(32) }
  t.equal(
    choiceOf({ beaconChain: own }),
    `nobody, if whoever runs the beacon chain ${'ab'.repeat(8)}…, which is none of drand’s, and ${others} are honest; of the operator, ${watched}`,
    'a chain that nobody else vouches for is named',
  )
  const numbers = `whoever runs the beacon chain ${'ab'.repeat(8)}…, which is none of drand’s, could have told it the numbers beforehand`
  const lower: readonly Case[] = [
    { others: { 'evidence.timely': 'not-provable' } },
    { others: { 'evidence.unique': 'not-provable' } },
    { chain: { commitment: { supersedes: 'r1' } } },
  ]
  for (const given of lower) {
    t.equal(choiceOf({ ...given, beaconChain: own }), `${choiceOf(given)}; and ${numbers}`, 'at level 3 too')
  }
  const open = {
    chain: { commitment: { seeds: 'public' } },
    others: { 'draw.unstoppable': 'not-provable' },
  } as const
  const steered = '(a threshold of which could steer this draw alone, since its seeds are public)'
  t.equal(choiceOf(open), honest(others, watched).replace('network', `network ${steered}`))
  t.equal(
    choiceOf({ ...open, beaconChain: own }),
    `nobody, if whoever runs the beacon chain ${'ab'.repeat(8)}…, which is none of drand’s ${steered}, and ${others} are honest; of the operator, ${watched}`,
  )
  t.end()
})

await t.test('witnesses of organisations that have votes are named by these', t => {
  const groups = { who: 'organisations A (a) and B (b)', by: 'witnesses' as const, groups: 'A and B' }
  const earliest = [{ ...observer, ...groups }, observer]
  t.match(choiceOf({ earliest }), /the observers and the witnesses of the log \(A and B\) are honest/)
  t.match(choiceOf({ earliest, others: noLog, isRead: false }), /^(?!.*A and B)/)
  t.end()
})
