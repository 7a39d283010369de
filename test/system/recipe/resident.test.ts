import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import t from 'tap'
import type { Expression } from '../../../src/model/recipe.js'
import { recipeJson } from '../../recipe/build.js'

// The largest resident set of whole processes that verify and explain the largest draws there are: those that are
// just accepted in each shape, and those that are refused. Compiled before, so that no compiler is in them.

const root = fileURLToPath(new URL('../../..', import.meta.url))
/** Megabytes. Node 22 lets its heap grow further than those before and after it, by up to 20 MB. */
const most = process.version.startsWith('v22.') ? 272 : 256
const isSlow = process.env['SLOW'] === '1'

const folder = t.testdir({
  // No more than that: whatever looks through the package takes a second manifest for a mistake.
  'package.json': JSON.stringify({ name: 'resident', version: '0.0.0', type: 'module' }),
  ...Object.fromEntries(['recipes', 'schemas'].map(name => [name, t.fixture('symlink', join(root, name))])),
})
const program = join(folder, 'dist/run.js')
// File by file, since a command loads only what it needs.
await build({
  entryPoints: [join(root, 'src/**/*.ts'), join(root, 'src/**/*.js')],
  outbase: join(root, 'src'),
  outdir: join(folder, 'dist'),
  format: 'esm',
  logLevel: 'error',
})
writeFileSync(
  program,
  // Not resourceUsage().maxRSS: Linux lets that begin at what the parent had when it forked, and this test is large.
  `import { readFileSync } from 'node:fs'
import { main } from './cli/main.js'
process.exitCode = await main(process.argv.slice(2))
process.stderr.write(/^VmHWM:\\s*(\\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))[1])`,
)

interface Case {
  /** JSON of the published value. */
  readonly published: () => string
  readonly input: object
  readonly result?: Expression
  /** How it ends, if not with a claim that is proven or refuted. */
  readonly ends?: RegExp
  readonly slow?: true
}

const listOf = (of: object): object => ({ type: 'list', of, title: 'value', distinct: true })
const integers = listOf({ type: 'integer' })
const texts = listOf({ type: 'text' })
const text = { type: 'text', title: 'value' }
const items = (length: number, item: (index: number) => string): (() => string) => {
  return () => `[${Array.from({ length }, (_, index) => item(index)).join(',')}]`
}
const padded = (index: number): string => `"${String(index).padStart(40, 'x')}"`
const columns = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map(name => [name, { type: 'text' }]))
const table = { type: 'table', columns, title: 'value' }
const tableRow = (index: number): string =>
  `{${Object.keys(columns)
    .map(name => `"${name}":"${name}${index}"`)
    .join(',')}}`
const numbered = (length: number): (() => string) => items(length, index => String(1_000_000 + index))
const map = (body: Expression): Expression => ({ map: { list: { range: 1_000_000 }, as: 'x', do: body } })
const tooMany = /has more values than drawaudit keeps/
const tooLong = /takes more steps than drawaudit carries out/
const listHash: Expression = {
  sha256: {
    bytes_utf8: {
      join: [{ map: { list: { sort: ['$value', 'ascending'] }, as: 'x', do: { text_decimal: '$x' } } }, ','],
    },
  },
}

const cases: Readonly<Record<string, Case>> = {
  '100 MB of entries': {
    published: items(2_400_000, padded),
    input: texts,
    ends: /larger than 67108864 bytes/,
  },
  '2,000,000 numbers': { published: numbered(2_000_000), input: integers },
  '4,900,000 numbers': { published: numbered(4_900_000), input: integers, ends: tooMany, slow: true },
  '750,000 numbers, hashed as a list': { published: numbered(750_000), input: integers, result: listHash },
  '1,000,000 texts of 40 characters': { published: items(1_000_000, padded), input: texts },
  '60 texts of 1 MB': {
    published: items(60, index => `"${'x'.repeat(1_000_000)}${index}"`),
    input: texts,
    slow: true,
  },
  'a table of 210,000 rows': { published: items(210_000, tableRow), input: table },
  'a table of 500,000 rows': {
    published: items(500_000, tableRow),
    input: table,
    ends: /expected values that fill at most/,
    slow: true,
  },
  '64 MB with a wide character': {
    published: items(64, () => `"${'x'.repeat(1_000_000)}€"`),
    input: texts,
    ends: /expected at most 33554432 characters/,
    slow: true,
  },
  'millions of objects': {
    published: items(4_900_000, () => '{}'),
    input: texts,
    ends: /expected values that fill at most/,
    slow: true,
  },
  'a million names': {
    published: items(1_000_000, index => `{"a${index}":1}`),
    input: texts,
    ends: /expected at most 100000 different names/,
    slow: true,
  },
  'a million copies': {
    published: () => `"${'x'.repeat(200)}"`,
    input: text,
    result: map({ bytes_utf8: '$value' }),
    ends: tooMany,
  },
  'one large hash again and again': {
    published: () => `"${'x'.repeat(1_000_000)}"`,
    input: text,
    result: map({ sha256: { bytes_utf8: '$value' } }),
    ends: tooLong,
  },
  'doubling bytes': {
    published: () => `"${'x'.repeat(65_536)}"`,
    input: text,
    result: { iterate: { from: { bytes_utf8: '$value' }, times: 64, as: 'x', do: { concat: ['$x', '$x'] } } },
    ends: tooMany,
    slow: true,
  },
  'weights of 10^1000': {
    published: numbered(200_000),
    input: integers,
    result: {
      pick: {
        from: '$value',
        count: { count: '$value' },
        as: 'x',
        weight: { power: [10, 1000] },
        index: 0,
      },
    },
    ends: tooMany,
    slow: true,
  },
}

for (const [name, { published, input, result = 1, ends = /it ends/, slow }] of Object.entries(cases)) {
  if (slow === true && !isSlow) continue
  await t.test(name, t => {
    const draw = join(folder, 'draw.json')
    const recipe = join(folder, 'recipe.json')
    writeFileSync(
      draw,
      `{"draw":"drawaudit/v1","recipe":"test","title":"Test","source":"test","published":{"one":1,"value":${published()}}}`,
    )
    const claims = [
      { id: 'it.ends', says: 'it ends', equal: [{ count: ['$result'] }, '$one'] },
      { id: 'it.rests', says: 'it rests', verified: '$value' },
    ]
    const inputs = { value: input, one: { type: 'integer', title: 'one' } }
    writeFileSync(recipe, JSON.stringify(recipeJson({ inputs, steps: { result }, claims })))
    const commands = [['verify', '--details'], ...(isSlow ? [['explain']] : [])]
    for (const command of commands) {
      const { stdout, stderr } = spawnSync(
        process.execPath,
        [program, ...command, '--recipe', recipe, draw],
        {
          encoding: 'utf8',
          maxBuffer: 2 ** 28,
          env: { ...process.env, NODE_OPTIONS: '' },
        },
      )
      const megabytes = Number(/\d+$/.exec(stderr)?.[0]) / 1024
      const about = `${command[0]}: ${megabytes.toFixed(0)} MB`
      t.match(`${stdout}${stderr}`.replace(/\s+/g, ' '), ends, about)
      t.ok(megabytes < most, about)
      t.comment(about)
    }
    t.end()
  })
}

rmSync(folder, { recursive: true, force: true })
