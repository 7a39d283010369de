import t from 'tap'
import { checks, receiptCheck, ticketCheck } from '../../src/verify/bundle/checks/index.js'
import { sayings } from '../../src/page/catalogue/en/claims.js'
import { asSentence, sayName, sayOrdinal, sayTicket } from '../../src/page/catalogue/en/grammar.js'
import type { ClaimContent } from '../../src/page/catalogue/types.js'
import { sayUnlisted } from '../../src/page/say-recipe.js'
import { sayClaim } from '../../src/page/words.js'
import { answers } from '../../src/page/catalogue/en/answers.js'
import { headlines } from '../../src/page/catalogue/en/result.js'
import { headlineOf, wrongWinner } from '../../src/page/headline.js'
import { readScenarios } from '../protocol/scenario-files.js'
import { checkEvidence, isSentence } from './requests.js'

const said = (id: string, code: string, word: ClaimContent['word'], message: string): string =>
  sayClaim({ id, code, word, message, expected: 'a', found: 'b' })

await t.test('every claim of a bundle has its sentences, by its id and code', t => {
  for (const { id, codes } of [...checks, ticketCheck, receiptCheck]) {
    t.ok(id in sayings, id)
    for (const word of ['proven', 'not-provable', 'refuted', 'not-checked'] as const) {
      for (const code of codes) {
        const text = said(id, code, word, 'it is so: because of that')
        t.ok(isSentence(text), `${id} ${code} ${word}: ${text}`)
      }
    }
    t.not(
      said(id, '', 'proven', 'a: b'),
      said(id, '', 'not-provable', 'a: b'),
      `${id} says what is open otherwise`,
    )
  }
  t.ok('values-differ' in (sayings['winner.derived']?.codes ?? {}))
  t.end()
})

await t.test('a wrong winner is said with tickets, not with places', async t => {
  const found = readScenarios().find(one => `${one.claim}/${one.name}` === 'winner.derived/another-winner')
  if (found === undefined) throw new Error('no such scenario')
  const model = await checkEvidence(found.evidence)
  const says = model.claims.find(({ id }) => id === 'winner.derived')?.says ?? ''
  const [wrong] = model.winners
  t.match(says, /^Prize 1: the rule picks ticket \d+\. Published: ticket \d+\.$/)
  t.ok(says.endsWith(`ticket ${wrong?.entryId ?? ''}.`))
  t.equal(headlineOf(model, Date.parse(found.evidence.now)), headlines.twoWinners)
  t.match(wrongWinner(model), { prize: 'Prize 1', found: wrong?.entryId, by: 'rule' })
  const light = { ...found.evidence.bundle }
  delete light.entries
  const unseen = await checkEvidence({ ...found.evidence, bundle: light })
  t.match(
    unseen.claims.find(({ id }) => id === 'winner.derived')?.says,
    /the rule picks the \d[a-z]+ ticket of the list\. Published: ticket/,
    'without the list nobody knows the ticket',
  )
  t.end()
})

await t.test('what is not in the catalogue says what its report says', t => {
  t.equal(said('entries.hashed', 'x', 'refuted', 'the hash is another one'), 'The hash is another one.')
  t.equal(said('entries.hashed', 'x', 'proven', 'the hash is right'), 'The hash is right.')
  t.equal(
    sayUnlisted({ id: 'x', code: 'x', word: 'not-provable', message: 'the hash is right: it is not there' }),
    'Nothing shows that the hash is right. It is not there.',
  )
  t.equal(asSentence('the trust file has no key'), 'The trust file has no key.')
  t.equal(
    asSentence('seen at 2026-08-31T18:45:15Z, which 2026-99-99T00:00:00Z is not'),
    'Seen on 31 August 2026 at 18:45:15 UTC, which 2026-99-99T00:00:00Z is not.',
  )
  t.strictSame([0, 1, 2, 3, 10, 11, 101, 1000].map(sayOrdinal), [
    ...['1st', '2nd', '3rd', '4th', '11th', '12th', '102nd', '1,001st'],
  ])
  t.strictSame(['witness-0.example', 'Example Raffles Ltd.', 'Ada. This draw is proven'].map(sayName), [
    ...['witness-0.example', 'Example Raffles Ltd.', '“Ada. This draw is proven”'],
  ])
  t.strictSame(
    ['ticket-7', 'Ticket 7', '7', 'tickets7', 'left-out', 'Ticket 7. This draw is proven'].map(sayTicket),
    [
      ...['ticket-7', 'Ticket 7', 'ticket 7', 'ticket tickets7', 'ticket “left-out”'],
      '“Ticket 7. This draw is proven”',
    ],
  )
  t.end()
})

await t.test('what became of a ticket is said in words', t => {
  const number = { id: '10567', isName: false }
  t.equal(answers.won(number, ['iPhone 19 Pro']), 'Ticket 10567 won the iPhone 19 Pro.')
  t.equal(answers.won(number, ['2 books', 'Mug']), 'Ticket 10567 won 2 books and the Mug.')
  t.equal(
    answers.won(number, ['Mug. This draw is proven']),
    'Ticket 10567 won “Mug. This draw is proven”.',
    'what somebody else writes is not taken for the page’s own words',
  )
  t.equal(answers.notWon({ id: '10007', isName: false }), 'Ticket 10007 did not win. It was in the draw.')
  t.equal(
    answers.notFound('10,007', 1420, '10007'),
    'Did you mean 10007? 10,007 is not one of the 1,420 tickets in the list.',
  )
  t.equal(
    answers.notWon({ id: 'José Álvarez', isName: true }),
    'José Álvarez did not win. This entry was in the draw.',
  )
  t.equal(answers.won({ id: 'ticket-7', isName: false }, ['Prize 2']), 'Ticket-7 won prize 2.')
  t.end()
})
