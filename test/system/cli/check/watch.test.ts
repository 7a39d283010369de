import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { random } from '../../../../src/cli/shared/random.js'
import type { Report } from '../../../../src/model/report.js'
import { publish } from '../../../../src/operator/publish.js'
import { ownPort, startService } from '../../../conformance/service.js'
import { sample, start, type Started } from '../../../server/start.js'
import { run, type Ended } from '../../../cli/resident.js'

const claimOf = ({ stdout }: Ended, id: string): unknown =>
  (JSON.parse(stdout) as Report).subjects.flatMap(({ claims }) => claims).find(claim => claim.id === id)

async function replace({ store }: Started, reason: string, draws: readonly object[]): Promise<void> {
  const record = { ...sample, total_draws: draws.length, draws }
  const now = new Date('2026-09-02T08:00:00Z')
  await publish(store, [{ file: 'x', read: () => record }], { now, random, replace: { reason } })
  await new Promise(resolve => setTimeout(resolve, 20))
}

const [first, second, third] = sample.draws

await t.test('drift of our own server: news, nothing, a recorded correction', async t => {
  const server = await start(t, { rateLimit: 100_000 }, [
    { ...sample, total_draws: 2, draws: [first, second] },
  ])
  const lock = `${t.testdir()}/drawaudit.lock.json`
  const watch = async (...more: readonly string[]): Promise<Ended> =>
    run(['watch', `${server.url}/api/v1`, '--allow-private', '--lock', lock, '--format', 'json', ...more])

  const seen = await watch('--raffle', sample.raffle_id)
  t.equal(seen.code, 0, seen.stderr)
  t.match(claimOf(seen, 'drift.changed'), { status: 'not-applicable', code: 'seen-first' })
  const before = readFileSync(lock, 'utf8')

  const again = await watch()
  t.equal(again.code, 0)
  t.match(claimOf(again, 'drift.changed'), { status: 'proven', code: 'draws-kept' })
  t.match(claimOf(again, 'drift.recorded'), { status: 'proven', code: 'history-complete' })
  t.equal(readFileSync(lock, 'utf8'), before, 'nothing changed, so the file did not')

  await server.publish(sample)
  const frozen = await watch('--frozen')
  t.equal(frozen.code, 0)
  t.equal(readFileSync(lock, 'utf8'), before)
  const news = await watch()
  t.equal(news.code, 0)
  t.match((JSON.parse(news.stdout) as Report).subjects[0]?.findings, [{ code: 'draw-new' }])
  t.not(readFileSync(lock, 'utf8'), before)

  await replace(server, 'the second prize went to a ticket that was refunded', [
    first!,
    { ...second, winner_entry_id: '10777' },
    third!,
  ])
  const corrected = await watch()
  t.equal(corrected.code, 3, corrected.stdout)
  t.match(claimOf(corrected, 'drift.changed'), {
    status: 'not-provable',
    code: 'correction-recorded',
    message: /winner_entry_id "10602" → "10777"; the service gives a reason/,
  })
  const shown = [
    { code: 'record-corrected', message: /"10602" → "10777".*went to a ticket that was refunded/ },
  ]
  t.match((JSON.parse(corrected.stdout) as Report).subjects[0]?.findings, shown)
  const later = await watch()
  t.equal(later.code, 0, 'it was taken over')
  t.match((JSON.parse(later.stdout) as Report).subjects[0]?.findings, shown, 'and is shown for ever')
})

await t.test(
  'a service that changes a draw without a word is refuted, and the lock keeps what was seen',
  async t => {
    const lock = `${t.testdir()}/lock.json`
    const port = ownPort
    const honest = await startService(t, { enforced: false, port })
    const check = async (): Promise<Ended> =>
      run([
        'check',
        honest.url,
        '--raffle',
        honest.raffle,
        '--allow-private',
        '--lock',
        lock,
        '--format',
        'json',
      ])
    t.equal((await check()).code, 0)
    const before = readFileSync(lock, 'utf8')
    await honest.close()

    const [one, ...rest] = sample.draws
    const changed = { ...sample, draws: [{ ...one, winner_entry_id: '99999' }, ...rest] }
    const forged = await startService(t, { enforced: false, port, record: changed })
    const drift = await check()
    t.equal(drift.code, 1)
    t.match(claimOf(drift, 'drift.changed'), {
      status: 'refuted',
      code: 'draw-changed',
      message: /winner_entry_id "10133" → "99999"; it shows no history/,
    })
    await forged.close()

    const less = { ...sample, total_draws: 2, draws: sample.draws.slice(0, 2) }
    const cut = await startService(t, { enforced: false, port, record: less })
    t.match(claimOf(await check(), 'drift.changed'), { status: 'refuted', code: 'draw-vanished' })
    t.equal(readFileSync(lock, 'utf8'), before)
    await cut.close()
  },
)

await t.test('a lock that contradicts itself or is damaged is refused, and left as it is', async t => {
  const server = await startService(t, { enforced: false })
  const lock = `${t.testdir()}/lock.json`
  const asked = ['--raffle', server.raffle, '--allow-private', '--lock', lock]
  t.equal((await run(['watch', server.url, ...asked])).code, 0)
  const good = readFileSync(lock, 'utf8')
  const change = (
    edit: (raffle: { draws: object[]; records: { sha256: string; first_seen: string }[] }) => void,
  ): string => {
    const value = JSON.parse(good) as { services: Record<string, Record<string, Parameters<typeof edit>[0]>> }
    edit(value.services[server.url]![server.raffle]!)
    return JSON.stringify(value)
  }
  const cases: readonly (readonly [what: string, text: string, says: RegExp])[] = [
    [
      'a draw twice',
      change(({ draws }) => draws.push(draws[0]!)),
      /lock\.json.*\/draws\/3\/draw_id is the id of a draw before it too/s,
    ],
    [
      'another winner',
      good.replace('"10133"', '"10134"'),
      /lock\.json.*\/records\/0\/sha256 does not match the digest of the draws/s,
    ],
    ['a draw less', change(({ draws }) => draws.pop()), /\/records\/0\/sha256 does not match the digest/],
    [
      'a record twice',
      change(({ records }) => records.push(records[0]!)),
      /\/records\/1\/sha256 is that of the record before it/,
    ],
    [
      'a time to come',
      change(({ records }) => (records[0]!.first_seen = '2999-01-01T00:00:00+00:00')),
      /\/records\/0\/first_seen is in the future/,
    ],
    ['half of it', good.slice(0, good.length / 2), /lock\.json.*not a lock file.*last committed version/s],
    ['nothing of it', '', /lock\.json.*not a lock file: .*found nothing/s],
    ['zeros', '\0'.repeat(good.length), /lock\.json/],
  ]
  for (const [what, text, says] of cases) {
    for (const command of ['watch', 'check']) {
      writeFileSync(lock, text)
      const ended = await run([command, server.url, ...asked])
      t.equal(ended.code, 2, `${command}: ${what}`)
      t.match(ended.stderr, says, `${command}: ${what}`)
      t.notMatch(ended.stderr, /\n +at /, 'no stack')
      t.equal(readFileSync(lock, 'utf8'), text, `${command}: ${what}`)
    }
  }
})

await t.test('a lock that is not there cannot be frozen', async t => {
  const { url, raffle } = await startService(t, {})
  const args = ['--raffle', raffle, '--allow-private', '--frozen', '--lock', `${t.testdir()}/none.json`]
  t.match(await run(['watch', url, ...args]), { code: 2, stderr: /no such file/ })
})

await t.test('what a service says is saved, and verified offline', async t => {
  const server = await startService(t, { enforced: false })
  const place = t.testdir()
  const folder = `${place}/said`
  const args = ['fetch', server.url, '--raffle', server.raffle, '--allow-private', '-o', folder]
  const fetched = await run([...args, '--header', 'X-Key: hush'])
  t.equal(fetched.code, 0, fetched.stderr)
  t.match(fetched.stdout, /^200 +\d+ {2}sha256:[0-9a-f]{64} {2}.*\/audit\.json\n/)
  t.notMatch(readFileSync(`${folder}/capture.json`, 'utf8'), 'hush')
  await server.close()

  const verified = await run(['verify', folder, '--format', 'json'])
  t.equal(verified.code, 3, verified.stdout)
  t.match(claimOf(verified, 'capture.intact'), { status: 'proven', code: 'capture-intact' })
  t.match(claimOf(verified, 'AUD-06'), { status: 'proven', code: 'rule-kept' })
  t.match(claimOf(verified, 'STA-04'), { status: 'proven' })
  t.match(claimOf(verified, 'ODD-11'), { status: 'proven' })
  t.equal(claimOf(verified, 'ERR-01'), undefined, 'what was not asked is not listed')
  t.equal((await run(['verify', folder, '--require', 'winner.derived'])).code, 3)

  const altered = `${place}/altered`
  cpSync(folder, altered, { recursive: true })
  const audit = `${altered}/${server.raffle}/audit.json`
  writeFileSync(audit, readFileSync(audit, 'utf8').replace('"10133"', '"10134"'))
  const broken = await run(['verify', altered, '--format', 'json'])
  t.equal(broken.code, 3)
  t.match(claimOf(broken, 'capture.intact'), { status: 'not-provable', code: 'capture-altered' })
  t.match(claimOf(broken, 'record.schema'), { status: 'not-provable', code: 'capture-altered' })

  t.match(await run(args), { code: 2, stderr: /the path is in use/ }, 'nothing is replaced')
})

await t.test('a saved answer that breaks a rule does so for ever', async t => {
  const server = await startService(t, { enforced: false, broken: 'AUD-06' })
  const folder = `${t.testdir()}/said`
  await run(['fetch', server.url, '--raffle', server.raffle, '--allow-private', '-o', folder])
  const ended = await run(['verify', folder, '--format', 'json'])
  t.equal(ended.code, 1)
  t.match(claimOf(ended, 'AUD-06'), { status: 'refuted', code: 'rule-broken', expected: '3' })
})

await t.test('nothing is saved of a service that does not answer', async t => {
  const server = await startService(t, {})
  await server.close()
  const folder = `${t.testdir()}/said`
  const ended = await run(['fetch', server.url, '--raffle', server.raffle, '--allow-private', '-o', folder])
  t.equal(ended.code, 4, ended.stderr)
  t.throws(() => readFileSync(`${folder}/capture.json`))
})
