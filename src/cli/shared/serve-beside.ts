/**
 * The public server beside a command, on a thread of its own.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { DrawauditError, type ErrorCode } from '../../errors.js'

/** What the thread is started with. */
export interface ServeThreadData {
  readonly store: string
  readonly host: string
  readonly port: number
}

/** What the thread says. */
export type ServedFrom =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string; readonly hint?: string }

export interface ServedBeside {
  readonly url: string
  /** Ends it, once what is under way is answered. */
  readonly end: () => Promise<void>
}

/**
 * Starts the server on a store that is there.
 *
 * @param module - `serve-thread.js`, as the build has it.
 * @throws DrawauditError `address-unavailable`, and as opening a store does.
 */
export async function serveBeside(module: URL, data: ServeThreadData): Promise<ServedBeside> {
  const worker = new Worker(module, { workerData: data })
  const [message] = (await once(worker, 'message')) as [ServedFrom]
  if (message.kind === 'failed') {
    throw new DrawauditError(message.code, message.message, {
      ...(message.hint !== undefined && { hint: message.hint }),
    })
  }
  return {
    url: message.url,
    async end() {
      const ended = once(worker, 'exit')
      worker.postMessage('end')
      await ended
    },
  }
}
