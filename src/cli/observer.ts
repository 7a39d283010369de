/**
 * An observer at work: compares each sight with all before it, signs what is new, and says what it means.
 *
 * @packageDocumentation
 */
import { parsePublicKey } from '../core/signature.js'
import { computeKeyId } from '../core/dsse.js'
import { decodeHex } from '../core/encoding.js'
import type { Engine } from '../core/engine.js'
import { formatTime, parseTime } from '../core/time.js'
import type { Observation } from '../model/observation.js'
import { emptyTrust, type TrustRoot } from '../model/trust.js'
import { compareStatements, describeConflict, isFinished } from '../observe/compare.js'
import type { Sight } from '../observe/fetch-statements.js'
import { createObservations } from '../observe/observation.js'
import { selectSigned } from '../observe/signed.js'
import { readStatements, type SeenStatement } from '../observe/statements-view.js'
import { describeTiming, judgeTiming, type Timing } from '../observe/timing.js'
import { escapeText } from '../render/escape.js'
import { nameStatement } from '../verify/chain.js'
import { appendObservations, readObservationFile } from './observation-file.js'
import type { ObserverKey } from './observer-key.js'

export interface ObserverOptions {
  readonly file: string
  /** A UUID in lower case. */
  readonly raffleId: string
  readonly key: ObserverKey
  /** Whose statements count; without, everybody's. */
  readonly trust: TrustRoot | undefined
  readonly engine: Engine
  /** Told lines that are no result. */
  readonly say: (text: string) => void
}

/** What stands after a sight. */
export interface Outcome {
  readonly file: string
  readonly raffle_id: string
  /** How many observations the file has. */
  readonly observations: number
  readonly statements: readonly {
    readonly type: string
    readonly sequence: number
    readonly digest: string
  }[]
  readonly timing: readonly Timing[]
  /** What an honest operator does not do. */
  readonly alarms: readonly string[]
  readonly isFinished: boolean
}

/** A clock that is off by more seconds than this is worth a word. */
const clockTolerance = 60

export class Observer {
  readonly #options: ObserverOptions
  #saidClock = false

  constructor(options: ObserverOptions) {
    this.#options = options
    const { trust, key, say } = options
    const keyId = computeKeyId(parsePublicKey('ed25519', decodeHex(key.publicKey)))
    if (trust?.observers.some(observer => observer.keyId === keyId) === false) {
      say('warning: the trust root does not have this observer; drawaudit trust add --observer-key adds it\n')
    }
  }

  /**
   * Signs a sight when it shows anything that the last one in the file did not, or the other way round.
   *
   * @throws DrawauditError as reading and writing the file does.
   */
  see(sight: Sight): Outcome {
    const { file, raffleId, key, engine, say } = this.#options
    this.#checkClock(sight)
    const { observations } = readObservationFile(file, raffleId)
    const before = observations.flatMap(({ envelopes }) => readStatements(envelopes, raffleId, engine))
    const { added } = compareStatements(before, sight.statements)
    const isOther = added.length > 0 || this.#isLess(sight, observations)
    let count = observations.length
    if (isOther && (sight.statements.length > 0 || before.length > 0)) {
      const observed = { raffleId, ...sight, observedAt: sight.receivedAt }
      count = appendObservations(file, raffleId, createObservations(observed, key.secretKey))
    }
    for (const { statement } of added) say(`saw ${escapeText(nameStatement(statement))}\n`)
    if (added.length === 0) {
      say(
        before.length === 0
          ? 'no statement of this raffle yet\n'
          : 'nothing new since the last observation\n',
      )
    }
    if (sight.strange > 0)
      say(`warning: ${sight.strange} of the things served are no statements of this raffle\n`)
    return this.#judge(sight, before, count)
  }

  /** Something that the last observation has is not shown any more. */
  #isLess({ statements }: Sight, observations: readonly Observation[]): boolean {
    const { raffleId, engine } = this.#options
    const at = observations.at(-1)?.observed_at_utc
    const last = observations.filter(({ observed_at_utc }) => observed_at_utc === at)
    const before = last.flatMap(({ envelopes }) => readStatements(envelopes, raffleId, engine))
    return compareStatements(before, statements).vanished.length > 0
  }

  #judge(sight: Sight, before: readonly SeenStatement[], count: number): Outcome {
    const { file, raffleId, trust, engine, say } = this.#options
    const now = selectSigned(sight.statements, trust, engine)
    const unsigned = sight.statements.length - now.length
    if (unsigned > 0) say(`warning: ${unsigned} statements are not signed by a key of the trust root\n`)
    const { vanished, conflicts } = compareStatements(selectSigned(before, trust, engine), now)
    const timing = judgeTiming(now, this.#findFirst(sight), (trust ?? emptyTrust).chains)
    for (const one of timing) say(`${describeTiming(one)}\n`)
    const alarms = [
      ...conflicts.map(describeConflict),
      ...vanished.map(
        ({ statement, digest }) =>
          `${nameStatement(statement)} sha256:${digest} was shown before and is not any more`,
      ),
    ]
    for (const alarm of alarms) say(`ALARM: ${escapeText(alarm)}\n`)
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

  /** When each statement was seen first, by all observations in the file and this sight. */
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

  #checkClock({ clockAhead = 0 }: Sight): void {
    if (Math.abs(clockAhead) <= clockTolerance || this.#saidClock) return
    this.#saidClock = true
    const relation = clockAhead > 0 ? 'ahead of' : 'behind'
    this.#options.say(
      `warning: the clock of this machine is ${Math.abs(clockAhead)} s ${relation} the service's; one of the two is wrong, and the observation has the time of this machine\n`,
    )
  }
}
