/**
 * The inputs of a recipe that was found.
 *
 * @packageDocumentation
 */
import { quicknetChain, verifyBeacon, type Beacon } from '../core/beacon.js'
import { decodeHex } from '../core/encoding.js'
import type { JsonValue } from '../core/json.js'
import type { Input, InputType } from '../model/recipe.js'
import type { PublishedValues } from './published.js'
import { isObject, printScalar, type ScalarShape, type Shape } from './shape.js'

/** How a recipe declares a value of a shape. */
function typeOf(shape: ScalarShape): InputType {
  switch (shape.kind) {
    case 'hex':
      if (shape.prefix === '0x') return { type: 'text' }
      if (shape.prefix === 'sha256:') return { type: 'sha256' }
      return { type: 'bytes', encoding: 'hex', ...(shape.length !== undefined && { length: shape.length }) }
    case 'base64':
      return {
        type: 'bytes',
        encoding: 'base64',
        ...(shape.length !== undefined && { length: shape.length }),
      }
    case 'integer':
      return { type: 'integer' }
    case 'text':
      return { type: 'text' }
  }
}

function inputType(name: string, shape: Shape, published: PublishedValues): InputType {
  switch (shape.kind) {
    case 'list':
      return { type: 'list', of: typeOf(shape.of) }
    case 'table': {
      const columns = Object.entries(shape.columns).map(([column, of]) => [column, typeOf(of)] as const)
      return { type: 'table', columns: Object.fromEntries(columns) }
    }
    case 'beacon':
      return { type: 'drand', chain: findChain(published.draws.map(draw => draw[name])) }
    default:
      return typeOf(shape)
  }
}

/** Declares every value; `used` are those that claims rest on. */
export function declareInputs(
  published: PublishedValues,
  used: ReadonlySet<string>,
): Readonly<Record<string, Input>> {
  const inputs = [...published.shapes].map(([name, shape]): readonly [string, Input] => {
    const declared = { ...inputType(name, shape, published), title: titleOf(name) }
    return [name, used.has(name) ? declared : { ...declared, informational: true }]
  })
  return Object.fromEntries(inputs)
}

export function titleOf(name: string): string {
  return name.replaceAll('_', ' ')
}

/**
 * The chain of beacons. A signature tells; without one the default chain is assumed, whose rounds are the oldest, and
 * quicknet beyond what that chain had reached by 2030.
 */
export function findChain(beacons: readonly (JsonValue | undefined)[]): 'default' | 'quicknet' {
  const isQuicknet = beacons.some(beacon => {
    if (beacon === undefined || !isObject(beacon)) return false
    const { round, signature } = beacon
    if (typeof signature !== 'string') return Number(round) > latestOfDefault
    return signature.length === 96 && isGenuine(beacon)
  })
  return isQuicknet ? 'quicknet' : 'default'
}

const latestOfDefault = 10_000_000

function isGenuine({ round, randomness, signature }: Readonly<Record<string, JsonValue>>): boolean {
  const beacon: Beacon = {
    round: Number(round),
    signature: decodeHex(printScalar(signature)),
    ...(typeof randomness === 'string' && { randomness: decodeHex(randomness) }),
  }
  // A signature of this length that does not verify is still none of the default chain.
  return verifyBeacon(beacon, quicknetChain).valid || Number(round) > latestOfDefault
}
