/**
 * What a visitor can take away: the link, a badge for another site, a printed page, and the evidence.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/en/labels.js'
import { colon } from '../catalogue/en/grammar.js'
import { button, copyable, el, sentence, untrusted } from './elements.js'
import type { ViewAddresses } from './later.js'

/** The badge is a linked image, so no script of ours runs on another site. */
export function renderShare(summary: string): HTMLElement {
  const address = `${location.origin}${location.pathname}`
  const title = document.getElementById('title')?.textContent ?? ''
  const shown = el(
    'span',
    { class: 'prose' },
    untrusted(title, 300),
    el('br'),
    sentence(summary, 3000),
    el('br'),
    address,
  )
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
    el('p', {}, copyable(`${title}\n${summary}\n${address}`, labels.summary, shown)),
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
