import t from 'tap'
import { createAnswers, type Outcome } from '../../src/page/answers.js'
import type { PageClaim, Word } from '../../src/page/model.js'
import { readGood, readScenarios } from '../protocol/scenario-files.js'
import { altered, ceremony, flipHex } from '../protocol/scenarios/scenario.js'
import { undrawn } from '../protocol/scenarios/unstoppable.js'
import { answerOf, check, checkEvidence, isSentence, requestOfFixture } from './requests.js'

const scenarios = readScenarios()

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
    for (const { claim, name, evidence } of scenarios) {
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
  const claim = (id: string, word: Word): PageClaim => {
    const message = `it says ${id}`
    return { id, word, message, says: message, code: 'x' }
  }
  const ids = ['statement.signed', 'statement.chain', 'record.matches', 'seed.committed', 'beacon.genuine']
  const more = ['beacon.rule', 'entries.sealed', 'winner.derived', 'evidence.timely', 'evidence.unique']
  const all = [...ids, ...more]
  const outcome = (claims: readonly PageClaim[]): Outcome => ({
    ...{ kind: 'bundle', state: 'drawn', verdict: 'not-provable', claims, findings: [] },
    ...{ trustFrom: 'file', isOverdue: false },
  })
  const wordsOf = (claims: readonly PageClaim[]): readonly Word[] =>
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
  const logs = scenarios.filter(
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
  t.ok(found.steps.some(({ title }) => title.startsWith(`entry ${id}`)))

  const near = await checkEvidence(evidence, { ticket: { id: ` ${id.split('').join(' ')}` } })
  t.match(answerOf(near, 'ticket'), {
    word: 'not-provable',
    text: [`We cannot find “ ${id.split('').join(' ')}”. Did you mean ${id}?`],
  })
  t.equal(near.ticketMeant, id)
  const absent = await checkEvidence(evidence, { ticket: { id: 'mistyped' } })
  t.equal(answerOf(absent, 'ticket').text[0], 'We cannot find mistyped in the list.')
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
  t.equal(answerOf(lost, 'ticket').text[0], `Yes: ticket ${loser} was in the draw. It did not win.`)
})

await t.test('a round that the reader brings', async t => {
  const evidence = undrawn()
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
  t.strictSame(await bring(beacon, undrawn()), [true, 2], 'it was there already')
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
