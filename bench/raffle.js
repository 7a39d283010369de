// A whole raffle made in memory: its list of entries in a file, and its bundle. The signatures and the drand round are
// real ones, by keys of the benchmark's own.
import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { join } from 'node:path'
import { encodeChainInfo } from '../dist/core/beacon-json.js'
import { firstRoundAtOrAfter } from '../dist/core/beacon.js'
import { encodeEnvelope, encodePae } from '../dist/core/dsse.js'
import { encodeHex } from '../dist/core/encoding.js'
import { deriveInclusionProof } from '../dist/core/inclusion-proof.js'
import { hashLeaf, MerkleTree } from '../dist/core/merkle.js'
import { pick, skipSorted } from '../dist/core/selection.js'
import { encodeStatement, statementType } from '../dist/model/statement.js'
import { native } from '../dist/native/engine.js'
import { createChain } from '../dist/relay/create-chain.js'
import { ids, writeEntries } from './entries.js'

/** Prizes of one raffle: some more would make its first statement too long. What is picked beyond replaces a winner. */
const mostPrizes = 200

const operator = 'Example Raffles'
const close = Date.UTC(2026, 8, 1, 12) / 1000
const drawAt = close + 3600
const { chain, sign: signRound } = createChain({
  secretKey: new Uint8Array(32).fill(7),
  period: 3,
  genesisTime: close - 86_400,
})
const firstRound = firstRoundAtOrAfter(chain, drawAt)

/** So many rounds decide raffles, one after the other and then again from the first. */
export const sharedRounds = 100
const rounds = []
/** The round of a raffle, and so much later it is drawn than the first one. */
const roundOf = number => (rounds[number % sharedRounds] ??= signRound(firstRound + (number % sharedRounds)))
const laterOf = number => chain.period * (number % sharedRounds)

const secretKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 9)]),
  format: 'der',
  type: 'pkcs8',
})
const publicKey = createPublicKey(secretKey).export({ format: 'der', type: 'spki' }).subarray(-32)

const sha256 = bytes => createHash('sha256').update(bytes).digest()
const digest = bytes => `sha256:${sha256(bytes).toString('hex')}`
const utc = seconds => `${new Date(seconds * 1000).toISOString().slice(0, 19)}+00:00`
const uuid = text => {
  const hex = sha256(text).toString('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5')
}
const kindOf = number => (number % 10 === 0 ? 'free' : 'paid')
const leafOf = (id, kind) => hashLeaf(Buffer.from(`${id}\n${kind}`), native)

/** Whom to believe, and what the clock says, of every raffle that is made here. */
export const trust = {
  trust: 'drawaudit/v1',
  operators: [
    {
      name: operator,
      keys: [
        {
          algorithm: 'ed25519',
          public_key: publicKey.toString('hex'),
          valid_from: '2026-01-01T00:00:00+00:00',
        },
      ],
    },
  ],
  beacons: [encodeChainInfo(chain)],
}
export const now = new Date((drawAt + 86_400) * 1000)

/** Writes the list of so many entries into a folder; returns what a bundle says of it, and how to prove one. */
export async function writeList(folder, count) {
  const file = join(folder, `${count}.ndjson`)
  const hash = createHash('sha256')
  // Every eighth level of the tree, but the leaves, which are made anew.
  const nodes = []
  const tree = new MerkleTree(native, (level, _index, node) => {
    if (level > 0 && level % 8 === 0) (nodes[level / 8] ??= []).push(node)
  })
  await writeEntries(file, count, (number, kind) => {
    const id = ids.uuid(number)
    const line = `["${id}","${kind}"]\n`
    hash.update(line)
    tree.append(leafOf(id, kind))
    return line
  })
  const readNodes = (level, start, end) => {
    if (level > 0) return nodes[level / 8]?.slice(start, end) ?? []
    const numbers = Array.from({ length: end - start }, (_, index) => start + index)
    return numbers.map(number => leafOf(ids.uuid(number), kindOf(number)))
  }
  return {
    count,
    file,
    root: tree.root(),
    digest: `sha256:${hash.digest('hex')}`,
    prove: async index =>
      (await deriveInclusionProof(index, count, async (...nodes) => readNodes(...nodes), native)).map(
        encodeHex,
      ),
  }
}

/**
 * The bundle of a raffle over a list, from which so many are picked: light, or with the list beside it.
 *
 * @param {{ readonly isListed?: boolean, readonly number?: number, readonly onSigned?: (signed: object) => void }} options -
 * `number` makes another raffle; `onSigned` is told what was signed, and the signature.
 */
export async function makeBundle(list, picks, { isListed = false, number = 0, onSigned } = {}) {
  const raffle_id = uuid(`raffle ${number}`)
  const beacon = roundOf(number)
  const time = seconds => utc(seconds + laterOf(number))
  const prizes = Array.from({ length: Math.min(picks, mostPrizes) }, (_, index) => {
    const seed = sha256(`seed ${number} ${index}`)
    const about = { draw_id: uuid(`draw ${number} ${index}`), prize_name: `Prize ${index + 1}` }
    return { seed, about, rng_seed_hash: digest(seed) }
  })
  const statements = []
  let previous = null
  function say(statement) {
    const linked = { raffle_id, sequence: statements.length, previous, operator, ...statement }
    const payload = encodeStatement(linked)
    previous = digest(payload)
    const message = encodePae(statementType, payload)
    const signature = sign(null, message, secretKey)
    onSigned?.({ message, signature })
    const keyId = sha256(publicKey).toString('hex')
    statements.push(encodeEnvelope({ payloadType: statementType, payload, keyId, signature }))
    return payload
  }
  say({
    type: 'commitment',
    issued_at_utc: time(close - 3600),
    raffle_name: 'Summer raffle',
    prizes: prizes.map(({ about, rng_seed_hash }) => ({ ...about, rng_seed_hash })),
    max_entries: list.count,
    entries_close_at_utc: time(close),
    draw_at_utc: time(drawAt),
    beacon: { chain_hash: chain.chainHash, round: beacon.round },
    selection: 'drawaudit-v1',
    supersedes: null,
  })
  const free = Math.ceil(list.count / 10)
  const sealed = say({
    type: 'seal',
    issued_at_utc: time(close + 60),
    total_entries: list.count,
    paid_entries: list.count - free,
    free_entries: free,
    entries_root: `sha256:${encodeHex(list.root)}`,
  })
  const common = { sealDigest: sha256(sealed), randomness: beacon.randomness }
  const taken = []
  const winners = []
  for (let order = 0; order < picks; order++) {
    const { seed, about, rng_seed_hash } = prizes[order % prizes.length]
    const position = (order % prizes.length) + 1
    const attempt = Math.floor(order / prizes.length)
    const pool = list.count - order
    const index = skipSorted(pick({ ...common, seed, position, attempt }, pool).rank, taken)
    taken.splice(taken.findLastIndex(place => place < index) + 1, 0, index)
    const entry_id = ids.uuid(index)
    const drawnAt = time(drawAt + 3 + order)
    const found = {
      drawn_at_utc: drawnAt,
      total_entries: pool,
      winner_index: index,
      winner_entry_id: entry_id,
    }
    const { draw_id } = about
    const replaced = { type: 'replacement', draw_id, attempt, reason: 'the winner did not answer' }
    const drawn = { type: 'draw', ...about, rng_seed_hash, rng_seed: encodeHex(seed) }
    say({ issued_at_utc: drawnAt, position, ...found, ...(attempt === 0 ? drawn : replaced) })
    winners.push({
      ...{ position, attempt, entry_id, kind: kindOf(index), index },
      inclusion: await list.prove(index),
    })
  }
  const { round, signature } = beacon
  return Buffer.from(
    JSON.stringify({
      bundle: 'drawaudit/v1',
      statements,
      beacon: { chain_hash: chain.chainHash, round, signature: encodeHex(signature) },
      winners,
      ...(isListed && { entries_file: { name: 'entries.ndjson', digest: list.digest } }),
    }),
  )
}

/** The chain, and the rounds that so many raffles are decided by. */
export function listRounds(count) {
  return {
    chain,
    beacons: Array.from({ length: Math.min(count, sharedRounds) }, (_, number) => roundOf(number)),
  }
}

/** The operator's key: 32 bytes. */
export { publicKey }

/** The chain of rounds that are verified together, and the first so many of them. */
export function signRounds(count) {
  return { chain, beacons: Array.from({ length: count }, (_, index) => signRound(index + 1)) }
}
