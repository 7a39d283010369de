import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readKeyFile } from '../../../src/cli/shared/key-file.js'

const warning = /^warning: others may read the key in .*; chmod 600 forbids it\n$/

await t.test('a file that others may read is warned of, where its mode says so', t => {
  const folder = t.testdir()
  const file = join(folder, 'key')
  writeFileSync(file, 'secret')
  const talk = (isSecret = true): string => {
    const said = t.capture(process.stderr, 'write')
    const text = readKeyFile(
      file,
      bytes => Buffer.from(bytes).toString(),
      () => isSecret,
    )
    t.equal(text, 'secret')
    return said()
      .map(({ args }) => String(args[0]))
      .join('')
  }
  for (const mode of [0o644, 0o640, 0o604, 0o620]) {
    chmodSync(file, mode)
    t.match(talk(), warning, mode.toString(8))
  }
  t.equal(talk(false), '', 'an encrypted key is not secret')
  t.intercept(process, 'platform', { value: 'win32' })
  t.equal(talk(), '', 'Windows has no modes')
  t.end()
})

await t.test('what is its owner’s alone is not', t => {
  const file = join(t.testdir(), 'key')
  writeFileSync(file, 'secret', { mode: 0o600 })
  const said = t.capture(process.stderr, 'write')
  readKeyFile(file, bytes => bytes)
  t.strictSame(said(), [])
  t.end()
})
