/** What stands in the page in one file, as data. */
import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'

export const verifyHtml = readFileSync(new URL('../../dist/page/verify.html', import.meta.url), 'utf8')

function readBlock(id: string): string {
  const [, block] = new RegExp(`<script type="[^"]*" id="${id}">([^]*?)</script>`).exec(verifyHtml) ?? []
  if (block === undefined) throw new Error(`verify.html has no block ${id}`)
  return block
}

/** A block, as the page unpacks it. */
export const unpackBlock = (id: string): string =>
  inflateRawSync(Buffer.from(readBlock(id), 'base64')).toString()

/** The English texts, which a program needs. */
const words = unpackBlock('words-en')

/** The program that checks everything. */
export const wholeWorker = `${words}\n${unpackBlock('whole-worker')}`

/** The program of a first check. */
export const firstWorker = `${words}\n${readBlock('worker')}`
