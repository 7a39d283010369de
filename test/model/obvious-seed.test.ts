import { createHash } from 'node:crypto'
import t from 'tap'
import { describeObviousSeed } from '../../src/model/obvious-seed.js'

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const published = {
  raffle_id: '49638a53-01d5-4ea0-96bc-887c4448c4f3',
  draw_id: '0B9A3C1E-6F0D-4F0A-9A57-3C1D2A7D6C11',
  drawn_at_utc: '2026-08-31T18:44:35+00:00',
  total_entries: 14_200_001,
}

await t.test('a hash of a seed that anybody would try is named with the guess', t => {
  const cases: readonly (readonly [seed: string | Uint8Array, says: string])[] = [
    ['', 'the SHA-256 of empty input'],
    ...[16, 32, 64].map(
      length => [new Uint8Array(length), `the SHA-256 of ${length} zero bytes`] as [Uint8Array, string],
    ),
    ...['seed', 'test', 'Test', 'SECRET', '0', '1', '42', '9999'].map(
      word => [word, `the SHA-256 of "${word}"`] as [string, string],
    ),
    ['seed\n', 'the SHA-256 of "seed\\n"'],
    ...(['raffle_id', 'draw_id', 'drawn_at_utc'] as const).map(
      name => [published[name], `the SHA-256 of "${published[name]}", its ${name}`] as [string, string],
    ),
    ['14200001', 'the SHA-256 of "14200001", its total_entries'],
    ['0b9a3c1e6f0d4f0a9a573c1d2a7d6c11', 'the SHA-256 of "0b9a3c1e6f0d4f0a9a573c1d2a7d6c11", its draw_id'],
    ['2026-08-31T18:44:35Z', 'the SHA-256 of "2026-08-31T18:44:35Z", its drawn_at_utc'],
    ['1788201875', 'the SHA-256 of "1788201875", its drawn_at_utc'],
  ]
  for (const [seed, says] of cases) {
    const hash = sha256(seed)
    t.equal(describeObviousSeed(hash, published), says)
    t.equal(describeObviousSeed(`sha256:${hash.toUpperCase()}`, published), says, 'in another spelling')
  }
  t.equal(describeObviousSeed('0'.repeat(64), {}), 'all zero bytes')
  t.end()
})

await t.test('any other hash is none', t => {
  for (const seed of ['10000', 'a seed', '00', new Uint8Array(33), 'b3b0c442']) {
    t.equal(describeObviousSeed(sha256(seed), published), undefined, String(seed))
  }
  t.equal(describeObviousSeed(sha256(published.draw_id), {}), undefined, 'of another draw')
  for (const hash of ['', 'sha256:', sha256('seed').slice(1), `md5:${sha256('seed')}`]) {
    t.equal(describeObviousSeed(hash, published), undefined, hash)
  }
  const long = 'x'.repeat(1000)
  t.equal(
    describeObviousSeed(sha256(long), { prize_name: long }),
    undefined,
    'no text of any length is hashed',
  )
  t.equal(describeObviousSeed(sha256('x'), { prize_name: ['x'], draw_id: null }), undefined)
  t.end()
})

await t.test('looking is cheap', t => {
  describeObviousSeed(sha256('first'), published)
  const since = process.cpuUsage()
  for (let count = 0; count < 200; count++) describeObviousSeed(sha256(`${count} x`), published)
  const { user } = process.cpuUsage(since)
  t.ok(user < 1_000_000, `${user} µs of CPU for 200 draws`)
  t.end()
})
