/**
 * That somebody other than the operator had a statement before their eyes.
 *
 * @packageDocumentation
 */

/** A moment at which others had a statement before their eyes, signed: an observer, witnesses
 * of the log, or a time-stamper that saw its digest alone. */
export interface Sighting {
  /** Whose word it is. */
  readonly who: string
  readonly by: 'observer' | 'witnesses' | 'timestamper'
  /** Nanoseconds since 1970. */
  readonly at: bigint
  readonly atUtc: string
  /** Of witnesses by a policy with groups: which groups, in words. */
  readonly groups?: string
}
