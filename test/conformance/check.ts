/**
 * A check of a service, as `drawaudit check` makes it, without a command line around it.
 *
 * @packageDocumentation
 */
import { checkAll, type ServiceCheckPlan } from '../../src/cli/check/check-all.js'
import { gatherFromService } from '../../src/cli/check/gather.js'
import { openRemote } from '../../src/cli/shared/remote.js'
import { rules } from '../../src/conformance/rules/index.js'
import type { Report } from '../../src/model/report.js'
import { createReport } from '../../src/verify/verdict.js'

export interface CheckOptions extends Partial<ServiceCheckPlan> {
  readonly raffles: readonly string[]
  readonly timeout?: string
  readonly maxWait?: string
  readonly vendorType?: string
  readonly deadline?: string
  /** Bundles are verified with lists and log of the service, or with a log at this place. */
  readonly log?: { readonly place?: string }
}

const reading = {
  engine: 'native',
  progress: { show: () => undefined, clear: () => undefined },
  concurrency: 2,
} as const

/** The report on a service of loopback. */
export async function check(url: string, options: CheckOptions): Promise<Report> {
  const remote = await openRemote({
    url,
    raffle: options.raffles,
    'raffles-file': undefined,
    header: undefined,
    'ca-file': undefined,
    timeout: options.timeout ?? '5',
    deadline: options.deadline ?? '120',
    'max-wait': options.maxWait ?? '10',
    wait: '0',
    'vendor-type': options.vendorType ?? 'application/vnd.service.v1+json',
    'allow-private': true,
  })
  const plan: ServiceCheckPlan = {
    rules,
    require: undefined,
    recipe: undefined,
    generate: undefined,
    probeLimit: false,
    concurrency: 2,
    ...options,
  }
  try {
    // What is asked again on a real network after a pause, is here asked at once.
    const impatient = { ...remote, pause: () => Promise.resolve() }
    const { log } = options
    const bundle =
      log && plan.bundle?.gather
        ? await gatherFromService(
            remote,
            { ...plan.bundle, gather: plan.bundle.gather },
            { log: log.place, ...reading },
          )
        : plan.bundle
    const subjects = []
    for await (const subject of checkAll(impatient, { ...plan, bundle }, undefined)) subjects.push(subject)
    return createReport(subjects, {})
  } finally {
    remote.client.close()
  }
}

/** The rules that a report says are broken, in the order of the alphabet. */
export function brokenRules({ subjects }: Report): readonly string[] {
  const ids = subjects.flatMap(({ claims, findings }) => [
    ...claims.filter(({ code }) => code === 'rule-broken').map(({ id }) => id),
    ...findings.filter(({ code }) => code === 'should-broken').map(({ rule = '' }) => rule),
  ])
  return [...new Set(ids)].toSorted()
}
