/**
 * Quorums of cosignatures: witnesses, and groups of them, with one vote each (docs/PROTOCOL.md, "The trust
 * file"). A flat list with a threshold is a group without a name.
 *
 * @packageDocumentation
 */

/** One witness. */
export interface Voter {
  /** The hex of its first key (`findVoters`): it has one vote, whatever its keys and names. */
  readonly key: string
  /** Its name in the policy; absent in a flat list. */
  readonly name?: string
}

/** A group that is satisfied by a threshold of its members. */
export interface WitnessGroup {
  /** Its name in the policy; absent for a flat list. */
  readonly name?: string
  /** At least 1; for a flat list possibly more than there are members. */
  readonly threshold: number
  /** No witness is in two of them. */
  readonly members: readonly Quorum[]
}

/** Who must cosign: one witness, or a number of members of a group. */
export type Quorum = Voter | WitnessGroup

/** A witness's cosignature and its time: nanoseconds since 1970. */
export interface Vote {
  /** Same as in {@link Voter}. */
  readonly key: string
  /** The name of the key in the note. */
  readonly name: string
  readonly at: bigint
}

/** The members that satisfied a quorum, and the time of the last cosignature among them. */
export interface ReachedQuorum {
  readonly at: bigint
  readonly name?: string
  /** For a group: the members that satisfied it, earliest first. */
  readonly members?: readonly ReachedQuorum[]
}

/** @returns the earliest moment at which the votes suffice; undefined if they do not. */
export function findReachedQuorum(quorum: Quorum, votes: readonly Vote[]): ReachedQuorum | undefined {
  if ('key' in quorum) {
    const vote = votes.find(({ key }) => key === quorum.key)
    return vote && { name: quorum.name ?? vote.name, at: vote.at }
  }
  const { name, threshold } = quorum
  const members = findMembers(quorum, votes).slice(0, threshold)
  const last = members.at(-1)
  if (last === undefined || members.length < threshold) return undefined
  return { ...(name !== undefined && { name }), at: last.at, members }
}

/** Satisfied members, earliest first. */
function findMembers({ members }: WitnessGroup, votes: readonly Vote[]): readonly ReachedQuorum[] {
  return members
    .flatMap(member => findReachedQuorum(member, votes) ?? [])
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/**
 * Whether two histories can both reach the quorum although no witness cosigns both. An honest witness is on
 * one side; a group that can be split is on both; so n members, s of them splittable, fill n + s places for
 * 2k.
 */
export function isSplittable(quorum: Quorum): boolean {
  if ('key' in quorum) return false
  const { threshold, members } = quorum
  return 2 * threshold <= members.length + members.filter(isSplittable).length
}

/** Max names on each level. */
const mostNamed = 3

/** `witnesses a and b`, or `organisations A (a1, a2) and B (b1)`. */
export function describeCosigners(reached: ReachedQuorum): string {
  const { members = [] } = reached
  if (hasGroups(reached)) {
    const named = members.map(member =>
      isGroup(member) ? `${member.name ?? ''} (${list(findNames(member), ', ')})` : (member.name ?? ''),
    )
    return `${members.length === 1 ? 'organisation' : 'organisations'} ${list(named.sort(), ' and ')}`
  }
  const names = findNames(reached)
  return `${names.length === 1 ? 'witness' : 'witnesses'} ${list(names, ' and ')}`
}

/** Whether organisations vote rather than single witnesses. */
export const hasGroups = ({ members }: ReachedQuorum): boolean => members?.some(isGroup) === true

/** `A and B`: the members that satisfied it, by name. */
export const describeGroups = ({ members = [] }: ReachedQuorum): string =>
  list(members.map(({ name = '' }) => name).sort(), ' and ')

const isGroup = ({ members }: ReachedQuorum): boolean => members !== undefined

/** The witnesses in it, by name. */
export function findNames({ name = '', members }: ReachedQuorum): string[] {
  return members === undefined ? [name] : members.flatMap(findNames).sort()
}

/** @param last - the word before the last name. */
function list(names: readonly string[], last: string): string {
  if (names.length > mostNamed) {
    return `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`
  }
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(part => part !== '').join(last)
}

/**
 * The votes so far: `1 of 2 witnesses`; for a group with its members, such as
 * `1 of 2 of the group X-and-Y (X-witnesses 2 of 2, Y-witnesses 0 of 1)`.
 */
export function describeShort(quorum: Quorum, votes: readonly Vote[]): string {
  if ('key' in quorum) return '0 of 1 witnesses'
  const { name, members, threshold } = quorum
  if (name === undefined) return `${votes.length} of ${threshold} witnesses`
  const groups = members.flatMap(member =>
    'key' in member ? [] : [`${member.name ?? ''} ${countReached(member, votes)}`],
  )
  const inside = groups.length === 0 ? '' : ` (${list(groups, ', ')})`
  return `${countReached(quorum, votes)} of the group ${name}${inside}`
}

/** `fewer than 2 witnesses`; `no witness` if one would be enough. */
export function describeFew(quorum: Quorum): string {
  if (quorum.name === undefined && 'threshold' in quorum && quorum.threshold === 1) return 'no witness'
  return quorum.name === undefined && 'threshold' in quorum
    ? `fewer than ${quorum.threshold} witnesses`
    : `fewer witnesses than the quorum ${quorum.name ?? ''} takes`
}

const countReached = (group: WitnessGroup, votes: readonly Vote[]): string =>
  `${findMembers(group, votes).slice(0, group.threshold).length} of ${group.threshold}`
