/**
 * Two operators witness each other, and a third party catches the one that shows two histories. With `STORY=FILE` what
 * everybody types and sees is written there.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import t from 'tap'
import { formatTime } from '../../../../src/core/time.js'
import { bin, run, start, type Ended } from '../../../cli/resident.js'

const env = { DRAWAUDIT_PASSPHRASE: 'nobody has to know it' }
const later = (seconds: number): string => formatTime(new Date(Date.now() + seconds * 1000))

await t.test('two operators witness each other, and a third party catches a fork', async t => {
  const folder = t.testdir()
  const path = (name: string): string => join(folder, name)

  async function drawaudit(who: string, args: readonly string[]): Promise<Ended> {
    const ended = await run(args, { cwd: folder, env })
    const { STORY: story } = process.env
    if (story !== undefined) {
      const said = `${ended.stderr}${ended.stdout}`.trimEnd()
      appendFileSync(story, `${who}$ drawaudit ${args.join(' ')}\n${said}\n[exit ${String(ended.code)}]\n\n`)
    }
    return ended
  }
  async function json<T>(who: string, args: readonly string[]): Promise<T> {
    const { code, stdout, stderr } = await drawaudit(who, [...args, '--format', 'json'])
    t.equal(code, 0, `${args.slice(0, 2).join(' ')} ${stderr}`)
    return JSON.parse(stdout) as T
  }
  /** Serves a witness until the end of the test. */
  async function serve(who: string, of: string): Promise<string> {
    const args = ['witness', 'serve', `witness-${who}`, '--log', of, '--port', '0']
    const child = start(process.execPath, [bin, ...args], { cwd: folder, env })
    t.teardown(() => child.kill('SIGTERM'))
    child.stderr.resume()
    const url = await new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve)
      child.once('exit', code => {
        reject(new Error(`the witness ended with ${String(code)}`))
      })
    })
    return url
  }

  const logs = new Map<string, string>()
  const witnesses = new Map<string, string>()
  const keys = new Map<string, { public_key: string; valid_from: string }>()
  for (const who of ['a', 'b']) {
    const store = ['--store', `${who}.db`]
    await drawaudit(who, ['key', 'generate', '--operator', `Operator ${who}`, ...store])
    const [key] = await json<{ public_key: string; valid_from: string }[]>(who, ['key', 'list', ...store])
    if (key !== undefined) keys.set(who, key)
    const origin = `${who}.example/log`
    logs.set(who, (await json<{ vkey: string }>(who, ['log', 'create', '--origin', origin, ...store])).vkey)
    const name = `${who}.example/witness`
    witnesses.set(
      who,
      (await json<{ vkeys: readonly string[] }>(who, ['witness', 'init', `witness-${who}`, '--name', name]))
        .vkeys[0] ?? '',
    )
  }
  const urls = new Map([
    ['a', await serve('a', logs.get('b') ?? '')],
    ['b', await serve('b', logs.get('a') ?? '')],
  ])
  for (const [who, other] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    const named = [
      'log',
      'witness',
      urls.get(other) ?? '',
      witnesses.get(other) ?? '',
      '--store',
      `${who}.db`,
    ]
    t.equal((await drawaudit(who, named)).code, 0)
  }
  const create = (who: string, name: string, store = `${who}.db`): Promise<Ended> =>
    drawaudit(who, [
      ...['raffle', 'create', '--name', name, '--prize', 'Bicycle', '--max', '100'],
      ...['--closes', later(3600), '--store', store],
    ])
  for (const who of ['a', 'b']) {
    const created = await create(who, 'Summer raffle')
    t.equal(created.code, 0)
    t.match(created.stderr, `log ${who}.example/log: 1 entry, cosigned by 1 of 1 witness\n`)
  }

  // Whom the third party believes: both operators, both logs, both witnesses.
  const trust = {
    trust: 'drawaudit/v1',
    operators: ['a', 'b'].map(who => ({
      name: `Operator ${who}`,
      log_origin: `${who}.example/log`,
      keys: [
        {
          algorithm: 'ed25519',
          public_key: keys.get(who)?.public_key,
          valid_from: keys.get(who)?.valid_from,
        },
      ],
    })),
    logs: ['a', 'b'].map(who => ({ origin: `${who}.example/log`, vkey: logs.get(who) })),
    witnesses: [...witnesses.values()],
    witness_threshold: 1,
  }
  writeFileSync(path('trust.json'), JSON.stringify(trust))

  // A prepares to lie: it keeps a second copy of its store and its journal.
  copyFileSync(path('a.db'), path('a2.db'))
  copyFileSync(path('a.db.signed'), path('a2.db.signed'))
  t.match((await create('a', 'Autumn raffle')).stderr, /2 entries, cosigned by 1 of 1 witness/)
  const lied = await create('a', 'Another autumn raffle', 'a2.db')
  t.equal(lied.code, 0, 'the step is done')
  t.match(lied.stderr, /2 entries, cosigned by 0 of 1 witness\nnote: .* has not cosigned it/)
  const again = await drawaudit('a', ['log', 'sequence', '--store', 'a2.db'])
  t.equal(again.code, 4, 'a witness cosigns one history only')

  const monitor = ['--state', 'log.state', '--trust', 'trust.json']
  await drawaudit('a', ['log', 'export', 'shown', '--store', 'a.db'])
  const first = await drawaudit('c', ['monitor', 'shown', ...monitor])
  t.equal(first.code, 0)
  await drawaudit('a', ['log', 'export', 'other', '--store', 'a2.db'])
  const caught = await drawaudit('c', ['monitor', 'other', ...monitor])
  t.equal(caught.code, 1, 'what C was shown before, and what it is shown now, have one size')
  t.match(caught.stdout, /refuted +log\.consistent [^]*two\s+histories, of 2 and of 2 entries/)

  const proof = readdirSync(folder).find(name => name.startsWith('log.state') && name.includes('fork')) ?? ''
  t.ok(existsSync(path(proof)))
  t.match(JSON.parse(readFileSync(path(proof), 'utf8')), { fraud: 'drawaudit/v1', origin: 'a.example/log' })
  const proven = await drawaudit('anybody', ['verify', proof, '--trust', 'trust.json'])
  t.equal(proven.code, 1)
  t.match(proven.stdout, /two\s+checkpoints\s+of\s+a\s+log\s+of\s+2\s+entries\s+with\s+different\s+roots/)

  // Somebody who was never shown the first history asks the witness.
  const origin = createHash('sha256').update('a.example/log').digest('hex')
  const seen = `${urls.get('b') ?? ''}/${origin}/checkpoint`
  const fresh = ['--state', 'fresh.state', '--trust', 'trust.json', '--checkpoint', seen, '--allow-private']
  const met = await drawaudit('d', ['monitor', 'other', ...fresh])
  t.equal(met.code, 1, `checkpoints meet ${met.stderr}`)

  const honest = await drawaudit('b', ['log', 'status', '--store', 'b.db'])
  t.match(honest.stdout, /1 entry; the head of 1 entry was signed at .*\n[^]*cosigned 1 entry at/)
})
