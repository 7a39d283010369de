/**
 * Reads a log's files from a URL, with retries after network errors and waits that the service asks for.
 *
 * @packageDocumentation
 */
import { setTimeout } from 'node:timers/promises'
import { DrawauditError } from '../../errors.js'
import type { Exchange, HeaderField } from '../../model/exchange.js'
import { createClient, type Client } from '../../remote/client.js'
import { readWait } from '../../remote/retry-after.js'
import { parseRemoteUrl } from '../../remote/url.js'
import type { FileReader } from './file-reader.js'

export interface UrlOptions {
  /** HTTP client; by default its own, limited to the public internet. It is not closed here. */
  readonly client?: Pick<Client, 'request'>
  /** Max Retry-After in seconds that is obeyed; 75 by default. */
  readonly longestWait?: number
  /** Seconds before the first retry, doubled each time; 0.5 by default. */
  readonly pause?: number
  /** Called with each wait that a service asks for, in seconds. */
  readonly onWait?: (seconds: number) => void
}

/** Max requests per file. */
const mostTries = 3

/** Errors that a retry may resolve. */
const passing = [
  'remote-unreachable',
  'remote-closed',
  'remote-timeout',
  'remote-truncated',
  'remote-error',
  'remote-limited',
]

/** Whether an error only means that the network or a service failed now. */
export function isPassing(error: unknown): error is DrawauditError {
  return error instanceof DrawauditError && passing.includes(error.code)
}

/**
 * Reads files below a URL.
 *
 * @throws DrawauditError `url-invalid`.
 */
export function openUrl(text: string, options: UrlOptions = {}): FileReader {
  const { longestWait = 75, pause = 0.5, onWait } = options
  const url = parseRemoteUrl(text)
  if (url.search !== '') {
    throw new DrawauditError('url-invalid', 'a base URL has no query', {
      hint: 'give the URL of the log without what follows ?',
    })
  }
  const base = url.href.replace(/\/+$/, '')
  const own = createClient()
  const client = options.client ?? own

  async function ask(name: string, maxBytes: number, signal?: AbortSignal): Promise<Exchange> {
    for (let tries = 1; ; tries++) {
      const seconds = pause * 2 ** (tries - 1)
      try {
        const exchange = await client.request(name, { maxBytes, ...codings(name), ...(signal && { signal }) })
        const { status } = exchange
        if (status === 429 || status === 503) {
          const wait = readWait(exchange) ?? seconds
          if (tries === mostTries || wait > longestWait) throw refuse(status, wait)
          if (wait >= 1) onWait?.(wait)
          await setTimeout(wait * 1000, undefined, signal && { signal })
          continue
        }
        if (status < 500) return exchange
        throw new DrawauditError('remote-error', `the log answered with status ${status}`)
      } catch (error) {
        signal?.throwIfAborted()
        const again = isPassing(error) && error.code !== 'remote-limited'
        if (!again || tries === mostTries) throw error
        await setTimeout(seconds * 1000, undefined, signal && { signal })
      }
    }
  }

  return {
    name: path => `${base}/${path}`,

    async read(path, maxBytes, signal) {
      const name = `${base}/${path}`
      return DrawauditError.within({ file: name }, async () => {
        try {
          const { status, body } = await ask(name, maxBytes, signal)
          if (status === 200) return body
          if (absent.includes(status)) return undefined
          throw new DrawauditError('remote-error', `the log answered with status ${status}`)
        } catch (error) {
          signal?.throwIfAborted()
          throw error
        }
      })
    },

    close() {
      own.close()
    },
  }
}

/** Statuses for files that a log does not have: skylight answers 400 to names of another layout. */
const absent = [400, 404, 410]

/** Entries are compressible, hashes are not. `maxBytes` is the decoded length. */
const codings = (name: string): { readonly headers?: readonly HeaderField[] } =>
  /\/tile\/(entries|data)\//.test(name) ? { headers: [['accept-encoding', 'gzip']] } : {}

function refuse(status: number, seconds: number): DrawauditError {
  const message = `the log answers ${status} and asks to wait ${seconds} seconds`
  return new DrawauditError('remote-limited', message, {
    hint: 'try again then, or wait longer with --max-wait',
  })
}
