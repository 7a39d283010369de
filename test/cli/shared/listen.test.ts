import { linkSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { listenOnSocket } from '../../../src/cli/shared/listen.js'

// The folder of a test has a longer path than a socket may.
const folder = mkdtempSync(join(tmpdir(), 'sockets-'))
t.teardown(() => {
  rmSync(folder, { recursive: true })
})

function open(): Server {
  const server = createServer()
  t.teardown(() => server.close())
  return server
}

await t.test('a Unix socket is for its user and group, and for one server', async t => {
  const path = join(folder, 'a.sock')
  const first = open()
  t.equal(await listenOnSocket(first, path), `unix:${path}`)
  t.equal(statSync(path).mode & 0o777, 0o660)
  await t.rejects(listenOnSocket(open(), path), {
    code: 'address-unavailable',
    message: /another program listens there/,
  })
  // As a process leaves it that was killed.
  const left = join(folder, 'left.sock')
  linkSync(path, left)
  first.close()
  t.equal(await listenOnSocket(open(), left), `unix:${left}`)
})

await t.test('where no socket can be', async t => {
  const file = join(folder, 'file')
  writeFileSync(file, 'kept')
  for (const [path, message] of [
    [file, /there is a file that is not a socket/],
    [join(folder, 'x'.repeat(108)), /at most 107 bytes/],
    [join(folder, 'none/desk.sock'), /no such folder|permission denied/],
  ] as const) {
    await t.rejects(listenOnSocket(open(), path), { code: 'address-unavailable', message })
  }
  t.equal(statSync(file).size, 4)
})
