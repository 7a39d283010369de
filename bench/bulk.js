// A hundred thousand draws of one recipe, from their JSON to their reports, beside their hashing alone. See README.md.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson, parsePublishedDraw, parseRecipe } from '../dist/index.js'
import { isPublishedDraw } from '../dist/model/published-draw.js'
import { native } from '../dist/native/engine.js'
import { verifyPublished } from '../dist/verify/draw/verify-published.js'
import { chooseSizes, describeMachine, formatCount, formatTable, median, root } from './lib.js'

const { positionals, count, rounds } = chooseSizes({
  quick: { count: 1000, rounds: 1 },
  check: { count: 20_000, rounds: 3 },
  full: { count: 100_000, rounds: 3 },
})
/** Of three digests, of six, of a dozen, of twenty, of one over a long list, and of a generator without any. */
const plain = ['powergacha', 'icann-octo-041', 'rfc3797', 'sha256-sampler', 'millionaire-makers', 'the-rng']
const recipes = positionals.length > 0 ? positionals : plain
/** Of a recipe that takes longer, fewer are measured: microseconds a draw do not change with their number. */
const mostSeconds = 20

function readDraw(recipe) {
  const folder = join(root, 'fixtures/draws', recipe)
  for (const name of readdirSync(folder).filter(one => one.endsWith('.json'))) {
    const text = readFileSync(join(folder, name))
    if (isPublishedDraw(parseJson(text))) return text
  }
  throw new Error(`no draw of ${recipe}`)
}

/** Microseconds of processor time that an action takes, the collection of its garbage included. */
function time(times, action) {
  const begin = process.cpuUsage()
  for (let left = times; left > 0; left -= 1) action()
  const { user, system } = process.cpuUsage(begin)
  return (user + system) / times
}

const rows = [
  ['recipe', 'draws', 'hashes', 'hashing µs', 'JSON', 'verifying', 'JSON and verifying ÷ hashing'],
]
for (const name of recipes) {
  const recipe = parseRecipe(parseJson(readFileSync(join(root, `recipes/${name}.json`))))
  const text = readDraw(name)
  const hashed = []
  const recorder = {
    ...native,
    hash(algorithm, bytes) {
      hashed.push([algorithm, bytes.slice()])
      return native.hash(algorithm, bytes)
    },
  }
  const draw = parsePublishedDraw(parseJson(text))
  const { verdict } = verifyPublished(draw, recipe, { engine: recorder })
  if (verdict === 'refuted') throw new Error(`${name} is refuted`)
  const jobs = {
    hashing: () => {
      for (const [algorithm, bytes] of hashed) native.hash(algorithm, bytes)
    },
    json: () => parsePublishedDraw(parseJson(text)),
    verifying: () => verifyPublished(draw, recipe, { engine: native }),
  }
  const warm = Math.ceil(count / 10)
  const each = time(warm, jobs.json) + time(warm, jobs.verifying) + time(warm, jobs.hashing)
  const times = Math.min(count, Math.ceil((mostSeconds * 1e6) / each))
  const found = { hashing: [], json: [], verifying: [], ratio: [] }
  for (let round = 0; round < rounds; round += 1) {
    const [hashing, json, verifying] = Object.values(jobs).map(job => time(times, job))
    found.hashing.push(hashing)
    found.json.push(json)
    found.verifying.push(verifying)
    found.ratio.push((json + verifying) / hashing)
  }
  const ratio = median(found.ratio)
  const micro = [found.hashing, found.json, found.verifying].map(values => median(values).toFixed(1))
  rows.push([name, formatCount(times), String(hashed.length), ...micro, ratio.toFixed(1)])
}
console.log(describeMachine())
console.log(
  `one core, native engine, processor time a draw, medians of ${rounds} rounds\n\n${formatTable(rows)}`,
)
