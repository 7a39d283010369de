import t from 'tap'
import type { Exchange } from '../../src/model/exchange.js'
import { parseRetryAfter, readWait } from '../../src/remote/retry-after.js'

const now = new Date('2026-11-20T16:15:00.500Z')

const values: readonly (readonly [value: string | undefined, seconds: number | undefined])[] = [
  ['0', 0],
  ['5', 5],
  ['060', 60],
  ['31536000', 31_536_000],
  ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
  ['Fri, 20 Nov 2026 16:15:10 GMT', 10],
  ['Fri, 20 Nov 2026 16:15:00 GMT', 0],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Friday, 20-Nov-26 16:16:00 GMT', 60],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
  ['Wednesday, 20-Nov-30 16:15:00 GMT', 126_230_400],
  // Fifty years ahead is of the future, and more of the past.
  ['Friday, 20-Nov-76 16:15:01 GMT', 1_577_923_201],
  ['Sunday, 20-Nov-77 16:15:00 GMT', 0],
  ['Fri Nov 20 16:16:00 2026', 60],
  ['Sun Nov  6 08:49:37 1994', 0],
  [undefined, undefined],
  ['', undefined],
  ['-1', undefined],
  ['+1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['5 seconds', undefined],
  ['soon', undefined],
  ['2026-11-20T16:16:00Z', undefined],
  ['Sat, 20 Nov 2026 16:16:00 GMT', undefined],
  ['Fri, 20 Nov 2026 16:16:00 CET', undefined],
  ['Fri, 32 Nov 2026 16:16:00 GMT', undefined],
  ['Fri, 20 Nov 2026 24:16:00 GMT', undefined],
  ['Monday, 20-Nov-26 16:16:00 GMT', undefined],
  ['Sun Nov 06 08:49:37 94', undefined],
]

await t.test('Retry-After', t => {
  for (const [value, seconds] of values) t.equal(parseRetryAfter(value, now), seconds, value ?? 'missing')
  t.end()
})

await t.test('how long an answer asks to wait', t => {
  const wait = (status: number, retryAfter?: string, usual?: number): number | undefined => {
    const headers = retryAfter === undefined ? [] : ([['Retry-After', retryAfter]] as const)
    const exchange: Pick<Exchange, 'status' | 'headers' | 'receivedAt'> = {
      status,
      headers,
      receivedAt: now.toISOString(),
    }
    return readWait(exchange as Exchange, usual)
  }
  t.equal(wait(429, '7'), 7)
  t.equal(wait(503, '7'), 7)
  t.equal(wait(429), 5)
  t.equal(wait(429, 'soon'), 5)
  t.equal(wait(429, undefined, 30), 30)
  t.equal(wait(503), undefined)
  t.equal(wait(503, 'soon', 30), undefined)
  t.equal(wait(429, 'Fri, 20 Nov 2026 16:15:10 GMT'), 10, 'by the time at which it came')
  for (const status of [200, 202, 301, 428, 430, 500, 502, 504]) t.equal(wait(status, '7'), undefined)
  t.end()
})
