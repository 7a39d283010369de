/**
 * A service that someone could write from the text of the interface specification alone, in an afternoon. It does what
 * the text says and, where the text leaves something open, whatever takes the fewest lines.
 *
 * @packageDocumentation
 */
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type t from 'tap'

const raffle = '3f0f8a52-9a0e-4c5b-8a53-6b1f0a4f5d10'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const prizes = ['Coffee machine (1st Prize)', 'Kettle (2nd Prize)', 'Mug (3rd Prize)']
const audit = {
  raffle_id: raffle,
  total_draws: prizes.length,
  draws: prizes.map((prize_name, index) => ({
    draw_id: `b1c2d3e4-0000-4000-8000-00000000000${index}`,
    prize_name,
    drawn_at_utc: `2026-05-01T12:00:0${index}+00:00`,
    total_entries: 80 - index,
    rng_seed_hash: `sha256:${sha256(`seed ${index}`)}`,
    winner_entry_id: String(500 + index),
    signature_hash: sha256(`signature ${index}`),
  })),
}

const stats = {
  raffle_id: raffle,
  total_entries: 80,
  paid_entries: 70,
  free_entries: 10,
  max_entries: 100,
  updated_at: '2026-05-01T11:59:59+00:00',
}

function answer(response: ServerResponse, status: number, type: string, value: unknown): void {
  response.writeHead(status, { 'Content-Type': type }).end(JSON.stringify(value))
}

/** How many requests each address made in its minute. */
type Windows = Map<string, { count: number; readonly end: number }>

/** Seconds until the limit resets; undefined while it is not exceeded. */
function limit(windows: Windows, address: string): number | undefined {
  const now = Date.now()
  let window = windows.get(address)
  if (window === undefined || window.end <= now)
    windows.set(address, (window = { count: 0, end: now + 60_000 }))
  window.count += 1
  return window.count > 60 ? Math.ceil((window.end - now) / 1000) : undefined
}

function respond(request: IncomingMessage, response: ServerResponse, windows: Windows): void {
  const refuse = (status: number, code: string, message: string): void => {
    const request_id = request.headers['x-request-id'] ?? randomUUID()
    answer(response, status, 'application/json', { error: { code, message, request_id } })
  }
  const seconds = limit(windows, request.socket.remoteAddress ?? '')
  if (seconds !== undefined) {
    response.setHeader('Retry-After', seconds)
    response.setHeader('X-RateLimit-Limit', 60)
    response.setHeader('X-RateLimit-Remaining', 0)
    refuse(429, 'RATE_LIMITED', 'Too many requests. Please try again later.')
    return
  }
  const vendor = 'application/vnd.service.v1+json'
  const type = request.headers.accept === vendor ? vendor : 'application/json'
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const view = pathname.startsWith(`/api/v1/raffles/${raffle}/`)
    ? pathname.slice(`/api/v1/raffles/${raffle}/`.length)
    : ''
  if (request.method !== 'GET') {
    refuse(404, 'NOT_FOUND', 'Resource not found.')
  } else if (view === 'audit') {
    response.setHeader('ETag', `"${createHash('md5').update(JSON.stringify(audit)).digest('hex')}"`)
    response.setHeader('Cache-Control', 'public, max-age=3600')
    answer(response, 200, type, audit)
  } else if (view === 'entries/stats') {
    answer(response, 200, type, stats)
  } else if (view === 'odds') {
    const entries = Number(searchParams.get('entries'))
    if (!Number.isInteger(entries) || entries < 1) {
      refuse(400, 'INVALID_PARAMETER', 'Invalid parameter provided: entries.')
      return
    }
    answer(response, 200, type, {
      raffle_id: raffle,
      entrant_entries: entries,
      total_entries: stats.total_entries,
      ratio: `${entries} in ${stats.total_entries}`,
      probability: Number((entries / stats.total_entries).toFixed(6)),
      as_of: new Date().toISOString().replace(/\.\d+Z$/, '+00:00'),
    })
  } else {
    refuse(404, 'NOT_FOUND', 'Resource not found.')
  }
}

/** Starts it on a free port of loopback; it ends with the test. `url` ends with /api/v1. */
export async function startMinimal(
  test: Pick<typeof t, 'teardown'>,
): Promise<{ readonly url: string; readonly raffle: string }> {
  const windows: Windows = new Map()
  const server = createServer((request, response) => {
    respond(request, response, windows)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.teardown(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`, raffle }
}
