/** What stands in the page in one file, as data. */
import { readFileSync } from 'node:fs'
import { inflateRawSync } from 'node:zlib'

export const verifyHtml = readFileSync(new URL('../../dist/page/verify.html', import.meta.url), 'utf8')

function readBlock(id: string): string {
  const [, block] = new RegExp(`<script type="[^"]*" id="${id}">([^]*?)</script>`).exec(verifyHtml) ?? []
  if (block === undefined) throw new Error(`verify.html has no block ${id}`)
  return block
}

/** The program that checks everything, as the page unpacks it. */
export const wholeWorker = inflateRawSync(Buffer.from(readBlock('whole-worker'), 'base64')).toString()

/** The program of a first check. */
export const firstWorker = readBlock('worker')
