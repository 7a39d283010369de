import type { Engine } from '../../src/core/engine.js'
import { DrawauditError } from '../../src/errors.js'
import { parseBundle, type Bundle } from '../../src/model/bundle.js'
import type { TrustRoot } from '../../src/model/trust.js'
import { LogEntryCheck, type LogSummary } from '../../src/verify/bundle/log-entries.js'
import type { Evidence } from './factory.js'
import { utf8 } from './second-opinion.js'

/** The entries of the log, as they would be read for a bundle that can be read. */
export function readLog({ bundle, log }: Evidence, trust: TrustRoot, engine: Engine): LogSummary | undefined {
  const parsed = log && tryParse(bundle)
  if (log === undefined || parsed === undefined) return undefined
  const { checkpoint, entries } = log
  if (typeof checkpoint !== 'string' || !Array.isArray(entries) || !entries.every(isText)) {
    throw new DrawauditError('tile-invalid', 'no entries of a log')
  }
  const check = new LogEntryCheck({ bundle: parsed, trust, checkpoint, engine })
  for (const entry of entries) check.add(utf8(entry))
  return check.end()
}

const isText = (entry: unknown): boolean => typeof entry === 'string'

function tryParse(bundle: unknown): Bundle | undefined {
  try {
    return parseBundle(bundle)
  } catch (error) {
    if (error instanceof DrawauditError) return undefined
    throw error
  }
}
