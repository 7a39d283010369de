/**
 * Strict reader for the header of a webhook.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../errors.js'

/** The header fields of a request: `Headers`, or an object as in Node; names in any letter case. */
export type WebhookHeaders =
  | {
      /** The value of a header field, as `Headers` of fetch gives it; null if it is missing. */
      get(name: string): string | null
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** A signature as written: its version and its text. */
export interface WrittenSignature {
  readonly version: string
  readonly text: string
}

/** The parsed header. Nothing in it is proven. */
export interface ReadHeader {
  /** Standard Webhooks only. */
  readonly id?: string
  /** As written, since that is what was signed. */
  readonly timestamp: string
  readonly signatures: readonly WrittenSignature[]
}

/** Limits, far above what any sender needs. */
const most = { signatures: 100, characters: 16 * 1024 }

/** Visible ASCII without space and without full stop, which ends the id in the signed content. */
export const webhookId = /^[!-\-/-~]{1,256}$/

const timestampForm = /^[0-9]{1,15}$/

/**
 * The three fields of Standard Webhooks, each present exactly once.
 *
 * ```
 * webhook-id: msg_1
 * webhook-timestamp: 1700000000
 * webhook-signature: v1,base64 v1a,base64 …
 * ```
 *
 * @throws DrawauditError `webhook-header`.
 */
export function readStandardHeader(headers: WebhookHeaders): ReadHeader {
  const id = readField(headers, 'webhook-id')
  const timestamp = readField(headers, 'webhook-timestamp')
  const list = readField(headers, 'webhook-signature')
  if (!webhookId.test(id)) throw malformed('webhook-id', 'it must be visible characters without a full stop')
  if (!timestampForm.test(timestamp))
    throw malformed('webhook-timestamp', 'it has to be digits, seconds since 1970')
  const signatures = list.split(' ').map(entry => {
    // Two fields of one name arrive as one, joined by a comma and a space.
    if (entry.endsWith(','))
      throw malformed('webhook-signature', 'a signature is empty, or the field is doubled')
    const [, version = '', text = ''] = /^([^,]*),(.*)$/s.exec(entry) ?? []
    return { version, text }
  })
  return { id, timestamp, signatures: bounded('webhook-signature', signatures) }
}

/**
 * The form of other services, in a single field of their own name.
 *
 * ```
 * name: t=1700000000,v1=hex,v1=hex,…
 * ```
 *
 * @throws DrawauditError `webhook-header`.
 */
export function readListHeader(headers: WebhookHeaders, name: string): ReadHeader {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) {
    throw new DrawauditError('webhook-header', 'this cannot be the name of a header field')
  }
  const items = readField(headers, name)
    .split(',')
    .map(item => {
      const [, version = '', text = ''] = /^ *([^=]*)=(.*?) *$/s.exec(item) ?? []
      return { version, text }
    })
  bounded(name, items)
  const times = items.filter(({ version }) => version === 't')
  const timestamp = times[0]?.text ?? ''
  if (times.length !== 1 || !timestampForm.test(timestamp)) {
    throw malformed(name, 'expected t= and digits, seconds since 1970, exactly once')
  }
  return { timestamp, signatures: items.filter(({ version }) => version !== 't') }
}

/** @throws DrawauditError `webhook-header` unless the field is present exactly once. */
function readField(headers: WebhookHeaders, name: string): string {
  const [value = '', ...more] = findValues(headers, name)
  if (more.length > 0) {
    throw new DrawauditError('webhook-header', `the header field ${name} occurs more than once`)
  }
  if (value === '') {
    throw new DrawauditError('webhook-header', `the header field ${name} is missing or empty`, {
      hint: 'pass the fields of the request as they were received',
    })
  }
  if (value.length > most.characters) throw malformed(name, `it has more than ${most.characters} characters`)
  return value
}

function findValues(headers: WebhookHeaders, name: string): readonly string[] {
  if (isHeaders(headers)) return [headers.get(name) ?? '']
  return Object.entries(headers)
    .filter(([field]) => field.toLowerCase() === name.toLowerCase())
    .flatMap(([, value]) => value ?? [])
}

function isHeaders(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return 'get' in headers && typeof headers.get === 'function'
}

function bounded<T>(name: string, items: readonly T[]): readonly T[] {
  if (items.length > most.signatures) throw malformed(name, `it has more than ${most.signatures} signatures`)
  return items
}

function malformed(name: string, message: string): DrawauditError {
  return new DrawauditError('webhook-header', `the header field ${name} is malformed: ${message}`)
}
