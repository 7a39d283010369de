/**
 * The timeline: the events in order, beside a line drawn to scale. If nothing happens for most of the time,
 * the line is broken, and a second one above shows the whole period.
 *
 * @packageDocumentation
 */
import { formatDuration } from '../catalogue/en/grammar.js'
import * as labels from '../catalogue/en/labels.js'
import type { Timeline, TimelinePoint } from '../model.js'
import { el, mark, svg, untrusted } from './elements.js'
import { moment } from './times.js'

/** Max similar events in a row shown individually. */
const mostAlike = 6

interface TimelineRow extends Pick<TimelinePoint, 'id' | 'at' | 'word'> {
  readonly label: string
}

export function renderTimeline({ points }: Timeline): HTMLElement {
  const rows = shorten([...points].sort((a, b) => a.at - b.at))
  const parts = splitRows(rows)
  const picture = svg('svg', { class: 'scale', role: 'img', 'aria-label': labels.timelinePicture })
  const list = el(
    'ol',
    { class: 'moments' },
    ...rows.map(({ label, at, word }, index) =>
      el(
        'li',
        {},
        el('span', { class: 'what' }, mark(word), untrusted(label)),
        moment(at, '2-digit'),
        index === 0 ? undefined : el('span', { class: 'soft' }, since(at - (rows[index - 1]?.at ?? at))),
      ),
    ),
  )
  const draw = (): void => {
    drawScale(picture, list, parts)
  }
  // The height of rows changes with the window's width, the text size, and in print.
  new ResizeObserver(draw).observe(list)
  matchMedia('print').addEventListener('change', draw)
  const isBroken = parts.length > 1
  return el(
    'div',
    {},
    isBroken ? drawWhole(rows) : undefined,
    el('div', { class: 'timeline' }, picture, list),
  )
}

const since = (duration: number): string =>
  duration < 1000 ? labels.sameTime : labels.later(formatDuration(duration))

/** Of many similar events in a row only the first and the last are shown. */
function shorten(points: readonly TimelinePoint[]): readonly TimelineRow[] {
  const rows: TimelineRow[] = []
  for (let start = 0; start < points.length;) {
    const first = points[start]
    let end = start
    while (points[end]?.id === first?.id && end < points.length) end += 1
    const alike = points.slice(start, end)
    const middle = alike[Math.floor(alike.length / 2)]
    if (alike.length <= mostAlike || middle === undefined) rows.push(...alike)
    else {
      const label = labels.moreAlike(alike.length - 2)
      rows.push(...alike.slice(0, 1), { ...middle, label }, ...alike.slice(-1))
    }
    start = end
  }
  return rows
}

/** Min share of the whole period for a gap to be cut out. */
const emptiness = 0.8

/** Splits rows at a gap that takes most of the time; each part is drawn to a separate scale. */
function splitRows(rows: readonly TimelineRow[]): readonly (readonly TimelineRow[])[] {
  const span = (rows.at(-1)?.at ?? 0) - (rows[0]?.at ?? 0)
  const cut = rows.findIndex(
    ({ at }, index) => index > 0 && at - (rows[index - 1]?.at ?? at) > span * emptiness,
  )
  if (rows.length < 3 || cut === -1) return [rows]
  return [...splitRows(rows.slice(0, cut)), ...splitRows(rows.slice(cut))]
}

/** The whole period on one line, to one scale. */
function drawWhole(rows: readonly TimelineRow[]): SVGSVGElement {
  const first = rows[0]?.at ?? 0
  const length = Math.max(1, (rows.at(-1)?.at ?? 0) - first)
  const points = rows.map(({ at, word }) =>
    svg(
      'g',
      { class: word },
      svg('circle', {
        class: 'point',
        cx: `${(2 + (96 * (at - first)) / length).toFixed(2)}%`,
        cy: 10,
        r: 6,
      }),
    ),
  )
  return svg(
    'svg',
    { class: 'whole', role: 'img', 'aria-label': labels.timelinePicture, height: 20 },
    svg('line', { class: 'axis', x1: '2%', x2: '98%', y1: 10, y2: 10 }),
    ...points,
  )
}

/** Horizontal positions in pixels: the line, and the bend of the connectors to the rows. */
const axis = 10
const bend = 24

function drawScale(
  picture: SVGSVGElement,
  list: HTMLElement,
  parts: readonly (readonly TimelineRow[])[],
): void {
  const { height, top } = list.getBoundingClientRect()
  const { width } = picture.getBoundingClientRect()
  picture.setAttribute('viewBox', `0 0 ${width} ${height}`)
  picture.setAttribute('height', String(height))
  const middles = [...list.children].map(row => {
    const what = row.firstElementChild?.getBoundingClientRect()
    return what === undefined ? 0 : what.top - top + 14
  })
  const shapes: SVGElement[] = []
  let row = 0
  let end: number | undefined
  for (const part of parts) {
    const [from, to] = [middles[row] ?? 0, middles[row + part.length - 1] ?? 0]
    if (end !== undefined)
      shapes.push(svg('line', { class: 'axis left-out', x1: axis, x2: axis, y1: end, y2: from }))
    if (to > from) shapes.push(svg('line', { class: 'axis', x1: axis, x2: axis, y1: from, y2: to }))
    const first = part[0]?.at ?? 0
    const length = Math.max(1, (part.at(-1)?.at ?? 0) - first)
    for (const { at, word } of part) {
      const y = from + ((at - first) / length) * (to - from)
      const line = `M${axis} ${y} H${bend} L${width - 14} ${middles[row] ?? 0} H${width - 3}`
      shapes.push(
        svg(
          'g',
          { class: word },
          svg('path', { class: 'leader', d: line }),
          svg('circle', { class: 'point', cx: axis, cy: y, r: 6 }),
        ),
      )
      row += 1
    }
    end = to
  }
  picture.replaceChildren(...shapes)
}
