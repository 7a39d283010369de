/**
 * Wrong requests that nobody thought of, made from a seed: the same seed makes the same requests.
 *
 * @packageDocumentation
 */
import fc from 'fast-check'
import type { HeaderField } from '../model/exchange.js'
import type { ProbeRequest } from './probes.js'

const printable = fc.string({ unit: 'grapheme', maxLength: 60 })

const notUuid = fc.oneof(
  printable.filter(text => text !== '' && text !== '.' && text !== '..'),
  fc.uuid().map(uuid => uuid.slice(0, -1)),
  fc.uuid().map(uuid => `${uuid}0`),
  fc.uuid().map(uuid => uuid.replaceAll('-', '')),
  fc.uuid().map(uuid => `{${uuid}}`),
  fc.constantFrom('__proto__', 'constructor', 'null', '0', '%00', '%zz', "'--", '${7*7}', '../../etc/passwd'),
)

const notEntries = fc.oneof(
  printable,
  fc.integer({ max: 0 }).map(String),
  fc.double().map(String),
  fc.bigInt({ min: 2n ** 53n }).map(String),
  fc.constantFrom('1e3', '0x10', '+1', ' 1', '1 ', '01', '١', 'NaN', 'Infinity', 'true', '[]', '1,2'),
)

const views = fc.constantFrom('audit', 'entries/stats', 'odds?entries=1')

/** Bytes that a header field may have (RFC 9110 §5.5), without those beyond ASCII. */
const fieldValue = fc
  .string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map(code => String.fromCharCode(code)),
    maxLength: 80,
  })
  .filter(text => text !== '')

const json: HeaderField = ['Accept', 'application/json']

function get(path: string, headers: readonly HeaderField[] = [json]): ProbeRequest {
  return { method: 'GET', path, headers }
}

/** Wrong requests about a raffle; each is one that HTTP allows. */
function wrongRequest(raffle: string): fc.Arbitrary<ProbeRequest> {
  return fc.oneof(
    fc.tuple(notUuid, views).map(([id, view]) => get(`/raffles/${encodeURIComponent(id)}/${view}`)),
    notEntries.map(value => get(`/raffles/${raffle}/odds?entries=${encodeURIComponent(value)}`)),
    fc.tuple(notEntries, notEntries).map(([a, b]) => {
      const [one, other] = [encodeURIComponent(a), encodeURIComponent(b)]
      return get(`/raffles/${raffle}/odds?entries=${one}&entries=${other}`)
    }),
    fc.tuple(printable, printable).map(([name, value]) => {
      return get(`/raffles/${raffle}/audit?${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    }),
    printable.map(path => get(`/${encodeURIComponent(path)}`)),
    fc
      .tuple(fc.uuid(), fieldValue)
      .map(([id, value]) => get(`/raffles/${id}/audit`, [json, ['X-Request-Id', value]])),
    fieldValue.map(value => get(`/raffles/${raffle}/audit`, [['Accept', value]])),
    fieldValue.map(value => get(`/raffles/${raffle}/audit`, [json, ['If-None-Match', value]])),
  )
}

/**
 * So many wrong requests about a raffle.
 *
 * @param seed - any integer of 32 bits.
 */
export function generateRequests(raffle: string, seed: number, count: number): readonly ProbeRequest[] {
  return fc.sample(wrongRequest(raffle), { seed, numRuns: count })
}
