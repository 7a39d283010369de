/**
 * Digests that are another value hashed a published number of times: the hash chains of games.
 *
 * @packageDocumentation
 */
import { hexDigits } from '../../core/encoding.js'
import type { SearchRun } from './bound.js'
import type { DigestTargets } from './explain-digests.js'
import type { HashChain } from '../formulas/formula.js'
import { formsOf, type Form } from '../formulas/forms.js'
import { integerAt, isComputed, type Scope, type Variable } from '../values/scope.js'

/** Max hashes of all chains together. */
const mostHashes = 4_000_000

/** Max numbers that may be the count. */
const mostCounts = 12

/** Hashes each value repeatedly, and compares digests at each published number and its neighbours. */
export function tryChains(scope: Scope, targets: DigestTargets, run: SearchRun): void {
  const { engine, bound } = run
  const [lead] = scope.cases
  if (lead === undefined || scope.kind !== 'draw' || targets.waiting.length === 0) return
  const integers = scope.variables.filter(one => one.shape.kind === 'integer' && !isComputed(one))
  const ends = new Map<number, (encoding: HashChain['encoding']) => HashChain>()
  for (const variable of integers.slice(0, mostCounts)) {
    const number = integerAt(lead, variable) ?? 0n
    for (const more of [0, 1, -1]) {
      const times = Number(number) + more
      if (times > 2 && times <= mostHashes && !ends.has(times)) ends.set(times, chainBy(variable, more))
    }
  }
  const starts = scope.variables.flatMap(variable => {
    const forms =
      variable.shape.kind === 'hex' || variable.shape.kind === 'text'
        ? formsOf(variable)
        : new Map<never, Form>()
    return [...forms].flatMap(([name, form]) => (name === 'text' || name === 'bytes' ? [form] : []))
  })
  const furthest = Math.floor(mostHashes / Math.max(1, 2 * starts.length))
  const last = Math.max(0, ...[...ends.keys()].filter(times => times <= Math.max(furthest, 1)))
  if (last === 0) return
  for (const part of starts) {
    const first = part.bytes(lead)
    if (first === undefined) continue
    for (const encoding of ['bytes', 'hex'] as const) {
      let link = first
      for (let times = 1; times <= last; times += 1) {
        link = engine.hash('sha256', times > 1 && encoding === 'hex' ? hexDigits(link) : link)
        // Only the ends are compared, so a hash costs a fraction of a candidate.
        if (times % 8 === 0 && !bound.spend()) return
        const end = ends.get(times)
        if (end === undefined) continue
        targets.observe(link, () => ({
          algorithm: 'sha256',
          parts: [part],
          separator: '',
          chain: end(encoding),
        }))
      }
    }
  }
}

function chainBy(variable: Variable, more: number): (encoding: HashChain['encoding']) => HashChain {
  const { expression, reference, says } = variable
  return encoding => ({
    encoding,
    reference,
    says: more === 0 ? says : `${says} ${more > 0 ? 'plus' : 'less'} 1`,
    times: more === 0 ? expression : { [more > 0 ? 'add' : 'subtract']: [expression, 1] },
    count: at => {
      const number = integerAt(at, variable)
      return number === undefined || number > BigInt(mostHashes) ? undefined : Number(number) + more
    },
  })
}
