import t from 'tap'
import { DrawauditError } from '../../src/errors.js'
import { readAnswer, type Answer } from '../../src/conformance/answer.js'
import { decideJudged } from '../../src/conformance/decisions.js'
import { inquire, type Question } from '../../src/conformance/inquire.js'
import type { ProbeName } from '../../src/conformance/probe-names.js'
import {
  absent,
  broken,
  confirmations,
  decide,
  kept,
  undecided,
  type RuleResult,
} from '../../src/conformance/rule.js'
import type { Exchange } from '../../src/model/exchange.js'

const exchange: Exchange = {
  method: 'GET',
  url: 'http://service.example/api/v1',
  sent: [],
  status: 200,
  headers: [],
  body: new TextEncoder().encode('{}'),
  sentAt: '2026-11-20T16:15:00.000Z',
  receivedAt: '2026-11-20T16:15:00.100Z',
  redirects: [],
}

const endings: Readonly<Record<string, RuleResult>> = {
  k: kept,
  b: broken('this', 'that'),
  u: undecided('no answer'),
  a: absent('nothing there'),
}

/** Endings by their letters. */
const of = (letters: string): readonly RuleResult[] => Array.from(letters, letter => endings[letter]!)

/** How one question ends that gets these endings one after another, and how often it was asked. */
async function ask(letters: string, once = false): Promise<readonly [is: string, times: number]> {
  const list = [...of(letters)]
  let times = 0
  const question: Question = { probes: ['audit'], once, judge: () => list.shift() ?? kept }
  const send = (probe: ProbeName): Promise<Answer> => {
    times += 1
    return Promise.resolve(readAnswer(probe, exchange))
  }
  const judged = await inquire([question], ['audit'], send, () => Promise.resolve())
  return [decideJudged(judged.get(question) ?? [], confirmations).decision.is, times]
}

await t.test('a rule is broken when five answers in a row break it', async t => {
  const cases: readonly (readonly [letters: string, is: string, times: number])[] = [
    ['k', 'kept', 1],
    ['a', 'absent', 1],
    ['bbbbb', 'broken', 5],
    ['bk', 'unsteady', 2],
    ['bbbbk', 'unsteady', 5],
    ['ba', 'unsteady', 2],
    // An answer that shows nothing does not count, and is not counted against anybody.
    ['uk', 'kept', 2],
    ['uuuuu', 'undecided', 5],
    ['bubbbb', 'broken', 6],
    ['buuubbbb', 'broken', 8],
    ['buuuubbbb', 'unsteady', 8],
    ['ubbbbb', 'broken', 6],
    ['uuuuk', 'kept', 5],
  ]
  for (const [letters, is, times] of cases) t.strictSame(await ask(letters), [is, times], letters)
  t.strictSame(await ask('bbbbb', true), ['unsteady', 1], 'what is only reported is asked once')
})

await t.test('of several decisions on the same answers the order does not matter', t => {
  t.equal(decide(of('bbbbb')).is, 'broken')
  t.equal(decide(of('bbbb')).is, 'unsteady')
  t.match(decide(of('bbu')), { is: 'unsteady', times: 2, of: 3 })
  t.equal(decide(of('b'), 1).is, 'broken', 'where one answer is all there is')
  t.equal(decide([]).is, 'absent')
  t.end()
})

await t.test('only what is open is asked again, and what it takes', async t => {
  const sent: string[] = []
  const list = [...of('bk')]
  const questions: Question[] = [
    { probes: ['audit'], judge: () => kept },
    { probes: ['odds', 'stats'], judge: () => list.shift() ?? kept },
  ]
  const rounds: number[] = []
  await inquire(
    questions,
    ['audit', 'stats', 'odds'],
    probe => {
      sent.push(probe)
      return Promise.resolve(readAnswer(probe, exchange))
    },
    round => {
      rounds.push(round)
      return Promise.resolve()
    },
  )
  t.strictSame(sent, ['audit', 'stats', 'odds', 'stats', 'odds'])
  t.strictSame(rounds, [2])
})

await t.test('nothing is judged on an answer that did not come', async t => {
  const fault = new DrawauditError('remote-timeout', 'no answer in time')
  const question: Question = {
    probes: ['odds', 'stats'],
    judge: () => {
      throw new Error('judged')
    },
  }
  const send = (probe: ProbeName): Promise<Answer> =>
    Promise.resolve(probe === 'stats' ? { probe, fault } : readAnswer(probe, exchange))
  const judged = await inquire([question], ['stats', 'odds'], send, () => Promise.resolve())
  const { decision } = decideJudged(judged.get(question) ?? [], confirmations)
  t.match(decision, { is: 'undecided', code: 'remote-timeout', because: 'no answer in time' })
  t.match(endings['u'], { code: 'rule-undecided' }, 'without a fault of the network it has a code of its own')
})

await t.test('a question about a probe that is not sent stays undecided', async t => {
  const question: Question = { probes: ['odds'], judge: () => kept }
  const send = (): Promise<Answer> => Promise.reject(new Error('sent'))
  const judged = await inquire([question], ['stats'], send, () => Promise.resolve())
  const ending = { is: 'undecided', code: 'rule-undecided', because: 'nothing was asked' }
  t.strictSame(judged.get(question), Array(5).fill({ ending, answer: undefined }))
})
