import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { trace } from '@opentelemetry/api'
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node'
import t from 'tap'
import { loadTraces } from '../../../../src/server/traces.js'
import { createSender } from '../../../../src/webhook/send.js'
import { bin, root, run, start } from '../../../cli/resident.js'
import { sample, view } from '../../../server/start.js'

/** What a collector gets, by OTLP as JSON. */
interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: object }[]
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[]
  readonly status?: { readonly code?: number }
}

interface Export {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly scope: { readonly name: string }
      readonly spans: readonly Span[]
    }[]
  }[]
}

/** Listens until the test ends. */
async function listen(test: Pick<typeof t, 'teardown'>, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  test.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const asked = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
const traceparent = `00-${asked.traceId}-${asked.spanId}-01`

await t.test('requests have spans, which a collector gets', async t => {
  const spans: Span[] = []
  const bodies: string[] = []
  const collector = await listen(
    t,
    createServer((incoming, outgoing) => {
      void json(incoming).then(body => {
        bodies.push(JSON.stringify(body))
        for (const { scopeSpans } of (body as Export).resourceSpans) {
          for (const { scope, spans: some } of scopeSpans) if (scope.name === 'drawaudit') spans.push(...some)
        }
        outgoing.setHeader('Content-Type', 'application/json').end('{}')
      })
    }),
  )
  const store = `${t.testdir()}/raffles.db`
  t.match(await run(['publish', '-', '--store', store], { input: JSON.stringify(sample) }), { code: 0 })
  const env = {
    NODE_OPTIONS: `--import ${root}examples/deploy/traces.js`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector,
    OTEL_BSP_SCHEDULE_DELAY: '100',
  }
  const args = ['serve', '--store', store, '--port', '0', '--trusted-proxy', '127.0.0.1']
  const child = start(process.execPath, [bin, ...args], { env })
  t.teardown(() => child.kill('SIGKILL'))
  const logs: Record<string, unknown>[] = []
  const lines = createInterface({ input: child.stdout })
  lines.on('line', line => void logs.push(JSON.parse(line) as Record<string, unknown>))
  await once(lines, 'line')
  t.match(logs[0], { msg: 'listening', traces: true })
  const port = new URL(String(logs[0]?.['url'])).port
  const get = async (path: string, localAddress: string, headers: object = {}): Promise<number> => {
    const sent = request({ host: '127.0.0.1', port, path, localAddress, headers: { ...headers } })
    sent.setHeader('Accept', 'application/json').end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    return response.statusCode ?? 0
  }

  t.equal(await get(view('audit'), '127.0.0.1', { traceparent }), 200)
  t.equal(await get(view('entries/secret-ticket/proof'), '127.0.0.2', { traceparent }), 404)
  t.equal(await get('/livez', '127.0.0.2'), 200)
  child.kill('SIGTERM')
  t.strictSame(await once(child, 'exit'), [0, null])

  t.equal(spans.length, 3, 'those of the last moment too')
  const attribute = (span: Span | undefined, name: string): object | undefined =>
    span?.attributes.find(({ key }) => key === name)?.value
  const [ofProxy, ofStranger, alone] = ['GET audit', 'GET entry-proof', 'GET livez'].map(name =>
    spans.find(span => span.name === name),
  )
  t.match(ofProxy, { traceId: asked.traceId, parentSpanId: asked.spanId, kind: 2 })
  t.strictSame(attribute(ofProxy, 'http.response.status_code'), { intValue: 200 })
  t.strictSame(attribute(ofProxy, 'http.route'), { stringValue: 'audit' })
  t.not(ofStranger?.traceId, asked.traceId, 'a stranger does not choose the trace')
  t.notOk(ofStranger?.parentSpanId)
  t.match(ofStranger?.links, [asked], 'and is linked to')
  t.strictSame(alone?.links ?? [], [])
  t.notMatch(bodies.join(), /secret-ticket/, 'no span says what was asked for')
  t.strictSame(
    logs.filter(({ msg }) => msg === 'request').map(({ trace_id: id }) => id),
    [ofProxy, ofStranger, alone].map(span => span?.traceId),
  )
})

await t.test('without an SDK nothing is made', async t => {
  t.equal(await loadTraces('1.2.3'), undefined)
})

await t.test('attempts to deliver webhooks have spans, and tell the receiver theirs', async t => {
  const exporter = new InMemorySpanExporter()
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  provider.register()
  t.teardown(() => {
    trace.disable()
  })
  const traces = await loadTraces('1.2.3')
  const told: (string | undefined)[] = []
  const url = await listen(
    t,
    createServer((incoming, outgoing) => {
      told.push(incoming.headers['traceparent']?.toString())
      outgoing.statusCode = incoming.url === '/gone' ? 410 : 204
      outgoing.end()
    }),
  )
  const sender = createSender()
  t.teardown(() => {
    sender.close()
  })
  const allow = { http: true, anyPort: true, networks: ['127.0.0.0/8'] }
  const send = async (path: string): Promise<object | undefined> =>
    traces?.ask(url + path, headers =>
      sender.send({ url: url + path, allow, headers, body: Buffer.from('{}') }),
    )
  exporter.reset()
  t.match(await send('/hook?key=secret'), { attempt: { status: 204 } })
  t.match(await send('/gone'), { attempt: { status: 410 } })
  await setTimeout(1)
  const [good, gone] = exporter.getFinishedSpans()
  const attributes = { 'server.address': '127.0.0.1', 'http.request.method': 'POST' }
  t.strictSame(good?.attributes, { ...attributes, 'http.response.status_code': 204 })
  t.match([good?.status.code, gone?.status.code], [0, 2])
  t.strictSame(
    told,
    [good, gone].map(
      span => `00-${span?.spanContext().traceId ?? ''}-${span?.spanContext().spanId ?? ''}-01`,
    ),
  )
  t.not(told[0], told[1])
})
