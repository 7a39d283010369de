import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'
import t from 'tap'
import { replayStrings } from '../../src/page/catalogue/en/picture.js'
import { languageTags } from '../../src/page/languages.js'
import { built } from './browser.js'
import { unpackBlock } from './file-blocks.js'

const sources = fileURLToPath(new URL('../../src/', import.meta.url))

await t.test('what verifyBundle needs is at most 99.5 kB, compressed', async t => {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { parseJson, parseTrust, verifyBundle } from './index.js'`,
      resolveDir: sources,
    },
    ...{ bundle: true, minify: true, write: false, format: 'esm', platform: 'browser', charset: 'ascii' },
    legalComments: 'none',
    target: ['es2022', 'chrome109', 'firefox115', 'safari16.4'],
  })
  const [file] = outputFiles
  const size = brotliCompressSync(file?.contents ?? '').length
  t.ok(size <= 99_500, `${size} bytes`)
  t.ok(size > 40_000, 'the BLS signatures are in it')
})

await t.test('recipes are loaded where they are used, and not with a raffle', t => {
  const worker = readFileSync(join(built, 'worker.js'), 'utf8')
  const file = unpackBlock('whole-worker')
  for (const operation of ['mt19937', 'mulberry32']) {
    t.ok(file.includes(operation), operation)
    t.notOk(worker.includes(operation), operation)
  }
  t.end()
})

await t.test('the replay of a draw is loaded when somebody asks for it', t => {
  const read = (name: string): Buffer => readFileSync(join(built, name))
  const said = replayStrings.stages.number.text
  for (const name of ['page.js', 'worker.js']) t.notOk(read(name).includes(said), name)
  t.ok(read('later.js').includes(said))
  t.ok(unpackBlock('words-en').includes(said))
  const size = brotliCompressSync(read('later.js')).length
  t.ok(size < 15_700, `${size} bytes`)
  t.ok(read('verify.html').length < 1_500_000, 'the page in one file')
  const first = ['page.js', 'worker.js', 'style.css'].map(name => brotliCompressSync(read(name)).length)
  const sum = first.reduce((a, b) => a + b)
  t.ok(sum <= 120_000, `${sum} bytes at first`)
  t.end()
})

await t.test('another language costs a visitor little more than English', t => {
  const sizeOf = (...names: readonly string[]): number =>
    names.map(name => brotliCompressSync(readFileSync(join(built, name))).length).reduce((a, b) => a + b)
  const english = sizeOf('page.js', 'worker.js')
  const translated = sizeOf('translated-page.js', 'translated-worker.js')
  for (const tag of languageTags.filter(one => one !== 'en')) {
    const words = sizeOf(`words-${tag}.js`)
    t.ok(words < 19_000, `${tag}: ${words} bytes of words`)
    const all = translated + words
    t.ok(all - english < 7500, `${tag}: ${all} bytes, in English ${english}`)
  }
  t.end()
})
