// The entries that the benchmarks of lists are about, and what hashing them alone takes.
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'

/** Ids as raffles have them, all different. */
export const ids = {
  digits: number => String((number * 7919) % 100_000_000).padStart(8, '0'),
  uuid: number => {
    const text = hash('md5', String(number))
    return [0, 8, 12, 16, 20].map((at, part) => text.slice(at, [8, 12, 16, 20, 32][part])).join('-')
  },
  'not ASCII': number => `票-é-${number}`,
}

/** Writes a list of so many entries, every tenth of them free; returns its bytes. */
export async function writeEntries(file, count, formatLine) {
  const stream = createWriteStream(file)
  let text = ''
  for (let number = 0; number < count; number++) {
    text += formatLine(number, number % 10 === 0 ? 'free' : 'paid')
    if (text.length > 1_000_000 || number === count - 1) {
      if (!stream.write(text)) await once(stream, 'drain')
      text = ''
    }
  }
  stream.end()
  await once(stream, 'finish')
  return stream.bytesWritten
}

/** As many hashes, of the same lengths, as the tree over a list takes: a leaf for each entry, and a node above. */
export function hashAlone(count, makeId) {
  const leaf = Buffer.from(`\0${makeId(count - 1)}\npaid`)
  const node = new Uint8Array(65)
  for (let number = 0; number < count; number++) {
    leaf.writeUInt32LE(number, 1)
    // Asking for a buffer takes three times as long.
    hash('sha256', leaf, 'binary')
    hash('sha256', node, 'binary')
  }
}

/** The most MiB that were resident in this process: resourceUsage() counts those of its parent at the start, too. */
export function readPeakMemory() {
  return Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024
}

/** Runs a job and prints what it took: seconds, those of the processor, MiB of memory; and what the job says. */
export async function measure(job) {
  const start = process.cpuUsage()
  const begin = performance.now()
  const said = await job()
  const seconds = (performance.now() - begin) / 1000
  const { user, system } = process.cpuUsage(start)
  console.log(
    JSON.stringify({ ...said, seconds, processor: (user + system) / 1e6, memory: readPeakMemory() }),
  )
}
