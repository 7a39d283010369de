import t from 'tap'
import { checkLogWitnessed } from '../../../../src/verify/bundle/checks/log-witnessed.js'
import { bundled } from '../../../protocol/scenarios/logged.js'
import { gather } from '../gather.js'

await t.test('of several checkpoints that have too few witnesses the one with most counts', t => {
  const evidence = gather(bundled(() => undefined, { log: { trusted: 3, threshold: 4 } }))
  const [head] = evidence.log.heads
  if (head === undefined) throw new Error('there is a checkpoint')
  const short = (...counts: readonly number[]): string => {
    const heads = counts.map(count => ({ ...head, cosigned: head.cosigned.slice(0, count) }))
    const { status, code, message } = checkLogWitnessed({ ...evidence, log: { ...evidence.log, heads } })
    return `${status} ${code} ${message}`
  }
  const most = (count: number): string =>
    `not-provable witnesses-short the log shows everyone the same history: ${count} of 4 witnesses cosigned a checkpoint that covers every statement`
  t.equal(short(3), most(3))
  t.equal(short(0, 2, 1), most(2))
  t.end()
})
