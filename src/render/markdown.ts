/**
 * Renders a report as GitHub Flavored Markdown, for a job summary.
 *
 * @packageDocumentation
 */
import { isRule, type Claim, type Finding, type LongReport, type Subject } from '../model/report.js'
import { escapeText, onOneLine } from './escape.js'
import { describePlace, listEvidence } from './evidence.js'
import {
  countClaims,
  describeCounts,
  describeReachedLevel,
  describeScope,
  nothingVerified,
  sortClaims,
  mapEach,
  onlyOf,
  subjectTone,
  toneOfAll,
  shownOf,
} from './outcome.js'
import { describeOrigin } from './origin.js'
import { explainTone } from './style.js'

/** Options of {@link renderMarkdown}. */
export interface MarkdownOptions {
  /** Max bytes of UTF-8; what does not fit is left out and counted. 1 MiB by default. */
  readonly bytes?: number
}

/** Max claims or findings of one kind per subject. */
const mostItems = 50

const marks = { proven: '✅ ', refuted: '❌ ', 'not-provable': '❔ ', broken: '🟠 ', plain: '' } as const

/**
 * Renders a report as Markdown: the verdict, a table of the subjects, and per subject what is refuted, not
 * provable or found. Outside text becomes code or plain words, never a link, image, tag or mention.
 *
 * @param report - the report; its subjects may be an iterable.
 * @param options - the size limit.
 *
 * @example
 * ```js
 * renderMarkdown(verifyRecord(read('record.json'))).includes('well formed') // true
 * ```
 */
export function renderMarkdown(report: LongReport, { bytes = 2 ** 20 }: MarkdownOptions = {}): string {
  const { error, verdict, subjects, require } = report
  if (error !== undefined || verdict === undefined) return renderFailure(report)
  const about = `${describeCounts(report, code)}; exit code ${report.exit_code}`
  const only = onlyOf(subjects)
  const tone = toneOfAll(subjects, verdict)
  const reached = only && describeReachedLevel(only)
  const one =
    only === undefined
      ? [nothingVerified]
      : [prose(onOneLine(only.headline)), ...(reached === undefined ? [] : [prose(reached)])]
  const head = [
    `## ${marks[tone]}drawaudit`,
    '',
    ...(subjects.length <= 1 ? one.map(line => `${line}.`) : [`${explainTone(tone)}.`]).flatMap(line => [
      line,
      '',
    ]),
    about,
    '',
  ]
  const table = ['| subject | kind | shown | who could have chosen the winner |', '| --- | --- | --- | --- |']
  // Leaves room for the note about what was left out.
  const page = createPage(bytes - 200)
  page.add([...head, ...(subjects.length === 0 ? [] : table)])
  const rowsLeft = page.addAll(mapEach(subjects, subject => [renderRow(subject)]))
  const partsLeft = page.addAll(mapEach(subjects, subject => renderSubject(subject, require)))
  if (rowsLeft > 0) page.close(`${rowsLeft} more subjects are left out here`)
  if (partsLeft > 0) page.close(`the details of ${partsLeft} more subjects are left out here`)
  return page.text()
}

function renderFailure({ error, exit_code }: LongReport): string {
  const place = error === undefined ? '' : describePlace(error)
  return [
    '## ❗ drawaudit: no verdict',
    '',
    `exit code ${exit_code}`,
    '',
    ...(error === undefined ? [] : [`- error (${error.code}): ${prose(error.message)}`]),
    ...(place === '' ? [] : [`- where: ${code(place)}`]),
    ...(error?.hint === undefined ? [] : [`- hint: ${prose(error.hint)}`]),
    '',
  ].join('\n')
}

/** Blocks of lines within a number of bytes; after one that did not fit, none is added. */
function createPage(bytes: number) {
  const kept: string[] = []
  let left = bytes
  let full = false
  const add = (lines: readonly string[]): boolean => {
    const text = lines.map(line => `${line}\n`).join('')
    const size = new TextEncoder().encode(text).length
    full ||= size > left
    if (full) return false
    left -= size
    kept.push(text)
    return true
  }
  return {
    add,
    /** Returns how many did not fit; empty blocks do not count. */
    addAll: (blocks: Iterable<readonly string[]>): number => {
      let more = 0
      for (const block of blocks) if (block.length > 0 && !add(block)) more += 1
      return more
    },
    close: (note: string): void => void kept.push(`\n_${note}_\n`),
    text: (): string => kept.join(''),
  }
}

function renderRow(subject: Subject): string {
  const { source, kind, who_could_choose } = subject
  const who = kind === 'service' ? '' : prose(who_could_choose)
  const cells = [
    code(source),
    kind.replace('-', ' '),
    `${marks[subjectTone(subject)]}${shownOf(subject)}`,
    who,
  ]
  return `| ${cells.join(' | ')} |`
}

/** Empty if everything was published and is proven, and nothing was found. */
function renderSubject(subject: Subject, require?: readonly string[]): readonly string[] {
  const { source, title, recipe, findings, supplied = [] } = subject
  const { refuted, open, kept, notApplicable, notAsked, remark } = sortClaims(subject, require)
  const origin = recipe && describeOrigin(recipe)
  const isAllWell = refuted.length + open.length + findings.length + supplied.length === 0
  if (isAllWell && remark === undefined && origin === undefined) return []
  const rest = [...kept, ...notApplicable, ...notAsked]
  const scope = describeScope(subject)
  return [
    '',
    `### ${code(source)}`,
    ...(title === undefined ? [] : ['', prose(onOneLine(title))]),
    ...(scope === undefined ? [] : ['', `About ${scope}.`]),
    ...(origin === undefined ? [] : ['', `Recipe ${code(recipe?.name ?? '')} (${prose(origin)})`]),
    ...(supplied.length === 0
      ? []
      : [
          '',
          `Not published: ${supplied.map(({ name, from }) => `${code(name)} from ${code(from)}`).join(', ')}`,
        ]),
    ...renderItems(
      'Refuted',
      refuted.filter(claim => !isRule(claim)),
    ),
    ...renderItems('Not kept', refuted.filter(isRule)),
    ...renderItems('Not provable', open),
    ...(remark === undefined ? [] : ['', `**Not provable**: ${remark}`]),
    ...renderItems('Findings', findings),
    ...(rest.length === 0
      ? []
      : [
          '',
          `<details><summary>${countClaims(rest)}</summary>`,
          '',
          rest
            .slice(0, 200)
            .map(({ id }) => code(id))
            .join(', '),
          '',
          '</details>',
        ]),
  ]
}

function renderItems(heading: string, items: readonly (Claim | Finding)[]): readonly string[] {
  if (items.length === 0) return []
  const more = items.length - mostItems
  return [
    '',
    `**${heading}**`,
    '',
    ...items.slice(0, mostItems).flatMap(renderItem),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ]
}

function renderItem(item: Claim | Finding): readonly string[] {
  const name =
    'id' in item
      ? code(item.id)
      : [item.code, item.rule]
          .flatMap(one => one ?? [])
          .map(code)
          .join(' ')
  return [
    `- ${name}: ${prose(item.message)}`,
    ...listEvidence(item).flatMap(({ name, text }) => {
      if (name === 'section') return [`  - section ${/^\d+(\.\d+)*$/.test(text) ? text : code(text)}`]
      return name === 'reproduce' ? renderCommand(text) : [`  - ${name} ${code(text)}`]
    }),
  ]
}

/** A code block, in which only its end is special. */
function renderCommand(command: string): readonly string[] {
  const longest = Math.max(2, ...(command.match(/`+/g) ?? []).map(run => run.length))
  const fence = '`'.repeat(longest + 1)
  return [`  - reproduce`, '', `    ${fence}sh`, `    ${escapeText(command, command.length)}`, `    ${fence}`]
}

/**
 * A code span: the only place where GitHub turns no text into links or mentions. A bar would end a table cell
 * even there, and a backtick the span.
 */
function code(text: string): string {
  const escaped = escapeText(text, 2000).replace(/[`|]/g, character =>
    character === '|' ? '\\u{7c}' : '\\u{60}',
  )
  return `\`${escaped.trim() === '' ? ' ' : escaped}\``
}

/** Plain words, numbers and punctuation unchanged; anything that might be special to GitHub as code. */
function prose(text: string): string {
  // Letters next to digits may be an issue reference, as in AUD-06.
  const plain = /^[a-z](?:[a-z ,;()^%+="'’]|[:.](?= |$)|-(?=[a-z])|(?<=[a-z])_(?=[a-z])|(?<![a-z-])\d)*$/i
  // Such a word may be a commit id.
  return plain.test(text) && !/\b[\da-f]{7,}\b/i.test(text) && text.length <= 2000 ? text : code(text)
}
