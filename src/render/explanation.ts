/**
 * An explanation for people, with a shell command for every hash that a shell can recompute.
 *
 * @packageDocumentation
 */
import { concatBytes, decodeHex, decodeUtf8 } from '../core/encoding.js'
import type {
  ExplainedOperation,
  ExplainedStep,
  ExplainedValue,
  Explanation,
} from '../explain/explain-draw.js'
import type { Status } from '../model/report.js'
import { formatExpression } from '../recipe/text/format.js'
import { escapeText, onOneLine } from './escape.js'
import { describeOrigin } from './origin.js'
import { describeClaim } from './claim-text.js'
import { createStyle, describeStatus } from './style.js'
import { wrap } from './wrap.js'

/** How an explanation is rendered. */
export interface ExplanationOptions {
  /** With ANSI colours; false by default. */
  readonly colour?: boolean
  /** Columns for sentences; values and commands are never wrapped. By default nothing is. */
  readonly width?: number
  /** Max operations shown per step; the rest is counted. */
  readonly operations?: number
  /** Max steps shown; the rest is counted. */
  readonly steps?: number
}

/** Max characters up to which values are shown in full: recomputing a hash takes its whole input. */
const longestValue = 20_000

/** Max bytes shown of a part. */
const longestPart = 128

const hashCommands: Readonly<Record<string, string>> = { sha256: 'sha256sum', md5: 'md5sum' }

/**
 * Renders an explanation as text, with a newline at the end.
 *
 * @param explanation - from `explainPublished` or `explainBundle`.
 * @param options - width and limits.
 *
 * @example
 * ```js
 * const explanation = explainPublished(parsePublishedDraw(read('draw.json')), parseRecipe(read('recipe.json')))
 * renderExplanation(explanation).startsWith('Test Cash Raffle GBP500 V2\n') // true
 * ```
 */
export function renderExplanation(explanation: Explanation, options: ExplanationOptions = {}): string {
  const style = createStyle(options.colour ?? false)
  const columns = options.width ?? Infinity
  const { source, title, recipe, notes, supplied = [], published, steps, claims, omitted } = explanation
  const shown = steps.slice(0, options.steps)
  const rule = recipe === undefined ? 'by docs/PROTOCOL.md' : `recipe ${recipe.name}: ${recipe.title}`
  const origin = recipe && describeOrigin(recipe)
  return [
    style.strong(escapeText(onOneLine(title))),
    wrap('', `${source}, ${rule}`, 2, columns),
    ...(origin === undefined ? [] : [wrap('the recipe is ', origin, 2, columns)]),
    ...notes.map(note => wrap('note: ', note, 2, columns)),
    ...supplied.map(({ name, from }) =>
      wrap('not published: ', `$${name}, or a part of it; from ${from}`, 2, columns),
    ),
    ...(recipe === undefined ? [] : ['', style.strong('published')]),
    ...published.map(
      ({ name, title, ...value }) => `  $${name}, the ${escapeText(title)}: ${renderValue(value)}`,
    ),
    ...shown.flatMap(step => [
      '',
      style.strong(`${step.expression === undefined ? '' : '$'}${escapeText(onOneLine(step.name))}`),
      ...renderStep(step, options.operations ?? 40),
    ]),
    ...(shown.length < steps.length
      ? ['', `… and ${steps.length - shown.length} more steps; --all shows them`]
      : []),
    '',
    style.strong('claims'),
    ...claims.flatMap(({ operations, ...claim }) => [
      wrap(
        `  ${style.status(toneOf(claim.status), describeStatus(claim.status))}  ${claim.id}  `,
        describeClaim(claim),
        4,
        columns,
      ),
      ...(claim.expected === undefined ? [] : [`    expected ${escapeText(claim.expected, longestValue)}`]),
      ...(claim.found === undefined ? [] : [`    found    ${escapeText(claim.found, longestValue)}`]),
      ...operations.flatMap(renderOperation).map(line => `  ${line}`),
    ]),
    ...(omitted > 0 ? ['', `${omitted} more operations were carried out than can be listed`] : []),
    '',
  ].join('\n')
}

/** Never green: an explanation has no level, and green suggests that nobody could have chosen. */
function toneOf(status: Status): Status | 'plain' {
  return status === 'proven' ? 'plain' : status
}

function renderStep(
  { expression, title, operations, output, failed }: ExplainedStep,
  most: number,
): readonly string[] {
  const more = operations.length - most
  return [
    ...(expression === undefined ? [] : renderFormula(expression)),
    ...(title === undefined ? [] : [`  ${escapeText(onOneLine(title))}`]),
    ...operations.slice(0, most).flatMap(renderOperation),
    ...(more > 0 ? [`  … and ${more} more operations; --all shows them`] : []),
    ...(output === undefined ? [] : [`  = ${renderValue(output)}`]),
    ...(output === undefined || failed !== undefined
      ? [`  ${output === undefined ? 'no value' : 'but'}: ${escapeText(failed ?? '')}`]
      : []),
  ]
}

/** In the text form of recipes, whatever form it was written in. */
function renderFormula(expression: NonNullable<ExplainedStep['expression']>): readonly string[] {
  const lines = formatExpression(expression).split('\n')
  return lines.map(line => `  ${escapeText(line, longestValue)}`)
}

function renderOperation(explained: ExplainedOperation): readonly string[] {
  const { operation, inputs, output } = explained
  const command = renderCommand(explained)
  const commands = command === undefined ? [] : [`    ${command}`]
  if (inputs.some(({ name }) => name !== undefined)) {
    const width = Math.max(...inputs.map(({ name = '' }) => name.length))
    return [
      `  ${operation} = ${renderPart(output)}`,
      ...inputs.map(input => `    ${(input.name ?? '').padEnd(width)}  ${renderPart(input)}`),
      ...commands,
    ]
  }
  const line =
    operation === 'pick' || operation === 'shuffle'
      ? renderPick(operation, inputs, output)
      : operation === 'random_below'
        ? `  a random number below ${inputs.map(renderValue).join()}: ${renderValue(output)}`
        : `  ${operation}(${inputs.map(renderValue).join(', ')}) = ${renderValue(output)}`
  return [line, ...commands]
}

/** A shell command for the operation; undefined if no common program does it. */
function renderCommand({ operation, inputs, output }: ExplainedOperation): string | undefined {
  if (operation === 'pae') return printBytes([output])
  if (operation === 'hmac-sha256') {
    const [key, ...message] = inputs
    const printed = printBytes(message)
    if (typeof key?.value !== 'string' || key.more !== undefined) return undefined
    return printed && `${printed} | openssl dgst -sha256 -mac HMAC -macopt hexkey:${key.value}`
  }
  const command = hashCommands[operation]
  const printed = command && printBytes(inputs)
  return printed && `${printed} | ${command}`
}

/** Bytes for a pipe: a text as text; bytes of named parts otherwise as the hex shown. */
function printBytes(parts: readonly ExplainedValue[]): string | undefined {
  if (parts.some(({ more }) => more !== undefined)) return undefined
  const hexes = parts.map(({ value }) => value)
  if (!hexes.every(hex => typeof hex === 'string')) return undefined
  const bytes = concatBytes(...hexes.map(decodeHex))
  const isShown = parts.some(({ name }) => name !== undefined)
  if (isShown && readText(bytes) === undefined) return `printf %s ${hexes.join('')} | xxd -r -p`
  return `printf '${quoteBytes(bytes)}'`
}

/** The text that the bytes encode, if it has no invisible characters except line feeds. */
function readText(bytes: Uint8Array): string | undefined {
  try {
    const text = decodeUtf8(bytes)
    return /[^\P{C}\n]/u.test(text) ? undefined : text
  } catch {
    return undefined
  }
}

/**
 * Bytes for the printf of any POSIX shell in single quotes: text unchanged, the rest as octal escapes, which
 * unlike `\x` or a hex tool every shell has.
 */
function quoteBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte, index) => {
    const character = String.fromCharCode(byte)
    if (character === '\n') return '\\n'
    if (character === '%') return '%%'
    // A leading - would be an option; doubled, these two characters are commands to a CI runner that reads
    // logs.
    const special =
      (character === '-' && index === 0) || (/[:#]/.test(character) && bytes[index + 1] === byte)
    const plain = /[ -~]/.test(character) && !/['\\]/.test(character) && !special
    return plain ? character : `\\${byte.toString(8).padStart(3, '0')}`
  }).join('')
}

function renderPick(
  operation: string,
  [turn, left, index]: readonly ExplainedValue[],
  output: ExplainedValue,
): string {
  const [t, l, i] = [turn, left, index].map(value => (value === undefined ? '' : renderValue(value)))
  return `  ${operation}: turn ${t}, ${l} left, index ${i}: ${renderValue(output)}`
}

/** A part of a hash input: long parts are in the command below it, text also in readable form. */
function renderPart(value: ExplainedValue): string {
  if (value.type !== 'bytes' || typeof value.value !== 'string') return renderValue(value)
  if (value.more !== undefined) return renderValue(value)
  const bytes = decodeHex(value.value)
  if (bytes.length > longestPart) return `${bytes.length} bytes`
  const text = readText(bytes)
  return `${renderValue(value)}${text === undefined ? '' : `, ${escapeText(JSON.stringify(text))}`}`
}

function renderValue({ type, value, more }: ExplainedValue): string {
  const text = typeof value === 'string' && type !== 'text' ? value : JSON.stringify(value)
  const rest = more === undefined ? '' : ` … and ${more} more`
  return `${type === 'bytes' ? '0x' : ''}${escapeText(text, longestValue)}${rest}`
}
