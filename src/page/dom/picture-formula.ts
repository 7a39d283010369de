/**
 * How the winners of a published draw follow: how many could win, and the formula with the numbers of the draw.
 *
 * @packageDocumentation
 */
import type { Formula } from '../model.js'
import { drawStrings as say } from '../catalogue/draws.js'
import { button, el, section, untrusted } from './elements.js'

/** Max lines that are shown at once: the last ones lead to the winner. */
const mostLines = 6

export function renderFormula({ lines, entries, counts, differs }: Formula): HTMLElement {
  const list = el('ol', { class: 'formula' }, ...lines.slice(-mostLines).map(renderLine))
  const before = lines.slice(0, -mostLines)
  const more = button(
    say.moreLines(before.length),
    () => {
      list.prepend(...before.map(renderLine))
      more.remove()
      list.focus()
    },
    { class: 'quiet' },
  )
  list.tabIndex = -1
  return section(
    'picture',
    say.title,
    entries === undefined ? undefined : el('p', {}, say.entries(entries.title, entries.count)),
    ...counts.map(({ title, count }) => el('p', {}, say.counts(title, count))),
    differs === undefined
      ? undefined
      : el('p', { class: 'failed' }, say.differs(differs.rule, differs.published)),
    el('p', { class: 'soft' }, say.formula),
    before.length > 0 ? more : undefined,
    list,
  )
}

function renderLine({ text, value }: Formula['lines'][number]): HTMLElement {
  return el(
    'li',
    {},
    el('code', {}, untrusted(text, 600)),
    value === undefined ? undefined : el('code', { class: 'result' }, ' = ', untrusted(value, 200)),
  )
}
