/**
 * Declares the inputs of a found recipe.
 *
 * @packageDocumentation
 */
import { quicknetChain, verifyBeacon, type Beacon } from '../../core/beacon.js'
import { decodeHex } from '../../core/encoding.js'
import type { JsonValue } from '../../core/json.js'
import { isObject } from '../../model/plain-values.js'
import type { Input, InputType } from '../../model/recipe.js'
import type { SearchedValues } from './published.js'
import { printScalar } from './datum.js'
import { nameAsWords } from './names.js'
import type { ScalarShape, ValueShape } from './shape.js'

/** Declares every value; `used` are those in claims. */
export function declareInputs(
  published: SearchedValues,
  used: ReadonlySet<string>,
): Readonly<Record<string, Input>> {
  const inputs = [...published.shapes].map(([name, shape]): readonly [string, Input] => {
    const declared = { ...typeOf(name, shape, published), title: nameAsWords(name) }
    return [name, used.has(name) ? declared : { ...declared, informational: true }]
  })
  return Object.fromEntries(inputs)
}

function typeOf(name: string, shape: ValueShape, published: SearchedValues): InputType {
  switch (shape.kind) {
    case 'list':
      return { type: 'list', of: scalarType(shape.of) }
    case 'table': {
      const columns = Object.entries(shape.columns).map(([column, of]) => [column, scalarType(of)] as const)
      return { type: 'table', columns: Object.fromEntries(columns) }
    }
    case 'beacon':
      return { type: 'drand', chain: guessChain(published.draws.map(draw => draw[name])) }
    default:
      return scalarType(shape)
  }
}

function scalarType(shape: ScalarShape): InputType {
  switch (shape.kind) {
    case 'hex':
      if (shape.prefix === '0x') return { type: 'text' }
      return shape.prefix === 'sha256:' ? { type: 'sha256' } : bytesType('hex', shape.length)
    case 'base64':
      return bytesType('base64', shape.length)
    case 'fraction':
      return { type: 'float' }
    case 'integer':
    case 'text':
      return { type: shape.kind }
  }
}

function bytesType(encoding: 'hex' | 'base64', length: number | undefined): InputType {
  return { type: 'bytes', encoding, ...(length !== undefined && { length }) }
}

/** Above any round of the default chain until 2030. */
const latestOfDefault = 10_000_000

/**
 * The chain of beacons. A signature determines it; without one, the default chain, whose rounds are the
 * oldest, and quicknet for rounds beyond the default chain's in 2030.
 */
export function guessChain(beacons: readonly (JsonValue | undefined)[]): 'default' | 'quicknet' {
  const isQuicknet = beacons.some(beacon => {
    if (beacon === undefined || !isObject(beacon)) return false
    const { round, signature } = beacon
    if (typeof signature !== 'string') return Number(round) > latestOfDefault
    return signature.length === 96 && isOfQuicknet(beacon)
  })
  return isQuicknet ? 'quicknet' : 'default'
}

/** An invalid signature determines nothing; then the round does. */
function isOfQuicknet({ round, randomness, signature }: Readonly<Record<string, JsonValue>>): boolean {
  const beacon: Beacon = {
    round: Number(round),
    signature: decodeHex(printScalar(signature)),
    ...(typeof randomness === 'string' && { randomness: decodeHex(randomness) }),
  }
  return verifyBeacon(beacon, quicknetChain).valid || Number(round) > latestOfDefault
}
