/**
 * Checks a service and some of its raffles.
 *
 * @packageDocumentation
 */
import { tryLimit } from '../../conformance/burst.js'
import type { BundleEvidence } from '../../conformance/evidence.js'
import { examineRaffle } from '../../conformance/examine-raffle.js'
import { examineService } from '../../conformance/examine-service.js'
import type { ProbeName } from '../../conformance/probe-names.js'
import { describeProbe, type ProbeRequest } from '../../conformance/probes.js'
import type { Rule } from '../../conformance/rule.js'
import type { Subject } from '../../model/report.js'
import type { AppliedRecipe } from '../../verify/record-by-recipe.js'
import { decideSubject } from '../../verify/verdict.js'
import { mapConcurrently } from './concurrent.js'
import type { OpenLock } from './open-lock.js'
import type { Remote } from '../shared/remote.js'

/** Settings of a check. */
export interface ServiceCheckPlan {
  readonly rules: readonly Rule[]
  readonly require: readonly string[] | undefined
  readonly recipe: AppliedRecipe | undefined
  /** Evidence for verifying bundles; without it, none are requested. */
  readonly bundle?: BundleEvidence | undefined
  /** Generated invalid requests about a raffle, and the seed of generated values. */
  readonly generate:
    | { readonly seed: number; readonly requests: (raffle: string) => readonly ProbeRequest[] }
    | undefined
  readonly probeLimit: boolean
  /** Maximum number of raffles checked at the same time. */
  readonly concurrency: number
}

/** Yields each raffle when decided, then the service. */
export async function* checkAll(
  remote: Remote,
  plan: ServiceCheckPlan,
  lock: OpenLock | undefined,
): AsyncGenerator<Subject> {
  yield* checkRaffles(remote, plan, lock)
  const [first] = remote.raffles
  if (first === undefined) return
  const service = await checkService(remote, plan, first)
  // The selected rules may not include service-wide ones.
  if (service.claims.length > 0) yield decideSubject(service, plan.require)
}

/** Yields each raffle when decided. */
export async function* checkRaffles(
  { baseUrl, vendorType, raffles, send, pause }: Remote,
  { rules, recipe, require, concurrency, bundle, generate }: Omit<ServiceCheckPlan, 'probeLimit'>,
  lock: OpenLock | undefined,
): AsyncGenerator<Subject> {
  const examined = mapConcurrently(raffles, concurrency, async raffle =>
    examineRaffle({
      baseUrl,
      raffle,
      vendorType,
      rules,
      pause,
      send: send(raffle, generate?.seed),
      ...(recipe && { recipe }),
      ...(bundle && { bundle }),
      ...(lock && { lock: { seen: lock.seen(baseUrl, raffle) } }),
    }),
  )
  for await (const { examination, accepted } of examined) {
    if (accepted !== undefined) lock?.accept(baseUrl, accepted)
    yield decideSubject(examination, require)
  }
}

async function checkService(
  { baseUrl, vendorType, session, pause, context, longestWait }: Remote,
  { rules, generate, probeLimit }: ServiceCheckPlan,
  raffle: string,
) {
  const made = new Map<ProbeName, ProbeRequest>(
    (generate?.requests(raffle) ?? []).map((request, index) => [`generated-${index + 1}`, request]),
  )
  const burst = describeProbe('burst', context(raffle), new Map())
  return examineService({
    baseUrl,
    raffle,
    vendorType,
    rules,
    session,
    pause,
    generated: [...made.keys()],
    describe: (probe, seen) => made.get(probe) ?? describeProbe(probe, context(raffle), seen),
    ...(probeLimit && { tryLimit: async () => tryLimit(session, burst, longestWait) }),
  })
}
