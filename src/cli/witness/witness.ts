/**
 * `drawaudit witness`
 *
 * @packageDocumentation
 */
import { formatVerifierKey, parseVerifierKey } from '../../core/note.js'
import { formatTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import { createWitnessKey, type WitnessKeys } from '../../log/witness/key.js'
import type { WitnessedLog } from '../../log/witness/logs.js'
import { redateCheckpoints } from '../../log/witness/redate.js'
import { hashOrigin, openWitnessState, readWitnessState } from '../../log/witness/state.js'
import { native } from '../../native/engine.js'
import { escapeText } from '../../render/escape.js'
import { readMoment } from '../shared/moment.js'
import { requiredArgument, valueOption } from '../shared/options.js'
import { random } from '../shared/random.js'
import { readInteger } from '../shared/remote.js'
import { serveWitness } from './serve-witness.js'
import { talk } from '../shared/terminal.js'
import { readTrustFile } from '../shared/trust-file.js'
import { readWitnessKeys, writeWitnessKeys } from './witness-key.js'
import { defineCommand } from '../shared/command.js'

const folderArgument = {
  ...requiredArgument,
  describe: 'The folder of the witness: its keys, and the last checkpoint of every log',
}

export const witnessInitCommand = defineCommand({
  name: 'init <folder>',
  describe: 'Make the keys of a witness',
  arguments: { folder: folderArgument },
  options: {
    name: {
      ...valueOption,
      demandOption: true,
      describe: 'Name of the witness: a URL without https://, such as witness.example/w1',
    },
  },
  examples: [['$0 witness init witness --name witness.example/w1', 'Makes the keys, and prints the vkeys']],
  epilogue:
    'Makes an Ed25519 key, which every log and reader knows, and an ML-DSA-44 key, which quantum computers do not break: every answer has a cosignature by each. With one name, both are one witness.',
  run({ folder, name }) {
    const keys: WitnessKeys = [
      createWitnessKey(name, random(32)),
      createWitnessKey(name, random(32), 'subtree/v1'),
    ]
    writeWitnessKeys(folder, keys)
    talk(`made a witness in ${escapeText(folder)}: whoever has its keys can cosign in its name\n`)
    return { vkeys: keys.map(({ verifier }) => formatVerifierKey(verifier)) }
  },
  text: ({ vkeys }) => vkeys.map(vkey => `${vkey}\n`).join(''),
})

export const witnessShowCommand = defineCommand({
  name: 'show <folder>',
  describe: 'Print the vkeys of a witness, and what it cosigned last',
  arguments: { folder: folderArgument },
  examples: [['$0 witness show witness', 'Its vkeys, and the last checkpoint of each log']],
  async run({ folder }) {
    const verifiers = readWitnessKeys(folder).map(({ verifier }) => verifier)
    const logs = (await readWitnessState(folder, verifiers)).map(({ origin, size, time }) => ({
      origin,
      size,
      cosigned_at_utc: formatSeconds(time),
      path: `/${hashOrigin(origin)}/checkpoint`,
    }))
    return { vkeys: verifiers.map(formatVerifierKey), logs }
  },
  text({ vkeys, logs }) {
    const lines = logs.map(
      log =>
        `${escapeText(log.origin)}\n  ${log.size} entries, cosigned at ${log.cosigned_at_utc}\n  ${log.path}\n`,
    )
    return `${vkeys.join('\n')}\n${lines.length === 0 ? 'nothing was cosigned\n' : lines.join('')}`
  },
})

/** Tolerated difference in seconds between the given time and the clock. */
const tolerance = 300

export const witnessRedateCommand = defineCommand({
  name: 'redate <folder>',
  describe: 'Renew cosignatures that were made while the clock was ahead',
  arguments: { folder: folderArgument },
  options: {
    now: {
      ...valueOption,
      demandOption: true,
      describe: 'The present time, by a clock other than that of this machine',
    },
  },
  examples: [['$0 witness redate witness --now 2026-11-20T16:15:00Z', 'The witness cosigns again']],
  epilogue:
    'The same checkpoints get new cosignatures: nothing that was cosigned is forgotten. Cosignatures that were already sent cannot be changed.',
  async run(args) {
    const keys = readWitnessKeys(args.folder)
    const said = readMoment('now', args.now)
    const now = Math.floor(Date.now() / 1000)
    if (Math.abs(said - now) > tolerance) {
      throw new DrawauditError(
        'clock-wrong',
        `the clock of this machine says ${formatSeconds(now)}, more than 5 minutes from ${formatSeconds(said)}`,
        { hint: 'set the clock first: nothing was cosigned' },
      )
    }
    const state = await openWitnessState(args.folder, {
      verifiers: keys.map(({ verifier }) => verifier),
      logs: [],
      engine: native,
    })
    try {
      const redated = await redateCheckpoints(state, keys, now)
      return redated.map(({ origin, size, before }) => ({
        origin,
        size,
        before_utc: formatSeconds(before),
        cosigned_at_utc: formatSeconds(now),
      }))
    } finally {
      state.close()
    }
  },
  text(logs) {
    if (logs.length === 0) return 'no cosignature has a time in the future: nothing was changed\n'
    return logs
      .map(
        log =>
          `${escapeText(log.origin)}\n  ${log.size} entries, cosigned at ${log.cosigned_at_utc}, before at ${log.before_utc}\n`,
      )
      .join('')
  },
})

const formatSeconds = (seconds: number): string => formatTime(new Date(seconds * 1000))

export const witnessServeCommand = defineCommand({
  name: 'serve <folder>',
  describe: 'Cosign the checkpoints of logs that only grow',
  arguments: { folder: folderArgument },
  options: {
    log: {
      ...valueOption,
      array: true,
      describe: 'The vkey of a log to cosign, followed by =ORIGIN if its origin is not the name of its key',
    },
    trust: { ...valueOption, describe: 'A trust file with further logs to cosign' },
    port: { ...valueOption, default: '8091', describe: 'The port to listen on; 0 takes a free one' },
    host: { ...valueOption, default: '127.0.0.1', describe: 'The address to listen on' },
    'rate-limit': {
      ...valueOption,
      default: '600',
      describe: 'Requests a minute for each client address',
    },
  },
  examples: [['$0 witness serve witness --log VKEY', 'Cosign at http://127.0.0.1:8091']],
  epilogue:
    'If a log signs a contradictory history, a fraud proof is saved in the folder, for drawaudit verify.',
  async print(options) {
    const trusted = options.trust === undefined ? [] : readTrustFile(options.trust).logs
    const logs = [...(options.log ?? []).map(readLog), ...trusted]
    if (logs.length === 0) {
      throw new DrawauditError('usage', 'no log is named', {
        hint: 'give --log VKEY as often as needed, or --trust FILE',
      })
    }
    return serveWitness({
      folder: options.folder,
      keys: readWitnessKeys(options.folder),
      logs,
      host: options.host,
      port: readInteger('port', options.port, 0, 65_535),
      rateLimit: readInteger('rate-limit', options['rate-limit'], 1, 1_000_000),
    })
  },
})

/** @throws DrawauditError `usage`, `key-invalid`, `key-weak`, `algorithm-unsupported`. */
function readLog(given: string): WitnessedLog {
  // The base64 of a 33-byte key has no padding, so an equals sign after it begins the origin.
  const [, vkey = given, origin] = /^([^+]+\+[^+]+\+[A-Za-z0-9+/]{44})=(.*)$/s.exec(given) ?? []
  if (origin === '') throw new DrawauditError('usage', '--log has no origin after the equals sign')
  const key = parseVerifierKey(vkey)
  return { origin: origin ?? key.name, key }
}
