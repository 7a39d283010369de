/**
 * Request targets (RFC 9112, section 3.2).
 *
 * @packageDocumentation
 */
export interface RequestTarget {
  /** Decoded; an encoded slash stays `%2F` and separates nothing. */
  readonly path: string
  /** What follows the question mark, as it was sent. */
  readonly query: string
}

/** The path and the query of a target in origin or absolute form; undefined for anything else. Never throws. */
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
    // eslint-disable-next-line no-control-regex -- NUL and the like are what is looked for
    return /[\0-\x1f\x7f]/.test(decoded) ? undefined : decoded
  } catch {
    // Not the percent-encoding of UTF-8.
    return undefined
  }
}

/**
 * A segment of a target's path, decoded, an encoded slash too.
 *
 * @param target - as it was sent, accepted by {@link parseTarget}.
 * @param place - from the end: -1 is the last one; the last but one when left out.
 */
export function readSegment(target: string, place = -2): string {
  const [path = ''] = target.split('?', 1)
  return decodeURIComponent(path.split('/').at(place) ?? '')
}
