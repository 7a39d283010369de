// Makes dist/bin/: the command line in few files, since Node takes longer to find, link and compile hundreds of modules
// than to run them. dist/ has the same modules one by one, for whoever imports them.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { buildSync } from 'esbuild'

const root = new URL('../', import.meta.url)
const target = fileURLToPath(new URL('dist/bin/', root))

/** What every command needs; other packages stay packages, and are loaded by the commands that need them. */
const inside = /^(?:@noble\/.*|yargs)$/
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
const external = Object.keys({ ...dependencies, ...optionalDependencies }).filter(name => !inside.test(name))

function bundle(...names) {
  const { metafile } = buildSync({
    absWorkingDir: fileURLToPath(root),
    entryPoints: names.map(name => `src/cli/${name}.ts`),
    outdir: target,
    entryNames: '[name]',
    // Next to each other: what reads files of the package finds them from wherever it ends up.
    chunkNames: `${basename(names[0])}-[hash]`,
    bundle: true,
    splitting: true,
    minifyWhitespace: true,
    minify: true,
    // For the stack traces of DRAWAUDIT_DEBUG.
    sourcemap: 'linked',
    sourcesContent: false,
    external,
    alias: { 'string-width': './src/cli/shared/text-width.ts' },
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  })
  for (const path of Object.keys(metafile.outputs)) made.add(basename(path))
  return Object.keys(metafile.inputs)
}

const made = new Set(['third-party.txt'])
const inputs = [
  ...bundle('main', 'monitor/monitor-thread', 'serve/webhook-thread'),
  // By itself: what it shares with others would be in files of its own.
  ...bundle('verify/verify-main'),
  ...bundle('verify/verify-thread', 'shared/list-thread'),
]
const folders = inputs.flatMap(path => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [])
writeFileSync(`${target}third-party.txt`, [...new Set(folders)].sort().map(describe).join('\n'))
// Parts of a build before, whose names were other ones; last, so that nobody who runs it meets half of it.
for (const name of readdirSync(target)) if (!made.has(name)) rmSync(new URL(name, pathToFileURL(target)))

/** What a package that is inside asks for: its licence. */
function describe(folder) {
  const file = name => new URL(`${folder}/${name}`, root)
  const { name, version, license } = JSON.parse(readFileSync(file('package.json'), 'utf8'))
  const text = ['LICENSE', 'LICENSE.txt', 'LICENSE.md', 'LICENSE-MIT.txt', 'license']
    .map(file)
    .find(existsSync)
  if (text === undefined) throw new Error(`${name} comes without its licence`)
  return `${name} ${version} (${license})\n\n${readFileSync(text, 'utf8')}\n`
}
