/**
 * Reads and validates requests.
 *
 * @packageDocumentation
 */
import type { IncomingMessage } from 'node:http'
import fresh from 'fresh'
import { describeIdFault, type EntryProblem } from '../model/entry.js'
import type { ErrorStatus } from './respond.js'
import { readSegment } from './target.js'

/** Max header fields of a request. */
export const mostHeaderFields = 100

/** The header fields that matter here; several of one name are joined (RFC 9110, section 5.3). */
export class RequestFields {
  hosts = 0
  host = ''
  accept?: string
  acceptEncoding?: string
  ifNoneMatch?: string
  requestId?: string
  hasBody = false
  /** Whether the request asks for another protocol. */
  hasUpgrade = false

  /** One pass over the received fields; Node's `headers` would build an object of all of them. */
  constructor(rawHeaders: readonly string[]) {
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const value = rawHeaders[index + 1] ?? ''
      switch (rawHeaders[index]?.toLowerCase()) {
        case 'host':
          this.hosts += 1
          this.host = value
          break
        case 'accept':
          this.accept = join(this.accept, value)
          break
        case 'accept-encoding':
          this.acceptEncoding = join(this.acceptEncoding, value)
          break
        case 'if-none-match':
          this.ifNoneMatch = join(this.ifNoneMatch, value)
          break
        case 'x-request-id':
          this.requestId = join(this.requestId, value)
          break
        case 'upgrade':
          this.hasUpgrade = true
          break
        case 'content-length':
          if (value !== '0') this.hasBody = true
          break
        case 'transfer-encoding':
          this.hasBody = true
      }
    }
  }
}

const join = (before: string | undefined, value: string): string =>
  before === undefined ? value : `${before}, ${value}`

/** Value of Host: RFC 3986, section 3.2.2, with an optional port; may be empty (RFC 9112, section 3.2). */
const isHost = /^(?:\[[0-9a-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9a-f]{2})*)(?::\d{0,5})?$/i

/** Finds what HTTP/1.1 forbids but Node's parser lets pass, and what exceeds our limits. */
export function findFault(
  { httpVersion, rawHeaders }: IncomingMessage,
  { hosts, host }: RequestFields,
): [ErrorStatus, string] | undefined {
  if (rawHeaders.length > 2 * mostHeaderFields) return [431, `more than ${mostHeaderFields} header fields`]
  if (httpVersion !== '1.1' && httpVersion !== '1.0') return [400, 'speak HTTP/1.1']
  if (hosts > 1) return [400, 'the header Host occurs more than once']
  if (hosts === 0 && httpVersion === '1.1') return [400, 'the header Host is missing']
  if (!isHost.test(host)) return [400, 'the header Host is no host and port']
  return undefined
}

export function isFresh({ ifNoneMatch }: RequestFields, etag: string): boolean {
  // `Cache-Control: no-cache`, which fetch() sends along, is ignored: it asks caches to revalidate, not for a
  // body.
  if (ifNoneMatch === undefined || ifNoneMatch === etag) return ifNoneMatch === etag
  return fresh({ 'if-none-match': ifNoneMatch }, { etag })
}

/** Value of the query parameter `entries`, or what is wrong with it. */
export function readEntriesParameter(query: string): number | string {
  // The usual form; all else is parsed only for a good message.
  if (/^entries=[1-9][0-9]{0,14}$/.test(query)) return Number(query.slice('entries='.length))
  const values = new URLSearchParams(query).getAll('entries')
  const [value] = values
  const expected = 'entries: expected an integer from 1 to the total entries of the raffle'
  if (value === undefined) return `${expected}, found none`
  if (values.length > 1) return `${expected}, found ${values.length} of them`
  const found = value.length > 40 ? `${value.slice(0, 40)}…` : value
  if (!/^[1-9][0-9]*$/.test(value)) return `${expected}, found ${JSON.stringify(found)}`
  if (!Number.isSafeInteger(Number(value))) return `${expected}, found ${found}, which is beyond 2^53 - 1`
  return Number(value)
}

/** Whether a bundle includes its entry list: never, always, or if both together are short. */
export type EntriesWanted = 'none' | 'all' | 'short'

/** Value of the bundle's query parameter `entries`, or what is wrong with it. */
export function readEntriesWanted(query: string): EntriesWanted | { readonly problem: string } {
  const values = new URLSearchParams(query).getAll('entries')
  const [value] = values
  if (value === undefined) return 'none'
  if (values.length > 1) return { problem: `entries: expected all or short, found ${values.length} of them` }
  if (value === 'all' || value === 'short') return value
  return { problem: 'entries: expected all or short, or no such parameter' }
}

/** Entry id in the path of a proof, or what is wrong with it. */
export function readEntryId(target: string): { readonly entryId: string } | EntryProblem {
  const entryId = readSegment(target)
  const problem = describeIdFault(entryId)
  return problem === undefined
    ? { entryId }
    : { problem: `entry_id: expected 1 to 128 bytes of UTF-8: ${problem}` }
}
