import {
  createLog,
  createRaffle,
  witnesses,
  type Choices,
  type Evidence,
  type LogJson,
  type TestLog,
} from '../factory.js'
import { base, ceremony } from './scenario.js'

/** The raffle, in a log that everyone can read. */
export interface Logged {
  readonly evidence: Evidence
  readonly log: LogJson
  readonly copy: { checkpoint: string; entries: string[] }
  /** To make other checkpoints and proofs of. */
  readonly test: TestLog
}

export const { times, operator, envelopes } = ceremony()

/** Cosigners of the last checkpoint. */
export const late = witnesses.slice(0, 2).map(witness => [witness, times.now - 100] as const)

let plain: Evidence | undefined

/** Signing takes its time: the raffle without further choices is told once. */
function tell(choices?: Partial<Choices>): Evidence {
  if (choices !== undefined) return createRaffle({ ...base, log: {}, ...choices })
  plain ??= createRaffle({ ...base, log: {} })
  return structuredClone(plain)
}

/** That raffle with something about the log altered. */
export function logged(edit: (logged: Logged) => void, choices?: Partial<Choices>): Evidence {
  const evidence = tell(choices)
  const test = createLog(operator.name)
  test.entries.push(...(evidence.log?.entries ?? []))
  edit({ evidence, log: evidence.bundle.log!, copy: evidence.log!, test })
  return evidence
}

/** The same without the entries of the log: what a bundle alone shows. */
export function bundled(edit: (logged: Logged) => void, choices?: Partial<Choices>): Evidence {
  return logged(it => {
    edit(it)
    delete it.evidence.log
  }, choices)
}

/** The same without a log in the bundle: what the entries alone show. */
export function read(edit: (logged: Logged) => void, choices?: Partial<Choices>): Evidence {
  return logged(it => {
    edit(it)
    delete it.evidence.bundle.log
  }, choices)
}
