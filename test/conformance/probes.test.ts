import t from 'tap'
import { raffleProbes, serviceProbes, type ProbeName } from '../../src/conformance/probe-names.js'
import { describeProbe } from '../../src/conformance/probes.js'
import { raffle, seenOf, timeout } from './made-up.js'

const [made, sent] = ['11234567-89ab-4def-8123-456789abcdef', '112345678' + '9ab4def8123456789abcdef']
const context = { raffle, vendorType: 'application/vnd.a+json', createUuid: () => made }
const tagged = { audit: { headers: { eTag: '"tag"' } }, stats: { json: { total_entries: 142 } } }

await t.test('each probe by its method, path and fields', t => {
  const of = `/raffles/${raffle}`
  const json = 'Accept: application/json'
  const expected: Readonly<Partial<Record<ProbeName, readonly string[]>>> = {
    audit: [`GET ${of}/audit`, json, `X-Request-Id: ${made}`],
    'audit-vendor': [`GET ${of}/audit`, 'Accept: application/vnd.a+json'],
    'audit-gzip': [`GET ${of}/audit`, json, 'Accept-Encoding: gzip'],
    'audit-again': [`GET ${of}/audit`, json, 'If-None-Match: "tag"'],
    'audit-stranger': [`GET ${of}/audit`, json, `If-None-Match: "${sent}"`],
    'audit-any': [`GET ${of}/audit`, json, 'If-None-Match: *'],
    stats: [`GET ${of}/entries/stats`, json],
    odds: [`GET ${of}/odds?entries=1`, json],
    'odds-more': [`GET ${of}/odds?entries=5`, json],
    'odds-between-1': [`GET ${of}/odds?entries=48`, json],
    'odds-between-2': [`GET ${of}/odds?entries=96`, json],
    'odds-all': [`GET ${of}/odds?entries=142`, json],
    'stats-after': [`GET ${of}/entries/stats`, json],
    history: [`GET ${of}/audit/history`, json],
    bundle: [`GET ${of}/bundle`, json],
    'unknown-audit': [`GET /raffles/${made}/audit`, json, `X-Request-Id: ${made}`],
    'unknown-stats': [`GET /raffles/${made}/entries/stats`, json],
    'unknown-odds': [`GET /raffles/${made}/odds?entries=1`, json],
    'bad-uuid': ['GET /raffles/not-a-uuid/audit', json],
    'odds-missing': [`GET ${of}/odds`, json],
    'odds-zero': [`GET ${of}/odds?entries=0`, json],
    'odds-text': [`GET ${of}/odds?entries=abc`, json],
    'odds-excess': [`GET ${of}/odds?entries=9007199254740991`, json],
    'accept-none': [`GET ${of}/audit`],
    'accept-html': [`GET ${of}/audit`, 'Accept: text/html'],
    'accept-any': [`GET ${of}/audit`, 'Accept: */*'],
    'accept-list': [`GET ${of}/audit`, 'Accept: text/html;q=0.5, application/json'],
    post: [`POST /raffles/${made}/audit`, json],
    burst: [`GET ${of}/entries/stats`, json],
  }
  t.strictSame(Object.keys(expected), [...raffleProbes, ...serviceProbes, 'burst'])
  for (const [probe, [line, ...fields] = []] of Object.entries(expected)) {
    const { method, path, headers, requestId, entries } = describeProbe(
      probe as ProbeName,
      context,
      seenOf(tagged),
    )
    t.strictSame([`${method} ${path}`, ...headers.map(field => field.join(': '))], [line, ...fields], probe)
    t.equal(requestId, fields.some(field => field.startsWith('X-Request-Id')) ? made : undefined, probe)
    const count = /entries=(\d+)/.exec(path)?.[1]
    t.equal(entries, probe === 'unknown-odds' || count === undefined ? undefined : Number(count), probe)
  }
  t.throws(() => describeProbe('generated-1', context, seenOf()), {
    message: 'there is no request generated-1',
  })
  t.end()
})

await t.test('what nobody knows yet is asked for as little as can be', t => {
  for (const seen of [
    seenOf(),
    seenOf({ audit: timeout, stats: timeout }),
    seenOf({ audit: {}, stats: {} }),
  ]) {
    t.strictSame(describeProbe('audit-again', context, seen).headers[1], ['If-None-Match', '"none"'])
    t.equal(describeProbe('odds-all', context, seen).entries, 1)
  }
  t.end()
})
