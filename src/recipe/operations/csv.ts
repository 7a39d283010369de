/**
 * CSV, RFC 4180: parses a file into rows of text, and formats lines.
 *
 * @packageDocumentation
 */
import type { Expression } from '../../model/recipe.js'
import { checkType, expectType, isArray, recipeError, type ExpressionPath } from '../compile.js'
import { ImpossibleStep, turnCost, type Context } from '../context.js'
import {
  contentSize,
  itemSize,
  itemsOf,
  list,
  row,
  sizeOf,
  text,
  textOf,
  type Type,
  type Value,
} from '../value.js'
import { operation, readNamedArguments, readWord, type Operation } from './define.js'

const textType = { kind: 'text' } as const

/** The separator, a literal in the recipe. */
function readSeparator(separator: unknown, path: ExpressionPath): string {
  if (typeof separator === 'string' && /^[^"\r\n\ud800-\udfff]$/.test(separator)) return separator
  throw recipeError('recipe-type', path, 'expected one character other than a quote or line ending')
}

/**
 * A record without line ending; quotes are doubled, and all cells are quoted, none, or those that need it.
 */
const textCsv: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['list', 'separator', 'quote'], args, path, name)
  const source = compiler.read(members.list, [...path, 'list'], scope)
  expectType(source, { kind: 'list', of: textType }, [...path, 'list'])
  const separator = readSeparator(members.separator, [...path, 'separator'])
  const quote = readWord(['needed', 'always', 'never'], members.quote, [...path, 'quote'])
  return operation(name, [source], textType, ([listed = list([])], context) => {
    const cells = itemsOf(listed).map(textOf)
    // Every quote is doubled.
    context.charge(cells.reduce((sum, cell) => sum + 4 + 2 * cell.length, turnCost))
    if (cells.length === 0) throw new ImpossibleStep('a line has one cell or more')
    const written = cells.map(cell => {
      // A single empty cell would be an empty line.
      const needs = /["\r\n]/.test(cell) || cell.includes(separator) || (cells.length === 1 && cell === '')
      if (quote === 'never' && needs && cell !== '') {
        throw new ImpossibleStep(`the cell ${JSON.stringify(cell.slice(0, 100))} needs quotes`)
      }
      const isQuoted = quote === 'always' || (quote === 'needed' && needs)
      return isQuoted ? `"${replaceQuotes(cell, '"', '""', context)}"` : cell
    })
    return text(written.join(separator))
  })
}

/** The rows of a file. A malformed line makes the step impossible. */
const parseCsv: Operation = compiler => (args, path, scope, name) => {
  const members = readNamedArguments(['text', 'separator', 'header', 'columns'], args, path, name)
  const source = compiler.read(members.text, [...path, 'text'], scope)
  expectType(source, textType, [...path, 'text'])
  const separator = readSeparator(members.separator, [...path, 'separator'])
  const header = readWord(['first', 'none'], members.header, [...path, 'header'])
  const columns = readColumns(members.columns, [...path, 'columns'])
  const of: Type = { kind: 'row', columns: Object.fromEntries(columns.map(column => [column, textType])) }
  checkType(of, [...path, 'columns'])
  return operation(name, [source], { kind: 'list', of }, ([value = text('')], context) => {
    const whole = textOf(value)
    context.charge(turnCost + 8 + whole.length)
    const records = readRecords(whole, separator, context)
    const first = header === 'first' ? records.next() : undefined
    const width = first === undefined ? columns.length : (first.value?.cells.length ?? 0)
    const places = first === undefined ? [...columns.keys()] : findColumns(first.value?.cells, columns)
    const rows: Value[] = []
    for (const { cells, line } of records) {
      if (cells.length !== width) {
        throw new ImpossibleStep(`line ${line}: expected ${width} cells, found ${cells.length}`)
      }
      context.charge(turnCost * columns.length)
      const found = places.map(place => text(cells[place] ?? ''))
      context.keep(found.reduce((sum, cell) => sum + contentSize(cell), itemSize))
      const one = row(Object.fromEntries(columns.map((column, index) => [column, found[index] ?? text('')])))
      context.keep(sizeOf(one))
      rows.push(one)
    }
    return list(rows)
  })
}

/** Distinct column names. */
function readColumns(columns: Expression, path: ExpressionPath): readonly string[] {
  if (!isArray(columns) || columns.length === 0) {
    throw recipeError('recipe-type', path, 'expected a list with the name of each column')
  }
  const names = columns.map((column, index) => {
    if (typeof column === 'string' && !/^\$(?!\$)/.test(column)) return column.replace(/^\$\$/, '$')
    throw recipeError('recipe-type', [...path, index], 'expected the name of a column, written in the recipe')
  })
  const again = names.findIndex((column, index) => names.indexOf(column) !== index)
  if (again !== -1) {
    throw recipeError(
      'recipe-type',
      [...path, again],
      `the column ${JSON.stringify(names[again])} is a duplicate`,
    )
  }
  return names
}

/** The place of each column in the header. */
function findColumns(names: readonly string[] | undefined, columns: readonly string[]): readonly number[] {
  if (names === undefined) throw new ImpossibleStep('there is no first line with the names of the columns')
  return columns.map(column => {
    const place = names.indexOf(column)
    const shown = JSON.stringify(column)
    if (place === -1) throw new ImpossibleStep(`line 1: there is no column ${shown}`)
    if (names.includes(column, place + 1))
      throw new ImpossibleStep(`line 1: the column ${shown} is a duplicate`)
    return place
  })
}

interface CsvRecord {
  readonly cells: readonly string[]
  /** Its first line, from 1. */
  readonly line: number
}

/**
 * The records of RFC 4180 section 2. Lines end with CR LF or LF, consistently; the last line ending is
 * optional. A leading byte order mark, as written by spreadsheets, is skipped. Empty lines are refused, since
 * programs interpret them differently.
 */
function* readRecords(whole: string, separator: string, context: Context): Generator<CsvRecord, undefined> {
  let at = whole.startsWith('\ufeff') ? 1 : 0
  let line = 1
  let lineEnd: string | undefined
  while (at < whole.length) {
    const start = line
    const cells: string[] = []
    for (let isOpen = true; isOpen;) {
      context.charge(turnCost)
      context.keep(cellSize)
      let cell: string
      if (whole[at] === '"') {
        const end = findQuote(whole, at + 1)
        if (end === -1) throw new ImpossibleStep(`line ${line}: a quote is not closed`)
        cell = replaceQuotes(whole.slice(at + 1, end), '""', '"', context)
        line += countOf(whole.slice(at, end), '\n')
        at = end + 1
      } else {
        const end = findEnd(whole, at, separator)
        cell = whole.slice(at, end)
        at = end
      }
      cells.push(cell)
      const found = whole.startsWith('\r\n', at) ? '\r\n' : whole[at]
      if (found === separator) at += 1
      else if (found === undefined || found === '\n' || found === '\r\n') {
        if (found !== undefined && found !== (lineEnd ??= found)) {
          throw new ImpossibleStep(`line ${line}: it ends otherwise than the lines before`)
        }
        if (cells.length === 1 && cell === '' && whole[at - 1] !== '"') {
          throw new ImpossibleStep(`line ${line}: it is empty`)
        }
        at += found?.length ?? 0
        line += 1
        isOpen = false
      } else
        throw new ImpossibleStep(
          `line ${line}: ${found === '"' ? 'a quote' : found === '\r' ? 'a CR without LF' : 'text'} where a cell has to end`,
        )
    }
    yield { cells, line: start }
    context.release(cellSize * cells.length)
  }
  return undefined
}

/** Bytes of memory for a cell while its line is read. */
const cellSize = 48

/** The end of an unquoted cell. */
function findEnd(whole: string, from: number, separator: string): number {
  const separatorCode = separator.charCodeAt(0)
  for (let at = from; at < whole.length; at += 1) {
    const code = whole.charCodeAt(at)
    if (code === separatorCode || code === 0x22 || code === 0x0a || code === 0x0d) return at
  }
  return whole.length
}

function countOf(whole: string, part: string): number {
  let places = 0
  for (let at = whole.indexOf(part); at !== -1; at = whole.indexOf(part, at + part.length)) places += 1
  return places
}

/** Bytes of memory for a piece of text while it is joined with others. */
const pieceSize = 48

function replaceQuotes(cell: string, from: string, to: string, context: Context): string {
  const room = pieceSize * countOf(cell, from)
  if (room === 0) return cell
  context.keep(room)
  const replaced = cell.replaceAll(from, to)
  context.release(room)
  return replaced
}

/** The closing quote of a cell; a doubled quote is part of it. */
function findQuote(whole: string, from: number): number {
  for (let at = whole.indexOf('"', from); at !== -1; at = whole.indexOf('"', at + 2)) {
    if (whole[at + 1] !== '"') return at
  }
  return -1
}

export const csvOperations = { text_csv: textCsv, parse_csv: parseCsv }
