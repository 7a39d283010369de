import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { createMetrics, type Metrics } from '../../src/server/metrics.js'
import { WorkersMetrics } from '../../src/server/workers-metrics.js'

const countOf = (text: string): number =>
  Number(/^drawaudit_http_responses_total\{route="audit",status="200"\} (\d+)$/m.exec(text)?.[1])

await t.test('what processes count is added up, and stays when one has ended', async t => {
  const own = createMetrics('1.2.3')
  const workers = new Map<number, Metrics>([1, 2, 3].map(number => [number, createMetrics()]))
  const merged: WorkersMetrics = new WorkersMetrics(own.registry, async () => {
    for (const [number, { registry }] of workers) merged.take(number, await registry.getMetricsAsJSON())
  })
  for (const [number, { observe }] of workers) {
    for (let left = number; left > 0; left -= 1) observe('audit', 200, 0.0005 * left)
  }
  const text = await merged.metrics()
  t.equal(countOf(text), 6)
  t.match(text, /^drawaudit_http_duration_seconds_count\{route="audit"\} 6$/m)
  t.match(
    text,
    /^drawaudit_http_duration_seconds_bucket\{le="\+Inf",route="audit"\} 6$|^drawaudit_http_duration_seconds_bucket\{route="audit",le="\+Inf"\} 6$/m,
  )
  t.match(text, /^drawaudit_build_info\{.*version="1.2.3".*\} 1$/m)
  const memory = Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1])
  t.ok(memory > 3 * 2 ** 20)

  for (const number of [2, 3]) {
    workers.delete(number)
    merged.end(number)
  }
  t.equal(countOf(await merged.metrics()), 6)
  for (let turns = 20; turns > 0; turns -= 1) await setImmediate()
  workers.get(1)?.observe('audit', 200, 1)
  const after = await merged.metrics()
  t.equal(countOf(after), 7)
  t.match(after, /^drawaudit_http_duration_seconds_count\{route="audit"\} 7$/m)
  merged.end(9)
  t.equal(countOf(await merged.metrics()), 7, 'one that never said anything')
})
