import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { DrawauditError } from '../../src/errors.js'
import { takeLock } from '../../src/io/lock.js'

const busy = (): DrawauditError => new DrawauditError('monitor-busy', 'busy')

await t.test('one at a time', async t => {
  const folder = t.testdir()
  const file = join(folder, 'lock')
  const first = await takeLock(file, busy)
  await t.rejects(takeLock(file, busy), { code: 'monitor-busy' })
  t.ok(first.isHeld())
  first.release()
  const second = await takeLock(file, busy)
  t.ok(second.isHeld())
  t.equal(readFileSync(file).length, 0, 'nothing is in it')
  rmSync(file)
  t.notOk(second.isHeld(), 'its file is gone')
  const third = await takeLock(file, busy)
  t.notOk(second.isHeld(), 'its file is that of another one')
  t.ok(third.isHeld())
  renameSync(file, `${file}.old`)
  t.notOk(third.isHeld())
  third.release()
  second.release()
  await t.rejects(takeLock(join(folder, 'none/lock'), busy), { code: 'file-missing' })
})

await t.test('a process that is killed gives it back', async t => {
  const file = join(t.testdir(), 'lock')
  const module = fileURLToPath(new URL('../../src/io/lock.js', import.meta.url))
  const script = `
    import { takeLock } from ${JSON.stringify(module)}
    await takeLock(${JSON.stringify(file)}, () => new Error('busy'))
    console.log('held')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  await t.rejects(takeLock(file, busy), { code: 'monitor-busy' })
  child.kill('SIGKILL')
  await once(child, 'exit')
  const lock = await takeLock(file, busy)
  t.ok(lock.isHeld())
  lock.release()
})
