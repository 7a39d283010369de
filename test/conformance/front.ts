/**
 * Something in front of a service on loopback: it answers some requests itself, and passes the others on.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type t from 'tap'

/** What it answers itself. */
export interface Page {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Front {
  /** The base URL of the service behind it, at the front's own port. */
  readonly url: string
  readonly port: number
  /** How many requests it answered itself. */
  readonly answered: () => number
}

/** Starts it on a free port of loopback; it ends with the test at the latest. */
export async function startFront(
  test: Pick<typeof t, 'teardown'>,
  upstream: string,
  intervene: (request: IncomingMessage, count: number) => Page | undefined,
): Promise<Front> {
  let [count, answered] = [0, 0]
  const server = createServer((request, response) => {
    count += 1
    const page = intervene(request, count)
    if (page === undefined) {
      const { method, url, headers } = request
      const passed = forward(new URL(url ?? '/', upstream), { method, headers, agent: false }, answer => {
        answer.pipe(response.writeHead(answer.statusCode ?? 0, answer.rawHeaders))
      })
      request.pipe(passed)
      return
    }
    answered += 1
    request.resume()
    response.writeHead(page.status, page.headers).end(page.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.teardown(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}${new URL(upstream).pathname}`, port, answered: () => answered }
}

const html = { 'Content-Type': 'text/html; charset=UTF-8' }

export function webPage(status: number, title: string, headers: Page['headers'] = {}): Page {
  const body = `<!DOCTYPE html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`
  return { status, headers: { ...html, ...headers }, body }
}

/** A form to log in by. */
export function loginPage(status: number, headers: Page['headers'] = {}): Page {
  const form =
    '<form method="post" action="/login"><input name="user"><input type="password" name="pass"></form>'
  return {
    status,
    headers: { ...html, ...headers },
    body: `<html><title>Log in</title><body>${form}</body></html>`,
  }
}
