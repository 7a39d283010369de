// Spans of requests and of attempts to deliver a webhook.
import { context, propagation, trace } from '@opentelemetry/api'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import t from 'tap'
import { loadTraces, type Traces } from '../../src/server/traces.js'
import { get, start, view } from './start.js'

await t.test('each request has a trace, which its line in the log names', async t => {
  const begun: unknown[] = []
  const ended: unknown[] = []
  const id = 'f'.repeat(32)
  const traces: Traces = {
    begin({ url }, isBelieved) {
      begun.push([url, isBelieved])
      return { id, run: work => work(), end: how => ended.push(how) }
    },
    ask: () => Promise.reject(new Error('nobody is asked')),
  }
  const server = await start(t, { traces })
  await get(server, view('audit'))
  t.match(server.logs, [{ msg: 'request', route: 'audit', trace_id: id }])
  t.strictSame(ended, [{ method: 'GET', route: 'audit', status: 200 }])
  await get(await start(t, { traces, trustedProxies: ['127.0.0.1'] }), '/livez')
  t.strictSame(begun, [
    [view('audit'), false],
    ['/livez', true],
  ])
})

await t.test('the span of an attempt says how it ended', async t => {
  const exporter = new InMemorySpanExporter()
  new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).register()
  t.teardown(() => {
    for (const api of [trace, context, propagation]) api.disable()
  })
  const traces = await loadTraces('1.2.3')
  const ask = async (attempt: { readonly status?: number; readonly error?: string }): Promise<unknown> =>
    traces?.ask('https://hook.example:8443/a?key=secret', headers => Promise.resolve({ attempt, headers }))
  const sent = await ask({ status: 204 })
  await ask({ status: 410 })
  await ask({ error: 'remote-timeout' })
  const fail = (): Promise<never> => Promise.reject(new Error('a defect'))
  await t.rejects(async () => traces?.ask('https://hook.example/', fail), { message: 'a defect' })
  const spans = exporter.getFinishedSpans()
  const asked = { 'http.request.method': 'POST', 'server.address': 'hook.example' }
  t.strictSame(
    spans.map(({ attributes, status }) => [attributes, status.code]),
    [
      [{ ...asked, 'http.response.status_code': 204 }, 0],
      [{ ...asked, 'http.response.status_code': 410 }, 2],
      [{ ...asked, 'error.type': 'remote-timeout' }, 2],
      [asked, 0],
    ],
  )
  const { traceId = '', spanId = '' } = spans[0]?.spanContext() ?? {}
  t.match(sent, { attempt: { status: 204 }, headers: [['traceparent', `00-${traceId}-${spanId}-01`]] })
})
