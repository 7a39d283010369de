/**
 * The page that verifies a draw from disk, with the draw in it.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import { pageFile } from '../../io/own-files.js'

/** Texts that stand in a page, JSON where nothing else is said. */
export interface PageDocuments {
  /** A bundle, an audit record or a published draw. */
  readonly bundle?: string
  readonly record?: string
  readonly trust?: string
  readonly receipt?: string
  readonly observations?: readonly string[]
  /** The bytes of each in base64. */
  readonly timestamps?: readonly string[]
  /** Where the page is published, and that address as a QR code: a row of modules, 1 for a dark one, each. */
  readonly address?: { readonly url: string; readonly modules: readonly string[] }
}

/** Where documents stand in the page. */
const place = '<!-- documents -->'

/** The page as the build made it, with documents in it. */
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

/** Data that is not run. Outside of texts JSON has no `<`, and in a text it may be written so. */
function writeBlock(role: string, text: string): string {
  return `<script type="application/json" data-role="${role}">${text.replaceAll('<', '\\u003c')}</script>\n    `
}
