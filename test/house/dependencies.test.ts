import { readFileSync } from 'node:fs'
import t from 'tap'
import {
  countBrought,
  findFaultsOfDoc,
  findFaultsOfLock,
  readExceptions,
  type Lock,
  type Locked,
  type Project,
} from './dependency-rules.js'

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const readProject = (folder: string): Project => ({
  manifest: JSON.parse(read(`${folder}package.json`)) as Project['manifest'],
  lock: JSON.parse(read(`${folder}package-lock.json`)) as Lock,
  npmrc: read(`${folder}.npmrc`),
})

const doc = read('docs/DEPENDENCIES.md')
const exceptions = readExceptions(doc)
const project = readProject('')

/** Beside the project: none of it is installed with the package. */
const beside = ['bench', 'test/fuzz', 'test/mutation', 'sqlite-node20'].map(folder => {
  const { lock, ...rest } = readProject(`${folder}/`)
  const packages = Object.entries(lock.packages).map(
    ([path, locked]) => [path, { ...locked, dev: true }] as const,
  )
  return { folder, ...rest, lock: { ...lock, packages: Object.fromEntries(packages) } }
})

await t.test('docs/DEPENDENCIES.md has what is installed, and nothing else', t => {
  t.strictSame(findFaultsOfDoc(doc, project), [])
  for (const { folder, manifest } of beside) {
    const line = doc.split('\n').find(text => text.includes(`\`${folder}/package.json\``)) ?? ''
    const missing = Object.keys(manifest.dependencies ?? {}).filter(
      name => !line.split(/[ ,;:]+|\.(?= |$)/).includes(name),
    )
    t.strictSame(missing, [], folder)
  }
  t.end()
})

await t.test('the lock files have exact versions of the registry, with their hashes, and no other', t => {
  t.strictSame(findFaultsOfLock(project, exceptions), [])
  for (const { folder, npmrc, ...rest } of beside) {
    const faults = findFaultsOfLock({ npmrc, ...rest }, exceptions)
    const scripts = Object.entries(rest.lock.packages).filter(([, { hasInstallScript }]) => hasInstallScript)
    if (folder === 'test/fuzz') {
      t.strictSame(
        scripts.map(([path]) => path),
        ['node_modules/@jazzer.js/fuzzer'],
      )
      t.match(npmrc, 'ignore-scripts=true', 'it is not run')
      t.strictSame(
        faults.filter(fault => !fault.includes('@jazzer.js/fuzzer')),
        [],
      )
    } else {
      // Fetches a binary for Node 20, or compiles SQLite; in a clone alone.
      const allowed = folder === 'sqlite-node20' ? ['node_modules/better-sqlite3'] : []
      t.strictSame(
        scripts.map(([path]) => path),
        allowed,
        folder,
      )
      t.strictSame(faults, [], folder)
    }
  }
  t.end()
})

await t.test('every exception is one', t => {
  const all = [
    ...Object.entries(project.lock.packages),
    ...beside.flatMap(({ lock }) => Object.entries(lock.packages)),
  ]
  for (const [name, licence] of exceptions) {
    // Another version may have another licence.
    const found = all.filter(([path]) => path.endsWith(`node_modules/${name}`))
    const licences = found.map(([, { license }]) => license ?? 'none')
    t.ok(licences.includes(licence), `${name} is under ${licence}`)
  }
  t.end()
})

/** A project of two packages, one of which brings a third; nothing is wrong with it. */
const integrity = `sha512-${'A'.repeat(86)}==`
const small: Project = {
  manifest: {
    dependencies: { one: '1.0.0' },
    devDependencies: { two: '2.0.0' },
    allowScripts: { two: false },
  },
  lock: {
    lockfileVersion: 3,
    packages: {
      '': { dependencies: { one: '1.0.0' }, devDependencies: { two: '2.0.0' } },
      'node_modules/one': { version: '1.0.0', integrity, license: 'MIT', dependencies: { three: '^3.0.0' } },
      'node_modules/one/node_modules/three': { version: '3.1.0', integrity, license: '(MIT OR WTFPL)' },
      'node_modules/two': {
        version: '2.0.0',
        integrity,
        license: 'CC0-1.0',
        dev: true,
        hasInstallScript: true,
      },
    },
  },
  npmrc: 'omit-lockfile-registry-resolved=true\n',
}
const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`
const smallDoc = [
  '# Dependencies',
  '## At run time',
  row('`one`', 'for something', 'MIT', '1'),
  '## At run time, where it is wanted',
  '## What these bring',
  row('`three`', '(MIT OR WTFPL)', 'one'),
  '## Install scripts',
  row('`two`', 'something', 'no'),
  '## For development',
  row('`two`', 'for something', 'CC0-1.0', '0'),
  '## Licences',
  row('`four`', 'none', 'nowhere'),
  '',
].join('\n\n')

/** The small project without its dependency. */
const { 'node_modules/one': gone, ...others } = small.lock.packages

const one = 'node_modules/one'
const two = 'node_modules/two'
const three = 'node_modules/one/node_modules/three'

/** The small project with one of its packages changed. */
const spoil = (path: string, change: Locked): Project => ({
  ...small,
  lock: {
    ...small.lock,
    packages: { ...small.lock.packages, [path]: { ...small.lock.packages[path], ...change } },
  },
})
await t.test('a good project has no fault', t => {
  t.match(gone, { license: 'MIT' })
  t.strictSame(findFaultsOfLock(small, new Map()), [])
  t.strictSame(findFaultsOfDoc(smallDoc, small), [])
  t.strictSame(readExceptions(smallDoc), new Map([['four', 'none']]))
  t.equal(countBrought(small.lock, 'one'), 1)
  t.end()
})

const badLocks: Readonly<Record<string, readonly [Project, RegExp]>> = {
  'a range': [{ ...small, manifest: { ...small.manifest, dependencies: { one: '^1.0.0' } } }, /not pinned/],
  'a tag': [{ ...small, manifest: { ...small.manifest, dependencies: { one: 'latest' } } }, /not pinned/],
  'a repository': [
    { ...small, manifest: { ...small.manifest, devDependencies: { two: 'github:a/two' } } },
    /two is not pinned/,
  ],
  'an alias': [
    { ...small, manifest: { ...small.manifest, dependencies: { one: 'npm:x@1.0.0' } } },
    /one is another package: x/,
  ],
  'an alias of a range': [
    { ...small, manifest: { ...small.manifest, dependencies: { 'x-1': 'npm:x@^1.0.0' } } },
    /x-1 is not pinned/,
  ],
  'an alias that is locked as another package': [
    {
      ...small,
      manifest: { ...small.manifest, dependencies: { 'x-1': 'npm:x@1.0.0' } },
      lock: { ...small.lock, packages: { ...others, 'node_modules/x-1': small.lock.packages[one] ?? {} } },
    },
    /x-1 is locked at another version/,
  ],
  'package.json is newer': [
    { ...small, manifest: { ...small.manifest, dependencies: { one: '1.0.1' } } },
    /dependencies: the lock file was made from another/,
  ],
  'another version': [spoil(one, { version: '1.0.1' }), /one is locked at another version/],
  'a package that is not there': [
    { ...small, lock: { ...small.lock, packages: others } },
    /one is locked at another version/,
  ],
  'a place': [spoil(three, { resolved: 'https://packages.example/three-3.1.0.tgz' }), /three says where/],
  'a place of its own version': [
    spoil(three, { version: 'https://a.example/x.tgz' }),
    /no version of the reg/,
  ],
  'no hash': [spoil(three, { integrity: '' }), /three has no SHA-512/],
  'a weak hash': [spoil(two, { integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }), /two has no SHA-512/],
  'a link': [spoil(two, { link: true }), /two is not from the registry/],
  'a bundled package': [spoil(three, { inBundle: true }), /three is not from the registry/],
  'a git dependency below': [
    spoil(one, { dependencies: { three: 'git+ssh://a.example/x' } }),
    /from elsewhere/,
  ],
  'a repository below': [
    spoil(one, { dependencies: { three: 'someone/three' } }),
    /wants three from elsewhere/,
  ],
  'a file below': [spoil(one, { optionalDependencies: { three: 'file:../x' } }), /from elsewhere: file:/],
  'a URL below': [
    spoil(two, { peerDependencies: { one: 'https://a.example/x.tgz' } }),
    /from elsewhere: https/,
  ],
  'a licence': [spoil(one, { license: 'GPL-3.0-only' }), /one is under GPL-3.0-only/],
  'a licence for developers alone': [spoil(one, { license: 'CC0-1.0' }), /one is under CC0-1.0/],
  'a choice of licences that are not allowed': [spoil(one, { license: '(WTFPL OR GPL-3.0-only)' }), /under/],
  'two licences at once': [spoil(one, { license: '(MIT AND GPL-3.0-only)' }), /under/],
  'no licence': [spoil(two, { license: 'UNLICENSED' }), /two is under UNLICENSED/],
  'an older lock file': [{ ...small, lock: { ...small.lock, lockfileVersion: 2 } }, /another version/],
  'a registry': [{ ...small, npmrc: `${small.npmrc}@a:registry=https://a.example/\n` }, /names a registry/],
  'a secret': [{ ...small, npmrc: '//a.example/:_authToken=x\n' }, /secret/],
}

for (const [name, [spoilt, fault]] of Object.entries(badLocks)) {
  await t.test(`a lock file with a fault: ${name}`, t => {
    t.match(findFaultsOfLock(spoilt, new Map()).join('\n'), fault)
    t.end()
  })
}

await t.test('an exception is for developers, and for one licence', t => {
  const spoilt = spoil(two, { license: 'GPL-3.0-only' })
  t.strictSame(findFaultsOfLock(spoilt, new Map([['two', 'GPL-3.0-only']])), [])
  t.strictSame(findFaultsOfLock(spoilt, new Map([['two', 'MPL-2.0']])), [`${two} is under GPL-3.0-only`])
  const installed = spoil(one, { license: 'GPL-3.0-only' })
  t.strictSame(findFaultsOfLock(installed, new Map([['one', 'GPL-3.0-only']])), [
    `${one} is under GPL-3.0-only`,
  ])
  t.end()
})

const drop = (line: string): string => smallDoc.replace(`| \`${line}`, '| `five')
const badDocs: Readonly<Record<string, readonly [doc: string, Project, fault: string]>> = {
  'a dependency without a row': [drop('one'), small, 'dependencies one has no row'],
  'a row without a dependency': [drop('one'), small, 'dependencies five has a row and is not there'],
  'a development dependency without a row': [
    smallDoc.replace('| `two` | for', '| `five` | for'),
    small,
    'devDependencies two has no row',
  ],
  'an optional dependency without a row': [
    smallDoc,
    { ...small, manifest: { ...small.manifest, optionalDependencies: { six: '6.0.0' } } },
    'optionalDependencies six has no row',
  ],
  'a transitive package without a row': [drop('three'), small, 'transitive three has no row'],
  'a row of a transitive package that is gone': [
    drop('three'),
    small,
    'transitive five has a row and is not there',
  ],
  'another licence': [smallDoc.replace('something | MIT', 'something | ISC'), small, 'one is under MIT'],
  'another licence of a transitive package': [
    smallDoc.replace('(MIT OR WTFPL)', 'MIT'),
    small,
    'three is under (MIT OR WTFPL)',
  ],
  'a wrong count': [smallDoc.replace('MIT | 1 |', 'MIT | 2 |'), small, 'one brings 1 packages'],
  'an install script that is not named': [
    smallDoc,
    spoil(three, { hasInstallScript: true }),
    'install script three has no row',
  ],
  'an install script that npm was not told of': [
    smallDoc,
    spoil(three, { hasInstallScript: true }),
    'allowScripts three has no row',
  ],
  'an install script that is gone': [
    smallDoc,
    spoil(two, { hasInstallScript: false }),
    'install script two has a row and is not there',
  ],
}

for (const [name, [text, given, fault]] of Object.entries(badDocs)) {
  await t.test(`a document with a fault: ${name}`, t => {
    t.ok(findFaultsOfDoc(text, given).includes(fault), findFaultsOfDoc(text, given).join('\n'))
    t.end()
  })
}
