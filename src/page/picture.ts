/**
 * The picks of a bundle as pictures: every value from the published ones to the ticket.
 *
 * @packageDocumentation
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { builtInChains } from '../core/beacon.js'
import { equalBytes, parseSha256 } from '../core/digest.js'
import { concatBytes, encodeHex } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import type { Bundle } from '../model/bundle.js'
import { encodeLeaf } from '../model/entry.js'
import type { ProvenEntry } from '../explain/explain-pick.js'
import { attemptOf, isStatement, type StatementChain } from '../verify/bundle/chain.js'
import { derivePick, findRandomness, type DerivedPick } from '../verify/bundle/checks/winner-derived.js'
import { derivePicks } from '../verify/bundle/unpublished.js'
import type { HashedList } from './hashed-list.js'
import type { PageClaim, Picture, PlacedTicket, PageVerdict } from './model.js'
import { createPath, placeTicket } from './paths.js'
import { joinWords } from './words.js'

/** Max pictures of one raffle. */
const mostPictures = 50

/** Input of the pictures. */
export interface PictureInput {
  readonly bundle: Bundle
  readonly chain: StatementChain
  /** When the round was due, in milliseconds since 1970. */
  readonly round: number | undefined
  readonly claims: readonly PageClaim[]
  /** Whether the winners follow from verified values although the operator has not published them. */
  readonly isOut: boolean
  readonly engine: Engine
  readonly list: HashedList | undefined
}

/** Ordered by prize; for each prize the final winner first. */
export function createPictures(drawn: PictureInput): readonly Picture[] {
  const { chain, bundle, isOut } = drawn
  const randomness = findRandomness(drawn)
  if (randomness === undefined) return []
  if (isOut) {
    return Array.from(take(derivePicks(chain, bundle.beacon), mostPictures)).flatMap(
      (derived, order) =>
        createPicture(drawn, { order, derived, randomness, position: order + 1, attempt: 0 }) ?? [],
    )
  }
  return chain.picks
    .slice(0, mostPictures)
    .flatMap((made, order) => {
      const derived = derivePick(chain, order, randomness)
      const [position, attempt] = [made.position, attemptOf(made)]
      return derived && (createPicture(drawn, { order, derived, randomness, position, attempt, made }) ?? [])
    })
    .filter(picture => picture !== undefined)
    .sort((a, b) => a.position - b.position || b.attempt - a.attempt)
}

function* take<T>(values: Iterable<T>, most: number): Generator<T, void> {
  let count = 0
  for (const value of values) {
    if (++count > most) return
    yield value
  }
}

/** One pick by the rule. */
interface Ruled {
  /** Index among all picks, from 0. */
  readonly order: number
  readonly position: number
  readonly attempt: number
  readonly derived: DerivedPick
  readonly randomness: Uint8Array
  /** The published pick. */
  readonly made?: StatementChain['picks'][number]
}

function createPicture(
  { bundle, chain, round, claims, engine, isOut, list }: PictureInput,
  { order, position, attempt, derived, randomness, made }: Ruled,
): Picture | undefined {
  const { commitment, seal, picks } = chain
  const prize = commitment?.prizes[position - 1]
  const at = chain.links.findIndex(({ statement }) => statement === seal?.statement)
  const sealed = chain.links[at]?.envelope.payload
  if (commitment === undefined || prize === undefined) return undefined
  if (seal === undefined || sealed === undefined) return undefined
  const { seed, message, key, trials, pool, rank, taken, index } = derived
  const { statement } = seal
  const after = chain.links[at + 1]?.statement
  const named = after !== undefined && isStatement(after) ? after.previous : null
  const ticket = findTicket(bundle, seal.statement, order, index, { engine, list })
  const published = made && {
    ...{ id: made.winner_entry_id, index: made.winner_index, pool: made.total_entries },
  }
  const committed = parseSha256(prize.rng_seed_hash)
  const { beacon } = bundle
  return {
    prize: prize.prize_name,
    position,
    attempt,
    replaced: picks.some(pick => pick.position === position && attemptOf(pick) > attempt),
    secret: {
      value: encodeHex(seed),
      committed: encodeHex(committed),
      isPublic: commitment.seeds === 'public',
      at: Date.parse(commitment.issued_at_utc),
      holds: equalBytes(engine.hash('sha256', seed), committed),
    },
    list: {
      statement: encodeHex(sealed),
      digest: encodeHex(seal.digest),
      ...(named !== null && { named: encodeHex(parseSha256(named)) }),
      root: encodeHex(parseSha256(statement.entries_root)),
      entries: statement.total_entries,
      at: Date.parse(statement.issued_at_utc),
      // Winners can follow only from the sealed list.
      word: isOut ? 'proven' : wordOf(claims, ['entries.sealed']),
    },
    ...(commitment.beacon !== null &&
      beacon && {
        random: {
          signature: encodeHex(beacon.signature),
          value: encodeHex(randomness),
          chain: beacon.chainHash,
          round: beacon.round,
          ...(round !== undefined && { at: round }),
          isDrand: drand.includes(beacon.chainHash),
          word: wordOf(claims, ['beacon.genuine', 'beacon.rule']),
        },
      }),
    message: encodeHex(message),
    key: encodeHex(key),
    trials: trials.map(({ message: counter, number, accepted }) => ({
      counter: encodeHex(counter),
      output: encodeHex(hmac(sha256, key, counter)),
      number: String(number),
      accepted,
    })),
    limit: String((2n ** 64n / BigInt(pool)) * BigInt(pool)),
    ...{ pool, rank, taken, index, ...(published && { published }) },
    ...(ticket && { ticket }),
    agrees:
      published === undefined ||
      (index === published.index && pool === published.pool && (ticket?.id ?? published.id) === published.id),
  }
}

/** Chain hashes of drand's well-known chains. */
const drand: readonly string[] = Object.values(builtInChains).map(({ chainHash }) => chainHash)

function wordOf(claims: readonly PageClaim[], ids: readonly string[]): PageVerdict {
  return joinWords(claims.filter(({ id }) => ids.includes(id)).map(({ word }) => word))
}

/** The ticket at a place, from the winner's proof or the whole list. */
function findTicket(
  bundle: Bundle,
  seal: NonNullable<StatementChain['seal']>['statement'],
  order: number,
  index: number,
  { engine, list }: Pick<PictureInput, 'engine' | 'list'>,
): PlacedTicket | undefined {
  const id = bundle.entries?.[index]?.id
  const proven = bundle.winners?.[order]
  const isProven = proven?.index === index && (id ?? proven.entry.id) === proven.entry.id
  const placed = isProven ? proven : id === undefined ? undefined : placeTicket(bundle, seal, { id }, list)
  // Each place has one ticket; otherwise the list is not the sealed one.
  if (placed?.index !== index) return undefined
  const ticket = place(placed, seal, engine)
  return ticket.path.holds ? ticket : undefined
}

function place(
  placed: ProvenEntry,
  seal: NonNullable<StatementChain['seal']>['statement'],
  engine: Engine,
): PlacedTicket {
  const { entry, index } = placed
  return {
    id: entry.id,
    index,
    leafBytes: encodeHex(concatBytes(Uint8Array.of(0), encodeLeaf(entry))),
    path: createPath(placed, seal, engine),
  }
}
