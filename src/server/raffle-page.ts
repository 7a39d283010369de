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
import { languageNames } from '../page/languages.js'
import { escapeHtml } from './escape-html.js'
import { english, renderLanguages, type Language } from './languages.js'
import { linker } from './list-page.js'

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
  readonly language: Language
}

/**
 * The HTML that the service writes into the page, and the script keeps: raffles of the same name, and
 * corrections.
 *
 * @param corrections - HTML of the corrections section; empty without corrections.
 */
export function renderWritten(
  { name = '', sameName }: ListedRaffle,
  corrections: string,
  language = english,
): string {
  const said = language.site.raffle.namesakes(sameName, text => linker(language)({ q: name }, text))
  const namesakes = sameName === 1 ? '' : `<p id="namesakes" class="part">${said}</p>`
  const all = `${namesakes}${corrections}`
  return all === '' ? '' : `<div id="written">\n${all}\n</div>`
}

/** The page of a raffle, whether or not it exists: the script finds out. */
export function renderRafflePage(options: RafflePageOptions): string {
  const { raffleId, base, assets, written, about, sharing, runBy, language } = options
  const { tag } = language
  const { raffle, everywhere } = language.site
  // English words are in the programs themselves.
  const own = tag === 'en' ? '' : 'translated-'
  const script = assets[`${own}page.js`]
  const worker = assets[`${own}worker.js`]
  const stamps = assets['worker-stamps.js']
  const later = assets[`${own}later.js`]
  const words = tag === 'en' ? undefined : assets[`words-${tag}.js`]
  const file = assets['verify.html']
  const data: Readonly<Record<string, string | undefined>> = {
    raffle: raffleId,
    base,
    ...{ worker: `/assets/${worker.name}`, 'worker-integrity': worker.integrity },
    ...{ stamps: `/assets/${stamps.name}`, 'stamps-integrity': stamps.integrity },
    ...{ later: `/assets/${later.name}`, 'later-integrity': later.integrity },
    ...(words && { words: `/assets/${words.name}`, 'words-integrity': words.integrity }),
    file: `/assets/${file.name}`,
    'run-by': runBy,
  }
  const attributes = Object.entries(data)
    .filter(([, value]) => value !== undefined)
    .map(([name, value = '']) => ` data-${name}="${escapeHtml(value)}"`)
  const wordsScript =
    words &&
    `<script defer src="/assets/${words.name}" integrity="${words.integrity}" crossorigin></script>\n`
  const save = (href: string, name: string) => (text: string) =>
    `<a href="${href}" download="${name}">${text}</a>`
  const views = `/visits/${raffleId}`
  return `<!doctype html>
<html lang="${tag}">
<head>
${renderHead({
  title: raffle.title(raffleTitle(about, language)),
  description: describe(about, language),
  assets,
  style: 'style.css',
  sharing,
  more: `${[`/assets/${worker.name}`, `${views}/bundle?entries=short`, `${views}/audit`, `${views}/keys`]
    .map(href => `<link rel="preload" as="fetch" href="${href}" crossorigin>\n`)
    .join(
      '',
    )}${wordsScript ?? ''}<script type="module" src="/assets/${script.name}" integrity="${script.integrity}" crossorigin></script>`,
})}
</head>
<body>
<div id="app"${attributes.join('')}>
<header><p class="brand">${everywhere.brand}</p><nav>${linker(language)({}, everywhere.allRaffles)}<a href="#languages" title="${languageNames[tag]}">${tag.toUpperCase()}</a></nav></header>
<main>
<h1>${raffle.notYet}</h1>
<section class="verdict not-checked unrun">
<h2>${raffle.unrun}</h2>
<p>${raffle.tooOld}</p>
<p>${raffle.browsers}</p>
<p>${raffle.evidence(save(`${views}/bundle`, 'bundle.json'), save(`${views}/audit`, 'record.json'), save(`${views}/keys`, 'trust.json'))}</p>
<p>${raffle.commandLine}</p>
<p><code>drawaudit verify bundle.json --record record.json --raffle ${raffleId}</code></p>
</section>
${written}
</main>
<footer><p>${sayRunBy(runBy, language)}</p></footer>
</div>
${renderLanguages(language)}
</body>
</html>
`
}
