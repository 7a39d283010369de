// Builds what runs: validators of the schemas, dist/, the command line, the page. Each part is built again only when what it
// is made of is newer, since npm calls this also when `npx drawaudit` links the package, and a build would take the program
// away from whoever runs it just then. `--types` adds the declarations, which a package needs and nothing that runs.
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileSources, timeOf } from './compile.js'

const root = fileURLToPath(new URL('../', import.meta.url))

/** What is made of what, in order: the last file that is written, and the script that writes it. */
const parts = [
  {
    to: 'src/model/validators/webhook-event.ts',
    from: ['schemas', 'scripts/compile-schemas.js'],
    make: () => import('./compile-schemas.js'),
  },
  {
    to: 'dist/selftest.ndjson.gz',
    from: ['fixtures/bundles', 'fixtures/mutants', 'scripts/selftest.js'],
    make: () => import('./selftest.js'),
  },
  {
    to: 'dist/bin/third-party.txt',
    from: ['src', 'package.json', 'docs/CLAIMS.md', 'scripts/build-cli.js'],
    make: () => import('./build-cli.js'),
  },
  {
    to: 'dist/page/assets.json',
    from: ['src', 'recipes', 'scripts/build-page.js'],
    make: () => import('./build-page.js'),
  },
]

export async function build({ types = false } = {}) {
  for (const { to, from, make } of parts) if (timeOf(to) < Math.max(...from.map(newest))) await make()
  await compileSources()
  if (types && timeOf('dist/index.d.ts') < newest('src')) {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
      cwd: root,
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error('the declarations could not be made')
  }
}

/** When a file was written, or the last one of a folder; 0 where there is none. */
function newest(path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats?.mtimeMs ?? 0
  return readdirSync(join(root, path), { recursive: true })
    .map(name => statSync(join(root, path, name)))
    .reduce((time, stats) => (stats.isFile() ? Math.max(time, stats.mtimeMs) : time), 0)
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await build({ types: process.argv.includes('--types') })
