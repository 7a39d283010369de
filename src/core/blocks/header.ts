/**
 * The header of a block, as far as a chain of hashes needs it.
 *
 * @packageDocumentation
 */

/** A header whose hash was computed from its bytes. */
export interface BlockHeader {
  readonly chain: 'bitcoin' | 'ethereum'
  /** 64 lower-case hex digits, as explorers print them: of Bitcoin from the last byte. */
  readonly hash: string
  /** The hash of the block before, written in the same way. */
  readonly previous: string
  /** Seconds since 1970, as the maker of the block says. */
  readonly time: number
  /** Ethereum: the height, which stands in the header. */
  readonly height?: number
  /** Bitcoin: the target that the hash has to reach, in its compact form. */
  readonly bits?: number
}
