/**
 * Questions at the terminal, or answered by piped input: one line per answer.
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
   * @throws DrawauditError `usage` at the end of input.
   */
  readonly ask: (question: string) => Promise<string>
  readonly close: () => void
}

/** Whether someone can answer questions. */
export const isAtTerminal = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/**
 * Reads answers from standard input; questions go to standard error.
 *
 * @param hint - advice if the input ends too early.
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

/** A non-empty answer. */
export const askText = (questions: Questions, question: string): Promise<string> =>
  askChecked(questions, question, text => (text === '' ? undefined : text))

/**
 * Asks until an answer is valid.
 *
 * @param read - parses an answer, trimmed; undefined, or an error other than `usage`, asks again.
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

/** Whether the answer is yes; default no. */
export async function askYes({ ask }: Questions, question: string): Promise<boolean> {
  return /^y(?:es)?$/i.test((await ask(`${question} [y/N] `)).trim())
}
