/**
 * Raffles with time-stamps, which scenarios change.
 *
 * @packageDocumentation
 */
import { extensions, type TokenChoices } from '../../timestamp/build-token.js'
import { type Choices, type EnvelopeJson, type Evidence } from '../factory.js'
import { roundTime } from '../rounds.js'
import { base64, unbase64 } from '../second-opinion.js'
import { createStamper, type Stamper, type Timestamper } from '../stamper.js'
import { altered, ceremony, flipBase64 } from './scenario.js'

export const { observer, times, beacon } = ceremony()
export const round = roundTime(beacon!)

export interface Stamp {
  readonly sequence: number
  readonly token: Uint8Array
}

/** Makes the tokens of a bundle from its statements. */
export type Stamping = (statements: readonly EnvelopeJson[]) => readonly Stamp[]

export const stampers = createStamper('Stampers Ltd')
export const others = createStamper('Other Stampers')

/** A token of each, the one of the seal as late as it may be: tokens may be a second out. */
export const stampsBy =
  (one: Stamper, choices: Partial<TokenChoices> = {}): Stamping =>
  statements => [
    { sequence: 0, token: one.stamp(statements[0]!, times.commitmentSeen, choices) },
    { sequence: 1, token: one.stamp(statements[1]!, times.sealSeen - 1, choices) },
  ]

/** Commitment and seal, stamped in time. */
export const inTime = stampsBy(stampers)

/** Every statement, stamped in a second. */
export const stampAll =
  (second: number): Stamping =>
  statements =>
    statements.map((envelope, at) => ({ sequence: at, token: stampers.stamp(envelope, second) }))

export interface Stamped extends Partial<Choices> {
  /** An observer saw everything in time, too. */
  readonly isObserved?: boolean
  readonly timestampers?: readonly Timestamper[]
  readonly edit?: (evidence: Evidence) => void
}

/** The raffle with time-stamps in its bundle. */
export function stamped(stamping: Stamping, given: Stamped = {}): Evidence {
  const { isObserved = false, timestampers = [stampers.pinned], edit, ...choices } = given
  const isSeen = isObserved || choices.log !== undefined
  return altered(evidence => {
    if (!isSeen) evidence.observations = []
    evidence.trust.timestampers = structuredClone([...timestampers])
    const stamps = stamping(evidence.bundle.statements)
    evidence.bundle.timestamps = stamps.map(({ sequence, token }) => ({ sequence, token: base64(token) }))
    edit?.(evidence)
  }, choices)
}

/** The same with its tokens beside the bundle. */
export const beside = (stamping: Stamping): Evidence =>
  stamped(stamping, {
    edit(evidence) {
      evidence.tokens = evidence.bundle.timestamps!.map(({ token }) => token)
      delete evidence.bundle.timestamps
    },
  })

/** Every token, changed. */
export const changed = (change: (token: Uint8Array) => Uint8Array): Stamping => {
  return statements => inTime(statements).map(({ sequence, token }) => ({ sequence, token: change(token) }))
}

export const find = (token: Uint8Array, part: Uint8Array): number =>
  Buffer.from(token).indexOf(Buffer.from(part))

/** Where the signature begins, which ends the token: 70 to 72 bytes. */
export const signatureAt = (token: Uint8Array): number =>
  [70, 71, 72].map(size => token.length - size).find(at => token[at - 1] === token.length - at)!

/** The same with the lowest bit of a byte flipped. */
export const flip = (token: Uint8Array, at: number): Uint8Array => unbase64(flipBase64(base64(token), at))

/** By a stamper that is made so, under its authority and under its signer's own certificate. */
export const made = (
  signer: Parameters<typeof createStamper>[1],
  authority: Parameters<typeof createStamper>[2] = {},
  choices: Partial<TokenChoices> = {},
  isPinned = false,
): Evidence => {
  const one = createStamper('Stampers made so', signer, authority)
  return stamped(stampsBy(one, choices), { timestampers: [isPinned ? one.bySigner : one.pinned] })
}

export const withTokens = (choices: Partial<TokenChoices>): Evidence => stamped(stampsBy(stampers, choices))
export const signerOf = (one: Stamper): Uint8Array => unbase64(one.bySigner.certificates[0]!)

/** The certificate expires in a second; the seal is stamped in it or after. */
export const expiring = (until: number, isAuthority = false): Evidence => {
  const ends = { until: new Date(1000 * until).toISOString() }
  const ca = [extensions.authority, extensions.signsCertificates]
  return made(isAuthority ? {} : ends, isAuthority ? { ...ends, extensions: ca } : {})
}
