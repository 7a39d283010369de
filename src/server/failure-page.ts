/**
 * The page shown when a page is not available; other clients get the same failure as JSON.
 *
 * @packageDocumentation
 */
import type { PageAssets } from './assets.js'
import { escapeHtml } from './escape-html.js'
import { listPagePolicy, renderMessagePage } from './list-page.js'
import type { FailureNotice, FailurePage, HeaderList } from './respond.js'

/** Header fields of every page, except those for caches. */
export const pageHeaders = (policy: string): HeaderList => [
  'Content-Security-Policy',
  policy,
  'Referrer-Policy',
  'no-referrer',
]

export function renderFailurePage(failure: FailureNotice, assets: PageAssets | undefined): FailurePage {
  const [title, ...paragraphs] = describe(failure)
  return { html: renderMessagePage(title, paragraphs, assets), headers: pageHeaders(listPagePolicy) }
}

function describe({ status, requestId, seconds = 0 }: FailureNotice): readonly [string, ...string[]] {
  const wait = seconds > 1 ? `Wait ${seconds} seconds.` : 'Wait a moment.'
  const again = `${wait} Then load this page again.`
  switch (status) {
    case 429:
      return [
        'Too many requests just now',
        'Your address, which others may share with you, has asked more often in a minute than this service answers. This says nothing about any draw.',
        again,
      ]
    case 503:
      return ['This service cannot read its data just now', 'This says nothing about any draw.', again]
    case 500:
      return [
        'This service failed',
        'This says nothing about any draw.',
        `Its operator finds the cause in the log under this number: <code>${escapeHtml(requestId)}</code>`,
      ]
  }
}
