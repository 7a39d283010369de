/**
 * Request targets (RFC 9112, section 3.2).
 *
 * @packageDocumentation
 */
export interface RequestTarget {
  /** Decoded; an encoded slash stays `%2F` and is not a separator. */
  readonly path: string
  /** Text after the question mark, as sent. */
  readonly query: string
}

/** Path and query of a target in origin or absolute form; undefined for any other form. Never throws. */
export function parseTarget(target: string): RequestTarget | undefined {
  const origin = target.startsWith('/') ? target : readAbsolute(target)
  if (origin === undefined || origin.startsWith('//')) return undefined
  const mark = origin.indexOf('?')
  const path = mark === -1 ? origin : origin.slice(0, mark)
  const query = mark === -1 ? '' : origin.slice(mark + 1)
  if (!path.includes('%')) return { path, query }
  const decoded = decodePath(path)
  return decoded === undefined ? undefined : { path: decoded, query }
}

/** The origin form of `http://host/path`. */
function readAbsolute(target: string): string | undefined {
  const [, authority = '', rest = ''] = /^(https?:\/\/[^/?#]+)([^#]*)$/i.exec(target) ?? []
  if (!URL.canParse(authority)) return undefined
  return rest.startsWith('/') ? rest : `/${rest}`
}

function decodePath(path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path.replace(/%2f/gi, '%252F'))
    // oxlint-disable-next-line no-control-regex -- NUL and the like are what is looked for
    return /[\0-\x1f\x7f]/.test(decoded) ? undefined : decoded
  } catch {
    // Percent-encoding that is not UTF-8.
    return undefined
  }
}

/**
 * A decoded segment of a target's path, including encoded slashes.
 *
 * @param target - as sent, accepted by {@link parseTarget}.
 * @param place - index from the end: -1 is the last segment; by default the last but one.
 */
export function readSegment(target: string, place = -2): string {
  const [path = ''] = target.split('?', 1)
  return decodeURIComponent(path.split('/').at(place) ?? '')
}
