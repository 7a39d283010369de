/**
 * What is typed at the terminal and shows there.
 *
 * @packageDocumentation
 */
import { createInterface } from 'node:readline/promises'
import { talk } from './terminal.js'

/**
 * Asks for a line.
 *
 * @returns undefined where nobody sits at the terminal, and at the end of the input.
 */
export async function askLine(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: true })
  try {
    return await new Promise<string | undefined>(resolve => {
      lines.once('close', () => {
        resolve(undefined)
      })
      lines.once('SIGINT', () => {
        lines.close()
        talk('\n')
        process.kill(process.pid, 'SIGINT')
      })
      lines.question(question).then(resolve, () => {
        resolve(undefined)
      })
    })
  } finally {
    lines.close()
  }
}
