/**
 * Rules about errors.
 *
 * @packageDocumentation
 */
import type { JsonValue } from '../../core/json.js'
import { objectMembers, show, type Answer, type Answered, type Members } from '../answer.js'
import { isUuid, judgeText, unlessAvailable } from '../judge.js'
import { isJsonType, mediaTypeOf } from '../media-type.js'
import type { ServiceProbe } from '../probe-names.js'
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

const about = { section: '7', severity: 'must' } as const

/** For every answer. */
export const all = {
  ...about,
  sends: 'every request; some are wrong on purpose',
  on: [...everywhere, ['post']],
  generated: true,
  limited: true,
} as const

const statuses: Readonly<Record<string, number>> = {
  NOT_FOUND: 404,
  RATE_LIMITED: 429,
  INVALID_PARAMETER: 400,
  SERVER_ERROR: 500,
}

function isKnown(code: JsonValue | undefined): boolean {
  return typeof code === 'string' && Object.hasOwn(statuses, code)
}

/** An error of the service itself: 502, 503 and 504 come from intermediaries. */
export function isError({ exchange: { status } }: Answered): boolean {
  return (status >= 400 && status < 500) || status === 500
}

function judgeErrors(judge: (answer: Answered) => RuleResult): AnswerRule['judge'] {
  return answer => (isError(answer) ? judge(answer) : absent('no error'))
}

/** The error envelope; undefined if there is none. */
function readEnvelope({ content }: Answered): Members | undefined {
  return 'value' in content ? objectMembers(objectMembers(content.value)?.['error']) : undefined
}

/** The request_id of an error; undefined if it is not a text. */
function readRequestId(answer: Answer | undefined): string | undefined {
  if (answer === undefined || 'fault' in answer || !isError(answer)) return undefined
  const id = readEnvelope(answer)?.['request_id']
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** Judges the content of an envelope; its absence is covered by another rule. */
function judgeEnvelope(judge: (error: Members, answer: Answered) => RuleResult): AnswerRule['judge'] {
  return judgeErrors(answer => {
    const error = readEnvelope(answer)
    return error === undefined ? absent('there is no envelope') : judge(error, answer)
  })
}

function pairing(id: string, code: keyof typeof statuses): Rule {
  const status = statuses[code] ?? 0
  return {
    ...all,
    id,
    requires: `an error with status ${status} has the code ${code}`,
    judge: judgeEnvelope((error, { exchange }) => {
      if (exchange.status !== status) return absent(`no error with status ${status}`)
      if (!isKnown(error['code'])) return absent('the code is none of the four')
      return require(error['code'] === code, `/error/code is ${code}`, show(error['code']))
    }),
  }
}

function unknownRaffle(id: string, section: string, probe: ServiceProbe, path: string): Rule {
  return {
    ...about,
    id,
    section,
    on: [[probe]],
    sends: `GET ${path} of a random UUID`,
    requires: 'an unknown raffle is answered with 404',
    judge: answer => {
      const { status } = answer.exchange
      if ([401, 403, 407].includes(status)) return undecided(`the service answers ${status}`)
      return unlessAvailable(answer) ?? require(status === 404, 'status 404', `status ${status}`)
    },
  }
}

const bad: readonly (readonly [ServiceProbe])[] = [
  ['bad-uuid'],
  ['odds-missing'],
  ['odds-zero'],
  ['odds-text'],
  ['odds-excess'],
]

export const errorRules: readonly Rule[] = [
  unknownRaffle('ERR-01', '4.1', 'unknown-audit', '/raffles/{raffle_uuid}/audit'),
  unknownRaffle('ERR-02', '4.2', 'unknown-stats', '/raffles/{raffle_uuid}/entries/stats'),
  unknownRaffle('ERR-03', '4.3', 'unknown-odds', '/raffles/{raffle_uuid}/odds?entries=1'),
  pairing('ERR-04', 'NOT_FOUND'),
  pairing('ERR-05', 'INVALID_PARAMETER'),
  pairing('ERR-06', 'RATE_LIMITED'),
  pairing('ERR-07', 'SERVER_ERROR'),
  {
    ...all,
    id: 'ERR-08',
    requires: 'every error is the JSON envelope',
    judge: judgeErrors(answer => {
      if (readEnvelope(answer) !== undefined) return kept
      const { content, exchange } = answer
      const found = 'value' in content ? show(content.value) : content.problem.message
      return broken('{"error": {…}}', `status ${exchange.status}: ${found}`)
    }),
  },
  {
    ...all,
    id: 'ERR-09',
    requires: 'error.code is one of the four codes',
    judge: judgeEnvelope(({ code }) => {
      return require(isKnown(code), `/error/code is ${Object.keys(statuses).join(', ')}`, show(code))
    }),
  },
  {
    ...all,
    id: 'ERR-10',
    requires: 'error.message is a text',
    judge: judgeEnvelope(({ message }) => judgeText(message, '/error/message')),
  },
  {
    ...all,
    id: 'ERR-11',
    requires: 'error.request_id is a text',
    judge: judgeEnvelope(({ request_id }) => judgeText(request_id, '/error/request_id')),
  },
  {
    ...about,
    id: 'ERR-12',
    section: '5.2',
    on: [['unknown-audit']],
    sends: 'GET /raffles/{a random UUID}/audit with X-Request-Id',
    requires: 'error.request_id is the X-Request-Id that was sent',
    judge: answer => {
      const { requestId } = answer
      const request_id = readRequestId(answer)
      if (requestId === undefined) return absent('no X-Request-Id was sent')
      // Another answer may be an error; whether an unknown raffle gives one is another rule.
      if (request_id === undefined) {
        return unlessAvailable(answer) ?? undecided('there is no error with a request_id')
      }
      const holds = request_id.toLowerCase() === requestId.toLowerCase()
      return require(holds, `/error/request_id is ${requestId}`, show(request_id))
    },
  },
  {
    ...about,
    id: 'ERR-13',
    section: '5.2',
    on: [['unknown-odds', 'unknown-stats']],
    sends: 'two requests without X-Request-Id',
    requires: 'without X-Request-Id, each request gets an identifier of its own',
    judge: (answer, seen) => {
      const other = seen.get('unknown-stats')
      const [one, two] = [answer, other].map(readRequestId)
      if (one === undefined || two === undefined) {
        const open = unlessAvailable(answer) ?? (other && unlessAvailable(other))
        return open ?? undecided('there are no two errors with a request_id')
      }
      return require(one !== two, 'two identifiers', `${show(one)} twice`)
    },
  },
  {
    ...about,
    id: 'ERR-14',
    section: '5.2',
    severity: 'should',
    on: [['unknown-stats'], ['unknown-odds']],
    sends: 'a request without X-Request-Id',
    requires: 'the generated identifier is a UUID',
    judge: judgeEnvelope(({ request_id }) =>
      typeof request_id === 'string' && request_id !== ''
        ? require(isUuid(request_id), '/error/request_id is a UUID', show(request_id))
        : absent('error.request_id is no text'),
    ),
  },
  {
    ...all,
    id: 'ERR-15',
    severity: 'should',
    requires: 'errors have a JSON Content-Type',
    judge: judgeEnvelope((_, { exchange }) => {
      const type = mediaTypeOf(exchange)
      return require(isJsonType(type), 'application/json, or a type that ends with +json', type || 'none')
    }),
  },
  {
    ...about,
    id: 'ERR-16',
    severity: 'should',
    on: bad,
    sends: 'requests with wrong parameters',
    requires: 'a bad request is not answered with a server error',
    judge: ({ exchange: { status } }) => require(status < 500, 'a status below 500', `status ${status}`),
  },
  {
    ...all,
    id: 'ERR-17',
    severity: 'should',
    on: [],
    requires: 'the message of a 429 asks to try again later',
    judge: judgeEnvelope(({ message }, { exchange }) => {
      if (exchange.status !== 429 || typeof message !== 'string') return absent('no 429')
      return require(/again|later|retry|wait|in \d+/i.test(message), 'a message like "try again later"', show(
        message,
      ))
    }),
  },
  {
    ...about,
    id: 'ERR-18',
    severity: 'open',
    on: bad,
    sends: 'requests with wrong parameters',
    requires: 'what wrong parameters are answered with',
    judge: ({ exchange }) => {
      const target = new URL(exchange.url)
      const asked = `${target.pathname.replace(/^.*\/raffles\//, '/raffles/')}${target.search}`
      return does(`GET ${asked} is answered with status ${exchange.status}`)
    },
  },
]
