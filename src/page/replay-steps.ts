/**
 * Recomputes a pick step by step. Each step continues from the results of the steps before it, not from the
 * check's, and compares its result with the published value.
 *
 * @packageDocumentation
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, decodeHex, encodeHex, encodeUtf8 } from '../core/encoding.js'
import { authenticateOnWeb, hashOnWeb } from '../web/hash.js'
import type { Picture } from './model.js'

/** The hash functions of a replay. */
export interface ReplayHasher {
  /** The browser's Web Crypto, or the page's program if there is none. */
  readonly name: 'browser' | 'page'
  readonly sha256: (bytes: Uint8Array) => Promise<Uint8Array>
  readonly hmac: (key: Uint8Array, message: Uint8Array) => Promise<Uint8Array>
}

/** The check's own hash functions. */
export const ownHasher: ReplayHasher = {
  name: 'page',
  sha256: bytes => Promise.resolve(sha256(bytes)),
  hmac: (key, message) => Promise.resolve(hmac(sha256, key, message)),
}

/** An implementation independent of the check's. */
export const browserHasher: ReplayHasher = { name: 'browser', sha256: hashOnWeb, hmac: authenticateOnWeb }

/** The part of the picture that a step belongs to. */
export type Stage =
  | 'secret'
  | 'list'
  | 'random'
  | 'mix'
  | 'number'
  | 'remainder'
  | 'place'
  | 'ticket'
  | 'path'

/** Names of a step's inputs and outputs. */
export type ValueName =
  | 'seed'
  | 'statement'
  | 'signature'
  | 'message'
  | 'key'
  | 'counter'
  | 'limit'
  | 'pool'
  | 'number'
  | 'rank'
  | 'taken'
  | 'leaf'
  | 'left'
  | 'right'
  | 'node'
  | 'digest'
  | 'place'

/** Input or output of a step: bytes in hex, numbers in decimal. */
export interface ReplayValue {
  readonly name: ValueName
  readonly value: string
}

/** One step. */
export interface Frame {
  readonly stage: Stage
  readonly inputs: readonly ReplayValue[]
  readonly output: string
  /** The value that the output has to equal. */
  readonly compared: {
    /** The operator's published value, or the result of the page's check if nothing is published. */
    readonly to: 'published' | 'check'
    readonly value: string
    readonly same: boolean
  }
  /** Whether the number is rejected, so that all tickets have the same chance. */
  readonly isRejected?: true
  /** Every computed hash, from the leaf upwards. */
  readonly hashes?: readonly string[]
}

/** A message from a replay. */
export interface Replayed {
  readonly frame: Frame
  /** From 1. */
  readonly step: number
  readonly of: number
  readonly by: ReplayHasher['name']
}

/** Results of the steps before. */
interface ReplayState {
  seed?: Uint8Array
  digest?: Uint8Array
  randomness?: Uint8Array
  key?: Uint8Array
  number?: bigint
  rank?: number
  place?: number
  leaf?: Uint8Array
}

type ReplayStep = (found: ReplayState) => Promise<Frame> | Frame

/** All steps of a pick, in order. */
export async function* replay(picture: Picture, hasher: ReplayHasher): AsyncGenerator<Replayed, undefined> {
  const steps = planReplay(picture, hasher)
  const found: ReplayState = {}
  for (const [at, step] of steps.entries()) {
    yield { frame: await step(found), step: at + 1, of: steps.length, by: hasher.name }
  }
  return undefined
}

function planReplay(picture: Picture, hasher: ReplayHasher): readonly ReplayStep[] {
  const { secret, list, random, position, attempt, published, ticket, taken, trials } = picture

  const openSecret: ReplayStep = async found => {
    found.seed = decodeHex(secret.value)
    const output = encodeHex(await hasher.sha256(found.seed))
    return {
      stage: 'secret',
      inputs: [{ name: 'seed', value: secret.value }],
      output,
      compared: compare('published', output, secret.committed),
    }
  }

  /** Hashes a published value, and keeps the digest for later steps. */
  const hash = (
    stage: Stage,
    input: ReplayValue,
    keep: 'digest' | 'randomness' | 'leaf',
    to: Frame['compared']['to'],
    expected: string,
  ): ReplayStep => {
    return async found => {
      const digest = await hasher.sha256(decodeHex(input.value))
      found[keep] = digest
      const output = encodeHex(digest)
      return { stage, inputs: [input], output, compared: compare(to, output, expected) }
    }
  }

  const readList = hash(
    'list',
    { name: 'statement', value: list.statement },
    'digest',
    list.named === undefined ? 'check' : 'published',
    list.named ?? list.digest,
  )

  const readRandom = (signature: string, value: string): ReplayStep =>
    hash('random', { name: 'signature', value: signature }, 'randomness', 'check', value)

  const mix: ReplayStep = async found => {
    const message = concatBytes(
      encodeUtf8('drawaudit/v1/draw\0'),
      found.digest ?? none,
      wordOf(position),
      wordOf(attempt),
      found.randomness ?? new Uint8Array(32),
    )
    found.key = await hasher.hmac(found.seed ?? none, message)
    const output = encodeHex(found.key)
    return {
      stage: 'mix',
      inputs: [
        { name: 'seed', value: encodeHex(found.seed ?? none) },
        { name: 'message', value: encodeHex(message) },
      ],
      output,
      compared: compare('check', output, picture.key),
    }
  }

  const tryNumber = (trial: number): ReplayStep => {
    return async found => {
      const counter = wordOf(trial)
      const bytes = await hasher.hmac(found.key ?? none, counter)
      const number = BigInt(`0x${encodeHex(bytes.subarray(0, 8))}`)
      found.number = number
      const limit = (words / BigInt(picture.pool)) * BigInt(picture.pool)
      return {
        stage: 'number',
        inputs: [
          { name: 'key', value: encodeHex(found.key ?? none) },
          { name: 'counter', value: encodeHex(counter) },
          { name: 'limit', value: String(limit) },
        ],
        output: String(number),
        compared: compare('check', String(number), trials[trial]?.number ?? ''),
        ...(number >= limit && { isRejected: true as const }),
      }
    }
  }

  const divide: ReplayStep = found => {
    const rank = Number((found.number ?? 0n) % BigInt(picture.pool))
    found.rank = rank
    found.place = rank
    return {
      stage: 'remainder',
      inputs: [
        { name: 'number', value: String(found.number) },
        { name: 'pool', value: String(picture.pool) },
      ],
      output: String(rank),
      compared: compare('check', String(rank), String(picture.rank)),
    }
  }

  const findPlace: ReplayStep = found => {
    let place = found.rank ?? 0
    for (const index of taken) if (index <= place) place += 1
    found.place = place
    return {
      stage: 'place',
      inputs: [
        { name: 'rank', value: String(found.rank) },
        ...(taken.length > 0 ? [{ name: 'taken' as const, value: taken.join(', ') }] : []),
      ],
      output: String(place),
      compared:
        published === undefined
          ? compare('check', String(place), String(picture.index))
          : compare('published', String(place), String(published.index)),
    }
  }

  const hashTicket = (leafBytes: string): ReplayStep =>
    hash('ticket', { name: 'leaf', value: leafBytes }, 'leaf', 'check', ticket?.path.leaf ?? '')

  const climb = (siblings: NonNullable<Picture['ticket']>['path']['siblings']): ReplayStep => {
    return async found => {
      let hash = found.leaf ?? none
      const hashes = [encodeHex(hash)]
      for (const { side, hash: sibling } of siblings) {
        const other = decodeHex(sibling)
        const pair = side === 'left' ? [other, hash] : [hash, other]
        hash = await hasher.sha256(concatBytes(Uint8Array.of(1), ...pair))
        hashes.push(encodeHex(hash))
      }
      const output = encodeHex(hash)
      return {
        stage: 'path',
        inputs: [
          { name: 'digest', value: hashes[0] ?? '' },
          ...siblings.map(({ side, hash: value }) => ({ name: side, value })),
        ],
        output,
        compared: compare('published', output, list.root),
        hashes,
      }
    }
  }

  return [
    openSecret,
    readList,
    ...(random === undefined ? [] : [readRandom(random.signature, random.value)]),
    mix,
    ...trials.map((_, trial) => tryNumber(trial)),
    divide,
    findPlace,
    ...(ticket === undefined ? [] : [hashTicket(ticket.leafBytes), climb(ticket.path.siblings)]),
  ]
}

const none = new Uint8Array()
const words = 2n ** 64n

function compare(to: Frame['compared']['to'], output: string, value: string): Frame['compared'] {
  return { to, value, same: output === value }
}

function wordOf(value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(4))
  view.setUint32(0, value)
  return new Uint8Array(view.buffer)
}
