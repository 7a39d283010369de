/**
 * How far a published draw is proven: each level with what was checked for it.
 *
 * @packageDocumentation
 */
import { colon } from '../catalogue/en/grammar.js'
import { capital } from '../sentence.js'
import { ladderStrings as say } from '../catalogue/en/draws.js'
import * as labels from '../catalogue/en/labels.js'
import { levelShorts, wordLabels } from '../catalogue/en/result.js'
import type { Level, Rung } from '../model.js'
import { closedSection, el, mark, sentence } from './elements.js'

/** Levels with the highest at the top, including those that only raffles can reach. */
export function renderDrawLadder({ names, rungs, summary = '' }: Level): HTMLElement {
  const above = names.slice(rungs.length + 1).map((name, place): Rung => {
    const own = { label: say.never, meaning: say.above, parts: [] }
    return { level: rungs.length + 1 + place, name, word: 'not-checked', own }
  })
  return closedSection(
    'ladder',
    labels.ladder,
    summary,
    el('ol', { class: 'ladder', reversed: true }, ...[...rungs, ...above].reverse().map(renderRung)),
  )
}

function renderRung({ level, name, word, own }: Rung): HTMLElement {
  const { meaning, label = wordLabels[word], parts } = own ?? { meaning: '', parts: [] }
  return el(
    'li',
    { class: word, value: level },
    mark(word),
    el(
      'div',
      {},
      el(
        'p',
        { class: 'name' },
        `${level}. ${capital(levelShorts[level] ?? name)}`,
        el('span', { class: 'soft' }, ' (', el('span', { lang: 'en' }, name), `) – ${label}`),
      ),
      el('p', {}, meaning),
      parts.length === 0
        ? undefined
        : el(
            'ul',
            { class: 'parts' },
            ...parts.map(part =>
              el(
                'li',
                {},
                mark(part.word),
                el(
                  'span',
                  {},
                  el('span', { class: 'unseen' }, wordLabels[part.word], colon),
                  sentence(part.says, 700),
                ),
              ),
            ),
          ),
    ),
  )
}
