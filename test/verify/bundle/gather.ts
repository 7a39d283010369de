import { parseBundle } from '../../../src/model/bundle.js'
import { parseObservations } from '../../../src/model/observation.js'
import { parseTrust } from '../../../src/model/trust.js'
import { native } from '../../../src/native/engine.js'
import type { Evidence } from '../../../src/verify/bundle/checks/evidence.js'
import { gatherEvidence } from '../../../src/verify/bundle/gather-evidence.js'
import type { LogSummary } from '../../../src/verify/bundle/log-entries.js'
import type { Evidence as EvidenceJson } from '../../protocol/factory.js'
import { readLog } from '../../protocol/read-log.js'

/** What the checks of a bundle look at, without a record; `change` is what the log's entries are read as instead. */
export function gather(given: EvidenceJson, change: Partial<LogSummary> = {}): Evidence {
  const trust = parseTrust(given.trust)
  const log = readLog(given, trust, native)
  return gatherEvidence(parseBundle(given.bundle), trust, {
    now: new Date(given.now),
    observations: given.observations.flatMap(file => parseObservations(file)),
    ...(log && { log: { ...log, ...change } }),
    engine: native,
  })
}
