/**
 * The languages of the page, by BCP 47 tag, with their own names.
 *
 * @packageDocumentation
 */
export const languageNames = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
} as const

/** BCP 47 tag of a language of the page. */
export type LanguageTag = keyof typeof languageNames

export const languageTags = Object.keys(languageNames) as readonly LanguageTag[]

/** The first of the wanted languages that there is: `de` for `de-AT`. English if there is none. */
export function chooseLanguage(wanted: readonly (string | null | undefined)[]): LanguageTag {
  const found = wanted.flatMap(one => {
    const [primary = ''] = (one ?? '').toLowerCase().split(/[-_]/)
    return languageTags.filter(tag => tag === primary)
  })
  return found[0] ?? 'en'
}
