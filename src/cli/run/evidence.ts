/**
 * What others see of a raffle while it goes on: time-stamps, and the log with its witnesses.
 *
 * @packageDocumentation
 */
import { advanceLog } from '../../operator/advance-log.js'
import type { Desk } from '../../operator/desk.js'
import { stampStatements } from '../../operator/stamp-statements.js'
import { maskUrl } from '../../render/mask-url.js'
import type { Errand } from './errands.js'

/** Has authorities time-stamp what was signed. */
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

/** Brings what was signed into the log, where there is one, and has witnesses cosign it. */
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
