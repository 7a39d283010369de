/**
 * The built command line at a terminal.
 *
 * @packageDocumentation
 */
import { spawn } from 'node:child_process'
import { bin } from './run.js'

export interface Session {
  readonly code: number | null
  /** All that the terminal showed. */
  readonly shown: string
}

/** Runs `drawaudit` at a terminal, where somebody types an answer to each question as it comes. */
export async function type(
  args: readonly string[],
  answers: readonly (readonly [question: string, answer: string])[],
  cwd: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Session> {
  const terminal = 'import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'
  const child = spawn('python3', ['-c', terminal, process.execPath, bin, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', TERM: 'xterm', ...variables },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let [shown, seen] = ['', 0]
  const left = [...answers]
  child.stdout.on('data', (bytes: Buffer) => {
    shown += bytes.toString()
    const [next] = left
    if (next === undefined || !shown.includes(next[0], seen)) return
    seen = shown.length
    left.shift()
    child.stdin.write(next[1])
  })
  const code = await new Promise<number | null>(resolve => child.on('close', resolve))
  return { code, shown }
}
