/**
 * Programs of the tests as processes of their own, one of them always loaded before it is needed.
 *
 * @packageDocumentation
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** A process that was given its orders. */
export interface Child<Orders> {
  readonly process: ChildProcessWithoutNullStreams
  /** Its end. Rejects when it ended with an error. */
  readonly ended: Promise<{ readonly signal: NodeJS.Signals | null; readonly output: string }>
  readonly orders: Orders
}

/** Starts a program again and again. */
export class Children<Orders> {
  readonly #program: string
  #next: ChildProcessWithoutNullStreams

  /** Compiles a file of this folder into another one. */
  constructor(source: string, folder: string) {
    this.#program = join(folder, `${source}.mjs`)
    buildSync({
      entryPoints: [join(root, 'test/operator', source)],
      outfile: this.#program,
      bundle: true,
      minify: true,
      platform: 'node',
      format: 'esm',
      packages: 'bundle',
      external: ['pg'],
      // Packages that are CommonJS ask for modules of Node.
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
      },
    })
    this.#next = this.#load()
  }

  /** Gives orders to a process that is loaded. */
  start(orders: Orders): Child<Orders> {
    const current = this.#next
    this.#next = this.#load()
    const output: string[] = []
    const errors: string[] = []
    current.stdout.on('data', (text: Buffer) => output.push(text.toString()))
    current.stderr.on('data', (text: Buffer) => errors.push(text.toString()))
    const ended = once(current, 'close').then(([code, signal]: (number | NodeJS.Signals | null)[]) => {
      if (code !== null && code !== 0) throw new Error(errors.join(''))
      return { signal: signal as NodeJS.Signals | null, output: output.join('') }
    })
    current.stdin.write(`${JSON.stringify(orders)}\n`)
    return { process: current, ended, orders }
  }

  end(): void {
    this.#next.kill()
  }

  #load(): ChildProcessWithoutNullStreams {
    // The test runner's loader has nothing to do with it.
    const path = process.env['PATH'] ?? ''
    return spawn('env', ['-i', `PATH=${path}`, process.execPath, this.#program], { cwd: root })
  }
}
