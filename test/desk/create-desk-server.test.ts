// The desk over HTTP, from the first token to the draw, by a clock that the test sets.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { pino } from 'pino'
import t from 'tap'
import { decodeEnvelope, type EnvelopeJson } from '../../src/core/dsse.js'
import { readReceipt } from '../../src/model/receipt.js'
import { createDeskServer } from '../../src/desk/create-desk-server.js'
import { mostBytes } from '../../src/desk/read-request.js'
import { paths } from '../../src/desk/routes.js'
import { addToken } from '../../src/operator/desk-tokens.js'
import { generateKey } from '../../src/operator/keys.js'
import { createMetrics } from '../../src/server/metrics.js'
import { validateError } from '../../src/model/validators/error.js'
import { checkDeskAnswer } from './openapi.js'
import { chain, close, drawAt, operator, raffleId, roundOf, setUp, sign } from '../operator/stage.js'
import { start } from '../server/start.js'

interface Asked {
  readonly token?: string | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

interface Answered {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  /** Parsed; the tests say what they expect of it. */
  readonly body: Record<string, unknown>
}

interface Test {
  testdir(): string
  teardown(action: () => Promise<void>): void
}

async function open(test: Test, rateLimit = 1_000_000) {
  const stage = await setUp(test)
  const { desk } = stage
  await generateKey(desk, operator, 'receipts')
  const { text: shop } = await addToken(desk, 'shop', ['entries'])
  const { text: office } = await addToken(desk, 'office', ['ceremony'])
  const logs: Record<string, unknown>[] = []
  const log = pino(
    { base: null },
    { write: line => void logs.push(JSON.parse(line) as Record<string, unknown>) },
  )
  const listener = createDeskServer({
    desk,
    chain,
    fetchBeacon: () => Promise.resolve(sign(roundOf(chain))),
    authorities: [],
    env: {},
    rateLimit,
    log,
    metrics: createMetrics(),
  })
  listener.http.listen(0, '127.0.0.1')
  await once(listener.http, 'listening')
  const { port } = listener.http.address() as AddressInfo
  test.teardown(() => listener.drain(600))
  async function ask(call: string, { token, body, headers = {} }: Asked = {}): Promise<Answered> {
    const [method = '', path = ''] = call.split(' ')
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    checkDeskAnswer({ method, path, status: response.status, headers: response.headers, text })
    return {
      status: response.status,
      text,
      headers: response.headers,
      body: JSON.parse(text) as Record<string, unknown>,
    }
  }
  return { ...stage, ask, shop, office, logs, port }
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
  t.match(await sell({ body: 'x'.repeat(mostBytes + 1) }), { status: 413 })
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
