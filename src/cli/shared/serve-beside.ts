/**
 * The public server on a thread beside a command.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { DrawauditError, type ErrorCode } from '../../errors.js'

/** `workerData` of the thread. */
export interface ServeThreadData {
  readonly store: string
  readonly host: string
  readonly port: number
}

/** Messages from the thread. */
export type ServeThreadMessage =
  | { readonly kind: 'listening'; readonly url: string }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly message: string; readonly hint?: string }

export interface ServedBeside {
  readonly url: string
  /** Ends the server after requests in progress. */
  readonly end: () => Promise<void>
}

/**
 * Starts the server on an existing store.
 *
 * @param module - the built `serve-thread.js`.
 * @throws DrawauditError `address-unavailable`; as opening a store does.
 */
export async function serveBeside(module: URL, data: ServeThreadData): Promise<ServedBeside> {
  const worker = new Worker(module, { workerData: data })
  const [message] = (await once(worker, 'message')) as [ServeThreadMessage]
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
