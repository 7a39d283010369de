import { readFileSync } from 'node:fs'
import t, { type Test } from 'tap'
import { InclusionProofs } from '../../src/core/inclusion-proof.js'
import { parseEntryProof } from '../../src/model/bundle.js'
import { parsePublishedDraw, type PublishedDraw } from '../../src/model/published-draw.js'
import { parseTrust } from '../../src/model/trust.js'
import { native } from '../../src/native/engine.js'
import { parseRecipe } from '../../src/recipe/recipe.js'
import { renderExplanation } from '../../src/render/explanation.js'
import { readEntryList } from '../../src/verify/bundle/entry-list.js'
import { explainBundle, type BundleExplanationOptions } from '../../src/explain/explain-bundle.js'
import { explainPublished, type Explanation } from '../../src/explain/explain-draw.js'
import type { ScenarioJson } from '../protocol/scenarios/scenario.js'
import { readJson } from '../verify/fixtures.js'
import { cut, Words } from '../verify/words.js'

// That the values are right is for test/explain/explain-bundle.test.ts: here it is what is shown, and in what words.

const root = new URL('../../', import.meta.url)
const readText = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const words = new Words(new URL('../../test/explain/explanations.txt', import.meta.url))

function check(t: Test, name: string, explanation: Explanation): void {
  const lines = renderExplanation(explanation)
    .split('\n')
    // What to paste into a shell is for the tests of render.
    .filter(line => line !== '' && !/^ *(printf|xxd|openssl) /.test(line))
  words.check(
    t,
    name,
    lines.map(line => cut(line, 160)),
  )
}

function explainCase(name: string, more: Partial<BundleExplanationOptions> = {}): Explanation {
  const { bundle, trust, now, list } = JSON.parse(readText(`fixtures/mutants/${name}.json`)) as ScenarioJson
  const pieces = list === undefined ? undefined : () => [Buffer.from(list)]
  const wanted = more.ticket?.id
  const summary =
    pieces && readEntryList(pieces, { engine: native, ...(wanted !== undefined && { find: wanted }) })
  return explainBundle(bundle, {
    now: new Date(now),
    trust: parseTrust(trust),
    engine: native,
    source: name,
    ...(pieces &&
      summary && {
        list: summary,
        findPath: index => {
          const proofs = new InclusionProofs([index], summary.count, native)
          readEntryList(pieces, { engine: native, onNode: proofs.add })
          return proofs.proof(index)
        },
      }),
    ...more,
  })
}

const ticketOf = (name: string): { readonly id: string } => {
  const { options } = JSON.parse(readText(`fixtures/mutants/${name}.json`)) as ScenarioJson
  const { id, proof } = options?.ticket ?? { id: '' }
  return { id, ...(proof && { proof: parseEntryProof(proof) }) }
}

const cases: readonly (readonly [name: string, more?: Partial<BundleExplanationOptions>])[] = [
  ['unharmed/replaced'],
  ['unharmed/cancelled'],
  ['unharmed/no-beacon', { position: 1 }],
  ['unharmed/ticket', { position: 9, ticket: ticketOf('unharmed/ticket') }],
  ['unharmed/list-in-a-file', { position: 9, ticket: { id: '10110' } }],
  ['unharmed/list-in-a-file', { position: 9, ticket: { id: 'none' } }],
  [
    'ticket.included/proof-of-another-raffle',
    { position: 9, ticket: ticketOf('ticket.included/proof-of-another-raffle') },
  ],
  [
    'ticket.included/ticket-without-a-proof',
    { position: 9, ticket: ticketOf('ticket.included/ticket-without-a-proof') },
  ],
  ['ticket.included/ticket-before-the-seal', { ticket: ticketOf('ticket.included/ticket-before-the-seal') }],
  ['seed.committed/seed-bit-flipped', { position: 1 }],
  ['seed.committed/half-drawn', { position: 2 }],
  ['winner.derived/another-winner', { position: 1 }],
  ['winner.derived/beacon-left-out', { position: 1 }],
  ['winner.derived/no-seal'],
  ['winner.derived/no-commitment'],
  ['winner.derived/no-entries'],
  ['beacon.rule/round-after-the-committed-one', { position: 1 }],
  ['entries.sealed/proof-left-out', { position: 1 }],
  ['entries.sealed/inclusion-bit-flipped', { position: 1 }],
  ['statement.chain/payload-a-list'],
  ['document.read/list-of-bundles'],
]

for (const [name, more] of cases) {
  const about = [name, more?.position, more?.ticket?.id].filter(one => one !== undefined).join(', ')
  await t.test(about, t => {
    check(t, about, explainCase(name, more))
    t.end()
  })
}

const drawOf = (file: string): PublishedDraw => parsePublishedDraw(readJson(file))

for (const [file, without] of [
  ['fixtures/draws/rfc3797/worked-example.json'],
  ['fixtures/draws/drand-round/quicknet-1000.json'],
  ['fixtures/draws/getfoundni/2025-12-17-148d55b1.json'],
  ['fixtures/samples/eurowin.json'],
  ['fixtures/samples/eurowin.json', 'tickets'],
] as const) {
  const about = without === undefined ? file : `${file} without ${without}`
  await t.test(about, t => {
    const draw = drawOf(file)
    const published = Object.fromEntries(Object.entries(draw.published).filter(([name]) => name !== without))
    const recipe = parseRecipe(readJson(`recipes/${draw.recipe}.json`))
    check(t, about, explainPublished({ ...draw, published }, recipe, { engine: native, source: file }))
    t.end()
  })
}

await t.test('and nothing else', t => {
  words.end(t)
  t.end()
})
