/**
 * What test/cli/run.ts has, where commands are carried out by a process that stays, so that each of them need not be
 * loaded again, which takes most of its time. For tests of what a command does; test/cli/commands.test.ts and
 * test/system/cli/shared run every command as a shell does.
 *
 * @packageDocumentation
 */
import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Call } from './resident-child.js'
import { createRunJson, root, run as runAlone, start, takeTurns, type Ended, type RunOptions } from './run.js'

export * from './run.js'

const child = fileURLToPath(new URL('resident-child.js', import.meta.url))

/** Those that wait for a call. */
const idle: Resident[] = []
// They end before the test does: otherwise nobody would count what they took.
process.on('beforeExit', () => {
  for (const resident of idle.splice(0)) resident.end()
})

class Resident {
  readonly #process: ChildProcessWithoutNullStreams
  #done: (ended: Ended | Error) => void = () => undefined

  constructor() {
    this.#process = start(process.execPath, [child])
    const errors: Buffer[] = []
    this.#process.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
    createInterface({ input: this.#process.stdout }).on('line', line => {
      this.#keep(false)
      this.#done(JSON.parse(line) as Ended)
    })
    this.#process.on('close', code => {
      this.#done(new Error(`it ended with ${String(code)}: ${Buffer.concat(errors).toString()}`))
    })
  }

  /** Whether this test waits for it, or may end without it. */
  #keep(isWanted: boolean): void {
    const { stdin, stdout, stderr } = this.#process
    for (const one of [this.#process, stdin, stdout, stderr] as readonly { ref?(): void; unref?(): void }[]) {
      if (isWanted) one.ref?.()
      else one.unref?.()
    }
  }

  end(): void {
    this.#keep(true)
    this.#process.stdin.end()
  }

  async call(call: Call): Promise<Ended> {
    this.#keep(true)
    this.#process.stdin.write(`${JSON.stringify(call)}\n`)
    const ended = await new Promise<Ended | Error>(resolve => (this.#done = resolve))
    if (ended instanceof Error) throw ended
    return ended
  }
}

/** What only a process of its own has: an input, its output, the log of a service, help that it prints unloaded. */
const isOfItsOwn = (args: readonly string[], { input, nodeOptions, bin, env }: RunOptions): boolean =>
  (input ?? '').length > 0 ||
  nodeOptions !== undefined ||
  bin !== undefined ||
  env?.['DRAWAUDIT_DEBUG'] !== undefined ||
  !/^[a-z]/.test(args[0] ?? '') ||
  /^(?:\w+ )?(?:deliver|listen|serve) /.test(`${args.join(' ')} `) ||
  args.some(arg => arg === '-' || arg === '-h' || arg.includes('/dev/') || /^(--)?(help|version)$/.test(arg))

/** Runs `drawaudit` with these arguments. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  if (isOfItsOwn(args, options)) return runAlone(args, options)
  return takeTurns(async () => {
    const resident = idle.pop() ?? new Resident()
    const env = { PATH: process.env['PATH'] ?? '', XDG_CONFIG_HOME: '/nonexistent', ...options.env }
    const ended = await resident.call({ args, cwd: options.cwd ?? root, env })
    idle.push(resident)
    return ended
  })
}

export const runJson = createRunJson(run)
