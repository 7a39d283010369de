/**
 * Checks that the files of a capture are those that were fetched.
 *
 * @packageDocumentation
 */
import type { AlteredFile } from '../model/capture.js'
import type { Claim } from '../model/report.js'

/** Max files named in a message. */
const mostNamed = 3

/**
 * The claim `capture.intact`: the files of a capture match its manifest. Whoever changes a file can also
 * change the manifest, so this does not prove what the service answered.
 *
 * @param altered - all files that do not match.
 */
export function checkCapture(altered: readonly AlteredFile[]): Claim {
  const id = 'capture.intact'
  const message = 'the saved files are as noted when they were fetched'
  const [first] = altered
  if (first === undefined) return { id, status: 'proven', code: 'capture-intact', message }
  const names = altered.slice(0, mostNamed).map(({ file }) => file)
  const more = altered.length - names.length
  const named = names.join(', ') + (more > 0 ? ` and ${more} more` : '')
  const say = (member: 'expected' | 'found'): string =>
    altered
      .slice(0, mostNamed)
      .map(one => (altered.length === 1 ? one[member] : `${one.file}: ${one[member]}`))
      .join('; ')
  return {
    id,
    status: 'not-provable',
    code: 'capture-altered',
    message: `${message}: ${named} ${altered.length === 1 ? 'is' : 'are'} not, and what is judged leaves ${altered.length === 1 ? 'it' : 'them'} out`,
    expected: say('expected'),
    found: say('found'),
  }
}
