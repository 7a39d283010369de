/**
 * Creates the page's elements. Text is set as text and attributes as attributes, so nothing that an operator
 * wrote becomes markup.
 *
 * @packageDocumentation
 */
import { escapeText } from '../../render/escape.js'
import * as labels from '../catalogue/en/labels.js'
import { wordLabels } from '../catalogue/en/result.js'
import type { PageVerdict } from '../model.js'
import { splitEnglish } from '../sentence.js'

/** Content of an element; undefined is skipped. */
export type Child = Node | string | undefined

/** `true` means an attribute without a value. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** Creates an HTML element. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return fill(document.createElement(tag), attributes, children)
}

/** Creates an SVG element. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children)
}

function fill<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    element.setAttribute(name, value === true ? '' : String(value))
  }
  element.append(...children.filter(child => child !== undefined))
  return element
}

/**
 * An untrusted text: invisible characters are escaped, and its text direction is isolated.
 *
 * @param length - max length; longer text is cut, and says so.
 */
export function untrusted(text: string, length = 4000): HTMLElement {
  return el('bdi', { dir: 'auto' }, escapeText(text, length))
}

/** Sentences of the page, with untrusted values in them. Words of reports are English, and say so. */
export function sentence(text: string, length?: number): HTMLElement {
  const [first = '', ...others] = splitEnglish(text)
  const element = untrusted(first, length)
  for (const [at, part] of others.entries()) {
    element.append(
      at % 2 === 0 ? el('span', { lang: 'en' }, escapeText(part, length)) : escapeText(part, length),
    )
  }
  return element
}

const marks: Readonly<Record<PageVerdict, string>> = {
  proven: '✓',
  believed: '✓',
  refuted: '✗',
  'not-provable': '?',
  'not-checked': '–',
  pending: '…',
}

/** The sign of a word; always accompanied by the word itself. */
export function mark(word: PageVerdict, sign = marks[word]): HTMLElement {
  return el('span', { class: `mark ${word}`, 'aria-hidden': 'true' }, sign)
}

/** A word's label with its sign. */
export function badge(word: PageVerdict, text: string = wordLabels[word]): HTMLElement {
  return el('span', { class: `badge ${word}` }, mark(word), text)
}

/** A section of the page with a heading. */
export function section(id: string, title: string, ...children: readonly Child[]): HTMLElement {
  const heading = el('h2', { id: `${id}-title` }, title)
  const link = el('a', { class: 'anchor', href: `#${id}`, 'aria-label': labels.linkTo(title) }, '#')
  const head = el('div', { class: 'heading' }, heading, link)
  return el('section', { id, class: 'part', 'aria-labelledby': `${id}-title` }, head, ...children)
}

/**
 * A section of details that is closed at first. It can be open in print, so its content is created at once.
 *
 * @param about - summary of the content, beside the title.
 */
export function closedSection(
  id: string,
  title: string,
  about: string,
  ...children: readonly Child[]
): HTMLElement {
  const heading = el('h2', { id: `${id}-title` }, title)
  const summary = el('summary', {}, heading, el('span', { class: 'soft' }, about))
  return el(
    'section',
    { id, class: 'part closed', 'aria-labelledby': `${id}-title` },
    el('details', {}, summary, ...children),
  )
}

let made = 0

/** A closed section that is printed only if opened, so its content is created on opening. */
export function lateSection(
  id: string,
  title: string,
  about: string,
  fill: (inside: HTMLElement) => void,
): HTMLElement {
  const inside = el('div', {})
  const part = closedSection(id, title, about, inside)
  // Empty sections look alike when the page is patched; the counter keeps one from an earlier check from
  // being reused.
  part.dataset['made'] = String((made += 1))
  part.firstElementChild?.addEventListener(
    'toggle',
    () => {
      fill(inside)
    },
    { once: true },
  )
  return part
}

/** Scrolls to the element in the address once it exists. */
export function scrollToAnchor(): void {
  const id = location.hash.slice(1)
  const part = /^[a-z-]+$/.test(id) ? document.getElementById(id) : null
  part?.querySelector(':scope > details')?.setAttribute('open', '')
  part?.scrollIntoView()
}

/** A button with a click handler. */
export function button(text: string, act: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const element = el('button', { type: 'button', ...attributes }, text)
  element.addEventListener('click', act)
  return element
}

/** Milliseconds for which a button says that it has copied. */
const praise = 2000

/** Max length shown without scrolling. */
const longest = 100

/** Max length shown; the rest of a longer value can only be copied. */
const mostShown = 20_000

/**
 * A value with a button that copies it exactly, however it is shown.
 *
 * @param what - name of the value, for readers who cannot see the button's position.
 * @param shown - how it is shown, if not exactly.
 */
export function copyable(
  value: string,
  what: string = labels.value,
  shown: Node = untrusted(value, mostShown),
): HTMLElement {
  // A long value scrolls within its box, also by keyboard.
  const code = el('code', { dir: 'ltr', tabindex: value.length > longest ? 0 : undefined }, shown)
  const name = { 'aria-label': labels.copyOf(escapeText(what, 60)) }
  const copy = button(labels.copy, () => void copyInto(value, code, copy), { class: 'copy', ...name })
  return el('span', { class: 'copyable' }, code, copy)
}

/** Hex digits in groups of eight, to compare by eye. The gaps are styling and are not copied. */
export function copyableDigits(value: string, what: string): HTMLElement {
  const groups = value.match(/[^]{1,8}/g) ?? []
  const shown = groups.flatMap(group => [el('span', {}, escapeText(group)), el('wbr')])
  const element = copyable(value, what, el('span', { class: 'groups' }, ...shown))
  element.classList.add('grouped')
  return element
}

async function copyInto(value: string, code: HTMLElement, from: HTMLButtonElement): Promise<void> {
  try {
    // Throws if there is no clipboard or writing is not allowed.
    await navigator.clipboard.writeText(value)
    from.textContent = labels.copied
  } catch {
    getSelection()?.selectAllChildren(code)
    from.textContent = labels.copyFailed
  }
  setTimeout(() => (from.textContent = labels.copy), praise)
}

/** Collapsed content, created when it is opened. */
export function fold(summary: readonly Child[], make: () => Node, open = false): HTMLDetailsElement {
  const details = el('details', { open }, el('summary', {}, ...summary))
  const fillOnce = (): void => {
    if (details.open && details.childElementCount === 1) details.append(make())
  }
  details.addEventListener('toggle', fillOnce)
  fillOnce()
  return details
}

/** A field without spell-checking and autocompletion, which could disclose the input. */
export const createField = (id: string): HTMLInputElement =>
  el('input', {
    id,
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    maxlength: 500,
    'aria-describedby': `${id}-hint`,
  })
