// Published draws a second by recipe, and candidates that the finder tries a second. See README.md.
import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findRecipe } from '../dist/find/find-recipe.js'
import { parseJson, parseRecipe } from '../dist/index.js'
import { isPublishedDraw } from '../dist/model/published-draw.js'
import { native } from '../dist/native/engine.js'
import { verifyPublished } from '../dist/verify/draw/verify-published.js'
import { chooseSizes, describeMachine, formatCount, formatTable, median, root } from './lib.js'
import { noteRatio } from './ratios.js'

const { rounds, seconds, most } = chooseSizes({
  quick: { rounds: 1, seconds: 0.05, most: 20_000 },
  check: { rounds: 5, seconds: 0.1, most: 200_000 },
  full: { rounds: 5, seconds: 0.5, most: 2_000_000 },
})
/** A million in a minute. */
const limit = 1_000_000 / 60

const readJson = path => parseJson(readFileSync(join(root, path)))

/** The first draw of every recipe that has one here. */
const draws = new Map()
for (const folder of readdirSync(join(root, 'fixtures/draws'))) {
  for (const name of readdirSync(join(root, 'fixtures/draws', folder)).filter(one => one.endsWith('.json'))) {
    const value = readJson(`fixtures/draws/${folder}/${name}`)
    if (isPublishedDraw(value) && !draws.has(value.recipe)) draws.set(value.recipe, value)
  }
}

const block = new Uint8Array(64)

/** Microseconds of OpenSSL for a hash of one small block: what draws are compared by from one machine to the next. */
function timeHash() {
  const begin = performance.now()
  for (let left = 10_000; left > 0; left -= 1) hash('sha256', block, 'binary')
  return (performance.now() - begin) / 10
}

const rows = [['recipe', 'ends', 'draws a second', 'a minute', 'µs a draw', '÷ SHA-256']]
let fast = 0
for (const [name, draw] of [...draws].sort(([one], [other]) => (one < other ? -1 : 1))) {
  const recipe = parseRecipe(readJson(`recipes/${name}.json`))
  const rates = []
  const ratios = []
  let exit
  for (let round = 0; round <= rounds; round += 1) {
    const begin = performance.now()
    let count = 0
    do {
      exit = verifyPublished(draw, recipe, { engine: native }).exit_code
      count += 1
    } while (performance.now() - begin < seconds * 1000)
    // The first warms up.
    if (round === 0) continue
    const rate = (1000 * count) / (performance.now() - begin)
    rates.push(rate)
    ratios.push(1e6 / rate / timeHash())
  }
  const rate = median(rates)
  if (rate >= limit) fast += 1
  const ends = exit === 0 ? 'proven' : exit === 1 ? 'refuted' : 'not provable'
  noteRatio(`draw of ${name}, ÷ SHA-256 of 64 bytes`, median(ratios), 'less')
  const figures = [(1e6 / rate).toFixed(0), median(ratios).toFixed(0)]
  rows.push([name, ends, formatCount(rate), formatCount(rate * 60), ...figures])
}
console.log(describeMachine())
console.log(`one core, native engine, medians of ${rounds} rounds of ${seconds} s\n\n${formatTable(rows)}\n`)
console.log(`${fast} of ${draws.size} recipes verify a million draws or more in a minute\n`)

// Nothing explains these: all that can be tried is.
const values = {
  server_seed: '5f1d7a84b0b1c9aa7c1d5e8dd1a2f3b4c5d6e7f8091a2b3c4d5e6f708192a3b4',
  client_seed: 'somebody',
  nonce: 7,
  hash: '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff',
  winner: 4711,
  tickets: 10_000,
}
const found = findRecipe(values, {
  engine: native,
  most,
  milliseconds: 60_000,
  now: () => performance.now(),
})
const { tried, milliseconds, end } = found.search
console.log(
  `finder: ${formatCount(tried)} candidates in ${(milliseconds / 1000).toFixed(1)} s (${end}), ${formatCount((1000 * tried) / milliseconds)} a second`,
)
