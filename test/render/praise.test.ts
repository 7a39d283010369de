// Whoever sees green believes that nobody could have chosen the winner. So nothing is green below level 4, in any format.
import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { encodeHex } from '../../src/core/encoding.js'
import type { Engine } from '../../src/core/engine.js'
import { chainHashes } from '../../src/core/hash-chain.js'
import { parseJson } from '../../src/core/json.js'
import type { Subject } from '../../src/model/report.js'
import { native } from '../../src/native/engine.js'
import { parseRecipe } from '../../src/recipe/recipe.js'
import { renderHtml } from '../../src/render/html.js'
import { renderJunit } from '../../src/render/junit.js'
import { renderMarkdown } from '../../src/render/markdown.js'
import { renderText } from '../../src/render/text.js'
import { createReport } from '../../src/verify/verdict.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { judge } from '../protocol/judge.js'
import { readScenarios } from '../protocol/scenario-files.js'
import { bob, changed, judge as judgeSeen, see, stranger } from '../verify/draw/seen.js'
import { findElements, readHtml } from './html.js'
import { readJunit } from './junit.js'

const root = new URL('../../', import.meta.url)
const read = (path: string) => parseJson(readFileSync(new URL(path, root)))
const list = (folder: string): readonly string[] =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.json'))
    .map(name => `${folder}/${name}`)

/** Every scenario, and every draw asked for in every way. */
const all = process.env['SLOW'] === '1'

/** The last sentence says that the organiser could have done it by itself. */
const namesOrganiser = ({ who_could_choose: who }: Subject): boolean =>
  /^(the organiser|the operator|whoever|anyone|unknown)/.test(who)

/** What is praise in any of the formats, of one subject. */
function findPraise(subject: Subject, require?: readonly string[]): readonly string[] {
  const report = createReport([subject], require && { require })
  const page = readHtml(renderHtml(report))
  const green = findElements(page, 'span', 'proven').length + findElements(page, 'header', 'proven').length
  const asked = new Set(subject.claims.filter(claim => claim.asked !== false).map(({ id }) => id))
  const passed = readJunit(renderJunit(report)).suites.flatMap(({ cases }) =>
    cases
      .filter(one => !one.failure && !one.error && !one.skipped)
      .map(({ name }) => name.replace(/:.*/s, '')),
  )
  return [
    ...(/proven|^Nobody could have chosen/.test(subject.headline) ? ['headline'] : []),
    ...(renderText(report, { colour: true }).includes('\u001b[32m') ? ['text'] : []),
    ...(renderMarkdown(report).includes('✅') ? ['Markdown'] : []),
    ...(green > 0 ? ['HTML'] : []),
    ...(passed.some(id => !asked.has(id)) ? ['JUnit'] : []),
  ]
}

/** Chains of hashes are as long as draws made them, and each is looked at three times. */
const chains = new Map<string, Uint8Array>()
const engine: Engine = {
  ...native,
  chain(algorithm, from, times, form) {
    const asked = `${algorithm} ${encodeHex(from)} ${times} ${form}`
    const digest = chains.get(asked) ?? chainHashes(native, algorithm, from, times, form)
    chains.set(asked, digest)
    return digest
  },
}

await t.test('no draw is praised that its organiser could have chosen', t => {
  const options = {
    engine,
    now: new Date('2027-01-01T00:00:00Z'),
    findRecipe: (name: string) => parseRecipe(read(`recipes/${name}.json`)),
  }
  let at = 0
  for (const path of [
    ...list('fixtures/draws'),
    ...list('fixtures/samples'),
    ...list('fixtures/forged'),
    ...list('fixtures/records'),
  ]) {
    // What is asked for makes a difference to the face alone: of a third of them; of all in `npm run campaign find`.
    const isAsked = all || (at += 1) % 3 === 0
    for (const require of [undefined, ...(isAsked ? [['reproducible'], ['winner.derived']] : [])]) {
      const subject = verifyDocument(read(path), { ...options, source: path, ...(require && { require }) })
      t.strictSame(findPraise(subject, require), [], `${path}, asked for ${String(require)}`)
      if (subject.verdict !== 'refuted') continue
      const refuted = subject.claims.find(({ status }) => status === 'refuted')
      t.ok(subject.headline.startsWith(`Refuted: ${refuted?.message ?? ''}`), subject.headline)
      t.ok(refuted?.expected !== undefined || refuted?.message.includes(': '), `${path} says what differs`)
    }
  }
  t.end()
})

await t.test(
  'a draw whose commitment was seen in time is, and every face agrees with its last sentence',
  t => {
    const seen = judgeSeen()
    t.match(findPraise(seen), ['headline', 'text', 'Markdown', 'HTML'])
    t.notOk(namesOrganiser(seen), seen.who_could_choose)
    for (const [name, observations] of Object.entries({
      'seen by nobody': [],
      'seen late': [see({ before: 29 })],
      'seen by a stranger': [see({ by: stranger })],
      'seen otherwise too': [see(), see({ by: bob, content: changed({ round: 1001 }) })],
    })) {
      const subject = judgeSeen({ seen: observations })
      t.strictSame(findPraise(subject), [], name)
      t.ok(namesOrganiser(subject), name)
    }
    t.end()
  },
)

await t.test('nor is a bundle', t => {
  let praised = 0
  for (const { claim, name, evidence, options } of readScenarios().filter((_, at) => all || at % 10 === 0)) {
    // Proofs of tickets, and what cannot be read, are read elsewhere.
    if (claim === 'ticket.included' || claim === 'document.read') continue
    const { require, acceptReplacements } = options
    const subject = judge(evidence, {
      ...(require && { require }),
      ...(acceptReplacements && { acceptReplacements }),
    })
    const { level = 0 } = subject
    if (level < 4 || namesOrganiser(subject)) t.strictSame(findPraise(subject), [], name)
    else praised += 1
    if (level >= 4) t.notOk(namesOrganiser(subject), `${name}: ${subject.who_could_choose}`)
  }
  t.ok(praised > 3, 'some are')
  t.end()
})
