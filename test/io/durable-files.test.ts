import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { makeFolders, makeMissing } from '../../src/io/durable-files.js'

await t.test('folders are made from the top, and those that are there stay', t => {
  const folder = t.testdir()
  const path = join(folder, 'a', 'b')
  t.strictSame(makeMissing(path, 0o700), [join(folder, 'a'), path])
  t.equal(statSync(path).mode & 0o777, 0o700)
  t.strictSame(makeMissing(path, 0o700), [])
  makeFolders(join(path, 'c'), 0o755)
  t.ok(existsSync(join(path, 'c')))
  t.end()
})

await t.test('where none can be made it ends, with the error of the system', t => {
  const folder = t.testdir()
  writeFileSync(join(folder, 'file'), '')
  t.throws(() => makeMissing(join(folder, 'file'), 0o700), { code: 'EEXIST' })
  t.throws(() => makeMissing(join(folder, 'file', 'below'), 0o700), { code: 'ENOTDIR' })
  if (process.platform === 'linux')
    t.throws(() => makeMissing('/proc/drawaudit/recipes', 0o700), { code: 'ENOENT' })
  t.end()
})
