/** Places in JSON, and what stands there. */
import type { Json, Members } from './protocol/second-opinion.js'

export type Path = readonly (string | number)[]

/** Every place in a value, itself left out. */
export function placesIn(value: Json | undefined, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return inner.flatMap(([key, item]) => [[...path, key], ...placesIn(item, [...path, key])])
}

/** A copy of a value with the part at a path replaced. */
export function changeAt(
  value: Json,
  [key, ...rest]: Path,
  edit: (part: Json, inList: boolean) => readonly Json[],
): Json {
  if (Array.isArray(value)) {
    return value.flatMap((item, at) => {
      if (at !== key) return [item]
      return rest.length > 0 ? [changeAt(item, rest, edit)] : [...edit(item, true)]
    })
  }
  return Object.fromEntries(
    Object.entries(value as Members).flatMap(([name, item]) => {
      if (name !== key) return [[name, item]]
      const edited = rest.length > 0 ? [changeAt(item, rest, edit)] : edit(item, false)
      return edited.map(part => [name, part])
    }),
  )
}
