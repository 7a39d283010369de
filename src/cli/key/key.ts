/**
 * `drawaudit key`
 *
 * @packageDocumentation
 */
import { existsSync } from 'node:fs'
import type { Argv } from 'yargs'
import { encodeHex, encodeUtf8 } from '../../core/encoding.js'
import {
  findOperator,
  generateKey,
  listKeys,
  revokeKey,
  rotateKey,
  type PublicSigningKey,
} from '../../operator/keys.js'
import { escapeText } from '../../render/escape.js'
import { renderJson } from '../../render/json.js'
import { openStore } from '../../store/open-store.js'
import { atDesk, ceremonyOptions, readMoment, secretOptions } from '../shared/desk.js'
import { findStore } from '../shared/options.js'
import { random } from '../shared/random.js'
import { talk, writeResult } from '../shared/terminal.js'
import { writeNew } from '../../io/written-files.js'
import type { Command } from '../shared/command.js'

const operatorOption = { type: 'string' as const, requiresArg: true }

function buildGenerate(yargs: Argv) {
  return yargs
    .option('operator', {
      ...operatorOption,
      demandOption: true,
      describe: 'Who runs the raffles: the name that auditors find in statements',
    })
    .options(secretOptions)
    .options(ceremonyOptions)
    .example(
      '$0 key generate --operator "Example Raffles Ltd" --store raffles.db',
      'Under the passphrase in DRAWAUDIT_PASSPHRASE',
    )
    .epilogue('A key file that is not there is made: keep it apart from the store, and keep a copy.')
}

export const keyGenerateCommand: Command<typeof buildGenerate> = {
  name: 'generate',
  describe: 'Make the signing key of an operator',
  build: buildGenerate,
  async run(args) {
    const file = args['key-file']
    if (file !== undefined && !existsSync(file)) {
      writeNew(file, encodeUtf8(`${encodeHex(random(32))}\n`), 0o600)
      talk(`made ${escapeText(file)}: whoever has it and the store can sign\n`)
    }
    const key = await atDesk(args, desk => generateKey(desk, args.operator), true)
    await writeResult(
      args.format === 'json'
        ? renderJson(describe(key))
        : `made a key of ${escapeText(key.operator)}, valid from ${key.validFrom}\n` +
            `fingerprint: ${key.keyId}\n` +
            'give auditors the fingerprint in another way than the key\n',
    )
    return 0
  },
}

function buildList(yargs: Argv) {
  return yargs
    .options(ceremonyOptions)
    .example('$0 key list --store raffles.db', 'All keys, and from when until when')
}

export const keyListCommand: Command<typeof buildList> = {
  name: 'list',
  describe: 'List the signing keys in a store',
  build: buildList,
  async run({ store: given, format }) {
    const store = await openStore(findStore(given), { access: 'read' })
    try {
      const keys = await listKeys(store.ceremonies)
      const lines = keys.map(key => {
        const until = key.validUntil === undefined ? '' : ` until ${key.validUntil}`
        const revoked = key.revokedAt === undefined ? '' : `, revoked from ${key.revokedAt} on`
        return `${key.keyId}\n  ${escapeText(key.operator)}, valid from ${key.validFrom}${until}${revoked}\n`
      })
      const text = lines.length === 0 ? 'there is no key\n' : lines.join('')
      await writeResult(format === 'json' ? renderJson(keys.map(describe)) : text)
      return 0
    } finally {
      await store.close()
    }
  },
}

function buildRotate(yargs: Argv) {
  return yargs
    .option('operator', { ...operatorOption, describe: 'Whose (default: the only one there is)' })
    .options(secretOptions)
    .options(ceremonyOptions)
    .example('$0 key rotate --store raffles.db', 'The next key signs from now on')
}

export const keyRotateCommand: Command<typeof buildRotate> = {
  name: 'rotate',
  describe: 'Replace the signing key of an operator by a new one',
  build: buildRotate,
  async run(args) {
    const { key, before } = await atDesk(args, async desk =>
      rotateKey(desk, args.operator ?? (await findOperator(desk, undefined))),
    )
    await writeResult(
      args.format === 'json'
        ? renderJson({ key: describe(key), before: before ? describe(before) : null })
        : `the new key of ${escapeText(key.operator)} signs from ${key.validFrom} on\n` +
            `fingerprint: ${key.keyId}\n` +
            (before === undefined ? '' : `the key before, ${before.keyId}, signs until then\n`) +
            'auditors need both in their trust roots\n',
    )
    return 0
  },
}

function buildRevoke(yargs: Argv) {
  return yargs
    .positional('key', {
      type: 'string',
      demandOption: true,
      describe: 'The id of the key, or its first 8 digits or more',
    })
    .option('at', {
      type: 'string',
      requiresArg: true,
      describe: 'From when on someone else may have had it (default: now)',
    })
    .options(ceremonyOptions)
    .example('$0 key revoke 3f9a0c41 --store raffles.db', 'It signs nothing more')
    .epilogue(
      'What a revoked key signed counts only where someone else saw it before. drawaudit key rotate makes the next one.',
    )
}

export const keyRevokeCommand: Command<typeof buildRevoke> = {
  name: 'revoke <key>',
  describe: 'Say that a signing key may not be believed any more',
  build: buildRevoke,
  async run(args) {
    const at = args.at === undefined ? undefined : readMoment('at', args.at)
    const key = await atDesk(args, desk => revokeKey(desk, args.key, at))
    await writeResult(
      args.format === 'json'
        ? renderJson(describe(key))
        : `key ${key.keyId} of ${escapeText(key.operator)} is revoked from ${key.revokedAt ?? ''} on\n` +
            'tell the auditors; drawaudit key rotate makes the next one\n',
    )
    return 0
  },
}

const describe = (key: PublicSigningKey) => ({
  key_id: key.keyId,
  operator: key.operator,
  public_key: encodeHex(key.publicKey),
  valid_from: key.validFrom,
  valid_until: key.validUntil ?? null,
  revoked_at: key.revokedAt ?? null,
})
