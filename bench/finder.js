// Sixty made-up platforms, of which the finder gets the published values alone. See README.md.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { judge } from './finder/judge.js'
import { makePlatforms } from './finder/platforms.js'
import { describeMachine, formatCount, formatTable, makeFolder } from './lib.js'

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
})
const seconds = options.quick ? 2 : Number(options.seconds)
/** Whole ones that the finder should reach, of those that can be found. */
const aim = 50
const atOnce = 2

const numbered = makePlatforms(options.seed).map((platform, at) => ({ ...platform, number: at + 1 }))
const wanted = options.only?.split(',').map(Number)
const platforms = wanted === undefined ? numbered : numbered.filter(({ number }) => wanted.includes(number))
if (platforms.length === 0 || !(seconds > 0)) {
  console.error(`error: --only takes numbers from 1 to ${numbered.length}, --seconds a number above 0`)
  process.exit(2)
}

const folder = options.keep === undefined ? makeFolder() : resolve(options.keep)
const waiting = [...platforms]
const judged = []
await Promise.all(Array.from({ length: atOnce }, judgeNext))
judged.sort((one, other) => one.number - other.number)

async function judgeNext() {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { number, name, kind, rule, hidden, draws, facts } = next
    const result = await judge(next, join(folder, `${number}`), seconds)
    judged.push({
      number,
      name,
      kind,
      rule,
      hidden,
      draws: draws.length,
      determined: [...facts.keys()],
      ...result,
    })
    if (!options.json) process.stderr.write(`\r${judged.length} of ${platforms.length}`)
  }
}

const count = (verdict, list = judged) => list.filter(one => one.verdict === verdict).length
const findable = judged.filter(({ hidden }) => !hidden)
const hidden = judged.filter(one => one.hidden)
const totals = {
  findable: findable.length,
  whole: count('whole'),
  in_part: count('in part', findable),
  not: count('not', findable),
  wrong: count('wrong'),
  hidden: hidden.length,
  hidden_not: count('not', hidden),
  peak_seconds: Math.max(...judged.map(one => one.seconds)),
}

if (options.json)
  console.log(JSON.stringify({ seed: options.seed, seconds, totals, platforms: judged }, undefined, 2))
else printTables()
// Some of the sixty only show whether any is wrong.
if (totals.wrong > 0 || (wanted === undefined && totals.whole < aim)) process.exitCode = 1

function printTables() {
  process.stderr.write('\n')
  const rows = judged.map(one => [
    `${one.number}`,
    one.kind,
    one.verdict,
    `${one.draws}`,
    one.seconds.toFixed(1),
    one.candidates === undefined ? '-' : formatCount(one.candidates),
    one.contradicted > 0 ? `contradicts ${one.contradicted} of 3` : listMissing(one),
  ])
  const heads = ['', 'platform', 'verdict', 'draws', 'seconds', 'candidates', 'not explained']
  console.log(`${describeMachine()}\nseed ${options.seed}; ${seconds} s at most, ${atOnce} at a time\n`)
  console.log(formatTable([heads, ...rows]))
  const kinds = [...new Set(judged.map(({ kind }) => kind))].map(kind => {
    const list = judged.filter(one => one.kind === kind)
    return [kind, `${list.length}`, ...['whole', 'in part', 'not', 'wrong'].map(one => `${count(one, list)}`)]
  })
  console.log(`\n${formatTable([['kind', 'platforms', 'whole', 'in part', 'not', 'wrong'], ...kinds])}\n`)
  console.log(
    `of ${totals.findable} that can be found: ${totals.whole} whole, ${totals.in_part} in part, ${totals.not} not`,
  )
  console.log(`of ${totals.hidden} that cannot: ${totals.hidden_not} not, as it has to be`)
  console.log(`wrong: ${totals.wrong}; the longest took ${totals.peak_seconds.toFixed(1)} s`)
}

function listMissing({ hidden: cannot, verdict, missing, determined, outcome }) {
  if (cannot) return verdict === 'not' ? '(cannot be found)' : '(something was, which cannot be)'
  const said = missing.length === 0 ? '' : `${missing.join(', ')} (of ${determined.length})`
  return outcome?.startsWith('exit') ? outcome : said
}
