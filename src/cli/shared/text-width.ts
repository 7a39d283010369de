/**
 * Replaces the package string-width, which yargs uses for its help: it takes longer to load than a draw to verify,
 * and the help is plain text. Substituted by scripts/build-cli.js.
 *
 * @packageDocumentation
 */
import { stripVTControlCharacters } from 'node:util'

export default function textWidth(text: string): number {
  return stripVTControlCharacters(text).length
}
