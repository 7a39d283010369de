// The page as most people meet it: a draw that holds, shown by a browser. All its other states are in test/system/page.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { readGood } from '../protocol/scenario-files.js'
import { built, launch, skip, visit } from './browser.js'

await t.test('a browser shows that a draw is proven, and asks nobody', { skip }, async t => {
  const { bundle, trust, record, observations, now } = readGood('own-chain')
  const { page, requests, faults } = await visit(t, await launch(t), { offline: true })
  await page.clock.setFixedTime(new Date(now))
  await page.goto(pathToFileURL(join(built, 'verify.html')).href)
  const files = Object.entries({ bundle, trust, record, observations: observations.flat() }).map(
    ([name, content]) => ({
      name: `${name}.json`,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(content)),
    }),
  )
  await page.locator('input[type=file]').first().setInputFiles(files)
  await page.locator('.verdict.proven').waitFor()
  t.match(
    await page.locator('#verdict').innerText(),
    /If this was the only list, nobody could have chosen the winners of this rehearsal unless its random number was known beforehand$/,
  )
  t.match(
    await page.locator('#chooser').innerText(),
    /You have to trust:\s+whoever runs this rehearsal’s own source of the random number/,
    'on a condition',
  )
  t.strictSame(
    requests.filter(request => !request.startsWith('GET file:')),
    [],
  )
  t.strictSame(faults, [])
})
