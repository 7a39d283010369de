/**
 * The levels of a raffle.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/en/labels.js'
import { badgeLabels, levelMeanings, levelShorts, wordLabels } from '../catalogue/en/result.js'
import type { Level, PageClaim, Rung } from '../model.js'
import { capital } from '../sentence.js'
import { el, mark, sentence } from './elements.js'

const sayMeaning = ({ level, word, fits = false }: Rung): string => {
  const meaning = levelMeanings[level] ?? ''
  return fits || word === 'proven' || word === 'believed' ? meaning : labels.wouldTake(meaning)
}

/** @param wrong - level with a refuted claim. */
function sayRung({ level, word, fits = false }: Rung, wrong: number): string {
  if (level > wrong) return labels.notReached
  return fits ? badgeLabels.apart : wordLabels[word]
}

/** Levels with the highest at the top. */
export function renderLevels(level: Level, claims: readonly PageClaim[]): HTMLElement {
  const rungs = [...level.rungs].sort((a, b) => b.level - a.level)
  const wrong = Math.min(...rungs.filter(({ word }) => word === 'refuted').map(({ level }) => level))
  return el(
    'ol',
    { class: 'ladder', reversed: true },
    ...rungs.map(rung => {
      const word = rung.level > wrong ? 'not-checked' : rung.word
      return el(
        'li',
        { class: word, value: rung.level },
        mark(word),
        el(
          'div',
          {},
          el(
            'p',
            { class: 'name' },
            `${rung.level}. ${capital(levelShorts[rung.level] ?? rung.name)}`,
            el(
              'span',
              { class: 'soft' },
              ' (',
              el('span', { lang: 'en' }, rung.name),
              `) – ${sayRung(rung, wrong)}`,
            ),
          ),
          el('p', {}, sayMeaning(rung)),
          rung.stoppedBy === undefined || (rung.level > level.reached + 1 && rung.level !== wrong)
            ? undefined
            : el(
                'p',
                { class: 'soft small' },
                sentence(claims.find(({ id }) => id === rung.stoppedBy)?.says ?? rung.stoppedBy, 700),
              ),
        ),
      )
    }),
  )
}
