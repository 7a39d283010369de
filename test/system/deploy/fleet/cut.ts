/**
 * A wire that can be cut: while it is, nothing that is sent arrives, and nobody is told.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

interface Test {
  teardown(action: () => unknown): void
}

export interface Wire {
  readonly port: number
  readonly cut: () => void
  /** What was sent meanwhile arrives, as TCP sends it again. */
  readonly mend: () => void
}

/** Leads to a port of this machine. */
export async function startWire(t: Test, to: number): Promise<Wire> {
  let isCut = false
  const links = new Set<Link>()
  const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, socket => {
    const link = new Link(socket, to)
    links.add(link)
    socket.once('close', () => {
      if (!isCut) links.delete(link)
    })
    if (!isCut) link.mend()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    for (const link of links) link.end()
  })
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true
      for (const link of links) link.cut()
    },
    mend() {
      isCut = false
      for (const link of links) link.mend()
    },
  }
}

/** A connection, and the one that goes on from it. */
class Link {
  readonly #near: Socket
  readonly #to: number
  #far: Socket | undefined
  #isCut = true

  constructor(near: Socket, to: number) {
    this.#near = near
    this.#to = to
    this.#watch(near, () => this.#far)
  }

  cut(): void {
    this.#isCut = true
    const far = this.#far
    if (far === undefined) return
    for (const [from, to] of [
      [this.#near, far],
      [far, this.#near],
    ] as const) {
      from.unpipe(to)
      from.pause()
    }
  }

  mend(): void {
    this.#isCut = false
    if (this.#near.destroyed || this.#far?.destroyed === true) {
      this.end()
      return
    }
    if (this.#far === undefined) {
      this.#far = connect({ port: this.#to, host: '127.0.0.1', allowHalfOpen: true })
      this.#watch(this.#far, () => this.#near)
    }
    this.#near.pipe(this.#far)
    this.#far.pipe(this.#near)
  }

  end(): void {
    this.#near.destroy()
    this.#far?.destroy()
  }

  /** The end of one side is the other's, as soon as it can hear of it. */
  #watch(socket: Socket, other: () => Socket | undefined): void {
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (!this.#isCut) other()?.destroy()
    })
  }
}
