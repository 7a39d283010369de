import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'
import { answers } from '../../../src/page/catalogue/en/answers.js'
import { headlines, levelHeadlines } from '../../../src/page/catalogue/en/result.js'
import { goTo, list, raffleId, setUp } from '../../operator/stage.js'
import { built, serve } from '../../page/browser.js'
import { chromium, oldChromium } from './drivers/chromium.js'
import { textOf, waitFor, waitForFault, type Driver } from './drivers/driver.js'
import { firefox } from './drivers/firefox.js'
import { webkit } from './drivers/webkit.js'

// The same for every browser, small: browser.test.ts and file.test.ts try the whole page in one of them.
const browsers = [oldChromium, chromium, firefox, webkit]

const onWord = levelHeadlines.onWord
const submit = '#ticket ~ button'
const fixtures = fileURLToPath(new URL('../../../fixtures/', import.meta.url))

type Test = Parameters<typeof setUp>[0] & Pick<typeof t, 'match' | 'strictSame'>

async function lookUp(driver: Driver, ticket: string): Promise<string> {
  // What an answer before left there.
  await driver.evaluate(`document.querySelector('#ticket').value = ''`)
  await driver.type('#ticket', ticket)
  await driver.click(submit)
  await waitFor(driver, '#answer-ticket.believed, #answer-ticket.proven')
  return textOf(driver, '#answer-ticket')
}

/** The page in one file, from the disk. */
async function tryFile(t: Test, driver: Driver): Promise<void> {
  await driver.open(pathToFileURL(join(built, 'verify.html')).href)
  await waitFor(driver, 'input[type=file]')
  const paths = ['bundle.json', 'trust.json'].map(name =>
    join(fixtures, 'bundles/three-prizes-142-entries', name),
  )
  await driver.setFiles('input[type=file]', paths)
  await waitFor(driver, '.verdict:not(.not-checked)')
  t.match(await textOf(driver, '#verdict'), onWord, 'what others saw is missing')
  const bundle = JSON.parse(readFileSync(paths[0] ?? '', 'utf8')) as { winners: { index: number }[] }
  bundle.winners[0]!.index += 1
  const altered = join(t.testdir(), 'altered.json')
  writeFileSync(altered, JSON.stringify(bundle))
  await driver.setFiles('input[type=file]', [altered])
  await waitFor(driver, '.verdict.refuted')
  t.match(await textOf(driver, '#verdict'), headlines.refuted)
  // All recipes are in the worker of the file.
  await driver.setFiles('input[type=file]', [join(fixtures, 'draws/vaultplay/2025-11-08-2233.json')])
  await waitFor(driver, '.formula')
  t.match(await textOf(driver, '#winners'), 'VP-TRH1N-UKWFG-GMDK')
  t.strictSame(await driver.faults(), [], 'no error, and nothing that the policy forbids')
}

/** The page of a raffle, as a service serves it. */
async function tryService(t: Test, driver: Driver): Promise<void> {
  const stage = await setUp(t)
  await goTo(stage, 'drawn')
  const origin = await serve(t, stage.file)
  await driver.open(`${origin}/raffles/${raffleId}`)
  await waitFor(driver, 'main[data-shown=result]')
  t.match(await textOf(driver, '#verdict'), onWord, 'the keys are those that the service names')
  const winners = (await stage.bundle()).winners ?? []
  for (const { entry_id } of winners) t.match(await textOf(driver, '#winners'), entry_id)
  const other = list
    .split('\n')
    .map(line => line.split(',')[0] ?? '')
    .find(id => id !== '' && winners.every(({ entry_id }) => entry_id !== id))
  const answer = await lookUp(driver, other ?? '')
  t.match(answer, answers.notWon({ id: other ?? '', isName: false }))
  t.strictSame(await driver.faults(), [], 'no error, and nothing that the policy forbids')
  // What must not happen would be seen.
  await driver.evaluate(`(setTimeout(() => { throw new Error('thrown') }),
    document.querySelector('main').innerHTML = '<img src="https://elsewhere.example/x.png">')`)
  for (const said of ['thrown', 'Content Security Policy']) await waitForFault(driver, said)
}

for (const { name, version, skip, launch } of browsers) {
  await t.test(name, { skip }, async t => {
    const driver = await launch(t)
    t.comment(`${name}: ${driver.version}`)
    if (version !== undefined) t.match(driver.version, version)
    await t.test('the page in one file', t => tryFile(t, driver))
    await t.test('the page of a raffle', t => tryService(t, driver))
  })
}
