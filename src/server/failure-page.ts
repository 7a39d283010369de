/**
 * The page shown when a page is not available; other clients get the same failure as JSON.
 *
 * @packageDocumentation
 */
import type { PageAssets } from './assets.js'
import { escapeHtml } from './escape-html.js'
import type { Language } from './languages.js'
import { listPagePolicy, renderMessagePage } from './list-page.js'
import type { FailureNotice, FailurePage, HeaderList } from './respond.js'

/** Header fields of every page, except those for caches. */
export const pageHeaders = (policy: string): HeaderList => [
  'Content-Security-Policy',
  policy,
  'Referrer-Policy',
  'no-referrer',
]

export function renderFailurePage(
  failure: FailureNotice,
  language: Language,
  assets: PageAssets | undefined,
): FailurePage {
  const [title, ...paragraphs] = describe(failure, language.site.failures)
  const html = renderMessagePage(title, paragraphs, assets, { language })
  return { html, headers: pageHeaders(listPagePolicy) }
}

function describe(
  { status, requestId, seconds = 0 }: FailureNotice,
  said: Language['site']['failures'],
): readonly [string, ...string[]] {
  switch (status) {
    case 429:
      return [said.tooMany, said.tooManyMeans, said.again(seconds)]
    case 503:
      return [said.unread, said.saysNothing, said.again(seconds)]
    case 500:
      return [said.failed, said.saysNothing, said.number(`<code>${escapeHtml(requestId)}</code>`)]
  }
}
