/**
 * Time-stamps of a receipt, saved beside it.
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import { encodeLogEntry, type Envelope } from '../../core/dsse.js'
import { DrawauditError } from '../../errors.js'
import { readFile } from '../../io/files.js'
import { writeWhole } from '../../io/written-files.js'
import { askAuthorities, listAuthorities } from '../../operator/ask-authorities.js'
import { escapeText } from '../../render/escape.js'
import { maskUrl } from '../../render/mask-url.js'
import { random } from '../shared/random.js'
import { talk, talkOfFile } from '../shared/terminal.js'

interface StampFile {
  readonly url: string
  /** Path of its token. */
  readonly file: string
}

/**
 * Authorities and the files of their tokens: `FILE.tsr` for the first, `FILE.2.tsr` for the second, and so on.
 *
 * @throws DrawauditError `usage` for an existing file without a token of this receipt.
 */
export async function findStamps(
  receipt: Envelope,
  out: string,
  urls: readonly string[],
): Promise<readonly StampFile[]> {
  const all = listAuthorities(urls).map((url, place) => ({
    url,
    file: place === 0 ? `${out}.tsr` : `${out}.${place + 1}.tsr`,
  }))
  for (const { file } of all) {
    if (!existsSync(file)) continue
    if (await isStampOf(receipt, file))
      talk(`${escapeText(file)} is kept: it is a time-stamp of this receipt\n`)
    else {
      throw new DrawauditError('usage', `${file} exists, and is not a time-stamp of this receipt`, {
        hint: 'name another file with --out',
      })
    }
  }
  return all
}

/**
 * Requests and saves missing tokens. Existing ones are kept: a later token would prove less.
 *
 * @returns whether every authority has answered.
 */
export async function saveStamps(envelope: Envelope, stamps: readonly StampFile[]): Promise<boolean> {
  const questions = stamps.filter(({ file }) => !existsSync(file)).map(one => ({ ...one, envelope }))
  let answered = true
  for (const answer of await askAuthorities(random, questions, { env: process.env })) {
    const { url, file } = answer
    if ('token' in answer) {
      writeWhole(file, answer.token)
      talkOfFile(file, `time-stamped by ${escapeText(maskUrl(url))}: saved in ${escapeText(file)}\n`)
    } else {
      talk(`note: ${escapeText(maskUrl(url))} has not time-stamped it: ${escapeText(answer.fault.message)}\n`)
      answered = false
    }
  }
  return answered
}

/** The saved tokens. */
export function readStampFiles(stamps: readonly StampFile[]): readonly Uint8Array[] {
  return stamps.filter(({ file }) => existsSync(file)).map(({ file }) => readFile(file))
}

async function isStampOf(receipt: Envelope, file: string): Promise<boolean> {
  const { isTokenOf } = await import('../../timestamp/query.js')
  return isTokenOf(readFile(file), encodeLogEntry(receipt))
}
