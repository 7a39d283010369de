/**
 * The page at `/`: which raffles there are, and where their views stand.
 *
 * @packageDocumentation
 */
import { createHash } from 'node:crypto'
import type { RaffleSummary } from '../store/store.js'
import { base } from './target.js'

/** Raffles on one page. */
export const pageSize = 100

const style = `
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #1a1a1a; background: #fff }
table { width: 100%; border-collapse: collapse }
th, td { padding: .4rem .75rem .4rem 0; text-align: left; border-bottom: 1px solid #ddd }
td:first-child { font-family: ui-monospace, monospace }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #161616 } a { color: #8ab4f8 } th, td { border-color: #444 } }
`

/** Nothing but the page's own style is allowed. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * @param raffles - those after the ones that were shown before.
 * @param next - the id after which the next page begins, if there is one.
 */
export function renderPage(raffles: readonly RaffleSummary[], next: string | undefined): string {
  const rows = raffles.map(({ raffleId, totalDraws, totalEntries, changedAt }) => {
    const views = `${base}/raffles/${raffleId}`
    const links = [
      `<a href="${views}/audit">audit</a>`,
      ...(totalEntries === undefined ? [] : [`<a href="${views}/entries/stats">statistics</a>`]),
      ...(totalEntries ? [`<a href="${views}/odds?entries=1">odds</a>`] : []),
      `<a href="${views}/audit/history">history</a>`,
    ]
    return `<tr><td>${raffleId}</td><td>${totalDraws}</td><td>${totalEntries ?? 'not published'}</td><td>${changedAt}</td><td>${links.join(' ')}</td></tr>`
  })
  const table =
    rows.length === 0
      ? '<p>No raffle has been published here yet.</p>'
      : `<table>
<thead><tr><th>raffle</th><th>draws</th><th>entries</th><th>last change</th><th>views</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Audit records of raffles</title>
<style>${style}</style>
</head>
<body>
<h1>Audit records of raffles</h1>
<p>Each raffle has its audit record, its entry statistics, the odds of a number of entries, and every record that was ever published of it. The views are JSON, described by <a href="${base}/openapi.json">openapi.json</a>; their header X-RateLimit-Limit says how often a minute they can be fetched. drawaudit verifies what they say.</p>
${table}
${next === undefined ? '' : `<p><a href="/?after=${next}">more raffles</a></p>`}
</body>
</html>
`
}
