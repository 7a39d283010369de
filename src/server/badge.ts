/**
 * A badge for other sites: the state of a raffle by the service's own word, with a link to check it.
 *
 * @packageDocumentation
 */
import type { ListedRaffle } from '../store/summaries.js'
import { isOverdue } from './about.js'

/** What a badge depends on. */
type Badged = Pick<ListedRaffle, 'state' | 'level' | 'drawAt'>

/** Text of the badge. It proves nothing, so it is never green. */
export function badgeTextOf(raffle: Badged, now: number): string {
  const { state, level } = raffle
  const words = {
    open: 'open',
    sealed: 'sealed, not drawn yet',
    drawn: level === undefined ? 'drawn' : `drawn · level ${level} by its own check`,
    cancelled: 'cancelled',
    unsigned: 'published without signatures',
  }
  return `${isOverdue(raffle, now) ? 'overdue' : words[state]} · check it`
}

const label = 'raffle'
/** Approximate width of a character at 11 pixels, in pixels; `textLength` fits the text into the result. */
const letter = 6.2
const padding = 8

/** One-line SVG in the viewer's own sans-serif font. */
export function renderBadge(raffle: Badged, now: number): string {
  const text = badgeTextOf(raffle, now)
  const [left, right] = [label, text].map(part => Math.round(part.length * letter))
  const middle = (left ?? 0) + 2 * padding
  const width = middle + (right ?? 0) + 2 * padding
  const write = (part: string, x: number, length: number): string =>
    `<text x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${part}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${text}"><title>${label}: ${text}</title><rect width="${width}" height="20" rx="4" fill="#e9ebe8"/><path d="M4 0h${middle - 4}v20H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z" fill="#17395f"/><g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11"><g fill="#fff">${write(label, padding, left ?? 0)}</g><g fill="#1c1f23">${write(text, middle + padding, right ?? 0)}</g></g></svg>`
}
