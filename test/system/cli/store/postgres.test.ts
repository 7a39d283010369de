import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import t from 'tap'
import { formatTime } from '../../../../src/core/time.js'
import { createWay } from '../../../postgres-way.js'
import { createDatabase, noPostgres, query } from '../../../postgres.js'
import { bin, run, type Ended } from '../../../cli/resident.js'

const id = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
const passphrase = 'correct horse battery'

await t.test('a database in the place of a file', { skip: noPostgres }, async t => {
  const url = new URL(await createDatabase(t))
  url.password = 'secret-of-the-database'
  const folder = t.testdir()
  const call = (args: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
    run(args, {
      cwd: folder,
      env: {
        DRAWAUDIT_STORE: url.href,
        DRAWAUDIT_PASSPHRASE: passphrase,
        XDG_STATE_HOME: join(folder, 'state'),
        ...env,
      },
    })
  const ok = async (args: readonly string[], env?: Record<string, string>): Promise<string> => {
    const { code, stdout, stderr } = await call(args, env)
    t.equal(code, 0, `${args.join(' ')}: ${stderr}`)
    return stdout
  }
  const create = (raffle: string): readonly string[] => [
    ...['raffle', 'create', '--name', 'Summer raffle', '--prize', 'Mug', '--max', '500', '--raffle', raffle],
    ...['--closes', formatTime(new Date((Math.floor(Date.now() / 1000) + 3600) * 1000))],
    ...['--draws', formatTime(new Date((Math.floor(Date.now() / 1000) + 7200) * 1000))],
  ]

  t.match(await call(['raffles']), { code: 2, stderr: /there is no store/ })
  t.match(await ok(['store', 'migrate']), /the store now has version \d+, before 0/)
  t.match(await ok(['store', 'migrate']), /already/)
  await ok(['key', 'generate', '--operator', 'Example'])
  await ok(create(id))
  writeFileSync(join(folder, 'same'), passphrase, { mode: 0o600 })
  t.match(await ok(['key', 'passphrase', '--new-passphrase-file', 'same']), '2 secrets are re-encrypted')
  const [{ id: storeId } = { id: '' }] = await query<{ id: string }>(
    url.href,
    'SELECT store_id::text AS id FROM drawaudit_store',
  )
  const journal = join(folder, 'state', 'drawaudit', `${storeId}.signed`)
  t.ok(existsSync(journal), 'the journal is among the state of the user')
  const countSigned = (): number => readFileSync(journal, 'utf8').match(/"raffle_id"/g)?.length ?? 0
  t.equal(countSigned(), 1)
  writeFileSync(join(folder, 'entries.csv'), 'ticket-1,paid\nticket-2,free\n')
  await ok(['raffle', 'import', id, 'entries.csv'])
  t.match(await ok(['raffle', 'status', id]), /2 of at most 500 entries/)
  t.match(await ok(['raffles']), id)

  // Another machine.
  const there = { DRAWAUDIT_JOURNAL: join(folder, 'there.signed') }
  const second = id.replace('4963', '5963')
  t.match(await call(create(second), there), { code: 2, stderr: /store adopt/ })
  t.match(
    await ok(['store', 'adopt', '--is-newest'], there),
    /^the database is \d+\/1\/\d+\nthe journal lacked statement 0 of raffle 4963.*\nthe journal agrees .*added 1 statement\n$/,
  )
  await ok(create(second), there)
  await ok(create(id.replace('4963', '6963')))
  t.equal(countSigned(), 3, 'takes up what was signed there')

  // As after a failover: to this program a database of another object id is another one.
  const renamed = await createDatabase(t, url.pathname.slice(1))
  const beyond = ['--store', renamed]
  t.match(await call(create(id.replace('4963', '7963')).concat(beyond)), {
    code: 2,
    stderr:
      /the database is .* now, and this journal was last compared with .*\nhint: .*on every machine that signs/,
  })
  t.match(
    await ok(['store', 'adopt', '--is-newest', ...beyond]),
    /and was .*\n(?:.*\n)*nothing can be signed until the journal .*there\.signed/,
  )
  const found = await ok(['store', 'adopt', '--is-newest', ...beyond, '--format', 'json'])
  const [other] = (JSON.parse(found) as { database: { waits_for: { journal: string }[] } }).database.waits_for
  await ok(['store', 'adopt', '--is-newest', ...beyond, '--lost-journal', other?.journal ?? ''])
  await ok(create(id.replace('4963', '7963')).concat(beyond))

  t.match(await ok(['store', 'check', ...beyond]), /: nothing is wrong$/m)
  t.match(await call(['store', 'check']), {
    code: 1,
    stdout: /statement 0 of raffle 7963.* was signed, and the store does not have it\n.*: 1 problem$/m,
  })
  for (const args of [
    ['backup', 'copy.db'],
    ['restore', 'copy.db'],
  ]) {
    t.match(await call(['store', ...args]), { code: 2, stderr: /store files only\nhint: pg_/ })
  }
  const printed = await ok(['serve', '--store', url.href, '--print-config'])
  t.notMatch(printed, 'secret-of-the-database')
  t.match(printed, ':***@')
  const wrong = new URL(url)
  wrong.pathname = '/no-such-database'
  const missing = await call(['raffles', '--store', wrong.href])
  t.equal(missing.code, 2)
  t.notMatch(missing.stdout + missing.stderr, 'secret-of-the-database')
})

await t.test('log sequence goes on when its database comes back', { skip: noPostgres }, async t => {
  const way = await createWay(t, await createDatabase(t))
  const folder = t.testdir()
  const env = {
    PATH: process.env['PATH'] ?? '',
    DRAWAUDIT_STORE: way.url,
    DRAWAUDIT_PASSPHRASE: passphrase,
    DRAWAUDIT_JOURNAL: join(folder, 'here.signed'),
  }
  const ok = async (args: readonly string[]): Promise<void> => {
    const { code, stderr } = await run(args, { cwd: folder, env })
    t.equal(code, 0, stderr)
  }
  await ok(['store', 'migrate'])
  await ok(['key', 'generate', '--operator', 'Example'])
  await ok(['log', 'create', '--origin', 'raffles.example/log'])
  const child = spawn(process.execPath, [bin, 'log', 'sequence', '--interval', '1'], { env })
  t.teardown(() => child.kill('SIGKILL'))
  let [told, noted] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (told += String(chunk)))
  child.stderr.on('data', (chunk: Buffer) => (noted += String(chunk)))
  while (told === '' && child.exitCode === null) await sleep(50)
  way.cut()
  while (noted === '' && child.exitCode === null) await sleep(50)
  t.match(noted, /^note: .*: retrying\n$/)
  way.mend()
  told = ''
  while (told === '' && child.exitCode === null) await sleep(50)
  t.match(told, 'log raffles.example/log: ')
  child.kill('SIGTERM')
  t.strictSame(await once(child, 'exit'), [0, null])
})

await t.test('a service waits for a database that is away, and ends when it is told to', async t => {
  const env = {
    PATH: process.env['PATH'] ?? '',
    DRAWAUDIT_STORE: 'postgres://drawaudit:secret-of-the-database@127.0.0.1:1/raffles',
    DRAWAUDIT_PASSPHRASE: passphrase,
  }
  for (const args of [
    ['serve', '--port', '0'],
    ['webhook', 'deliver'],
  ]) {
    const child = spawn(process.execPath, [bin, ...args], { env })
    t.teardown(() => child.kill('SIGKILL'))
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += String(chunk)))
    while (!output.includes('waiting for it') && child.exitCode === null) await sleep(50)
    await sleep(1500)
    t.equal(child.exitCode, null, `${args.join(' ')}: ${output}`)
    child.kill('SIGTERM')
    const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
    t.ok(code === 0 || signal === 'SIGTERM', `${code} ${signal}`)
    t.notMatch(output, 'secret-of-the-database')
  }
  const { code, stderr } = await run(['webhook', 'deliver', '--once'], { env })
  t.equal(code, 2, stderr)
})

await t.test('a login that is refused ends a service at once', { skip: noPostgres }, async t => {
  const url = new URL(await createDatabase(t))
  url.username = 'nobody_we_know'
  const env = { DRAWAUDIT_STORE: url.href, DRAWAUDIT_PASSPHRASE: passphrase }
  for (const args of [
    ['serve', '--port', '0'],
    ['webhook', 'deliver'],
  ]) {
    const { code, stdout, stderr } = await run(args, { env })
    t.equal(code, 2, args.join(' '))
    t.match(stderr, /^error: .*refuses to let us in \(28\w+\)\nhint: look at the user and the password/m)
    t.notMatch(stdout, 'waiting for it')
  }
})
