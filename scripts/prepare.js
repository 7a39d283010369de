// What npm calls after `npm ci` in a clone, and before it packs: builds, and on Node 20 installs its SQLite meanwhile.
import { chmodSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.js'
import { installSqlite } from './install-sqlite.js'

const root = fileURLToPath(new URL('../', import.meta.url))
const packs = ['pack', 'publish'].includes(process.env.npm_command)

await Promise.all([installSqlite(), build({ types: packs })])

// Modes go into the package, and they follow the umask of whoever cloned and built: the same for everybody.
if (packs) {
  const { files: packed, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const programs = Object.values(bin).map(name => join(root, name))
  for (const path of [...packed, 'package.json', 'README.md', 'LICENSE'].flatMap(name =>
    filesIn(join(root, name)),
  )) {
    chmodSync(path, programs.includes(path) ? 0o755 : 0o644)
  }
}

/** All files below a folder, or the one file; nothing where there is none. */
function filesIn(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats?.isDirectory()) return stats === undefined ? [] : [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}
