/**
 * Stands for the policies of witnesses in the worker of a page that shows raffles alone: few trust files have one. Where
 * one has, the worker asks for the program that reads it. scripts/build-page.js puts it there.
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
    // That program has errors of its own.
    throw new DrawauditError('policy-invalid', (error as Error).message)
  }
}
