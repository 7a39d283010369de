/**
 * Texts of `drawaudit help`: the sections of docs/CLAIMS.md, extracted by scripts/build-cli.js.
 *
 * @packageDocumentation
 */
import { readFileSync } from 'node:fs'
import { topicsFile } from '../../io/own-files.js'
import { reflow } from '../../render/wrap.js'

/** A section of docs/CLAIMS.md. */
export interface Section {
  readonly title: string
  /** Markdown: paragraphs, lists and tables. */
  readonly text: string
}

/** Topics and the titles of their sections. */
export const topics: Readonly<Record<string, readonly string[]>> = {
  claims: [
    'Claims of an audit record',
    'Claims of a bundle',
    'Claims of a published draw',
    'Claims about a service',
    'Claims of a log',
  ],
  levels: ['What a report says', 'Levels'],
  'exit-codes': ['Exit codes'],
  codes: ['Codes of claims'],
  findings: ['Findings'],
  errors: ['Errors'],
}

export const readSections = (): readonly Section[] =>
  JSON.parse(readFileSync(topicsFile, 'utf8')) as readonly Section[]

/** The sections of a topic as text; undefined for an unknown topic. */
export function renderTopic(
  sections: readonly Section[],
  topic: string,
  columns: number,
): string | undefined {
  const titles = Object.hasOwn(topics, topic) ? topics[topic] : undefined
  if (titles === undefined) return undefined
  const parts = titles.flatMap(title => sections.filter(one => one.title === title))
  return reflow(parts.map(({ title, text }) => `${title}\n\n${renderMarkdown(text)}`).join('\n'), columns, 0)
}

/** All table rows about a claim or code; undefined if there are none. */
export function renderEntry(sections: readonly Section[], name: string, columns: number): string | undefined {
  const found = sections.flatMap(({ title, text }) =>
    readBlocks(text).flatMap(block =>
      'rows' in block
        ? block.rows
            .filter(([term = '']) => namesIn(term).includes(name))
            .map(row => `${title}\n${renderTable({ ...block, rows: [row] })}`)
        : [],
    ),
  )
  return found.length === 0 ? undefined : reflow(`${[...new Set(found)].join('\n\n')}\n`, columns, 0)
}

/** Ids of all claims, as accepted by `--require`. */
export function listClaims(sections: readonly Section[]): readonly string[] {
  const ids = sections
    .filter(({ title }) => topics['claims']?.includes(title) === true)
    .flatMap(({ text }) => readBlocks(text))
    .flatMap(block => ('rows' in block ? block.rows.flatMap(([term = '']) => namesIn(term)) : []))
    .filter(id => /^[a-z]+\.[a-z_]+$/.test(id))
  return [...new Set(ids)]
}

/** Names of all claims and codes that {@link renderEntry} finds. */
export function listEntries(sections: readonly Section[]): readonly string[] {
  const blocks = sections.flatMap(({ text }) => readBlocks(text))
  return [
    ...new Set(
      blocks.flatMap(block => ('rows' in block ? block.rows.flatMap(([term = '']) => namesIn(term)) : [])),
    ),
  ]
}

const namesIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

type TableRow = readonly string[]

type Block =
  | { readonly lines: readonly string[] }
  | { readonly heads: TableRow; readonly rows: readonly TableRow[] }

function readBlocks(text: string): readonly Block[] {
  return text.split(/\n{2,}/).flatMap((part): readonly Block[] => {
    const lines = part.split('\n').filter(line => line !== '')
    if (lines.length === 0) return []
    if (lines[0]?.startsWith('|') !== true) return [{ lines }]
    const [heads = [], , ...rows] = lines.map(line =>
      line
        .replace(/^\| ?| ?\|$/g, '')
        .split(' | ')
        .map(cell => cell.trim()),
    )
    return [{ heads, rows }]
  })
}

function renderMarkdown(text: string): string {
  return readBlocks(text)
    .map(block => ('rows' in block ? renderTable(block) : block.lines.map(strip).join('\n')))
    .map(block => `${block}\n`)
    .join('\n')
}

/** Maximum length of a first cell with the second beside it, in characters; longer ones get a line of their own. */
const widest = 24

function renderTable({ heads, rows }: Extract<Block, { rows: unknown }>): string {
  const terms = rows.map(([term = '']) => strip(term).length)
  const width = Math.max(0, ...terms.filter(length => length <= widest))
  return rows
    .flatMap(([term = '', says = '', ...others]) => {
      const first = strip(term)
      const beside =
        first.length > widest
          ? [`  ${first}`, `  ${' '.repeat(width)}  ${strip(says)}`]
          : [`  ${first.padEnd(width)}  ${strip(says)}`]
      return [
        ...beside,
        ...others.map((cell, at) => `  ${' '.repeat(width)}  ${strip(heads[at + 2] ?? '')}: ${strip(cell)}`),
      ]
    })
    .join('\n')
}

/** Removes Markdown marks. */
const strip = (text: string): string =>
  text
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replaceAll('`', '')
