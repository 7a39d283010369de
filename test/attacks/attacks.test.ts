// Organisers who cheat, and organisers who do not: `npm run campaign attacks` tries all of them, this every few.
import t from 'tap'
import type { Subject } from '../../src/model/report.js'
import { judge } from '../protocol/judge.js'
import { parseTrust } from '../../src/model/trust.js'
import { attacks } from './bundles.js'
import { twoRoles } from './roles.js'
import { boundOf, hashes, publish, recipeOf, tricks } from './draws.js'
import { honest } from './honest.js'
import { createRecipe, draw, parts, subsetsOf, type Part } from './open.js'

const isAll = process.env['ATTACKS'] === 'all'
/** So many as an everyday run has time for. */
const some = <T>(of: readonly T[], every: number): readonly T[] =>
  isAll ? of : of.filter((_, at) => at % every === 0)

const ends = new Map<string, number>()
const note = (end: string): void => void ends.set(end, (ends.get(end) ?? 0) + 1)

/** Nothing is praised that its organiser could have chosen. */
function isModest({ level = 0, headline, who_could_choose }: Subject): boolean {
  const isPraise = headline.startsWith('Nobody could have chosen')
  return isPraise === level >= 4 && !(isPraise && /^the (organiser|operator)/.test(who_could_choose))
}

await t.test('two values under one commitment: at most one is bound', t => {
  for (const [at, [name, trick]] of Object.entries(tricks).entries()) {
    for (const hash of isAll ? hashes : [hashes[at % hashes.length]!]) {
      const recipe = recipeOf(trick, hash)
      const both = trick.values.map(values => publish(recipe, values))
      t.ok(
        both.every(({ level }) => level === 3),
        `${name}, ${hash}: the commitment fits both, and both are reproducible`,
      )
      const bound = both.map(boundOf)
      t.notOk(
        bound.every(({ status }) => status === 'proven'),
        `${name}, ${hash}`,
      )
      t.ok(both.every(isModest), `${name}, ${hash}: neither is praised`)
      for (const { code } of bound) note(`attack on a draw: ${code}`)
    }
  }
  t.end()
})

await t.test('what nothing fixes is named, whatever else is fixed', t => {
  const all = Object.keys(parts) as Part[]
  for (const fixed of some(subsetsOf(all), 3)) {
    const free = all.filter(part => !fixed.includes(part))
    const words = fixed.length === 0 ? 'nothing' : fixed.join(' and ')
    const subject = draw(createRecipe(fixed))
    const { status, code } = boundOf(subject)
    note(`attack on a draw: ${code}`)
    t.equal(status, free.length === 0 ? 'proven' : 'not-provable', `${words} in the commitment`)
    const lacking = free.map(part => parts[part])
    t.ok(free.length === 0 ? code === 'choice-bound' : lacking.some(one => one === code), `${words}: ${code}`)
    t.ok(isModest(subject), `${words}: it is not praised`)
    const announced = draw(createRecipe(fixed, true))
    t.equal(boundOf(announced).code, 'choice-bound', `${words}, and the others were published before`)
    note(`honest draw: ${boundOf(announced).code}`)
  }
  t.end()
})

await t.test('an operator with everything in its hands', t => {
  for (const attack of some(attacks, 3)) {
    const { name, why, evidence, options, verdict, highest, because, finding, says, isFrame = false } = attack
    const subject = judge(evidence(), options)
    const { level = 0, claims, findings } = subject
    note(`attack on a bundle: ${subject.verdict === 'refuted' ? 'refuted' : `level ${level}`}`)
    if (verdict !== 'either')
      t.equal(subject.verdict === 'refuted', verdict === 'refuted', `${name}: ${verdict}, since ${why}`)
    t.ok(level <= highest, `${name}: level ${level} of at most ${highest}, since ${why}`)
    if (says !== undefined) t.match(subject.who_could_choose, says, name)
    if (isFrame) {
      t.notOk(
        claims.some(({ code }) => code === 'statement-second'),
        `${name}: nobody is convicted`,
      )
      t.notMatch(subject.who_could_choose, /^the operator/, name)
    }
    if (because !== undefined) {
      const [id, code] = because
      t.equal(claims.find(claim => claim.id === id)?.code, code, `${name}: ${id}`)
    }
    const has = findings.some(one => one.code === (finding ?? 'cancelled-late'))
    t.equal(has, finding !== undefined, `${name}: finding ${finding ?? 'of none'}`)
    t.ok(isModest(subject), `${name}: ${subject.headline}`)
  }
  t.end()
})

await t.test('nobody bears witness for itself: one key in two roles is no trust file', t => {
  for (const [name, trust] of twoRoles()) {
    t.throws(
      () => parseTrust(trust),
      { code: 'trust-invalid', message: /nobody can be their own witness/ },
      name,
    )
    note('attack on a trust file: trust-invalid')
  }
  t.end()
})

await t.test('an honest operator is never refuted, and has its level', t => {
  t.ok(honest.length > 150)
  for (const { name, evidence, acceptReplacements, level } of some(honest, 7)) {
    const subject = judge(evidence(), { acceptReplacements })
    note(`honest bundle: ${subject.verdict === 'refuted' ? 'refuted' : `level ${subject.level ?? 0}`}`)
    t.not(subject.verdict, 'refuted', name)
    t.equal(subject.level, level, `${name}: ${subject.stopped_by ?? ''}`)
    t.ok(isModest(subject), `${name}: ${subject.headline}`)
  }
  t.end()
})

t.teardown(() => {
  for (const [end, number] of [...ends].sort()) t.comment(`${number} × ${end}`)
})
