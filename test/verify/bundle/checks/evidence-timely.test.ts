import t from 'tap'
import type { BundleClaimResult, Evidence } from '../../../../src/verify/bundle/checks/evidence.js'
import { checkEvidenceTimely } from '../../../../src/verify/bundle/checks/evidence-timely.js'
import { checkEvidenceUnique } from '../../../../src/verify/bundle/checks/evidence-unique.js'
import type { LogEvidence } from '../../../../src/verify/bundle/log-evidence.js'
import type { Sighting } from '../../../../src/verify/bundle/sighting.js'

/** A second after 1970, as a number and as text. */
const at = (second: number): { readonly at: bigint; readonly atUtc: string } => ({
  at: BigInt(second) * 1_000_000_000n,
  atUtc: `${new Date(second * 1000).toISOString().slice(0, 19)}Z`,
})

/** Entries close, it is drawn, and the round 2 comes out, at these seconds. */
const times = { closes: 100, drawAt: 160, round: 190 }

const observed = (second: number, who = 'Auditor'): Sighting => ({ who, by: 'observer', ...at(second) })
const cosigned = (second: number, who = 'witness w'): Sighting => ({ who, by: 'witnesses', ...at(second) })

interface Seen {
  /** Who saw the commitment and the seal; the observers where nothing else is said. */
  readonly earliest: readonly (Sighting | undefined)[]
  readonly observed?: readonly (Sighting | undefined)[]
  readonly beacon?: object | null
  readonly discounted?: readonly object[]
  readonly log?: Partial<LogEvidence> | object
}

function evidenceOf({ earliest, beacon = { round: 2 }, discounted = [], log = {}, ...seen }: Seen): Evidence {
  const commitment = {
    entries_close_at_utc: at(times.closes).atUtc,
    draw_at_utc: at(times.drawAt).atUtc,
    beacon,
  }
  const seal = {}
  return {
    chain: {
      links: [{ statement: commitment }, { statement: seal }],
      commitment,
      seal: { statement: seal },
      picks: [],
    },
    beaconChain: { genesisTime: 160, period: 30 },
    sightings: { earliest, shown: earliest, observed: seen.observed ?? earliest, discounted, unstamped: [] },
    log: { heads: [], hasEntries: false, ...log },
  } as unknown as Evidence
}

const [early, late] = ['1970-01-01T00:01:00Z', '1970-01-01T00:02:00Z']
const says = 'someone else saw the commitment and the seal in time'
const saysOnce = 'there was no second commitment or seal'
const ending = (
  status: BundleClaimResult['status'],
  code: BundleClaimResult['code'],
  message: string,
): BundleClaimResult => ({
  status,
  code,
  message,
})

await t.test('who saw the commitment and the seal in time, in words', t => {
  const cases: readonly (readonly [commitment: Sighting, seal: Sighting, words: string])[] = [
    [observed(60), observed(120), `Auditor saw the commitment at ${early} and the seal at ${late}`],
    [
      observed(60),
      observed(120, 'Press'),
      `Auditor saw the commitment at ${early} and Press saw the seal at ${late}`,
    ],
    [
      cosigned(60),
      cosigned(120),
      `witness w cosigned the log with the commitment in it at ${early} and with the seal in it at ${late}`,
    ],
    [
      observed(60),
      cosigned(120),
      `Auditor saw the commitment at ${early} and witness w cosigned the log with the seal in it at ${late}`,
    ],
    // Who observes may also be a witness.
    [
      observed(60, 'Press'),
      cosigned(120, 'Press'),
      `Press saw the commitment at ${early} and Press cosigned the log with the seal in it at ${late}`,
    ],
  ]
  for (const [commitment, seal, words] of cases) {
    const found = checkEvidenceTimely(evidenceOf({ earliest: [commitment, seal] }))
    t.strictSame(found, ending('proven', 'observed-in-time', `${says}: ${words}`))
  }
  t.end()
})

await t.test('the commitment is seen before entries close, the seal 30 seconds before the round', t => {
  const codeOf = (commitment: bigint, seal: bigint): string => {
    const [first, second] = [
      { ...observed(0), at: commitment },
      { ...observed(0), at: seal },
    ]
    return checkEvidenceTimely(evidenceOf({ earliest: [first, second] })).code
  }
  const [closes, latest] = [at(times.closes).at, at(times.round - 30).at]
  t.equal(codeOf(closes - 1n, latest), 'observed-in-time')
  t.equal(codeOf(closes, latest), 'observed-late')
  t.equal(codeOf(closes - 1n, latest + 1n), 'observed-late')
  t.end()
})

await t.test('a clock that is more than a minute behind what can be is not believed', t => {
  const codeOf = (seal: number, draw?: number): string => {
    const evidence = evidenceOf({
      earliest: [observed(1), observed(seal), ...(draw === undefined ? [] : [observed(draw)])],
    })
    const drawn = { type: 'draw' }
    const { chain } = evidence
    return checkEvidenceTimely({
      ...evidence,
      chain: { ...chain, links: [...chain.links, { statement: drawn }], picks: [drawn] },
    } as unknown as Evidence).code
  }
  t.equal(codeOf(times.closes - 60), 'observed-in-time')
  t.equal(codeOf(times.closes - 61), 'observed-early', 'nobody sees a seal before entries close')
  t.equal(codeOf(120, times.round - 60), 'observed-in-time')
  t.equal(codeOf(120, times.round - 61), 'observed-early', 'nor a draw before its round')
  const seen = evidenceOf({ earliest: [observed(1), observed(30)] })
  t.match(
    checkEvidenceTimely(seen).message,
    /the clock of Auditor is wrong: at .* it saw the seal, before entries closed/,
  )
  t.end()
})

await t.test('what nobody saw is named, and where it was looked for', t => {
  const nobody = 'no observation and no witnessed log shows'
  const signed = 'with the operator’s signature'
  const cases: readonly (readonly [given: Seen, ending: BundleClaimResult])[] = [
    [
      { earliest: [undefined, observed(120)], observed: [] },
      ending('not-provable', 'evidence-missing', `${says}: ${nobody} the commitment ${signed}`),
    ],
    [
      { earliest: [observed(60), undefined], observed: [] },
      ending('not-provable', 'evidence-missing', `${says}: ${nobody} the seal ${signed}`),
    ],
    [
      {
        earliest: [undefined, undefined],
        discounted: [{ code: 'observation-untrusted', why: 'it is not signed' }],
      },
      ending('not-provable', 'observation-untrusted', `${says}: it is not signed`),
    ],
    [
      { earliest: [observed(60), observed(120)], beacon: null },
      ending('not-applicable', 'beacon-none', `${says}: the commitment names no beacon`),
    ],
  ]
  for (const [given, expected] of cases) t.strictSame(checkEvidenceTimely(evidenceOf(given)), expected)
  t.end()
})

await t.test('without a beacon the seal is seen before the draw', t => {
  const codeOf = (seal: bigint): string => {
    const earliest = [observed(60), { ...observed(0), at: seal }]
    return checkEvidenceUnique(evidenceOf({ earliest, beacon: null })).code
  }
  const drawAt = at(times.drawAt).at
  t.equal(codeOf(drawAt - 1n), 'observed-once')
  t.equal(codeOf(drawAt), 'observed-late')
  t.end()
})

await t.test('evidence.unique: observers, or the entries of the log, show that there was no other', t => {
  const nobody = `${saysOnce}: no observation shows the commitment with the operator’s signature`
  const none = [undefined, undefined]
  const head = {}
  const distrusted = [{ code: 'observation-untrusted', why: 'it is not signed' }]
  const cases: readonly (readonly [given: Seen, ending: BundleClaimResult])[] = [
    [
      { earliest: [observed(60), observed(120)] },
      ending('proven', 'observed-once', `${saysOnce}: Auditor saw the commitment at ${early} and the seal at ${late}`),
    ],
    [{ earliest: none }, ending('not-provable', 'evidence-missing', nobody)],
    // Witnesses are no observers.
    [
      { earliest: [cosigned(60), cosigned(120)], observed: none, log: { heads: [head] } },
      ending('not-provable', 'evidence-missing', `${nobody}; witnesses do not read what they cosign: give the log’s entries as well`),
    ],
    [
      { earliest: none, discounted: distrusted, log: { heads: [head] } },
      ending('not-provable', 'observation-untrusted', `${saysOnce}: it is not signed`),
    ],
    [
      { earliest: none, discounted: distrusted },
      ending('not-provable', 'observation-untrusted', `${saysOnce}: it is not signed`),
    ],
    [
      { earliest: none, log: { hasEntries: true, fault: { code: 'log-unknown', why: 'it is not known' } } },
      ending('not-provable', 'log-unknown', `${saysOnce}: it is not known`),
    ],
  ] // prettier-ignore
  for (const [given, expected] of cases) t.strictSame(checkEvidenceUnique(evidenceOf(given)), expected)
  t.end()
})
