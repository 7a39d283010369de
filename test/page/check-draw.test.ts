// A draw of another platform on the page, with what observers saw of its commitment.
import t from 'tap'
import { encodeEnvelope } from '../../src/core/dsse.js'
import type { CheckRequest } from '../../src/page/messages.js'
import { drawOf } from '../recipe/build.js'
import { ada, bob, now, recipe, see, values } from '../verify/draw/seen.js'
import { answerOf, check } from './requests.js'

const trust = (key: string): string =>
  JSON.stringify({ trust: 'drawaudit/v1', observers: [{ name: 'Ada', public_key: key }] })

const request: CheckRequest = {
  document: JSON.stringify(drawOf(values)),
  recipes: JSON.stringify({ test: recipe() }),
  trust: trust(ada.publicKey),
  trustFrom: 'file',
  observations: [JSON.stringify(encodeEnvelope(see()))],
  now: now.getTime(),
}

await t.test('what an observer of the reader saw counts', async t => {
  const model = await check(request)
  const { headline, level, whoCouldChoose } = model
  t.match(headline, /^Nobody could have chosen the winners, if drand’s nodes and Ada are honest/)
  t.equal(level?.reached, 4)
  t.match(whoCouldChoose, /^nobody, if drand’s nodes and Ada are honest/)
  const limits = answerOf(model, 'limits').text.join('\n')
  t.match(limits, /about other raffles/)
})

await t.test('and nothing else does', async t => {
  const others: Readonly<Record<string, Partial<CheckRequest>>> = {
    'no observation': { observations: [] },
    'keys that the service gives': { trustFrom: 'service' },
    'another observer': { trust: trust(bob.publicKey) },
    'an observation of tomorrow': { now: now.getTime() - 2 * 86_400_000 },
  }
  for (const [name, changes] of Object.entries(others)) {
    const { headline, whoCouldChoose, level } = await check({ ...request, ...changes })
    t.notMatch(headline, /^Nobody could/, name)
    t.match(
      whoCouldChoose,
      /^the organiser alone, if .*; else the organiser together with drand’s nodes/,
      name,
    )
    t.equal(level?.reached, 3, name)
  }
})
