import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { createInterface } from 'node:readline'
import t, { type Test } from 'tap'
import { formatTime } from '../../../src/core/time.js'
import { openStore } from '../../../src/store/open-store.js'
import { bin, root, run } from '../../cli/run.js'
import { findLeft, findObstacle, listPaths, signal, trace, type Left } from './syncs.js'
import { isLong } from '../../long.js'

const skip = findObstacle()
const passphrase = 'never gonna be guessed 81'
const env = {
  PATH: process.env['PATH'] ?? '',
  DRAWAUDIT_PASSPHRASE: passphrase,
  DRAWAUDIT_STORE: 'raffles.db',
}

/** Runs a command to its end, and says what it left unsynced. */
async function follow(
  folder: string,
  args: readonly string[],
  codes: readonly number[] = [0],
): Promise<readonly Left[]> {
  const before = listPaths(folder)
  const file = `${folder}/last.trace`
  const child = trace(file, [process.execPath, ...args], { cwd: folder, env })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => said.push(chunk))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code === null || !codes.includes(code))
    throw new Error(`${String(code)}: ${args.join(' ')}: ${Buffer.concat(said).toString()}`)
  return findLeft(file, folder, before)
}

/** Asserts that a command leaves nothing that the loss of power could take back. */
async function keeps(t: Test, folder: string, ...args: readonly string[]): Promise<void> {
  // A monitor ends with 3 where it does not know a key.
  const left = await follow(folder, [bin, ...args], args[0] === 'monitor' ? [0, 3] : [0])
  // What was compared may be lost: then all is compared again.
  const isNeeded = (path: string): boolean => !path.endsWith('.compared')
  t.strictSame(
    left.map(one => ({ ...one, contents: one.contents.filter(isNeeded), names: one.names.filter(isNeeded) })),
    [{ said: 'end', contents: [], names: [] }],
    args.join(' '),
  )
}

const folderOf = (t: Test, content = {}): string => realpathSync(t.testdir(content))

if (isLong)
  await t.test('what is not synced is found', { skip }, async t => {
    const folder = folderOf(t, { old: 'x', gone: 'x' })
    const script = (text: string): readonly string[] => [
      '--input-type=module',
      '-e',
      `import * as fs from 'node:fs'
    const sync = path => { const d = fs.openSync(path, 'r+'); fs.fsyncSync(d); fs.closeSync(d) }
    const syncFolder = () => { const d = fs.openSync('.', 'r'); fs.fsyncSync(d); fs.closeSync(d) }
    ${text}`,
    ]
    const left = async (text: string): Promise<Omit<Left, 'said'> | undefined> => {
      const found = (await follow(folder, script(text))).at(-1)
      return (
        found && {
          contents: found.contents.map(path => path.slice(folder.length + 1)),
          names: found.names.map(path => path.slice(folder.length + 1)),
        }
      )
    }
    const none = { contents: [], names: [] }
    t.strictSame(await left(`fs.writeFileSync('old', 'y')`), { contents: ['old'], names: [] })
    t.strictSame(await left(`fs.writeFileSync('old', 'z'); sync('old')`), none)
    t.strictSame(await left(`fs.writeFileSync('a', 'y')`), { contents: ['a'], names: ['a'] })
    t.strictSame(await left(`fs.writeFileSync('b', 'y'); sync('b')`), { contents: [], names: ['b'] })
    t.strictSame(await left(`fs.writeFileSync('c', 'y'); syncFolder()`), { contents: ['c'], names: [] })
    t.strictSame(await left(`fs.writeFileSync('d', 'y'); sync('d'); syncFolder()`), none)
    t.strictSame(await left(`fs.writeFileSync('e', 'y'); sync('e'); syncFolder(); fs.appendFileSync('e', 'z')`), { contents: ['e'], names: [] }) // prettier-ignore
    t.strictSame(await left(`fs.writeFileSync('f', 'y'); fs.renameSync('f', 'old'); syncFolder()`), { contents: ['old'], names: [] }) // prettier-ignore
    t.strictSame(await left(`fs.writeFileSync('g', 'y'); sync('g'); syncFolder(); fs.renameSync('g', 'old')`), { contents: [], names: ['old'] }) // prettier-ignore
    t.strictSame(await left(`fs.writeFileSync('h', 'y'); fs.rmSync('h')`), none)
    t.strictSame(await left(`await fs.promises.writeFile('i', 'y')`), { contents: ['i'], names: ['i'] })
    t.strictSame(await left(`fs.mkdirSync('j')`), { contents: [], names: ['j'] })
  })

await t.test(
  'SQLite and the journal: each commit is on the disk when it is acknowledged',
  { skip },
  async t => {
    const entries = Array.from({ length: 40 }, (_, index) => `t${index},paid`).join('\n')
    const folder = folderOf(t, { 'entries.csv': `id,kind\n${entries}\n`, 'more.csv': 'id,kind\nm1,free\n' })
    await keeps(t, folder, 'init', '--operator', 'Example Raffles Ltd', '--yes', '--log', 'log.example/log')
    // Whoever has it open keeps the last to close it from moving `-wal` into it, which would sync that.
    const holder = await openStore(`${folder}/raffles.db`, { access: 'read' })
    t.teardown(() => holder.close())
    await holder.countSummaries()
    await keeps(t, folder, 'publish', `${root}fixtures/records/three-prizes.json`)
    if (!isLong) return
    await keeps(t, folder, 'publish', `${root}fixtures/statistics`)
    await keeps(t, folder, 'stats', 'set', '49638a53-01d5-4ea0-96bc-887c4448c4f3', '--paid', '120', '--free', '23', '--max', '500') // prettier-ignore
    await keeps(t, folder, 'raffle', 'create', '--name', 'Summer', '--prize', 'Mug', '--max', '100', '--closes', '+12s', '--draws', '+2h') // prettier-ignore
    await keeps(t, folder, 'raffle', 'import', 'Summer', 'entries.csv')
    await keeps(t, folder, 'raffle', 'import', 'Summer', 'more.csv')
    await keeps(t, folder, 'raffle', 'remove', 'Summer', '--entry', 'm1', '--reason', 'refund')
    await keeps(t, folder, 'key', 'generate', '--use', 'receipts', '--operator', 'Example Raffles Ltd')
    await keeps(t, folder, 'receipt', 'issue', 'Summer', '--entry', 't1')
    await keeps(t, folder, 'desk', 'token', 'add', 'shop', '--scope', 'entries')
    while ((await run(['raffle', 'status', 'Summer', '--format', 'json'], { cwd: folder, env })).stdout.includes('"open"')) await new Promise(resolve => setTimeout(resolve, 500)) // prettier-ignore
    await keeps(t, folder, 'raffle', 'seal', 'Summer')
    await keeps(t, folder, 'log', 'sequence')
    await keeps(t, folder, 'raffle', 'cancel', 'Summer', '--reason', 'rain')
    await keeps(t, folder, 'key', 'rotate')
    await keeps(t, folder, 'store', 'backup', 'backup.db')
    await keeps(t, folder, 'store', 'restore', 'backup.db', '--store', 'restored.db')
    await keeps(t, folder, 'store', 'restore', 'backup.db', '--replace')
    await keeps(t, folder, 'store', 'migrate', '--store', 'empty.db')
    await keeps(t, folder, 'log', 'export', 'log')
  },
)

if (isLong)
  await t.test('a witness and a monitor: what they say rests on what is on the disk', { skip }, async t => {
    const folder = folderOf(t)
    const tell = async (...args: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await run(args, { cwd: folder, env })
      if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
      return stdout
    }
    await tell('init', '--operator', 'Example Raffles Ltd', '--yes', '--log', 'log.example/log')
    const log = JSON.parse(await tell('log', 'status', '--format', 'json')) as { readonly vkey: string }
    await keeps(t, folder, 'witness', 'init', 'witness', '--name', 'witness.example/w')
    const key = /witness\.example\/w\+\S+/.exec(await tell('witness', 'show', 'witness'))?.[0] ?? ''

    const before = listPaths(folder)
    const file = `${folder}/witness.trace`
    const serve = ['witness', 'serve', 'witness', '--log', log.vkey, '--port', '0']
    const witness = trace(file, [process.execPath, bin, ...serve], { cwd: folder, env })
    t.teardown(() => {
      if (witness.exitCode === null) signal(witness, 'SIGKILL')
    })
    const stream = witness.stdout
    if (stream === null) throw new Error('the witness has no output')
    const [line] = (await once(createInterface(stream), 'line')) as [string]
    const url = /http:\S+/.exec(line)?.[0] ?? ''
    await tell('log', 'witness', url, key, '--allow-private')
    const create = ['raffle', 'create', '--prize', 'Mug', '--max', '9', '--closes', '+2h', '--name']
    for (const name of ['One', 'Two', 'Three']) await tell(...create, name)
    signal(witness, 'SIGTERM')
    await once(witness, 'close')
    const left = findLeft(file, folder, before, /^HTTP\/1\.1 200/)
    t.ok(left.length >= 4, `${left.length - 1} cosignatures`)
    const isKept = ({ contents, names }: Left): boolean =>
      ![...contents, ...names].some(path => path.includes('/witness/'))
    t.strictSame(
      left.filter(one => !isKept(one)),
      [],
      'each checkpoint is on the disk before its cosignature leaves',
    )
    await keeps(t, folder, 'witness', 'redate', 'witness', '--now', formatTime(new Date()))

    await keeps(t, folder, 'log', 'export', 'log')
    await keeps(t, folder, 'trust', 'init', '--observer', 'Ada')
    await keeps(t, folder, 'trust', 'add', '--log', log.vkey)
    const watch = ['monitor', 'log', '--state', 'log.state', '--trust', 'trust.json']
    await keeps(t, folder, ...watch)
    await tell(...create, 'Four')
    await keeps(t, folder, 'log', 'export', 'log')
    await keeps(t, folder, ...watch)
  })

await t.test('files that are written once, or in the place of others', { skip }, async t => {
  const folder = folderOf(t, { old: 'x' })
  const script = (text: string): readonly string[] => ['--input-type=module', '-e', text]
  const from = (path: string): string => `await import('${root}dist/${path}.js')`
  for (const text of [
    `(${from('log/monitor/file')}).writeOnce('proof.json', '{}')`,
    `await (${from('io/durable-files')}).replaceInTime('old', 'y')`,
    `await (${from('io/durable-files')}).replaceInTime('new', 'y')`,
    `(${from('io/written-files')}).writeNew('key', new Uint8Array(9))`,
  ]) {
    t.strictSame(await follow(folder, script(text)), [{ said: 'end', contents: [], names: [] }], text)
  }
})
