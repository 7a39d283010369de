/**
 * Compares each answer of a service with all earlier ones, signs what is new, and explains it.
 *
 * @packageDocumentation
 */
import { computeKeyId, verifyEnvelope, type Envelope } from '../../core/dsse.js'
import { parsePublicKey, type PublicKey } from '../../core/signature.js'
import { decodeHex } from '../../core/encoding.js'
import type { Engine } from '../../core/engine.js'
import { formatTime, parseTime } from '../../core/time.js'
import type { Observation } from '../../model/observation.js'
import type { Seal } from '../../model/statement.js'
import { emptyTrust, type TrustRoot } from '../../model/trust.js'
import { compareStatements, describeConflict, isFinished } from '../../observe/compare.js'
import { describeClockError } from '../../observe/clock.js'
import type { Sight } from '../../observe/fetch-statements.js'
import { createObservations } from '../../observe/observation.js'
import { selectSigned } from '../../observe/signed.js'
import { readStatements, type SeenStatement } from '../../observe/statements-view.js'
import { describeTiming, judgeTiming, type Timing } from '../../observe/timing.js'
import { escapeText } from '../../render/escape.js'
import { nameStatement } from '../../verify/bundle/chain.js'
import { appendObservations, readObservationFile } from './observation-file.js'
import type { ObserverKey } from '../shared/observer-key.js'

export interface ObserverOptions {
  readonly file: string
  /** UUID in lower case. */
  readonly raffleId: string
  readonly key: ObserverKey
  /** Restricts statements to trusted signers; without it, all count. */
  readonly trust: TrustRoot | undefined
  readonly engine: Engine
  /** Prints messages that are not results. */
  readonly say: (text: string) => void
}

type Say = ObserverOptions['say']

/** The result after an answer. */
export interface ObserverResult {
  readonly file: string
  readonly raffle_id: string
  /** Number of observations in the file. */
  readonly observations: number
  readonly statements: readonly {
    readonly type: string
    readonly sequence: number
    readonly digest: string
  }[]
  readonly timing: readonly Timing[]
  /** Contradictions that an honest operator does not produce. */
  readonly alarms: readonly string[]
  readonly isFinished: boolean
}

export class Observer {
  readonly #options: ObserverOptions
  readonly #publicKey: PublicKey
  #isFirst = true

  constructor(options: ObserverOptions) {
    this.#options = options
    const { trust, key, say } = options
    this.#publicKey = parsePublicKey('ed25519', decodeHex(key.publicKey))
    const keyId = computeKeyId(this.#publicKey)
    if (trust?.observers.some(observer => observer.keyId === keyId) === false) {
      say('warning: the trust file does not have this observer; drawaudit trust add --observer-key adds it\n')
    }
  }

  /**
   * Signs an answer if it shows statements that this observer has not signed, or fewer than last time.
   *
   * @throws DrawauditError as reading and writing the file does.
   */
  see(sight: Sight): ObserverResult {
    const { file, raffleId, key } = this.#options
    const { observations } = readObservationFile(file, raffleId)
    const before = this.#readAll(observations)
    const own = observations.filter(({ signed }) => verifyEnvelope(signed, this.#publicKey))
    const last = own.filter(({ observed_at_utc }) => observed_at_utc === own.at(-1)?.observed_at_utc)
    const isNews =
      compareStatements(this.#readAll(own), sight.statements).added.length > 0 ||
      compareStatements(this.#readAll(last), sight.statements).vanished.length > 0
    let count = observations.length
    if (isNews) {
      const observed = { raffleId, ...sight, observedAt: sight.receivedAt }
      count = appendObservations(file, raffleId, createObservations(observed, key.secretKey))
    }
    // Repeats no messages in later rounds.
    const say = isNews || this.#isFirst ? this.#options.say : () => undefined
    this.#isFirst = false
    this.#describe(sight, before, say)
    return this.#judge(sight, before, count, say)
  }

  /**
   * The seal in an answer, signed by a trusted key if the trust file knows the operator.
   *
   * @returns undefined if there is none, or more than one.
   */
  findSeal({ statements }: Sight): Seal | undefined {
    const { engine } = this.#options
    const trust = this.#findTrust(statements, () => undefined)
    const seals = selectSigned(statements, trust, engine).flatMap(({ statement }) =>
      statement.type === 'seal' ? [statement] : [],
    )
    return seals.length === 1 ? seals[0] : undefined
  }

  /**
   * Saves an attestation of the list with the observations.
   *
   * @returns the number of observations now.
   * @throws DrawauditError as reading and writing the file does.
   */
  keep(attestation: Envelope): number {
    const { file, raffleId } = this.#options
    return appendObservations(file, raffleId, [attestation])
  }

  #readAll(observations: readonly Observation[]): readonly SeenStatement[] {
    const { raffleId, engine } = this.#options
    return observations.flatMap(({ envelopes }) => readStatements(envelopes, raffleId, engine))
  }

  #describe({ statements, strange, clockAhead }: Sight, before: readonly SeenStatement[], say: Say): void {
    const { added } = compareStatements(before, statements)
    for (const { statement } of added) say(`saw ${escapeText(nameStatement(statement))}\n`)
    if (statements.length === 0) say('the service shows no statement of this raffle\n')
    else if (added.length === 0) say('nothing is new since the last observation\n')
    if (strange > 0) say(`warning: ${strange} of the served items are not statements of this raffle\n`)
    const clock = describeClockError(clockAhead)
    if (clock !== undefined) say(`warning: ${clock}\n`)
  }

  #judge(sight: Sight, before: readonly SeenStatement[], count: number, say: Say): ObserverResult {
    const { file, raffleId, engine } = this.#options
    const trust = this.#findTrust([...before, ...sight.statements], say)
    const now = selectSigned(sight.statements, trust, engine)
    const unsigned = sight.statements.length - now.length
    if (unsigned > 0) say(`warning: ${unsigned} statements are not signed by a key of the trust file\n`)
    const { vanished, conflicts } = compareStatements(selectSigned(before, trust, engine), now)
    const { chains } = this.#options.trust ?? emptyTrust
    const timing = judgeTiming(now, this.#findFirst(sight), chains)
    for (const one of timing) say(`${describeTiming(one)}\n`)
    const alarms = [
      ...conflicts.map(describeConflict),
      ...vanished.map(
        ({ statement, digest }) =>
          `${nameStatement(statement)} sha256:${digest} was shown before and is missing now`,
      ),
    ]
    for (const alarm of alarms) this.#options.say(`ALARM: ${escapeText(alarm)}\n`)
    return {
      file,
      raffle_id: raffleId,
      observations: count,
      statements: now.map(({ statement: { type, sequence }, digest }) => ({
        type,
        sequence,
        digest: `sha256:${digest}`,
      })),
      timing,
      alarms,
      isFinished: isFinished(now),
    }
  }

  /** The trust file, unless it knows none of the operators and so cannot decide. */
  #findTrust(statements: readonly SeenStatement[], say: Say): TrustRoot | undefined {
    const { trust } = this.#options
    const names = new Set(trust?.operators.map(({ name }) => name))
    const [first] = statements
    if (first === undefined || statements.some(({ statement }) => names.has(statement.operator))) return trust
    if (trust !== undefined) {
      const name = escapeText(JSON.stringify(first.statement.operator))
      say(`warning: the trust file does not have the operator ${name}: anybody could have signed this\n`)
    }
    return undefined
  }

  /** Time of the first sighting of each statement, by digest, in RFC 3339: from the file and this answer. */
  #findFirst({ statements, receivedAt }: Sight): ReadonlyMap<string, string> {
    const { file, raffleId, engine } = this.#options
    const first = new Map(statements.map(({ digest }) => [digest, formatTime(receivedAt)]))
    for (const { envelopes, observed_at_utc: at } of readObservationFile(file, raffleId).observations) {
      for (const { digest } of readStatements(envelopes, raffleId, engine)) {
        const known = first.get(digest)
        if (known === undefined || parseTime(at) < parseTime(known)) first.set(digest, at)
      }
    }
    return first
  }
}
