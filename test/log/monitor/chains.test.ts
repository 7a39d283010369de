/** The rules of a chain are judged twice: at once where a bundle is verified, and statement by statement in a log. */
import t from 'tap'
import { decodeEnvelope } from '../../../src/core/dsse.js'
import { encodeHex } from '../../../src/core/encoding.js'
import { DrawauditError } from '../../../src/errors.js'
import { takeStatement, type Breach, type MonitoredRaffle } from '../../../src/log/monitor/raffle.js'
import { isStatement, readStatement } from '../../../src/verify/bundle/chain.js'
import type { Evidence } from '../../protocol/factory.js'
import { judge, readTrust } from '../../protocol/judge.js'
import { readScenarios } from '../../protocol/scenario-files.js'
import { engine, later } from '../watch-log.js'

/** What a monitor says of the statements of a bundle; undefined where one of them is none. */
function follow({ bundle, trust: json }: Pick<Evidence, 'bundle' | 'trust'>): readonly Breach[] | undefined {
  const trust = readTrust(json)
  let state: MonitoredRaffle | undefined
  const breaches: Breach[] = []
  for (const envelope of bundle.statements.map(one => decodeEnvelope(one))) {
    const statement = readStatement(envelope)
    if (!isStatement(statement)) return undefined
    const digest = encodeHex(engine.hash('sha256', envelope.payload))
    // A bundle has no place for a statement twice; a log may have it.
    const isKept = state === undefined || statement.raffle_id === state.raffle
    const taken = takeStatement(isKept ? state : undefined, { statement, digest }, trust, later)
    if (taken.repeated === true) breaches.push({ code: 'chain-broken', why: 'twice' })
    breaches.push(...taken.breaches)
    if (isKept) state = taken.state
  }
  // Those are for other claims of the verifier.
  return breaches.filter(({ code }) => code !== 'round-wrong' && code !== 'cancelled-after-round')
}

void t.test('a monitor refutes a chain exactly where the verifier does', t => {
  let compared = 0
  let refuted = 0
  for (const { claim, name, evidence } of readScenarios()) {
    let chain
    let breaches
    try {
      chain = judge(evidence).claims.find(({ id }) => id === 'statement.chain')
      breaches = chain && follow(evidence)
    } catch (error) {
      // What is not even a bundle or a trust file.
      if (!(error instanceof DrawauditError || error instanceof TypeError)) throw error
    }
    if (chain === undefined || breaches === undefined) continue
    // What an observer or a log saw does not stand in the bundle.
    if (/observer|of the log/.test(chain.message)) continue
    compared += 1
    const isRefuted = chain.status === 'refuted'
    if (isRefuted) refuted += 1
    t.equal(
      breaches.length > 0,
      isRefuted,
      `${claim}/${name}: ${chain.message}; ${breaches.map(one => one.why).join()}`,
    )
  }
  t.ok(compared > 100 && refuted > 20, `${compared} chains, ${refuted} of them refuted`)
  t.end()
})
