import t from 'tap'
import { extractions, turnedExtractions } from '../../../src/find/formulas/extract.js'
import type { Extraction } from '../../../src/find/formulas/extraction.js'
import { evaluateExpression } from '../evaluate.js'
import { sha256 } from '../values.js'

await t.test('the search and the recipe language read every number alike', t => {
  for (const way of [...extractions, ...turnedExtractions]) {
    for (let run = 0; run < 12; run += 1) {
      const bytes = Uint8Array.from(Buffer.from(sha256(`${way.says} ${run}`), 'hex'))
      const modulus =
        [2, 5, 97, 1000, 32_768, 99_991, 9_999_999, 2 ** 31 + 11, 2 ** 32, 3_000_000_019][run % 10] ?? 7
      const turn = way.isTurned ? run % 3 : 0
      t.equal(
        readBoth(way, bytes, modulus, turn),
        way.residue(bytes, modulus, turn),
        `${way.says}, ${modulus}, turn ${turn}`,
      )
    }
  }
  t.end()
})

/** By the recipe language; -1 where it is impossible. */
function readBoth(way: Extraction, bytes: Uint8Array, modulus: number, turn: number): number {
  return Number(evaluateExpression(way.express('$bytes', modulus), bytes, turn) ?? -1)
}
