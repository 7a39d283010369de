/**
 * The webhook thread of `drawaudit serve`, so that requests do not wait for deliveries.
 *
 * @packageDocumentation
 */
import { parentPort, workerData } from 'node:worker_threads'
import { DrawauditError } from '../../errors.js'
import { deliverWebhooks, describeAttempt, openWebhookSecrets } from '../shared/deliver-webhooks.js'
import type { FromThread, ToThread } from '../../webhook/supervisor.js'
import { atDesk, type DeskArguments } from '../shared/desk.js'

/** `workerData` of the thread. */
export interface WebhookThreadData {
  readonly args: DeskArguments
  readonly rate: number
  readonly keepDays: number
}

const { args, rate, keepDays } = workerData as WebhookThreadData

const stop = new AbortController()
const cut = new AbortController()
parentPort?.on('message', (message: ToThread) => {
  stop.abort()
  if (message === 'cut') cut.abort()
})

const tell = (message: FromThread): void => {
  parentPort?.postMessage(message)
}

try {
  await atDesk(args, async desk => {
    // A wrong passphrase fails before anything is served.
    await openWebhookSecrets(desk)
    tell({ kind: 'ready' })
    await deliverWebhooks(
      desk,
      {
        rate,
        keepDays,
        once: false,
        onAttempt(attempted) {
          tell({ kind: 'attempt', outcome: attempted.outcome, line: describeAttempt(attempted) })
        },
        onTrouble(error) {
          const { code, message } = error as DrawauditError
          tell({ kind: 'trouble', code, message })
        },
      },
      stop.signal,
      cut.signal,
    )
  })
} catch (error) {
  if (!(error instanceof DrawauditError)) throw error
  const { code, message, hint, where } = error
  tell({ kind: 'failed', code, message, where, ...(hint !== undefined && { hint }) })
} finally {
  parentPort?.close()
}
