/**
 * Values from elsewhere that an organiser left out: a beacon with its signature, a value that the auditor
 * looked up. They fill gaps; published values stay unchanged.
 *
 * @packageDocumentation
 */
import { verifyBeacon, type Beacon, type ChainInfo } from '../../core/beacon.js'
import type { BlockHeader } from '../../core/blocks/header.js'
import { encodeHex } from '../../core/encoding.js'
import type { JsonValue } from '../../core/json.js'
import type { ErrorCode } from '../../errors.js'
import type { Subject } from '../../model/report.js'
import type { Recipe } from '../../recipe/recipe.js'

/** What is given beside a draw, and where each value came from. */
export interface Supply {
  /** Each is used for the draws that name its round and whose chain signed it. */
  readonly beacons?: readonly {
    /** The round with its signature. */
    readonly beacon: Beacon
    /** A file, URL or option. */
    readonly from: string
  }[]
  /** Values by the names of a recipe's inputs. */
  readonly given?: ReadonlyMap<
    string,
    {
      /** As a draw would publish it. */
      readonly value: JsonValue
      /** A file, URL or option. */
      readonly from: string
    }
  >
  /** Block headers from `parseHeaders`, in any order. */
  readonly headers?: readonly BlockHeader[]
  /** Rounds that could not be fetched. */
  readonly unreached?: readonly Unreached[]
}

/** Why a round could not be fetched: claims that depend on it are not provable, with this code. */
export interface Unreached {
  /** 64 lower-case hex digits. */
  readonly chainHash: string
  /** The round that is missing. */
  readonly round: number
  /** What went wrong, for programs. */
  readonly code: ErrorCode
  /** The same in one sentence: lower case, no full stop. */
  readonly message: string
}

/** A round named by a draw, of which something needed for verification is missing. */
export interface OpenRound {
  readonly chain: ChainInfo
  readonly round: number
}

type PublishedMembers = Readonly<Record<string, JsonValue>>

/** The published values with gaps filled, and the names of the filled ones. */
export function supplyValues(
  recipe: Recipe,
  published: PublishedMembers,
  { beacons = [], given = new Map() }: Supply,
): { readonly published: PublishedMembers; readonly supplied: NonNullable<Subject['supplied']> } {
  if (beacons.length === 0 && given.size === 0) return { published, supplied: [] }
  const supplied: { name: string; from: string }[] = []
  const values: Record<string, JsonValue> = { ...published }
  for (const [name, { value, from }] of given) {
    if (!recipe.inputs.has(name) || Object.hasOwn(values, name)) continue
    values[name] = value
    supplied.push({ name, from })
  }
  for (const [name, { chain }] of recipe.inputs) {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (chain === undefined || value === undefined || !isOpen(value, chain)) continue
    const found = beacons.find(
      ({ beacon }) => beacon.round === value['round'] && verifyBeacon(beacon, chain).valid,
    )
    if (found === undefined) continue
    // Published members win: a randomness that is not the hash of this signature is then refuted by it.
    values[name] = { ...beaconJson(found.beacon), ...value }
    supplied.push({ name, from: found.from })
  }
  return { published: values, supplied }
}

/** Rounds needed to complete a draw's beacons. */
export function findOpenRounds(
  recipe: Recipe,
  published: PublishedMembers,
  given: NonNullable<Supply['given']> = new Map(),
): readonly OpenRound[] {
  const { published: values } = supplyValues(recipe, published, { given })
  return [...recipe.inputs].flatMap(([name, { chain }]) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined
    if (chain === undefined || value === undefined || !isOpen(value, chain)) return []
    const { round } = value
    return typeof round === 'number' && Number.isSafeInteger(round) && round > 0 ? [{ chain, round }] : []
  })
}

/** Whether a beacon names a round but lacks something that its signature is verified from. */
export function isOpen(value: JsonValue, chain: ChainInfo): value is Readonly<Record<string, JsonValue>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const wanted = ['randomness', 'signature', ...(isChained(chain) ? ['previous_signature'] : [])]
  return 'round' in value && wanted.some(member => !Object.hasOwn(value, member))
}

function isChained({ scheme }: ChainInfo): boolean {
  return scheme === 'pedersen-bls-chained'
}

/** In drand's form. */
function beaconJson({ randomness, signature, previousSignature }: Beacon): Record<string, JsonValue> {
  return {
    ...(randomness && { randomness: encodeHex(randomness) }),
    signature: encodeHex(signature),
    ...(previousSignature && { previous_signature: encodeHex(previousSignature) }),
  }
}
