import { validateWorkflow } from '@action-validator/core'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import t from 'tap'
import { parse } from 'yaml'
import { campaigns } from '../../scripts/campaign.js'

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: Readonly<Record<string, string>>
  readonly concurrency?: { readonly group: string; readonly 'cancel-in-progress'?: string } | string
  readonly jobs: Readonly<Record<string, Job>>
}

interface Job {
  readonly if?: string
  readonly permissions?: Readonly<Record<string, string>>
  readonly strategy?: {
    readonly 'fail-fast': boolean
    readonly matrix: {
      readonly os: readonly string[]
      readonly node: readonly string[]
      readonly include: readonly { readonly os: string; readonly node: string }[]
    }
  }
  readonly 'timeout-minutes'?: number
  readonly steps: readonly {
    readonly uses?: string
    readonly run?: string
    readonly with?: Readonly<Record<string, unknown>>
  }[]
}

const folder = '.github/workflows/'
const read = (path: string): string => readFileSync(path, 'utf8')
const texts = new Map(readdirSync(folder).map(name => [name, read(folder + name)]))
const { scripts, engines } = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>
  readonly engines: { readonly node: string }
}
/** One name of an action, one commit: in every workflow and example. */
const pins = new Map<string, string>()
for (const text of [...texts.values(), read('examples/ci/github.yml')]) {
  for (const [, name = '', rest = ''] of text.matchAll(/uses: (actions\/[\w-]+)@(.*)/g))
    pins.set(name, pins.get(name) ?? rest)
}

await t.test('the workflows are these', t => {
  t.strictSame([...texts.keys()].toSorted(), ['ci.yml', 'release.yml'])
  t.end()
})

for (const [name, text] of texts) {
  const workflow = parse(text) as Workflow
  const jobs = Object.entries(workflow.jobs)
  const steps = jobs.flatMap(([, job]) => job.steps)

  await t.test(`${name} is what GitHub takes`, t => {
    t.strictSame(validateWorkflow(text).errors, [])
    t.not(validateWorkflow(text.replace('runs-on:', 'run-on:')).errors.length, 0)
    t.ok(workflow.concurrency, 'runs of one thing do not race')
    for (const [job, { 'timeout-minutes': minutes }] of jobs) t.ok(minutes, `${job} ends`)
    t.end()
  })

  await t.test(`${name} runs nothing that can change, and has no right it does not need`, t => {
    for (const line of text.match(/uses: .*/g) ?? []) {
      const [, action = '', pin = ''] = /^uses: (actions\/[\w-]+)@(.*)$/.exec(line) ?? []
      t.match(pin, /^[0-9a-f]{40} # v\d+\.\d+\.\d+$/, line)
      t.equal(pin, pins.get(action), `${action}: the same everywhere`)
    }
    for (const { uses = '', with: inputs } of steps) {
      if (uses.startsWith('actions/checkout@')) t.equal(inputs?.['persist-credentials'], false)
    }
    for (const { run = '' } of steps) t.notMatch(run, '${{', 'no expression in a script')
    const granted = [workflow.permissions, ...jobs.map(([, { permissions = {} }]) => permissions)].flatMap(
      rights => Object.entries(rights).filter(([, right]) => right === 'write'),
    )
    const wanted = name === 'release.yml' ? ['id-token', 'contents'] : []
    t.strictSame(
      granted.map(([right]) => right),
      wanted,
    )
    t.notMatch(text, 'pull_request_target')
    t.notMatch(text, 'secrets.')
    t.end()
  })

  await t.test(`${name} runs what is there`, t => {
    const commands = steps.map(({ run = '' }) => run).join('\n')
    for (const [, script = ''] of commands.matchAll(/npm run ([\w:-]+)/g)) t.ok(scripts[script], script)
    for (const [, campaign = ''] of commands.matchAll(/npm run campaign ([\w-]+)/g))
      t.ok(Object.hasOwn(campaigns, campaign), campaign)
    for (const [, file = ''] of commands.matchAll(/(scripts\/[\w-]+\.\w+)/g)) t.ok(existsSync(file), file)
    t.end()
  })
}

await t.test(
  'ci.yml tests every supported Node, two other systems, all of it once, and weekly what takes long',
  t => {
    const { on, permissions, concurrency, jobs } = parse(texts.get('ci.yml') ?? '') as Workflow
    t.strictSame(Object.keys(on).toSorted(), ['pull_request', 'push', 'schedule', 'workflow_dispatch'])
    t.strictSame(permissions, { contents: 'read' })
    t.match(concurrency, { 'cancel-in-progress': "${{ github.event_name == 'pull_request' }}" })
    const { test, all, long } = jobs
    t.strictSame(Object.keys(jobs), ['test', 'all', 'long'])
    t.equal(test?.strategy?.['fail-fast'], false)
    const { os = [], node = [], include = [] } = test?.strategy?.matrix ?? {}
    t.strictSame(node, ['20', '22', '24', '26'])
    t.match(engines.node, node[0])
    t.match([...os, ...include.map(one => one.os)], [/^ubuntu-/, /^macos-/, /^windows-/])
    t.match(test?.steps.at(-1), { run: 'npm test' })
    const runsOf = (job?: Job) => (job?.steps ?? []).flatMap(({ run = [] }) => run)
    t.match(runsOf(all), ['sudo sh scripts/setup-debian.sh', /^npm ci /, 'npm run test:all'])
    t.match(runsOf(long), ['sudo sh scripts/setup-debian.sh', /^npm ci /, 'npm run test:long'])
    const [, weekly] = on['schedule'] as readonly { readonly cron: string }[]
    t.match(weekly?.cron, /^\d+ \d+ \* \* 0$/)
    t.match(long?.if, `github.event.schedule == '${weekly?.cron ?? ''}'`, 'on that day, and no other')
    for (const { steps } of Object.values(jobs)) {
      const setUp = steps.find(({ uses = '' }) => uses.startsWith('actions/setup-node@'))
      t.equal(setUp?.with?.['cache'], 'npm')
    }
    t.end()
  },
)

await t.test('the forms of GitHub and .editorconfig are what they should be', t => {
  const forms = '.github/ISSUE_TEMPLATE/'
  for (const name of readdirSync(forms)) {
    const form = parse(read(forms + name)) as Readonly<Record<string, unknown>>
    if (name === 'config.yml') {
      t.equal(form['blank_issues_enabled'], false)
      continue
    }
    for (const member of ['name', 'description']) t.type(form[member], 'string', `${name}: ${member}`)
    const body = form['body'] as readonly {
      readonly type: string
      readonly id?: string
      readonly attributes: Readonly<Record<string, unknown>>
    }[]
    for (const { type, id, attributes } of body) {
      t.ok(['markdown', 'textarea', 'input', 'dropdown', 'checkboxes'].includes(type), `${name}: ${type}`)
      t.type(attributes[type === 'markdown' ? 'value' : 'label'], 'string', name)
      if (type !== 'markdown') t.match(id, /^[a-z-]+$/, name)
    }
    const ids = body.flatMap(({ id }) => id ?? [])
    t.equal(new Set(ids).size, ids.length, `${name}: each id once`)
  }
  const { printWidth, overrides } = JSON.parse(read('.oxfmtrc.json')) as {
    readonly printWidth: number
    readonly overrides: readonly [
      { readonly files: readonly string[]; readonly options: { readonly printWidth: number } },
    ]
  }
  const editor = read('.editorconfig')
  t.match(editor, `max_line_length = ${printWidth}\n`)
  const [{ files, options }] = overrides
  t.match(editor, `[${files.join()}]\nmax_line_length = ${options.printWidth}\n`)
  t.end()
})
