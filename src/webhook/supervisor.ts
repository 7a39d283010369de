/**
 * Runs webhook delivery beside the server in a thread that is restarted after a failure.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import { DrawauditError, type ErrorCode, type Where } from '../errors.js'
export type ToThread = 'stop' | 'cut'

export type FromThread =
  | { readonly kind: 'ready' }
  | { readonly kind: 'attempt'; readonly outcome: string; readonly line: object }
  | { readonly kind: 'trouble'; readonly code: ErrorCode; readonly message: string }
  | {
      readonly kind: 'failed'
      readonly code: ErrorCode
      readonly message: string
      readonly hint?: string
      readonly where: Where
    }

export interface ServedWebhooks {
  /**
   * Claims nothing more, and waits for running attempts.
   *
   * @param deadline - milliseconds after which they are aborted.
   */
  end(deadline: number): Promise<void>
}

/** Milliseconds until a failed thread is restarted. */
const afterFailure = 10_000

/** The delivery thread's module and its start parameters. */
export interface DeliveryThread {
  readonly module: URL
  readonly data: unknown
}

/**
 * Starts to deliver; resolves when the secrets are decrypted.
 *
 * @param onAttempt - called with the result of each attempt.
 * @throws DrawauditError `secret-locked` and the like.
 */
export async function serveWebhooks(
  { module, data }: DeliveryThread,
  log: Logger,
  onAttempt: (outcome: string) => void,
): Promise<ServedWebhooks> {
  let isEnding = false
  let timer: NodeJS.Timeout | undefined
  let thread = start()
  const first = await Promise.race([
    new Promise<undefined>(resolve => {
      thread.once('message', ({ kind }: FromThread) => {
        if (kind === 'ready') resolve(undefined)
      })
    }),
    thread.failed,
  ])
  if (first !== undefined) throw first
  watch()

  function start(): Worker & { readonly failed: Promise<Error> } {
    const worker = new Worker(module, { workerData: data })
    const failed = new Promise<Error>(resolve => {
      worker.on('message', (message: FromThread) => {
        if (message.kind === 'attempt') {
          onAttempt(message.outcome)
          log.info(message.line, 'webhook')
        } else if (message.kind === 'trouble') {
          const { code, message: text } = message
          log.error({ code, message: text }, 'webhooks wait: the store cannot be written')
        } else if (message.kind === 'failed') {
          const { code, message: text, hint, where } = message
          resolve(new DrawauditError(code, text, { where, ...(hint !== undefined && { hint }) }))
        }
      })
      worker.once('error', resolve)
    })
    return Object.assign(worker, { failed })
  }

  function watch(): void {
    void thread.failed.then(error => {
      if (isEnding) return
      log.error({ err: error }, 'webhooks are not delivered; trying again')
      timer = setTimeout(() => {
        thread = start()
        watch()
      }, afterFailure)
    })
  }

  return {
    async end(deadline) {
      isEnding = true
      clearTimeout(timer)
      const ended = once(thread, 'exit')
      thread.postMessage('stop' satisfies ToThread)
      const cut = setTimeout(() => {
        thread.postMessage('cut' satisfies ToThread)
      }, deadline)
      // A thread that has failed already has no exit to wait for.
      if (thread.threadId !== -1) await ended
      clearTimeout(cut)
    },
  }
}
