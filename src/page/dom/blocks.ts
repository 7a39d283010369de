/**
 * Data and programs that the single-file page holds.
 *
 * @packageDocumentation
 */

/** The text of a block, by element id; empty if there is none. */
export function readBlock(id: string): string {
  return document.querySelector(`script#${id}`)?.textContent ?? ''
}

/** Decodes a packed block: base64 of raw deflate, RFC 1951. */
export async function unpackBlock(id: string): Promise<string> {
  const bytes = Uint8Array.from(atob(readBlock(id)), byte => byte.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return await new Response(stream).text()
}

/** The texts in the language of the page, as a program. */
export const unpackWords = (): Promise<string> => unpackBlock(`words-${document.documentElement.lang}`)

/** Runs a program at once: the page's content security policy has its hash. */
export function runText(text: string): void {
  const script = document.createElement('script')
  script.textContent = text
  document.head.append(script)
}
