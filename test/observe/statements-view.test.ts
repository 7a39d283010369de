import t from 'tap'
import type { EnvelopeJson } from '../../src/core/dsse.js'
import { native } from '../../src/native/engine.js'
import { readStatementsView } from '../../src/observe/statements-view.js'
import { body, createKey, createRaffle, raffleId } from './raffle.js'

const chain = createRaffle()
const read = (text: string) => readStatementsView(Buffer.from(text), raffleId, native)

await t.test('the view of statements, and a bundle', t => {
  for (const text of [body(chain), JSON.stringify({ bundle: 'drawaudit/v1', statements: chain })]) {
    const { envelopes, statements, strange } = read(text)
    t.same(envelopes, chain)
    t.same(
      statements.map(({ statement }) => statement.type),
      ['commitment', 'seal', 'draw', 'draw'],
    )
    t.equal(strange, 0)
  }
  t.same(read(body([], raffleId.toUpperCase())), { envelopes: [], statements: [], strange: 0 })
  t.end()
})

await t.test('an envelope is kept exactly as it was served', t => {
  const more = { ...chain[0], note: 'unsigned', signatures: [{ ...chain[0]!.signatures[0], extra: 1 }] }
  const { envelopes, statements } = read(body([more, chain[0], more]))
  t.same(envelopes, [more, chain[0]], 'once each')
  t.equal(statements.length, 2)
  t.equal(statements[0]?.digest, statements[1]?.digest)
  t.end()
})

await t.test('what is no statement of the raffle is no statement of the raffle', t => {
  const other = createRaffle({ id: '11111111-51d9-4a41-9a52-0c92cdbd1d6a' })
  const [first] = chain as [EnvelopeJson]
  const broken: readonly (readonly [string, unknown, kept: number])[] = [
    ['null', null, 0],
    ['text', 'x', 0],
    ['no envelope', {}, 0],
    ['no signature', { ...first, signatures: [] }, 0],
    ['two signatures', { ...first, signatures: [...first.signatures, ...first.signatures] }, 0],
    ['base64 that is not canonical', { ...first, payload: `${first.payload.slice(0, -4)}QQ=` }, 0],
    ['too large', { ...first, padding: 'x'.repeat(66_000) }, 0],
    ['another raffle', other[0], 1],
    ['another type', { ...first, payloadType: 'text/plain' }, 1],
    ['no statement', { ...first, payload: 'e30=' }, 1],
  ]
  for (const [name, value, kept] of broken) {
    const { envelopes, statements, strange } = read(body([value]))
    t.same([envelopes.length, statements.length, strange], [kept, 0, 1], name)
  }
  t.equal(
    read(body(createRaffle({ secretKey: createKey('x').secretKey }))).statements.length,
    4,
    'not verified',
  )
  t.end()
})

await t.test('anything else is an answer that was not asked for', t => {
  const other = '11111111-51d9-4a41-9a52-0c92cdbd1d6a'
  for (const text of [
    '',
    '<!doctype html><h1>Welcome</h1>',
    '[]',
    'null',
    '{}',
    '{"statements":{}}',
    '{"statements":[],"statements":[]}',
    body(chain, other),
    JSON.stringify({ raffle_id: 1, statements: [] }),
  ]) {
    t.throws(() => read(text), { code: 'remote-error', message: /^[a-z][^\n]*[^.\n]$/ }, text.slice(0, 60))
  }
  t.end()
})
