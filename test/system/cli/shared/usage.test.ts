import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { proven, root, run, runJson } from '../../../cli/run.js'

await t.test('a wrong call says what is wrong and what to do', async t => {
  const cases: readonly (readonly [args: readonly string[], error: string, hint: string])[] = [
    [[], 'name a command', 'drawaudit --help shows how to call it'],
    [['verfy', 'x'], 'there is no command "verfy"', 'did you mean verify?'],
    [['recipe', 'lst'], 'there is no command "lst"', 'did you mean list?'],
    [
      ['recipe', 'xylophone', 'x'],
      'there is no command "xylophone"',
      'the commands are list, show, format, find, new, test, add, remove, sign',
    ],
    [
      ['xylophone', 'x'],
      'there is no command "xylophone"',
      'the commands are verify, check, fetch, watch, observe, monitor, trust, explain, recipe, beacon, page, selftest, hash, init, status, draw, raffle, key, receipt, log, witness, webhook, desk, serve, publish, stats, raffles, store, db, help, completion',
    ],
    [['-q', 'verify', proven], `there is no command "${proven}"`, 'options go after the command'],
    [['recipe'], 'name a command of recipe', 'drawaudit recipe --help shows how to call it'],
    [['verify'], 'the argument <path> is missing', 'drawaudit verify --help shows how to call it'],
    [['explain'], 'the argument <file> is missing', 'drawaudit explain --help shows how to call it'],
    [['hash'], 'the argument <value> is missing', 'drawaudit hash --help shows how to call it'],
    [
      ['recipe', 'test', '--all'],
      'the argument <recipe> is missing',
      'drawaudit recipe test --help shows how to call it',
    ],
    [
      ['raffle', 'import', 'x'],
      'the argument <file> is missing',
      'drawaudit raffle import --help shows how to call it',
    ],
    [
      ['recipe', 'show'],
      'the argument <recipe> is missing',
      'drawaudit recipe show --help shows how to call it',
    ],
    [
      ['explain', proven, 'second.json'],
      'unknown argument: second.json',
      'drawaudit explain --help shows how to call it',
    ],
    [
      ['verify', proven, '--xylophone', '-x', '--no-such=1'],
      'unknown argument: --xylophone, -x, --no-such',
      'drawaudit verify --help shows how to call it',
    ],
    [['verify', proven, '-x', '--recip=1'], 'unknown argument: -x, --recip', 'did you mean --recipe?'],
    [
      ['recipe', 'list', '--no-colour'],
      'unknown argument: --no-colour',
      'drawaudit recipe list --help shows how to call it',
    ],
    [['recipe', 'list', '--colour'], 'unknown argument: --colour', 'did you mean --color?'],
    [['recipe', 'list', '--formt', 'json'], 'unknown argument: --formt', 'did you mean --format?'],
    [
      ['recipe', 'list', '--color=always'],
      '--color does not take a value, found "always"',
      'give --color or --no-color',
    ],
    [
      ['verify', proven, '--recipe.name=x'],
      'unknown argument: --recipe.name',
      'drawaudit verify --help shows how to call it',
    ],
    [
      ['verify', proven, '--format', 'yaml'],
      '--format takes "text", "json", "ndjson", found "yaml"',
      'drawaudit verify --help shows how to call it',
    ],
    [
      ['verify', proven, '--engine', 'fast'],
      '--engine takes "native", "portable", "both", found "fast"',
      'drawaudit verify --help shows how to call it',
    ],
    [['verify', proven, '--no-recipe'], 'there is no option --no-recipe', 'leave out --recipe'],
    [['verify', proven, '--no-require'], 'there is no option --no-require', 'leave out --require'],
    ...['--format', '--engine', '--recipe', '--require'].map(
      option =>
        [
          ['verify', proven, option],
          `${option} takes a value`,
          'drawaudit verify --help shows how to call it',
        ] as const,
    ),
  ]
  await Promise.all(
    cases.map(async ([args, error, hint]) => {
      const { code, stdout, stderr } = await run(args)
      t.same([code, stdout, stderr], [2, '', `error: ${error}\nhint: ${hint}\n`], args.join(' '))
    }),
  )
})

await t.test('an option with one value is given once', async t => {
  const twice = [
    ['--format', 'text', '--format', 'json'],
    ['--engine', 'native', '--engine', 'native'],
    ['--recipe', 'raffair', '--recipe', 'raffair'],
  ]
  await Promise.all(
    twice.map(async options => {
      const { code, stdout, stderr } = await run(['verify', proven, ...options, '--no-color'])
      t.equal(code, 2)
      // With --format json among the two, the failure is JSON.
      t.match(stdout + stderr, `${options[0] ?? ''} is given more than once`)
    }),
  )
})

await t.test('a failure is JSON where JSON was asked for', async t => {
  const cases = [
    [['verify', 'no-such-file.json'], 'file-missing'],
    [['verfy', 'x'], 'usage'],
    [['verify', proven, '--no-such'], 'usage'],
    [['verify', proven, '--recipe', 'none'], 'recipe-unknown'],
    [['hash', 'no-such-file.json'], 'hash-character'],
    [['recipe', 'show', 'raffair'], 'usage'],
    [[], 'usage'],
  ] as const
  await Promise.all(
    cases.map(async ([args, code]) => {
      const { report, stderr } = await runJson(args)
      t.match(report, { exit_code: 2, subjects: [], error: { code } }, args.join(' '))
      t.notOk('verdict' in report)
      t.equal(stderr, '')
    }),
  )
  const { stdout } = await run(['verify', 'no-such-file.json', '--format=json'])
  t.match(JSON.parse(stdout), { exit_code: 2, error: { code: 'file-missing' } })
})

await t.test('--help shows every command with examples', async t => {
  const calls = [
    [],
    ['verify'],
    ['explain'],
    ['hash'],
    ['recipe'],
    ['recipe', 'list'],
    ['recipe', 'show'],
    ['raffle'],
    ['key'],
    ['stats'],
  ]
  await Promise.all(
    calls.map(async call => {
      const { code, stdout, stderr } = await run([...call, '--help'])
      t.same([code, stderr], [0, ''])
      const [, examples = ''] = stdout.split('\nExamples:\n')
      t.ok(examples.includes(`drawaudit ${call.join(' ')}`), call.join(' '))
      t.notMatch(examples, '--help', 'an example does something')
      t.ok(
        stdout.split('\n').every(line => line.length <= 80 || line.startsWith('  drawaudit ')),
        'no line is wider than a page, but commands to be copied',
      )
    }),
  )
  const { stdout } = await run(['--help'])
  for (const command of ['verify', 'explain', 'recipe', 'hash']) t.match(stdout, `\n  ${command} `)
  t.match(stdout, 'Exit codes: 0 proven, 1 refuted, 2 usage error, 3 not provable')
})

await t.test('--version is that of the package', async t => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const printed = await Promise.all([run(['--version']), run(['verify', '--version'])])
  t.strictSame(
    printed.map(({ code, stdout, stderr }) => [code, stdout, stderr]),
    [
      [0, `${version}\n`, ''],
      [0, `${version}\n`, ''],
    ],
  )
})
