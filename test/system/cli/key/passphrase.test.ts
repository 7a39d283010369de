import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { run, type Ended, type RunOptions } from '../../../cli/resident.js'
import { type } from '../../../cli/terminal.js'

const [first, second] = ['nobody has to know it', 'and this one neither']

function secretFile(folder: string, name: string, content: string, mode = 0o600): string {
  const file = join(folder, name)
  writeFileSync(file, `${content}\n`, { mode })
  return file
}

await t.test('a passphrase is typed at a terminal, unseen, and twice when it is made', async t => {
  const folder = t.testdir()
  const generate = ['key', 'generate', '--operator', 'Example', '--store', 'raffles.db']
  const slips = await type(
    generate,
    [
      ['new passphrase: ', `${first}\r`],
      ['once more: ', `${second}\r`],
      ['new passphrase: ', '\r'],
      ['new passphrase: ', 'password1234\r'],
    ],
    folder,
  )
  t.match(slips, {
    code: 2,
    shown:
      /the two passphrases differ: type another.*the passphrase is empty: type another.*error: the passphrase is a well-known one/s,
  })
  const made = await type(
    generate,
    [
      // A slip, taken back by the key for that.
      ['new passphrase: ', `${first}x\u007f\r`],
      ['once more: ', `${first}\r`],
    ],
    folder,
  )
  t.match(made, { code: 0, shown: /made a key of Example/ })
  const rotated = await type(
    ['key', 'rotate', '--store', 'raffles.db'],
    [['passphrase: ', `${first}\r`]],
    folder,
  )
  t.match(rotated, { code: 0, shown: /the new key of Example/ })
  const changed = await type(
    ['key', 'passphrase', '--store', 'raffles.db'],
    [
      ['passphrase: ', `${first}\r`],
      ['new passphrase: ', `${second}\r`],
      ['once more: ', `${second}\r`],
    ],
    folder,
  )
  t.match(changed, { code: 0, shown: /2 secrets are re-encrypted/ })
  for (const { shown } of [slips, made, rotated, changed]) {
    t.notMatch(shown, new RegExp(`${first}|${second}`), 'what is typed shows nowhere')
  }
  const file = secretFile(folder, 'passphrase', second)
  t.match(await run(['key', 'rotate', '--store', 'raffles.db', '--passphrase-file', file], { cwd: folder }), {
    code: 0,
    stderr: '',
  })
})

await t.test('Ctrl-C at the question ends the command, and nothing was made', async t => {
  const folder = t.testdir()
  const session = await type(
    ['key', 'generate', '--operator', 'Example', '--store', 'raffles.db'],
    [['new passphrase: ', '\u0003']],
    folder,
  )
  t.not(session.code, 0)
  t.notMatch(session.shown, /error|made/)
})

await t.test('the passphrase is changed by files, from and to a key file too', async t => {
  const folder = t.testdir()
  const [old, changed] = [secretFile(folder, 'old', first), secretFile(folder, 'new', second)]
  const call = (args: readonly string[], env: RunOptions['env'] = {}): Promise<Ended> =>
    run(['key', ...args, '--store', 'raffles.db'], { cwd: folder, env })
  t.match(await call(['generate', '--operator', 'Example'], { DRAWAUDIT_PASSPHRASE_FILE: old }), {
    code: 0,
    stderr: '',
  })
  const args = ['passphrase', '--passphrase-file', old, '--new-passphrase-file', changed]
  t.match(await call([...args, '--new-key-file', 'key']), { code: 2, stderr: /not both/ })
  t.match(await call(['passphrase', '--passphrase-file', old]), {
    code: 2,
    stderr: /no new passphrase is given/,
  })
  t.match(await call([...args, '--format', 'json']), { code: 0, stdout: /^\{\s*"secrets": 1\s*\}\n$/ })
  t.match(await call(args), { code: 2, stderr: /passphrase is not the one/ })
  const toKey = ['passphrase', '--passphrase-file', changed, '--new-key-file', 'key']
  t.match(await call(toKey), { code: 0, stdout: /1 secret is re-encrypted/, stderr: /made key/ })
  t.match(await call(['rotate', '--key-file', 'key']), { code: 0, stderr: '' })
  t.match(await call(['passphrase', '--key-file', 'key', '--new-passphrase-file', old]), { code: 0 })
  // A file that an option names stands before one that the environment names, and that before its passphrase.
  t.match(
    await call(['rotate', '--passphrase-file', old], {
      DRAWAUDIT_PASSPHRASE_FILE: changed,
      DRAWAUDIT_PASSPHRASE: second,
    }),
    { code: 0 },
  )
  t.match(await call(['rotate'], { DRAWAUDIT_PASSPHRASE_FILE: old, DRAWAUDIT_PASSPHRASE: second }), {
    code: 0,
  })
})

await t.test('a file that others may read is warned of, unless its mode says nothing', async t => {
  const folder = t.testdir()
  const file = secretFile(folder, 'passphrase', first)
  const rotate = ['key', 'rotate', '--store', 'raffles.db', '--passphrase-file']
  const warning = /warning: others may read the key in .*; chmod 600 forbids it/
  await run(['key', 'generate', '--operator', 'E', '--store', 'raffles.db', '--passphrase-file', file], {
    cwd: folder,
  })
  chmodSync(file, 0o440)
  t.match(await run([...rotate, file], { cwd: folder }), { code: 0, stderr: warning })
  // The mode of a credential of systemd has the mask of an access list where a group's would be.
  t.match(await run([...rotate, file], { cwd: folder, env: { CREDENTIALS_DIRECTORY: folder } }), {
    code: 0,
    stderr: '',
  })
})
