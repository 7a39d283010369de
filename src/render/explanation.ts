/**
 * An explanation for people, with a command for every hash that a shell can redo.
 *
 * @packageDocumentation
 */
import { decodeHex } from '../core/encoding.js'
import type { ExplainedOperation, ExplainedStep, ExplainedValue, Explanation } from '../verify/explain.js'
import { escapeText, onOneLine } from './escape.js'
import { createStyle, describeStatus } from './style.js'

export interface ExplanationOptions {
  readonly colour?: boolean
  /** Operations to show of one step; the rest is counted. */
  readonly operations?: number
}

/** Values are shown whole up to this many characters: a hash input has to be seen to be redone. */
const longestValue = 20_000

const hashCommands: Readonly<Record<string, string>> = { sha256: 'sha256sum', md5: 'md5sum' }

/** The explanation as text, with a newline at the end. */
export function renderExplanation(explanation: Explanation, options: ExplanationOptions = {}): string {
  const style = createStyle(options.colour ?? false)
  const { source, title, recipe, notes, published, steps, claims, omitted } = explanation
  return [
    style.strong(escapeText(onOneLine(title))),
    `${escapeText(source)}, recipe ${recipe.name}: ${escapeText(recipe.title)}`,
    ...notes.map(note => `note: ${escapeText(note)}`),
    '',
    style.strong('published'),
    ...published.map(
      ({ name, title, ...value }) => `  $${name}, the ${escapeText(title)}: ${renderValue(value)}`,
    ),
    ...steps.flatMap(step => [
      '',
      style.strong(`$${step.name}`),
      ...renderStep(step, options.operations ?? 40),
    ]),
    '',
    style.strong('claims'),
    ...claims.flatMap(({ id, status, message, expected, found, operations }) => [
      `  ${style.status(status, describeStatus(status))}  ${id}  ${escapeText(message)}`,
      ...(expected === undefined ? [] : [`    expected ${escapeText(expected, longestValue)}`]),
      ...(found === undefined ? [] : [`    found    ${escapeText(found, longestValue)}`]),
      ...operations.flatMap(renderOperation).map(line => `  ${line}`),
    ]),
    ...(omitted > 0 ? ['', `${omitted} more operations were carried out than can be listed`] : []),
    '',
  ].join('\n')
}

function renderStep(
  { expression, operations, output, failed }: ExplainedStep,
  most: number,
): readonly string[] {
  const more = operations.length - most
  return [
    `  ${escapeText(JSON.stringify(expression), longestValue)}`,
    ...operations.slice(0, most).flatMap(renderOperation),
    ...(more > 0 ? [`  … and ${more} more operations; --all shows them`] : []),
    output === undefined ? `  no value: ${escapeText(failed ?? '')}` : `  = ${renderValue(output)}`,
  ]
}

function renderOperation({ operation, inputs, output }: ExplainedOperation): readonly string[] {
  const line =
    operation === 'pick'
      ? renderPick(inputs, output)
      : `  ${operation}(${inputs.map(renderValue).join(', ')}) = ${renderValue(output)}`
  const command = hashCommands[operation]
  const [input] = inputs
  if (command === undefined || typeof input?.value !== 'string') return [line]
  return [line, `    printf '${quoteBytes(decodeHex(input.value))}' | ${command}`]
}

/**
 * Bytes for the printf of any POSIX shell, in single quotes: text as it is, the rest as octal escapes, which every
 * shell has, unlike `\x` or a tool that reads hex.
 */
function quoteBytes(bytes: Uint8Array): string {
  return Array.from(bytes, (byte, index) => {
    const character = String.fromCharCode(byte)
    if (character === '\n') return '\\n'
    if (character === '%') return '%%'
    // At the beginning, a - would make an option of it.
    const plain = /[ -~]/.test(character) && !/['\\]/.test(character) && !(character === '-' && index === 0)
    return plain ? character : `\\${byte.toString(8).padStart(3, '0')}`
  }).join('')
}

function renderPick([turn, left, index]: readonly ExplainedValue[], output: ExplainedValue): string {
  const [t, l, i] = [turn, left, index].map(value => (value === undefined ? '' : renderValue(value)))
  return `  pick: turn ${t}, ${l} left, index ${i}: ${renderValue(output)}`
}

function renderValue({ type, value, more }: ExplainedValue): string {
  const text = typeof value === 'string' && type !== 'text' ? value : JSON.stringify(value)
  const rest = more === undefined ? '' : ` … and ${more} more`
  return `${type === 'bytes' ? '0x' : ''}${escapeText(text, longestValue)}${rest}`
}
