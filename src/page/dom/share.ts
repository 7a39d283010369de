/**
 * What a visitor can take away: the link, a badge for another site, a printed page.
 *
 * @packageDocumentation
 */
import * as labels from '../catalogue/labels.js'
import { button, closedSection, copyable, el } from './elements.js'

/** The badge is a linked image, so no script of ours runs on another site. */
export function renderShare(): HTMLElement {
  const address = `${location.origin}${location.pathname}`
  const badge = `${address}/badge.svg`
  const code = el(
    'a',
    { href: address },
    el('img', { src: badge, alt: labels.embedAlt, height: 20 }),
  ).outerHTML
  return closedSection(
    'share',
    labels.share,
    labels.shareAbout,
    el('p', {}, copyable(address, labels.link)),
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
