/**
 * The page that verifies a draw from disk, with the draw in it.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import { pageFile } from '../../io/own-files.js'

/** JSON texts that stand in a page. */
export interface PageDocuments {
  /** A bundle, an audit record or a published draw. */
  readonly bundle?: string
  readonly record?: string
  readonly trust?: string
}

/** Where documents stand in the page. */
const place = '<!-- documents -->'

/** The page as the build made it, with documents in it. */
export function fillPage(documents: PageDocuments): string {
  const blocks = Object.entries(documents).map(([id, json]: [string, string]) => writeBlock(id, json))
  return readFileSync(pageFile, 'utf8').replace(place, () => blocks.join(''))
}

/** Data that is not run. Outside of texts JSON has no `<`, and in a text it may be written so. */
function writeBlock(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>\n    `
}
