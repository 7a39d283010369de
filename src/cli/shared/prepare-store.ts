/**
 * Brings a store in line with the settings: signing key, log and witnesses.
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

/** What a store must have. */
export interface StoreRequirements {
  readonly operator: string
  /** Origin of its log. */
  readonly log?: string | undefined
  readonly witnesses?: readonly WitnessRow[]
}

/** What was added. */
export interface StoreChanges {
  readonly key?: PublicSigningKey
  readonly log?: { readonly origin: string; readonly vkey: string }
  readonly witnesses: readonly WitnessRow[]
}

/**
 * Creates what a store lacks; idempotent.
 *
 * @throws DrawauditError `log-exists` for a store with another log, `log-missing` for witnesses without a log; as
 * `generateKey` and `createLog` do.
 */
export async function prepareStore(
  desk: Desk,
  { operator, log, witnesses = [] }: StoreRequirements,
): Promise<StoreChanges> {
  const { store } = desk
  // Validate everything before anything is created.
  const there = await store.log.readLog()
  if (there !== undefined && log !== undefined && there.origin !== log) {
    throw new DrawauditError('log-exists', `the store has the log ${there.origin}, and not ${log}`, {
      hint: `the name of a log is permanent: name ${there.origin}`,
    })
  }
  if (there === undefined && log === undefined && witnesses.length > 0) {
    throw new DrawauditError('log-missing', 'witnesses cosign a log, and the store has none', {
      hint: 'name one: --log ORIGIN, your host and a path',
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
