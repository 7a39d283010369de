import { beaconGenuine } from './beacons.js'
import { clocks } from './clocks.js'
import { proofs } from './entries.js'
import { keys } from './keys.js'
import { links, order } from './links.js'
import { lists } from './lists.js'
import { logEvidence } from './log-evidence.js'
import { logClaims } from './logs.js'
import { evidenceTimely, unseen } from './observed.js'
import { documentRead } from './others.js'
import { payloads } from './payloads.js'
import { receiptHonoured } from './receipts.js'
import { recordMatches } from './record-matches.js'
import { recordConsistent, recordSchema } from './records.js'
import { beaconRule } from './rounds.js'
import type { Scenario } from './scenario.js'
import { secondSeen } from './second.js'
import { seedCommitted } from './seeds.js'
import { signatures } from './signed.js'
import {
  stampsHonoured,
  stampsRead,
  stampsSigned,
  stampsUnique,
  stampsUnstoppable,
} from './stamped-claims.js'
import { stampsTimely } from './stamps.js'
import { ticketIncluded } from './tickets.js'
import { prizesTaken, unended } from './turns.js'
import { drawUnstoppable, publicSeedOther, publicSeeds } from './unstoppable.js'
import { winnerDerived } from './winners.js'

/** Everything that is known to be bad, in the order of the claims. */
export const scenarios: readonly Scenario[] = [
  ...documentRead,
  ...stampsRead,
  ...recordSchema,
  ...recordConsistent,
  ...signatures,
  ...keys,
  ...stampsSigned,
  ...links,
  ...order,
  ...clocks,
  ...prizesTaken,
  ...payloads,
  ...unended,
  ...publicSeeds,
  ...recordMatches,
  ...seedCommitted,
  ...publicSeedOther,
  ...beaconGenuine,
  ...beaconRule,
  ...proofs,
  ...lists,
  ...winnerDerived,
  ...drawUnstoppable,
  ...stampsUnstoppable,
  ...evidenceTimely,
  ...stampsTimely,
  ...unseen,
  ...stampsUnique,
  ...secondSeen,
  ...logEvidence,
  ...logClaims,
  ...ticketIncluded,
  ...receiptHonoured,
  ...stampsHonoured,
]
