/**
 * Evidence beside the checked bundles, from the service or the caller: the log and the sealed lists.
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
  /** Folder or URL of the log; default: the service's. */
  readonly log?: string | undefined
  readonly engine: EngineName
  readonly progress: Progress
  /** Maximum number of raffles asked about at the same time. */
  readonly concurrency: number
}

/**
 * Adds the log and the sealed lists to the evidence. Reads the log if it is given, or if the trust file has the
 * signer's; reads a list if the trust file has the signer. Uses at most half of the time left, the rest is for the
 * service itself.
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
