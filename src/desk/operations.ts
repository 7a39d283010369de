/**
 * The operations of the desk: the operator's steps, over HTTP.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { ChainInfo } from '../core/beacon.js'
import { encodeEnvelope } from '../core/dsse.js'
import { parseUuid } from '../core/uuid.js'
import { DrawauditError } from '../errors.js'
import { describeIdFault } from '../model/entry.js'
import { advanceLog } from '../operator/advance-log.js'
import { cancelRaffle } from '../operator/cancel-raffle.js'
import { createRaffle } from '../operator/create-raffle.js'
import type { Desk } from '../operator/desk.js'
import { drawRaffle, type FetchBeacon } from '../operator/draw-raffle.js'
import { describeImported, EntriesRefusedError } from '../operator/import-entries.js'
import { findOperator } from '../operator/keys.js'
import { encodeStatus, readStatus, readStatusPage } from '../operator/raffle-status.js'
import { describeWithdrawn, withdrawEntry } from '../operator/receipts.js'
import { sealRaffle } from '../operator/seal-raffle.js'
import { stampStatements } from '../operator/stamp-statements.js'
import { takeEntries } from '../operator/take-entries.js'
import { readSegment } from '../server/target.js'
import {
  offerNames,
  readAfter,
  readBodyEntries,
  readKey,
  readBodyMembers,
  readNonce,
  readOffer,
  readReason,
  readSwitch,
} from './read-request.js'
import type { IncomingMessage } from 'node:http'

/** Raffles a page. */
const pageSize = 100

/** Dependencies of the operations. */
export interface OperationsOptions {
  readonly desk: Desk
  /** Operator of new raffles; by default the only one with a key. */
  readonly operator?: string
  /** Beacon chain of new raffles. */
  readonly chain: ChainInfo | null
  readonly fetchBeacon: FetchBeacon
  /** Time-stamping authorities. */
  readonly authorities: readonly string[]
  /** Environment with the proxy settings. */
  readonly env: NodeJS.ProcessEnv
  readonly log: Logger
}

/** An authorized request. */
export interface AuthorizedRequest {
  readonly request: IncomingMessage
  /** The path's first parameter; empty if there is none. */
  readonly parameter: string
  /** The query string; empty if there is none. */
  readonly query: string
  /** Empty if there is none. */
  readonly body: Uint8Array
  /** Digest of its token. */
  readonly token: string
}

/** The answer. */
export interface DeskResult {
  readonly status: 200 | 201
  readonly body: object
  /** Whether the same request was carried out before. */
  readonly repeated?: boolean
}

export type DeskOperation = (order: AuthorizedRequest) => Promise<DeskResult>

export type DeskOperations = Readonly<
  Record<'list' | 'create' | 'status' | 'take' | 'withdraw' | 'seal' | 'draw' | 'cancel', DeskOperation>
>

export function createOperations(options: OperationsOptions): DeskOperations {
  const { desk, chain, fetchBeacon, authorities, env, log } = options
  const { ceremonies } = desk.store
  const describe = async (raffleId: string) =>
    encodeStatus(await readStatus(ceremonies, raffleId, desk.now()))

  /** The step is done even if this fails: the next step tries again. */
  async function inform(failure: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof DrawauditError)) throw error
      log.warn({ code: error.code, reason: error.message, hint: error.hint }, failure)
    }
  }

  async function stamp(raffleId: string): Promise<void> {
    for (const { url, fault } of await stampStatements(desk, raffleId, authorities, { env })) {
      if (fault !== undefined) log.warn({ url, code: fault.code, reason: fault.message }, 'not time-stamped')
    }
  }

  async function follow(raffleId: string): Promise<void> {
    await Promise.all([
      inform('nothing is time-stamped', () => stamp(raffleId)),
      inform('the log does not have it yet', () => advanceLog(desk, { env })),
    ])
  }

  return {
    async list({ query }) {
      const page = { after: readAfter(query), limit: pageSize }
      const { statuses, next } = await readStatusPage(ceremonies, desk.now(), page)
      return answer({ raffles: statuses.map(encodeStatus), next: next ?? null })
    },

    async status({ parameter }) {
      return answer(await describe(readRaffleId(parameter)))
    },

    async create({ body }) {
      const offer = readOffer(readBodyMembers(body, offerNames))
      const operator = await findOperator(desk, options.operator)
      const { commitment, signed } = await createRaffle(desk, { ...offer, operator, chain })
      await follow(offer.raffleId)
      return {
        status: signed ? 201 : 200,
        body: { signed, commitment, raffle: await describe(offer.raffleId) },
      }
    },

    async take({ request, parameter, body, token }) {
      const raffleId = readRaffleId(parameter)
      const key = readKey(request)
      const entries = readBodyEntries(readBodyMembers(body, ['entries']))
      const digest = createHash('sha256').update(`${raffleId}\n`).update(body).digest('hex')
      const { imported, receipts, repeated } = await namePlaces(() =>
        takeEntries(desk, raffleId, entries, { token, key, digest }),
      )
      return {
        status: 200,
        repeated,
        body: {
          ...describeImported(raffleId, imported),
          // The list becomes public with the seal.
          personal_ids: imported.personal?.count ?? 0,
          receipts: receipts.map(receipt => encodeEnvelope(receipt, encodeBase64)),
        },
      }
    },

    async withdraw({ request, parameter, body }) {
      const raffleId = readRaffleId(parameter)
      const members = readBodyMembers(body, ['reason', 'nonce'])
      const id = readSegment(request.url ?? '', -1)
      const problem = describeIdFault(id)
      if (problem !== undefined) throw new DrawauditError('desk-body', problem, { hint: 'name an entry' })
      const [reason, nonce] = [readReason(members), readNonce(members)]
      return answer(describeWithdrawn(raffleId, await withdrawEntry(desk, raffleId, id, reason, nonce)))
    },

    async seal({ parameter, body }) {
      const raffleId = readRaffleId(parameter)
      readNothing(body)
      const { seal, signed } = await sealRaffle(desk, raffleId)
      await follow(raffleId)
      return answer({ signed, seal, raffle: await describe(raffleId) })
    },

    async draw({ parameter, body }) {
      const raffleId = readRaffleId(parameter)
      readNothing(body)
      const { draws, winners, signed } = await drawRaffle(desk, raffleId, fetchBeacon)
      await follow(raffleId)
      return answer({ signed, draws, winners, raffle: await describe(raffleId) })
    },

    async cancel({ parameter, body }) {
      const raffleId = readRaffleId(parameter)
      const members = readBodyMembers(body, ['reason', 'although_drawn'])
      const althoughDrawn = readSwitch(members, 'although_drawn')
      const { reason, signed } = await cancelRaffle(desk, raffleId, readReason(members), { althoughDrawn })
      await follow(raffleId)
      return answer({ signed, reason, raffle: await describe(raffleId) })
    },
  }
}

const answer = (body: object): DeskResult => ({ status: 200, body })

function readNothing(body: Uint8Array): void {
  if (body.length > 0) readBodyMembers(body, [])
}

function readRaffleId(text: string): string {
  const id = parseUuid(text)
  if (id !== undefined) return id
  throw new DrawauditError('desk-body', 'a raffle is named by its UUID', {
    hint: 'GET /v1/raffles lists the existing ones',
  })
}

const encodeBase64 = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('base64')

/** Entries of a request have array indexes instead of line numbers. */
async function namePlaces<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof EntriesRefusedError)) throw error
    const [first] = error.problems
    throw new DrawauditError('entries-invalid', first?.problem ?? error.message, {
      hint: 'nothing of the request was carried out',
      where: { pointer: `/entries/${(first?.line ?? 1) - 1}` },
      cause: error,
    })
  }
}
