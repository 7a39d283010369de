import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { buildSync } from 'esbuild'
import { publint } from 'publint'
import t from 'tap'
import { driver } from '../../src/io/sqlite.js'
import { proven, run, type Ended } from '../cli/run.js'
import { sampleRecord, startService } from '../conformance/service.js'
import { isLong } from '../long.js'

const root = fileURLToPath(new URL('../../', import.meta.url))
const packedInto = t.testdir()
// What runs needs no declarations: they are made for a package, which takes long.
if (isLong)
  execFileSync(process.execPath, ['scripts/build.js', '--types'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
const packed = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--ignore-scripts', `--pack-destination=${packedInto}`], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
) as [{ filename: string; files: { path: string }[] }]
const [{ filename, files }] = packed
const bytes = Uint8Array.from(readFileSync(join(packedInto, filename)))

await t.test('the package has what a user needs and nothing else', t => {
  const allowed =
    /^(bin\/(drawaudit|load)\.js|bin\/package\.json|dist\/bin\/(topics\.json|usage\.json|[\w-]+\.pack)|examples\/deploy\/(prometheus\/)?[\w.-]+|dist\/.+\.(js|d\.ts)|dist\/bin\/third-party\.txt|dist\/selftest\.ndjson\.gz|dist\/page\/(assets\.json|verify\.html|[\w-]+\.(js|css|html|svg|ico)(\.br|\.gz)?)|fonts\/[\w.-]+|docs\/.+\.md|fixtures\/bundles\/unicode-ids\/(bundle|record|trust)\.json|fixtures\/draws\/(raffair|random-org-signed|tgt2025)\/[\w-]+\.json|recipes\/.+\.json|schemas\/.+\.json|(README|CHANGELOG|SECURITY)\.md|LICENSE|package\.json)$/
  const paths = files.map(({ path }) => path)
  t.strictSame(
    paths.filter(path => !allowed.test(path)),
    [],
  )
  for (const needed of [
    'bin/drawaudit.js',
    'bin/load.js',
    'bin/package.json',
    'dist/bin/main.js',
    'dist/bin/third-party.txt',
    'dist/bin/usage-main.pack',
    'dist/bin/topics.json',
    'dist/bin/usage.json',
    'dist/bin/verify-main.pack',
    ...(isLong ? ['dist/index.d.ts'] : []),
    'dist/selftest.ndjson.gz',
    'examples/deploy/nginx.conf',
    'fixtures/bundles/unicode-ids/trust.json',
    'recipes/raffair.json',
    'schemas/report.json',
  ]) {
    t.ok(paths.includes(needed), needed)
  }
  t.end()
})

if (isLong)
  await t.test('publint has nothing to say', async t => {
    const { messages } = await publint({ pack: { tarball: bytes.buffer }, strict: true })
    t.strictSame(messages, [])
  })

if (isLong)
  await t.test('the types are right for whoever imports the package', async t => {
    const tarball = createPackageFromTarballData(bytes)
    const result = await checkPackage(tarball)
    t.ok(result.types, 'types are included')
    // require() of an ES module is what Node 20.19 does; older resolution cannot read an exports map.
    const ignored = ['CJSResolvesToESM']
    const problems = 'problems' in result ? result.problems : []
    t.strictSame(
      problems.filter(
        problem =>
          !ignored.includes(problem.kind) &&
          !('resolutionKind' in problem && problem.resolutionKind === 'node10') &&
          !('entrypoint' in problem && /\.json$|\*$/.test(problem.entrypoint)),
      ),
      [],
    )
  })

for (const entry of ['index', 'web/index']) {
  await t.test(`${entry} runs in a browser and needs noble alone`, t => {
    const { metafile, outputFiles } = buildSync({
      entryPoints: [`${root}dist/${entry}.js`],
      bundle: true,
      platform: 'browser',
      format: 'esm',
      write: false,
      metafile: true,
      logLevel: 'silent',
    })
    const packagesOf = (paths: readonly string[]): readonly string[] => [
      ...new Set(paths.flatMap(path => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])),
    ]
    // ML-DSA-44, which is loaded when somebody asks for it, and not before.
    const { inputs } = metafile
    const atOnce = new Set<string>()
    const follow = (path: string): void => {
      if (atOnce.has(path)) return
      atOnce.add(path)
      for (const one of inputs[path]?.imports ?? []) if (one.kind !== 'dynamic-import') follow(one.path)
    }
    follow(metafile.outputs[Object.keys(metafile.outputs)[0] ?? '']?.entryPoint ?? '')
    t.strictSame([...packagesOf([...atOnce])].sort(), ['@noble/curves', '@noble/hashes'])
    const all = ['@noble/curves', '@noble/hashes', '@noble/post-quantum']
    t.strictSame([...packagesOf(Object.keys(inputs))].sort(), all)
    t.notMatch(outputFiles[0]?.text, /\beval\(|new Function\(/, 'nothing is evaluated')
    t.end()
  })
}

/** Installs the package where nothing else is, and says why that was not possible where the registry is away. */
function install(folder: string, ...more: readonly string[]): string | undefined {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
  const file = join(packedInto, filename)
  // Where there is no network, npm would wait for it for minutes.
  const soon = ['--fetch-retry-mintimeout=500', '--fetch-retry-maxtimeout=2000']
  const args = [
    'install',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    ...soon,
    ...more,
    file,
  ]
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  if (status === 0) return undefined
  const [, code] =
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH)\b/.exec(stderr) ?? []
  if (code === undefined) throw new Error(stderr)
  return `npm reaches no registry (${code})`
}

/** Every file below a folder, with its size in bytes. */
function filesBelow(folder: string): readonly (readonly [path: string, size: number])[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map(path => [path.slice(folder.length + 1), statSync(path).size])
}

if (isLong)
  await t.test('installed without what is optional', { timeout: 120_000 }, async t => {
    const installed = t.testdir()
    const away = install(installed, '--omit=optional')
    if (away !== undefined) {
      await t.test('it verifies the draws that came with it', { skip: away }, () => undefined)
      return
    }
    const modules = join(installed, 'node_modules')
    const bin = join(modules, '.bin/drawaudit')
    const call = async (...args: readonly string[]): Promise<Ended> => run(args, { bin, cwd: installed })

    await t.test('no package compiles anything or runs a script when it is installed', t => {
      const found = filesBelow(modules)
      const scripts = found.filter(([path]) => {
        if (!/^((.*\/)?node_modules\/)?(@[^/]+\/)?[^/]+\/package\.json$/.test(path)) return false
        const manifest = JSON.parse(readFileSync(join(modules, path), 'utf8')) as {
          readonly scripts?: Readonly<Record<string, string>>
        }
        return ['preinstall', 'install', 'postinstall'].some(name => name in (manifest.scripts ?? {}))
      })
      t.strictSame(scripts, [])
      t.strictSame(
        found.filter(([path]) => /\.node$|(^|\/)binding\.gyp$/.test(path)),
        [],
      )
      const bytes = found.reduce((sum, [, size]) => sum + size, 0)
      t.ok(bytes < 35_000_000, `${(bytes / 1e6).toFixed(1)} MB`)
      t.notOk(existsSync(join(modules, 'fast-check')))
      t.end()
    })

    await t.test('it verifies the draws that came with it', async t => {
      const own = 'node_modules/drawaudit/fixtures'
      const bundle = `${own}/bundles/unicode-ids`
      const [open, ofService, refuted, signed, record] = await Promise.all([
        call('verify', `${own}/draws/raffair/01KTNXH2Y6N26PDWC88HAWP8H0.json`),
        call('verify', `${own}/draws/random-org-signed/lottery-2018-period-2.json`),
        call('verify', `${own}/draws/tgt2025/lb-competition-2025-06.json`),
        call(
          'verify',
          `${bundle}/bundle.json`,
          '--trust',
          `${bundle}/trust.json`,
          '--require',
          'reproducible',
        ),
        call('verify', `${bundle}/record.json`),
      ])
      t.match(open, { code: 3, stdout: /\n1 checked: 1 reproducible;/, stderr: '' })
      t.match(ofService, { code: 3, stdout: /\n1 checked: 1 reproducible;/, stderr: '' })
      t.match(refuted, { code: 1, stdout: /\n1 checked: 1 refuted\n/, stderr: '' })
      t.match(signed, { code: 0, stdout: /\n1 checked: 1 reproducible;/, stderr: '' })
      t.match(record, { code: 3, stdout: /\n1 checked: 1 well formed;/, stderr: '' })
    })

    await t.test('requests are made from a seed', async t => {
      const { url } = await startService(t, { enforced: false })
      const id = (sampleRecord as { raffle_id: string }).raffle_id
      t.match(await call('check', url, '--raffle', id, '--allow-private', '--seed', '1'), { code: 0 })
    })
  })

await t.test('installed without scripts', { timeout: 280_000 }, async t => {
  const installed = t.testdir()
  const away = install(installed)
  if (away !== undefined) {
    t.comment(away)
    await t.test('the installed package verifies and checks', { skip: away }, () => undefined)
    return
  }
  const bin = join(installed, 'node_modules/.bin/drawaudit')
  const call = async (...args: readonly string[]): Promise<Ended> => run(args, { bin, cwd: installed })
  const fixture = (name: string): string => join(root, 'fixtures', name)

  await t.test('it verifies a bundle, a published draw and itself', async t => {
    const folder = fixture('bundles/every-entry-wins')
    const bundle = [join(folder, 'bundle.json'), '--trust', join(folder, 'trust.json')]
    const [verified, more, draw, selftest] = await Promise.all([
      call('verify', ...bundle, '--require', 'reproducible'),
      call('verify', ...bundle),
      call('verify', join(root, proven), '--require', 'reproducible'),
      call('selftest'),
    ])
    t.match(verified, { code: 0, stdout: /\n1 checked: 1 reproducible;/, stderr: '' })
    t.match(
      more,
      { code: 3, stdout: /\n1 checked: 1 reproducible; asked for unsteerable: none of 1 reaches it/ },
      'nobody saw it in time',
    )
    t.match(draw, { code: 0, stdout: /\n1 checked: 1 reproducible;/, stderr: '' })
    t.match(selftest, { code: 0, stderr: '' })
  })

  await t.test('it checks a service on loopback', async t => {
    const { url } = await startService(t, { enforced: false })
    const id = (sampleRecord as { raffle_id: string }).raffle_id
    const good = await call('check', url, '--raffle', id, '--allow-private')
    t.match(good, {
      code: 0,
      stdout: /\n {2}Keeps the specification\. Well formed; [^]*\n {2}Keeps the specification\n/,
    })
    const bad = await startService(t, { enforced: false, broken: 'AUD-06' })
    const refuted = await call('check', bad.url, '--raffle', id, '--allow-private')
    t.match(refuted, {
      code: 1,
      stdout:
        /\n {2}Breaks the specification: AUD-06\. Refuted: total_draws is not the number of\s+draws \(expected 3,\s+found 4\)\n[^]*\n {2}refuted {9}AUD-06 [^]*\n2 checked: 1 breaks, 1 keeps\n/,
    })
  })

  await t.test('the entries of the library are there', t => {
    const lines = [
      "import { verifyBundle, verifyPublished } from 'drawaudit'",
      "import { native } from 'drawaudit/native'",
      "import * as web from 'drawaudit/web'",
      "import recipe from 'drawaudit/recipes/raffair.json' with { type: 'json' }",
      'console.log(typeof verifyBundle, typeof verifyPublished, native.name, Object.keys(web).length > 0, recipe.name)',
    ]
    writeFileSync(join(installed, 'use.js'), lines.join('\n'))
    const printed = execFileSync(process.execPath, ['--no-warnings', 'use.js'], {
      cwd: installed,
      encoding: 'utf8',
    })
    t.equal(printed.trim(), 'function function native true raffair')
    t.end()
  })

  await t.test('what needs the SQLite store has it, or says what is missing and what to do', async t => {
    const store = ['--store', 'raffles.db']
    const raffle = [
      'create',
      '--name',
      'x',
      '--prize',
      'y',
      '--max',
      '5',
      '--closes',
      '2099-01-01T00:00:00+00:00',
    ]
    const calls = [
      ['publish', fixture('records'), ...store],
      ['raffles', ...store],
      ['store', 'migrate', ...store],
      ['serve', '--port', '0', ...store],
      ['raffle', ...raffle, ...store],
    ]
    if (driver.major === '13') {
      // Its binary is in the package.
      t.match(await call('store', 'migrate', ...store), { code: 0, stderr: '' })
      t.match(await call('publish', fixture('records'), ...store), { code: 0, stderr: '' })
      t.match(await call('raffles', ...store), { code: 0, stderr: '' })
      return
    }
    for (const args of calls) {
      const { code, stdout, stderr } = await call(...args)
      t.strictSame([code, stdout], [2, ''], args.join(' '))
      t.match(
        stderr,
        /^error: the package better-sqlite3 12 is not installed\nhint: use Node 22\.14 or later, or: npm install better-sqlite3@12/,
      )
    }
  })
})
