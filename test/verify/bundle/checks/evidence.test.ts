import t from 'tap'
import { findCommittedRoundTime } from '../../../../src/verify/bundle/checks/evidence.js'
import { createCeremony } from '../../../protocol/factory.js'
import { base } from '../../../protocol/scenarios/scenario.js'
import { gather } from '../gather.js'

const most = Number.MAX_SAFE_INTEGER

await t.test('when the committed round is published', t => {
  const ceremony = createCeremony(base)
  ceremony.commit()
  const { beaconChain, ...evidence } = gather(ceremony.finish())
  const { chain } = evidence
  const { commitment } = chain
  /** Of a chain that begins at 1000. */
  const timeOf = (round: number, period: number): number | undefined =>
    findCommittedRoundTime({
      ...evidence,
      chain: { ...chain, commitment: { ...commitment!, beacon: { ...commitment!.beacon!, round } } },
      beaconChain: { ...beaconChain!, genesisTime: 1000, period },
    })
  const cases: readonly (readonly [round: number, period: number, time: number | undefined])[] = [
    [1, 3, 1000],
    [2, 3, 1003],
    [5, 30, 1120],
    [0, 3, undefined],
    [most - 999, 1, most],
    [most - 998, 1, undefined],
    [most, 2, undefined],
  ]
  for (const [round, period, time] of cases) {
    t.equal(timeOf(round, period), time, `round ${round}, every ${period} s`)
  }
  t.equal(findCommittedRoundTime(evidence), undefined, 'of a chain that nobody knows')
  const without = { ...chain, commitment: { ...commitment!, beacon: null } }
  t.equal(
    findCommittedRoundTime({ ...evidence, chain: without, beaconChain: beaconChain! }),
    undefined,
    'no beacon',
  )
  t.end()
})
