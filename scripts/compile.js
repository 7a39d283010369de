// Compiles TypeScript module by module: src/ to dist/, which is what runs and what the package has, and test/ to build/,
// as deep below the project as test/ is, so that what a test names by a relative path is where it says. The tests run
// what is in dist/. Only what changed is compiled again.
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../', import.meta.url))

/** A module of src/ as a test names it, in an import or in a string. */
const ofSource = /(['"])((?:\.\.\/)+)src\/([^'"]+\.js)\1/g

/** As every test imports it, but for what test/tap.ts says; the modules beside that one import tap itself. */
const ofTap = /^(import .*) from 'tap'$/m

const toDist = {
  name: 'tests-run-dist',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8').replaceAll(ofSource, '$1$2dist/$3$1')
      const up = relative(dirname(path), join(root, 'test')).replaceAll('\\', '/') || '.'
      const contents = path.endsWith('.test.ts') ? source.replace(ofTap, `$1 from '${up}/tap.js'`) : source
      return { contents, loader: 'ts' }
    })
  },
}

/** The script of the page is bundled for browsers, by build-page.js. */
const bundled = /^page[/\\]dom[/\\]/

/** Compiles src/ to dist/. */
export const compileSources = () => compile('src', 'dist', { skip: bundled })

/** Compiles test/ to build/. */
export const compileTests = () => compile('test', 'build', { plugins: [toDist] })

async function compile(from, to, { skip, plugins = [] }) {
  const modules = [...filesIn(from)]
    .map(path => relative(from, path))
    .filter(path => path.endsWith('.ts') && !skip?.test(path))
    .map(path => path.slice(0, -'.ts'.length))
  mkdirSync(join(root, to), { recursive: true })
  removeOthers(to, new Set(modules))
  // How they are compiled may have changed, too.
  const since = timeOf('scripts/compile.js')
  const stale = modules.filter(
    path => timeOf(`${to}/${path}.js`) < Math.max(since, timeOf(`${from}/${path}.ts`)),
  )
  if (stale.length === 0) return
  // It takes a while to load.
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints: stale.map(path => `${from}/${path}.ts`),
    outbase: from,
    outdir: to,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'warning',
    plugins,
  })
}

/** The files below a folder of the project, but what was installed or made there. */
export function* filesIn(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) yield path
    else if (entry.name !== 'node_modules' && !entry.name.startsWith('.')) yield* filesIn(path)
  }
}

/** When a file was written; 0 where there is none. */
export function timeOf(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** Removes compiled modules whose source is gone; dist/bin is written by build-cli.js. */
function removeOthers(to, modules) {
  for (const path of readdirSync(join(root, to), { recursive: true })) {
    const name = path.replace(/\.js\.map$/, '')
    if (name === path || modules.has(name) || /^bin[/\\]/.test(path)) continue
    for (const ending of ['.js', '.js.map', '.d.ts']) {
      rmSync(join(root, to, `${name}${ending}`), { force: true })
    }
  }
}
