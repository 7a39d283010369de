// Results in other languages, from the packed program and from its threads.
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import * as de from '../../../../src/page/catalogue/de/index.js'
import * as fr from '../../../../src/page/catalogue/fr/index.js'
import { root, run } from '../../../cli/resident.js'

const bundle = 'fixtures/bundles/three-prizes-142-entries/bundle.json'
const beside = ['--trust', 'fixtures/bundles/three-prizes-142-entries/trust.json']
const verify = async (
  ...args: readonly string[]
): Promise<{ readonly text: string; readonly code: number | null }> => {
  const { stdout, code } = await run(['verify', ...args])
  return { text: stdout.replace(/\s+/g, ' '), code }
}

await t.test('a bundle in two languages', async t => {
  const german = await verify(bundle, ...beside, '--lang', 'de')
  t.equal(german.code, 3)
  const { result, answers, labels } = de
  const shown: readonly string[] = [
    result.shown.reproducible,
    `${labels.levelReached(3, 5)}: ${result.levelShorts[3] ?? ''}`,
    labels.whoCouldChoose,
    answers.choices['not-timely'][0] ?? '',
  ]
  for (const text of shown) t.ok(german.text.includes(text), `${text} in ${german.text}`)
  t.match(german.text, '--lang de --observation FILE')
  const { nextSteps, words, winnerOf } = de.terminal
  t.match(german.text, `${words.next}: ${nextSteps.giveObservation}: drawaudit`)
  t.match(german.text, `${winnerOf(1, 'iPhone 15 Pro (1st Prize)', undefined)}: 10133`)
  t.match(german.text, 'Geprüfte Dokumente: 1 (auf Stufe 3: 1); verlangt: Stufe 4, erfüllt: 0 von 1')
  t.notMatch(german.text, /next:|\bwinner|checked|asked/)
  const french = await verify(bundle, ...beside, '--lang', 'fr', '--details')
  const { proven } = fr.claims.sayings['statement.signed'] ?? { proven: 'missing' }
  t.ok(french.text.includes(` ${fr.result.wordLabels.proven} statement.signed ${proven}`), french.text)
})

await t.test('a published draw in German, with what its recipe says', async t => {
  const { text } = await verify('fixtures/draws/raffair/01KTNXH2Y6N26PDWC88HAWP8H0.json', '--lang', 'de')
  const { words, nextSteps } = de.terminal
  t.match(text, `${words.kind('published-draw')}, ${words.recipe('raffair')} (`)
  const { tell } = de.phrases
  for (const said of [
    `${tell('winning ticket') ?? ''}: 4`,
    `dass „${tell('randomness of drand round 6186042') ?? ''}“ echt ist`,
    `${de.codes.label('modulo-bias') ?? ''} (modulo-bias)`,
    'Die Zufallszahl ist die, die drand veröffentlicht hat',
  ])
    t.ok(text.includes(said), `${said} in ${text}`)
  t.match(text, `${words.next}: ${nextSteps.askDrand}: drawaudit`)
  t.notMatch(text, /who could|organiser|findings|next:|published draw|\bthe\b/)
})

await t.test('English, and what is not text for people, is as without it', async t => {
  for (const more of [[], ['--details'], ['--quiet'], ['--format', 'ndjson']]) {
    const [without, inEnglish] = await Promise.all([
      run(['verify', bundle, ...beside, ...more]),
      run([
        'verify',
        bundle,
        ...beside,
        ...more,
        '--lang',
        more.length === 2 || more[0] === '--quiet' ? 'de' : 'en',
      ]),
    ])
    t.same(inEnglish, without, more.join(' '))
  }
})

await t.test('of many documents, which threads verify', async t => {
  const folder = t.testdir()
  for (let index = 0; index < 40; index++) {
    mkdirSync(join(folder, `${index}`))
    cpSync(join(root, bundle), join(folder, `${index}`, 'bundle.json'))
  }
  const { text } = await verify(folder, '--lang', 'pl')
  t.equal(text.split('Kto mógł wybrać zwycięzcę?').length, 41)
  t.notMatch(text, 'who could have chosen')
})

await t.test('languages that there are not', async t => {
  t.match(await run(['verify', bundle, '--lang', 'xx']), {
    code: 2,
    stderr: 'error: --lang takes "en", "de", "es", "fr", "it", "nl", "pl", "pt", found "xx"',
  })
  const { stdout } = await run(['__complete', 'verify', '--lang', ''])
  t.same(stdout.trim().split('\n'), ['en', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt'])
})
