/**
 * Text from outside, made safe to print: it cannot move the cursor, hide, or turn the line around.
 *
 * @packageDocumentation
 */

/**
 * Control, format (bidirectional and zero-width among them), surrogate, private-use, line-separator and other
 * invisible characters, and what is no character; and the beginnings of what CI runners carry out when it stands in a
 * log: `::command` where a line may begin, `##[command]` anywhere.
 */
const unsafe =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]|(?<!\S):(?=:[a-z])|#(?=#[a-z]*\[)/giu

/** Replaces every unsafe character but the line feed. */
export function replaceUnsafe(text: string, replace: (character: string) => string): string {
  return text.replace(unsafe, character => (character === '\n' ? character : replace(character)))
}

/** So much of one text goes on a line. */
const longest = 400

/**
 * One line of printable text.
 *
 * @param length - longer text is cut, and says by how much.
 */
export function escapeText(text: string, length = longest): string {
  const cut =
    text.length > length ? `${text.slice(0, length)}… (${text.length - length} characters more)` : text
  return replaceUnsafe(cut, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`).replace(
    /\n/g,
    '\\n',
  )
}

/** Without runs of white space: a title cannot be laid out so that it looks like lines of a report. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
