/**
 * Keys for verifying webhooks: read from files, since other programs can see arguments.
 *
 * @packageDocumentation
 */
import { decodeUtf8 } from '../../core/encoding.js'
import { formatWebhookPublicKey, parseTextSecret, parseWebhookKey } from '../../core/webhook-key.js'
import { DrawauditError } from '../../errors.js'
import { valueOption } from '../shared/options.js'
import { readKeyFile } from '../shared/key-file.js'
import { readTrustFile } from '../shared/trust-file.js'

export const webhookKeyOptions = {
  'secret-file': { ...valueOption, describe: 'A file with a key on each line: whsec_… or whpk_…' },
  trust: { ...valueOption, describe: 'A trust file, for the webhook_keys in it' },
}

/** A key with a display name, which reveals no secret. */
export interface NamedKey {
  readonly key: string
  readonly name: string
}

/**
 * Reads the given keys.
 *
 * @param asText - whether lines are secrets for the form `t=…,v1=…`.
 * @returns the keys; empty if no file is given.
 * @throws DrawauditError `webhook-secret`, `key-invalid` or `key-weak` with the line; `usage` for a trust file
 * without webhook keys; as reading files does.
 */
export function readWebhookKeys(
  given: { readonly 'secret-file': string | undefined; readonly trust: string | undefined },
  asText = false,
): readonly NamedKey[] {
  const { 'secret-file': file, trust } = given
  return [
    ...(file === undefined ? [] : readSecretFile(file, asText ? parseTextSecret : parseWebhookKey)),
    ...(trust === undefined ? [] : readTrusted(trust)),
  ]
}

function readSecretFile(file: string, check: (line: string) => unknown): readonly NamedKey[] {
  const lines = readKeyFile(file, splitLines, keys => keys.some(isSecret))
  const keys = lines.flatMap((key, index) => {
    if (key === '') return []
    DrawauditError.within({ file, line: index + 1 }, () => {
      check(key)
    })
    return [{ key, name: key.startsWith('whpk_') ? key : `line ${index + 1} of ${file}` }]
  })
  if (keys.length > 0) return keys
  throw new DrawauditError('webhook-secret', 'the file has no key', { where: { file } })
}

const splitLines = (bytes: Uint8Array): readonly string[] => decodeUtf8(bytes).split(/\r?\n/)

/** Public keys may be readable by everyone. */
const isSecret = (line: string): boolean => line !== '' && !line.startsWith('whpk_')

function readTrusted(file: string): readonly NamedKey[] {
  const keys = readTrustFile(file).webhookKeys.map(formatWebhookPublicKey)
  if (keys.length > 0) return keys.map(key => ({ key, name: key }))
  throw new DrawauditError('usage', 'the trust file has no webhook_keys', {
    where: { file },
    hint: 'take them from /webhooks/ENDPOINT/keys of the service, and compare them with those that its operator shows elsewhere',
  })
}
