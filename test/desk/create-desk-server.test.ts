// The desk over HTTP, from the first token to the draw, by a clock that the test sets.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import t from 'tap'
import { decodeEnvelope, type EnvelopeJson } from '../../src/core/dsse.js'
import { encodeHex } from '../../src/core/encoding.js'
import { mostBodyBytes } from '../../src/desk/read-request.js'
import { paths } from '../../src/desk/routes.js'
import { validateError } from '../../src/model/validators/error.js'
import { hashNonce, readReceipt } from '../../src/model/receipt.js'
import { addToken } from '../../src/operator/desk-tokens.js'
import { generateKey } from '../../src/operator/keys.js'
import { close, drawAt, operator, raffleId, setUp } from '../operator/stage.js'
import { start } from '../server/start.js'
import { openDesk, type Asked } from './open-desk.js'
import { deskOpenapi } from './openapi.js'
import { race } from './races.js'

async function open(test: Parameters<typeof setUp>[0], rateLimit?: number) {
  const stage = await setUp(test)
  await generateKey(stage.desk, operator, 'receipts')
  const { text: shop } = await addToken(stage.desk, 'shop', ['entries'])
  const { text: office } = await addToken(stage.desk, 'office', ['ceremony'])
  return { ...stage, ...(await openDesk(test, stage.desk, rateLimit)), shop, office }
}

const raffle = `/v1/raffles/${raffleId}`
const offer = {
  raffle_id: raffleId,
  raffle_name: 'Summer raffle',
  prizes: [{ prize_name: 'Mug' }, { prize_name: 'Voucher' }],
  max_entries: 9,
  entries_close_at_utc: '2026-09-01T13:00:00Z',
}

await t.test('a raffle from its commitment to its winners', async t => {
  const { ask, shop, office, setClock, logs } = await open(t)
  const created = await ask('POST /v1/raffles', { token: office, body: offer })
  t.match(created, { status: 201, body: { signed: true, raffle: { state: 'open', operator } } }, created.text)
  t.match(await ask('POST /v1/raffles', { token: office, body: offer }), {
    status: 200,
    body: { signed: false },
  })
  t.match(await ask('POST /v1/raffles', { token: office, body: { ...offer, max_entries: 10 } }), {
    status: 409,
    body: { error: { code: 'CONFLICT', reason: 'raffle-exists' } },
  })

  const nonce = 'ab'.repeat(16)
  const sell = (key: string, entries: readonly object[], token = shop) =>
    ask(`POST ${raffle}/entries`, { token, body: { entries }, headers: { 'idempotency-key': key } })
  const two = [
    { id: '10/1', kind: 'paid' },
    { id: 'zwei €', kind: 'free' },
  ]
  const sold = await sell('a', two)
  t.match(
    sold,
    { status: 200, body: { added: 2, already_there: 0, total_entries: 2, personal_ids: 0 } },
    sold.text,
  )
  t.equal(sold.headers.get('idempotent-replayed'), null)
  const receipts = (sold.body['receipts'] as EnvelopeJson[]).map(one => readReceipt(decodeEnvelope(one)))
  t.match(receipts, [
    { raffle_id: raffleId, entry_id: '10/1', kind: 'paid' },
    { entry_id: 'zwei €', kind: 'free' },
  ])
  const again = await sell('a', two)
  t.strictSame([again.status, again.text], [200, sold.text], 'to the byte')
  t.equal(again.headers.get('idempotent-replayed'), 'true')
  t.match(await sell('a', [{ id: '3', kind: 'paid' }]), {
    status: 422,
    body: { error: { reason: 'desk-request' } },
  })
  t.match(
    await sell('b', [
      { id: '3', kind: 'paid' },
      { id: '10/1', kind: 'free' },
    ]),
    {
      status: 422,
      body: { error: { code: 'INVALID_PARAMETER', reason: 'entries-invalid', pointer: '/entries/1' } },
    },
  )
  t.match(await sell('c', [{ id: '3', kind: 'paid' }]), { status: 200, body: { total_entries: 3 } })
  const early = await ask(`POST ${raffle}/seal`, { token: office })
  t.match(early, { status: 409, body: { error: { reason: 'raffle-early', hint: /seal after that/ } } })

  const back = (body: unknown) => ask(`DELETE ${raffle}/entries/10%2F1`, { token: shop, body })
  t.match(await back({ reason: 'refund', nonce }), {
    status: 422,
    body: { error: { message: /has no nonce/ } },
  })
  const refunded = {
    entry_id: '10/1',
    reason: 'refund',
    has_receipt: true,
    consented: false,
    total_entries: 2,
  }
  t.match(await back({ reason: 'refund' }), { status: 200, body: { ...refunded, changed: true } })
  t.match(await back({ reason: 'refund' }), { status: 200, body: { ...refunded, changed: false } })
  t.match(await sell('d', [{ id: '10/1', kind: 'paid' }]), {
    status: 422,
    body: { error: { message: /withdrawn/ } },
  })

  setClock(close)
  t.match(await ask(`POST ${raffle}/draw`, { token: office }), {
    status: 409,
    body: { error: { reason: 'raffle-state' } },
  })
  const sealed = await ask(`POST ${raffle}/seal`, { token: office, body: {} })
  t.match(
    sealed,
    { status: 200, body: { signed: true, seal: { total_entries: 2, withdrawn: { count: 1 } } } },
    sealed.text,
  )
  t.match(await ask(`POST ${raffle}/seal`, { token: office }), { status: 200, body: { signed: false } })
  t.match(await sell('e', [{ id: '4', kind: 'paid' }]), {
    status: 409,
    body: { error: { reason: 'raffle-state' } },
  })
  t.equal((await sell('a', two)).text, sold.text, 'whoever lost the answer gets it still')

  setClock(drawAt + 3)
  const drawn = await ask(`POST ${raffle}/draw`, { token: office })
  t.match(drawn, { status: 200, body: { signed: true, raffle: { state: 'drawn' } } }, drawn.text)
  t.strictSame(
    (drawn.body['winners'] as { winner_entry_id: string }[]).map(one => one.winner_entry_id).toSorted(),
    ['3', 'zwei €'],
  )
  const cancel = (body: unknown) => ask(`POST ${raffle}/cancel`, { token: office, body })
  t.match(await cancel({ reason: 'x' }), { status: 409, body: { error: { reason: 'raffle-state' } } })
  t.match(await cancel({ reason: 'x', although_drawn: true }), {
    status: 200,
    body: { signed: true, reason: 'x' },
  })
  t.match(await ask('GET /v1/raffles', { token: shop }), {
    status: 200,
    body: { raffles: [{ raffle_id: raffleId, state: 'cancelled' }], next: null },
  })
  t.match(await ask(`GET /v1/raffles?after=${raffleId}`, { token: shop }), {
    status: 200,
    body: { raffles: [], next: null },
  })
  t.match(await ask(`GET ${raffle}`, { token: shop }), { status: 200, body: { state: 'cancelled' } })
  const said = JSON.stringify(logs)
  t.match(said, /"route":"take"/)
  for (const secret of [shop, office, '10/1', '10%2F1', 'refund']) t.notOk(said.includes(secret), secret)
})

await t.test('docs/DESK.md lists what there is, and its examples run', async t => {
  const doc = readFileSync(new URL('../../docs/DESK.md', import.meta.url), 'utf8')
  t.strictSame(
    [...doc.matchAll(/^\| `([A-Z]+ \/v1\S+)` \|.*\| `?(\w+)`? \|$/gm)]
      .map(([, call, scope]) => [call, scope])
      .toSorted(),
    paths
      .flatMap(({ path, methods }) =>
        Object.entries(methods).map(([method, { scopes }]) => [
          `${method} ${path}`,
          scopes.length > 1 ? 'either' : scopes[0],
        ]),
      )
      .toSorted(),
  )
  for (const { path, methods } of paths) {
    for (const method of Object.keys(methods)) {
      const responses = deskOpenapi.paths[path]?.[method.toLowerCase()]?.responses
      // What any request may get, and what no test waits for.
      for (const status of ['401', '408', '429', '503'])
        t.ok(responses?.[status], `${method} ${path} ${status}`)
    }
  }
  const { shop, office, port } = await open(t)
  const env = {
    ...process.env,
    DESK: `http://127.0.0.1:${port}`,
    SHOP: shop,
    OFFICE: office,
    NODE_OPTIONS: '',
  }
  const block = (start: string): string => doc.split(`\`\`\`${start}\n`)[1]?.split('```')[0] ?? ''
  const run = promisify(execFile)
  const shell = await run('sh', ['-c', `RAFFLE${doc.split('```sh\nRAFFLE')[1]?.split('```')[0] ?? ''}`], {
    env,
  })
  for (const text of ['"signed":true', '"added":1', '"changed":true', '"reason":"raffle-early"']) {
    t.match(shell.stdout, text)
  }
  t.match(Object.keys((JSON.parse(block('json')) as { error: object }).error), [
    'code',
    'message',
    'request_id',
    'reason',
    'hint',
  ])
  const script = await run(process.execPath, ['--input-type=module', '-e', block('js')], { env })
  const receipt = readReceipt(decodeEnvelope(JSON.parse(script.stdout) as EnvelopeJson))
  t.match(receipt, { raffle_id: raffleId, entry_id: '10043', kind: 'paid' })
})

await t.test('nothing is answered without a token, and each token does what it is for', async t => {
  const { ask, shop, office, store } = await open(t)
  const calls = paths.flatMap(({ path, methods }) =>
    Object.entries(methods).map(([method, { scopes }]) => ({
      scopes,
      call: `${method} ${path.replace('{raffle_uuid}', raffleId).replace('{entry_id}', '1')}`,
    })),
  )
  t.equal(calls.length, 8)
  for (const { call, scopes } of calls) {
    for (const token of [undefined, 'x', `${shop}x`]) {
      const refused = await ask(call, { token })
      t.match(refused, { status: 401, body: { error: { code: 'UNAUTHORIZED' } } }, call)
      t.match(refused.headers.get('www-authenticate'), /^Bearer/)
      t.equal(refused.headers.get('access-control-allow-origin'), null)
    }
    for (const [token, scope] of [
      [shop, 'entries'],
      [office, 'ceremony'],
    ] as const) {
      const { status } = await ask(call, { token })
      t.equal(status === 403, !scopes.includes(scope), `${call} ${scope}: ${status}`)
    }
  }
  t.strictSame(await store.ceremonies.listCeremonies('', 10), [], 'a stolen shop’s token signs nothing')
  t.match(await ask('GET /v1/nothing'), { status: 401 }, 'not even what there is')
  t.match(await ask('GET /v1/nothing', { token: shop }), { status: 404 })
  const wrong = await ask('PUT /v1/raffles', { token: shop, body: {} })
  t.match([wrong.status, wrong.headers.get('allow')], [405, 'GET, POST'])
  await store.transact(({ desk }) => desk.removeToken('shop'))
  t.match(await ask('GET /v1/raffles', { token: shop }), { status: 401 }, 'from the next request on')
})

await t.test('what is wrong with a request is said, with where', async t => {
  const { ask, shop, office, port } = await open(t)
  const create = (changes: object) =>
    ask('POST /v1/raffles', { token: office, body: { ...offer, ...changes } })
  const cases: readonly (readonly [changes: object, pointer: string])[] = [
    [{ raffle_id: undefined }, '/raffle_id'],
    [{ raffle_name: 7 }, '/raffle_name'],
    [{ prizes: [] }, '/prizes'],
    [{ prizes: ['Mug'] }, '/prizes/0'],
    [{ prizes: [{ prize_name: 'Mug', draw_id: 'x' }] }, '/prizes/0/draw_id'],
    [{ max_entries: 0 }, '/max_entries'],
    [{ entries_close_at_utc: 'soon' }, '/entries_close_at_utc'],
    [{ draw_at_utc: '2026-02-30T00:00:00Z' }, '/draw_at_utc'],
    [{ seeds: 'open' }, '/seeds'],
    [{ supersedes: 1 }, '/supersedes'],
    [{ beacon: 'none' }, '/beacon'],
  ]
  for (const [changes, pointer] of cases) {
    const refused = await create(changes)
    t.match(refused, { status: 400, body: { error: { reason: 'desk-body', pointer } } }, pointer)
    t.ok(validateError(refused.body), 'the same envelope')
  }
  t.match(await create({ draw_at_utc: '2026-09-01T13:00:01Z' }), {
    status: 422,
    body: { error: { reason: 'raffle-invalid' } },
  })
  const entries = `POST ${raffle}/entries`
  const headers = { 'idempotency-key': 'k' }
  const body = { entries: [{ id: '1', kind: 'paid' }] }
  const sell = (asked: Asked) => ask(entries, { token: shop, headers, ...asked })
  t.match(await sell({ body, headers: {} }), {
    status: 400,
    body: { error: { message: /Idempotency-Key is missing/ } },
  })
  t.match(await sell({ body, headers: { 'idempotency-key': 'a b' } }), { status: 400 })
  t.match(await sell({ body: { entries: [] } }), { status: 400, body: { error: { pointer: '/entries' } } })
  t.match(await sell({ body: { entries: [{ id: '1', kind: 'gift' }] } }), {
    status: 400,
    body: { error: { pointer: '/entries/0' } },
  })
  t.match(await sell({ body: '{"entries": [], "entries": []}' }), {
    status: 400,
    body: { error: { reason: 'json-duplicate-name' } },
  })
  t.match(await sell({ body: 'x'.repeat(mostBodyBytes + 1) }), { status: 413 })
  t.match(await sell({ body: '{}', headers: { ...headers, 'content-type': 'text/plain' } }), { status: 415 })
  t.match(await sell({ body }), { status: 404, body: { error: { reason: 'raffle-missing' } } })
  t.match(await ask('POST /v1/raffles/x/seal', { token: office }), { status: 400 })
  t.match(await ask(`POST ${raffle}/seal`, { token: office, body: { force: true } }), { status: 400 })
  for (const query of ['x=1', 'after=1', `after=${raffleId}&after=${raffleId}`]) {
    t.match(await ask(`GET /v1/raffles?${query}`, { token: shop }), {
      status: 400,
      body: { error: { message: /\?after=RAFFLE/ } },
    })
  }
  t.match(await ask(`GET ${raffle}?after=${raffleId}`, { token: shop }), { status: 400 })
  t.match(await ask(`GET /${'x'.repeat(1024)}`, { token: shop }), { status: 400 })
  t.match(await ask(`DELETE ${raffle}/entries/${'x'.repeat(129)}`, { token: shop, body: { reason: 'x' } }), {
    status: 400,
  })
  t.match(await ask(`DELETE ${raffle}/entries/1`, { token: shop, body: { reason: 'x', nonce: '1' } }), {
    status: 400,
    body: { error: { pointer: '/nonce' } },
  })
  t.match(await ask(`POST ${raffle}/cancel`, { token: office, body: { reason: 'x', although_drawn: 1 } }), {
    status: 400,
  })

  const socket = connect(port, '127.0.0.1')
  socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  t.match(answer.toString(), /^HTTP\/1\.1 405 /)
  t.notMatch(answer.toString(), /access-control/i)
  socket.destroy()
})

await t.test('a desk that cannot sign says so, and whoever asks too often waits', async t => {
  const { ask, shop, office, setOtherClock } = await open(t, 2)
  setOtherClock(close + 86_400)
  const refused = await ask('POST /v1/raffles', { token: office, body: offer })
  t.match(refused, { status: 503, body: { error: { code: 'SERVER_ERROR', reason: 'clock-wrong' } } })
  t.equal(refused.headers.get('retry-after'), '5')
  t.match(await ask('GET /v1/raffles', { token: shop }), { status: 200 })
  const limited = await ask('GET /v1/raffles', { token: shop })
  t.match(limited, { status: 429, body: { error: { code: 'RATE_LIMITED' } } })
})

const other = '59638a53-01d5-4ea0-96bc-887c4448c4f3'

await t.test('a request that is replayed or altered sells nothing twice and nothing else', async t => {
  const { ask, shop, office, store, desk, setClock } = await open(t)
  const { text: rival } = await addToken(desk, 'rival', ['entries'])
  for (const raffle_id of [raffleId, other]) {
    await ask('POST /v1/raffles', { token: office, body: { ...offer, raffle_id } })
  }
  const [mine, hers] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)]
  const body = JSON.stringify({
    entries: [
      { id: '1', kind: 'paid', nonce_hash: hashNonce(mine) },
      { id: '2', kind: 'paid', nonce_hash: hashNonce(hers) },
      { id: '3', kind: 'paid' },
      { id: '4', kind: 'paid' },
    ],
  })
  const sell = (changes: Asked = {}, path = raffle) =>
    ask(`POST ${path}/entries`, { token: shop, body, headers: { 'idempotency-key': 'k' }, ...changes })
  const sold = await sell()
  t.match(sold, { status: 200, body: { added: 4 } }, sold.text)
  t.equal(
    (await sell({}, `/v1/raffles/${raffleId.toUpperCase()}`)).text,
    sold.text,
    'a UUID has two spellings',
  )
  t.match(
    await sell({ token: rival }),
    {
      status: 422,
      body: { error: { reason: 'entries-invalid', pointer: '/entries/2', message: /"3" was sold before/ } },
    },
    'two buyers of one ticket without a nonce',
  )
  const two = JSON.stringify({ entries: (JSON.parse(body) as { entries: object[] }).entries.slice(0, 2) })
  const strange = await sell({ token: rival, body: two })
  const first = (sold.body['receipts'] as object[]).slice(0, 2)
  t.match(strange, { status: 200, body: { added: 0, already_there: 2, receipts: first } })
  t.equal(strange.headers.get('idempotent-replayed'), null, 'a key is its token’s')
  for (const [what, answer] of [
    ['another body', await sell({ body: body.replace('"4"', '"5"') })],
    ['one blank more', await sell({ body: `${body} ` })],
    ['another order', await sell({ body: JSON.stringify({ entries: [{ id: '3', kind: 'paid' }] }) })],
    ['another raffle', await sell({}, `/v1/raffles/${other}`)],
  ] as const) {
    t.match(answer, { status: 422, body: { error: { reason: 'desk-request' } } }, what)
  }
  t.match(await sell({ token: office }), { status: 403 })
  t.match(await sell({ headers: { 'idempotency-key': 'n' }, body: body.replace('"2"', '"1"') }), {
    status: 422,
    body: { error: { message: /is also on line 1/ } },
  })
  t.equal(await store.ceremonies.findEntry(raffleId, '5'), undefined)
  t.equal((await store.ceremonies.readCeremony(other))?.paidEntries, 0)

  const refund = (id: string, nonce?: Uint8Array, path = raffle) =>
    ask(`DELETE ${path}/entries/${id}`, {
      token: shop,
      body: { reason: 'refund', ...(nonce && { nonce: encodeHex(nonce) }) },
    })
  t.match(await refund('1', hers), { status: 422, body: { error: { message: /"1" has another nonce/ } } })
  t.match(await refund('1', mine, `/v1/raffles/${other}`), { status: 422 }, 'of another raffle')
  t.equal(await store.ceremonies.findEntry(raffleId, '1'), 0, 'it is there still')
  t.match(await refund('1', mine), { status: 200, body: { changed: true, consented: true } })
  t.match(await refund('2'), { status: 200, body: { changed: true, consented: false } })

  setClock(close)
  t.match(await ask(`POST ${raffle}/seal`, { token: office }), {
    status: 200,
    body: { seal: { total_entries: 2, withdrawn: { count: 2, consented: 1 } } },
  })
  t.match(await refund('3'), { status: 409, body: { error: { reason: 'raffle-state' } } })
  t.match(await refund('2', hers), { status: 409 }, 'a nonce comes before the seal')
  t.match(
    await refund('2'),
    { status: 200, body: { changed: false } },
    'whoever lost the answer hears it still',
  )
  t.match(await sell({ headers: { 'idempotency-key': 'o' } }), { status: 409 })
})

for (const isOfficeFirst of [true, false]) {
  await t.test(
    `all at once, ${isOfficeFirst ? 'the seal and the draw' : 'shops and a cancellation'} first`,
    async t => {
      const { ask, desk, ...stage } = await open(t)
      const { text: rival } = await addToken(desk, 'rival', ['entries'])
      await race(t, { ...stage, desks: [ask, ask], rival, raffleId, isOfficeFirst })
    },
  )
}

await t.test('a token that is smuggled in, and a request in another', async t => {
  const { ask, shop, office, port, store } = await open(t)
  await ask('POST /v1/raffles', { token: office, body: offer })
  /** What is answered to bytes on a connection of their own, to its end. */
  async function send(...parts: readonly (string | ((socket: Socket) => unknown))[]): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = once(socket, 'close')
    for (const part of parts) {
      if (typeof part === 'string') socket.write(part)
      else await part(socket)
    }
    await ended
    return Buffer.concat(chunks).toString()
  }
  const bearer = (token: string) => `Authorization: Bearer ${token}\r\n`
  const end = 'Host: a\r\nConnection: close\r\n\r\n'
  const list = (fields: string, target = '/v1/raffles') => send(`GET ${target} HTTP/1.1\r\n${fields}${end}`)
  t.match(await list(bearer(shop)), /^HTTP\/1\.1 200 /)
  for (const fields of [
    bearer(shop) + bearer(office),
    bearer('x') + bearer(office),
    bearer(shop) + bearer(shop),
    `Authorization: Bearer ${shop}, Bearer ${office}\r\n`,
    `Authorization: Basic ${btoa(`x:${office}`)}\r\n`,
    `Authorization: ${office}\r\n`,
    `Proxy-${bearer(office)}`,
    `X-${bearer(office)}`,
    `Cookie: access_token=${office}\r\n`,
  ]) {
    t.match(await list(fields), /^HTTP\/1\.1 401 /, fields)
  }
  t.match(await list('', `/v1/raffles?access_token=${office}`), /^HTTP\/1\.1 401 /)
  t.match(await list(`Authorization :  Bearer ${office}\r\n`), /^HTTP\/1\.1 400 /)
  t.match(await list(`X-A: b\r\n ${bearer(office)}`), /^HTTP\/1\.1 40[01] /, 'a field that is folded')

  const hidden = `POST ${raffle}/cancel HTTP/1.1\r\n${bearer(office)}Content-Type: application/json\r\nContent-Length: 14\r\n${end}{"reason": "x"}`
  const chunked = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
  const sale = `POST ${raffle}/entries HTTP/1.1\r\n${bearer(shop)}Content-Type: application/json\r\nIdempotency-Key: k\r\nHost: a\r\n`
  for (const [fields, text] of [
    [`Transfer-Encoding: chunked\r\nContent-Length: ${chunked.length}\r\n`, chunked],
    [`Content-Length: 4\r\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${hidden}`],
    [`Content-Length: 0\r\nContent-Length: ${hidden.length}\r\n`, hidden],
    [`Content-Length: 0, ${hidden.length}\r\n`, hidden],
    [`Content-Length: +0\r\n`, hidden],
    [`Transfer-Encoding: identity\r\nContent-Length: ${hidden.length}\r\n`, hidden],
    [`Transfer-Encoding: xchunked\r\n`, `0\r\n\r\n${hidden}`],
    [`Transfer-Encoding: chunked, identity\r\n`, `0\r\n\r\n${hidden}`],
    [`Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n`, `0\r\n\r\n${hidden}`],
    [`Transfer-Encoding : chunked\r\n`, `0\r\n\r\n${hidden}`],
    [`Transfer-Encoding:\r\n chunked\r\n`, `0\r\n\r\n${hidden}`],
    [`Connection: close\r\nTransfer-Encoding: CHUNKED\r\n`, chunked],
    [`Transfer-Encoding: chunked\r\n`, `-1\r\n${hidden}`],
    [`Transfer-Encoding: chunked\r\n`, `0x4\r\n{}  \r\n0\r\n\r\n${hidden}`],
    [`Transfer-Encoding: chunked\r\n`, `2;a=\n\r\n{}\r\n0\r\n\r\n${hidden}`],
    // A body is a body, whatever is in it.
    [`Connection: close\r\nContent-Length: ${hidden.length}\r\n`, hidden],
    [`Connection: close\r\nTransfer-Encoding: chunked\r\n`, chunked],
    [`Connection: close\r\nTransfer-Encoding: identity, chunked\r\n`, chunked],
  ] as const) {
    const said = await send(`${sale}${fields}\r\n${text}`)
    t.strictSame(said.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 400'], `${fields}${said}`)
  }
  // A body that nobody read is no request either.
  for (const [status, head] of [
    [401, sale.replace(shop, 'x')],
    [403, sale.replace('/entries', '/seal')],
    [415, sale.replace('application/json', 'text/plain')],
    [400, sale.replace('HTTP/1.1', 'HTTP/1.0').replace('Host: a', 'Host: a\r\nConnection: keep-alive')],
  ] as const) {
    const said = await send(`${head}Content-Length: ${hidden.length}\r\n\r\n${hidden}`, socket =>
      socket.end(),
    )
    t.strictSame(said.match(/HTTP\/1\.1 \d+/g), [`HTTP/1.1 ${status}`], said)
  }
  const get = `GET /v1/raffles HTTP/1.1\r\n${bearer(shop)}Content-Length: ${hidden.length}\r\n${end}${hidden}`
  t.strictSame((await send(get)).match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 415'])
  t.match(
    await send(`${sale}Idempotency-Key: j\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`),
    /^HTTP\/1\.1 400 /,
  )
  t.match(await ask(`GET ${raffle}`, { token: shop }), {
    status: 200,
    body: { state: 'open', total_entries: 0 },
  })

  const body = JSON.stringify({ entries: [{ id: '1', kind: 'paid' }] })
  const half = `${sale}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 9)}`
  // One that waits for its body to be read, and one that is refused once it is there.
  const late = [half, half.replace('application/json', 'text/plain')].map(text => send(text))
  const reached = () => setTimeout(50)
  t.equal(await send(half, reached, socket => socket.destroy()), '', 'a body that never came whole')
  t.match(await send(half, reached, socket => socket.end()), /^HTTP\/1\.1 400 /)
  const sold = await ask(`POST ${raffle}/entries`, { token: shop, body, headers: { 'idempotency-key': 'k' } })
  t.match(sold, { status: 200, body: { added: 1 } }, 'nothing had come of it')
  t.equal(sold.headers.get('idempotent-replayed'), null)
  const next = `GET /v1/raffles HTTP/1.1\r\n${bearer(shop)}${end}`
  const remove = () => store.transact(({ desk }) => desk.removeToken('shop'))
  const said = await send(half, reached, remove, `${body.slice(9)}${next}`)
  t.strictSame(said.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 401'], 'from the next request on')
  for (const one of await Promise.all(late)) t.match(one, /^HTTP\/1\.1 408 /, 'nobody ends without a word')
})

await t.test('the public server has nothing of the desk', async t => {
  const server = await start(t)
  for (const { path, methods } of paths) {
    const target = path.replace('{raffle_uuid}', raffleId).replace('{entry_id}', '1')
    for (const base of ['', '/api']) {
      const get = await fetch(`${server.url}${base}${target}`, { headers: { accept: 'application/json' } })
      t.equal(get.status === 404 || target.endsWith('/entries'), true, `${base}${target}`)
      for (const method of Object.keys(methods).filter(one => one !== 'GET')) {
        t.equal(
          (await fetch(`${server.url}${base}${target}`, { method })).status,
          405,
          `${method} ${base}${target}`,
        )
      }
    }
  }
})
