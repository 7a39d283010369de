/**
 * Checks the hash of a block by pinned hashes, and by headers that the auditor gives.
 *
 * @packageDocumentation
 */
import type { BlockHeader } from '../../core/blocks/header.js'
import { shippedPins, type BlockPin } from '../../core/blocks/pins.js'
import type { ClaimCode } from '../../model/report.js'
import type { TrustRoot } from '../../model/trust.js'
import { indexHeaders, printHeight as print, type HeaderIndex } from './block-headers.js'
import { checkBlockWork } from './block-work.js'
import type { DrawClaimResult } from './check-beacon.js'

/** A block as named by a draw. */
export interface NamedBlock {
  readonly chain: string
  readonly height: bigint
  /** 64 lower-case hex digits, in the byte order of explorers. */
  readonly hash: string
}

const names: Readonly<Record<string, string>> = { bitcoin: 'Bitcoin', ethereum: 'Ethereum' }

/**
 * Proven if the hash is pinned at that height, or headers lead from it up to a pin; refuted if the pins show
 * another one. Proof of work counts only above the highest pin of Bitcoin: below it, a fork from an old pin,
 * when work was cheap, costs next to nothing, and headers up to the pin are available.
 */
export function checkBlock(
  block: NamedBlock,
  trust: TrustRoot,
  headers: readonly BlockHeader[],
): DrawClaimResult {
  const { chain, height, hash } = block
  const { pins, contradiction } = findPins(chain, trust)
  if (contradiction !== undefined) {
    return open(
      'block-unpinned',
      `your trust file pins another block ${print(contradiction)} than drawaudit does`,
    )
  }
  const index = indexHeaders(headers)
  const mistaken = findMistaken(chain, trust, index)
  if (mistaken !== undefined) {
    return open(
      'block-unpinned',
      `your trust file pins another block ${print(mistaken.pin.height)} than the headers have that lead to block ${print(mistaken.above.height)}, which drawaudit pins`,
    )
  }
  const name = names[chain] ?? chain
  if (height < 0n || height > BigInt(Number.MAX_SAFE_INTEGER)) {
    return open('block-unpinned', `${name} has no block ${height}`)
  }
  const at = Number(height)
  const isOf = (pin: BlockPin): boolean => pin.height === at
  const same = pins.find(isOf)
  if (same !== undefined) {
    const because = `block ${print(at)} of ${name}, ${describePin(same, trust)}`
    return decide(block, same.hash, 'block-pinned', because)
  }
  const above = pins.find(pin => pin.height > at)
  if (above !== undefined) return follow(block, above, index, describePin(above, trust))
  const base = pins.at(-1)
  if (chain === 'bitcoin' && base !== undefined) {
    return checkBlockWork(at, hash, base, index, describePin(base, trust))
  }
  const also =
    chain === 'ethereum' ? ', give the headers from this block to that one with --headers FILE' : ''
  return open(
    'block-unpinned',
    `no block of ${name} from ${print(at)} on is pinned; pin ${chain === 'ethereum' ? 'this one, or a later one' : 'this one'}, as you have it from elsewhere: drawaudit trust add --block ${chain}:HEIGHT:HASH${also}`,
  )
}

/** Follows headers down from the pin: each names the hash of the one before. */
function follow(
  block: NamedBlock,
  pin: BlockPin,
  { byHash }: HeaderIndex,
  described: string,
): DrawClaimResult {
  const { chain, height } = block
  const at = Number(height)
  const name = names[chain]
  if (name === undefined) {
    return open(
      'block-unpinned',
      `block ${print(at)} of ${chain} is not pinned: drawaudit trust add --block ${chain}:${at}:HASH, as you have it from elsewhere`,
    )
  }
  const give = `give the headers from block ${print(at)} to block ${print(pin.height)} (${described}) with --headers FILE`
  let hash = pin.hash
  for (let above = pin.height; above > at; above -= 1) {
    const header = byHash.get(hash)
    if (header === undefined) {
      const { size } = byHash
      if (above === pin.height && size > 0) {
        return open(
          'headers-short',
          `of the ${print(size)} headers that were given none is that of block ${print(above)}, with the hash ${hash}; ${give}`,
        )
      }
      return above === pin.height
        ? open('block-unpinned', give)
        : open(
            'headers-short',
            `the headers that were given lead from block ${print(pin.height)} down to block ${print(above + 1)}, and that of block ${print(above)}, with the hash ${hash}, is not among them, or is damaged; ${give}`,
          )
    }
    if (header.chain !== chain || (header.height !== undefined && header.height !== above)) {
      const found =
        header.chain === chain ? `block ${header.height ?? ''}` : `a block of ${names[header.chain] ?? ''}`
      return open(
        'headers-short',
        `the header with the hash ${hash}, of block ${print(above)}, is that of ${found}`,
      )
    }
    hash = header.previous
  }
  const depth = pin.height - at
  return decide(
    block,
    hash,
    'block-linked',
    `block ${print(at)} of ${name}, ${print(depth)} below block ${print(pin.height)}, to which its headers lead; ${described}`,
  )
}

function decide({ hash }: NamedBlock, known: string, code: ClaimCode, because: string): DrawClaimResult {
  if (hash === known) return { status: 'proven', code, because }
  // The author of that pin may be wrong too.
  const doubt = because.endsWith(ownPin) ? ', unless that pin is wrong' : ''
  const why = `the hash is another than that of ${because}${doubt}`
  return { status: 'refuted', code: 'block-differs', because: why, expected: known, found: hash }
}

function open(code: ClaimCode, because: string): DrawClaimResult {
  return { status: 'not-provable', code, because }
}

interface Pins {
  /** Lowest first. */
  readonly pins: readonly BlockPin[]
  /** Height at which two pins differ. */
  readonly contradiction?: number
}

function findPins(chain: string, { blocks }: TrustRoot): Pins {
  const shipped = shippedPins(chain)
  const own = blocks.filter(pin => pin.chain === chain)
  const contradiction = findContradiction(own)
  const added = own.filter(({ height }) => !shipped.some(pin => pin.height === height))
  const pins = added.length === 0 ? shipped : [...shipped, ...added].sort((a, b) => a.height - b.height)
  return { pins, ...(contradiction !== undefined && { contradiction: contradiction.height }) }
}

/** A pin that contradicts one shipped with drawaudit. */
export function findContradiction(pins: readonly BlockPin[]): BlockPin | undefined {
  return pins.find(({ chain, height, hash }) =>
    shippedPins(chain).some(pin => pin.height === height && pin.hash !== hash),
  )
}

/** A pin of the auditor that contradicts the headers below one shipped with drawaudit. */
function findMistaken(
  chain: string,
  { blocks }: TrustRoot,
  { byHash }: HeaderIndex,
): { readonly pin: BlockPin; readonly above: BlockPin } | undefined {
  const shipped = shippedPins(chain)
  for (const pin of blocks) {
    const above = pin.chain === chain ? shipped.find(({ height }) => height > pin.height) : undefined
    if (above === undefined) continue
    let hash: string | undefined = above.hash
    for (let at = above.height; at > pin.height && hash !== undefined; at -= 1)
      hash = byHash.get(hash)?.previous
    if (hash !== undefined && hash !== pin.hash) return { pin, above }
  }
  return undefined
}

const ownPin = 'pinned by your trust file'

function describePin({ chain, height }: BlockPin, { blocks }: TrustRoot): string {
  const isOwn = blocks.some(pin => pin.chain === chain && pin.height === height)
  return isOwn ? ownPin : 'pinned by drawaudit'
}
