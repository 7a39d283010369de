import type { Status, Verdict } from '../../../src/model/report.js'
import {
  createCeremony,
  createRaffle,
  envelop,
  payloadOf,
  runRaffle,
  statementType,
  type Ceremony,
  type Choices,
  type EnvelopeJson,
  type Evidence,
  type Lies,
} from '../factory.js'
import { jcs, unbase64, utf8, type Members } from '../second-opinion.js'

/** What a verifier is asked for beside the evidence. */
export interface Asked {
  readonly raffle?: string
  readonly ticket?: { readonly id: string; readonly proof?: Members }
  /** `nonce` in hex. */
  readonly receipt?: { readonly envelope: EnvelopeJson; readonly nonce?: string; readonly proof?: Members }
  readonly acceptReplacements?: boolean
  readonly require?: readonly string[]
}

/** Evidence in which one thing is wrong, and how the claim about that has to end. */
export interface Scenario {
  readonly claim: string
  /** In words joined by hyphens: what is wrong. */
  readonly name: string
  readonly description: string
  readonly status: Status
  readonly code: string
  /** On the whole bundle. */
  readonly verdict: Verdict
  readonly evidence: Evidence
  readonly options?: Asked
}

/** A scenario as it stands in its file. */
export interface ScenarioJson {
  readonly description: string
  readonly expect: {
    readonly claim: string
    readonly status: Status
    readonly code: string
    readonly verdict: Verdict
    readonly level?: number
  }
  readonly now: string
  readonly bundle: Evidence['bundle']
  readonly trust: Evidence['trust']
  readonly record?: Members
  readonly observations?: Evidence['observations']
  readonly companions?: Evidence['companions']
  readonly list?: string
  readonly log?: Evidence['log']
  readonly tokens?: Evidence['tokens']
  readonly options?: Asked
}

/** What a file says of a scenario: `<claim>/<name>.json`. */
export function encodeScenario(scenario: Scenario): ScenarioJson {
  const { claim, status, code, verdict, description, evidence, options } = scenario
  const { bundle, trust, record, observations, companions, list, log, tokens, now } = evidence
  // A ticket that is not there says nothing about the draws, and what cannot be read has no level.
  const levelless = claim === 'ticket.included' || claim === 'document.read'
  return {
    description,
    expect: {
      ...{ claim, status, code, verdict },
      ...(verdict === 'refuted' && !levelless && { level: 0 }),
    },
    now,
    bundle,
    trust,
    ...(record && { record: record as unknown as Members }),
    ...(observations.length > 0 && { observations }),
    ...(companions && { companions }),
    ...(list !== undefined && { list }),
    ...(log && { log }),
    ...(tokens && { tokens }),
    ...(options && { options }),
  }
}

type Add = (
  name: string,
  description: string,
  ending: string | readonly [status: Status, code: string, verdict?: Verdict],
  evidence: Evidence,
  options?: Asked,
) => void

/** The scenarios of one claim. An ending that is a code alone refutes; the verdict is that of the claim, unless given. */
export function scenariosOf(claim: string, fill: (add: Add) => void): readonly Scenario[] {
  const scenarios: Scenario[] = []
  fill((name, description, ending, evidence, options) => {
    const [status, code, given] = typeof ending === 'string' ? (['refuted', ending] as const) : ending
    const verdict = given ?? (status === 'refuted' ? 'refuted' : 'not-provable')
    scenarios.push({ claim, name, description, status, code, verdict, evidence, ...(options && { options }) })
  })
  return scenarios
}

/** The raffle in which most things go wrong: two prizes, five entries, round 1000 of quicknet. */
export const base: Choices = { seed: 'known bad', raffleName: 'Summer raffle', prizes: 2, entries: 5 }

/** That raffle, in which the operator lied. */
export const lied = (lies: Lies, choices: Partial<Choices> = {}): Evidence =>
  createRaffle({ ...base, ...choices }, lies)

/** That raffle, altered after it was signed. */
export function altered(edit: (evidence: Evidence) => void, choices: Partial<Choices> = {}): Evidence {
  const evidence = createRaffle({ ...base, ...choices })
  edit(evidence)
  return evidence
}

/** That raffle as far as `steps` take it. */
export function told(steps: (ceremony: Ceremony) => void, choices: Partial<Choices> = {}): Evidence {
  const ceremony = createCeremony({ ...base, ...choices })
  steps(ceremony)
  return ceremony.finish()
}

/** The ceremony of that raffle, for whoever needs its parts. */
export const ceremony = (choices: Partial<Choices> = {}): Ceremony => runRaffle({ ...base, ...choices })

/** An object without a member. */
export const without = (members: Members, name: string): Members =>
  Object.fromEntries(Object.entries(members).filter(([key]) => key !== name))

/** Changes a payload and leaves its signature as it was. */
export function forge(envelope: EnvelopeJson, change: (statement: Members) => Members): void {
  envelope.payload = Buffer.from(jcs(change(payloadOf(envelope)))).toString('base64')
}

/** The last statement of a chain, signed anew over other bytes: nothing links to it. */
export function resignLast(
  evidence: Evidence,
  write: (text: string) => string | Uint8Array,
  by: Ceremony,
): void {
  const { statements } = evidence.bundle
  const last = statements.pop()!
  const payload = write(Buffer.from(unbase64(last.payload)).toString())
  const bytes = typeof payload === 'string' ? utf8(payload) : payload
  statements.push(envelop(statementType, bytes, by.operator))
}

/** Flips the lowest bit of a byte, in hex. */
export function flipHex(text: string, at: number): string {
  const byte = (parseInt(text.slice(2 * at, 2 * at + 2), 16) ^ 1).toString(16).padStart(2, '0')
  return text.slice(0, 2 * at) + byte + text.slice(2 * at + 2)
}

/** The same in base64. */
export function flipBase64(text: string, at: number): string {
  const bytes = Buffer.from(text, 'base64')
  bytes[at]! ^= 1
  return bytes.toString('base64')
}
