// The views of the evidence, over real sockets and a real store, for a raffle that is drawn while they are asked.
import { decodeHex } from '../../src/core/encoding.js'
import { parseSha256 } from '../../src/core/digest.js'
import { hashLeaf, verifyInclusion } from '../../src/core/merkle.js'
import { parseEntryProof } from '../../src/model/bundle.js'
import { encodeLeaf, formatEntryLine } from '../../src/model/entry.js'
import type { TrustJson } from '../../src/model/trust.js'
import { verifyBundle } from '../../src/verify/bundle/verify-bundle.js'
import t from 'tap'
import {
  afterwards,
  awkwardIds,
  createCeremony,
  evidence,
  listEntries,
  raffleId,
  trustServed,
} from './ceremony.js'
import {
  get,
  readError,
  sample,
  send,
  sendText,
  start,
  tagOf,
  view,
  type Answer,
  type Started,
} from './start.js'

const json = 'application/json'
const vendor = 'application/vnd.service.v1+json'
const list = 'application/x-ndjson'
const revalidate = 'public, max-age=0, must-revalidate'
const forever = 'public, max-age=31536000, immutable'
const entries = listEntries(6000)
const lines = entries.map(formatEntryLine).join('')
const keys = '/api/v1/keys'

/** Asks for JSON, or a list where there is one. */
const ask = (server: Started, name: string, headers: Record<string, string> = {}): Promise<Answer> =>
  get(server, evidence(name), { Accept: `${json}, ${list};q=0.5`, ...headers })

const parse = ({ body }: Answer): unknown => JSON.parse(body)

interface Statements {
  readonly raffle_id: string
  readonly total_statements: number
  readonly statements: readonly { readonly payload: string }[]
}

const typesOf = (answer: Answer): readonly string[] =>
  (parse(answer) as Statements).statements.map(
    ({ payload }) => (JSON.parse(Buffer.from(payload, 'base64').toString()) as { type: string }).type,
  )

async function missing(t: Tap, server: Started, name: string, message: string): Promise<void> {
  const answer = await ask(server, name)
  t.equal(answer.status, 404, name)
  t.equal(readError(answer).message, message, name)
  t.equal(answer.headers['cache-control'], 'no-store')
  const known = await ask(server, name, { 'If-None-Match': '*' })
  t.equal(known.status, 404, 'nothing is not fresh')
}

type Tap = Pick<typeof t, 'equal' | 'match' | 'not' | 'ok' | 'strictSame'>

await t.test('from before the commitment to after the draw', async t => {
  const server = await start(t)
  const ceremony = createCeremony(server)
  const views = ['statements', 'bundle', 'bundle?entries=all', 'entries', 'entries/10000/proof']
  for (const name of views) await missing(t, server, name, `there is no raffle ${raffleId}`)
  for (const name of views) {
    const answer = await get(server, view(name), { Accept: `${json}, ${list}` })
    t.equal(answer.status, 404, 'a raffle that was published by hand')
    t.equal(readError(answer).message, `raffle ${sample.raffle_id} was published without signed statements`)
  }
  const noKeys = await get(server, keys)
  t.equal(noKeys.body, '{"trust":"drawaudit/v1","operators":[]}')

  await ceremony.commit()
  const committed = await ask(server, 'statements')
  t.match(parse(committed), { raffle_id: raffleId, total_statements: 1 })
  t.strictSame(typesOf(committed), ['commitment'])
  const early = await ask(server, 'bundle')
  t.strictSame(Object.keys(parse(early) as object), ['bundle', 'statements'])
  t.strictSame((parse(early) as Statements).statements, (parse(committed) as Statements).statements)
  for (const name of views.slice(2))
    await missing(t, server, name, `raffle ${raffleId} has no sealed list yet`)
  t.not((await get(server, keys)).headers['etag'], noKeys.headers['etag'])

  await ceremony.import(entries)
  t.equal(
    (await ask(server, 'statements')).headers['etag'],
    committed.headers['etag'],
    'entries are no statement',
  )
  for (const name of views.slice(2))
    await missing(t, server, name, `raffle ${raffleId} has no sealed list yet`)

  await ceremony.seal()
  const sealed = await ask(server, 'statements')
  t.strictSame(typesOf(sealed), ['commitment', 'seal'])
  t.not(sealed.headers['etag'], committed.headers['etag'])
  const listed = await ask(server, 'entries')
  t.equal(listed.body, lines)
  t.equal(listed.headers['cache-control'], forever)
  const proof = await ask(server, 'entries/10000/proof')
  t.equal(proof.headers['cache-control'], forever)
  const full = await ask(server, 'bundle?entries=all')
  t.equal(full.headers['cache-control'], revalidate)
  await missing(t, server, 'entries/9999/proof', `raffle ${raffleId} has no such entry in its sealed list`)

  await ceremony.draw()
  const drawn = await ask(server, 'statements')
  t.strictSame(typesOf(drawn), ['commitment', 'seal', 'draw', 'draw', 'draw'])
  t.equal(drawn.headers['cache-control'], revalidate)
  t.not(drawn.headers['etag'], sealed.headers['etag'])
  const light = await ask(server, 'bundle')
  t.strictSame(Object.keys(parse(light) as object), ['bundle', 'statements', 'beacon', 'winners'])
  t.equal(light.headers['cache-control'], revalidate)
  const again = await ask(server, 'entries')
  t.equal(again.headers['etag'], listed.headers['etag'], 'a sealed list does not change')
  t.equal(again.body, lines)
  t.equal((await ask(server, 'entries/10000/proof')).headers['etag'], proof.headers['etag'])
  t.not((await ask(server, 'bundle?entries=all')).headers['etag'], full.headers['etag'])

  const [winner] = (parse(light) as { winners: readonly { entry_id: string }[] }).winners
  await ceremony.replace(winner?.entry_id ?? '')
  t.equal(typesOf(await ask(server, 'statements')).at(-1), 'replacement')
  t.not((await ask(server, 'bundle')).headers['etag'], light.headers['etag'])
  t.equal((await ask(server, 'entries')).headers['etag'], listed.headers['etag'])
})

await t.test('what is served is proven', async t => {
  const server = await start(t)
  await createCeremony(server).run(entries)
  const light = parse(await ask(server, 'bundle')) as Record<string, unknown>
  const full = parse(await ask(server, 'bundle?entries=all')) as Record<string, unknown>
  const record = parse(await ask(server, 'audit')) as object
  const trust = trustServed(parse(await get(server, keys)) as TrustJson)

  t.strictSame({ ...full, entries: undefined }, { ...light, entries: undefined })
  t.strictSame(
    full['entries'],
    entries.map(({ id, kind }) => [id, kind]),
  )
  t.strictSame(light['statements'], (parse(await ask(server, 'statements')) as Statements).statements)
  for (const bundle of [light, full]) {
    const options = { now: afterwards, record, raffle: raffleId, require: ['reproducible'] }
    const report = verifyBundle(bundle, trust, options)
    t.equal(report.verdict, 'proven')
    t.equal(report.subjects[0]?.level, 3)
    t.strictSame(
      report.subjects[0]?.claims.filter(({ status }) => status === 'refuted'),
      [],
    )
  }
  const altered = { ...full, entries: (full['entries'] as readonly unknown[]).toReversed() }
  t.equal(verifyBundle(altered, trust, { now: afterwards, record }).verdict, 'refuted')
})

await t.test('every entry has its proof, whatever its id', async t => {
  const server = await start(t)
  await createCeremony(server).run(entries)
  const ids = [...awkwardIds, '10000', '10001', '15999', '13000']
  for (const id of ids) {
    const path = evidence(`entries/${encodeURIComponent(id)}/proof`)
    const answer = await get(server, path)
    t.equal(answer.status, 200, path)
    const proof = parseEntryProof(parse(answer))
    const entry = entries[proof.index]!
    t.equal(proof.entry.id, id)
    t.strictSame(entry, proof.entry)
    t.ok(
      verifyInclusion({
        leafHash: hashLeaf(encodeLeaf(entry)),
        index: proof.index,
        size: proof.totalEntries,
        proof: proof.inclusion,
        root: parseSha256(proof.entriesRoot),
      }),
      'the proof leads to the root',
    )
    // More is encoded than has to be, in lower case.
    const bytes = [...Buffer.from(id)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join('')
    for (const segment of [bytes, bytes.toUpperCase()]) {
      for (const target of ['', server.url]) {
        const same = await get(server, `${target}${evidence(`entries/${segment}/proof`)}?a=/b/c`)
        t.equal(same.body, answer.body)
      }
    }
  }
  const unescaped = await get(server, evidence('entries/;,=&/proof'))
  t.match(parse(unescaped), { entry_id: ';,=&' })
})

type Refusal = readonly [status: number, message: RegExp]
const encoding: Refusal = [400, /percent-encoding/]
const tooLong: Refusal = [400, /^entry_id: expected 1 to 128 bytes of UTF-8: the id has more than 128 bytes$/]
const nothing: Refusal = [404, /nothing at this path/]
const noEntry: Refusal = [404, /no such entry/]

/** What stands in a path instead of an entry, and what is said. */
const hostileIds: readonly (readonly [segment: string, refusal: Refusal])[] = [
  ...['%', '%2', '%zz', '%u0041', '%c3', '%c3%28', '%ff', '%c0%af', '%ed%a0%80', '%f4%90%80%80'].map(
    bad => [bad, encoding] as const,
  ),
  ...['%00', 'a%0ab', '%0d%0aX-Evil:%201', '%1b[31m', '%7f'].map(control => [control, encoding] as const),
  ['%c2%85', [400, /^entry_id: .*: the id has the control character U\+0085$/]],
  ['', [400, /^entry_id: .*: the id is empty$/]],
  ['x'.repeat(129), tooLong],
  [`${'%c3%a9'.repeat(64)}x`, tooLong],
  ['%F0%9F%98%80'.repeat(33), tooLong],
  ['%20'.repeat(600), tooLong],
  ['x'.repeat(1900), tooLong],
  ['x'.repeat(2048), [414, /longer than 2048 bytes/]],
  ['a/b', nothing],
  ['10000/', nothing],
  ['../10000', nothing],
  ['%2F', noEntry],
  ['1000', noEntry],
  ['10000%20', noEntry],
  ['%EF%BB%BF10000', noEntry],
  ['constructor', noEntry],
  ["'%20OR%201=1%20--", noEntry],
  ['<script>', noEntry],
  ['10000%252Fproof', noEntry],
]

await t.test('ids that are none', async t => {
  const server = await start(t)
  await createCeremony(server).run(entries)
  for (const [segment, [status, message]] of hostileIds) {
    for (const method of ['GET', 'HEAD']) {
      const path = evidence(`entries/${segment}/proof`)
      const answer = await send(server, path, { method, headers: { Accept: json } })
      t.equal(answer.status, status, segment.slice(0, 60))
      if (method === 'GET') t.match(readError(answer).message, message, segment.slice(0, 60))
      t.notMatch(answer.body, /<script|OR 1=1/, 'nothing of it is said again')
    }
  }
  for (const segment of ['\u00e9', '\u00c3\u00a9', ' ', '\0']) {
    const answer = await sendText(
      server,
      `GET ${evidence(`entries/${segment}/proof`)} HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\n`,
    )
    t.equal(answer.status, 400, 'what has to be encoded')
  }
  for (const id of ['x', '%', raffleId.slice(1), `${raffleId}0`]) {
    const answer = await get(server, `/api/v1/raffles/${id}/entries/10000/proof`)
    t.equal(answer.status, 400, `raffle ${id}`)
  }
  const upper = await get(server, evidence('entries/10000/proof').replace(raffleId, raffleId.toUpperCase()))
  t.match(parse(upper), { raffle_id: raffleId })
  for (const name of [
    'entries/',
    'entries/10000',
    'entries/10000/',
    'entries//10000/proof',
    'bundle/',
    'keys',
  ]) {
    t.equal((await ask(server, name)).status, 404, name)
  }
  t.equal((await ask(server, 'entries/stats')).status, 200, 'the statistics are where they were')
})

await t.test('the parameter of the bundle', async t => {
  const server = await start(t)
  await createCeremony(server).run(entries)
  const light = await ask(server, 'bundle')
  for (const query of ['', 'entry=all', 'Entries=all', 'a=b&a=c']) {
    t.equal((await ask(server, `bundle?${query}`)).body, light.body, query)
  }
  const full = await ask(server, 'bundle?entries=all')
  for (const query of ['a=b&entries=all', 'entries=%61ll', 'entries=all&b']) {
    t.equal((await ask(server, `bundle?${query}`)).body, full.body, query)
  }
  for (const query of [
    'entries',
    'entries=',
    'entries=ALL',
    'entries=5',
    'entries=all&entries=all',
    'entries=all%20',
    'entries=short&entries=all',
  ]) {
    const answer = await ask(server, `bundle?${query}`)
    t.equal(answer.status, 400, query)
    t.match(readError(answer).message, /^entries: expected all or short/)
  }
})

await t.test('with its list where that is short', async t => {
  const server = await start(t)
  const ceremony = createCeremony(server)
  await ceremony.commit()
  const short = 'bundle?entries=short'
  t.equal((await ask(server, short)).body, (await ask(server, 'bundle')).body, 'there is none yet')
  const drawn = await start(t)
  await createCeremony(drawn).run(entries)
  const both = await ask(drawn, short)
  t.equal(both.body, (await ask(drawn, 'bundle?entries=all')).body)
  t.equal(both.headers['etag'], (await ask(drawn, 'bundle?entries=all')).headers['etag'])
  t.equal((await ask(drawn, short, { 'If-None-Match': both.headers['etag'] ?? '' })).status, 304)
  const long = await start(t)
  await createCeremony(long).run(listEntries(35_000))
  const light = await ask(long, 'bundle')
  const answer = await ask(long, short)
  t.equal(answer.body, light.body)
  t.equal(answer.headers['etag'], light.headers['etag'])
})

await t.test('the type that is chosen', async t => {
  const server = await start(t)
  await createCeremony(server).run(listEntries(5))
  const listCases = {
    [list]: list,
    '*/*': list,
    'application/*': list,
    'APPLICATION/X-NDJSON': list,
    [`${list};charset=utf-8`]: `${list};charset=utf-8`,
    [`${json}, ${list};q=0.1`]: list,
    'text/html, */*;q=0.1': list,
    [json]: 406,
    [vendor]: 406,
    [`${json}, ${vendor};q=0.5`]: 406,
    [`${list};q=0, */*`]: 406,
    'application/ndjson': 406,
    'text/plain': 406,
    '': 406,
  }
  for (const [accept, expected] of Object.entries(listCases)) {
    const answer = await get(server, evidence('entries'), { Accept: accept })
    if (expected === 406) {
      t.equal(answer.status, 406, accept)
      t.equal(readError(answer).message, `Accept allows no ${list}`)
    } else t.equal(answer.headers['content-type'], expected, accept)
  }
  const jsonCases = {
    [json]: json,
    [vendor]: vendor,
    '*/*': json,
    [`${vendor}, ${json};q=0.9`]: vendor,
    [list]: 406,
  }
  for (const path of [
    ...['bundle', 'bundle?entries=all', 'entries/10000/proof', 'statements'].map(evidence),
    keys,
  ]) {
    for (const [accept, expected] of Object.entries(jsonCases)) {
      const answer = await get(server, path, { Accept: accept })
      if (expected === 406) t.equal(answer.status, 406, path)
      else t.equal(answer.headers['content-type'], expected, path)
    }
  }
  const none = await send(server, evidence('entries'))
  t.equal(none.status, 400)
  t.equal(readError(none).message, `the header Accept is missing: send Accept: ${list}`)
})

await t.test('If-None-Match, and HEAD', async t => {
  const server = await start(t)
  await createCeremony(server).run(entries)
  const names = ['statements', 'bundle', 'bundle?entries=all', 'entries', 'entries/10000/proof']
  for (const path of [...names.map(evidence), keys]) {
    const headers = { Accept: `${json}, ${list}` }
    const whole = await get(server, path, headers)
    const { etag = '' } = whole.headers
    const opaque = etag.replace('W/', '')
    const hasList = path.endsWith('entries') || path.endsWith('=all')
    t.equal(etag.startsWith('W/'), hasList)
    if (!hasList) t.equal(etag, tagOf(whole.body))
    for (const [tags, isFresh] of Object.entries({
      [etag]: true,
      [opaque]: true,
      [`W/${opaque}`]: true,
      '*': true,
      [`"a", ${etag}`]: true,
      [`${etag},"b"`]: true,
      [`W/"a" , "b",W/${opaque}`]: true,
      [`${'"0", '.repeat(500)}${etag}`]: true,
      '"a"': false,
      '"a", W/"b"': false,
      [opaque.toUpperCase()]: false,
      [opaque.replaceAll('"', '')]: false,
      [`${opaque.slice(0, -1)}x"`]: false,
      '': false,
      'garbage, W/, "': false,
    })) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await send(server, path, { method, headers: { ...headers, 'If-None-Match': tags } })
        t.equal(answer.status, isFresh ? 304 : 200, `${method} ${path} ${tags.slice(0, 80)}`)
        t.equal(answer.body, isFresh || method === 'HEAD' ? '' : whole.body)
        for (const name of ['etag', 'cache-control', 'vary'])
          t.equal(answer.headers[name], whole.headers[name])
      }
    }
    const head = await send(server, path, { method: 'HEAD', headers })
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      t.equal(head.headers[name], whole.headers[name], `${path}: ${name} of HEAD`)
    }
  }
  const light = await ask(server, 'bundle')
  const full = await ask(server, 'bundle?entries=all', { 'If-None-Match': light.headers['etag'] ?? '' })
  t.equal(full.status, 200, 'the tag of one is not that of the other')
})

await t.test('the keys are a trust file of operators, and of the chain of a rehearsal', async t => {
  const server = await start(t)
  await createCeremony(server).run(listEntries(5))
  const answer = await get(server, keys)
  t.strictSame(Object.keys(parse(answer) as object), ['trust', 'operators', 'beacons'])
  const [operator] = trustServed(parse(answer) as TrustJson).operators
  t.equal(operator?.name, 'raffles.example')
  const secrets = await server.store.ceremonies.readSigningKeys()
  t.equal(secrets.length, 1)
  t.notMatch(answer.body, Buffer.from(secrets[0]?.secret ?? []).toString('hex'))
  t.strictSame(
    operator?.keys.map(({ key }) => Buffer.from(key.bytes)),
    [Buffer.from(secrets[0]?.publicKey ?? [])],
  )
  t.equal(
    decodeHex(
      (parse(answer) as { operators: [{ keys: [{ public_key: string }] }] }).operators[0].keys[0].public_key,
    ).length,
    32,
  )
})
