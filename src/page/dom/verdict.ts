/**
 * The top of the page: what the document is about, and the verdict in one sentence with what it rests on.
 *
 * @packageDocumentation
 */
import { colon, formatDay } from '../catalogue/en/grammar.js'
import * as labels from '../catalogue/en/labels.js'
import {
  cancelledKnown,
  cancelledNext,
  cancelledRedraw,
  cancelledUnseen,
  kinds,
  levelShorts,
  onWordShort,
} from '../catalogue/en/result.js'
import {
  headlineConditions,
  headlineOf,
  headlineTone,
  isCancelled,
  isChosen,
  lateBy,
  meaningOf,
  noteOf,
  onlySaid,
  signatureOf,
  sourceOfName,
  trusted,
  wrongClaim,
  wrongWinner,
  type WrongWinner,
} from '../headline.js'
import type { PageClaim, PageModel } from '../model.js'
import { el, mark, sentence, untrusted, type Child } from './elements.js'
import { renderFate } from './ticket-answer.js'

/** The top of the page without a result. */
export function renderUnchecked(title: string, ...about: readonly Child[]): HTMLElement {
  return el(
    'section',
    { class: 'verdict not-checked', 'aria-labelledby': 'verdict' },
    el('h2', { id: 'verdict' }, mark('not-checked'), el('span', {}, title)),
    ...about,
  )
}

/** Milliseconds. */
const day = 24 * 3_600_000

/**
 * The result at the top.
 *
 * @param now - time of the check in milliseconds since 1970.
 * @param beside - notes about the result and the operator's log, and the button that saves the evidence.
 */
export function renderVerdict(
  model: PageModel,
  now: number,
  {
    caveat,
    log,
    save,
    withoutTrust,
  }: {
    readonly caveat?: string | undefined
    readonly log?: Child
    readonly save?: Child
    readonly withoutTrust?: Child
  },
): HTMLElement {
  const tone = headlineTone(model, now)
  const late = lateBy(model, now)
  const { verdict } = model
  const caveats = [
    model.unused === 'record' ? labels.otherRecord : undefined,
    model.isRoundUnused === true ? labels.otherRound : undefined,
    model.isStampUnused === true ? labels.otherStamp : undefined,
  ]
  const why = model.state === 'unreadable' ? model.claims[0]?.says : undefined
  return el(
    'section',
    { class: `verdict ${tone}`, 'aria-labelledby': 'verdict' },
    renderFate(model),
    el(
      'h2',
      { id: 'verdict' },
      tone === 'settled' ? mark('believed', '!') : mark(tone === 'late' ? 'not-provable' : tone),
      el('span', {}, sentence(headlineOf(model, now), 700)),
    ),
    renderLevel(model),
    verdict === 'refuted' ? renderRefuted(model) : undefined,
    ...[
      noteOf(model, now),
      meaningOf(model),
      ...(isCancelled(model)
        ? model.findings
            .filter(({ code }) => code === 'cancelled-late')
            .map(() => (model.cancelled?.isKnown === true ? cancelledKnown : cancelledUnseen))
        : []),
      ...caveats,
      caveat,
      why,
      isCancelled(model) ? cancelledNext : undefined,
      isCancelled(model) ? cancelledRedraw : undefined,
      model.isReceiptLate === true ? model.answers.find(({ id }) => id === 'ticket')?.text[1] : undefined,
    ].map(text => (text === undefined ? undefined : el('p', {}, sentence(text)))),
    model.isStranger === true ? withoutTrust : undefined,
    verdict === 'refuted' ? renderSignature(model) : undefined,
    verdict === 'refuted' ? el('p', {}, labels.refutedNext) : undefined,
    late === undefined
      ? undefined
      : el('p', {}, (late > day ? labels.longLateNext : labels.lateNext)(model.next?.what === 'draw')),
    verdict === 'refuted' || late !== undefined || isCancelled(model) || model.state === 'sealed'
      ? save
      : undefined,
    renderRests(model),
    log,
  )
}

/** A link to the headline's trust assumptions; for a drawn raffle below its winners. */
function renderRests(model: PageModel): HTMLElement | undefined {
  // Refuted claims and their signer are shown without a link.
  if (model.verdict === 'refuted') return undefined
  const said = onlySaid(model, { words: onWordShort })
  const conditions = headlineConditions(model)
  const hasRests = isChosen(model) && said.length + conditions.length + trusted(model).length > 0
  const parts = [
    hasRests
      ? el(
          'p',
          {},
          ...(said.length > 0 ? [labels.onlySaysThat(said), ' '] : []),
          ...conditions.flatMap(text => [sentence(text, 1000), ' ']),
          el('a', { href: '#chooser' }, labels.rests),
        )
      : undefined,
    renderOnlySite(model),
  ].filter(part => part !== undefined)
  return parts.length === 0 ? undefined : el('div', {}, ...parts)
}

/** The signer, if only the service vouches for the key. */
function renderOnlySite(model: PageModel): HTMLElement | undefined {
  const { operator = '', verdict, believing = [] } = model
  if (believing.length === 0) return undefined
  const isSigner = believing.some(({ role }) => role === 'operator')
  // Below the highest levels the operator could have influenced the draw, whoever owns the keys.
  const hasOthers = verdict === 'believed' && believing.some(({ role }) => role !== 'operator')
  const said = labels.onlySite(isSigner ? operator : undefined, hasOthers)
  return el('p', {}, sentence(said, 700), ' ', linkToKeys(model))
}

const linkToKeys = ({ keys }: PageModel): HTMLElement =>
  el('a', { href: '#keys' }, labels.compareKeys(keys.filter(({ from }) => from === 'service').length))

/** Who is responsible for the refuted statement. */
function renderSignature(model: PageModel): HTMLElement | undefined {
  const text = signatureOf(model)
  if (text === undefined) return undefined
  const { believing = [] } = model
  return el('p', {}, sentence(text), ...(believing.length > 0 ? [' ', linkToKeys(model)] : []))
}

/** `Level 3 of 5: anybody can recalculate the winners`, after a row of steps. */
function renderLevel({ kind, state, level, verdict, believing = [] }: PageModel): HTMLElement | undefined {
  const hasLevel = kind === 'bundle' || kind === 'draw'
  if (level === undefined || !hasLevel || state !== 'drawn' || verdict === 'refuted') return undefined
  const steps = level.names.slice(1)
  return el(
    'p',
    { class: 'level' },
    el(
      'span',
      { class: 'steps', 'aria-hidden': 'true' },
      ...steps.map((_, below) => el('span', { class: below < level.reached ? 'reached' : undefined })),
    ),
    el(
      'span',
      {},
      el('a', { href: '#ladder' }, labels.levelReached(level.reached, steps.length)),
      // The form needs no key.
      believing.length > 0 && level.reached > 1 ? `, ${labels.ifKeys}` : '',
      colon,
      levelShorts[level.reached],
    ),
  )
}

/** Refuted claims after the first, which is in the headline, and the values published instead. */
function renderRefuted(model: PageModel): HTMLElement {
  const { claims, alsoWrong = [] } = model
  const first = wrongClaim(model)
  const others = claims.filter(claim => claim.word === 'refuted' && claim !== first)
  const winner = wrongWinner(model)
  const said = winner ? renderWrongWinner(winner, model) : first && el('p', {}, sentence(first.says))
  return el(
    'div',
    {},
    said,
    first && winner === undefined ? renderDifference(first) : undefined,
    others.length + alsoWrong.length === 0
      ? undefined
      : el(
          'ul',
          { class: 'bullets' },
          ...alsoWrong.map(text => el('li', {}, sentence(text))),
          ...others.map(claim => el('li', {}, sentence(claim.says), renderDifference(claim))),
        ),
  )
}

/** The two winners of one prize, one below the other. */
function renderWrongWinner(
  { prize, expected, found, by }: WrongWinner,
  { winners, pictures = [] }: PageModel,
): HTMLElement {
  // By the names of the winners' prizes: that of the claim is in words of its own.
  const own = winners.find(({ entryId }) => entryId === found)?.prize
  const also = winners.find(winner => winner.entryId === expected && !winner.replaced && winner.prize !== own)
  const say = (who: string, id: string): readonly Child[] => [
    el('dt', {}, who),
    el('dd', {}, untrusted(id, 300)),
  ]
  return el(
    'div',
    {},
    el('p', {}, untrusted(`${prize}${colon}`, 300)),
    el(
      'dl',
      { class: 'two-winners' },
      ...say(by === 'rule' ? labels.rulePicks : labels.operatorSigned, expected),
      ...say(by === 'rule' ? labels.published : labels.recordSays, found),
      ...(by === 'operator' && pictures.some(({ agrees, ticket }) => agrees && ticket?.id === expected)
        ? say(labels.rulePicks, expected)
        : []),
    ),
    also && el('p', {}, untrusted(expected, 300), ` ${labels.sameTicket} `, untrusted(also.prize, 300), '.'),
    by === 'operator' ? el('p', {}, labels.recordOfNobody) : undefined,
  )
}

function renderDifference({ expected, found, says }: PageClaim): HTMLElement | undefined {
  if (expected === undefined || found === undefined) return undefined
  // The sentence contains both values.
  if (says.includes(expected) && says.includes(found)) return undefined
  return el(
    'dl',
    { class: 'values' },
    el('dt', {}, labels.required),
    el('dd', {}, el('code', {}, untrusted(expected, 1000))),
    el('dt', {}, labels.published),
    el('dd', {}, el('code', {}, untrusted(found, 1000))),
  )
}

/**
 * The subject of the document, above the result.
 *
 * @param host - host of the service that sent it.
 * @param trustName - name of the reader's trust file.
 */
export function renderTitle(
  model: PageModel,
  { host, trustName }: { readonly host?: string; readonly trustName?: string | undefined },
  hasTicket: boolean,
): HTMLElement {
  const { kind, title, operator, totals, timeline, raffleId } = model
  const drawn = timeline?.points.filter(({ id }) => id === 'draw').at(-1)
  const count = totals && labels.tickets(totals.entries)
  return el(
    'div',
    { class: 'title' },
    kind === 'bundle' ? undefined : el('p', { class: 'soft' }, kinds[kind]),
    el('h1', { id: 'title' }, untrusted(title, 200)),
    el(
      'dl',
      { class: 'facts' },
      ...fact(
        kind === 'draw' ? labels.method : labels.by,
        operator === undefined ? undefined : untrusted(operator, 200),
        sourceOfName(model, trustName),
      ),
      ...fact(labels.publishedBy, kind === 'record' && host !== undefined ? untrusted(host, 200) : undefined),
      ...fact(
        labels.raffle,
        kind === 'record' && raffleId !== undefined ? untrusted(raffleId, 60) : undefined,
      ),
      ...fact('', count && drawn ? labels.ticketsDrawn(count, formatDay(drawn.at)) : count),
      model.isOwnBeacon === true
        ? el(
            'div',
            { class: 'rehearsal' },
            el('dt', {}, el('a', { href: '#answer-limits' }, labels.rehearsal)),
          )
        : undefined,
      hasTicket
        ? el(
            'div',
            { class: 'screen-only' },
            el('dt', {}, el('a', { href: '#answer-ticket' }, labels.toTicket)),
          )
        : undefined,
    ),
  )
}

/** @param after - text after the value. */
function fact(name: string, value: Child, after = ''): readonly Child[] {
  if (value === undefined) return []
  const soft = after === '' ? undefined : el('span', { class: 'soft' }, after)
  return [
    el(
      'div',
      {},
      name === '' ? undefined : el('dt', {}, name),
      el(name === '' ? 'dt' : 'dd', {}, value, soft),
    ),
  ]
}
