// Express as its users write it: middleware, res.json, its own ETag.
import { randomUUID } from 'node:crypto'
import express from 'express'
import { rateLimit as limiter } from 'express-rate-limit'
import {
  cacheControl,
  commonHeaders,
  computeOdds,
  mediaTypes,
  rateLimit,
  record,
  statistics,
} from './data.js'

const records = new Map([[record.raffle_id, record]])
const allStatistics = new Map([[record.raffle_id, statistics]])
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const app = express()
app.disable('x-powered-by')
app.use(limiter({ windowMs: 60_000, limit: rateLimit, legacyHeaders: true, standardHeaders: false }))
app.use((request, response, next) => {
  response.set(commonHeaders)
  response.set('X-Request-Id', request.get('X-Request-Id') ?? randomUUID())
  const type = request.accepts(mediaTypes)
  if (type === false) return response.sendStatus(406)
  response.type(type)
  next()
})
app.param('id', (request, response, next, id) => (uuid.test(id) ? next() : response.sendStatus(400)))

app.get('/api/v1/raffles/:id/audit', (request, response) => {
  const found = records.get(request.params.id)
  if (found === undefined) return response.sendStatus(404)
  response.set('Cache-Control', cacheControl.audit).json(found)
})
app.get('/api/v1/raffles/:id/entries/stats', (request, response) => {
  const found = allStatistics.get(request.params.id)
  if (found === undefined) return response.sendStatus(404)
  response.set('Cache-Control', cacheControl.statistics).json(found)
})
app.get('/api/v1/raffles/:id/odds', (request, response) => {
  const found = allStatistics.get(request.params.id)
  if (found === undefined) return response.sendStatus(404)
  const entries = Number(request.query.entries)
  if (!Number.isInteger(entries) || entries < 1 || entries > found.total_entries)
    return response.sendStatus(400)
  response.set('Cache-Control', cacheControl.odds).json(computeOdds(entries))
})
app.listen(Number(process.argv[2]), '127.0.0.1')
