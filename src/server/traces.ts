/**
 * Spans of OpenTelemetry: one for each request and for each attempt to deliver a webhook, where its API is installed and
 * whoever starts the program has set up an SDK. Names and attributes by its semantic conventions for HTTP; a path is
 * none of them, for it may name a ticket.
 *
 * @packageDocumentation
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Span, SpanStatusCode } from '@opentelemetry/api'
import type { HeaderField } from '../model/exchange.js'

/** The span of a request. */
export interface Trace {
  /** Of the whole trace: 32 hexadecimal digits. */
  readonly id: string
  /** What is done for the request; spans that begin in it are beneath its own. */
  run<T>(work: () => T): T
  end(ended: { readonly method?: string | undefined; readonly route: string; readonly status: number }): void
}

export interface Traces {
  /**
   * Begins the span of a request.
   *
   * @param isBelieved - whether `traceparent` (W3C Trace Context) is its parent; else the span is the first of a trace,
   * with a link to what the client named, so that no stranger decides what is sampled.
   */
  begin(request: IncomingMessage, isBelieved: boolean): Trace
  /** Asks another service in a span of its own, which the header that is given tells it. */
  ask<T extends TracedAttempt>(url: string, send: (header: readonly HeaderField[]) => Promise<T>): Promise<T>
}

/** How it ended: with a status, or an error. */
interface TracedAttempt {
  readonly attempt: { readonly status?: number; readonly error?: string }
}

type Api = typeof import('@opentelemetry/api')

/** Undefined where the API is not installed, or nobody has set up an SDK. */
export async function loadTraces(version: string): Promise<Traces | undefined> {
  let api: Api
  try {
    api = await import('@opentelemetry/api')
  } catch {
    return undefined
  }
  const { context, propagation, trace, SpanKind, ROOT_CONTEXT } = api
  const tracer = trace.getTracer('drawaudit', version)
  // Without an SDK every span is of the trace that is none. This one is never ended, and so not sent.
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
      // That of an instrumentation of node:http, where there is one.
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
      // Nothing else that a propagator would say is for strangers.
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
