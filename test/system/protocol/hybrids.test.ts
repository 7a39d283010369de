import t from 'tap'
import { mergeTrust } from '../../protocol/factory.js'
import { countHybrids, createHybrid, differingParts, mix, type Hybrid } from '../../protocol/hybrids.js'
import { judge, provenOf } from '../../protocol/judge.js'
import { createRandom } from '../../protocol/second-opinion.js'
import { valid, type Valid } from '../../protocol/valid.js'

// HYBRIDS=all makes all of them, SHARD=i/n those of every n-th pair from the i-th; `npm run campaign hybrids`.
const { HYBRIDS = '2500', SHARD = '1/1' } = process.env

const proven = new Map(valid.map(one => [one, new Set(provenOf(judge(one.evidence)))]))

/** What is wrong with the verdict on a hybrid; undefined when it is caught. */
function findLeak(hybrid: Hybrid, subject = judge(hybrid.evidence)): string | undefined {
  const { own, other, name, unobserved } = hybrid
  // Whatever else it proves: a raffle with a beacon too many proves all that it did, and that one refutes it.
  if (subject.verdict === 'refuted' && subject.level === 0) return undefined
  // More proofs of the log than statements, and the like: it is no bundle.
  if (subject.claims.some(({ id }) => id === 'document.read')) return undefined
  // Where the log shows all that observers could, a raffle needs none.
  if (unobserved && own.level === 5 && subject.level === 5) return undefined
  const found = provenOf(subject)
  for (const parent of [own, other]) {
    if ([...proven.get(parent)!].every(id => found.includes(id)))
      return `${name}: proves all of ${parent.name}`
    if ((subject.level ?? 5) < parent.level) continue
    // Level 3 needs no observation: a raffle with those of another reaches it by itself, and no more.
    if (unobserved && parent.level === 3 && subject.level === 3 && !found.includes('evidence.unique'))
      continue
    return `${name}: level ${subject.level}, as ${parent.name}`
  }
  return subject.verdict === 'proven' ? `${name}: proven` : undefined
}

const pairs: (readonly [Valid, Valid])[] = valid.flatMap((own, at) =>
  valid.slice(at + 1).map(other => [own, other] as const),
)

function* sample(count: number): Generator<Hybrid> {
  const random = createRandom('hybrids')
  // Each pair in turn: every raffle meets every other one.
  for (let made = 0; made < count; made += 1) {
    const [own, other] = pairs[made % pairs.length]!
    yield createHybrid(own, other, random.between(1, countHybrids(own, other)))
  }
}

function* all(shard: number, shards: number): Generator<Hybrid> {
  for (const [at, [own, other]] of pairs.entries()) {
    if (at % shards !== shard - 1) continue
    const count = countHybrids(own, other)
    for (let choice = 1; choice <= count; choice += 1) yield createHybrid(own, other, choice)
    if (at % 10 < shards) console.error(`${at + 1} of ${pairs.length} pairs`)
  }
}

/** Of every pair both raffles with nothing but the beacon of the other, or with everything else. */
function* onlyBeacons(): Generator<Hybrid> {
  for (const [own, other] of pairs) {
    const place = differingParts(own.evidence, other.evidence).indexOf('beacon')
    if (place === -1) continue
    yield createHybrid(own, other, 2 ** place)
    yield createHybrid(own, other, countHybrids(own, other) + 1 - 2 ** place)
  }
}

await t.test('mixed with nothing of another, a raffle stays what it is', t => {
  for (const [at, own] of valid.entries()) {
    const other = valid.at(at - 1)!
    const trust = mergeTrust([own.evidence.trust, other.evidence.trust])
    t.equal(judge(mix(own.evidence, other.evidence, new Set(), trust)).level, own.level, own.name)
  }
  t.end()
})

await t.test('a beacon more, less or of another is never enough', t => {
  const judged = [...onlyBeacons()].map(hybrid => ({ hybrid, subject: judge(hybrid.evidence) }))
  const leaks = judged.flatMap(({ hybrid, subject }) => findLeak(hybrid, subject) ?? [])
  t.strictSame(leaks, [])
  const uncommitted = judged.filter(({ subject: { claims } }) =>
    claims.some(({ code }) => code === 'beacon-uncommitted'),
  )
  t.ok(uncommitted.length > 100, `${uncommitted.length} have a beacon too many`)
  t.end()
})

await t.test('no hybrid of two valid raffles reaches their level', t => {
  const [shard = 1, shards = 1] = SHARD.split('/').map(Number)
  const leaks: string[] = []
  let made = 0
  const began = Date.now()
  for (const hybrid of HYBRIDS === 'all' ? all(shard, shards) : sample(Number(HYBRIDS))) {
    made += 1
    const leak = findLeak(hybrid)
    if (leak !== undefined) leaks.push(leak)
  }
  t.strictSame(leaks.slice(0, 50), [], `${leaks.length} leaks`)
  t.comment(`${made} hybrids of ${pairs.length} pairs in ${Math.round((Date.now() - began) / 1000)} s`)
  t.ok(made >= pairs.length / shards)
  t.end()
})
