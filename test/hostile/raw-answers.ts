/**
 * What a running server answers to bytes that no honest client sends: the status, the code of the catalogue, and
 * everything that holds for each answer whatever was asked.
 *
 * @packageDocumentation
 */
import type { Test } from 'tap'
import { root } from '../cli/run.js'
import { Client, evilHost, format, type RawResponse, type Served } from '../server/raw.js'

/** The codes of docs/API.md, a closed list. */
export type ApiCode = 'INVALID_PARAMETER' | 'NOT_FOUND' | 'RATE_LIMITED' | 'SERVER_ERROR'

export interface Expected {
  readonly status: number
  /** Left out where the answer is no error, or has no body. */
  readonly code?: ApiCode
  /** What the message of the error says. */
  readonly says?: RegExp
  /** Whether the server ends the connection; else the next request on it is answered. */
  readonly closes?: boolean
  /** Header fields of the answer; undefined for one that it must not have. */
  readonly headers?: Readonly<Record<string, string | undefined>>
}

/** What no answer tells: stacks, files, and what the client wrote for others to read. */
export const secrets = new RegExp(
  `\\n\\s+at |node:|\\.[jt]s:\\d|file://|<script|raffles\\.db|passwd|${root}|${evilHost}`,
)

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Sends each of these on a connection of its own; the answers, after all that is asserted of them. */
export async function answers(
  t: Pick<Test, 'strictSame'>,
  server: Served,
  requests: readonly (string | readonly string[])[],
  expected: Expected,
): Promise<readonly RawResponse[]> {
  const received: RawResponse[] = []
  for (const request of requests) {
    const { faults, response } = await ask(server, [request].flat(), expected)
    t.strictSame(faults, [], JSON.stringify([request].flat().join('').slice(0, 120)))
    if (response !== undefined) received.push(response)
  }
  return received
}

async function ask(
  server: Served,
  pieces: readonly string[],
  expected: Expected,
): Promise<{ readonly faults: readonly string[]; readonly response?: RawResponse }> {
  const client = new Client(server)
  for (const piece of pieces) {
    client.send(piece)
    // So that the server reads each by itself.
    if (pieces.length > 1) await new Promise(resolve => setTimeout(resolve, 2))
  }
  const method = /^\w+/.exec(pieces[0] ?? '')?.[0]
  const response = await client.receive(method)
  if (response === undefined) return { faults: ['no answer'] }
  const faults = findFaults(response, expected, method)
  if (expected.closes === true) {
    await client.closed
    if (response.headers['connection'] !== 'close') faults.push('it does not say that it closes')
  } else {
    client.send(format('/livez'))
    if ((await client.receive())?.status !== 200) faults.push('the connection is not kept')
    client.socket.destroy()
  }
  if (client.rest !== '') faults.push(`and then: ${client.rest.slice(0, 100)}`)
  return { faults, response }
}

/** What is wrong with an answer. */
export function findFaults(response: RawResponse, expected: Expected, method = 'GET'): string[] {
  const { status, headers, text } = response
  const faults = status === expected.status ? [] : [`${status}, not ${expected.status}`]
  for (const [name, value] of Object.entries(expected.headers ?? {})) {
    if (headers[name] !== value) faults.push(`${name}: ${String(headers[name])}`)
  }
  if (!uuid.test(headers['x-request-id'] ?? '')) faults.push(`id: ${String(headers['x-request-id'])}`)
  const [secret] = secrets.exec(text) ?? []
  if (secret !== undefined) faults.push(`it tells ${secret}`)
  if (expected.code !== undefined && method !== 'HEAD') faults.push(...findErrorFaults(response, expected))
  return faults
}

/** That what people look at cannot be had just now. */
export const busyPage = 'This says nothing about any draw.'

/** The envelope of docs/API.md, and nothing beside it; of what people look at the page that says so. */
function findErrorFaults({ status, headers, body }: RawResponse, { code, says = /./ }: Expected): string[] {
  const faults: string[] = []
  if (headers['cache-control'] !== 'no-store') faults.push(`cache: ${String(headers['cache-control'])}`)
  const isPage = headers['content-type'] === 'text/html; charset=utf-8'
  if (isPage && [429, 500, 503].includes(status)) {
    return body.includes(busyPage) ? faults : [...faults, 'a page that does not say it']
  }
  if (headers['content-type'] !== 'application/json') faults.push(`type: ${String(headers['content-type'])}`)
  const { error, ...more } = JSON.parse(body) as { readonly error: Readonly<Record<string, unknown>> }
  const { code: found, message, request_id: id, ...others } = error
  if (found !== code) faults.push(`${String(found)}, not ${String(code)}`)
  if (typeof message !== 'string' || !says.test(message)) faults.push(`message: ${String(message)}`)
  if (id !== headers['x-request-id']) faults.push(`${String(id)} in the body is not the id of the header`)
  if (Object.keys({ ...more, ...others }).length > 0) faults.push('more than the envelope')
  return faults
}
