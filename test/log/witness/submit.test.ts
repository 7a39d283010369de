import { createServer, type RequestListener } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { encodeUtf8 } from '../../../src/core/encoding.js'
import {
  type CosignatureType,
  formatSignatureLine,
  parseNote,
  signCosignature,
  signNote,
  verifyNote,
} from '../../../src/core/note.js'
import { DrawauditError } from '../../../src/errors.js'
import {
  findSubmissionUrl,
  submitCheckpoint,
  submitToAll,
  type Submission,
} from '../../../src/log/witness/submit.js'
import { createWitnessKey, type WitnessKey } from '../../../src/log/witness/key.js'
import { parseAddCheckpoint } from '../../../src/log/witness/request.js'
import { native } from '../../../src/native/engine.js'
import { History, serve, TestLog, witnessKey, type Test } from '../witnessed.js'

const log = new TestLog()
const history = new History(64)
const forked = new History(64, 'b', 5)
const key = witnessKey()
const client = { allowPrivate: true }

function submission(
  url: string,
  options: Partial<Submission> & { size?: number; of?: History } = {},
): Submission {
  const { size = 20, of = history, ...rest } = options
  return {
    url,
    keys: [key.verifier],
    note: log.checkpoint(of, size),
    oldSize: 0,
    proofFrom: async (from, to) => of.proof(from, to),
    ...rest,
  }
}

await t.test('a witness cosigns what grows', async t => {
  const { url, served } = await serve(t, { folder: t.testdir(), key, logs: [log.witnessed] })
  let oldSize = 0
  for (const size of [0, 1, 7, 7, 8, 20]) {
    const { cosignatures, time } = await submitCheckpoint(submission(`${url}/`, { size, oldSize }), {
      client,
    })
    const { text } = parseNote(log.checkpoint(history, size))
    t.match(verifyNote({ text, signatures: cosignatures }, [key.verifier]), [{ time }])
    t.ok(Math.abs(time - Date.now() / 1000) < 60)
    oldSize = size
  }
  t.equal(served.length, 6, 'each was asked once')
})

await t.test('it says where it is, and is asked again from there', async t => {
  const { url, served } = await serve(t, { folder: t.testdir(), key, logs: [log.witnessed] })
  await submitCheckpoint(submission(url, { size: 7 }), { client })
  const asked: (readonly number[])[] = []
  const proofFrom: Submission['proofFrom'] = async (from, to) => {
    asked.push([from, to])
    return history.proof(from, to)
  }
  await submitCheckpoint(submission(url, { size: 20, oldSize: 0, proofFrom }), { client })
  await submitCheckpoint(submission(url, { size: 20, oldSize: 3, proofFrom }), { client })
  await submitCheckpoint(submission(url, { size: 20, oldSize: 20, proofFrom }), { client })
  t.strictSame(asked, [
    [7, 20],
    [3, 20],
  ])
  t.strictSame(
    served.map(({ status }) => status),
    [200, 409, 200, 409, 200, 200],
  )
})

await t.test('a witness that has seen other things is a conflict', async t => {
  const { url } = await serve(t, { folder: t.testdir(), key, logs: [log.witnessed] })
  await submitCheckpoint(submission(url, { size: 20 }), { client })
  for (const [name, wanted, words] of [
    ['ours is older', submission(url, { size: 10 }), /has cosigned 20 entries, and this checkpoint has 10/],
    ['ours is of another history', submission(url, { of: forked, size: 30 }), /answered 422 .*other entries/],
    ['of the same size', submission(url, { of: forked, size: 20 }), /answered 422 .*another root/],
  ] as const) {
    await t.rejects(submitCheckpoint(wanted, { client }), { code: 'witness-conflict', message: words }, name)
  }
})

await t.test('refusals of a real witness', async t => {
  const { url } = await serve(t, { folder: t.testdir(), key, logs: [log.witnessed] })
  const unknown = new TestLog('log.example/no')
  const stranger = new TestLog(log.origin, new Uint8Array(32).fill(9))
  for (const [wanted, words] of [
    [submission(url, { note: unknown.checkpoint(history, 3) }), /answered 404 .*does not know this log/],
    [submission(url, { note: stranger.checkpoint(history, 3) }), /answered 403 .*knows no key/],
    [submission(`${url}/nowhere`), /answered 404/],
  ] as const) {
    await t.rejects(submitCheckpoint(wanted, { client }), { code: 'witness-refused', message: words })
  }
  await t.rejects(
    submitCheckpoint(submission(url)),
    { code: 'address-forbidden' },
    'loopback is asked on demand',
  )
})

/** A witness that answers what a test likes. */
async function pretend(test: Pick<Test, 'teardown'>, listener: RequestListener): Promise<string> {
  const http = createServer(listener)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  test.teardown(() => {
    http.close()
    http.closeAllConnections()
  })
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

const answer = (status: number, body: string | Uint8Array, type = 'text/plain'): RequestListener => {
  return (request, response) => {
    request.resume()
    response.writeHead(status, { 'Content-Type': type })
    response.end(body)
  }
}

const { text } = parseNote(log.checkpoint(history, 20))
const seconds = Math.floor(Date.now() / 1000)
const line = (time = seconds, by: WitnessKey = key, what = text): string =>
  formatSignatureLine(signCosignature(what, by.verifier.name, time, by.secretKey))

await t.test('an answer is believed when it is this cosignature of this witness', async t => {
  const others = [line(seconds, witnessKey()), line(seconds, witnessKey('other.example'))].join('')
  const logLine = formatSignatureLine(signNote(text, log.origin, new Uint8Array(32).fill(3)))
  const unknown = '\u2014 future.example AAAAAAA=\n'
  const good: Readonly<Record<string, string>> = {
    'one line': line(),
    'lines of others around it': others + line() + logLine + unknown,
    twice: line() + line(seconds - 1),
    'an hour ago': line(seconds - 3600),
    'long ago, as it was cosigned then': line(1_700_000_000),
    'a little ahead': line(seconds + 60),
  }
  for (const [name, body] of Object.entries(good)) {
    const url = await pretend(t, answer(200, body))
    const { cosignatures, time } = await submitCheckpoint(submission(url), { client })
    t.match(verifyNote({ text, signatures: cosignatures }, [key.verifier]), [{ time }], name)
    t.equal(cosignatures.length, 1, name)
  }

  const flipped = (body: string): string => {
    const at = body.length - 20
    return body.slice(0, at) + (body[at] === 'A' ? 'B' : 'A') + body.slice(at + 1)
  }
  const bad: readonly (readonly [string, string | Uint8Array, string, RegExp])[] = [
    ['of another witness', others, 'note-signature', /no line is of/],
    [
      'the key of another under the same name',
      line(seconds, witnessKey()),
      'note-signature',
      /no line is of/,
    ],
    ['a signature that fails', flipped(line()), 'note-signature', /does not verify/],
    ['a good line after one that fails', flipped(line()) + line(), 'note-signature', /does not verify/],
    [
      'of another checkpoint',
      line(seconds, key, parseNote(log.checkpoint(history, 19)).text),
      'note-signature',
      /does not verify/,
    ],
    [
      'of the other history',
      line(seconds, key, parseNote(log.checkpoint(forked, 20)).text),
      'note-signature',
      /does not verify/,
    ],
    ['the time 0', line(0), 'note-signature', /no time/],
    ['two hours ahead', line(seconds + 7200), 'note-signature', /ahead of the clock/],
    ['far ahead', line(Number.MAX_SAFE_INTEGER), 'note-signature', /ahead of the clock/],
    [
      'a plain signature of the same key',
      formatSignatureLine(signNote(text, key.verifier.name, key.secretKey)),
      'note-signature',
      /no line is of/,
    ],
    ['nothing', '', 'note-invalid', /newline/],
    ['an empty line', '\n', 'note-invalid', /not a signature line/],
    ['no newline', line().slice(0, -1), 'note-invalid', /newline/],
    ['CRLF', line().replace('\n', '\r\n'), 'note-invalid', /not a signature line/],
    ['a whole note', log.checkpoint(history, 20), 'note-invalid', /not a signature line/],
    ['HTML', '<html>\n', 'note-invalid', /not a signature line/],
    ['101 lines', line().repeat(101), 'note-invalid', /at most 100/],
    ['bytes that are not UTF-8', Uint8Array.of(0xff, 0x0a), 'note-invalid', /UTF-8/],
    ['more than is read', 'x'.repeat(16 * 1024 + 1), 'remote-too-large', /16384/],
  ]
  for (const [name, body, code, words] of bad) {
    const url = await pretend(t, answer(200, body))
    await t.rejects(submitCheckpoint(submission(url), { client }), { code, message: words }, name)
  }
})

await t.test('a witness with keys of two types', async t => {
  const quantum = createWitnessKey(key.verifier.name, new Uint8Array(32).fill(5), 'subtree/v1')
  const keys = [key.verifier, quantum.verifier]
  const serving = await serve(t, { folder: t.testdir(), key, others: [quantum], logs: [log.witnessed] })
  const submitted = await submitCheckpoint(submission(serving.url, { keys }), { client, engine: native })
  t.strictSame(
    submitted.cosignatures.map(({ keyId }) => keyId),
    keys.map(({ keyId }) => keyId),
    'both lines are kept',
  )
  t.strictSame(submitted.missing, [])
  t.equal(submitted.cosignatures[1]?.signature.length, 8 + 2420)
  const verified = verifyNote({ text, signatures: submitted.cosignatures }, keys, native)
  t.strictSame(
    verified.map(({ time }) => time),
    [submitted.time, submitted.time],
    'at one time',
  )

  const lineOf = (by: WitnessKey, type: CosignatureType, time = seconds, what = text): string =>
    formatSignatureLine(signCosignature(what, by.verifier.name, time, by.secretKey, type))
  const other = parseNote(log.checkpoint(history, 19)).text
  const one = await pretend(t, answer(200, line()))
  const [short] = await submitToAll([submission(one, { keys })], { client, engine: native })
  t.match(short, {
    cosigned: { cosignatures: [{ keyId: key.verifier.keyId }], missing: [quantum.verifier] },
    fault: { code: 'note-signature', message: new RegExp(`not with its key .*${quantum.verifier.keyId}`) },
  })
  for (const [name, body, words] of [
    [
      'the other line is of another checkpoint',
      lineOf(quantum, 'subtree/v1', seconds, other),
      /does not verify/,
    ],
    ['the other line has no time', lineOf(quantum, 'subtree/v1', 0), /no time/],
    ['the other line is hours ahead', lineOf(quantum, 'subtree/v1', seconds + 7200), /ahead of the clock/],
  ] as const) {
    const url = await pretend(t, answer(200, line() + body))
    const fault = { code: 'note-signature', message: words }
    await t.rejects(submitCheckpoint(submission(url, { keys }), { client, engine: native }), fault, name)
  }
})

await t.test('other answers', async t => {
  const size = 'text/x.tlog.size'
  const cases: readonly (readonly [string, RequestListener, string, RegExp])[] = [
    ['409 with our own size', answer(409, '0\n', size), 'witness-refused', /again and again/],
    ['409 without a size', answer(409, '7\n'), 'witness-conflict', /answered 409/],
    ['409 with a size that is none', answer(409, '07\n', size), 'witness-conflict', /answered 409/],
    ['409 without a newline', answer(409, '7', size), 'witness-conflict', /answered 409/],
    ['400', answer(400, 'malformed\n'), 'witness-refused', /answered 400 \("malformed"\)/],
    ['429', answer(429, ''), 'witness-refused', /answered 429: not now/],
    ['500', answer(500, 'oops'), 'witness-refused', /answered 500 .*instead of a cosignature/],
    ['503', answer(503, ''), 'witness-refused', /not now/],
    ['204', answer(204, ''), 'witness-refused', /answered 204/],
    [
      'a redirect',
      (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1/' }).end(),
      'witness-refused',
      /answered 302/,
    ],
    ['what moves the cursor', answer(500, '\u001b[2J\u202e'), 'witness-refused', /answered 500 \("\\u001b/],
    ['what is long', answer(500, 'x'.repeat(10_000)), 'witness-refused', /answered 500 \("x{200}"\)/],
    [
      'a cut answer',
      (_, response) => response.writeHead(200, { 'Content-Length': 50 }).end('x', () => response.destroy()),
      'remote-',
      /./,
    ],
    ['a closed connection', request => request.destroy(), 'remote-closed', /closed the connection/],
  ]
  for (const [name, listener, code, words] of cases) {
    const url = await pretend(t, listener)
    const fault: unknown = await submitCheckpoint(submission(url), { client }).catch(
      (error: unknown) => error,
    )
    if (!(fault instanceof DrawauditError)) throw new Error(name, { cause: fault })
    t.ok(fault.code.startsWith(code), `${name}: ${fault.code}`)
    t.match(fault.message, words, name)
    t.notMatch(fault.message, /\n/, 'one line')
  }
  let sizes = 0
  const growing = await pretend(t, (request, response) => {
    sizes += 1
    answer(409, `${sizes}\n`, size)(request, response)
  })
  await t.rejects(submitCheckpoint(submission(growing), { client }), { code: 'witness-refused' })
  t.equal(sizes, 10, 'it is not asked for ever')
})

await t.test('there is an end to waiting', async t => {
  const silent = await pretend(t, () => undefined)
  const started = Date.now()
  await t.rejects(submitCheckpoint(submission(silent), { client, deadline: 200 }), { code: 'remote-timeout' })
  const trickling = await pretend(t, (_, response) => {
    const timer = setInterval(() => response.write('x'), 20)
    response.once('close', () => {
      clearInterval(timer)
    })
  })
  await t.rejects(submitCheckpoint(submission(trickling), { client, deadline: 200 }), {
    code: 'remote-timeout',
  })
  // Each answer in time, and all together not.
  let size = 0
  const slow = await pretend(t, (request, response) => {
    void setTimeout(150).then(() => {
      answer(409, `${++size}\n`, 'text/x.tlog.size')(request, response)
    })
  })
  await t.rejects(submitCheckpoint(submission(slow), { client, deadline: 250 }), { code: 'remote-timeout' })
  const proofFrom = async (): Promise<Uint8Array[]> => new Promise(() => undefined)
  const stuck = submission(silent, { oldSize: 7, proofFrom })
  await t.rejects(submitCheckpoint(stuck, { client, deadline: 100 }), { code: 'remote-timeout' })
  t.ok(Date.now() - started < 8000)
  const reason = new Error('enough')
  const aborted = submitCheckpoint(submission(silent), { client, signal: AbortSignal.abort(reason) })
  await t.rejects(aborted, reason)
})

await t.test('several at once: each has its own end', async t => {
  const { url } = await serve(t, { folder: t.testdir(), key, logs: [log.witnessed] })
  const silent = await pretend(t, () => undefined)
  const liar = await pretend(t, answer(200, line(0)))
  const urls = [silent, url, liar, 'http://127.0.0.1:1', 'ftp://x', silent, silent, silent]
  const before = performance.now()
  const results = await submitToAll(
    urls.map(one => submission(one)),
    { client, deadline: 500 },
  )
  const took = performance.now() - before
  t.ok(took >= 490 && took < 4 * 500, `all are asked at once: ${took} ms for four that say nothing`)
  t.match(results, [
    { url: silent, fault: { code: 'remote-timeout' } },
    { url, cosigned: { cosignatures: [{ name: key.verifier.name }] } },
    { url: liar, fault: { code: 'note-signature' } },
    { fault: { code: 'remote-unreachable' } },
    { fault: { code: 'url-invalid' } },
    ...Array.from({ length: 3 }, () => ({ url: silent, fault: { code: 'remote-timeout' } })),
  ])
  t.strictSame(
    results.map(({ cosigned, fault }) => (cosigned === undefined) === (fault !== undefined)),
    results.map(() => true),
  )
  const broken = submission(url, {
    oldSize: 7,
    proofFrom: async () => Promise.reject(new RangeError('no tile')),
  })
  await t.rejects(submitToAll([broken], { client }), RangeError)
})

await t.test('once one has cosigned, nobody waits long for the others', async t => {
  const { url } = await serve(t, { folder: t.testdir(), key, logs: [log.witnessed] })
  const silent = await pretend(t, () => undefined)
  const came: number[] = []
  const before = performance.now()
  const results = await submitToAll(
    [silent, url, silent].map(one => submission(one)),
    { client, patience: 20, onCosigned: ({ time }) => came.push(time) },
  )
  // One alone is waited for ten seconds.
  t.ok(performance.now() - before < 8000)
  t.equal(came.length, 1)
  const fault = { code: 'remote-timeout', message: /within 0.02 s of the first witness/ }
  t.match(results, [{ fault }, { cosigned: { time: came[0] } }, { fault }])

  const liar = await pretend(t, answer(200, line(0)))
  const none = await submitToAll(
    [silent, liar].map(one => submission(one)),
    { client, deadline: 100, patience: 0 },
  )
  t.match(
    none,
    [{ fault: { message: /within 0.1 s/ } }, { fault: { code: 'note-signature' } }],
    'no cosignature',
  )
})

await t.test('what is sent', async t => {
  const bodies: Buffer[] = []
  const seen: (string | undefined)[] = []
  const url = await pretend(t, (request, response) => {
    seen.push(request.method, request.url, request.headers['content-type'])
    void request.toArray().then(chunks => {
      bodies.push(Buffer.concat(chunks as Buffer[]))
      answer(200, line())(request, response)
    })
  })
  await submitCheckpoint(submission(`${url}/prefix/`, { oldSize: 7 }), { client })
  t.strictSame(seen, ['POST', '/prefix/add-checkpoint', 'text/plain; charset=utf-8'])
  t.strictSame(parseAddCheckpoint(bodies[0] ?? Buffer.of()), {
    oldSize: 7,
    proof: await history.proof(7, 20),
    note: log.checkpoint(history, 20),
  })
  t.equal(bodies[0]?.length, encodeUtf8(bodies[0]?.toString() ?? '').length)
})

await t.test('wrong calls', async t => {
  t.throws(() => findSubmissionUrl('https://witness.example/?x=1'), { code: 'url-invalid' })
  t.equal(findSubmissionUrl('https://witness.example').href, 'https://witness.example/add-checkpoint')
  const url = 'https://witness.example'
  await t.rejects(submitCheckpoint(submission(url, { keys: [key.verifier, log.verifier] })), {
    code: 'key-invalid',
  })
  await t.rejects(submitCheckpoint(submission(url, { note: 'x' })), { code: 'note-invalid' })
  await t.rejects(submitCheckpoint(submission(url, { note: log.sign('x\n') })), {
    code: 'checkpoint-invalid',
  })
})
