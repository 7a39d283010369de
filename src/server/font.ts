/**
 * Reads from a font which characters it has and how wide they are: the necessary part of OpenType (ISO/IEC
 * 14496-22).
 *
 * @packageDocumentation
 */

export interface Font {
  /** Whether the font has a glyph for every character of a text. */
  readonly has: (text: string) => boolean
  /** Width of a text in ems. Ligatures may be narrower. */
  readonly measure: (text: string) => number
}

/** @throws Error if the bytes are not a TrueType font with a character map of format 12. */
export function readFont(bytes: Uint8Array): Font {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables = new Map<string, number>()
  for (let index = 0; index < view.getUint16(4); index += 1) {
    const at = 12 + 16 * index
    tables.set(Buffer.from(bytes.subarray(at, at + 4)).toString('latin1'), view.getUint32(at + 8))
  }
  const place = (tag: string): number => {
    const at = tables.get(tag)
    if (at === undefined) throw new Error(`the font has no table ${tag}`)
    return at
  }
  const unitsPerEm = view.getUint16(place('head') + 18)
  const metrics = view.getUint16(place('hhea') + 34)
  const hmtx = place('hmtx')
  const glyphs = readCharacters(view, place('cmap'))

  const widthOf = (character: string): number => {
    const glyph = glyphs.get(character.codePointAt(0) ?? 0) ?? 0
    return view.getUint16(hmtx + 4 * Math.min(glyph, metrics - 1)) / unitsPerEm
  }
  return {
    has: text => Array.from(text).every(character => glyphs.has(character.codePointAt(0) ?? 0)),
    measure: text => Array.from(text).reduce((sum, character) => sum + widthOf(character), 0),
  }
}

/** Glyph ids by code point, from the subtable of format 12, which covers all of Unicode. */
function readCharacters(view: DataView, cmap: number): ReadonlyMap<number, number> {
  const glyphs = new Map<number, number>()
  for (let index = 0; index < view.getUint16(cmap + 2); index += 1) {
    const at = cmap + view.getUint32(cmap + 8 + 8 * index)
    if (view.getUint16(at) !== 12) continue
    for (let group = 0; group < view.getUint32(at + 12); group += 1) {
      const range = at + 16 + 12 * group
      const [start, end, glyph] = [0, 4, 8].map(offset => view.getUint32(range + offset)) as [
        number,
        number,
        number,
      ]
      for (let code = start; code <= end; code += 1) glyphs.set(code, glyph + code - start)
    }
    return glyphs
  }
  throw new Error('the font has no character map of format 12')
}
