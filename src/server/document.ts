/**
 * The HTML document that all pages share: its head, with the metadata for link previews, and its frame.
 *
 * @packageDocumentation
 */
import { escapeHtml, isolateHtml } from './escape-html.js'
import type { PageAssets } from './assets.js'
import { languageNames } from '../page/languages.js'
import { renderLanguages, type Language } from './languages.js'

/** Metadata for link previews: the Open Graph protocol, https://ogp.me. */
export interface Sharing {
  /** Absolute URLs of the page and of its picture. */
  readonly url: string
  readonly picture?: {
    readonly url: string
    readonly text: string
    readonly width: number
    readonly height: number
  }
  /** RFC 3339. */
  readonly publishedAt: string
}

export interface DocumentHead {
  readonly title: string
  readonly description: string
  /** Undefined if the page was not built: the document has no style then. */
  readonly assets: PageAssets | undefined
  readonly style: 'style.css' | 'list.css'
  readonly sharing?: Sharing | undefined
  /** HTML. */
  readonly more?: string
}

const name = (key: string, value: string): string => `<meta name="${key}" content="${escapeHtml(value)}">`
const property = (key: string, value: string): string =>
  `<meta property="${key}" content="${escapeHtml(value)}">`

export function renderHead({
  title,
  description,
  assets,
  style: styleName,
  sharing,
  more = '',
}: DocumentHead): string {
  const { [styleName]: style, 'icon.svg': icon } = assets ?? {}
  return [
    '<meta charset="utf-8">',
    name('viewport', 'width=device-width, initial-scale=1'),
    name('color-scheme', 'light dark'),
    name('referrer', 'no-referrer'),
    `<title>${escapeHtml(title)}</title>`,
    name('description', description),
    ...(style === undefined
      ? []
      : [
          `<link rel="stylesheet" href="/assets/${style.name}" integrity="${style.integrity}" crossorigin>`,
          '<link rel="icon" href="/favicon.ico" sizes="16x16 32x32 48x48">',
        ]),
    ...(icon === undefined ? [] : [`<link rel="icon" href="/assets/${icon.name}" type="${icon.type}">`]),
    ...(sharing === undefined ? [] : renderSharing(title, description, sharing)),
    ...(more === '' ? [] : [more]),
  ].join('\n')
}

function renderSharing(
  title: string,
  description: string,
  { url, picture, publishedAt }: Sharing,
): readonly string[] {
  return [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    property('og:type', 'article'),
    property('og:title', title),
    property('og:description', description),
    property('og:url', url),
    property('article:published_time', publishedAt),
    ...(picture === undefined
      ? [name('twitter:card', 'summary')]
      : [
          property('og:image', picture.url),
          property('og:image:type', 'image/png'),
          property('og:image:width', String(picture.width)),
          property('og:image:height', String(picture.height)),
          property('og:image:alt', picture.text),
          name('twitter:card', 'summary_large_image'),
        ]),
  ]
}

/** Who runs the site: its own, unverified word. HTML. */
export const sayRunBy = (runBy: string | undefined, { site: { everywhere } }: Language): string =>
  runBy === undefined ? everywhere.notRunBy : everywhere.runBy(isolateHtml(runBy))

/** A document without a script. */
export function renderDocument(
  head: Omit<DocumentHead, 'style'>,
  main: string,
  {
    language,
    foot = '',
    query = {},
  }: {
    readonly language: Language
    /** HTML. */
    readonly foot?: string
    /** Of the address. */
    readonly query?: Readonly<Record<string, string>>
  },
): string {
  return `<!doctype html>
<html lang="${language.tag}">
<head>
${renderHead({ ...head, style: 'list.css' })}
</head>
<body>
<div id="app">
<header><p class="brand">${language.site.everywhere.brand}</p><nav><a href="#languages" title="${languageNames[language.tag]}">${language.tag.toUpperCase()}</a></nav></header>
<main class="list">
${main}
</main>
<footer>${foot}</footer>
</div>
${renderLanguages(language, query)}
</body>
</html>
`
}
