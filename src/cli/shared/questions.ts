/**
 * Questions to whoever sits at the terminal, or to whatever is piped in: one line is one answer.
 *
 * @packageDocumentation
 */
import { createInterface } from 'node:readline/promises'
import { DrawauditError } from '../../errors.js'
import { escapeText } from '../../render/escape.js'
import { talk, whileAsking } from './terminal.js'

export interface Questions {
  /**
   * The next line.
   *
   * @throws DrawauditError `usage` when there is none.
   */
  readonly ask: (question: string) => Promise<string>
  readonly close: () => void
}

/** Whether somebody is there who can be asked. */
export const isAtTerminal = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/**
 * Reads standard input; questions go to standard error.
 *
 * @param hint - what to do where the input ends before the questions do.
 */
export function openQuestions(hint: string): Questions {
  const isWatched = isAtTerminal()
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
      const answer: IteratorResult<string, unknown> = await whileAsking(async () => answers.next())
      if (answer.done !== true) return answer.value
      if (isWatched) talk('\n')
      throw new DrawauditError('usage', 'the input ended before all questions were answered', {
        hint,
      })
    },
    close() {
      lines.close()
    },
  }
}

/** An answer that is not empty. */
export const askText = (questions: Questions, question: string): Promise<string> =>
  askChecked(questions, question, text => (text === '' ? undefined : text))

/**
 * Asks until the answer is one.
 *
 * @param read - what the answer means, without white space at its ends; undefined, or a thrown error, asks again.
 */
export async function askChecked<T>(
  { ask }: Questions,
  question: string,
  read: (answer: string) => T | undefined,
): Promise<T> {
  for (;;) {
    try {
      const value = read((await ask(question)).trim())
      if (value !== undefined) return value
      talk('please answer\n')
    } catch (error) {
      if (!(error instanceof DrawauditError) || error.code === 'usage') throw error
      talk(`${escapeText(error.message)}${error.hint === undefined ? '' : `; ${escapeText(error.hint)}`}\n`)
    }
  }
}

/** Whether the answer is yes. */
export async function askYes({ ask }: Questions, question: string): Promise<boolean> {
  return /^y(?:es)?$/i.test((await ask(`${question} [y/N] `)).trim())
}
