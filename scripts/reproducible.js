// Whether anybody can make the package again: two clones of the last commit, in folders, time zones, languages and
// umasks that differ, each installed and packed by itself, have to give the same bytes. With the path of a tarball that
// one has to be the same too: `node scripts/reproducible.js drawaudit-0.1.0.tgz` in a clone of the commit it is of.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareTarballs, sha256 } from './tarball.js'

const root = fileURLToPath(new URL('../', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'drawaudit-'))
const places = [
  { folder: 'one', umask: '022', env: { TZ: 'UTC', LC_ALL: 'C' } },
  {
    folder: 'two/a longer way, with spaces',
    umask: '077',
    env: { TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8' },
  },
]

/** Clones, installs and packs, and returns the tarball. */
function make({ folder, umask, env }, at) {
  const clone = join(scratch, folder)
  const target = join(scratch, `packed-${at}`)
  mkdirSync(target)
  mkdirSync(clone, { recursive: true })
  const steps = [
    'git clone --quiet "$SOURCE" .',
    'npm ci --ignore-scripts --no-audit --no-fund',
    'npm pack --pack-destination "$TARGET"',
  ]
  execFileSync('sh', ['-ec', [`umask ${umask}`, ...steps].join('\n')], {
    cwd: clone,
    env: { ...process.env, npm_config_loglevel: 'error', ...env, SOURCE: root, TARGET: target },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return readFileSync(join(target, readdirSync(target)[0]))
}

try {
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const npm = execFileSync('npm', ['--version'], { encoding: 'utf8' }).trim()
  console.log(`commit ${commit}, node ${process.version}, npm ${npm}`)
  const made = places.map((place, at) => [`clone ${at + 1}`, make(place, at)])
  const given = process.argv.slice(2).map(path => [path, readFileSync(path)])
  const [[, first]] = made
  for (const [name, bytes] of [...made, ...given]) {
    console.log(`${sha256(bytes)}  ${name}, ${bytes.length} bytes`)
    const found = compareTarballs(first, bytes)
    if (found.length === 0) continue
    process.exitCode = 1
    console.error(`error: ${name} differs from clone 1`)
    for (const line of found.slice(0, 20)) console.error(`  ${line}`)
    if (found.length > 20) console.error(`  and ${found.length - 20} more`)
  }
} catch (error) {
  process.exitCode = 1
  console.error(`error: ${error.message}`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
