/**
 * The bytes behind a value of the picture.
 *
 * @packageDocumentation
 */
import { valueStrings as say } from '../catalogue/en/picture.js'
import { copyable, el } from './elements.js'

type ValueId = keyof typeof say

/** A value that can show its bytes. */
export type Bytes = readonly [id: ValueId, value: string]

export function renderBytes(bytes: readonly Bytes[]): HTMLElement {
  return el(
    'dl',
    { class: 'values' },
    ...bytes.flatMap(([id, value]) => {
      const [what, how] = say[id]
      return [el('dt', {}, el('strong', {}, what), ` ${how}`), el('dd', {}, copyable(value, what))]
    }),
  )
}
