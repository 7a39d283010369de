// Installs better-sqlite3 12 for a clone on a Node without Node-API 10 (Node 20), which version 13 crashes: into
// sqlite-node20/, from its own lock file. Other Nodes load 13, whose binaries are in the package, and need none of this.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const folder = fileURLToPath(new URL('../sqlite-node20/', import.meta.url))

/**
 * Resolves when the driver is there, or when it could not be had: that is said in one line, and stops nobody, since
 * only the store in a file needs it. May run beside the build.
 */
export async function installSqlite() {
  if (Number(process.versions.napi) >= 10 || !existsSync(`${folder}package-lock.json`)) return
  if (['pack', 'publish'].includes(process.env.npm_command) || isInstalled()) return
  const { code, said } = await run('npm', ['ci', '--ignore-scripts=false', '--no-audit', '--no-fund'])
  if (code === 0 && isInstalled()) return
  const reason = /^.*(?:\berror:|not found|ERR! code).*$/im.exec(said)?.[0].trim() ?? `npm ended with ${code}`
  console.error(
    `no SQLite store: better-sqlite3 12 was not installed (${reason}); use Node 22 or later, or install python3, make ` +
      'and a C++ compiler, then: node scripts/install-sqlite.js',
  )
}

/** The version that package.json names is there, and this Node can load its binary. */
function isInstalled() {
  const require = createRequire(`${folder}package.json`)
  try {
    const { dependencies } = JSON.parse(readFileSync(`${folder}package.json`, 'utf8'))
    if (require('better-sqlite3/package.json').version !== dependencies['better-sqlite3']) return false
    const Sqlite = require('better-sqlite3')
    new Sqlite(':memory:').close()
    return true
  } catch {
    return false
  }
}

function run(program, args) {
  return new Promise(resolve => {
    const child = spawn(program, [...args, '--prefix', folder], {
      cwd: folder,
      // Without a binary for this Node it is compiled, on all cores. SQLite is one file of 9 MB, which takes gcc 12 half
      // as long with -O1 as with the -O3 that it asks for.
      env: { JOBS: 'max', CFLAGS: '-O1', CXXFLAGS: '-O1', ...process.env },
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', text => {
        said += text
      })
    }
    child.on('error', error => resolve({ code: error.code, said }))
    child.on('close', code => resolve({ code, said }))
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await installSqlite()
