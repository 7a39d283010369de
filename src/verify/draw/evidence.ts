/**
 * `evidence.timely` and `evidence.unique` of a published draw: what others saw of its commitment, and when.
 *
 * @packageDocumentation
 */
import type { BlockHeader } from '../../core/blocks/header.js'
import { encodeHex } from '../../core/encoding.js'
import { formatTime } from '../../core/time.js'
import { findRoundTime } from '../../core/timetable.js'
import type { Claim, ClaimCode, Finding } from '../../model/report.js'
import { findChain } from '../../model/trust.js'
import { fillAddress, type RecipeCommitment } from '../../recipe/commitment.js'
import { inputName } from '../../recipe/claims.js'
import type { Recipe } from '../../recipe/recipe.js'
import type { Value } from '../../recipe/value.js'
import { margin } from '../observer.js'
import { indexHeaders } from './block-headers.js'
import type { Deciding } from './deciding.js'
import { enumerate } from './enumerate.js'
import { findLooks, type PublicationLook, type LookOptions, type OtherLook } from './publications.js'

/** Results about the evidence of a draw. */
export interface PublishedEvidence {
  readonly claims: readonly Claim[]
  readonly findings: readonly Finding[]
  /** Who attests that the commitment was published in time; absent if nobody does. */
  readonly observer?: string
}

/** An evaluated draw. */
interface Carried {
  readonly recipe: Recipe
  readonly values: ReadonlyMap<string, Value>
  readonly deciding: Deciding
  /** Block headers given by the auditor. */
  readonly headers: readonly BlockHeader[]
  /** What decides the draw if only the values with these names existed before the random number. */
  readonly decide: (names: readonly string[]) => Deciding
}

const timely = {
  id: 'evidence.timely',
  says: 'someone else saw the commitment before the random number could be known',
}
const unique = { id: 'evidence.unique', says: 'there was no second commitment for this draw' }

interface Open {
  readonly code: ClaimCode
  readonly why: string
  readonly expected?: string
  readonly found?: string
}

/**
 * Checks both claims.
 *
 * `evidence.timely` is proven only if the recipe gives an address for this draw, the commitment there fixes
 * everything that the organiser controls, and an observer in the trust file saw it there in time;
 * `evidence.unique` only if no such observer ever saw anything else there. The content at an address is
 * signed only by the observer, who may be wrong: another commitment there refutes nothing.
 */
export function checkPublishedEvidence(carried: Carried, options: LookOptions): PublishedEvidence {
  const { commitment } = carried.recipe
  if (commitment === undefined) {
    return neither(
      { code: 'evidence-missing', why: 'only the organiser says when it was published' },
      { code: 'evidence-missing', why: 'nobody was asked to look for one, as far as this shows' },
    )
  }
  const place = findPlace(commitment, carried)
  if ('why' in place) return neither(place)
  const looks = findLooks(place.url, commitment, carried.values, options)
  const { same, other, stamped, discounted, unstamped, findings } = looks
  const [second] = other
  const [seen] = same
  const [stamp] = stamped
  // At equal times an observer's counts, who saw where it was published.
  const first = seen !== undefined && (stamp === undefined || seen.at <= stamp.at) ? seen : stamp
  const differs = second && describeOther(second, place.url)
  const deadline = findDeadline(carried, options)
  const none: Open = { code: 'evidence-missing', why: `no observation of ${place.url} was given` }
  const unseen = differs ?? discounted[0] ?? none
  if (first === undefined) {
    return { ...neither(differs ?? discounted[0] ?? unstamped[0] ?? none, unseen), findings }
  }
  if (typeof deadline !== 'bigint') return { ...neither(deadline, differs), findings }
  if (first.at > deadline) return { ...neither(describeLate(first, deadline), differs), findings }
  // Uniqueness rests on those who looked: a time-stamper has seen only a digest.
  const late = seen && seen.at > deadline ? describeLate(seen, deadline) : undefined
  const open = seen === undefined ? unseen : (differs ?? late)
  const { id, says } = timely
  return {
    claims: [
      {
        id,
        status: 'proven',
        code: 'observed-in-time',
        message: `${says}: ${describeLook(first, place.url)}`,
      },
      open === undefined && seen !== undefined
        ? {
            id: unique.id,
            status: 'proven',
            code: 'observed-once',
            message: `${unique.says}: ${describeLook(seen, place.url)}`,
          }
        : endOpen(unique, open ?? unseen),
    ],
    findings,
    observer: first.who,
  }
}

function describeLook({ who, atUtc, isStamp }: PublicationLook, url: string): string {
  return isStamp === true ? `${who} stamped it at ${atUtc}` : `${who} saw it at ${atUtc}, at ${url}`
}

function endOpen({ id, says }: typeof timely, { code, why, ...shown }: Open): Claim {
  return { id, status: 'not-provable', code, message: `${says}: ${why}`, ...shown }
}

function neither(why: Open, whyUnique = why): PublishedEvidence {
  return { claims: [endOpen(timely, why), endOpen(unique, whyUnique)], findings: [] }
}

/** Where this draw's commitment is published, if its content fixes everything that the organiser controls. */
function findPlace(
  commitment: RecipeCommitment,
  { recipe, values, decide }: Carried,
): { readonly url: string } | Open {
  const titleOf = (name: string): string => recipe.inputs.get(name)?.declared.title ?? name
  const address = fillAddress(commitment, values)
  if ('missing' in address) {
    const why = `its address has the ${titleOf(address.missing)} in it, which was not published`
    return { code: 'value-missing', why }
  }
  if ('unusable' in address) {
    const why = `no address can be made of this ${titleOf(address.unusable)}`
    return { code: 'evidence-missing', why }
  }
  const missing = commitment.values.find(({ name }) => !values.has(name))
  if (missing !== undefined) return { code: 'value-missing', why: `not published: the ${missing.title}` }
  const { own, untoldOrder } = decide([...commitment.names, ...commitment.values.map(({ name }) => name)])
  const isFixed = (name: string): boolean => own.some(one => one.name === name && one.committed)
  const free = [
    ...own
      .filter(({ committed }) => !committed)
      .map(({ kind, title }) => (kind === 'choice' ? `which ${title} would count` : `the ${title}`)),
    ...untoldOrder.filter(isFixed).map(name => `the order of the ${titleOf(inputName(name))}`),
  ]
  if (free.length === 0) return address
  return { code: 'evidence-missing', why: `what stands at ${address.url} does not fix ${enumerate(free)}` }
}

/**
 * Max seconds by which the time in a header may be ahead of the block's creation. Bitcoin's nodes refuse more
 * than two hours ahead of their clock, which others could shift by 70 minutes until version 27; Ethereum's
 * refused more than 15 seconds, and since 2022 a block has the time of its slot. A time that is too early
 * only moves the deadline forward.
 */
const ahead = { bitcoin: 190 * 60, ethereum: 15 } as const

/** Latest time at which the commitment may be seen, in nanoseconds since 1970, or why there is none. */
function findDeadline({ recipe, values, deciding, headers }: Carried, { trust }: LookOptions): bigint | Open {
  const { outside } = deciding
  if (outside.length === 0) {
    return {
      code: 'randomness-missing',
      why: 'nothing from outside the organiser’s hands decides the winner',
    }
  }
  const times: bigint[] = []
  for (const { name, title, verified, askedWith, isKnownEarlier } of outside) {
    if (!verified) {
      return { code: 'value-unproven', why: `nothing shows where the ${title} really came from` }
    }
    // A function's output is unknown before its input, whose time counts instead.
    if (askedWith !== undefined && waits(name, outside)) continue
    const value = values.get(name)
    const chain = findChain(trust, recipe.inputs.get(name)?.chain?.chainHash ?? '')
    const block = recipe.inputs.get(name)?.declared.block
    const isBlock = block !== undefined && value?.kind === 'bytes'
    const found = isBlock ? indexHeaders(headers).byHash.get(encodeHex(value.bytes)) : undefined
    // Other chains have headers of the same form, but other rules for their times.
    const header = found?.chain === block ? found : undefined
    const time =
      value?.kind === 'beacon' && chain
        ? findRoundTime(chain, value.beacon.round - (isKnownEarlier === true ? 1 : 0))
        : header && header.time - ahead[header.chain]
    if (time === undefined && isBlock) {
      const why = `when the ${title} could be known shows in the header of its block: give it with --headers FILE`
      return { code: 'evidence-missing', why }
    }
    if (time === undefined) {
      return { code: 'evidence-missing', why: `nothing shows when the ${title} could be known` }
    }
    times.push(BigInt(time) * 1_000_000_000n)
  }
  // Not empty: whatever waits does so for a source with a time.
  return times.reduce((first, time) => (time < first ? time : first)) - margin
}

/**
 * Whether a function's input comes from elsewhere, directly or through other functions. Functions with
 * circular inputs wait for nothing.
 */
function waits(name: string, outside: Deciding['outside'], before: readonly string[] = []): boolean {
  const { askedWith = [] } = outside.find(source => source.name === name) ?? {}
  const passed = [...before, name]
  return outside.some(
    other =>
      askedWith.includes(other.name) &&
      !passed.includes(other.name) &&
      (other.askedWith === undefined || waits(other.name, outside, passed)),
  )
}

function describeLate({ who, atUtc, isStamp }: PublicationLook, deadline: bigint): Open {
  const latest = formatTime(new Date(Number(deadline / 1_000_000n)))
  return {
    code: 'observed-late',
    why: `${who} ${isStamp === true ? 'stamped' : 'saw'} it at ${atUtc}, and it had to be seen by ${latest}`,
  }
}

/** Names the observer and both values, without accusing anybody. */
function describeOther({ who, atUtc, value, expected, found }: OtherLook, url: string): Open {
  const why = `${who} saw another ${value.title} at ${url}, at ${atUtc}: the organiser may have changed it, or ${who} may be wrong`
  return { code: 'observed-other', why, expected, found }
}
