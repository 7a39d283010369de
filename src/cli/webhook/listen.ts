/**
 * `drawaudit webhook listen`
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import { join } from 'node:path'
import { formatTime } from '../../core/time.js'
import { escapeText } from '../../render/escape.js'
import { renderJsonLine } from '../../render/json.js'
import { listen } from '../shared/listen.js'
import { formatOption, valueOption } from '../shared/options.js'
import { readInteger } from '../shared/remote.js'
import { talk, writeResult } from '../shared/terminal.js'
import { readWebhookKeys, webhookKeyOptions } from './keys.js'
import { createWebhookListener, type ReceivedWebhook } from './listener.js'
import { makeFolder, writeNew } from '../../io/written-files.js'
import { defineCommand } from '../shared/command.js'

export const webhookListenCommand = defineCommand({
  name: 'listen',
  describe: 'Receive webhooks, verify and print them',
  options: {
    port: { ...valueOption, default: '8092', describe: 'The port to listen on; 0 takes a free one' },
    host: { ...valueOption, default: '127.0.0.1', describe: 'The address to listen on' },
    ...webhookKeyOptions,
    save: { ...valueOption, describe: 'A folder to save requests in, for drawaudit webhook verify' },
    count: { ...valueOption, describe: 'End after so many different events; challenges do not count' },
    format: formatOption,
  },
  examples: [
    ['$0 webhook listen --secret-file secret.txt', 'Receive, verify and print'],
    ['$0 webhook listen', 'Answer the challenge before there is a secret'],
  ],
  epilogue:
    'It speaks plain HTTP: put a proxy with a certificate in front of it, or allow HTTP for this endpoint.',
  async print({ port, host, save, count, format, ...given }) {
    const keys = readWebhookKeys(given).map(({ key }) => key)
    const wanted = count === undefined ? Infinity : readInteger('count', count, 1, 1_000_000)
    if (save !== undefined) makeFolder(save)
    const ending = new AbortController()
    const end = (): void => {
      ending.abort()
    }
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, end)
    let printed = Promise.resolve()
    let counted = 0
    const server = createWebhookListener({
      keys,
      now: () => new Date(),
      ...(save !== undefined && { keep: createKeeper(save) }),
      onReceived(received) {
        printed = printed.then(() =>
          writeResult(format === 'json' ? renderJsonLine(describe(received)) : renderLine(received)),
        )
        // Output errors end the command, which then throws them.
        printed.catch(end)
        if (received.event !== undefined && received.event.type !== 'endpoint.challenge' && !received.again)
          counted += 1
        if (counted >= wanted) end()
      },
    })
    try {
      const url = await listen(server, host, readInteger('port', port, 0, 65_535))
      const note = 'note: nothing is verified, since no key is given: anyone can send anything\n'
      talk(`listening at ${url}\n${keys.length === 0 ? note : ''}`)
      if (!ending.signal.aborted) await once(ending.signal, 'abort')
    } finally {
      server.close()
      server.closeAllConnections()
    }
    await printed
    return 0
  },
})

/** Maximum number of refused requests saved: anyone could fill the disk. */
const mostRefused = 1000

/** Saves each request in its own file, named by time. */
function createKeeper(folder: string): (raw: Uint8Array, received: ReceivedWebhook) => void {
  let number = 0
  let refused = 0
  return (raw, { at, error }) => {
    if (error !== undefined && ++refused > mostRefused) return
    number += 1
    const time = at.toISOString().replace(/[-:.]/g, '')
    const name = `${time}-${String(number).padStart(6, '0')}${error === undefined ? '' : '-refused'}.http`
    writeNew(join(folder, name), raw, 0o600)
  }
}

/** JSON form of a received request. */
function describe({ at, verified, id, event, again, error }: ReceivedWebhook): object {
  return {
    received_at_utc: formatTime(at),
    verified,
    ...(id !== undefined && { id }),
    ...(again && { again }),
    ...(event !== undefined && { event }),
    ...(error !== undefined && { error }),
  }
}

function renderLine({ at, verified, id, event, again, error }: ReceivedWebhook): string {
  const time = formatTime(at)
  if (event === undefined)
    return `${time} refused: ${escapeText(error?.message ?? '')} (${error?.code ?? ''})\n`
  const raffle = 'raffle_id' in event.data ? [event.data.raffle_id] : []
  const words = [event.type, ...raffle, ...(id === undefined ? [] : [id])].map(word => escapeText(word, 300))
  return `${[time, ...words, ...(again ? ['again'] : []), ...(verified ? [] : ['(not verified)'])].join(' ')}\n`
}
