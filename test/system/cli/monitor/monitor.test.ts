import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import t from 'tap'
import { formatVerifierKey } from '../../../../src/core/note.js'
import { createTrust } from '../../../protocol/factory.js'
import { utf8 } from '../../../protocol/second-opinion.js'
import { operator, poolEntries, serveLog, TestLog } from '../../../log/make-log.js'
import { bin, run, runJson, start } from '../../../cli/resident.js'

/** A log in a folder, and a trust file that has its key. */
function makePlace(folder: string, log: TestLog): { readonly trust: string; readonly state: string } {
  log.write(`${folder}/log`)
  const logs = [{ origin: log.origin, vkey: formatVerifierKey(log.key) }]
  writeFileSync(`${folder}/trust.json`, JSON.stringify({ ...createTrust([operator], [], []), logs }))
  return { trust: `${folder}/trust.json`, state: `${folder}/log.state` }
}

void t.test('a log of anything is asked only whether it is one history', async t => {
  const folder = t.testdir()
  const log = new TestLog('sums.example/log')
  const write = (count: number): void => {
    for (let at = 0; at < count; at++) log.append(utf8(`module v1.0.${log.size} h1:${at}\n`))
    log.write(`${folder}/log`)
  }
  write(300)
  writeFileSync(`${folder}/friend.txt`, log.note(200))
  const args = ['monitor', `${folder}/log`, '--state', `${folder}/log.state`, '--vkey', log.vkey]
  const asked = [...args, '--checkpoint', `${folder}/friend.txt`, '--require']
  const three = 'log.signed,log.shared,log.consistent'
  const first = await runJson([...asked, three])
  t.equal(first.code, 3, 'there is nothing to compare with yet, and it was asked for')
  write(300)
  const { code, report } = await runJson([...asked, three])
  t.equal(code, 0)
  t.same(report.require, three.split(','))
  t.same(
    report.subjects[0]?.claims.map(({ id, status, code: why, asked: counts }) => [id, status, why, counts]),
    [
      ['log.signed', 'proven', 'signature-verified', undefined],
      ['log.consistent', 'proven', 'log-consistent', undefined],
      ['log.entries', 'not-provable', 'statement-invalid', false],
      ['log.chains', 'not-provable', 'statement-invalid', false],
      ['log.unique', 'not-provable', 'statement-invalid', false],
      ['log.draws', 'not-provable', 'statement-invalid', false],
      ['log.shared', 'proven', 'log-consistent', undefined],
    ],
  )
  // Whoever asks for statements, by name or by naming nothing, has them refuted as ever.
  t.equal((await run(args)).code, 1)
  t.equal((await run([...asked, 'log.consistent,log.entries'])).code, 1)
  t.equal((await run([...asked, 'log.consistent,log.chains'])).code, 1)
  t.equal((await run([...args, '--require', 'log.shared'])).code, 3, 'nobody said what others were shown')
  t.match(await run([...args, '--require', 'winner.derived']), {
    code: 2,
    stderr: /no log makes the claim winner/,
  })

  const fork = log.fork(400).append(...poolEntries(100))
  fork.write(`${folder}/forked`)
  const forked = await run(['monitor', `${folder}/forked`, ...asked.slice(2), 'log.signed'])
  t.equal(forked.code, 1, 'a fork counts, whatever was asked for')
})

void t.test('monitor follows a log, and says what it found', async t => {
  const folder = t.testdir()
  const log = new TestLog().append(...poolEntries(400))
  const { trust, state } = makePlace(folder, log)
  const args = ['monitor', `${folder}/log`, '--state', state, '--trust', trust]
  const first = await run(args)
  t.equal(first.code, 0, first.stderr)
  t.match(first.stdout, /there is nothing to\s+compare with yet/)
  t.match(first.stdout, 'raffles.example/log, 1600 entries')
  log.append(...poolEntries(401).slice(1600))
  log.write(`${folder}/log`)
  const { code, report } = await runJson(args)
  t.equal(code, 0)
  t.match(report.subjects, [{ kind: 'log', source: `${folder}/log`, title: /1604 entries, 4 of them new/ }])
  t.same(
    report.subjects[0]?.claims.map(({ id, code: why }) => `${id} ${why}`),
    [
      'log.signed signature-verified',
      'log.consistent log-consistent',
      'log.entries log-kept',
      'log.chains log-kept',
      'log.unique log-kept',
      'log.draws log-kept',
    ],
  )

  const forked = log.fork(1000).append(...poolEntries(500).slice(1200))
  forked.write(`${folder}/forked`)
  const lines = await run(['monitor', `${folder}/forked`, ...args.slice(2), '--format', 'ndjson'])
  t.equal(lines.code, 1)
  t.match(
    lines.stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as object),
    [
      { kind: 'log', verdict: 'refuted' },
      { report: 'drawaudit/v1', exit_code: 1 },
    ],
  )
  const proofs = readdirSync(folder).filter(name => name.includes('.fork-'))
  t.equal(proofs.length, 1)
  const verified = await runJson(['verify', `${folder}/${proofs[0]!}`, '--trust', trust])
  t.match(verified.report.subjects, [{ kind: 'fraud-proof' }])

  t.equal((await run(args)).code, 1, 'a fork is not forgotten when the log shows the first history again')

  const friend = `${folder}/friend.txt`
  writeFileSync(friend, forked.note())
  const fresh = args.map(arg => (arg.endsWith('.state') ? `${folder}/fresh.state` : arg))
  const met = await run([...fresh, '--checkpoint', friend, '--proofs', `${folder}/found`, '--quiet'])
  t.equal(met.code, 3, 'the larger one has to be proven by whoever has its tiles')
  const both = await run([...fresh, '--checkpoint', `${folder}/forked`, '--proofs', `${folder}/found`])
  t.equal(both.code, 1, both.stdout)
  t.equal(readdirSync(folder).filter(name => name.startsWith('found.')).length, 2)
})

void t.test('monitor ends with what docs/CLAIMS.md says', async t => {
  const folder = t.testdir()
  const log = new TestLog().append(...poolEntries(2))
  const { trust, state } = makePlace(folder, log)
  const at = (...args: string[]): Promise<{ readonly code: number | null; readonly stderr: string }> =>
    run(['monitor', ...args])
  t.match(
    await at(`${folder}/log`, '--state', state),
    { code: 2, stderr: /--trust FILE/ },
    'nobody knows the log',
  )
  t.equal(
    (await at(`${folder}/log`, '--state', state, '--vkey', formatVerifierKey(log.key))).code,
    3,
    'nor the operator',
  )
  const other = ['--state', `${folder}/other.state`, '--trust', trust]
  t.equal((await at('http://127.0.0.1:9/log', ...other, '--allow-private')).code, 4)
  t.match(await at('http://127.0.0.1:9/log', ...other), { code: 2, stderr: /--allow-private/ })
  t.match(await at(`${folder}/none`, ...other), { code: 2, stderr: /there is no such folder/ })
  t.equal((await at(`${folder}/log`)).code, 2, 'no state')
  t.equal((await at(`${folder}/log`, ...other, '--interval', '1')).code, 2)
  t.equal((await at(`${folder}/log`, ...other, '--grace', 'x')).code, 2)
  t.equal((await at(`${folder}/log`, ...other, '--vkey', 'x')).code, 2)
  writeFileSync(`${folder}/other.state`, 'something else')
  const damaged = await at(`${folder}/log`, ...other)
  t.equal(damaged.code, 2)
  t.match(damaged.stderr, 'not the state of a monitor')
  t.equal(readFileSync(`${folder}/other.state`, 'utf8'), 'something else')
})

void t.test('monitor goes on until it is stopped', async t => {
  const folder = t.testdir()
  const log = new TestLog().append(...poolEntries(2))
  const { trust, state } = makePlace(folder, log)
  const served = await serveLog(t, log.files())
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const args = [
      'monitor',
      served.url,
      '--state',
      state,
      '--trust',
      trust,
      '--allow-private',
      '--interval',
      '10',
    ]
    const child = start(process.execPath, [bin, ...args])
    const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
    t.match(chunk.toString(), 'raffles.example/log')
    const second = await run(['monitor', `${folder}/log`, '--state', state, '--trust', trust])
    t.equal(second.code, 2)
    t.match(second.stderr, 'another process works with this state')
    child.kill(signal)
    const [code, ended] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
    t.ok(ended === signal || code === (signal === 'SIGTERM' ? 143 : 130), `${String(code)} ${String(ended)}`)
    t.same(
      readdirSync(folder).filter(name => /lock|partial/.test(name)),
      [`${basename(state)}.lock`],
      'nothing is left behind but the file of the lock',
    )
    const next = await run(['monitor', `${folder}/log`, '--state', state, '--trust', trust])
    t.not(next.code, 2, 'which nobody holds any more')
  }
})
