import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('../../', import.meta.url))

await t.test(
  'the demo finds every report as expected, and shows each view',
  { timeout: 400_000 },
  async t => {
    const args = ['scripts/demo.js', '--once', '--port', '0']
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
    let stdout = ''
    const pasted: Promise<readonly string[]>[] = []
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      // The server runs, and the raffle waits for its round: time to paste what was printed until then.
      if (pasted.length === 0 && stdout.includes('reports are as recorded')) pasted.push(pasteInto(stdout))
    })
    const [status] = (await once(child, 'close')) as [number | null]
    t.equal(status, 0, stdout)
    t.match(stdout, /\/audit'\n200 OK\n[^]*\/entries\/stats'\n200 OK\n[^]*\/odds\?entries=5'\n200 OK\n/)
    t.match(stdout, /"probability": 0\.035211/)
    t.match(stdout, /\n {2}level 5 of 5, witnessed; asked for level 5 \(witnessed\), reached\n/)
    t.match(stdout, /who could have chosen the winner: nobody, if /)
    t.match(stdout, /^time-stamped: statement 0 by [^]*^time-stamped: statement 1 by /m)
    t.match(stdout, /^proven: Demo Raffles signed for the paid entry 10049 /m)
    t.match(stdout, /^read the list: 142 entries, as they were sealed/m)
    const parts = [...stdout.matchAll(/^[ +] (the .*?|what .*?) +(level \d) {3}(.*)$/gm)]
    t.strictSame(
      parts.map(([, part, level, what]) => [part, level, what]),
      [
        ['the operator’s key and the beacon', 'level 3', 'the winner is the one that the rule gives'],
        ['the time-stamper', 'level 3', 'someone else saw the commitment and the seal in time'],
        ['the log and both witnesses', 'level 5', 'there was no second commitment or seal'],
        ['what the auditor signed', 'level 5', 'once the list was sealed, nobody could keep the result back'],
        [
          'the receipt of ticket 10049',
          'level 5',
          'entry 10049 stands in the sealed list as its receipt says',
        ],
      ],
      'what each part adds',
    )
    const [, same, all] = /^(\d+) of (\d+) reports are as recorded in fixtures\/reports$/m.exec(stdout) ?? []
    const expected = readdirSync(`${root}fixtures/reports`, { recursive: true, encoding: 'utf8' })
    t.equal(same, String(expected.filter(name => name.endsWith('.json')).length))
    t.equal(same, all)
    t.match(stdout, /\n1 checked: [^]*\$ npx drawaudit raffle create /, 'a real draw is verified first')
    t.notMatch(stdout, /^\{"/m, 'no logs of servers')
    t.notMatch(stdout, /^not as expected/m)
    const commands = commandsIn(stdout)
    t.ok(commands.length > 25, `${commands.length} commands`)
    for (const command of commands) {
      t.equal(spawnSync('sh', ['-n', '-c', command]).status, 0, `can be pasted: ${command}`)
      t.notOk(command.includes(root), `no absolute path: ${command}`)
      t.notMatch(command, /--receipt .*--ticket /, 'a receipt names its entry')
    }
    t.strictSame(await pasted[0], [
      '0 $ npx drawaudit raffle create',
      '0 $ npx drawaudit raffle seal',
      '0 $ npx drawaudit log witness',
      '0 $ npx drawaudit trust add',
      '2 $ npx drawaudit key generate',
    ])
  },
)

function commandsIn(stdout: string): readonly string[] {
  return [...stdout.matchAll(/^\$ (.*)$/gm)].map(([, command = '']) => command)
}

/** Runs some of the commands that were printed, as another terminal would; what each ended with. */
async function pasteInto(stdout: string): Promise<readonly string[]> {
  const [exported = ''] = /export .*/.exec(stdout) ?? []
  const ends: string[] = []
  for (const what of ['raffle create', 'raffle seal', 'log witness', 'trust add', 'key generate']) {
    const command = commandsIn(stdout).find(one => one.startsWith(`npx drawaudit ${what} `)) ?? 'false'
    const program = command.replace(/^npx drawaudit/, `'${process.execPath}' bin/drawaudit.js`)
    const child = spawn('sh', ['-c', `${exported}\n${program}`], { cwd: root, stdio: 'ignore' })
    const [code] = (await once(child, 'exit')) as [number | null]
    ends.push(`${code} $ npx drawaudit ${what}`)
  }
  return ends
}

await t.test('draws end as they should: what is wrong refuted, nothing unsteerable', t => {
  const folder = `${root}fixtures/reports`
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.json'),
  )
  const reports = names.map(name => {
    const subject = JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as {
      readonly verdict: string
      readonly level: number
    }
    return { name, ...subject }
  })
  const refuted = reports.filter(({ verdict }) => verdict === 'refuted')
  t.strictSame(refuted.map(({ name }) => name).sort(), [
    'draws/gojo/365c23e0.json',
    'draws/tgt2025/lb-competition-2025-06.json',
    'draws/trust-wallet/example-1-refuted.json',
    'forged/dchoose-entry-added.json',
    'forged/raffair-other-winner.json',
  ])
  // No platform among them had its commitment seen by somebody else in time.
  t.strictSame(
    reports.filter(({ level }) => level > 3).map(({ name }) => name),
    [],
  )
  t.equal(reports.filter(({ verdict }) => verdict === 'not-provable').length, reports.length - refuted.length)
  t.end()
})
