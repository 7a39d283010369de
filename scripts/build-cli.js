// Makes dist/bin/: the command line in few files, since Node takes longer to find, link and compile hundreds of modules
// than to run them. dist/ has the same modules one by one, for whoever imports them.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, transform } from 'esbuild'
import { leanNoble } from './lean-noble.js'

const root = new URL('../', import.meta.url)
const target = fileURLToPath(new URL('dist/bin/', root))

/** What every command needs; other packages stay packages, and are loaded by the commands that need them. */
const inside = /^(?:@noble\/.*|yargs)$/
const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync(new URL('package.json', root), 'utf8'),
)
const external = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).filter(
  name => !inside.test(name),
)

/** Modules that at least this share of what is loaded by itself needs come in one file, and others by who needs them. */
const share = 0.3

/** The texts of a language that is asked for are read from dist/page/: few want one, and none all of them. */
const languagesApart = {
  name: 'languages-apart',
  setup({ onResolve }) {
    onResolve({ filter: /[/]page[/]catalogue[/]\w+[/]index\.js$/ }, ({ kind, path }) =>
      kind === 'dynamic-import'
        ? { path: path.replace(/^.*(?=[/]page[/])/, '..'), external: true }
        : undefined,
    )
  },
}

const optionsFor = names => ({
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
  plugins: [languagesApart, leanNoble()],
  metafile: true,
  logLevel: 'warning',
  // What most need is imported for nothing but being there.
  logOverride: { 'ignored-bare-import': 'silent' },
})

async function bundle(...names) {
  const options = optionsFor(names)
  const { metafile: alone } = await build({ ...options, write: false })
  const { metafile } = await build({ ...options, plugins: [...options.plugins, together(alone)] })
  for (const path of Object.keys(metafile.outputs)) made.add(basename(path))
  return Object.keys(metafile.inputs).filter(path => !path.startsWith('common:'))
}

/**
 * esbuild makes a file for every set of entries that share modules, over a hundred for some commands, and Node takes
 * half a millisecond for each. So every entry is made to import what most of them need: then they all share it.
 */
function together({ inputs }) {
  const importsOf = (path, isDynamic) =>
    inputs[path].imports.filter(({ kind }) => (kind === 'dynamic-import') === isDynamic)
  const reach = (path, found = new Set()) => {
    if (found.has(path)) return found
    found.add(path)
    for (const { path: next, external } of importsOf(path, false)) if (!external) reach(next, found)
    return found
  }
  const loaded = new Set(
    Object.keys(inputs)
      .flatMap(path => importsOf(path, true))
      .flatMap(({ path, external }) => (external ? [] : [path])),
  )
  const counts = new Map()
  for (const entry of loaded) for (const path of reach(entry)) counts.set(path, (counts.get(path) ?? 0) + 1)
  // A package that stays outside would be loaded by every command.
  const isLight = path =>
    [...reach(path)].every(one =>
      importsOf(one, false).every(({ path, external }) => !external || path.startsWith('node:')),
    )
  const common = [...counts.keys()]
    .filter(path => counts.get(path) >= share * loaded.size && !loaded.has(path) && isLight(path))
    .sort()
  const absolute = path => resolve(fileURLToPath(root), path)
  const entries = new Set([...loaded].map(absolute))
  return {
    name: 'what-most-need-in-one-file',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^common:$/ }, () => ({ path: 'all', namespace: 'common', sideEffects: true }))
      onLoad({ filter: /^all$/, namespace: 'common' }, () => ({
        contents: common.map(path => `import ${JSON.stringify(absolute(path))}`).join('\n'),
        resolveDir: fileURLToPath(root),
      }))
      onLoad({ filter: /\.ts$/ }, ({ path }) =>
        entries.has(path)
          ? { contents: `${readFileSync(path, 'utf8')}\nimport 'common:'\n`, loader: 'ts' }
          : undefined,
      )
    },
  }
}

/**
 * Writes a program as one script that bin/load.js reads: V8 keeps what it compiled of a script, and on Node 20 not of
 * modules. What esbuild makes of it stays in its parts, of which each runs when it is first asked for.
 */
async function pack(name) {
  const { metafile, outputFiles } = await build({ ...optionsFor([name]), sourcemap: false, write: false })
  const codes = new Map(outputFiles.map(({ path, text }) => [basename(path), text]))
  const importsOf = part =>
    metafile.outputs[`dist/bin/${part}`].imports.filter(({ kind }) => kind === 'import-statement')
  const reach = (part, found = new Set()) => {
    if (found.has(part)) return found
    found.add(part)
    for (const { path, external } of importsOf(part)) if (!external) reach(basename(path), found)
    return found
  }
  /** Packages, of which some are modules that only `import()` loads, are there before the parts that need them run. */
  const packagesOf = part =>
    [...reach(part)]
      .flatMap(importsOf)
      .flatMap(({ path, external }) => (external && !isBuiltin(path) ? [path] : []))
  const parts = [...codes].map(async ([part, text]) => {
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: 'node20.19',
      minify: true,
      define: { 'import.meta.url': '__url' },
    })
    // A script that comes out of V8's cache has no import() of its own.
    const inside = code
      .replace(/\bimport\("\.\/([^"]+)"\)/g, (call, to) => (codes.has(to) ? `__load("${to}")` : call))
      .replace(/\bimport\(/g, '__import(')
    if (inside.includes('__import("./')) throw new Error(`${part} imports what is not in ${name}`)
    const names = [...new Set(packagesOf(part))].sort()
    return `${JSON.stringify(part)}:[${JSON.stringify(names)},function(exports,require,module,__load,__import,__url){${inside.trim()}}]`
  })
  const script = `({\n${(await Promise.all(parts)).join(',\n')}\n})\n`.replace(
    // What esbuild leaves, in regular expressions.
    /[\x80-\ud7ff\ue000-\uffff]/g,
    one => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  // Read as Latin-1, which is fastest.
  if (/[^\0-\x7f]/.test(script)) throw new Error(`${name} is not ASCII`)
  const file = `${basename(name)}.pack`
  writeFileSync(`${target}${file}`, script)
  made.add(file)
  return Object.keys(metafile.inputs)
}

const made = new Set(['third-party.txt', 'topics.json', 'usage.json'])
const inputs = [
  ...(await bundle(
    'main',
    'monitor/monitor-thread',
    'serve/webhook-thread',
    'serve/serve-thread',
    'serve/serve-worker',
  )),
  ...(await pack('verify/verify-main')),
  ...(await pack('usage-main')),
  ...(await bundle('verify/verify-thread', 'shared/list-thread')),
]
writeFileSync(`${target}usage.json`, JSON.stringify(await describeCommands()))
writeFileSync(`${target}topics.json`, JSON.stringify(readTopics()))
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

/** What src/cli/usage-main.ts reads. */
async function describeCommands() {
  const { groups, loaders } = await import(pathToFileURL(`${target}main.js`).href)
  const commands = Object.entries(loaders).map(async ([word, load]) => [word, await load()])
  return { groups, commands: Object.fromEntries(await Promise.all(commands)) }
}

/** What src/cli/help/topics.ts reads: the sections of docs/CLAIMS.md. */
function readTopics() {
  const [, ...sections] = readFileSync(new URL('docs/CLAIMS.md', root), 'utf8').split(/^## /m)
  return sections.map(section => {
    const end = section.indexOf('\n')
    return { title: section.slice(0, end), text: section.slice(end + 1).trim() }
  })
}
