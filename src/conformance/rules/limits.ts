/**
 * Rules about limits.
 *
 * @packageDocumentation
 */
import { headerValue, headerValues } from '../../model/exchange.js'
import type { Answered } from '../answer.js'
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
import { everywhere } from './http.js'

const about = { section: '8', severity: 'must' } as const

/** For every answer. */
const all = {
  ...about,
  sends: 'every request',
  on: [...everywhere, ['post']],
  generated: true,
  limited: true,
} as const

/** Only for answers with status 429. */
const limited = { ...about, on: [], limited: true, sends: 'requests beyond the limit' } as const

const whole = /^\d{1,15}$/

function judgeWhole(name: string): AnswerRule['judge'] {
  return ({ exchange }) => {
    const values = headerValues(exchange, name)
    if (values.length === 0) return absent(`there is no ${name}`)
    const value = values.join(', ')
    return require(whole.test(value), `${name} is a whole number`, value)
  }
}

function readWhole({ exchange }: Answered, name: string): number | undefined {
  const value = headerValue(exchange, name)
  return value !== undefined && whole.test(value) ? Number(value) : undefined
}

function judge429(judge: (answer: Answered) => RuleResult): AnswerRule['judge'] {
  return answer => (answer.exchange.status === 429 ? judge(answer) : absent('no 429'))
}

/** The fields of section 8 beside Retry-After. */
const rateFields = ['X-RateLimit-Limit', 'X-RateLimit-Remaining']

export const limitRules: readonly Rule[] = [
  {
    ...all,
    id: 'LIM-01',
    requires: 'X-RateLimit-Limit, if present, is an integer',
    judge: judgeWhole('X-RateLimit-Limit'),
  },
  {
    ...all,
    id: 'LIM-02',
    requires: 'X-RateLimit-Remaining, if present, is an integer',
    judge: judgeWhole('X-RateLimit-Remaining'),
  },
  {
    ...all,
    id: 'LIM-03',
    requires: 'the limit is 60 requests a minute',
    judge: answer => {
      const limit = readWhole(answer, 'X-RateLimit-Limit')
      return limit === undefined
        ? absent('there is no X-RateLimit-Limit')
        : require(limit === 60, 'X-RateLimit-Limit: 60', String(limit))
    },
  },
  {
    ...all,
    id: 'LIM-04',
    requires: 'no more requests remain than are allowed',
    judge: answer => {
      const [limit, left] = [
        readWhole(answer, 'X-RateLimit-Limit'),
        readWhole(answer, 'X-RateLimit-Remaining'),
      ]
      if (limit === undefined || left === undefined) return absent('one of the two is missing')
      return require(left <= limit, `at most ${limit} remaining`, String(left))
    },
  },
  {
    ...about,
    id: 'LIM-05',
    severity: 'should',
    on: [['stats', 'audit']],
    sends: 'one request after another',
    requires: 'X-RateLimit-Remaining falls from request to request',
    judge: (answer, seen) => {
      const before = seen.get('audit')
      if (before === undefined || 'fault' in before) return absent('there is no request before')
      const [was, is] = [before, answer].map(one => readWhole(one, 'X-RateLimit-Remaining'))
      if (was === undefined || is === undefined) return absent('there is no X-RateLimit-Remaining')
      // It rises at the start of a new window.
      if (is > was) return absent('a new window began')
      return require(is < was, `less than ${was} remaining`, String(is))
    },
  },
  {
    ...limited,
    id: 'LIM-06',
    section: '7',
    requires: 'a 429 has Retry-After',
    judge: judge429(({ exchange }) =>
      headerValues(exchange, 'retry-after').length > 0 ? kept : broken('Retry-After', 'none'),
    ),
  },
  {
    ...limited,
    id: 'LIM-07',
    requires: 'Retry-After is a whole number of seconds',
    judge: judge429(answer => judgeWhole('Retry-After')(answer, new Map(), undefined as never)),
  },
  {
    ...about,
    id: 'LIM-08',
    sends: 'GET of the statistics, up to 75 times',
    requires: 'more than 60 requests a minute are answered with 429',
    judgeBurst: ({ limited, answered, fault }) => {
      if (limited.length > 0) return kept
      if (answered > 60) return broken('a 429', `${answered} answers without one`)
      return undecided(fault?.message ?? `the service gave ${answered} answers in a minute`, fault?.code)
    },
  },
  {
    ...about,
    id: 'LIM-09',
    sends: 'GET of the statistics, after Retry-After',
    requires: 'after Retry-After the service answers again',
    judgeBurst: ({ limited, after }) => {
      if (limited.length === 0 || after === undefined) return absent('there was no 429 to wait after')
      return require(after.exchange.status !== 429, 'an answer', 'another 429')
    },
  },
  {
    ...about,
    id: 'LIM-10',
    severity: 'should',
    sends: 'GET of the statistics, up to 75 times',
    requires: '60 requests a minute are answered',
    judgeBurst: ({ limited, answered }) =>
      limited.length === 0
        ? absent('there was no 429')
        : require(answered >= 60, '60 answers within a minute', `a 429 after ${answered}`),
  },
  {
    ...limited,
    id: 'LIM-11',
    severity: 'should',
    requires: 'in a 429, X-RateLimit-Remaining, if present, is 0',
    judge: judge429(answer => {
      const left = readWhole(answer, 'X-RateLimit-Remaining')
      return left === undefined ? absent('there is none') : require(left === 0, '0 remaining', String(left))
    }),
  },
  {
    ...limited,
    id: 'LIM-12',
    severity: 'should',
    requires: 'Retry-After is at most the minute that the limit is about',
    judge: judge429(answer => {
      const seconds = readWhole(answer, 'Retry-After')
      return seconds === undefined
        ? absent('there is no number of seconds')
        : require(seconds <= 60, 'at most 60', String(seconds))
    }),
  },
  {
    ...about,
    id: 'LIM-13',
    severity: 'should',
    on: [['odds-zero']],
    sends: 'GET /raffles/{raffle_uuid}/odds?entries=0',
    requires: 'entries=0 is not answered with odds',
    judge: ({ exchange: { status } }) => require(status !== 200, 'an error', `status ${status}`),
  },
  {
    ...about,
    id: 'LIM-14',
    severity: 'open',
    on: [['stats'], ['unknown-audit']],
    sends: 'every request',
    requires: 'where the rate headers stand',
    judge: answer => {
      const stands = readWhole(answer, 'X-RateLimit-Remaining') !== undefined
      const kind = answer.exchange.status < 400 ? 'success responses' : 'errors'
      return does(`${kind} ${stands ? 'have' : 'do not have'} the rate headers`)
    },
  },
  {
    ...about,
    id: 'LIM-15',
    sends: 'every request, and GET of the statistics, up to 75 times',
    requires: 'the rate headers stand on some response',
    judgeBurst: ({ limited, fields }) => {
      const missing = rateFields.filter(name => !fields.has(name.toLowerCase()))
      if (missing.length === 0) return kept
      // They may appear only once the limit is exceeded.
      if (limited.length === 0) return undecided('no request was answered with 429')
      return broken(`${missing.join(' and ')} on some response`, 'none, not even on a 429')
    },
  },
]
