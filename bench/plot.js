// Lines on logarithmic axes: how steep they are, and a picture of them as SVG.
import { formatCount } from './lib.js'

/** Points that take less than so many times what the shortest takes show what every run costs, not growth. */
const clear = 3

/**
 * How steep a line is where both axes are logarithmic, by least squares: 1 for what grows with the number, 0 for what
 * does not. Of what grows with the number, over its last points, each of which takes at least three times as long as
 * the shortest; over all of them where fewer than three do, and of anything else.
 */
export function fitSlope(points, { isLinear }) {
  const shortest = Math.min(...points.map(({ seconds }) => seconds))
  const last = points.slice(points.findLastIndex(({ seconds }) => seconds < clear * shortest) + 1)
  const fitted = isLinear && last.length >= 3 ? last : points
  const [xs, ys] = [
    fitted.map(({ count }) => Math.log(count)),
    fitted.map(({ seconds }) => Math.log(seconds)),
  ]
  const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length
  const [x, y] = [mean(xs), mean(ys)]
  const covariance = xs.reduce((sum, value, index) => sum + (value - x) * (ys[index] - y), 0)
  const variance = xs.reduce((sum, value) => sum + (value - x) ** 2, 0)
  return { slope: covariance / variance, from: fitted[0].count, to: fitted.at(-1).count }
}

/** Three digits and a unit. */
export function formatSeconds(seconds) {
  const [factor, unit] = seconds < 1e-3 ? [1e6, 'µs'] : seconds < 1 ? [1e3, 'ms'] : [1, 's']
  const value = seconds * factor
  return `${value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)} ${unit}`
}

/** Two decimals, and no zero below zero. */
export const formatSlope = slope => Number(slope.toFixed(2)).toFixed(2)

const formatTick = exponent => formatSeconds(10 ** exponent).replace(/\.0+ /, ' ')

const size = { width: 860, height: 516 }
const area = { left: 84, right: 560, top: 64, bottom: 412 }
const styles = [
  { colour: '#0b57a4', mark: 'M-4-4H4V4H-4Z' },
  { colour: '#b23b00', mark: 'M0-5.5L5 4H-5Z' },
  { colour: '#1f7037', mark: 'M0-5.5L5.5 0 0 5.5-5.5 0Z' },
  { colour: '#7b2d8e', mark: 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0Z' },
]
/** Pixels from one label at the end of a line to the next. */
const labelHeight = 40

const escape = text => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
const round = number => String(Number(number.toFixed(1)))

/** Powers of ten around values. */
function listDecades(values) {
  const first = Math.floor(Math.log10(Math.min(...values)) + 1e-9)
  const last = Math.max(first + 1, Math.ceil(Math.log10(Math.max(...values)) - 1e-9))
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** Labels as near to the ends of their lines as they can be without covering one another. */
function spreadLabels(ends) {
  const order = ends.map((y, index) => ({ y, index })).sort((a, b) => a.y - b.y)
  const places = []
  for (const { y, index } of order) {
    places.push({ index, y: Math.max(y, (places.at(-1)?.y ?? -labelHeight) + labelHeight) })
  }
  let lowest = area.bottom - labelHeight / 2
  for (const place of places.reverse()) {
    place.y = Math.min(place.y, lowest)
    lowest = place.y - labelHeight
  }
  return places.sort((a, b) => a.index - b.index).map(({ y }) => y)
}

/**
 * A picture of lines, the same for the same figures.
 *
 * @param plot.notes - two lines below it.
 * @param plot.series - of each its name, its points by rising `count`, with `seconds`, and what `fitSlope` says.
 */
export function renderPlot({ title, axis, notes, series }) {
  const counts = listDecades(series.flatMap(({ points }) => points.map(({ count }) => count)))
  const times = listDecades(series.flatMap(({ points }) => points.map(({ seconds }) => seconds)))
  const scale = (value, [first], last, from, to) =>
    from + ((Math.log10(value) - first) / (last - first)) * (to - from)
  const x = count => scale(count, counts, counts.at(-1), area.left, area.right)
  const y = seconds => scale(seconds, times, times.at(-1), area.bottom, area.top)
  const parts = []
  const line = (x1, y1, x2, y2) =>
    parts.push(`<path d="M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}" stroke="#d0d4d9"/>`)
  const text = (left, top, content, attributes = '') =>
    parts.push(`<text x="${round(left)}" y="${round(top)}"${attributes}>${escape(content)}</text>`)

  for (const exponent of counts) {
    const left = x(10 ** exponent)
    line(left, area.top, left, area.bottom)
    text(left, area.bottom + 20, formatCount(10 ** exponent), ' text-anchor="middle"')
  }
  for (const exponent of times) {
    const top = y(10 ** exponent)
    line(area.left, top, area.right, top)
    text(area.left - 8, top + 4, formatTick(exponent), ' text-anchor="end"')
  }
  const [middle, centre] = [(area.left + area.right) / 2, (area.top + area.bottom) / 2]
  text(24, 34, title, ' font-size="18" font-weight="600"')
  text(middle, area.bottom + 44, axis, ' text-anchor="middle"')
  text(0, 0, 'time', ` text-anchor="middle" transform="translate(20 ${round(centre)}) rotate(-90)"`)
  for (const [index, footnote] of notes.entries()) {
    text(24, size.height - 32 + 16 * index, footnote, ' font-size="11" fill="#57606a"')
  }

  const labels = spreadLabels(series.map(({ points }) => y(points.at(-1).seconds)))
  const told = []
  for (const [index, { name, points, fit }] of series.entries()) {
    const { colour, mark } = styles[index % styles.length]
    const places = points.map(({ count, seconds }) => `${round(x(count))} ${round(y(seconds))}`)
    parts.push(`<path d="M${places.join('L')}" fill="none" stroke="${colour}" stroke-width="2"/>`)
    for (const place of places) {
      parts.push(`<path d="${mark}" transform="translate(${place})" fill="${colour}"/>`)
    }
    const range = `${formatCount(fit.from)} to ${formatCount(fit.to)}`
    const steepness = `slope ${formatSlope(fit.slope)}, ${range}`
    const [left, top] = [area.right + 36, labels[index]]
    const end = `${round(x(points.at(-1).count) + 8)} ${round(y(points.at(-1).seconds))}`
    parts.push(
      `<path d="M${end}L${round(left - 18)} ${round(top)}" stroke="${colour}" stroke-dasharray="2 3"/>`,
    )
    parts.push(
      `<path d="${mark}" transform="translate(${round(left - 10)} ${round(top)})" fill="${colour}"/>`,
    )
    text(left, top - 1, name, ` fill="${colour}" font-weight="600"`)
    text(left, top + 15, steepness, ' fill="#24292f" font-size="12"')
    const ends = [points[0], points.at(-1)].map(
      ({ count, seconds }) => `${formatSeconds(seconds)} at ${formatCount(count)}`,
    )
    told.push(`${name}: ${ends.join(', ')}; ${steepness}.`)
  }
  const description = `Time by ${axis}, both axes logarithmic. ${told.join(' ')}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" role="img" aria-labelledby="title description" font-family="system-ui, sans-serif" font-size="13" fill="#24292f">
<title id="title">${escape(title)}</title>
<desc id="description">${escape(description)}</desc>
<rect width="${size.width}" height="${size.height}" fill="#fff"/>
${parts.join('\n')}
</svg>
`
}
