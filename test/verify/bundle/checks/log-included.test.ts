import t from 'tap'
import { checkLogIncluded } from '../../../../src/verify/bundle/checks/log-included.js'
import type { Evidence } from '../../../protocol/factory.js'
import { bundled, late, logged, read } from '../../../protocol/scenarios/logged.js'
import { altered, told } from '../../../protocol/scenarios/scenario.js'
import { gather } from '../gather.js'

const says = 'every statement is in the log'
const unchanged = (): void => undefined

function ending(evidence: Evidence): string {
  const { status, code, message } = checkLogIncluded(gather(evidence))
  return `${status} ${code} ${message}`
}

await t.test('all stand under one checkpoint', t => {
  const all = `proven log-included ${says}: all 4 stand under the checkpoint of a log of 7 entries`
  for (const given of [logged, bundled, read]) t.equal(ending(given(unchanged)), all)
  t.equal(
    ending(told(it => it.commit(), { log: {} })),
    `proven log-included ${says}: its statement stands under the checkpoint of a log of 3 entries`,
  )
  t.end()
})

await t.test('nothing to say of the log, and another log', t => {
  t.equal(
    ending(altered(unchanged)),
    `not-provable evidence-missing ${says}: there is no log in the bundle, and none was given beside it`,
  )
  t.equal(
    ending(
      logged(({ evidence }) => {
        evidence.trust.logs = []
      }),
    ),
    `not-provable log-unknown ${says}: the trust file does not have the key of the log "exampleraffles.example/log"`,
  )
  t.equal(
    ending(
      logged(({ log, test }) => {
        log.checkpoint = test.note(late, test.text().replace('.example', '.sample'))
      }),
    ),
    `refuted log-other a checkpoint is of "exampleraffles.sample/log", and the operator’s log is "exampleraffles.example/log"`,
  )
  t.end()
})

await t.test('a proof that fails refutes, even where the entries have all', t => {
  t.equal(
    ending(
      logged(({ log }) => {
        log.proofs[1]!.index += 1
      }),
    ),
    `refuted inclusion-invalid the proof of statement 1 (seal) does not lead to the checkpoint of a log of 7 entries`,
  )
  t.end()
})

await t.test('entries that are not those of the log', t => {
  t.equal(
    ending(
      read(({ copy }) => {
        copy.entries[0] = 'nothing'
      }),
    ),
    `not-provable log-damaged ${says}: the root of the 7 entries is not that of the checkpoint`,
  )
  t.equal(
    ending(
      logged(({ copy, log }) => {
        copy.entries[0] = 'nothing'
        log.proofs.splice(2)
      }),
    ),
    `not-provable evidence-missing ${says}: nothing shows that statement 2 (draw) is in it`,
    'the bundle has proofs of its own',
  )
  t.end()
})

await t.test('a statement that nothing shows in the log, or all of them apart', t => {
  t.equal(
    ending(bundled(({ log }) => log.proofs.pop())),
    `not-provable evidence-missing ${says}: nothing shows that statement 3 (draw) is in it`,
  )
  t.equal(
    ending(
      bundled(({ log, evidence }) => {
        log.proofs.pop()
        evidence.bundle.statements[3]!.payloadType = 'text/plain'
      }),
    ),
    `not-provable evidence-missing ${says}: nothing shows that statement 3 is in it`,
    'one that cannot be read',
  )
  t.equal(
    ending(bundled(({ log }) => log.proofs.shift())),
    `not-provable evidence-missing ${says}: no checkpoint covers all of them`,
    'the first one has a proof under an earlier checkpoint',
  )
  t.end()
})
