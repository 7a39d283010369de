/**
 * Replaces BN254 and drand's evmnet in the worker of a page that shows only raffles, since few raffles use
 * them. For one that does, the worker requests the program that contains both. Inserted by
 * scripts/build-page.js.
 *
 * @packageDocumentation
 */
import type * as bn254 from '../../core/bn254.js'
import { NeedsMore, type WorkerScope } from './worker-scope.js'

/** The members available here; the other program has the rest. */
function without<N extends 'bn254OnG1' | 'evmnet'>(
  name: N,
  here: Partial<(typeof bn254)[N]>,
): (typeof bn254)[N] {
  return new Proxy(here, {
    get(_, member): unknown {
      const { more } = globalThis as unknown as WorkerScope
      const from = member in here ? here : more?.[name]
      if (from === undefined) throw new NeedsMore()
      return Reflect.get(from, member)
    },
  }) as (typeof bn254)[N]
}

export const bn254OnG1 = without('bn254OnG1', {})
export const evmnet = without('evmnet', {
  chainHash: '04f1e9062b8a81f848fded9c12306733282b2727ecced50032187751166ec8c3',
})
