/**
 * The header of a block, as far as a chain of hashes needs it.
 *
 * @packageDocumentation
 */

/** A header whose hash was computed from its bytes. */
export interface BlockHeader {
  /** Whose form the header has: other chains may share it. */
  readonly chain: 'bitcoin' | 'ethereum'
  /** 64 lower-case hex digits, as explorers print them (Bitcoin: bytes reversed). */
  readonly hash: string
  /** Hash of the previous block, in the same form. */
  readonly previous: string
  /** Seconds since 1970, as stated by the block's maker. */
  readonly time: number
  /** Ethereum: the height, which is in the header. */
  readonly height?: number
  /** Bitcoin: the target that the hash must meet, in compact form. */
  readonly bits?: number
}
