// What check, fetch and verify make of the bundles that our own server serves.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { TrustJson } from '../../../../src/model/trust.js'
import { createCeremony, fewEntries, raffleId, trustServed } from '../../../server/ceremony.js'
import { get, start } from '../../../server/start.js'
import { endingOf } from '../../../verify/report.js'
import { run, runJson } from '../../../cli/resident.js'

const server = await start(t, { rateLimit: 60 })
await createCeremony(server).run(fewEntries)
const base = `${server.url}/api/v1`
const asked = ['--raffle', raffleId, '--allow-private']
// Few requests, within the limit of a minute.
const check = ['check', base, ...asked, '--rules', 'AUD-01']
const { body } = await get(server, '/api/v1/keys', { Accept: 'application/json' })
const keys = JSON.parse(body) as TrustJson
const files = t.testdir({ 'keys.json': JSON.stringify(keys) })
const trust = join(files, 'keys.json')
t.equal(trustServed(keys).operators.length, 1)

await t.test('check verifies the bundle with the record', async t => {
  // The sealed list is read, and the keys that are served name the chain of this rehearsal; nobody else saw it.
  const { report } = await runJson([...check, '--trust', trust, '--require', 'reproducible'])
  const [subject] = report.subjects
  t.strictSame([report.exit_code, subject?.level, subject?.stopped_by], [0, 3, 'evidence.timely'])
  t.equal(subject && endingOf(subject, 'record.matches'), 'proven values-equal')
})

await t.test('fetch saves the bundle, and verify verifies it offline', async t => {
  const folder = join(t.testdir(), 'said')
  t.equal((await run(['fetch', base, ...asked, '-o', folder])).code, 0)
  const verify = async (...more: readonly string[]) => runJson(['verify', folder, ...more])
  const { report } = await verify('--trust', trust, '--require', 'reproducible')
  t.strictSame([report.exit_code, report.subjects[1]?.level], [0, 3])
  t.equal((await verify('--require', 'reproducible')).report.exit_code, 3)
  const file = join(folder, raffleId, 'bundle.json')
  writeFileSync(file, readFileSync(file, 'utf8').replace('"position":1', '"position":2'))
  const altered = await verify('--trust', trust, '--require', 'reproducible')
  const [subject] = altered.report.subjects
  t.equal(subject && endingOf(subject, 'capture.intact'), 'not-provable capture-altered')
  t.equal(altered.report.exit_code, 3)
})

await t.test('keys are taken on first use only to be reviewed', async t => {
  const file = join(t.testdir(), 'trust.json')
  const first = await run([
    'check',
    base,
    ...asked,
    '--trust',
    file,
    '--trust-on-first-use',
    '--require',
    '3',
  ])
  t.equal(first.code, 3)
  t.match(first.stderr, /added the key [0-9a-f]{64} of raffles\.example/)
  t.match(first.stderr, /this run does not use them/)
  const written = JSON.parse(readFileSync(file, 'utf8')) as TrustJson
  t.strictSame(written.operators, keys.operators)
  t.notOk(written.beacons)
  const second = await run([
    'check',
    base,
    ...asked,
    '--trust',
    file,
    '--trust-on-first-use',
    '--require',
    '3',
  ])
  t.equal(second.code, 0)
  t.match(second.stderr, /nothing was added/)
  const nowhere = await run([...check, '--trust-on-first-use'])
  t.equal(nowhere.code, 2)
  t.match(nowhere.stderr, /needs a file to write keys into/)
})
