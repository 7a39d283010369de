import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { root } from './deploy/programs.js'

/** What npm makes of a copy of the project that is built there, but for what the compiler made. */
function pack(folder: string, target: string, umask: string, env: Readonly<Record<string, string>>): Buffer {
  mkdirSync(target)
  const script = [`umask ${umask}`, 'npm pack --pack-destination "$TARGET"'].join('\n')
  execFileSync('sh', ['-ec', script], {
    cwd: folder,
    env: { ...process.env, ...env, TARGET: target },
    stdio: 'ignore',
  })
  return readFileSync(join(target, readdirSync(target)[0] ?? ''))
}

// `npm run campaign reproducible` does all of it, with clones that install and compile.
await t.test('the package is the same bytes, wherever it is built', { timeout: 900_000 }, async t => {
  const { compareTarballs, readTarball } = await import('../../scripts/tarball.js')
  const folder = t.testdir()
  const here = join(folder, 'here')
  const there = join(folder, 'elsewhere/with a space, and further down')
  const left = ['.git', '.tap', '.demo', 'node_modules', 'sqlite-node20', 'build', 'test', 'bench']
  for (const name of readdirSync(root).filter(one => !left.includes(one))) {
    cpSync(join(root, name), join(here, name), { recursive: true, preserveTimestamps: true })
  }
  for (const made of ['bin', 'page', 'selftest.ndjson.gz']) {
    rmSync(join(here, 'dist', made), { recursive: true, force: true })
  }
  cpSync(here, there, { recursive: true, preserveTimestamps: true })
  // Links: half a gigabyte, of which nothing is written.
  for (const copy of [here, there])
    execFileSync('cp', ['-al', `${root}node_modules`, join(copy, 'node_modules')])
  execFileSync('chmod', ['-R', 'go-rwx', join(there, 'docs'), join(there, 'bin'), join(there, 'dist')])

  const one = pack(here, join(folder, 'one'), '022', { TZ: 'UTC', LC_ALL: 'C' })
  const two = pack(there, join(folder, 'two'), '077', { TZ: 'Asia/Kathmandu', LC_ALL: 'tr_TR.UTF-8' })
  t.strictSame(compareTarballs(one, two), [])
  t.ok(one.equals(two))

  const files = readTarball(one)
  t.ok(files.size > 500, `${files.size} files`)
  t.match(files.get('package/bin/drawaudit.js'), /^000755 /)
  const modes = new Set(
    [...files].filter(([name]) => !name.includes('/bin/d')).map(([, of]) => of.slice(0, 6)),
  )
  t.strictSame([...modes], ['000644'])

  const tar = gunzipSync(one)
  const at = tar.indexOf('package/LICENSE\0')
  const change = (offset: number, text: string): readonly string[] => {
    const changed = Buffer.from(tar)
    changed.write(text, at + offset)
    return compareTarballs(one, gzipSync(changed))
  }
  t.match(change(512, 'X').join(), /^package\/LICENSE: /, 'a byte of a file')
  t.match(change(100, '000600 ').join(), /^package\/LICENSE: 000644 .*, 000600 /, 'a mode')
  t.match(change(8, 'Licence\0').join(), /package\/LICENSE: .*undefined/, 'a name')
  t.match(compareTarballs(one, gzipSync(tar, { level: 1 })), [
    'the same files in the same order, compressed otherwise',
  ])
})
