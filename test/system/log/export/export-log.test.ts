// Exported logs: what is in the folder after each run, and after runs that did not come to their end.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import t from 'tap'
import { parseCheckpoint } from '../../../../src/core/checkpoint.js'
import { hashLeaf, MerkleTree } from '../../../../src/core/merkle.js'
import { parseNote, parseVerifierKey, signCosignature, verifyNote } from '../../../../src/core/note.js'
import { decodeEntries, formatTilePath, tileAt } from '../../../../src/core/tiles.js'
import { DrawauditError } from '../../../../src/errors.js'
import { exportLog, type LogExported } from '../../../../src/log/export/export-log.js'
import { native } from '../../../../src/native/engine.js'
import { openSqliteStore } from '../../../../src/store/sqlite/sqlite-store.js'
import type { Store } from '../../../../src/store/store.js'
import { createLogOf, type GrowingLog } from '../../../server/log-store.js'
import { Sqlite } from '../../../sqlite.js'
import { watchWrites, type Kind, type Moment } from '../../../log/export/export-faults.js'
import { isLong, some } from '../../../long.js'

interface Fixture extends GrowingLog {
  readonly store: Store
  readonly file: string
  readonly base: string
}

type Tap = Pick<typeof t, 'testdir' | 'teardown'>

async function begin(test: Tap, name?: string): Promise<Fixture> {
  const base = test.testdir()
  const file = join(base, 'raffles.db')
  const store = await openSqliteStore(file, { access: 'write', create: true })
  test.teardown(() => store.close())
  return { store, file, base, ...(await createLogOf({ store, file }, name)) }
}

/** All files below a folder, by their path in it. */
const listFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => !entry.isDirectory())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))

/** Reads a folder as a client does, hashes all anew, and says what is wrong. */
function inspect(
  folder: string,
  vkey: string,
): { readonly size?: number; readonly problems: readonly string[] } {
  const path = join(folder, 'checkpoint')
  if (!existsSync(path)) return { problems: [] }
  const note = parseNote(readFileSync(path))
  const problems: string[] = []
  if (verifyNote(note, [parseVerifierKey(vkey)]).length !== 1) problems.push('nobody has signed it')
  const { size, root } = parseCheckpoint(note.text)
  const levels: Uint8Array[][] = []
  const tree = new MerkleTree(native, (level, _index, hash) => {
    if (level % 8 === 0) (levels[level / 8] ??= []).push(hash)
  })
  const read = (place: string): Buffer => {
    const file = join(folder, place)
    if (existsSync(file)) return readFileSync(file)
    problems.push(`${place} is missing`)
    return Buffer.alloc(0)
  }
  for (let index = 0; index * 256 < size; index += 1) {
    const place = tileAt('entries', index, size)!
    const bundle = read(formatTilePath(place))
    if (bundle.length === 0) continue
    for (const entry of decodeEntries(bundle, place.width)) tree.append(hashLeaf(entry, native))
  }
  if (!Buffer.from(root).equals(tree.root())) problems.push('the entries do not lead to the root')
  for (const [level, hashes] of levels.entries()) {
    for (let index = 0; index * 256 < hashes.length; index += 1) {
      const place = formatTilePath(tileAt(level, index, size)!)
      if (!read(place).equals(Buffer.concat(hashes.slice(index * 256, (index + 1) * 256)))) {
        problems.push(`${place} is wrong`)
      }
    }
  }
  return { size, problems }
}

await t.test('grows with the log, and nothing is written twice', async t => {
  const { base, grow, store, vkey } = await begin(t)
  const folder = join(base, 'deep', 'public')
  let size = 0
  const first = await exportLog(store.log, folder, native)
  t.strictSame(first, {
    origin: 'raffles.example/log',
    size: 0,
    before: 0,
    tiles: 0,
    bundles: 0,
    bytes: 0,
    removed: 0,
    checkpoint: 'written',
  })
  // What a run writes: bundles, tiles; and the folders of partial tiles that go.
  const rows: readonly (readonly [grown: number, bundles: number, tiles: number, removed: number])[] = [
    [1, 1, 1, 0],
    [1, 1, 1, 0],
    [253, 1, 1, 0],
    [1, 1, 2, 2],
    [1, 1, 1, 0],
    [255, 1, 2, 2],
    [700, 3, 4, 0],
    [0, 0, 0, 0],
    // What takes long.
    ...(isLong ? [[68_788, 270, 273, 3] as const] : []),
  ]
  for (const [grown, bundles, tiles, removed] of rows) {
    if (grown > 0) await grow(grown)
    size += grown
    const done = await exportLog(store.log, folder, native)
    t.match(done, { size, before: size - grown, bundles, tiles, removed }, `${size} entries`)
    t.equal(done.checkpoint, grown === 0 ? 'unchanged' : 'written')
    t.strictSame(inspect(folder, vkey), { size, problems: [] })
  }
  if (!isLong) return
  t.equal(size, 70_000, 'the example of the specification')
  const files = listFiles(folder)
  t.equal(files.length, 1 + 274 + 274 + 2 + 1, 'checkpoint, bundles, tiles of three levels')
  t.notOk(existsSync(join(folder, 'tile/0/272.p')))
  t.ok(existsSync(join(folder, 'tile/2/000.p/1')))
})

await t.test('a checkpoint with more cosignatures is another one', async t => {
  const { base, grow, store, vkey } = await begin(t)
  const folder = join(base, 'public')
  await grow(3)
  await exportLog(store.log, folder, native)
  const { text } = parseNote(readFileSync(join(folder, 'checkpoint')))
  const cosignature = signCosignature(text, 'witness.example', 1_793_534_400, new Uint8Array(32).fill(6))
  await store.transact(({ log }) => log.writeCosignature(3, cosignature))
  const done = await exportLog(store.log, folder, native)
  t.match(done, { bundles: 0, tiles: 0, checkpoint: 'written' })
  t.equal(parseNote(readFileSync(join(folder, 'checkpoint'))).signatures.length, 2)
  t.strictSame(inspect(folder, vkey), { size: 3, problems: [] })
})

/** What a promise rejects with. */
async function failure(work: Promise<unknown>): Promise<DrawauditError> {
  try {
    await work
  } catch (error) {
    if (error instanceof DrawauditError) return error
    throw error
  }
  throw new Error('it did not fail')
}

await t.test('folders that are refused', async t => {
  const { base, grow, store, vkey } = await begin(t)
  const folder = join(base, 'public')
  await grow(300)
  await exportLog(store.log, folder, native)
  const before = readFileSync(join(folder, 'checkpoint'))
  const checkpoint = parseNote(before).text

  const refuse = async (content: string | Uint8Array, code: string, message: RegExp): Promise<void> => {
    writeFileSync(join(folder, 'checkpoint'), content)
    const error = await failure(exportLog(store.log, folder, native))
    t.equal(error.code, code)
    t.match(error.message, message)
    t.match(error.where.file, /public\/checkpoint$/)
    t.equal(String(readFileSync(join(folder, 'checkpoint'))), String(content), 'nothing is changed')
  }
  const note = before.toString()
  await refuse(
    note.replace('raffles.example', 'other.example'),
    'file-exists',
    /another log: "other\.example\/log"/,
  )
  await refuse(
    note.replace('\n300\n', '\n301\n'),
    'store-rolled-back',
    /has 301 entries of the log, the store 300/,
  )
  await refuse(note.replace('\n300\n', '\n299\n'), 'store-rolled-back', /the first 299 entries/)
  await refuse(
    note.replace(/\n300\n./, match => `\n300\n${match.endsWith('A') ? 'B' : 'A'}`),
    'store-rolled-back',
    /300/,
  )
  await refuse('hello\n', 'note-invalid', /./)
  await refuse(note.replace(checkpoint, 'a\nb\nc\n'), 'checkpoint-invalid', /./)
  await refuse('', 'note-invalid', /./)

  rmSync(join(folder, 'checkpoint'))
  t.match(
    await exportLog(store.log, folder, native),
    { before: 0, bundles: 2 },
    'without one all is written anew',
  )
  t.strictSame(inspect(folder, vkey), { size: 300, problems: [] })

  rmSync(join(folder, 'checkpoint'))
  mkdirSync(join(folder, 'checkpoint'))
  t.equal((await failure(exportLog(store.log, folder, native))).code, 'file-kind')
  writeFileSync(join(base, 'file'), '')
  for (const [place, code] of [
    ['file', 'file-exists'],
    ['file/below', 'file-access'],
  ] as const) {
    t.equal((await failure(exportLog(store.log, join(base, place), native))).code, code, place)
  }
})

await t.test('a store without a log, and one without a head', async t => {
  const file = join(t.testdir(), 'raffles.db')
  const store = await openSqliteStore(file, { access: 'write', create: true })
  t.teardown(() => store.close())
  const folder = join(dirname(file), 'public')
  t.equal((await failure(exportLog(store.log, folder, native))).code, 'log-missing')
  await createLogOf({ store, file })
  await store.transact(async ({ log }) => log.writeLog((await log.readLog())!))
  t.match(await failure(exportLog(store.log, folder, native)), {
    code: 'log-missing',
    message: 'no head was signed yet',
  })
  t.notOk(existsSync(folder))
})

const damages: Readonly<Record<string, readonly [sql: string, message: RegExp]>> = {
  'an entry with another bit': [
    `UPDATE log_entry SET data = CAST(replace(CAST(data AS TEXT), '2', '3') AS BLOB) WHERE place = 452`,
    /^entry 452 of the log/,
  ],
  'an entry that is missing': ['DELETE FROM log_entry WHERE place = 599', /^entry 599 of the log/],
  'an entry out of its place': ['UPDATE log_entry SET place = -1 WHERE place = 300', /^entry 300 of the log/],
  'a hash with another bit': [
    `UPDATE log_tile SET hashes = CAST(x'00' || substr(hashes, 2) AS BLOB) WHERE level = 0 AND place = 1`,
    /^entry 256 of the log/,
  ],
  'a tile above with another bit': [
    `UPDATE log_tile SET hashes = CAST(x'00' || substr(hashes, 2) AS BLOB) WHERE level = 1`,
    /^the tiles and entries of the log do not lead to its head of 600 entries/,
  ],
  'a tile that is missing': [
    'DELETE FROM log_tile WHERE level = 1',
    /^tile 0 of level 8 of the log is too short/,
  ],
  'another root': [
    `UPDATE log_head SET root = CAST(x'00' || substr(root, 2) AS BLOB) WHERE size = 600`,
    /^the tiles and entries|signature/,
  ],
  'another signature': [
    `UPDATE log_head SET signature = CAST(x'00' || substr(signature, 2) AS BLOB) WHERE size = 600`,
    /signature/,
  ],
  'an entry and its hash': [
    `UPDATE log_entry SET data = x'20', hash = x'8d8c6a0d2d4fd9e8a4b1a4b3e0fd8d5c6d0a7c6f9dd5c3b1f7c2f5f5b1f8e6a1' WHERE place = 300`,
    /^entry 300 of the log/,
  ],
}

for (const [name, [sql, message]] of some(Object.entries(damages), 3)) {
  await t.test(`${name} is never published`, async t => {
    const { base, file, grow, store, vkey } = await begin(t)
    const folder = join(base, 'public')
    await grow(200)
    await exportLog(store.log, folder, native)
    await grow(400)
    const database = new Sqlite(file)
    t.equal(database.prepare(sql).run().changes, 1)
    database.close()
    for (const place of [folder, join(base, 'new')]) {
      const error = await failure(exportLog(store.log, place, native))
      t.match(error.message, message)
      t.ok(['store-damaged', 'note-signature'].includes(error.code), error.code)
    }
    t.strictSame(inspect(folder, vkey), { size: 200, problems: [] }, 'what was there is whole')
    t.notOk(existsSync(join(base, 'new', 'checkpoint')))
  })
}

await t.test('hashes that an earlier run rested on', async t => {
  const { base, file, grow, store, vkey } = await begin(t)
  const folder = join(base, 'public')
  await grow(200)
  await exportLog(store.log, folder, native)
  await grow(400)
  const database = new Sqlite(file)
  // An old hash in a tile that has grown, with an entry that agrees with it.
  const data = Buffer.from('another entry')
  const tile = database
    .prepare('SELECT hashes FROM log_tile WHERE level = 0 AND place = 0')
    .pluck()
    .get() as Buffer
  Buffer.from(hashLeaf(data)).copy(tile, 5 * 32)
  database.prepare('UPDATE log_tile SET hashes = ? WHERE level = 0 AND place = 0').run(tile)
  database.prepare('UPDATE log_entry SET data = ?, hash = ? WHERE place = 5').run(data, hashLeaf(data))
  database.close()
  const error = await failure(exportLog(store.log, folder, native))
  t.equal(error.code, 'store-rolled-back', 'the folder has seen other entries')
  t.equal((await failure(exportLog(store.log, join(base, 'new'), native))).code, 'store-damaged')
  t.strictSame(inspect(folder, vkey), { size: 200, problems: [] })
})

const fault = (code: string): Error => Object.assign(new Error(code), { code })

/** What becomes of one step; the fault of a machine that dies becomes that of every later step too. */
const faults: Readonly<Record<string, (moment: Moment, act: () => unknown, die: () => never) => unknown>> = {
  'fails before': () => {
    throw fault('EIO')
  },
  'fails but persists': (_, act) => {
    act()
    throw fault('EIO')
  },
  'finds the disk full': ({ half }) => {
    half?.()
    throw fault('ENOSPC')
  },
  'is slow': (_, act) => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3)
    return act()
  },
  'is where it is killed': (_moment, _act, die) => die(),
  'is half done where it is killed': ({ half }, _act, die) => {
    half?.()
    return die()
  },
  'is done where it is killed': (_, act, die) => {
    act()
    return die()
  },
}

/** What changes nothing that a program can see, and takes the longest. */
const isSync = ({ kind }: Moment): boolean => kind === 'fsync' || kind === 'folder fsync'

/** Exports with a fault at one of its steps; undefined when it has fewer. */
async function exportWithFault(
  store: Store,
  folder: string,
  at: number,
  name: string,
): Promise<{ readonly kind: Kind; readonly done?: LogExported } | undefined> {
  let calls = 0
  let kind: Kind | undefined
  let isDead = false
  const die = (): never => {
    isDead = true
    throw fault('EDEAD')
  }
  const stop = watchWrites((moment, act) => {
    if (isDead) return die()
    calls += 1
    if (calls === at) {
      kind = moment.kind
      return faults[name]?.(moment, act, die)
    }
    return isSync(moment) ? undefined : act()
  })
  try {
    const done = await exportLog(store.log, folder, native)
    return kind && { kind, done }
  } catch (error) {
    if (kind === undefined || !(error instanceof DrawauditError)) throw error
    return { kind }
  } finally {
    stop()
  }
}

if (isLong)
  await t.test('a fault at every step', async t => {
    const { base, grow, store, vkey } = await begin(t)
    const template = join(base, 'template')
    await grow(200)
    await exportLog(store.log, template, native)
    await grow(60)
    const counts = new Map<string, number>()
    let total = 0
    for (const from of [0, 200]) {
      for (const name of Object.keys(faults)) {
        for (let at = 1; ; at += 1) {
          const folder = join(base, 'public')
          rmSync(folder, { recursive: true, force: true })
          if (from > 0) cpSync(template, folder, { recursive: true })
          const tried = await exportWithFault(store, folder, at, name)
          if (tried === undefined) break
          const about = `step ${at} from ${from}, ${tried.kind}, ${name}`
          const found = inspect(folder, vkey)
          t.strictSame(found.problems, [], about)
          const sizes = from === 0 ? [undefined, 260] : [200, 260]
          t.ok(sizes.includes(found.size), `${about}: ${found.size}`)
          // Removing what a full tile replaces comes when all is done, and so may the fault be.
          t.equal(tried.done !== undefined, name === 'is slow', `${about}: ends`)
          const stop = watchWrites((moment, act) => (isSync(moment) ? undefined : act()))
          await exportLog(store.log, folder, native)
          stop()
          t.strictSame(inspect(folder, vkey), { size: 260, problems: [] }, `${about}: the next run`)
          const left = listFiles(folder).filter(
            path => path.startsWith('.partial') || path.includes('/000.p/'),
          )
          t.strictSame(left, ['tile/1/000.p/1'], `${about}: nothing is left behind`)
          counts.set(`${tried.kind} ${name}`, (counts.get(`${tried.kind} ${name}`) ?? 0) + 1)
          total += 1
        }
      }
    }
    for (const [what, count] of counts) t.comment(`${what}: ${count}`)
    t.comment(`${total} cases`)
    t.ok(total >= 400, `${total} cases`)
    const kinds: readonly Kind[] = ['mkdir', 'open', 'write', 'fsync', 'rename', 'folder fsync', 'remove']
    t.equal(counts.size, kinds.length * Object.keys(faults).length, 'each fault at each kind of step')
  })

await t.test('a checkpoint comes when all that it covers would survive the loss of power', async t => {
  const { base, grow, store } = await begin(t)
  const folder = join(base, 'a', 'b', 'public')
  for (const count of [200, 400]) {
    await grow(count)
    // Folders and files whose name is not on the disk, and whether the content of a file is.
    const names = new Set<string>()
    const synced = new Set<string>()
    let wasWritten = false
    const stop = watchWrites((moment, act) => {
      const { kind, path, to = '' } = moment
      const known = kind === 'mkdir' ? listMissing(path) : []
      if (kind === 'rename') {
        t.ok(synced.delete(path), `${to} has its content`)
        if (to === join(folder, 'checkpoint')) {
          t.strictSame([...names], [], 'every name is on the disk')
          wasWritten = true
        }
      }
      const result = act()
      for (const made of known) names.add(made)
      if (kind === 'rename') names.add(to)
      else if (kind === 'fsync') synced.add(path)
      else if (kind === 'open') synced.delete(path)
      else if (kind === 'folder fsync') {
        for (const name of names) if (dirname(name) === path) names.delete(name)
      }
      return result
    })
    await exportLog(store.log, folder, native)
    stop()
    t.ok(wasWritten)
    t.strictSame([...names], [], 'and that of the checkpoint at the end')
  }

  function listMissing(path: string): readonly string[] {
    return existsSync(path) ? [] : [...listMissing(dirname(path)), path]
  }
})

if (isLong)
  await t.test('killed', async t => {
    const { base, file, grow, store, vkey } = await begin(t)
    const root = fileURLToPath(new URL('../../../../', import.meta.url))
    const child = join(base, 'child.mjs')
    buildSync({
      entryPoints: [`${root}test/log/export/export-child.ts`],
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      outfile: child,
    })
    const template = join(base, 'template')
    await grow(200)
    await exportLog(store.log, template, native)
    await grow(400)
    const steps: Kind[] = []
    const folder = join(base, 'public')
    cpSync(template, folder, { recursive: true })
    const stop = watchWrites(({ kind }, act) => {
      steps.push(kind)
      return act()
    })
    await exportLog(store.log, folder, native)
    stop()
    const chosen = [...new Set(steps)].flatMap(kind => [steps.indexOf(kind) + 1, steps.lastIndexOf(kind) + 1])
    for (const at of new Set(chosen)) {
      rmSync(folder, { recursive: true })
      cpSync(template, folder, { recursive: true })
      const path = process.env['PATH'] ?? ''
      const args = ['-i', `PATH=${path}`, process.execPath, child, file, folder, String(at)]
      const { signal, stderr } = spawnSync('env', args, { cwd: root, encoding: 'utf8' })
      t.equal(signal, 'SIGKILL', `${at}: ${stderr}`)
      const found = inspect(folder, vkey)
      t.strictSame(found.problems, [], `killed at step ${at}, ${steps[at - 1]}`)
      t.ok([200, 600].includes(found.size ?? -1))
      await exportLog(store.log, folder, native)
      t.strictSame(inspect(folder, vkey), { size: 600, problems: [] })
      t.strictSame(
        listFiles(folder).filter(name => name.startsWith('.')),
        [],
      )
    }
  })

await t.test('two processes at a time', async t => {
  const { base, grow, store, vkey } = await begin(t)
  const folder = join(base, 'public')
  const checkpoint = join(folder, 'checkpoint')
  await grow(10)
  await exportLog(store.log, folder, native)
  const early = readFileSync(checkpoint)
  await grow(10)
  await exportLog(store.log, folder, native)
  cpSync(checkpoint, join(base, 'later'))
  writeFileSync(checkpoint, early)
  const stop = watchWrites(({ kind }, act) => {
    // The other one is done before this one is.
    if (kind === 'folder fsync') cpSync(join(base, 'later'), checkpoint)
    return act()
  })
  const error = await failure(exportLog(store.log, folder, native))
  stop()
  t.equal(error.code, 'file-exists')
  t.strictSame(inspect(folder, vkey), { size: 20, problems: [] })
})
