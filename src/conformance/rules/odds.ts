/**
 * Rules about the odds.
 *
 * @packageDocumentation
 */
import { decodeUtf8 } from '../../core/encoding.js'
import type { JsonValue } from '../../core/json.js'
import { formatProbability } from '../../model/odds.js'
import { show, type Answer, type Answered, type Members } from '../answer.js'
import { otherOdds } from '../entry-counts.js'
import { readAnswerInteger, judgeContent, judgeInteger, judgeMember, unless200 } from '../judge.js'
import type { ProbeName } from '../probe-names.js'
import { absent, does, require, undecided, type AnswerRule, type RuleResult, type Rule } from '../rule.js'
import { judgeRaffle, judgeRaffleId, judgeStatus } from './raffle.js'
import { judgeNow, judgeUtc } from './time.js'

const about = {
  section: '2.3',
  severity: 'must',
  sends: 'GET /raffles/{raffle_uuid}/odds?entries={count}, with 1, 5, all entries and two counts between',
  on: [['odds'], ['odds-more'], ...otherOdds.map(probe => [probe] as const)],
} as const

/** The decimals of a number, written without exponent. */
function decimalsOf(value: number): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([-+]\d+))?$/.exec(String(value)) ?? []
  return Math.max(0, fraction.length - Number(exponent))
}

/** A fraction of at most 30 decimals as a multiple of 10^-30. */
function scale(value: number): bigint {
  const [, whole = '0', fraction = ''] = /^(\d+)\.?(\d*)$/.exec(value.toFixed(30)) ?? []
  return BigInt(whole + fraction.padEnd(30, '0'))
}

interface Odds {
  readonly entries: number
  readonly total: number
  readonly probability: number
}

/** The numbers behind the probability, if all are usable. */
function oddsOf({ entrant_entries: entries, total_entries: total, probability }: Members): Odds | undefined {
  if (!Number.isSafeInteger(entries) || !Number.isSafeInteger(total)) return undefined
  if (typeof probability !== 'number' || !(probability >= 0 && probability <= 1)) return undefined
  return { entries: Number(entries), total: Number(total), probability }
}

function judgeOdds(judge: (odds: Odds, answer: Answered) => RuleResult): AnswerRule['judge'] {
  return answer =>
    judgeContent(answer, members => {
      const odds = oddsOf(members)
      if (odds === undefined || odds.total < 1 || odds.entries < 0) return absent('a number is missing')
      return judge(odds, answer)
    })
}

/** The exact quotient is less than a millionth away, however it was rounded. */
function judgeProbability({ entries, total, probability }: Odds): RuleResult {
  const unit = 10n ** 30n
  const difference = scale(probability) * BigInt(total) - BigInt(entries) * unit
  const distance = difference < 0n ? -difference : difference
  const holds = distance < (BigInt(total) * unit) / 1_000_000n
  const expected = entries <= total ? formatProbability(entries, total) : `${entries} / ${total}`
  return require(holds, `/probability is ${expected}, give or take less than a millionth`, String(
    probability,
  ))
}

const ratio = /^(0|[1-9]\d*) in (0|[1-9]\d*)$/

function judgeRatio(value: JsonValue | undefined): RuleResult {
  const holds = typeof value === 'string' && ratio.test(value)
  return require(holds, '/ratio is text like "5 in 142"', show(value))
}

function judgeRatioNumbers({ ratio: text, entrant_entries, total_entries }: Members): RuleResult {
  if (typeof text !== 'string' || !ratio.test(text)) return absent('the ratio has another form')
  return require(text ===
    `${show(entrant_entries)} in ${show(total_entries)}`, `/ratio is ${show(entrant_entries)} in ${show(total_entries)}`, text)
}

/** The total of a view, or the result of a rule about it if there is none. */
function totalOf(answer: Answer | undefined): number | RuleResult {
  if (answer === undefined) return undecided('nothing was asked')
  const total = readAnswerInteger(answer, 'total_entries')
  return total ?? unless200(answer) ?? undecided('total_entries is not an integer')
}

/** Judges the total of odds against others. If one is missing, another answer may have it. */
function judgeTotals<const P extends readonly ProbeName[]>(
  probes: P,
  judge: (total: number, others: { readonly [I in keyof P]: number }) => RuleResult,
): AnswerRule['judge'] {
  return (answer, seen) => {
    const totals = [answer, ...probes.map(probe => seen.get(probe))].map(totalOf)
    const ending = totals.find(total => typeof total !== 'number')
    if (ending !== undefined) return ending
    const [total, ...others] = totals as number[]
    return judge(total ?? 0, others as { readonly [I in keyof P]: number })
  }
}

/** The total of the statistics, before and after: entries may be sold in between. */
const judgeTotal = judgeTotals(['stats', 'stats-after'], (total, [before, after]) => {
  const [least, most] = [Math.min(before, after), Math.max(before, after)]
  const expected = least === most ? String(least) : `${least} to ${most}`
  const holds = total >= least && total <= most
  return require(holds, `/total_entries is ${expected}, as in the statistics`, String(total))
})

/** The odds of more entries refer to the same total, unless entries were sold meanwhile. */
const judgeSameTotal = judgeTotals(['odds', 'stats', 'stats-after'], (total, [first, before, after]) =>
  before === after
    ? require(total === first, `/total_entries is ${first}, as for fewer entries`, String(total))
    : undecided('entries were sold meanwhile'),
)

function judgeRounding({ entries, total, probability }: Odds): RuleResult {
  if (entries > total) return absent('more entries than there are')
  const millionths = (BigInt(entries) * 1_000_000n) / BigInt(total)
  const exact = BigInt(entries) * 1_000_000n === millionths * BigInt(total)
  if (exact) return absent('nothing had to be rounded')
  const found = probability.toFixed(6)
  if (found === formatProbability(entries, total)) return does('probability is rounded half up')
  return Number(found) * 1_000_000 < Number(millionths) + 0.5
    ? does('probability is rounded down')
    : does('probability is rounded up')
}

/**
 * Whether odds for more than a few entries were refused: the specification has no upper bound, so a service
 * may set one.
 */
function isBeyondBound({ probe, exchange: { status } }: Answered): boolean {
  return otherOdds.some(other => other === probe) && (status === 400 || status === 422)
}

const allRules: readonly AnswerRule[] = [
  {
    ...about,
    id: 'ODD-01',
    section: '4.3',
    on: [['odds', 'stats'], ['odds-more', 'stats'], ...otherOdds.map(probe => [probe, 'stats'] as const)],
    requires: 'the odds are answered with status 200',
    judge: (answer, seen) =>
      answer.exchange.status === 400 && readAnswerInteger(seen.get('stats'), 'total_entries') === 0
        ? absent('the raffle has no entries')
        : judgeStatus(answer),
  },
  {
    ...about,
    id: 'ODD-02',
    requires: 'raffle_id is a UUID',
    judge: judgeRaffleId,
  },
  {
    ...about,
    id: 'ODD-03',
    section: '2',
    requires: 'raffle_id is the raffle that was asked for',
    judge: judgeRaffle,
  },
  {
    ...about,
    id: 'ODD-04',
    requires: 'entrant_entries is the requested number of entries',
    judge: answer =>
      judgeMember('entrant_entries', value =>
        require(value === answer.entries, `/entrant_entries is ${answer.entries ?? ''}`, show(value)),
      )(answer),
  },
  {
    ...about,
    id: 'ODD-05',
    requires: 'total_entries is an integer of at least 1',
    judge: judgeMember('total_entries', judgeInteger(1)),
  },
  {
    ...about,
    id: 'ODD-06',
    on: [['odds', 'stats', 'stats-after']],
    requires: 'total_entries is that of the statistics',
    judge: judgeTotal,
  },
  {
    ...about,
    id: 'ODD-07',
    requires: 'ratio has the form <entrant_entries> in <total_entries>',
    judge: judgeMember('ratio', judgeRatio),
  },
  {
    ...about,
    id: 'ODD-08',
    requires: 'the numbers of ratio are entrant_entries and total_entries',
    judge: answer => judgeContent(answer, judgeRatioNumbers),
  },
  {
    ...about,
    id: 'ODD-09',
    requires: 'probability is a number from 0 to 1',
    judge: judgeMember('probability', value => {
      const holds = typeof value === 'number' && value >= 0 && value <= 1
      return require(holds, '/probability is a number from 0 to 1', show(value))
    }),
  },
  {
    ...about,
    id: 'ODD-10',
    requires: 'probability has at most six decimal places',
    judge: judgeOdds(({ probability }) =>
      require(decimalsOf(probability) <= 6, 'at most six decimal places in /probability', String(
        probability,
      )),
    ),
  },
  {
    ...about,
    id: 'ODD-11',
    section: '4.3',
    requires: 'probability is entrant_entries / total_entries to six decimal places',
    judge: judgeOdds(judgeProbability),
  },
  {
    ...about,
    id: 'ODD-12',
    requires: 'as_of is an ISO 8601 timestamp with the offset +00:00',
    judge: judgeMember('as_of', judgeUtc),
  },
  {
    ...about,
    id: 'ODD-13',
    severity: 'should',
    requires: 'as_of is the time of the calculation',
    judge: answer => judgeMember('as_of', (value, pointer) => judgeNow(value, pointer, answer))(answer),
  },
  {
    ...about,
    id: 'ODD-14',
    section: '4.3',
    on: (['odds-more', ...otherOdds] as const).map(probe => [probe, 'odds', 'stats', 'stats-after'] as const),
    requires: 'total_entries is not increased by entries',
    judge: judgeSameTotal,
  },
  {
    ...about,
    id: 'ODD-15',
    severity: 'open',
    on: [['odds']],
    requires: 'how many decimals are written',
    judge: answer =>
      judgeContent(answer, () => {
        const text = decodeUtf8(answer.exchange.body)
        const [, fraction] = /"probability"\s*:\s*-?\d+(?:\.(\d+))?/.exec(text) ?? []
        return does(`probability is written with ${fraction?.length ?? 0} decimals`)
      }),
  },
  {
    ...about,
    id: 'ODD-16',
    section: '4.3',
    severity: 'open',
    on: [['odds'], ['odds-more']],
    requires: 'how probability is rounded',
    judge: judgeOdds(judgeRounding),
  },
  {
    ...about,
    id: 'ODD-17',
    section: '4.3',
    severity: 'open',
    on: otherOdds.map(probe => [probe]),
    requires: 'an upper bound of entries below the total',
    judge: answer =>
      isBeyondBound(answer)
        ? does(`the odds of ${answer.entries ?? ''} entries are answered with ${answer.exchange.status}`)
        : absent('they are answered'),
  },
]

export const oddsRules: readonly Rule[] = allRules.map(rule => ({
  ...rule,
  judge: (answer, seen, setting) =>
    rule.severity !== 'open' && isBeyondBound(answer)
      ? absent('the service has an upper bound')
      : rule.judge(answer, seen, setting),
}))
