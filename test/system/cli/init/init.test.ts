// Some fifteen seconds of CPU: two dozen calls, and a passphrase that is made and typed.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { derivePublicKey } from '../../../../src/core/dsse.js'
import { createVerifierKey, formatVerifierKey } from '../../../../src/core/note.js'
import { formatTime } from '../../../../src/core/time.js'
import { run, type Ended } from '../../../cli/resident.js'
import { type } from '../../../cli/terminal.js'

const vkey = formatVerifierKey(
  createVerifierKey('witness.example', 'cosignature/v1', derivePublicKey(new Uint8Array(32).fill(1))),
)
const operator = 'Example Raffles Ltd'

interface Status {
  readonly file: string | null
  readonly settings: Readonly<Record<string, { readonly value: unknown; readonly from: string | null }>>
  readonly store: null | {
    readonly log: string | null
    readonly raffles: readonly {
      readonly raffle_id: string
      readonly state: string
      readonly next: readonly { readonly command?: string; readonly until?: string }[]
    }[]
  }
  readonly missing: readonly { readonly level: number; readonly command: string }[]
}

await t.test('in a script each answer is a flag, and what is made is found by every command', async t => {
  const folder = t.testdir()
  const call = (args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> =>
    run(args, { cwd: folder, env })
  const status = async (env?: Readonly<Record<string, string>>): Promise<Status> =>
    JSON.parse((await call(['status', '--format', 'json'], env)).stdout) as Status

  t.match(await status(), {
    file: null,
    store: null,
    settings: { chain: { value: 'quicknet', from: 'built-in' } },
  })
  const wrong: readonly (readonly [args: readonly string[], hint: RegExp])[] = [
    [['init'], /--operator NAME/],
    [['init', '--operator', operator], /--passphrase-file FILE.*--yes/],
    [['init', '--operator', operator, '--yes', '--witness', `https://a.example=${vkey}`], /--log ORIGIN/],
    [['init', '--operator', operator, '--yes', '--witness', 'https://a.example'], /NAME\+ID\+KEY/],
    [['init', '--operator', operator, '--yes', '--timestamp', 'time.example'], /a URL looks like/],
  ]
  for (const [args, hint] of wrong) {
    const { code, stderr } = await call(args)
    t.equal(code, 2, args.join(' '))
    t.match(stderr, hint)
  }
  t.notOk(existsSync(join(folder, 'raffles.db')), 'nothing is made by a call that is wrong')

  const made = await call(['init', '--operator', operator, '--key-file', 'secrets.key'])
  t.match(made, { code: 0, stdout: /^wrote drawaudit\.json\n(?:.*\n)*made a key of Example Raffles Ltd\n/ })
  t.equal(statSync(join(folder, 'secrets.key')).mode & 0o777, 0o600)
  t.match(made.stdout, /for level 4, an observer .*: drawaudit observe URL/)
  t.match(made.stdout, /for level 5, a log .*: drawaudit init --log ORIGIN --witness URL=VKEY\n/)

  t.match(await call(['init']), { code: 0, stdout: /^drawaudit\.json is unchanged\n/ })
  const settings = readFileSync(join(folder, 'drawaudit.json'), 'utf8')
  t.match(await call(['init', '--operator', 'Other']), {
    code: 2,
    stderr: /another operator\nhint: .*--force/,
  })
  t.equal(readFileSync(join(folder, 'drawaudit.json'), 'utf8'), settings)

  const url = 'https://time.example/tsr'
  const witness = `http://127.0.0.1:1=${vkey}`
  const added = await call(['init', '--timestamp', url, '--log', 'raffles.example/log', '--witness', witness])
  t.match(added, { code: 0, stdout: /timestampers: https:\/\/time\.example\/tsr \(new\)/ })
  t.match(added.stdout, /^vkey: raffles\.example\/log\+/m)
  t.match(
    added.stdout,
    /nothing is missing for level 5.*\nhttp:\/\/127\.0\.0\.1:1.*: .* most likely your own/,
  )
  t.strictSame(JSON.parse(readFileSync(join(folder, 'drawaudit.json'), 'utf8')), {
    operator,
    store: 'raffles.db',
    key_file: 'secrets.key',
    timestampers: [url],
    log: 'raffles.example/log',
    witnesses: [{ url: 'http://127.0.0.1:1', vkey }],
  })

  // No store, key, operator or time-stamper is named.
  const closes = formatTime(new Date(Date.now() + 3_600_000))
  const create = ['raffle', 'create', '--name', 'Raffle', '--prize', 'Mug', '--max', '5', '--closes', closes]
  const created = await call([...create, '--format', 'json'], { DRAWAUDIT_TIMESTAMP: 'http://127.0.0.1:1' })
  const { commitment, timestamps } = JSON.parse(created.stdout) as {
    readonly commitment: { readonly operator: string; readonly raffle_id: string }
    readonly timestamps: readonly { readonly authority: string }[]
  }
  t.equal(commitment.operator, operator)
  t.strictSame(
    timestamps.map(({ authority }) => authority),
    ['http://127.0.0.1:1'],
    'the environment goes before the settings',
  )
  const seen = await status({ DRAWAUDIT_STORE: 'raffles.db' })
  t.match(seen, {
    file: 'drawaudit.json',
    settings: {
      store: { value: 'raffles.db', from: 'environment' },
      operator: { value: operator, from: 'file' },
      publish: { value: null, from: null },
    },
    store: { log: 'raffles.example/log', raffles: [{ raffle_id: commitment.raffle_id, state: 'open' }] },
    missing: [],
  })
  const [next] = seen.store?.raffles[0]?.next ?? []
  t.match(next, { command: /^drawaudit /, until: /^2/ })
  const { stdout } = await call(['status', '--timestamp', 'https://flag.example'])
  t.match(stdout, /timestampers: https:\/\/flag\.example \(flag\)\n/)
  t.match(stdout, new RegExp(`${commitment.raffle_id}  open for entries.*Raffle\n  next: .*\n    drawaudit `))

  writeFileSync(join(folder, 'drawaudit.json'), JSON.stringify({ operator, stor: 'raffles.db' }))
  for (const args of [['status'], ['init'], ['raffle', 'list']]) {
    t.match(
      await call(args),
      { code: 2, stderr: /drawaudit\.json.*\/stor.*\nhint: did you mean store\?/s },
      args.join(' '),
    )
  }
  t.match(
    await call(['verify', 'none.json']),
    { code: 2, stderr: /none\.json/ },
    'an auditor reads no settings',
  )
})

await t.test('at a terminal it asks, and says what each answer does', async t => {
  const folder = t.testdir()
  const { code, shown } = await type(
    ['init'],
    [
      ['your name or company: ', `${operator}\r`],
      ['store [raffles.db]: ', '\r'],
      ['passphrase file (empty: type it each time): ', '\r'],
      ['URL of a time-stamper (empty: none): ', 'time.example\r'],
      ['URL of a time-stamper (empty: none): ', 'https://time.example/tsr\r'],
      ['(empty: none): ', '\r'],
      ['new passphrase: ', '\r'],
      ['new passphrase: ', 'nobody has to know it\r'],
      ['once more: ', 'nobody has to know it\r'],
    ],
    folder,
  )
  t.equal(code, 0, shown)
  t.match(shown, 'the passphrase is empty: type another')
  for (const level of [2, 3, 4, 5]) t.match(shown, new RegExp(`level ${level}`))
  t.notMatch(shown, 'nobody has to know it')
  t.strictSame(JSON.parse(readFileSync(join(folder, 'drawaudit.json'), 'utf8')), {
    operator,
    store: 'raffles.db',
    timestampers: ['https://time.example/tsr'],
  })
  const other = await type(['init', '--operator', 'Other'], [['Replace it? [y/N] ', 'n\r']], folder)
  t.match(other, { code: 2, shown: /another operator/ })
  const left = await type(['init'], [['passphrase file (empty: type it each time): ', '\u0003']], folder)
  t.not(left.code, 0)
})
