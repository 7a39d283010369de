/**
 * The parts of the page below the answers: winners, levels, claims, findings, keys.
 *
 * @packageDocumentation
 */
import { labels, levelMeanings, wordLabels } from '../labels.js'
import type { PageClaim, PageFinding, PageKey, PageModel, PageWinner } from '../model.js'
import { badge, copyableDigits, el, mark, section, untrusted } from './elements.js'

export function renderWinners(winners: readonly PageWinner[]): HTMLElement {
  const head = [labels.prize, labels.winningTicket, labels.place].map(name =>
    el('th', { scope: 'col' }, name),
  )
  const rows = winners.map(({ prize, entryId, index, replaced }) =>
    el(
      'tr',
      { class: replaced ? 'replaced' : undefined },
      el('th', { scope: 'row' }, untrusted(prize, 300)),
      el(
        'td',
        {},
        el('strong', {}, untrusted(entryId, 300)),
        replaced ? el('span', { class: 'soft' }, ` ${labels.replaced}`) : undefined,
      ),
      el('td', {}, index === undefined ? '' : index.toLocaleString('en')),
    ),
  )
  return section(
    'winners',
    labels.winners,
    scrollable(
      labels.winners,
      el('table', {}, el('thead', {}, el('tr', {}, ...head)), el('tbody', {}, ...rows)),
    ),
  )
}

/** The highest level stands at the top, as on a ladder. */
export function renderLadder({ level, kind }: PageModel): HTMLElement | undefined {
  if (level === undefined) return undefined
  const rungs = [...level.rungs].sort((a, b) => b.level - a.level)
  const most = rungs[0]?.level ?? 0
  return section(
    'ladder',
    labels.ladder,
    el('p', { class: 'soft' }, labels.ladderNote),
    el('p', { class: 'reached' }, labels.levelReached(level.reached, most)),
    el(
      'ol',
      { class: 'ladder', reversed: true },
      ...rungs.map(rung =>
        el(
          'li',
          { class: rung.word, value: rung.level },
          mark(rung.word),
          el(
            'div',
            {},
            el(
              'p',
              { class: 'name' },
              `${rung.level}. `,
              untrusted(rung.name, 100),
              el('span', { class: 'soft' }, ` – ${wordLabels[rung.word]}`),
            ),
            el('p', {}, (kind === 'bundle' ? levelMeanings[rung.level] : undefined) ?? ''),
            rung.stoppedBy === undefined
              ? undefined
              : el(
                  'p',
                  { class: 'soft small' },
                  `${labels.stoppedBy} `,
                  el('code', {}, untrusted(rung.stoppedBy, 100)),
                ),
          ),
        ),
      ),
    ),
  )
}

export function renderClaims(claims: readonly PageClaim[], findings: readonly PageFinding[]): HTMLElement {
  const list = (): HTMLElement =>
    el(
      'ul',
      { class: 'claims' },
      ...claims.map(({ id, word, message, code }) =>
        el(
          'li',
          { class: word },
          el('div', { class: 'question' }, el('code', {}, untrusted(id, 200)), badge(word)),
          el('p', {}, untrusted(message)),
          el('p', { class: 'soft small' }, el('code', {}, untrusted(code, 100))),
        ),
      ),
    )
  return section(
    'claims',
    labels.claims,
    el('p', { class: 'soft' }, labels.claimsNote),
    findings.length === 0 ? undefined : renderFindings(findings),
    // Made at once: on paper it is open.
    el('details', {}, el('summary', {}, summarize(claims)), list()),
  )
}

/** `5 proven, 1 not provable`. */
function summarize(claims: readonly PageClaim[]): string {
  const words = [...new Set(claims.map(({ word }) => word))]
  return words
    .map(word => `${claims.filter(claim => claim.word === word).length} ${wordLabels[word]}`)
    .join(', ')
}

function renderFindings(findings: readonly PageFinding[]): HTMLElement {
  const list = findings.map(({ code, message }) =>
    el('li', {}, untrusted(message), ' ', el('code', { class: 'soft small' }, untrusted(code, 100))),
  )
  return el('div', { class: 'findings' }, el('h3', {}, labels.findings), el('ul', {}, ...list))
}

/** @param isEmbedded - the page was made with the trust file that names the keys. */
export function renderKeys(keys: readonly PageKey[], isEmbedded: boolean): HTMLElement {
  const fromFile = isEmbedded ? labels.keysEmbedded : labels.keysFile
  return section(
    'keys',
    labels.keys,
    keys.length === 0 ? el('p', {}, labels.keysNone) : undefined,
    ...keys.map(({ fingerprint, operator, from }) =>
      el(
        'div',
        { class: 'key' },
        el('p', {}, el('strong', {}, untrusted(operator, 300))),
        el('p', {}, copyableDigits(fingerprint, labels.fingerprint)),
        el('p', {}, from === 'service' ? labels.keysService : fromFile),
      ),
    ),
  )
}

/** What is wider than a phone scrolls by itself; by keyboard, too. */
function scrollable(name: string, child: HTMLElement): HTMLElement {
  return el('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': name }, child)
}
