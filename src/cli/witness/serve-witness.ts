/**
 * Serves a witness until a signal ends it.
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { formatVerifierKey } from '../../core/note.js'
import { DrawauditError } from '../../errors.js'
import type { WitnessKeys } from '../../log/witness/key.js'
import type { WitnessedLog } from '../../log/witness/logs.js'
import { createWitnessServer, type WitnessServed, type WitnessServer } from '../../log/witness/server.js'
import { hashOrigin, openWitnessState } from '../../log/witness/state.js'
import { createWitness } from '../../log/witness/witness.js'
import { encodeFraudProof, type FraudProof } from '../../model/fraud-proof.js'
import type { ExitCode } from '../../model/report.js'
import { native } from '../../native/engine.js'
import { escapeText } from '../../render/escape.js'
import { renderJson } from '../../render/json.js'
import { createJsonLog } from '../shared/json-log.js'
import { listen } from '../shared/listen.js'
import { talk, writeResult } from '../shared/terminal.js'
import { makeFolder, writeWhole } from '../../io/written-files.js'

export interface ServeWitnessOptions {
  readonly folder: string
  readonly keys: WitnessKeys
  readonly logs: readonly WitnessedLog[]
  readonly host: string
  readonly port: number
  /** Requests per minute and address. */
  readonly rateLimit: number
}

/** Milliseconds for requests in progress at the end. */
const farewell = 10_000

/**
 * Serves until SIGTERM or SIGINT. Prints the URL on standard output, and a line of JSON per request on standard
 * error.
 *
 * @throws DrawauditError as `openWitnessState` and `createWitness` do; `address-unavailable`.
 */
export async function serveWitness(options: ServeWitnessOptions): Promise<ExitCode> {
  const { folder, keys, logs, host, port, rateLimit } = options
  const signals = waitForSignal()
  const verifiers = keys.map(({ verifier }) => verifier)
  const state = await openWitnessState(folder, { verifiers, logs, engine: native })
  const { log, flush } = createJsonLog('info', 2)
  let server: WitnessServer | undefined
  try {
    const witness = createWitness({ state, logs, keys, now: () => new Date(), engine: native })
    server = createWitnessServer({
      witness,
      rateLimit,
      onServed(served) {
        note(log, served)
        if (served.answer?.fork !== undefined) keepFork(log, folder, served.answer.fork)
      },
    })
    const url = await listen(server.http, host, port)
    const origins = [...new Set(logs.map(({ origin }) => escapeText(origin)))]
    talk(`the witness ${escapeText(keys[0].verifier.name)} answers at ${url}\n`)
    for (const one of verifiers) talk(`it cosigns with ${escapeText(formatVerifierKey(one), Infinity)}\n`)
    talk(`it cosigns ${origins.join(', ')}\n`)
    await writeResult(`${url}\n`)
    const reason = await signals
    log.info({ reason }, 'ending')
    await server.drain(farewell)
    log.info('ended')
    return 0
  } finally {
    server?.http.closeAllConnections()
    state.close()
    await flush()
  }
}

/** Logs a request; external text is escaped. */
function note(log: Logger, { method, path, status, ms, answer }: WitnessServed): void {
  const { about, error } = answer ?? {}
  const line = {
    method: escapeText(method, 20),
    path: escapeText(path, 100),
    status,
    ms,
    ...(about && { origin: escapeText(about.origin, 200), old: about.oldSize, size: about.size }),
    ...(status >= 400 && answer !== undefined && { answer: escapeText(answer.body.trimEnd(), 200) }),
  }
  if (error === undefined) log.info(line, 'request')
  else if (error instanceof DrawauditError) {
    const { code, message, hint, where } = error
    log.error({ ...line, code, error: escapeText(message), hint, file: where.file }, 'nothing is cosigned')
  } else log.error({ ...line, err: error }, 'a defect')
}

/** Saves only the first fraud proof of a log: further ones add nothing. */
function keepFork(log: Logger, folder: string, fork: FraudProof): void {
  const origin = escapeText(fork.origin, 200)
  const file = join(folder, 'forks', `${hashOrigin(fork.origin)}.json`)
  try {
    makeFolder(join(folder, 'forks'))
    if (!existsSync(file)) writeWhole(file, renderJson(encodeFraudProof(fork)))
    log.error({ origin, file }, 'this log has signed two histories: the fraud proof is in the file')
  } catch (error) {
    log.error({ origin, err: error }, 'this log has signed two histories, and the proof could not be saved')
  }
}

async function waitForSignal(): Promise<string> {
  return new Promise(resolve => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve)
  })
}
