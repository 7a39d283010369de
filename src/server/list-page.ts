/**
 * The page at `/`: which raffles there are, found by name, and where each can be checked. It needs no script.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import { levelNames } from '../model/report.js'
import { groupKey, longestQuery, type ListedRaffle, type RaffleState } from '../store/summaries.js'
import { escapeHtml, isolateHtml } from './escape-html.js'
import { base } from './route.js'

/** Raffles on one page. */
export const pageSize = 100

const style = `
:root { color-scheme: light dark; --ink: #1a1a1a; --faint: #555; --ground: #fff; --line: #767676; --link: #0b4fb3; --note: #fdf3d7 }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --faint: #b5b5b5; --ground: #161616; --line: #8a8a8a; --link: #8ab4f8; --note: #3a3010 } }
* { box-sizing: border-box }
body { max-width: 52rem; margin: 0 auto; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); overflow-wrap: anywhere }
h1 { font-size: 1.6rem; line-height: 1.2 }
h2, h3 { font-size: 1.1rem; line-height: 1.3; margin: 0 }
a { color: var(--link) }
p { margin: .4rem 0 }
ul { list-style: none; margin: 0; padding: 0 }
li { padding: .8rem 0; border-top: 1px solid var(--line); overflow: clip }
li li { margin-inline-start: 1rem }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; margin: 1rem 0 }
label { flex-basis: 100% }
input { flex: 1 1 12rem; min-width: 0 }
input, button { font: inherit; padding: .4rem .6rem; min-height: 2.75rem; color: inherit; background: var(--ground); border: 1px solid var(--line); border-radius: .3rem }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.by, .facts, .about { color: var(--faint) }
.id { font-family: ui-monospace, monospace; font-size: .9em }
.facts span + span::before { content: " · " }
table { border-collapse: collapse }
th, td { padding: .3rem .6rem; border: 1px solid var(--line); text-align: start; vertical-align: top }
.scroll { overflow-x: auto }
.note { background: var(--note); padding: .4rem .6rem; border-inline-start: .3rem solid var(--line) }
`

/** Nothing but the page's own style, and its search, is allowed. */
export const listPagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** What stands on one page of the list. */
export interface ListPage {
  /** Those after the ones that were shown before. */
  readonly raffles: readonly ListedRaffle[]
  /** What was searched for; empty for everything. */
  readonly query: string
  /** Whether other raffles were shown before these. */
  readonly goesOn: boolean
  /** The id after which the next page begins, if there is one. */
  readonly next: string | undefined
}

export function renderListPage({ raffles, query, goesOn, next }: ListPage): string {
  const more = next === undefined ? '' : `<p>${linkToList({ after: next, q: query }, 'more raffles')}</p>`
  const list =
    raffles.length === 0
      ? `<p>${describeNothing(query, goesOn)}</p>`
      : `<ul>\n${groupRaffles(raffles).map(renderGroup).join('\n')}\n</ul>`
  const found = query === '' ? '' : `<p>Found for ${isolateHtml(query)}. <a href="/">Show all raffles</a></p>`
  return renderDocument(
    'Raffles',
    `<h1>Raffles</h1>
<p>Open a raffle to check its draw yourself, in your browser. For other programs there are views in JSON: <a href="${base}/openapi.json">openapi.json</a> describes them.</p>
<form role="search" action="/" method="get">
<label for="q">Name of the raffle, operator, or id</label>
<input id="q" name="q" type="search" dir="auto" maxlength="${longestQuery}" autocomplete="off" value="${escapeHtml(query)}">
<button>Search</button>
</form>
${found}
${list}
${more}
<p class="about">A level is what this service found when it checked its own draw as it published it: ${highestOwn} at most, because the levels above rest on what others saw. It is the service's word; it is no check of yours.</p>`,
  )
}

function linkToList({ after, q }: { readonly after?: string; readonly q: string }, text: string): string {
  const query = new URLSearchParams({ ...(after !== undefined && { after }), ...(q !== '' && { q }) })
  return `<a href="/?${escapeHtml(query.toString())}">${text}</a>`
}

/** The highest level that a service finds of its own draws. */
const highestOwn = 3

/** A page that says one thing, in plain words. */
export function renderMessagePage(title: string, paragraphs: readonly string[], more = ''): string {
  return renderDocument(
    title,
    `<h1>${escapeHtml(title)}</h1>\n${paragraphs.map(text => `<p>${text}</p>`).join('\n')}\n${more}\n<p><a href="/">All raffles</a></p>`,
  )
}

function renderDocument(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`
}

function describeNothing(query: string, goesOn: boolean): string {
  if (goesOn) return 'There are no more raffles.'
  return query === '' ? 'No raffle has been published here yet.' : 'There is no such raffle here.'
}

/** Raffles of one name by one operator stand next to each other. */
function groupRaffles(raffles: readonly ListedRaffle[]): readonly (readonly ListedRaffle[])[] {
  const groups: ListedRaffle[][] = []
  let before: string | undefined
  for (const raffle of raffles) {
    const { name, operator } = raffle
    const key = name === undefined || operator === undefined ? undefined : groupKey({ name, operator })
    if (key !== undefined && key === before) groups.at(-1)?.push(raffle)
    else groups.push([raffle])
    before = key
  }
  return groups
}

function renderGroup(group: readonly ListedRaffle[]): string {
  const [first] = group
  if (first === undefined) return ''
  const { name, operator = '', sameName } = first
  const by = `<p class="by">by ${isolateHtml(operator)}</p>`
  const id = (raffleId: string): string => `<span class="id">${raffleId}</span>`
  const link = (raffleId: string, text: string): string => `<a href="/raffles/${raffleId}">${text}</a>`
  if (name === undefined) {
    return `<li><h2>${link(first.raffleId, `raffle ${id(first.raffleId)}`)}</h2>${renderFacts(first)}</li>`
  }
  if (sameName === 1) {
    const heading = `<h2>${link(first.raffleId, isolateHtml(name))}</h2>`
    return `<li>${heading}${by}${renderFacts(first)}<p class="id">${first.raffleId}</p></li>`
  }
  const elsewhere = sameName - group.length
  const rest = elsewhere === 0 ? '' : `, ${formatCount(elsewhere)} of them not on this page`
  const all = elsewhere === 0 ? '' : ` ${linkToList({ q: name }, 'Search for this name')}`
  const items = group.map(raffle => {
    // As it is written there: it may look the same and be written otherwise.
    const about = raffle.name === name ? '' : ` ${isolateHtml(raffle.name ?? '')}`
    return `<li><h3>${link(raffle.raffleId, `raffle ${id(raffle.raffleId)}`)}${about}</h3>${renderFacts(raffle)}</li>`
  })
  return `<li><h2>${isolateHtml(name)}</h2>${by}
<p class="note">This operator has ${formatCount(sameName)} raffles of this name${rest}. A draw that is repeated until the winner pleases looks like this; so does one that is held every month: look at each of them.${all}</p>
<ul>
${items.join('\n')}
</ul></li>`
}

const states: Readonly<Record<RaffleState, string>> = {
  open: 'open: the list of entries is not sealed yet',
  sealed: 'sealed: the winners are not drawn yet',
  drawn: 'drawn',
  cancelled: 'cancelled',
  unsigned: 'published without signed evidence',
}

function renderFacts({ state, level, totalEntries, totalDraws, changedAt }: ListedRaffle): string {
  const facts = [
    states[state],
    totalEntries === undefined
      ? 'number of entries not published'
      : `${formatCount(totalEntries)} ${totalEntries === 1 ? 'entry' : 'entries'}`,
    `${formatCount(totalDraws)} ${totalDraws === 1 ? 'prize drawn' : 'prizes drawn'}`,
    ...(state === 'drawn' ? [describeLevel(level)] : []),
    `last change <time datetime="${changedAt}">${changedAt.slice(0, 10)} ${changedAt.slice(11, 16)} UTC</time>`,
  ]
  return `<p class="facts">${facts.map(fact => `<span>${fact}</span>`).join(' ')}</p>`
}

function describeLevel(level: number | undefined): string {
  if (level === undefined) return 'not checked by this service'
  return `level ${level}, ${levelNames[level] ?? ''}, by this service’s own check`
}

const formatCount = (count: number): string => count.toLocaleString('en')
