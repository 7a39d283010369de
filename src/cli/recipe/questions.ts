/**
 * Questions to whoever sits at the terminal, or to whatever is piped in: one line is one answer.
 *
 * @packageDocumentation
 */
import { createInterface } from 'node:readline/promises'
import { DrawauditError } from '../../errors.js'
import { talk } from '../shared/terminal.js'

export interface Questions {
  /**
   * The next line.
   *
   * @throws DrawauditError `usage` when there is none.
   */
  readonly ask: (question: string) => Promise<string>
  readonly close: () => void
}

/** Reads standard input; questions go to standard error. */
export function openQuestions(): Questions {
  const isWatched = process.stdin.isTTY && process.stderr.isTTY
  const lines = createInterface({
    input: process.stdin,
    terminal: isWatched,
    ...(isWatched && { output: process.stderr }),
  })
  lines.on('SIGINT', () => {
    lines.close()
    talk('\n')
    process.kill(process.pid, 'SIGINT')
  })
  const answers = lines[Symbol.asyncIterator]()
  return {
    async ask(question) {
      if (isWatched) {
        lines.setPrompt(question)
        lines.prompt()
      } else talk(`${question}\n`)
      const answer: IteratorResult<string, unknown> = await answers.next()
      if (answer.done !== true) return answer.value
      if (isWatched) talk('\n')
      throw new DrawauditError('usage', 'the input ended before all questions were answered', {
        hint: 'nothing was written; --from DRAW.json asks nothing',
      })
    },
    close() {
      lines.close()
    },
  }
}
