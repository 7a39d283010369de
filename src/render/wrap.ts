/**
 * Wraps lines for a terminal.
 *
 * @packageDocumentation
 */
import { escapeText } from './escape.js'
import { widthOf } from './width.js'

/** Default number of columns. */
export const usualWidth = 80

/** Max characters of one text. */
const longest = 600

/** Words after `drawaudit` in a command; a test compares them with the actual commands. */
export const commandWords: ReadonlySet<string> = new Set(
  (
    'add adopt backup beacon bundle cancel check completion copy create db deliver deliveries desk draw exit-codes ' +
    'explain export fetch find format generate hash help import init issue key levels list listen log migrate monitor ' +
    'new observe page passphrase pause proof publish raffle raffles receipt recipe redate redeliver remove replace ' +
    'restore resume revoke rotate run seal selftest sequence serve set show sign stats status steps store test ' +
    'timestamp token trust verify watch webhook withdraw witness claims'
  ).split(' '),
)

/** Values of options that could be words of a sentence. */
const optionWords = /^(?:reproducible|unsteerable|witnessed|authentic|well-formed|json|text|both|all)\b/

/** The end of a command within a sentence. */
const ends = /[,;:.)]+ ?$/

/** Whether a word can only be part of a command: a name in capitals, an option, a path, a URL, a number. */
const isArgument = (word: string): boolean =>
  /^(?:--?[a-z]|[A-Z][A-Z_]+\b|…|'|"|-$)/.test(word) || /[./_\d=|]\S/.test(word)

/**
 * Words of a text with the spaces after them; a drawaudit command counts as one word, so that it is never
 * wrapped.
 */
export function splitWords(text: string): readonly string[] {
  const words: string[] = []
  let isCommand = false
  let previous = ''
  for (const word of text.split(/(?<= )(?! )/)) {
    const bare = word.trimEnd()
    const goesOn: boolean =
      isCommand &&
      !ends.test(previous) &&
      (commandWords.has(bare.replace(ends, '')) ||
        isArgument(bare) ||
        (previous.startsWith('--') && optionWords.test(bare)))
    if (goesOn) words.push(`${words.pop() ?? ''}${word}`)
    else words.push(word)
    isCommand = goesOn || bare === 'drawaudit'
    previous = bare
  }
  return words
}

/** Shortens a text, between two words if possible. */
function cut(text: string): string {
  if (text.length <= longest) return text
  const end = text.slice(0, longest).search(/[\s,][^\s,]{0,200}$/)
  return end === -1 ? text : `${text.slice(0, end + 1)}… (${text.length - end - 1} characters more)`
}

/**
 * Wraps outside text after `start` to `columns` if words allow it, with `indent` from the second line on.
 * Anything that may be copied is never divided: ids, hashes, URLs, commands.
 */
export function wrap(start: string, text: string, indent: number, columns: number): string {
  return layOut(start, splitWords(escapeText(cut(text), 2 * longest)), indent, columns)
}

/**
 * Escapes lines and wraps each to `columns` like {@link wrap}: continuations are indented by two more
 * columns, or to the second column of a table.
 *
 * @param hang - extra indent of continuations of a line without indent: 0 for paragraphs.
 */
export function reflow(text: string, columns: number, hang = 2): string {
  return text
    .split('\n')
    .map(line => (widthOf(line) <= columns || isCommand(line) ? line : reflowLine(line, columns, hang)))
    .join('\n')
}

/** Whether a line is only a command, for copying. */
function isCommand(line: string): boolean {
  const [, program] = /^ *(?:\$ )?(\S+)/.exec(line) ?? []
  if (program === 'drawaudit') return splitWords(line.replace(/^ *(?:\$ )?/, '')).length === 1
  return /^(?:curl|openssl|printf|echo|export|npm|npx|psql|systemctl|sudo|cosign)$/.test(program ?? '')
}

function reflowLine(line: string, columns: number, hang: number): string {
  const [start = ''] = /^ */.exec(line) ?? []
  // Up to the last table column that leaves room, or the first.
  const cells = [/^ *(?:\S+(?: \S+)* {2,})+(?=\S)/, /^ *\S+(?: \S+)* {2,}(?=\S)/].map(
    one => one.exec(line)?.[0] ?? '',
  )
  const width = cells.map(widthOf).find(one => one <= columns / 2) ?? 0
  const indent =
    width > 0 && width <= columns / 2
      ? width
      : start.length + (start === '' && !line.startsWith('- ') ? hang : 2)
  return layOut(start, splitWords(line.slice(start.length)), indent, columns)
}

/** Min indent of continuations relative to the line. */
const leastMargin = 2

function layOut(start: string, words: readonly string[], indent: number, columns: number): string {
  const lines: string[] = []
  let line = start
  let used = widthOf(start)
  for (const word of words) {
    const length = widthOf(word.trimEnd())
    // Long items begin further left if they fit there.
    const margin = columns - length < leastMargin ? indent : Math.min(indent, columns - length)
    if (used + length > columns && used > margin) {
      lines.push(line.trimEnd())
      line = ' '.repeat(margin)
      used = margin
    }
    line += word
    used += widthOf(word)
  }
  lines.push(line.trimEnd())
  return lines[0] === '' && lines.length > 1 ? lines.slice(1).join('\n') : lines.join('\n')
}
