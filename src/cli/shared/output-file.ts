/**
 * Output files of `-o`: running a command again loses no file.
 *
 * @packageDocumentation
 */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { DrawauditError } from '../../errors.js'
import { isEndless } from '../../io/written-files.js'
import { writePieces } from '../../io/written-pieces.js'
import { escapeText } from '../../render/escape.js'
import { switchOption } from './options.js'
import { askYes, isAtTerminal, openQuestions } from './questions.js'
import { talkOfFile } from './terminal.js'

export const forceOption = { ...switchOption, describe: 'Overwrite an existing file without asking' }

/** The result of saving a file. */
export interface SavedFile {
  /** False if the file already had this content. */
  readonly written: boolean
  readonly bytes: number
  /** SHA-256 as `sha256:` and hex digits. */
  readonly digest: string
}

/**
 * Saves a result in a file, atomically. A file with other content is overwritten only with `force`, or after a yes
 * at the terminal; pipes, devices and the file of standard output are always written to.
 *
 * @throws DrawauditError `file-exists` if it may not be overwritten; as `writePieces` does. The file is then
 * unchanged.
 */
export async function saveFile(
  path: string,
  pieces: Iterable<string> | AsyncIterable<string>,
  force: boolean,
): Promise<SavedFile> {
  let written = true
  const made = await writePieces(path, pieces, async (target, partial) => {
    if (haveSameBytes(target, partial)) {
      written = false
      talkOfFile(path, `${escapeText(path)} already has this content: left unchanged\n`)
      return false
    }
    await allowReplacing(path, force)
    return true
  })
  return { written, ...made }
}

/**
 * Asks at the terminal whether to overwrite an existing file, unless `force` decides it.
 *
 * @throws DrawauditError `file-exists` without a yes.
 */
export async function allowReplacing(
  path: string,
  force: boolean,
  hint = 'name another file, or give --force to overwrite it',
): Promise<void> {
  if (force || !existsSync(path) || isEndless(path)) return
  if (await agrees(`${escapeText(path)} exists. Overwrite it?`)) return
  throw new DrawauditError('file-exists', 'there is such a file', {
    where: { file: path },
    hint,
  })
}

async function agrees(question: string): Promise<boolean> {
  if (!isAtTerminal()) return false
  const questions = openQuestions('give --force to overwrite it')
  try {
    return await askYes(questions, question)
  } catch (error) {
    // End of input means no.
    if (error instanceof DrawauditError) return false
    throw error
  } finally {
    questions.close()
  }
}

/** Bytes per comparison. */
const pieceSize = 1 << 20

function haveSameBytes(one: string, other: string): boolean {
  const stats = statSync(one)
  if (!stats.isFile() || stats.size !== statSync(other).size) return false
  const opened = [openSync(one, 'r'), openSync(other, 'r')] as const
  try {
    for (;;) {
      const [a, b] = opened.map(descriptor => {
        const piece = Buffer.alloc(pieceSize)
        return piece.subarray(0, readSync(descriptor, piece))
      })
      if (a === undefined || b === undefined || !a.equals(b)) return false
      if (a.length === 0) return true
    }
  } finally {
    opened.forEach(closeSync)
  }
}
