/**
 * A look at raffles with a lock file, as `drawaudit watch` makes it, and a service that may answer anything.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type t from 'tap'
import { checkRaffles } from '../../src/cli/check/check-all.js'
import { openLock } from '../../src/cli/check/open-lock.js'
import { openRemote } from '../../src/cli/shared/remote.js'
import type { BundleEvidence } from '../../src/conformance/evidence.js'
import type { Report } from '../../src/model/report.js'
import { createReport } from '../../src/verify/verdict.js'

export interface WatchOptions {
  readonly raffle: string
  /** Path of the lock file. */
  readonly lock: string
  readonly bundle?: BundleEvidence
  readonly now?: Date
}

/** The report on a raffle of a service of loopback; the lock file gets what is new. */
export async function watch(url: string, { raffle, lock: path, bundle, now }: WatchOptions): Promise<Report> {
  const lock = openLock(path, false, () => now ?? new Date())
  const remote = await openRemote({
    url,
    raffle: [raffle],
    'raffles-file': undefined,
    header: undefined,
    'ca-file': undefined,
    timeout: '0.3',
    deadline: '60',
    'max-wait': '1',
    wait: '0',
    'vendor-type': 'application/vnd.service.v1+json',
    'allow-private': true,
  })
  try {
    const impatient = { ...remote, pause: () => Promise.resolve() }
    const plan = {
      rules: [],
      require: undefined,
      recipe: undefined,
      generate: undefined,
      bundle,
      concurrency: 1,
    }
    const subjects = []
    for await (const subject of checkRaffles(impatient, plan, lock)) subjects.push(subject)
    lock.save()
    return createReport(subjects)
  } finally {
    remote.client.close()
  }
}

export interface FreeRequest {
  /** Below the raffle: `audit`, `audit/history`, `bundle`. */
  readonly view: string
  readonly headers: IncomingHttpHeaders
  /** Requests for this view before it. */
  readonly count: number
}

/** What is answered; `hang` for nothing, as long as the client waits. */
export type FreeAnswer =
  | 'hang'
  | {
      readonly status?: number
      readonly headers?: Readonly<Record<string, string>>
      /** A text as it is, anything else as JSON; without it no content. */
      readonly body?: unknown
    }

/** A service that answers what it is told to. */
export async function startFree(
  test: Pick<typeof t, 'teardown'>,
  answer: (request: FreeRequest) => FreeAnswer,
): Promise<{ readonly url: string }> {
  const counts = new Map<string, number>()
  const server = createServer((request, response) => {
    request.resume()
    const view = /\/raffles\/[^/]+\/(.+)$/.exec(request.url ?? '')?.[1] ?? ''
    const count = counts.get(view) ?? 0
    counts.set(view, count + 1)
    const answered = answer({ view, headers: request.headers, count })
    if (answered === 'hang') return
    const { status = 200, headers = {}, body } = answered
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.teardown(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1` }
}
