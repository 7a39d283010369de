import { validateWorkflow } from '@action-validator/core'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import t from 'tap'
import type { Step } from './deploy/actions.js'
import { readYaml } from './deploy/actions.js'
import { patch, read, root } from './deploy/programs.js'
import type { Lock } from '../house/dependency-rules.js'

interface Job {
  readonly needs?: string
  readonly environment?: string
  readonly permissions: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

interface Workflow {
  readonly on: { readonly push: { readonly tags: readonly string[] } }
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<'build' | 'publish' | 'attach', Job>>
}

const path = '.github/workflows/release.yml'
const workflow = readYaml(path) as Workflow
const { jobs } = workflow
const scriptsOf = ({ steps }: Job): string => steps.map(({ run = '' }) => run).join('\n')
const manifest = JSON.parse(read('package.json')) as {
  readonly version: string
  readonly scripts: Readonly<Record<string, string>>
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

await t.test('the workflow is what GitHub takes', t => {
  t.strictSame(validateWorkflow(read(path)).errors, [])
  t.not(validateWorkflow(patch(read(path), { 'id-token: write': 'id-token: yes' })).errors.length, 0)
  t.strictSame(workflow.on, { push: { tags: ['v*'] } })
  t.end()
})

await t.test('only what needs a right has it, and runs nothing of others', t => {
  t.strictSame(workflow.permissions, {})
  t.strictSame(
    Object.entries(jobs).map(([name, { permissions, needs = '' }]) => [name, permissions, needs]),
    [
      ['build', { contents: 'read' }, ''],
      ['publish', { 'id-token': 'write' }, 'build'],
      ['attach', { contents: 'write' }, 'publish'],
    ],
  )
  t.equal(jobs.publish.environment, 'npm')
  for (const job of [jobs.publish, jobs.attach]) {
    t.notOk(job.steps.some(({ uses = '' }) => uses.startsWith('actions/checkout@')))
    t.notMatch(scriptsOf(job), /npm (ci|install|run|exec|rebuild)|npx|node /)
    t.match(scriptsOf(job), 'sha256sum --check --strict SHA256SUMS')
  }
  t.notMatch(read(path), /secrets\.|_TOKEN: (?!\$\{\{ github\.token)/)
  t.end()
})

await t.test('no expression stands in a script, and nothing that is used can change', t => {
  for (const { run = '', uses } of Object.values(jobs).flatMap(({ steps }) => steps)) {
    t.notMatch(run, '${{')
    if (uses !== undefined) t.match(uses, /^actions\/[\w-]+@[0-9a-f]{40}$/)
  }
  for (const line of read(path).match(/uses: .*/g) ?? []) t.match(line, /# v\d+\.\d+\.\d+$/)
  const checkout = jobs.build.steps.find(({ uses = '' }) => uses.startsWith('actions/checkout@'))
  t.match(checkout?.with, { 'persist-credentials': false })
  t.end()
})

await t.test('the steps come in an order that helps, and what they run is there', t => {
  const scripts = scriptsOf(jobs.build)
  const order = [
    'scripts/release.js',
    'npm ci --ignore-scripts',
    'npm run build',
    'npm run test:all',
    'npm run test:long',
    'npm pack',
  ]
  const places = [...order, 'npm run campaign reproducible', 'npm run sbom', 'sha256sum'].map(one =>
    scripts.indexOf(one),
  )
  t.notOk(places.includes(-1), places.join())
  t.strictSame(
    places,
    places.toSorted((a, b) => a - b),
  )
  for (const text of [scripts, read('docs/RELEASING.md')]) {
    for (const [, name = ''] of text.matchAll(/npm run ([\w:]+)/g)) t.ok(manifest.scripts[name], name)
    for (const [, file = ''] of text.matchAll(/(scripts\/[\w-]+\.\w+)/g)) t.ok(existsSync(root + file), file)
  }
  const rows = [...read('docs/RELEASING.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  t.strictSame(rows, Object.keys(jobs))
  t.end()
})

await t.test('a release has one version, in every place', async t => {
  const { checkRelease } = await import('../../scripts/release.js')
  const good = {
    tag: 'v1.2.3',
    manifest: { version: '1.2.3', repository: 'somewhere' },
    lock: { version: '1.2.3', packages: { '': { version: '1.2.3' } } },
    openapi: { info: { version: '1.2.3' } },
    changelog: '# Changelog\n\n## 1.2.3 (2026-11-22)\n\nBetter.\n\n## 1.2.2 (2026-11-21)\n\nGood.\n',
  }
  t.strictSame(checkRelease(good), { faults: [], notes: 'Better.' })
  const last = good.changelog.replace(/\n## 1\.2\.2[^]*/, '')
  t.strictSame(checkRelease({ ...good, changelog: last }), { faults: [], notes: 'Better.' })
  const bad: Readonly<Record<string, readonly [object, RegExp]>> = {
    'another tag': [{ tag: 'v1.2.4' }, /the tag is v1\.2\.4, package\.json has version 1\.2\.3/],
    'no tag': [{ tag: '' }, /is no tag of a version/],
    'a tag that is a command': [{ tag: 'v1.2.3;id' }, /is no tag of a version/],
    'another lock file': [{ lock: { ...good.lock, version: '1.2.2' } }, /package-lock\.json has/],
    'another interface': [{ openapi: { info: { version: '1.2.2' } } }, /openapi\.json has version 1\.2\.2/],
    'no repository': [{ manifest: { version: '1.2.3' } }, /names no repository/],
    'not released': [
      { changelog: good.changelog.replace('1.2.3 (2026-11-22)', 'Unreleased') },
      /"Unreleased"/,
    ],
    'an older changelog': [{ changelog: good.changelog.replace('1.2.3', '1.2.1') }, /begins with "1\.2\.1/],
    'a date that is none': [{ changelog: good.changelog.replace('11-22', '13-22') }, /begins with/],
    'nothing to say': [{ changelog: good.changelog.replace('Better.', '') }, /says nothing of 1\.2\.3/],
  }
  for (const [name, [change, fault]] of Object.entries(bad)) {
    t.match(checkRelease({ ...good, ...change }).faults.join('\n'), fault, name)
  }
})

interface Component {
  readonly 'bom-ref': string
  readonly type: string
  readonly name: string
  readonly version: string
  readonly scope: string
  readonly purl: string
  readonly hashes: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses: readonly { readonly license?: { readonly id: string }; readonly expression?: string }[]
}

interface Bom {
  readonly bomFormat: string
  readonly specVersion: string
  readonly version: number
  readonly serialNumber?: string
  readonly metadata: { readonly timestamp: string; readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

await t.test('the list of what it is made of has every package that is there at run time', t => {
  const write = (env: Readonly<Record<string, string>>): string =>
    execFileSync(process.execPath, ['scripts/sbom.js'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, SOURCE_DATE_EPOCH: '1795305600', ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 24,
    })
  const text = write({})
  t.equal(write({ TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8' }), text, 'the same on every run')
  t.notMatch(text, /https?:\/\/(?!cyclonedx\.org\/schema\/)/, 'no place of a registry')
  const bom = JSON.parse(text) as Bom
  t.match(bom, { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 })
  t.notOk('serialNumber' in bom)
  t.match(bom.metadata, {
    timestamp: '2026-11-22T00:00:00Z',
    component: { type: 'application', name: 'drawaudit', version: manifest.version },
  })

  const { packages } = JSON.parse(read('package-lock.json')) as Lock
  const locked = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true)
  const wanted = new Map(
    locked.map(([path, one]) => [
      `${one.name ?? path.replace(/^.*node_modules\//, '')}@${one.version ?? ''}`,
      one,
    ]),
  )
  const found = bom.components.map(component => component['bom-ref'])
  t.strictSame(found, [...wanted.keys()].toSorted())
  for (const component of bom.components) {
    const ref = component['bom-ref']
    t.match(component, { type: 'library', scope: /^(required|optional)$/ }, ref)
    t.equal(`${component.name}@${component.version}`, ref)
    t.equal(component.purl, `pkg:npm/${component.name.replace('@', '%40')}@${component.version}`)
    const [hash] = component.hashes
    t.equal(hash?.alg, 'SHA-512')
    const integrity = `sha512-${Buffer.from(hash?.content ?? '', 'hex').toString('base64')}`
    t.equal(integrity, wanted.get(ref)?.integrity, ref)
    const [licence] = component.licenses
    t.equal(licence?.license?.id ?? licence?.expression, wanted.get(ref)?.license, ref)
  }
  const scopes = new Map(bom.components.map(({ name, scope }) => [name, scope]))
  for (const name of ['yargs', 'string-width', 'got']) t.equal(scopes.get(name), 'required', name)
  for (const name of ['pg', 'pg-types', 'better-sqlite3']) t.equal(scopes.get(name), 'optional', name)

  const itself = bom.metadata.component['bom-ref']
  const refs = bom.dependencies.map(({ ref }) => ref)
  t.strictSame(refs.toSorted(), [...found, itself].toSorted())
  t.strictSame(
    bom.dependencies.flatMap(({ dependsOn }) => dependsOn).filter(ref => !found.includes(ref)),
    [],
  )
  const { dependencies, optionalDependencies, peerDependencies } = manifest
  // Of the peers those that another one brings.
  const peers = Object.keys(peerDependencies).filter(name => scopes.has(name))
  const direct = [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
  t.equal(bom.dependencies.find(({ ref }) => ref === itself)?.dependsOn.length, direct.length)
  t.end()
})
