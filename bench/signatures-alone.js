// Signatures of one Ed25519 key verified by node:crypto and by nothing else, on a thread a core: what the benchmarks of
// documents that are signed have beside them.
import { createPublicKey, verify } from 'node:crypto'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { fileURLToPath } from 'node:url'
import { timeWorkers } from './lib.js'

const own = fileURLToPath(import.meta.url)

/**
 * Seconds that it takes to verify all of them, and seconds of the processors, which say the same on a machine that is busy.
 *
 * @param {readonly { readonly message: Uint8Array, readonly signature: Uint8Array }[]} signed
 * @param {Uint8Array} publicKey - 32 bytes.
 * @param {number} times - how often they are verified.
 */
export async function timeSignatures(signed, publicKey, times = 1) {
  const cores = availableParallelism()
  const workers = Array.from({ length: cores }, (_, core) => {
    const part = signed.filter((_, index) => index % cores === core)
    return new Worker(own, { workerData: { signaturesAlone: part, publicKey, times } })
  })
  return timeWorkers(workers)
}

if (!isMainThread && workerData?.signaturesAlone !== undefined) {
  const { signaturesAlone: signed, publicKey, times } = workerData
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  parentPort.postMessage('ready')
  await once(parentPort, 'message')
  for (let left = times; left > 0; left -= 1) {
    for (const { message, signature } of signed) {
      if (!verify(null, message, key, signature)) throw new Error('a signature does not verify')
    }
  }
  parentPort.postMessage('done')
}
