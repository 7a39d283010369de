import { spawnSync } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('../', import.meta.url))

await t.test('the demo finds every report as expected, and shows each view', t => {
  const args = ['scripts/demo.js', '--once', '--port', '0']
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  t.equal(status, 0, stdout)
  t.match(stdout, /\/audit'\n200 OK\n[^]*\/entries\/stats'\n200 OK\n[^]*\/odds\?entries=5'\n200 OK\n/)
  t.match(stdout, /"probability": 0\.035211/)
  const [, same, all] = /^(\d+) of (\d+) reports are as recorded in fixtures\/reports$/m.exec(stdout) ?? []
  const expected = readdirSync(`${root}fixtures/reports`, { recursive: true, encoding: 'utf8' })
  t.equal(same, String(expected.filter(name => name.endsWith('.json')).length))
  t.equal(same, all)
  t.end()
})

await t.test('the real draws end as they should, the forged ones refuted', t => {
  const verdictOf = (path: string): string =>
    (JSON.parse(readFileSync(`${root}fixtures/reports/${path}`, 'utf8')) as { verdict: string }).verdict
  const verdicts = {
    'draws/raffair/01KTNXH2Y6N26PDWC88HAWP8H0.json': 'not-provable',
    'draws/dchoose/social-income-2025-06-13.json': 'not-provable',
    'draws/rfc3797/worked-example.json': 'not-provable',
    'draws/rfc3797/nomcom-2022-2023.json': 'not-provable',
    'draws/icann-octo-041/reference-example.json': 'not-provable',
    'draws/vaultplay/2025-11-08-2233.json': 'not-provable',
    'draws/iotex-2019/lucky-draw.json': 'not-provable',
    'draws/drand-round/quicknet-1000.json': 'not-provable',
    'samples/raffair-complete.json': 'proven',
    'forged/raffair-other-winner.json': 'refuted',
    'forged/dchoose-entry-added.json': 'refuted',
  }
  for (const [path, verdict] of Object.entries(verdicts)) t.equal(verdictOf(path), verdict, path)
  t.end()
})
