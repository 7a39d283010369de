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

/** Caches the corrections section of a raffle's page by raffle id; empty without corrections. */
export function keepCorrections(store: Pick<Store, 'generation' | 'readAuditHistory'>): Kept<string> {
  return new Kept({
    store,
    async read(raffleId) {
      const history = await store.readAuditHistory(raffleId)
      return history && renderCorrections(listCorrections(history), raffleId)
    },
    measure: html => 2 * html.length,
    capacity,
  })
}

const memberNames: Readonly<Record<DrawChange['member'], string>> = {
  winner_entry_id: 'winning ticket',
  prize_name: 'prize',
  drawn_at_utc: 'time of the draw',
  total_entries: 'tickets in the draw',
  rng_seed_hash: 'hash of the seed',
  signature_hash: 'hash of the signature',
  draw: 'draw',
  place: 'place in the record',
}

/** The corrections section of the page; empty without corrections. */
export function renderCorrections(corrections: readonly Correction[], raffleId: string): string {
  if (corrections.length === 0) return ''
  const times = corrections.length === 1 ? 'once' : `${corrections.length} times`
  return `<section id="corrections" class="part" aria-labelledby="corrections-title">
<h2 id="corrections-title">What was corrected</h2>
<p>Something in the published record was changed ${times} after it was published. The reasons are the organiser’s own words: nothing here shows that they are true. Every version is in <a href="${base}/raffles/${raffleId}/audit/history">the history of the record</a>.</p>
${corrections.map(renderCorrection).join('\n')}
</section>`
}

function renderCorrection({ publishedAt, reason, changes, prizes }: Correction): string {
  const time = escapeHtml(publishedAt)
  const why = reason === null ? 'No reason was given.' : `The reason given: ${isolateHtml(reason)}`
  const rows = changes.map(
    change =>
      `<tr><th scope="row">${isolateHtml(prizes.get(change.draw_id) ?? change.draw_id)}</th><td>${memberNames[change.member]}</td><td>${isolateHtml(String(change.old))}</td><td>${change.new === null ? 'gone' : isolateHtml(String(change.new))}</td></tr>`,
  )
  return `<h3><time datetime="${time}">${time}</time></h3>
<p>${why}</p>
<div class="scroll" tabindex="0" role="region" aria-label="Corrected at ${time}">
<table>
<thead><tr><th scope="col">Draw</th><th scope="col">What</th><th scope="col">It said</th><th scope="col">It says</th></tr></thead>
<tbody>${rows.join('')}</tbody>
</table>
</div>`
}
