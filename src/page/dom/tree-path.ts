/**
 * The Merkle path from a ticket to the sealed root, as a picture and as a list.
 *
 * @packageDocumentation
 */
import { number } from '../catalogue/en/grammar.js'
import * as labels from '../catalogue/en/labels.js'
import type { PageModel, TreePath, PageVerdict } from '../model.js'
import { badge, copyable, el, fold, svg, untrusted } from './elements.js'

/** Max paths offered. */
const mostPaths = 100

export function renderPaths(
  paths: readonly TreePath[],
  { believing = [] }: Pick<PageModel, 'believing'>,
): HTMLElement {
  const isBelieved = believing.length > 0
  return el(
    'div',
    {},
    ...paths
      .slice(0, mostPaths)
      .map((path, index) =>
        fold(renderSummary(path, isBelieved), () => renderPath(path, isBelieved), index === 0),
      ),
  )
}

/** The word of a path. */
const wordOf = (holds: boolean, isBelieved: boolean): PageVerdict =>
  !holds ? 'refuted' : isBelieved ? 'believed' : 'proven'

function renderSummary({ entryId, index, holds }: TreePath, isBelieved: boolean): readonly (Node | string)[] {
  return [
    el('span', { class: 'name' }, untrusted(entryId, 140)),
    el('span', { class: 'soft' }, ` ${labels.pathOf(number(index))} `),
    badge(wordOf(holds, isBelieved)),
  ]
}

function renderPath(path: TreePath, isBelieved: boolean): HTMLElement {
  const { leaf, siblings, root, holds } = path
  return el(
    'div',
    { class: 'path' },
    drawPath(path, isBelieved),
    fold([labels.pathValues], () =>
      el(
        'dl',
        { class: 'values' },
        ...value(labels.pathLeaf, leaf),
        ...siblings.flatMap(({ side, hash }) => value(labels.pathSide[side], hash)),
        ...value(holds ? labels.pathSealed : labels.pathNotSealed, root),
      ),
    ),
  )
}

function value(name: string, hash: string): readonly HTMLElement[] {
  return [el('dt', {}, name), el('dd', {}, copyable(hash, name))]
}

const width = 320
const middle = width / 2
const step = 46
const reach = 92

function drawPath({ entryId, siblings, root, holds }: TreePath, isBelieved: boolean): SVGSVGElement {
  const height = (siblings.length + 1) * step + 50
  const level = (index: number): number => height - 40 - index * step
  const joints = siblings.map(({ side, hash }, index) => {
    const x = side === 'left' ? middle - reach : middle + reach
    const [y, up] = [level(index), level(index + 1)]
    return svg(
      'g',
      {},
      svg('path', { class: 'beside', d: `M${x} ${y} L${middle} ${up}` }),
      svg('path', { class: 'way', d: `M${middle} ${y} V${up}` }),
      svg('circle', { class: 'other', cx: x, cy: y, r: 6 }),
      svg('text', { x, y: y + 20, 'text-anchor': 'middle', class: 'hash' }, shortHash(hash)),
    )
  })
  const nodes = Array.from({ length: siblings.length + 1 }, (_, index) =>
    svg('circle', { class: 'node', cx: middle, cy: level(index), r: 7 }),
  )
  const top = level(siblings.length)
  return svg(
    'svg',
    {
      class: `tree ${wordOf(holds, isBelieved)}`,
      role: 'img',
      'aria-label': labels.pathPicture(siblings.length, holds),
      viewBox: `0 0 ${width} ${height}`,
    },
    ...joints,
    ...nodes,
    svg(
      'text',
      { x: middle, y: height - 14, 'text-anchor': 'middle' },
      `${labels.pathTicket} ${shortId(entryId)}`,
    ),
    svg(
      'text',
      { x: middle, y: top - 30, 'text-anchor': 'middle' },
      holds ? labels.pathSealed : labels.pathNotSealed,
    ),
    svg('text', { x: middle, y: top - 14, 'text-anchor': 'middle', class: 'hash' }, shortHash(root)),
  )
}

/** Enough digits for a comparison with the list beside the picture. */
function shortHash(hash: string): string {
  return `${hash.replace(/^sha256:/, '').slice(0, 8)}…`
}

/** The plain letters and digits of an id; the list beside the picture has the whole id. */
function shortId(id: string): string {
  const plain = id.replace(/[^\p{L}\p{N} ._-]/gu, '·')
  return plain.length > 24 ? `${plain.slice(0, 23)}…` : plain
}
