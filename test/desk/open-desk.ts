/**
 * A desk that listens, and a client of it whose answers are checked against the description.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { createDeskServer } from '../../src/desk/create-desk-server.js'
import type { Desk } from '../../src/operator/desk.js'
import { createMetrics } from '../../src/server/metrics.js'
import { chain, roundOf, sign } from '../operator/stage.js'
import { checkDeskAnswer } from './openapi.js'

export interface Asked {
  readonly token?: string | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answered {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  /** Parsed; the tests say what they expect of it. */
  readonly body: Record<string, unknown>
}

/** Asks for a method and a path. */
export type Ask = (call: string, asked?: Asked) => Promise<Answered>

/** Listens until the test ends. */
export async function openDesk(
  test: { teardown(action: () => Promise<void>): void },
  desk: Desk,
  rateLimit = 1_000_000,
) {
  const logs: Record<string, unknown>[] = []
  const log = pino(
    { base: null },
    { write: line => void logs.push(JSON.parse(line) as Record<string, unknown>) },
  )
  const listener = createDeskServer({
    desk,
    chain,
    fetchBeacon: () => Promise.resolve(sign(roundOf(chain))),
    authorities: [],
    env: {},
    rateLimit,
    log,
    metrics: createMetrics(),
  })
  listener.http.listen(0, '127.0.0.1')
  await once(listener.http, 'listening')
  const { port } = listener.http.address() as AddressInfo
  test.teardown(() => listener.drain(600))
  const ask: Ask = async (call, { token, body, headers = {} } = {}) => {
    const [method = '', path = ''] = call.split(' ')
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    checkDeskAnswer({ method, path, status: response.status, headers: response.headers, text })
    return {
      status: response.status,
      text,
      headers: response.headers,
      body: JSON.parse(text) as Record<string, unknown>,
    }
  }
  return { ask, logs, port }
}
