// What was compiled is kept for the next start, and never believed when someone else could have written it.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { proven, run } from '../../../cli/run.js'

const verify = (cache: string, more: Readonly<Record<string, string>> = {}): ReturnType<typeof run> =>
  run(['verify', proven], { env: { XDG_CACHE_HOME: cache, HOME: cache, ...more } })

/** The only file of a cache that `verify` wrote. */
function fileIn(cache: string): string {
  const folder = join(cache, 'drawaudit/code')
  const names = readdirSync(folder)
  if (names.length !== 1) throw new Error(`not one file: ${names.join(' ')}`)
  return join(folder, names[0] ?? '')
}

await t.test('it is written once, for its owner alone, and changes nothing that is said', async t => {
  const cache = t.testdir()
  const first = await verify(cache)
  const file = fileIn(cache)
  t.match(first, { code: 3 })
  t.equal(statSync(file).mode & 0o777, 0o600)
  const written = statSync(file).mtimeMs
  const second = await verify(cache)
  t.strictSame([second.stdout, second.stderr], [first.stdout, first.stderr])
  t.equal(statSync(fileIn(cache)).mtimeMs, written)
})

await t.test('a file that is damaged, or that others can write, is not used but replaced', async t => {
  const cache = t.testdir()
  const first = await verify(cache)
  const file = fileIn(cache)
  const good = readFileSync(file)
  const bad = Buffer.from(good)
  bad.writeUInt8(bad.readUInt8(bad.length >> 1) ^ 1, bad.length >> 1)
  const spoilt: readonly (readonly [name: string, bytes: Buffer, mode: number])[] = [
    ['a bit', bad, 0o600],
    ['cut off', good.subarray(0, 1000), 0o600],
    ['empty', Buffer.alloc(0), 0o600],
    ['open to all', good, 0o666],
  ]
  for (const [name, bytes, mode] of spoilt) {
    writeFileSync(file, bytes)
    chmodSync(file, mode)
    const before = statSync(file).ino
    const ended = await verify(cache)
    t.strictSame([ended.code, ended.stdout, ended.stderr], [3, first.stdout, first.stderr], name)
    t.not(statSync(file).ino, before, `${name}: written anew`)
    t.equal(statSync(file).mode & 0o777, 0o600, name)
  }
})

await t.test('without a place for it all goes on', async t => {
  const cache = t.testdir({ drawaudit: 'a file' })
  const taken = await verify(cache)
  t.match(taken, { code: 3, stderr: (await verify(t.testdir())).stderr })
  const other = t.testdir({})
  t.match(await verify(other, { NODE_DISABLE_COMPILE_CACHE: '1' }), { code: 3, stdout: taken.stdout })
  t.notOk(existsSync(join(other, 'drawaudit')))
})

await t.test('of many files the newest stay', async t => {
  const cache = t.testdir()
  const folder = join(cache, 'drawaudit/code')
  mkdirSync(folder, { recursive: true })
  for (let index = 0; index < 20; index += 1) writeFileSync(join(folder, `verify-main-${index}`), '')
  t.match(await verify(cache), { code: 3 })
  t.equal(readdirSync(folder).length, 8)
  t.ok(readdirSync(folder).some(name => statSync(join(folder, name)).size > 100_000))
})

await t.test('what is compiled already loads packages that few calls need', async t => {
  const env = { XDG_CACHE_HOME: t.testdir() }
  const bundle = 'fixtures/bundles/unicode-ids'
  const files = [`${bundle}/bundle.json`, '--trust', `${bundle}/trust.json`]
  const call = ['verify', ...files, '--log', 'http://127.0.0.1:9/log', '--allow-private']
  const first = await run(call, { env })
  t.match(first.stderr, 'no connection to 127.0.0.1:9')
  const second = await run(call, { env })
  t.strictSame([second.code, second.stderr], [first.code, first.stderr])
})
