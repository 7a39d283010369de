/**
 * The tables of webhooks.
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
} from './outbox-rows.js'
import { hashOf } from '../views.js'
import type {
  AttemptRow,
  ClaimedDelivery,
  ClockReading,
  DeliveryFilter,
  DeliveryResult,
  DeliveryRow,
  DeliveryState,
  EndpointRow,
  MessageRow,
  OutboxWriter,
  WebhookSettings,
} from '../outbox.js'
import { createOutboxSql, sharedOutboxSql, type OutboxSql } from './outbox-sql.js'
import type { Sql } from './sql.js'

/** Max lease of a worker, in milliseconds. */
const longestLease = 600_000

const deliveryStates = ['pending', 'delivered', 'failed', 'held'] as const satisfies readonly DeliveryState[]

/** Webhooks in the tables. */
export class OutboxTables implements OutboxWriter {
  readonly #sql: Sql
  readonly #text: OutboxSql
  readonly #access: 'read' | 'write'

  /** @param access - `write` in a writing transaction: reading an endpoint locks it. */
  constructor(sql: Sql, access: 'read' | 'write') {
    this.#sql = sql
    this.#text = createOutboxSql(sql.dialect)
    this.#access = access
  }

  async readWebhookSettings(): Promise<WebhookSettings | undefined> {
    const row = await this.#sql.get<{ api_url: string }>(this.#text.settings)
    return row && { apiUrl: row.api_url }
  }

  async listEndpoints(): Promise<readonly EndpointRow[]> {
    return (await this.#sql.all<RowOfEndpoint>(this.#text.endpoints)).map(readEndpoint)
  }

  async findMessages(prefix: string): Promise<readonly string[]> {
    // Ids are ASCII below `~`.
    const rows = await this.#sql.all<{ id: string }>(this.#text.messages, { from: prefix, to: `${prefix}~` })
    return rows.map(({ id }) => id)
  }

  async readEndpoint(id: string): Promise<EndpointRow | undefined> {
    const row = await this.#sql.get<RowOfEndpoint>(
      this.#access === 'write' ? this.#text.lockedEndpoint : this.#text.endpoint,
      [id],
    )
    return row && readEndpoint(row)
  }

  listDue(): Promise<readonly { readonly endpoint: string; readonly due: number }[]> {
    return this.#sql.all(this.#text.due)
  }

  async listDeliveries(filter: DeliveryFilter): Promise<readonly DeliveryRow[]> {
    return (await this.#findDeliveries(filter)).map(readDelivery)
  }

  async listAttempts(delivery: number): Promise<readonly AttemptRow[]> {
    return (await this.#sql.all<RowOfAttempt>(this.#text.attempts, [delivery])).map(readAttempt)
  }

  async countPending(limit: number): Promise<number> {
    return (await this.#sql.get<{ count: number }>(this.#text.countPending, [limit]))?.count ?? 0
  }

  async readSteadyClock(): Promise<ClockReading | undefined> {
    const row = await this.#sql.get<{ clock_at: number | null; clock_elapsed: number | null }>(
      this.#text.steadyClock,
    )
    if (row?.clock_at == null || row.clock_elapsed === null) return undefined
    return { at: row.clock_at, elapsed: row.clock_elapsed }
  }

  async hasDeadWorkers(now: number): Promise<boolean> {
    return (await this.#sql.get(this.#text.hasDead, { now, latest: now + longestLease })) !== undefined
  }

  async hasDelivered(endpoint: string, since: number): Promise<boolean> {
    return (await this.#sql.get(this.#text.hasDelivered, [endpoint, since])) !== undefined
  }

  async writeWebhookSettings({ apiUrl }: WebhookSettings): Promise<void> {
    await this.#sql.run(this.#text.writeSettings, [apiUrl, hashOf(apiUrl)])
  }

  async writeSteadyClock({ at, elapsed }: ClockReading): Promise<void> {
    await this.#sql.run(this.#text.writeSteadyClock, { at, elapsed })
  }

  hasten(now: number, soon: number, latest: number): Promise<number> {
    return this.#sql.run(this.#text.hasten, { now, soon, latest })
  }

  async writeEndpoint({ events, allow, oldSecret, key, oldKey, ...endpoint }: EndpointRow): Promise<void> {
    await this.#sql.run(this.#text.writeEndpoint, {
      ...endpoint,
      events: events === undefined ? null : JSON.stringify(events),
      http: Number(allow.http),
      anyPort: Number(allow.anyPort),
      networks: JSON.stringify(allow.networks),
      reason: endpoint.reason ?? null,
      oldSecret: oldSecret?.secret ?? null,
      oldSecretUntil: oldSecret?.until ?? null,
      publicKey: key.publicKey,
      privateKey: key.secret,
      oldPublicKey: oldKey?.publicKey ?? null,
      oldPrivateKey: oldKey?.secret ?? null,
      oldKeyUntil: oldKey?.until ?? null,
    })
  }

  async removeEndpoint(id: string): Promise<void> {
    await this.#clear()
    await this.#sql.run(this.#text.removeEndpoint, [id])
  }

  async queue(
    { id, type, raffleId, createdAt, body }: MessageRow,
    deliveries: readonly { readonly endpoint: string; readonly state: 'pending' | 'held' }[],
  ): Promise<void> {
    const values = { id, type, raffleId, createdAt, body, digest: hashOf(body) }
    const message = (await this.#sql.get<{ number: number }>(this.#text.addMessage, values))?.number
    if (message === undefined) throw new DrawauditError('internal', `the message ${id} was not added`)
    const rows = await this.#sql.all<{ id: string; number: number }>(this.#text.numbers, {
      ids: deliveries.map(({ endpoint }) => endpoint),
    })
    const numbers = new Map(rows.map(endpoint => [endpoint.id, endpoint.number]))
    const added = []
    for (const { endpoint: ofId, state } of deliveries) {
      const endpoint = numbers.get(ofId)
      if (endpoint === undefined) continue
      const settled_at = state === 'pending' ? null : createdAt
      added.push({ message, endpoint, state, attempts: 0, due: createdAt, created_at: createdAt, settled_at })
    }
    await this.#sql.insert('webhook_delivery', deliveryColumns, added)
  }

  async claim(
    worker: string,
    endpoint: string,
    limit: number,
    now: number,
    shared = now,
  ): Promise<readonly ClaimedDelivery[]> {
    const rows = this.#sql.dialect.hasOneWriter
      ? await this.#claimAlone(worker, { endpoint, limit, now, shared })
      : await this.#sql.all<RowOfClaim>(sharedOutboxSql.claim, { worker, endpoint, limit, now, shared })
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
    if (!this.#sql.dialect.hasOneWriter) await this.#sql.get(sharedOutboxSql.endpointOf, [number])
    await this.#sql.run(this.#text.addAttempt, { number, at, duration, status, error, address })
    const { state } = next
    const ended = at + duration
    const times = state === 'pending' ? { due: next.due, settledAt: null } : { due: null, settledAt: ended }
    const row = await this.#sql.get<{ endpoint: number }>(this.#text.settle, {
      number,
      worker,
      state,
      ...times,
    })
    if (row === undefined) return false
    if (state === 'delivered') await this.#sql.run(this.#text.delivered, { at: ended, number: row.endpoint })
    return true
  }

  async beat(worker: string, now: number, until: number): Promise<void> {
    await this.#sql.run(this.#text.beat, [worker, until])
    const dead = await this.#sql.all<{ id: string }>(this.#text.dead, {
      worker,
      now,
      latest: now + longestLease,
    })
    for (const { id } of dead) await this.release(id)
  }

  async release(worker: string): Promise<void> {
    await this.#sql.run(this.#text.freeClaims, [worker])
    await this.#sql.run(this.#text.removeWorker, [worker])
  }

  async giveUp(endpoint: string, now: number): Promise<number> {
    await this.readEndpoint(endpoint)
    return this.#sql.run(this.#text.giveUp, { endpoint, now })
  }

  async redeliver(
    endpoint: string,
    which: { readonly messageId: string } | { readonly since: number },
    now: number,
  ): Promise<number> {
    await this.#clear()
    const row = await this.readEndpoint(endpoint)
    const [again, anew] =
      'messageId' in which
        ? [this.#text.againOne, this.#text.anewOne]
        : [this.#text.againSince, this.#text.anewSince]
    const values = { endpoint, now, ...which }
    const events = row?.events ?? []
    return (await this.#sql.run(again, values)) + (await this.#sql.run(anew, { ...values, events }))
  }

  /** Does nothing while another process prunes. */
  async prune(before: number, limit: number): Promise<number> {
    const { hasOneWriter } = this.#sql.dialect
    if (!hasOneWriter && (await this.#sql.get(sharedOutboxSql.tryToClear)) === undefined) return 0
    let removed = 0
    // In this order: removing one allows the removal of the next.
    for (const one of [this.#text.pruneAttempts, this.#text.pruneDeliveries, this.#text.pruneMessages]) {
      removed += await this.#sql.run(one, [before, limit])
    }
    return removed
  }

  /** Waits until nobody else removes or requeues deliveries. */
  async #clear(): Promise<void> {
    if (!this.#sql.dialect.hasOneWriter) await this.#sql.get(sharedOutboxSql.clear)
  }

  /** Row by row: for an UPDATE of many rows SQLite would write an undo log to a file. */
  async #claimAlone(
    worker: string,
    {
      endpoint,
      shared,
      ...which
    }: Readonly<Record<'limit' | 'now' | 'shared', number>> & { readonly endpoint: string },
  ): Promise<readonly RowOfClaim[]> {
    if ((await this.#sql.get(this.#text.isAlive, [worker, shared])) === undefined) return []
    const rows = await this.#sql.all<RowOfClaim>(this.#text.claimable, { endpoint, ...which })
    for (const { number } of rows) await this.#sql.run(this.#text.claimOne, [worker, number])
    return rows
  }

  async #findDeliveries({
    endpoint,
    messageId,
    state,
    limit,
  }: DeliveryFilter): Promise<readonly RowOfDelivery[]> {
    if (messageId !== undefined) {
      return (await this.#sql.all<RowOfDelivery>(this.#text.deliveriesOf, { messageId }))
        .filter(row => endpoint === undefined || row.endpoint === endpoint)
        .filter(row => state === undefined || row.state === state)
        .slice(0, limit)
    }
    // State by state, each from its end: no index has all states in number order.
    const found: RowOfDelivery[] = []
    for (const one of state === undefined ? deliveryStates : [state]) {
      const rows =
        endpoint === undefined
          ? await this.#sql.all<RowOfDelivery>(this.#text.deliveriesIn, { state: one, limit })
          : await this.#sql.all<RowOfDelivery>(this.#text.deliveriesTo, { state: one, endpoint, limit })
      found.push(...rows)
    }
    return found.sort((one, other) => other.number - one.number).slice(0, limit)
  }
}

const deliveryColumns = {
  message: 'bigint',
  endpoint: 'bigint',
  state: 'text',
  attempts: 'bigint',
  due: 'bigint',
  created_at: 'bigint',
  settled_at: 'bigint',
} as const

interface RowOfClaim {
  readonly number: number
  readonly message: string
  readonly body: Uint8Array
  readonly attempts: number
  readonly due: number
  readonly created_at: number
}
