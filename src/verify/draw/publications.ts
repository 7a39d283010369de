/**
 * What trusted observers were served at the address where a draw's commitment is published.
 *
 * @packageDocumentation
 */
import type { Envelope } from '../../core/dsse.js'
import { equalBytes } from '../../core/digest.js'
import type { Engine } from '../../core/engine.js'
import { parseTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import { parsePublication, publicationType } from '../../model/observation.js'
import { addFinding, type Finding } from '../../model/report.js'
import type { TrustRoot } from '../../model/trust.js'
import { isSame, readCommitted, type CommittedValue, type RecipeCommitment } from '../../recipe/commitment.js'
import { Context, defaultBudget } from '../../recipe/context.js'
import { printValue, type Value } from '../../recipe/value.js'
import { tellApart } from '../look-alike.js'
import type { CheckedTimestamp } from '../timestamps.js'
import { hashImprint } from '../bundle/stamped.js'
import { discountFuture, readObserved, type Discounted } from '../observer.js'

/** One observation of the address. */
export interface PublicationLook {
  /** Name of the observer. */
  readonly who: string
  /** Nanoseconds since 1970. */
  readonly at: bigint
  readonly atUtc: string
  /** Whether it is a time-stamp of a file with the commitment. */
  readonly isStamp?: true
}

/** An observation with a value that differs from the draw's. */
export interface OtherLook extends PublicationLook {
  readonly value: CommittedValue
  readonly expected: string
  readonly found: string
}

export interface Looks {
  /** Observations in which every committed value equals the draw's, earliest first. */
  readonly same: readonly PublicationLook[]
  /** Observations in which one differs, earliest first. */
  readonly other: readonly OtherLook[]
  /** Time-stamps of a file in which every committed value equals the draw's, earliest first. */
  readonly stamped: readonly PublicationLook[]
  /** Why the rest does not count, in the given order. */
  readonly discounted: readonly Discounted[]
  readonly unstamped: readonly Discounted[]
  readonly findings: readonly Finding[]
}

/** Options for reading observations. */
export interface LookOptions {
  readonly observations: readonly Envelope[]
  /** Time-stamps, and the files in which the commitment was published. */
  readonly timestamps?: readonly CheckedTimestamp[]
  readonly committed?: readonly Uint8Array[]
  readonly trust: TrustRoot
  readonly engine: Engine
  /** Current time: what is dated later does not count. */
  readonly now: Date
}

const ofAddresses = { payloadType: publicationType, parse: parsePublication }

/**
 * What was seen at an address.
 *
 * @param published - the draw's values, including all committed ones.
 */
export function findLooks(
  url: string,
  commitment: RecipeCommitment,
  published: ReadonlyMap<string, Value>,
  options: LookOptions,
): Looks {
  const { observations, trust, engine, now } = options
  const time = BigInt(now.getTime()) * 1_000_000n
  const same: PublicationLook[] = []
  const other: OtherLook[] = []
  const discounted: Discounted[] = []
  const findings: Finding[] = []
  for (const envelope of observations) {
    if (!isAbout(envelope, url)) continue
    const read = readObserved(envelope, ofAddresses, trust, engine)
    if ('why' in read) {
      discounted.push(read)
      continue
    }
    const { observed, observer } = read
    const atUtc = observed.observed_at_utc
    const at = parseTime(atUtc)
    if (at > time) {
      const future = discountFuture(atUtc)
      addFinding(findings, { code: 'time-in-future', message: future.why })
      discounted.push(future)
      continue
    }
    const look = { who: observer.name, at, atUtc }
    const shown = compare(observed.content, commitment, published, engine)
    if (shown === 'same') same.push(look)
    else if ('value' in shown) other.push({ ...look, ...shown })
    else discounted.push({ ...shown, why: `${observer.name} saw there at ${atUtc} ${shown.why}` })
  }
  const byTime = (a: PublicationLook, b: PublicationLook): number => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)
  const { stamped, unstamped } = findStamped(options, content =>
    compare(content, commitment, published, engine),
  )
  return {
    same: same.sort(byTime),
    other: other.sort(byTime),
    stamped: stamped.sort(byTime),
    discounted,
    unstamped,
    findings,
  }
}

/**
 * Time-stamps of the files in which the commitment was published: a token shows that the file existed, not
 * where.
 */
function findStamped(
  { timestamps = [], committed = [], engine }: LookOptions,
  show: (content: Uint8Array) => LookResult,
): { readonly stamped: PublicationLook[]; readonly unstamped: Discounted[] } {
  const stamped: PublicationLook[] = []
  const unstamped: Discounted[] = []
  for (const result of timestamps) {
    if ('why' in result) {
      unstamped.push({ code: result.code, why: result.why })
      continue
    }
    const { algorithm, imprint, who, at, atUtc } = result
    const file = committed.find(one => equalBytes(hashImprint(algorithm, one, engine), imprint))
    const shown = file && show(file)
    if (shown === undefined) {
      unstamped.push({
        code: 'evidence-missing',
        why: 'a time-stamp is of no file that was given as published',
      })
    } else if (shown === 'same') {
      stamped.push({ who: `the time-stamper ${who}`, at, atUtc, isStamp: true })
    } else {
      const has = 'why' in shown ? shown.why : `another ${shown.value.title}`
      unstamped.push({ code: 'evidence-missing', why: `the file that ${who} stamped has ${has}` })
    }
  }
  return { stamped, unstamped }
}

/** Compares addresses first: verifying a signature takes longer. */
function isAbout(envelope: Envelope, url: string): boolean {
  if (envelope.payloadType !== publicationType) return false
  if (!addresses.has(envelope)) addresses.set(envelope, readUrl(envelope))
  // An unreadable observation may have been about this address.
  return (addresses.get(envelope) ?? url) === url
}

/** Cached, since all draws of a folder use the same observations. */
const addresses = new WeakMap<Envelope, string | undefined>()

function readUrl({ payload }: Envelope): string | undefined {
  try {
    return parsePublication(payload).url
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}

type LookResult = 'same' | Discounted | Pick<OtherLook, 'value' | 'expected' | 'found'>

function compare(
  content: Uint8Array,
  commitment: RecipeCommitment,
  published: ReadonlyMap<string, Value>,
  engine: Engine,
): LookResult {
  let shown: ReadonlyMap<string, Value>
  try {
    shown = readCommitted(commitment, content, () => new Context(engine, defaultBudget))
  } catch (error) {
    if (!(error instanceof DrawauditError)) throw error
    return { code: 'evidence-missing', why: `what cannot be read: ${error.message}` }
  }
  for (const value of commitment.values) {
    const [expected, found] = [published.get(value.name), shown.get(value.name)]
    if (expected === undefined || found === undefined || isSame(expected, found)) continue
    return { value, ...tellApart(printValue(expected), printValue(found)) }
  }
  const less = commitment.values.find(({ name }) => !shown.has(name))
  return less === undefined ? 'same' : { code: 'evidence-missing', why: `no ${less.title}` }
}
