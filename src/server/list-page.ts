/**
 * The page at `/`: the list of raffles with a search by name or prize, and links to their pages. Works
 * without scripts.
 *
 * @packageDocumentation
 */
import { levelNames } from '../model/report.js'
import { groupKey, longestQuery, type ListedRaffle, type RaffleState } from '../store/summaries.js'
import { isOverdue, labelTicket, renderPrizeList, short, raffleTitle } from './about.js'
import { renderDocument, sayRunBy } from './document.js'
import { escapeHtml, isolateHtml } from './escape-html.js'
import type { PageAssets } from './assets.js'

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

/** Filters of the list: value in the URL, label on the page, raffle states. */
export const filters = [
  ['overdue', 'Overdue', ['open', 'sealed']],
  // Without the overdue ones.
  ['open', 'Open', ['open', 'sealed']],
  ['drawn', 'Drawn', ['drawn']],
  ['cancelled', 'Cancelled', ['cancelled']],
  ['unsigned', 'No proof', ['unsigned']],
] as const satisfies readonly (readonly [string, string, readonly RaffleState[]])[]
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
}

export function renderListPage(page: ListPage): string {
  const { raffles, query, filter, newer, older, assets, runBy, now } = page
  const list =
    raffles.length === 0
      ? `<div class="empty">${describeNothing(page)}</div>`
      : renderRaffles(raffles, now).join('\n')
  const shared = { q: query, state: filter ?? '' }
  const pages = [
    ...(newer === undefined ? [] : [linkToList({ ...shared, before: newer }, 'Newer', ' rel="prev"')]),
    ...(older === undefined ? [] : [linkToList({ ...shared, after: older }, 'Older', ' rel="next"')]),
  ]
  const found =
    query === '' || raffles.length === 0
      ? ''
      : `<p class="found">Found for ${isolateHtml(query)}: ${linkToList({ state: shared.state }, 'show all instead')}</p>`
  const kept = filter === undefined ? '' : `<input type="hidden" name="state" value="${filter}">\n`
  return renderDocument(
    {
      title: query === '' ? 'Raffles' : `${query} – raffles`,
      description: 'Raffles of this service. Open one to check its draw yourself, in your browser.',
      assets,
    },
    `<h1>Raffles</h1>
<p class="lead">This list is only this site’s word. It is not checked, and may not show all raffles. Open one to check it in your browser, or to look up a ticket.</p>
<form role="search" action="/" method="get">
<label for="q">Raffle, prize, operator or id</label>
<div class="field">
<input id="q" name="q" type="search" dir="auto" maxlength="${longestQuery}" autocomplete="off" value="${escapeHtml(query)}">
${kept}<button>Search</button>
</div>
</form>
${renderFilters(page)}
${found}
${list}
${pages.length === 0 ? '' : `<nav class="pager" aria-label="Pages">${pages.join('\n')}</nav>`}`,
    `<p>${sayRunBy(runBy)}</p>`,
  )
}

export function linkToList(
  parameters: Readonly<Record<string, string>>,
  text: string,
  attributes = '',
): string {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''))
  const address = query.size === 0 ? '/' : `/?${query.toString()}`
  return `<a href="${escapeHtml(address)}"${attributes}>${text}</a>`
}

/** The filters with their counts; during a search, only which filter applies. */
function renderFilters({ query, filter, counts, overdue }: ListPage): string {
  const sum = (states: readonly RaffleState[]): number =>
    states.reduce((total, state) => total + counts[state], 0)
  const all = sum(Object.keys(counts) as RaffleState[])
  const tabs = filters.map(
    ([state, text, states]) =>
      [
        state,
        text,
        state === 'overdue' ? overdue : state === 'open' ? Math.max(0, sum(states) - overdue) : sum(states),
      ] as const,
  )
  // Overdue and unsigned draws are exceptions: their filters are hidden if there are none.
  const shown = tabs.filter(
    ([state, , count]) => (state !== 'overdue' && state !== 'unsigned') || count > 0 || filter === state,
  )
  const links = [['', 'All', all] as const, ...shown].map(([state, text, count]) =>
    linkToList(
      { q: query, state },
      query === '' ? `${text} <span>${formatCount(count)}</span>` : text,
      state === (filter ?? '') ? ' aria-current="page"' : '',
    ),
  )
  return `<nav class="states" aria-label="Raffles by state">\n${links.join('\n')}\n</nav>`
}

/** A page with a single message. */
export function renderMessagePage(
  title: string,
  paragraphs: readonly string[],
  assets: PageAssets | undefined,
  more = '',
): string {
  return renderDocument(
    { title, description: title, assets },
    `<h1>${escapeHtml(title)}</h1>\n${paragraphs.map(text => `<p class="found">${text}</p>`).join('\n')}\n${more}\n<p class="found"><a href="/">All raffles</a></p>`,
  )
}

/** Explains why the list is empty, and what to do. */
function describeNothing({ query, filter, counts }: ListPage): string {
  if (query !== '') {
    return `<p>No raffle found for “${isolateHtml(query)}”.</p><p>Names, prizes, operators and ids are searched. Try a part of it, or look at ${linkToList({}, 'all raffles')}. For a ticket number, open its raffle.</p>`
  }
  if (Object.values(counts).every(count => count === 0)) {
    return '<p>No raffle has been published here yet.</p><p>If you run this service: <code>drawaudit raffle create</code> commits to a raffle and publishes it, and <code>drawaudit publish</code> takes the record of one that was drawn otherwise.</p>'
  }
  if (filter === 'overdue') {
    return `<p>No draw here is overdue.</p><p>${linkToList({}, 'Show all raffles')}</p>`
  }
  return filter === undefined
    ? `<p>There are no more raffles.</p><p>${linkToList({}, 'Show the newest')}</p>`
    : `<p>There is none here.</p><p>${linkToList({}, 'Show all raffles')}</p>`
}

function filterOf(raffle: ListedRaffle, now: number): Filter {
  if (isOverdue(raffle, now)) return 'overdue'
  return raffle.state === 'sealed' ? 'open' : raffle.state
}

/** Grouped by state, newest first. Which raffles are on a page depends only on when they were published. */
function renderRaffles(raffles: readonly ListedRaffle[], now: number): readonly string[] {
  const noted = new Set<string>()
  return filters.flatMap(([filter, text]) => {
    const group = raffles.filter(raffle => filterOf(raffle, now) === filter)
    if (group.length === 0) return []
    const items = group.map(raffle => {
      const { name = '', operator = '', sameName } = raffle
      const key = groupKey({ name, operator })
      const isFirst = !noted.has(key)
      noted.add(key)
      const note = sameName < 2 ? '' : noteNamesakes(raffle, isFirst)
      return renderRaffle(raffle, note, now)
    })
    return `<h2>${text}</h2>\n<ul class="raffles">\n${items.join('\n')}\n</ul>`
  })
}

function renderRaffle(raffle: ListedRaffle, note: string, now: number): string {
  const { raffleId, name = '', operator, sameName, isRehearsal = false } = raffle
  const heading = `<h3><a href="/raffles/${raffleId}">${isolateHtml(raffleTitle(raffle))}</a></h3>`
  // Their titles alone do not tell such raffles apart.
  const isAlike = name.trim() === '' || sameName > 1
  const about = [
    ...(operator === undefined ? [] : [`<span>by ${isolateHtml(operator)}</span>`]),
    ...(isAlike ? [`<span>id ${raffleId.slice(0, 8)}…</span>`] : []),
    ...(isRehearsal ? ['<span class="tag">Rehearsal: no public random number</span>'] : []),
  ]
  const by = about.length === 0 ? '' : `<p class="soft">${about.join(' ')}</p>`
  return `<li>${heading}${by}${renderState(raffle, now)}${renderFacts(raffle, now)}${renderLevel(raffle)}${renderPrizes(raffle)}${note}</li>`
}

/** The winners; without any, the prizes. */
function renderPrizes({ name, state, prizes, winners, totalDraws }: ListedRaffle): string {
  if (winners.length > 0 && state !== 'cancelled') {
    const lines = winners.map(
      ({ prize, ticket }) =>
        `<span>${isolateHtml(short(prize))}:</span> <span>${labelTicket(ticket)}${isolateHtml(short(ticket))}</span>`,
    )
    const more = totalDraws - winners.length
    const all = more > 0 ? [...lines, `<span>and ${formatCount(more)} more</span>`] : lines
    return `<ul class="winning" aria-label="Winners">${all.map(line => `<li>${line}</li>`).join('')}</ul>`
  }
  if (name === undefined || prizes.length === 0) return ''
  return `<p>${prizes.length === 1 ? 'Prize' : 'Prizes'}: ${isolateHtml(renderPrizeList(prizes))}</p>`
}

/** @param isFirst - the explanation is shown once a page. */
function noteNamesakes({ name = '', sameName }: ListedRaffle, isFirst: boolean): string {
  const link = linkToList({ q: name }, `One of ${formatCount(sameName)} raffles of this name`)
  const meaning =
    ' by this operator. That can be a monthly raffle, or one that was drawn again until the winner suited: compare dates and prizes.'
  return `<p class="note">${link}${isFirst ? meaning : ''}</p>`
}

/** What the heading above the raffle does not say of its state. */
function renderState({ state, operator, closesAt = '', drawAt = '' }: ListedRaffle, now: number): string {
  const is = (text: string, kind: string): string => `<p><span class="state ${kind}">${text}</span></p>`
  if (state === 'unsigned')
    return `${is('Cannot be checked', 'late')}<p>Winners are named, but there is nothing to check them by.${operator === undefined ? ' It does not say who runs it.' : ''}</p>`
  if (isOverdue({ state, drawAt }, now)) return is(`Overdue by ${sayLate(now - Date.parse(drawAt))}`, 'late')
  const isClosed = state === 'sealed' || (state === 'open' && now > Date.parse(closesAt))
  return isClosed ? is('Entries closed', 'open') : ''
}

/** When its next step is due, or was its last. */
function describeState(raffle: ListedRaffle, now: number): readonly string[] {
  const { state, closesAt, drawAt, changedAt } = raffle
  if (closesAt === undefined || drawAt === undefined) return [`Last changed ${formatTime(changedAt)}`]
  const due = `Draw due ${formatTime(drawAt)}`
  if (state === 'drawn') return [`Drawn ${formatTime(drawAt)}`]
  if (state === 'cancelled') return [`Draw was due ${formatTime(drawAt)}`]
  if (state === 'sealed' || isOverdue(raffle, now)) return [due]
  if (now > Date.parse(closesAt)) return ['The list is not sealed yet', due]
  return [`Open until ${formatTime(closesAt)}`, due]
}

const minute = 60_000

/**
 * How long a draw is overdue, in its largest unit.
 *
 * @param late - milliseconds, at least a minute.
 */
function sayLate(late: number): string {
  const [size, unit] =
    late < 60 * minute
      ? [minute, 'minute']
      : late < 1440 * minute
        ? [60 * minute, 'hour']
        : [1440 * minute, 'day']
  const count = Math.floor(late / size)
  return `${formatCount(count)} ${unit}${count === 1 ? '' : 's'}`
}

function renderFacts(raffle: ListedRaffle, now: number): string {
  const { state, totalEntries, totalDraws } = raffle
  const facts = [
    ...describeState(raffle, now),
    // A raffle cancelled before its list was closed has no number of entries.
    ...(state === 'open' || (state === 'cancelled' && (totalEntries ?? 0) === 0)
      ? []
      : totalEntries === undefined
        ? ['number of tickets not published']
        : [`${formatCount(totalEntries)} ${totalEntries === 1 ? 'ticket' : 'tickets'}`]),
    ...(totalDraws === 0 ? [] : [`${formatCount(totalDraws)} ${totalDraws === 1 ? 'prize' : 'prizes'}`]),
  ]
  return `<p class="line soft">${facts.map(fact => `<span>${fact}</span>`).join(' ')}</p>`
}

const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** `1 September 2026, 08:00 UTC`. */
const formatTime = (time: string): string =>
  `<time datetime="${time}">${days.format(new Date(time))}, ${time.slice(11, 16)} UTC</time>`

/** Short meaning of each level, in the words of the raffle's page, which also names the conditions. */
const meanings: readonly string[] = [
  'nothing is known of it',
  'it has the right form',
  'whoever ran it signed it',
  'the operator could still have decided who wins',
  'somebody else saw the list in time',
  'a second list in its log would have been seen',
]

/** Result of the service's own verification. */
function renderLevel({ state, level }: ListedRaffle): string {
  if (state === 'cancelled')
    return '<p class="own">Open it to see whether anybody saw the cancellation before the winners could be known.</p>'
  if (state !== 'drawn') return ''
  const most = levelNames.length - 1
  const says =
    level === undefined
      ? 'This site has not checked it.'
      : `This site says: level ${level} of ${most}, ${meanings[level] ?? ''}.`
  return `<p class="own">${says}</p>`
}

const formatCount = (count: number): string => count.toLocaleString('en')
