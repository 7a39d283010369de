/**
 * Rules about header fields that contradict the Cache-Control of an audit record, or each other (RFC 9111).
 *
 * @packageDocumentation
 */
import { headerValue, headerValues, type Exchange } from '../../model/exchange.js'
import type { Answered } from '../answer.js'
import { judgeAll, unless200 } from '../judge.js'
import { absent, broken, does, kept, require, undecided, type RuleResult, type Rule } from '../rule.js'

const about = {
  section: '4.1',
  severity: 'should',
  sends: 'GET /raffles/{raffle_uuid}/audit',
  on: [['audit'], ['audit-vendor']],
} as const

/** Tolerated seconds between times in one answer, which may come from several clocks. */
const slack = 60

/** The lifetime of a response in seconds, from Cache-Control alone. */
function lifetimeOf(exchange: Exchange): number | undefined {
  const directives = headerValues(exchange, 'cache-control').join(',').toLowerCase()
  // Directives that change the lifetime for some caches cause no contradiction.
  if (/no-cache|no-store|s-maxage|stale-/.test(directives)) return undefined
  const ages = new Set(Array.from(directives.matchAll(/\bmax-age\s*=\s*"?(\d{1,9})\b/g), ([, age]) => age))
  const [age] = ages
  return ages.size === 1 ? Number(age) : undefined
}

/** Judges the values of a field against the lifetime of a success response. */
function judgeBeside(
  name: string,
  judge: (values: readonly string[], lifetime: number, exchange: Exchange) => RuleResult,
): (answer: Answered) => RuleResult {
  return answer => {
    const ending = unless200(answer)
    if (ending !== undefined) return ending
    const values = headerValues(answer.exchange, name)
    if (values.length === 0) return absent(`there is no ${name}`)
    const lifetime = lifetimeOf(answer.exchange)
    if (lifetime === undefined) return absent('Cache-Control gives no single max-age')
    return judge(values, lifetime, answer.exchange)
  }
}

/** The seconds of an HTTP date; undefined for anything else, which counts as expired (RFC 9111 §5.3). */
function secondsOf(date: string | undefined): number | undefined {
  const time = /[a-z]/i.test(date ?? '') ? Date.parse(date ?? '') : NaN
  return Number.isNaN(time) ? undefined : time / 1000
}

function judgeExpires(values: readonly string[], lifetime: number, exchange: Exchange): RuleResult {
  const date = secondsOf(headerValue(exchange, 'date') ?? exchange.receivedAt) ?? 0
  const expected = new Date((date + lifetime) * 1000).toUTCString()
  return judgeAll(values, value => {
    const expires = secondsOf(value) ?? -Infinity
    const isLate = expires > date + lifetime + slack
    // With lifetime 0 it may have expired at any time.
    const isEarly = lifetime > 0 && expires < date + lifetime - slack
    return require(!isLate && !isEarly, `Expires: ${expected}, or none`, value)
  })
}

/** Judges two answers to requests that differ in one field: caches must be told that the answers differ. */
function judgeVary(answers: readonly [Answered, Answered], name: string): RuleResult {
  const [one, other] = answers.map(({ exchange }) => exchange) as [Exchange, Exchange]
  const differs = ['Content-Encoding', 'Content-Type'].find(
    field => headerValues(one, field).join() !== headerValues(other, field).join(),
  )
  if (differs === undefined) return kept
  return judgeAll([one, other], exchange => {
    if (headerValues(exchange, 'cache-control').join(',').toLowerCase().includes('no-store')) return kept
    const vary = headerValues(exchange, 'vary').join(', ')
    const names = vary.split(',').map(word => word.trim().toLowerCase())
    const holds = names.includes('*') || names.includes(name.toLowerCase())
    return require(holds, `Vary: ${name}, since ${differs} differs`, vary === ''
      ? 'no Vary'
      : `Vary: ${vary}`)
  })
}

export const cacheFieldRules: readonly Rule[] = [
  {
    ...about,
    id: 'AUD-29',
    severity: 'must',
    sends: 'GET /raffles/{raffle_uuid}/audit with If-None-Match: an ETag made up at random',
    on: [['audit-stranger']],
    requires: 'a request with an ETag that was never issued is not answered with 304',
    judge: answer => {
      if (answer.exchange.status === 304) return broken('status 200 and the record', 'status 304')
      return unless200(answer) ?? kept
    },
  },
  {
    ...about,
    id: 'AUD-30',
    severity: 'open',
    sends: 'GET /raffles/{raffle_uuid}/audit with If-None-Match: *',
    on: [['audit-any']],
    requires: 'the answer to If-None-Match: *',
    judge: ({ exchange: { status } }) =>
      status === 304 ? absent('304, as HTTP has it') : does(`If-None-Match: * is answered with ${status}`),
  },
  {
    ...about,
    id: 'AUD-31',
    requires: 'Pragma does not forbid what Cache-Control allows',
    judge: judgeBeside('Pragma', (values, lifetime) => {
      const forbids = values.some(value => /\bno-cache\b/i.test(value))
      return require(lifetime === 0 || !forbids, 'no Pragma: no-cache beside max-age', values.join(', '))
    }),
  },
  {
    ...about,
    id: 'AUD-32',
    requires: 'Expires, if present, agrees with max-age',
    judge: judgeBeside('Expires', judgeExpires),
  },
  {
    ...about,
    id: 'AUD-33',
    requires: 'Age, if present, is a number of seconds within max-age',
    judge: judgeBeside('Age', (values, lifetime) => {
      const age = values.join(', ')
      const holds = /^\d{1,10}$/.test(age) && Number(age) <= lifetime + slack
      return require(holds, `a whole number of at most ${lifetime}`, age)
    }),
  },
  {
    ...about,
    id: 'AUD-34',
    sends: 'GET /raffles/{raffle_uuid}/audit with each media type, and with Accept-Encoding: gzip',
    on: [
      ['audit-vendor', 'audit'],
      ['audit-gzip', 'audit'],
    ],
    requires: 'Vary names what the answer differs by: Accept, or Accept-Encoding',
    judge: (answer, seen) => {
      const plain = seen.get('audit')
      if (plain === undefined || 'fault' in plain) return undecided('the answer to compare with is missing')
      const ending = unless200(answer) ?? unless200(plain)
      if (ending !== undefined) return ending
      return judgeVary([answer, plain], answer.probe === 'audit-gzip' ? 'Accept-Encoding' : 'Accept')
    },
  },
]
