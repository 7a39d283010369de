/**
 * Rules about HTTP and versions.
 *
 * @packageDocumentation
 */
import { canonicalize } from '../../core/canonical.js'
import { headerValues } from '../../model/exchange.js'
import { breaksJson, show, type Answered } from '../answer.js'
import { asksForPage, isWebPage } from '../intermediary.js'
import { readAnswerMembers, unless200 } from '../judge.js'
import { isJsonType, mediaTypeOf } from '../media-type.js'
import { raffleProbes, serviceProbes, type ProbeName } from '../probe-names.js'
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

/** Each GET separately. */
export const everywhere: readonly (readonly [ProbeName])[] = [...raffleProbes, ...serviceProbes]
  .filter(probe => probe !== 'post')
  .map(probe => [probe])

const about = { section: '1', severity: 'must' } as const

/** For every answer. */
const all = { ...about, sends: 'every request', on: everywhere, generated: true } as const

/** Judges success responses; others have their own rules. Requests for a web page are left open. */
function judgeSuccess(judge: (answer: Answered) => RuleResult): AnswerRule['judge'] {
  return answer => {
    const { exchange } = answer
    const { status } = exchange
    if (asksForPage(exchange) && isWebPage(exchange)) return absent('a web page was asked for')
    return status >= 200 && status < 300 ? judge(answer) : absent(`the service answers ${status}`)
  }
}

function describeAnswer({ exchange }: Answered): string {
  const type = headerValues(exchange, 'content-type').join(', ')
  return `status ${exchange.status}${type === '' ? '' : `, ${type}`}`
}

/** The media type is accepted; other errors are covered by other rules. */
function judgeAccepted(answer: Answered): RuleResult {
  const { status } = answer.exchange
  if (status === 200 || status === 304) return kept
  if (status === 406 || status === 415) return broken('status 200', `status ${status}`)
  return unless200(answer) ?? kept
}

export const httpRules: readonly Rule[] = [
  {
    ...all,
    id: 'HDR-01',
    requires: 'a success response has a JSON Content-Type',
    judge: judgeSuccess(({ exchange }) => {
      const found = headerValues(exchange, 'content-type').join(', ')
      const holds = isJsonType(mediaTypeOf(exchange))
      return require(holds, 'application/json, or a type that ends with +json', found === '' ? 'none' : found)
    }),
  },
  {
    ...all,
    id: 'HDR-02',
    requires: 'the content of a success response is JSON',
    judge: judgeSuccess(({ content }) => {
      if ('value' in content) return kept
      const { problem } = content
      return breaksJson(problem)
        ? broken('JSON', `${problem.message} (${problem.code})`)
        : undecided(`the content is not read: ${problem.message}`, problem.code)
    }),
  },
  {
    ...all,
    id: 'HDR-03',
    section: '5.1',
    requires: 'no authentication is required',
    judge: answer => {
      const { status } = answer.exchange
      return require(![401, 403].includes(status), 'an answer without credentials', `status ${status}`)
    },
  },
  {
    ...about,
    id: 'HDR-04',
    sends: 'POST /raffles/{a random UUID}/audit',
    on: [['post']],
    requires: 'POST does not succeed',
    judge: answer => {
      const { status } = answer.exchange
      return require(status < 200 || status >= 300, 'a status of 400 or above', `status ${status}`)
    },
  },
  {
    ...about,
    id: 'HDR-05',
    section: '4',
    severity: 'open',
    on: [['audit-vendor']],
    sends: 'GET /raffles/{raffle_uuid}/audit with each media type',
    requires: 'the Content-Type of an answer to the vendor type',
    judge: judgeSuccess(({ exchange }) =>
      does(`the vendor type is answered with ${show(mediaTypeOf(exchange))}`),
    ),
  },
  {
    ...about,
    id: 'HDR-06',
    section: '5.2',
    severity: 'open',
    on: [['audit']],
    sends: 'GET /raffles/{raffle_uuid}/audit with X-Request-Id',
    requires: 'X-Request-Id on responses',
    judge: ({ exchange, requestId }) => {
      const value = headerValues(exchange, 'x-request-id').join(', ')
      if (value === '') return does('responses have no X-Request-Id')
      return does(
        value.toLowerCase() === requestId?.toLowerCase()
          ? 'responses have the X-Request-Id that was sent'
          : 'responses have another X-Request-Id than was sent',
      )
    },
  },
  {
    ...about,
    id: 'HDR-07',
    section: '1',
    severity: 'open',
    on: [['audit']],
    sends: 'GET /raffles/{raffle_uuid}/audit',
    requires: 'redirects',
    judge: ({ exchange }) =>
      exchange.redirects.length === 0
        ? absent('no redirect')
        : does(`the service redirects to ${show(exchange.url)}`),
  },
  {
    ...about,
    id: 'VER-01',
    section: '9',
    sends: 'nothing: the base URL is judged',
    on: [['unknown-audit']],
    requires: 'the base URL ends with /api/v1',
    judge: (_, __, { baseUrl }) =>
      require(baseUrl.endsWith('/api/v1'), 'a base URL that ends with /api/v1', baseUrl),
  },
  {
    ...about,
    id: 'VER-02',
    section: '9',
    on: [['audit-vendor']],
    sends: 'GET /raffles/{raffle_uuid}/audit with Accept: application/vnd.service.v1+json',
    requires: 'the vendor media type is accepted',
    judge: judgeAccepted,
  },
  {
    ...about,
    id: 'VER-03',
    section: '9',
    on: [['audit'], ['stats'], ['odds']],
    sends: 'GET of each view with Accept: application/json',
    requires: 'application/json is accepted',
    judge: judgeAccepted,
  },
  {
    ...about,
    id: 'VER-04',
    section: '9',
    on: [['audit-vendor', 'audit']],
    sends: 'GET /raffles/{raffle_uuid}/audit with each media type',
    requires: 'both media types carry the same record',
    judge: (vendor, seen) => {
      const plain = seen.get('audit')
      const endings = [vendor, plain].map(answer => answer && unless200(answer))
      if (endings.every(ending => ending?.is === 'absent')) return absent('neither has a record')
      const open = endings.find(ending => ending?.is === 'undecided')
      if (open !== undefined) return open
      const [one, other] = [readAnswerMembers(vendor), readAnswerMembers(plain)]
      if (one === undefined || other === undefined) return undecided('one of the two answers is missing')
      const [a, b] = [one, other].map(members => canonicalize({ ...members } as never))
      return require(a === b, `the record of application/json: ${b ?? ''}`, a ?? '')
    },
  },
  {
    ...about,
    id: 'VER-05',
    section: '9',
    severity: 'open',
    on: [['accept-html']],
    sends: 'GET /raffles/{raffle_uuid}/audit with Accept: text/html',
    requires: 'an unsupported Accept',
    judge: answer => does(`Accept: text/html is answered with ${describeAnswer(answer)}`),
  },
  {
    ...about,
    id: 'VER-06',
    section: '5.2',
    severity: 'open',
    on: [['accept-none']],
    sends: 'GET /raffles/{raffle_uuid}/audit without Accept',
    requires: 'a missing Accept',
    judge: answer => does(`a request without Accept is answered with ${describeAnswer(answer)}`),
  },
  {
    ...about,
    id: 'VER-07',
    section: '5.2',
    severity: 'open',
    on: [['accept-any'], ['accept-list']],
    sends: 'GET /raffles/{raffle_uuid}/audit with Accept: */*, and with a list',
    requires: 'ranges and lists in Accept',
    judge: answer =>
      answer.exchange.status === 200
        ? absent('accepted')
        : does(`Accept: ${acceptOf(answer)} is answered with ${describeAnswer(answer)}`),
  },
]

function acceptOf({ exchange }: Answered): string {
  return exchange.sent.find(([name]) => name.toLowerCase() === 'accept')?.[1] ?? ''
}
