import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('../../', import.meta.url))

await t.test('the demo finds every report as expected, and shows each view', t => {
  const args = ['scripts/demo.js', '--once', '--port', '0']
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  t.equal(status, 0, stdout)
  t.match(stdout, /\/audit'\n200 OK\n[^]*\/entries\/stats'\n200 OK\n[^]*\/odds\?entries=5'\n200 OK\n/)
  t.match(stdout, /"probability": 0\.035211/)
  t.match(stdout, /\n {2}bundle, level 5\n/)
  t.match(stdout, /proven +log\.witnessed/)
  const [, same, all] = /^(\d+) of (\d+) reports are as recorded in fixtures\/reports$/m.exec(stdout) ?? []
  const expected = readdirSync(`${root}fixtures/reports`, { recursive: true, encoding: 'utf8' })
  t.equal(same, String(expected.filter(name => name.endsWith('.json')).length))
  t.equal(same, all)
  t.end()
})

await t.test('draws end as they should: what is wrong refuted, what is complete proven', t => {
  const folder = `${root}fixtures/reports`
  const verdicts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.json'))
    .map(name => {
      const { verdict } = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as { verdict: string }
      return { name, verdict }
    })
  const ending = (wanted: string): readonly string[] =>
    verdicts
      .filter(({ verdict }) => verdict === wanted)
      .map(({ name }) => name)
      .sort()
  t.strictSame(ending('refuted'), [
    'draws/gojo/365c23e0.json',
    'draws/tgt2025/lb-competition-2025-06.json',
    'forged/dchoose-entry-added.json',
    'forged/raffair-other-winner.json',
  ])
  t.strictSame(ending('proven'), [
    'draws/random-org-signed/lottery-2018-period-2.json',
    'draws/random-org-signed/serial-79924.json',
    'samples/exception418.json',
    'samples/proofdraw.json',
    'samples/raffair-complete.json',
    'samples/wallop-drand-only.json',
  ])
  t.equal(ending('not-provable').length, verdicts.length - 10)
  t.end()
})
