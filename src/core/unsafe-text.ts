/**
 * Finds text that must not be printed: invisible characters, terminal controls, and CI runner commands.
 *
 * @packageDocumentation
 */

/**
 * Matches text that may have to be replaced, in three kinds; the first two are groups of the expression:
 *
 * 1. `emoji`: an emoji, alone, with a selector or skin tone, or joined by ZWJ; a flag with tags. Printed as it is where
 *    it hides nothing.
 * 2. `kept`: the line feed; keycaps; and the joiners that RFC 5892 allows (CONTEXTJ, appendix A.1 and A.2), if fonts
 *    show them. That is less than it allows: ZWNJ between letters that join of Arabic alone, without rare letters and
 *    without marks between; ZWNJ between a virama and a consonant of scripts with conjuncts; ZWJ after the virama of
 *    Sinhala before a consonant, in chillus of Malayalam, after RA and in KSSA of Devanagari. One it lacks: RA, ZWJ and
 *    YA-phalaa of Bengali.
 * 3. One character that is replaced: control, format (bidirectional and zero-width among them), surrogate, private-use,
 *    line-separator and other invisible characters, and noncharacters; and the beginnings of commands that CI
 *    runners execute from logs: `::command` where a line may begin, `##[command]` anywhere.
 */
const findNotable = once(
  () =>
    /(\u{1f3f4}[\u{e0061}-\u{e007a}]{5}\u{e007f}|[^\P{Emoji}#*\d][\p{EMod}\ufe0e\ufe0f]?(?:\u200d[^\P{Emoji}#*\d][\p{EMod}\ufe0e\ufe0f]?)*)|(\n|[#*\d]\ufe0f\u20e3|(?<=[\u0626\u0628\u062a-\u062e\u0633-\u063f\u0641-\u0647\u0649\u064a\u0678-\u0687\u069a-\u06bf\u06c1\u06cc\u06ce\u06d0])\u200c(?=[\u0622-\u063f\u0641-\u064a\u0675-\u06d3])|(?<=[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0ccd\u0d4d])\u200c(?=[\u0915-\u0d3a])(?=[\p{Lo}])|(?<=\u0dca|\u0930\u094d)\u200d(?=[\u0915-\u0939\u0d9a-\u0dc6])|(?<=\u0915\u094d)\u200d(?=\u0937)|(?<=[\u0d15\u0d23\u0d28\u0d30\u0d32\u0d33]\u0d4d)\u200d|(?<=\u09b0)\u200d(?=\u09cd\u09af))|[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{DI}\p{NChar}]|(?<!\S):(?=:[a-zA-Z])|#(?=#[a-zA-Z]*\[)/gu,
)

/** Emoji that fonts draw as one; the others look the same without their joiners. */
const findDrawn = once(() => {
  try {
    return new RegExp('^[\\p{RGI_Emoji}--\\p{Emoji}]$', 'v')
  } catch {
    // Before Chromium 112, Firefox 116 and Safari 17, all of that form are printed as they are.
    return undefined
  }
})

/** Quick test: unusual characters, or a pair that may begin a CI command. */
const perhapsNotable = /[^\n -~·×÷–—‘’“”…≤≥]|::|##/

/** A character as its code point: `\u{200b}`. */
export const spellOut = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** Replaces every unsafe character but the line feed. */
export function replaceUnsafe(text: string, replace: (character: string) => string): string {
  if (!perhapsNotable.test(text)) return text
  return text.replace(findNotable(), (found: string, emoji?: string, kept?: string) =>
    // A selector after one unit changes the appearance; after two, only if Unicode says so.
    emoji !== undefined && (emoji.length < 3 || (findDrawn()?.test(emoji) ?? true))
      ? emoji
      : (kept ?? found.replace(/[#\P{Emoji}]/gu, one => replace(one))),
  )
}

/** Makes a value on first use: compiling the Unicode sets takes longer than verifying a draw. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
