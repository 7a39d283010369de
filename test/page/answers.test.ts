import t from 'tap'
import { createAnswers, type AnswerInput } from '../../src/page/answers.js'
import { answers, choices, openings } from '../../src/page/catalogue/en/answers.js'
import type { PageAnswer, PageClaim, PageModel, PageQuestion, PageVerdict } from '../../src/page/model.js'
import { readGood, readScenarios } from '../protocol/scenario-files.js'
import { altered, ceremony, flipHex } from '../protocol/scenarios/scenario.js'
import { answerOf, check, checkEvidence, isSentence, requestOfFixture } from './requests.js'

/** A claim that says of itself how it ended. */
const claim = (id: string, word: PageVerdict, code = 'a-code'): PageClaim => {
  const says = `${id} is ${word}.`
  return { id, word, code, message: `the message of ${id}`, says }
}

const ofRedraw = ['statement.signed', 'statement.chain', 'evidence.unique'].map(id => claim(id, 'proven'))
const ofList = ['statement.signed', 'entries.sealed', 'beacon.rule', 'evidence.timely'].map(id =>
  claim(id, 'proven'),
)
const ofWinner = ['statement.signed', 'winner.derived', 'seed.committed', 'beacon.genuine'].map(id =>
  claim(id, 'proven'),
)

/** Claims of which some ended otherwise, and some more. */
const but = (claims: readonly PageClaim[], ...others: readonly PageClaim[]): readonly PageClaim[] => [
  ...claims.filter(({ id }) => others.every(other => other.id !== id)),
  ...others,
]

/** Of a drawn raffle whose keys are in a file of the reader, but for what is given. */
const answersTo = (changes: Partial<AnswerInput>): readonly PageAnswer[] =>
  createAnswers({
    ...{ kind: 'bundle', state: 'drawn', verdict: 'not-provable', claims: [], findings: [] },
    ...{ trustFrom: 'file', isOverdue: false },
    ...changes,
  })

const answerTo = (id: PageQuestion, changes: Partial<AnswerInput>): PageAnswer =>
  answerOf({ answers: answersTo(changes) } as PageModel, id)

const limitsTo = (changes: Partial<AnswerInput>): string => answerTo('limits', changes).text.join(' ')

await t.test('only what witnesses watch in a log is said to be in one', t => {
  const logged = answers.logged
  const redraw = (...others: readonly PageClaim[]) => answerTo('redraw', { claims: but(ofRedraw, ...others) })
  const one = redraw()
  t.match(one, { word: 'proven', badge: 'one-raffle' })
  t.strictSame(one.text, [
    'Those whose word is here saw one commitment and one list.',
    'A public log with witnesses would show any other list or raffle in it. None vouches for this one.',
  ])
  const half = redraw(claim('log.included', 'proven'), claim('log.witnessed', 'not-provable'))
  t.equal(half.badge, 'one-raffle')
  t.notOk(half.text.includes(logged), 'a log that nobody watches shows nothing')
  const whole = redraw(claim('log.included', 'proven'), claim('log.witnessed', 'proven'))
  t.equal(whole.badge, 'logged')
  t.strictSame(whole.text, [
    'One commitment and one list were seen, and no other ones.',
    'evidence.unique is proven.',
    logged,
  ])
  t.end()
})

await t.test('where nobody saw that there was one list, only the reason for that is said', t => {
  const open = answerTo('redraw', { claims: but(ofRedraw, claim('evidence.unique', 'not-provable')) })
  t.match(open, { word: 'not-provable', badge: undefined })
  t.strictSame(open.text, ['evidence.unique is not-provable.'])
  const wrong = answerTo('redraw', { claims: but(ofRedraw, claim('evidence.unique', 'refuted')) })
  t.strictSame(wrong.text, [
    'What was published about the raffle is not true.',
    'evidence.unique is refuted.',
  ])
  t.end()
})

await t.test(
  'of documents of other kinds nothing is said of drawing again, and no claim stands for it',
  t => {
    for (const kind of ['draw', 'record'] as const) {
      t.strictSame(answerTo('redraw', { kind, claims: ofRedraw }), {
        ...{ id: 'redraw', word: 'not-provable', claims: [] },
        text: ['Perhaps not: nothing that is here rules out another one.'],
      })
      t.match(answerTo('ticket', { kind }), {
        word: 'not-checked',
        text: ['Tickets cannot be looked up in a document of this kind.'],
      })
    }
    t.end()
  },
)

await t.test('what a record says of itself is called wrong only where it is', t => {
  const consistent = (word: PageVerdict) =>
    answersTo({ kind: 'record', claims: [claim('entries.any', word)] })
  t.match(consistent('proven')[2], { word: 'not-provable', text: ['Nothing that is here shows it.'] })
  t.match(consistent('refuted')[2], {
    word: 'refuted',
    text: [
      'No. What was published about the list or the random number is not true.',
      'entries.any is refuted.',
    ],
  })
  t.end()
})

await t.test('a ticket before it is looked up', t => {
  const asked = (changes: Partial<AnswerInput>) => answerTo('ticket', changes)
  t.match(asked({}), { word: 'not-checked', text: ['Look it up in the list of this draw.'] })
  t.match(asked({ state: 'open' }), {
    word: 'pending',
    text: ['You can look this up once the list is closed.'],
  })
  t.match(asked({ state: 'cancelled' }), {
    word: 'not-checked',
    text: ['The raffle was cancelled: no winner is shown here.'],
  })
  t.end()
})

await t.test('a ticket by the keys of the site is one on a condition, and nothing else says so', t => {
  const ticket = {
    sought: { id: '7', isName: false },
    prizes: [],
    claim: claim('ticket.included', 'proven', 'ticket-included'),
  }
  const claims = but(ofRedraw, ...ofWinner)
  const plain = ['Ticket 7 did not win. It was in the draw.', 'ticket.included is proven.']
  const condition = 'Only this site says that the list is the one that the operator signed.'
  t.strictSame(answerTo('ticket', { claims, ticket }).text, plain)
  t.strictSame(answerTo('ticket', { claims, ticket, trustFrom: 'compared' }).text, plain)
  t.strictSame(answerTo('ticket', { claims, ticket, trustFrom: 'service' }).text, [...plain, condition])
  for (const id of ['winner', 'redraw'] as const) {
    const { word, text } = answerTo(id, { claims, ticket, trustFrom: 'service' })
    t.equal(word, 'proven', id)
    t.notOk(text.includes(condition), `${id}: its badge says it`)
  }
  t.end()
})

await t.test('what is overdue is said to be, unless something is not true', t => {
  const overdue = 'The draw is overdue, and this site does not show it.'
  const winner = (word: PageVerdict) =>
    answerTo('winner', {
      ...{ state: 'sealed', isOverdue: true },
      claims: but(ofWinner, claim('winner.derived', word)),
    })
  t.strictSame(winner('not-provable').text, [overdue, 'winner.derived is not-provable.'])
  t.strictSame(winner('refuted').text, [
    'No. What was published does not fit together.',
    'winner.derived is refuted.',
  ])
  t.end()
})

await t.test('an answer waits only for a draw that is not at its end', t => {
  const list = (code: string) =>
    answerTo('list', {
      state: 'sealed',
      claims: but(ofList, claim('entries.sealed', 'pending', code), claim('evidence.timely', 'not-provable')),
    })
  t.match(list('chain-unfinished'), { word: 'pending' })
  t.strictSame(list('chain-unfinished').text, [openings.list.pending])
  t.match(list('evidence-missing'), { word: 'not-provable' })
  t.strictSame(list('evidence-missing').text, ['evidence.timely is not-provable.'])
  t.end()
})

await t.test('of a raffle that was cancelled nothing is green, and what is not true is said', t => {
  const cancelled = (claims: readonly PageClaim[]) => answersTo({ state: 'cancelled', claims })
  const nobody = ['The raffle was cancelled: no winner is shown here.']
  const [, winner, list, redraw] = cancelled([...ofWinner, ...ofList, ...ofRedraw])
  t.match(winner, { word: 'not-checked', text: nobody })
  t.match(list, { word: 'not-checked', text: nobody })
  t.match(redraw, { word: 'not-checked', badge: undefined })
  t.strictSame(redraw?.text, [
    'See if another raffle was run for these prizes: the list of this site may not show all.',
  ])
  const wrong = but([...ofWinner, ...ofList, ...ofRedraw], claim('statement.chain', 'refuted'))
  t.match(cancelled(wrong)[3], { word: 'refuted' })
  const seed = cancelled(but(ofWinner, claim('seed.committed', 'refuted')))[1]
  t.equal(seed?.word, 'refuted')
  t.strictSame(seed?.text, ['No. What was published does not fit together.', 'seed.committed is refuted.'])
  t.end()
})

await t.test('what is left open is said where it is, and nowhere else', t => {
  const claims = but(ofRedraw, ...ofList, ...ofWinner)
  const without = (id: string, code?: string) => ({
    claims: but(claims, claim(id, 'not-provable', code)),
  })
  const cases: readonly (readonly [limit: RegExp, changes: Partial<AnswerInput>])[] = [
    [/no second commitment or list/, without('evidence.unique')],
    [/only the operator’s own dates say so/, without('evidence.timely')],
    [/the published record says the same/, without('record.matches', 'record-not-given')],
    [/count only under an authority that your trust file names/, { unchecked: 'no-anchors' }],
    [/the command line tool can check them/, { unchecked: 'no-program' }],
    [/No key was given/, { trustFrom: 'none' }],
    [/the raffle has not come to its end/, { state: 'sealed' }],
    [/something in it is not true/, { verdict: 'refuted' }],
    [/an observer says that it read the list whole/, { ...without('x', 'entries-light'), isListRead: true }],
    [/the whole list is not here/, without('x', 'entries-light')],
  ]
  for (const [limit, changes] of cases) {
    t.match(limitsTo({ claims, ...changes }), limit)
    t.notMatch(limitsTo({ claims }), limit)
  }
  t.strictSame(answerTo('limits', { claims: but(claims, claim('log.included', 'proven')) }).text, [
    'That everyone is shown the same list: no witnesses vouch for the log here.',
    'That nobody put entries of its own into the list, or left some out, before it was closed.',
    'That your own ticket was in: look it up.',
    'Anything about other raffles. Compare the number of this one with that on your ticket.',
  ])
  t.end()
})

await t.test('whoever has looked a ticket up, or gave its receipt, is not told to', t => {
  const lookUp = /That your own ticket was in: look it up/
  const sought = { id: '7', isName: false }
  t.match(limitsTo({}), lookUp)
  t.notMatch(limitsTo({ ticket: { sought, prizes: [] } }), lookUp)
  t.notMatch(limitsTo({ receipt: { sought, prizes: [], lacksList: false, stamps: [], now: 0 } }), lookUp)
  t.end()
})

await t.test('who could have chosen the winner is said in whole sentences', t => {
  for (const [code, says] of Object.entries(choices)) {
    t.ok(says.length > 0 && says.every(isSentence), code)
    const isNobody = /^Nobody\b/.test(says[0] ?? '')
    t.equal(
      isNobody,
      ['unpublished', 'not-drawn', 'first-winners', 'nobody'].includes(code),
      `${code}: it is somebody, or the winners are not known yet`,
    )
  }
  t.strictSame(choices['receipt-dishonoured'], [
    'That cannot be told: one ticket could not win, since it is missing from the list, or stands there differently than on its signed receipt.',
  ])
  t.strictSame(choices['beacon-none'], [
    'The operator: no public random number was used, so it could try lists until a friend won.',
  ])
  t.strictSame(choices['first-winners'], ['Nobody could have chosen the first winners.'])
  t.end()
})

await t.test('the five answers stand in their order', async t => {
  const { answers } = await checkEvidence(readGood('observed'))
  t.same(
    answers.map(({ id, word }) => [id, word]),
    [
      ['ticket', 'not-checked'],
      ['winner', 'proven'],
      ['list', 'proven'],
      ['redraw', 'proven'],
      ['limits', 'not-provable'],
    ],
  )
  for (const { id, text } of answers) t.ok(text.length > 0 && text.every(one => one !== ''), id)
})

await t.test(
  'nothing is called proven of a draw in which anything is refuted, and all is whole sentences',
  async t => {
    // A ninth of them; all in `npm run campaign page`.
    const every = process.env['SLOW'] === '1' ? 1 : 9
    for (const { claim, name, evidence } of readScenarios().filter((_, order) => order % every === 0)) {
      const model = await checkEvidence(evidence)
      const texts = [...model.claims.map(({ says }) => says), ...model.answers.flatMap(({ text }) => text)]
      t.strictSame(
        texts.filter(text => !isSentence(text)),
        [],
        `${claim}/${name}`,
      )
      for (const { id, word, claims } of model.answers) {
        const refuted = claims.filter(one =>
          model.claims.some(made => made.id === one && made.word === 'refuted'),
        )
        t.notOk(word === 'proven' && refuted.length > 0, `${claim}/${name}: ${id}`)
        t.notOk(
          word === 'proven' && model.verdict === 'refuted',
          `${claim}/${name}: ${id} beside a refuted claim`,
        )
        if (refuted.length > 0) t.equal(word, 'refuted', `${claim}/${name}: ${id} says what is refuted`)
      }
    }
  },
)

await t.test('each answer needs each of its claims', t => {
  const ids = ['statement.signed', 'statement.chain', 'record.matches', 'seed.committed', 'beacon.genuine']
  const more = ['beacon.rule', 'entries.sealed', 'winner.derived', 'evidence.timely', 'evidence.unique']
  const all = [...ids, ...more]
  const outcome = (claims: readonly PageClaim[]): AnswerInput => ({
    ...{ kind: 'bundle', state: 'drawn', verdict: 'not-provable', claims, findings: [] },
    ...{ trustFrom: 'file', isOverdue: false },
  })
  const wordsOf = (claims: readonly PageClaim[]): readonly PageVerdict[] =>
    createAnswers(outcome(claims))
      .slice(1, 4)
      .map(({ word }) => word)
  t.same(wordsOf(all.map(id => claim(id, 'proven'))), ['proven', 'proven', 'proven'])
  const affected: Readonly<Record<string, readonly number[]>> = {
    'statement.signed': [0, 1, 2],
    'statement.chain': [2],
    'record.matches': [0],
    'seed.committed': [0],
    'beacon.genuine': [0],
    'beacon.rule': [1],
    'entries.sealed': [1],
    'winner.derived': [0],
    'evidence.timely': [1],
    'evidence.unique': [2],
  }
  for (const word of ['refuted', 'not-provable', 'not-checked'] as const) {
    for (const id of all) {
      const words = wordsOf(all.map(one => claim(one, one === id ? word : 'proven')))
      t.same(
        words.map((one, at) => (one === word ? at : -1)).filter(at => at !== -1),
        affected[id],
        `${id} ${word}`,
      )
    }
  }
  t.same(wordsOf([]), ['not-checked', 'not-checked', 'not-checked'], 'nothing is proven by nothing')
  t.end()
})

await t.test('a refuted log counts, a missing one does not', async t => {
  const logs = readScenarios().filter(
    ({ claim, expect }) => claim.startsWith('log.') && expect.status === 'refuted',
  )
  const words = new Set<string>()
  for (const { evidence } of logs) words.add(answerOf(await checkEvidence(evidence), 'redraw').word)
  t.ok(logs.length > 3)
  t.ok(words.has('refuted'))
  t.notOk(words.has('proven'))
})

await t.test('a ticket', async t => {
  const { entries, raffleId } = ceremony()
  const [id] = entries[4]!
  const evidence = altered(() => undefined)
  const found = await checkEvidence(evidence, { ticket: { id } })
  t.equal(answerOf(found, 'ticket').word, 'proven')
  t.equal(found.paths[0]?.entryId, id)
  t.ok(found.paths[0]?.holds)
  t.ok(found.steps?.().some(({ title }) => title.startsWith(`entry ${id}`)))

  const near = await checkEvidence(evidence, { ticket: { id: ` ${id.split('').join(' ')}` } })
  t.match(answerOf(near, 'ticket'), {
    word: 'not-provable',
    text: [`Did you mean ${id}? “ ${id.split('').join(' ')}” is not one of the 5 tickets in the list.`],
  })
  t.equal(near.ticketMeant, id)
  const absent = await checkEvidence(evidence, { ticket: { id: 'mistyped' } })
  t.equal(answerOf(absent, 'ticket').text[0], 'mistyped is not one of the 5 tickets in the list.')
  t.equal(answerOf(absent, 'ticket').word, 'not-provable', 'and accuses nobody')
  t.equal(absent.verdict, 'proven', 'a mistyped number refutes no draw')
  t.equal(answerOf(absent, 'winner').word, 'proven')

  const light = altered(() => undefined, { list: 'light' })
  const unknown = await checkEvidence(light, { ticket: { id } })
  t.equal(answerOf(unknown, 'ticket').word, 'not-checked', 'there is nothing to look into')
  t.equal(unknown.verdict, 'not-provable', 'nobody read the list whole')

  const { paths } = found
  const proof = {
    raffle_id: raffleId,
    entry_id: id,
    kind: entries[4]![1],
    index: 4,
    total_entries: 5,
    entries_root: `sha256:${paths[0]?.root ?? ''}`,
    inclusion: paths[0]?.siblings.map(({ hash }) => hash),
  }
  const proven = await checkEvidence(light, { ticket: { id, proof: JSON.stringify(proof) } })
  t.equal(answerOf(proven, 'ticket').word, 'proven')
  t.equal(proven.paths[0]?.holds, true)
  const moved = await checkEvidence(light, { ticket: { id, proof: JSON.stringify({ ...proof, index: 3 }) } })
  t.equal(answerOf(moved, 'ticket').word, 'not-provable', 'nobody signed the proof')
  t.equal(moved.paths[0]?.holds, false)
  t.equal(moved.verdict, 'not-provable')
  const broken = await checkEvidence(light, { ticket: { id, proof: '{' } })
  t.equal(answerOf(broken, 'ticket').word, 'not-provable')
  t.match(answerOf(broken, 'ticket').text.join(' '), /cannot be read/)

  const unsigned = await checkEvidence(evidence, { ticket: { id }, trustFrom: 'none' })
  t.equal(answerOf(unsigned, 'ticket').word, 'not-provable', 'in a list that anybody may have made')
  const winner = found.winners[0]!
  const won = await checkEvidence(light, { ticket: { id: winner.entryId } })
  t.equal(answerOf(won, 'ticket').word, 'proven', 'a winner comes with a proof')
  t.equal(answerOf(won, 'ticket').text[0], `Ticket ${winner.entryId} won ${winner.prize.toLowerCase()}.`)
  const [loser = ''] = entries
    .map(([one]) => one)
    .filter(one => found.winners.every(({ entryId }) => entryId !== one))
  const lost = await checkEvidence(evidence, { ticket: { id: loser } })
  t.equal(answerOf(lost, 'ticket').text[0], `Ticket ${loser} did not win. It was in the draw.`)
})

await t.test('a round that the reader brings', async t => {
  const evidence = readGood('public-seeds-undrawn')
  const { beacon } = evidence.bundle
  delete evidence.bundle.beacon
  const bring = async (round: object | undefined, parts = evidence) => {
    const { findings, isRoundUnused = false } = await checkEvidence(
      parts,
      round && { rounds: [JSON.stringify(round)] },
    )
    return [isRoundUnused, findings.filter(({ code }) => code === 'winner-unpublished').length]
  }
  t.strictSame(await bring(undefined), [false, 0])
  t.strictSame(await bring(beacon), [false, 2], 'gives the winners of both prizes')
  const forged = { ...beacon, signature: flipHex(beacon!.signature, 20), randomness: undefined }
  t.strictSame(await bring(forged), [true, 0], 'unless its chain did not sign it')
  t.strictSame(await bring({ ...beacon, round: 1001 }), [true, 0])
  t.strictSame(await bring(beacon, readGood('public-seeds-undrawn')), [true, 2], 'it was there already')
  const broken = await checkEvidence(evidence, { rounds: ['{"round":1000}'] })
  t.match(broken.claims, [{ id: 'document.read', message: /^a public random number cannot be read/ }])
})

await t.test('keys of the service are believed on a condition, and never called proven', async t => {
  const evidence = readGood('observed')
  const model = await checkEvidence(evidence, { trustFrom: 'service' })
  t.equal(model.verdict, 'believed')
  t.equal(model.level?.reached, 4)
  t.strictSame(
    new Set(model.believing?.map(({ role }) => role)),
    new Set(['operator', 'observer']),
    'whose word each is',
  )
  t.notMatch(JSON.stringify(model), /"word":"proven"/)
  t.match(answerOf(model, 'limits').text.join(' '), /this site names them itself/)
  t.equal(answerOf(model, 'winner').word, 'believed')
  t.match(answerOf(model, 'list'), { word: 'believed', badge: 'seen' }, 'seen, on that condition')

  const [operator, observer] = ['operator', 'observer'].map(
    role => model.believing?.filter(one => one.role === role).map(({ fingerprint }) => fingerprint) ?? [],
  )
  const half = await checkEvidence(evidence, { trustFrom: 'service', compared: operator ?? [] })
  t.equal(half.verdict, 'believed', 'the observers are still of the service')
  t.ok(half.believing?.every(({ role }) => role === 'observer'))
  const both = [...(operator ?? []), ...(observer ?? [])]
  const whole = await checkEvidence(evidence, { trustFrom: 'service', compared: both })
  t.equal(whole.verdict, 'proven')
  t.equal(whole.believing, undefined)
  t.equal(whole.keys[0]?.from, 'compared')
  t.notMatch(JSON.stringify(whole.answers), /this site names them itself/)
  const file = await checkEvidence(evidence)
  t.equal(answerOf(file, 'list').badge, 'seen')
  t.notMatch(JSON.stringify(file.answers), /this site names them itself/)
})

await t.test('what is left open is said', async t => {
  const limitsOf = async (name: string): Promise<string> =>
    answerOf(await check(requestOfFixture(name)), 'limits').text.join(' ')
  t.match(await limitsOf('no-beacon'), /no public random number/)
  t.match(await limitsOf('light-100000-entries'), /no ticket is in the list twice/)
  t.match(await limitsOf('three-prizes-142-entries'), /only the operator’s own dates/)
  const without = await check({ ...requestOfFixture('three-prizes-142-entries'), trustFrom: 'none' })
  t.match(answerOf(without, 'limits').text.join(' '), /No key was given/)
  const beaconless = await check(requestOfFixture('no-beacon'))
  t.equal(answerOf(beaconless, 'list').word, 'not-provable')
  t.equal(answerOf(beaconless, 'winner').word, 'proven')
})

await t.test('who draws again is not called safe', async t => {
  const replaced = await checkEvidence(readGood('replaced-and-accepted'))
  t.equal(answerOf(replaced, 'redraw').word, 'not-provable')
  const repeated = await checkEvidence(
    altered(() => undefined, { supersedes: '00000000-0000-4000-8000-000000000000' }),
  )
  t.equal(repeated.verdict, 'proven')
  t.equal(answerOf(repeated, 'redraw').word, 'not-provable')
  t.match(answerOf(repeated, 'redraw').text.join(' '), /repeats raffle/)
})
