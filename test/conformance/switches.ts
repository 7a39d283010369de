/**
 * One way to break each rule that a service can break, and no other rule with it: a change at one of the stages that a
 * request goes through in `service.ts`.
 *
 * @packageDocumentation
 */
import { createHash, randomUUID } from 'node:crypto'
import { formatTime } from '../../src/core/time.js'
import type { AuditDraw } from '../../src/model/audit-record.js'

export const vendorType = 'application/vnd.service.v1+json'

/** A request as the service sees it. */
export interface Asked {
  /** What follows the raffle. */
  readonly path: string
  readonly method: string
  readonly view: 'audit' | 'stats' | 'odds' | undefined
  /** As it stands in the path. */
  readonly raffle: string
  /** The raffle is the one that the service has. */
  readonly known: boolean
  readonly entries: string | null
  readonly accept: string | undefined
  readonly ifNoneMatch: string | undefined
  readonly acceptEncoding?: string | undefined
}

export interface Outcome {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Written as JSON; a text and bytes as they are. */
  readonly content?: unknown
}

export interface Complete {
  readonly raffle_id: string
  readonly total_draws: number
  readonly draws: readonly AuditDraw[]
}

export interface Statistics {
  readonly raffle_id: string
  readonly total_entries: number
  readonly paid_entries: number
  readonly free_entries: number
  readonly max_entries: number
  readonly updated_at: string
}

export interface Odds {
  readonly raffle_id: string
  readonly entrant_entries: number
  readonly total_entries: number
  readonly ratio: string
  readonly probability: number
  readonly as_of: string
}

export interface ErrorContent {
  readonly code: string
  readonly message: string
  readonly request_id: string
}

/** What the odds are calculated from. */
export interface Counts {
  readonly entries: number
  readonly total: number
}

export interface Limit {
  /** X-RateLimit-Limit. */
  readonly says: number
  /** Requests in a window that are answered. */
  readonly allows: number
  /** Without it, a new window begins where requests would be refused. */
  readonly enforced: boolean
  /** A limit that was exceeded never resets. */
  readonly lasting: boolean
  readonly windowSeconds: number
}

/** Changes at the stages of a request, in their order. */
export interface Switch {
  /** Where the service stands. */
  readonly base?: string
  readonly limit?: Partial<Limit>
  /** Around all that finds an answer. */
  readonly handle?: (asked: Asked, next: (asked: Asked) => Outcome) => Outcome
  /** What statistics and odds are both made from. */
  readonly entries?: (statistics: Statistics) => Statistics
  readonly record?: (record: Complete, asked: Asked) => object
  /** The ETag of a content, without its quotes. */
  readonly tag?: (content: string) => string
  readonly statistics?: (statistics: Statistics) => object
  readonly counts?: (counts: Counts) => Counts
  readonly odds?: (odds: Odds) => object
  /** `sent`: whether the request had an X-Request-Id; `count`: how many requests came so far. */
  readonly error?: (
    error: ErrorContent,
    about: { readonly status: number; readonly sent: boolean; readonly count: number },
  ) => object
  /** Whether the members of an error stand in the envelope. */
  readonly envelope?: false
  /** The whole response, last of all. */
  readonly send?: (outcome: Outcome) => Outcome
}

export function refuse(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Outcome {
  return { status, headers, content: { code, message } }
}

const hashSha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const stranger = '00000000-0000-4000-8000-000000000000'
const future = '2126-01-01T00:00:00+00:00'
const zulu = (time: string): string => time.replace('+00:00', 'Z')

/** Changes every draw. */
function draws(change: (draw: AuditDraw, index: number, all: readonly AuditDraw[]) => object): Switch {
  return { record: record => ({ ...record, draws: record.draws.map(change) }) }
}

/** Answers some requests otherwise. */
function instead(applies: (asked: Asked) => boolean, outcome: Outcome): Switch {
  return { handle: (asked, next) => (applies(asked) ? outcome : next(asked)) }
}

/** Changes the success responses to some requests, before anything is added to them. */
function alter(applies: (asked: Asked) => boolean, change: (outcome: Outcome) => Outcome): Switch {
  return {
    handle: (asked, next) => {
      const outcome = next(asked)
      return outcome.status === 200 && applies(asked) ? change(outcome) : outcome
    },
  }
}

/** A 203 is a success, and all the same not the status that is required. */
const otherStatus = (outcome: Outcome): Outcome => ({ ...outcome, status: 203 })

/** Refuses the view of an unknown raffle with another status than 404. */
function notMissing(view: Asked['view']): Switch {
  return instead(
    asked => asked.view === view && !asked.known && asked.method === 'GET',
    refuse(400, 'INVALID_PARAMETER', 'there is no such raffle'),
  )
}

/** Sets a header field of responses; undefined takes it away. */
function header(applies: (outcome: Outcome) => boolean, name: string, value: string | undefined): Switch {
  return {
    send: outcome => {
      if (!applies(outcome)) return outcome
      const others = Object.entries(outcome.headers).filter(([other]) => other !== name)
      const headers = value === undefined ? others : [...others, [name, value] as const]
      return { ...outcome, headers: Object.fromEntries(headers) }
    },
  }
}

/** Gives errors with one status the code of another. */
function code(status: number, code: string): Switch {
  return { error: (error, about) => (about.status === status ? { ...error, code } : error) }
}

const always = (): boolean => true
const is = (status: number) => (outcome: Outcome) => outcome.status === status
const isError = ({ status }: Outcome): boolean => status >= 400
const isAudit = ({ headers }: Outcome): boolean => headers['Cache-Control'] !== undefined
const isView = (view: Asked['view']) => (asked: Asked) => asked.view === view
const isPlain = ({ view, known, accept }: Asked): boolean =>
  view === 'audit' && known && accept !== vendorType

/** By the rule that is broken. */
export const switches = {
  // Only for application/json: of the vendor type, the status is the matter of VER-02.
  'AUD-01': alter(isPlain, otherStatus),
  'AUD-02': { record: record => ({ ...record, raffle_id: 'raffle-1' }) },
  'AUD-03': { record: record => ({ ...record, raffle_id: stranger }) },
  'AUD-04': { record: record => ({ ...record, draws: record.draws.map(({ draw_id }) => draw_id) }) },
  'AUD-05': { record: record => ({ ...record, total_draws: String(record.total_draws) }) },
  'AUD-06': { record: record => ({ ...record, total_draws: record.total_draws + 1 }) },
  'AUD-07': draws((draw, index) => ({ ...draw, draw_id: `draw-${index + 1}` })),
  'AUD-08': draws((draw, _, [first]) => ({ ...draw, draw_id: first?.draw_id })),
  'AUD-09': draws((draw, index) => ({ ...draw, prize_name: index + 1 })),
  'AUD-10': draws((draw, index) => ({ ...draw, prize_name: `Prize${'!'.repeat(index)}` })),
  'AUD-11': draws((draw, _, [first]) => ({ ...draw, prize_name: first?.prize_name })),
  'AUD-12': draws(draw => ({ ...draw, drawn_at_utc: zulu(draw.drawn_at_utc) })),
  'AUD-13': draws(draw => ({ ...draw, drawn_at_utc: future })),
  'AUD-14': draws(draw => ({ ...draw, total_entries: String(draw.total_entries) })),
  'AUD-15': draws((draw, _, [first]) => ({ ...draw, total_entries: first?.total_entries })),
  'AUD-16': draws(draw => ({ ...draw, rng_seed_hash: draw.rng_seed_hash.slice(0, -1) })),
  'AUD-17': draws(draw => ({ ...draw, winner_entry_id: Number(draw.winner_entry_id) })),
  'AUD-18': draws(draw => ({ ...draw, signature_hash: draw.signature_hash.slice(0, -1) })),
  'AUD-19': header(always, 'ETag', undefined),
  'AUD-20': { tag: hashSha256 },
  'AUD-21': header(isAudit, 'Cache-Control', 'public, max-age=60'),
  'AUD-22': { handle: (asked, next) => next({ ...asked, ifNoneMatch: undefined }) },
  'AUD-23': header(is(304), 'ETag', undefined),
  'AUD-29': {
    handle: (asked, next) => next(asked.ifNoneMatch === undefined ? asked : { ...asked, ifNoneMatch: '*' }),
  },
  'AUD-31': header(isAudit, 'Pragma', 'no-cache'),
  'AUD-32': header(isAudit, 'Expires', 'Thu, 01 Jan 1970 00:00:00 GMT'),
  'AUD-33': header(isAudit, 'Age', '7200'),
  'AUD-34': header(isAudit, 'Vary', undefined),
  'AUD-35': draws((draw, _, [first]) => ({ ...draw, signature_hash: first?.signature_hash })),
  'AUD-36': draws(draw => ({ ...draw, signature_hash: draw.rng_seed_hash })),
  'AUD-37': draws((draw, index) => ({ ...draw, rng_seed_hash: hashSha256(`${41 + index}`) })),

  'STA-01': alter(isView('stats'), otherStatus),
  'STA-02': { statistics: statistics => ({ ...statistics, raffle_id: 'raffle-1' }) },
  'STA-03': { statistics: statistics => ({ ...statistics, raffle_id: stranger }) },
  'STA-04': {
    statistics: statistics => ({ ...statistics, total_entries: String(statistics.total_entries) }),
  },
  'STA-05': { statistics: statistics => ({ ...statistics, paid_entries: String(statistics.paid_entries) }) },
  'STA-06': { statistics: statistics => ({ ...statistics, free_entries: String(statistics.free_entries) }) },
  'STA-07': { statistics: statistics => ({ ...statistics, max_entries: String(statistics.max_entries) }) },
  'STA-08': { statistics: statistics => ({ ...statistics, updated_at: zulu(statistics.updated_at) }) },
  'STA-09': { statistics: statistics => ({ ...statistics, paid_entries: statistics.paid_entries - 1 }) },
  // More entries than the raffle holds; the pools of the draws stay below that.
  'STA-10': {
    entries: statistics => {
      const paid = statistics.max_entries - statistics.free_entries + 1
      return { ...statistics, paid_entries: paid, total_entries: statistics.max_entries + 1 }
    },
  },
  'STA-11': { statistics: statistics => ({ ...statistics, updated_at: future }) },
  // As many entries as the raffle holds, and one less than the first draw had in its pool.
  'STA-12': {
    entries: statistics => {
      const total = statistics.total_entries - 1
      const paid = statistics.paid_entries - 1
      return { ...statistics, paid_entries: paid, total_entries: total, max_entries: total }
    },
  },

  'ODD-01': alter(isView('odds'), otherStatus),
  'ODD-02': { odds: odds => ({ ...odds, raffle_id: 'raffle-1' }) },
  'ODD-03': { odds: odds => ({ ...odds, raffle_id: stranger }) },
  // One more, or of all entries one less: more than there are would not be a probability (ODD-09).
  'ODD-04': {
    counts: ({ entries, total }) => ({ entries: entries < total ? entries + 1 : total - 1, total }),
  },
  // Nothing, as the statistics say too: a total that is no number would not be that of the ratio (ODD-08).
  'ODD-05': {
    statistics: statistics => ({ ...statistics, total_entries: 0, paid_entries: 0, free_entries: 0 }),
    odds: odds => ({ ...odds, total_entries: 0, ratio: `${odds.entrant_entries} in 0`, probability: 0 }),
  },
  'ODD-06': { counts: ({ entries, total }) => ({ entries, total: total + 1 }) },
  'ODD-07': { odds: odds => ({ ...odds, ratio: odds.ratio.replace(' in ', ':') }) },
  'ODD-08': { odds: odds => ({ ...odds, ratio: `${odds.entrant_entries} in ${odds.total_entries + 1}` }) },
  'ODD-09': { odds: odds => ({ ...odds, probability: String(odds.probability) }) },
  // Ten times less than a millionth away, and not above 1, which ODD-09 is about.
  'ODD-10': {
    odds: odds => {
      const { probability } = odds
      return probability === 1 ? odds : { ...odds, probability: Number(`${probability.toFixed(6)}1`) }
    },
  },
  'ODD-11': { odds: odds => ({ ...odds, probability: Number((odds.probability / 2).toFixed(6)) }) },
  'ODD-12': { odds: odds => ({ ...odds, as_of: zulu(odds.as_of) }) },
  'ODD-13': { odds: odds => ({ ...odds, as_of: formatTime(new Date(Date.now() - 3_600_000)) }) },
  'ODD-14': { counts: ({ entries, total }) => ({ entries, total: entries > 1 ? total + entries : total }) },

  'HDR-01': header(is(200), 'Content-Type', 'text/plain'),
  // Only the statistics: of an audit or odds that is no JSON, more rules could not be decided.
  'HDR-02': alter(isView('stats'), outcome => ({
    ...outcome,
    content: `${JSON.stringify(outcome.content)}}`,
  })),
  // Only for application/json: of the vendor type, the status is the matter of VER-02.
  'HDR-03': instead(
    isPlain,
    refuse(401, 'INVALID_PARAMETER', 'log in first', { 'WWW-Authenticate': 'Basic realm="audits"' }),
  ),
  'HDR-04': instead(({ method }) => method === 'POST', { status: 201, headers: {}, content: {} }),

  'ERR-01': notMissing('audit'),
  'ERR-02': notMissing('stats'),
  'ERR-03': notMissing('odds'),
  'ERR-04': code(404, 'INVALID_PARAMETER'),
  'ERR-05': code(400, 'NOT_FOUND'),
  'ERR-06': code(429, 'SERVER_ERROR'),
  // A POST has to fail, and is no wrong parameter: a 500 breaks neither HDR-04 nor ERR-16, and its code is judged.
  'ERR-07': instead(
    ({ method }) => method === 'POST',
    refuse(500, 'INVALID_PARAMETER', 'something went wrong here'),
  ),
  'ERR-08': { envelope: false },
  'ERR-09': { error: (error, { status }) => (status === 404 ? { ...error, code: 'NO_SUCH_RAFFLE' } : error) },
  'ERR-10': { error: (error, { status }) => (status === 404 ? { ...error, message: status } : error) },
  'ERR-11': { error: (error, { count }) => ({ ...error, request_id: count }) },
  'ERR-12': { error: error => ({ ...error, request_id: randomUUID() }) },
  'ERR-13': { error: (error, { sent }) => (sent ? error : { ...error, request_id: stranger }) },
  'ERR-14': {
    error: (error, { sent, count }) => (sent ? error : { ...error, request_id: `request-${count}` }),
  },
  'ERR-15': header(isError, 'Content-Type', 'text/plain'),
  'ERR-16': instead(
    ({ view, known, entries }) => view === 'odds' && known && entries === 'abc',
    refuse(500, 'SERVER_ERROR', 'something went wrong here'),
  ),
  'ERR-17': { error: (error, { status }) => (status === 429 ? { ...error, message: 'no' } : error) },
  'ERR-19': {
    error: (error, { status }) =>
      status === 404
        ? { ...error, message: 'no raffle\n    at find (/app/raffles/src/find.js:12:7)' }
        : error,
  },

  'LIM-01': header(always, 'X-RateLimit-Limit', 'sixty'),
  'LIM-02': header(always, 'X-RateLimit-Remaining', 'some'),
  'LIM-03': { limit: { says: 100 } },
  'LIM-04': {
    send: outcome => {
      const left = Number(outcome.headers['X-RateLimit-Remaining'])
      const headers = { ...outcome.headers, 'X-RateLimit-Remaining': String(left + 1000) }
      return outcome.status === 429 ? outcome : { ...outcome, headers }
    },
  },
  'LIM-05': header(({ status }) => status !== 429, 'X-RateLimit-Remaining', '59'),
  'LIM-06': header(is(429), 'Retry-After', undefined),
  'LIM-07': {
    send: outcome => {
      const date = new Date(Date.now() + 1000 * Number(outcome.headers['Retry-After'])).toUTCString()
      const headers = { ...outcome.headers, 'Retry-After': date }
      return outcome.status === 429 ? { ...outcome, headers } : outcome
    },
  },
  'LIM-08': { limit: { enforced: false } },
  'LIM-09': { limit: { lasting: true } },
  'LIM-10': { limit: { allows: 30 } },
  'LIM-11': header(is(429), 'X-RateLimit-Remaining', '1'),
  'LIM-12': header(is(429), 'Retry-After', '3600'),
  'LIM-13': {
    handle: (asked, next) => {
      if (!isView('odds')(asked) || asked.entries !== '0') return next(asked)
      const outcome = next({ ...asked, entries: '1' })
      if (outcome.status !== 200) return outcome
      const odds = outcome.content as Odds
      const ratio = `0 in ${odds.total_entries}`
      return { ...outcome, content: { ...odds, entrant_entries: 0, ratio, probability: 0 } }
    },
  },
  'LIM-15': {
    send: outcome => {
      const { headers } = outcome
      const others = Object.entries(headers).filter(([name]) => !name.startsWith('X-RateLimit-'))
      return { ...outcome, headers: Object.fromEntries(others) }
    },
  },

  'VER-01': { base: '/api/v2' },
  'VER-02': instead(({ accept }) => accept === vendorType, refuse(406, 'INVALID_PARAMETER', 'no such type')),
  'VER-03': instead(
    asked => isPlain(asked) && asked.accept === 'application/json',
    refuse(406, 'INVALID_PARAMETER', 'no such type'),
  ),
  'VER-04': {
    record: (record, { accept }) => {
      if (accept !== vendorType) return record
      // Other winners, and each of them once: a record by itself.
      return {
        ...record,
        draws: record.draws.map((draw, index) => ({ ...draw, winner_entry_id: String(index) })),
      }
    },
  },
} as const satisfies Readonly<Record<string, Switch>>

/** A rule that a service can break. */
export type RuleId = keyof typeof switches
