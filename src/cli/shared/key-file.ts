/**
 * Files with keys and passphrases.
 *
 * @packageDocumentation
 */
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { encodeBase64, encodeHex, encodeUtf8 } from '../../core/encoding.js'
import { DrawauditError } from '../../errors.js'
import { readFile } from '../../io/files.js'
import { writeNew } from '../../io/written-files.js'
import { escapeText } from '../../render/escape.js'
import { random } from './random.js'
import { talk } from './terminal.js'

/**
 * Reads a key, and warns if others can read the file.
 *
 * @param parse - parses the bytes; its errors get the file name.
 * @param isSecret - whether the parsed key is secret: an encrypted one is not.
 * @throws DrawauditError as reading a file and `parse` do.
 */
export function readKeyFile<T>(
  file: string,
  parse: (bytes: Uint8Array) => T,
  isSecret: (key: T) => boolean = () => true,
): T {
  const key = DrawauditError.within({ file }, () => parse(readFile(file)))
  if (isSecret(key) && isOpenToOthers(file)) {
    talk(`warning: others may read the key in ${escapeText(file)}; chmod 600 forbids it\n`)
  }
  return key
}

/** Reads a file, with a hint if it is missing. */
export function hintIfMissing<T>(hint: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof DrawauditError) || error.code !== 'file-missing') throw error
    throw new DrawauditError(error.code, error.message, { where: error.where, hint, cause: error })
  }
}

/**
 * Whether the file mode lets others read. Not checked for credentials of systemd, whose group bits are an ACL mask,
 * nor on Windows, which has no modes.
 */
function isOpenToOthers(file: string): boolean {
  if (process.platform === 'win32') return false
  const credentials = process.env['CREDENTIALS_DIRECTORY']
  if (credentials !== undefined && dirname(resolve(file)) === resolve(credentials)) return false
  return (statSync(file).mode & 0o077) !== 0
}

/** Creates a file with a new key of 32 bytes in hex, unless it exists. */
export function makeKeyFile(file: string): void {
  makeSecretFile(file, encodeHex(random(32)))
}

/** Creates a file with a new passphrase of 18 random bytes in base64, unless it exists. */
export function makePassphraseFile(file: string): void {
  makeSecretFile(file, encodeBase64(random(18)))
}

function makeSecretFile(file: string, secret: string): void {
  if (existsSync(file)) return
  writeNew(file, encodeUtf8(`${secret}\n`), 0o600)
  talk(`made ${escapeText(file)}: whoever has it and the store can sign\n`)
}
