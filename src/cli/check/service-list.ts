/**
 * The sealed list of a raffle, read from the service. Bundles are served without it, and only the list shows
 * whether an entry occurs repeatedly.
 *
 * @packageDocumentation
 */
import type { Gathered } from '../../conformance/evidence.js'
import type { ProbeRequest } from '../../conformance/probes.js'
import { equalBytes, parseSha256 } from '../../core/digest.js'
import type { Bundle } from '../../model/bundle.js'
import { maxLineLength } from '../../model/entry.js'
import type { Seal, Statement } from '../../model/statement.js'
import type { TrustRoot } from '../../model/trust.js'
import { isStatement, readStatement } from '../../verify/bundle/chain.js'
import type { ListSummary } from '../../verify/bundle/entry-list.js'
import type { EngineName } from '../shared/options.js'
import type { Remote } from '../shared/remote.js'

export interface ServiceListOptions {
  readonly trust: TrustRoot
  readonly engine: EngineName
  /** Deadline for requests, in milliseconds since 1970. */
  readonly until: number
}

type UnreadList = NonNullable<Gathered['unreadList']>

interface ListResult {
  readonly list?: ListSummary
  readonly unreadList?: UnreadList
}

/** Maximum bytes of a list read into memory. */
const longestList = 64 * 1024 * 1024

const elsewhere =
  'and drawaudit observe --list reads longer ones: what it signs is an observation (--observation)'

const pieceLength = 64 * 1024

/** Reads the lists of a service. */
export class ServiceLists {
  readonly #remote: Remote
  readonly #options: ServiceListOptions
  /** Summaries of lists that match their seal, and so cannot change. */
  readonly #sealed = new Map<string, ListSummary>()
  /** Serialises reads, since each holds a list in memory. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(remote: Remote, options: ServiceListOptions) {
    this.#remote = remote
    this.#options = options
  }

  /** Summary of the list of a bundle, or why it was not read; neither if it is not needed. */
  async read(bundle: Bundle): Promise<ListResult> {
    const read = this.#turn.then(async () => this.#read(bundle))
    this.#turn = read.catch(() => undefined)
    return read
  }

  async #read({ statements, entries }: Bundle): Promise<ListResult> {
    const seal = statements.map(readStatement).filter(isStatement).find(isSeal)
    const { trust, until } = this.#options
    if (seal === undefined || entries !== undefined) return {}
    if (!trust.operators.some(({ name }) => name === seal.operator)) return {}
    const known = this.#sealed.get(keyOf(seal))
    if (known !== undefined) return { list: known }
    if (Date.now() >= until) {
      return unread('remote-timeout', 'half of the time for the whole check was over before it was read')
    }
    const answer = await this.#remote.session.send('entries', requestOf(seal))
    if ('fault' in answer) {
      const { code, message } = answer.fault
      // A retry would not help.
      return code === 'remote-too-large'
        ? unread('evidence-missing', `${message}, ${elsewhere}`)
        : unread(code, message)
    }
    const { status, body } = answer.exchange
    if (status >= 500) return unread('remote-error', `the service answers ${status}`)
    if (status !== 200) return unread('evidence-missing', `the service shows no list (${status})`)
    const list = await this.#summarize(body)
    if (isSealed(list, seal)) this.#sealed.set(keyOf(seal), list)
    return { list }
  }

  /** Without the digest of the file: only bundles with a list file name one. */
  async #summarize(body: Uint8Array): Promise<ListSummary> {
    // Loaded only when needed.
    const { readList } = await import('../shared/list-threads.js')
    const file = { size: body.length, pieces: () => cut(body) }
    const { count, paid, free, root, fault, repeated, at } = await readList(file, {
      engine: this.#options.engine,
    })
    return { count, paid, free, root, at, ...(fault && { fault }), ...(repeated && { repeated }) }
  }
}

function requestOf({ raffle_id, total_entries }: Seal): ProbeRequest {
  return {
    method: 'GET',
    path: `/raffles/${raffle_id}/entries`,
    headers: [['Accept', 'application/x-ndjson']],
    // Maximum length of a list with this number of entries.
    maxBytes: Math.min(longestList, total_entries * (maxLineLength + 1) + 1),
  }
}

function isSeal(statement: Statement): statement is Seal {
  return statement.type === 'seal'
}

const keyOf = ({ raffle_id, entries_root }: Seal): string => `${raffle_id} ${entries_root}`

function isSealed(list: ListSummary, seal: Seal): boolean {
  return list.fault === undefined && equalBytes(list.root, parseSha256(seal.entries_root))
}

function unread(code: UnreadList['code'], because: string): ListResult {
  return { unreadList: { code, because } }
}

function* cut(body: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += pieceLength) yield body.subarray(at, at + pieceLength)
}
