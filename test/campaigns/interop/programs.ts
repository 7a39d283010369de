/**
 * Programs of others, run as their manuals say.
 *
 * @packageDocumentation
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { findPrograms } from '../../postgres.js'

/** Options of a test that is skipped, by name, where a program is missing. */
export function needs(...names: readonly string[]): { skip: false | string } {
  const missing = names.filter(name => findPrograms(name) === undefined)
  return { skip: missing.length > 0 && `not on PATH: ${missing.join(', ')}` }
}

export interface Ran {
  readonly code: number
  /** What it printed, wherever to. */
  readonly output: string
}

/** Runs a program to its end. */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ran> {
  const env = { ...own(), ...options.env }
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { ...options, env, timeout: 300_000 }, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`
      if (error === null) resolve({ code: 0, output })
      else if (typeof error.code === 'number') resolve({ code: error.code, output })
      else reject(new Error(`${program}: ${error.message}`))
    })
  })
}

/** Starts a program that serves, and waits until it takes connections. */
export async function serveProgram(
  program: string,
  args: readonly string[],
  {
    cwd,
    port,
    env = {},
  }: { readonly cwd: string; readonly port: number; readonly env?: Readonly<Record<string, string>> },
): Promise<{ readonly child: ChildProcess; readonly output: () => string }> {
  const child = spawn(program, [...args], { cwd, env: { ...own(), ...env } })
  let output = ''
  const collect = (chunk: Buffer): void => {
    output += chunk.toString()
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${output}`)
    try {
      await fetch(`http://localhost:${port}/`)
      return { child, output: () => output }
    } catch {
      await setTimeout(50)
    }
  }
  child.kill()
  throw new Error(`${program} does not listen: ${output}`)
}

/** The test runner's loader is nothing for programs of others. */
function own(): NodeJS.ProcessEnv {
  return { ...process.env, NODE_OPTIONS: '' }
}
