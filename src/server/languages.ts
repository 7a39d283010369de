/**
 * The languages of the pages for people.
 *
 * @packageDocumentation
 */
import Negotiator from 'negotiator'
import * as de from '../page/catalogue/de/index.js'
import * as en from '../page/catalogue/en/index.js'
import * as es from '../page/catalogue/es/index.js'
import * as fr from '../page/catalogue/fr/index.js'
import * as it from '../page/catalogue/it/index.js'
import * as nl from '../page/catalogue/nl/index.js'
import * as pl from '../page/catalogue/pl/index.js'
import * as pt from '../page/catalogue/pt/index.js'
import type { Catalogue } from '../page/catalogue/catalogue.js'
import { chooseLanguage, languageNames, languageTags, type LanguageTag } from '../page/languages.js'
import { escapeHtml } from './escape-html.js'

/** What a page is written in. */
export interface Language extends Pick<Catalogue, 'grammar' | 'site'> {
  readonly tag: LanguageTag
  /** Whether the address asks for it: links then keep it. */
  readonly isAsked: boolean
}

const catalogues: Readonly<Record<LanguageTag, Catalogue>> = { de, en, es, fr, it, nl, pl, pt }

export const english: Language = { ...en, tag: 'en', isAsked: false }

/** English for an unknown tag. */
export const languageOf = (tag: string | undefined): Language => {
  const known = languageTags.find(one => one === tag) ?? 'en'
  return { ...catalogues[known], tag: known, isAsked: false }
}

/**
 * The language of an answer: what `lang` in the address asks for, else what the browser prefers.
 *
 * @param query - of the address.
 * @param accepted - `Accept-Language`, RFC 9110, section 12.5.4.
 */
export function languageFor(query: URLSearchParams, accepted: string | undefined): Language {
  const asked = languageTags.find(one => one === query.get('lang'))
  const wanted =
    accepted === undefined ? [] : new Negotiator({ headers: { 'accept-language': accepted } }).languages()
  const tag = asked ?? chooseLanguage(wanted)
  return { ...catalogues[tag], tag, isAsked: asked !== undefined }
}

/** An address on this site that keeps the language that was asked for. */
export function keepLanguage(address: string, { tag, isAsked }: Language): string {
  if (!isAsked) return address
  return `${address}${address.includes('?') ? '&' : '?'}lang=${tag}`
}

/**
 * Links to the same page in all languages. HTML.
 *
 * @param query - of the address, which they keep.
 */
export function renderLanguages(
  { tag: own, site }: Language,
  query: Readonly<Record<string, string>> = {},
): string {
  const links = languageTags.map(tag => {
    const address = `?${new URLSearchParams({ ...query, lang: tag }).toString()}`
    const current = tag === own ? ' aria-current="true"' : ''
    return `<a href="${escapeHtml(address)}" lang="${tag}" hreflang="${tag}"${current}>${languageNames[tag]}</a>`
  })
  return `<nav id="languages" aria-label="${site.everywhere.language}">\n${links.join('\n')}\n</nav>`
}
