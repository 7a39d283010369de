/**
 * A store with endpoints on this machine, whose clock the test sets, and receivers that do what they are told.
 *
 * @packageDocumentation
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { native } from '../../src/native/engine.js'
import { createDesk, type Desk } from '../../src/operator/desk.js'
import { journalOf } from '../../src/operator/journal.js'
import type { WebhookEventType } from '../../src/model/webhook-event.js'
import type { SecretBox } from '../../src/operator/secrets.js'
import { addEndpoint, confirmEndpoint } from '../../src/operator/webhooks.js'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.js'
import { formatEndpointKeys, type EndpointRow } from '../../src/store/outbox.js'
import type { Store } from '../../src/store/store.js'
import { createDeliverer, type Deliverer } from '../../src/webhook/deliver.js'
import type { Attempted } from '../../src/webhook/record.js'
import type { HostLimits } from '../../src/webhook/hosts.js'
import { createSender, type Sender, type SenderOptions } from '../../src/webhook/send.js'
import { keyFile } from '../operator/stage.js'

export const apiUrl = 'https://raffles.example/api/v1'
export const raffleId = '49638a53-01d5-4ea0-96bc-887c4448c4f3'

/** What tests on this machine have to allow. */
export const loopback = { http: true, anyPort: true, networks: ['127.0.0.0/8'] }

interface Test {
  testdir(): string
  teardown(action: () => unknown): void
}

/** A request that a receiver got. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  /** `performance.now()`. */
  readonly at: number
}

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** What to do with a request: `never` answers nothing, `reset` breaks the connection. */
export type Behave = (received: Received, count: number) => Answer | 'never' | 'reset'

export interface Receiver {
  readonly port: number
  readonly received: readonly Received[]
  readonly server: Server
  /** Its URL at an address of this machine. */
  readonly url: (path?: string, address?: string) => string
}

/** Listens on all addresses of this machine. */
export async function createReceiver(
  test: Pick<Test, 'teardown'>,
  behave: Behave = () => ({ status: 204 }),
): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('error', () => undefined)
    request.on('end', () => {
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks),
        at: performance.now(),
      }
      received.push(one)
      const answer = behave(one, received.length)
      if (answer === 'reset') request.socket.resetAndDestroy()
      else if (answer !== 'never') response.writeHead(answer.status, answer.headers).end()
    })
  })
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  test.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  return { port, received, server, url: (path = '/hook', at = '127.0.0.1') => `http://${at}:${port}${path}` }
}

export interface Stage {
  readonly file: string
  readonly store: Store
  readonly desk: Desk
  /** Milliseconds since 1970; without it the clock goes as it does. */
  readonly setClock: (at: number) => void
  /** Puts the clock ahead by so many milliseconds, or back, while time goes on as it does. */
  readonly leap: (ahead: number) => void
  /** Adds an endpoint that has answered a challenge. */
  readonly subscribe: (
    url: string,
    events?: readonly WebhookEventType[],
  ) => Promise<EndpointRow & { secretText: string }>
  /** The public key that signs for an endpoint. */
  readonly keyOf: (id: string) => Promise<string>
  /** Queues events, each for these endpoints. @returns the ids of the messages. */
  readonly queue: (count: number, endpoints: readonly string[], at?: number) => Promise<readonly string[]>
  readonly deliverer: (options?: DelivererSetting) => Deliverer & { readonly attempted: readonly Attempted[] }
  readonly endpoint: (id: string) => Promise<EndpointRow | undefined>
}

export interface DelivererSetting {
  readonly limits?: Partial<HostLimits>
  readonly sender?: SenderOptions
  /** What sends instead of a real one. */
  readonly by?: Sender
  readonly worker?: string
  readonly store?: Store
  readonly onTrouble?: (error: unknown) => void
  readonly wait?: (milliseconds: number) => Promise<unknown>
  readonly keepDays?: number
  /** Milliseconds by which the clock of its machine is ahead. */
  readonly ahead?: number
  /** Intervals are by the clock of the machine that nobody sets, not by the one that the test does. */
  readonly isByMachine?: boolean
}

/** A store in a folder of the test, or one that is given and ends with the test. */
export async function setUp(test: Test, given?: Store): Promise<Stage> {
  const file = join(test.testdir(), 'raffles.db')
  const store = given ?? (await openSqliteStore(file, { access: 'write', create: true }))
  let clock: number | undefined
  let ahead = 0
  const elapsed = (): number => clock ?? Date.now()
  const now = (): number => elapsed() + ahead
  const desk = createDesk({
    store,
    journal: journalOf(file),
    unlock: () => keyFile,
    now: () => new Date(now()),
    random: length => new Uint8Array(randomBytes(length)),
    engine: native,
  })
  test.teardown(() => store.close())
  let box: SecretBox | undefined
  return {
    file,
    store,
    desk,
    setClock(at) {
      clock = at
    },
    leap(to) {
      ahead = to
    },
    async subscribe(url, events) {
      const added = await addEndpoint(desk, { url, allow: loopback, apiUrl, ...(events && { events }) })
      const row = await confirmEndpoint(desk, added.endpoint.id)
      box ??= await desk.openSecrets()
      return { ...row, secretText: added.secret }
    },
    async keyOf(id) {
      const row = await store.outbox.readEndpoint(id)
      if (row === undefined) throw new Error(`there is no endpoint ${id}`)
      return formatEndpointKeys(row, now())[0] ?? ''
    },
    async queue(count, endpoints, at = now()) {
      const ids = Array.from({ length: count }, () => `msg_${randomBytes(16).toString('hex')}`)
      await store.transact(async ({ outbox }) => {
        for (const [index, id] of ids.entries()) {
          const data = { raffle_id: raffleId, reason: `number ${index}` }
          const event = { type: 'raffle.cancelled', timestamp: '2026-11-20T16:15:00+00:00', data }
          await outbox.queue(
            { id, type: event.type, raffleId, createdAt: at, body: Buffer.from(JSON.stringify(event)) },
            endpoints.map(endpoint => ({ endpoint, state: 'pending' as const })),
          )
        }
      })
      return ids
    },
    deliverer({
      limits = {},
      sender: senderOptions,
      by,
      worker = randomUUID(),
      onTrouble,
      wait,
      keepDays,
      ahead: itsAhead = 0,
      isByMachine = false,
      ...other
    } = {}) {
      const attempted: Attempted[] = []
      const sender = by ?? createSender({ now: () => new Date(now()), ...senderOptions })
      test.teardown(() => {
        sender.close()
      })
      const deliverer = createDeliverer({
        store: other.store ?? store,
        decrypt(sealed, place) {
          if (box === undefined) throw new Error('nobody has subscribed yet')
          return box.decrypt(sealed, place)
        },
        sender,
        engine: native,
        worker,
        now: () => now() + itsAhead,
        ...(!isByMachine && { elapsed }),
        random: () => 0.5,
        limits,
        onAttempt: one => attempted.push(one),
        ...(onTrouble && { onTrouble }),
        ...(wait && { wait }),
        ...(keepDays !== undefined && { keepDays }),
      })
      return { ...deliverer, attempted }
    },
    endpoint: async id => (await store.outbox.listEndpoints()).find(one => one.id === id),
  }
}

/** A signal that never comes. */
export const never = new AbortController().signal
