/**
 * What a visitor can take away: the link, a badge for another site, a printed page, and the evidence.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/en/labels.js'
import { colon } from '../catalogue/en/grammar.js'
import { button, copyable, el, untrusted } from './elements.js'
import type { ViewAddresses } from './later.js'

/** Leads elsewhere, or is about the reader's own ticket. */
const leftOut = 'button, .mark, .unseen, .fate-first, a:not([href="#ladder"], .rehearsal a)'

/** What the top of the page says, with all conditions, a line each. */
function summarize(): readonly string[] {
  return ['.title', '.verdict', '#winners'].flatMap(part => {
    const element = document.querySelector<HTMLElement>(part)
    if (element === null) return []
    const textsOf = (selector: string): readonly string[] =>
      [...element.querySelectorAll<HTMLElement>(selector)].map(one => one.innerText)
    const text = textsOf(leftOut).reduce((all, other) => all.replace(other, ''), element.innerText)
    return textsOf('dt')
      .reduce((all, label) => all.replace(label, `${label} `), text)
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== '')
  })
}

/** The badge is a linked image, so no script of ours runs on another site. */
export function renderShare(): HTMLElement {
  const address = `${location.origin}${location.pathname}`
  const lines = [...summarize(), address]
  const shown = el('span', { class: 'prose' }, ...lines.flatMap(line => [untrusted(line, 700), el('br')]))
  const badge = `${address}/badge.svg`
  const code = el(
    'a',
    { href: address },
    el('img', { src: badge, alt: labels.embedAlt, height: 20 }),
  ).outerHTML
  return el(
    'div',
    {},
    el('p', {}, copyable(address, labels.link)),
    el('p', {}, `${labels.summary}${colon}`),
    el('p', {}, copyable(lines.join('\n'), labels.summary, shown)),
    el('p', {}, labels.shareText),
    el('p', {}, copyable(code, labels.embedCode)),
    el(
      'p',
      { class: 'screen-only' },
      button(
        labels.print,
        () => {
          print()
        },
        { class: 'quiet' },
      ),
    ),
  )
}

/** What other programs need to check the draw. */
export function renderElsewhere({
  evidence,
  bundleWithList,
  keys,
  file,
  raffle,
}: ViewAddresses): HTMLElement {
  const link = (href: string, text: string, download: string): HTMLElement =>
    el('li', {}, el('a', { href, download }, text))
  return el(
    'div',
    {},
    el(
      'ul',
      {},
      link(evidence, labels.evidence, 'bundle.json'),
      link(bundleWithList, labels.evidenceAll, 'bundle-with-list.json'),
      link(keys, labels.keysLink, 'trust.json'),
      link(file, labels.file, 'verify.html'),
    ),
    el('p', {}, labels.commandLine),
    el(
      'p',
      {},
      copyable(
        `drawaudit verify bundle-with-list.json --trust trust.json --raffle ${raffle}`,
        labels.commandLine,
      ),
    ),
  )
}
