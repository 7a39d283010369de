/**
 * Sightings of a statement by somebody other than the operator.
 *
 * @packageDocumentation
 */

/**
 * A time at which others attest to have seen a statement: an observer, witnesses of the log, or a
 * time-stamper that saw only its digest.
 */
export interface Sighting {
  /** Who attests it. */
  readonly who: string
  readonly by: 'observer' | 'witnesses' | 'timestamper'
  /** Nanoseconds since 1970. */
  readonly at: bigint
  readonly atUtc: string
  /** Whether its signature was by a key that was not valid any more then. */
  readonly isOutdated?: true
  /** For witnesses by a policy with groups: the groups, in words. */
  readonly groups?: string
}
