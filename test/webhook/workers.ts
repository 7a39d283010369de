/**
 * Starts workers as processes of their own.
 *
 * @packageDocumentation
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import type { Delivered } from '../../src/webhook/deliver.js'
import type { Orders } from './deliver-child.js'

const source = fileURLToPath(new URL('../../test/webhook/deliver-child.ts', import.meta.url))

export interface Worker {
  readonly process: ChildProcess
  /** What it did; undefined when it was killed. Rejects when it failed. */
  readonly ended: Promise<Delivered | undefined>
}

/** @param folder - where the program is compiled to. */
export function prepareWorkers(folder: string): (orders: Orders) => Worker {
  const program = join(folder, 'worker.mjs')
  buildSync({
    entryPoints: [source],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
  return orders => {
    // The test runner's loader has nothing to do with it.
    const variables = ['-i', `PATH=${process.env['PATH'] ?? ''}`]
    const child = spawn('env', [...variables, process.execPath, program, JSON.stringify(orders)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let errors = ''
    child.stdout.on('data', (text: Buffer) => (output += text.toString()))
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
    const ended = once(child, 'close').then(([code]: (number | null)[]) => {
      if (code === null) return undefined
      if (code === 0) return JSON.parse(output) as Delivered
      throw new Error(errors)
    })
    return { process: child, ended }
  }
}
