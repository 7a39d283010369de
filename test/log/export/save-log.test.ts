// A log that is saved from a service: whole, or what a folder lacks of it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { native } from '../../../src/native/engine.js'
import { saveLog, type SaveOptions } from '../../../src/log/export/save-log.js'
import { start } from '../../remote/start.js'
import { poolEntries, serveLog, TestLog } from '../make-log.js'

/** Entries that are small, and no statements: saving reads none. */
const makeLog = (size: number): TestLog =>
  new TestLog().append(...Array.from({ length: size }, (_, index) => Buffer.from(`entry ${index}`)))

const bundle = (name: string): string => `tile/entries/${name}`

await t.test('all of it, and then what is missing', async t => {
  const log = makeLog(600)
  const served = await serveLog(t, log.files(300))
  const folder = join(t.testdir(), 'log')
  const progress: (readonly [number, number])[] = []
  const options: SaveOptions = {
    client: start(t),
    engine: native,
    onProgress: (done, total) => progress.push([done, total]),
  }
  const first = await saveLog(served.url, folder, options)
  t.match(first, { size: 300, kept: 0, checkpoint: Buffer.from(log.note(300)) })
  t.strictSame('root' in first && Buffer.from(first.root), Buffer.from(log.root(300)))
  t.strictSame(progress, [
    [256, 300],
    [300, 300],
  ])
  for (const path of ['checkpoint', bundle('000'), bundle('001.p/44')]) {
    t.strictSame(readFileSync(join(folder, path)), Buffer.from(log.files(300).get(path)!), path)
  }

  served.files = log.files(600)
  served.asked.length = 0
  const second = await saveLog(served.url, folder, options)
  t.match(second, { size: 600, kept: 256 })
  t.strictSame('root' in second && Buffer.from(second.root), Buffer.from(log.root(600)))
  t.notOk(served.asked.includes(bundle('000')), 'a full bundle is not fetched again')
  t.ok(served.asked.includes(bundle('001')))
  t.equal(readFileSync(join(folder, 'checkpoint'), 'utf8'), log.note(600))
  t.strictSame(
    readFileSync(join(folder, bundle('002.p/88'))),
    Buffer.from(log.files(600).get(bundle('002.p/88'))!),
  )
})

await t.test('a log of whole bundles that is there already', async t => {
  const log = makeLog(512)
  const served = await serveLog(t, log.files())
  const folder = t.testdir()
  const options = { client: start(t), engine: native }
  await saveLog(served.url, folder, options)
  served.asked.length = 0
  t.match(await saveLog(served.url, folder, options), { size: 512, kept: 512 })
  t.notOk(served.asked.some(path => path.startsWith('tile/')))
})

await t.test('a saved bundle that is damaged is fetched again', async t => {
  const log = makeLog(600)
  const served = await serveLog(t, log.files())
  const folder = t.testdir()
  const options = { client: start(t), engine: native }
  await saveLog(served.url, folder, options)
  writeFileSync(join(folder, bundle('000')), 'no bundle')
  t.match(await saveLog(served.url, folder, options), { size: 600, kept: 0 })
  t.strictSame(readFileSync(join(folder, bundle('000'))), Buffer.from(log.files().get(bundle('000'))!))
})

await t.test('another log is not saved over the first', async t => {
  const log = makeLog(300)
  const other = new TestLog().append(...poolEntries(75))
  const served = await serveLog(t, log.files())
  const folder = t.testdir()
  const options = { client: start(t), engine: native }
  await saveLog(served.url, folder, options)
  served.files = other.files()
  await t.rejects(saveLog(served.url, folder, options), {
    code: 'file-exists',
    message: 'the entries that are saved here are not those of this log',
    hint: 'save it in another folder, and keep both: the log may have shown two histories',
    where: { file: folder },
  })
  t.equal(readFileSync(join(folder, 'checkpoint'), 'utf8'), log.note(), 'its checkpoint stays')
})

await t.test('a log that does not lead to its checkpoint is saved as it is', async t => {
  const log = makeLog(10)
  const files = new Map([...log.files(), ['checkpoint', Buffer.from(log.note(10, log.root(9)))]])
  const served = await serveLog(t, files)
  const saved = await saveLog(served.url, t.testdir(), { client: start(t), engine: native })
  t.strictSame(
    'root' in saved && Buffer.from(saved.root),
    Buffer.from(log.root(10)),
    'whoever checks it sees',
  )
})

await t.test('what is too much, and what is no log', async t => {
  const log = makeLog(300)
  const served = await serveLog(t, log.files())
  const folder = join(t.testdir(), 'log')
  const options = { client: start(t), engine: native, pause: 0 }
  const bytes = [...log.files()].reduce(
    (sum, [path, one]) => sum + (path.includes('entries') ? one.length : 0),
    0,
  )
  await t.rejects(saveLog(served.url, folder, { ...options, mostBytes: bytes - 1 }), {
    code: 'remote-too-large',
    message: `the entries of the log have more than ${bytes - 1} bytes`,
    hint: 'leave the log out with --no-log',
    where: { file: served.url },
  })
  t.notOk(existsSync(join(folder, 'checkpoint')))
  t.match(await saveLog(served.url, folder, { ...options, mostBytes: bytes }), { size: 300 })

  const nowhere = join(folder, 'nowhere')
  served.files = new Map()
  t.strictSame(await saveLog(served.url, nowhere, options), {})
  served.files = new Map([['checkpoint', Buffer.from('<!doctype html>\n')]])
  t.match(await saveLog(served.url, nowhere, options), { because: /^(?=.*\S)(?!.*<)/ })
  t.notOk(existsSync(nowhere))
})
