// What the page shows of a bundle: what its claims lead to, and nothing beside it.
import t from 'tap'
import type { PageModel } from '../../src/page/model.js'
import { createCeremony, createSigner, type Ceremony, type EnvelopeJson } from '../protocol/factory.js'
import { readGood, readScenario } from '../protocol/scenario-files.js'
import { altered, base, ceremony, told } from '../protocol/scenarios/scenario.js'
import { answerOf, check, checkEvidence, requestOf, type Parts } from './requests.js'

/** Where in a model a member has no value: it should not be there. */
function emptyIn(value: unknown, path = ''): readonly string[] {
  if (value === undefined) return [path]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => emptyIn(one, `${path}/${name}`))
}

const plain = (model: PageModel): readonly string[] => answerOf(model, 'ticket').text

/** The raffle with a desk for receipts, as far as `steps` take it. */
function withDesk(steps: (it: Ceremony) => EnvelopeJson): { evidence: Parts; receipt: string } {
  const it = createCeremony({ ...base, desk: createSigner('Example Raffles', 'the desk of Example Raffles') })
  it.commit()
  const receipt = steps(it)
  return { evidence: it.finish(), receipt: JSON.stringify(receipt) }
}

const drawn = (entry: number): ReturnType<typeof withDesk> =>
  withDesk(it => {
    const receipt = it.issue(entry)
    it.seal()
    it.prizes.forEach((_, at) => it.draw(at + 1))
    return receipt
  })

await t.test('no member of a model is there without a value', async t => {
  for (const name of ['observed', 'no-beacon', 'cancelled', 'public-seeds-undrawn', 'light']) {
    t.strictSame(emptyIn(await checkEvidence(readGood(name))), [], name)
  }
  t.strictSame(emptyIn(await checkEvidence(readScenario('beacon.rule/chain-unknown').evidence)), [])
  const open = told(it => void it.commit())
  t.strictSame(emptyIn(await checkEvidence(open)), [])
  t.strictSame(emptyIn(await checkEvidence(readGood('observed'), { ticket: { id: 'x' } })), [])
})

await t.test('what nobody asked for is not in the model', async t => {
  const model = await checkEvidence(readGood('observed'))
  for (const name of [
    ...(['ticketId', 'ticketMeant', 'asksNonce', 'isOwnBeacon', 'isRoundUnused', 'isStampUnused'] as const),
    ...(['isOut', 'next', 'prizes', 'believing', 'unused', 'cancelled', 'onWord', 'alsoWrong'] as const),
  ]) {
    t.notOk(name in model, name)
  }
  t.equal(model.timeline?.points.length, 8)
  t.strictSame(model.totals, { entries: 5, hasList: true })
})

await t.test('evidence that cannot be read is nothing that was checked', async t => {
  const model = await check(requestOf(readGood('observed'), { document: '{"bundle":"drawaudit/v1"}' }))
  t.match(model, { kind: 'unreadable', verdict: 'not-checked', claims: [{ id: 'document.read' }] })
})

await t.test('a raffle that is not due waits, and one that is overdue does not', async t => {
  const sealed = told(it => {
    it.commit()
    it.seal()
  })
  const now = 1000 * ceremony().times.sealed + 1000
  const waits = await checkEvidence(sealed, { now })
  t.match(waits, { state: 'sealed', verdict: 'pending', next: { what: 'round' } })
  t.match(waits.prizes, ['Prize 1', 'Prize 2'])
  const overdue = await checkEvidence(sealed)
  t.match(overdue, { state: 'sealed', verdict: 'not-provable' })
  t.match(answerOf(overdue, 'winner').text[0], /^The draw is overdue/)
  t.strictSame(overdue.chooser.says, [
    'The operator may know the winners already. It could still refuse to publish them.',
  ])
  for (const { id, text } of overdue.answers) t.equal(new Set(text).size, text.length, `${id}: nothing twice`)
  const open = await checkEvidence(
    told(it => {
      it.commit()
    }),
  )
  t.match(open, { state: 'open', verdict: 'not-provable' })
  t.strictSame(open.chooser.says, [
    'The operator: no list that it signed is here, so it could still make one that it likes.',
  ])
})

await t.test('a trust file that does not know the operator', async t => {
  const evidence = readGood('observed')
  const { isStranger, answers, verdict } = await checkEvidence({
    ...evidence,
    trust: { ...evidence.trust, operators: [] },
  })
  t.equal(isStranger, true)
  t.equal(verdict, 'not-provable')
  t.ok(
    answers.every(({ badge }) => badge !== 'calculated'),
    'and no tick',
  )
  t.equal((await checkEvidence(evidence)).isStranger, undefined)
  t.equal((await checkEvidence(evidence, { trustFrom: 'none' })).isStranger, undefined)
})

await t.test('what rests on the word of the operator', async t => {
  const onWord = async (evidence: Parts) => (await checkEvidence(evidence)).onWord
  t.strictSame(await onWord(readGood('unobserved')), ['evidence.timely', 'evidence.unique'])
  t.strictSame(await onWord(readGood('light')), ['entries-light'])
  t.strictSame(await onWord(readScenario('beacon.rule/chain-unknown').evidence), [
    ...['beacon.genuine', 'evidence.timely', 'evidence.unique'],
  ])
  t.equal(await onWord(readGood('observed')), undefined)
  t.equal(await onWord(readGood('light-and-read')), undefined)
  t.equal(await onWord(readScenario('winner.derived/another-winner').evidence), undefined)
})

await t.test('a light list is read by an observer, or by nobody', async t => {
  const limits = async (name: string) =>
    answerOf(await checkEvidence(readGood(name)), 'limits').text.join(' ')
  t.match(await limits('light-and-read'), /an observer says that it read the list whole/)
  t.match(await limits('light'), /the whole list is not here/)
  t.notMatch(await limits('light'), /an observer says/)
})

const fill = 'put tickets of its own into the list, or leave some out, before it was closed'

await t.test('who could have chosen, and what the operator could do all the same', async t => {
  const chooser = async (evidence: Parts) => (await checkEvidence(evidence)).chooser
  t.strictSame(await chooser(readGood('unobserved')), {
    says: [
      'The operator, if it made the list when the random number was known, or made several and shows the one that it likes.',
      'Whoever saw this list in time can show that it was not made later. A log with witnesses would show any other list in it.',
    ],
    left: ['refuse to draw', fill],
  })
  t.strictSame(await chooser(readGood('light')), {
    says: [
      'The operator, if it put one ticket into the list many times.',
      'Nobody read the whole list: ask for it.',
    ],
    left: ['refuse to draw', fill],
  })
  t.strictSame(await chooser(readScenario('winner.derived/another-winner').evidence), {
    says: ['That cannot be told: something that was published is not true, by mistake or on purpose.'],
  })
  t.strictSame(await chooser(readGood('observed')), {
    says: [
      'Nobody, as long as the network of drand and the observer Auditor are honest, the operator showed nobody else another list and no other raffle was run for these prizes.',
      'Only the trust file says whose keys these are.',
    ],
    left: ['refuse to draw', fill],
  })
  const named = await checkEvidence(readGood('observed'), { trustFrom: 'service' })
  t.match(named.chooser.says[0], /^If this site’s keys are real: nobody, as long as /)
  t.equal(named.chooser.says[1], 'Only this site says whose keys these are.')
  t.match(named.keys.at(-1), { role: 'beacon', name: 'drand quicknet', from: 'built-in' })
  const own = await checkEvidence(readGood('own-chain'), { trustFrom: 'service' })
  const source = own.keys.find(({ role }) => role === 'beacon')
  t.match(
    source?.name,
    /^source “.*”, not a public one/,
    'what it calls itself is not taken for a source that everybody knows',
  )
  t.notOk(
    named.believing?.some(({ role }) => role === 'beacon'),
    'what is built in the site does not name',
  )
})

await t.test('of first winners it is said why they are not the last word', async t => {
  const says = async (evidence: Parts) => (await checkEvidence(evidence)).chooser.says
  const first = 'Nobody could have chosen the first winners.'
  const replaced = 'The operator replaced winners when it could know who would follow.'
  const repeats =
    'The raffle repeats one that the operator cancelled, maybe because it knew the winners of that one.'
  t.strictSame(await says(readGood('replaced-and-accepted')), [first, replaced])
  const supersedes = '00000000-0000-4000-8000-000000000000'
  t.strictSame(await says(altered(() => undefined, { supersedes })), [first, repeats])
})

await t.test('winners that follow and were not published', async t => {
  const evidence = readGood('public-seeds-undrawn')
  t.match(await checkEvidence(evidence), { state: 'sealed', isOut: true, verdict: 'not-provable' })
  const { beacon, ...bundle } = evidence.bundle
  const brought = await checkEvidence({ ...evidence, bundle }, { rounds: [JSON.stringify(beacon)] })
  t.match(brought, { isOut: true, isRoundUnused: undefined })
  t.strictSame(
    brought.pictures?.map(({ position, random }) => [position, random?.round]),
    [
      [1, 1000],
      [2, 1000],
    ],
    'by the round that the reader brought',
  )
  const without = await checkEvidence({ ...evidence, bundle })
  t.notOk('isOut' in without)
  t.strictSame(without.pictures, [])
})

await t.test('a wrong pick is said by its ticket, and what else is wrong beside it', async t => {
  const one = await checkEvidence(readScenario('winner.derived/another-winner').evidence)
  t.strictSame(one.alsoWrong, [])
  t.strictSame(
    one.pictures?.map(({ agrees }) => agrees),
    [false, true],
  )
  const two = await checkEvidence(readScenario('statement.chain/position-zero').evidence)
  const claim = two.claims.find(({ id }) => id === 'winner.derived')
  t.equal(claim?.says, 'Prize 0: the rule picks ticket 10086. Published: ticket 10061.')
  t.strictSame(two.alsoWrong, ['Prize 1: the rule picks ticket 10110. Published: ticket 10086.'])
  t.strictSame(
    two.pictures?.map(({ position }) => position),
    [1],
    'there is no picture of a prize that nobody promised',
  )
})

await t.test(
  'where the tickets are counted wrongly, that is said, and not which ticket was meant',
  async t => {
    for (const name of ['pool-one-more', 'pool-zero']) {
      const model = await checkEvidence(readScenario(`winner.derived/${name}`).evidence)
      const claim = model.claims.find(({ id }) => id === 'winner.derived')
      t.match(
        claim?.says,
        /^The rule does not give the published winners\. .* not made from the entries/,
        name,
      )
      t.notOk('alsoWrong' in model, name)
    }
  },
)

await t.test('what a ticket won is what that ticket won', async t => {
  const { picks, entries } = ceremony()
  const evidence = readGood('observed')
  const { winners } = await checkEvidence(evidence)
  t.equal(winners.length, 2)
  for (const { prize, entryId } of winners) {
    const model = await checkEvidence(evidence, { ticket: { id: entryId } })
    t.equal(plain(model)[0], `Ticket ${entryId} won ${prize.toLowerCase()}.`)
    t.equal(model.ticketId, entryId)
  }
  const lost = await checkEvidence(
    altered(() => undefined),
    {
      ticket: { id: entries.find((_, at) => picks.every(({ index }) => index !== at))?.[0] ?? '' },
    },
  )
  t.match(plain(lost)[0], /^Ticket \S+ did not win\. It was in the draw\.$/)
})

await t.test('a winner who was replaced has won nothing', async t => {
  const evidence = readGood('replaced-and-accepted')
  const { winners } = await checkEvidence(evidence)
  const [replaced] = winners.filter(one => one.replaced)
  const model = await checkEvidence(evidence, { ticket: { id: replaced?.entryId ?? '' } })
  t.match(plain(model)[0], /did not win\. It was in the draw\.$/)
})

await t.test('a ticket whose proof cannot be read is named all the same, and none is meant', async t => {
  const model = await checkEvidence(readGood('observed'), { ticket: { id: '10 061', proof: '{' } })
  t.equal(model.ticketId, '10 061')
  t.notOk('ticketMeant' in model)
  t.match(answerOf(model, 'ticket'), {
    word: 'not-provable',
    text: ['This cannot be told with what is here.', /^The proof of the ticket cannot be read: /],
  })
  const near = await checkEvidence(readGood('observed'), {
    ticket: { id: `${ceremony().entries[0]?.[0] ?? ''}.` },
  })
  t.equal(near.ticketMeant, ceremony().entries[0]?.[0])
})

await t.test('a receipt says which ticket it is for', async t => {
  const { picks, entries } = ceremony()
  const loser = entries.findIndex((_, at) => picks.every(({ index }) => index !== at))
  const { evidence, receipt } = drawn(loser)
  const model = await checkEvidence(evidence, { receipt: { envelope: receipt } })
  const id = entries[loser]?.[0]
  t.equal(model.ticketId, id)
  t.equal(plain(model)[0], `Ticket ${id} did not win. It was in the draw.`)
  t.match(model.paths[0], { entryId: id, holds: true })
})

await t.test('the proof beside a receipt shows its way where the list is not here', async t => {
  const { picks, entries, raffleId } = ceremony()
  const loser = entries.findIndex((_, at) => picks.every(({ index }) => index !== at))
  const { evidence, receipt } = drawn(loser)
  const [id = '', kind] = entries[loser] ?? []
  const whole = await checkEvidence(evidence, { ticket: { id } })
  const [path] = whole.paths
  const { entries: left, ...bundle } = evidence.bundle
  t.equal(left?.length, 5)
  const proof = {
    ...{ raffle_id: raffleId, entry_id: id, kind, index: loser, total_entries: 5 },
    entries_root: `sha256:${path?.root ?? ''}`,
    inclusion: path?.siblings.map(({ hash }) => hash),
  }
  const light = { ...evidence, bundle }
  const model = await checkEvidence(light, { receipt: { envelope: receipt, proof: JSON.stringify(proof) } })
  t.equal(model.ticketId, id)
  t.match(answerOf(model, 'ticket'), {
    word: 'proven',
    text: [`Ticket ${id} did not win. It was in the draw.`],
  })
  t.strictSame(model.paths[0], path)
  const without = await checkEvidence(light, { receipt: { envelope: receipt } })
  t.match(answerOf(without, 'ticket'), {
    word: 'not-checked',
    text: ['Not looked up yet: neither the list nor the proof of this ticket is here.'],
  })
})

await t.test('a receipt of a raffle whose list was never sealed waits for no list', async t => {
  const { evidence, receipt } = withDesk(it => it.issue(0))
  const model = await checkEvidence(evidence, { receipt: { envelope: receipt } })
  t.match(answerOf(model, 'ticket'), {
    word: 'not-provable',
    text: ['This cannot be told with what is here.'],
  })
})
