import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { DrawauditError } from '../../src/errors.js'
import { describeErrno, errnoOf, isAbsent, withFile } from '../../src/io/errno.js'

await t.test('what the system says, in our words', async t => {
  const folder = t.testdir({ file: '' })
  const [file, below] = [join(folder, 'file'), join(folder, 'file/below')]
  const reading = (path: string) => () => withFile(path, 'read', () => readFileSync(path))
  const writing = (path: string) => () => {
    withFile(path, 'write', () => {
      writeFileSync(path, '', { flag: 'wx' })
    })
  }
  const cases: readonly (readonly [() => unknown, string, RegExp])[] = [
    [reading(join(folder, 'none')), 'file-missing', /no such file or folder/],
    [reading(below), 'file-missing', /no such file or folder/],
    [reading(folder), 'file-kind', /is a folder/],
    [writing(file), 'file-exists', /there is such a file/],
    [writing(below), 'file-access', /a part of its path is a file/],
    [writing(join(folder, 'none/file')), 'file-missing', /no such folder/],
    [
      () => withFile('/proc/self/mem', 'read', () => readFileSync('/proc/self/mem')),
      'file-access',
      /\(EIO\)/,
    ],
  ]
  for (const [action, code, message] of cases) t.throws(action, { code, message, where: { file: /./ } })
  await t.rejects(
    withFile('x', 'read', () => readFile(join(folder, 'none'))),
    {
      code: 'file-missing',
      where: { file: 'x' },
    },
  )
  t.strictSame(await withFile('x', 'read', () => Promise.resolve(7)), 7)
  t.equal(
    withFile('x', 'read', () => readdirSync(folder).length),
    1,
  )
})

void t.test('errors that are not of the system stay as they are', t => {
  for (const error of [new DrawauditError('usage', 'x'), new TypeError('x'), 'text', undefined]) {
    t.equal(errnoOf(error), undefined)
    t.equal(describeErrno('x', 'read', error), error)
    t.notOk(isAbsent(error))
  }
  t.equal(errnoOf(Object.assign(new Error('x'), { code: 'ERR_INVALID_ARG_TYPE' })), undefined)
  t.end()
})
