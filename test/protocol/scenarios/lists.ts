import { addNonces, createEntries, nonceOf, type Evidence } from '../factory.js'
import { digest, utf8, type Entry } from '../second-opinion.js'
import { altered, base, ceremony, flipHex, lied, scenariosOf } from './scenario.js'

const { entries, picks } = ceremony()
const list = entries.map(([id, kind]): Entry => [id, kind])
const nonced = addNonces(list)

/** The raffle with another list beside the same seal. */
const listed = (edit: (list: Entry[]) => unknown): Evidence =>
  altered(({ bundle }) => {
    edit(bundle.entries!)
  })

/** An entry that did not win. */
const loser = list.findIndex((_, at) => !picks.some(({ index }) => index === at))

/** Lists that are not the sealed one, or that should never have been sealed. */
export const lists = scenariosOf('entries.sealed', add => {
  const list_ = 'list-differs'
  add(
    'entry-added',
    'the list has an entry more than was sealed',
    list_,
    listed(all => all.push(['99999', 'paid'])),
  )
  add(
    'entry-left-out',
    'the list has an entry less than was sealed',
    list_,
    listed(all => all.splice(loser, 1)),
  )
  add(
    'entry-altered',
    'an entry of the list has another id',
    list_,
    listed(all => (all[loser]![0] = '99999')),
  )
  add(
    'entry-kind-flipped',
    'an entry of the list is of the other kind',
    list_,
    listed(all => (all[loser]![1] = all[loser]![1] === 'paid' ? 'free' : 'paid')),
  )
  add(
    'entries-reordered',
    'the list stands in another order',
    list_,
    listed(all => all.reverse()),
  )
  add(
    'entries-rotated',
    'the first entry stands last',
    list_,
    listed(all => all.push(all.shift()!)),
  )
  add(
    'list-empty',
    'the list has no entry',
    list_,
    listed(all => all.splice(0)),
  )
  add(
    'list-of-another-raffle',
    'the list is that of another raffle',
    list_,
    altered(({ bundle }) => {
      bundle.entries = createEntries(5, 'another list').map(([id, kind]): Entry => [id, kind])
    }),
  )
  const withNonces = { ...base, entries: nonced }
  const renonced = (edit: (list: Entry[]) => unknown): Evidence =>
    altered(({ bundle }) => {
      edit(bundle.entries!)
    }, withNonces)
  add(
    'nonce-altered',
    'an entry of the list has another nonce',
    list_,
    renonced(all => (all[0]![2] = flipHex(all[0]![2]!, 31))),
  )
  add(
    'nonce-dropped',
    'an entry of the list lacks its nonce',
    list_,
    renonced(all => all[0]!.pop()),
  )
  add(
    'nonce-added',
    'an entry of the list has a nonce that was not sealed',
    list_,
    renonced(all => all[1]!.push(nonceOf('added'))),
  )
  const file = (text: string): Evidence =>
    altered(
      evidence => {
        evidence.list = text
        evidence.bundle.entries_file!.digest = digest(utf8(text))
      },
      { list: 'file' },
    )
  const lines = list.map(entry => `${JSON.stringify(entry)}\n`)
  add(
    'file-with-a-line-that-is-none',
    'a line of the list file is no entry',
    list_,
    file(`${lines.slice(0, 4).join('')}12345 paid\n`),
  )
  add(
    'file-with-a-kind-that-is-none',
    'a line of the list file has another kind',
    list_,
    file(`${lines.slice(0, 4).join('')}["12345","given"]\n`),
  )
  add(
    'file-with-a-nonce-in-upper-case',
    'a nonce in the list file is in upper case',
    list_,
    file(`${lines.slice(0, 4).join('')}["12345","paid","${'AB'.repeat(32)}"]\n`),
  )
  add(
    'file-with-a-nonce-of-63-digits',
    'a nonce in the list file lacks a digit',
    list_,
    file(`${lines.slice(0, 4).join('')}["12345","paid","${'a'.repeat(63)}"]\n`),
  )
  add(
    'file-with-an-entry-more',
    'the list file has an entry more than was sealed',
    list_,
    file(`${lines.join('')}["99999","free"]\n`),
  )

  const repeated = 'entries-repeated'
  const twice = (kind: string): Evidence =>
    lied({}, { ...base, entries: [...list.slice(0, 4), [list[0]![0], kind]] })
  add('id-twice', 'an id stands twice in the sealed list', repeated, twice(list[0]![1]))
  add(
    'id-paid-and-free',
    'an id stands in the sealed list as paid and as free',
    repeated,
    twice(list[0]![1] === 'paid' ? 'free' : 'paid'),
  )
  add(
    'id-with-two-nonces',
    'an id stands in the sealed list with two nonces',
    repeated,
    lied({}, { ...base, entries: [...nonced.slice(0, 4), [nonced[0]![0], nonced[0]![1], nonceOf('other')]] }),
  )
  add(
    'id-with-and-without-a-nonce-in-a-file',
    'an id stands in the list file with a nonce and without',
    repeated,
    lied({}, { ...base, list: 'file', entries: [...nonced.slice(0, 4), list[0]!] }),
  )
  add(
    'id-twice-in-a-file',
    'an id stands twice in the list file',
    repeated,
    lied({}, { ...base, list: 'file', entries: [...list.slice(0, 4), list[1]!] }),
  )

  const otherFile = ['not-provable', 'list-other'] as const
  add(
    'file-other-than-named',
    'the list file is not the one that the bundle names',
    otherFile,
    altered(
      evidence => {
        evidence.list = `${evidence.list!} \n`
      },
      { list: 'file' },
    ),
  )
  add(
    'file-though-none-named',
    'the bundle names no list file',
    otherFile,
    altered(
      evidence => {
        evidence.list = lines.join('')
      },
      { list: 'light' },
    ),
  )
})
