/**
 * Raw requests to the desk: with tokens and without, with bodies that it takes and with those that it does not.
 *
 * @packageDocumentation
 */
import { bodies, fields, methods, pick, texts, type Grammar, type Maker } from './raw-requests.js'

/** What a shop and an office know. */
export interface DeskPlaces {
  readonly raffleId: string
  /** Of the scope `entries`. */
  readonly shop: string
  /** Of the scope `ceremony`. */
  readonly office: string
}

const json = 'Content-Type: application/json'

/** Makes the grammar of requests to one raffle of a desk. */
export function createDeskGrammar({ raffleId, shop, office }: DeskPlaces): Grammar {
  const raffle = `/v1/raffles/${raffleId}`
  const ask = (call: string, token: string, body?: unknown, ...lines: readonly string[]): string => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const length = body === undefined ? [] : [json, `Content-Length: ${Buffer.byteLength(text)}`]
    const head = [`${call} HTTP/1.1`, 'Host: desk', `Authorization: Bearer ${token}`, ...length, ...lines]
    return `${head.join('\r\n')}\r\n\r\n${Buffer.from(text).toString('latin1')}`
  }
  const sell = (key: string, ...entries: readonly unknown[]): string =>
    ask(`POST ${raffle}/entries`, shop, { entries }, `Idempotency-Key: ${key}`)
  const paid = (id: string) => ({ id, kind: 'paid' })
  const offer = {
    raffle_id: raffleId,
    raffle_name: 'Summer raffle',
    prizes: [{ prize_name: 'Mug' }],
    max_entries: 100_000,
    entries_close_at_utc: '2036-11-20T16:00:00+00:00',
  }
  const valid = [
    ask('GET /v1/raffles', shop),
    ask(`GET /v1/raffles?after=${raffleId}`, office),
    ask(`GET ${raffle}`, office),
    sell('a', paid('1')),
    sell('b', paid('2'), { ...paid('3'), kind: 'free', nonce_hash: 'ab'.repeat(32) }),
    sell('c', paid('zwölf €'), paid('a/b')),
    sell('d', ...Array.from({ length: 50 }, (_, at) => paid(`t${at}`))),
    sell('a', paid('4')),
    ask(`DELETE ${raffle}/entries/3`, shop, { reason: 'refund' }),
    ask(`DELETE ${raffle}/entries/a%2Fb`, shop, { reason: 'refund', nonce: 'cd'.repeat(16) }),
    ask(`POST ${raffle}/seal`, office),
    ask(`POST ${raffle}/seal`, shop, {}),
    ask(`POST ${raffle}/draw`, office),
    ask('POST /v1/raffles', office, offer),
    ask('POST /v1/raffles', office, { ...offer, max_entries: 5 }, 'Expect: 100-continue'),
    ask(`POST ${raffle}/cancel`, office, { reason: '' }),
  ]
  const sends: readonly string[] = [
    ...[`Bearer ${shop}`, `Bearer ${office}`, `bearer  ${shop}`, `Bearer ${shop}x`],
    ...['Bearer', `Basic ${shop}`, `Bearer ${shop}, Bearer ${office}`, '', '\xff'],
  ]
  const deskFields: readonly Maker[] = [
    ...new Array<Maker>(12).fill(random => `Authorization: ${pick(random, sends)}`),
    ...new Array<Maker>(4).fill(random => `Idempotency-Key: ${pick(random, ['a', 'b', ...texts])}`),
    ...new Array<Maker>(4).fill(random =>
      pick(random, [json, json, `${json}; charset=x`, 'Content-Type: x']),
    ),
    random => `Content-Encoding: ${pick(random, ['identity', 'gzip', ''])}`,
    ...fields,
  ]
  const chunked = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`
  return {
    valid,
    methods: [...methods, ...new Array<string>(60).fill('POST'), ...new Array<string>(20).fill('DELETE')],
    paths: [
      ...['', '/entries', '/entries/1', '/entries/%2F', '/entries/%ff', '/seal', '/draw', '/cancel'].map(
        rest => raffle + rest,
      ),
      ...['/v1/raffles', '/v1/raffles/', '/v1', '/', '/livez', '/api/v1/raffles', '*', '//', '/%00', '/%zz'],
      ...['/v1/raffles/../raffles', '/v1/raffles/__proto__', '/v1/raffles/constructor/seal', 'http://[::1'],
    ],
    formatPath: name => `/v1/raffles/${name}/entries`,
    bodies: [...bodies, chunked('{"entries":[{"id":"5","kind":"paid"}]}'), chunked('{"reason":"x"}'), '{}'],
    oneHasBody: 3,
    fields: deskFields,
  }
}
