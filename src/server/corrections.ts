/**
 * Corrections of a raffle's published record as HTML: the time, the text before and after, the reason given.
 *
 * @packageDocumentation
 */
import type { AuditRecord } from '../model/audit-record.js'
import { compareDraws, listDraws, type DrawChange } from '../model/draw-changes.js'
import type { Store, View } from '../store/store.js'
import { escapeHtml, isolateHtml } from './escape-html.js'
import { Kept } from './kept.js'
import { english, languageOf, type Language } from './languages.js'
import { base } from './route.js'

/** A version of the record that changes a draw of the version before it. */
export interface Correction {
  readonly publishedAt: string
  /** Null if none was given. */
  readonly reason: string | null
  readonly changes: readonly DrawChange[]
  /** By the id of each changed draw: the name of its prize before the change. */
  readonly prizes: ReadonlyMap<string, string>
}

/** Body of `/audit/history`, as `store/views` writes it. */
interface HistoryJson {
  readonly versions: readonly {
    readonly published_at: string
    readonly reason: string | null
    readonly record: Omit<AuditRecord, 'unknown'>
  }[]
}

/** All corrections in a stored history, latest first. */
export function listCorrections({ body }: Pick<View, 'body'>): readonly Correction[] {
  const { versions } = JSON.parse(Buffer.from(body).toString()) as HistoryJson
  const draws = versions.map(({ record }) => listDraws({ ...record, unknown: [] }))
  return versions
    .flatMap(({ published_at: publishedAt, reason }, index): readonly Correction[] => {
      const before = draws[index - 1] ?? []
      const changes = compareDraws(before, draws[index] ?? [])
      if (changes.length === 0) return []
      const prizes = new Map(before.map(({ draw_id, prize_name }) => [draw_id, prize_name]))
      return [{ publishedAt, reason, changes, prizes }]
    })
    .toReversed()
}

/** Size of the cache in bytes of HTML. */
const capacity = 4 * 1024 * 1024

/** Reads the corrections section of a raffle's page: a cache of HTML. */
export function keepCorrections(
  store: Pick<Store, 'generation' | 'readAuditHistory'>,
): (raffleId: string, language: Language, now: number) => Promise<string> {
  const kept = new Kept({
    store,
    async read(key) {
      const [tag, raffleId = ''] = key.split('/')
      const history = await store.readAuditHistory(raffleId)
      return history && renderCorrections(listCorrections(history), raffleId, languageOf(tag))
    },
    measure: html => 2 * html.length,
    capacity,
  })
  return async (raffleId, { tag }, now) => (await kept.get(`${tag}/${raffleId}`, now)) ?? ''
}

/** The corrections section of the page; empty without corrections. */
export function renderCorrections(
  corrections: readonly Correction[],
  raffleId: string,
  { site }: Pick<Language, 'site'> = english,
): string {
  if (corrections.length === 0) return ''
  const said = site.corrections
  const history = (text: string): string => `<a href="${base}/raffles/${raffleId}/audit/history">${text}</a>`
  return `<section id="corrections" class="part" aria-labelledby="corrections-title">
<h2 id="corrections-title">${said.title}</h2>
<p>${said.about(corrections.length, history)}</p>
${corrections.map(one => renderCorrection(one, said)).join('\n')}
</section>`
}

function renderCorrection(
  { publishedAt, reason, changes, prizes }: Correction,
  said: Language['site']['corrections'],
): string {
  const time = escapeHtml(publishedAt)
  const why = reason === null ? said.noReason : said.reason(isolateHtml(reason))
  const rows = changes.map(
    change =>
      `<tr><th scope="row">${isolateHtml(prizes.get(change.draw_id) ?? change.draw_id)}</th><td>${said.members[change.member]}</td><td>${isolateHtml(String(change.old))}</td><td>${change.new === null ? said.gone : isolateHtml(String(change.new))}</td></tr>`,
  )
  return `<h3><time datetime="${time}">${time}</time></h3>
<p>${why}</p>
<div class="scroll" tabindex="0" role="region" aria-label="${said.at(time)}">
<table>
<thead><tr>${said.columns.map(name => `<th scope="col">${name}</th>`).join('')}</tr></thead>
<tbody>${rows.join('')}</tbody>
</table>
</div>`
}
