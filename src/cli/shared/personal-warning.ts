/**
 * The warning about ids that look like personal data.
 *
 * @packageDocumentation
 */
import type { PersonalLines } from '../../operator/personal-lines.js'

/** Where such ids are in the list, and what to do. */
export function describePersonal({ count, examples }: PersonalLines): string {
  const ids = count === 1 ? '1 id looks' : `${count} ids look`
  const lines = examples.map(({ line, masked }) => `line ${line} (${masked})`).join(', ')
  const more = count > examples.length ? ' and more' : ''
  return `${ids} like a name, an e-mail address or a telephone number: ${lines}${more}. The list is public once it is sealed: use numbers that say nothing about a person instead`
}
