/**
 * Who could have chosen the winner of a bundle: the last sentence of its report.
 *
 * @packageDocumentation
 */
import type { Claim, Status } from '../../model/report.js'
import { emptyTrust, findChain } from '../../model/trust.js'
import { enumerate } from '../draw/enumerate.js'
import type { Voucher } from '../headline.js'
import type { Evidence } from './checks/evidence.js'
import type { Sighting } from './sighting.js'

/** Who could have chosen the winner, and why. */
export type ChoiceCode =
  | 'several-statements'
  | 'receipt-other'
  | 'receipt-dishonoured'
  | 'cancelled-after-round'
  | 'refuted'
  | 'unsigned'
  | 'cancelled'
  | 'unpublished'
  | 'not-drawn'
  | 'not-derived'
  | 'beacon-none'
  | 'beacon-open'
  | 'not-timely'
  | 'not-unique'
  | 'list-unread'
  | 'first-winners'
  | 'nobody'

/** The sentence in parts. */
export interface BundleChoice {
  readonly code: ChoiceCode
  /** Subject: `the operator: it …`, `nobody, if …`. */
  readonly who: string
  /** What the operator could still do. */
  readonly left?: readonly (keyof typeof means)[]
  /** Whether it rests on the operator having shown no other commitment. */
  readonly isShownOnce?: boolean
  /** Who could have told the operator the random numbers beforehand: whoever runs their source. */
  readonly told?: string
}

const means = {
  refuse: 'refuse to draw',
  'refuse-seen': 'refuse to draw, which everyone who reads the log would see',
  fill: 'put entries of its own into the list or leave some out before it was sealed',
} as const

/** Joins the parts into one sentence. */
export function joinChoice({ code, who, left, isShownOnce = false, told }: BundleChoice): string {
  const once = isShownOnce ? ', and the operator showed nobody else another commitment' : ''
  const could = left?.map(one => means[one]).join(', or ')
  const beside =
    could === undefined
      ? ''
      : `; ${code === 'nobody' ? 'of the operator,' : 'otherwise'} what it could do is ${could}`
  const numbers = told === undefined ? '' : `; and ${told}, could have told it the numbers beforehand`
  return `${who}${once}${beside}${numbers}`
}

/**
 * Follows from what is proven and what is not.
 *
 * @param isOut - whether the winners follow from public values, although the operator has not published them.
 */
export function describeBundleChoice(
  claims: readonly Claim[],
  {
    chain,
    sightings,
    attestations,
    beaconChain,
  }: Pick<Evidence, 'chain' | 'sightings' | 'attestations' | 'beaconChain'>,
  isOut = false,
): BundleChoice {
  const statusOf = (id: string): Status => claims.find(claim => claim.id === id)?.status ?? 'not-provable'
  const isProven = (...ids: readonly string[]): boolean => ids.every(id => statusOf(id) === 'proven')
  const isLogged = claims.some(({ id, code }) => id === 'evidence.unique' && code === 'logged-once')
  const refuted = claims.find(({ status }) => status === 'refuted')
  if (refuted?.id === 'evidence.unique') {
    return {
      code: 'several-statements',
      who: 'the operator: its key signed more than one commitment or seal of this raffle, so it could show the one it likes',
    }
  }
  if (refuted?.id === 'receipt.honoured') {
    return refuted.code === 'receipt-other'
      ? {
          code: 'receipt-other',
          who: 'the operator: it signed a receipt under another commitment of this raffle, so it had more than one to choose from',
        }
      : {
          code: 'receipt-dishonoured',
          who: 'the operator: it left out an entry that it had signed for, and that one could not win',
        }
  }
  if (refuted?.id === 'draw.unstoppable' && isProven('statement.signed')) {
    return {
      code: 'cancelled-after-round',
      who: 'the operator: it called the raffle off when its winners could be known',
    }
  }
  if (refuted !== undefined) {
    return {
      code: 'refuted',
      who: `whoever made this bundle: something in it is not true (${refuted.id})`,
    }
  }
  if (!isProven('statement.signed')) {
    return {
      code: 'unsigned',
      who: 'whoever made this bundle: nothing shows that the statements are the operator’s',
    }
  }
  if (chain.cancellation !== undefined) {
    return { code: 'cancelled', who: 'nobody: the raffle was cancelled, and the operator decided on that' }
  }
  if (isOut) {
    return {
      code: 'unpublished',
      who: 'nobody yet: the winners follow from what is public, and the operator has not drawn them',
    }
  }
  if (!chain.drawn) return { code: 'not-drawn', who: 'nobody yet: the raffle is not drawn' }
  if (!isProven('statement.chain', 'seed.committed', 'entries.sealed', 'winner.derived')) {
    return {
      code: 'not-derived',
      who: 'the operator: nothing shows that the winners follow from what was fixed before',
    }
  }
  if (statusOf('beacon.rule') === 'not-applicable') {
    return {
      code: 'beacon-none',
      who: 'the operator: no public randomness was used, so it could try lists until a friend won',
    }
  }
  if (!isProven('beacon.genuine', 'beacon.rule')) {
    return {
      code: 'beacon-open',
      who: 'the operator, unless the public randomness is genuine and was fixed beforehand: nothing that was given proves that',
    }
  }
  // Whoever knows the numbers can choose among lists, whatever was seen in time.
  const told = isOwnChain(beaconChain) && {
    told: describeOwnChain(beaconChain),
  }
  if (!isProven('evidence.timely')) {
    return {
      code: 'not-timely',
      who: 'the operator, unless it had committed and sealed before the randomness came out: only its own dates say so; ask someone who saw the statements in time',
      ...told,
    }
  }
  if (!isProven('evidence.unique')) {
    return {
      code: 'not-unique',
      who: 'the operator, if it kept several commitments or seals and shows the one it likes',
      ...told,
    }
  }
  const lightReader = findLightReader(claims, attestations)
  const isLight = claims.some(({ id, code }) => id === 'entries.sealed' && code === 'entries-light')
  if (isLight && lightReader === undefined) {
    return {
      code: 'list-unread',
      who: 'the operator, if it put one entry into the list many times: nobody read the list whole; ask for it, and give it with the bundle',
      ...told,
    }
  }
  const isWitnessed = isProven('log.included', 'log.witnessed')
  // With public seeds, anyone who has the list can draw.
  const isForced = isProven('draw.unstoppable')
  const left = [
    ...(isForced ? [] : [isWitnessed ? ('refuse-seen' as const) : ('refuse' as const)]),
    'fill' as const,
  ]
  const repeats = chain.commitment?.supersedes
  const but = [
    ...(repeats == null
      ? []
      : [`it repeats raffle ${repeats}, which the operator may have cancelled because it knew the winners`]),
    ...(chain.picks.some(({ type }) => type === 'replacement')
      ? ['the operator replaced some when it could know who would follow']
      : []),
  ]
  if (but.length > 0) {
    const who = `nobody chose the first winners, but ${but.join(', and ')}`
    return { code: 'first-winners', who, left, ...told }
  }
  const alone =
    chain.commitment?.seeds === 'public'
      ? ' (a threshold of which could steer this draw alone, since its seeds are public)'
      : ''
  const honest = [
    describeNetwork(beaconChain, alone),
    ...describeVouching(sightings, isWitnessed, lightReader).map(({ says }) => says),
  ]
  const isShownOnce = statusOf('evidence.unique') === 'proven' && !isLogged
  return {
    code: 'nobody',
    who: `nobody, if ${honest.join(' and ')} are honest`,
    left,
    ...(isShownOnce && { isShownOnce }),
  }
}

/**
 * Who produces the rounds; for a chain that only the auditor's trust file names, perhaps the operator itself.
 *
 * @param aside - a remark about them in parentheses.
 */
export function describeNetwork(chain: Evidence['beaconChain'], aside = ''): string {
  return isOwnChain(chain) ? `${describeOwnChain(chain)}${aside},` : `the beacon’s network${aside}`
}

type KnownChain = NonNullable<Evidence['beaconChain']>

const isOwnChain = (chain: Evidence['beaconChain']): chain is KnownChain =>
  chain !== undefined && findChain(emptyTrust, chain.chainHash) === undefined

const describeOwnChain = ({ chainHash }: KnownChain): string =>
  `whoever runs the beacon chain ${chainHash.slice(0, 16)}…, which is none of drand’s`

/**
 * Who attests that everything was there in time, only once, and without a duplicate entry: one or more
 * parties.
 */
export function describeVouching(
  { earliest }: Evidence['sightings'],
  isWitnessed: boolean,
  lightReader?: string,
): readonly Voucher[] {
  const namesOf = (by: Sighting['by']): readonly string[] => [
    ...new Set(earliest.flatMap(one => (one?.by === by ? [one.who] : []))),
  ]
  const groups = earliest.find(sighting => sighting?.groups !== undefined)?.groups
  const [observers, stampers] = [namesOf('observer'), namesOf('timestamper')]
  const parties: readonly Voucher[] = [
    ...(observers.length > 0
      ? [{ kind: 'observers' as const, says: 'the observers', names: observers }]
      : []),
    ...(stampers.length > 0
      ? [
          {
            kind: 'timestampers' as const,
            says: `the ${stampers.length === 1 ? 'time-stamper' : 'time-stampers'} ${enumerate(stampers)}`,
            names: stampers,
          },
        ]
      : []),
    ...(isWitnessed
      ? [
          {
            kind: 'witnesses' as const,
            says: `the witnesses of the log${groups === undefined ? '' : ` (${groups})`}`,
            names: groups === undefined ? [] : [groups],
          },
        ]
      : []),
  ]
  return [
    ...(parties.length === 0 ? [{ kind: 'seers' as const, says: 'those who saw the statements' }] : parties),
    ...(lightReader === undefined
      ? []
      : [{ kind: 'reader' as const, says: `${lightReader}, who read the list,`, names: [lightReader] }]),
  ]
}

/**
 * The observer on whose word alone the list has no duplicate; undefined if the list was read here, or by
 * nobody.
 */
export function findLightReader(
  claims: readonly Claim[],
  attestations: Evidence['attestations'],
): string | undefined {
  const isLight = claims.some(({ id, code }) => id === 'entries.sealed' && code === 'entries-light')
  return isLight ? attestations.reader?.who : undefined
}
