import { validateAction, validateWorkflow } from '@action-validator/core'
import { XMLParser } from 'fast-xml-parser'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { parse } from 'yaml'
import { levelNames, type Report } from '../../../src/model/report.js'
import { bin, proven, refuted, runShell, start } from '../../cli/run.js'
import { plain, startLogged } from '../../conformance/logged-service.js'
import { startService, type ServiceOptions } from '../../conformance/service.js'
import { writeTiles } from '../../protocol/tiles.js'
import { action, readYaml, runAction, type Inputs, type Ran, type Step } from './actions.js'
import { findFreePort, patch, read, root } from './programs.js'
import { isLong, some } from '../../long.js'

const raffle = '49638a53-01d5-4ea0-96bc-887c4448c4f3'
const written = ['junit', 'sarif', 'markdown', 'json', 'html'] as const

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>
}

const workflow = readYaml('examples/ci/github.yml') as Workflow
const workflowSteps = Object.values(workflow.jobs).flatMap(({ steps }) => steps)

/** A service that is never waited for. */
const service = async (
  test: Pick<typeof t, 'teardown'>,
  options: ServiceOptions = {},
): Promise<Awaited<ReturnType<typeof startService>>> => startService(test, { enforced: false, ...options })

const readOutput = (cwd: string, { outputs }: Ran, name: string): string =>
  readFileSync(join(cwd, outputs[name] ?? ''), 'utf8')

await t.test('action.yml and the workflow are what GitHub takes', t => {
  t.strictSame(validateAction(read('action.yml')).errors, [])
  t.strictSame(validateWorkflow(read('examples/ci/github.yml')).errors, [])
  t.not(validateAction(patch(read('action.yml'), { 'shell: bash': 'shel: bash' })).errors.length, 0)
  t.not(validateWorkflow(patch(read('examples/ci/github.yml'), { 'runs-on': 'run-on' })).errors.length, 0)
  t.end()
})

await t.test('every input and output is described, and every input is used once and is there', t => {
  for (const [name, { description }] of Object.entries({ ...action.inputs, ...action.outputs })) {
    t.match(description, /^[\w`].*[^.]$/, name)
  }
  const used = [...read('action.yml').matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name)
  t.strictSame([...new Set(used)].toSorted(), Object.keys(action.inputs).toSorted())
  const scripted = [...read('scripts/action.js').matchAll(/\b(?:text|list|option|flag)\('([\w-]+)'/g)]
  const known = Object.keys(action.inputs)
  for (const name of known) {
    const variable = `INPUT_${name.toUpperCase().replaceAll('-', '_')}`
    t.equal(action.runs.steps.at(-1)?.env?.[variable], `\${{ inputs.${name} }}`)
  }
  const named = scripted.map(([, name = '']) => name).filter(name => name !== 'raffle')
  t.strictSame([...new Set(named)].toSorted(), known.toSorted(), 'the script reads each of them')
  t.end()
})

await t.test('no expression stands in a script, and nothing that is used can change', t => {
  for (const { run, uses } of [...action.runs.steps, ...workflowSteps]) {
    t.notMatch(run ?? '', '${{')
    if (uses !== undefined) t.match(uses, /^(actions\/[\w-]+@[0-9a-f]{40}|OWNER\/drawaudit@COMMIT)$/)
  }
  for (const line of read('examples/ci/github.yml').match(/uses: actions\/.*/g) ?? []) {
    t.match(line, /# v\d+\.\d+\.\d+$/, 'the version that a commit is')
  }
  t.strictSame(workflow.permissions, { contents: 'read' })
  t.end()
})

await t.test('a good service: exit 0, every report, the summary', async t => {
  const { url, requests } = await service(t)
  const cwd = t.testdir()
  const ran = await runAction(
    {
      'base-url': url,
      raffles: `\n${raffle}\n`,
      'allow-private': true,
      header: 'Authorization: Bearer hush-hush\nX-Other: 1',
      lock: 'seen.json',
      wait: '10',
      timeout: '5.5',
      deadline: '300',
      'max-wait': '30',
      'accept-replacements': true,
      'vendor-type': 'application/vnd.service.v1+json',
    },
    { cwd },
  )
  t.equal(ran.code, 0, ran.stderr)
  t.match(ran.outputs, { 'exit-code': '0', verdict: 'proven', junit: 'drawaudit-reports/junit.xml' })
  for (const name of written) t.match(readOutput(cwd, ran, name), url.replace('http://', ''), name)
  t.match(ran.summary, '| service | ✅ keeps |')
  t.ok(existsSync(join(cwd, 'seen.json')), 'the lock file was made')

  t.match(requests[0]?.headers, { authorization: 'Bearer hush-hush', 'x-other': '1' })
  const everything = [ran.stdout, ran.stderr, ran.summary, ...written.map(name => readOutput(cwd, ran, name))]
  t.notMatch(everything.join('\n'), 'hush-hush')
})

await t.test('a service that breaks a rule: exit 1, an annotation, a failure in JUnit', async t => {
  const { url } = await service(t, { broken: 'AUD-06' })
  const cwd = t.testdir()
  writeFileSync(join(cwd, 'raffles.txt'), `${raffle}\n`)
  const ran = await runAction(
    {
      'base-url': url,
      'raffles-file': 'raffles.txt',
      'allow-private': 'true',
      rules: 'AUD\nSTA',
      skip: 'AUD-05',
      'reports-folder': "it's $(touch harmed) & more/\nverdict=proven",
    },
    { cwd },
  )
  t.equal(ran.code, 1, ran.stderr)
  t.match(ran.outputs, { 'exit-code': '1', verdict: 'refuted' })
  t.match(ran.stderr, /^::error title=drawaudit%3A refuted AUD-06 in /m)
  t.match(ran.summary, /AUD-06/)
  const junit = readOutput(cwd, ran, 'junit')
  const { testsuites } = new XMLParser({ ignoreAttributes: false }).parse(junit) as {
    testsuites: Readonly<Record<string, string>>
  }
  const report = JSON.parse(readOutput(cwd, ran, 'json')) as Report
  t.match(report, { rules: ['AUD', 'STA'], skip: ['AUD-05'], exit_code: 1 })
  const claims = report.subjects.flatMap(subject => subject.claims)
  const failed = claims.filter(({ status }) => status === 'refuted').map(({ id }) => id)
  t.strictSame(failed, ['AUD-06', 'record.consistent'])
  t.equal(testsuites['@_failures'], String(failed.length))
  t.notOk(existsSync(join(cwd, 'harmed')))
})

if (isLong)
  await t.test('a level that the draws do not reach: exit 3', async t => {
    const { url } = await service(t)
    const given = { 'base-url': url, raffles: raffle, 'allow-private': true, rules: 'VER-01' }
    const ran = await runAction(
      { ...given, require: `well-formed\n${levelNames[4]}`, 'probe-rate-limit': true },
      { cwd: t.testdir() },
    )
    t.match(ran.stderr, /^trying the rate limit: /m)
    t.equal(ran.code, 3, ran.stderr)
    t.match(ran.outputs, { 'exit-code': '3', verdict: 'not-provable' })
  })

if (isLong)
  await t.test(
    'level 5 with a trust file that names the log, and the notice of what would show it',
    async t => {
      const { url, raffle: logged } = await startLogged(t)
      const cwd = t.testdir({ 'trust.json': JSON.stringify(plain.trust), 'seen.json': '[]' })
      writeTiles(join(cwd, 'log'), plain.log!.checkpoint, plain.log!.entries)
      const given = { 'base-url': url, raffles: logged, 'allow-private': true, rules: 'VER' }
      const without = await runAction(given, { cwd })
      t.equal(without.code, 0, without.stderr)
      t.match(
        without.stderr,
        /^::notice title=drawaudit%3A another input would show more::one draw: give trust: .*\n$/,
      )
      const ran = await runAction({ ...given, trust: 'trust.json', require: 'witnessed' }, { cwd })
      t.equal(ran.code, 0, ran.stderr)
      t.equal(ran.stderr, '')
      t.match(ran.summary, '✅ keeps, witnessed')

      const path = join(cwd, 'bundle.json')
      writeFileSync(path, JSON.stringify(plain.bundle))
      const files = { path, trust: 'trust.json', require: 'witnessed' }
      t.equal((await runAction({ ...files, log: 'log' }, { cwd })).code, 0)
      const short = await runAction(files, { cwd })
      t.equal(short.code, 3)
      t.match(short.stderr, /^::error title=drawaudit%3A not provable level\.reached in .*%0Agive .*log/)
      for (const name of ['observation', 'timestamp']) {
        const ended = await runAction({ ...files, [name]: 'seen.json\nnone.json' }, { cwd })
        t.equal(ended.code, 2, name)
        t.match(ended.stderr, /(seen|none)\.json/, name)
      }
    },
  )

await t.test('a service that cannot be reached: exit 4, and the reports say so', async t => {
  const cwd = t.testdir({ 'drawaudit-reports': { 'report.json': '{"verdict":"proven"}', 'mine.txt': '' } })
  const url = `http://127.0.0.1:${await findFreePort()}/api/v1`
  const ran = await runAction({ 'base-url': url, raffles: raffle, 'allow-private': true }, { cwd })
  t.equal(ran.code, 4, ran.stderr)
  t.match(ran.outputs, { 'exit-code': '4', verdict: '' })
  t.match(JSON.parse(readOutput(cwd, ran, 'json')), { exit_code: 4, error: {} })
  t.match(readOutput(cwd, ran, 'junit'), '<error')
  t.match(ran.stderr, /^::error title=drawaudit%3A drawaudit could not do it::no connection to /m)
  t.ok(existsSync(join(cwd, 'drawaudit-reports/mine.txt')), 'what else is in the folder stays')
})

if (isLong)
  await t.test('files instead of a service', async t => {
    const files = await runAction(
      { path: `${root}${proven}\n`, require: 'winner.derived' },
      { cwd: t.testdir() },
    )
    t.equal(files.code, 0, files.stderr)
    t.equal(files.outputs['verdict'], 'proven')
    const recipe = await runAction({ path: `${root}${proven}`, recipe: 'none.json' }, { cwd: t.testdir() })
    t.equal(recipe.code, 2)
    t.match(recipe.stderr, 'none.json')
    const forged = await runAction({ path: `${root}${proven}\n${root}${refuted}` }, { cwd: t.testdir() })
    t.equal(forged.code, 1, forged.stderr)
    t.equal(forged.outputs['verdict'], 'refuted')
  })

const wrong: Readonly<Record<string, readonly [given: Inputs, says: RegExp]>> = {
  'neither a service nor files': [{}, /give one of the inputs base-url and path/],
  'a service and files': [{ 'base-url': 'https://raffles.example', path: '.' }, /give one of the inputs/],
  'files and a lock': [{ path: '.', lock: 'x', frozen: true }, /leave out lock, frozen/],
  'a word for a switch': [{ 'base-url': 'https://raffles.example', frozen: 'yes' }, /frozen takes .*"yes"/],
  'a trust file that is not there': [
    { 'base-url': 'https://raffles.example/api/v1', raffles: raffle, trust: 'none.json' },
    /^::error title=drawaudit::none\.json: there is no such file%0Ahint: drawaudit trust init/m,
  ],
  'no raffle, in the words of inputs': [
    { 'base-url': 'https://raffles.example/api/v1' },
    /^::error title=drawaudit.*no raffle is named%0A(?:hint: )?[^-]*raffles: UUID/m,
  ],
  'a file of certificates that is not there': [
    { 'base-url': 'https://raffles.example/api/v1', raffles: raffle, 'ca-file': 'none.pem' },
    /none\.pem/,
  ],
  'an option for a URL': [
    { 'base-url': '--list-rules', raffles: raffle },
    /the URL does not start with http/,
  ],
  'a folder that is a file': [{ path: '.', 'reports-folder': 'old' }, /"old" cannot be made/],
  'a raffle with what a shell would carry out': [
    {
      'base-url': 'https://raffles.example/api/v1',
      raffles: '$(touch harmed)`touch harmed`"; touch harmed; \' && touch harmed',
    },
    /a raffle is named by its UUID/,
  ],
}

for (const [name, [given, says]] of some(Object.entries(wrong), 3)) {
  await t.test(`a wrong call: ${name}`, async t => {
    const cwd = t.testdir({ old: '', 'drawaudit-reports': { 'report.json': '{"verdict":"proven"}' } })
    const ran = await runAction(given, { cwd })
    t.equal(ran.code, 2, ran.stderr)
    t.match(ran.stderr, says)
    t.match(ran.stderr, /^::error title=drawaudit/m)
    t.match(ran.outputs, { 'exit-code': '2', verdict: '' })
    if (ran.outputs['json'] !== '') {
      t.match(JSON.parse(readOutput(cwd, ran, 'json')), { exit_code: 2, error: {} }, 'not the old report')
    }
    t.notOk(existsSync(join(cwd, 'harmed')))
  })
}

await t.test('the first use builds', async t => {
  /** A checkout that is not built, and programs that only say how they were called. */
  const prepare = (name: string, programs: Readonly<Record<string, string>>) => {
    const cwd = join(t.testdirName, name)
    mkdirSync(join(cwd, 'checkout/scripts'), { recursive: true })
    mkdirSync(join(cwd, 'bin'))
    cpSync(`${root}scripts/action-setup.sh`, join(cwd, 'checkout/scripts/action-setup.sh'))
    symlinkSync('/bin/bash', join(cwd, 'bin/bash'))
    for (const [program, body] of Object.entries(programs)) {
      writeFileSync(join(cwd, 'bin', program), `#!/bin/bash\n${body}\n`)
      chmodSync(join(cwd, 'bin', program), 0o755)
    }
    return { cwd, path: join(cwd, 'checkout'), env: { PATH: join(cwd, 'bin') } }
  }
  t.testdir({})
  const node = '[ "$1" != --version ] || echo v20.19.0'
  const npm = 'echo "$PWD" npm "$@"'
  const call = { 'base-url': 'https://raffles.example/api/v1' }

  const fresh = prepare('fresh', { node, npm })
  const { stdout } = await runAction(call, fresh)
  const folder = fresh.path
  t.equal(
    stdout,
    `${folder} npm ci --ignore-scripts --include=dev --no-audit --no-fund\n${folder} npm run build\n`,
  )

  const ends = async (
    name: string,
    programs: Readonly<Record<string, string>>,
    code: number,
    says: RegExp,
  ): Promise<void> => {
    const ran = await runAction(call, prepare(name, programs))
    t.equal(ran.code, code, name)
    t.match(ran.stdout, says, name)
    t.match(ran.outputs, { 'exit-code': String(code), verdict: '' }, name)
  }
  await ends(
    'no Node',
    { npm },
    2,
    /^::error title=drawaudit::there is no Node here: put actions\/setup-node/m,
  )
  await ends('an old Node', { node: 'echo v20.18.3', npm }, 2, /20\.19 is needed, found v20\.18\.3/)
  await ends('no packages', { node, npm: '[ "$1" = run ]' }, 4, /could not be installed/)
  await ends('no build', { node, npm: '[ "$1" = ci ]' }, 70, /could not be built/)

  const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } }
  t.equal(engines.node, '>=20.19', 'as the script and action.yml say')
})

if (isLong)
  await t.test('the workflow does what its comments say', async t => {
    const uses = workflowSteps.find(({ uses }) => uses?.startsWith('OWNER/drawaudit@'))
    t.match(uses, { id: 'drawaudit', with: { lock: 'drawaudit.lock.json', frozen: true } })
    const { url } = await service(t)
    const cwd = t.testdir()
    const given = { ...uses?.with, 'base-url': url, 'allow-private': true }
    const without = await runAction(given, { cwd })
    t.equal(without.code, 2, 'a frozen lock file has to be there')

    const watched = await runShell(`drawaudit watch ${url} --raffle ${raffle} --allow-private`, { cwd })
    t.equal(watched.code, 0, watched.stderr)
    const ran = await runAction(given, { cwd })
    t.equal(ran.code, 0, ran.stderr)
    const upload = workflowSteps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'))
    for (const name of written) {
      t.ok(ran.outputs[name]?.startsWith(`${String(upload?.with?.['path'])}/`), `${name} is uploaded`)
    }
    const [, output = ''] = /steps\.drawaudit\.outputs\.([\w-]+)/.exec(upload?.if ?? '') ?? []
    t.not(ran.outputs[output] ?? '', '')
  })

if (isLong)
  await t.test('the job for GitLab checks, and leaves the reports that it names', async t => {
    interface Job {
      readonly variables: Readonly<Record<string, string>>
      readonly script: readonly string[]
      readonly allow_failure: { readonly exit_codes: number }
      readonly artifacts: { readonly paths: readonly string[]; readonly reports: { readonly junit: string } }
    }
    const { 'check-raffles': job } = readYaml('examples/ci/gitlab-ci.yml') as { 'check-raffles': Job }
    const run = async (url: string, cwd: string): ReturnType<typeof runShell> => {
      const lines = job.script.map(line =>
        line.startsWith('drawaudit check ') ? patch(line, { ' check ': ' check --allow-private ' }) : line,
      )
      const programs = 'npm() { echo npm "$@"; }\nset -e'
      return runShell([programs, ...lines].join('\n'), { cwd, env: { ...job.variables, BASE_URL: url } })
    }
    const cwd = t.testdir()
    const good = await service(t)
    const watch = `drawaudit watch ${good.url} --raffle ${raffle} --allow-private`
    t.equal((await runShell(watch, { cwd })).code, 0)
    const kept = await run(good.url, cwd)
    t.equal(kept.code, 0, kept.stderr)
    t.match(kept.stdout, /^npm install --global .* \.\/drawaudit-0\.1\.0\.tgz$/m)
    t.match(readFileSync(join(cwd, job.artifacts.reports.junit), 'utf8'), /<testsuites .*failures="0"/)
    t.ok(existsSync(join(cwd, job.artifacts.paths[0] ?? '-', 'report.html')))

    const broken = await service(t, { broken: 'AUD-06' })
    t.equal((await run(broken.url, cwd)).code, 1)
    const away = await run(`http://127.0.0.1:${await findFreePort()}/api/v1`, cwd)
    t.equal(away.code, job.allow_failure.exit_codes)
    const { version } = JSON.parse(read('package.json')) as { version: string }
    t.match(job.variables['PACKAGE'], `-${version}.tgz`)
    t.ok(existsSync(bin))
  })

if (isLong)
  await t.test('the commands of docs/OPERATING.md serve and check', async t => {
    const [, block = ''] =
      /\n## Checking it from CI\n[^]*?```sh\n([^]*?)```/.exec(read('docs/OPERATING.md')) ?? []
    const cwd = t.testdir({ bin: { drawaudit: `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n` } })
    chmodSync(join(cwd, 'bin/drawaudit'), 0o755)
    for (const folder of ['records', 'statistics']) {
      cpSync(`${root}fixtures/${folder}/three-prizes.json`, join(cwd, folder, 'three-prizes.json'))
    }
    const port = String(await findFreePort())
    const lines = patch(block, { '8080': port, 'serve ': `serve --port ${port} ` })
    const child = start('sh', ['-e', '-c', lines], {
      cwd,
      env: { PATH: `${join(cwd, 'bin')}:${process.env['PATH'] ?? ''}` },
    })
    child.stdin.end()
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ])
    t.equal(code, 0, stderr)
    t.match(stdout, /\n {2}Keeps the specification\. [^]*\n {2}Keeps the specification\n/)
    t.match(readFileSync(join(cwd, 'check.xml'), 'utf8'), /<testsuites .*failures="0"/)
  })

await t.test('docs/CLI.md names the options and the table of commands as they are', async t => {
  const cli = read('docs/CLI.md')
  const [, about = ''] = /\n## Checking a service\n([^]*?)\n## In CI\n/.exec(cli) ?? []
  const helps = await Promise.all(
    ['check', 'fetch', 'watch', 'verify', 'monitor'].map(async name => runShell(`drawaudit ${name} --help`)),
  )
  const options = new Set(helps.flatMap(({ stdout }) => stdout.match(/--[a-z][a-z-]+/g) ?? []))
  const named = [...new Set(about.match(/--[a-z][a-z-]+/g))]
  t.strictSame(
    named.filter(name => !options.has(name)),
    [],
    'no option is made up',
  )
  const { stdout = '' } = helps[0] ?? {}
  const left = [...new Set(stdout.match(/--[a-z][a-z-]+/g))].filter(name => !cli.includes(name))
  t.strictSame(
    left,
    ['--help', '--vendor-type', '--all'].filter(name => !cli.includes(name)),
  )
  const [, example = ''] = /```yaml\n([^]*?)```/.exec(cli) ?? []
  const [step] = parse(example) as readonly Step[]
  t.strictSame(
    Object.keys(step?.with ?? {}).filter(name => !Object.hasOwn(action.inputs, name)),
    [],
  )
  const rows = [...cli.matchAll(/^\| \[`drawaudit (\w+)[^`]*`\]/gm)].map(([, name]) => name)
  for (const name of ['verify', 'check', 'fetch', 'watch']) t.ok(rows.includes(name), name)
})
