/**
 * A draw as a picture: its sources, the number, the place in the list, and the ticket. Each value opens to
 * show its bytes.
 *
 * @packageDocumentation
 */
import { formatMoment, number } from '../catalogue/en/grammar.js'
import type { Picture, PageVerdict } from '../model.js'
import { pictureStrings as say, sayDifference } from '../catalogue/en/picture.js'
import type { Stage } from '../replay-steps.js'
import { button, el, section, svg, untrusted, type Child } from './elements.js'
import { renderLate } from './later.js'
import type { Bytes } from './picture-bytes.js'
import { offerReplay } from './picture-offer.js'

/**
 * Pictures of the picks, one at a time.
 *
 * @param isUnsure - whether no winner is confirmed, because something in the draw is refuted or no signature
 * is verified.
 * @param of - total number of winners.
 * @param ticketId - the reader's ticket; if it won, its picture is shown first.
 */
export function renderPictures(
  pictures: readonly Picture[],
  isUnsure: boolean,
  of: number,
  ticketId?: string,
): HTMLElement {
  const shown = el('div', {})
  const show = (picture: Picture): void => {
    shown.replaceChildren(...renderPicture(picture, isUnsure))
  }
  const options = pictures.map((picture, index) => el('option', { value: index }, say.option(picture)))
  const choice = el('select', { id: 'picture-choice' }, ...options)
  const showChosen = (): void => {
    const chosen = pictures[choice.selectedIndex]
    if (chosen !== undefined) show(chosen)
  }
  choice.addEventListener('change', showChosen)
  choice.selectedIndex = Math.max(
    0,
    pictures.findIndex(({ ticket }) => ticket?.id === ticketId && ticketId !== undefined),
  )
  showChosen()
  const chooser = el(
    'p',
    { class: 'choice screen-only' },
    el('label', { for: 'picture-choice' }, say.choose),
    choice,
    pictures.length < of ? el('span', { class: 'soft' }, say.first(pictures.length, of)) : undefined,
  )
  return section('picture', say.title, pictures.length > 1 ? chooser : undefined, shown)
}

function renderPicture(picture: Picture, isRefuted: boolean): readonly HTMLElement[] {
  const { agrees, replaced, published } = picture
  const scene = el(
    'div',
    { class: 'scene' },
    renderSources(picture),
    drawMerge(picture.random === undefined ? 2 : 3),
    ...renderNumber(picture),
    ...renderPlace(picture),
    renderTicket(picture, isRefuted),
  )
  return [
    el('p', { class: 'told' }, say.told(picture)),
    ...(replaced ? [el('p', { class: 'soft' }, say.wasReplaced)] : []),
    ...(published === undefined ? [el('p', { class: 'soft' }, say.unpublished)] : []),
    ...(agrees ? [] : [el('p', { class: 'failed' }, sayDifference(picture))]),
    el('div', { class: agrees ? 'drawing' : 'drawing differs' }, scene, offerReplay(picture, scene)),
  ]
}

/** The part of the picture for one stage of a replay. */
function stage(of: Stage, className: string, ...children: readonly Child[]): HTMLElement {
  return el('div', { class: `stage ${className}`, 'data-stage': of }, ...children)
}

let panels = 0

/**
 * A button that opens a value's bytes below it; in print only the value.
 *
 * @param text - label of the button.
 * @param about - description, for readers who cannot see its position.
 */
function openable(
  text: () => Child,
  about: string,
  bytes: readonly Bytes[],
  className = '',
): readonly HTMLElement[] {
  const id = `bytes-${(panels += 1)}`
  const panel = el('div', { class: 'bytes', id, hidden: true })
  const toggle = (isOpen: boolean): void => {
    if (isOpen && panel.childElementCount === 0) {
      panel.append(
        renderLate(later => later.renderBytes(bytes)),
        button(
          say.close,
          () => {
            toggle(false)
            control.focus()
          },
          { class: 'quiet' },
        ),
      )
    }
    panel.hidden = !isOpen
    // What did not load is tried again.
    if (!isOpen && panel.querySelector('dl') === null) panel.replaceChildren()
    control.setAttribute('aria-expanded', String(isOpen))
  }
  const control = button(
    '',
    () => {
      toggle(control.getAttribute('aria-expanded') !== 'true')
    },
    { class: `value ${className}`, 'aria-expanded': 'false', 'aria-controls': id },
  )
  control.append(el('span', {}, text()), el('span', { class: 'unseen' }, ` (${say.bytesOf(about)})`))
  return [el('span', {}, control, el('span', { class: 'on-paper' }, text())), panel]
}

/** Enough hex digits to distinguish values. */
const brief = (hex: string): string => `${hex.slice(0, 4)} ${hex.slice(4, 8)} … ${hex.slice(-4)}`

function renderSources(picture: Picture): HTMLElement {
  const { secret, list, random } = picture
  const ofSecret = secret.isPublic ? say.publicSecret : say.secret
  const ofList = say.list(list.entries)
  const sources = [
    renderSource('secret', key(secret.isPublic), ofSecret, {
      value: brief(secret.value),
      how: (secret.isPublic ? say.publicFixed : say.secretFixed)(formatMoment(secret.at)),
      unsure: secret.holds ? undefined : say.secretOther,
      isWrong: !secret.holds,
      bytes: [
        ['secret', secret.value],
        ['committed', secret.committed],
      ],
    }),
    renderSource('list', rows(), ofList, {
      ...{ value: brief(list.digest), how: say.listFixed(formatMoment(list.at)) },
      ...doubt('list', list.word),
      bytes: [
        ['digest', list.digest],
        ['root', list.root],
        ['statement', list.statement],
      ],
    }),
    random === undefined
      ? el('p', { class: 'source failed' }, say.randomNone)
      : renderSource('random', dice(), say.random(random.isDrand), {
          value: brief(random.value),
          how: say.randomFixed(
            random.isDrand,
            random.round,
            random.at === undefined ? undefined : formatMoment(random.at),
          ),
          ...doubt('random', random.word),
          bytes: [
            ['random', random.value],
            ['signature', random.signature],
            ['chain', random.chain],
          ],
        }),
  ]
  return el('div', { class: 'sources' }, ...sources)
}

function doubt(source: 'list' | 'random', word: PageVerdict): Pick<PictureSource, 'unsure' | 'isWrong'> {
  return { unsure: say.unsure[source][word], isWrong: word === 'refuted' }
}

interface PictureSource {
  readonly value: string
  readonly how: string
  readonly unsure: string | undefined
  readonly isWrong: boolean
  readonly bytes: readonly Bytes[]
}

function renderSource(of: Stage, icon: SVGElement, title: string, source: PictureSource): HTMLElement {
  const { value, how, unsure, isWrong, bytes } = source
  const [control, panel] = openable(() => value, title, bytes)
  return stage(
    of,
    'source',
    icon,
    el(
      'div',
      { class: 'about' },
      el('h3', {}, title),
      el('p', { class: 'come' }, control),
      el('p', { class: 'small soft' }, how),
      unsure === undefined ? undefined : el('p', { class: isWrong ? 'small failed' : 'small' }, unsure),
    ),
    panel,
  )
}

/** Lines from a number of sources to one point; on narrow screens the sources are stacked. */
function drawMerge(sources: number): SVGSVGElement {
  const lines = Array.from({ length: sources }, (_, index) => {
    const x = ((index + 0.5) * 300) / sources
    return svg('path', { d: `M${x} 0 C${x} 26 150 14 150 40`, 'vector-effect': 'non-scaling-stroke' })
  })
  return svg(
    'svg',
    { class: 'merge', 'aria-hidden': 'true', viewBox: '0 0 300 40', preserveAspectRatio: 'none' },
    ...lines,
  )
}

function renderNumber(picture: Picture): readonly HTMLElement[] {
  const { message, key: mixedKey, trials, limit, pool, rank, taken } = picture
  const last = trials.at(-1)
  const [mixed, mixedPanel] = openable(() => brief(mixedKey), say.mixed, [
    ['message', message],
    ['key', mixedKey],
  ])
  const numberText = number(BigInt(last?.number ?? 0))
  const numberBytes = trials.flatMap(({ counter, output, number }): readonly Bytes[] => [
    ['counter', counter],
    ['output', output],
    ['number', number],
  ])
  const [large, largePanel] = openable(
    () => numberText,
    say.hashed,
    [...numberBytes, ['limit', limit]],
    'large',
  )
  const rejected = trials.length - 1
  return [
    stage(
      'mix',
      'mix',
      el('p', { class: 'small soft' }, say.mixed),
      el('p', { class: 'come' }, mixed),
      mixedPanel,
    ),
    stage(
      'number',
      'number',
      el('p', { class: 'small soft' }, say.hashed),
      el('p', { class: 'come' }, large),
      rejected > 0 ? el('p', { class: 'small soft' }, say.rejected(rejected)) : undefined,
      largePanel,
    ),
    stage(
      'remainder',
      'remainder',
      el('p', { class: 'small soft' }, say.divided(pool, taken.length > 0)),
      el('p', { class: 'come digits' }, number(rank)),
    ),
  ]
}

/** Max tickets drawn individually. */
const mostTicks = 400

function renderPlace(picture: Picture): readonly HTMLElement[] {
  const { index, rank, taken, list, published, agrees } = picture
  const total = Math.max(1, list.entries)
  const percent = (place: number): string => `${((100 * (place + 0.5)) / total).toFixed(3)}%`
  const ticks =
    total > mostTicks
      ? []
      : Array.from({ length: total }, (_, place) =>
          svg('line', { class: 'tick', x1: percent(place), x2: percent(place), y1: 26, y2: 46 }),
        )
  const before = taken.map(place =>
    svg('circle', { class: 'before', cx: percent(place), cy: 36, r: 5 }, svg('title', {}, say.wonBefore)),
  )
  const other =
    agrees || published === undefined || published.index === index || published.index >= total
      ? []
      : [drawMark(percent(published.index), published.index / total, `${published.index}`, 'other')]
  const picked = drawMark(percent(index), index / total, number(index), 'picked')
  const strip = svg(
    'svg',
    { class: 'strip', role: 'img', 'aria-label': say.strip(index, total), height: 70 },
    svg('line', { class: 'all', x1: 0, x2: '100%', y1: 36, y2: 36 }),
    ...ticks,
    ...before,
    ...other,
    picked,
    svg('text', { x: 0, y: 64 }, '0'),
    svg('text', { x: '100%', y: 64, 'text-anchor': 'end' }, number(total - 1)),
  )
  return [
    stage(
      'place',
      'place',
      taken.length > 0 ? el('p', { class: 'small soft' }, say.skipped(rank, taken.length)) : undefined,
      strip,
      el(
        'p',
        { class: 'come' },
        el('strong', {}, say.ordinal(index, total)),
        el('span', { class: 'soft' }, ` (${say.place(index)})`),
      ),
    ),
  ]
}

/** A mark on the row of tickets, with its text kept within the row. */
function drawMark(x: string, at: number, text: string, className: string): SVGElement {
  const anchor = at < 0.08 ? 'start' : at > 0.92 ? 'end' : 'middle'
  const isBelow = className === 'other'
  return svg(
    'svg',
    { class: className, x, overflow: 'visible' },
    svg('path', { d: isBelow ? 'M0 50 l-6 10 h12 z' : 'M0 22 l-7 -11 h14 z' }),
    svg('line', { x1: 0, x2: 0, y1: 22, y2: 50 }),
    isBelow ? undefined : svg('text', { x: 0, y: 8, 'text-anchor': anchor }, text),
  )
}

function renderTicket(picture: Picture, isRefuted: boolean): HTMLElement {
  const { ticket, published, agrees, prize, list } = picture
  const made = (label: string, id: Child, className: string): HTMLElement =>
    el(
      'div',
      { class: `stub ${className}` },
      el('p', { class: 'small soft' }, label),
      el('p', { class: 'come id' }, id),
    )
  const opened =
    ticket === undefined
      ? []
      : openable(
          () => untrusted(ticket.id, 80),
          say.ticket,
          [
            ['leafBytes', ticket.leafBytes],
            ['leaf', ticket.path.leaf],
            ...ticket.path.siblings.map(({ hash }): Bytes => ['sibling', hash]),
            ['root', list.root],
          ],
          'large',
        )
  const [control, panel] = opened
  const known = control ?? el('span', { class: 'small' }, say.noTicket)
  const said = published && untrusted(published.id, 80)
  return stage(
    'ticket',
    'won',
    agrees
      ? made(say.ticket, ticket === undefined ? (said ?? known) : known, '')
      : el('div', { class: 'stubs' }, made(say.ruled, known, ''), made(say.said, said, 'wrong')),
    panel,
    agrees ? el('p', { class: 'prize' }, (isRefuted ? say.picked : say.wins)(prize)) : undefined,
  )
}

const icon = (...paths: readonly string[]): SVGSVGElement =>
  svg(
    'svg',
    { class: 'icon', 'aria-hidden': 'true', viewBox: '0 0 24 24' },
    ...paths.map(d => svg('path', { d })),
  )
/** A padlock, open if the number was public from the start. */
const key = (isOpen: boolean): SVGSVGElement =>
  icon('M6 11h12v9H6z', `M8.5 11V8a3.5 3.5 0 0 1 ${isOpen ? '6.4 -1.9' : '7 0v3'}`, 'M12 14.5v2.5')
const rows = (): SVGSVGElement => icon('M5 4h14v16H5z', 'M8.5 8.5h7', 'M8.5 12h7', 'M8.5 15.5h7')
const dice = (): SVGSVGElement =>
  icon('M4.5 4.5h15v15h-15z', 'M9 9m-.4 0h.8M15 9m-.4 0h.8M12 12m-.4 0h.8M9 15m-.4 0h.8M15 15m-.4 0h.8')
