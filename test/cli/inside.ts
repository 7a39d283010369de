/**
 * The built command line without a process for each call: one for all of them, which `inside` starts.
 *
 * @packageDocumentation
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { root, type Ended } from './run.js'

type Call = (args: readonly string[]) => Promise<Ended>

/** What {@link inside} needs of a test. */
interface Test {
  teardown(action: () => unknown): void
}

/** Starts the process, in a folder and with these variables, and returns how to call commands there, one after the other. */
export function inside(test: Test, cwd: string, env: Readonly<Record<string, string>>): Call {
  const own = { PATH: process.env['PATH'] ?? '', ...env }
  const child = fork(fileURLToPath(import.meta.url), ['--carry-out'], {
    cwd,
    env: own,
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  test.teardown(() => child.kill())
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process of all commands ended with ${String(code)}`)
  })
  ended.catch(() => undefined)
  return async args => {
    child.send(args)
    const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Ended]
    return answer
  }
}

/** The other side. */
async function carryOut(): Promise<void> {
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    const write = (data: string | Uint8Array, ...others: readonly unknown[]): boolean => {
      said[name] += typeof data === 'string' ? data : Buffer.from(data).toString()
      const done = others.at(-1)
      if (typeof done === 'function') process.nextTick(done)
      return true
    }
    Object.assign(process[name], { write })
  }
  const { main } = (await import(`${root}dist/bin/main.js`)) as typeof import('../../src/cli/main.js')
  process.on('message', (args: readonly string[]) => {
    void main(args).then(code => {
      process.send?.({ code, signal: null, ...said })
      Object.assign(said, { stdout: '', stderr: '' })
    })
  })
}

if (process.argv[2] === '--carry-out') await carryOut()
