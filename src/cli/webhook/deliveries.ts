/**
 * `drawaudit webhook deliveries` and `redeliver`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import { formatTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import { findEndpoint, findMessage, redeliver } from '../../operator/webhooks.js'
import { renderJson } from '../../render/json.js'
import type { AttemptRow, DeliveryRow } from '../../store/outbox.js'
import { openStore } from '../../store/open-store.js'
import { atDesk, ceremonyOptions, readMoment } from '../shared/desk.js'
import { findStore } from '../shared/options.js'
import { readInteger } from '../shared/remote.js'
import { writeResult } from '../shared/terminal.js'
import type { Command } from '../shared/command.js'

const text = { type: 'string' as const, requiresArg: true }

function buildDeliveries(yargs: Argv) {
  return yargs
    .positional('message', {
      type: 'string',
      describe: 'The id of one event, or the beginning of it: with all its attempts',
    })
    .option('endpoint', { ...text, describe: 'Those of one endpoint' })
    .option('state', {
      choices: ['pending', 'delivered', 'failed', 'held'] as const,
      requiresArg: true,
      describe: 'Those in one state',
    })
    .option('limit', { ...text, default: '50', describe: 'So many, the newest first' })
    .options(ceremonyOptions)
    .example('$0 webhook deliveries --state failed --store raffles.db', 'What did not get through')
    .example('$0 webhook deliveries msg_1f2e… --store raffles.db', 'One event, attempt by attempt')
}

export const webhookDeliveriesCommand: Command<typeof buildDeliveries> = {
  name: 'deliveries [message]',
  describe: 'Show what was sent to whom, and what is still to be sent',
  build: buildDeliveries,
  async run({ message, endpoint, state, limit, store: file, format }) {
    const store = await openStore(findStore(file), { access: 'read' })
    try {
      const { outbox } = store
      const messageId = message === undefined ? undefined : await findMessage(outbox, message)
      const rows = await outbox.listDeliveries({
        ...(messageId !== undefined && { messageId }),
        ...(endpoint !== undefined && { endpoint: (await findEndpoint(outbox, endpoint)).id }),
        ...(state && { state }),
        limit: readInteger('limit', limit, 1, 10_000),
      })
      const listed: Listed[] = []
      for (const row of rows) {
        const attempts = message === undefined ? undefined : await outbox.listAttempts(row.number)
        listed.push({ row, ...(attempts && { attempts }) })
      }
      await writeResult(
        format === 'json'
          ? renderJson({ deliveries: listed.map(describe) })
          : rows.length === 0
            ? 'there is none\n'
            : listed.map(renderDelivery).join(''),
      )
      return 0
    } finally {
      await store.close()
    }
  },
}

function buildRedeliver(yargs: Argv) {
  return yargs
    .positional('endpoint', {
      type: 'string',
      demandOption: true,
      describe: 'The id of the endpoint, or the beginning of it',
    })
    .positional('message', { type: 'string', describe: 'The id of the event, or the beginning of it' })
    .option('since', { ...text, describe: 'All since a time that were not delivered to it' })
    .options(ceremonyOptions)
    .example('$0 webhook redeliver ep_1f2e3d msg_4c5b… --store raffles.db', 'One, delivered before or not')
    .example(
      '$0 webhook redeliver ep_1f2e3d --since 2026-11-20T00:00:00+00:00 --store raffles.db',
      'What it missed while it was away',
    )
    .epilogue('The webhook-id stays the same, so that a receiver knows what it has seen.')
}

export const webhookRedeliverCommand: Command<typeof buildRedeliver> = {
  name: 'redeliver <endpoint> [message]',
  describe: 'Send again what an endpoint should have been told, now',
  build: buildRedeliver,
  async run(args) {
    const { endpoint, message, since, format } = args
    const which =
      since === undefined
        ? message === undefined
          ? undefined
          : { messageId: message }
        : message === undefined
          ? { since: readMoment('since', since) * 1000 }
          : undefined
    if (which === undefined) {
      throw new DrawauditError('usage', 'give either an event, or --since TIME', {
        hint: 'drawaudit webhook deliveries --endpoint ENDPOINT shows what there is',
      })
    }
    const queued = await atDesk(args, desk => redeliver(desk, endpoint, which))
    const what = `${queued} ${queued === 1 ? 'event' : 'events'} queued`
    const none = 'nothing to queue: a worker is sending it just now\n'
    await writeResult(
      format === 'json' ? renderJson({ queued }) : queued === 0 && message !== undefined ? none : `${what}\n`,
    )
    return 0
  },
}

interface Listed {
  readonly row: DeliveryRow
  readonly attempts?: readonly AttemptRow[]
}

const time = (at: number): string => formatTime(new Date(at))

const describeAttempt = ({ at, duration, status, error, address }: AttemptRow) => ({
  at: time(at),
  ms: duration,
  status: status ?? null,
  code: error ?? null,
  address: address ?? null,
})

const describe = ({ row, attempts }: Listed) => ({
  message: row.messageId,
  type: row.type,
  raffle_id: row.raffleId,
  endpoint: row.endpoint,
  state: row.state,
  attempts: row.attempts,
  created_at: time(row.createdAt),
  due_at: row.state === 'pending' ? time(row.due) : null,
  done_at: row.doneAt === undefined ? null : time(row.doneAt),
  last_attempt: row.lastAttempt === undefined ? null : describeAttempt(row.lastAttempt),
  ...(attempts && { log: attempts.map(describeAttempt) }),
})

function renderDelivery({ row, attempts }: Listed): string {
  const { createdAt, state, type, messageId, endpoint, attempts: count, lastAttempt, due } = row
  const again = attempts !== undefined && attempts.length > count ? ' since it was queued again' : ''
  const last = lastAttempt === undefined || attempts !== undefined ? '' : `, ${renderAttempt(lastAttempt)}`
  const next = state === 'pending' ? `, due ${time(due)}` : ''
  const lines = [
    `${time(createdAt)}  ${state.padEnd('delivered'.length)}  ${type.padEnd('raffle.cancelled'.length)}  ${messageId}`,
    `  to ${endpoint}: ${count} ${count === 1 ? 'attempt' : 'attempts'}${again}${last}${next}`,
    ...(attempts ?? []).map(one => `    ${time(one.at)}  ${renderAttempt(one)}`),
  ]
  return `${lines.join('\n')}\n`
}

function renderAttempt({ duration, status, error, address }: AttemptRow): string {
  return `${status ?? error ?? 'unknown'} after ${duration} ms${address === undefined ? '' : ` from ${address}`}`
}
