/**
 * `--beacon`: beacon rounds from files. Each must be of a known chain, and is used by the draws that name it.
 *
 * @packageDocumentation
 */
import {
  beaconRandomness,
  parseBeacon,
  verifyBeacon,
  type Beacon,
  type ChainInfo,
} from '../../core/beacon.js'
import { parseJson, type JsonValue } from '../../core/json.js'
import { DrawauditError } from '../../errors.js'
import { describeBeaconFault } from '../../remote/read-beacon.js'
import { escapeText } from '../../render/escape.js'
import type { OpenRound } from '../../verify/draw/supply.js'
import { findSource } from '../../io/files.js'

/** Maximum number of rounds: each takes about 20 ms to verify. */
const mostBeacons = 1000

interface GivenBeacon {
  readonly beacon: Beacon
  readonly file: string
  readonly pointer: string
  /** The chain that signed it, once found. */
  chain?: ChainInfo
  /** A chain on which a draw names this round number, but which did not sign it. */
  otherChain?: ChainInfo
  isNeeded: boolean
}

export interface GivenBeacons {
  /** The beacon of an open round, if a file has it. */
  readonly find: (open: OpenRound) => { readonly beacon: Beacon; readonly from: string } | undefined
  /**
   * Notes about beacons that no draw needed.
   *
   * @throws DrawauditError `beacon-invalid` for one of no known chain.
   */
  readonly finish: () => readonly string[]
}

/**
 * Reads the files.
 *
 * @param chains - chains known from the start; those of recipes are added when draws need them.
 * @throws DrawauditError `usage`, `beacon-invalid`, as reading a JSON file does, each with the file name.
 */
export function readGivenBeacons(files: readonly string[], chains: readonly ChainInfo[]): GivenBeacons {
  const given = files.flatMap(readBeacons)
  if (given.length > mostBeacons) {
    throw new DrawauditError('usage', `--beacon gives ${given.length} rounds, more than ${mostBeacons}`, {
      hint: 'give those that the draws name',
    })
  }
  const asked: ChainInfo[] = []
  for (const one of given) chains.some(chain => isOf(one, chain))
  return {
    find({ chain, round }) {
      if (!asked.some(({ chainHash }) => chainHash === chain.chainHash)) asked.push(chain)
      const found = given.find(one => one.beacon.round === round && isOf(one, chain))
      if (found === undefined) {
        for (const one of given) if (one.beacon.round === round) one.otherChain = chain
        return undefined
      }
      found.isNeeded = true
      const { beacon, file } = found
      const randomness = beaconRandomness(beacon.signature)
      return { beacon: { ...beacon, randomness }, from: `${file}, verified` }
    },
    finish() {
      for (const one of given) {
        if (one.chain === undefined && !asked.some(chain => isOf(one, chain))) {
          throw explainUnknown(one, [...chains, ...asked])
        }
      }
      return files.flatMap(file => {
        const rounds = given.filter(one => one.file === file && !one.isNeeded)
        const strangers = rounds.filter(({ chain, otherChain }) => chain && otherChain)
        const others = rounds.filter(one => !strangers.includes(one))
        return [
          ...strangers.map(describeStranger),
          ...(others.length === 0 ? [] : [describeNeedless(file, others)]),
        ]
      })
    },
  }
}

/** Whether the chain signed it; remembers the chain that did. */
function isOf(given: GivenBeacon, chain: ChainInfo): boolean {
  if (given.chain !== undefined) return given.chain.chainHash === chain.chainHash
  if (!verifyBeacon(given.beacon, chain).valid) return false
  given.chain = chain
  return true
}

/** Accepts a round in drand's form, a list of rounds, or an object with the list as `beacons`. */
function readBeacons(file: string): readonly GivenBeacon[] {
  return DrawauditError.within({ file }, () => {
    const value = parseJson(findSource(file).read())
    const list = listIn(value)
    if (list?.length === 0) {
      throw new DrawauditError('usage', 'there is no round in the file', { hint: 'leave --beacon out' })
    }
    return (list ?? [{ pointer: '', json: value }]).map(({ pointer, json }) => {
      try {
        return { beacon: parseBeacon(json), file, pointer, isNeeded: false }
      } catch (error) {
        if (!(error instanceof DrawauditError)) throw error
        throw error.at({ pointer: pointer + (error.where.pointer ?? '') })
      }
    })
  })
}

function listIn(value: JsonValue): readonly { pointer: string; json: JsonValue }[] | undefined {
  if (isList(value)) return value.map((json, index) => ({ pointer: `/${index}`, json }))
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, 'beacons')) return undefined
  const { beacons = null } = value
  if (!isList(beacons)) return undefined
  return beacons.map((json, index) => ({ pointer: `/beacons/${index}`, json }))
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function explainUnknown(
  { beacon, file, pointer }: GivenBeacon,
  chains: readonly ChainInfo[],
): DrawauditError {
  const distinct = chains.filter(
    ({ chainHash }, index) => chains.findIndex(other => other.chainHash === chainHash) === index,
  )
  const reasons = distinct.slice(0, 3).map(chain => {
    const check = verifyBeacon(beacon, chain)
    return `${nameOf(chain)}: ${check.valid ? 'verified' : describeBeaconFault(check.reason)}`
  })
  const message = `round ${beacon.round} belongs to no known chain (${reasons.join('; ')})`
  return new DrawauditError('beacon-invalid', message, {
    where: { file, ...(pointer !== '' && { pointer }) },
    hint: 'fetch the round again, or give its chain in the recipe or in a trust file with --trust FILE',
  })
}

function nameOf({ beaconId, chainHash }: ChainInfo): string {
  return beaconId === '' ? chainHash.slice(0, 8) : beaconId
}

function describeStranger({ beacon, file, chain, otherChain }: GivenBeacon): string {
  const [own, other] = [chain, otherChain].map(one => (one === undefined ? 'no chain' : nameOf(one)))
  return `not needed: ${escapeText(file)} has round ${beacon.round} of the chain ${own}; a draw names the round on the chain ${other}`
}

/** Maximum number of rounds named in a note. */
const mostNamed = 5

function describeNeedless(file: string, given: readonly GivenBeacon[]): string {
  const named = given.slice(0, mostNamed).map(({ beacon }) => beacon.round)
  const more = given.length - named.length
  const rounds = `${given.length === 1 ? 'round' : 'rounds'} ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
  return `not needed: ${escapeText(file)} has ${rounds}, which no draw leaves open`
}
