// What reports and recipes say in English, in every other language.
import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { readCatalogue, readPhraseFiles } from '../../scripts/languages.js'
import type { Catalogue } from '../../src/page/catalogue/catalogue.js'
import type { RecipeDocument } from '../../src/model/recipe.js'
import { languageTags } from '../../src/page/languages.js'
import { createTranslator, type Phrases, type Translate } from '../../src/page/catalogue/translator.js'
import { findingCodes } from '../../src/model/report.js'
import { singularOf } from '../../src/recipe/singular.js'
import { claimsOfLevel } from '../../src/verify/bundle/levels.js'

const others = languageTags.filter(tag => tag !== 'en')
const root = new URL('../../', import.meta.url)

interface Told {
  readonly reasons: Phrases
  readonly claims: Phrases
  readonly values: Phrases
  readonly tell: Translate
  readonly label: (code: string) => string | undefined
}

async function load(tag: string): Promise<Told> {
  const files = (await readPhraseFiles(tag)) as Record<'reasons' | 'recipeClaims' | 'recipeValues', Phrases>
  const { phrases, codes } = (await readCatalogue(tag)) as Catalogue
  return {
    reasons: files.reasons,
    claims: files.recipeClaims,
    values: files.recipeValues,
    tell: phrases.tell,
    label: codes.label,
  }
}

const told = new Map<string, Told>()
for (const tag of others) told.set(tag, await load(tag))

const recipes = readdirSync(new URL('recipes/', root))
  .filter(name => name.endsWith('.json'))
  .map(name => JSON.parse(readFileSync(new URL(`recipes/${name}`, root), 'utf8')) as RecipeDocument)

/** All texts under a name anywhere in a value. */
function textsOf(value: unknown, name: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === name && typeof inner === 'string' ? [inner] : textsOf(inner, name),
  )
}

/** Words that are the same in one of the languages. */
const alike = new Set(
  'HMAC,fraction,hashes,index,labels,modulus,nonce,nonces,offset,output,ranking,salt,scores,secret,signature,version'.split(
    ',',
  ),
)

const placeholders = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/\{(\d)/g)].map(([, at = '']) => at))].toSorted()

await t.test('every recipe here is said whole in every language, and nothing that is in none', t => {
  const claims = new Set(recipes.flatMap(recipe => recipe.claims.map(({ says }) => says)))
  const titles = recipes.flatMap(({ inputs }) => textsOf(inputs, 'title'))
  const proofs = recipes.flatMap(({ inputs }) => textsOf(inputs, 'proof'))
  const one = titles.flatMap(title => singularOf(title) ?? [])
  const makers = [...recipes.flatMap(recipe => textsOf(recipe, 'by')), 'drand’s nodes']
  const known = new Set([...titles, ...proofs, ...one, ...makers])
  for (const [tag, { claims: said, values }] of told) {
    t.strictSame(
      [...claims].filter(text => said[text] === undefined),
      [],
      `${tag}: claims`,
    )
    t.strictSame(
      Object.keys(said).filter(text => !claims.has(text)),
      [],
      `${tag}: claims of no recipe`,
    )
    t.strictSame(
      [...titles, ...proofs].filter(text => values[text] === undefined),
      [],
      `${tag}: values`,
    )
    t.strictSame(
      Object.keys(values).filter(text => !known.has(text) && !text.startsWith('randomness of ')),
      [],
      `${tag}: values of no recipe`,
    )
  }
  t.end()
})

await t.test('every language says the same, with the same values in it', t => {
  const [first] = told.values()
  for (const [tag, { reasons, claims, values }] of told) {
    t.strictSame(Object.keys(reasons).toSorted(), Object.keys(first?.reasons ?? {}).toSorted(), tag)
    for (const [english, text] of Object.entries({ ...reasons, ...claims, ...values })) {
      t.strictSame(placeholders(text), placeholders(english), `${tag}: ${english}`)
      t.match(text, /^\S.*[^\s.]$/u, `${tag}: ${english}: a text, without a full stop`)
      if (!alike.has(english)) t.not(text, english, `${tag}: ${english}: in the language`)
    }
  }
  t.end()
})

/** Messages of a file of words: the lines below a claim that are neither expected nor found. */
function messagesIn(file: string): readonly (readonly [status: string, message: string])[] {
  let status = ''
  return readFileSync(new URL(file, root), 'utf8')
    .split('\n')
    .flatMap((line): readonly (readonly [string, string])[] => {
      const [, found] =
        /^[a-z]+\.[a-z_]+ (proven|refuted|not-provable|not-applicable) [a-z-]+$/.exec(line) ?? []
      if (found !== undefined) status = found
      else if (!line.startsWith(' ')) status = ''
      return status !== '' && /^ {2}(?!expected |found )/.test(line) ? [[status, line.trim()]] : []
    })
}

await t.test('no reason of a real or a forged draw is left in English', t => {
  const draws = messagesIn('test/verify/draw/draws.txt')
  const whys = draws
    .filter(([status]) => status === 'not-provable')
    .map(([, message]) => message.slice(message.indexOf(': ') + 2))
  const claims = draws
    .filter(([status]) => status === 'not-provable')
    .map(([, message]) => message.slice(0, message.indexOf(': ')))
  const refuted = draws.filter(([status]) => status === 'refuted').map(([, message]) => message)
  t.ok(whys.length > 400, `${whys.length} reasons`)
  t.ok(refuted.length > 4, `${refuted.length} refuted`)
  for (const [tag, { tell }] of told) {
    const left = [...new Set([...claims, ...whys, ...refuted])].filter(message => tell(message) === undefined)
    t.strictSame(left, [], tag)
  }
  t.end()
})

await t.test('every code has a label in every language', t => {
  const codes = new Set<string>([
    ...findingCodes,
    ...recipes.flatMap(recipe => recipe.claims.map(({ id }) => id)),
  ])
  for (const rung of claimsOfLevel.flat()) codes.add(rung)
  for (const [tag, { label }] of told) {
    const lacking = [...codes].filter(code => label(code) === undefined)
    t.strictSame(lacking, [], tag)
    for (const code of codes) t.match(label(code), /^\S.{1,78}[^\s.]$/u, `${tag}: ${code}`)
  }
  t.end()
})

/** What is about the form of a document, for whoever makes it. */
const technical =
  /^statement \d+: |^a time-stamp |^not an? |^a signature line|^the last signature line|^a note |^there is no blank line|^line \d+ of the list/

await t.test('no reason of a wrong raffle is left in English but for those about its form', t => {
  const refuted = new Set(
    messagesIn('test/verify/bundle/mutants.txt')
      .filter(([status]) => status === 'refuted')
      .map(([, message]) => message)
      .filter(message => !technical.test(message)),
  )
  t.ok(refuted.size > 90, `${refuted.size} of them`)
  for (const [tag, { tell }] of told) {
    const left = [...refuted].filter(message => tell(message) === undefined)
    t.strictSame(left, [], tag)
    const whole = [...refuted].filter(message => !message.startsWith('the record does not have the form'))
    t.notMatch(whole.map(tell).join('\n'), /\b(?:the|is not|statement \d+ \()\b/, `${tag}: no English`)
  }
  t.end()
})

const grammar = {
  quote: (text: string) => `«${text}»`,
  listWords: (words: readonly string[]) => words.join(' + '),
  number: (value: number) => value.toLocaleString('de'),
  formatMoment: (at: number) => `at ${at / 1000}`,
  fromReport: (text: string) => `[${text}]`,
}

await t.test('values are filled in, and said in the language where they are texts themselves', t => {
  const tell = createTranslator(
    () => ({
      'seed hash': 'Hash des Seeds',
      paid: 'bezahlt',
      'it is {0:word}': 'es ist {0}',
      'since: {0}': 'seit: {0}',
      'which {0:value} would count': 'welches {0} zählt',
      'the draw of prize {0:number}': 'Auslosung von Gewinn {0}',
      'salt and pepper, mixed': 'Gewürz',
      'nothing fixes {0:values}': 'nichts legt fest: {0}',
      '{0} saw {1}, at {2}': '{2}: {0} sah {1}',
      '{0} of {1} headers': 'Kopfzeilen: {0} von {1}',
    }),
    { ...grammar, isCapitalAfterColon: true },
  )
  t.equal(tell('nothing fixes the seed hash'), 'nichts legt fest: «Hash des Seeds»')
  t.equal(
    tell('nothing fixes the seed hash, the salt and which block would count'),
    'nichts legt fest: «Hash des Seeds» + «[salt]» + welches «[block]» zählt',
  )
  t.equal(
    tell('nothing fixes seed hash, salt and pepper, mixed and salt'),
    'nichts legt fest: «Hash des Seeds» + «Gewürz» + «[salt]»',
  )
  t.equal(
    tell('Ada saw the draw of prize 2, at 2026-01-01T00:00:00+00:00'),
    `at ${Date.UTC(2026, 0, 1) / 1000}: Ada sah Auslosung von Gewinn 2`,
  )
  t.equal(tell('paid saw the free one, at paid'), 'paid: paid sah the free one', 'an id is no word of ours')
  t.equal(tell('it is paid'), 'es ist bezahlt', 'a word is')
  t.equal(tell('since: ab-1'), 'seit: ab-1', 'an id is as it is')
  t.equal(tell('since: nothing fixes the salt'), 'seit: Nichts legt fest: «[salt]»')
  t.equal(tell('2,000 of 10 headers'), 'Kopfzeilen: 2.000 von 10')
  t.equal(tell('Ada\u202e saw it, at x'), 'x: Ada\\u{202e} sah it', 'what is from outside is escaped')
  for (const other of ['', 'seed', 'nothing fixes ', ' of  headers', 'saw x, at y'])
    t.equal(tell(other), undefined, other)
  t.equal(tell(`${'x'.repeat(3000)} saw it, at y`), undefined, 'too long')
  t.end()
})

await t.test('a long text of the same words over and over is told apart at once', t => {
  const tell = createTranslator(() => ({ '{0} a {1} a {2} a {3}!': '{0}{1}{2}{3}' }), grammar)
  t.equal(tell(' a '.repeat(990)), undefined)
  t.end()
})
