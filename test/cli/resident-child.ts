// A process that carries out one command line after the other, as test/cli/resident.ts asks on its standard input.
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Ended } from './run.js'

/** A call, with everything that a command finds out about its process. */
export interface Call {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

interface Program {
  readonly main: (args: readonly string[]) => Promise<number>
}

const program = new URL('../../dist/bin/main.js', import.meta.url).href
const { main } = (await import(program)) as Program
const answer = process.stdout.write.bind(process.stdout)
// Each command listens for itself.
for (const one of [process, process.stdout, process.stderr]) one.setMaxListeners(0)

for await (const line of createInterface({ input: process.stdin })) {
  const { args, cwd, env } = JSON.parse(line) as Call
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, env)
  const [stdout, stderr] = [process.stdout, process.stderr].map(stream => collect(stream))
  const code = await main(args)
  const ended: Ended = { code, signal: null, stdout: stdout?.() ?? '', stderr: stderr?.() ?? '' }
  if (!answer(`${JSON.stringify(ended)}\n`)) await once(process.stdout, 'drain')
}

/** Keeps what is written to a stream, which the returned function gives back. */
function collect(stream: NodeJS.WriteStream): () => string {
  const chunks: Buffer[] = []
  stream.write = (chunk: Uint8Array | string, ...rest: readonly unknown[]): boolean => {
    chunks.push(Buffer.from(chunk as string))
    const done = rest.at(-1)
    if (typeof done === 'function') process.nextTick(done)
    return true
  }
  return () => Buffer.concat(chunks).toString()
}
