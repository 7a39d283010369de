/**
 * The parties that a reader has to trust when the service itself names the keys, and what remains of them
 * once the reader has compared some with another source.
 *
 * @packageDocumentation
 */
import { builtInChains, isBuiltInChain } from '../core/beacon.js'
import { formatVerifierKey } from '../core/note.js'
import { emptyTrust, type TrustRoot } from '../model/trust.js'
import { sources } from './catalogue/en/result.js'
import type { PageParty } from './model.js'

/** What a document depends on besides its operator's keys. */
export interface BelievedKeys {
  readonly operator: string | undefined
  /** Hash of the beacon chain in the commitment. */
  readonly chain: string | undefined
  readonly log: boolean
  readonly observations: boolean
  /** Whether a receipt was given; it depends on the operator's receipt keys. */
  readonly receipt: boolean
}

/** The parties in the trust file that a document depends on. */
export function findParties(trust: TrustRoot, uses: BelievedKeys): readonly PageParty[] {
  const { operators, observers, logs, witnesses, chains } = trust
  const parties = [
    ...operators
      .filter(({ name }) => name === uses.operator)
      .flatMap(({ name, keys }) =>
        keys
          .filter(({ use }) => use === 'statements' || uses.receipt)
          .map(({ use, keyId }) => party(use === 'receipts' ? 'receipts' : 'operator', name, keyId)),
      ),
    ...(uses.observations ? observers.map(({ name, keyId }) => party('observer', name, keyId)) : []),
    ...(uses.log ? logs.map(({ origin, key }) => party('log', origin, formatVerifierKey(key))) : []),
    ...(uses.log ? witnesses.map(key => party('witness', key.name, formatVerifierKey(key))) : []),
    ...chains
      .filter(({ chainHash }) => chainHash === uses.chain && !isBuiltInChain(chainHash))
      .map(({ chainHash, beaconId }) => party('beacon', nameSource(beaconId), chainHash)),
  ]
  return parties
}

/** The name of a custom source, as given by its makers. */
const nameSource = (id: string): string => sources.own(id === 'default' ? '' : id)

/** The drand chain that a document depends on; it is built into this program. */
export const findBuiltIn = (chain: string | undefined): readonly PageParty[] =>
  Object.entries(builtInChains)
    .filter(([, { chainHash }]) => chainHash === chain)
    .map(([name, { chainHash }]) => party('beacon', sources.drand(name), chainHash))

const party = (role: PageParty['role'], name: string, fingerprint: string): PageParty => ({
  role,
  name,
  fingerprint,
})

/**
 * The part of a trust file that a service may supply: time-stamping authorities are trusted by the reader's
 * choice only.
 */
export function readNamed(trust: TrustRoot): TrustRoot {
  const { operators, observers, logs, witnesses, quorum, chains } = trust
  return { ...emptyTrust, operators, observers, logs, witnesses, quorum, chains }
}

/** The part of a trust file that the reader has compared. */
export function keepCompared(trust: TrustRoot, compared: readonly string[]): TrustRoot {
  const has = (fingerprint: string): boolean => compared.includes(fingerprint)
  // The worth of a quorum is unknown unless all its witnesses are kept.
  const isWhole = trust.witnesses.every(key => has(formatVerifierKey(key)))
  return {
    ...trust,
    operators: trust.operators.map(one => ({ ...one, keys: one.keys.filter(({ keyId }) => has(keyId)) })),
    observers: trust.observers.filter(({ keyId }) => has(keyId)),
    logs: trust.logs.filter(({ key }) => has(formatVerifierKey(key))),
    ...(!isWhole && { witnesses: emptyTrust.witnesses, quorum: emptyTrust.quorum }),
    chains: trust.chains.filter(({ chainHash }) => isBuiltInChain(chainHash) || has(chainHash)),
  }
}
