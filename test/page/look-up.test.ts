/** A ticket that is looked up in a bundle that was verified: the same as if all were verified again. */
import t from 'tap'
import { openDocument } from '../../src/page/check-document.js'
import { HashedList } from '../../src/page/hashed-list.js'
import { summarizeEntries } from '../../src/verify/bundle/entry-list.js'
import { portable } from '../../src/core/portable.js'
import { hashLeaf, verifyInclusion } from '../../src/core/merkle.js'
import { encodeLeaf } from '../../src/model/entry.js'
import { answers } from '../../src/page/catalogue/en/answers.js'
import type { PageModel } from '../../src/page/model.js'
import { splitTickets } from '../../src/page/several-tickets.js'
import { readScenarios } from '../protocol/scenario-files.js'
import { readLog } from '../../src/page/read-log.js'
import { check, engine, readText, requestOf, requestOfFixture } from './requests.js'

const options = { engine, readLog }

/** With the steps made. */
const whole = (model: PageModel | undefined): object => ({ ...model, steps: model?.steps?.() })

await t.test(
  'what is found is what a check of everything finds, with the keys of a file and of a service',
  async t => {
    let compared = 0
    // Of all of them, as in `npm run campaign page`, it takes two minutes.
    const every = process.env['SLOW'] === '1' ? 1 : 60
    const scenarios = readScenarios().filter((_, order) => order % every === 0)
    for (const { name, evidence } of scenarios) {
      const { entries } = evidence.bundle as { entries?: unknown }
      // Some of them are no list.
      const listed = Array.isArray(entries) ? (entries as readonly (readonly unknown[] | undefined)[]) : []
      const ids = [listed[0]?.[0], listed.at(-1)?.[0], 'nobody', '7'].filter(id => typeof id === 'string')
      for (const trustFrom of ['file', 'service'] as const) {
        const request = requestOf(evidence, { trustFrom })
        const { model, lookUp } = await openDocument(request, options)
        if (model.kind !== 'bundle') continue
        for (const id of ids) {
          const fresh = await check(requestOf(evidence, { trustFrom, ticket: { id } }))
          t.strictSame(whole(lookUp?.({ id })), whole(fresh), `${name}: ${id}`)
          compared += 1
        }
      }
    }
    t.ok(compared > 20, `${compared} look-ups`)
  },
)

await t.test('one look-up leaves nothing behind for the next', async t => {
  const request = requestOfFixture('three-prizes-142-entries')
  const { lookUp } = await openDocument(request, options)
  const first = whole(lookUp?.({ id: '10133' }))
  t.notSame(whole(lookUp?.({ id: 'nobody' })), first)
  t.strictSame(whole(lookUp?.({ id: '10133' })), first)
  const { lookUp: none } = await openDocument({ ...request, receipt: { envelope: '{}' } }, options)
  t.equal(none, undefined, 'beside a receipt all is verified again')
})

await t.test('several tickets at once are answered one by one, the best news first', async t => {
  const { lookUp } = await openDocument(requestOfFixture('three-prizes-142-entries'), options)
  const said = (id: string): PageModel | undefined => lookUp?.({ id })
  const answerOf = (model: PageModel | undefined) => model?.answers.find(({ id }) => id === 'ticket')
  const several = said(' 10007; 10 10133,10014\t10007 11')
  t.strictSame(
    several?.tickets?.map(({ id, word }) => [id, word]),
    [
      ['10133', 'proven'],
      ['10007', 'proven'],
      ['10014', 'proven'],
      ['10', 'not-provable'],
      ['11', 'not-provable'],
    ],
  )
  const lines = answerOf(several)?.text ?? []
  t.match(lines.slice(0, 5), [
    /^Ticket 10133 won the /,
    'Ticket 10007 did not win. It was in the draw.',
    'Ticket 10014 did not win. It was in the draw.',
    /^10 is not one of the 142 tickets/,
    /^11 is not one of the 142 tickets/,
  ])
  t.strictSame(
    lines.slice(5),
    [`10133: ${answers.askForPrize}`, `10, 11: ${answers.ticketMistyped}`],
    'what is advised about a winner, and about one that is missing',
  )
  t.equal(several?.ticketId, '10133')
  for (const whole of ['10133', '10133,', '10133 10133', 'Nobody, nowhere', '10,11', '10,133']) {
    t.equal(said(whole)?.tickets, undefined, whole)
  }
  t.equal(said('10133, 10133')?.ticketId, '10133', 'one ticket twice is one')
  t.equal(said('10,133')?.ticketMeant, '10133', 'a number with a comma in it')
  t.equal(
    said(Array.from({ length: 101 }, (_, at) => 10_000 + 7 * at).join())?.tickets,
    undefined,
    'too many',
  )
  const { entries: _list, ...light } = JSON.parse(
    readText('fixtures/bundles/three-prizes-142-entries/bundle.json'),
  ) as Record<string, unknown>
  const { lookUp: ofLight } = await openDocument(
    requestOfFixture('three-prizes-142-entries', { document: JSON.stringify(light) }),
    options,
  )
  const unread = ofLight?.({ id: '10133, 10007' })
  t.equal(unread?.tickets, undefined, 'without the list nothing is said of a part of them')
  t.equal(unread?.claims.find(({ id }) => id === 'ticket.included')?.code, 'evidence-missing')
  const { lookUp: ofNobody } = await openDocument(
    requestOfFixture('three-prizes-142-entries', { trustFrom: 'none' }),
    options,
  )
  t.match(
    answerOf(ofNobody?.({ id: '10007, 10014' }))?.text.slice(0, 2),
    [/^10007: /, /^10014: /],
    'each is named',
  )
  t.match(answerOf(said('Nobody, nowhere'))?.text[0], /^“?Nobody, nowhere”? is not one of/)
  t.strictSame(
    splitTickets('Álvarez, José; Ada Lovelace ;', true),
    ['Álvarez, José', 'Ada Lovelace'],
    'names',
  )
})

await t.test('a list that is kept says of every entry what a list says that is read for it', t => {
  for (const count of [0, 1, 2, 3, 4, 5, 7, 8, 9, 31, 33, 100]) {
    const entries = Array.from({ length: count }, (_, at) => ({
      id: at % 3 === 0 ? `é-${at}` : `ticket-${at}`,
      kind: at % 4 === 0 ? ('free' as const) : ('paid' as const),
    }))
    const list = new HashedList(entries, portable)
    const { root } = list.summarize(undefined)
    for (const [index, entry] of entries.entries()) {
      const read = summarizeEntries(entries, { engine: portable, find: entry.id })
      t.match({ ...list.summarize(entry.id), at: undefined }, { ...read, at: undefined })
      t.strictSame(list.summarize(undefined).at(index), entry)
      const placed = list.place(entry.id)
      t.equal(placed?.index, index)
      const leafHash = hashLeaf(encodeLeaf(entry), portable)
      const proof = placed?.inclusion ?? []
      t.ok(verifyInclusion({ index, size: count, leafHash, proof, root }, portable), `${index} of ${count}`)
    }
    t.equal(list.place('nobody'), undefined)
    t.equal(list.summarize('nobody').found, undefined)
  }
  t.end()
})
