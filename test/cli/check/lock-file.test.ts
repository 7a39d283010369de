import {
  chmodSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readLockFile, writeLockFile } from '../../../src/cli/check/lock-file.js'
import { DrawauditError } from '../../../src/errors.js'
import { parseAuditRecord, type AuditRecord } from '../../../src/model/audit-record.js'
import { createLock, formatLock, withSeen } from '../../../src/model/lock.js'
import { sample } from '../../server/start.js'
import { asNobody, noNobody } from '../../unprivileged.js'

const base = 'https://raffles.example/api/v1'
const lock = withSeen(
  createLock(),
  base,
  sample.raffle_id,
  { record: parseAuditRecord(sample) as AuditRecord },
  new Date(0),
)

function refusal(action: () => unknown): DrawauditError {
  try {
    action()
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
  throw new Error('it was accepted')
}

await t.test('a lock file is written and read back', t => {
  const path = join(t.testdir(), 'drawaudit.lock.json')
  t.equal(writeLockFile(path, lock), true)
  t.strictSame(readLockFile(path), { lock, text: formatLock(lock) })
  t.equal(statSync(path).mode & 0o133, 0)
  t.strictSame(readdirSync(join(path, '..')), ['drawaudit.lock.json'], 'and nothing is left over')
  t.end()
})

await t.test('a file that says the same is not touched', t => {
  const path = join(t.testdir(), 'drawaudit.lock.json')
  writeLockFile(path, lock)
  utimesSync(path, 1000, 1000)
  const inode = statSync(path).ino
  t.equal(writeLockFile(path, lock, readLockFile(path).text), false)
  t.same([statSync(path).mtimeMs, statSync(path).ino], [1_000_000, inode])
  t.equal(writeLockFile(path, createLock(), readLockFile(path).text), true)
  t.strictSame(readLockFile(path).lock, createLock())
  t.end()
})

await t.test('a missing file is an empty lock only where that is allowed', t => {
  const folder = t.testdir()
  const path = join(folder, 'drawaudit.lock.json')
  t.strictSame(readLockFile(path, { optional: true }), { lock: createLock() })
  t.equal(refusal(() => readLockFile(path)).code, 'file-missing')
  t.equal(refusal(() => readLockFile(folder, { optional: true })).code, 'file-kind')
  t.equal(refusal(() => writeLockFile(join(folder, 'missing', 'lock.json'), lock)).code, 'file-missing')
  t.equal(refusal(() => writeLockFile(folder, lock)).code, 'file-access')
  t.notOk(existsSync(join(folder, 'missing')))
  t.strictSame(readdirSync(folder), [])
  t.end()
})

await t.test('a link stays a link', t => {
  const folder = t.testdir({ real: {} })
  writeLockFile(join(folder, 'real', 'lock.json'), createLock())
  symlinkSync('real/lock.json', join(folder, 'lock.json'))
  writeLockFile(join(folder, 'lock.json'), lock)
  t.ok(lstatSync(join(folder, 'lock.json')).isSymbolicLink())
  t.equal(readFileSync(join(folder, 'real', 'lock.json'), 'utf8'), formatLock(lock))
  t.strictSame(readdirSync(folder).toSorted(), ['lock.json', 'real'])
  t.end()
})

await t.test('a merge conflict says so, and where, and what to do', t => {
  const path = join(t.testdir(), 'drawaudit.lock.json')
  const lines = formatLock(lock).split('\n')
  for (const end of ['\n', '\r\n']) {
    writeFileSync(
      path,
      [
        ...lines.slice(0, 3),
        '<<<<<<< HEAD',
        lines[3],
        '=======',
        lines[3],
        '>>>>>>> feature',
        ...lines.slice(4),
      ].join(end),
    )
    const { code, message, hint, where } = refusal(() => readLockFile(path, { optional: true }))
    t.same([code, where], ['lock-schema', { file: path, line: 4 }])
    t.match(message, 'merge conflict')
    t.match(hint, /both sides/)
  }
  t.end()
})

await t.test('a file that is no lock', t => {
  const path = join(t.testdir(), 'drawaudit.lock.json')
  const cases: readonly (readonly [text: string, code: string])[] = [
    ['', 'json-empty'],
    ['{', 'json-syntax'],
    ['[]', 'lock-schema'],
    ['{"lock": "drawaudit/v1", "services": {"__proto__": {}}}', 'json-forbidden-name'],
    [`{"lock": "drawaudit/v1", "services": {"${base}": {}, "${base}": {}}}`, 'json-duplicate-name'],
    ['{"lock": "drawaudit/v2", "services": {}}', 'lock-schema'],
  ]
  for (const [text, code] of cases) {
    writeFileSync(path, text)
    const error = refusal(() => readLockFile(path, { optional: true }))
    t.same([error.code, error.where.file], [code, path])
  }
  t.end()
})

await t.test('a lock that cannot be written stays as it was', { skip: noNobody }, t => {
  const folder = t.testdir()
  const path = join(folder, 'drawaudit.lock.json')
  writeLockFile(path, createLock())
  chmodSync(folder, 0o555)
  const { code } = asNobody(() => refusal(() => writeLockFile(path, lock)))
  chmodSync(folder, 0o755)
  t.equal(code, 'file-access')
  t.strictSame(readLockFile(path).lock, createLock())
  t.end()
})
