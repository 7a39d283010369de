// Who won a published draw, and what came of a ticket.
import t from 'tap'
import { answerOf } from './requests.js'
import { checkSmall, committed, derived, inputs, loser, tickets, winner } from './small-draw.js'

const plain = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '')

await t.test('of several lists the one in which every ticket stands once is drawn from', async t => {
  const { formula, winners } = await checkSmall()
  t.strictSame(formula?.entries, { title: 'ticket list', count: 5 })
  t.strictSame(winners, [{ prize: 'Winner', entryId: winner, replaced: false }])
  t.notOk('differs' in formula!)
  const first = await checkSmall({
    parts: { inputs: { ...inputs, tickets: { ...inputs.tickets, distinct: false } } },
  })
  t.equal(first.formula?.entries?.title, 'list of reserves', 'and otherwise the first')
})

await t.test('prizes are no winners', async t => {
  const { winners } = await checkSmall({
    parts: {
      inputs: {
        ...inputs,
        prizes: { type: 'list', of: { type: 'text' }, order: 'as given', title: 'prizes won' },
      },
      claims: [
        ...[committed, derived],
        { id: 'winner.prizes', says: 'they are these', equal: [{ take: ['$tickets', 2] }, '$prizes'] },
      ],
    },
    values: { prizes: tickets.slice(0, 2) },
  })
  t.strictSame(
    winners.map(({ entryId }) => entryId),
    [winner],
  )
})

await t.test('a ticket of a list that was fixed before', async t => {
  const ask = async (id: string, published: string = winner) => {
    const model = await checkSmall({ values: { winner: published }, request: { ticket: { id } } })
    const { word, text, claims } = answerOf(model, 'ticket')
    return { word, claims, text: text.map(plain) }
  }
  const place = (id: string): string =>
    `Yes: ${id} is in the list that was published, at place ${tickets.indexOf(id) + 1} of 5.`
  const claims = ['entries.committed']
  t.strictSame(await ask(winner), { word: 'proven', claims, text: [`${place(winner)} It won.`] })
  t.strictSame(await ask(loser), { word: 'proven', claims, text: [`${place(loser)} It did not win.`] })
  const unfixed = 'Nothing shows that this list was fixed before the draw.'
  t.strictSame(
    await ask(loser, loser),
    { word: 'not-provable', claims, text: [`${place(loser)} It won.`, unfixed] },
    'nothing is green where another winner was published than the rule gives',
  )
  t.strictSame(await ask('c3'), {
    ...{ word: 'not-provable', claims },
    text: ['We cannot find c3. Did you mean C-3?'],
  })
  t.strictSame(await ask('R-1'), {
    ...{ word: 'not-provable', claims },
    text: [
      'We cannot find R-1 among the 5 entries of the list that was published. Look at it again, letter by letter.',
    ],
  })
})

await t.test('a list that nobody fixed shows nothing of a ticket', async t => {
  const model = await checkSmall({
    parts: {
      claims: [derived],
      inputs: { ...inputs, list_hash: { ...inputs.list_hash, informational: true } },
    },
    request: { ticket: { id: winner } },
  })
  t.match(answerOf(model, 'ticket'), { word: 'not-provable', claims: [] })
})

await t.test('another winner than the rule gives', async t => {
  const { formula, verdict } = await checkSmall({ values: { winner: loser } })
  t.equal(verdict, 'refuted')
  t.strictSame(formula?.differs, { rule: winner, published: loser })
})

await t.test('of several winners the first that differs is named with its place', async t => {
  const several = (published: readonly string[]) =>
    checkSmall({
      parts: {
        inputs: {
          ...inputs,
          seed: { ...inputs.seed, informational: true },
          winner: { type: 'list', of: { type: 'text' }, order: 'as drawn', title: 'winning tickets' },
        },
        claims: [
          committed,
          { ...derived, equal: [{ take: ['$tickets', { count: '$reserves' }] }, '$winner'] },
        ],
      },
      values: { winner: [...published] },
    })
  const right = await several(['A-1', 'A-2'])
  t.strictSame(
    right.winners.map(({ prize, entryId }) => `${prize}: ${entryId}`),
    ['Winning ticket 1: A-1', 'Winning ticket 2: A-2'],
  )
  t.notOk('differs' in right.formula!)
  t.strictSame((await several(['A-1', 'B-7'])).formula?.differs, { rule: 'A-2', published: 'B-7', place: 2 })
  t.strictSame((await several(['A-1'])).formula?.differs, { rule: 'A-2', published: 'nobody', place: 2 })
})
