import t from 'tap'
import { rules } from '../../src/conformance/rules/index.js'

/** What a rule says of an answer that has nothing but a status. */
function judge(id: string, status: number): string {
  const rule = rules.find(one => one.id === id)
  if (rule === undefined || !('judge' in rule)) throw new Error(`${id} judges no answer`)
  const answer = { exchange: { status, headers: [], body: new Uint8Array() } }
  return (rule.judge as unknown as (answer: object) => { readonly is: string })(answer).is
}

await t.test('HDR-03: a service asks for credentials by 401 and 403, a proxy or a network by others', t => {
  for (const status of [401, 403]) t.equal(judge('HDR-03', status), 'broken', String(status))
  for (const status of [200, 304, 400, 402, 404, 407, 429, 500, 503, 511])
    t.equal(judge('HDR-03', status), 'kept', String(status))
  t.end()
})

await t.test('HDR-04: a POST succeeds by 2xx, and by nothing else', t => {
  for (const status of [200, 201, 204, 299]) t.equal(judge('HDR-04', status), 'broken', String(status))
  for (const status of [199, 300, 301, 303, 307, 308, 400, 404, 405, 500])
    t.equal(judge('HDR-04', status), 'kept', String(status))
  t.end()
})
