/**
 * How wide a text is on a terminal: what scripts/build-cli.js puts in the place of the package string-width, which
 * yargs lays its help out with, and which takes longer to load than a draw to verify. The help is plain text.
 *
 * @packageDocumentation
 */
import { stripVTControlCharacters } from 'node:util'

export default function textWidth(text: string): number {
  return stripVTControlCharacters(text).length
}
