/**
 * The page at `/`: the list of raffles with a search by name or prize, and links to their pages. Works
 * without scripts.
 *
 * @packageDocumentation
 */
import { levelNames } from '../model/report.js'
import { longestQuery, type ListedRaffle, type RaffleState } from '../store/summaries.js'
import { isOverdue, labelTicket, renderPrizeList, short, raffleTitle } from './about.js'
import { renderDocument, sayRunBy } from './document.js'
import { escapeHtml, isolateHtml } from './escape-html.js'
import type { PageAssets } from './assets.js'
import { english, keepLanguage, type Language } from './languages.js'

/** Raffles per page. */
export const pageSize = 50

/** Allows only the page's style, its icon and its search form. */
export const listPagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  // Tools that measure a page fetch robots.txt from within it.
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Filters of the list: value in the URL, raffle states. */
export const filters = [
  ['overdue', ['open', 'sealed']],
  // Without the overdue ones.
  ['open', ['open', 'sealed']],
  ['drawn', ['drawn']],
  ['cancelled', ['cancelled']],
  ['unsigned', ['unsigned']],
] as const satisfies readonly (readonly [string, readonly RaffleState[]])[]
export type Filter = (typeof filters)[number][0]

/** Content of one page of the list. */
export interface ListPage {
  readonly raffles: readonly ListedRaffle[]
  /** Search text; empty for all raffles. */
  readonly query: string
  readonly filter: Filter | undefined
  readonly counts: Readonly<Record<RaffleState, number>>
  /** Number of raffles whose draw should have been published by now. */
  readonly overdue: number
  /** Raffle id for the link to newer raffles, if there are any: they come before it. */
  readonly newer: string | undefined
  /** Raffle id for the link to older raffles, if there are any: they come after it. */
  readonly older: string | undefined
  readonly assets: PageAssets | undefined
  /** Name and contact of the site's operator: its own word. */
  readonly runBy: string | undefined
  /** Milliseconds since 1970: an unpublished draw due before this is overdue. */
  readonly now: number
  readonly language: Language
}

export function renderListPage(page: ListPage): string {
  const { raffles, query, filter, newer, older, assets, runBy, language } = page
  const { list } = language.site
  const shown =
    raffles.length === 0
      ? `<div class="empty">${describeNothing(page)}</div>`
      : renderRaffles(raffles, page).join('\n')
  const shared = { q: query, state: filter ?? '' }
  const link = linker(language)
  const pages = [
    ...(newer === undefined ? [] : [link({ ...shared, before: newer }, list.newer, ' rel="prev"')]),
    ...(older === undefined ? [] : [link({ ...shared, after: older }, list.older, ' rel="next"')]),
  ]
  const found =
    query === '' || raffles.length === 0
      ? ''
      : `<p class="found">${list.foundFor(isolateHtml(query), text => link({ state: shared.state }, text))}</p>`
  const hidden = (name: string, value: string): string =>
    `<input type="hidden" name="${name}" value="${value}">\n`
  const kept = `${filter === undefined ? '' : hidden('state', filter)}${language.isAsked ? hidden('lang', language.tag) : ''}`
  return renderDocument(
    {
      title: query === '' ? list.title : list.titleOf(query),
      description: list.description,
      assets,
    },
    `<h1>${list.title}</h1>
<p class="lead">${list.lead}</p>
<form role="search" action="/" method="get">
<label for="q">${list.searchLabel}</label>
<div class="field">
<input id="q" name="q" type="search" dir="auto" maxlength="${longestQuery}" autocomplete="off" value="${escapeHtml(query)}">
${kept}<button>${list.search}</button>
</div>
</form>
${renderFilters(page)}
${found}
${shown}
${pages.length === 0 ? '' : `<nav class="pager" aria-label="${list.pages}">${pages.join('\n')}</nav>`}`,
    { language, foot: `<p>${sayRunBy(runBy, language)}</p>`, query: withValues(shared) },
  )
}

const withValues = (parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''))

/** Links to the list in a language. */
export const linker =
  (language: Language) =>
  (parameters: Readonly<Record<string, string>>, text: string, attributes = ''): string => {
    const query = new URLSearchParams(withValues(parameters))
    const address = keepLanguage(query.size === 0 ? '/' : `/?${query.toString()}`, language)
    return `<a href="${escapeHtml(address)}"${attributes}>${text}</a>`
  }

/** The filters with their counts; during a search, only which filter applies. */
function renderFilters({ query, filter, counts, overdue, language }: ListPage): string {
  const { list } = language.site
  const link = linker(language)
  const formatCount = language.grammar.number
  const sum = (states: readonly RaffleState[]): number =>
    states.reduce((total, state) => total + counts[state], 0)
  const all = sum(Object.keys(counts) as RaffleState[])
  const tabs = filters.map(
    ([state, states]) =>
      [
        state,
        list.filters[state],
        state === 'overdue' ? overdue : state === 'open' ? Math.max(0, sum(states) - overdue) : sum(states),
      ] as const,
  )
  const shown = tabs.filter(([state, , count]) => count > 0 || filter === state)
  const links = [['', list.all, all] as const, ...shown].map(([state, text, count]) =>
    link(
      { q: query, state },
      query === '' ? `${text} <span>${formatCount(count)}</span>` : text,
      state === (filter ?? '') ? ' aria-current="page"' : '',
    ),
  )
  return `<nav class="states" aria-label="${list.states}">\n${links.join('\n')}\n</nav>`
}

/** A page with a single message. */
export function renderMessagePage(
  title: string,
  paragraphs: readonly string[],
  assets: PageAssets | undefined,
  { language = english, more = '' }: { readonly language?: Language; readonly more?: string } = {},
): string {
  return renderDocument(
    { title, description: title, assets },
    `<h1>${escapeHtml(title)}</h1>\n${paragraphs.map(text => `<p class="found">${text}</p>`).join('\n')}\n${more}\n<p class="found">${linker(language)({}, language.site.everywhere.allRaffles)}</p>`,
    { language },
  )
}

/** Explains why the list is empty, and what to do. */
function describeNothing({ query, filter, counts, language }: ListPage): string {
  const { list } = language.site
  const link = linker(language)
  if (query !== '') return list.notFound(isolateHtml(query), text => link({}, text))
  if (Object.values(counts).every(count => count === 0)) return list.empty
  const [none, all] =
    filter === 'overdue'
      ? [list.noneOverdue, list.showAll]
      : filter === undefined
        ? [list.noMore, list.showNewest]
        : [list.noneHere, list.showAll]
  return `<p>${none}</p><p>${link({}, all)}</p>`
}

function filterOf(raffle: ListedRaffle, now: number): Filter {
  if (isOverdue(raffle, now)) return 'overdue'
  return raffle.state === 'sealed' ? 'open' : raffle.state
}

/** What the raffles of a page share. */
type Shared = Pick<ListPage, 'now' | 'language'>

/** Grouped by state, newest first. Which raffles are on a page depends only on when they were published. */
function renderRaffles(raffles: readonly ListedRaffle[], shared: Shared): readonly string[] {
  const { list } = shared.language.site
  return filters.flatMap(([filter]) => {
    const group = raffles.filter(raffle => filterOf(raffle, shared.now) === filter)
    if (group.length === 0) return []
    const items = group.map(raffle => renderRaffle(raffle, shared))
    return `<h2>${list.filters[filter]}</h2>\n<ul class="raffles">\n${items.join('\n')}\n</ul>`
  })
}

function renderRaffle(raffle: ListedRaffle, shared: Shared): string {
  const { raffleId, name = '', operator, sameName, isRehearsal = false } = raffle
  const { language } = shared
  const { list } = language.site
  const address = escapeHtml(keepLanguage(`/raffles/${raffleId}`, language))
  const heading = `<h3><a href="${address}">${isolateHtml(raffleTitle(raffle, language))}</a></h3>`
  // Their titles alone do not tell such raffles apart.
  const isAlike = name.trim() === '' || sameName > 1
  const about = [
    ...(operator === undefined ? [] : [`<span>${list.by(isolateHtml(operator))}</span>`]),
    ...(isAlike ? [`<span>${list.id(raffleId.slice(0, 8))}</span>`] : []),
  ]
  const by = about.length === 0 ? '' : `<p class="soft small">${about.join(' · ')}</p>`
  const rehearsal = isRehearsal ? `<p class="tag">${list.rehearsal}</p>` : ''
  return `<li><div class="head">${heading}${renderState(raffle, shared)}${rehearsal}</div>${renderFacts(raffle, shared)}${renderUnsigned(raffle, language)}${renderLevel(raffle, language)}${renderPrizes(raffle, language)}${by}${noteNamesakes(raffle, language)}</li>`
}

/** The winners; without any, the prizes. */
function renderPrizes(
  { name, state, prizes, winners, totalDraws }: ListedRaffle,
  language: Language,
): string {
  const { list, everywhere } = language.site
  if (winners.length > 0 && state !== 'cancelled') {
    const lines = winners.map(
      ({ prize, ticket }) =>
        `<span>${isolateHtml(short(prize))}:</span> <span>${labelTicket(ticket, everywhere.ticket)}${isolateHtml(short(ticket))}</span>`,
    )
    const more = totalDraws - winners.length
    const all = more > 0 ? [...lines, `<span>${everywhere.more(more)}</span>`] : lines
    return `<ul class="winning" aria-label="${list.winners}">${all.map(line => `<li>${line}</li>`).join('')}</ul>`
  }
  if (name === undefined || prizes.length === 0) return ''
  return `<p>${list.prizes(prizes.length, isolateHtml(renderPrizeList(prizes, language)))}</p>`
}

function noteNamesakes({ name = '', sameName }: ListedRaffle, language: Language): string {
  if (sameName < 2) return ''
  const { list } = language.site
  const link = linker(language)({ q: name }, list.namesakes(sameName))
  return `<p class="note">${link}${list.namesakesMean}</p>`
}

/** What the heading above the raffle does not say of its state. */
function renderState(
  { state, closesAt = '', drawAt = '' }: ListedRaffle,
  { now, language: { site, grammar } }: Shared,
): string {
  const { list } = site
  const is = (text: string, kind: string): string => `<p class="state ${kind}">${text}</p>`
  if (state === 'unsigned') return is(list.cannotCheck, 'late')
  if (isOverdue({ state, drawAt }, now)) {
    return is(list.overdueBy(grammar.formatDuration(now - Date.parse(drawAt), 1)), 'late')
  }
  const isClosed = state === 'sealed' || (state === 'open' && now > Date.parse(closesAt))
  return isClosed ? is(list.closed, 'open') : ''
}

function renderUnsigned({ state, operator }: ListedRaffle, { site: { list } }: Language): string {
  if (state !== 'unsigned') return ''
  return `<p>${list.cannotCheckMeans}${operator === undefined ? ` ${list.noOperator}` : ''}</p>`
}

/** When its next step is due, or was its last. */
function describeState(raffle: ListedRaffle, { now, language }: Shared): readonly string[] {
  const { state, closesAt, drawAt, changedAt } = raffle
  const { list } = language.site
  const formatTime = (time: string): string =>
    `<time datetime="${time}">${list.timeOf(Date.parse(time), `${time.slice(11, 16)} UTC`)}</time>`
  if (closesAt === undefined || drawAt === undefined) return [list.changed(formatTime(changedAt))]
  const due = list.due(formatTime(drawAt))
  if (state === 'drawn') return [list.drawn(formatTime(drawAt))]
  if (state === 'cancelled') return [list.cancelled(formatTime(drawAt))]
  if (state === 'sealed' || isOverdue(raffle, now)) return [due]
  if (now > Date.parse(closesAt)) return [list.notSealed, due]
  return [list.openUntil(formatTime(closesAt)), due]
}

function renderFacts(raffle: ListedRaffle, shared: Shared): string {
  const { state, totalEntries, totalDraws } = raffle
  const { list } = shared.language.site
  const facts = [
    ...describeState(raffle, shared),
    // A raffle cancelled before its list was closed has no number of entries.
    ...(state === 'open' || (state === 'cancelled' && (totalEntries ?? 0) === 0)
      ? []
      : [totalEntries === undefined ? list.noCount : list.tickets(totalEntries)]),
    ...(totalDraws === 0 ? [] : [list.draws(totalDraws)]),
  ]
  return `<p class="line">${facts.map(fact => `<span>${fact}</span>`).join(' ')}</p>`
}

/** Result of the service's own verification. */
function renderLevel({ state, level }: ListedRaffle, { site: { list } }: Language): string {
  if (state === 'cancelled') return `<p class="own">${list.cancelledNote}</p>`
  if (state !== 'drawn') return ''
  const says =
    level === undefined
      ? list.unchecked
      : list.checked(level, levelNames.length - 1, list.levels[level] ?? '')
  return `<p class="own">${says}</p>`
}
