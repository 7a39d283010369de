/**
 * Estimates the memory that the values of a JSON document will take, before they exist.
 *
 * @packageDocumentation
 */

/** Bytes of the slot of any value. */
export const placeSize = 8

/** Bytes of an array or object, without its slot and content. */
export const containerSize = 40

/** One such character makes a string take two bytes for each of its characters. */
const beyondLatin1 = /[\u0100-\uffff]/

/** Bytes of a string without its characters. */
const textSize = 20

/**
 * Returns a function for the bytes of a string in `text` without its slot, given the offset of its opening
 * quote and the one after its closing quote. Quotes and escapes count as written.
 */
export function measureStrings(text: string): (start: number, end: number) => number {
  const isWide = beyondLatin1.test(text)
  return (start, end) => {
    const width = isWide && beyondLatin1.test(text.slice(start, end)) ? 2 : 1
    return textSize + width * (end - start)
  }
}

/** Bytes of a number written in `length` characters, without its slot: none for a small one. */
export function sizeOfNumber(length: number): number {
  return length > 9 ? 16 : 0
}

/** Max members of an object with a fixed layout. */
const mostFastMembers = 100

/** Bytes of the `count`-th member of an object, without its value. */
export function sizeOfMember(count: number): number {
  return count > mostFastMembers ? 100 : placeSize
}
