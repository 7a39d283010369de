/**
 * OpenTelemetry spans for requests and webhook attempts, if its API is installed and an SDK was set up at
 * start. Names and attributes follow its semantic conventions for HTTP, except for the path, which may
 * contain a ticket.
 *
 * @packageDocumentation
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Span, SpanStatusCode } from '@opentelemetry/api'
import type { HeaderField } from '../model/exchange.js'

/** The span of a request. */
export interface Trace {
  /** Trace id: 32 hexadecimal digits. */
  readonly id: string
  /** Runs work within this span, so that new spans become its children. */
  run<T>(work: () => T): T
  end(ended: { readonly method?: string | undefined; readonly route: string; readonly status: number }): void
}

export interface Traces {
  /**
   * Begins the span of a request.
   *
   * @param isBelieved - whether `traceparent` (W3C Trace Context) becomes the parent. Otherwise the span
   * begins a trace with a link to the client's, so that strangers do not control sampling.
   */
  begin(request: IncomingMessage, isBelieved: boolean): Trace
  /** Sends a request to another service in its own span, given the header that identifies the span. */
  ask<T extends TracedAttempt>(url: string, send: (header: readonly HeaderField[]) => Promise<T>): Promise<T>
}

/** Result of an attempt: a status, or an error. */
interface TracedAttempt {
  readonly attempt: { readonly status?: number; readonly error?: string }
}

type Api = typeof import('@opentelemetry/api')

/** Undefined if the API is not installed, or no SDK is set up. */
export async function loadTraces(version: string): Promise<Traces | undefined> {
  let api: Api
  try {
    api = await import('@opentelemetry/api')
  } catch {
    return undefined
  }
  const { context, propagation, trace, SpanKind, ROOT_CONTEXT } = api
  const tracer = trace.getTracer('drawaudit', version)
  // Without an SDK every span has the invalid trace id. This probe is never ended, so never exported.
  const probe = tracer.startSpan('start')
  if (!trace.isSpanContextValid(probe.spanContext())) return undefined

  function beginRequest(headers: IncomingHttpHeaders, isBelieved: boolean): Span {
    const named = propagation.extract(ROOT_CONTEXT, headers)
    const asker = trace.getSpanContext(named)
    const links = asker === undefined || isBelieved ? [] : [{ context: asker }]
    return tracer.startSpan('HTTP', { kind: SpanKind.SERVER, links }, isBelieved ? named : ROOT_CONTEXT)
  }

  return {
    begin(request, isBelieved) {
      // The span of an instrumentation of node:http, if there is one.
      const others = trace.getActiveSpan()
      const span = others ?? beginRequest(request.headers, isBelieved)
      return {
        id: span.spanContext().traceId,
        run: work => context.with(trace.setSpan(context.active(), span), work),
        end({ method, route, status }) {
          if (method !== undefined) {
            span.updateName(`${method} ${route}`)
            span.setAttribute('http.request.method', method)
          }
          span.setAttributes({ 'http.route': route, 'http.response.status_code': status })
          if (status >= 500) fail(span, api.SpanStatusCode.ERROR)
          if (others === undefined) span.end()
        },
      }
    },
    async ask(url, send) {
      const attributes = { 'http.request.method': 'POST', 'server.address': new URL(url).hostname }
      const span = tracer.startSpan('POST webhook', { kind: SpanKind.CLIENT, attributes })
      const carrier: Record<string, string> = {}
      propagation.inject(trace.setSpan(context.active(), span), carrier)
      // Whatever else a propagator adds is not for strangers.
      const { traceparent } = carrier
      try {
        const sent = await send(traceparent === undefined ? [] : [['traceparent', traceparent]])
        const { status, error } = sent.attempt
        if (status !== undefined) span.setAttribute('http.response.status_code', status)
        if (error !== undefined) span.setAttribute('error.type', error)
        if (error !== undefined || (status ?? 0) >= 400) fail(span, api.SpanStatusCode.ERROR)
        return sent
      } finally {
        span.end()
      }
    },
  }
}

function fail(span: Span, code: SpanStatusCode): void {
  span.setStatus({ code })
}
