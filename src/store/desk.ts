/**
 * Tokens of the desk, and the requests it has handled.
 *
 * @packageDocumentation
 */

/** What a token allows: selling and refunding entries, or the ceremony's statements. */
export const deskScopes = ['entries', 'ceremony'] as const

export type DeskScope = (typeof deskScopes)[number]

/** A bearer token. Its text is not stored. */
export interface TokenOfDesk {
  readonly name: string
  /** SHA-256 of the token: 64 lower-case hex digits. */
  readonly digest: string
  /** At least one, without duplicates. */
  readonly scopes: readonly DeskScope[]
  /** RFC 3339, whole seconds, `+00:00`. */
  readonly createdAt: string
}

/** A completed request with an idempotency key. */
export interface DeskRequest {
  /** Digest of the token of the request. */
  readonly token: string
  readonly key: string
  /** SHA-256 of the request: 64 lower-case hex digits. */
  readonly digest: string
  /** The part of the answer that is not in the store otherwise: JSON. */
  readonly answer: string
}

/** Read access to the desk. Methods reject as those of a store do. */
export interface DeskReader {
  /** By name. */
  listTokens(): Promise<readonly TokenOfDesk[]>
  findToken(digest: string): Promise<TokenOfDesk | undefined>
  readRequest(token: string, key: string): Promise<DeskRequest | undefined>
}

/** Write access to the desk, in a transaction. */
export interface DeskWriter extends DeskReader {
  /** Adds a token with a new name. */
  addToken(token: TokenOfDesk): Promise<void>
  /** @returns false if there is none of this name. */
  removeToken(name: string): Promise<boolean>
  /** Stores a request whose key is new for its token. */
  addRequest(request: DeskRequest): Promise<void>
}
