/**
 * Logs that sign whatever a test asks for, and a witness that serves on loopback.
 *
 * @packageDocumentation
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type tap from 'tap'
import { formatCheckpoint } from '../../src/core/checkpoint.js'
import { deriveConsistencyProof } from '../../src/core/consistency-proof.js'
import { derivePublicKey } from '../../src/core/dsse.js'
import { encodeUtf8 } from '../../src/core/encoding.js'
import { hashLeaf, MerkleTree } from '../../src/core/merkle.js'
import { createVerifierKey, formatNote, signNote, type VerifierKey } from '../../src/core/note.js'
import { native } from '../../src/native/engine.js'
import { createWitnessKey, type WitnessKey, type WitnessKeys } from '../../src/log/witness/key.js'
import type { WitnessedLog } from '../../src/log/witness/logs.js'
import { formatAddCheckpoint } from '../../src/log/witness/request.js'
import { createWitnessServer, type WitnessServed } from '../../src/log/witness/server.js'
import { openWitnessState } from '../../src/log/witness/state.js'
import { createWitness, type Witness } from '../../src/log/witness/witness.js'

export type Test = Pick<typeof tap, 'teardown' | 'testdir'>

/** A log with one key and any number of histories. */
export class TestLog {
  readonly origin: string
  readonly verifier: VerifierKey
  readonly #secretKey: Uint8Array

  constructor(origin = 'log.example/one', secretKey: Uint8Array = new Uint8Array(32).fill(3), name = origin) {
    this.origin = origin
    this.#secretKey = secretKey
    this.verifier = createVerifierKey(name, 'ed25519', derivePublicKey(secretKey))
  }

  get witnessed(): WitnessedLog {
    return { origin: this.origin, key: this.verifier }
  }

  /** Signs any text. */
  sign(text: string): string {
    return formatNote({ text, signatures: [signNote(text, this.verifier.name, this.#secretKey)] })
  }

  /** Signs the head of a history. */
  checkpoint(history: History, size: number): string {
    return this.sign(formatCheckpoint({ origin: this.origin, size, root: history.root(size) }))
  }

  /** A request, its proof from `oldSize` on. */
  async submission(history: History, oldSize: number, size: number): Promise<Uint8Array> {
    const proof = oldSize > 0 && oldSize < size ? await history.proof(oldSize, size) : []
    return formatAddCheckpoint({ oldSize, proof, note: this.checkpoint(history, size) })
  }
}

/** Leaves that two histories share up to a place, and all nodes of the tree over them. */
export class History {
  readonly #roots: Uint8Array[]
  readonly #nodes = new Map<string, Uint8Array>()

  constructor(size: number, name = 'a', sharedUntil = 0) {
    const tree = new MerkleTree(native, (level, index, hash) => this.#nodes.set(`${level} ${index}`, hash))
    this.#roots = [tree.root()]
    for (let place = 0; place < size; place++) {
      tree.append(hashLeaf(encodeUtf8(`${place < sharedUntil ? 'shared' : name} ${place}`), native))
      this.#roots.push(tree.root())
    }
  }

  root(size: number): Uint8Array {
    const root = this.#roots[size]
    if (root === undefined) throw new RangeError(`the history has no ${size} leaves`)
    return root
  }

  proof(from: number, to: number): Promise<Uint8Array[]> {
    const read = (level: number, start: number, end: number): Promise<Uint8Array[]> =>
      Promise.resolve(
        Array.from({ length: end - start }, (_, index) => {
          const hash = this.#nodes.get(`${level} ${start + index}`)
          if (hash === undefined) throw new RangeError('there is no such node')
          return hash
        }),
      )
    return deriveConsistencyProof(from, to, read, native)
  }
}

export const witnessKey = (name = 'witness.example/w1'): WitnessKey =>
  createWitnessKey(name, new Uint8Array(randomBytes(32)))

export interface Serving {
  readonly url: string
  readonly witness: Witness
  readonly served: readonly WitnessServed[]
  readonly post: (body: Uint8Array | string) => Promise<Answered>
  readonly get: (path: string, init?: RequestInit) => Promise<Answered>
  readonly close: () => Promise<void>
}

export interface Answered {
  readonly status: number
  readonly type: string | null
  readonly body: string
  readonly headers: Headers
}

export interface ServeOptions {
  readonly folder: string
  readonly key: WitnessKey
  /** Further keys of it. */
  readonly others?: readonly WitnessKey[]
  readonly logs: readonly WitnessedLog[]
  readonly now?: () => Date
  readonly rateLimit?: number
}

/** Serves a witness on a free port. */
export async function serve(test: Test, options: ServeOptions): Promise<Serving> {
  const { folder, key, others = [], logs, now = () => new Date(), rateLimit = 1_000_000 } = options
  const keys: WitnessKeys = [key, ...others]
  const verifiers = keys.map(({ verifier }) => verifier)
  const state = await openWitnessState(folder, { verifiers, logs, engine: native })
  const witness = createWitness({ state, logs, keys, now, engine: native })
  const served: WitnessServed[] = []
  const server = createWitnessServer({ witness, rateLimit, onServed: one => served.push(one) })
  server.http.listen(0, '127.0.0.1')
  await once(server.http, 'listening')
  const url = `http://127.0.0.1:${(server.http.address() as AddressInfo).port}`
  let isClosed = false
  const close = async (): Promise<void> => {
    if (isClosed) return
    isClosed = true
    await server.drain(1000)
    state.close()
  }
  test.teardown(close)
  const ask = async (path: string, init?: RequestInit): Promise<Answered> => {
    const response = await fetch(url + path, init)
    const { status, headers } = response
    return { status, type: headers.get('content-type'), body: await response.text(), headers }
  }
  return {
    url,
    witness,
    served,
    close,
    get: ask,
    post: async body =>
      ask('/add-checkpoint', {
        method: 'POST',
        body: typeof body === 'string' ? body : Uint8Array.from(body),
      }),
  }
}
