/**
 * `drawaudit witness`
 *
 * @packageDocumentation
 */
import type { Argv } from 'yargs'
import { formatVerifierKey, parseVerifierKey } from '../../core/note.js'
import { formatTime } from '../../core/time.js'
import { DrawauditError } from '../../errors.js'
import { createWitnessKey } from '../../log/witness/key.js'
import type { WitnessedLog } from '../../log/witness/logs.js'
import { hashOrigin, readWitnessState } from '../../log/witness/state.js'
import { escapeText } from '../../render/escape.js'
import { renderJson } from '../../render/json.js'
import { formatOption } from '../shared/options.js'
import { random } from '../shared/random.js'
import { readInteger } from '../shared/remote.js'
import { serveWitness } from './serve-witness.js'
import { talk, writeResult } from '../shared/terminal.js'
import { readTrustFile } from '../shared/trust-file.js'
import { readWitnessKey, writeWitnessKey } from './witness-key.js'
import type { Command } from '../shared/command.js'

const text = { type: 'string' as const, requiresArg: true }

const folderArgument = {
  type: 'string' as const,
  demandOption: true as const,
  describe: 'The folder of the witness: its key, and what it cosigned last of every log',
}

function buildInit(yargs: Argv) {
  return yargs
    .positional('folder', folderArgument)
    .option('name', {
      ...text,
      demandOption: true,
      describe: 'What the witness is called: a URL without https://, such as witness.example/w1',
    })
    .option('format', formatOption)
    .example('$0 witness init witness --name witness.example/w1', 'Makes the key, and prints the vkey')
}

export const witnessInitCommand: Command<typeof buildInit> = {
  name: 'init <folder>',
  describe: 'Make the key of a witness',
  build: buildInit,
  async run({ folder, name, format }) {
    const key = createWitnessKey(name, random(32))
    writeWitnessKey(folder, key)
    const vkey = formatVerifierKey(key.verifier)
    talk(`made a witness in ${escapeText(folder)}: whoever has its key can cosign in its name\n`)
    await writeResult(format === 'json' ? renderJson({ vkey }) : `${vkey}\n`)
    return 0
  },
}

function buildShow(yargs: Argv) {
  return yargs
    .positional('folder', folderArgument)
    .option('format', formatOption)
    .example('$0 witness show witness', 'Its vkey, and how far it has cosigned which log')
}

export const witnessShowCommand: Command<typeof buildShow> = {
  name: 'show <folder>',
  describe: 'Print the vkey of a witness, and what it cosigned last',
  build: buildShow,
  async run({ folder, format }) {
    const { verifier } = readWitnessKey(folder)
    const vkey = formatVerifierKey(verifier)
    const logs = (await readWitnessState(folder, verifier)).map(({ origin, size, time }) => ({
      origin,
      size,
      cosigned_at_utc: formatTime(new Date(time * 1000)),
      path: `/${hashOrigin(origin)}/checkpoint`,
    }))
    const lines = logs.map(
      log =>
        `${escapeText(log.origin)}\n  ${log.size} entries, cosigned at ${log.cosigned_at_utc}\n  ${log.path}\n`,
    )
    const list = lines.length === 0 ? 'nothing was cosigned\n' : lines.join('')
    await writeResult(format === 'json' ? renderJson({ vkey, logs }) : `${vkey}\n${list}`)
    return 0
  },
}

function buildServe(yargs: Argv) {
  return yargs
    .positional('folder', folderArgument)
    .option('log', {
      ...text,
      array: true,
      describe: 'The vkey of a log to cosign, =ORIGIN after it where its origin is not the name of its key',
    })
    .option('trust', { ...text, describe: 'A trust root whose logs are cosigned, too' })
    .option('port', { ...text, default: '8091', describe: 'The port to listen on; 0 takes a free one' })
    .option('host', { ...text, default: '127.0.0.1', describe: 'The address to listen on' })
    .option('rate-limit', {
      ...text,
      default: '600',
      describe: 'Requests a minute that one address may make',
    })
    .example('$0 witness serve witness --log VKEY', 'Cosign at http://127.0.0.1:8091')
    .epilogue(
      'What a log signed that contradicts what was cosigned is kept in the folder as a fraud proof: drawaudit verify.',
    )
}

export const witnessServeCommand: Command<typeof buildServe> = {
  name: 'serve <folder>',
  describe: 'Cosign the checkpoints of logs that only grow',
  build: buildServe,
  async run(options) {
    const trusted = options.trust === undefined ? [] : readTrustFile(options.trust).logs
    const logs = [...(options.log ?? []).map(readLog), ...trusted]
    if (logs.length === 0) {
      throw new DrawauditError('usage', 'no log is named', {
        hint: 'give --log VKEY as often as needed, or --trust FILE',
      })
    }
    return serveWitness({
      folder: options.folder,
      key: readWitnessKey(options.folder),
      logs,
      host: options.host,
      port: readInteger('port', options.port, 0, 65_535),
      rateLimit: readInteger('rate-limit', options['rate-limit'], 1, 1_000_000),
    })
  },
}

/** @throws DrawauditError `usage`, `key-invalid`, `key-weak`, `algorithm-unsupported`. */
function readLog(given: string): WitnessedLog {
  // The base64 of a key of 33 bytes ends without an equals sign; a name may have one.
  const [, vkey = given, origin] = /^([^+]+\+[^+]+\+[A-Za-z0-9+/]{44})=(.*)$/s.exec(given) ?? []
  if (origin === '') throw new DrawauditError('usage', '--log has no origin after the equals sign')
  const key = parseVerifierKey(vkey)
  return { origin: origin ?? key.name, key }
}
