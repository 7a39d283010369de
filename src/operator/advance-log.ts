/**
 * The step after each signature: a log head over it, and the cosignatures of witnesses.
 *
 * @packageDocumentation
 */
import type { NoteSignature } from '../core/note.js'
import { submitToAll, type SubmissionResult } from '../log/witness/submit.js'
import { findUncosigned, keepCosignatures } from './cosign-log.js'
import type { Desk } from './desk.js'
import { sequenceLog } from './sequence-log.js'

/** The state of the log after it was advanced. */
export interface Advanced {
  readonly origin: string
  readonly size: number
  /** Number of entries sequenced. */
  readonly added: number
  readonly witnesses: number
  /** Witnesses that have cosigned the head. */
  readonly cosigned: number
  /** Witnesses that did not cosign, or not with all keys. */
  readonly faults: readonly SubmissionResult[]
}

export interface AdvanceOptions {
  /** Environment with the proxy settings. */
  readonly env: NodeJS.ProcessEnv
  readonly signal?: AbortSignal
  /** Milliseconds that the other witnesses get after the first cosignature; `submitToAll` has the default. */
  readonly patience?: number
}

/**
 * Signs a head over the appended entries, and asks the witnesses that have not cosigned it. Each cosignature
 * is stored as it arrives, so that none is lost if others fail.
 *
 * @returns undefined for a store without a log.
 * @throws DrawauditError as `sequenceLog` does; but not for a witness that does not answer.
 */
export async function advanceLog(
  desk: Desk,
  { env, signal, patience }: AdvanceOptions,
): Promise<Advanced | undefined> {
  const { log } = desk.store
  const sequenced = await sequenceLog(desk)
  const uncosigned = await findUncosigned(log)
  const row = await log.readLog()
  if (sequenced === undefined || uncosigned === undefined || row === undefined) return undefined
  const { head, note, requests, prove } = uncosigned
  const keeper = new Keeper(desk, head.size)
  const answers = await submitToAll(
    requests.map(request => ({ ...request, note, proofFrom: prove })),
    {
      // Configured by the operator.
      client: { allowPrivate: true, env },
      engine: desk.engine,
      onCosigned: ({ cosignatures }) => {
        for (const cosignature of cosignatures) keeper.add(cosignature)
      },
      ...(signal && { signal }),
      ...(patience !== undefined && { patience }),
    },
    // oxlint-disable-next-line typescript/no-misused-promises -- `finally` waits for it
  ).finally(() => keeper.finish())
  const cosigned = answers.filter(({ fault }) => fault === undefined).length
  // Another process may have signed and submitted a larger head meanwhile.
  const isLast = (await log.readHead())?.size === head.size
  const witnesses = new Set((await log.listWitnesses()).map(({ url }) => url)).size
  return {
    origin: row.origin,
    size: head.size,
    added: sequenced.added,
    witnesses,
    cosigned: witnesses - requests.length + cosigned,
    faults: isLast ? answers.filter(({ fault }) => fault !== undefined) : [],
  }
}

/** Stores cosignatures as they arrive; those arriving during a write are written together. */
class Keeper {
  readonly #desk: Desk
  readonly #size: number
  readonly #waiting: NoteSignature[] = []
  #work: Promise<void> = Promise.resolve()

  constructor(desk: Desk, size: number) {
    this.#desk = desk
    this.#size = size
  }

  add(cosignature: NoteSignature): void {
    this.#waiting.push(cosignature)
    // If the store fails now, one more write is tried at the end.
    this.#work = this.#work.then(() => this.#write()).catch(() => undefined)
  }

  /** @throws as `keepCosignatures` does, if anything is left. */
  async finish(): Promise<void> {
    await this.#work
    await this.#write()
  }

  async #write(): Promise<void> {
    const some = [...this.#waiting]
    await keepCosignatures(this.#desk, this.#size, some)
    this.#waiting.splice(0, some.length)
  }
}
