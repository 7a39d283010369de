// Fastify as its users write it: plugins, schemas, objects returned from handlers.
import { randomUUID } from 'node:crypto'
import accepts from '@fastify/accepts'
import etag from '@fastify/etag'
import limiter from '@fastify/rate-limit'
import Fastify from 'fastify'
import {
  cacheControl,
  commonHeaders,
  computeOdds,
  mediaTypes,
  rateLimit,
  record,
  statistics,
} from './data.js'

const string = { type: 'string' }
const integer = { type: 'integer' }
const object = properties => ({ type: 'object', properties })
const texts = (...names) => Object.fromEntries(names.map(name => [name, string]))
const integers = (...names) => Object.fromEntries(names.map(name => [name, integer]))
const draw = object({
  ...texts('draw_id', 'prize_name', 'drawn_at_utc', 'rng_seed_hash', 'winner_entry_id', 'signature_hash'),
  ...integers('total_entries'),
})
const schemas = {
  audit: object({ ...texts('raffle_id'), ...integers('total_draws'), draws: { type: 'array', items: draw } }),
  statistics: object({
    ...texts('raffle_id', 'updated_at'),
    ...integers('total_entries', 'paid_entries', 'free_entries', 'max_entries'),
  }),
  odds: object({
    ...texts('raffle_id', 'ratio', 'as_of'),
    ...integers('entrant_entries', 'total_entries'),
    probability: { type: 'number' },
  }),
}
const params = { ...object({ id: { type: 'string', format: 'uuid' } }), required: ['id'] }
const range = { type: 'integer', minimum: 1, maximum: statistics.total_entries }
const querystring = { ...object({ entries: range }), required: ['entries'] }

const records = new Map([[record.raffle_id, record]])
const allStatistics = new Map([[record.raffle_id, statistics]])

function fail(statusCode, message) {
  throw Object.assign(new Error(message), { statusCode })
}

const app = Fastify({ logger: false, requestIdHeader: 'x-request-id', genReqId: () => randomUUID() })
await app.register(limiter, { max: rateLimit, timeWindow: '1 minute' })
await app.register(etag, { algorithm: 'md5' })
await app.register(accepts)

app.addHook('onRequest', (request, reply, done) => {
  reply.headers(commonHeaders)
  reply.header('X-Request-Id', request.id)
  const type = request.type(mediaTypes)
  if (!type) fail(406, 'not acceptable')
  reply.type(type)
  done()
})

app.get(
  '/api/v1/raffles/:id/audit',
  { schema: { params, response: { 200: schemas.audit } } },
  (request, reply) => {
    reply.header('Cache-Control', cacheControl.audit)
    return reply.send(records.get(request.params.id) ?? fail(404, 'unknown raffle'))
  },
)
app.get(
  '/api/v1/raffles/:id/entries/stats',
  { schema: { params, response: { 200: schemas.statistics } } },
  (request, reply) => {
    reply.header('Cache-Control', cacheControl.statistics)
    return reply.send(allStatistics.get(request.params.id) ?? fail(404, 'unknown raffle'))
  },
)
app.get(
  '/api/v1/raffles/:id/odds',
  { schema: { params, querystring, response: { 200: schemas.odds } } },
  (request, reply) => {
    if (!allStatistics.has(request.params.id)) fail(404, 'unknown raffle')
    reply.header('Cache-Control', cacheControl.odds)
    return reply.send(computeOdds(request.query.entries))
  },
)
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
