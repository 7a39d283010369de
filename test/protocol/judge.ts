import type { Engine } from '../../src/core/engine.js'
import type { PublicKey } from '../../src/core/key.js'
import type { Claim, Subject } from '../../src/model/report.js'
import { parseObservations } from '../../src/model/observation.js'
import { parseTrust, type TrustRoot } from '../../src/model/trust.js'
import { native } from '../../src/native/engine.js'
import { findSought } from '../../src/verify/bundle/gather-evidence.js'
import { readEntryList } from '../../src/verify/bundle/entry-list.js'
import { verifyBundle } from '../../src/verify/bundle/verify-bundle.js'
import type { Evidence } from './factory.js'
import { readLog } from './read-log.js'
import { hex, utf8 } from './second-opinion.js'

/** Native, and a signature that was verified before is not verified again. */
export function createCachingEngine(): Engine {
  const verdicts = new Map<string, boolean>()
  const names = new WeakMap<PublicKey, string>()
  return {
    name: 'cached',
    hash: (algorithm, bytes) => native.hash(algorithm, bytes),
    verify(key, message, signature) {
      const name = names.get(key) ?? hex(key.bytes)
      names.set(key, name)
      const asked = `${name} ${hex(native.hash('sha256', message))} ${hex(signature)}`
      const known = verdicts.get(asked)
      if (known !== undefined) return known
      const verdict = native.verify(key, message, signature)
      verdicts.set(asked, verdict)
      return verdict
    },
  }
}

const engine = createCachingEngine()

type Options = Parameters<typeof verifyBundle>[2]

const roots = new WeakMap<object, TrustRoot>()
const rootsByText = new Map<string, TrustRoot>()

/** Reading a trust file checks its keys: once is enough, of those that say the same too. */
export function readTrust(trust: Evidence['trust']): TrustRoot {
  const read = roots.get(trust)
  if (read !== undefined) return read
  const text = JSON.stringify(trust)
  const root = rootsByText.get(text) ?? parseTrust(trust)
  roots.set(trust, root)
  // A campaign changes every leaf of every one.
  if (rootsByText.size === 1000) rootsByText.clear()
  rootsByText.set(text, root)
  return root
}

/** The entry of a receipt, as it is looked for in a list file. */
function findIn({ receipt }: Partial<Options>): { readonly find?: string } {
  const find = receipt && findSought({ receipt })
  return find === undefined ? {} : { find }
}

/** What the verifier says of evidence. Its parts are read as they would be from a file. */
export function judge(evidence: Evidence, options: Partial<Options> = {}): Subject {
  const { bundle, trust, record, observations, companions, list, now } = evidence
  const log = readLog(evidence, readTrust(trust), engine)
  const { subjects } = verifyBundle(bundle, readTrust(trust), {
    ...(record !== undefined && { record }),
    observations: observations.flatMap(file => parseObservations(file)),
    ...(companions && { companions }),
    ...(list !== undefined && { list: readEntryList(() => [utf8(list)], findIn(options)) }),
    ...(log && { log }),
    now: new Date(now),
    engine,
    ...options,
  })
  return subjects[0]!
}

/** The fifteen claims: without the one that says whether the level that was asked for is reached. */
export const claimsOf = ({ claims }: Subject): readonly Claim[] =>
  claims.filter(({ id }) => id !== 'level.reached')

export const provenOf = (subject: Subject): readonly string[] =>
  claimsOf(subject)
    .filter(({ status }) => status === 'proven')
    .map(({ id }) => id)
