/**
 * What a service, or the caller, has beside the bundles that are checked: the log and the sealed lists.
 *
 * @packageDocumentation
 */
import type { GatheringEvidence } from '../shared/beside-bundle.js'
import { findEngine, type EngineName } from '../shared/options.js'
import type { Remote } from '../shared/remote.js'
import type { Progress } from '../shared/terminal.js'
import { ServiceLists } from './service-list.js'
import { ServiceLog } from './service-log.js'

export interface GatherOptions {
  /** Where the log is, a folder or a URL; below that of the service when left out. */
  readonly log?: string | undefined
  readonly engine: EngineName
  readonly progress: Progress
  /** Raffles to ask about at the same time. */
  readonly concurrency: number
}

/**
 * What bundles are verified with, and beside it what the log and the sealed list of each show. The log is read where one
 * was given, and where the trust file has that of who signed; a list where the trust file has who signed. That takes half
 * of the time at most: the other half is for the service itself.
 */
export async function gatherFromService(
  remote: Remote,
  evidence: GatheringEvidence,
  { log: place, engine, progress, concurrency }: GatherOptions,
): Promise<GatheringEvidence> {
  const { trust } = evidence
  const until = (Date.now() + remote.deadline.getTime()) / 2
  const log = new ServiceLog(remote, {
    place,
    trust,
    engine: findEngine(engine),
    progress,
    concurrency,
    until,
  })
  const lists = new ServiceLists(remote, { trust, engine, until })
  await log.prepare()
  return {
    ...evidence,
    async gather(bundle) {
      const { beside } = await evidence.gather(bundle)
      const { log: summary, ...ofLog } = await log.read(bundle)
      const { list, ...ofList } = await lists.read(bundle)
      return {
        beside: { ...beside, ...(summary && { log: summary }), ...(list && { list }) },
        ...ofLog,
        ...ofList,
      }
    },
  }
}
