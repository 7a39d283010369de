// Winners by what is published of each entry, and by hashes of each.
import { createHash } from 'node:crypto'
import t from 'tap'
import { find, sha256 } from '../values.js'

/** Candidates where there is nothing to find, of which each is a hash for every entry. */
const inVain = process.env['SLOW'] === '1' ? 60_000 : 12_000

const names = (draw: number): readonly string[] =>
  Array.from({ length: 30 }, (_, at) => `${'abcdefghij'[at % 10] ?? ''}_${draw}_${at}`)

/** Numbers that nothing published explains, and who has the lowest of them. */
function lottery(draw: number): { numbers: readonly object[]; offered: readonly string[] } {
  const numbers = names(draw).map(child => ({ child, lottery_number: sha256(`secret ${draw} ${child}`) }))
  const ranked = numbers.toSorted((one, other) => (one.lottery_number < other.lottery_number ? -1 : 1))
  return { numbers, offered: ranked.slice(0, 9).map(({ child }) => child) }
}

await t.test('the lowest of published digests', t => {
  const draws = [0, 1].map(lottery)
  const found = find(draws as never, { results: ['offered'], most: 60_000 })
  const [fit] = found.search.scopes.flatMap(({ fit }) => fit ?? [])
  t.equal(fit?.says, 'child of numbers sorted by lottery_number, ascending')
  t.match(found.recipe, /sort_by/)
  t.end()
})

await t.test('with one who was moved up it is nothing', t => {
  const [first, second] = [lottery(0), lottery(1)]
  const moved = [...first.offered]
  moved[3] = names(0).find(name => !first.offered.includes(name)) ?? ''
  const found = find([{ ...first, offered: moved }, second] as never, { results: ['offered'], most: inVain })
  t.equal(found.recipe, undefined)
  t.end()
})

/** Candidates by the SHA-256 of the hex digits of name and value. */
function candidates(draw: number): { value: string; names: readonly string[]; selected: readonly string[] } {
  const value = `81.2${draw}/9C`
  const hex = (text: string): string => Buffer.from(text).toString('hex')
  const ranked = names(draw).toSorted((one, other) =>
    sha256(hex(`${one}/${value}`)) > sha256(hex(`${other}/${value}`)) ? -1 : 1,
  )
  return { value, names: names(draw), selected: ranked.slice(0, 6) }
}

await t.test('the hash of the hex digits of a text', t => {
  const found = find([0, 1, 2].map(candidates), { most: 1_000_000 })
  t.equal(found.outcome, 'found')
  t.match(
    found.search.scopes.flatMap(({ fit }) => fit?.says ?? [])[0],
    /SHA-256 of the hex digits of the entry, value/,
  )
  const forged = [candidates(0), candidates(1), { ...candidates(2), selected: names(2).slice(0, 6) }]
  t.equal(find(forged as never, { most: inVain }).recipe, undefined)
  t.end()
})

/** RFC 3797: the place in two bytes before and behind the key; whoever is selected leaves the list. */
function selection(isForged: boolean): object {
  const key = '9.18.26.34.41.45./2.5.12.8.10./'
  const left = [...names(0)]
  const selected = Array.from({ length: 9 }, (_, at) => {
    const place = Buffer.from([0, at])
    const behind = isForged ? Buffer.from([at, at]) : place
    const digest = createHash('md5').update(place).update(key).update(behind).digest('hex')
    const [name] = left.splice(Number(BigInt(`0x${digest}`) % BigInt(left.length)), 1)
    return { rank: at + 1, digest, selected: name }
  })
  return { key, volunteers: names(0), selected }
}

await t.test('a place around a key', t => {
  const says = /MD5 of the turn from 0 in 2 bytes, big-endian, key, the turn from 0 in 2 bytes/
  t.match(find(selection(false) as never, { most: 2_000_000 }).recipe, says)
  t.notMatch(find(selection(true) as never, { most: 300_000 }).recipe ?? '', /MD5/)
  t.end()
})
