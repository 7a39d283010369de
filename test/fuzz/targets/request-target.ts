// Request targets: no exception, no control character in a path, and no other path than the WHATWG parser reads where both
// accept what they are given.
import { findRoute } from '../../../src/server/routes.js'
import { parseTarget, readSegment } from '../../../src/server/target.js'
import { assertHolds } from './expect.js'

export const seeds = [
  '/api/v1/raffles/49638a53-01d5-4ea0-96bc-887c4448c4f3/audit',
  '/api/v1/raffles/49638a53-01d5-4ea0-96bc-887c4448c4f3/entries/A%2F1/proof?x=1',
  'http://raffle.example/api/v1/log/tile/0/x001/234.p/5',
  '/api/v1/log/tile/entries/000',
  '/assets/page.js',
  '//evil/%00',
  '/%e0%80%af/..%2f..%5c',
  '*',
]

/** What RFC 3986 allows in a path, without what the WHATWG parser changes: dot segments and backslashes. */
const plain = /^\/(?!\/)(?:[A-Za-z0-9\-_~!$&'()*+,;=:@/]|%[0-9A-Fa-f]{2})*$/

/** Node's own parser lets none of them through, and the space neither. */
const control = /[\0-\x20\x7f]/

export function fuzz(data: Buffer): void {
  const text = data.toString('latin1')
  if (control.test(text)) return
  const target = parseTarget(text)
  if (target === undefined) return
  assertHolds(!control.test(target.path.replaceAll(' ', '')), 'a control character in a path')
  assertHolds(!target.path.startsWith('//'), 'a path that names a host')
  readSegment(text)
  const found = findRoute(target.path)
  if (found !== undefined && !found.route.path.includes('{+')) {
    assertHolds(!found.parameter.includes('/'), 'a parameter with a slash')
  }
  if (!plain.test(text) || /%2[ef]/i.test(text)) return
  const { pathname } = new URL(text, 'http://raffle.example')
  assertHolds(decodeURIComponent(pathname) === target.path, 'another path than the WHATWG parser reads')
}
