/**
 * How far the proof of a published draw goes: each step with what was checked for it.
 *
 * @packageDocumentation
 */
import { ladderStrings as say } from '../catalogue/draws.js'
import * as labels from '../catalogue/labels.js'
import { wordLabels } from '../catalogue/result.js'
import type { Level, Rung } from '../model.js'
import { el, mark, section, untrusted } from './elements.js'

/** The highest step stands at the top, as on a ladder. */
export function renderDrawLadder({ rungs, summary = '' }: Level): HTMLElement {
  return section(
    'ladder',
    labels.ladder,
    el('p', { class: 'reached' }, untrusted(summary)),
    el('p', { class: 'soft' }, say.above),
    el('ol', { class: 'ladder', reversed: true }, ...[...rungs].reverse().map(renderRung)),
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
        `${level}. `,
        untrusted(name, 100),
        el('span', { class: 'soft' }, ` – ${label}`),
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
                  el('span', { class: 'unseen' }, `${wordLabels[part.word]}: `),
                  untrusted(part.says, 700),
                ),
              ),
            ),
          ),
    ),
  )
}
