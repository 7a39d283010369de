/**
 * Secrets typed at the terminal.
 *
 * @packageDocumentation
 */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { talk, whileAsking } from './terminal.js'

/**
 * Asks for a line without echoing it.
 *
 * @returns undefined without a terminal; empty at the end of input.
 */
export async function askSecret(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  // Discards the echo: readline reads in raw mode, so the terminal does not echo either.
  const output = new Writable({
    write(_chunk, _encoding, done) {
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
  // After createInterface: before it, the terminal would echo what is typed.
  talk(question)
  try {
    return await whileAsking(
      async () =>
        new Promise<string>(resolve => {
          lines.once('line', resolve)
          lines.once('close', () => {
            resolve('')
          })
          lines.once('SIGINT', () => {
            lines.close()
            talk('\n')
            process.kill(process.pid, 'SIGINT')
          })
        }),
    )
  } finally {
    lines.close()
    talk('\n')
  }
}
