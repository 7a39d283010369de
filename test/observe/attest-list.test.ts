import t from 'tap'
import { attestList, type ListSource } from '../../src/observe/attest-list.js'
import { parseListAttestation } from '../../src/model/list-attestation.js'
import type { Seal } from '../../src/model/statement.js'
import { native } from '../../src/native/engine.js'
import type { Exchange } from '../../src/model/exchange.js'
import { encodeEnvelope } from '../../src/core/dsse.js'
import { createRaffle, runRaffle, type EnvelopeJson } from '../protocol/factory.js'
import { judge } from '../protocol/judge.js'
import { base } from '../protocol/scenarios/scenario.js'
import { utf8, type Entry } from '../protocol/second-opinion.js'

const { entries, said, observer, times, raffleId } = runRaffle(base)
const sealed = said[1]!.statement as unknown as Seal
const lines = entries.map(entry => `${JSON.stringify(entry)}\n`)

const read = (text: string, seal = sealed, status = 200) => {
  const asked: string[] = []
  const source: ListSource = {
    client: {
      request: (url, options) => {
        asked.push(`${url} ${options?.maxBytes}`)
        return Promise.resolve({ status, body: utf8(text) } as Exchange)
      },
    },
    baseUrl: 'https://raffles.example/api/v1',
    seal,
    engine: native,
    now: () => new Date((times.drawAt - 60) * 1000),
  }
  return { asked, answer: attestList(source, observer) }
}

await t.test('the sealed list is signed, and counts', async t => {
  const { asked, answer } = read(lines.join(''))
  const envelope = await answer
  if (typeof envelope === 'string') throw new Error(envelope)
  t.same(asked, [`https://raffles.example/api/v1/raffles/${raffleId}/entries 20486`])
  t.match(parseListAttestation(envelope.payload), {
    type: 'list',
    raffle_id: raffleId,
    total_entries: 5,
    observer: observer.name,
    source: `https://raffles.example/api/v1/raffles/${raffleId}/entries`,
  })
  const evidence = createRaffle({ ...base, list: 'light' })
  evidence.observations.push([encodeEnvelope(envelope) as EnvelopeJson])
  t.equal(judge(evidence).level, 4)
})

await t.test('no other list is', async t => {
  const repeat: Entry[] = [...entries.slice(0, 4), entries[0]!] as Entry[]
  const repeated = runRaffle({ ...base, entries: repeat })
  const cases: readonly (readonly [text: string, why: RegExp, seal?: Seal])[] = [
    ['', /it has 0 entries, and 5 were sealed/],
    [lines.slice(1).join(''), /it has 4 entries, and 5 were sealed/],
    [lines.toReversed().join(''), /its root is sha256:/],
    [lines.join('').replace('"paid"', '"free"'), /it has \d paid entries, and \d were sealed/],
    [`${lines.join('')}{"x":1}\n`, /line 6 is no entry/],
    [
      repeat.map(entry => `${JSON.stringify(entry)}\n`).join(''),
      /is at 0 and again at 4/,
      repeated.said[1]!.statement as unknown as Seal,
    ],
  ]
  for (const [text, why, seal] of cases) t.match(await read(text, seal).answer, why)
})

await t.test('without a list there is nothing to sign', async t => {
  await t.rejects(read('', sealed, 404).answer, { code: 'remote-error' })
})
