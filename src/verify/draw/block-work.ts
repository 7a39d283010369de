/**
 * Bitcoin's proof of work above the highest pin.
 *
 * @packageDocumentation
 */
import { periodStart, retarget, workOf } from '../../core/blocks/bitcoin.js'
import type { BlockHeader } from '../../core/blocks/header.js'
import { periodLength, type BlockPin } from '../../core/blocks/pins.js'
import type { ClaimCode } from '../../model/report.js'
import { printHeight as print, type HeaderIndex } from './block-headers.js'
import type { DrawClaimResult } from './check-beacon.js'

/** Required number of blocks on top, as wallets require. */
const fewestOnTop = 6

interface BlockNode {
  readonly header: Pick<BlockHeader, 'hash' | 'time'>
  readonly height: number
  /** Difficulty bits of the period; undefined if unknown. */
  readonly bits: number | undefined
  /** Start time of the period; undefined if its first header was not given. */
  readonly began: number | undefined
  /** Expected number of hashes since the pin. */
  readonly work: bigint
  /** Hashes for the hardest block since the pin: a header dated far ahead would make later blocks cheap. */
  readonly hardest: bigint
  /** `work` before the block at the requested height. */
  readonly workBefore: bigint
  /** Hash at the requested height, once it was passed. */
  readonly at: string | undefined
}

/** End of the best chain through one block of the height. */
type Tip = Pick<BlockNode, 'height' | 'work' | 'hardest' | 'workBefore'>

/**
 * Whether the chain with the most work, among all valid chains of headers from the pin, has this hash at this
 * height, with six blocks on top. Another hash refutes nothing: only a pin does.
 */
export function checkBlockWork(
  height: number,
  hash: string,
  pin: BlockPin,
  index: HeaderIndex,
  described: string,
): DrawClaimResult {
  const give = `give the headers from block ${print(firstNeeded(pin))} to block ${print(height + fewestOnTop)} or a later one, with --headers FILE; block ${print(pin.height)} is ${described}`
  const { tips, reached, broken } = climb(height, pin, index)
  const best = [...tips.values()].reduce((most, { work }) => (work > most ? work : most), 0n)
  const winners = [...tips].filter(([, { work }]) => work === best)
  const [winner] = winners
  if (winner === undefined) {
    if (broken !== undefined) return open('headers-broken', broken)
    return reached === pin.height
      ? open('block-unpinned', give)
      : open('headers-short', `the headers that were given lead to block ${print(reached)}; ${give}`)
  }
  const [found, tip] = winner
  const onTop = tip.height - height
  if (winners.length > 1) {
    return open('headers-other', `the headers that were given are of two chains with the same work; ${give}`)
  }
  if (found !== hash) {
    const because = `the chain with the most work among the headers that were given has another block ${print(height)}; without a pin above it that refutes nothing`
    return { ...open('headers-other', because), expected: found, found: hash }
  }
  if (onTop < fewestOnTop) {
    const why = broken === undefined ? '' : `; ${broken}`
    return open('headers-short', `${onTop} blocks follow it, fewer than ${fewestOnTop}${why}; ${give}`)
  }
  if (tip.work - tip.workBefore < BigInt(fewestOnTop) * tip.hardest) {
    return open(
      'headers-short',
      `block ${print(height)} and those that follow it took less work than ${fewestOnTop} of the hardest blocks since block ${print(pin.height)}; ${give}`,
    )
  }
  const because = `block ${print(height)} of Bitcoin, with ${print(onTop)} blocks on top and the work of about 2^${best.toString(2).length - 1} hashes since block ${print(pin.height)}, ${described}`
  return { status: 'proven', code: 'block-worked', because }
}

/** Height of the first header needed: that of the pin's period, unless the pin states the next bits. */
function firstNeeded({ height, nextBits }: BlockPin): number {
  return nextBits === undefined ? periodStart(height) : height + 1
}

/** All chains of valid headers from the pin, by their block at the requested height. */
function climb(
  height: number,
  pin: BlockPin,
  index: HeaderIndex,
): { readonly tips: ReadonlyMap<string, Tip>; readonly reached: number; readonly broken?: string } {
  const tips = new Map<string, Tip>()
  let reached = pin.height
  let broken: string | undefined
  // A header has one predecessor, so none occurs twice.
  const open: BlockNode[] = [beginAt(pin, index)]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    reached = Math.max(reached, node.height)
    if (node.at !== undefined) {
      const tip = tips.get(node.at)
      if (tip === undefined || node.work > tip.work) tips.set(node.at, node)
    }
    for (const header of index.after.get(node.header.hash) ?? []) {
      const next = follow(node, header, height, pin)
      if (typeof next === 'string') broken ??= next
      else open.push(next)
    }
  }
  return { tips, reached, ...(broken !== undefined && { broken }) }
}

function beginAt(pin: BlockPin, { byHash }: HeaderIndex): BlockNode {
  const own = byHash.get(pin.hash)
  let first = own
  for (let at = pin.height; first !== undefined && at > periodStart(pin.height); at -= 1) {
    first = byHash.get(first.previous)
  }
  return {
    header: { hash: pin.hash, time: own?.time ?? 0 },
    height: pin.height,
    bits: own?.bits,
    began: first?.time,
    work: 0n,
    hardest: 0n,
    workBefore: 0n,
    at: undefined,
  }
}

/** The next block, or why the header cannot be next. */
function follow(node: BlockNode, header: BlockHeader, height: number, pin: BlockPin): BlockNode | string {
  const next = node.height + 1
  const isFirst = next % periodLength === 0
  const bits = isFirst ? findNextBits(node, pin) : node.bits
  if (bits === undefined) {
    return `what difficulty block ${print(next)} has to have shows with the headers from block ${print(periodStart(node.height))} on`
  }
  if (header.chain !== 'bitcoin' || header.bits !== bits) {
    const found = header.bits?.toString(16).padStart(8, '0') ?? 'none'
    return `the header of block ${print(next)} has the bits ${found}, and the rule of difficulty gives ${bits.toString(16).padStart(8, '0')}`
  }
  const work = workOf(header)
  if (work === undefined) {
    return `the hash ${header.hash} of the header of block ${print(next)} does not reach its target: no work was done for it`
  }
  return {
    header,
    height: next,
    bits,
    began: isFirst ? header.time : node.began,
    work: node.work + work,
    hardest: work > node.hardest ? work : node.hardest,
    workBefore: next === height ? node.work : node.workBefore,
    at: next === height ? header.hash : node.at,
  }
}

function findNextBits({ height, header, bits, began }: BlockNode, pin: BlockPin): number | undefined {
  if (height === pin.height && pin.nextBits !== undefined) return pin.nextBits
  return bits === undefined || began === undefined ? undefined : retarget(bits, began, header.time)
}

function open(code: ClaimCode, because: string): DrawClaimResult {
  return { status: 'not-provable', code, because }
}
