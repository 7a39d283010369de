/**
 * A heuristic for personal data: for warnings, so it may err in both directions.
 *
 * @packageDocumentation
 */

const address = /^[^@]+@[^@]+\.([a-z]{2,}|xn--[a-z\d-]+)$/i

/** Separators around an address, as in `Jo Doe <jo@example.org>`. */
const aroundAddresses = /[\s<>()[\]",;]+/

/** Whether a text contains an e-mail address. */
export function holdsAddress(text: string): boolean {
  // Few texts contain an @, and this test is far cheaper than the expression.
  return text.includes('@') && text.split(aroundAddresses).some(one => address.test(one))
}

/** Two to four words of letters, each with a capital: `Jo Doe`, `Doe, Jo`, `Anne-Marie O’Neil`. */
const name = /^\p{Lu}[\p{L}\p{M}.'’-]+(?:,? \p{Lu}[\p{L}\p{M}.'’-]*){1,3}$/u

/** `+49 170 1234567`, `(030) 123456`, `0170/1234567`, `555-123-4567`. Digits alone could be any number. */
const telephone =
  /^(?:\+\d[\d ()./-]+|\(\d{2,5}\)[\d ./-]+|0[1-9]\d{1,4}[ /][\d ./-]+|\d{3}[-. ]\d{3}[-. ]\d{4})$/

/** Numbers, UUIDs and codes, like most ids. */
const isCode = (id: string): boolean => /^[\w-]*$/.test(id) && !telephone.test(id)

/** An id redacted for a warning, which others may read: only the first letter of each word. */
export const maskPersonal = (id: string): string =>
  id.slice(0, 60).replaceAll(/([\p{L}\p{N}])[\p{L}\p{M}\p{N}'’]+/gu, '$1…')

/** Whether an id looks like a name, an e-mail address or a telephone number. */
export function looksPersonal(id: string): boolean {
  if (isCode(id)) return false
  if (holdsAddress(id)) return true
  // All upper case is more likely the name of a ticket.
  if (name.test(id)) return /\p{Ll}/u.test(id)
  return isTelephone(id)
}

/** Whether an id is written like a telephone number. */
export function isTelephone(id: string): boolean {
  const digits = id.replaceAll(/\D/g, '').length
  return digits >= 8 && digits <= 15 && telephone.test(id)
}
