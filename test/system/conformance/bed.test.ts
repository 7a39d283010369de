// The test bed of `check`: services that keep the specification in ways of their own, none of which is accused, and
// services that lie, each of which is named.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import t from 'tap'
import { rules } from '../../../src/conformance/rules/index.js'
import type { Report } from '../../../src/model/report.js'
import { root } from '../../cli/run.js'
import { dishonest } from '../../conformance/bed/dishonest.js'
import { lawful } from '../../conformance/bed/lawful.js'
import { startWire } from '../../conformance/bed/wire.js'
import { brokenRules, check } from '../../conformance/check.js'
import { sampleRecord, startService } from '../../conformance/service.js'

t.jobs = 4

/** What a report says that is not proven, of what was asked. */
const doubts = ({ subjects }: Report): readonly string[] =>
  subjects.flatMap(({ claims }) =>
    claims
      .filter(({ status, asked }) => asked !== false && status !== 'proven' && status !== 'not-applicable')
      .map(({ id, code, message }) => `${id} ${code} ${message}`),
  )

void t.test('there are a hundred of each', t => {
  t.ok(Object.keys(lawful).length >= 100, String(Object.keys(lawful).length))
  t.ok(Object.keys(dishonest).length >= 100, String(Object.keys(dishonest).length))
  t.end()
})

for (const [name, wire] of Object.entries(lawful)) {
  void t.test(`lawful: ${name}`, { buffered: true }, async t => {
    const { url, raffle } = await startService(t, { enforced: false })
    const report = await check(await startWire(t, url, wire), { raffles: [raffle] })
    t.strictSame(brokenRules(report), [])
    t.strictSame(doubts(report), [])
    t.equal(report.exit_code, 0)
  })
}

for (const [name, lie] of Object.entries(dishonest)) {
  void t.test(`it ${name}`, { buffered: true }, async t => {
    const { url, raffle } = await startService(t, { enforced: false })
    const report = await check(await startWire(t, url, lie), { raffles: [raffle] })
    const broken = brokenRules(report)
    t.ok(broken.includes(lie.names), `${lie.names} is among ${broken.join(', ')}`)
    const isMust = rules.some(({ id, severity }) => severity === 'must' && broken.includes(id))
    t.equal(report.exit_code, isMust ? 1 : 0)
  })
}

void t.test('one that speaks HTTP/2 only is told apart, and not accused', async t => {
  const server = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`
  await t.rejects(check(url, { raffles: [sampleRecord.raffle_id] }), { code: 'remote-http2' })
})

for (const [lies, expected] of [
  [[], []],
  [['--lie'], ['ODD-09', 'ODD-11']],
] as const) {
  void t.test(`in Python ${lies.join()}`, { buffered: true }, async t => {
    const documents = ['records', 'statistics'].map(folder => `${root}fixtures/${folder}/three-prizes.json`)
    const child = spawn('python3', [`${root}test/conformance/bed/service.py`, ...lies, ...documents], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    t.teardown(() => child.kill())
    const [port] = (await once(createInterface(child.stdout), 'line')) as [string]
    const report = await check(`http://127.0.0.1:${port}/api/v1`, { raffles: [sampleRecord.raffle_id] })
    t.strictSame(brokenRules(report), expected)
    t.equal(report.exit_code, expected.length === 0 ? 0 : 1)
  })
}
