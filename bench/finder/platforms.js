// Sixty made-up platforms from a seed: what their pages would publish, draws to find the rule in and draws to try it on.
import { beacons } from './platforms/beacons.js'
import { blocks } from './platforms/blocks.js'
import { contracts } from './platforms/contracts.js'
import { games } from './platforms/games.js'
import { generators } from './platforms/generators.js'
import { raffles } from './platforms/raffles.js'
import { secrets } from './platforms/secret.js'
import { seeds } from './platforms/seeds.js'
import { selections } from './platforms/selections.js'
import { operatorNames, Random } from './random.js'
import { forgeAlone, Steps } from './steps.js'
import { chooseStyle, dress } from './style.js'

const definitions = [
  ...raffles,
  ...seeds,
  ...beacons,
  ...blocks,
  ...contracts,
  ...games,
  ...selections,
  ...generators,
  ...secrets,
]

/**
 * Bits of evidence that the draws of a platform have at least for each value that its rule determines: the finder
 * writes nothing below 40, after it has tried up to ten million candidates (23.3 bits).
 */
export const evidenceBits = 64
const heldOutCount = 3

/**
 * The platforms of a seed. Each has `draws` for the finder; `heldOut`, three others by the same rule; and `facts`, the
 * names of the values that the rule determines, with their bits in `draws`. `forgeries` are draws like the first of
 * `heldOut` with a wrong value of that `name`: once all that follows from it follows from the wrong one, once nothing
 * else has changed. Whoever refutes both has seen that the value follows from what is before it. `plain` has the draws for
 * the finder before the style of the platform, under the names of the generator.
 */
export function makePlatforms(seed) {
  const names = operatorNames(new Random(seed, 'names'), definitions.length)
  return definitions.map((definition, at) => makePlatform(definition, names[at], [seed, at]))
}

function makePlatform({ kind, rule, least, hidden = false, define }, name, labels) {
  const draw = prepare(define, labels)
  const made = []
  const facts = new Map()
  while (made.length < least || [...facts.values()].some(bits => bits < evidenceBits)) {
    const one = draw(made.length)
    made.push(one)
    for (const [fact, { bits }] of one.step.facts) facts.set(fact, bits + (facts.get(fact) ?? 0))
  }
  const first = made.length
  const heldOut = Array.from({ length: heldOutCount }, (_, more) => draw(first + more))
  return {
    name,
    kind,
    rule,
    hidden,
    facts,
    draws: made.map(({ values }) => values),
    plain: made.map(({ plain }) => plain),
    heldOut: heldOut.map(({ values }) => values),
    forgeries: forge(heldOut[0], change => draw(first, change)),
  }
}

/** What makes the draw at a place in the row of a platform's draws, with a wrong value in it or without. */
function prepare(define, labels) {
  const style = chooseStyle(new Random(...labels, 'style'))
  const drawByRule = define(new Random(...labels, 'rule'))
  return (place, change) => {
    const step = new Steps(change, new Random(...labels, 'forgery', { ...change }))
    const plain = drawByRule({ random: new Random(...labels, 'draw', place), step, place })
    return { plain, values: dress(plain, style, new Random(...labels, 'noise', place)), step }
  }
}

/** Of a value that a draw has several times, the first and the last are forged. */
function forge({ values, step: { facts } }, draw) {
  return [...facts].flatMap(([name, { calls }]) =>
    [...new Set([0, calls - 1])].flatMap(call => {
      const forged = draw({ name, call })
      return [forged.values, forgeAlone(values, forged.values, forged.step.forged)].map(one => ({
        name,
        values: one,
      }))
    }),
  )
}
