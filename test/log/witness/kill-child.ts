/**
 * A witness on loopback, to be killed at any moment. The test beside it compiles and runs it.
 *
 * @packageDocumentation
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { parseVerifierKey } from '../../../src/core/note.js'
import { decodeHex } from '../../../src/core/encoding.js'
import { createWitnessKey } from '../../../src/log/witness/key.js'
import { createWitnessServer } from '../../../src/log/witness/server.js'
import { openWitnessState } from '../../../src/log/witness/state.js'
import { createWitness } from '../../../src/log/witness/witness.js'
import { native } from '../../../src/native/engine.js'
import { Disk } from '../disk.js'

export interface Orders {
  readonly folder: string
  readonly name: string
  readonly secretKey: string
  /** The vkey of the log. */
  readonly log: string
  /** Dies by itself at this point of those that it passes, two for each write: before it, and in the middle of it. */
  readonly dieAt: number
  /** Of which the points are: of the start, or of what comes after it; `never` for none. */
  readonly phase: 'start' | 'work' | 'never'
}

async function run({ folder, name, secretKey, log, dieAt, phase }: Orders): Promise<void> {
  let [point, now] = [0, 'start']
  const pass = (): void => {
    point += 1
    if (point === dieAt) process.kill(process.pid, 'SIGKILL')
  }
  const disk = new Disk()
  disk.tamper = async (_, carryOut, half) => {
    if (phase === now) {
      pass()
      if (point + 1 === dieAt) await half()
      pass()
    }
    return carryOut()
  }
  await disk.install()
  const key = createWitnessKey(name, decodeHex(secretKey))
  const verifier = parseVerifierKey(log)
  const logs = [{ origin: verifier.name, key: verifier }]
  const state = await openWitnessState(folder, { verifiers: [key.verifier], logs, engine: native })
  const witness = createWitness({ state, logs, keys: [key], now: () => new Date(), engine: native })
  const { http } = createWitnessServer({ witness, rateLimit: 1_000_000 })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  now = 'work'
  process.stdout.write(`${(http.address() as AddressInfo).port}\n`)
}

// Loaded and waiting: the time until the kill begins with the orders.
process.stdin.once('data', (line: Buffer) => {
  run(JSON.parse(line.toString()) as Orders).catch((error: unknown) => {
    process.stderr.write(`${String((error as Error).stack)}\n`)
    process.exit(1)
  })
})
