/**
 * A raw HTTP request in a file: header, empty line, and the exact body.
 *
 * @packageDocumentation
 */
import { concatBytes } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'

export interface SavedRequest {
  /** Values in order, by lower-case name. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly body: Uint8Array
}

/** A complete request. */
export interface RawRequest {
  readonly method: string
  readonly target: string
  readonly version: string
  /** Alternately name and value. */
  readonly rawHeaders: readonly string[]
  readonly body: Uint8Array
}

const mostHeader = 64 * 1024
const lf = 0x0a

/**
 * Parses a request. Lines end with CRLF or LF; the request line is optional.
 *
 * @throws DrawauditError `webhook-header` for a malformed field, a header without an end, or a chunked body.
 */
export function parseSavedRequest(bytes: Uint8Array): SavedRequest {
  const { lines, end } = splitHeader(bytes)
  const fields = new Map<string, string[]>()
  lines.forEach((line, index) => {
    if (index === 0 && /^[A-Z]+ \S+ HTTP\/\d(?:\.\d)?$/.test(line)) return
    const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (name === undefined) {
      throw new DrawauditError('webhook-header', 'expected a header field, NAME: VALUE', {
        where: { line: index + 1 },
        hint: 'the file is a request as it was received: header, an empty line, body',
      })
    }
    const known = fields.get(name.toLowerCase())
    if (known === undefined) fields.set(name.toLowerCase(), [value])
    else known.push(value)
  })
  if (fields.has('transfer-encoding')) {
    throw new DrawauditError('webhook-header', 'the body is chunked, which is not what was signed', {
      hint: 'save the body as a program receives it, as drawaudit webhook listen --save does',
    })
  }
  return { headers: Object.fromEntries(fields), body: bytes.subarray(end) }
}

/** The lines before the first empty one, and the offset of the body. */
function splitHeader(bytes: Uint8Array): { readonly lines: readonly string[]; readonly end: number } {
  const lines: string[] = []
  for (let start = 0; start < mostHeader;) {
    const end = bytes.indexOf(lf, start)
    if (end === -1) break
    // latin1, one character per byte, preserves bytes beyond ASCII.
    const line = Buffer.from(bytes.subarray(start, end)).toString('latin1').replace(/\r$/, '')
    start = end + 1
    if (line === '') return { lines, end: start }
    lines.push(line)
  }
  throw new DrawauditError('webhook-header', `no empty line ends the header within ${mostHeader} bytes`, {
    hint: 'the file is a request as it was received: header, an empty line, body',
  })
}

/** Formats a request for {@link parseSavedRequest}, with an unchunked body. */
export function formatSavedRequest({ method, target, version, rawHeaders, body }: RawRequest): Uint8Array {
  const lines = [`${method} ${target} HTTP/${version}`]
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (!/^(?:content-length|transfer-encoding)$/i.test(name))
      lines.push(`${name}: ${rawHeaders[index + 1] ?? ''}`)
  }
  lines.push(`Content-Length: ${body.length}`, '', '')
  return concatBytes(Buffer.from(lines.join('\r\n'), 'latin1'), body)
}

/** A likely reason for a wrong signature, from the length of the body; undefined if it is consistent. */
export function explainLength({ headers, body }: SavedRequest): string | undefined {
  const said = headers['content-length']?.[0]
  if (said === undefined || !/^\d{1,15}$/.test(said) || Number(said) === body.length) return undefined
  return `the body has ${body.length} bytes and Content-Length says ${Number(said)}: it was changed, or cut, when it was saved`
}
