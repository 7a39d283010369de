/**
 * Whom a reader has to believe where a service itself says whom to believe, and what is left once the reader has compared
 * some of it with what it has from elsewhere.
 *
 * @packageDocumentation
 */
import { builtInChains, isBuiltInChain } from '../core/beacon.js'
import { formatVerifierKey } from '../core/note.js'
import { emptyTrust, type TrustRoot } from '../model/trust.js'
import { sources } from './catalogue/result.js'
import type { PageParty } from './model.js'

/** What a document rests on beside the keys of its operator. */
export interface BelievedKeys {
  readonly operator: string | undefined
  /** The hash of the chain that its commitment names. */
  readonly chain: string | undefined
  readonly log: boolean
  readonly observations: boolean
  /** One was given: it rests on the operator’s keys of receipts. */
  readonly receipt: boolean
}

/** Those of a trust file whom a document rests on. */
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

/** What its makers call a source of their own. */
const nameSource = (id: string): string => sources.own(id === 'default' ? '' : id)

/** The chain of drand that a document rests on: nobody names it, this program has it. */
export const findBuiltIn = (chain: string | undefined): readonly PageParty[] =>
  Object.entries(builtInChains)
    .filter(([, { chainHash }]) => chainHash === chain)
    .map(([name, { chainHash }]) => party('beacon', sources.drand(name), chainHash))

const party = (role: PageParty['role'], name: string, fingerprint: string): PageParty => ({
  role,
  name,
  fingerprint,
})

/** What a service may name at all: an authority for time-stamps is anchored by the reader, or by nobody. */
export function readNamed(trust: TrustRoot): TrustRoot {
  const { operators, observers, logs, witnesses, quorum, chains } = trust
  return { ...emptyTrust, operators, observers, logs, witnesses, quorum, chains }
}

/** Only those whom the reader has compared. */
export function keepCompared(trust: TrustRoot, compared: readonly string[]): TrustRoot {
  const has = (fingerprint: string): boolean => compared.includes(fingerprint)
  // Of a quorum that lacks somebody nobody can say what it is worth.
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
