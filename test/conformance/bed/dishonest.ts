/**
 * Services that lie, or leave out what they owe: one lie each.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import type { AuditDraw } from '../../../src/model/audit-record.js'
import { replaced, without, type Asked, type Reply, type Value, type Wire } from './wire.js'

const isView = (view: string, { target }: Asked): boolean => target.split('?')[0]?.endsWith(view) === true
const view =
  (name: string) =>
  (change: (value: Value, asked: Asked) => unknown): Wire => ({
    json: (value, asked) => (isView(name, asked) ? change(value, asked) : value),
  })
const audit = view('/audit')
const stats = view('/entries/stats')
const odds = view('/odds')
const draw = (change: (draw: AuditDraw, index: number) => unknown): Wire =>
  audit(value => ({ ...value, draws: value.draws.map(change) }))
const first = (change: (draw: AuditDraw) => unknown): Wire =>
  draw((one, index) => (index === 0 ? change(one) : one))
const lacks =
  (name: string) =>
  (value: object): unknown => {
    const rest = { ...value } as Record<string, unknown>
    // oxlint-disable-next-line typescript/no-dynamic-delete -- that is the lie
    delete rest[name]
    return rest
  }
const when = (
  matches: (reply: Reply, asked: Asked) => boolean,
  change: (reply: Reply, asked: Asked) => Reply,
): Wire => ({
  reply: (reply, asked) => (matches(reply, asked) ? change(reply, asked) : reply),
})
const onAudit = (change: (reply: Reply, asked: Asked) => Reply): Wire =>
  when(({ status }, asked) => status === 200 && isView('/audit', asked), change)
const onError = (status: number, change: (reply: Reply) => Reply): Wire =>
  when(reply => reply.status === status, change)
const onErrors = (change: (reply: Reply) => Reply): Wire => when(({ status }) => status >= 400, change)
const field =
  (name: string, value: string) =>
  (reply: Reply): Reply => ({ ...reply, fields: replaced(reply.fields, name, value) })
const noField =
  (name: string) =>
  (reply: Reply): Reply => ({ ...reply, fields: without(reply.fields, name) })
const everywhere = (change: (reply: Reply, asked: Asked) => Reply): Wire => ({ reply: change })
const envelope =
  (change: (error: object) => unknown) =>
  (reply: Reply): Reply => {
    const value = JSON.parse(reply.body.toString()) as { readonly error: object }
    return { ...reply, body: Buffer.from(JSON.stringify({ ...value, error: change(value.error) })) }
  }
const says =
  (text: string) =>
  (reply: Reply): Reply => ({ ...reply, body: Buffer.from(text) })
const page = '<!doctype html><title>Oops</title><h1>Something went wrong</h1>'
const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A service, and a rule of those that it breaks. */
export type Lie = Wire & { readonly names: string }

/** By what each does. */
export const dishonest: Readonly<Record<string, Lie>> = {
  // The record.
  'says that there were more draws': {
    names: 'AUD-06',
    ...audit(value => ({
      ...value,
      total_draws: value.total_draws + 1,
    })),
  },
  'says that there were fewer draws': {
    names: 'AUD-06',
    ...audit(value => ({ ...value, total_draws: 1 })),
  },
  'hides a draw': {
    names: 'AUD-06',
    ...audit(value => ({ ...value, draws: value.draws.slice(1) })),
  },
  'counts draws in words': {
    names: 'AUD-05',
    ...audit(value => ({ ...value, total_draws: 'three' })),
  },
  'counts no draws': { names: 'AUD-05', ...audit(lacks('total_draws')) },
  'lists no draws': { names: 'AUD-04', ...audit(lacks('draws')) },
  'lists draws by their number': {
    names: 'AUD-04',
    ...audit(value => ({ ...value, draws: Object.fromEntries(value.draws.entries()) })),
  },
  'does not say which raffle it is': { names: 'AUD-02', ...audit(lacks('raffle_id')) },
  'answers with another raffle': {
    names: 'AUD-03',
    ...audit(value => ({
      ...value,
      raffle_id: '11111111-1111-4111-8111-111111111111',
    })),
  },
  'answers with a list': { names: 'AUD-02', ...audit(value => [value]) },
  'answers with nothing': { names: 'AUD-02', ...audit(() => null) },
  'lists a draw twice': {
    names: 'AUD-08',
    ...audit(value => ({
      ...value,
      total_draws: 4,
      draws: value.draws.concat(value.draws.slice(0, 1)),
    })),
  },
  'gives all draws one id': {
    names: 'AUD-08',
    ...draw(one => ({ ...one, draw_id: '22222222-2222-4222-8222-222222222222' })),
  },
  'names draws by numbers': {
    names: 'AUD-07',
    ...draw((one, index) => ({ ...one, draw_id: String(index) })),
  },
  'gives a draw no id': { names: 'AUD-07', ...first(lacks('draw_id')) },
  'gives a draw no prize': { names: 'AUD-09', ...first(lacks('prize_name')) },
  'gives a draw a number for a prize': { names: 'AUD-09', ...first(one => ({ ...one, prize_name: 7 })) },
  'gives a draw no winner': { names: 'AUD-17', ...first(lacks('winner_entry_id')) },
  'has null for a winner': { names: 'AUD-17', ...first(one => ({ ...one, winner_entry_id: null })) },
  'has a number for a winner': { names: 'AUD-17', ...first(one => ({ ...one, winner_entry_id: 17 })) },
  'gives a draw no time': { names: 'AUD-12', ...first(lacks('drawn_at_utc')) },
  'writes times with Z': {
    names: 'AUD-12',
    ...draw(one => ({ ...one, drawn_at_utc: one.drawn_at_utc.replace('+00:00', 'Z') })),
  },
  'writes times of another zone': {
    names: 'AUD-12',
    ...draw(one => ({
      ...one,
      drawn_at_utc: one.drawn_at_utc.replace('+00:00', '+02:00'),
    })),
  },
  'writes times without a zone': {
    names: 'AUD-12',
    ...draw(one => ({
      ...one,
      drawn_at_utc: one.drawn_at_utc.replace('+00:00', ''),
    })),
  },
  'writes times as a person would': {
    names: 'AUD-12',
    ...draw(one => ({ ...one, drawn_at_utc: '31/08/2026 18:45' })),
  },
  'writes times as numbers': { names: 'AUD-12', ...draw(one => ({ ...one, drawn_at_utc: 1_788_000_000 })) },
  'draws on a day that there is not': {
    names: 'AUD-12',
    ...first(one => ({ ...one, drawn_at_utc: '2026-02-30T18:45:00+00:00' })),
  },
  'draws in the future': {
    names: 'AUD-13',
    ...draw(one => ({ ...one, drawn_at_utc: '2099-01-01T00:00:00+00:00' })),
  },
  'gives a draw no number of entries': { names: 'AUD-14', ...first(lacks('total_entries')) },
  'writes the number of entries in quotes': {
    names: 'AUD-14',
    ...first(one => ({
      ...one,
      total_entries: String(one.total_entries),
    })),
  },
  'has half an entry': {
    names: 'AUD-14',
    ...first(one => ({ ...one, total_entries: one.total_entries + 0.5 })),
  },
  'has fewer than no entries': { names: 'AUD-14', ...first(one => ({ ...one, total_entries: -1 })) },
  'draws from no entries': { names: 'AUD-15', ...draw(one => ({ ...one, total_entries: 0 })) },
  'gives a draw no hash of its seed': { names: 'AUD-16', ...first(lacks('rng_seed_hash')) },
  'has an empty hash of its seed': { names: 'AUD-16', ...first(one => ({ ...one, rng_seed_hash: '' })) },
  'has a word for a hash of its seed': {
    names: 'AUD-16',
    ...first(one => ({ ...one, rng_seed_hash: 'secret' })),
  },
  'has an MD5 of its seed': {
    names: 'AUD-16',
    ...first(one => ({ ...one, rng_seed_hash: hash('x').slice(32) })),
  },
  'has a SHA-1 of its seed': {
    names: 'AUD-16',
    ...first(one => ({ ...one, rng_seed_hash: hash('x').slice(24) })),
  },
  'shows the beginning of a hash': {
    names: 'AUD-16',
    ...first(one => ({ ...one, rng_seed_hash: `${hash('x').slice(0, 10)}…` })),
  },
  'has one digit too many in a hash': {
    names: 'AUD-16',
    ...first(one => ({ ...one, rng_seed_hash: `${one.rng_seed_hash}0` })),
  },
  'gives a draw no hash of its signature': { names: 'AUD-18', ...first(lacks('signature_hash')) },
  'has null for a hash of its signature': {
    names: 'AUD-18',
    ...first(one => ({ ...one, signature_hash: null })),
  },
  'has a short hash of its signature': {
    names: 'AUD-18',
    ...first(one => ({ ...one, signature_hash: 'sha256:abcd' })),
  },
  'names a hash that it is not': {
    names: 'AUD-18',
    ...first(one => ({ ...one, signature_hash: `sha512:${hash('x')}` })),
  },
  // What it says to one and to another.
  'tells of another winner every time': {
    names: 'VER-04',
    ...{
      json: (value, asked) =>
        isView('/audit', asked)
          ? {
              ...value,
              draws: value.draws.map(one => ({ ...one, winner_entry_id: `entry-${asked.count}` })),
            }
          : value,
    },
  },
  'tells of another winner to who asks for its own type': {
    names: 'VER-04',
    ...audit((value, { headers }) =>
      headers.accept?.includes('vnd.') === true
        ? { ...value, draws: value.draws.map(one => ({ ...one, winner_entry_id: 'mine' })) }
        : value,
    ),
  },
  'has one tag for whatever it says': { names: 'AUD-20', ...{ tag: () => '"1"' } },
  'has a tag that it makes up': {
    names: 'AUD-22',
    ...{ tag: () => `"${hash(String(Math.random())).slice(32)}"` },
  },
  'has a tag that is a SHA-256': { names: 'AUD-20', ...{ tag: () => `"${hash('x')}"` } },
  'has a tag without quotes': { names: 'AUD-19', ...{ tag: md5 => md5.toString('hex') } },
  'has no tag': { names: 'AUD-19', ...onAudit(noField('etag')) },
  'says that nothing changed whatever is asked': {
    names: 'AUD-29',
    ...{
      answer: asked =>
        isView('/audit', asked) && asked.headers['if-none-match'] !== undefined
          ? { status: 304, fields: [['ETag', '"0123456789abcdef0123456789abcdef"']], body: Buffer.alloc(0) }
          : undefined,
    },
  },
  // Statistics.
  'has more entries than are paid and free': {
    names: 'STA-09',
    ...stats(value => ({
      ...value,
      paid_entries: value.paid_entries - 1,
    })),
  },
  'has more entries than it may': {
    names: 'STA-10',
    ...stats(value => ({
      ...value,
      max_entries: value.total_entries - 1,
    })),
  },
  'counts entries below zero': {
    names: 'STA-06',
    ...stats(value => ({
      ...value,
      free_entries: -1,
      paid_entries: value.total_entries + 1,
    })),
  },
  'counts entries in quotes': {
    names: 'STA-04',
    ...stats(value => ({
      ...value,
      total_entries: String(value.total_entries),
    })),
  },
  'keeps its free entries to itself': { names: 'STA-06', ...stats(lacks('free_entries')) },
  'keeps its paid entries to itself': { names: 'STA-05', ...stats(lacks('paid_entries')) },
  'keeps the most entries to itself': { names: 'STA-07', ...stats(lacks('max_entries')) },
  'keeps all entries to itself': { names: 'STA-04', ...stats(lacks('total_entries')) },
  'does not say of when its numbers are': { names: 'STA-08', ...stats(lacks('updated_at')) },
  'has numbers of tomorrow': {
    names: 'STA-11',
    ...stats(value => ({ ...value, updated_at: '2099-01-01T00:00:00+00:00' })),
  },
  'writes the time of its numbers with Z': {
    names: 'STA-08',
    ...stats(value => ({
      ...value,
      updated_at: value.updated_at.replace('+00:00', 'Z'),
    })),
  },
  'has the numbers of another raffle': {
    names: 'STA-03',
    ...stats(value => ({
      ...value,
      raffle_id: '11111111-1111-4111-8111-111111111111',
    })),
  },
  'has fewer entries than were drawn from': {
    names: 'ODD-06',
    ...stats(value => ({
      ...value,
      total_entries: 10,
      paid_entries: 10,
      free_entries: 0,
    })),
  },
  // Odds.
  'makes odds look better': {
    names: 'ODD-11',
    ...odds(value => ({ ...value, probability: value.probability * 2 })),
  },
  'makes odds look a little better': {
    names: 'ODD-11',
    ...odds(value => ({
      ...value,
      probability: Number((value.probability + 0.000_01).toFixed(6)),
    })),
  },
  'gives odds in percent': {
    names: 'ODD-10',
    ...odds(value => ({ ...value, probability: value.probability * 100 })),
  },
  'gives odds in words': { names: 'ODD-09', ...odds(value => ({ ...value, probability: 'good' })) },
  'gives odds above one': { names: 'ODD-09', ...odds(value => ({ ...value, probability: 1.5 })) },
  'gives no odds': { names: 'ODD-09', ...odds(lacks('probability')) },
  'turns the ratio around': {
    names: 'ODD-08',
    ...odds(value => ({
      ...value,
      ratio: `${value.total_entries} in ${value.entrant_entries}`,
    })),
  },
  'writes the ratio as a fraction': {
    names: 'ODD-07',
    ...odds(value => ({
      ...value,
      ratio: `${value.entrant_entries}/${value.total_entries}`,
    })),
  },
  'has another total in the ratio': {
    names: 'ODD-08',
    ...odds(value => ({
      ...value,
      ratio: `${value.entrant_entries} in ${value.total_entries - 1}`,
    })),
  },
  'gives no ratio': { names: 'ODD-07', ...odds(lacks('ratio')) },
  'answers for other entries than asked': {
    names: 'ODD-04',
    ...odds(value => ({
      ...value,
      entrant_entries: value.entrant_entries + 1,
    })),
  },
  'has another total for odds': {
    names: 'ODD-06',
    ...odds(value => ({
      ...value,
      total_entries: 50,
      ratio: `${value.entrant_entries} in 50`,
      probability: Number((value.entrant_entries / 50).toFixed(6)),
    })),
  },
  'gives odds of last year': {
    names: 'ODD-13',
    ...odds(value => ({ ...value, as_of: '2025-01-01T00:00:00+00:00' })),
  },
  'gives odds of no time': { names: 'ODD-12', ...odds(lacks('as_of')) },
  'gives odds of another raffle': {
    names: 'ODD-03',
    ...odds(value => ({
      ...value,
      raffle_id: '11111111-1111-4111-8111-111111111111',
    })),
  },
  // Errors.
  'finds a raffle that there is not': {
    names: 'ERR-01',
    ...onError(404, reply => ({ ...reply, status: 200 })),
  },
  'is broken where a raffle is missing': {
    names: 'ERR-07',
    ...onError(404, reply => ({ ...reply, status: 500 })),
  },
  'answers what is asked wrongly': { names: 'LIM-13', ...onError(400, reply => ({ ...reply, status: 200 })) },
  'is broken where it is asked wrongly': {
    names: 'ERR-07',
    ...onError(400, reply => ({ ...reply, status: 500 })),
  },
  'answers wrong questions with 404': {
    names: 'ERR-04',
    ...onError(400, reply => ({ ...reply, status: 404 })),
  },
  'has a page for errors': {
    names: 'ERR-08',
    ...onErrors(reply => field('Content-Type', 'text/html')(says(page)(reply))),
  },
  'has a text for errors': { names: 'ERR-08', ...onErrors(says('not found')) },
  'has errors without an envelope': { names: 'ERR-08', ...onErrors(says('{"message":"no"}')) },
  'has errors without a code': { names: 'ERR-09', ...onErrors(envelope(lacks('code'))) },
  'has codes of its own': { names: 'ERR-09', ...onErrors(envelope(error => ({ ...error, code: 'E_17' }))) },
  'has errors without a message': { names: 'ERR-10', ...onErrors(envelope(lacks('message'))) },
  'has errors without a request id': { names: 'ERR-11', ...onErrors(envelope(lacks('request_id'))) },
  'has numbers for request ids': {
    names: 'ERR-11',
    ...onErrors(envelope(error => ({ ...error, request_id: 7 }))),
  },
  // The header section.
  'may not be stored': { names: 'AUD-21', ...onAudit(field('Cache-Control', 'no-store')) },
  'may be stored for a day': { names: 'AUD-21', ...onAudit(field('Cache-Control', 'public, max-age=86400')) },
  'may be stored by nobody else': {
    names: 'AUD-21',
    ...onAudit(field('Cache-Control', 'private, max-age=3600')),
  },
  'does not say for how long it may be stored': { names: 'AUD-21', ...onAudit(noField('cache-control')) },
  'says that JSON is a page': {
    names: 'HDR-01',
    ...everywhere(reply => (reply.status === 200 ? field('Content-Type', 'text/html')(reply) : reply)),
  },
  'does not say what it sends': { names: 'HDR-01', ...everywhere(noField('content-type')) },
  'says its limit in words': { names: 'LIM-01', ...everywhere(field('X-RateLimit-Limit', 'unlimited')) },
  'has more left than its limit': {
    names: 'LIM-04',
    ...everywhere(field('X-RateLimit-Remaining', '100000')),
  },
  'has always the same left': { names: 'LIM-05', ...everywhere(field('X-RateLimit-Remaining', '42')) },
  // The content.
  'ends in the middle': {
    names: 'HDR-02',
    ...onAudit(reply => ({
      ...reply,
      body: reply.body.subarray(0, reply.body.length - 20),
    })),
  },
  'writes JavaScript': { names: 'HDR-02', ...onAudit(says("{raffle_id: 'x'}")) },
  'begins with a byte order mark': {
    names: 'HDR-02',
    ...onAudit(reply => ({
      ...reply,
      body: Buffer.concat([Buffer.from('\ufeff'), reply.body]),
    })),
  },
  'says its members twice': {
    names: 'HDR-02',
    ...onAudit(reply => says(reply.body.toString().replace('{', '{"total_draws":1,'))(reply)),
  },
  'sends Latin-1': {
    names: 'HDR-02',
    ...onAudit(reply => ({
      ...reply,
      body: Buffer.from(reply.body.toString().replace('Phone', 'Phôné'), 'latin1'),
    })),
  },
}
