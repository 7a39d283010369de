// The strict reader: what it accepts, JSON.parse reads the same; it refuses only by its own error, at a place that exists.
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { parseJson } from '../../../src/core/json.js'
import { DrawauditError } from '../../../src/errors.js'
import { assertHolds } from './expect.js'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const seeds = [
  readFileSync('fixtures/records/three-prizes.json', 'utf8'),
  '{"a":[1,-2,0,9007199254740991,true,false,null,"\\u00e9\\ud83d\\ude00\\n"],"b":{}}',
  '[[[[]]]]',
  '{"a":1,"\\u0061":2}',
  '{"__proto__":1}',
  '"\\ud800"',
  '1e400',
  '\ufeff{}',
]

export function fuzz(data: Buffer): void {
  let value: unknown
  try {
    value = parseJson(data)
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    const { byte, line, column } = error.where
    assertHolds(byte === undefined || (byte >= 0 && byte <= data.length), 'a byte outside of the document')
    assertHolds(
      line === undefined || (line >= 1 && line <= data.length + 1),
      'a line outside of the document',
    )
    assertHolds(column === undefined || (column >= 1 && column <= data.length + 1), 'a column outside of it')
    return
  }
  assertHolds(isDeepStrictEqual(value, JSON.parse(utf8.decode(data))), 'JSON.parse reads it otherwise')
}
