/**
 * `drawaudit webhook deliver`
 *
 * @packageDocumentation
 */
import type { DrawauditError } from '../../errors.js'
import { openStore } from '../../store/open-store.js'
import { deliverWebhooks, describeAttempt, openWebhookSecrets } from '../shared/deliver-webhooks.js'
import { deliveryDefaults } from '../shared/delivery-defaults.js'
import type { Desk } from '../../operator/desk.js'
import { atDesk, secretOptions } from '../shared/desk.js'
import { createJsonLog } from '../shared/json-log.js'
import { storeOption, switchOption, valueOption } from '../shared/options.js'
import { openPatiently } from '../shared/patient-store.js'
import { readInteger } from '../shared/remote.js'
import { defineCommand } from '../shared/command.js'

/** Milliseconds for attempts in progress after a signal. */
const farewell = 10_000

export const webhookDeliverCommand = defineCommand({
  name: 'deliver',
  describe: 'Deliver queued events, and keep running',
  options: {
    once: { ...switchOption, describe: 'Deliver what is due now, and exit' },
    rate: {
      ...valueOption,
      default: String(deliveryDefaults.rate),
      describe: 'Maximum attempts per second and host',
    },
    'keep-days': {
      ...valueOption,
      default: String(deliveryDefaults.keepDays),
      describe: 'Days for which attempts and finished events are kept',
    },
    ...secretOptions,
    store: storeOption,
  },
  examples: [
    ['$0 webhook deliver --store raffles.db', 'Until a signal ends it; several may work at once'],
    ['$0 webhook deliver --once --store raffles.db', 'From a timer'],
  ],
  exits: { 0: 'done, even if attempts failed: they are retried later' },
  epilogue:
    'Prints a line of JSON for each attempt, and one with the totals at its end. drawaudit serve --webhooks yes does the same beside serving.',
  async print(args) {
    const stop = new AbortController()
    const cut = new AbortController()
    const end = (): void => {
      stop.abort()
      setTimeout(() => {
        cut.abort()
      }, farewell).unref()
    }
    const signals = ['SIGINT', 'SIGTERM'] as const
    for (const signal of signals) process.once(signal, end)
    const { log, flush } = createJsonLog('info', 1)
    try {
      const deliver = async (desk: Desk) => {
        await openWebhookSecrets(desk)
        log.info({ once: args.once }, 'delivering')
        return deliverWebhooks(
          desk,
          {
            rate: readInteger('rate', args.rate, 1, 100_000),
            keepDays: readInteger('keep-days', args['keep-days'], 1, 36_500),
            once: args.once,
            onAttempt(attempted) {
              log.info(describeAttempt(attempted), 'webhook')
            },
            onTrouble(error) {
              const { code, message } = error as DrawauditError
              log.error({ code, message }, 'the store cannot be written; trying again')
            },
          },
          stop.signal,
          cut.signal,
        )
      }
      const totals = await atDesk(args, deliver, false, (name, options) =>
        args.once ? openStore(name, options) : openPatiently(name, options, log, stop.signal),
      )
      log.info(totals, 'ended')
      return 0
    } catch (error) {
      // Stopped while waiting for the store.
      if (error instanceof Error && error.name === 'AbortError' && stop.signal.aborted) return 0
      throw error
    } finally {
      for (const signal of signals) process.off(signal, end)
      await flush()
    }
  },
})
