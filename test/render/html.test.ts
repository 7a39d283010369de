import { createHash } from 'node:crypto'
import t from 'tap'
import { stylesheet } from '../../src/render/html-style.js'
import { renderHtml } from '../../src/render/html.js'
import { createReport, decideSubject } from '../../src/verify/verdict.js'
import { findElements, listElements, readHtml, textOf } from './html.js'
import { broken, drawOf, findUnsafe, hostileFailure, hostileReport, kept, open, outcomes } from './reports.js'

const all = { ...outcomes, hostile: hostileReport, 'a hostile failure': hostileFailure }

const tags =
  'html head meta title style body main header footer section h1 h2 h3 p span dl dt dd table thead tbody tr th td code a bdi details summary'.split(
    ' ',
  )
const allowed = 'lang charset http-equiv content name class id scope aria-labelledby aria-hidden href'.split(
  ' ',
)

await t.test('the verdict and who could have chosen come first', t => {
  const root = readHtml(renderHtml(createReport([decideSubject(drawOf([kept, broken, open]))])))
  const [header] = findElements(root, 'header', 'refuted')
  t.equal(
    textOf(findElements(root, 'title')[0]!),
    'draws/one.json: Refuted: what winner.named says holds (expected entry 4, found entry 5) – drawaudit',
  )
  t.match(
    textOf(header!).replace(/\s+/g, ' '),
    /✗ Refuted: what winner\.named says holds \(expected entry 4, found entry 5\) Something was checked, and does not hold\. Who could have chosen the winner nobody who is known/,
  )
  const [table] = findElements(root, 'table', 'claims')
  const rows = findElements(table!, 'tr').slice(1)
  t.strictSame(
    rows.map(row => textOf(findElements(row, 'th')[0]!)),
    ['· proven winner.derived', '✗ refuted winner.named', '? not provable beacon.genuine'],
  )
  t.match(textOf(rows[1]!), 'expectedentry 4foundentry 5')
  t.end()
})

await t.test('several subjects have a table with links to each', t => {
  const root = readHtml(renderHtml(outcomes['a broken rule']!))
  const ids = listElements(root).flatMap(({ attributes }) => attributes['id'] ?? [])
  t.equal(new Set(ids).size, ids.length, 'ids are there once')
  const links = findElements(root, 'a').map(({ attributes }) => attributes['href'])
  t.strictSame(links, ['#s1', '#s2'])
  for (const link of links) t.ok(ids.includes(link!.slice(1)))
  const [service, raffle] = findElements(root, 'section', 'subject')
  t.notMatch(textOf(service!), 'Who could have chosen')
  t.match(textOf(raffle!), 'Who could have chosen the winner')
  const [folded] = findElements(service!, 'details')
  t.equal(textOf(findElements(folded!, 'summary')[0]!), '61 rules kept, 2 not applicable, 1 not probed')
  t.equal(findElements(folded!, 'tr').length, 65)
  t.equal(findElements(service!, 'tr').length, 65 + 3 + 3)
  t.end()
})

await t.test('what a service does not keep is no verdict on its draws', t => {
  const report = outcomes['a broken rule']!
  const root = readHtml(renderHtml(report))
  const [header] = findElements(root, 'header')
  t.match(header!.attributes['class'], 'broken')
  t.match(
    textOf(header!),
    /! 1 rule of the specification is not kept\s+How the service answers is not as its specification says; that tells nothing of how winners were found\./,
  )
  t.notMatch(textOf(findElements(root, 'body')[0]!), 'refuted')
  t.match(findElements(root, 'span', 'badge').map(textOf), ['! breaks', '✓ keeps', '! breaks', '! broken'])
  const [service, raffle] = report.subjects
  // Where a draw is refuted too, that comes first.
  const both = createReport([service!, decideSubject(drawOf([kept, broken]))])
  t.equal(findElements(readHtml(renderHtml(both)), 'header', 'refuted').length, 1)
  t.equal(raffle?.verdict, 'proven')
  t.end()
})

await t.test('sources by the way to them, and what made the report', t => {
  const service = outcomes['a broken rule']!.subjects[0]!
  const raffle = { ...decideSubject(drawOf([kept])), source: `${service.source}/raffles/x` }
  const root = readHtml(
    renderHtml(createReport([service, raffle, { ...raffle, source: '/home/somebody/draw.json' }]), {
      made: { version: '1.2.3', at: '2026-11-26T17:27:32+00:00' },
      nameSource: source => source.replace('/home/somebody/', ''),
    }),
  )
  t.strictSame(findElements(root, 'h2').slice(1).map(textOf), [service.source, 'raffles/x', 'draw.json'])
  t.match(textOf(findElements(root, 'footer')[0]!), 'Made by drawaudit 1.2.3 on 2026-11-26 at 17:27 UTC.')
  t.notMatch(textOf(findElements(readHtml(renderHtml(createReport([raffle]))), 'footer')[0]!), 'Made by')
  t.end()
})

await t.test('it opens offline: no script, no reference, and a policy that allows none', t => {
  const hash = createHash('sha256').update(stylesheet).digest('base64')
  for (const [name, report] of Object.entries(all)) {
    const root = readHtml(renderHtml(report))
    const elements = listElements(root)
    const policies = findElements(root, 'meta').flatMap(({ attributes }) =>
      attributes['http-equiv'] === 'Content-Security-Policy' ? (attributes['content'] ?? '') : [],
    )
    t.strictSame(
      policies,
      [`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`],
      name,
    )
    t.equal(textOf(findElements(root, 'style')[0]!), stylesheet)
    t.strictSame(
      elements.filter(({ tag }) => !tags.includes(tag)).map(({ tag }) => tag),
      [],
      name,
    )
    for (const { attributes } of elements) {
      t.strictSame(
        Object.keys(attributes).filter(attribute => !allowed.includes(attribute)),
        [],
        name,
      )
      t.match(attributes['href'] ?? '#', /^#(?:s\d+)?$/)
    }
  }
  t.notMatch(stylesheet, /url\(|@import|expression/)
  t.end()
})

await t.test('it can be read without seeing it', t => {
  for (const report of Object.values(all)) {
    const root = readHtml(renderHtml(report))
    t.equal(root.attributes['lang'], 'en')
    t.equal(findElements(root, 'h1').length, 1)
    t.not(textOf(findElements(root, 'title')[0]!), '')
    for (const table of findElements(root, 'table')) {
      const label = listElements(root).find(
        ({ attributes }) => attributes['id'] === table.attributes['aria-labelledby'],
      )
      t.not(label && textOf(label), undefined)
      t.notOk(
        findElements(table, 'th').some(
          ({ attributes }) => !['col', 'row'].includes(attributes['scope'] ?? ''),
        ),
      )
    }
    for (const badge of findElements(root, 'span', 'badge'))
      t.match(textOf(badge), /[a-z]{5}/, 'never colour alone')
  }
  t.end()
})

/** WCAG 2: the ratio of the relative luminances of two colours. */
function contrast(first: string, second: string): number {
  const luminance = (colour: string): number => {
    const short = /^#(.)(.)(.)$/.exec(colour)
    const hex =
      short === null
        ? colour
        : `#${short
            .slice(1)
            .map(digit => digit + digit)
            .join('')}`
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map(at => {
      const value = parseInt(hex.slice(at, at + 2), 16) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [light = 0, dark = 0] = [luminance(first), luminance(second)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

await t.test('the contrast is enough, in light and in dark', t => {
  const themes = [...stylesheet.matchAll(/:root \{([^}]*)\}/g)].map(
    ([, rules = '']) =>
      new Map([...rules.matchAll(/--([\w-]+): (#[\da-f]+)/g)].map(([, name, value]) => [name, value])),
  )
  t.equal(themes.length, 3)
  const pairs = [
    ['ink', 'page'],
    ['ink', 'card'],
    ['soft', 'page'],
    ['soft', 'card'],
    ['ink', 'code'],
    ['link', 'card'],
    ...['proven', 'refuted', 'open', 'none'].flatMap(name => [
      [name, `${name}-back`],
      ['ink', `${name}-back`],
    ]),
  ]
  for (const theme of themes) {
    const colours = new Map([...themes[0]!, ...theme])
    for (const [front = '', back = ''] of pairs) {
      const ratio = contrast(colours.get(front) ?? '', colours.get(back) ?? '')
      t.ok(ratio >= 4.5, `${front} on ${back}: ${ratio.toFixed(1)}`)
    }
  }
  t.end()
})

await t.test('text from outside stays text', t => {
  for (const report of [hostileReport, hostileFailure]) {
    const html = renderHtml(report)
    t.strictSame(findUnsafe(html), [])
    t.notMatch(html, /<script|<img|<!--/)
    t.match(textOf(readHtml(html)), '<script>alert(1)</script> "><img src=x onerror=alert(1)>')
  }
  t.end()
})

await t.test('of very many subjects the rest is counted', t => {
  const one = decideSubject(drawOf([kept]))
  const html = renderHtml(createReport(Array.from({ length: 1003 }, () => one)))
  t.match(html, '3 more subjects are left out here')
  t.match(html, '1003 checked: 1003 unsteerable; asked for unsteerable: 1003 of 1003 reach it')
  t.end()
})
