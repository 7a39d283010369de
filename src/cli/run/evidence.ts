/**
 * Evidence gathered while a raffle runs: time-stamps, and the log with its cosignatures.
 *
 * @packageDocumentation
 */
import { advanceLog } from '../../operator/advance-log.js'
import type { Desk } from '../../operator/desk.js'
import { stampStatements } from '../../operator/stamp-statements.js'
import { maskUrl } from '../../render/mask-url.js'
import type { Errand } from './errands.js'

/** Has authorities time-stamp new statements. */
export const stampErrand = (
  desk: Desk,
  raffleId: string,
  urls: readonly string[],
  env: NodeJS.ProcessEnv,
): Errand => ({
  async run() {
    const stamped = await stampStatements(desk, raffleId, urls, { env })
    return stamped.flatMap(({ url, fault }) =>
      fault === undefined ? [] : [`${maskUrl(url)} has not time-stamped it: ${fault.message}`],
    )
  },
})

/** Adds new statements to the log, if there is one, and asks witnesses to cosign it. */
export const logErrand = (desk: Desk, env: NodeJS.ProcessEnv): Errand => ({
  async run(signal) {
    const { faults = [] } = (await advanceLog(desk, { env, signal })) ?? {}
    return faults.map(({ url, fault }) =>
      fault?.code === 'witness-conflict'
        ? `${url} was shown another history of the log: another copy of this store signs, or somebody has the key; stop, and compare the two`
        : `${url} has not cosigned it: ${fault?.message ?? ''}`,
    )
  },
})
