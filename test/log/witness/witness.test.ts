import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { equalBytes } from '../../../src/core/digest.js'
import { encodeBase64 } from '../../../src/core/encoding.js'
import {
  formatNote,
  formatVerifierKey,
  parseNote,
  parseSignatureLines,
  verifyNote,
} from '../../../src/core/note.js'
import { parseCheckpoint } from '../../../src/core/checkpoint.js'
import { derivePrefixRoot } from '../../../src/core/consistency-proof.js'
import { createWitnessKey, encodeWitnessKeys, parseWitnessKeys } from '../../../src/log/witness/key.js'
import { formatAddCheckpoint, parseAddCheckpoint, parseSize } from '../../../src/log/witness/request.js'
import { createWitness } from '../../../src/log/witness/witness.js'
import { hashOrigin } from '../../../src/log/witness/state.js'
import { native } from '../../../src/native/engine.js'
import {
  History,
  serve,
  TestLog,
  witnessKey,
  type Serving,
  type ServeOptions,
  type Test,
} from '../witnessed.js'

const log = new TestLog()
const other = new TestLog('log.example/other', new Uint8Array(32).fill(4))
const history = new History(300)
const forked = new History(300, 'b', 5)
const plain = 'text/plain; charset=utf-8'

async function start(test: Test, options: Partial<ServeOptions> = {}): Promise<Serving> {
  return serve(test, {
    folder: test.testdir(),
    key: witnessKey(),
    logs: [log.witnessed, other.witnessed],
    ...options,
  })
}

await t.test('it cosigns a log that grows', async t => {
  const key = witnessKey()
  const now = new Date('2026-11-21T12:00:00.900Z')
  const { post, get, served } = await start(t, { key, now: () => now })
  let oldSize = 0
  for (const size of [0, 0, 1, 2, 2, 3, 8, 9, 255, 256, 257, 300]) {
    const { status, type, body } = await post(await log.submission(history, oldSize, size))
    t.strictSame([status, type], [200, plain], `${oldSize} to ${size}`)
    const note = parseNote(log.checkpoint(history, size))
    const signatures = parseSignatureLines(body)
    t.equal(signatures.length, 1)
    const verified = verifyNote({ ...note, signatures }, [key.verifier])
    t.strictSame(
      verified.map(({ time }) => time),
      [now.getTime() / 1000 - 0.9],
    )

    const path = `/${createHash('sha256').update(log.origin).digest('hex')}/checkpoint`
    const latest = await get(path)
    t.strictSame([latest.status, latest.type], [200, plain])
    t.equal(latest.body, formatNote({ ...note, signatures: [...note.signatures, ...signatures] }))
    t.equal(latest.headers.get('access-control-allow-origin'), '*')
    const head = await get(path, { method: 'HEAD' })
    t.strictSame([head.status, head.body], [200, ''])
    t.equal(head.headers.get('content-length'), String(Buffer.byteLength(latest.body)))
    oldSize = size
  }
  t.equal((await get(`/${hashOrigin(other.origin)}/checkpoint`)).status, 404)
  t.match(served[0], {
    method: 'POST',
    path: '/add-checkpoint',
    status: 200,
    answer: { about: { origin: log.origin, oldSize: 0, size: 0 } },
  })
})

/** What is done to a valid request, what a witness that cosigned size 10 answers, and what it says. */
const protocol: readonly (readonly [
  name: string,
  request: () => Promise<Uint8Array | string>,
  status: number,
  body: string | RegExp,
])[] = [
  ['unknown origin', () => new TestLog('log.example/no').submission(history, 0, 3), 404, /not known here/],
  ['unknown origin, wrong old size', () => new TestLog('x').submission(history, 9, 3), 404, /not known here/],
  [
    'another key of the same name',
    () => new TestLog(log.origin, new Uint8Array(32).fill(9)).submission(history, 10, 20),
    403,
    /no key signed/,
  ],
  [
    'the key of another log',
    () => new TestLog(log.origin, new Uint8Array(32).fill(4), other.origin).submission(history, 10, 20),
    403,
    /no key signed/,
  ],
  ['a signature that fails', () => altered(10, 20), 403, /does not verify/],
  ['a signature that fails, old above new', () => altered(20, 12), 403, /does not verify/],
  ['a good signature after one that fails', () => doubled(10, 20), 403, /does not verify/],
  ['old above new', () => log.submission(history, 12, 11), 400, /above/],
  ['old above new, and above what is recorded', () => log.submission(history, 300, 299), 400, /above/],
  ['old size 0', () => log.submission(history, 0, 20), 409, '10\n'],
  ['an older old size', () => log.submission(history, 9, 20), 409, '10\n'],
  ['a later old size', () => log.submission(history, 11, 20), 409, '10\n'],
  ['an older checkpoint', () => log.submission(history, 5, 8), 409, '10\n'],
  ['an older checkpoint again', () => log.submission(history, 8, 8), 409, '10\n'],
  ['of another history, old size 0', () => log.submission(forked, 0, 20), 409, '10\n'],
  ['an empty log', () => log.submission(history, 0, 0), 409, '10\n'],
  ['an empty log with another root', () => emptyWith(history.root(1)), 409, '10\n'],
  ['another history', () => log.submission(forked, 10, 20), 422, /does not lead/],
  ['another history of the same size', () => log.submission(forked, 10, 10), 422, /another root/],
  ['no proof', () => submit(10, 20, []), 422, /does not lead/],
  ['a proof of other sizes', async () => submit(10, 20, await history.proof(10, 21)), 422, /does not lead/],
  [
    'a proof that goes on',
    async () => submit(10, 20, [...(await history.proof(10, 20)), history.root(1)]),
    422,
    /does not lead/,
  ],
  [
    'a proof that is cut',
    async () => submit(10, 20, (await history.proof(10, 20)).slice(1)),
    422,
    /does not lead/,
  ],
  ['a proof for the same size', () => submit(10, 10, [history.root(10)]), 422, /to itself/],
  ['63 hashes', () => submit(10, 20, Array<Uint8Array>(63).fill(history.root(1))), 422, /does not lead/],
  ['64 hashes', () => submit(10, 20, Array<Uint8Array>(64).fill(history.root(1))), 400, /at most 63/],
  ['nothing', () => text(() => ''), 400, /first line/],
  ['no old size', () => text(body => body.replace(/^.*\n/, '')), 400, /first line/],
  ['a size with a zero in front', () => text(body => body.replace('old 10', 'old 010')), 400, /first line/],
  ['a negative size', () => text(body => body.replace('old 10', 'old -10')), 400, /first line/],
  ['a size in hex', () => text(body => body.replace('old 10', 'old 0xa')), 400, /first line/],
  ['a fraction', () => text(body => body.replace('old 10', 'old 10.0')), 400, /first line/],
  ['Arabic-Indic digits', () => text(body => body.replace('old 10', 'old \u0661\u0660')), 400, /first line/],
  ['two spaces', () => text(body => body.replace('old 10', 'old  10')), 400, /first line/],
  ['capitals', () => text(body => body.replace('old 10', 'OLD 10')), 400, /first line/],
  ['a size of 2^53', () => text(body => body.replace('old 10', 'old 9007199254740992')), 400, /first line/],
  [
    'a size of 2^64',
    () => text(body => body.replace('old 10', 'old 18446744073709551616')),
    400,
    /first line/,
  ],
  [
    'a size of 10,000 digits',
    () => text(body => body.replace('old 10', `old ${'9'.repeat(10_000)}`)),
    400,
    /first line/,
  ],
  ['CRLF', () => text(body => body.replaceAll('\n', '\r\n')), 400, /first line/],
  [
    'CRLF after the first line',
    () => text(body => body.replace(/(?<!^old 10)\n/g, '\r\n')),
    400,
    /base64|empty line/,
  ],
  ['a byte order mark', () => text(body => `\u{FEFF}${body}`), 400, /first line/],
  ['no empty line', () => text(body => body.replace('\n\n', '\n')), 400, /base64/],
  [
    'a hash in base64url',
    () => text(body => body.replace(/\n[^\n]{43}=/, `\n${'_'.repeat(42)}8=`)),
    400,
    /base64/,
  ],
  ['a hash without padding', () => text(body => body.replace('=\n', '\n')), 400, /base64/],
  [
    'a hash with other last bits',
    () => text(body => body.replace(/\n[^\n]{43}=/, `\n${'A'.repeat(42)}B=`)),
    400,
    /base64/,
  ],
  [
    'a hash of 31 bytes',
    () => text(body => body.replace(/\n[^\n]{44}/, `\n${'A'.repeat(42)}==`)),
    400,
    /base64/,
  ],
  [
    'a hash of 33 bytes',
    () => text(body => body.replace(/\n[^\n]{44}/, `\n${'A'.repeat(44)}`)),
    400,
    /base64/,
  ],
  [
    'bytes that are not UTF-8',
    async () => Buffer.concat([await log.submission(history, 10, 20), Buffer.of(0xff)]),
    400,
    /UTF-8/,
  ],
  ['no signature', () => text(body => body.replace(/\n\u2014.*/s, '\n')), 400, /newline/],
  ['a note without its end', () => text(body => body.slice(0, -1)), 400, /newline/],
  ['something after the note', () => text(body => `${body}x\n`), 400, /not a signature line/],
  [
    '101 signatures',
    () => text(body => body + (/\u2014.*\n/.exec(body)?.[0] ?? '').repeat(100)),
    400,
    /at most 100/,
  ],
  [
    'no origin',
    () => submit(0, 0, [], log.sign(`\n20\n${encodeBase64(history.root(20))}\n`)),
    400,
    /checkpoint|blank|signature/,
  ],
  ['no root', () => submit(10, 20, [], log.sign(`${log.origin}\n20\n`)), 400, /not a checkpoint/],
  [
    'a root of 31 bytes',
    () => submit(10, 20, [], log.sign(`${log.origin}\n20\n${encodeBase64(new Uint8Array(31))}\n`)),
    400,
    /not a root/,
  ],
  [
    'a size of words',
    () => submit(10, 20, [], log.sign(`${log.origin}\ntwenty\n${encodeBase64(history.root(20))}\n`)),
    400,
    /not the size/,
  ],
  [
    'a checkpoint of 2^53',
    () =>
      submit(10, 20, [], log.sign(`${log.origin}\n9007199254740992\n${encodeBase64(history.root(20))}\n`)),
    400,
    /not the size/,
  ],
  [
    'an empty line at the end of the checkpoint',
    () => submit(10, 20, [], log.sign(`${log.origin}\n20\n${encodeBase64(history.root(20))}\n\n`)),
    400,
    /empty line/,
  ],
]

function submit(
  oldSize: number,
  size: number,
  proof: readonly Uint8Array[],
  note = log.checkpoint(history, size),
): Promise<Uint8Array> {
  return Promise.resolve(formatAddCheckpoint({ oldSize, proof, note }))
}

async function text(change: (body: string) => string): Promise<string> {
  const body = Buffer.from(await log.submission(history, 10, 20)).toString()
  const changed = change(body)
  if (changed === body) throw new Error('nothing was changed')
  return changed
}

function emptyWith(root: Uint8Array): Promise<Uint8Array> {
  return submit(0, 0, [], log.sign(`${log.origin}\n0\n${encodeBase64(root)}\n`))
}

/** With the signature of the log over another checkpoint. */
async function altered(oldSize: number, size: number): Promise<Uint8Array> {
  const { text } = parseNote(log.checkpoint(history, size))
  const { signatures } = parseNote(log.checkpoint(history, size + 1))
  const proof = oldSize < size ? await history.proof(oldSize, size) : []
  return formatAddCheckpoint({ oldSize, proof, note: formatNote({ text, signatures }) })
}

/** The first line of a known key has to verify, whatever comes after it. */
async function doubled(oldSize: number, size: number): Promise<Uint8Array> {
  const { text, signatures } = parseNote(log.checkpoint(history, size))
  const wrong = parseNote(log.checkpoint(history, size + 1)).signatures
  const note = formatNote({ text, signatures: [...wrong, ...signatures] })
  return formatAddCheckpoint({ oldSize, proof: await history.proof(oldSize, size), note })
}

await t.test('the protocol: statuses, types and bodies', async t => {
  const { post, witness } = await start(t)
  t.equal((await post(await log.submission(history, 0, 10))).status, 200)
  const before = witness.findCheckpoint(hashOrigin(log.origin))
  for (const [name, request, status, expected] of protocol) {
    const { status: found, type, body } = await post(await request())
    t.equal(found, status, `${name}: ${body}`)
    if (typeof expected === 'string') {
      t.equal(body, expected, name)
      t.equal(type, 'text/x.tlog.size', name)
    } else {
      t.match(body, expected, name)
      t.match(body, /^[^\n]+\n$/, `${name}: one line`)
      t.equal(type, plain, name)
    }
  }
  t.equal(witness.findCheckpoint(hashOrigin(log.origin)), before, 'and nothing of it was recorded')
  t.equal((await post(await log.submission(history, 10, 20))).status, 200)
})

await t.test('from nothing', async t => {
  const { post } = await start(t)
  t.match(await post(await submit(0, 20, [history.root(1)])), { status: 422, body: /from the size 0/ })
  t.match(await post(await log.submission(history, 5, 20)), { status: 409, body: /^0\n$/ })
  t.match(await post(await emptyWith(history.root(1))), { status: 422, body: /empty tree/ })
  t.match(await post(await emptyWith(new Uint8Array(32))), { status: 422, body: /empty tree/ })
  t.equal((await post(await log.submission(history, 0, 0))).status, 200)
  t.match(await post(await emptyWith(history.root(1))), { status: 422, body: /empty tree/ })
  t.equal((await post(await log.submission(history, 0, 20))).status, 200)
})

await t.test('signatures of others, and extension lines', async t => {
  const key = witnessKey()
  const { post, get } = await start(t, { key })
  const plainNote = parseNote(log.checkpoint(history, 7))
  const stranger = parseNote(
    new TestLog(log.origin, new Uint8Array(32).fill(9)).checkpoint(history, 8),
  ).signatures
  const signatures = [...stranger, ...plainNote.signatures, ...stranger]
  const note = formatNote({ ...plainNote, signatures })
  t.equal((await post(formatAddCheckpoint({ oldSize: 0, proof: [], note }))).status, 200)
  const kept = parseNote((await get(`/${hashOrigin(log.origin)}/checkpoint`)).body)
  t.strictSame(
    kept.signatures.map(({ name }) => name),
    [log.origin, key.verifier.name],
    'what nobody verified is not passed on',
  )

  const extended = log.sign(`${plainNote.text}more 1\n`)
  const { status, body } = await post(formatAddCheckpoint({ oldSize: 7, proof: [], note: extended }))
  t.equal(status, 200)
  const cosigned = { text: parseNote(extended).text, signatures: parseSignatureLines(body) }
  t.equal(verifyNote(cosigned, [key.verifier]).length, 1, 'the whole text is cosigned')
  t.throws(() => verifyNote({ ...cosigned, text: plainNote.text }, [key.verifier]), {
    code: 'note-signature',
  })
})

await t.test('a log with two keys', async t => {
  const next = new TestLog(log.origin, new Uint8Array(32).fill(9), 'log.example/next')
  const { post, get } = await start(t, { logs: [log.witnessed, next.witnessed, log.witnessed] })
  t.equal((await post(await log.submission(history, 0, 3))).status, 200)
  t.equal((await post(await next.submission(history, 3, 4))).status, 200)
  const both = parseNote(log.checkpoint(history, 5))
  const note = formatNote({
    ...both,
    signatures: [...parseNote(next.checkpoint(history, 5)).signatures, ...both.signatures],
  })
  const proof = await history.proof(4, 5)
  t.equal((await post(formatAddCheckpoint({ oldSize: 4, proof, note }))).status, 200)
  const kept = parseNote((await get(`/${hashOrigin(log.origin)}/checkpoint`)).body)
  t.strictSame(kept.signatures.map(({ name }) => name).slice(0, 2), ['log.example/next', log.origin])
})

await t.test('two histories give a fraud proof', async t => {
  const { post, served } = await start(t)
  const fork = () => served.at(-1)?.answer?.fork
  await post(await log.submission(history, 0, 10))
  t.equal(fork(), undefined)
  for (const oldSize of [10, 9, 0]) {
    t.equal((await post(await log.submission(forked, oldSize, 10))).status, oldSize === 10 ? 422 : 409)
    t.match(fork(), { origin: log.origin, prefix: [] }, 'of one size')
    const [a, b] = (fork()?.checkpoints ?? []).map(note => parseNote(note))
    if (a === undefined || b === undefined) throw new Error('no checkpoints')
    t.notOk(equalBytes(parseCheckpoint(a.text).root, parseCheckpoint(b.text).root))
    for (const note of [a, b]) t.equal(verifyNote(note, [log.verifier]).length, 1)
  }
  t.equal((await post(await log.submission(forked, 10, 20))).status, 422)
  const prefix = fork()?.prefix ?? []
  const sizes = { size1: 10, size2: 20, root2: forked.root(20) }
  t.strictSame(derivePrefixRoot({ ...sizes, hashes: prefix }), forked.root(10), 'of two sizes')
  await post(await submit(10, 20, await history.proof(10, 21)))
  t.equal(fork(), undefined, 'a wrong proof is no fraud')
})

await t.test('50 submissions of two histories at once: one is cosigned', async t => {
  const key = witnessKey()
  for (let round = 0; round < 4; round++) {
    const folder = t.testdir()
    const { post, close, witness } = await serve(t, { folder, key, logs: [log.witnessed] })
    const requests = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        log.submission(index % 2 === 0 ? history : forked, 0, 10 + Math.floor(index / 8)),
      ),
    )
    requests.sort(() => Math.random() - 0.5)
    const answers = await Promise.all(requests.map(post))
    const statuses = answers.map(({ status }) => status)
    t.equal(statuses.filter(status => status === 200).length, 1)
    t.ok(statuses.every(status => status === 200 || status === 409 || status === 422))
    const note = witness.findCheckpoint(hashOrigin(log.origin)) ?? ''
    const { root, size } = parseCheckpoint(parseNote(note).text)
    const winner = equalBytes(root, history.root(size)) ? history : forked
    const loser = winner === history ? forked : history
    const next = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const chosen = index % 2 === 0 ? winner : loser
        return { chosen, answer: await post(await log.submission(chosen, size, size + 1 + (index % 5))) }
      }),
    )
    const cosigned = next.filter(({ answer }) => answer.status === 200)
    t.strictSame([cosigned.length, cosigned[0]?.chosen === winner], [1, true])
    await close()
  }
})

await t.test('many at once about one log', async t => {
  const { post } = await start(t)
  const body = await log.submission(history, 0, 10)
  const answers = await Promise.all(Array.from({ length: 300 }, () => post(body)))
  const statuses = answers.map(({ status }) => status)
  t.equal(statuses.filter(status => status === 200).length, 1)
  t.ok(statuses.every(status => [200, 409, 503].includes(status)))
  t.equal((await post(await log.submission(history, 10, 11))).status, 200, 'it goes on')
})

await t.test('a clock that goes back cosigns nothing', async t => {
  const key = witnessKey()
  const folder = t.testdir()
  const noon = Date.parse('2026-11-21T12:00:00Z')
  let time = noon
  const options = { folder, key, logs: [log.witnessed, other.witnessed], now: () => new Date(time) }
  const first = await serve(t, options)
  t.equal((await first.post(await log.submission(history, 0, 10))).status, 200)
  time = noon - 1000
  const refused = await first.post(await log.submission(history, 10, 11))
  t.match(refused, { status: 503, body: /clock/ })
  t.ok(refused.headers.get('retry-after'))
  t.match(first.served.at(-1)?.answer?.error, { code: 'clock-wrong' })
  t.equal((await first.post(await other.submission(history, 0, 11))).status, 503, 'of no log')
  await first.close()

  const second = await serve(t, options)
  t.equal((await second.post(await log.submission(history, 10, 11))).status, 503, 'nor after a restart')
  for (const wrong of [0, -1e15, NaN, Date.parse('2000-01-01T00:00:00Z')]) {
    time = wrong
    t.equal((await second.post(await log.submission(history, 10, 11))).status, 503, String(wrong))
  }
  time = noon
  t.equal(
    (await second.post(await log.submission(history, 10, 11))).status,
    200,
    'the same second is no fault',
  )
})

await t.test('paths, methods and sizes', async t => {
  const { get, post, url } = await start(t)
  const hash = hashOrigin(log.origin)
  for (const [path, method, status, allow] of [
    ['/', 'GET', 404],
    ['/checkpoint', 'GET', 404],
    ['//add-checkpoint', 'POST', 404],
    ['/add-checkpoint/', 'POST', 404],
    ['/x/add-checkpoint', 'POST', 404],
    [`/${hash}/checkpoint`, 'GET', 404],
    [`/${hash.toUpperCase()}/checkpoint`, 'GET', 404],
    [`/${hash}/checkpoint/`, 'GET', 404],
    [`/${hash}`, 'GET', 404],
    ['/..%2fwitness.key.json/checkpoint', 'GET', 404],
    ['/add-checkpoint', 'GET', 405, 'POST'],
    ['/add-checkpoint', 'PUT', 405, 'POST'],
    ['/add-checkpoint', 'OPTIONS', 405, 'POST'],
    ['/add-checkpoint', 'DELETE', 405, 'POST'],
    [`/${hash}/checkpoint`, 'POST', 405, 'GET, HEAD'],
    [`/${hash}/checkpoint`, 'DELETE', 405, 'GET, HEAD'],
  ] as const) {
    const answer = await get(path, { method })
    t.equal(answer.status, status, `${method} ${path}`)
    t.equal(answer.headers.get('allow'), allow ?? null)
    t.equal(answer.headers.get('x-content-type-options'), 'nosniff')
  }
  const body = await log.submission(history, 0, 3)
  const encoded = await get('/add-checkpoint', {
    method: 'POST',
    body: Uint8Array.from(body),
    headers: { 'Content-Encoding': 'gzip' },
  })
  t.equal(encoded.status, 415)
  t.equal((await get('/add-checkpoint?x=1', { method: 'POST', body: Uint8Array.from(body) })).status, 200)
  t.equal((await get(`/${hash}/checkpoint?x=1`)).status, 200)
  t.equal((await post('x'.repeat(384 * 1024 + 1))).status, 413)
  t.equal((await post('x'.repeat(384 * 1024))).status, 400)
  const line = '\u2014 x AAAAAAA=\n'
  t.equal((await post(Buffer.from(body).toString() + line.repeat(100_000))).status, 413, '100,000 signatures')
  t.equal(
    await raw(url, 'POST /add-checkpoint HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\nold'),
    '',
    'it waits for the rest',
  )
  t.match(await raw(url, 'hello\r\n\r\n'), /^HTTP\/1.1 400/)
  t.equal((await post(await log.submission(history, 3, 4))).status, 200, 'it goes on')
})

/** What is answered within a moment to bytes of one's own. */
async function raw(url: string, bytes: string): Promise<string> {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  let answer = ''
  socket.on('data', chunk => (answer += chunk.toString()))
  socket.on('error', () => undefined)
  socket.write(bytes)
  await setTimeout(100)
  socket.destroy()
  return answer
}

await t.test('an address may ask so often', async t => {
  const { get } = await start(t, { rateLimit: 3 })
  const statuses: number[] = []
  for (let n = 0; n < 5; n++) statuses.push((await get('/')).status)
  t.strictSame(statuses, [404, 404, 404, 429, 429])
  t.equal((await get('/')).headers.get('retry-after'), '60')
})

await t.test('hostile bodies are answered 400 and change nothing', async t => {
  const { witness } = await start(t)
  const valid = await log.submission(history, 0, 10)
  t.equal((await witness.addCheckpoint(valid)).status, 200)
  const next = await log.submission(history, 10, 20)
  const before = witness.findCheckpoint(hashOrigin(log.origin))
  for (let length = 0; length < next.length; length++) {
    const { status } = await witness.addCheckpoint(next.subarray(0, length))
    if (status !== 400) t.fail(`cut after ${length} bytes: ${status}`)
  }
  for (let place = 0; place < next.length; place++) {
    for (const bit of [1, 32, 128]) {
      const bytes = Uint8Array.from(next)
      bytes[place] = (bytes[place] ?? 0) ^ bit
      const { status, body } = await witness.addCheckpoint(bytes)
      if (![400, 403, 404, 409, 422].includes(status)) t.fail(`byte ${place}, bit ${bit}: ${status} ${body}`)
    }
  }
  let random = 7
  for (let n = 0; n < 2000; n++) {
    const bytes = Uint8Array.from({ length: n % 300 }, () => (random = (random * 48_271) % 0x7fffffff) & 255)
    const { status } = await witness.addCheckpoint(bytes)
    if (status !== 400) t.fail(`random bytes ${n}: ${status}`)
  }
  t.equal(witness.findCheckpoint(hashOrigin(log.origin)), before)
  t.equal((await witness.addCheckpoint(next)).status, 200)
})

await t.test('what a request is made of', t => {
  const proof = [history.root(1), history.root(2)]
  const request = { oldSize: 7, proof, note: log.checkpoint(history, 9) }
  t.strictSame(parseAddCheckpoint(formatAddCheckpoint(request)), request)
  const sizes: readonly (readonly [string, number | undefined])[] = [
    ['0\n', 0],
    ['10\n', 10],
    ['9007199254740991\n', 9_007_199_254_740_991],
    ['9007199254740992\n', undefined],
    ['10', undefined],
    ['010\n', undefined],
    [' 10\n', undefined],
    ['10\r\n', undefined],
    ['10\n\n', undefined],
    ['-1\n', undefined],
    ['\n', undefined],
    ['', undefined],
  ]
  for (const [text, size] of sizes) t.equal(parseSize(Buffer.from(text)), size, JSON.stringify(text))
  t.end()
})

await t.test('the key file', t => {
  const key = witnessKey()
  const quantum = createWitnessKey('witness.example/w1', new Uint8Array(32).fill(7), 'subtree/v1')
  for (const keys of [[key], [quantum], [key, quantum]] as const) {
    const parsed = parseWitnessKeys(JSON.parse(encodeWitnessKeys([...keys])))
    t.strictSame(
      parsed.map(({ secretKey }) => secretKey),
      keys.map(({ secretKey }) => secretKey),
    )
    t.strictSame(
      parsed.map(({ verifier }) => formatVerifierKey(verifier)),
      keys.map(({ verifier }) => formatVerifierKey(verifier)),
    )
  }
  const text = encodeWitnessKeys([key, quantum])
  const members = JSON.parse(text) as { readonly witness_key: string; readonly keys: readonly object[] }
  const [first = {}, second = {}] = members.keys as readonly Record<string, unknown>[]
  const vkeyOf = ({ vkey }: Record<string, unknown>): string => String(vkey)
  const renamed = createWitnessKey('witness.example/w2', new Uint8Array(32).fill(7), 'subtree/v1')
  const { keys: others } = JSON.parse(encodeWitnessKeys([renamed])) as typeof members
  for (const wrong of [
    null,
    [],
    {},
    { ...members, witness_key: 'drawaudit/v2' },
    { ...members, keys: [] },
    { ...members, keys: first },
    { ...members, keys: [null] },
    { ...members, keys: [{ ...first, secret_key: '00' }] },
    { ...members, keys: [{ ...first, secret_key: '11'.repeat(32) }] },
    { ...members, keys: [{ ...second, secret_key: '11'.repeat(32) }] },
    { ...members, keys: [{ ...first, vkey: 'x' }] },
    { ...members, keys: [{ ...first, vkey: `other${vkeyOf(first)}` }] },
    { ...members, keys: [first, first] },
    { ...members, keys: [first, ...others] },
    { ...members, keys: [first, second, second] },
  ]) {
    t.throws(() => parseWitnessKeys(wrong), { code: 'key-invalid' }, JSON.stringify(wrong).slice(0, 200))
  }
  t.throws(() => witnessKey('has space'), { code: 'key-invalid' })
  const longest = 'w'.repeat(255)
  t.ok(createWitnessKey(longest, new Uint8Array(32), 'subtree/v1'))
  t.throws(() => createWitnessKey(`${longest}w`, new Uint8Array(32), 'subtree/v1'), { code: 'key-invalid' })
  t.ok(createWitnessKey(`${longest}w`, new Uint8Array(32)), 'Ed25519 has no bound')
  t.end()
})

await t.test('ML-DSA-44 has no room for an origin of more than 255 bytes', async t => {
  const key = witnessKey()
  const others = [createWitnessKey(key.verifier.name, new Uint8Array(32).fill(1), 'subtree/v1')]
  // Of 254 characters, and 255 or 256 bytes.
  const [longest, longer] = ['é', 'éé'].map(end => new TestLog(end.padStart(254, 'o')))
  const two = await start(t, { folder: t.testdir({ two: {} }), key, others, logs: [longest!.witnessed] })
  const { status, body } = await two.post(await longest!.submission(history, 0, 7))
  t.equal(status, 200)
  t.equal(parseSignatureLines(body).length, 2)
  t.match(await two.post(await longer!.submission(history, 0, 7)), {
    status: 400,
    body: 'the checkpoint has an origin of more than 255 bytes, which ML-DSA-44 does not cosign\n',
  })
  await two.close()
  const logs = [longest!.witnessed, longer!.witnessed]
  await t.rejects(start(t, { folder: t.testdir(), key, others, logs }), {
    code: 'key-invalid',
    message: /^the log "o+"… has an origin of more than 255 bytes/,
  })
  const alone = await start(t, { folder: t.testdir(), key, logs })
  t.equal((await alone.post(await longer!.submission(history, 0, 7))).status, 200, 'Ed25519 has no bound')
})

await t.test('a key of a witness is no key of a log', async t => {
  const key = witnessKey()
  const state = { list: () => [], find: () => undefined, read: async () => Promise.resolve(undefined) }
  const options = {
    state: { ...state, write: async () => Promise.resolve(), close: () => undefined },
    keys: [key] as const,
  }
  const logs = [{ origin: 'x', key: key.verifier }]
  t.throws(() => createWitness({ ...options, logs, now: () => new Date(), engine: native }), {
    code: 'key-invalid',
  })
  await Promise.resolve()
})
