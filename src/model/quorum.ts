/**
 * Which cosignatures are enough: witnesses, and groups of them that each have one vote (docs/PROTOCOL.md, "The trust
 * file"). A flat list with a threshold is a group without a name.
 *
 * @packageDocumentation
 */

/** One witness. */
export interface Voter {
  /** The hex of its first key (`findVoters`): whatever keys and names it has, it votes once. */
  readonly key: string
  /** What the policy calls it; absent in a flat list. */
  readonly name?: string
}

/** So many of its members have to have cosigned. */
export interface Group {
  /** What the policy calls it; absent of a flat list. */
  readonly name?: string
  /** 1 or more; of a flat list maybe more than there are. */
  readonly threshold: number
  /** No witness stands below two of them. */
  readonly members: readonly Quorum[]
}

export type Quorum = Voter | Group

/** A witness that cosigned, and when: nanoseconds since 1970. */
export interface Vote {
  /** As that of {@link Voter}. */
  readonly key: string
  /** The name of the key in the note. */
  readonly name: string
  readonly at: bigint
}

/** Who made up a quorum, and when the last of them cosigned. */
export interface Reached {
  readonly at: bigint
  readonly name?: string
  /** Of a group: those that made it up, the earliest first. */
  readonly members?: readonly Reached[]
}

/** @returns the earliest moment at which the votes until then are enough; undefined while they are not. */
export function findReached(quorum: Quorum, votes: readonly Vote[]): Reached | undefined {
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

/** Every member that is reached, the earliest first. */
function findMembers({ members }: Group, votes: readonly Vote[]): readonly Reached[] {
  return members
    .flatMap(member => findReached(member, votes) ?? [])
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/**
 * Whether two histories can both be cosigned by enough, although no witness cosigns both. An honest witness stands on
 * one side; a group that can be split stands on both; so of n members, s of which can be split, there are n + s places
 * for 2k.
 */
export function isSplittable(quorum: Quorum): boolean {
  if ('key' in quorum) return false
  const { threshold, members } = quorum
  return 2 * threshold <= members.length + members.filter(isSplittable).length
}

/** So many are named on each level. */
const mostNamed = 3

/** `witnesses a and b`, or `organisations A (a1, a2) and B (b1)`. */
export function describeReached(reached: Reached): string {
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

/** Whether organisations have votes, and not witnesses alone. */
export const hasGroups = ({ members }: Reached): boolean => members?.some(isGroup) === true

/** `A and B`: the members that made it up, by their names. */
export const describeGroups = ({ members = [] }: Reached): string =>
  list(members.map(({ name = '' }) => name).sort(), ' and ')

const isGroup = ({ members }: Reached): boolean => members !== undefined

/** The witnesses below, in the order of their names. */
export function findNames({ name = '', members }: Reached): string[] {
  return members === undefined ? [name] : members.flatMap(findNames).sort()
}

/** @param last - what stands before the last one. */
function list(names: readonly string[], last: string): string {
  if (names.length > mostNamed) {
    return `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} more`
  }
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(part => part !== '').join(last)
}

/** How far the votes go: `1 of 2 witnesses`, or `1 of 2 of the group X-and-Y (X-witnesses 2 of 2, Y-witnesses 0 of 1)`. */
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

/** `fewer than 2 witnesses`; `no witness` where one would do. */
export function describeFew(quorum: Quorum): string {
  if (quorum.name === undefined && 'threshold' in quorum && quorum.threshold === 1) return 'no witness'
  return quorum.name === undefined && 'threshold' in quorum
    ? `fewer than ${quorum.threshold} witnesses`
    : `fewer witnesses than the quorum ${quorum.name ?? ''} takes`
}

const countReached = (group: Group, votes: readonly Vote[]): string =>
  `${findMembers(group, votes).slice(0, group.threshold).length} of ${group.threshold}`
