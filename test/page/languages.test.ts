// Every language of the page has all texts, in words of its own, and forms its sentences as its grammar asks.
import t from 'tap'
import type { Catalogue } from '../../src/page/catalogue/catalogue.js'
import { chooseLanguage, languageNames, languageTags, type LanguageTag } from '../../src/page/languages.js'
import { findingCodes, levelNames } from '../../src/model/report.js'
import type { DrawChoice } from '../../src/verify/draw/describe-choice.js'
import { compare, readCatalogue } from '../../scripts/languages.js'

const catalogues = new Map<LanguageTag, Catalogue>()
for (const tag of languageTags) catalogues.set(tag, (await readCatalogue(tag)) as Catalogue)
const english = catalogues.get('en')
if (english === undefined) throw new Error('there is no English')

const others = [...catalogues].filter(([tag]) => tag !== 'en')

await t.test('nothing is missing, and nothing is left in English', t => {
  for (const [tag, catalogue] of others) t.strictSame(compare(english, catalogue), [], tag)
  t.end()
})

await t.test('every finding of a bundle has a sentence of its own, which English does without', t => {
  const codes = [
    ...['raffle-repeated', 'winner-replaced', 'withdrawn-alone', 'cancelled-late', 'winner-unpublished'],
    ...['time-in-future', 'list-other', 'statement-outdated', 'log-set-back', 'log-entry-repeated'],
    ...['log-unread', 'log-inconclusive', 'receipt-late', 'record-pool-step', 'record-time-order'],
    ...['record-seed-hash-repeated', 'record-unknown-member'],
  ]
  for (const code of codes)
    t.ok(
      findingCodes.some(known => known === code),
      code,
    )
  t.strictSame(Object.keys(english.claims.findings), [])
  for (const [tag, { claims }] of others) {
    t.strictSame(Object.keys(claims.findings).toSorted(), codes.toSorted(), tag)
    t.ok(
      Object.values(claims.findings).every(text => /^\p{Lu}.*\.$/u.test(text)),
      `${tag}: in sentences`,
    )
  }
  t.end()
})

await t.test('who could have chosen the winner of a published draw, with everything that decides it', t => {
  const makers = [{ name: 'drand’s nodes' }, { name: 'Ada' }, { of: 'BLOCK' }]
  const together = { makers, outside: ['BLOCK', 'ROUND'], unverified: ['ROUND'], isOtherSeen: false }
  const values = [
    { kind: 'choice', title: 'ROUND' },
    { kind: 'value', title: 'SALT' },
    { kind: 'order', title: 'LIST' },
  ] as const
  const unfixed = { code: 'unfixed', values, outside: ['BLOCK'], unverified: [], others: [] } as const
  const choices: readonly (readonly [choice: DrawChoice, named: readonly string[]])[] = [
    [{ code: 'nobody', makers }, ['Ada', 'BLOCK']],
    ...(['no-rule', 'no-winner', 'written-down', 'not-shown', 'rule-maker'] as const).map(
      (code): readonly [DrawChoice, readonly string[]] => [{ code }, []],
    ),
    [{ code: 'rule-unfit', claim: 'seed.committed' }, ['seed.committed']],
    [{ code: 'own-values', values }, ['ROUND', 'SALT', 'LIST']],
    [{ code: 'anyone', title: 'BLOCK' }, ['BLOCK']],
    [unfixed, ['ROUND', 'SALT', 'LIST', 'BLOCK']],
    [{ ...unfixed, unverified: ['BLOCK'], others: ['Ada'] }, ['ROUND', 'SALT', 'LIST', 'BLOCK', 'Ada']],
    [{ code: 'late', ...together }, ['Ada', 'BLOCK', 'ROUND']],
    [{ code: 'several', ...together, unverified: [] }, ['Ada', 'BLOCK']],
    [{ code: 'several', ...together, isOtherSeen: true }, ['Ada', 'BLOCK', 'ROUND']],
    [{ code: 'short', ...together, stopper: 'SENTENCE' }, ['Ada', 'BLOCK', 'SENTENCE']],
  ]
  for (const [tag, { draws }] of others) {
    const said = choices.map(([choice]) => draws.chooser(choice))
    t.equal(new Set(said).size, choices.length, `${tag}: each is another sentence`)
    for (const [at, [choice, named]] of choices.entries()) {
      const text = said[at] ?? ''
      t.match(text, /^\p{Lu}.*\.$/u, `${tag} ${choice.code}: in sentences`)
      t.notMatch(text, /undefined|organiser|nodes|\b(?:the|if|alone)\b/, `${tag} ${choice.code}: no English`)
      for (const name of named) t.ok(text.includes(name), `${tag} ${choice.code}: ${name}`)
    }
  }
  t.end()
})

await t.test('the line of totals, in numbers alike', t => {
  const asked = { names: ['LEVEL', 'x.y'], isOfLevels: false, shown: 1, of: 2, isOfDraws: true }
  for (const [tag, { terminal }] of others) {
    const { totals, words, nextSteps } = terminal
    const words3 = ['refuted', 'breaks', 'keeps', 'holds', 'undecided'].map(word => totals.count(2, word))
    t.equal(new Set(words3).size, 5, tag)
    t.notMatch(words3.join(' '), /refuted|breaks|keeps|holds|undecided/, tag)
    t.match(totals.checked(7, ['A', 'B']), /: 7 \(A, B\)$/, tag)
    t.match(totals.count(4, 'reproducible', 3), / 3\u00A0?: 4$/, tag)
    t.match(totals.asked(asked), /LEVEL, x\.y, .*1 .* 2 /, tag)
    t.notMatch(totals.asked({ ...asked, of: 0 }), /1|2/, tag)
    t.notMatch(words.kind('published-draw'), /draw/, tag)
    t.match(words.moreWinners(1) + words.moreWinners(5) + words.findings(2), /1.*5.*2/, tag)
    for (const [name, text] of Object.entries(nextSteps)) t.match(text, /^\p{Lu}.*[^.:]$/u, `${tag} ${name}`)
  }
  t.end()
})

await t.test('what is missing is found', t => {
  const found = (other: object): readonly string[] =>
    compare({ a: { b: 'some words', c: () => '' } }, other) as readonly string[]
  t.strictSame(found({}), ['a is missing'])
  t.strictSame(found({ a: { b: 'some words', c: () => '' } }), ['a.b is the same as in English: some words'])
  t.strictSame(found({ a: { b: 'Worte' } }), ['a.c is missing'])
  t.strictSame(found({ a: { b: 1, c: () => '' } }), ['a.b is a number, in English a string'])
  t.strictSame(found({ a: { b: 'x', c: (one: string) => one } }), ['a.c takes 1 values, in English 0'])
  t.strictSame(found({ a: { b: 'x', c: () => '', d: 'y' } }), ['a.d is not in English'])
  t.end()
})

await t.test('functions say something else than in English, with every value that they are given', t => {
  for (const [tag, { answers, labels, picture, result, draws, site }] of others) {
    const said: readonly (readonly [own: string, english: string, values: readonly string[]])[] = [
      ...([1, 2, 5, 10_000] as const).map((count): readonly [string, string, readonly string[]] => [
        labels.tickets(count),
        english.labels.tickets(count),
        [String(count).slice(0, 2)],
      ]),
      [
        answers.answers.won({ id: '7', isName: false }, ['Prize 1']),
        english.answers.answers.won({ id: '7', isName: false }, ['Prize 1']),
        ['7'],
      ],
      [
        answers.answers.notFound('7', 12, '70'),
        english.answers.answers.notFound('7', 12, '70'),
        ['7', '12', '70'],
      ],
      [answers.moments.draw('A mug'), english.answers.moments.draw('A mug'), ['A mug']],
      [
        answers.sayNobody(['Ada', 'Bob'], [], true),
        english.answers.sayNobody(['Ada', 'Bob'], [], true),
        ['Ada', 'Bob'],
      ],
      [labels.onlySite('Ada', false), english.labels.onlySite('Ada', false), ['Ada']],
      [labels.checked('DAY', 1500), english.labels.checked('DAY', 1500), ['DAY', '1']],
      [
        labels.servedBy('a.example', 'Ada'),
        english.labels.servedBy('a.example', 'Ada'),
        ['a.example', 'Ada'],
      ],
      [picture.pictureStrings.divided(9, true), english.picture.pictureStrings.divided(9, true), ['9']],
      [
        result.cancelledMeaning('REASON', 'DAY', 'DUE'),
        english.result.cancelledMeaning('REASON', 'DAY', 'DUE'),
        ['REASON', 'DAY', 'DUE'],
      ],
      [result.overdue('5 DAYS'), english.result.overdue('5 DAYS'), ['5 DAYS']],
      [draws.drawStrings.found('7', 1, 9), english.draws.drawStrings.found('7', 1, 9), ['7', '2', '9']],
      [site.list.checked(3, 5, 'MEANING'), english.site.list.checked(3, 5, 'MEANING'), ['3', '5', 'MEANING']],
      [
        site.list.notFound('QUERY', text => `<${text}>`),
        english.site.list.notFound('QUERY', text => text),
        ['QUERY', '<'],
      ],
      [site.preview.drawn('Ada', 'WON'), english.site.preview.drawn('Ada', 'WON'), ['Ada', 'WON']],
    ]
    for (const [own, inEnglish, values] of said) {
      t.not(own, inEnglish, tag)
      for (const value of values) t.ok(own.includes(value), `${tag}: ${own} says ${value}`)
    }
  }
  t.end()
})

await t.test('what somebody else wrote is escaped in every language', t => {
  const evil = 'a\u202eb\u001b[31m'
  for (const [tag, { answers, labels, result, claims, fileLabels, grammar }] of catalogues) {
    const texts = [
      answers.answers.won({ id: evil, isName: true }, [evil]),
      answers.answers.notFound(evil, 2, evil),
      answers.answers.ticketProofBad(evil),
      answers.receipts.stamped(evil, ''),
      answers.moments.draw(evil),
      answers.moments.seenSeal(evil),
      labels.onlySite(evil, false),
      labels.servedBy(evil, evil),
      labels.namesOperator(evil),
      result.stranger(evil),
      result.cancelledMeaning(evil, '', undefined),
      claims.sayPrize(1, evil),
      claims.sayWrongPick({ prize: '', place: 1, published: evil, ticket: evil }),
      fileLabels.notUsable(evil),
      grammar.fromReport(evil),
      grammar.asSentence(evil),
    ]
    for (const text of texts) {
      t.notOk(text.includes('\u202e') || text.includes('\u001b'), tag)
      t.match(text, 'u{202e}', tag)
    }
  }
  t.end()
})

await t.test('clauses of what one trusts begin as the grammar says', t => {
  for (const [tag, { grammar, result, answers }] of catalogues) {
    const { onlyOne, outside, shownOnce } = result.rests
    const clauses = [
      ...Object.values(result.onWord),
      ...Object.values(result.onWordShort),
      ...[onlyOne, outside, shownOnce, result.realKeys(['Ada'])],
    ]
    for (const clause of clauses) t.match(clause, grammar.clause, `${tag}: ${clause}`)
    const nouns = [result.rests.network, result.rests.operator, result.rests.maker, result.vouchers.seers]
    for (const noun of nouns) t.notMatch(noun, grammar.clause, `${tag}: ${noun}`)
    t.ok(answers.sayNobody(['Ada'], [onlyOne], false).includes('Ada'), tag)
  }
  t.end()
})

await t.test('the five words of a verdict are five in every language, and none is in the others', t => {
  for (const [tag, { result }] of catalogues) {
    const words = Object.values(result.wordLabels)
    t.equal(new Set(words).size, 6, tag)
    t.notOk(result.wordLabels['not-provable'] === result.wordLabels['not-checked'], tag)
    t.equal(result.levelShorts.length, levelNames.length, tag)
    t.equal(result.levelMeanings.length, levelNames.length, tag)
    t.strictSame(Object.keys(result.shown).sort(), Object.keys(english.result.shown).sort(), tag)
  }
  t.end()
})

await t.test('a language is chosen by what is wanted first', t => {
  t.equal(chooseLanguage(['de-AT', 'fr']), 'de')
  t.equal(chooseLanguage([null, 'ja', 'FR_ca']), 'fr')
  t.equal(chooseLanguage(['xx', undefined]), 'en')
  t.equal(chooseLanguage([]), 'en')
  for (const tag of languageTags) {
    t.equal(chooseLanguage([tag]), tag)
    t.equal(catalogues.get(tag)?.grammar.tag, tag)
    t.match(languageNames[tag], /^\p{Lu}\p{Ll}+$/u)
  }
  t.end()
})
