/**
 * Lines of a terminal.
 *
 * @packageDocumentation
 */
import { escapeText } from './escape.js'

/** Columns where nobody says how many there are. */
export const usualWidth = 80

/** Max characters of one text. */
const longest = 600

/** Words that come after `drawaudit` in a command; a test compares them with the commands. */
export const commandWords: ReadonlySet<string> = new Set(
  (
    'add adopt backup beacon bundle cancel check completion copy create db deliver deliveries desk draw exit-codes ' +
    'explain export fetch find format generate hash help import init issue key levels list listen log migrate monitor ' +
    'new observe page passphrase pause proof publish raffle raffles receipt recipe redate redeliver remove replace ' +
    'restore resume revoke rotate run seal selftest sequence serve set show sign stats status steps store test ' +
    'timestamp token trust verify watch webhook withdraw witness claims'
  ).split(' '),
)

/** Words that an option takes and that look like those of a sentence. */
const optionWords = /^(?:reproducible|unsteerable|witnessed|authentic|well-formed|json|text|both|all)\b/

/** The end of a command within a sentence. */
const ends = /[,;:.)]+ ?$/

/** A name in capitals, an option, a path, a URL, a number: what only a command has. */
const isArgument = (word: string): boolean =>
  /^(?:--?[a-z]|[A-Z][A-Z_]+\b|…|'|"|-$)/.test(word) || /[./_\d=|]\S/.test(word)

/** The words of a text with the space after them; a command of drawaudit in it is one, which no line break divides. */
export function splitWords(text: string): readonly string[] {
  const words: string[] = []
  let isCommand = false
  let previous = ''
  for (const word of text.split(/(?<= )/)) {
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

/** The beginning of a text, which ends between two words where it can. */
function cut(text: string): string {
  if (text.length <= longest) return text
  const end = text.slice(0, longest).search(/[\s,][^\s,]{0,200}$/)
  return end === -1 ? text : `${text.slice(0, end + 1)}… (${text.length - end - 1} characters more)`
}

/** Columns that a text takes on a terminal that colours it. */
// eslint-disable-next-line no-control-regex -- colours have no width
export const widthOf = (text: string): number => text.replace(/\u001b\[\d+m/g, '').length

/**
 * Text from outside after `start`, in lines of at most `columns` where words allow it, `indent` from the second on.
 * What somebody may paste is never divided: an id, a hash, a URL, a command.
 */
export function wrap(start: string, text: string, indent: number, columns: number): string {
  return layOut(start, splitWords(escapeText(cut(text), 2 * longest)), indent, columns)
}

/**
 * Lines that are safe to print, each in lines of at most `columns` as {@link wrap} makes them: what follows stands two
 * columns further in, or below the second column of a table.
 *
 * @param hang - how much further in a line goes on that begins at the margin: 0 of paragraphs.
 */
export function reflow(text: string, columns: number, hang = 2): string {
  return text
    .split('\n')
    .map(line => (widthOf(line) <= columns || isCommand(line) ? line : reflowLine(line, columns, hang)))
    .join('\n')
}

/** Whether a line is nothing but a command, to be copied. */
function isCommand(line: string): boolean {
  const [, program] = /^ *(?:\$ )?(\S+)/.exec(line) ?? []
  if (program === 'drawaudit') return splitWords(line.replace(/^ *(?:\$ )?/, '')).length === 1
  return /^(?:curl|openssl|printf|echo|export|npm|npx|psql|systemctl|sudo|cosign)$/.test(program ?? '')
}

function reflowLine(line: string, columns: number, hang: number): string {
  const [start = ''] = /^ */.exec(line) ?? []
  // Up to the last column that leaves room, or the first.
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

/** What goes on is further in than what begins. */
const leastMargin = 2

function layOut(start: string, words: readonly string[], indent: number, columns: number): string {
  const lines: string[] = []
  let line = start
  let used = widthOf(start)
  for (const word of words) {
    const length = widthOf(word.trimEnd())
    // What is long begins further to the left where it fits then.
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
