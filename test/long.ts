/**
 * Whether all of a file is run, rather than its short form: `x.long.test.ts` asks for it, then runs `x.test.ts`. Images
 * are of all that there is.
 */
export const isLong = process.env['LONG'] !== undefined || process.env['IMAGES'] !== undefined

/** All of a list in the long form, and otherwise about so many, from all over it. */
export function some<T>(all: readonly T[], count: number): readonly T[] {
  return isLong ? all : all.filter((_, index) => index % Math.ceil(all.length / count) === 0)
}
