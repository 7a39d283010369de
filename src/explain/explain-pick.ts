/**
 * Explains a pick and an entry of a bundle: from the seed to the place in the list, from the entry to the
 * root.
 *
 * @packageDocumentation
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { equalBytes, parseSha256 } from '../core/digest.js'
import { decodeHex, encodeHex, encodeUtf8 } from '../core/encoding.js'
import { traceHashes, type Engine } from '../core/engine.js'
import { hashLeaf, verifyInclusion } from '../core/merkle.js'
import type { Trial } from '../core/selection.js'
import { encodeLeaf, type Entry } from '../model/entry.js'
import type { Seal } from '../model/statement.js'
import { namePick, type StatementChain } from '../verify/bundle/chain.js'
import { derivePick, type DerivedPick } from '../verify/bundle/checks/winner-derived.js'
import type { ExplainedOperation, ExplainedStep, ExplainedValue } from './explain-draw.js'

/** Named bytes. */
export function nameBytes(name: string, bytes: Uint8Array): ExplainedValue {
  return { name, ...plainBytes(bytes) }
}

/** Bytes as a result. */
export function plainBytes(bytes: Uint8Array): ExplainedValue {
  return { type: 'bytes', value: encodeHex(bytes) }
}

function nameInteger(name: string, value: bigint | number): ExplainedValue {
  return { name, ...plainInteger(value) }
}

function plainInteger(value: bigint | number): ExplainedValue {
  return { type: 'integer', value: value.toString() }
}

/** SHA-256 of concatenated parts. */
export function explainHash(inputs: readonly ExplainedValue[], digest: Uint8Array): ExplainedOperation {
  return { operation: 'sha256', inputs, output: plainBytes(digest) }
}

/** Why a step cannot continue, in one sentence. */
export function explainFaults(faults: readonly string[]): Pick<ExplainedStep, 'failed'> {
  return faults.length === 0 ? {} : { failed: faults.join('; ') }
}

/** Max earlier places listed. */
const mostTaken = 100

/**
 * How the `order`-th pick of the chain leads to a place in the sealed list.
 *
 * @param randomness - undefined if missing.
 */
export function explainPick(
  chain: StatementChain,
  order: number,
  randomness: Uint8Array | undefined,
  engine: Engine,
): ExplainedStep | undefined {
  const { commitment, draws, picks, seal } = chain
  const made = picks[order]
  if (made === undefined) return undefined
  const faults: string[] = []
  const operations: ExplainedOperation[] = []
  const revealed = draws.find(({ position }) => position === made.position)
  const prize = commitment?.prizes[made.position - 1]
  if (revealed === undefined) faults.push('its seed is not in the bundle')
  else {
    const seed = decodeHex(revealed.rng_seed)
    const digest = engine.hash('sha256', seed)
    operations.push(explainHash([nameBytes('seed', seed)], digest))
    if (prize === undefined) faults.push('the commitment has no such prize')
    else if (!equalBytes(digest, parseSha256(prize.rng_seed_hash))) {
      faults.push(`the commitment has another hash of the seed: ${prize.rng_seed_hash}`)
    }
  }
  if (seal === undefined) faults.push('there is no seal')
  else if (randomness === undefined) faults.push('the committed beacon is not in the bundle')
  else if (seal.statement.total_entries <= order) faults.push('no entry is left to pick')
  const derived = randomness && derivePick(chain, order, randomness)
  if (derived === undefined && faults.length === 0) faults.push('there is no such pick')
  if (derived !== undefined) {
    operations.push(...explainDerived(derived))
    if (derived.pool !== made.total_entries)
      faults.push(`the statement says that the pool is ${made.total_entries}`)
    if (derived.index !== made.winner_index) faults.push(`the statement says ${made.winner_index}`)
  }
  return {
    name: namePick(made),
    title: `a place in the list for ${prize?.prize_name ?? 'a prize'}, from the seed, the seal and the randomness`,
    operations,
    ...(derived && { output: plainInteger(derived.index) }),
    ...explainFaults(faults),
  }
}

function explainDerived(derived: DerivedPick): readonly ExplainedOperation[] {
  const { seed, message, key, pool, trials, rank, taken, index } = derived
  const number = trials.at(-1)?.number ?? 0n
  const limit = (2n ** 64n / BigInt(pool)) * BigInt(pool)
  const more = taken.length - mostTaken
  return [
    {
      operation: 'hmac-sha256',
      inputs: [
        nameBytes('key, the seed', seed),
        nameBytes('"drawaudit/v1/draw" and 00', message.subarray(0, 18)),
        nameBytes('digest of the seal', message.subarray(18, 50)),
        nameBytes('position', message.subarray(50, 54)),
        nameBytes('attempt', message.subarray(54, 58)),
        nameBytes('randomness', message.subarray(58)),
      ],
      output: plainBytes(key),
    },
    { operation: 'largest-multiple', inputs: [nameInteger('pool', pool)], output: plainInteger(limit) },
    ...trials.flatMap(trial => explainTrial(trial, key, limit)),
    {
      operation: 'mod',
      inputs: [nameInteger('number', number), nameInteger('pool', pool)],
      output: plainInteger(rank),
    },
    {
      operation: 'skip',
      inputs: [
        nameInteger('rank', rank),
        {
          name: 'taken',
          type: 'list',
          value: taken.slice(0, mostTaken).map(String),
          ...(more > 0 && { more }),
        },
      ],
      output: plainInteger(index),
    },
  ]
}

function explainTrial(
  { message, number, accepted }: Trial,
  key: Uint8Array,
  limit: bigint,
): readonly ExplainedOperation[] {
  const output = hmac(sha256, key, message)
  return [
    {
      operation: 'hmac-sha256',
      inputs: [nameBytes('key', key), nameBytes('i', message)],
      output: plainBytes(output),
    },
    {
      operation: 'u64be',
      inputs: [nameBytes('first 8 bytes', output.subarray(0, 8))],
      output: plainInteger(number),
    },
    {
      operation: 'below',
      inputs: [nameInteger('number', number), nameInteger('largest multiple', limit)],
      output: { type: 'text', value: accepted ? 'accepted' : 'rejected' },
    },
  ]
}

/** An entry, and its claimed path to the sealed root. */
export interface ProvenEntry {
  readonly entry: Entry
  readonly index: number
  readonly inclusion: readonly Uint8Array[]
}

/** Every hash from the leaf of an entry to the root, computed as by the verifier. */
export function explainEntry(
  name: string,
  { entry, index, inclusion }: ProvenEntry,
  { entries_root, total_entries }: Seal,
  engine: Engine,
): ExplainedStep {
  const { traced, hashes } = traceHashes(engine)
  const leafHash = hashLeaf(encodeLeaf(entry), traced)
  const root = parseSha256(entries_root)
  const holds = verifyInclusion({ index, size: total_entries, leafHash, proof: inclusion, root }, traced)
  const operations = hashes.map(({ bytes, digest }, level) =>
    explainHash(level === 0 ? nameLeaf(bytes, entry) : nameNode(bytes), digest),
  )
  return {
    name,
    title: `from the entry at place ${index} of ${total_entries} up to the root of the list`,
    operations,
    output: plainBytes(hashes.at(-1)?.digest ?? leafHash),
    ...(!holds && { failed: `this does not lead to the sealed root ${entries_root}` }),
  }
}

function nameLeaf(bytes: Uint8Array, { id, nonceHash }: Entry): readonly ExplainedValue[] {
  const end = 1 + encodeUtf8(id).length
  return [
    nameBytes('leaf', bytes.subarray(0, 1)),
    nameBytes('id', bytes.subarray(1, end)),
    nameBytes('line feed', bytes.subarray(end, end + 1)),
    nameBytes('kind', bytes.subarray(end + 1, end + 5)),
    ...(nonceHash === undefined
      ? []
      : [
          nameBytes('line feed', bytes.subarray(end + 5, end + 6)),
          nameBytes('nonce_hash', bytes.subarray(end + 6)),
        ]),
  ]
}

function nameNode(bytes: Uint8Array): readonly ExplainedValue[] {
  return [
    nameBytes('node', bytes.subarray(0, 1)),
    nameBytes('left', bytes.subarray(1, 33)),
    nameBytes('right', bytes.subarray(33)),
  ]
}
