/**
 * Renders a report as a self-contained HTML file: no script, no image, no network.
 *
 * @packageDocumentation
 */
import { encodeBase64 } from '../core/encoding.js'
import { portable } from '../core/portable.js'
import type { Claim, Finding, LongReport, Report, Subject, Subjects } from '../model/report.js'
import { onOneLine } from './escape.js'
import { describePlace, listEvidence } from './evidence.js'
import { stylesheet } from './html-style.js'
import { escapeMarkup } from './markup.js'
import {
  countClaims,
  describeCounts,
  describeReachedLevel,
  describeScope,
  describeSupplied,
  mapEach,
  nothingVerified,
  onlyOf,
  selectClaims,
  sortClaims,
  subjectTone,
  toneOfAll,
  toneOfClaim,
  wordOf,
} from './outcome.js'
import { describeOrigin } from './origin.js'
import { describeStatus, explainTone, type StyleTone } from './style.js'

/** Max subjects shown with their claims. */
const most = 1000

/** What a page says about its making and its sources. */
export interface HtmlOptions {
  /** What made the report, and when; nothing is shown by default. */
  readonly made?: {
    /** Version of drawaudit. */
    readonly version: string
    /** RFC 3339, UTC. */
    readonly at: string
  }
  /** Names a source for readers elsewhere, such as a file by its relative path. By default unchanged. */
  readonly nameSource?: (source: string) => string
}

/**
 * Renders a report as an HTML page.
 *
 * @param whole - the report; its subjects may be an iterable that is read once.
 * @param options - what to say about its making and its sources.
 *
 * @example
 * ```js
 * renderHtml(verifyRecord(read('record.json'))).startsWith('<!doctype html>') // true
 * ```
 */
export function renderHtml(whole: LongReport, { made, nameSource = name => name }: HtmlOptions = {}): string {
  const report = { ...whole, subjects: nameSources(whole.subjects, nameSource) }
  const { subjects, verdict } = report
  const only = onlyOf(subjects)
  const word =
    verdict === undefined
      ? 'no verdict'
      : subjects.length === 1
        ? (only?.headline ?? '')
        : (describeBroken(report) ?? describeCounts(report))
  const about = only === undefined ? '' : `${onOneLine(only.source)}: `
  const shown = [...takeFirst(subjects, most)]
  const more = subjects.length - shown.length
  return `${[
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy()}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${text(`${about}${onOneLine(word)}`)} – drawaudit</title>`,
    `<style>${stylesheet}</style>`,
    '</head>',
    '<body>',
    '<main>',
    ...renderHead(report, word),
    ...(subjects.length <= 1 ? [] : renderOverview(shown)),
    ...shown.flatMap((subject, index) => renderSubject(subject, index, report)),
    ...(more > 0 ? [`<p>${more} more subjects are left out here; other reports have them.</p>`] : []),
    '</main>',
    ...renderFoot(report, made),
    '</body>',
    '</html>',
  ].join('\n')}\n`
}

/** Parts of a service are named relative to it. */
function nameSources(subjects: Subjects, nameSource: (source: string) => string): Subjects {
  const services: string[] = []
  for (const { kind, source } of subjects) if (kind === 'service') services.push(`${source}/`)
  const name = (subject: Subject): Subject => {
    const { source, kind } = subject
    const service = services.find(one => kind !== 'service' && source.startsWith(one))
    return { ...subject, source: service === undefined ? nameSource(source) : source.slice(service.length) }
  }
  return { length: subjects.length, [Symbol.iterator]: () => mapEach(subjects, name) }
}

function* takeFirst(subjects: Subjects, count: number): Generator<Subject> {
  let left = count
  for (const subject of subjects) {
    if (left === 0) return
    left -= 1
    yield subject
  }
}

/** `5 rules of the specification are not kept`, if nothing else is wrong. */
function describeBroken({ subjects, verdict }: LongReport): string | undefined {
  if (verdict === undefined || toneOfAll(subjects, verdict) !== 'broken') return undefined
  let broken = 0
  for (const { claims } of subjects) broken += claims.filter(({ status }) => status === 'refuted').length
  return `${broken} ${broken === 1 ? 'rule of the specification is' : 'rules of the specification are'} not kept`
}

/** Forbids loading and running anything; the only style sheet is allowed by its hash. */
function policy(): string {
  const hash = encodeBase64(portable.hash('sha256', new TextEncoder().encode(stylesheet)))
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`
}

function renderHead(report: LongReport, word: string): readonly string[] {
  const { verdict, error, subjects } = report
  const tone = verdict === undefined ? 'error' : toneOfAll(subjects, verdict)
  const only = onlyOf(subjects)
  const reached = only && describeReachedLevel(only)
  const says =
    error !== undefined || tone === 'error'
      ? 'there is no verdict: an error kept drawaudit from it'
      : subjects.length === 0
        ? nothingVerified
        : reached !== undefined
          ? text(reached)
          : explainTone(tone)
  return [
    `<header class="verdict ${tone}">`,
    '<p class="tool">drawaudit report</p>',
    `<h1><span class="mark" aria-hidden="true">${marks[tone]}</span> ${capitalize(text(onOneLine(word)))}</h1>`,
    `<p>${capitalize(says)}.</p>`,
    ...(only === undefined ? [] : renderWho(only)),
    ...(error === undefined ? [] : renderError(error)),
    '</header>',
  ]
}

const marks = {
  proven: '✓',
  refuted: '✗',
  'not-provable': '?',
  'not-applicable': '–',
  plain: '·',
  broken: '!',
  error: '!',
} as const

function renderError(error: NonNullable<Report['error']>): readonly string[] {
  const place = describePlace(error)
  return [
    '<dl>',
    `<dt>Error</dt><dd>${text(error.message)} <code>${text(error.code)}</code></dd>`,
    ...(place === '' ? [] : [`<dt>Where</dt><dd>${text(place)}</dd>`]),
    ...(error.hint === undefined ? [] : [`<dt>Hint</dt><dd>${text(error.hint)}</dd>`]),
    '</dl>',
  ]
}

/** A service is not a draw; its raffles have the sentence. */
function renderWho({ kind, who_could_choose }: Subject): readonly string[] {
  if (kind === 'service') return []
  return [
    '<dl class="who">',
    '<dt>Who could have chosen the winner</dt>',
    `<dd>${text(who_could_choose)}</dd>`,
    '</dl>',
  ]
}

function renderOverview(subjects: readonly Subject[]): readonly string[] {
  return [
    '<section>',
    '<h2 id="subjects">What was verified</h2>',
    '<table class="overview" aria-labelledby="subjects">',
    '<thead><tr><th scope="col">Shown</th><th scope="col">Who could have chosen the winner</th></tr></thead>',
    '<tbody>',
    ...subjects.flatMap((subject, index) => [
      `<tr><th scope="row">${badge(subjectTone(subject), wordOf(subject))} <a href="#s${index + 1}">${text(onOneLine(subject.source))}</a></th>`,
      `<td>${subject.kind === 'service' ? 'its raffles say it' : text(subject.who_could_choose)}</td></tr>`,
    ]),
    '</tbody>',
    '</table>',
    '</section>',
  ]
}

function renderSubject(
  subject: Subject,
  index: number,
  { require, subjects }: LongReport,
): readonly string[] {
  const { source, kind, title, recipe, headline, findings } = subject
  const reached = describeReachedLevel(subject)
  const { shown, folded } = selectClaims(subject, require)
  const { remark } = sortClaims(subject, require)
  const scope = describeScope(subject)
  const supplied = describeSupplied(subject)
  const origin = recipe && describeOrigin(recipe)
  const id = `s${index + 1}`
  return [
    `<section class="subject" id="${id}">`,
    `<h2><bdi>${text(onOneLine(source))}</bdi></h2>`,
    ...(title === undefined ? [] : [`<p class="title"><bdi>${text(onOneLine(title))}</bdi></p>`]),
    '<dl class="about">',
    `<dt>Shown</dt><dd>${badge(subjectTone(subject), wordOf(subject))} ${text(onOneLine(headline))}${remark === undefined ? '' : `; ${remark}`}</dd>`,
    ...(scope === undefined ? [] : [`<dt>About</dt><dd>${scope}</dd>`]),
    // A single subject's is at the top.
    ...(kind === 'service' || subjects.length === 1
      ? []
      : [`<dt>Who could have chosen the winner</dt><dd>${text(subject.who_could_choose)}</dd>`]),
    `<dt>Kind</dt><dd>${kind.replace('-', ' ')}</dd>`,
    ...(recipe === undefined
      ? []
      : [
          `<dt>Recipe</dt><dd>${text(recipe.name)}${origin === undefined ? '' : `, ${text(origin)}`} <code>${text(recipe.digest)}</code></dd>`,
        ]),
    ...(supplied === undefined ? [] : [`<dt>Not published, and supplied</dt><dd>${text(supplied)}</dd>`]),
    ...(reached === undefined ? [] : [`<dt>Level</dt><dd>${text(reached.replace('level ', ''))}</dd>`]),
    '</dl>',
    ...renderClaims(shown, subject, 'Claims', `${id}-claims`),
    ...(folded.length === 0
      ? []
      : [
          `<details><summary>${countClaims(folded)}</summary>`,
          ...renderClaims(folded, subject, 'Other rules', `${id}-others`),
          '</details>',
        ]),
    ...renderFindings(findings, `${id}-findings`),
    '</section>',
  ]
}

function renderClaims(
  claims: readonly Claim[],
  subject: Subject,
  heading: string,
  id: string,
): readonly string[] {
  return renderTable(
    claims.map(claim => ({
      label: badge(...labelOf(claim, subject)),
      name: claim.id,
      note: claim.code,
      item: claim,
    })),
    heading,
    id,
  )
}

function renderFindings(findings: readonly Finding[], id: string): readonly string[] {
  return renderTable(
    findings.map(finding => ({
      label: '<span class="badge finding">finding</span>',
      name: finding.rule ?? finding.code,
      note: finding.rule === undefined ? '' : finding.code,
      item: finding,
    })),
    'Findings',
    id,
  )
}

interface ReportRow {
  /** As markup. */
  readonly label: string
  readonly name: string
  readonly note: string
  readonly item: Claim | Finding
}

/** Two columns, to fit on a phone. */
function renderTable(rows: readonly ReportRow[], heading: string, id: string): readonly string[] {
  if (rows.length === 0) return []
  return [
    `<h3 id="${id}">${heading}</h3>`,
    `<table class="claims" aria-labelledby="${id}">`,
    '<thead><tr><th scope="col">Result</th><th scope="col">What it is about</th></tr></thead>',
    '<tbody>',
    ...rows.flatMap(({ label, name, note, item }) => [
      `<tr><th scope="row">${label} <code>${text(name)}</code></th>`,
      `<td><p>${text(item.message)}</p>${renderEvidence(item)}${note === '' ? '' : `<p class="code">${text(note)}</p>`}</td></tr>`,
    ]),
    '</tbody>',
    '</table>',
  ]
}

function renderEvidence(item: Claim | Finding): string {
  const evidence = listEvidence(item)
  if (evidence.length === 0) return ''
  const lines = evidence.map(
    ({ name, text: value }) =>
      `<dt>${name}</dt><dd>${name === 'section' ? text(value) : `<code>${text(value, name === 'reproduce' ? value.length : longest)}</code>`}</dd>`,
  )
  return `<dl>${lines.join('')}</dl>`
}

function labelOf(claim: Claim, subject: Subject): readonly [StyleTone, string] {
  const tone = toneOfClaim(claim, subject)
  return [tone, tone === 'broken' ? tone : describeStatus(claim.status)]
}

function badge(tone: StyleTone, word: string): string {
  return `<span class="badge ${tone}"><span aria-hidden="true">${marks[tone]}</span> ${word}</span>`
}

function renderFoot(report: LongReport, made: HtmlOptions['made']): readonly string[] {
  const { exit_code, rules, skip, seed } = report
  const list = (names: readonly string[]): string => names.map(name => text(name)).join(', ')
  return [
    '<footer>',
    ...(made === undefined
      ? []
      : [
          `<p>Made by drawaudit ${text(made.version)} on ${text(made.at.slice(0, 10))} at ${text(made.at.slice(11, 16))} UTC.</p>`,
        ]),
    `<p>${describeCounts(report, one => text(one))}; exit code ${exit_code}.</p>`,
    ...(rules === undefined ? [] : [`<p>Rules: ${list(rules)}.</p>`]),
    ...(skip === undefined ? [] : [`<p>Rules that were left out: ${list(skip)}.</p>`]),
    ...(seed === undefined ? [] : [`<p>Seed of the generated requests: ${seed}.</p>`]),
    '</footer>',
  ]
}

/** Max characters of one text. */
const longest = 4000

function text(value: string, length = longest): string {
  return escapeMarkup(value, length)
}

function capitalize(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}
