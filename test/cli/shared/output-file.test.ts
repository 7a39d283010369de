import { readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import t, { type Test } from 'tap'
import { allowReplacing, saveFile } from '../../../src/cli/shared/output-file.js'

const folder = t.testdir()
let count = 0
/** A file with a content that nobody wants to lose. */
const place = (content = 'precious'): string => {
  const file = join(folder, `file-${(count += 1)}`)
  writeFileSync(file, content)
  return file
}
const read = (file: string): string => readFileSync(file, 'utf8')
const left = (): readonly string[] => readdirSync(folder).filter(name => name.includes('partial'))

/** Somebody at a terminal who answers once. */
function sitDown(t: Test, answer: string): () => string {
  t.intercept(process, 'stdin', { value: Object.assign(new PassThrough(), { isTTY: true }) })
  t.intercept(process.stderr, 'isTTY', { value: true })
  const said = t.capture(process.stderr, 'write')
  process.stdin.push(answer)
  return () =>
    said()
      .map(({ args }) => String(args[0]))
      .join('')
}

await t.test('a new file is written', async t => {
  const file = join(folder, 'new')
  t.match(await saveFile(file, ['one, ', 'two'], false), { written: true, bytes: 8, digest: /^sha256:/ })
  t.equal(read(file), 'one, two')
})

await t.test('what is there is refused where nobody can be asked, and stays', async t => {
  const file = place()
  for (const content of ['other', 'precioux', '']) {
    await t.rejects(saveFile(file, [content], false), {
      code: 'file-exists',
      where: { file },
      hint: /--force to overwrite it/,
    })
  }
  t.equal(read(file), 'precious')
  t.strictSame(left(), [])
  t.match(await saveFile(file, ['other'], true), { written: true })
  t.equal(read(file), 'other')
})

await t.test('the same bytes are left alone, which is said', async t => {
  const file = place()
  const said = t.capture(process.stderr, 'write')
  t.match(await saveFile(file, ['preci', 'ous'], false), { written: false, bytes: 8 })
  t.match(await saveFile(file, ['precious'], true), { written: false })
  t.strictSame(
    said().map(({ args }) => String(args[0])),
    Array(2).fill(`${file} already has this content: left unchanged\n`),
  )
  const link = join(folder, 'link')
  symlinkSync(file, link)
  await t.rejects(saveFile(link, ['other'], false), { code: 'file-exists' })
  await saveFile(link, ['other'], true)
  t.equal(read(file), 'other', 'a link stays one')
  const large = place('x'.repeat(3_000_000))
  t.match(await saveFile(large, ['x'.repeat(3_000_000)], false), { written: false })
  await t.rejects(saveFile(large, [`${'x'.repeat(2_999_999)}y`], false), { code: 'file-exists' })
})

await t.test('who sits at a terminal is asked', async t => {
  await t.test('and agrees', async t => {
    const file = place()
    const said = sitDown(t, 'y\n')
    t.match(await saveFile(file, ['other'], false), { written: true })
    t.match(said(), 'exists. Overwrite it? [y/N]')
    t.equal(read(file), 'other')
  })
  for (const answer of ['n\n', '\n', 'yesterday\n']) {
    await t.test(`and does not: ${JSON.stringify(answer)}`, async t => {
      const file = place()
      sitDown(t, answer)
      await t.rejects(saveFile(file, ['other'], false), { code: 'file-exists' })
      t.equal(read(file), 'precious')
    })
  }
  await t.test('or goes away', async t => {
    const file = place()
    sitDown(t, '')
    process.stdin.push(null)
    await t.rejects(allowReplacing(file, false), { code: 'file-exists' })
  })
})

await t.test('devices are written to, whatever was written before', async t => {
  t.match(await saveFile('/dev/null', ['one'], false), { written: true })
  t.match(await saveFile('/dev/null', ['two'], false), { written: true })
  await allowReplacing('/dev/null', false)
})
