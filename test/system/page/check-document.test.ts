import { readdirSync } from 'node:fs'
import t from 'tap'
import { parseJson } from '../../../src/core/json.js'
import { parseObservations } from '../../../src/model/observation.js'
import { parseTrust } from '../../../src/model/trust.js'
import { parseRecipe } from '../../../src/recipe/recipe.js'
import { verifyBundle } from '../../../src/verify/bundle/verify-bundle.js'
import { verifyPublished } from '../../../src/verify/draw/verify-published.js'
import { parsePublishedDraw } from '../../../src/model/published-draw.js'
import { titles } from '../../../src/page/catalogue/en/answers.js'
import { noteOf } from '../../../src/page/headline.js'
import type { CheckRequest } from '../../../src/page/messages.js'
import { createRaffle, createSigner, type Evidence } from '../../protocol/factory.js'
import { readLog } from '../../protocol/read-log.js'
import { readGood, readScenarios } from '../../protocol/scenario-files.js'
import { altered, told } from '../../protocol/scenarios/scenario.js'
import { hostile } from '../../render/reports.js'
import {
  answerOf,
  check,
  checkEvidence,
  engine,
  readText,
  requestOf,
  requestOfFixture,
  root,
} from '../../page/requests.js'

/** What the library says of what the page was given. */
function judge(evidence: Evidence) {
  const { bundle, trust, record, observations, now } = evidence
  const root = parseTrust(trust)
  const log = readLog(evidence, root, engine)
  const { subjects } = verifyBundle(bundle, root, {
    now: new Date(now),
    engine,
    observations: observations.flatMap(file => parseObservations(file)),
    ...(record && { record }),
    ...(log && { log }),
  })
  return subjects[0]!
}

const scenarios = readScenarios()

await t.test('good evidence has the verdict and the level of its report', async t => {
  for (const { name, evidence } of scenarios.filter(({ claim }) => claim === 'unharmed')) {
    const model = await checkEvidence(evidence)
    const subject = judge(evidence)
    t.equal(model.verdict, subject.verdict, name)
    t.equal(model.level?.reached, subject.level, name)
    t.same(
      model.level?.rungs.filter(({ word }) => word === 'proven').map(({ level }) => level),
      Array.from({ length: subject.level ?? 0 }, (_, at) => at + 1),
      `${name}: no rung is proven above the level`,
    )
    t.ok(
      model.paths.every(({ holds }) => holds),
      name,
    )
  }
})

await t.test('bad evidence has the verdict of its report, and its claims', async t => {
  const ids = new Set<string>()
  for (const { claim, name, evidence } of scenarios.filter(one => one.claim !== 'unharmed')) {
    const model = await checkEvidence(evidence)
    const subject = judge(evidence)
    const about = `${claim}/${name}`
    if (subject.claims.some(({ id }) => id === 'document.read')) {
      t.equal(model.kind, 'unreadable', about)
      t.equal(model.verdict, 'not-checked', about)
      continue
    }
    t.equal(model.kind, 'bundle', about)
    t.equal(model.verdict === 'pending' ? 'not-provable' : model.verdict, subject.verdict, about)
    if (model.verdict === 'pending') t.match(model.state, /^(?:open|sealed)$/, about)
    for (const { id, status } of subject.claims) {
      const word = model.claims.find(one => one.id === id)?.word
      if (id === 'level.reached') continue
      t.equal(word === 'proven', status === 'proven', `${about}: ${id}`)
      t.equal(word === 'refuted', status === 'refuted', `${about}: ${id}`)
      if (status === 'refuted') ids.add(id)
    }
  }
  t.equal(ids.size, 14, 'every claim was refuted once, but the one that nothing refutes')
  t.notOk(ids.has('evidence.timely'))
})

await t.test('proven with observations', async t => {
  const model = await checkEvidence(altered(() => undefined))
  t.match(model, { kind: 'bundle', state: 'drawn', verdict: 'proven', operator: 'Example Raffles' })
  t.equal(model.title, 'Summer raffle')
  t.equal(model.level?.reached, 4)
  t.same(model.totals, { entries: 5, hasList: true })
  t.equal(model.winners.length, 2)
  t.equal(model.claims.length, 15)
  t.strictSame(
    model.keys.map(({ role, from }) => [role, from]),
    [
      ['operator', 'file'],
      ['observer', 'file'],
      ['beacon', 'built-in'],
    ],
    'all that it rests on',
  )
  t.ok(
    model.steps?.().some(({ operations }) => operations.some(({ operation }) => operation === 'hmac-sha256')),
  )
  t.equal(model.next, undefined)
})

await t.test('keys from the service, and whom it calls an observer, are believed on a condition', async t => {
  const evidence = altered(() => undefined)
  const model = await checkEvidence(evidence, { trustFrom: 'service' })
  t.equal(model.verdict, 'believed')
  t.equal(model.level?.reached, 4)
  t.ok(model.believing?.some(({ role }) => role === 'observer'))
  t.equal(model.keys[0]?.from, 'service')
  const nobody = await checkEvidence(evidence, { trustFrom: 'none' })
  t.equal(nobody.verdict, 'not-provable')
  t.same(nobody.keys, [])
  t.equal(nobody.claims.find(({ id }) => id === 'statement.signed')?.code, 'operator-unknown')
})

await t.test('a beacon of the service is believed on a condition, too', async t => {
  const evidence = readGood('own-chain')
  t.equal((await checkEvidence(evidence)).claims.find(({ id }) => id === 'beacon.genuine')?.word, 'proven')
  const model = await checkEvidence(evidence, { trustFrom: 'service' })
  t.equal(model.claims.find(({ id }) => id === 'beacon.genuine')?.word, 'believed')
  t.match(
    model.believing?.filter(({ role }) => role === 'beacon'),
    [{ fingerprint: evidence.bundle.beacon?.chain_hash }],
  )
  t.equal(model.isOwnBeacon, true)
  const keys = { ...evidence.trust, beacons: [] }
  const unnamed = await checkEvidence({ ...evidence, trust: keys }, { trustFrom: 'service' })
  t.equal(unnamed.claims.find(({ id }) => id === 'beacon.genuine')?.code, 'beacon-unknown')
  t.equal(
    unnamed.timeline?.points.some(({ id }) => id === 'round'),
    false,
  )
})

await t.test('another trust file', async t => {
  const evidence = altered(() => undefined)
  const other = createRaffle({ seed: 'other', operator: createSigner('Other Raffles') })
  const model = await checkEvidence(evidence, { trust: JSON.stringify(other.trust) })
  t.equal(model.verdict, 'not-provable')
  t.same(model.keys, [])
  for (const { id, word } of model.answers) t.not(word, 'proven', id)
})

await t.test('what is not at its end', async t => {
  const open = told(it => {
    it.commit()
  })
  const close = Date.parse('2023-08-23T15:58:23Z')
  const before = await checkEvidence(open, { now: close - 60_000 })
  t.match(before, { state: 'open', verdict: 'pending', next: { what: 'close', at: close } })
  t.equal(answerOf(before, 'winner').word, 'pending')
  t.equal(answerOf(before, 'ticket').word, 'pending')
  t.equal((await checkEvidence(open, { now: close + 1000 })).next?.what, 'seal')
  const late = await checkEvidence(open)
  t.match(late, { state: 'open', verdict: 'not-provable' }, 'months later it is overdue')
  t.ok(answerOf(late, 'winner').text.some(text => text.includes('overdue')))

  const sealed = told(it => {
    it.commit()
    it.seal()
  })
  const round = before.timeline?.points.find(({ id }) => id === 'round')?.at ?? 0
  const waiting = await checkEvidence(sealed, { now: round - 10_000 })
  t.match(waiting, { state: 'sealed', verdict: 'pending', next: { what: 'round', at: round } })
  t.equal(answerOf(waiting, 'ticket').word, 'not-checked')
  t.equal((await checkEvidence(sealed, { now: round + 10_000 })).next?.what, 'draw')
})

await t.test('cancelled', async t => {
  const model = await checkEvidence(readGood('cancelled'))
  t.match(model, { state: 'cancelled', verdict: 'not-provable', next: undefined })
  t.equal(model.cancelled?.reason, 'the venue burned down')
  t.ok((model.prizes ?? []).length > 0, 'which another raffle may be for')
  t.equal(answerOf(model, 'winner').word, 'not-checked')
  t.equal(answerOf(model, 'redraw').word, 'not-checked', 'nothing was drawn')
  const { points = [] } = model.timeline ?? {}
  t.ok(
    points.every(({ word }) => word !== 'pending'),
    'what was planned for later never came',
  )
})

await t.test('a record of another raffle', async t => {
  const evidence = altered(() => undefined)
  const record = readText('fixtures/records/three-prizes.json')
  const served = await checkEvidence(evidence, { record })
  t.equal(served.verdict, 'refuted', 'from the service it is a contradiction')
  const chosen = await checkEvidence(evidence, { record, isRecordChosen: true })
  t.equal(chosen.verdict, 'proven', 'by hand it is a slip')
  t.equal(chosen.unused, 'record')
  t.equal((await checkEvidence(evidence, { isRecordChosen: true })).unused, undefined)
})

await t.test('a chain of the trust file alone is said to be one', async t => {
  t.equal((await checkEvidence(readGood('own-chain'))).isOwnBeacon, true)
  t.equal((await checkEvidence(readGood('observed'))).isOwnBeacon, undefined)
})

await t.test('replaced', async t => {
  const model = await check(requestOfFixture('replacements'))
  t.equal(model.verdict, 'not-provable')
  t.ok(model.winners.some(({ replaced }) => replaced))
  t.not(answerOf(model, 'redraw').word, 'proven')
})

await t.test('the bundles of fixtures', async t => {
  for (const name of readdirSync(new URL('fixtures/bundles/', root))) {
    const model = await check(requestOfFixture(name))
    t.match(model, { kind: 'bundle', state: 'drawn', verdict: 'not-provable' }, name)
    t.equal(model.level?.reached, 3, name)
    t.ok(model.paths.length > 0 && model.paths.every(({ holds }) => holds), name)
    t.ok((model.steps?.() ?? []).length > 3, name)
  }
  const light = await check(requestOfFixture('light-100000-entries'))
  t.same(light.totals, { entries: 100_000, hasList: false })
})

await t.test('a record alone', async t => {
  const request: CheckRequest = {
    document: readText('fixtures/records/three-prizes.json'),
    trustFrom: 'none',
    now: Date.parse('2027-01-01T00:00:00Z'),
  }
  const model = await check(request)
  t.match(model, { kind: 'record', state: 'finished-without-evidence', verdict: 'not-provable' })
  t.equal(model.winners.length, 3)
  t.equal(model.title, titles.record, 'its id is below the title')
  t.equal(model.raffleId, '49638a53-01d5-4ea0-96bc-887c4448c4f3')
  t.match(noteOf(model, request.now), /^It says who won which prize/)
  for (const { id, word } of model.answers) t.not(word, 'proven', id)
  const broken = await check({ ...request, document: '{"raffle_id":1,"draws":[]}' })
  t.equal(broken.verdict, 'refuted')
})

await t.test('a published draw, by its recipe', async t => {
  const words = new Set<string>()
  const levels = new Set<number | undefined>()
  const signers = readText('fixtures/trust/signers.json')
  for (const recipe of ['drand-round', 'fair-raffle', 'random-org-signed', 'rfc3797', 'raffair']) {
    const file = readdirSync(new URL(`fixtures/draws/${recipe}/`, root)).at(-1) ?? ''
    const document = readText(`fixtures/draws/${recipe}/${file}`)
    const text = readText(`recipes/${recipe}.json`)
    const request: CheckRequest = {
      document,
      ...{ trust: signers, trustFrom: 'file' },
      now: Date.parse('2027-01-01T00:00:00Z'),
      recipes: `{${JSON.stringify(recipe)}:${text}}`,
    }
    const model = await check(request)
    t.match(model, { kind: 'draw', state: 'drawn' }, recipe)
    t.ok((model.steps?.() ?? []).length > 0, recipe)
    words.add(model.verdict)
    levels.add(model.level?.reached)
    if (recipe !== 'random-org-signed') {
      const report = verifyPublished(parsePublishedDraw(parseJson(document)), parseRecipe(parseJson(text)))
      t.equal(model.verdict, report.verdict, recipe)
      t.equal(model.level?.reached, report.subjects[0]?.level, recipe)
    }
    for (const id of ['list', 'redraw', 'limits'] as const) t.not(answerOf(model, id).word, 'proven')
    const without = await check({ ...request, recipes: '{}' })
    t.match(without, { kind: 'unreadable', claims: [{ code: 'recipe-unknown' }] })
    t.match(await check({ ...request, recipes: '{' }), {
      kind: 'unreadable',
      claims: [{ code: 'json-syntax' }],
    })
  }
  t.strictSame([...words], ['not-provable'], 'nobody saw them in time')
  t.ok(levels.has(3))
})

await t.test('a round that a published draw leaves out, from the reader', async t => {
  const draw = JSON.parse(readText('fixtures/draws/drand-round/quicknet-1000.json')) as {
    published: { beacon: { round: number; signature?: string } }
  }
  const { beacon } = draw.published
  const round = { ...beacon }
  delete beacon.signature
  const recipes = `{"drand-round":${readText('recipes/drand-round.json')}}`
  const bring = async (...rounds: readonly object[]) => {
    const request = { document: JSON.stringify(draw), recipes, trustFrom: 'none', now: 0 } as const
    const model = await check({ ...request, rounds: rounds.map(one => JSON.stringify(one)) })
    return [model.claims.find(({ id }) => id === 'beacon.genuine')?.word, model.isRoundUnused]
  }
  t.strictSame(await bring(), ['not-provable', undefined])
  t.strictSame(await bring(round), ['proven', undefined])
  t.strictSame(await bring({ ...round, round: 1001 }), ['not-provable', true])
})

await t.test('a forged draw is refuted', async t => {
  const document = readText('fixtures/draws/drand-round/quicknet-1000.json').replace(
    /"signature": "(.)/,
    (_, a) => `"signature": "${a === '8' ? '9' : '8'}`,
  )
  const recipes = `{"drand-round":${readText('recipes/drand-round.json')}}`
  const model = await check({ document, recipes, trustFrom: 'none', now: 0 })
  t.equal(model.verdict, 'refuted')
  for (const { id, word } of model.answers) t.not(word, 'proven', id)
})

await t.test('a page without recipes refuses draws', async t => {
  const document = readText('fixtures/draws/drand-round/quicknet-1000.json')
  const model = await check({ document, trustFrom: 'none', now: 0 }, { checkDraw: undefined as never })
  t.match(model, { kind: 'unreadable', claims: [{ code: 'document-unknown' }] })
})

await t.test('what cannot be read says why, and nothing is thrown', async t => {
  const bundle = requestOf(altered(() => undefined))
  const bytes = (...values: number[]): ArrayBuffer => Uint8Array.from(values).buffer
  const cases: readonly (readonly [Partial<CheckRequest>, RegExp])[] = [
    [{ document: '' }, /the document cannot be read/],
    [{ document: '{"bundle":' }, /the document cannot be read.*line 1/],
    [{ document: bytes(0xff, 0xfe, 0) }, /the document cannot be read/],
    [{ document: bytes(0xef, 0xbb, 0xbf, 0x7b, 0x7d) }, /the document cannot be read/],
    [{ document: '{"bundle":"drawaudit/v1","bundle":"drawaudit/v1"}' }, /the document cannot be read/],
    [{ document: '[]' }, /not a JSON object/],
    [{ document: 'null' }, /not a JSON object/],
    [{ document: '{}' }, /neither a bundle/],
    [{ document: '{"bundle":"drawaudit/v1"}' }, /can be read/],
    [{ document: '{"bundle":"drawaudit/v9"}' }, /v9/],
    [{ document: '{"draw":"drawaudit/v1"}' }, /not a published draw/],
    [{ document: bundle.trust! }, /give it as the trust file/],
    [{ document: '{"report":"drawaudit/v1"}' }, /reports are not evidence/],
    [{ document: '{"inclusion":[]}' }, /proof of a ticket/],
    [{ trust: '{' }, /the trust file cannot be read/],
    [{ trust: '{"trust":"drawaudit/v1","witness_threshold":0}' }, /the trust file cannot be read/],
    [{ record: '[]' }, /the audit record cannot be read/],
    [{ observations: ['{}'] }, /an observation cannot be read/],
  ]
  for (const [changes, why] of cases) {
    const model = await check({ ...bundle, ...changes })
    t.match(model, { kind: 'unreadable', state: 'unreadable', verdict: 'not-checked' }, why.source)
    t.match(model.claims[0]?.message, why)
    t.ok(model.answers.length === 5 && model.answers.every(({ word }) => word === 'not-checked'))
  }
})

await t.test('hostile names stay values, and are escaped in sentences', async t => {
  const name = hostile.toWellFormed().slice(0, 200)
  const model = await checkEvidence(
    altered(() => undefined, { raffleName: name, prizes: [name] }),
    {
      ticket: { id: '<b>\u202e1</b>' },
    },
  )
  t.equal(model.kind, 'bundle')
  t.equal(model.title, name)
  t.equal(model.winners[0]?.prize, name)
  const sentences = [
    ...model.answers.flatMap(({ text }) => text),
    ...(model.timeline?.points.map(({ label }) => label) ?? []),
  ]
  for (const text of sentences) t.notMatch(text, /[\p{Cc}\p{Cf}]/u)
})
