// Results in other languages, from the packed program and from its threads.
import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root, run } from '../../../cli/run.js'

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
  t.match(german.text, 'Nachrechenbar: Die Gewinner sind die, die sich aus der Regel ergeben bundle')
  t.match(german.text, 'Stufe 3 von 5: jeder kann die Gewinner nachrechnen')
  t.match(german.text, 'Stufe 4 von 5, nicht erreicht: evidence.timely: Dass die Liste geschlossen war')
  t.match(german.text, 'Wer konnte sich den Gewinner aussuchen? Der Veranstalter, falls er die Liste')
  t.match(german.text, '--lang de --observation FILE')
  const french = await verify(bundle, ...beside, '--lang', 'fr', '--details')
  t.match(french.text, 'Niveau 3 sur 5')
  t.match(french.text, / prouvé statement\.signed L’opérateur a signé/)
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
