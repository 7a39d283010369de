/**
 * What is typed at the terminal and shows nowhere.
 *
 * @packageDocumentation
 */
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { talk, whileAsking } from './terminal.js'

/**
 * Asks for a line that is not shown while it is typed.
 *
 * @returns undefined where nobody sits at the terminal; empty at the end of the input.
 */
export async function askSecret(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined
  // What readline would show goes nowhere; it reads character by character, so the terminal shows nothing either.
  const output = new Writable({
    write(_chunk, _encoding, done) {
      done()
    },
  })
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
  // After that: before, the terminal would show what is typed at once.
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
