/**
 * Changes of draws in words: each member, old → new.
 *
 * @packageDocumentation
 */
import type { DrawChange } from '../model/draw-changes.js'
import { tellApart } from '../verify/look-alike.js'
import { show } from './answer.js'

/** Max changes named in a message. */
const mostNamed = 12

/** `draw 476b…: winner_entry_id "10602" → "10777", total_entries 141 → 140`. */
export function describeChanges(changes: readonly DrawChange[]): string {
  return describe(changes, ({ member, ...values }) => {
    if (values.new === null) return `is gone (${shorten(String(values.old))})`
    const { old, now } = valuesOf(values)
    return `${member} ${old} → ${now}`
  })
}

/** The old values. */
export function describeOld(changes: readonly DrawChange[]): string {
  return describe(changes, ({ member, ...values }) =>
    values.new === null ? shorten(String(values.old)) : `${member} ${valuesOf(values).old}`,
  )
}

/** The new values. */
export function describeNew(changes: readonly DrawChange[]): string {
  return describe(changes, ({ member, ...values }) =>
    values.new === null ? 'nothing' : `${member} ${valuesOf(values).now}`,
  )
}

function describe(changes: readonly DrawChange[], say: (change: DrawChange) => string): string {
  const named = changes.slice(0, mostNamed)
  const draws = [...new Set(named.map(({ draw_id }) => draw_id))].map(id => {
    const own = named.filter(({ draw_id }) => draw_id === id).map(say)
    return `draw ${id}: ${own.join(', ')}`
  })
  const more = changes.length - named.length
  const rest = more === 0 ? [] : [`and ${more} more ${more === 1 ? 'change' : 'changes'}`]
  return [...draws, ...rest].join('; ')
}

/** Old and new values for display, with look-alikes told apart. */
function valuesOf({ old, new: now }: Pick<DrawChange, 'old' | 'new'>): { old: string; now: string } {
  if (typeof old !== 'string' || typeof now !== 'string') return { old: show(old), now: show(now) }
  const shown = tellApart(old, now)
  if (shown.because !== undefined) return { old: `"${shown.expected}"`, now: `"${shown.found}"` }
  const start = sharedStart(old, now)
  return { old: show(from(old, start)), now: show(from(now, start)) }
}

/** Max common prefix shown of long texts, so that the difference is visible. */
const longestShared = 100

function sharedStart(old: string, now: string): number {
  let length = 0
  while (length < old.length && old[length] === now[length]) length += 1
  return length > longestShared ? length - longestShared / 2 : 0
}

function from(text: string, start: number): string {
  return start === 0 ? text : `…${text.slice(start).toWellFormed()}`
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200).toWellFormed()}…` : text
}
