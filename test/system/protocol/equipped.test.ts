import t from 'tap'
import type { Claim, Subject } from '../../../src/model/report.js'
import { equipped, judgeEquipped } from '../../protocol/equipped.js'
import { mergeTrust, type Evidence } from '../../protocol/factory.js'
import {
  countHybrids,
  createHybrid,
  differingParts,
  mix,
  type Hybrid,
  type Part,
} from '../../protocol/hybrids.js'
import { createRandom } from '../../protocol/second-opinion.js'
import { valid } from '../../protocol/valid.js'

// EQUIPPED is how many are mixed, SHARD=i/n those of every n-th pair from the i-th; `npm run campaign hybrids`.
const { EQUIPPED = '350', SHARD = '1/1' } = process.env
const [shard = 1, shards = 1] = SHARD.split('/').map(Number)

/** Every two of them, and each with every raffle that has none of it. */
const pairs = equipped.flatMap((own, at) =>
  [...equipped.slice(at + 1), ...valid].map(other => [own, other] as const),
)

type Agrees = (...parts: readonly Part[]) => boolean

/** Where each part of a hybrid comes from: parts that are the same in both agree with everything. */
function agreementOf({ own, other, from, evidence }: Hybrid): Agrees {
  const differing = differingParts(own.evidence, other.evidence)
  const first = firstOf(evidence)
  // Commitments that differ by their seeds alone: what was mixed may be one of the two.
  const whole = [own, other].find(parent => firstOf(parent.evidence) === first)
  return (...parts) => {
    const sources = parts
      .filter(part => differing.includes(part))
      .map(part => (whole && (part === 'commitment' || part === 'seeds') ? whole === other : from.has(part)))
    return new Set(sources).size <= 1
  }
}

const firstOf = ({ bundle }: Evidence): string | undefined => bundle.statements[0]?.payload

/** Replacements may follow or not, as long as each is signed. */
const statements = ['commitment', 'seeds', 'seal', 'draws'] as const
/**
 * Whether observers or the log can have seen commitment and seal, each by itself: the one may have been seen by other
 * eyes than the other. What they saw was signed as they saw it.
 */
const isSighted = (agrees: Agrees, ...of: readonly Part[]): boolean =>
  agrees(...of, 'observations') ||
  agrees(...of, 'cosigned') ||
  agrees(...of, 'head', 'places') ||
  agrees(...of, 'log')

/** A token is of the signature too. */
const isSeen = (agrees: Agrees, ...of: readonly Part[]): boolean =>
  agrees(...of, 'signatures', 'tokens') || isSighted(agrees, ...of)

const inList = (agrees: Agrees): boolean =>
  agrees('seal', 'entries', 'nonces') || agrees('seal', 'winners', 'proofs', 'nonces')

/** What has to be of one raffle for a claim to be proven. */
const rules: Readonly<Record<string, (agrees: Agrees, hybrid: Hybrid, subject: Subject) => boolean>> = {
  'statement.signed': agrees => agrees(...statements, 'signatures'),
  'statement.chain': agrees => agrees(...statements),
  'entries.sealed': inList,
  // Seeds that are not the committed ones, and seals of another commitment, refute the chain.
  'draw.unstoppable': (agrees, _, subject) =>
    agrees('seal', 'lists') &&
    (agrees('commitment', 'seeds', 'seal') || claimOf(subject, 'statement.chain')?.status === 'refuted'),
  'record.matches': agrees => agrees('record', 'draws', 'replacements'),
  'evidence.timely': agrees => isSeen(agrees, 'commitment', 'seeds') && isSeen(agrees, 'seal'),
  // What a time-stamper says is for their time alone.
  'evidence.unique': agrees => isSighted(agrees, 'commitment', 'seeds') && isSighted(agrees, 'seal'),
  'log.included': agrees => agrees(...statements, 'signatures', 'head', 'places') || agrees('log'),
  'log.witnessed': (agrees, { own, other }) =>
    [own, other].some(({ evidence }) => evidence.trust.witness_policy === undefined) ||
    agrees('head', 'policy') ||
    agrees('cosigned', 'policy'),
  'receipt.honoured': agrees =>
    agrees('receipt', 'commitment', 'seeds', 'seal', 'signatures') &&
    // What is looked for is what the receipt says, whatever nonce a winner has.
    (agrees('seal', 'entries', 'nonces') || agrees('seal', 'winners', 'proofs')),
}

const claimOf = (subject: Subject, id: string): Claim | undefined => subject.claims.find(one => one.id === id)

const raffleOf = ({ evidence }: Hybrid['own']): string | undefined => evidence.record?.raffle_id

/** What is false in the verdict on a hybrid, in words. */
function findFalse(hybrid: Hybrid, subject: Subject): readonly string[] {
  const agrees = agreementOf(hybrid)
  const wrong = Object.entries(rules).flatMap(([id, isRight]) =>
    claimOf(subject, id)?.status === 'proven' && !isRight(agrees, hybrid, subject) ? [`${id} is proven`] : [],
  )
  const honoured = claimOf(subject, 'receipt.honoured')
  if (
    honoured?.code === 'receipt-withdrawn' &&
    !agrees('receipt', 'commitment', 'seeds', 'seal', 'withdrawn', 'signatures')
  )
    wrong.push('the receipt is excused as withdrawn')
  // Two commitments of one raffle are two, whoever mixes them; nobody else broke a promise here.
  const isTwin = honoured?.code === 'receipt-other' && raffleOf(hybrid.own) === raffleOf(hybrid.other)
  if (honoured?.status === 'refuted' && !(isTwin && !agrees('receipt', 'commitment', 'seeds')))
    wrong.push(`the receipt accuses: ${honoured.code}`)
  if (claimOf(subject, 'draw.unstoppable')?.status === 'refuted') wrong.push('the result was kept back')
  if (subject.verdict === 'proven' && !agrees(...statements, 'signatures')) wrong.push('all is proven')
  return wrong.map(what => `${hybrid.name}: ${what}`)
}

/** What is counted: whether it was proven, or said, where it may be, and refused where it may not. */
const counted = [
  'evidence.timely proven',
  'draw.unstoppable proven',
  'log.witnessed proven',
  'receipt.honoured proven',
  'receipt.honoured not-applicable',
  'receipt.honoured refuted',
  'receipt.honoured not-provable',
  'evidence.timely not-provable',
  'draw.unstoppable not-provable',
  'log.witnessed not-provable',
] as const

await t.test('each is what it says, with its tokens and its receipt', t => {
  t.equal(equipped.length, 13)
  const ends = equipped.map(one => {
    const subject = judgeEquipped(one.evidence)
    t.equal(subject.level, one.level, one.name)
    t.equal(claimOf(subject, 'evidence.timely')?.status, 'proven', one.name)
    return claimOf(subject, 'receipt.honoured')?.code
  })
  const count = (code: string): number => ends.filter(one => one === code).length
  t.strictSame([count('receipt-honoured'), count('receipt-withdrawn')], [11, 2])
  const unstoppable = equipped.filter(
    ({ evidence }) => claimOf(judgeEquipped(evidence), 'draw.unstoppable')?.status === 'proven',
  )
  t.equal(unstoppable.length, 2)
  for (const [at, own] of equipped.entries()) {
    const other = equipped.at(at - 1)!
    const trust = mergeTrust([own.evidence.trust, other.evidence.trust])
    const same = mix(own.evidence, other.evidence, new Set(), trust)
    t.strictSame(judgeEquipped(same).claims.length, judgeEquipped(own.evidence).claims.length)
    t.equal(judgeEquipped(same).level, own.level, own.name)
  }
  t.end()
})

const counts = new Map<string, number>()

/** Judges a hybrid, and counts how its claims end. @returns what is false. */
function examine(hybrid: Hybrid): readonly string[] {
  const subject = judgeEquipped(hybrid.evidence)
  for (const { id, status } of subject.claims) {
    const end = `${id} ${status}`
    counts.set(end, (counts.get(end) ?? 0) + 1)
  }
  return findFalse(hybrid, subject)
}

/** Of every two that are equipped each with one new part of the other, and nothing else. */
function* onlyOne(): Generator<Hybrid> {
  for (const [one, two] of pairs) {
    if (!equipped.includes(two)) continue
    for (const [own, other] of [
      [one, two],
      [two, one],
    ] as const) {
      const differing = differingParts(own.evidence, other.evidence)
      for (const part of ['withdrawn', 'receipt', 'tokens', 'nonces', 'lists', 'policy'] as const)
        if (differing.includes(part)) yield createHybrid(own, other, 2 ** differing.indexOf(part))
    }
  }
}

await t.test('with one part of another, nothing false comes out proven', t => {
  const hybrids = [...onlyOne()]
  const wrong = hybrids.flatMap(examine)
  t.strictSame(wrong.slice(0, 50), [], `${wrong.length} false`)
  t.ok(hybrids.length > 400, `${hybrids.length} hybrids`)
  t.end()
})

await t.test('nothing false comes out proven of two, and no receipt accuses falsely', t => {
  const random = createRandom(`equipped ${shard}`)
  const wrong: string[] = []
  const mine = pairs.filter((_, at) => at % shards === shard - 1)
  const most = Math.ceil(Number(EQUIPPED) / shards)
  const began = Date.now()
  let made = 0
  const among = [
    mine,
    mine.filter(([, other]) => equipped.includes(other)),
    mine.filter(([, other]) => equipped.includes(other)),
    mine.filter(pair => pair.every(({ evidence }) => evidence.log !== undefined)),
  ]
  const turns = new Map<unknown, number>()
  for (; made < most; made += 1) {
    const group = among[made % among.length]!
    const turn = turns.get(group) ?? 0
    turns.set(group, turn + 1)
    const [own, other] = group[turn % group.length]!
    wrong.push(...examine(createHybrid(own, other, chooseFrom(own, other))))
  }
  t.strictSame(wrong.slice(0, 50), [], `${wrong.length} false`)
  for (const what of counted) {
    t.ok((counts.get(what) ?? 0) > 0, what)
    t.comment(`${what}: ${counts.get(what) ?? 0}`)
  }
  t.comment(`${made} hybrids of ${mine.length} pairs in ${Math.round((Date.now() - began) / 1000)} s`)
  t.end()

  /** A few parts of the other one, or all but a few: where half is mixed, nothing is left to be proven. */
  function chooseFrom(own: Hybrid['own'], other: Hybrid['own']): number {
    const parts = differingParts(own.evidence, other.evidence).length
    const taken = Array.from({ length: random.between(1, 3) }, () => 2 ** random.below(parts))
    const few = [...new Set(taken)].reduce((sum, bit) => sum + bit, 0)
    const last = countHybrids(own, other) + 1
    return random.below(2) === 0 ? few : Math.max(1, last - few)
  }
})
