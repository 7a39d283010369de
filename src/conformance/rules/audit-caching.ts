/**
 * Rules about the caching header fields of an audit record.
 *
 * @packageDocumentation
 */
import { equalBytes } from '../../core/digest.js'
import { encodeBase64, encodeHex } from '../../core/encoding.js'
import { portable } from '../../core/portable.js'
import { headerValue, headerValues } from '../../model/exchange.js'
import type { Answer, Answered } from '../answer.js'
import { judgeAll, unless200 } from '../judge.js'
import { absent, broken, does, kept, require, undecided, type RuleResult, type Rule } from '../rule.js'
import { judgeDraws } from './audit.js'

const about = {
  section: '4.1',
  severity: 'must',
  sends: 'GET /raffles/{raffle_uuid}/audit',
  on: [['audit'], ['audit-vendor']],
} as const

/** Judges a header field of a success response. */
function judgeHeader(
  name: string,
  judge: (value: string, answer: Answered) => RuleResult,
): (answer: Answered) => RuleResult {
  return answer => {
    const ending = unless200(answer)
    if (ending !== undefined) return ending
    const value = headerValue(answer.exchange, name)
    return value === undefined ? absent(`${name} does not occur exactly once`) : judge(value, answer)
  }
}

/** An entity tag with quotes (RFC 9110 §8.8.3), and its content. */
const entityTag = /^(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"$/

/** How an entity tag that may be an MD5 differs from 32 hex digits; undefined if it cannot be an MD5. */
function describeTag(tag: string): readonly string[] | undefined {
  if (/^[0-9a-f]{32}$/i.test(tag)) return []
  if (/(?<![0-9a-z])[0-9a-f]{32}(?![0-9a-z])/i.test(tag)) return ['it has more than 32 hex digits']
  // Base64 of 128 bits: 21 digits and two bits.
  return /^(?:md5[:=-])?[\w+/-]{21}[AQgw](?:==)?$/i.test(tag) ? ['it is in base64'] : undefined
}

function sameDirectives(value: string, expected: readonly string[]): boolean {
  const found = value.split(',').map(directive =>
    directive
      .trim()
      .toLowerCase()
      .replace(/\s*=\s*/, '='),
  )
  return found.length === expected.length && expected.every(directive => found.includes(directive))
}

export const auditCachingRules: readonly Rule[] = [
  {
    ...about,
    id: 'AUD-19',
    requires: 'the response has an ETag',
    judge: answer => {
      const ending = unless200(answer)
      if (ending !== undefined) return ending
      const values = headerValues(answer.exchange, 'etag')
      const holds = values.length === 1 && entityTag.test(values[0] ?? '')
      return require(holds, 'one ETag, in quotes', values.length === 0 ? 'none' : values.join(', '))
    },
  },
  {
    ...about,
    id: 'AUD-20',
    requires: 'the ETag is an MD5 hash',
    judge: judgeHeader('ETag', value => {
      const [, tag] = entityTag.exec(value) ?? []
      if (tag === undefined) return undecided('the ETag has no quotes')
      return require(describeTag(tag) !== undefined, 'an MD5 hash like 32 hex digits in quotes', value)
    }),
  },
  {
    ...about,
    id: 'AUD-21',
    requires: 'Cache-Control is public, max-age=3600',
    judge: answer =>
      judgeDraws(() => {
        const value = headerValues(answer.exchange, 'cache-control').join(', ')
        const holds = sameDirectives(value, ['public', 'max-age=3600'])
        return require(holds, 'public, max-age=3600', value === '' ? 'none' : value)
      })(answer),
  },
  {
    ...about,
    id: 'AUD-22',
    severity: 'should',
    sends: 'GET /raffles/{raffle_uuid}/audit with If-None-Match: the ETag of the answer before',
    on: [['audit-again', 'audit']],
    requires: 'a request with If-None-Match is answered with 304 while nothing changed',
    judge: (again, seen) => {
      const first = seen.get('audit')
      const before = etagsOf(first)
      // Without one, the sent value is not an ETag of the service: AUD-29 covers that.
      if (before.length !== 1) return undecided('the answer before had no single ETag')
      if (again.exchange.status === 304) return kept
      const ending = unless200(again)
      if (ending !== undefined) return ending
      const now = etagsOf(again)
      if (now[0] === before[0]) return broken('status 304', 'status 200 with the same ETag')
      return first !== undefined &&
        !('fault' in first) &&
        equalBytes(first.exchange.body, again.exchange.body)
        ? broken('status 304', 'status 200 with another ETag for the same content')
        : undecided('it changed')
    },
  },
  {
    ...about,
    id: 'AUD-23',
    severity: 'should',
    sends: 'GET /raffles/{raffle_uuid}/audit with If-None-Match: the ETag of the answer before',
    on: [['audit-again', 'audit']],
    requires: 'a 304 has no content, and the ETag and Cache-Control of the 200',
    judge: (again, seen) => {
      const before = seen.get('audit')
      if (again.exchange.status !== 304) return absent('there was no 304')
      if (before === undefined || 'fault' in before) return undecided('the answer before is missing')
      if (again.exchange.body.length > 0) return broken('no content', `${again.exchange.body.length} bytes`)
      return judgeAll(['ETag', 'Cache-Control'], name => {
        const [was, is] = [before, again].map(({ exchange }) => headerValues(exchange, name).join(', '))
        return require(was === is, `${name}: ${was ?? ''}`, is === '' ? `no ${name}` : `${name}: ${is ?? ''}`)
      })
    },
  },
  {
    ...about,
    id: 'AUD-28',
    severity: 'open',
    on: [['audit']],
    requires: 'what the ETag is the MD5 of',
    judge: judgeHeader('ETag', (value, { exchange }) => {
      const [, tag = ''] = entityTag.exec(value) ?? []
      const other = [...(value.startsWith('W/') ? ['it is weak'] : []), ...(describeTag(tag) ?? [])]
      const is = isMd5(tag, exchange.body) ? 'is' : 'is not'
      return does([`the ETag ${is} the MD5 of the content`, ...other].join('; '))
    }),
  },
]

function isMd5(tag: string, body: Uint8Array): boolean {
  const md5 = portable.hash('md5', body)
  const base64 = encodeBase64(md5).replace(/=+$/, '')
  return (
    tag.toLowerCase().includes(encodeHex(md5)) ||
    tag.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '').endsWith(base64)
  )
}

function etagsOf(answer: Answer | undefined): readonly string[] {
  return answer === undefined || 'fault' in answer ? [] : headerValues(answer.exchange, 'etag')
}
