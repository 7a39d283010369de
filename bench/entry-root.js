// The root of a list file by the threads of `verify`, without what `verify` does beside it.
import { cutLines, blockLines, mostBlockBytes } from '../dist/verify/bundle/entry-block.js'
import { MerkleTree } from '../dist/core/merkle.js'
import { fingerprintLength } from '../dist/core/fingerprints.js'
import { native } from '../dist/native/engine.js'
import { Threads } from '../dist/io/threads.js'

export async function readRoot({ pieces }) {
  const slots = []
  const module = new URL('../dist/cli/shared/list-thread.js', import.meta.url)
  const threads = new Threads(module, { rules: { engine: 'native' }, slots })
  for (let count = 0; count < threads.width; count += 1) {
    slots.push({
      bytes: new SharedArrayBuffer(mostBlockBytes),
      prints: new SharedArrayBuffer(blockLines * fingerprintLength),
    })
  }
  const tree = new MerkleTree(native)
  const pending = []
  const take = async most => {
    while (pending.length > most) {
      const { count, frontier } = await pending.shift()
      tree.appendTree(count, frontier)
    }
  }
  let sent = 0
  for (const [first, second] of cutLines(pieces())) {
    await take(slots.length - 1)
    const slot = sent % slots.length
    const bytes = new Uint8Array(slots[slot].bytes)
    bytes.set(first)
    bytes.set(second, first.length)
    pending.push(threads.ask({ slot, length: first.length + second.length }))
    sent += 1
  }
  await take(0)
  await threads.close()
  return { root: Buffer.from(tree.root()).toString('hex') }
}
