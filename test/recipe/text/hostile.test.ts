// Whatever bytes are read as a recipe: a recipe, or an error with its place; in time that grows with the text alone.
import { readFileSync, readdirSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { canonicalize } from '../../../src/core/canonical.js'
import { encodeUtf8 } from '../../../src/core/encoding.js'
import { parseJson } from '../../../src/core/json.js'
import { formatRecipe } from '../../../src/recipe/text/format.js'
import { parseRecipeText } from '../../../src/recipe/text/parse.js'
import { readRecipe } from '../../../src/recipe/text/read.js'
import { errorOf } from '../../core/refusal.js'

const numRuns = process.env['SLOW'] === '1' ? 50_000 : 2000

const folder = new URL('../../../recipes/', import.meta.url)
const texts = readdirSync(folder).map(file => formatRecipe(parseJson(readFileSync(new URL(file, folder)))))

/** Throws for any exception that is no refusal, for one without a place, and where printing makes another recipe. */
function read(text: string): string | undefined {
  const error = errorOf(() => {
    const recipe = parseRecipeText(text)
    const again = parseRecipeText(formatRecipe(recipe))
    if (canonicalize(again) !== canonicalize(recipe))
      throw new Error(`another recipe after printing: ${text}`)
  })
  if (error !== undefined && error.where.line === undefined && error.code !== 'json-too-large') throw error
  return error?.code
}

await t.test('any bytes', t => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
      errorOf(() => readRecipe(bytes))
      errorOf(() => readRecipe(encodeUtf8(`recipe x\n${Buffer.from(bytes).toString('latin1')}`)))
    }),
    { numRuns },
  )
  t.end()
})

const signs = [
  ...Array.from('"\\()[]{},.:=<>+-*^$#\n 0a'),
  'let',
  'if',
  'then',
  'else',
  'mod',
  'claim',
  'verified',
  '__proto__',
  '\ud800',
]

await t.test('any signs and words', t => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...signs), { maxLength: 40 }), parts => {
      read(`recipe x\nlet a = ${parts.join('')}`)
      read(`recipe x\n${parts.join(' ')}`)
    }),
    { numRuns },
  )
  t.end()
})

await t.test('recipes that were changed', t => {
  const seen = new Set<string | undefined>()
  const change = fc.record({
    text: fc.constantFrom(...texts),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat(12),
    put: fc.oneof(fc.constantFrom(...signs), fc.string({ maxLength: 4 })),
  })
  fc.assert(
    fc.property(change, ({ text, at, cut, put }) => {
      const start = Math.floor(at * text.length)
      const changed = text.slice(0, start) + put + text.slice(start + cut)
      seen.add(read(changed))
      errorOf(() => readRecipe(Buffer.from(changed)))
    }),
    { numRuns },
  )
  t.ok(seen.has(undefined) && seen.has('recipe-syntax'))
  t.end()
})

await t.test('every text that is cut off', t => {
  const [text = ''] = texts
  for (let end = 0; end < text.length; end++) {
    const code = read(text.slice(0, end))
    if (end < 6) t.equal(code, 'recipe-syntax')
  }
  t.end()
})

/** Seconds for a text of so many parts. */
function secondsFor(text: string): number {
  const start = process.cpuUsage()
  errorOf(() => parseRecipeText(text))
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

await t.test('twice as long takes twice as long', t => {
  const shapes: Readonly<Record<string, (count: number) => string>> = {
    comments: count => `recipe x\n${'# x\n'.repeat(count)}`,
    spaces: count => `recipe x${' '.repeat(4 * count)}`,
    lines: count => `recipe x\n${Array.from({ length: count / 8 }, (_, i) => `let a${i} = ${i}\n`).join('')}`,
    notes: count => `recipe x\n${'note "abc"\n'.repeat(count / 8)}`,
    escapes: count => `recipe x\ntitle "${'\\u0041'.repeat(count / 2)}"`,
    backslashes: count => `recipe x\ntitle "${'\\'.repeat(4 * count)}`,
    brackets: count => `recipe x\nlet a = ${'['.repeat(4 * count)}`,
    braces: count => `recipe x\n"a" = ${'['.repeat(4 * count)}`,
    quotes: count => `recipe x\n"a" = {${'"'.repeat(4 * count)}`,
    signs: count => `recipe x\nlet a = 1${' + 1'.repeat(count)}`,
    members: count => `recipe x\nlet a = b${'.c'.repeat(count / 2)}`,
    digits: count => `recipe x\nlet a = ${'9'.repeat(4 * count)}`,
    word: count => `recipe x\nlet a = ${'a'.repeat(4 * count)}`,
    surrogates: count => `recipe x\n# ${'\u{1f355}'.repeat(count)}`,
  }
  for (const [name, make] of Object.entries(shapes)) {
    const seconds = secondsFor(make(200_000))
    t.ok(seconds < 5, `${name}: ${seconds} s`)
  }
  t.end()
})
