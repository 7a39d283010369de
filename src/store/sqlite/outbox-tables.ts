/**
 * The tables of webhooks in an SQLite file.
 *
 * @packageDocumentation
 */
import type { Database } from 'better-sqlite3'
import type {
  AttemptRow,
  ClaimedDelivery,
  DeliveryFilter,
  DeliveryResult,
  DeliveryRow,
  DeliveryState,
  EndpointRow,
  EndpointState,
  MessageRow,
  OutboxWriter,
  WebhookKeyRow,
  WebhookSettings,
} from '../outbox.js'
import { settle } from './ceremony-tables.js'
import { attempt } from './errors.js'
import {
  readAttempt,
  readDelivery,
  readEndpoint,
  type RowOfAttempt,
  type RowOfDelivery,
  type RowOfEndpoint,
} from '../outbox-rows.js'
import { outboxSql as sql } from './outbox-sql.js'

const deliveryStates = ['pending', 'delivered', 'failed', 'held'] as const satisfies readonly DeliveryState[]

/** Webhooks in the tables of one connection. */
export class OutboxTables implements OutboxWriter {
  readonly #sql: ReturnType<typeof prepareStatements>

  constructor(database: Database) {
    this.#sql = attempt(() => prepareStatements(database))
  }

  readWebhookSettings(): Promise<WebhookSettings | undefined> {
    return settle(() => {
      const apiUrl = this.#sql.settings.get()
      return apiUrl === undefined ? undefined : { apiUrl }
    })
  }

  listWebhookKeys(): Promise<readonly WebhookKeyRow[]> {
    return settle(() =>
      this.#sql.keys.all().map(({ public_key, secret, created_at: createdAt, retires_at: retiresAt }) => ({
        publicKey: Uint8Array.from(public_key),
        secret,
        createdAt,
        ...(retiresAt !== null && { retiresAt }),
      })),
    )
  }

  listEndpoints(): Promise<readonly EndpointRow[]> {
    return settle(() => this.#sql.endpoints.all().map(readEndpoint))
  }

  findMessages(prefix: string): Promise<readonly string[]> {
    // Ids are of ASCII below `~`.
    return settle(() => this.#sql.messages.all({ from: prefix, to: `${prefix}~` }))
  }

  readEndpoint(id: string): Promise<EndpointRow | undefined> {
    return settle(() => {
      const row = this.#sql.endpoint.get(id)
      return row && readEndpoint(row)
    })
  }

  listDue(): Promise<readonly { readonly endpoint: string; readonly due: number }[]> {
    return settle(() => this.#sql.due.all())
  }

  listDeliveries(filter: DeliveryFilter): Promise<readonly DeliveryRow[]> {
    return settle(() =>
      this.#findDeliveries(filter).map(row => {
        const last = this.#sql.lastAttempt.get(row.number)
        return { ...readDelivery(row), ...(last && { lastAttempt: readAttempt(last) }) }
      }),
    )
  }

  listAttempts(delivery: number): Promise<readonly AttemptRow[]> {
    return settle(() => this.#sql.attempts.all(delivery).map(readAttempt))
  }

  countPending(limit: number): Promise<number> {
    return settle(() => this.#sql.countPending.get(limit) ?? 0)
  }

  hasDeadWorkers(now: number): Promise<boolean> {
    return settle(() => this.#sql.hasDead.get(now) !== undefined)
  }

  hasDelivered(endpoint: string, since: number): Promise<boolean> {
    return settle(() => this.#sql.hasDelivered.get(endpoint, since) !== undefined)
  }

  writeWebhookSettings({ apiUrl }: WebhookSettings): Promise<void> {
    return settle(() => {
      this.#sql.writeSettings.run(apiUrl)
    })
  }

  writeWebhookKey(key: WebhookKeyRow): Promise<void> {
    return settle(() => {
      this.#sql.writeKey.run({ ...key, retiresAt: key.retiresAt ?? null })
    })
  }

  removeWebhookKey(publicKey: Uint8Array): Promise<void> {
    return settle(() => {
      this.#sql.removeKey.run(publicKey)
    })
  }

  writeEndpoint({ events, allow, oldSecret, ...endpoint }: EndpointRow): Promise<void> {
    return settle(() => {
      this.#sql.writeEndpoint.run({
        ...endpoint,
        events: events === undefined ? null : JSON.stringify(events),
        http: Number(allow.http),
        anyPort: Number(allow.anyPort),
        networks: JSON.stringify(allow.networks),
        reason: endpoint.reason ?? null,
        oldSecret: oldSecret?.secret ?? null,
        oldSecretUntil: oldSecret?.until ?? null,
      })
    })
  }

  removeEndpoint(id: string): Promise<void> {
    return settle(() => {
      this.#sql.removeEndpoint.run(id)
    })
  }

  queue(
    message: MessageRow,
    deliveries: readonly { readonly endpoint: string; readonly state: 'pending' | 'held' }[],
  ): Promise<void> {
    return settle(() => {
      const { createdAt } = message
      const number = Number(this.#sql.addMessage.run(message).lastInsertRowid)
      for (const delivery of deliveries)
        this.#sql.addDelivery.run({ ...delivery, message: number, createdAt })
    })
  }

  claim(worker: string, endpoint: string, limit: number, now: number): Promise<readonly ClaimedDelivery[]> {
    return settle(() => {
      // What it takes would never come back.
      if (this.#sql.isAlive.get(worker, now) === undefined) return []
      return this.#sql.claimable.all({ endpoint, now, limit }).map(row => {
        const { number, message: messageId, body, attempts, created_at: createdAt } = row
        this.#sql.claim.run(worker, number)
        return { number, endpoint, messageId, body: Uint8Array.from(body), attempts, createdAt }
      })
    })
  }

  record(worker: string, { number, attempt: made, next }: DeliveryResult): Promise<boolean> {
    return settle(() => {
      const { at, duration, status = null, error = null, address = null } = made
      this.#sql.addAttempt.run({ number, at, duration, status, error, address })
      const { state } = next
      const ended = at + duration
      const times = state === 'pending' ? { due: next.due, settledAt: null } : { due: null, settledAt: ended }
      const endpoint = this.#sql.settle.get({ number, worker, state, ...times })
      if (endpoint === undefined) return false
      if (state === 'delivered') this.#sql.delivered.run(ended, endpoint)
      return true
    })
  }

  beat(worker: string, now: number, until: number): Promise<void> {
    return settle(() => {
      this.#sql.beat.run(worker, until)
      for (const dead of this.#sql.dead.all(now)) this.#forget(dead)
    })
  }

  release(worker: string): Promise<void> {
    return settle(() => {
      this.#forget(worker)
    })
  }

  giveUp(endpoint: string, now: number): Promise<number> {
    return settle(() => this.#sql.giveUp.run({ endpoint, now }).changes)
  }

  redeliver(
    endpoint: string,
    which: { readonly messageId: string } | { readonly since: number },
    now: number,
  ): Promise<number> {
    return settle(() => {
      const { againOne, anewOne, againSince, anewSince } = this.#sql
      const runs =
        'messageId' in which
          ? [againOne, anewOne].map(run => run.run({ endpoint, now, messageId: which.messageId }))
          : [againSince, anewSince].map(run => run.run({ endpoint, now, since: which.since }))
      return runs.reduce((sum, { changes }) => sum + changes, 0)
    })
  }

  prune(before: number, limit: number): Promise<number> {
    return settle(() => {
      const { pruneAttempts, pruneDeliveries, pruneMessages } = this.#sql
      // In this order: what is left of one allows to remove the other.
      return [pruneAttempts, pruneDeliveries, pruneMessages].reduce(
        (sum, one) => sum + one.run(before, limit).changes,
        0,
      )
    })
  }

  #findDeliveries({ endpoint, messageId, state, limit }: DeliveryFilter): readonly RowOfDelivery[] {
    if (messageId !== undefined) {
      return this.#sql.deliveriesOf
        .all({ messageId })
        .filter(row => endpoint === undefined || row.endpoint === endpoint)
        .filter(row => state === undefined || row.state === state)
        .slice(0, limit)
    }
    // One state after the other, each from its end: no index has all states in the order of numbers.
    return (state === undefined ? deliveryStates : [state])
      .flatMap(one =>
        endpoint === undefined
          ? this.#sql.deliveriesIn.all({ state: one, limit })
          : this.#sql.deliveriesTo.all({ state: one, endpoint, limit }),
      )
      .sort((one, other) => other.number - one.number)
      .slice(0, limit)
  }

  #forget(worker: string): void {
    this.#sql.freeClaims.run(worker)
    this.#sql.removeWorker.run(worker)
  }
}

type Bytes = Uint8Array

interface OfEndpoint {
  endpoint: string
  now: number
}

function prepareStatements(database: Database) {
  return {
    settings: database.prepare<[], string>(sql.settings).pluck(),
    keys: database.prepare<
      [],
      { public_key: Bytes; secret: Bytes; created_at: number; retires_at: number | null }
    >(sql.keys),
    endpoints: database.prepare<[], RowOfEndpoint>(sql.endpoints),
    endpoint: database.prepare<[string], RowOfEndpoint>(sql.endpoint),
    messages: database.prepare<{ from: string; to: string }, string>(sql.messages).pluck(),
    due: database.prepare<[], { endpoint: string; due: number }>(sql.due),
    deliveriesIn: database.prepare<{ state: DeliveryState; limit: number }, RowOfDelivery>(sql.deliveriesIn),
    deliveriesTo: database.prepare<{ state: DeliveryState; endpoint: string; limit: number }, RowOfDelivery>(
      sql.deliveriesTo,
    ),
    deliveriesOf: database.prepare<{ messageId: string }, RowOfDelivery>(sql.deliveriesOf),
    lastAttempt: database.prepare<[number], RowOfAttempt>(sql.lastAttempt),
    attempts: database.prepare<[number], RowOfAttempt>(sql.attempts),
    countPending: database.prepare<[number], number>(sql.countPending).pluck(),
    hasDead: database.prepare<[number], number>(sql.hasDead).pluck(),
    hasDelivered: database.prepare<[string, number], number>(sql.hasDelivered).pluck(),
    writeSettings: database.prepare<[string]>(sql.writeSettings),
    writeKey: database.prepare<{
      publicKey: Bytes
      secret: Bytes
      createdAt: number
      retiresAt: number | null
    }>(sql.writeKey),
    removeKey: database.prepare<[Bytes]>(sql.removeKey),
    writeEndpoint: database.prepare<{
      id: string
      url: string
      events: string | null
      http: number
      anyPort: number
      networks: string
      state: EndpointState
      reason: string | null
      createdAt: number
      changedAt: number
      secret: Bytes
      oldSecret: Bytes | null
      oldSecretUntil: number | null
      notBefore: number
    }>(sql.writeEndpoint),
    removeEndpoint: database.prepare<[string]>(sql.removeEndpoint),
    addMessage: database.prepare<MessageRow>(sql.addMessage),
    addDelivery: database.prepare<{
      message: number
      endpoint: string
      state: DeliveryState
      createdAt: number
    }>(sql.addDelivery),
    isAlive: database.prepare<[string, number], number>(sql.isAlive).pluck(),
    claimable: database.prepare<
      { endpoint: string; now: number; limit: number },
      { number: number; message: string; body: Bytes; attempts: number; created_at: number }
    >(sql.claimable),
    claim: database.prepare<[string, number]>(sql.claim),
    addAttempt: database.prepare<RowOfAttempt & { number: number }>(sql.addAttempt),
    settle: database
      .prepare<
        {
          number: number
          worker: string
          state: DeliveryState
          due: number | null
          settledAt: number | null
        },
        number
      >(sql.settle)
      .pluck(),
    delivered: database.prepare<[number, number]>(sql.delivered),
    beat: database.prepare<[string, number]>(sql.beat),
    dead: database.prepare<[number], string>(sql.dead).pluck(),
    freeClaims: database.prepare<[string]>(sql.freeClaims),
    removeWorker: database.prepare<[string]>(sql.removeWorker),
    giveUp: database.prepare<OfEndpoint>(sql.giveUp),
    againOne: database.prepare<OfEndpoint & { messageId: string }>(sql.againOne),
    againSince: database.prepare<OfEndpoint & { since: number }>(sql.againSince),
    anewOne: database.prepare<OfEndpoint & { messageId: string }>(sql.anewOne),
    anewSince: database.prepare<OfEndpoint & { since: number }>(sql.anewSince),
    pruneAttempts: database.prepare<[number, number]>(sql.pruneAttempts),
    pruneDeliveries: database.prepare<[number, number]>(sql.pruneDeliveries),
    pruneMessages: database.prepare<[number, number]>(sql.pruneMessages),
  }
}
