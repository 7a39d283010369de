/** The verifier in Python as whoever installs it has it: built by Debian's setuptools, called by its own name. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { writeTiles } from '../../protocol/tiles.js'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = `${root}conformance/python`

// Debian's own: another one, of pyenv for instance, does not see its packages.
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3'

const call = (command: string, args: readonly string[], cwd = root, input = '') =>
  spawnSync(command, args, { cwd, input, encoding: 'utf8', maxBuffer: 2 ** 26, timeout: 120_000 })

/** Why it cannot be built here; false where it can. */
function findObstacle(): string | false {
  const needed =
    'import setuptools, sys, ensurepip, pip, wheel; sys.exit(int(setuptools.__version__.split(".")[0]) < 61)'
  if (call(python, ['-c', needed]).status !== 0)
    return 'venv, pip, wheel or setuptools 61 of Python is not installed'
  return call('openssl', ['version']).status === 0 ? false : 'openssl is not installed'
}
const obstacle = findObstacle()

const untyped = call('mypy', ['--version']).status === 0 ? false : 'mypy is not installed'

await t.test('mypy --strict finds nothing', { skip: untyped }, t => {
  const { status, stdout } = call('mypy', ['--strict', `--cache-dir=${t.testdir()}`], folder)
  t.equal(status, 0, stdout)
  t.match(stdout, /^Success: no issues found in \d{2} source files$/m)
  t.end()
})

await t.test('its version is that of drawaudit', t => {
  const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string }
  t.match(readFileSync(`${folder}/pyproject.toml`, 'utf8'), `\nversion = "${version}"\n`)
  t.end()
})

await t.test('the package', { skip: obstacle, timeout: 300_000 }, async t => {
  const scratch = t.testdir()
  cpSync(folder, `${scratch}/source`, { recursive: true })
  const made = call(python, ['-m', 'venv', '--system-site-packages', `${scratch}/venv`])
  t.equal(made.status, 0, made.stderr)
  const options = ['--quiet', '--no-index', '--no-deps', '--no-build-isolation']
  const installed = call(`${scratch}/venv/bin/pip`, ['install', ...options, `${scratch}/source`], scratch)
  t.equal(installed.status, 0, installed.stderr)

  const program = `${scratch}/venv/bin/drawaudit-verify`
  const verify = (...args: readonly string[]) => call(program, args)
  const bundle = (name: string) => [
    `fixtures/bundles/${name}/bundle.json`,
    '--trust',
    `fixtures/bundles/${name}/trust.json`,
  ]

  await t.test('agrees about the suite', t => {
    const { status, stdout } = call('python3', [
      'conformance/run.py',
      '--without',
      'ml-dsa-44',
      program,
      '--cases',
      '--signatures',
      'python',
    ])
    t.equal(status, 0, stdout)
    t.match(stdout, /^(\d+) of \1 cases, \d+ claims, 0 cases disagree$/m)
    t.end()
  })

  await t.test('is typed for whoever imports it', t => {
    const script =
      'import drawaudit_verify as d; from pathlib import Path; print((Path(d.__file__).parent / "py.typed").exists())'
    t.equal(call(`${scratch}/venv/bin/python`, ['-c', script], scratch).stdout, 'True\n')
    t.end()
  })

  await t.test('what its page shows is so', t => {
    const page = readFileSync(`${folder}/README.md`, 'utf8')
    const shown = [...page.matchAll(/```console\n\$ (drawaudit-verify .+)\n([^]*?)```/g)]
    t.ok(shown.length >= 2)
    for (const [, command = '', output = ''] of shown) {
      const { stdout } = call(program, command.split(' ').slice(1))
      t.equal(stdout, output, command)
    }
    const { stdout } = verify('--help')
    for (const [option] of stdout.matchAll(/--[a-z-]+/g)) t.match(page, `\`${option}`, option)
    t.end()
  })

  await t.test('the program of its page runs', t => {
    const [, script = ''] = /```python\n([^]*?)```/.exec(readFileSync(`${folder}/README.md`, 'utf8')) ?? []
    const bundles = `${root}fixtures/bundles/unicode-ids`
    const { stdout, stderr } = call(`${scratch}/venv/bin/python`, ['-c', script], bundles)
    t.equal(stdout, 'not-provable 3\n', stderr)
    t.end()
  })

  await t.test('ends as drawaudit verify does', t => {
    const three = bundle('three-prizes-142-entries')
    const endings = [
      { args: [...three, '--require', 'reproducible'], status: 0 },
      { args: [...three, '--require', 'seed.committed,winner.derived'], status: 0 },
      { args: [...three, '--require', 'reproducible', '--beacon-signature', 'forged'], status: 1 },
      { args: three, status: 3 },
      { args: [...bundle('replacements'), '--require', 'reproducible', '--accept-replacements'], status: 0 },
      {
        args: [...three, '--require', 'reproducible', '--raffle', '00000000-0000-4000-8000-000000000000'],
        status: 3,
      },
      { args: [...three, '--require', 'reproducible', '--ticket', 'nobody'], status: 3 },
      { args: [three[0] ?? '', '--trust', 'fixtures/bundles/unicode-ids/trust.json'], status: 3 },
    ]
    for (const { args, status } of endings) {
      const given = args.includes('--beacon-signature') ? args.slice(0, -2) : args
      const ended = verify(...args)
      t.equal(ended.status, status, `${args.join(' ')}\n${ended.stderr}`)
      // What it is told of the beacon, drawaudit finds out.
      if (given === args)
        t.equal(call('bin/drawaudit.js', ['verify', ...args]).status, status, args.join(' '))
    }
    const [claims] = [verify(...three, '--format', 'json')].map(
      ({ stdout }) => (JSON.parse(stdout) as { claims: { id: string; code: string }[] }).claims,
    )
    t.equal(claims?.length, 15)
    t.match(
      verify(...three).stdout,
      /\n {2}level 3 of 5, reproducible; asked for level 4 \(unsteerable\), not reached, stopped by beacon\.genuine\n/,
    )
    t.end()
  })

  await t.test('reads a log in a folder', t => {
    const path = 'fixtures/mutants/unharmed/logged.json'
    const { log, ...one } = JSON.parse(readFileSync(root + path, 'utf8')) as Record<string, unknown> & {
      log: { checkpoint: string; entries: string[] }
      now: string
      observations?: unknown[]
    }
    const at = `${scratch}/logged`
    mkdirSync(at, { recursive: true })
    for (const name of ['bundle', 'trust', 'record'])
      writeFileSync(`${at}/${name}.json`, JSON.stringify(one[name]))
    const args = [`${at}/bundle.json`, '--trust', `${at}/trust.json`, '--record', `${at}/record.json`]
    const seen = (one.observations ?? []).flatMap((file, place) => {
      writeFileSync(`${at}/seen-${place}.json`, JSON.stringify(file))
      return ['--observation', `${at}/seen-${place}.json`]
    })
    writeTiles(`${at}/log`, log.checkpoint, log.entries)
    const asked = ['--now', one.now, '--beacon-signature', 'genuine', '--require', 'witnessed']
    const without = verify(...args, ...seen, ...asked)
    t.equal(without.status, 3, without.stdout)
    const read = verify(...args, ...seen, ...asked, '--log', `${at}/log`)
    t.equal(read.status, 0, read.stdout + read.stderr)
    t.match(read.stdout, /\n {2}proven {10}evidence\.unique .*: logged-once\n/)
    const cut = log.entries.slice(1)
    writeTiles(`${at}/short`, log.checkpoint, cut)
    t.match(verify(...args, '--log', `${at}/short`), { status: 2, stderr: /^error: .*\n$/ })
    t.end()
  })

  await t.test('says what is wrong with what it is given, and never how it came to that', t => {
    const [path = '', , trust = ''] = bundle('three-prizes-142-entries')
    const file = (name: string, data: string | Buffer): string => {
      writeFileSync(`${scratch}/${name}`, data)
      return `${scratch}/${name}`
    }
    const wrong: readonly (readonly [args: readonly string[], said: RegExp])[] = [
      [[], /error: give a bundle, and with --trust the trust file/],
      [[path], /error: give a bundle/],
      [[path, '--trust', 'nothing'], /^error: nothing: there is no such file\n$/],
      [[path, '--trust', root], /^error: .*: Is a directory\n$/],
      [[path, '--trust', '/dev/null'], /^error: \/dev\/null: not a regular file\n$/],
      [[path, '--trust', path], /^error: .*: not a trust file: \/trust is missing \(trust-invalid\)\nhint: /],
      [
        [path, '--trust', file('a.json', '{"trust":"drawaudit/v1","operators":[1]}')],
        /: \/operators\/0 does not have its form/,
      ],
      [
        [path, '--trust', file('b.json', '{"trust":"drawaudit/v1","beacon":[]}')],
        /: \/beacon is not a known member/,
      ],
      [
        [path, '--trust', file('c.json', '{"a":1,"a":1}')],
        /: not strict JSON: a name stands twice in one object \(json-duplicate-name\)/,
      ],
      [[path, '--trust', file('d.json', Buffer.from([0xff]))], /\(utf8-invalid\)/],
      [[path, '--trust', file('e.json', '['.repeat(100_000))], /\(json-(too-deep|syntax)\)/],
      [[path, '--trust', trust, '--record', file('f.json', '1e400')], /\(json-number-form\)/],
      [
        [path, '--trust', trust, '--observation', file('g.json', '[{}]')],
        /--observation .* \(observation-invalid\)/,
      ],
      [[path, '--trust', trust, '--receipt', file('h.json', '{}')], /--receipt .* \(receipt-invalid\)/],
      [
        [path, '--trust', trust, '--ticket', 'x', '--proof', file('i.json', '{}')],
        /--proof .* \(proof-invalid\)/,
      ],
      [
        [path, '--trust', trust, '--require', 'everything'],
        /--require: 'everything' is neither a level nor a claim/,
      ],
      [[path, '--trust', trust, '--now', 'today'], /--now is not a time like/],
      [[path, '--trust', trust, '--raffle', 'x'], /--raffle is not a UUID/],
      [[path, '--trust', trust, '--log', root], /checkpoint: there is no such file/],
      [[path, '--trust', trust, '--nonce', '00'], /--nonce is not 32 lower-case hex digits/],
    ]
    for (const [args, said] of wrong) {
      const { status, stderr, stdout } = verify(...args)
      t.equal(status, 2, args.join(' '))
      t.match(stderr, said)
      t.equal(stdout, '')
    }
    for (const lines of ['', 'no JSON\n', '[]\n', '{}\n', '{"trust":1,"bundle":{}}\n', '"\xff"\n']) {
      const { status, stderr } = call(program, ['--cases'], root, lines)
      t.match(
        [status, stderr],
        lines === '' ? [0, /^$/] : [/^[02]$/, /^(error: line 1 of standard input is no case|$)/],
      )
    }
    const bare = spawnSync(program, [path, '--trust', trust], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: '/nowhere' },
    })
    t.match(bare, {
      status: 70,
      stdout: '',
      stderr: /^error: openssl cannot be run: .*\nhint: install openssl/,
    })
    t.end()
  })

  await t.test('whatever a bundle is, there is a verdict', t => {
    const [path = '', , trust = ''] = bundle('every-entry-wins')
    const whole = readFileSync(root + path)
    for (let at = 7; at < whole.length; at += Math.ceil(whole.length / 25)) {
      const spoilt = Buffer.from(whole)
      spoilt[at] = (whole[at] ?? 0) ^ 1
      for (const data of [spoilt, whole.subarray(0, at)]) {
        writeFileSync(`${scratch}/spoilt.json`, data)
        const args = [
          `${scratch}/spoilt.json`,
          '--trust',
          trust,
          '--signatures',
          'python',
          '--require',
          'reproducible',
        ]
        const { status, stderr, stdout } = verify(...args)
        // One bit more or less in a member that DSSE ignores says nothing.
        const allowed = data === spoilt ? [0, 1, 3] : [3]
        t.ok(allowed.includes(status ?? 70), `byte ${at}: ${status}, ${stderr}`)
        t.match(stdout, /\n {2}verdict: (proven|refuted|not provable)\n$/)
      }
    }
    t.end()
  })
})
