/**
 * `--require`: required claims and levels.
 *
 * @packageDocumentation
 */
import { DrawauditError } from '../../errors.js'
import { levelNames, type Subject } from '../../model/report.js'
import { findLevel } from '../../verify/verdict.js'
import { valueOption } from './options.js'

export const requireOption = {
  ...valueOption,
  array: true as const,
  describe: 'Ask only for these claims and levels, separated by commas',
}

/**
 * Merges several `--require`: claim ids and level names, without duplicates.
 *
 * @throws DrawauditError `usage` for anything else.
 */
export function readRequire(lists: readonly string[]): readonly string[] {
  const list = lists.join(',')
  const asked = list.split(',').map(one => {
    const text = one.trim()
    const level = findLevel(text)
    return level === undefined ? text : (levelNames[level] ?? text)
  })
  if (asked.includes('unverified')) {
    throw new DrawauditError('usage', 'level 0 is reached by everything that is not refuted', {
      hint: 'ask for a level from 1 to 5, or for claims',
    })
  }
  if (asked.every(one => /^[a-z]+\.[a-z_]+$/.test(one) || findLevel(one) !== undefined)) {
    return [...new Set(asked)]
  }
  throw new DrawauditError(
    'usage',
    `--require takes claim ids and levels separated by commas, found ${JSON.stringify(list)}`,
    {
      hint: `a claim id looks like winner.derived, and a report lists those of a draw; the levels are ${levelNames.join(', ')}`,
    },
  )
}

/** Collects the claims made by documents, to check `--require` against. */
export class MadeClaims {
  readonly #ids = new Set<string>()
  #subjects = 0
  #unread = 0

  add({ claims }: Subject): void {
    this.#subjects += 1
    for (const { id, code } of claims) {
      if (id === 'document.read') this.#unread += 1
      if (code !== 'claim-not-made') this.#ids.add(id)
    }
  }

  /**
   * Refuses a required claim that no document makes: it is a typing error. Skipped if a document could not be read,
   * since it might have made the claim.
   *
   * @throws DrawauditError `usage`.
   */
  check(required: readonly string[]): void {
    if (this.#unread > 0 || this.#subjects === 0) return
    const unknown = required.find(one => findLevel(one) === undefined && !this.#ids.has(one))
    if (unknown === undefined) return
    throw new DrawauditError('usage', `none of the documents makes the claim ${unknown}`, {
      hint: `their claims are ${[...this.#ids].join(', ')}`,
    })
  }
}
