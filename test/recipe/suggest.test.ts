import t from 'tap'
import { operationNames } from '../../src/recipe/operations/index.js'
import { suggest } from '../../src/recipe/suggest.js'

await t.test('the nearest word, where one is near', t => {
  const words = ['entries', 'entropy', 'seed', 'seeds', 'winner_entry', 'round']
  const near: Readonly<Record<string, string>> = {
    entrys: 'did you mean entries?',
    entries_: 'did you mean entries?',
    sed: 'did you mean seed?',
    seedz: 'did you mean seed?',
    seeeds: 'did you mean seeds?',
    ronud: 'the words are entries, entropy, seed, seeds, winner_entry, round',
    ruond: 'the words are entries, entropy, seed, seeds, winner_entry, round',
    rouned: 'did you mean round?',
    rund: 'did you mean round?',
    rnd: 'the words are entries, entropy, seed, seeds, winner_entry, round',
    see: 'did you mean seed?',
    // A word that is known is none that it could be mistaken for.
    seed: 'did you mean seeds?',
    '': 'the words are entries, entropy, seed, seeds, winner_entry, round',
  }
  for (const [word, hint] of Object.entries(near)) t.equal(suggest(word, 'words', words), hint, word)
  t.equal(suggest('winer', 'words', ['winners', 'winner']), 'did you mean winner?', 'the nearer of two')
  t.equal(suggest('winer', 'words', ['winner', 'winners']), 'did you mean winner?')
  // Of two parts of a name it could be either.
  t.equal(suggest('sha', 'words', ['she', 'sha_a', 'sha_b']), 'the words are she, sha_a, sha_b')
  t.equal(suggest('sha', 'words', ['she', 'shapes']), 'did you mean she?')
  t.end()
})

await t.test('of many words only some are named', t => {
  const words = Array.from({ length: 30 }, (_, index) => `${index % 3 === 0 ? 'seed' : 'word'}_${index}`)
  t.equal(suggest('x', 'words', words.slice(0, 12)), `the words are ${words.slice(0, 12).join(', ')}`)
  t.equal(suggest('x', 'words', words), `the words are ${words.slice(0, 12).join(', ')} and 18 more`)
  t.equal(suggest('x', 'words', words, 'a page'), 'a page lists the 30 words')
  const seeds = words.filter(word => word.startsWith('seed')).join(', ')
  t.equal(suggest('the_seed', 'words', words), `words like it are ${seeds}`)
  t.equal(suggest('the_seed', 'words', words, 'a page'), `words like it are ${seeds}; a page lists all 30`)
  // What all of them have in common tells none apart.
  const prefixed = words.map(word => `PRE_${word}`)
  t.match(suggest('PRE_', 'words', prefixed), /^the words are PRE_seed_0, .* and 18 more$/)
  for (const word of ['', '_', 'x'.repeat(100_000), '.*', 'sha265', 'hash']) {
    t.ok(suggest(word, 'operations', operationNames, 'docs/RECIPES.md').length < 400)
  }
  t.end()
})

await t.test('words are alike by their parts, at the beginning or the end of one another', t => {
  const others = Array.from({ length: 40 }, (_, index) => `other${index}`)
  const like = (word: string, ...known: readonly string[]): string =>
    suggest(word, 'words', [...known, ...others])
  const none = like('zzz', 'a')
  t.equal(
    like('hash_list', 'list_of_entries', 'hash', 'list_hash'),
    'words like it are list_hash, list_of_entries, hash',
  )
  t.equal(like('hashing', 'the_hash'), 'words like it are the_hash', 'a part begins with a known one')
  t.equal(like('rehash', 'the_hash'), 'words like it are the_hash', 'or ends with one')
  t.equal(like('hash', 'the_hashing'), 'words like it are the_hashing', 'or a known one begins with it')
  t.equal(like('hash', 'the_rehash'), 'words like it are the_rehash', 'or ends with it')
  t.equal(like('HASH..list', 'THE_Hash'), 'words like it are THE_Hash')
  t.equal(
    like('hash', 'a_rehashed'),
    none.replace('are a,', 'are a_rehashed,'),
    'in the middle is not enough',
  )
  t.equal(
    like('to', 'to_and_fro'),
    none.replace('are a,', 'are to_and_fro,'),
    'parts of two letters do not count',
  )
  t.equal(like('fro', 'to_and_fro'), 'words like it are to_and_fro')
  const many = Array.from({ length: 15 }, (_, index) => `hash_${index}`)
  t.equal(like('the_hash', ...many), `words like it are ${many.slice(0, 12).join(', ')}`)
  // Half of all words are none to choose from.
  const half = Array.from({ length: 40 }, (_, index) => `hash${index}`)
  t.equal(like('thehash', ...half), `the words are ${half.slice(0, 12).join(', ')} and 68 more`)
  t.end()
})
