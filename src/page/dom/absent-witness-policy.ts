/**
 * Replaces the parser of witness policies in the worker of a page that shows only raffles, since few trust
 * files have a policy. For one that does, the worker requests the program that can parse it. Inserted by
 * scripts/build-page.js.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import type { WitnessPolicy } from '../../model/witness-policy.js'
import { NeedsMore, type WorkerScope } from './worker-scope.js'

export function parseWitnessPolicy(text: string): WitnessPolicy {
  const { more } = globalThis as unknown as WorkerScope
  if (more === undefined) throw new NeedsMore()
  try {
    return more.parseWitnessPolicy(text)
  } catch (error) {
    // That program has separate error classes.
    throw new DrawauditError('policy-invalid', (error as Error).message)
  }
}
