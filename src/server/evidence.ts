/**
 * The views of a raffle's evidence: statements, bundle, sealed list, proofs; and the keys.
 *
 * @packageDocumentation
 */
import { decodeBase64 } from '../core/encoding.js'
import { parseStatement, type Seal } from '../model/statement.js'
import { streamEntryLines, streamFullBundle } from '../store/public-ceremony.js'
import type { Store, View } from '../store/store.js'
import { createView } from '../store/views.js'
import { Cache } from './cache.js'
import type { ReadAddress } from './client-address.js'
import { Downloads } from './downloads.js'
import type { ServerExchange } from './exchange.js'
import { Kept } from './kept.js'
import { keepBundles, revalidate, serveView, type ServedView } from './raffles.js'
import type { HeaderList } from './respond.js'
import { isFresh, readEntriesWanted, readEntryId } from './request.js'
import { ofRaffle, type RouteRequest, type RouteAnswer } from './route.js'
import { goOn, readBeginning, unreadStart } from './stream.js'

/** Media type of an entry list: one JSON text a line. */
export const listType = 'application/x-ndjson'

/** Size in bytes of the cache of bundles with their lists, and max bytes of one of them. */
const wholeCapacity = 32 * 1024 * 1024
const longestWhole = 1024 * 1024

/** Min bytes of an entry with all members in a list. */
const leastPerEntry = 30

/** A sealed list and the proofs of its entries never change. */
const forever = 'public, max-age=31536000, immutable'

export type EvidenceViews = Readonly<
  Record<'bundle' | 'statements' | 'entries' | 'proof' | 'keys', RouteAnswer>
>

export interface EvidenceOptions {
  readonly store: Store
  readonly readAddress: ReadAddress
}

export function createEvidence({ store, readAddress }: EvidenceOptions): EvidenceViews {
  const downloads = new Downloads()
  const bundles = keepBundles(store)
  /**
   * Bundles with their lists, by the entity tag of the bundle without its list: sealed lists never change.
   */
  const whole = new Cache<ServedView>(wholeCapacity)
  const keys = new Kept({
    store,
    capacity: 1024 * 1024,
    measure: ({ body }: View) => body.length,
    read: async () => createView(JSON.stringify(await store.readTrust())),
  })

  async function answerKeys(exchange: ServerExchange, { type }: RouteRequest): Promise<void> {
    const view = await keys.get('keys', exchange.startedAt)
    if (view !== undefined) await sendView(exchange, view, type)
  }

  async function answerStatements(
    exchange: ServerExchange,
    raffleId: string,
    { type }: RouteRequest,
  ): Promise<void> {
    const view = await store.readStatements(raffleId)
    if (view === undefined) await failMissing(exchange, raffleId)
    else await sendView(exchange, view, type)
  }

  async function answerBundle(
    exchange: ServerExchange,
    raffleId: string,
    { query, type }: RouteRequest,
  ): Promise<void> {
    const wanted = readEntriesWanted(query)
    if (typeof wanted === 'object') {
      exchange.fail(400, wanted.problem)
      return
    }
    const light = await bundles.get(raffleId, exchange.startedAt)
    if (light === undefined) await failMissing(exchange, raffleId)
    else if (wanted === 'none') await sendView(exchange, light, type)
    else await sendFull(exchange, { raffleId, light, type, mayBeLight: wanted === 'short' })
  }

  async function answerList(
    exchange: ServerExchange,
    raffleId: string,
    { type }: RouteRequest,
  ): Promise<void> {
    const statements = await store.readStatements(raffleId)
    const root = statements && findRoot(statements)
    const text = await streamEntryLines(store, raffleId)
    if (text === undefined || root === undefined) await failMissing(exchange, raffleId)
    else await sendPieces(exchange, text, root, forever, type)
  }

  async function answerProof(
    exchange: ServerExchange,
    raffleId: string,
    { type }: RouteRequest,
  ): Promise<void> {
    const asked = readEntryId(exchange.request.url ?? '')
    if ('problem' in asked) {
      exchange.fail(400, asked.problem)
      return
    }
    const proof = await store.readEntryProof(raffleId, asked.entryId)
    if (proof === undefined) await failMissing(exchange, raffleId)
    else await sendView(exchange, createView(JSON.stringify(proof)), type, forever)
  }

  /** Sends the reason why there is no such view. */
  async function failMissing(exchange: ServerExchange, raffleId: string): Promise<void> {
    const statements = await store.readStatements(raffleId)
    if (statements !== undefined) {
      const isSealed = findRoot(statements) !== undefined
      const missing = isSealed ? 'has no such entry in its sealed list' : 'has no sealed list yet'
      exchange.fail(404, `raffle ${raffleId} ${missing}`)
    } else if ((await store.readRaffle(raffleId)) === undefined) {
      exchange.fail(404, `there is no raffle ${raffleId}`)
    } else exchange.fail(404, `raffle ${raffleId} was published without signed statements`)
  }

  /**
   * Sends a bundle with its list. A short one is made whole and cached, since every visit of its page
   * requests it. If `mayBeLight`, it is sent without its list if the list is long, or not available now.
   */
  async function sendFull(
    exchange: ServerExchange,
    { raffleId, light, type, mayBeLight }: FullBundle,
  ): Promise<void> {
    const kept = whole.get(light.etag)
    if (kept !== undefined) {
      await exchange.sendView(kept, type)
      return
    }
    // The bundle from which the entity tag was made, even if a statement was signed since.
    const readBundle = (): Promise<View> => Promise.resolve(light)
    const readEntries = (id: string): ReturnType<Store['readEntries']> => store.readEntries(id)
    const isLight = mayBeLight && countEntries(light) * leastPerEntry > longestWhole
    const text = isLight ? undefined : await streamFullBundle({ readBundle, readEntries }, raffleId)
    const sendLight = mayBeLight
      ? (): Promise<void> | undefined => sendView(exchange, light, type)
      : undefined
    if (text === undefined) {
      await (sendLight === undefined ? failMissing(exchange, raffleId) : sendLight())
      return
    }
    const etag = `W/"${light.etag.slice(1, -1)}-all"`
    const send = async (headers: HeaderList): Promise<void> => {
      const rest = text[Symbol.asyncIterator]()
      try {
        // HEAD reads nothing.
        const isRead = exchange.request.method !== 'HEAD'
        const beginning = isRead ? await readBeginning(rest, longestWhole, takeTurn) : unreadStart
        if (beginning.isWhole) {
          const view = serveView({ body: Buffer.concat(beginning.pieces), etag })
          whole.set(light.etag, view, view.body.length)
          await exchange.sendView(view, type)
        } else if (isRead && sendLight !== undefined) await sendLight()
        else await exchange.sendPieces(type, headers, { text: goOn(beginning, rest), takeTurn })
      } finally {
        await rest.return?.()
      }
    }
    await download(exchange, {
      etag,
      cacheControl: revalidate,
      send,
      ...(sendLight && { instead: sendLight }),
    })
  }

  async function sendPieces(
    exchange: ServerExchange,
    text: AsyncIterable<string>,
    tag: string,
    cacheControl: string,
    type: string,
  ): Promise<void> {
    // Weak: not derived from the bytes, which do not exist yet.
    await download(exchange, {
      etag: `W/"${tag}"`,
      cacheControl,
      send: headers => exchange.sendPieces(type, headers, { text, takeTurn }),
    })
  }

  const takeTurn = (): Promise<void> => downloads.takeTurn()

  /** Streams a long body, unless the client has it already or has no free slot. */
  async function download(
    exchange: ServerExchange,
    { etag, cacheControl, send, instead }: Download,
  ): Promise<void> {
    const headers = ['ETag', etag, 'Cache-Control', cacheControl]
    if (isFresh(exchange.fields, etag)) {
      exchange.sendNotModified(headers)
      return
    }
    const admission =
      exchange.request.method === 'HEAD' ? idle : downloads.admit(readAddress(exchange.request))
    if (typeof admission === 'string' && instead !== undefined) {
      await instead()
      return
    }
    if (typeof admission === 'string') {
      const message = 'too many downloads at a time: try again when one has ended'
      exchange.fail(admission === 'client-full' ? 429 : 503, message, ['Retry-After', '5'])
      return
    }
    try {
      await send(headers)
    } finally {
      admission.release()
    }
  }

  return {
    bundle: ofRaffle(answerBundle),
    statements: ofRaffle(answerStatements),
    entries: ofRaffle(answerList),
    proof: ofRaffle(answerProof),
    keys: answerKeys,
  }
}

interface FullBundle {
  readonly raffleId: string
  /** The bundle without its list. */
  readonly light: View
  readonly type: string
  /** Whether it may be sent without its list. */
  readonly mayBeLight: boolean
}

interface Download {
  readonly etag: string
  readonly cacheControl: string
  readonly send: (headers: HeaderList) => Promise<void>
  /** Answers a client that has too many downloads; by default it is refused. */
  readonly instead?: () => Promise<void> | undefined
}

const idle = { release: () => undefined }

function sendView(
  exchange: ServerExchange,
  view: View,
  type: string,
  cacheControl = revalidate,
): Promise<void> | undefined {
  return exchange.sendView(serveView(view, cacheControl), type)
}

/** Root of the sealed list according to the signed statements, 64 hex digits; undefined before the seal. */
const findRoot = (view: View): string | undefined => findSeal(view)?.entries_root.slice('sha256:'.length)

const countEntries = (view: View): number => findSeal(view)?.total_entries ?? 0

function findSeal({ body }: View): Seal | undefined {
  const { statements } = JSON.parse(Buffer.from(body).toString()) as {
    readonly statements: readonly { readonly payload: string }[]
  }
  const statement = statements[1] && parseStatement(decodeBase64(statements[1].payload))
  return statement?.type === 'seal' ? statement : undefined
}
