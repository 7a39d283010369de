/**
 * `drawaudit trust`
 *
 * @packageDocumentation
 */
import { rmSync } from 'node:fs'
import { resolve, dirname, join } from 'node:path'
import type { Argv } from 'yargs'
import { fingerprintOf } from '../../model/trust-changes.js'
import { findTrustProblems, parseTrust, type TrustJson } from '../../model/trust.js'
import { escapeText } from '../../render/escape.js'
import { renderJson } from '../../render/json.js'
import { DrawauditError } from '../../errors.js'
import { createObserverKey, observerKeyName, writeObserverKey } from '../shared/observer-key.js'
import { colourOption, formatOption } from '../shared/options.js'
import { findPassphrase, passphraseOption } from '../shared/passphrase.js'
import { clientOptions } from '../shared/remote.js'
import { talk, writeResult } from '../shared/terminal.js'
import { signerOptions } from './signer-key.js'
import { addToTrust } from './additions.js'
import {
  readTrustJson,
  readTrustValue,
  refuseExisting,
  trustName,
  writeTrustFile,
} from '../shared/trust-file.js'
import { describeTrust, findWarnings, groupFingerprint, renderTrust } from './report.js'
import type { Command } from '../shared/command.js'

const fileArgument = {
  type: 'string' as const,
  default: trustName,
  describe: 'The trust root',
}

function buildInit(yargs: Argv) {
  return yargs
    .option('out', {
      type: 'string',
      alias: 'o',
      requiresArg: true,
      default: trustName,
      describe: 'The file to write; it must not exist yet',
    })
    .option('observer', {
      type: 'string',
      requiresArg: true,
      describe: 'Also make a key with which you sign what you see, under this name',
    })
    .option('observer-key', {
      type: 'string',
      requiresArg: true,
      describe: `The file for that key (default: ${observerKeyName} beside the trust root)`,
    })
    .option('passphrase-file', passphraseOption)
    .option('format', formatOption)
    .option('color', colourOption)
    .example('$0 trust init --observer "Ada Auditor"', 'A trust root that believes nobody yet but you')
}

export const trustInitCommand: Command<typeof buildInit> = {
  name: 'init',
  describe: 'Make a trust root, and a key to sign what you see',
  build: buildInit,
  async run({ out, observer, 'observer-key': keyFile, 'passphrase-file': passphraseFile, format }) {
    if (observer === undefined && keyFile !== undefined) {
      throw new DrawauditError('usage', '--observer-key needs --observer NAME', {
        hint: 'the name is how reports call whoever has the key',
      })
    }
    refuseExisting(out)
    const empty: TrustJson = { trust: 'drawaudit/v1' }
    if (observer === undefined) {
      writeTrustFile(out, empty, { isNew: true })
      await writeResult(
        format === 'json'
          ? renderJson({ file: out })
          : `made ${escapeText(out)}; it believes nobody yet\n${nextSteps(out)}`,
      )
      return 0
    }
    const path = keyFile ?? join(dirname(out), observerKeyName)
    refuseSame(out, path)
    const passphrase = findPassphrase(passphraseFile)
    const key = createObserverKey(observer)
    const trust: TrustJson = { ...empty, observers: [{ name: key.name, public_key: key.publicKey }] }
    parseTrust(trust)
    await writeObserverKey(path, key, passphrase)
    try {
      writeTrustFile(out, trust, { isNew: true })
    } catch (error) {
      rmSync(path)
      throw error
    }
    if (passphrase === undefined) {
      talk(
        `warning: the key in ${escapeText(path)} is not encrypted; only its file mode protects it\n` +
          'hint: set DRAWAUDIT_PASSPHRASE or give --passphrase-file to encrypt one\n',
      )
    }
    const fingerprint = fingerprintOf(key.publicKey)
    await writeResult(
      format === 'json'
        ? renderJson({ file: out, observer_key: path, fingerprint, encrypted: passphrase !== undefined })
        : `made ${escapeText(out)}; it believes one observer, ${escapeText(observer)}\n` +
            `made ${escapeText(path)}, the secret key of that observer; keep it to yourself\n` +
            `fingerprint: ${groupFingerprint(fingerprint)}\n${nextSteps(out)}`,
    )
    return 0
  },
}

const nextSteps = (file: string): string => {
  const named = file === trustName ? '' : ` ${escapeText(file)}`
  return `next: drawaudit trust add${named} --from https://raffles.example/api/v1/keys --fingerprint HEX
      adds an operator; its fingerprint has to come to you in another way than its key
`
}

function refuseSame(out: string, keyFile: string): void {
  if (resolve(out) !== resolve(keyFile)) return
  throw new DrawauditError('usage', 'the trust root and the key would be one file', {
    hint: 'the key is secret, the trust root is not: name two files',
  })
}

function buildAdd(yargs: Argv) {
  return yargs
    .positional('file', fileArgument)
    .option('from', {
      type: 'string',
      requiresArg: true,
      describe: 'Add the operators of a trust root: a file, or the URL of a service’s keys',
    })
    .option('beacons', {
      type: 'boolean',
      default: false,
      describe: 'With --from FILE: its beacon chains too (without, only where it has nothing else)',
    })
    .option('operator', { type: 'string', requiresArg: true, describe: 'Add a key of this operator' })
    .option('observer', { type: 'string', requiresArg: true, describe: 'Add an observer of this name' })
    .option('signer', {
      type: 'string',
      requiresArg: true,
      describe: 'Add a key of somebody who signs what draws rest on, by the name that recipes give',
    })
    .option('public-key', {
      type: 'string',
      requiresArg: true,
      describe:
        'The key: of --operator or --observer 64 hex digits (Ed25519); of --signer a file (PEM or DER), or base64',
    })
    .options(signerOptions)
    .option('valid-from', { type: 'string', requiresArg: true, describe: 'When the key begins to sign' })
    .option('valid-until', { type: 'string', requiresArg: true, describe: 'When it ends' })
    .option('revoked-at', { type: 'string', requiresArg: true, describe: 'Since when it is not believed' })
    .option('observer-key', {
      type: 'string',
      requiresArg: true,
      describe: 'Add the observer whose key file this is: your own',
    })
    .option('chain-info', {
      type: 'string',
      requiresArg: true,
      describe: 'Add a drand chain as its /info describes it: a file or a URL',
    })
    .option('log', { type: 'string', requiresArg: true, describe: 'Add a log by the vkey of its key' })
    .option('origin', {
      type: 'string',
      requiresArg: true,
      describe: 'With --log: the first line of its checkpoints (default: the name of the key)',
    })
    .option('log-origin', {
      type: 'string',
      requiresArg: true,
      describe: 'With --operator: which log is that of the operator',
    })
    .option('witness', { type: 'string', requiresArg: true, describe: 'Add a witness by its vkey' })
    .option('witness-threshold', {
      type: 'string',
      requiresArg: true,
      describe: 'How many witnesses have to have cosigned (default: all of them)',
    })
    .option('fingerprint', {
      type: 'string',
      array: true,
      requiresArg: true,
      describe:
        'Of a key, as you have it from elsewhere: 64 hex digits, or the first 16; of a chain, its hash',
    })
    .options(clientOptions)
    .option('format', formatOption)
    .option('color', colourOption)
    .example('$0 trust add --from https://raffles.example/api/v1/keys', 'Asks for the fingerprint')
    .example(
      '$0 trust add --signer RANDOM.ORG --algorithm rsa-pkcs1-sha512 --public-key key.pem',
      'Whoever signs the randomness of a draw',
    )
    .example('$0 trust add --from rehearsal-trust.json', 'The beacon chain of a rehearsal')
    .example('$0 trust add --log raffles.example/log+1a2b3c4d+AT…', 'The log of an operator')
    .example('$0 trust add --operator "Example" --log-origin raffles.example/log', 'And whose it is')
    .example('$0 trust add --witness w.example+5e6f7a8b+BD… --witness-threshold 2', 'Who has to cosign it')
}

export const trustAddCommand: Command<typeof buildAdd> = {
  name: 'add [file]',
  describe: 'Add a key whose fingerprint you have from elsewhere, a beacon chain, a log or a witness',
  build: buildAdd,
  async run(options) {
    const { file, format } = options
    const { trust, changes, leftOut } = await addToTrust(readTrustJson(file), options)
    if (changes.some(({ outcome }) => outcome !== 'unchanged')) writeTrustFile(file, trust)
    for (const one of leftOut) talk(`left out: ${escapeText(one)}\n`)
    const lines = changes.map(
      ({ outcome, what, name, fingerprint, notes }) =>
        `${`${outcome}: ${titles[what]} ${escapeText(name)}  ${groupFingerprint(fingerprint)}`.trimEnd()}\n` +
        notes.map(note => `  ${escapeText(note)}\n`).join(''),
    )
    await writeResult(format === 'json' ? renderJson({ file, changes, left_out: leftOut }) : lines.join(''))
    return 0
  },
}

const titles = {
  operator: 'operator',
  observer: 'observer',
  signer: 'signer',
  beacon: 'beacon chain',
  log: 'log',
  witness: 'witness',
  threshold: 'witness threshold',
} as const

function buildShow(yargs: Argv) {
  return yargs
    .positional('file', fileArgument)
    .option('format', formatOption)
    .option('color', colourOption)
    .example('$0 trust show', 'Whom trust.json believes')
}

export const trustShowCommand: Command<typeof buildShow> = {
  name: 'show [file]',
  describe: 'Show whom a trust root believes',
  build: buildShow,
  async run({ file, format }) {
    const shown = describeTrust(readTrustJson(file), new Date())
    await writeResult(format === 'json' ? renderJson({ file, ...shown }) : renderTrust(shown))
    return 0
  },
}

function buildCheck(yargs: Argv) {
  return yargs
    .positional('file', fileArgument)
    .option('format', formatOption)
    .option('color', colourOption)
    .example('$0 trust check', 'Exits 2 when something is wrong')
}

export const trustCheckCommand: Command<typeof buildCheck> = {
  name: 'check [file]',
  describe: 'Find everything that is wrong with a trust root',
  build: buildCheck,
  async run({ file, format }) {
    const value = readTrustValue(file)
    const problems = findTrustProblems(value)
    const warnings = problems.length > 0 ? [] : findWarnings(value as TrustJson, new Date())
    const lines = [
      ...problems.map(({ pointer, message }) => `error: ${pointer || 'the document'}: ${message}`),
      ...warnings.map(({ pointer, message }) => `warning: ${pointer || 'the document'}: ${message}`),
      problems.length > 0 ? `${escapeText(file)} is no trust root` : `${escapeText(file)} is a trust root`,
    ]
    await writeResult(
      format === 'json'
        ? renderJson({ file, problems, warnings })
        : `${lines.map(line => escapeText(line, Infinity)).join('\n')}\n`,
    )
    return problems.length > 0 ? 2 : 0
  },
}
