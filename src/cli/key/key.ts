/**
 * `drawaudit key`
 *
 * @packageDocumentation
 */
import { encodeHex } from '../../core/encoding.js'
import {
  findOperator,
  generateKey,
  listKeys,
  revokeKey,
  rotateKey,
  type PublicSigningKey,
} from '../../operator/keys.js'
import { DrawauditError } from '../../errors.js'
import { nameKey } from '../../operator/desk.js'
import { changeSecrets } from '../../operator/change-secrets.js'
import type { Unlock } from '../../operator/secrets.js'
import { escapeText } from '../../render/escape.js'
import { atStore } from '../shared/at-store.js'
import { atDesk, readUnlock, secretOptions } from '../shared/desk.js'
import { momentForms, readMoment } from '../shared/moment.js'
import { askNewPassphrase, findPassphrase } from '../shared/passphrase.js'
import { requiredArgument, storeOption, valueOption } from '../shared/options.js'
import { makeKeyFile } from '../shared/key-file.js'
import { findSetting } from '../shared/settings.js'
import { defineCommand } from '../shared/command.js'

const useOption = {
  choices: ['statements', 'receipts'] as const,
  requiresArg: true,
  default: 'statements' as const,
  describe: 'What it signs: a key for receipts is kept at the shop, and signs nothing else',
}

export const keyGenerateCommand = defineCommand({
  name: 'generate',
  describe: 'Make the signing key of an operator',
  options: {
    operator: {
      ...valueOption,
      describe: 'Who runs the raffles: the name that auditors find in statements',
      fallback: { setting: 'operator' as const },
    },
    use: useOption,
    ...secretOptions,
    store: storeOption,
  },
  examples: [
    [
      '$0 key generate --operator "Example Raffles Ltd" --store raffles.db',
      'Under a passphrase, which is asked for',
    ],
    ['$0 key generate --operator "Example Raffles Ltd" --use receipts', 'What signs receipts'],
  ],
  epilogue: 'A missing key file is created: keep it apart from the store, and keep a copy.',
  async run(args) {
    const operator = findSetting('operator', args.operator)
    if (operator === undefined) {
      throw new DrawauditError('usage', 'no operator is named', {
        hint: 'say who runs the raffles: --operator NAME',
      })
    }
    const file = args['key-file']
    if (file !== undefined) makeKeyFile(file)
    return atDesk(args, desk => generateKey(desk, operator, args.use), true)
  },
  json: describe,
  text: ({ operator, validFrom, keyId, use }) =>
    `made a ${nameKey(use)} of ${escapeText(operator)}, valid from ${validFrom}\n` +
    `fingerprint: ${keyId}\n` +
    'give auditors the fingerprint over a separate channel\n',
})

export const keyListCommand = defineCommand({
  name: 'list',
  describe: 'List the signing keys in a store',
  options: { store: storeOption },
  examples: [['$0 key list --store raffles.db', 'All keys, with their validity']],
  run: ({ store }) => atStore(store, 'read', ({ ceremonies }) => listKeys(ceremonies)),
  json: keys => keys.map(describe),
  text: keys => (keys.length === 0 ? 'there is no key\n' : keys.map(renderKey).join('')),
})

export const keyRotateCommand = defineCommand({
  name: 'rotate',
  describe: 'Replace the signing key of an operator by a new one',
  options: {
    operator: {
      ...valueOption,
      describe: 'The operator',
      fallback: { setting: 'operator' as const, otherwise: 'the only one' },
    },
    use: useOption,
    ...secretOptions,
    store: storeOption,
  },
  examples: [['$0 key rotate --store raffles.db', 'The next key signs from now on']],
  run: args =>
    atDesk(args, async desk =>
      rotateKey(
        desk,
        findSetting('operator', args.operator) ?? (await findOperator(desk, undefined)),
        args.use,
      ),
    ),
  json: ({ key, before }) => ({ key: describe(key), before: before ? describe(before) : null }),
  text: ({ key, before }) =>
    `the new key of ${escapeText(key.operator)} signs from ${key.validFrom} on\n` +
    `fingerprint: ${key.keyId}\n` +
    (before === undefined ? '' : `the key before, ${before.keyId}, signs until then\n`) +
    'auditors need both in their trust files\n',
})

export const keyRevokeCommand = defineCommand({
  name: 'revoke <key>',
  describe: 'Revoke a signing key',
  arguments: {
    key: {
      ...requiredArgument,
      describe: 'The id of the key, or its first 8 digits or more',
    },
  },
  options: {
    at: {
      ...valueOption,
      describe: `When someone else may first have had it, ${momentForms} (default: now)`,
    },
    store: storeOption,
  },
  examples: [['$0 key revoke 3f9a0c41 --store raffles.db', 'It signs nothing more']],
  epilogue:
    'What a revoked key signed counts only if someone else saw it before its revocation. drawaudit key rotate makes the next one.',
  async run(args) {
    const at = args.at === undefined ? undefined : readMoment('at', args.at)
    return atDesk(args, desk => revokeKey(desk, args.key, at))
  },
  json: describe,
  text: ({ keyId, operator, revokedAt = '' }) =>
    `key ${keyId} of ${escapeText(operator)} is revoked from ${revokedAt} on\n` +
    'tell the auditors; drawaudit key rotate makes the next one\n',
})

export const keyPassphraseCommand = defineCommand({
  name: 'passphrase',
  describe: 'Encrypt the secrets in a store under another passphrase or key file',
  options: {
    'new-passphrase-file': {
      ...valueOption,
      describe: 'A file whose first line is the new passphrase (default: it is asked for)',
    },
    'new-key-file': { ...valueOption, describe: 'A file with the new key, instead of a passphrase' },
    ...secretOptions,
    store: storeOption,
  },
  examples: [
    ['$0 key passphrase --store raffles.db', 'Asks for the passphrase, and for the new one twice'],
    ['$0 key passphrase --new-key-file new.key --store raffles.db', 'From a passphrase to a key file'],
  ],
  epilogue:
    'All secrets are re-encrypted, or none. Earlier backups still open with the old one: if somebody else may have it, make a new key (drawaudit key rotate) and revoke the old one (drawaudit key revoke).',
  run: args =>
    atDesk(args, async desk => {
      // Prompts come in this order: old passphrase, then new.
      await desk.openSecrets()
      const unlock = await findNewUnlock(args)
      return changeSecrets(desk, unlock).catch(explainLoss)
    }),
  json: count => ({ secrets: count }),
  text: count =>
    `${count} ${count === 1 ? 'secret is' : 'secrets are'} re-encrypted\n` +
    'restart webhook delivery with the new passphrase or key file\n' +
    'if the settings name the old file: drawaudit init --passphrase-file FILE --force, or --key-file FILE\n',
})

/** If the reply to the commit is lost, a second try would only report that the old passphrase is wrong. */
function explainLoss(error: unknown): never {
  if (!(error instanceof DrawauditError) || error.code !== 'store-unavailable') throw error
  throw new DrawauditError(error.code, error.message, {
    hint: 'try the new one: if it opens the store, the change was made',
    where: error.where,
    cause: error,
  })
}

async function findNewUnlock({
  'new-key-file': keyFile,
  'new-passphrase-file': file,
}: {
  readonly 'new-key-file': string | undefined
  readonly 'new-passphrase-file': string | undefined
}): Promise<Unlock> {
  if (keyFile !== undefined && file !== undefined) {
    throw new DrawauditError('usage', 'secrets are encrypted under a passphrase or a key file, not both', {
      hint: 'give --new-passphrase-file or --new-key-file',
    })
  }
  if (keyFile !== undefined) {
    makeKeyFile(keyFile)
    return readUnlock(keyFile)
  }
  const passphrase = file === undefined ? await askNewPassphrase('new passphrase') : findPassphrase(file)
  if (passphrase !== undefined) return { passphrase }
  throw new DrawauditError('usage', 'no new passphrase is given', {
    hint: 'give --new-passphrase-file FILE or --new-key-file FILE',
  })
}

function describe(key: PublicSigningKey) {
  return {
    key_id: key.keyId,
    operator: key.operator,
    public_key: encodeHex(key.publicKey),
    valid_from: key.validFrom,
    valid_until: key.validUntil ?? null,
    revoked_at: key.revokedAt ?? null,
    ...(key.use === 'receipts' && { use: key.use }),
  }
}

function renderKey({ keyId, operator, validFrom, validUntil, revokedAt, use }: PublicSigningKey): string {
  const until = validUntil === undefined ? '' : ` until ${validUntil}`
  const revoked = revokedAt === undefined ? '' : `, revoked from ${revokedAt} on`
  const what = use === 'receipts' ? ', for receipts' : ''
  return `${keyId}\n  ${escapeText(operator)}${what}, valid from ${validFrom}${until}${revoked}\n`
}
