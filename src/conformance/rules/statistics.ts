/**
 * Rules about the entry statistics.
 *
 * @packageDocumentation
 */
import { headerValues } from '../../model/exchange.js'
import { objectMembers, show, type Members } from '../answer.js'
import {
  readAnswerInteger,
  judgeAll,
  judgeContent,
  judgeInteger,
  judgeMember,
  readAnswerMembers,
} from '../judge.js'
import {
  absent,
  broken,
  does,
  kept,
  require,
  undecided,
  type AnswerRule,
  type RuleResult,
  type Rule,
} from '../rule.js'
import { judgeRaffle, judgeRaffleId, judgeStatus } from './raffle.js'
import { judgeNotInFuture, judgeUtc } from './time.js'

const about = {
  section: '2.2',
  severity: 'must',
  sends: 'GET /raffles/{raffle_uuid}/entries/stats',
  on: [['stats'], ['stats-after']],
} as const

/** Judges usable counts; unusable ones are covered by another rule. */
function judgeCounts<const N extends string>(
  names: readonly N[],
  judge: (counts: Readonly<Record<N, number>>) => RuleResult,
): AnswerRule['judge'] {
  return answer =>
    judgeContent(answer, members => {
      const wrong = names.find(name => !Number.isSafeInteger(members[name]))
      if (wrong !== undefined) return absent(`${wrong} is not an integer`)
      return judge(members as unknown as Readonly<Record<N, number>>)
    })
}

function poolsOf(record: Members | undefined): readonly number[] {
  const draws = record?.['draws'] ?? (record && [record as never])
  if (!Array.isArray(draws)) return []
  return draws
    .map(draw => objectMembers(draw as never)?.['total_entries'])
    .filter((pool): pool is number => Number.isSafeInteger(pool))
}

export const statisticsRules: readonly Rule[] = [
  {
    ...about,
    id: 'STA-01',
    section: '4.2',
    requires: 'the statistics are answered with status 200',
    judge: judgeStatus,
  },
  {
    ...about,
    id: 'STA-02',
    requires: 'raffle_id is a UUID',
    judge: judgeRaffleId,
  },
  {
    ...about,
    id: 'STA-03',
    section: '2',
    requires: 'raffle_id is the raffle that was asked for',
    judge: judgeRaffle,
  },
  {
    ...about,
    id: 'STA-04',
    requires: 'total_entries is an integer',
    judge: judgeMember('total_entries', judgeInteger(0)),
  },
  {
    ...about,
    id: 'STA-05',
    requires: 'paid_entries is an integer',
    judge: judgeMember('paid_entries', judgeInteger(0)),
  },
  {
    ...about,
    id: 'STA-06',
    requires: 'free_entries is an integer',
    judge: judgeMember('free_entries', judgeInteger(0)),
  },
  {
    ...about,
    id: 'STA-07',
    requires: 'max_entries is an integer',
    judge: judgeMember('max_entries', judgeInteger(0)),
  },
  {
    ...about,
    id: 'STA-08',
    requires: 'updated_at is an ISO 8601 timestamp with the offset +00:00',
    judge: judgeMember('updated_at', judgeUtc),
  },
  {
    ...about,
    id: 'STA-09',
    requires: 'total_entries is paid_entries and free_entries together',
    judge: judgeCounts(['total_entries', 'paid_entries', 'free_entries'], counts => {
      const sum = counts.paid_entries + counts.free_entries
      return require(counts.total_entries === sum, `/total_entries is ${sum}`, String(counts.total_entries))
    }),
  },
  {
    ...about,
    id: 'STA-10',
    severity: 'should',
    requires: 'total_entries is at most max_entries',
    judge: judgeCounts(['total_entries', 'max_entries'], ({ total_entries, max_entries }) =>
      require(total_entries <= max_entries, `at most ${max_entries} entries`, String(total_entries)),
    ),
  },
  {
    ...about,
    id: 'STA-11',
    severity: 'should',
    requires: 'updated_at is not in the future',
    judge: answer =>
      judgeMember('updated_at', (value, pointer) => judgeNotInFuture(value, pointer, answer))(answer),
  },
  {
    ...about,
    id: 'STA-12',
    severity: 'should',
    on: [['stats', 'audit']],
    requires: 'no draw has a pool larger than max_entries',
    judge: (answer, seen) =>
      judgeCounts(['max_entries'], ({ max_entries }) => {
        const record = readAnswerMembers(seen.get('audit'))
        const pools = poolsOf(record)
        if (pools.length === 0)
          return record === undefined ? undecided('there is no record') : absent('there is no draw')
        return judgeAll(pools, pool =>
          pool <= max_entries ? kept : broken(`at most ${max_entries} entries in a pool`, String(pool)),
        )
      })(answer, seen, undefined as never),
  },
  {
    ...about,
    id: 'STA-13',
    severity: 'open',
    on: [['stats', 'audit']],
    section: '2.1',
    requires: 'the first pool beside the statistics',
    judge: (answer, seen) => {
      const total = readAnswerInteger(answer, 'total_entries')
      const [first] = poolsOf(readAnswerMembers(seen.get('audit')))
      if (total === undefined || first === undefined || first === total) return absent('they agree')
      return does(`the first draw had ${first} entries in its pool, and the statistics have ${total}`)
    },
  },
  {
    ...about,
    id: 'STA-14',
    section: '8',
    severity: 'open',
    on: [['stats']],
    requires: 'how statistics are cached',
    judge: ({ exchange }) => {
      if (exchange.status !== 200) return absent('there are no statistics')
      const caching = headerValues(exchange, 'cache-control').join(', ')
      return does(
        `statistics have ${caching === '' ? 'no Cache-Control' : `Cache-Control: ${show(caching)}`}`,
      )
    },
  },
]
