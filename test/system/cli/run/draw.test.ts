// From a list to a certificate by one command, and a raffle that is carried through unattended. They wait for a draw, most
// of 80 seconds, and take few CPU seconds.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { run, type Ended } from '../../../cli/resident.js'
import { type } from '../../../cli/terminal.js'
import { startRehearsal } from '../../../relay/rehearsal.js'

const { startAuthority } = await import('../../../../scripts/time-stamp-authority.js')

const folder = t.testdir({
  fair: { 'names.txt': Array.from({ length: 142 }, (_, at) => `Person ${at + 1}\n`).join('') },
  shop: { 'entries.csv': 'id,kind\n10001,paid\n10002,free\n' },
  bare: { 'names.txt': 'Anna\nBob\n' },
  refused: { 'names.txt': 'Anna\nBob\nAnna\nJo,jo@example.org\n' },
})
const { chain, url } = await startRehearsal(t)
writeFileSync(join(folder, 'beacon.json'), JSON.stringify({ trust: 'drawaudit/v1', beacons: [chain] }))
writeFileSync(join(folder, 'pass'), 'a rather long passphrase 7\n', { mode: 0o600 })
const settings = {
  operator: 'Village fair',
  passphrase_file: '../pass',
  chain_info: '../beacon.json',
  relays: [url],
}
for (const name of ['fair', 'shop', 'refused'])
  writeFileSync(join(folder, name, 'drawaudit.json'), JSON.stringify(settings))

const call = (name: string, args: readonly string[]): Promise<Ended> => run(args, { cwd: join(folder, name) })

/** What a run left in its folder, but for the settings. */
const listFiles = (name: string): readonly string[] =>
  readdirSync(join(folder, name))
    .filter(file => file !== 'drawaudit.json')
    .sort()

t.jobs = 3

await Promise.all([
  t.test('142 names, three winners', async t => {
    const ended = await call('fair', ['draw', 'names.txt', '--winners', '3', '--in', '75s'])
    t.equal(ended.code, 0, ended.stderr)
    t.match(ended.stderr, /^made a key of Village fair in raffles.db$/m)
    t.match(ended.stderr, /^sealed 142 entries, (?:59 s|1 min) before the draw$/m)
    t.match(ended.stdout, /^Winner 1: Person \d+\nWinner 2: Person \d+\nWinner 3: Person \d+\nlevel 3, /)
    t.match(ended.stderr, /^the certificate publishes the whole list: numbers in it, rather than names,/m)
    t.match(ended.stdout, /\nthis was a rehearsal, .*: do not publish it as a draw\n$/)
    t.notMatch(ended.stdout, /next: give/)
    t.strictSame(listFiles('fair'), [
      ...[
        'names.bundle.json',
        'names.html',
        'names.trust.json',
        'names.txt',
        'raffles.db',
        'raffles.db.signed',
        'raffles.db.signed.compared',
      ],
    ])
    t.match(readFileSync(join(folder, 'fair/names.html'), 'utf8'), /data-role="bundle">.*data-role="trust">/s)
    const [, check = ''] = /drawaudit (verify .*)/.exec(ended.stdout) ?? []
    const verified = await call('fair', check.split(' '))
    t.equal(verified.code, 0, verified.stdout)

    const again = await call('fair', ['draw', 'names.txt', '--winners', '3', '--format', 'json'])
    t.equal(again.code, 0, again.stderr)
    const { winners, level } = JSON.parse(again.stdout) as {
      winners: readonly { winner_entry_id: string }[]
      level: number
    }
    const first = [...ended.stdout.matchAll(/^Winner \d: (.*)$/gm)].map(([, id]) => id)
    t.strictSame(
      winners.map(({ winner_entry_id }) => winner_entry_id),
      first,
      'run again, it is the same draw',
    )
    t.equal(level, 3)
    const once = ['draw', 'names.txt', '--name', 'Once more', '--trust', 'none.json']
    t.match(await call('fair', once), {
      code: 2,
      stderr:
        /^warning: this list was used by raffle \S+ "Draw from names.txt", drawn, 2.*an auditor will ask about.*\nerror: .*none/m,
    })
    const declined = await type(once, [['Draw from it once more? [y/N] ', '\r']], join(folder, 'fair'))
    t.match(declined, { code: 2, shown: /the list was drawn from before; nothing was signed/ })
  }),

  t.test('a raffle that nobody attends', async t => {
    let asked = 0
    // The first two questions find it down.
    const authority = await startAuthority(join(folder, 'authority'), {
      answer(stamp, response) {
        asked += 1
        if (asked < 3) {
          response.statusCode = 503
          response.end()
          return
        }
        response.setHeader('content-type', 'application/timestamp-reply')
        response.end(stamp())
      },
    })
    t.teardown(authority.close)
    const at = (seconds: number): string =>
      new Date(1000 * Math.floor(Date.now() / 1000 + seconds)).toISOString().replace('.000Z', 'Z')
    writeFileSync(
      join(folder, 'shop/raffle.json'),
      JSON.stringify({
        name: 'Summer raffle',
        prizes: ['iPhone', 'Mug'],
        max_entries: 500,
        entries_close_at: at(35),
        draw_at: at(72),
        entries: 'entries.csv',
      }),
    )
    const command = 'echo "$DRAWAUDIT_PUBLISH" >> brought; [ "$(wc -l < brought)" -gt 1 ]'
    const args = ['raffle', 'run', 'raffle.json', '--publish', 'public', '--publish-command', command]
    const running = call('shop', [...args, '--timestamp', authority.url])
    // Somebody enters while it is open.
    setTimeout(() => {
      writeFileSync(join(folder, 'shop/entries.csv'), 'id,kind\n10001,paid\n10002,free\n10003,paid\n')
    }, 15_000)
    const ended = await running
    t.equal(ended.code, 0, ended.stderr)
    t.match(ended.stderr, /has not time-stamped it: .*: retrying/)
    t.match(ended.stderr, /the publish command (?:ended with 1|took too long): retrying/)
    t.match(ended.stderr, /sealed 3 entries/)
    const bundle = JSON.parse(readFileSync(join(folder, 'shop/summer-raffle.bundle.json'), 'utf8')) as {
      timestamps: readonly { sequence: number }[]
      entries: readonly unknown[]
    }
    t.strictSame(
      bundle.timestamps.map(({ sequence }) => sequence),
      [0, 1],
    )
    t.equal(bundle.entries.length, 3)
    const [id = ''] = readdirSync(join(folder, 'shop/public/raffles'))
    const published = join(folder, 'shop/public/raffles', id)
    t.strictSame(readdirSync(published).sort(), ['audit.json', 'bundle.json', 'index.html', 'trust.json'])
    t.match(readFileSync(join(folder, 'shop/public/index.html'), 'utf8'), /Summer raffle.*drawn/)
    t.same(JSON.parse(readFileSync(join(published, 'bundle.json'), 'utf8')), bundle)
  }),

  t.test('what fails before anything is signed leaves nothing behind', async t => {
    const refused = await call('refused', ['draw', 'names.txt'])
    t.match(refused, {
      code: 2,
      stdout: '',
      stderr:
        /^names.txt:3: "Anna" is also on line 1.*\nnames.txt:4: .*\nnothing was signed: 2 lines were refused\n$/,
    })
    const list = join(folder, 'refused/good.txt')
    writeFileSync(list, 'Anna\nBob\n')
    const weak = join(folder, 'refused/weak')
    writeFileSync(weak, 'password\n', { mode: 0o600 })
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [['--winners', '3'], /there are fewer entries \(2\) than prizes \(3\)/],
      [['--in', '10s'], /too soon.*\nhint: 1 min 15 s at least/],
      [['--winners', '2', '--prize', 'x'], /1 prizes for 2 winners/],
      [['--passphrase-file', weak], /the passphrase/],
      [
        ['--passphrase-file', 'none'],
        /none: there is no such file.*\nhint: .*drawaudit init --passphrase-file FILE makes one/,
      ],
      [
        ['--key-file', 'none'],
        /none: there is no such file.*\nhint: drawaudit init --key-file FILE creates it/,
      ],
      [
        ['--relay', 'http://127.0.0.1:1', '--allow-private'],
        /error: the beacon cannot be asked, and nothing was signed: .*127\.0\.0\.1:1.*\nhint: check the network, .*raffle draw --beacon-file FILE.*To rehearse: drawaudit beacon serve/,
      ],
      [
        ['--beacon', 'quicknet', '--relay', url, '--allow-private'],
        /nothing was signed: .*does not serve this chain\)\nhint: give the chain of this relay with --chain-info FILE/,
      ],
      // Found when the store is made already.
      [['--supersedes', '49638a53-01d5-4ea0-96bc-887c4448c4f3'], /to be superseded, is not in this store/],
    ]
    for (const [more, message] of cases) {
      const code = more.includes('--relay') ? 4 : 2
      t.match(await call('refused', ['draw', 'good.txt', ...more]), { code, stdout: '', stderr: message })
    }
    const mail = join(folder, 'refused/mail.txt')
    writeFileSync(mail, 'Jo Doe\nann@example.org\n')
    const personal =
      /warning: 2 ids look like .*:\s+line 2\s+\(a…@e….o…\), line 1 \(J… D…\)\. The list is public/
    const scripted = await call('refused', ['draw', 'mail.txt', '--trust', 'none.json'])
    t.match(scripted, { code: 2, stderr: personal })
    t.match(scripted.stderr, /none\.json/, 'in a script it goes on')
    const asked = await type(['draw', 'mail.txt'], [['Publish them? [y/N] ', 'n\r']], join(folder, 'refused'))
    t.match(asked, { code: 2, shown: personal })
    t.match(asked.shown, /the list has personal data in it; nothing was signed/)
    t.strictSame(listFiles('refused'), ['good.txt', 'mail.txt', 'names.txt', 'weak'])
    const typed = [
      ['who runs the draw?', 'Me\n'],
      ['new passphrase: ', 'a rather long passphrase\n'],
      ['once more: ', 'another long passphrase\n'],
      ['new passphrase: ', '\n'],
      ['new passphrase: ', '\n'],
    ] as const
    const bare = join(folder, 'bare')
    const differ = await type(['draw', 'names.txt'], typed, bare)
    t.match(differ, { code: 2, shown: /the two passphrases differ: type another.*the passphrase is empty/s })
    t.strictSame(readdirSync(bare), ['names.txt'])
    const none = await run(['draw', list], { cwd: bare })
    t.match(none, { code: 2, stderr: /no operator is given\nhint: in a script/ })
  }),
])
