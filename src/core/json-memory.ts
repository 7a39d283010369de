/**
 * How much memory the values of a JSON document take once they are read, about: known before there are any.
 *
 * @packageDocumentation
 */

/** Bytes of any value, where it stands. */
export const placeSize = 8

/** Bytes of an array or object, without its place and without what is in it. */
export const containerSize = 40

/** A text with such a character takes two bytes for each. */
const beyondLatin1 = /[\u0100-\uffff]/

/** Bytes of a text without its characters. */
const textSize = 20

/**
 * Says how many bytes a string of `text` takes beside its place, from the offset of its opening quote and the one
 * after its closing quote. Quotes and escapes count as they are written.
 */
export function measureStrings(text: string): (start: number, end: number) => number {
  const isWide = beyondLatin1.test(text)
  return (start, end) => {
    const width = isWide && beyondLatin1.test(text.slice(start, end)) ? 2 : 1
    return textSize + width * (end - start)
  }
}

/** Bytes of a number that is written in so many characters, beside its place: none for a small one. */
export function sizeOfNumber(length: number): number {
  return length > 9 ? 16 : 0
}

/** An object with more members has no fixed layout. */
const mostFastMembers = 100

/** Bytes of the latest of so many members of an object, without its value. */
export function sizeOfMember(count: number): number {
  return count > mostFastMembers ? 100 : placeSize
}
