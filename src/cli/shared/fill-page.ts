/**
 * The verification page as a file, with a draw embedded.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import { pageFile } from '../../io/own-files.js'

/** Documents to embed, in JSON unless stated otherwise. */
export interface PageDocuments {
  /** A bundle, an audit record or a published draw. */
  readonly bundle?: string
  readonly record?: string
  readonly trust?: string
  readonly receipt?: string
  readonly observations?: readonly string[]
  /** Tokens in base64. */
  readonly timestamps?: readonly string[]
  /** Address at which the page is published, and its QR code: one string per row, `1` for a dark module. */
  readonly address?: { readonly url: string; readonly modules: readonly string[] }
}

/** Placeholder for documents in the page. */
const place = '<!-- documents -->'

/** The built page with documents embedded. */
export function fillPage(documents: PageDocuments): string {
  const { observations = [], timestamps = [], address, ...single } = documents
  const blocks = [
    ...Object.entries(single).map(([role, text]: [string, string]) => writeBlock(role, text)),
    ...observations.map(text => writeBlock('observation', text)),
    ...timestamps.map(text => writeBlock('timestamp', text)),
    ...(address === undefined ? [] : [writeBlock('address', JSON.stringify(address))]),
  ]
  return readFileSync(pageFile, 'utf8').replace(place, () => blocks.join(''))
}

/** A data block, which browsers do not run. In JSON `<` occurs only in strings, where it can be escaped. */
function writeBlock(role: string, text: string): string {
  return `<script type="application/json" data-role="${role}">${text.replaceAll('<', '\\u003c')}</script>\n    `
}
