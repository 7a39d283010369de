/**
 * The step-by-step calculation, with values to copy.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/en/labels.js'
import type { PageStep, StepOperation } from '../model.js'
import { badge, button, copyable, el, fold, untrusted } from './elements.js'

/** Max steps, or operations of a step, shown at once. */
const piece = 40

export const renderSteps = (steps: readonly PageStep[]): HTMLElement =>
  // Their titles are English.
  el('div', { lang: 'en' }, inPieces('ol', steps, renderStep, labels.moreSteps))

function renderStep({ title, operations, failed }: PageStep): HTMLElement {
  const summary = [untrusted(title, 300), ...(failed === undefined ? [] : [' ', badge('not-checked')])]
  const make = (): Node =>
    el(
      'div',
      {},
      failed === undefined ? undefined : el('p', { class: 'failed' }, untrusted(failed)),
      inPieces('ul', operations, renderOperation, labels.moreOperations),
    )
  return el('li', {}, fold(summary, make))
}

function renderOperation({ operation, inputs, output }: StepOperation): HTMLElement {
  return el(
    'li',
    { class: 'operation' },
    el('p', { class: 'name' }, untrusted(operation, 300)),
    el(
      'dl',
      { class: 'values' },
      ...inputs.flatMap(({ name, value }) => [
        el('dt', {}, name === undefined ? '' : untrusted(name, 100)),
        el('dd', {}, copyable(value, name)),
      ]),
      el('dt', {}, labels.gives),
      el('dd', { class: 'output' }, copyable(output, labels.gives)),
    ),
  )
}

/** A list that shows more on demand: a draw can have thousands of operations. */
function inPieces<T>(
  tag: 'ol' | 'ul',
  values: readonly T[],
  renderOne: (value: T, index: number) => HTMLElement,
  more: (count: number) => string,
): HTMLElement {
  const list = el(tag, { class: 'pieces' })
  const whole = el('div', {}, list)
  const showMore = (): void => {
    whole.querySelector(':scope > button')?.remove()
    const shown = list.childElementCount
    list.append(...values.slice(shown, shown + piece).map((value, index) => renderOne(value, shown + index)))
    const left = values.length - list.childElementCount
    if (left > 0) whole.append(button(more(left), showMore, { class: 'quiet' }))
    // Focus moves to where the button was, so that the reader can go on there.
    if (shown > 0) list.children[shown]?.querySelector<HTMLElement>('summary, button')?.focus()
  }
  showMore()
  return whole
}
