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

interface Wanted {
  readonly url: string
  /** Where its token is saved. */
  readonly file: string
}

/**
 * The authorities that have to be asked, and the files of their tokens: `FILE.tsr`, and `FILE.2.tsr` of the second. A
 * token that is there is never asked for again: a later one would say less.
 *
 * @throws DrawauditError `usage` for a file that is there and has no token of this receipt.
 */
export async function findUnstamped(
  receipt: Envelope,
  out: string,
  urls: readonly string[],
): Promise<readonly Wanted[]> {
  const all = listAuthorities(urls).map((url, place) => ({
    url,
    file: place === 0 ? `${out}.tsr` : `${out}.${place + 1}.tsr`,
  }))
  const wanted: Wanted[] = []
  for (const one of all) {
    if (!existsSync(one.file)) wanted.push(one)
    else if (await isStampOf(receipt, one.file))
      talk(`${escapeText(one.file)} is kept: it is of this receipt\n`)
    else {
      throw new DrawauditError('usage', `${one.file} is there, and is no time-stamp of this receipt`, {
        hint: 'name another file with --out',
      })
    }
  }
  return wanted
}

/** Asks for the tokens and saves them; 4 where an authority has not answered. */
export async function saveStamps(envelope: Envelope, wanted: readonly Wanted[]): Promise<0 | 4> {
  const questions = wanted.map(one => ({ ...one, envelope }))
  let code: 0 | 4 = 0
  for (const answer of await askAuthorities(random, questions, { env: process.env })) {
    const { url, file } = answer
    if ('token' in answer) {
      writeWhole(file, answer.token)
      talkOfFile(file, `time-stamped by ${escapeText(maskUrl(url))}: saved in ${escapeText(file)}\n`)
    } else {
      talk(`note: ${escapeText(maskUrl(url))} has not time-stamped it: ${escapeText(answer.fault.message)}\n`)
      code = 4
    }
  }
  if (code !== 0) talk('nothing is lost: the same command asks again\n')
  return code
}

async function isStampOf(receipt: Envelope, file: string): Promise<boolean> {
  const { isTokenOf } = await import('../../timestamp/query.js')
  return isTokenOf(readFile(file), encodeLogEntry(receipt))
}
