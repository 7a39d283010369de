import { parseTime } from '../../src/core/time.js'
import { parseBundle, type Bundle } from '../../src/model/bundle.js'
import { parseObservations } from '../../src/model/observation.js'
import { findChain, parseTrust, type TrustRoot } from '../../src/model/trust.js'
import { native } from '../../src/native/engine.js'
import { readChain } from '../../src/verify/chain.js'
import type { Evidence } from '../../src/verify/checks/evidence.js'
import { LogEntryCheck, type LogSummary } from '../../src/verify/log-entries.js'
import { findLogEvidence } from '../../src/verify/log-evidence.js'
import { findSightings } from '../../src/verify/sightings.js'
import type { Evidence as EvidenceJson } from '../protocol/factory.js'
import { utf8 } from '../protocol/second-opinion.js'

/** What the checks of a bundle look at, without a record; `change` is what the log's entries are read as instead. */
export function gather(given: EvidenceJson, change: Partial<LogSummary> = {}): Evidence {
  const bundle = parseBundle(given.bundle)
  const chain = readChain(bundle.statements, native)
  const trust = parseTrust(given.trust)
  const now = parseTime(given.now)
  const entries = given.log && { ...summarize(given.log, bundle, trust), ...change }
  const log = findLogEvidence(bundle, chain, entries, trust, now, native)
  const observations = given.observations.flatMap(file => parseObservations(file))
  const named = chain.commitment?.beacon
  const beaconChain = named ? findChain(trust, named.chain_hash) : undefined
  return {
    ...{ bundle, chain, trust, log, engine: native },
    ...(beaconChain && { beaconChain }),
    sightings: findSightings(observations, log, chain, trust, now, native),
  }
}

function summarize(
  { checkpoint, entries }: NonNullable<EvidenceJson['log']>,
  bundle: Bundle,
  trust: TrustRoot,
): LogSummary {
  const check = new LogEntryCheck({ bundle, trust, checkpoint, engine: native })
  for (const entry of entries) check.add(utf8(entry))
  return check.end()
}
