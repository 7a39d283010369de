/**
 * The tables of webhooks in PostgreSQL.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import {
  readAttempt,
  readDelivery,
  readEndpoint,
  type RowOfAttempt,
  type RowOfDelivery,
  type RowOfEndpoint,
} from '../outbox-rows.js'
import type {
  AttemptRow,
  ClaimedDelivery,
  DeliveryFilter,
  DeliveryResult,
  DeliveryRow,
  DeliveryState,
  EndpointRow,
  MessageRow,
  OutboxWriter,
  WebhookKeyRow,
  WebhookSettings,
} from '../outbox.js'
import { outboxSql as text } from './outbox-sql.js'
import type { Sql } from '../tables/sql.js'

const deliveryStates = ['pending', 'delivered', 'failed', 'held'] as const satisfies readonly DeliveryState[]

/** Webhooks in the tables. */
export class OutboxTables implements OutboxWriter {
  readonly #sql: Sql
  readonly #readEndpoint: string

  /** @param access - `write` in a transaction that writes: it locks the endpoint that it reads. */
  constructor(sql: Sql, access: 'read' | 'write') {
    this.#sql = sql
    this.#readEndpoint = access === 'write' ? text.lockEndpoint : text.endpoint
  }

  async readWebhookSettings(): Promise<WebhookSettings | undefined> {
    const row = await this.#sql.get<{ api_url: string }>(text.settings)
    return row && { apiUrl: row.api_url }
  }

  async listWebhookKeys(): Promise<readonly WebhookKeyRow[]> {
    const rows = await this.#sql.all<RowOfKey>(text.keys)
    return rows.map(({ public_key: publicKey, secret, created_at: createdAt, retires_at: retiresAt }) => ({
      publicKey,
      secret,
      createdAt,
      ...(retiresAt !== null && { retiresAt }),
    }))
  }

  async listEndpoints(): Promise<readonly EndpointRow[]> {
    return (await this.#sql.all<RowOfEndpoint>(text.endpoints)).map(readEndpoint)
  }

  async findMessages(prefix: string): Promise<readonly string[]> {
    // Ids are of ASCII below `~`.
    const rows = await this.#sql.all<{ id: string }>(text.messages, { from: prefix, to: `${prefix}~` })
    return rows.map(({ id }) => id)
  }

  async readEndpoint(id: string): Promise<EndpointRow | undefined> {
    const row = await this.#sql.get<RowOfEndpoint>(this.#readEndpoint, [id])
    return row && readEndpoint(row)
  }

  listDue(): Promise<readonly { readonly endpoint: string; readonly due: number }[]> {
    return this.#sql.all(text.due)
  }

  async listDeliveries(filter: DeliveryFilter): Promise<readonly DeliveryRow[]> {
    const rows = await this.#findDeliveries(filter)
    const attempts = await this.#sql.all<RowOfAttempt & { delivery: number }>(text.lastAttempts, [
      rows.map(({ number }) => number),
    ])
    const last = new Map(attempts.map(row => [row.delivery, readAttempt(row)]))
    return rows.map(row => {
      const lastAttempt = last.get(row.number)
      return { ...readDelivery(row), ...(lastAttempt && { lastAttempt }) }
    })
  }

  async listAttempts(delivery: number): Promise<readonly AttemptRow[]> {
    return (await this.#sql.all<RowOfAttempt>(text.attempts, [delivery])).map(readAttempt)
  }

  async countPending(limit: number): Promise<number> {
    return (await this.#sql.get<{ count: number }>(text.countPending, [limit]))?.count ?? 0
  }

  async hasDeadWorkers(now: number): Promise<boolean> {
    return (await this.#sql.get(text.hasDead, [now])) !== undefined
  }

  async hasDelivered(endpoint: string, since: number): Promise<boolean> {
    return (await this.#sql.get(text.hasDelivered, [endpoint, since])) !== undefined
  }

  async writeWebhookSettings({ apiUrl }: WebhookSettings): Promise<void> {
    await this.#sql.run(text.writeSettings, [apiUrl])
  }

  async writeWebhookKey(key: WebhookKeyRow): Promise<void> {
    await this.#sql.run(text.writeKey, { ...key, retiresAt: key.retiresAt ?? null })
  }

  async removeWebhookKey(publicKey: Uint8Array): Promise<void> {
    await this.#sql.run(text.removeKey, [publicKey])
  }

  async writeEndpoint({ events, allow, oldSecret, ...endpoint }: EndpointRow): Promise<void> {
    await this.#sql.run(text.writeEndpoint, {
      ...endpoint,
      events: events === undefined ? null : JSON.stringify(events),
      http: Number(allow.http),
      anyPort: Number(allow.anyPort),
      networks: JSON.stringify(allow.networks),
      reason: endpoint.reason ?? null,
      oldSecret: oldSecret?.secret ?? null,
      oldSecretUntil: oldSecret?.until ?? null,
    })
  }

  async removeEndpoint(id: string): Promise<void> {
    await this.#sql.run(text.clear)
    await this.#sql.run(text.removeEndpoint, [id])
  }

  async queue(
    { id, type, raffleId, createdAt, body }: MessageRow,
    deliveries: readonly { readonly endpoint: string; readonly state: 'pending' | 'held' }[],
  ): Promise<void> {
    const row = await this.#sql.get<{ number: number }>(text.addMessage, {
      id,
      type,
      raffleId,
      createdAt,
      body,
    })
    if (row === undefined) throw new DrawauditError('internal', `the message ${id} was not added`)
    if (deliveries.length === 0) return
    await this.#sql.run(text.addDeliveries, {
      message: row.number,
      createdAt,
      endpoints: deliveries.map(({ endpoint }) => endpoint),
      states: deliveries.map(({ state }) => state),
    })
  }

  async claim(
    worker: string,
    endpoint: string,
    limit: number,
    now: number,
  ): Promise<readonly ClaimedDelivery[]> {
    const rows = await this.#sql.all<RowOfClaim>(text.claim, { worker, endpoint, limit, now })
    return rows
      .toSorted((one, other) => one.due - other.due || one.number - other.number)
      .map(({ number, message: messageId, body, attempts, created_at: createdAt }) => ({
        number,
        endpoint,
        messageId,
        body,
        attempts,
        createdAt,
      }))
  }

  async record(worker: string, { number, attempt, next }: DeliveryResult): Promise<boolean> {
    const { at, duration, status = null, error = null, address = null } = attempt
    await this.#sql.run(text.lockEndpointOf, [number])
    await this.#sql.run(text.addAttempt, { number, at, duration, status, error, address })
    const { state } = next
    const ended = at + duration
    const times = state === 'pending' ? { due: next.due, settledAt: null } : { due: null, settledAt: ended }
    const row = await this.#sql.get<{ endpoint: number }>(text.settle, { number, worker, state, ...times })
    if (row === undefined) return false
    if (state === 'delivered') await this.#sql.run(text.delivered, [ended, row.endpoint])
    return true
  }

  async beat(worker: string, now: number, until: number): Promise<void> {
    await this.#sql.run(text.beat, [worker, until])
    const dead = await this.#sql.all<{ id: string }>(text.dead, [now])
    for (const { id } of dead) await this.release(id)
  }

  async release(worker: string): Promise<void> {
    await this.#sql.run(text.freeClaims, [worker])
    await this.#sql.run(text.removeWorker, [worker])
  }

  async giveUp(endpoint: string, now: number): Promise<number> {
    await this.#sql.run(text.lockEndpoint, [endpoint])
    return this.#sql.run(text.giveUp, { endpoint, now })
  }

  async redeliver(
    endpoint: string,
    which: { readonly messageId: string } | { readonly since: number },
    now: number,
  ): Promise<number> {
    await this.#sql.run(text.clear)
    await this.#sql.run(text.lockEndpoint, [endpoint])
    const [again, anew] =
      'messageId' in which ? [text.againOne, text.anewOne] : [text.againSince, text.anewSince]
    const values = { endpoint, now, ...which }
    return (await this.#sql.run(again, values)) + (await this.#sql.run(anew, values))
  }

  /** Nothing while another one does it. */
  async prune(before: number, limit: number): Promise<number> {
    if ((await this.#sql.get(text.tryToClear)) === undefined) return 0
    let removed = 0
    // In this order: what is left of one allows to remove the other.
    for (const one of [text.pruneAttempts, text.pruneDeliveries, text.pruneMessages]) {
      removed += await this.#sql.run(one, [before, limit])
    }
    return removed
  }

  async #findDeliveries({
    endpoint,
    messageId,
    state,
    limit,
  }: DeliveryFilter): Promise<readonly RowOfDelivery[]> {
    if (messageId !== undefined) {
      return (await this.#sql.all<RowOfDelivery>(text.deliveriesOf, { messageId }))
        .filter(row => endpoint === undefined || row.endpoint === endpoint)
        .filter(row => state === undefined || row.state === state)
        .slice(0, limit)
    }
    // One state after the other, each from its end: no index has all states in the order of numbers.
    const found: RowOfDelivery[] = []
    for (const one of state === undefined ? deliveryStates : [state]) {
      const rows =
        endpoint === undefined
          ? await this.#sql.all<RowOfDelivery>(text.deliveriesIn, { state: one, limit })
          : await this.#sql.all<RowOfDelivery>(text.deliveriesTo, { state: one, endpoint, limit })
      found.push(...rows)
    }
    return found.sort((one, other) => other.number - one.number).slice(0, limit)
  }
}

interface RowOfKey {
  readonly public_key: Uint8Array
  readonly secret: Uint8Array
  readonly created_at: number
  readonly retires_at: number | null
}

interface RowOfClaim {
  readonly number: number
  readonly message: string
  readonly body: Uint8Array
  readonly attempts: number
  readonly due: number
  readonly created_at: number
}
