/**
 * Who may use the desk, and what it was asked to do.
 *
 * @packageDocumentation
 */

/** What a token allows: selling and refunding entries, or the statements that are signed. */
export const deskScopes = ['entries', 'ceremony'] as const

export type DeskScope = (typeof deskScopes)[number]

/** A bearer token, of which nobody keeps the text. */
export interface TokenOfDesk {
  readonly name: string
  /** SHA-256 of its text: 64 lower-case hex digits. */
  readonly digest: string
  /** At least one, each once. */
  readonly scopes: readonly DeskScope[]
  /** RFC 3339, whole seconds, `+00:00`. */
  readonly createdAt: string
}

/** A request that was carried out under an idempotency key. */
export interface DeskRequest {
  /** The digest of the token that it came with. */
  readonly token: string
  readonly key: string
  /** SHA-256 of what was asked: 64 lower-case hex digits. */
  readonly digest: string
  /** What was answered, as far as it is not in the store otherwise: JSON. */
  readonly answer: string
}

/** What can be read of the desk. Methods reject as those of a store do. */
export interface DeskReader {
  /** By name. */
  listTokens(): Promise<readonly TokenOfDesk[]>
  findToken(digest: string): Promise<TokenOfDesk | undefined>
  readRequest(token: string, key: string): Promise<DeskRequest | undefined>
}

/** What can be written of the desk, in a transaction. */
export interface DeskWriter extends DeskReader {
  /** Adds a token whose name no other one has. */
  addToken(token: TokenOfDesk): Promise<void>
  /** @returns false where there is none of this name. */
  removeToken(name: string): Promise<boolean>
  /** Keeps a request whose key was not used with its token. */
  addRequest(request: DeskRequest): Promise<void>
}
