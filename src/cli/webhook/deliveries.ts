/**
 * `drawaudit webhook deliveries` and `redeliver`
 *
 * @packageDocumentation
 */
import { formatTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import { findEndpoint, findMessage, redeliver } from '../../operator/webhooks.js'
import type { AttemptRow, DeliveryRow } from '../../store/outbox.js'
import { atStore } from '../shared/at-store.js'
import { atDesk } from '../shared/desk.js'
import { momentForms, readMoment } from '../shared/moment.js'
import { requiredArgument, storeOption, valueOption } from '../shared/options.js'
import { readInteger } from '../shared/remote.js'
import { defineCommand } from '../shared/command.js'
import { nameLast } from '../shared/terminal.js'

export const webhookDeliveriesCommand = defineCommand({
  name: 'deliveries [message]',
  describe: 'Show past and pending deliveries',
  arguments: {
    message: {
      type: 'string',
      describe: 'The id of one event, or the beginning of it: shows all its attempts',
    },
  },
  options: {
    endpoint: { ...valueOption, describe: 'Only those to this endpoint' },
    state: {
      placeholder: 'STATE',
      choices: ['pending', 'delivered', 'failed', 'held'],
      requiresArg: true,
      describe: 'Only those in this state',
    },
    limit: { ...valueOption, default: '50', describe: 'How many to show, newest first' },
    store: storeOption,
  },
  examples: [
    ['$0 webhook deliveries --state failed --store raffles.db', 'Failed deliveries'],
    ['$0 webhook deliveries msg_1f2e… --store raffles.db', 'One event, attempt by attempt'],
  ],
  run: ({ message, endpoint, state, limit, store }) =>
    atStore(store, 'read', async ({ outbox }) => {
      const messageId = message === undefined ? undefined : await findMessage(outbox, message)
      const rows = await outbox.listDeliveries({
        ...(messageId !== undefined && { messageId }),
        ...(endpoint !== undefined && { endpoint: (await findEndpoint(outbox, endpoint)).id }),
        ...(state && { state }),
        limit: readInteger('limit', limit, 1, 10_000),
      })
      const listed: ListedDelivery[] = []
      for (const row of rows) {
        const attempts = message === undefined ? undefined : await outbox.listAttempts(row.number)
        listed.push({ row, ...(attempts && { attempts }) })
      }
      return listed
    }),
  json: listed => ({ deliveries: listed.map(describe) }),
  text: listed => (listed.length === 0 ? 'there are no deliveries\n' : listed.map(renderDelivery).join('')),
})

export const webhookRedeliverCommand = defineCommand({
  name: 'redeliver <endpoint> [message]',
  describe: 'Send events to an endpoint again, now',
  arguments: {
    endpoint: {
      ...requiredArgument,
      describe: 'The id of the endpoint, or the beginning of it',
    },
    message: { type: 'string', describe: 'The id of the event, or the beginning of it' },
  },
  options: {
    since: { ...valueOption, describe: `All undelivered events since a time, ${momentForms}` },
    store: storeOption,
  },
  examples: [
    ['$0 webhook redeliver ep_1f2e3d msg_4c5b… --store raffles.db', 'One event, delivered before or not'],
    [
      '$0 webhook redeliver ep_1f2e3d --since 2026-11-20T00:00:00+00:00 --store raffles.db',
      'The events missed during an outage',
    ],
  ],
  epilogue: 'The webhook-id stays the same, so that a receiver recognises duplicates.',
  async run(args) {
    const { endpoint, message, since } = args
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
    return { queued: await atDesk(args, desk => redeliver(desk, endpoint, which)) }
  },
  text: ({ queued }, { message }) =>
    queued === 0 && message !== undefined
      ? 'nothing to queue: a worker is sending it just now\n'
      : `${queued} ${queued === 1 ? 'event' : 'events'} queued\n`,
})

interface ListedDelivery {
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

const describe = ({ row, attempts }: ListedDelivery) => ({
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

function renderDelivery({ row, attempts }: ListedDelivery): string {
  const { createdAt, state, type, messageId, endpoint, attempts: count, lastAttempt, due } = row
  const again = attempts !== undefined && attempts.length > count ? ' since it was queued again' : ''
  const last = lastAttempt === undefined || attempts !== undefined ? '' : `, ${renderAttempt(lastAttempt)}`
  const next = state === 'pending' ? `, due ${time(due)}` : ''
  const lines = [
    nameLast(
      `${time(createdAt)}  ${state.padEnd('delivered'.length)}  ${type.padEnd('raffle.cancelled'.length)}`,
      messageId,
    ),
    `  to ${endpoint}: ${count} ${count === 1 ? 'attempt' : 'attempts'}${again}${last}${next}`,
    ...(attempts ?? []).map(one => `    ${time(one.at)}  ${renderAttempt(one)}`),
  ]
  return `${lines.join('\n')}\n`
}

function renderAttempt({ duration, status, error, address }: AttemptRow): string {
  return `${status ?? error ?? 'unknown'} after ${duration} ms${address === undefined ? '' : ` from ${address}`}`
}
