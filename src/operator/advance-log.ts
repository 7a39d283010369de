/**
 * What follows whenever something was signed: a head of the log over it, and the cosignatures of witnesses.
 *
 * @packageDocumentation
 */
import type { NoteSignature } from '../core/note.js'
import { submitToAll, type Submitted } from '../log/witness/submit.js'
import { findUncosigned, keepCosignatures } from './cosign-log.js'
import type { Desk } from './desk.js'
import { sequenceLog } from './sequence-log.js'

/** Where the log of a store stands after it was advanced. */
export interface Advanced {
  readonly origin: string
  readonly size: number
  /** Entries that became a part of it. */
  readonly added: number
  readonly witnesses: number
  /** Those that have cosigned the head. */
  readonly cosigned: number
  /** Those that were asked and have not, or with a key too few. */
  readonly faults: readonly Submitted[]
}

export interface AdvanceOptions {
  /** Where the names of proxies stand. */
  readonly env: NodeJS.ProcessEnv
  readonly signal?: AbortSignal
  /** Milliseconds that the other witnesses get once the first has cosigned; as `submitToAll` has it when left out. */
  readonly patience?: number
}

/**
 * Signs a head over what was appended, and asks the witnesses that have not cosigned it. What each says is kept as it
 * comes, so that whatever becomes of the others costs nothing of it.
 *
 * @returns undefined for a store without a log.
 * @throws DrawauditError as `sequenceLog` does; that a witness does not answer is no reason to.
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
      // The operator itself named them.
      client: { allowPrivate: true, env },
      engine: desk.engine,
      onCosigned: ({ cosignatures }) => {
        for (const cosignature of cosignatures) keeper.add(cosignature)
      },
      ...(signal && { signal }),
      ...(patience !== undefined && { patience }),
    },
  ).finally(() => keeper.finish())
  const cosigned = answers.filter(({ fault }) => fault === undefined).length
  // Another process may have signed and submitted a larger one meanwhile.
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

/** Keeps cosignatures of a head as they come: those that come while others are written are written together. */
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
    // What the store cannot take now, it is given once more at the end.
    this.#work = this.#work.then(() => this.#write()).catch(() => undefined)
  }

  /** @throws what `keepCosignatures` does, where anything is left. */
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
