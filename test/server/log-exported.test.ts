// Tiles of the log that were exported: whoever asks for one is sent where it is.
import t from 'tap'
import { createLogOf } from './log-store.js'
import { send, start } from './start.js'

const tile = (name: string): string => `/api/v1/log/tile/${name}`

await t.test('a full tile is sent for elsewhere as soon as it was exported, a partial one never', async t => {
  const server = await start(t, { exported: { url: 'https://log.example/raffles', within: 0 } })
  await (await createLogOf(server)).grow(300)
  const full = await send(server, tile('0/000'))
  t.equal(full.status, 302, 'the first time too')
  t.equal(full.headers['location'], 'https://log.example/raffles/tile/0/000')
  t.equal((await send(server, tile('0/001.p/44'))).status, 200)
  const part = await send(server, tile('0/000.p/44'))
  t.equal(part.status, 200, 'of what has become full an export has the full tile alone')
  t.equal(part.bytes.length, 44 * 32)
  t.equal((await send(server, tile('0/002'))).status, 404)
})
