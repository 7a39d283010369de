/**
 * The named requests sent to a service.
 *
 * @packageDocumentation
 */
import type { HeaderField } from '../model/exchange.js'
import type { Answer, AnswersByProbe } from './answer.js'
import { chooseCount } from './entry-counts.js'
import { readAnswerInteger } from './judge.js'
import type { ProbeName } from './probe-names.js'

/** A request before it is sent. */
export interface ProbeRequest {
  readonly method: string
  /** Path below the base URL, as sent. */
  readonly path: string
  readonly headers: readonly HeaderField[]
  readonly requestId?: string
  readonly entries?: number
  /** Max bytes of content, if not the default. */
  readonly maxBytes?: number
}

/** Parameters of the requests. */
export interface ProbeContext {
  readonly raffle: string
  /** The media type beside application/json. */
  readonly vendorType: string
  /** Returns a new random UUID. */
  readonly createUuid: () => string
  /** Determines some counts of entries; constant by default. */
  readonly seed?: number | undefined
}

const json: HeaderField = ['Accept', 'application/json']

/** The request of a probe; some depend on earlier answers. */
export function describeProbe(
  probe: ProbeName,
  { raffle, vendorType, createUuid, seed }: ProbeContext,
  seen: AnswersByProbe,
): ProbeRequest {
  const get = (path: string, headers: readonly HeaderField[] = [json]): ProbeRequest => ({
    method: 'GET',
    path,
    headers,
  })
  const traced = (request: ProbeRequest): ProbeRequest => {
    const requestId = createUuid()
    return { ...request, requestId, headers: [...request.headers, ['X-Request-Id', requestId]] }
  }
  const audit = `/raffles/${raffle}/audit`
  const odds = `/raffles/${raffle}/odds`
  const ask = (entries: number): ProbeRequest => ({ ...get(`${odds}?entries=${entries}`), entries })
  const total = readAnswerInteger(seen.get('stats'), 'total_entries') ?? 1
  switch (probe) {
    case 'audit':
      return traced(get(audit))
    case 'audit-vendor':
      return get(audit, [['Accept', vendorType]])
    case 'audit-gzip':
      return get(audit, [json, ['Accept-Encoding', 'gzip']])
    case 'audit-stranger':
      // Similar to a record's ETag, and new each time.
      return get(audit, [json, ['If-None-Match', `"${createUuid().replaceAll('-', '')}"`]])
    case 'audit-any':
      return get(audit, [json, ['If-None-Match', '*']])
    case 'audit-again':
      return get(audit, [json, ['If-None-Match', etagOf(seen.get('audit')) ?? '"none"']])
    case 'stats':
    case 'stats-after':
    case 'burst':
      return get(`/raffles/${raffle}/entries/stats`)
    case 'odds':
      return ask(1)
    case 'odds-more':
    case 'odds-between-1':
    case 'odds-between-2':
    case 'odds-all':
      return ask(chooseCount(probe, total, seed))
    case 'history':
      return get(`${audit}/history`)
    case 'bundle':
      return get(`/raffles/${raffle}/bundle`)
    case 'unknown-audit':
      return traced(get(`/raffles/${createUuid()}/audit`))
    case 'unknown-stats':
      return get(`/raffles/${createUuid()}/entries/stats`)
    case 'unknown-odds':
      return get(`/raffles/${createUuid()}/odds?entries=1`)
    case 'bad-uuid':
      return get('/raffles/not-a-uuid/audit')
    case 'odds-missing':
      return get(odds)
    case 'odds-zero':
      return ask(0)
    case 'odds-text':
      return get(`${odds}?entries=abc`)
    case 'odds-excess':
      return ask(Number.MAX_SAFE_INTEGER)
    case 'accept-none':
      return get(audit, [])
    case 'accept-html':
      return get(audit, [['Accept', 'text/html']])
    case 'accept-any':
      return get(audit, [['Accept', '*/*']])
    case 'accept-list':
      return get(audit, [['Accept', 'text/html;q=0.5, application/json']])
    default:
      throw new Error(`there is no request ${probe}`)
    case 'post':
      // For an unknown raffle, so that a service that would act on it has nothing to act on.
      return { ...get(`/raffles/${createUuid()}/audit`), method: 'POST' }
  }
}

function etagOf(answer: Answer | undefined): string | undefined {
  if (answer === undefined || 'fault' in answer) return undefined
  return answer.exchange.headers.find(([name]) => name.toLowerCase() === 'etag')?.[1]
}
