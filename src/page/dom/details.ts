/**
 * The parts of the page below the answers: winners, levels, claims, findings, keys.
 *
 * @packageDocumentation
 */
import { colon } from '../catalogue/en/grammar.js'
import { isRecordWrong, isUnsigned, ownerOf, wrongWinner } from '../headline.js'
import * as labels from '../catalogue/en/labels.js'
import { badgeLabels, wordLabels } from '../catalogue/en/result.js'
import type { PageClaim, PageKey, PageModel, PageVerdict } from '../model.js'
import {
  badge,
  button,
  closedSection,
  copyable,
  copyableDigits,
  el,
  fold,
  section,
  sentence,
  untrusted,
} from './elements.js'
import { laterSection, renderLate } from './later.js'

/** Max winners in large type. */
const mostLarge = 12

/** Winners and prizes in large type; the rest of many is a table. */
export function renderWinners(model: PageModel): HTMLElement {
  const { winners, verdict, claims, kind } = model
  const isPublished = verdict === 'refuted' || kind === 'record' || isUnsigned(model)
  const published =
    isRecordWrong(claims) && kind === 'bundle' ? labels.winnersSigned : labels.winnersPublished
  const large = winners.slice(0, mostLarge)
  const title = isPublished
    ? published
    : (kind === 'draw' ? labels.winners : labels.winningTickets)(
        winners.filter(({ replaced }) => !replaced).length,
      )
  const { by, expected, found } = wrongWinner(model) ?? {}
  const disputed = by === 'rule' ? found : expected
  return section(
    'winners',
    title,
    el(
      'ol',
      { class: 'winners' },
      ...large.map(({ prize, entryId, replaced }) =>
        el(
          'li',
          { class: replaced ? 'replaced' : undefined },
          prize === title ? undefined : el('p', { class: 'prize' }, untrusted(prize, 300)),
          el(
            'p',
            { class: 'winner' },
            el('span', { class: 'unseen' }, isPublished ? labels.ticket : labels.winningTicket, colon),
            el('strong', { class: 'ticket-id' }, untrusted(entryId, 300)),
            replaced ? el('span', { class: 'soft' }, ` ${labels.replaced}`) : undefined,
          ),
          entryId === disputed && !replaced ? badge('refuted', badgeLabels['two-answers']) : undefined,
        ),
      ),
    ),
    winners.length <= mostLarge
      ? undefined
      : fold([labels.allWinners(winners.length)], () => renderLate(later => later.renderTable(winners))),
  )
}

/** Max winners announced to screen readers. */
const mostSaid = 5

/** Winners and prizes as text for screen readers. */
export function sayWinners(model: PageModel): readonly string[] {
  const { winners, verdict, kind } = model
  if (verdict === 'refuted') return []
  const said = winners
    .filter(({ replaced }) => !replaced)
    .slice(0, mostSaid)
    .map(({ prize, entryId }) => labels.sayWinner(prize, entryId))
  return kind === 'record' || isUnsigned(model) ? [`${labels.winnersPublished}:`, ...said] : said
}

/** Max prizes shown before the draw. */
const mostPrizes = 30

/** The prizes of a raffle that is not drawn yet. */
export function renderPrizes({ prizes = [] }: PageModel): HTMLElement | undefined {
  if (prizes.length === 0) return undefined
  const more = prizes.length - mostPrizes
  return section(
    'prizes',
    labels.prizes,
    el(
      'ol',
      { class: 'winners' },
      ...prizes
        .slice(0, mostPrizes)
        .map(prize => el('li', {}, el('p', { class: 'ticket-id' }, untrusted(prize, 300)))),
    ),
    more > 0 ? el('p', { class: 'soft' }, labels.morePrizes(more)) : undefined,
  )
}

/** The levels; undefined for a raffle that is not drawn, or was cancelled. */
export function renderLadder({
  kind,
  state,
  level,
  verdict,
  claims,
  believing = [],
}: PageModel): HTMLElement | undefined {
  if (kind === 'bundle' && state !== 'drawn' && verdict !== 'refuted') return undefined
  // The refuted claim may belong to no level.
  if (level === undefined || (verdict === 'refuted' && level.rungs.every(({ word }) => word !== 'refuted'))) {
    return undefined
  }
  const most = Math.max(...level.rungs.map(rung => rung.level))
  return laterSection(
    'ladder',
    labels.ladder,
    `${labels.levelReached(level.reached, most)}${believing.length > 0 && verdict !== 'refuted' ? `, ${labels.ifKeys}` : ''}`,
    later => later.renderLevels(level, claims),
  )
}

/** Each claim in words, and in those of the report. */
export function renderClaims(model: PageModel): HTMLElement {
  // Which of the two is wrong is not known if the receipt came too late.
  const claims: readonly PageClaim[] = model.claims.map(one =>
    model.isReceiptLate === true && one.word === 'refuted' ? { ...one, word: 'not-provable' } : one,
  )
  return closedSection(
    'claims',
    labels.claims,
    summarize(claims, isUnsigned(model)),
    el(
      'ul',
      { class: 'claims' },
      ...claims.map(({ id, word, message, says, code }) =>
        el(
          'li',
          { class: word },
          el('div', { class: 'question' }, el('code', {}, untrusted(id, 200)), badge(word)),
          el('p', {}, sentence(says)),
          el(
            'p',
            { class: 'soft small', lang: 'en' },
            untrusted(message),
            ' ',
            el('code', {}, untrusted(code, 100)),
          ),
        ),
      ),
    ),
  )
}

/** What is wrong or missing comes first. */
const wordOrder = ['refuted', 'not-provable', 'not-checked', 'pending', 'believed', 'proven'] as const

/**
 * `1 not shown, 5 proven`. @param isAnybodys - whether no signature is verified, so that nothing is called
 * proven.
 */
function summarize(claims: readonly PageClaim[], isAnybodys: boolean): string {
  const say = (word: PageVerdict): string =>
    word === 'proven' && isAnybodys
      ? labels.fitAlone
      : word === 'believed'
        ? labels.holdIfKeys
        : wordLabels[word]
  return wordOrder
    .filter(word => claims.some(claim => claim.word === word))
    .map(word => labels.counted(claims.filter(claim => claim.word === word).length, say(word)))
    .join(', ')
}

/** Context of the keys. */
interface KeysBeside {
  /** Whether the page was made with the trust file that names the keys. */
  readonly isEmbedded: boolean
  readonly compare: ((fingerprint: string) => void) | undefined
  /** Host of the service that sent the page. */
  readonly host: string | undefined
}

/**
 * The operator of the raffle and the trusted keys. If a service itself names the keys, also whatever else
 * depends on its word, until the reader has compared it.
 */
export function renderKeys(model: PageModel, { isEmbedded, compare, host }: KeysBeside): HTMLElement {
  const { kind, keys, believing = [] } = model
  const fromFile = isEmbedded ? labels.keysEmbedded : labels.keysFile
  const own: Readonly<Record<PageKey['from'], string>> = {
    service: labels.keysService,
    compared: labels.keysCompared,
    file: fromFile,
    'built-in': labels.keysBuiltIn,
  }
  const ask = (name: string, fingerprint: string): HTMLElement | undefined =>
    compare === undefined
      ? undefined
      : el(
          'div',
          { class: 'buttons screen-only' },
          button(
            labels.compare,
            () => {
              compare(fingerprint)
            },
            { class: 'quiet', 'aria-label': labels.compareOf(name) },
          ),
          renderDiffers(),
        )
  const canCompare = compare !== undefined && believing.length > 0
  return section(
    'keys',
    labels.keys,
    el('p', {}, untrusted(ownerOf(model, host), 500)),
    // A record has no signature.
    keys.length === 0 && kind === 'bundle' ? el('p', {}, labels.keysNone) : undefined,
    canCompare ? el('p', { class: 'screen-only' }, labels.comparedNote) : undefined,
    ...keys.flatMap(({ role, name, fingerprint, from }, at) => [
      keys[at - 1]?.from === from ? undefined : el('p', { class: 'key' }, own[from]),
      el(
        'div',
        { class: 'key' },
        el('p', {}, el('strong', {}, untrusted(name, 300)), `, ${labels.parties[role]}`),
        el('p', {}, showFingerprint(fingerprint)),
        from === 'service' ? ask(name, fingerprint) : undefined,
      ),
    ]),
  )
}

/** Advice for a fingerprint that differs. */
function renderDiffers(): HTMLElement {
  const said = el('p', { class: 'failed', role: 'status' })
  const differs = button(
    labels.differs,
    () => {
      said.textContent = labels.differsNext
    },
    { class: 'quiet' },
  )
  return el('div', {}, differs, said)
}

/** Keys of a log and its witnesses are compared in their full text form, with names. */
const showFingerprint = (fingerprint: string): HTMLElement =>
  /^[0-9a-f]+$/.test(fingerprint)
    ? copyableDigits(fingerprint, labels.fingerprint)
    : copyable(fingerprint, labels.fingerprint)
