/**
 * A store as the settings of its operator want it: with a signing key, and with the log and the witnesses that they name.
 *
 * @packageDocumentation
 */
import { parseVerifierKey } from '../../core/verifier-key.js'
import { DrawauditError } from '../../errors.js'
import { createLog } from '../../operator/create-log.js'
import type { Desk } from '../../operator/desk.js'
import { generateKey, listKeys, type PublicSigningKey } from '../../operator/keys.js'
import { findSubmissionUrl } from '../../log/witness/submit.js'
import type { WitnessRow } from '../../store/log.js'
import { findNew } from './witness-network.js'

/** What a store is to have. */
export interface StoreRequirements {
  readonly operator: string
  /** The origin of its log. */
  readonly log?: string | undefined
  readonly witnesses?: readonly WitnessRow[]
}

/** What it did not have before. */
export interface StoreChanges {
  readonly key?: PublicSigningKey
  readonly log?: { readonly origin: string; readonly vkey: string }
  readonly witnesses: readonly WitnessRow[]
}

/**
 * Makes what a store does not have yet. Done again, it makes nothing.
 *
 * @throws DrawauditError `log-exists` for a store with another log, `log-missing` for witnesses of none; as `generateKey`
 * and `createLog` do.
 */
export async function prepareStore(
  desk: Desk,
  { operator, log, witnesses = [] }: StoreRequirements,
): Promise<StoreChanges> {
  const { store } = desk
  // What would be refused later is refused before anything is made.
  const there = await store.log.readLog()
  if (there !== undefined && log !== undefined && there.origin !== log) {
    throw new DrawauditError('log-exists', `the store has the log ${there.origin}, and not ${log}`, {
      hint: `a log keeps its name for ever: name ${there.origin}`,
    })
  }
  if (there === undefined && log === undefined && witnesses.length > 0) {
    throw new DrawauditError('log-missing', 'witnesses cosign a log, and the store has none', {
      hint: 'name one: --log ORIGIN, a host of yours and a path',
    })
  }
  for (const { url, vkey } of witnesses) {
    findSubmissionUrl(url)
    parseVerifierKey(vkey)
  }
  const added = findNew(await store.log.listWitnesses(), witnesses)
  const keys = await listKeys(store.ceremonies)
  const hasKey = keys.some(key => key.operator === operator && key.use === 'statements')
  const key = hasKey ? undefined : await generateKey(desk, operator)
  const made = log === undefined || there !== undefined ? undefined : await createLog(desk, log)
  if (added.length > 0) {
    await store.transact(async writer => {
      for (const row of added) await writer.log.writeWitness(row)
    })
  }
  return {
    ...(key && { key }),
    ...(made && { log: { origin: made.origin, vkey: made.vkey } }),
    witnesses: added,
  }
}
