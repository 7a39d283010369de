/**
 * A request as it came over the wire, in a file: its header up to the empty line, then exactly its body.
 *
 * @packageDocumentation
 */
import { concatBytes } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'

export interface SavedRequest {
  /** Names in lower case, each with its values in their order. */
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly body: Uint8Array
}

/** A request of which all is known. */
export interface RawRequest {
  readonly method: string
  readonly target: string
  readonly version: string
  /** Name, value, name, value, … */
  readonly rawHeaders: readonly string[]
  readonly body: Uint8Array
}

const mostHeader = 64 * 1024
const lf = 0x0a

/**
 * Reads a request. Lines end with CRLF or LF; the request line may be left out.
 *
 * @throws DrawauditError `webhook-header` for a line that is no field, a header without end, or a body in chunks.
 */
export function parseSavedRequest(bytes: Uint8Array): SavedRequest {
  const { lines, end } = splitHeader(bytes)
  const fields = new Map<string, string[]>()
  lines.forEach((line, index) => {
    if (index === 0 && /^[A-Z]+ \S+ HTTP\/\d(?:\.\d)?$/.test(line)) return
    const [, name, value = ''] = /^([\w!#$%&'*+.^`|~-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (name === undefined) {
      throw new DrawauditError('webhook-header', 'expected a field of a header, NAME: VALUE', {
        where: { line: index + 1 },
        hint: 'the file is a request as it was received: header, an empty line, body',
      })
    }
    const known = fields.get(name.toLowerCase())
    if (known === undefined) fields.set(name.toLowerCase(), [value])
    else known.push(value)
  })
  if (fields.has('transfer-encoding')) {
    throw new DrawauditError('webhook-header', 'the body is in chunks, which are not what was signed', {
      hint: 'save the body as a program receives it, as drawaudit webhook listen --save does',
    })
  }
  return { headers: Object.fromEntries(fields), body: bytes.subarray(end) }
}

/** The lines before the first empty one, and where the body begins. */
function splitHeader(bytes: Uint8Array): { readonly lines: readonly string[]; readonly end: number } {
  const lines: string[] = []
  for (let start = 0; start < mostHeader;) {
    const end = bytes.indexOf(lf, start)
    if (end === -1) break
    // One character for each byte: what is not ASCII in a field stays as it is.
    const line = Buffer.from(bytes.subarray(start, end)).toString('latin1').replace(/\r$/, '')
    start = end + 1
    if (line === '') return { lines, end: start }
    lines.push(line)
  }
  throw new DrawauditError('webhook-header', `no empty line ends the header within ${mostHeader} bytes`, {
    hint: 'the file is a request as it was received: header, an empty line, body',
  })
}

/** Writes a request as {@link parseSavedRequest} reads it, its body in one piece. */
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

/** Why a body may have another signature than it had; undefined where nothing speaks for it. */
export function explainLength({ headers, body }: SavedRequest): string | undefined {
  const said = headers['content-length']?.[0]
  if (said === undefined || !/^\d{1,15}$/.test(said) || Number(said) === body.length) return undefined
  return `the body has ${body.length} bytes and Content-Length says ${Number(said)}: it was changed, or cut, when it was saved`
}
