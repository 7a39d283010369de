import t from 'tap'
import {
  describeFew,
  describeCosigners,
  describeShort,
  findNames,
  findReachedQuorum,
  isSplittable,
  type Quorum,
  type Vote,
} from '../../src/model/quorum.js'

const voter = (key: string): Quorum => ({ key, name: key })
const group = (name: string, threshold: number, ...members: readonly (Quorum | string)[]): Quorum => ({
  name,
  threshold,
  members: members.map(member => (typeof member === 'string' ? voter(member) : member)),
})
const flat = (threshold: number, ...keys: readonly string[]): Quorum => ({
  threshold,
  members: keys.map(key => ({ key })),
})
const votes = (moments: Readonly<Record<string, number>>): readonly Vote[] =>
  Object.entries(moments).map(([key, at]) => ({ key, name: `${key}.example`, at: BigInt(at) }))

/** The example of c2sp.org/tlog-policy. */
const example = group(
  'X-and-Y',
  2,
  group('X-witnesses', 2, 'X1', 'X2', 'X3'),
  group('Y-witnesses', 1, 'Y1', 'Y2', 'Y3'),
)

await t.test('the earliest moment at which the cosignatures until then are enough', t => {
  const at = (moments: Readonly<Record<string, number>>, quorum = example): bigint | undefined =>
    findReachedQuorum(quorum, votes(moments))?.at
  t.equal(at({}), undefined)
  t.equal(at({ X1: 1, X2: 2, X3: 3 }), undefined, 'one organisation alone')
  t.equal(at({ X1: 1, Y1: 2, Y2: 3 }), undefined, 'one of two')
  t.equal(at({ X1: 9, X2: 2, X3: 3, Y2: 1 }), 3n, 'the second of X')
  t.equal(at({ X1: 1, X2: 2, Y1: 30, Y3: 20 }), 20n, 'the first of Y')
  t.equal(at({ X1: 5 }, voter('X1')), 5n)
  t.equal(at({ X2: 5 }, voter('X1')), undefined)
  t.equal(at({ a: 1, b: 2 }, flat(3, 'a', 'b')), undefined, 'more than there are')
  t.equal(at({ a: 1 }, flat(1)), undefined, 'nobody')
  t.end()
})

await t.test('who made it up, in words', t => {
  const words = (moments: Readonly<Record<string, number>>, quorum = example): string => {
    const reached = findReachedQuorum(quorum, votes(moments))
    return reached === undefined ? describeShort(quorum, votes(moments)) : describeCosigners(reached)
  }
  t.equal(words({ X1: 9, X2: 2, X3: 3, Y2: 1 }), 'organisations X-witnesses (X2, X3) and Y-witnesses (Y2)')
  t.equal(words({ X1: 1, X2: 1 }), '1 of 2 of the group X-and-Y (X-witnesses 2 of 2, Y-witnesses 0 of 1)')
  t.equal(words({ X1: 1 }, voter('X1')), 'witness X1')
  t.equal(words({}, voter('X1')), '0 of 1 witnesses')
  const mixed = group('all', 2, 'solo', group('G', 1, 'g1'))
  t.equal(words({ solo: 1, g1: 2 }, mixed), 'organisations G (g1) and solo')
  t.equal(words({ g1: 2 }, mixed), '1 of 2 of the group all (G 1 of 1)')
  t.equal(words({ g1: 2 }, group('any', 1, 'solo', group('G', 1, 'g1'))), 'organisation G (g1)')
  t.equal(words({ a: 1 }, flat(1, 'a')), 'witness a.example')
  t.equal(words({ a: 1, b: 1 }, flat(2, 'a', 'b')), 'witnesses a.example and b.example')
  t.equal(words({ a: 1, b: 1, c: 1 }, flat(3, 'a', 'b', 'c')), 'witnesses a.example, b.example and c.example')
  const five = ['a', 'b', 'c', 'd', 'e']
  const all = Object.fromEntries(five.map(key => [key, 1]))
  t.equal(words(all, group('Q', 5, ...five)), 'witnesses a, b, c and 2 more')
  t.equal(words({ a: 1 }, flat(2, 'a', 'b')), '1 of 2 witnesses')
  t.equal(describeFew(flat(2, 'a', 'b')), 'fewer than 2 witnesses')
  t.equal(describeFew(example), 'fewer witnesses than the quorum X-and-Y takes')
  t.equal(describeFew(flat(1, 'a')), 'no witness')
  t.end()
})

await t.test('the first of those who cosigned at one time, and no more than it takes', t => {
  const reached = findReachedQuorum(flat(1, 'b', 'a'), votes({ a: 1, b: 1 }))
  t.strictSame(reached && findNames(reached), ['b.example'])
  t.end()
})

/** Every quorum over the first witnesses that is no deeper, each witness in one place. */
function* quorums(keys: readonly string[], depth: number): Generator<Quorum> {
  if (keys.length === 1) yield voter(keys[0]!)
  if (depth === 0) return
  for (const parts of partitions(keys)) {
    if (parts.length === 1 && keys.length > 1 && depth === 1) continue
    const choices = parts.map(part => [...quorums(part, depth - 1)])
    for (const members of product(choices)) {
      for (let threshold = 1; threshold <= members.length; threshold += 1) {
        yield { name: 'g', threshold, members }
      }
    }
  }
}

function* partitions(keys: readonly string[]): Generator<string[][]> {
  const [first, ...rest] = keys
  if (first === undefined) {
    yield []
    return
  }
  for (const parts of partitions(rest)) {
    yield [[first], ...parts]
    for (const at of parts.keys()) {
      yield parts.map((part, index) => (index === at ? [first, ...part] : part))
    }
  }
}

function* product<T>(choices: readonly (readonly T[])[]): Generator<T[]> {
  const [first, ...rest] = choices
  if (first === undefined) {
    yield []
    return
  }
  for (const one of first) for (const others of product(rest)) yield [one, ...others]
}

/** Whether two sets of witnesses with none in common are both enough: every set is tried. */
function canSplit(quorum: Quorum, keys: readonly string[]): boolean {
  const isEnough = (set: number): boolean =>
    findReachedQuorum(
      quorum,
      keys.flatMap((key, at) => ((set >> at) & 1 ? [{ key, name: key, at: 1n }] : [])),
    ) !== undefined
  const all = 2 ** keys.length - 1
  // More witnesses never are less: the others are all that are not in the set.
  for (let set = 0; set <= all; set += 1) if (isEnough(set) && isEnough(all - set)) return true
  return false
}

await t.test('a quorum can be split exactly where two sets without a common witness are enough', t => {
  let [count, split] = [0, 0]
  for (const keys of [['a'], ['a', 'b'], ['a', 'b', 'c'], ['a', 'b', 'c', 'd'], ['a', 'b', 'c', 'd', 'e']]) {
    for (const quorum of quorums(keys, keys.length === 5 ? 2 : 3)) {
      count += 1
      const found = isSplittable(quorum)
      if (found) split += 1
      if (found !== canSplit(quorum, keys)) t.fail(JSON.stringify(quorum))
    }
  }
  t.ok(count > 1000 && split > 100 && split < count, `${split} of ${count}`)
  t.comment(`${count} quorums, ${split} of them can be split`)
  t.end()
})

await t.test('which can be split', t => {
  t.notOk(isSplittable(voter('a')))
  t.notOk(isSplittable(example))
  t.ok(isSplittable(flat(1, 'a', 'b')))
  t.ok(isSplittable(flat(2, 'a', 'b', 'c', 'd')))
  t.notOk(isSplittable(flat(2, 'a', 'b', 'c')))
  t.notOk(isSplittable(flat(3, 'a', 'b')))
  t.ok(isSplittable(group('any', 1, group('A', 2, 'a', 'b'), group('B', 2, 'c', 'd'))))
  // 2 of 3 is a majority, and still one of two sides is in both.
  t.ok(isSplittable(group('q', 2, group('A', 1, 'a', 'b'), 'c', 'd')))
  t.end()
})
