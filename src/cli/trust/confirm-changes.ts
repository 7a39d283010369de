/**
 * Confirmation of additions by fingerprint.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { addOperators, fingerprintOf, type TrustChange } from '../../model/trust-changes.js'
import { type TrustJson } from '../../model/trust.js'
import { confirmKeys, type Ask, type UnconfirmedKey } from './confirm-keys.js'
import { type Addition } from './addition-options.js'

export type Operator = NonNullable<TrustJson['operators']>[number]

export function refuseFingerprint(given: readonly string[], what: string): void {
  if (given.length === 0) return
  throw new DrawauditError('usage', `--fingerprint does not apply to ${what}`, { hint: 'leave it out' })
}

/** Adds the confirmed keys; keys already in the trust file need no confirmation. */
export async function addConfirmed(
  trust: TrustJson,
  operators: readonly Operator[],
  given: readonly string[],
  ask: Ask | undefined,
  leftOut: readonly string[],
): Promise<Addition> {
  const wished = addOperators(trust, operators)
  const confirmed = await confirmChanges(wished.changes, given, ask)
  const taken = operators
    .map(operator => ({
      ...operator,
      keys: operator.keys.filter(({ public_key }) => confirmed.has(fingerprintOf(public_key))),
    }))
    .filter(({ keys }) => keys.length > 0)
  const unconfirmed = wished.changes
    .filter(({ fingerprint }) => !confirmed.has(fingerprint))
    .map(describeLeftOut)
  return { ...addOperators(trust, taken), leftOut: [...unconfirmed, ...leftOut] }
}

/** @returns the fingerprints of confirmed and of unchanged keys. */
export async function confirmChanges(
  changes: readonly TrustChange[],
  given: readonly string[],
  ask: Ask | undefined,
): Promise<ReadonlySet<string>> {
  const asUnconfirmed = (change: TrustChange): UnconfirmedKey => ({
    what: describe(change),
    fingerprint: change.fingerprint,
  })
  const known = changes.filter(({ outcome }) => outcome === 'unchanged').map(({ fingerprint }) => fingerprint)
  const open = changes.filter(({ outcome }) => outcome !== 'unchanged')
  // Given fingerprints are compared even if nothing would change.
  if (open.length === 0 && given.length === 0) return new Set(known)
  const confirmed = await confirmKeys(
    (given.length > 0 ? changes : open).map(asUnconfirmed),
    given,
    open.length > 0 ? ask : undefined,
  )
  return new Set([...known, ...confirmed])
}

const describe = ({ what, name, use }: TrustChange): string =>
  what === 'beacon'
    ? `the beacon chain ${JSON.stringify(name)}`
    : `the key${use === undefined ? '' : ` for ${use}`} of ${what} ${JSON.stringify(name)}`

/**
 * Digits shown of an unconfirmed fingerprint: too few for `--fingerprint`, so that it cannot be copied from here
 * without comparing.
 */
const digitsShown = 8

function describeLeftOut(change: TrustChange): string {
  const lost =
    change.use === 'receipts' ? 'its receipts will prove nothing' : 'what it signed will prove nothing'
  return `${describe(change)}, ${change.fingerprint.slice(0, digitsShown)}… (no fingerprint was given for it: ${lost})`
}
