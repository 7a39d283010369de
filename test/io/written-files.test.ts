import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { writeWhole } from '../../src/io/written-files.js'
import { writePieces } from '../../src/io/written-pieces.js'

const text = 'x'.repeat(300_000)

/** The two ways to write: at once, and in pieces. */
const ways: Readonly<Record<string, (path: string) => Promise<unknown> | undefined>> = {
  whole: path => {
    writeWhole(path, text)
    return undefined
  },
  pieces: path => writePieces(path, [text.slice(0, 7), text.slice(7)]),
}

function makeFifo(t: Test): string {
  const path = join(t.testdir(), 'fifo')
  t.equal(spawnSync('mkfifo', [path]).status, 0)
  return path
}

for (const [name, write] of Object.entries(ways)) {
  await t.test(`${name}: a named pipe gets the content, and stays`, async t => {
    const path = makeFifo(t)
    await t.rejects(async () => write(path), { code: 'file-access', message: /it has no reader/ })
    const reader = spawn('cat', [path], { stdio: ['ignore', 'pipe', 'inherit'] })
    let read = ''
    reader.stdout.setEncoding('utf8').on('data', (piece: string) => (read += piece))
    // A reader takes a moment to open it.
    for (let tries = 0; ; tries += 1) {
      try {
        await write(path)
        break
      } catch (error) {
        if (tries === 100) throw error
        await new Promise(resolve => setTimeout(resolve, 50))
      }
    }
    await once(reader, 'close')
    t.equal(read.length, text.length)
    t.ok(lstatSync(path).isFIFO())
    t.strictSame(readdirSync(join(path, '..')), ['fifo'], 'nothing is left beside it')
  })

  await t.test(`${name}: a device gets the content, and stays`, async t => {
    const link = join(t.testdir(), 'link')
    symlinkSync('/dev/null', link)
    await write(link)
    t.ok(statSync('/dev/null').isCharacterDevice())
    await t.rejects(async () => write('/dev/full'), { code: 'file-access', message: /the disk is full/ })
    t.ok(statSync('/dev/full').isCharacterDevice())
  })

  await t.test(`${name}: a link stays one, and a folder is refused`, async t => {
    const folder = t.testdir()
    writeFileSync(join(folder, 'file'), 'old')
    symlinkSync('file', join(folder, 'link'))
    mkdirSync(join(folder, 'folder'))
    await write(join(folder, 'link'))
    t.ok(lstatSync(join(folder, 'link')).isSymbolicLink())
    t.equal(readFileSync(join(folder, 'file'), 'utf8'), text)
    await t.rejects(async () => write(join(folder, 'folder')), { code: 'file-access', message: /a folder/ })
    t.strictSame(readdirSync(folder).toSorted(), ['file', 'folder', 'link'])
  })
}

await t.test('standard output, wherever it goes', t => {
  const folder = t.testdir()
  const module = fileURLToPath(new URL('../../src/io/written-files.js', import.meta.url))
  const script = `
    import { writeWhole } from ${JSON.stringify(module)}
    process.stdout.write('before\\n')
    writeWhole('/dev/stdout', 'content\\n')
    process.stdout.write('after\\n')`
  const program = [process.execPath, '--input-type=module', '-e', script]
  const expected = 'before\ncontent\nafter\n'
  const piped = spawnSync('sh', ['-c', '"$@" | cat', 'sh', ...program], { encoding: 'utf8' })
  t.equal(piped.stdout, expected)
  const file = join(folder, 'out.txt')
  const { status, stderr } = spawnSync('sh', ['-c', `"$@" > '${file}'`, 'sh', ...program], {
    encoding: 'utf8',
  })
  t.strictSame([status, stderr], [0, ''])
  t.equal(readFileSync(file, 'utf8'), expected)
  t.ok(lstatSync('/dev/stdout').isSymbolicLink())
  t.end()
})
