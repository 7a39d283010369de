/**
 * Errors. Everything that this library throws on purpose is a {@link DrawauditError} with a code from the
 * closed list below; any other exception is a defect of drawaudit.
 *
 * @packageDocumentation
 */

/** Every code that an error can carry, in the order of docs/CLAIMS.md. */
export const errorCodes = [
  // reading bytes, text and JSON
  'utf8-invalid',
  'json-bom',
  'json-empty',
  'json-syntax',
  'json-trailing-data',
  'json-too-large',
  'json-too-deep',
  'json-too-many-values',
  'json-too-many-names',
  'json-string-too-long',
  'json-duplicate-name',
  'json-forbidden-name',
  'json-lone-surrogate',
  'json-number-form',
  'json-number-unsafe',
  // digests and encodings
  'hash-type',
  'hash-empty',
  'hash-length',
  'hash-truncated',
  'hash-algorithm',
  'hash-prefix',
  'hash-character',
  'hash-base64',
  'hex-invalid',
  'base64-invalid',
  'text-invalid',
  'time-invalid',
  // keys, signatures, beacons
  'algorithm-unknown',
  'algorithm-unsupported',
  'key-length',
  'key-invalid',
  'key-weak',
  'chain-invalid',
  'chain-hash-mismatch',
  'scheme-unknown',
  'beacon-invalid',
  'headers-invalid',
  // documents
  'document-unknown',
  'document-unsupported',
  'draw-schema',
  'draw-value',
  'recipe-syntax',
  'recipe-schema',
  'recipe-reference',
  'recipe-type',
  'recipe-unknown',
  'recipe-signature',
  'recipe-untrusted',
  'recipe-other',
  'recipe-exists',
  'bundle-invalid',
  'statement-invalid',
  'proof-invalid',
  'receipt-invalid',
  'observation-invalid',
  'note-invalid',
  'note-signature',
  'checkpoint-invalid',
  'tile-invalid',
  'timestamp-invalid',
  'trust-invalid',
  'policy-invalid',
  'fingerprint-mismatch',
  'raffle-other',
  'operator-other',
  // the store and what is published
  'store-unavailable',
  'store-missing',
  'store-kind',
  'store-outdated',
  'store-newer',
  'store-busy',
  'store-damaged',
  'record-schema',
  'record-inconsistent',
  'record-changed',
  'statistics-schema',
  'statistics-inconsistent',
  'statistics-older',
  'record-signed',
  // a draw of one's own
  'store-rolled-back',
  'journal-missing',
  'journal-invalid',
  'log-missing',
  'log-exists',
  'log-lost',
  'secret-locked',
  'signing-key',
  'raffle-missing',
  'raffle-exists',
  'raffle-invalid',
  'raffle-early',
  'raffle-late',
  'raffle-state',
  'entries-invalid',
  'clock-wrong',
  // a witness
  'witness-state',
  'witness-busy',
  'witness-refused',
  'witness-conflict',
  // a monitor
  'monitor-state',
  'monitor-busy',
  // webhooks
  'webhook-secret',
  'webhook-header',
  'webhook-expired',
  'webhook-signature',
  'webhook-event',
  'webhook-missing',
  'webhook-exists',
  'webhook-limit',
  'webhook-state',
  // the desk
  'desk-token',
  'desk-body',
  'desk-request',
  // the server
  'setting-invalid',
  'address-unavailable',
  // what is fetched from elsewhere
  'url-invalid',
  'address-forbidden',
  'remote-unreachable',
  'remote-tls',
  'remote-http2',
  'remote-closed',
  'remote-timeout',
  'remote-malformed',
  'remote-truncated',
  'remote-encoding',
  'remote-too-large',
  'remote-redirect',
  'remote-intercepted',
  'remote-limited',
  'remote-error',
  'remote-early',
  'capture-schema',
  'capture-altered',
  'lock-schema',
  // the command line
  'usage',
  'file-missing',
  'file-access',
  'file-kind',
  'file-exists',
  'file-too-large',
  'engine-disagreement',
  'internal',
] as const

/** A code of {@link errorCodes}. */
export type ErrorCode = (typeof errorCodes)[number]

/** Location of an error in the input. Lines and columns count from 1, bytes and characters from 0. */
export interface Where {
  /** Path, or `-` for standard input. */
  readonly file?: string
  /** Byte offset into the file. */
  readonly byte?: number
  /** From 1. */
  readonly line?: number
  /** In UTF-16 code units, as editors count. */
  readonly column?: number
  /** RFC 6901 JSON pointer. */
  readonly pointer?: string
  /** Index of a UTF-16 code unit in the given text. */
  readonly character?: number
}

/** Details of an error beside its code and message. */
export interface ErrorDetails {
  /** What to do about it: one sentence, lower case, no full stop. */
  readonly hint?: string
  /** Location of the error. */
  readonly where?: Where
  /** The exception behind it, if any. */
  readonly cause?: unknown
}

/**
 * An error that drawaudit throws on purpose. The message is one line, lower case, without a full stop. Text
 * from outside in it is not escaped: `render` and the CLI do that on output.
 */
export class DrawauditError extends Error {
  /** Tells it from other errors, even of another copy of this library. */
  override readonly name = 'DrawauditError'
  /** Stable; listed in docs/CLAIMS.md. */
  readonly code: ErrorCode
  /** What to do about it: one sentence, lower case, no full stop. */
  readonly hint: string | undefined
  /** Location of the error; empty if unknown. */
  readonly where: Where

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    this.hint = details.hint
    this.where = details.where ?? {}
  }

  /**
   * Runs `action`, and adds a location to any DrawauditError that it throws or rejects with.
   *
   * @param where - overrides members that the error has already.
   */
  static within<T>(where: Where, action: () => T): T {
    const place = (error: unknown): unknown => (error instanceof DrawauditError ? error.at(where) : error)
    try {
      const result = action()
      if (!(result instanceof Promise)) return result
      return result.catch((error: unknown) => {
        throw place(error)
      }) as T
    } catch (error) {
      throw place(error)
    }
  }

  /**
   * The same error with a more complete location.
   *
   * @param where - overrides members that the error has already.
   */
  at(where: Where): DrawauditError {
    return new DrawauditError(this.code, this.message, {
      ...(this.hint !== undefined && { hint: this.hint }),
      where: { ...this.where, ...where },
      cause: this,
    })
  }
}
