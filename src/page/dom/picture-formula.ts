/**
 * How the winners of a published draw follow: the number of participants, and the formula with the numbers of
 * the draw.
 *
 * @packageDocumentation
 */
import { colon } from '../catalogue/en/grammar.js'
import type { Formula, FormulaLine, FormulaValue } from '../model.js'
import { drawStrings as say } from '../catalogue/en/draws.js'
import { wordLabels } from '../catalogue/en/result.js'
import { button, copyable, el, fold, mark, sentence, section, untrusted } from './elements.js'

/** Max lines shown at once; the last ones lead to the winner. */
const mostLines = 6

export function renderFormula({ lines, inputs, terms, entries, counts, differs }: Formula): HTMLElement {
  const list = el('ol', { class: 'formula' }, ...lines.slice(-mostLines).map(renderLine))
  const before = lines.slice(0, -mostLines)
  const more = button(
    say.moreLines(before.length),
    () => {
      list.prepend(...before.map(renderLine))
      more.remove()
      list.focus()
    },
    { class: 'quiet lines-before' },
  )
  list.tabIndex = -1
  return section(
    'picture',
    say.title,
    entries === undefined ? undefined : el('p', {}, say.entries(entries.title, entries.count)),
    ...counts.map(({ title, count }) => el('p', {}, say.counts(title, count))),
    differs === undefined
      ? undefined
      : el('p', { class: 'failed' }, say.differs(differs.rule, differs.published, differs.place)),
    el('p', { class: 'soft' }, say.formula),
    before.length > 0 ? more : undefined,
    list,
    inputs.length === 0 ? undefined : renderInputs(inputs),
    terms.length === 0 ? undefined : renderTerms(terms),
  )
}

function renderLine({ text, value, missing, claim }: FormulaLine): HTMLElement {
  return el(
    'li',
    {},
    claim === undefined
      ? undefined
      : el(
          'p',
          { class: 'says' },
          mark(claim.word),
          el(
            'span',
            {},
            el('span', { class: 'unseen' }, wordLabels[claim.word], colon),
            sentence(claim.says, 700),
          ),
        ),
    el('code', {}, untrusted(text, 600)),
    value === undefined ? undefined : renderResult(value, text.split(' ')[0]),
    missing === undefined ? undefined : el('p', { class: 'soft small' }, sentence(missing)),
  )
}

/** A short result is in the line, a long one below it. */
const renderResult = (value: FormulaValue, name: string | undefined): HTMLElement =>
  value.full === undefined
    ? el('code', { class: 'result' }, ' = ', untrusted(value.shown, 400))
    : el('div', { class: 'result' }, '= ', renderValue(value, name))

/** A cut value can be copied in full. */
function renderValue({ shown, full }: FormulaValue, name: string | undefined): HTMLElement {
  return full === undefined
    ? el('code', {}, untrusted(shown, 400))
    : copyable(full, name, untrusted(shown, 400))
}

function renderInputs(inputs: Formula['inputs']): HTMLElement {
  return el(
    'div',
    { class: 'inputs' },
    el('p', { class: 'soft' }, say.inputs),
    el(
      'dl',
      { class: 'values' },
      ...inputs.flatMap(({ name, title, value }) => [
        el(
          'dt',
          {},
          el('code', {}, untrusted(name, 100)),
          ...(title === name ? [] : [' – ', untrusted(title, 200)]),
        ),
        el('dd', {}, value === undefined ? say.unpublished : renderValue(value, name)),
      ]),
    ),
  )
}

function renderTerms(terms: Formula['terms']): HTMLElement {
  return fold([say.terms], () =>
    el(
      'dl',
      { class: 'terms' },
      ...terms.map(({ notation, means }) =>
        el('div', {}, el('dt', {}, el('code', {}, notation)), el('dd', {}, means)),
      ),
    ),
  )
}
