/**
 * A way to a database that can be cut.
 *
 * @packageDocumentation
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Test } from 'tap'

export interface Way {
  readonly url: string
  /** Loses all connections, and takes none until `mend`. */
  readonly cut: () => void
  readonly mend: () => void
  /** Loses the connection on which the next commit is asked for, once the database has answered. */
  readonly loseCommit: () => void
  /** Says nothing any more, and does not hang up either. */
  readonly freeze: () => void
}

export async function createWay(test: Pick<Test, 'teardown'>, database: string): Promise<Way> {
  const target = new URL(database)
  const sockets = new Set<Socket>()
  let [isCut, isFrozen, losesCommit] = [false, false, false]
  const server = createServer(near => {
    if (isCut) {
      near.destroy()
      return
    }
    const far = connect(Number(target.port || 5432), target.hostname)
    let isLost = false
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.on('data', chunk => {
        if (from === near && losesCommit && chunk.includes('COMMIT\0')) {
          losesCommit = false
          isLost = true
        }
        if (isFrozen) return
        if (from === far && isLost) near.destroy()
        else to.write(chunk)
      })
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  test.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const url = new URL(database)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    cut: () => {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend: () => {
      isCut = false
    },
    loseCommit: () => {
      losesCommit = true
    },
    freeze: () => {
      isFrozen = true
    },
  }
}
