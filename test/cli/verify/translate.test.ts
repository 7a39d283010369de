// What a verified document says in other languages, with the texts of the page.
import t from 'tap'
import * as de from '../../../src/page/catalogue/de/index.js'
import { findTranslation, type DocumentRules } from '../../../src/cli/verify/one.js'
import { loadTranslation } from '../../../src/cli/verify/translate.js'
import { parseObservations } from '../../../src/model/observation.js'
import { parseTrust } from '../../../src/model/trust.js'
import { native } from '../../../src/native/engine.js'
import { languageTags } from '../../../src/page/languages.js'
import { renderSubject, type Told } from '../../../src/render/text.js'
import { examineWithChoice, readBundle, UnreadableBundle } from '../../../src/verify/bundle/verify-bundle.js'
import { decideSubject } from '../../../src/verify/verdict.js'
import { readScenario } from '../../protocol/scenario-files.js'

const others = languageTags.filter(tag => tag !== 'en')

interface Said {
  readonly told: Told
  readonly text: string
}

/** A scenario of fixtures/mutants, as it is said in a language. */
async function say(
  path: string,
  tag: (typeof others)[number],
  change = (name: string) => name,
): Promise<Said> {
  const { evidence } = readScenario(path)
  const bundle = readBundle(evidence.bundle)
  if (bundle instanceof UnreadableBundle) throw new Error(bundle.message)
  const { examination, choice } = examineWithChoice(bundle, parseTrust(evidence.trust), {
    observations: evidence.observations.flatMap(file => parseObservations(file)),
    now: new Date(evidence.now),
    engine: native,
  })
  const { headline } = examination
  const honest = headline?.honest.map(one => ({ ...one, ...(one.names && { names: one.names.map(change) }) }))
  const subject = decideSubject(examination)
  const { tell } = await loadTranslation(tag)
  const told = tell(subject, {
    document: { kind: 'bundle', value: {}, bundle },
    ...(headline && { headline: { ...headline, honest: honest ?? [] } }),
    ...(choice && { choice }),
    hasTrust: true,
    engine: native,
  })
  if (told === undefined) throw new Error(`${path} has no texts`)
  return { told, text: renderSubject(subject, undefined, { details: true }, { told }) }
}

await t.test(
  'every language has the headline with its condition, the claims and who could have chosen',
  async t => {
    const texts = new Set<string>()
    for (const tag of others) {
      const { told, text } = await say('unharmed/two-observers', tag)
      texts.add(told.headline)
      for (const said of [told.headline, told.choice[0]?.says ?? '']) {
        t.match(said, 'Second auditor', `${tag}: on whose honesty it rests`)
      }
      t.match(told.missing, '5', tag)
      t.equal(told.choice.length, 2, `${tag}: and what the operator could have done`)
      t.notMatch(text, /\u2068|u\{2068\}|Nobody|proven|who could|undefined/, tag)
    }
    t.equal(texts.size, others.length)
  },
)

await t.test('a rehearsal is called one, and its network is not drand', async t => {
  const { told } = await say('unharmed/own-chain', 'de')
  t.match(told.headline, 'Niemand konnte sich die Gewinner dieser Probeauslosung aussuchen, ohne die')
  t.notMatch(JSON.stringify(told), 'drand')
})

await t.test('what is refuted is the headline, and no level is told', async t => {
  const { told, text } = await say('winner.derived/another-winner', 'de')
  t.match(told.headline, /^Nachweislich ein Fehler: /)
  t.equal(told.level, undefined)
  t.match(text, /nachweislich falsch {2}winner\.derived/)
})

await t.test('names of others are escaped', async t => {
  const { told, text } = await say('unharmed/two-observers', 'de', name => `${name}\u202e\u2069\u001b[31m`)
  for (const said of [told.headline, text]) {
    t.match(said, 'u{202e}')
    for (const raw of ['\u202e', '\u2068', '\u2069', '\u001b']) t.notOk(said.includes(raw))
  }
})

await t.test('words of the report without a translation stay', async t => {
  const { tell } = await loadTranslation('es')
  const claims = [
    { id: 'list.read', status: 'proven', code: 'values-equal', message: 'the list is read' },
    { id: 'x.y', status: 'not-provable', code: 'claim-not-made', message: 'nothing here makes this claim' },
  ] as const
  const recipe = { name: 'x', digest: 'sha256:00' }
  const subject = decideSubject({
    ...{ source: 'x', kind: 'published-draw', level: 1, recipe, claims, findings: [] },
    who_could_choose: 'the organiser alone',
  })
  const basis = { hasTrust: false, engine: native }
  const draw = { draw: 'drawaudit/draw/v1', title: 'x', recipe: 'x', published: {} }
  const document = { kind: 'published-draw', draw } as unknown as Parameters<typeof tell>[1]['document']
  const told = tell(subject, { ...basis, document })
  t.match(told?.choice, [{ says: 'The organiser alone.' }])
  t.same(
    claims.map(claim => told?.claim(claim)),
    ['The list is read.', 'nothing here makes this claim'],
  )
  t.equal(tell(subject, { ...basis, document: { kind: 'fraud-proof', value: {} } }), undefined)
})

await t.test('nothing is translated of what is not text for people', async t => {
  const rules = (format: 'text' | 'json', brief: boolean, language?: 'de' | 'en'): DocumentRules =>
    ({ rendering: { format, text: { brief } }, ...(language && { language }) }) as DocumentRules
  t.match(await findTranslation(rules('text', false, 'de')), { texts: de.terminal })
  t.equal(await findTranslation(rules('text', false, 'en')), undefined)
  t.equal(await findTranslation(rules('text', false)), undefined)
  t.equal(await findTranslation(rules('text', true, 'de')), undefined)
  t.equal(await findTranslation(rules('json', false, 'de')), undefined)
})
