/**
 * The page of one raffle. Its HTML says nothing about the draw except corrections of the record, the number
 * of raffles of the same name, and, in the head for link previews, the service's statements. Everything else
 * is found out by its script in the browser.
 *
 * @packageDocumentation
 */
import type { ListedRaffle } from '../store/summaries.js'
import { describe, raffleTitle } from './about.js'
import type { PageAssets } from './assets.js'
import { renderHead, sayRunBy, type Sharing } from './document.js'
import { escapeHtml } from './escape-html.js'
import { linkToList } from './list-page.js'

/**
 * Allows only the page's own script, style, icon and badge, and its worker, whose source the script has
 * checked. Tiles of the log may come from elsewhere.
 */
export const rafflePagePolicy = (tilesUrl?: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    tilesUrl === undefined ? "connect-src 'self'" : `connect-src 'self' ${new URL(tilesUrl).origin}`,
    'worker-src blob:',
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Content of the page. */
export interface RafflePageOptions {
  /** A UUID in lower case. */
  readonly raffleId: string
  /** Base path of the public API: `/api/v1`. */
  readonly base: string
  readonly assets: PageAssets
  /** The result of {@link renderWritten}. */
  readonly written: string
  /** The service's statements about the raffle. */
  readonly about: ListedRaffle
  readonly sharing: Sharing | undefined
  /** Name and contact of the site's operator: its own word. */
  readonly runBy: string | undefined
}

/**
 * The HTML that the service writes into the page, and the script keeps: raffles of the same name, and
 * corrections.
 *
 * @param corrections - HTML of the corrections section; empty without corrections.
 */
export function renderWritten({ name = '', sameName }: ListedRaffle, corrections: string): string {
  const link = linkToList({ q: name }, 'look at each of them')
  const namesakes =
    sameName === 1
      ? ''
      : `<p id="namesakes" class="part">This service has ${sameName.toLocaleString('en')} raffles of this name by this operator: ${link}, since a draw that is repeated until the operator likes the winner looks like this, as does a raffle that is held every month.</p>`
  const all = `${namesakes}${corrections}`
  return all === '' ? '' : `<div id="written">\n${all}\n</div>`
}

/** The page of a raffle, whether or not it exists: the script finds out. */
export function renderRafflePage(options: RafflePageOptions): string {
  const { raffleId, base, assets, written, about, sharing, runBy } = options
  const { 'page.js': script, 'worker.js': worker, 'worker-stamps.js': stamps, 'verify.html': file } = assets
  const { 'later.js': later } = assets
  const views = `/visits/${raffleId}`
  return `<!doctype html>
<html lang="en">
<head>
${renderHead({
  title: `${raffleTitle(about)} – check the draw`,
  description: describe(about),
  assets,
  style: 'style.css',
  sharing,
  more: `${[`/assets/${worker.name}`, `${views}/bundle?entries=short`, `${views}/audit`, `${views}/keys`]
    .map(href => `<link rel="preload" as="fetch" href="${href}" crossorigin>\n`)
    .join(
      '',
    )}<script type="module" src="/assets/${script.name}" integrity="${script.integrity}" crossorigin></script>`,
})}
</head>
<body>
<div id="app" data-raffle="${raffleId}" data-base="${base}" data-worker="/assets/${worker.name}" data-worker-integrity="${worker.integrity}" data-stamps="/assets/${stamps.name}" data-stamps-integrity="${stamps.integrity}" data-later="/assets/${later.name}" data-later-integrity="${later.integrity}" data-file="/assets/${file.name}"${runBy === undefined ? '' : ` data-run-by="${escapeHtml(runBy)}"`}>
<header><p class="brand">Check a draw</p><nav><a href="/">All raffles</a></nav></header>
<main>
<h1>Not checked yet</h1>
<section class="verdict not-checked unrun">
<h2>Your browser has not checked this</h2>
<p>It is too old to check this, or it did not load or run the script of this page. Nothing is known of the draw, neither good nor bad.</p>
<p>Try a newer browser: Chrome or Edge 109, Firefox 115, Safari 16.4, or later ones.</p>
<p>The evidence is here all the same: <a href="${views}/bundle" download="bundle.json">what was signed</a>, <a href="${views}/audit" download="record.json">the published record</a>, <a href="${views}/keys" download="trust.json">the keys that this service names</a>.</p>
<p>The command line tool checks them without a browser:</p>
<p><code>drawaudit verify bundle.json --record record.json --raffle ${raffleId}</code></p>
</section>
${written}
</main>
<footer><p>${sayRunBy(runBy)}</p></footer>
</div>
</body>
</html>
`
}
