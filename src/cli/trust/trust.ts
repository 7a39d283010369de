/**
 * `drawaudit trust`
 *
 * @packageDocumentation
 */
import { rmSync } from 'node:fs'
import { resolve, dirname, join } from 'node:path'
import { fingerprintOf, type TrustChange } from '../../model/trust-changes.js'
import { findTrustProblems, parseTrust, type TrustJson } from '../../model/trust.js'
import { escapeText } from '../../render/escape.js'
import { DrawauditError } from '../../errors.js'
import { createObserverKey, observerKeyName, writeObserverKey } from '../shared/observer-key.js'
import { valueOption } from '../shared/options.js'
import { findPassphrase, passphraseOption } from '../shared/passphrase.js'
import { talk } from '../shared/terminal.js'
import { findAnchorProblems } from './timestamper.js'
import { additionOptions } from './addition-options.js'
import { addToTrust } from './additions.js'
import {
  readTrustJson,
  readTrustValue,
  refuseExisting,
  trustName,
  writeTrustFile,
} from '../shared/trust-file.js'
import { describeTrust, findBlockProblems, findWarnings, groupFingerprint, renderTrust } from './report.js'
import { defineCommand } from '../shared/command.js'

const fileArgument = {
  type: 'string' as const,
  default: trustName,
  describe: 'The trust file',
}

export const trustInitCommand = defineCommand({
  name: 'init',
  describe: 'Make a trust file, and a key to sign what you see',
  options: {
    out: {
      ...valueOption,
      alias: 'o',
      default: trustName,
      describe: 'The file to write; it must not exist yet',
    },
    observer: {
      ...valueOption,
      describe: 'Also make a key with which you sign what you see, under this name',
    },
    'observer-key': {
      ...valueOption,
      describe: `The file for that key (default: ${observerKeyName} beside the trust file)`,
    },
    'passphrase-file': passphraseOption,
  },
  examples: [['$0 trust init --observer "Ada Auditor"', 'A trust file that trusts only you so far']],
  async run({ out, observer, 'observer-key': keyFile, 'passphrase-file': passphraseFile }) {
    if (observer === undefined && keyFile !== undefined) {
      throw new DrawauditError('usage', '--observer-key needs --observer NAME', {
        hint: 'reports show this name',
      })
    }
    refuseExisting(out)
    const empty: TrustJson = { trust: 'drawaudit/v1' }
    if (observer === undefined) {
      writeTrustFile(out, empty, { isNew: true })
      return { file: out }
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
          'hint: give --passphrase-file or set DRAWAUDIT_PASSPHRASE to encrypt it\n',
      )
    }
    return {
      file: out,
      observer_key: path,
      fingerprint: fingerprintOf(key.publicKey),
      encrypted: passphrase !== undefined,
    }
  },
  text: ({ file, observer_key: path, fingerprint }, { observer = '' }) =>
    path === undefined
      ? `made ${escapeText(file)}; it trusts nobody yet\n${nextSteps(file)}`
      : `made ${escapeText(file)}; it trusts one observer, ${escapeText(observer)}\n` +
        `made ${escapeText(path)}, the secret key of that observer; keep it to yourself\n` +
        `fingerprint: ${groupFingerprint(fingerprint)}\n${nextSteps(file)}`,
})

const nextSteps = (file: string): string => {
  const named = file === trustName ? '' : ` ${escapeText(file)}`
  return `next: drawaudit trust add${named} --from https://raffles.example/api/v1/keys --fingerprint HEX
      adds an operator; get the fingerprint over a separate channel
`
}

function refuseSame(out: string, keyFile: string): void {
  if (resolve(out) !== resolve(keyFile)) return
  throw new DrawauditError('usage', 'the trust file and the key would be one file', {
    hint: 'the key is secret, the trust file is not: name two files',
  })
}

export const trustAddCommand = defineCommand({
  name: 'add [file]',
  describe: 'Add a key whose fingerprint you have from elsewhere, a beacon chain, a log or a witness',
  arguments: { file: fileArgument },
  options: additionOptions,
  examples: [
    ['$0 trust add --from https://raffles.example/api/v1/keys', 'Asks for the fingerprint'],
    [
      '$0 trust add --signer RANDOM.ORG --algorithm rsa-pkcs1-sha512 --public-key key.pem',
      'A signer of randomness for draws',
    ],
    ['$0 trust add --from rehearsal-trust.json', 'The beacon chain of a rehearsal'],
    ['$0 trust add --timestamper "Authority=tsa.pem"', 'An authority whose time-stamps count'],
    ['$0 trust add --log raffles.example/log+1a2b3c4d+AT…', 'The log of an operator'],
    ['$0 trust add --operator "Example" --log-origin raffles.example/log', 'And its operator'],
    ['$0 trust add --witness w.example+5e6f7a8b+BD… --witness-threshold 2', 'A witness that must cosign it'],
    ['$0 trust add --witness-policy policy.txt', 'Or a policy, with one vote per organisation'],
    ['$0 trust add --recipe-signer Ada --public-key HEX', 'A signer of recipes'],
    ['$0 trust add --recipes signed', 'And use no others, except those of drawaudit'],
  ],
  async run(options) {
    const { file } = options
    const { trust, changes, leftOut } = await addToTrust(readTrustJson(file), options)
    if (changes.some(({ outcome }) => outcome !== 'unchanged')) writeTrustFile(file, trust)
    for (const one of leftOut) talk(`left out: ${escapeText(one)}\n`)
    return { file, changes, left_out: leftOut }
  },
  text: ({ changes }) => changes.map(renderChange).join(''),
})

const titles = {
  operator: 'operator',
  observer: 'observer',
  signer: 'signer',
  timestamper: 'time-stamper',
  beacon: 'beacon chain',
  block: 'block',
  log: 'log',
  witness: 'witness',
  threshold: 'witness threshold',
  policy: 'witness policy, quorum',
  'recipe-signer': 'recipe signer',
  recipes: 'recipes that are used:',
} as const

function renderChange({ outcome, what, name, fingerprint, use, notes }: TrustChange): string {
  const purpose = use === undefined ? '' : ', for receipts'
  const change = `${outcome}: ${titles[what]} ${escapeText(name)}${purpose}  ${groupFingerprint(fingerprint)}`
  return `${change.trimEnd()}\n${notes.map(note => `  ${escapeText(note)}\n`).join('')}`
}

export const trustShowCommand = defineCommand({
  name: 'show [file]',
  describe: 'Show the keys in a trust file',
  arguments: { file: fileArgument },
  examples: [['$0 trust show', 'The keys in trust.json']],
  run: ({ file }) => ({ file, ...describeTrust(readTrustJson(file), new Date()) }),
  text: renderTrust,
})

export const trustCheckCommand = defineCommand({
  name: 'check [file]',
  describe: 'Check a trust file for errors',
  arguments: { file: fileArgument },
  examples: [['$0 trust check', 'Exits 2 when something is wrong']],
  exits: { 0: 'no error', 2: 'the file has errors' },
  async run({ file }) {
    const value = readTrustValue(file)
    const form = findTrustProblems(value)
    const problems =
      form.length > 0
        ? form
        : [...findBlockProblems(value as TrustJson), ...(await findAnchorProblems(value as TrustJson))]
    const warnings = problems.length > 0 ? [] : findWarnings(value as TrustJson, new Date())
    return { file, problems, warnings }
  },
  text({ file, problems, warnings }) {
    const lines = [
      ...problems.map(({ pointer, message }) => `error: ${pointer || 'the document'}: ${message}`),
      ...warnings.map(({ pointer, message }) => `warning: ${pointer || 'the document'}: ${message}`),
      problems.length > 0
        ? `${escapeText(file)} is not a valid trust file`
        : `${escapeText(file)} is a valid trust file`,
    ]
    return lines.map(line => `${escapeText(line, Infinity)}\n`).join('')
  },
  exitCode: ({ problems }) => (problems.length > 0 ? 2 : 0),
})
