/**
 * The levels of a published draw: what each requires by its recipe, and what was checked for it.
 *
 * @packageDocumentation
 */
import { levelNames } from '../model/report.js'
import type { Recipe } from '../recipe/recipe.js'
import { ladderOf } from '../verify/draw/levels.js'
import { sayUnlisted } from './say-recipe.js'
import { ladderStrings as say } from './catalogue/en/draws.js'
import { levelReached } from './catalogue/en/labels.js'
import type { Level, PageClaim, Rung, PageVerdict } from './model.js'
import { joinWords } from './words.js'

type RungPart = NonNullable<Rung['own']>['parts'][number]

/**
 * A level is proven if the report says that it is reached and at least one claim was checked for it. A level
 * without claims in the recipe is passed, but proves nothing. Levels are numbered as for bundles, which alone
 * can reach the last one.
 *
 * @param reached - the level in the report.
 */
export function describeDrawLevel(reached: number, claims: readonly PageClaim[], recipe: Recipe): Level {
  const isRefuted = claims.some(({ word }) => word === 'refuted')
  const rungs = ladderOf(recipe).flatMap((ids, level): readonly Rung[] => {
    const name = levelNames[level]
    if (level === 0 || name === undefined) return []
    const found = claims.filter(({ id }) => ids.includes(id))
    const isEmpty = level > 1 && found.every(({ word }) => word === 'not-checked')
    const isReached = level <= reached && !isEmpty
    const parts = found.length === 0 ? [] : ids.map(id => describePart(id, claims))
    const ends = describeEnd(
      parts.map(({ word }) => word),
      { isRefuted, isEmpty, isReached },
    )
    return [
      {
        level,
        name,
        word: ends.word,
        own: { ...ends.own, meaning: findMeaning(level, found.length === 0), parts },
      },
    ]
  })
  const step = isRefuted ? undefined : levelReached(reached, levelNames.length - 1)
  return { reached, names: levelNames, rungs, summary: say.summary(step, reached === rungs.at(-1)?.level) }
}

/** The outcome of a level, from its parts. */
function describeEnd(
  words: readonly PageVerdict[],
  { isRefuted, isEmpty, isReached }: Readonly<Record<'isRefuted' | 'isEmpty' | 'isReached', boolean>>,
): { readonly word: PageVerdict; readonly own?: { readonly label: string } } {
  if (words.includes('refuted')) return { word: 'refuted' }
  if (isEmpty) return { word: 'not-checked', own: { label: say.nothing } }
  if (isRefuted) return { word: 'not-checked', own: { label: say.uncounted } }
  if (isReached) return { word: 'proven' }
  const joined = joinWords(words)
  return joined === 'proven' ? { word: 'not-provable', own: { label: say.apart } } : { word: joined }
}

/** The result of a claim. The reason why it could not be checked is shown with the claim itself. */
export function describePart(id: string, claims: readonly PageClaim[]): RungPart {
  const claim = claims.find(one => one.id === id)
  if (claim === undefined) return { word: 'not-provable', says: sayAbsent(id) }
  const { word, says } = claim
  if (word === 'proven' || word === 'refuted') return { word, says }
  const [message = ''] = claim.message.split(': ')
  return { word, says: sayUnlisted({ ...claim, message }) }
}

/** Label of a requirement for which the recipe has no claim. */
const sayAbsent = (id: string): string =>
  id.endsWith('.genuine') ? say.noSource : id === 'winner.derived' ? say.noWinner : say.noRule

function findMeaning(level: number, isAbsent: boolean): string {
  if (isAbsent && level === 2) return say.unsigned
  if (isAbsent && level === 3) return say.noWinner
  return say.meanings[level] ?? ''
}
