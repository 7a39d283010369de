/**
 * The log of a service, read for its bundles: once for all if possible. Failures only leave claims undecided.
 *
 * @packageDocumentation
 */
import { parseAnsweredBundle, type Gathered } from '../../conformance/evidence.js'
import { parseCheckpoint } from '../../core/checkpoint.js'
import { equalBytes } from '../../core/digest.js'
import { encodeEnvelope } from '../../core/dsse.js'
import type { Engine } from '../../core/engine.js'
import { parseNote } from '../../core/note.js'
import { DrawauditError } from '../../errors.js'
import { isLogAbsent, isLogUrl, openLogSource } from '../../log/read/log-source.js'
import type { TrustRoot } from '../../model/trust.js'
import { escapeText } from '../../render/escape.js'
import { isStatement, readStatement } from '../../verify/bundle/chain.js'
import type { LoggedBundle, LogSummary } from '../../verify/bundle/log-entries.js'
import { findLogOf } from '../../verify/bundle/log-evidence.js'
import { readLogEntries } from '../shared/log-entries.js'
import type { Remote } from '../shared/remote.js'
import { talk, type Progress } from '../shared/terminal.js'
import { mapConcurrently } from './concurrent.js'

export interface ServiceLogOptions {
  /** Given folder or URL; default: the service's log. */
  readonly place?: string | undefined
  readonly trust: TrustRoot
  readonly engine: Engine
  readonly progress: Progress
  /** Maximum number of raffles asked about at the same time. */
  readonly concurrency: number
  /** Deadline for reading, in milliseconds since 1970. */
  readonly until: number
}

type UnreadLog = NonNullable<Gathered['unreadLog']>

/** Maximum reads of a log that appears damaged: it may have been damaged in transit. */
const mostTries = 2

/** Reads the given log, or the service's. Without reason to read it, sends no request. */
export class ServiceLog {
  readonly #remote: Remote
  readonly #options: ServiceLogOptions
  readonly #place: string
  /** Log evidence by {@link keyOf} its bundle. */
  readonly #summaries = new Map<string, LogSummary>()
  #unread: UnreadLog | undefined

  constructor(remote: Remote, options: ServiceLogOptions) {
    this.#remote = remote
    this.#options = options
    this.#place = options.place ?? `${remote.baseUrl}/log`
  }

  /** Reads the log for all bundles together if there are several raffles; otherwise each would read all of it. */
  async prepare(): Promise<void> {
    const { place, trust, concurrency } = this.#options
    const { raffles, send } = this.#remote
    const isKnown = trust.operators.some(({ name }) => this.#isLogged(name))
    if (raffles.length === 1 || (place === undefined && !isKnown)) return
    const bundles: LoggedBundle[] = []
    const asked = mapConcurrently(raffles, concurrency, async raffle => {
      const bundle = parseAnsweredBundle(await send(raffle)('bundle', new Map()))
      return bundle && outline(bundle)
    })
    for await (const bundle of asked) if (bundle && this.#concerns(bundle)) bundles.push(bundle)
    if (bundles.length > 0) await this.#readAll(bundles)
  }

  /** Log evidence of a bundle, or why the log was not read; neither if it is not needed. */
  async read(bundle: LoggedBundle): Promise<{ readonly log?: LogSummary; readonly unreadLog?: UnreadLog }> {
    if (!this.#concerns(bundle)) return {}
    // The service may have answered with a different bundle before.
    if (!this.#summaries.has(keyOf(bundle)) && this.#unread === undefined) await this.#readAll([bundle])
    const log = this.#summaries.get(keyOf(bundle))
    if (log !== undefined) return { log }
    return this.#unread === undefined ? {} : { unreadLog: this.#unread }
  }

  #concerns({ statements }: LoggedBundle): boolean {
    if (this.#options.place !== undefined) return true
    return this.#isLogged(statements.map(readStatement).find(isStatement)?.operator)
  }

  #isLogged(operator: string | undefined): boolean {
    return !('why' in findLogOf(operator, this.#options.trust))
  }

  async #readAll(bundles: readonly LoggedBundle[]): Promise<void> {
    const over = new AbortController()
    const timer = setTimeout(
      () => {
        over.abort(outOfTime())
      },
      Math.max(0, this.#options.until - Date.now()),
    )
    try {
      const summaries = await this.#tryReading(bundles, over.signal)
      for (const [at, bundle] of bundles.entries()) {
        const summary = summaries[at]
        if (summary !== undefined) this.#summaries.set(keyOf(bundle), summary)
      }
    } catch (error) {
      if (!(error instanceof DrawauditError) || error.code === 'internal') throw error
      const { file } = error.where
      this.#giveUp(`${error.message}${file === undefined ? '' : `, ${file}`}`, error.code, error.hint)
    } finally {
      clearTimeout(timer)
      if (isLogUrl(this.#place)) this.#remote.session.noteOthers()
      this.#options.progress.clear()
    }
  }

  async #tryReading(bundles: readonly LoggedBundle[], signal: AbortSignal): Promise<readonly LogSummary[]> {
    signal.throwIfAborted()
    const { client, longestWait } = this.#remote
    if (isLogUrl(this.#place) && (await isLogAbsent(this.#place, client))) {
      // An answer, not a failure: no retry.
      this.#giveUp(`there is no log at ${this.#place}`, 'evidence-missing', 'name it with --log')
      return []
    }
    const source = openLogSource(this.#place, {
      client,
      longestWait,
      onWait: seconds => {
        talk(`rate-limited by the log: retrying in ${Math.ceil(seconds)} s\n`)
      },
    })
    try {
      for (let tries = 1; ; tries++) {
        const summaries = await readLogEntries(source, bundles, { ...this.#options, signal })
        if (tries === mostTries || summaries.every(isWhole)) return summaries
      }
    } finally {
      source.close()
    }
  }

  #giveUp(because: string, code: UnreadLog['code'], hint: string | undefined): void {
    this.#unread = { code, because }
    this.#options.progress.clear()
    const more = hint === undefined ? '' : `; ${hint}`
    talk(`note: the log was not read: ${escapeText(because)}${escapeText(more)}\n`)
  }
}

/**
 * Checks that a given folder exists, before any request is sent.
 *
 * @throws DrawauditError `url-invalid`, `file-…`.
 */
export async function assertLogPlace(place: string): Promise<void> {
  const source = openLogSource(place)
  try {
    if (!isLogUrl(place)) await source.readCheckpoint()
  } finally {
    source.close()
  }
}

function outOfTime(): DrawauditError {
  return new DrawauditError('remote-timeout', 'reading it took half of the time for the whole check', {
    hint: 'give it more with --deadline',
  })
}

/** The part of a bundle that the log is searched for, without its list. */
function outline({ statements, log }: LoggedBundle): LoggedBundle {
  return { statements, ...(log && { log }) }
}

function keyOf({ statements, log }: LoggedBundle): string {
  return JSON.stringify([
    statements.map(one => encodeEnvelope(one)),
    log && [log.checkpoint, ...log.cosigned.map(({ checkpoint }) => checkpoint)],
  ])
}

/** Whether the entries match the checkpoint. */
function isWhole({ checkpoint, fault, size, rootAt }: LogSummary): boolean {
  if (fault !== undefined) return false
  const head = parseCheckpoint(parseNote(checkpoint).text)
  const root = rootAt(head.size)
  return size === head.size && root !== undefined && equalBytes(root, head.root)
}
