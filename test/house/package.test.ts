import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { buildSync } from 'esbuild'
import { publint } from 'publint'
import t from 'tap'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = t.testdir()
const packed = JSON.parse(
  execFileSync('npm', ['pack', '--json', '--ignore-scripts', `--pack-destination=${folder}`], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }),
) as [{ filename: string; files: { path: string }[] }]
const [{ filename, files }] = packed

await t.test('the package has what a user needs and nothing else', t => {
  const allowed =
    /^(bin\/drawaudit\.js|deploy\/[\w.]+|dist\/.+\.(js|d\.ts)|dist\/bin\/third-party\.txt|dist\/selftest\.ndjson\.gz|dist\/page\/(assets\.json|verify\.html|[\w-]+\.(js|css)(\.br|\.gz)?)|docs\/.+\.md|recipes\/.+\.json|schemas\/.+\.json|(README|CHANGELOG|SECURITY)\.md|LICENSE|package\.json)$/
  const paths = files.map(({ path }) => path)
  t.strictSame(
    paths.filter(path => !allowed.test(path)),
    [],
  )
  for (const needed of [
    'bin/drawaudit.js',
    'dist/bin/main.js',
    'dist/bin/third-party.txt',
    'dist/index.d.ts',
    'dist/selftest.ndjson.gz',
    'recipes/raffair.json',
    'schemas/report.json',
  ]) {
    t.ok(paths.includes(needed), needed)
  }
  t.end()
})

await t.test('publint has nothing to say', async t => {
  const { messages } = await publint({ pkgDir: root, strict: true, pack: false })
  t.strictSame(messages, [])
})

await t.test('the types are right for whoever imports the package', async t => {
  const tarball = createPackageFromTarballData(readFileSync(`${folder}/${filename}`))
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
    const packages = Object.keys(metafile.inputs).flatMap(
      path => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
    )
    t.strictSame([...new Set(packages)].sort(), ['@noble/curves', '@noble/hashes'])
    t.notMatch(outputFiles[0]?.text, /\beval\(|new Function\(/, 'nothing is evaluated')
    t.end()
  })
}
